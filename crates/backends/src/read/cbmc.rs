//! CBMC's JSON (`--json-ui --trace`), of versions 5 and 6: a list of messages, then results, then the status.
//!
//! The answer is believed if exit status, `cProverStatus` and the results of the single properties agree. Each failed property has a trace of its own;
//! with `--stop-on-fail` there is one, which stands outside of the list of results. Traces are long (hundreds of bytes for each assignment), so
//! only what is needed is kept while reading.

use std::fs::File;
use std::io::BufReader;

use serde::Deserialize;

use super::Evidence;
use crate::answer::{Answer, Assignment, FailedCheck, Value, Violation};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Message {
    message_text: Option<String>,
    message_type: Option<String>,
    source_location: Option<Location>,
    result: Option<Vec<Property>>,
    c_prover_status: Option<String>,
    // With --stop-on-fail, a property stands here itself.
    description: Option<String>,
    status: Option<String>,
    trace: Option<Vec<Step>>,
}

#[derive(Deserialize)]
struct Property {
    description: Option<String>,
    status: String,
    trace: Option<Vec<Step>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Step {
    step_type: Option<String>,
    lhs: Option<String>,
    value: Option<Data>,
    reason: Option<String>,
    source_location: Option<Location>,
    #[serde(default)]
    internal: bool,
}

#[derive(Deserialize)]
struct Data {
    binary: Option<String>,
}

#[derive(Deserialize, Clone)]
struct Location {
    file: Option<String>,
    line: Option<String>,
}

pub fn read(evidence: &Evidence) -> Answer {
    let messages = File::open(&evidence.output)
        .map_err(|error| error.to_string())
        .and_then(|file| {
            serde_json::from_reader::<_, Vec<Message>>(BufReader::new(file))
                .map_err(|error| error.to_string())
        });
    let messages = match messages {
        Ok(messages) => messages,
        Err(error) => {
            return evidence.unclear(&format!("its output is not what CBMC prints ({error})"));
        }
    };
    let mut errors = String::new();
    let mut statuses = Vec::new();
    let mut properties = Vec::new();
    for message in messages {
        if message.message_type.as_deref() == Some("ERROR") {
            errors.push_str(&error_text(&message));
        }
        statuses.extend(message.c_prover_status);
        properties.extend(message.result.into_iter().flatten());
        if let Some(status) = message.status {
            properties.push(Property {
                description: message.description,
                status,
                trace: message.trace,
            });
        }
    }
    answer(evidence, &statuses, properties, &errors)
}

fn answer(
    evidence: &Evidence,
    statuses: &[String],
    properties: Vec<Property>,
    errors: &str,
) -> Answer {
    let is_failed = |property: &Property| matches!(property.status.as_str(), "FAILURE" | "failed");
    let is_passed = |property: &Property| matches!(property.status.as_str(), "SUCCESS" | "passed");
    let status = match statuses {
        [status] => status.as_str(),
        _ => "",
    };
    match (status, evidence.exit_code) {
        ("success", 0) if properties.iter().all(is_passed) => Answer::NoViolation,
        ("failure", 10) if properties.iter().any(is_failed) => {
            let failed = properties.into_iter().filter(is_failed);
            Answer::Violations(failed.map(violation).collect())
        }
        _ if !errors.is_empty() => {
            let code = evidence.exit_code;
            Answer::unknown(format!("it failed with exit status {code}: {errors}"))
        }
        _ => evidence.unclear("it does not answer"),
    }
}

/// How much of its complaints is told.
const LONGEST_COMPLAINT: usize = 300;

fn error_text(message: &Message) -> String {
    let text = message.message_text.as_deref().unwrap_or_default();
    let text: String = text.trim().chars().take(LONGEST_COMPLAINT).collect();
    let place = message.source_location.as_ref();
    match place.and_then(|place| place.line.as_deref()) {
        Some(line) => format!("line {line}: {text}; "),
        None => format!("{text} "),
    }
}

fn violation(property: Property) -> Violation {
    let steps = property.trace.unwrap_or_default();
    let failure = steps
        .iter()
        .rev()
        .find(|step| step.step_type.as_deref() == Some("failure"));
    let place = failure.and_then(|step| step.source_location.clone());
    let reason = failure.and_then(|step| step.reason.clone());
    Violation {
        check: FailedCheck {
            text: property.description.or(reason).unwrap_or_default(),
            file: place.as_ref().and_then(|place| place.file.clone()),
            line: place.and_then(|place| place.line?.parse().ok()),
        },
        assignments: steps.into_iter().filter_map(assignment).collect(),
    }
}

/// Of what has bits; pointers, and records as a whole, have none.
fn assignment(step: Step) -> Option<Assignment> {
    let is_assignment = step.step_type.as_deref() == Some("assignment") && !step.internal;
    let binary = step.value?.binary?;
    let value = Value::from_binary(&binary)?;
    let name = step.lhs?;
    is_assignment.then_some(Assignment { name, value })
}
