//! Verifiers that say it in a line.

use super::Evidence;
use crate::answer::{Answer, FailedCheck, Violation};

/// The lines that say it.
#[derive(Clone, Copy, Debug)]
pub struct Lines {
    pub no_violation: &'static [Sign],
    pub violation: &'static [Sign],
    /// What takes both back.
    pub neither: &'static [Sign],
    /// Those of an answer.
    pub exit_codes: &'static [i32],
}

/// How a line is recognised, spaces around it aside.
#[derive(Clone, Copy, Debug)]
pub enum Sign {
    Is(&'static str),
    Begins(&'static str),
    Contains(&'static str),
}

impl Sign {
    fn is_in(&self, line: &str) -> bool {
        match self {
            Sign::Is(text) => line == *text,
            Sign::Begins(text) => line.starts_with(text),
            Sign::Contains(text) => line.contains(text),
        }
    }
}

pub fn read(lines: &Lines, evidence: &Evidence) -> Answer {
    let (mut safe, mut unsafe_line, mut neither) = (false, None, false);
    for line in evidence.lines() {
        let line = line.trim();
        let has = |signs: &[Sign]| signs.iter().any(|sign| sign.is_in(line));
        safe |= has(lines.no_violation);
        neither |= has(lines.neither);
        if has(lines.violation) {
            unsafe_line.get_or_insert_with(|| line.to_string());
        }
    }
    if neither {
        return evidence.unclear("it does not know");
    }
    if !lines.exit_codes.contains(&evidence.exit_code) {
        return evidence.unclear("it failed");
    }
    match (safe, unsafe_line) {
        (true, None) => Answer::NoViolation,
        (false, Some(text)) => Answer::Violations(vec![Violation {
            check: FailedCheck {
                text,
                ..FailedCheck::default()
            },
            assignments: Vec::new(),
        }]),
        (true, Some(_)) => {
            evidence.unclear("it says both that there is a violation and that there is none")
        }
        (false, None) => evidence.unclear("it does not answer"),
    }
}
