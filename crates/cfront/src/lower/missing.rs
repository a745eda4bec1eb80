//! Functions that are called but have neither a body nor a model.
//!
//! Precondition: all bodies are lowered. In a whole program a call of such a function that `main` may lead to is an error which
//! names the function and the call: to guess what it does would be to make the verdict up. Calls that nothing leads to do not
//! matter, nor does anything in a part of a program that has no `main`, nor do functions whose address is merely taken; an execution that calls one through a pointer ends as
//! unsupported. If the settings ask for it, the function is given a body instead: any result, no effect.

use rustc_hash::{FxHashMap, FxHashSet};
use unspool_ir::{Callee, ExprKind, FunctionId, InitValue, InstKind, Terminator, Type, Types};

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
        let is_havoc = self.settings.missing == Missing::Havoc;
        if calls.is_empty() && !is_havoc {
            return;
        }
        if self.program.entry.is_none() && !is_havoc {
            // The rest of the program is elsewhere.
            return;
        }
        let called = self.calls_that_remain();
        // The first reachable call of each, in the order of the input.
        let mut wanted: FxHashMap<SymbolId, Span> = FxHashMap::default();
        for ((caller, callee), span) in calls {
            let id = |symbol: SymbolId| match self.symbols[symbol.index()].ir {
                Some(IrId::Function(id)) => Some(id),
                _ => None,
            };
            let (Some(caller), Some(id)) = (caller.and_then(id), id(callee)) else {
                continue;
            };
            if called.contains(&(caller, id)) {
                let first = wanted.entry(callee).or_insert(span);
                *first = (*first).min(span);
            }
        }
        if is_havoc {
            // Those that are only called through pointers, too; shown where they are declared.
            for (index, entry) in self.symbols.iter().enumerate() {
                if matches!(entry.ir, Some(IrId::Function(_)))
                    && !entry.is_defined()
                    && !entry.is_weak
                {
                    let symbol = SymbolId(index as u32);
                    wanted.entry(symbol).or_insert(entry.span);
                }
            }
        }
        let mut wanted: Vec<(SymbolId, Span)> = wanted.into_iter().collect();
        wanted.sort_by_key(|&(_, span)| span);
        for (symbol, span) in wanted {
            let name = self.text(self.symbols[symbol.index()].name).to_string();
            if name.starts_with("__unspool_") {
                let message = format!("there is no intrinsic `{name}`");
                let diagnostic = Diagnostic::error(span, message)
                    .with_help("docs/models.md lists the intrinsics that models can use");
                self.diagnostics.push(diagnostic);
                continue;
            }
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
                    let what = self.give_any_result(symbol, &name);
                    Diagnostic::warning(
                        span,
                        format!("`{name}` has neither a body nor a model: {what}"),
                    )
                }
            };
            self.diagnostics.push(diagnostic);
        }
    }

    /// Callers and callees of the direct calls in all bodies that execution may come to. Calls in code that nothing leads to are not
    /// in the bodies any more: programs guard calls of functions that do not exist by conditions that are constant.
    fn calls_that_remain(&self) -> FxHashSet<(FunctionId, FunctionId)> {
        let program = &self.program;
        let mut reached = vec![false; program.functions.len()];
        let mut work: Vec<FunctionId> = match program.entry {
            Some(entry) => vec![entry],
            None => (0..program.functions.len()).map(FunctionId::new).collect(),
        };
        let tables = program
            .globals
            .iter()
            .filter_map(|global| global.init.as_ref());
        for item in tables.flat_map(|init| &init.items) {
            if let InitValue::Function { function, .. } = item.value {
                work.push(function);
            }
        }
        let mut calls = FxHashSet::default();
        while let Some(function) = work.pop() {
            if std::mem::replace(&mut reached[function.index()], true) {
                continue;
            }
            let Some(body) = &program.function(function).body else {
                continue;
            };
            for expr in &body.exprs {
                if let ExprKind::FunctionAddress(address) = expr.kind {
                    work.push(address);
                }
            }
            for inst in body.blocks.iter().flat_map(|block| &block.insts) {
                if let InstKind::Call {
                    callee: Callee::Direct(callee),
                    ..
                } = inst.kind
                {
                    calls.insert((function, callee));
                    work.push(callee);
                }
            }
        }
        calls
    }

    /// Says what the function is taken to do.
    fn give_any_result(&mut self, symbol: SymbolId, name: &str) -> &'static str {
        const CHANGES_NOTHING: &str = "it is taken to return any value and to change nothing";
        let entry = &self.symbols[symbol.index()];
        let (Some(IrId::Function(id)), SymbolKind::Function(function)) = (entry.ir, &entry.kind)
        else {
            return CHANGES_NOTHING;
        };
        let noreturn = function.noreturn;
        let ty = self.program.function(id).ty;
        let Type::Function(ty) = self.program.types.get(ty).clone() else {
            return CHANGES_NOTHING;
        };
        self.b = Builder::new();
        self.b.span = Some(self.program.function(id).span);
        for &param in &ty.params {
            let reg = self.b.new_reg("", param);
            self.b.body.params.push(reg);
        }
        let what = if noreturn {
            // It does not come back, and what it does meanwhile is not known.
            let what =
                format!("`{name}`, which does not return and has neither a body nor a model");
            self.b.emit(InstKind::Unsupported(what));
            self.b.terminate(Terminator::Unreachable);
            "it does not return, so an execution that calls it ends as unsupported"
        } else if ty.result == Types::VOID {
            self.b.terminate(Terminator::Return(None));
            "it is taken to change nothing"
        } else {
            let dst = self.b.new_reg("", ty.result);
            self.b.emit(InstKind::Nondet { dst });
            let value = self.b.reg(dst);
            self.b.terminate(Terminator::Return(Some(value)));
            CHANGES_NOTHING
        };
        let function = &mut self.program.functions[id.index()];
        function.body = Some(std::mem::replace(&mut self.b, Builder::new()).body);
        function.is_model = true;
        what
    }
}
