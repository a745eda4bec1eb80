//! What both formats of SV-COMP's violation witnesses need: the task, the property as a formula, and values that other tools can read.
//!
//! A witness lets another verifier find the same violation, so it must not say anything false: where a name is not one of the source (objects of the heap, the
//! second of two variables of one name), or what it names is not known to be an integer, nothing is said, and the witness is merely weaker.

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
    let formula = match violation.property.as_str() {
        "unreach-call" => return format!("G ! call({}())", error_function(trace)),
        // One property here, several there.
        "valid-memsafety" if is_wrong_free(&violation.message) => "G valid-free",
        "valid-memsafety" => "G valid-deref",
        "valid-memcleanup" => "G valid-memcleanup",
        "no-overflow" => "G ! overflow",
        "no-deadlock" => "G ! deadlock",
        "no-data-race" => "G ! data-race",
        other => return format!("G ! {other}"),
    };
    formula.to_owned()
}

/// Not a use after free, which is a wrong access.
fn is_wrong_free(message: &str) -> bool {
    message.starts_with("double free") || message.starts_with("invalid free")
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

/// What the source calls a function: `bump` for `bump.1`, the second function of this name, which is another file's.
pub(crate) fn source_name(function: &str) -> &str {
    match function.split_once('.') {
        Some((name, number)) if number.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => function,
    }
}

/// An integer variable whose name means the same to another tool, at this step.
pub(crate) fn nameable<'a>(trace: &'a Trace, step: &Step, variable: usize) -> Option<Nameable<'a>> {
    let variable = trace.variables.get(variable)?;
    let c_type = variable.c_type.as_deref();
    if !is_c_name(&variable.name) || !c_type.is_some_and(is_integer_type) {
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
            StorageKind::Local => variable.function.as_deref().map(source_name),
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

/// The value as an expression that every tool reads the same, if there is one: a decimal integer, with or without a sign and suffix.
pub(crate) fn plain_integer(value: &str) -> Option<String> {
    let digits = value.strip_prefix('-').unwrap_or(value);
    let number = digits.trim_end_matches(['u', 'U', 'l', 'L']);
    let is_decimal = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    // Else it would be octal.
    let is_plain = is_decimal && (number == "0" || !number.starts_with('0'));
    // Wider integers have no literals.
    let magnitude: u64 = number.parse().ok().filter(|_| is_plain)?;
    let is_negative = value.starts_with('-');
    match i64::try_from(magnitude) {
        Ok(_) => Some(value.to_string()),
        // A literal has no sign, and without it this one would not fit any signed type.
        Err(_) if is_negative => {
            let is_least = magnitude == i64::MIN.unsigned_abs();
            is_least.then(|| "(-9223372036854775807 - 1)".to_string())
        }
        // Without a suffix, decimal literals are signed (C11 6.4.4.1).
        Err(_) if number == digits => Some(format!("{value}u")),
        Err(_) => Some(value.to_string()),
    }
}

fn is_integer_type(c_type: &str) -> bool {
    let unsigned = c_type.strip_prefix("unsigned ");
    let name = unsigned.unwrap_or(c_type);
    c_type == "_Bool" || ["char", "short", "int", "long", "long long", "__int128"].contains(&name)
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

/// `counter`, `queue.slots[2].next`: identifiers, members and constant indices. Not `counter.1`, the second variable of this name.
fn is_c_name(name: &str) -> bool {
    name.split('.').all(|member| {
        let (identifier, indices) = match member.find('[') {
            Some(at) => member.split_at(at),
            None => (member, ""),
        };
        is_identifier(identifier) && are_indices(indices)
    })
}

fn is_identifier(text: &str) -> bool {
    let is_letter = |c: char| c == '_' || c.is_ascii_alphabetic();
    text.starts_with(is_letter) && text.chars().all(|c| is_letter(c) || c.is_ascii_digit())
}

/// `[2][0]`, or nothing.
fn are_indices(text: &str) -> bool {
    let inside = text.strip_prefix('[').map(|rest| rest.strip_suffix(']'));
    let is_number =
        |index: &str| !index.is_empty() && index.bytes().all(|byte| byte.is_ascii_digit());
    match inside {
        Some(inside) => inside.is_some_and(|inside| inside.split("][").all(is_number)),
        None => text.is_empty(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_plain_or_left_out() {
        for value in ["0", "5", "-7", "4294967295u", "1ul", "9223372036854775807"] {
            assert_eq!(plain_integer(value).as_deref(), Some(value));
        }
        for (value, written) in [
            ("9223372036854775808", "9223372036854775808u"),
            ("18446744073709551615", "18446744073709551615u"),
            ("18446744073709551615u", "18446744073709551615u"),
            ("-9223372036854775808", "(-9223372036854775807 - 1)"),
        ] {
            assert_eq!(plain_integer(value).as_deref(), Some(written));
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
            "18446744073709551616",
            "-9223372036854775809",
            "1e300",
            "2.0",
        ] {
            assert_eq!(plain_integer(value), None);
        }
    }

    #[test]
    fn names_are_of_the_source_or_left_out() {
        for name in ["x", "_a1", "queue.slots[2].next", "grid[1][20]"] {
            assert!(is_c_name(name));
        }
        for name in [
            "",
            "1x",
            "a b",
            "*p",
            "a->b",
            "x == 1 || y",
            "<stack>",
            "hits.1",
            "hits.1.first",
            ".temp",
            "a.",
            "a[",
            "a[]",
            "a[i]",
            "a[1]b",
        ] {
            assert!(!is_c_name(name), "{name}");
        }
        assert_eq!(source_name("bump.1"), "bump");
        assert_eq!(source_name("bump"), "bump");
    }

    #[test]
    fn only_integers_are_integers() {
        for c_type in ["_Bool", "int", "unsigned char", "long long"] {
            assert!(is_integer_type(c_type));
        }
        for c_type in [
            "",
            "struct s",
            "char *",
            "int[3]",
            "double",
            "unsigned _Bool",
        ] {
            assert!(!is_integer_type(c_type));
        }
    }

    #[test]
    fn identifiers_have_the_shape_of_a_uuid() {
        assert_eq!(uuid([0; 16]), "00000000-0000-8000-8000-000000000000");
        assert_eq!(uuid([255; 16]), "ffffffff-ffff-8fff-bfff-ffffffffffff");
    }
}
