//! Which accesses may end the run, and what is written in front of them.
//!
//! | access | check |
//! |---|---|
//! | to a named variable, inside its bounds | none |
//! | `array[index]`, the array being a whole variable | `unspool_assume(index < length);` |
//! | others, mostly through pointers | `unspool_readable(p, size);` or `unspool_writable(p, size);` |
//! | sure to fail: a constant outside, a constant as a pointer | `unspool_abort();` in place of the access |

use std::collections::HashSet;

use unspool_ir::arithmetic::mask;
use unspool_ir::{
    BinaryOp, Body, ExprId, ExprKind, GlobalId, InstKind, PlaceId, PlaceKind, Program, Type,
};
use unspool_passes::faults;
use unspool_passes::operands::{place_of, root_of};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    Safe,
    Index { index: ExprId, length: u64 },
    Read,
    Write,
    Fails,
}

/// Safe if the instruction makes none. Accesses to trusted globals need no check.
pub fn of_instruction(
    program: &Program,
    trusted: &HashSet<GlobalId>,
    body: &Body,
    kind: &InstKind,
) -> Access {
    let Some(place) = place_of(kind) else {
        return Access::Safe;
    };
    let is_write = !matches!(kind, InstKind::Load { .. });
    if faults::access_is_safe(program, body, place, is_write) {
        return Access::Safe;
    }
    if variable(body, place).is_some_and(|global| trusted.contains(&global)) {
        return Access::Safe;
    }
    if fails(program, body, place, is_write) {
        return Access::Fails;
    }
    match (index(program, body, place), is_write) {
        (Some(access), _) => access,
        (None, false) => Access::Read,
        (None, true) => Access::Write,
    }
}

/// The variable that a place is part of, by its name or at some distance from its address.
fn variable(body: &Body, mut place: PlaceId) -> Option<GlobalId> {
    loop {
        let mut pointer = match root_of(body, place) {
            PlaceKind::Global(global) => return Some(global),
            PlaceKind::Deref(pointer) => pointer,
            _ => return None,
        };
        while let ExprKind::Convert(base) | ExprKind::Binary(BinaryOp::PointerAdd, base, _) =
            body.expr(pointer).kind
        {
            pointer = base;
        }
        let ExprKind::AddressOf(inner) = body.expr(pointer).kind else {
            return None;
        };
        place = inner;
    }
}

/// Whether it is sure to.
fn fails(program: &Program, body: &Body, place: PlaceId, is_write: bool) -> bool {
    let mut at = place;
    loop {
        match body.place(at).kind {
            PlaceKind::Global(global) => {
                let global = program.global(global);
                return global.init.is_none() || (is_write && global.read_only);
            }
            PlaceKind::Slot(_) => return false,
            PlaceKind::Deref(pointer) => {
                let mut pointer = pointer;
                while let ExprKind::Convert(inner) = body.expr(pointer).kind {
                    pointer = inner;
                }
                return matches!(body.expr(pointer).kind, ExprKind::Int(_));
            }
            PlaceKind::Field(base, _) => at = base,
            PlaceKind::Index(base, index) => {
                let is_constant = matches!(body.expr(index).kind, ExprKind::Int(_));
                if is_whole(body, base)
                    && is_constant
                    && !faults::access_is_safe(program, body, at, is_write)
                {
                    return true;
                }
                at = base;
            }
        }
    }
}

/// An access to an element of a whole variable, or to something in the element: only the index is in question.
fn index(program: &Program, body: &Body, mut place: PlaceId) -> Option<Access> {
    while let PlaceKind::Field(base, _) = body.place(place).kind {
        place = base;
    }
    let PlaceKind::Index(base, index) = body.place(place).kind else {
        return None;
    };
    let Type::Array { length, .. } = *program.types.get(body.place(base).ty) else {
        return None;
    };
    if !is_whole(body, base) {
        return None;
    }
    match most(program, body, index) < u128::from(length) {
        true => Some(Access::Safe),
        false => Some(Access::Index { index, length }),
    }
}

/// No value of the expression is larger, as an unsigned number: what a narrow unsigned type holds stays as it is when converted.
fn most(program: &Program, body: &Body, expr: ExprId) -> u128 {
    let types = &program.types;
    let mut most = u128::MAX;
    let mut at = expr;
    loop {
        let ty = body.expr(at).ty;
        if types.is_integer(ty) && !types.is_signed(ty) {
            most = most.min(mask(types.value_bits(ty)));
        }
        match body.expr(at).kind {
            // Only a wider type holds all values of a narrow unsigned one.
            ExprKind::Convert(inner)
                if types.is_integer(body.expr(inner).ty)
                    && types.value_bits(body.expr(inner).ty) < types.value_bits(ty) =>
            {
                at = inner;
            }
            _ => return most,
        }
    }
}

fn is_whole(body: &Body, place: PlaceId) -> bool {
    matches!(
        body.place(place).kind,
        PlaceKind::Global(_) | PlaceKind::Slot(_)
    )
}
