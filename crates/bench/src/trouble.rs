//! What is wrong with a file that somebody wrote, as data: who shows it underlines the place.

use std::ops::Range;
use std::path::Path;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trouble {
    pub message: String,
    pub help: String,
    pub place: Option<TroublePlace>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TroublePlace {
    pub file: String,
    /// From 1 on.
    pub line: u32,
    /// Of the line.
    pub text: String,
    /// Bytes of the text.
    pub underline: Range<usize>,
}

impl Trouble {
    pub fn new(message: impl Into<String>, help: impl Into<String>) -> Trouble {
        Trouble {
            message: message.into(),
            help: help.into(),
            place: None,
        }
    }

    /// A file that cannot be read or written.
    pub fn with_file(what: &str, path: &Path, why: &dyn std::fmt::Display) -> Trouble {
        Trouble::new(format!("cannot {what} `{}`: {why}", path.display()), "")
    }

    pub fn at(mut self, place: TroublePlace) -> Trouble {
        self.place = Some(place);
        self
    }
}
