//! Labels that mean something in dialects of verification: the one that must not be reached, and CBMC's that start threads.

use unspool_ir::{InstKind, Property, Types};

use crate::ast::Identifier;

use super::{Lower, Lowered, Origin};

impl<'a> Lower<'a> {
    /// Behind a label that has just been defined.
    pub(super) fn dialect_label(&mut self, name: Identifier) -> Lowered<()> {
        if self.text(name.symbol).starts_with("__CPROVER_ASYNC_") {
            let message = "threads started by CBMC's labels are not supported; use pthread_create";
            return self.unsupported(name.span, message);
        }
        self.error_label(name);
        Ok(())
    }

    /// In some dialects of verification to reach a certain label is the error.
    fn error_label(&mut self, name: Identifier) {
        let text = self.text(name.symbol);
        if self.origin != Origin::User || self.settings.error_label.as_deref() != Some(text) {
            return;
        }
        let message = format!("label `{text}` is reached");
        self.at(name.span);
        let condition = self.b.int(&self.program.types, Types::BOOL, 0);
        self.b.emit(InstKind::Assert {
            condition,
            property: Property::UnreachCall,
            message,
            detail: None,
        });
    }
}
