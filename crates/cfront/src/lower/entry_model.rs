//! Entry models: what happens at the beginning of a function that the program defines itself.
//!
//! A user's definition of a library function wins over the model. But in the dialect of SV-COMP it is the *call* of `reach_error` that
//! must not happen, whatever body the program gives it. So, if the models define a function `__unspool_entry_N`, a function `N` of
//! the program begins with a call of it.

use crate::symbol::Symbol;

use super::symbols::{IrId, SymbolId};
use super::{Lower, Origin};

const PREFIX: &str = "__unspool_entry_";

impl<'a> Lower<'a> {
    /// Called for each function that models define.
    pub(super) fn note_entry_model(&mut self, name: Symbol, symbol: SymbolId) {
        if let Some(function) = self.text(name).strip_prefix(PREFIX) {
            let function = function.to_string();
            let function = self.names.intern(&function);
            self.entry_models.insert(function, symbol);
        }
    }

    /// At the beginning of the body of `name`.
    pub(super) fn call_entry_model(&mut self, name: Symbol) {
        if self.origin == Origin::User
            && let Some(&symbol) = self.entry_models.get(&name)
            && let IrId::Function(id) = self.ir_symbol(symbol)
        {
            self.call_plainly(id, Vec::new());
        }
    }
}
