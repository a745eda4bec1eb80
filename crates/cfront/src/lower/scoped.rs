//! Scoped models: library "functions" that only make sense together with variables of their caller.
//!
//! Macros of a header may declare variables and pass some of them on, out of sight, through the machinery of `setjmp`:
//! glibc's `pthread_cleanup_push` leaves the handler and its argument in two locals. So, if the models define a function
//! `__unspool_scoped_N`, a call of `N` in the program becomes a call of it, with the program's arguments first; its
//! parameters beyond those are the variables of their names that are visible at the call. Where one is not visible, the call
//! is an ordinary one.

use crate::ast::{DeclaratorPart, Expr, Identifier, Parameters};
use crate::source::Span;
use crate::symbol::Symbol;

use super::lvalue::{FunctionCallee, FunctionRef};
use super::symbols::{Entity, SymbolId, SymbolKind};
use super::{Lower, Lowered, Origin, Value};

const PREFIX: &str = "__unspool_scoped_";

impl<'a> Lower<'a> {
    /// Notes that a model is scoped; called for each function that models define.
    pub(super) fn note_scoped(&mut self, name: Symbol, symbol: SymbolId) {
        if let Some(replaced) = self.text(name).strip_prefix(PREFIX) {
            let replaced = replaced.to_string();
            let replaced = self.names.intern(&replaced);
            self.scoped.insert(replaced, symbol);
        }
    }

    /// The call, if `name` has a scoped model, no definition in the program, and all variables that the model needs.
    pub(super) fn scoped_call(
        &mut self,
        name: Symbol,
        args: &'a [Expr],
        span: Span,
    ) -> Lowered<Option<Value>> {
        let Some(&symbol) = self.scoped.get(&name) else {
            return Ok(None);
        };
        if let Some(Entity::Symbol(own, _)) = self.scopes.find(name).map(|found| found.entity) {
            let own = &self.symbols[own.index()];
            if own.origin == Origin::User && own.is_defined() {
                return Ok(None);
            }
        }
        let entry = &self.symbols[symbol.index()];
        let ty = entry.ty;
        let SymbolKind::Function(function) = &entry.kind else {
            return Ok(None);
        };
        let names: Vec<Option<Identifier>> = match function
            .definition
            .and_then(|definition| definition.declarator.parts.first())
        {
            Some(DeclaratorPart::Function(part)) => match &part.parameters {
                Parameters::Prototype(list) => list.iter().map(|p| p.declarator.name).collect(),
                _ => Vec::new(),
            },
            _ => Vec::new(),
        };
        let Some(params) = self.types.function(ty.ty).map(|ty| ty.params.clone()) else {
            return Ok(None);
        };
        let is_visible = |name: &Option<Identifier>| {
            name.is_some_and(|name| self.scopes.find(name.symbol).is_some())
        };
        if !names.iter().skip(args.len()).all(is_visible) {
            return Ok(None);
        }
        let mut values = Vec::with_capacity(params.len());
        for (position, &param) in params.iter().enumerate() {
            let value = match (args.get(position), names.get(position)) {
                (Some(arg), _) => {
                    let value = self.rvalue(arg)?;
                    self.assign_convert(value, param.into(), Some(arg), arg.span)?
                }
                (None, Some(Some(variable))) => {
                    let operand = self.identifier(variable.symbol, span)?;
                    let value = self.value_of(operand, span)?;
                    self.assign_convert(value, param.into(), None, span)?
                }
                _ => return self.error(span, "too few arguments"),
            };
            let expr = self.whole(value);
            values.push(self.b.pinned(expr));
        }
        self.at(span);
        let function = FunctionRef {
            callee: FunctionCallee::Symbol(symbol),
            ty: ty.ty,
        };
        self.emit_call(function, values, span).map(Some)
    }
}
