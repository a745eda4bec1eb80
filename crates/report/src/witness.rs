//! What both formats of SV-COMP's violation witnesses need: the task, the property as a formula, and values that other tools can read.
//!
//! A witness lets another verifier find the same violation, so it must not say anything false: where a name is not one of the source (objects of the heap),
//! or a value is not a plain integer, nothing is said, and the witness is merely weaker.

use crate::model::{DataModel, Event, Place, Report, SourceFile, Step, StorageKind, Trace};
use crate::source_calls::{self, SourceCall};

/// What a witness contains beside the report. Both are given, so that the same report can give the same witness.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WitnessConfig {
    /// ISO 8601 with seconds: `2026-11-16T06:30:00Z`.
    pub creation_time: String,
    /// See [`uuid`].
    pub uuid: String,
}

/// Why there is no witness.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WitnessError {
    #[error("there is no violation to witness")]
    NoViolation,
    #[error("a witness names the files of the task, and there are none in the report")]
    NoInput,
    #[error("a witness needs the SHA-256 of {file}, which the report does not have")]
    NoHash { file: String },
    #[error("a witness needs a place in one of the task's files, and the violation has none")]
    NoPlace,
    /// Cannot happen with strings that are valid.
    #[error("the witness cannot be written: {0}")]
    NotWritten(String),
}

/// Any 16 bytes in the shape of a UUID: version 8, whose bits have no meaning (RFC 9562, 5.8).
pub fn uuid(mut bytes: [u8; 16]) -> String {
    bytes[6] = bytes[6] & 0x0f | 0x80;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    let mut text = String::new();
    for (index, byte) in bytes.iter().enumerate() {
        if matches!(index, 4 | 6 | 8 | 10) {
            text.push('-');
        }
        text.push_str(&format!("{byte:02x}"));
    }
    text
}

pub(crate) fn trace(report: &Report) -> Result<&Trace, WitnessError> {
    report.trace.as_ref().ok_or(WitnessError::NoViolation)
}

/// Each input with its hash.
pub(crate) fn inputs(report: &Report) -> Result<Vec<(&str, &str)>, WitnessError> {
    let inputs = &report.program.inputs;
    if inputs.is_empty() {
        return Err(WitnessError::NoInput);
    }
    let hash_of = |name: &String| {
        let file = report.program.files.iter().find(|file| file.name == *name);
        file.and_then(|file| file.sha256.as_deref())
    };
    inputs
        .iter()
        .map(|name| match hash_of(name) {
            Some(hash) => Ok((name.as_str(), hash)),
            None => Err(WitnessError::NoHash { file: name.clone() }),
        })
        .collect()
}

/// The formula that is violated: SV-COMP's where it has one. Its names for what it does not know are ours.
pub(crate) fn formula(trace: &Trace) -> String {
    let violation = &trace.violation;
    match violation.property.as_str() {
        "unreach-call" => format!("G ! call({}())", error_function(trace)),
        // One property here, three there; the message has the word.
        "memory-safety" if violation.message.contains("free") => "G valid-free".to_owned(),
        "memory-safety" => "G valid-deref".to_owned(),
        "data-race" | "no-data-race" => "G ! data-race".to_owned(),
        "no-overflow" => "G ! overflow".to_owned(),
        other => format!("G ! {other}"),
    }
}

/// The function of tasks before 2021 has another name, which then stands in the message or in the last statement. A failed assertion counts as a call of the
/// usual one.
fn error_function(trace: &Trace) -> &'static str {
    let old = "__VERIFIER_error";
    let last = trace.steps.last();
    let is_old = trace.violation.message.starts_with(old)
        || last.is_some_and(|step| step.statement.contains(&format!("{old}(")));
    if is_old { old } else { "reach_error" }
}

pub(crate) fn is_32_bit(report: &Report) -> bool {
    report.program.data_model == DataModel::Ilp32
}

/// A variable whose name means the same to another tool, at this step.
pub(crate) fn nameable<'a>(trace: &'a Trace, step: &Step, variable: usize) -> Option<Nameable<'a>> {
    let variable = trace.variables.get(variable)?;
    if !is_c_name(&variable.name) {
        return None;
    }
    let function = step.stack.first().map(|frame| frame.function.as_str());
    let is_in_scope = match variable.storage {
        StorageKind::Global => true,
        StorageKind::Local => {
            variable.thread == Some(step.thread)
                && variable.function.is_some()
                && variable.function.as_deref() == function
        }
        StorageKind::ThreadLocal | StorageKind::Heap | StorageKind::Other => false,
    };
    is_in_scope.then_some(Nameable {
        name: &variable.name,
        scope: match variable.storage {
            StorageKind::Local => variable.function.as_deref(),
            _ => None,
        },
        is_contended: variable.is_contended,
    })
}

pub(crate) struct Nameable<'a> {
    pub name: &'a str,
    /// The function that it is local to.
    pub scope: Option<&'a str>,
    pub is_contended: bool,
}

/// The value, if every tool reads it the same: a decimal integer, with or without a sign and suffix.
pub(crate) fn plain_integer(value: &str) -> Option<&str> {
    let digits = value.strip_prefix('-').unwrap_or(value);
    let number = digits.trim_end_matches(['u', 'U', 'l', 'L']);
    let is_decimal = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    // Else it would be octal.
    let is_plain = is_decimal && (number == "0" || !number.starts_with('0'));
    is_plain.then_some(value)
}

/// The calls of nondeterministic functions in a step's statement, if there are as many as the step drew values: then it is known which call gave which.
pub(crate) fn input_calls<'a>(
    files: &[SourceFile],
    step: &'a Step,
) -> Option<Vec<(SourceCall, &'a str)>> {
    let values: Vec<&str> = step
        .events
        .iter()
        .filter_map(|event| match event {
            Event::Input {
                value,
                is_unset: false,
                ..
            } => Some(value.as_str()),
            _ => None,
        })
        .collect();
    if values.is_empty() {
        return None;
    }
    let mut calls = calls(files, step.place?);
    calls.retain(|call| call.function.starts_with("__VERIFIER_nondet_"));
    (values.len() == calls.len()).then(|| calls.into_iter().zip(values).collect())
}

pub(crate) fn calls(files: &[SourceFile], place: Place) -> Vec<SourceCall> {
    match files.get(place.file) {
        Some(file) => source_calls::calls_of_statement(&file.text, place.line, place.column),
        None => Vec::new(),
    }
}

/// `counter`, `queue.slots[2].next`: identifiers, members and constant indices.
fn is_c_name(name: &str) -> bool {
    let starts_well = name
        .chars()
        .next()
        .is_some_and(|first| first == '_' || first.is_ascii_alphabetic());
    starts_well
        && name
            .chars()
            .all(|c| c == '_' || c.is_ascii_alphanumeric() || matches!(c, '.' | '[' | ']'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_plain_or_left_out() {
        for value in ["0", "5", "-7", "4294967295u", "1ul"] {
            assert_eq!(plain_integer(value), Some(value));
        }
        for value in [
            "",
            "-",
            "u",
            "010",
            "0x10",
            "1.5",
            "'a'",
            "&x",
            "{1, 2}",
            "--1",
            "1; exit(0)",
        ] {
            assert_eq!(plain_integer(value), None);
        }
    }

    #[test]
    fn names_are_of_the_source_or_left_out() {
        for name in ["x", "_a1", "queue.slots[2].next"] {
            assert!(is_c_name(name));
        }
        for name in ["", "1x", "a b", "*p", "a->b", "x == 1 || y", "<stack>"] {
            assert!(!is_c_name(name));
        }
    }

    #[test]
    fn identifiers_have_the_shape_of_a_uuid() {
        assert_eq!(uuid([0; 16]), "00000000-0000-8000-8000-000000000000");
        assert_eq!(uuid([255; 16]), "ffffffff-ffff-8fff-bfff-ffffffffffff");
    }
}
