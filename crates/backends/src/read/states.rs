//! The text of CBMC and ESBMC: states with assignments, then the violated property, then the verdict.
//!
//! ```text
//! Trace for main.assertion.1:                                      CBMC, if all violations are asked for
//!
//! State 22 file a.c function main line 5 thread 0                  ESBMC has the line before the function
//! ----------------------------------------------------
//!   x=7 (00000000 00000000 00000000 00000111)                      or with spaces, or without the bits
//!
//! Violated property:
//!   file a.c function main line 6 thread 0
//!   assertion: the text (a.c:3)
//!   x != 7
//!
//! VERIFICATION FAILED
//! ```
//!
//! CBMC also speaks JSON; version 5.12 breaks off in the middle of it at certain pointers, so its text is read.

use super::Evidence;
use crate::answer::{Answer, Assignment, FailedCheck, Value, Violation};

#[derive(Default)]
struct Reading {
    is_safe: bool,
    is_unsafe: bool,
    violations: Vec<Violation>,
    /// The one that is being read.
    violation: Violation,
    place: Place,
}

/// What the next line belongs to.
#[derive(Default)]
enum Place {
    #[default]
    Elsewhere,
    State,
    /// How many lines of a property have been read.
    Property(u32),
}

pub fn read(evidence: &Evidence) -> Answer {
    let mut reading = Reading::default();
    for line in evidence.lines() {
        reading.line(&line);
    }
    match (reading.is_safe, reading.is_unsafe, evidence.exit_code) {
        (true, false, 0) if reading.violations.is_empty() => Answer::NoViolation,
        // ESBMC ends with 1, CBMC and older versions of ESBMC with 10.
        (false, true, 1 | 10) if !reading.violations.is_empty() => {
            Answer::Violations(reading.violations)
        }
        _ => evidence.unclear("it does not answer"),
    }
}

impl Reading {
    fn line(&mut self, line: &str) {
        match line.trim() {
            "VERIFICATION SUCCESSFUL" => self.is_safe = true,
            "VERIFICATION FAILED" => self.is_unsafe = true,
            "Violated property:" => self.place = Place::Property(0),
            "" => self.place = Place::Elsewhere,
            text if text.starts_with("Trace for ") => self.violation = Violation::default(),
            text if text.starts_with("State ") && !line.starts_with(' ') => {
                self.place = Place::State;
            }
            text => self.text(text),
        }
    }

    fn text(&mut self, text: &str) {
        match self.place {
            Place::State => self.violation.assignments.extend(assignment(text)),
            Place::Property(lines) => {
                self.place = Place::Property(lines + 1);
                match lines {
                    0 => self.violation.check = place_of(text),
                    1 => {
                        self.violation.check.text = text.to_string();
                        self.violations.push(std::mem::take(&mut self.violation));
                    }
                    _ => {}
                }
            }
            Place::Elsewhere => {}
        }
    }
}

/// `file a.c line 6 column 3 function main`, or with the function first: a file's name may contain spaces.
fn place_of(text: &str) -> FailedCheck {
    let after_file = text.strip_prefix("file ").unwrap_or_default();
    let (before, rest) = after_file.rsplit_once(" line ").unwrap_or_default();
    let file = before.split(" function ").next().unwrap_or_default();
    let line = rest.split_whitespace().next();
    FailedCheck {
        text: String::new(),
        file: (!file.is_empty()).then(|| file.to_string()),
        line: line.and_then(|line| line.parse().ok()),
    }
}

/// `x = 7 (00000111)`, or without the bits.
fn assignment(text: &str) -> Option<Assignment> {
    let (name, value) = text.split_once('=')?;
    let value = value.trim();
    let bits = value.strip_suffix(')').and_then(|v| v.rsplit_once('('));
    let value = match bits {
        Some((_, bits)) => Value::from_binary(bits)?,
        None => Value::from_decimal(value)?,
    };
    Some(Assignment {
        name: name.trim().to_string(),
        value,
    })
}
