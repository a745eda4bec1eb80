//! What is not supported matters only where it is reached.
//!
//! A *piece* is code that stands for itself: a statement, a condition, the parts of a `for`. If something in a piece is not
//! supported, all that was written for the piece is taken back and one `Unsupported` instruction is put in its place, so that an
//! execution which comes there ends as unsupported and no other is affected. A piece that jumps or is jumped into cannot
//! be taken back by itself; then the whole body of the function is unsupported.

use unspool_ir::{InstKind, Terminator};

use crate::ctype::Ty;
use crate::diagnostic::{Diagnostic, DiagnosticKind};
use crate::source::Span;

use super::build::Builder;
use super::{Lower, Lowered};

impl<'a> Lower<'a> {
    /// Lowers a piece of code; None if it is unsupported and has been replaced.
    pub(super) fn piece<T>(
        &mut self,
        span: Span,
        lower: impl FnOnce(&mut Self) -> Lowered<T>,
    ) -> Lowered<Option<T>> {
        let mark = self.b.mark();
        let diagnostics = self.diagnostics.len();
        let (jumps, lengths) = (self.f.jumps, self.vla_lengths.len());
        let cleanups = self.cleanups_here();
        let failed = match lower(self) {
            Ok(value) => return Ok(Some(value)),
            Err(failed) => failed,
        };
        // What is not evaluated is part of a piece that is; and a wrong piece is not merely unsupported.
        let is_wrong = self.diagnostics[diagnostics..]
            .iter()
            .any(|d| d.kind == DiagnosticKind::Error);
        if self.unevaluated > 0 || is_wrong {
            return Err(failed);
        }
        // A piece may also fail silently, by using a name whose declaration failed.
        let cause = self
            .diagnostics
            .iter()
            .rev()
            .find(|d| d.kind == DiagnosticKind::Unsupported)
            .map_or("what depends on an unsupported declaration", |d| &d.message)
            .to_string();
        if self.f.jumps != jumps {
            self.f.is_unsupported = true;
        }
        self.b.rewind(mark);
        self.vla_lengths.truncate(lengths);
        self.forget_cleanups(cleanups);
        self.at(span);
        self.b.emit(InstKind::Unsupported(cause));
        Ok(None)
    }

    /// Unsupported constructs of a body become warnings. Errors that come after one may be its consequences: then the whole
    /// body is unsupported, too.
    pub(super) fn settle_unsupported(&mut self, first: usize, params: &[Ty]) {
        let new = &mut self.diagnostics[first..];
        let Some(cause) = new
            .iter()
            .find(|d| d.kind == DiagnosticKind::Unsupported)
            .map(|d| d.message.clone())
        else {
            return;
        };
        let mut fatal = new.iter().filter(|d| d.is_fatal()).map(|d| d.kind);
        let comes_first = fatal.next() == Some(DiagnosticKind::Unsupported);
        let has_consequences = comes_first && fatal.any(|kind| kind == DiagnosticKind::Error);
        for diagnostic in new.iter_mut() {
            if diagnostic.kind == DiagnosticKind::Unsupported {
                diagnostic.kind = DiagnosticKind::Warning;
                diagnostic.help =
                    Some("an execution that comes here ends as unsupported".to_string());
            }
        }
        if has_consequences {
            let is_kept = |d: &Diagnostic| d.kind != DiagnosticKind::Error;
            let mut kept = self.diagnostics.split_off(first);
            kept.retain(is_kept);
            self.diagnostics.extend(kept);
        }
        if has_consequences || self.f.is_unsupported {
            self.b = Builder::new();
            for &param in params {
                self.parameter_register(param, None);
            }
            self.b.emit(InstKind::Unsupported(cause));
            self.b.terminate(Terminator::Unreachable);
        }
    }
}
