//! Errors: few kinds, each telling whose turn it is.

use crate::exit_codes::ExitCode;
use crate::problem::{Problem, Severity};

#[derive(Clone, Debug)]
pub enum Error {
    /// The caller: what is wrong with the command, and what to do.
    Usage { message: String, help: String },
    /// The input cannot be read or is not what it should be.
    Parse(Vec<Problem>),
    /// The input is right, and more than we can handle.
    Unsupported(Vec<Problem>),
    /// Time, memory, disk: which limit.
    Resource(Vec<Problem>),
    /// Us.
    Bug(String),
}

impl Error {
    /// An input error without a place in a source text.
    pub fn input(message: impl Into<String>, help: impl Into<String>) -> Error {
        Error::Parse(vec![Problem::new(Severity::Error, message).with_help(help)])
    }

    /// A limit without a place in a source text.
    pub fn resource(message: impl Into<String>) -> Error {
        Error::Resource(vec![Problem::new(Severity::Error, message)])
    }

    pub fn exit_code(&self) -> ExitCode {
        match self {
            Error::Usage { .. } => ExitCode::Usage,
            Error::Parse(_) | Error::Unsupported(_) => ExitCode::Input,
            Error::Resource(_) => ExitCode::Unknown,
            Error::Bug(_) => ExitCode::Bug,
        }
    }

    /// What to show.
    pub fn problems(&self) -> Vec<Problem> {
        match self {
            Error::Usage { message, help } => {
                vec![Problem::new(Severity::Error, message).with_help(help)]
            }
            Error::Parse(problems) | Error::Unsupported(problems) | Error::Resource(problems) => {
                problems.clone()
            }
            Error::Bug(what) => vec![
                Problem::new(Severity::Error, format!("internal error: {what}")).with_help(
                    "this is a mistake in Unspool, not in your program: please report it with the input that shows it",
                ),
            ],
        }
    }
}
