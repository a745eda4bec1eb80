//! What a program prints that executes itself (`preludes/native.h`).

use super::Evidence;
use crate::answer::{Answer, FailedCheck, Violation};

pub fn read(evidence: &Evidence) -> Answer {
    let mut violated = None;
    let mut again = None;
    let mut summary = None;
    for line in evidence.lines() {
        let said = line.strip_prefix("unspool: ");
        let said = said.and_then(|said| said.split_once(": "));
        match said {
            Some(("violated", text)) => violated = Some(text.to_string()),
            Some(("again with", words)) => again = Some(words.to_string()),
            Some(("no violation", text)) => summary = Some(text.to_string()),
            _ => {}
        }
    }
    match (violated, again, summary, evidence.exit_code) {
        (Some(text), Some(_), None, 1) => Answer::Violations(vec![Violation {
            check: FailedCheck {
                text,
                ..FailedCheck::default()
            },
            assignments: Vec::new(),
        }]),
        (None, None, Some(summary), 0) => {
            Answer::unknown(format!("random executions show no violation: {summary}"))
        }
        _ => evidence.unclear("it does not answer"),
    }
}
