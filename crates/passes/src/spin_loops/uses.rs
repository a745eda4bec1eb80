//! How an instruction or terminator uses registers and places: [`crate::operands`] with a distinction between an
//! address that is taken and one that is only followed.

use unspool_ir::{Body, ExprId, ExprKind, InstKind, PlaceId, PlaceKind, RegId, Terminator};

use crate::operands::{self, Node};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Use {
    /// The value of a register.
    Register(RegId),
    /// The same, of which only what it points to is accessed.
    Pointer(RegId),
    /// The address of a place is taken.
    Address(PlaceId),
    Read(PlaceId),
    Written(PlaceId),
}

/// The uses of an instruction. A place that is updated is both read and written.
pub fn of_instruction(body: &Body, kind: &InstKind, mut found: impl FnMut(Use)) {
    if let Some(place) = operands::place_of(kind) {
        if !matches!(kind, InstKind::Store { .. }) {
            found(Use::Read(place));
        }
        if !matches!(kind, InstKind::Load { .. }) {
            found(Use::Written(place));
        }
        follow(body, place, &mut found);
    }
    operands::for_each_expr(kind, |&value| compute(body, value, &mut found));
}

pub fn of_terminator(body: &Body, terminator: &Terminator, mut found: impl FnMut(Use)) {
    if let Some(value) = operands::terminator_expr(terminator) {
        compute(body, value, &mut found);
    }
}

/// The way to a place: what is dereferenced, and the indices.
fn follow(body: &Body, mut place: PlaceId, found: &mut impl FnMut(Use)) {
    loop {
        match body.place(place).kind {
            PlaceKind::Deref(pointer) => {
                return match body.expr(pointer).kind {
                    ExprKind::Reg(register) => found(Use::Pointer(register)),
                    _ => compute(body, pointer, found),
                };
            }
            PlaceKind::Field(base, _) => place = base,
            PlaceKind::Index(base, index) => {
                compute(body, index, found);
                place = base;
            }
            PlaceKind::Global(_) | PlaceKind::Slot(_) => return,
        }
    }
}

fn compute(body: &Body, value: ExprId, found: &mut impl FnMut(Use)) {
    let mut stack = vec![Node::Expr(value)];
    operands::for_each_node(body, &mut stack, |node| {
        if let Node::Expr(id) = node {
            match body.expr(id).kind {
                ExprKind::Reg(register) => found(Use::Register(register)),
                ExprKind::AddressOf(place) => found(Use::Address(place)),
                _ => {}
            }
        }
    });
}
