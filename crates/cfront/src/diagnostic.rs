//! What the front end has to say about the input. Only data: the binary renders it, with the source line underlined.

use crate::source::Span;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DiagnosticKind {
    /// The input is not C.
    Error,
    /// The input is C, and probably not what was meant.
    Warning,
    /// The input is C (or an extension of it) that Unspool does not handle.
    Unsupported,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    pub kind: DiagnosticKind,
    pub message: String,
    pub primary: Span,
    /// Further places, each with what it has to do with the matter.
    pub labels: Vec<(Span, String)>,
    pub help: Option<String>,
}

impl Diagnostic {
    pub fn error(primary: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(DiagnosticKind::Error, primary, message)
    }

    pub fn warning(primary: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(DiagnosticKind::Warning, primary, message)
    }

    pub fn unsupported(primary: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(DiagnosticKind::Unsupported, primary, message)
    }

    pub fn with_label(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.labels.push((span, text.into()));
        self
    }

    pub fn with_help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(help.into());
        self
    }

    /// Whether the input must be refused.
    pub fn is_fatal(&self) -> bool {
        self.kind != DiagnosticKind::Warning
    }

    fn new(kind: DiagnosticKind, primary: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            kind,
            message: message.into(),
            primary,
            labels: Vec::new(),
            help: None,
        }
    }
}
