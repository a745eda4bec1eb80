//! Which variables of a function have their address taken, by name.
//!
//! A variable not in the set lives in a register. Going by name errs on the side of memory when an inner variable of the
//! same name is meant. Arrays and records live in memory anyway, so `a[i]` and `s.x` need not be looked into.

use rustc_hash::FxHashSet;

use crate::ast::{ExprKind, FunctionDefinition, walk};
use crate::symbol::Symbol;

pub fn address_taken(definition: &FunctionDefinition) -> FxHashSet<Symbol> {
    let mut found = FxHashSet::default();
    walk::for_each_expr_in_block(&definition.body, |expr| {
        if let ExprKind::AddressOf(operand) = &expr.kind
            && let ExprKind::Identifier(name) = operand.kind
        {
            found.insert(name);
        }
    });
    found
}
