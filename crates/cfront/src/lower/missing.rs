//! Functions that are called but have neither a body nor a model.
//!
//! Precondition: all bodies are lowered. In a whole program a call of such a function that `main` may lead to is an error which
//! names the function and the call: to guess what it does would be to make the verdict up. Calls that nothing leads to do not
//! matter, nor does anything in a part of a program that has no `main`, nor do functions whose address is merely taken; an execution that calls one through a pointer ends as
//! unsupported. If the settings ask for it, the function is given a body instead: any result, no effect.

use rustc_hash::FxHashMap;
use unspool_ir::{
    Body, Callee, ExprKind, FunctionId, InitValue, InstKind, Terminator, Type, Types,
};

use crate::diagnostic::Diagnostic;
use crate::settings::Missing;
use crate::source::Span;

use super::Lower;
use super::build::Builder;
use super::symbols::{IrId, SymbolId, SymbolKind};

/// Where functions without a definition are called.
#[derive(Default)]
pub struct MissingCalls {
    /// By caller and callee: the first call.
    first: FxHashMap<(Option<SymbolId>, SymbolId), Span>,
}

impl<'a> Lower<'a> {
    /// Remembers a call of a function that may turn out to be missing.
    pub(super) fn note_call(&mut self, callee: SymbolId, span: Span) {
        let entry = &self.symbols[callee.index()];
        if self.unevaluated == 0 && !entry.is_defined() && !entry.is_weak {
            let key = (self.f.symbol, callee);
            self.missing_calls.first.entry(key).or_insert(span);
        }
    }

    pub(super) fn settle_missing(&mut self) {
        let calls = std::mem::take(&mut self.missing_calls).first;
        if calls.is_empty() {
            return;
        }
        let reached = self.reached_from_entry();
        if reached.is_none() && self.settings.missing != Missing::Havoc {
            // The rest of the program is elsewhere.
            return;
        }
        // The first reachable call of each, in the order of the input.
        let mut wanted: FxHashMap<SymbolId, Span> = FxHashMap::default();
        for ((caller, callee), span) in calls {
            let caller = caller.and_then(|symbol| self.symbols[symbol.index()].ir);
            let is_reached = match (&reached, caller) {
                (Some(reached), Some(IrId::Function(caller))) => reached[caller.index()],
                _ => true,
            };
            if is_reached {
                let first = wanted.entry(callee).or_insert(span);
                *first = (*first).min(span);
            }
        }
        let mut wanted: Vec<(SymbolId, Span)> = wanted.into_iter().collect();
        wanted.sort_by_key(|&(_, span)| span);
        for (symbol, span) in wanted {
            let name = self.text(self.symbols[symbol.index()].name).to_string();
            let diagnostic = match self.settings.missing {
                Missing::Refuse => Diagnostic::error(
                    span,
                    format!("`{name}` is called here, but it has neither a body nor a model"),
                )
                .with_help(
                    "give the file that defines it, write a model of it (--models DIR), or let it return \
                     any value and change nothing (--havoc-missing)",
                ),
                Missing::Accept => Diagnostic::warning(
                    span,
                    format!("`{name}` has neither a body nor a model"),
                )
                .with_help("an execution that calls it ends as unsupported"),
                Missing::Havoc => {
                    self.give_any_result(symbol);
                    Diagnostic::warning(
                        span,
                        format!(
                            "`{name}` has neither a body nor a model: it is taken to return any value and to change nothing"
                        ),
                    )
                }
            };
            self.diagnostics.push(diagnostic);
        }
    }

    /// The functions that execution may come to; None without an entry, when everything counts.
    fn reached_from_entry(&self) -> Option<Vec<bool>> {
        let program = &self.program;
        let entry = program.entry?;
        let mut reached = vec![false; program.functions.len()];
        let mut work = vec![entry];
        let tables = program
            .globals
            .iter()
            .filter_map(|global| global.init.as_ref());
        for item in tables.flat_map(|init| &init.items) {
            if let InitValue::Function { function, .. } = item.value {
                work.push(function);
            }
        }
        while let Some(function) = work.pop() {
            if !std::mem::replace(&mut reached[function.index()], true)
                && let Some(body) = &program.function(function).body
            {
                for_each_mentioned(body, |mentioned| work.push(mentioned));
            }
        }
        Some(reached)
    }

    fn give_any_result(&mut self, symbol: SymbolId) {
        let Some(IrId::Function(id)) = self.symbols[symbol.index()].ir else {
            return;
        };
        let SymbolKind::Function(function) = &self.symbols[symbol.index()].kind else {
            return;
        };
        let noreturn = function.noreturn;
        let Type::Function(ty) = self.program.types.get(self.program.function(id).ty).clone()
        else {
            return;
        };
        self.b = Builder::new();
        self.b.span = Some(self.program.function(id).span);
        for &param in &ty.params {
            let reg = self.b.new_reg("", param);
            self.b.body.params.push(reg);
        }
        if noreturn {
            // It does not come back, and what it does meanwhile is not known.
            self.b.emit(InstKind::Unsupported(
                "a function that does not return and has neither a body nor a model".to_string(),
            ));
            self.b.terminate(Terminator::Unreachable);
        } else if ty.result == Types::VOID {
            self.b.terminate(Terminator::Return(None));
        } else {
            let dst = self.b.new_reg("", ty.result);
            self.b.emit(InstKind::Nondet { dst });
            let value = self.b.reg(dst);
            self.b.terminate(Terminator::Return(Some(value)));
        }
        let function = &mut self.program.functions[id.index()];
        function.body = Some(std::mem::replace(&mut self.b, Builder::new()).body);
        function.is_model = true;
    }
}

/// Functions that a body calls or takes the address of.
fn for_each_mentioned(body: &Body, mut visit: impl FnMut(FunctionId)) {
    for expr in &body.exprs {
        if let ExprKind::FunctionAddress(function) = expr.kind {
            visit(function);
        }
    }
    for inst in body.blocks.iter().flat_map(|block| &block.insts) {
        if let InstKind::Call {
            callee: Callee::Direct(function),
            ..
        } = inst.kind
        {
            visit(function);
        }
    }
}
