//! The report as JSON: written for `--json`, and read back with words on what is wrong.
//!
//! Who reads a stored report may have got it from another version of this program, from a pipe that broke, or from an editor. So reading goes in
//! three stages, each with its own complaint: is it JSON at all, is it a report of this version, and does it have every field. Then all numbers
//! that refer to something are looked up (`references.rs`): what has passed may be shown without a question whether a file or thread exists.

use serde_json::Value;

use crate::model::{Report, VERSION};
use crate::references::{self, BadReference};

/// The JSON text of a report, indented, with a newline at the end.
pub fn write(report: &Report) -> String {
    // Only maps with keys that are not strings, or a writer that fails, can make this an error; there are none of either.
    let mut text = serde_json::to_string_pretty(report).unwrap_or_default();
    text.push('\n');
    text
}

/// The report that a JSON text contains.
pub fn read(text: &str) -> Result<Report, ReadError> {
    let value: Value = serde_json::from_str(text).map_err(|error| ReadError::NotJson {
        line: error.line(),
        column: error.column(),
        problem: without_position(&error),
    })?;
    check_version(&value)?;
    // From the text again, and not from the value, because only then errors know where they are.
    let report: Report = serde_json::from_str(text).map_err(|error| ReadError::WrongField {
        line: error.line(),
        column: error.column(),
        problem: without_position(&error),
    })?;
    references::check(&report)?;
    Ok(report)
}

/// Why a text is not a report that can be shown.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReadError {
    #[error("this is not JSON: line {line}, column {column}: {problem}")]
    NotJson {
        line: usize,
        column: usize,
        problem: String,
    },
    #[error("this is JSON, but not a report of `unspool check`: {0}")]
    NotAReport(&'static str),
    #[error(
        "this report has version {found}; this program reads version {VERSION}: use a newer unspool"
    )]
    NewerVersion { found: u64 },
    #[error(
        "this report has version {found}; this program reads version {VERSION}: make the report anew"
    )]
    OlderVersion { found: u64 },
    #[error("this report is damaged: line {line}, column {column}: {problem}")]
    WrongField {
        line: usize,
        column: usize,
        problem: String,
    },
    #[error("this report is damaged: {0}")]
    BadReference(#[from] BadReference),
}

fn check_version(value: &Value) -> Result<(), ReadError> {
    let Value::Object(fields) = value else {
        return Err(ReadError::NotAReport("it is not an object"));
    };
    let Some(version) = fields.get("version") else {
        return Err(ReadError::NotAReport("it has no `version`"));
    };
    match version.as_u64() {
        None => Err(ReadError::NotAReport("its `version` is not a number")),
        Some(found) if found > u64::from(VERSION) => Err(ReadError::NewerVersion { found }),
        Some(found) if found < u64::from(VERSION) => Err(ReadError::OlderVersion { found }),
        Some(_) => Ok(()),
    }
}

/// The message alone: serde_json appends where it is, which we say ourselves.
fn without_position(error: &serde_json::Error) -> String {
    let position = format!(" at line {} column {}", error.line(), error.column());
    let message = error.to_string();
    match message.strip_suffix(&position) {
        Some(alone) => alone.to_owned(),
        None => message,
    }
}
