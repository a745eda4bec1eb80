//! Something to tell the user, as data: a message, the source lines it is about, notes, what to do next.

use std::ops::Range;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Severity {
    Error,
    Unsupported,
    Warning,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    pub severity: Severity,
    pub message: String,
    /// The most important first.
    pub excerpts: Vec<Excerpt>,
    pub notes: Vec<String>,
    pub help: Vec<String>,
}

/// A line of source with a part of it underlined.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Excerpt {
    pub file: String,
    pub line: u32,
    /// Of the line; without it only the position is shown.
    pub text: Option<String>,
    /// Bytes of the text, on character boundaries.
    pub underline: Range<usize>,
    /// Written beside the underlined part.
    pub label: String,
    /// Underlined as the matter itself, or as something related.
    pub is_primary: bool,
}

impl Problem {
    pub fn new(severity: Severity, message: impl Into<String>) -> Problem {
        Problem {
            severity,
            message: message.into(),
            excerpts: Vec::new(),
            notes: Vec::new(),
            help: Vec::new(),
        }
    }

    pub fn with_excerpt(mut self, excerpt: Option<Excerpt>) -> Problem {
        self.excerpts.extend(excerpt);
        self
    }

    pub fn with_note(mut self, note: impl Into<String>) -> Problem {
        self.notes.push(note.into());
        self
    }

    pub fn with_help(mut self, help: impl Into<String>) -> Problem {
        self.help.push(help.into());
        self
    }

    pub fn is_fatal(&self) -> bool {
        self.severity != Severity::Warning
    }
}

/// "2 errors, 1 warning"; None if one line says it all already.
pub fn summary(problems: &[Problem]) -> Option<String> {
    let fatal = problems.iter().filter(|problem| problem.is_fatal()).count();
    let warnings = problems.len() - fatal;
    if problems.len() < 2 {
        return None;
    }
    let count = |number: usize, what: &str| match number {
        0 => None,
        1 => Some(format!("1 {what}")),
        _ => Some(format!("{number} {what}s")),
    };
    let parts: Vec<String> = [count(fatal, "error"), count(warnings, "warning")]
        .into_iter()
        .flatten()
        .collect();
    Some(parts.join(", "))
}
