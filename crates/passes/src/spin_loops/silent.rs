//! Instructions that nobody misses.
//!
//! At the end of an iteration that goes no further, an instruction can be left out if it reads and changes nothing but
//! registers and private slots, and cannot end the run. The yielding and sleeping functions of the library come to that
//! when looked into.

use unspool_ir::{
    BinaryOp, Block, Body, Callee, ExprId, ExprKind, FunctionId, Inst, InstKind, PlaceKind,
    Program, Terminator,
};

use super::private_slots::PrivateSlots;

/// Calls into calls that are looked at.
const SILENT_CALLS: u32 = 4;

/// Blocks of a callee that is looked into.
const LARGEST_CALLEE: usize = 8;

pub fn is_silent(
    program: &Program,
    slots: &PrivateSlots,
    function: FunctionId,
    body: &Body,
    inst: &Inst,
) -> bool {
    is_silent_within(program, slots, function, body, inst, SILENT_CALLS)
}

fn is_silent_within(
    program: &Program,
    slots: &PrivateSlots,
    function: FunctionId,
    body: &Body,
    inst: &Inst,
    calls: u32,
) -> bool {
    let is_own = |place| match body.place(place).kind {
        PlaceKind::Slot(slot) => slots.is_private(function, slot),
        _ => false,
    };
    match &inst.kind {
        InstKind::Assign { value, .. } => cannot_trap(body, *value),
        InstKind::Load { place, .. } => is_own(*place),
        InstKind::Store { place, value, .. } => is_own(*place) && cannot_trap(body, *value),
        InstKind::Live(slot) | InstKind::Dead(slot) => slots.is_private(function, *slot),
        InstKind::Fence(_) | InstKind::SelfId { .. } => true,
        InstKind::Call {
            callee: Callee::Direct(id),
            args,
            ..
        } => {
            let Some(callee) = &program.function(*id).body else {
                return false;
            };
            let Some(calls) = calls.checked_sub(1) else {
                return false;
            };
            let is_forward = |(index, block): (usize, &Block)| match &block.terminator {
                Terminator::Goto(target) => target.index() > index,
                Terminator::Branch {
                    condition,
                    then,
                    otherwise,
                } => then.index().min(otherwise.index()) > index && cannot_trap(callee, *condition),
                Terminator::Return(value) => value.is_none_or(|value| cannot_trap(callee, value)),
                _ => false,
            };
            let insts = callee.blocks.iter().flat_map(|block| &block.insts);
            args.len() == callee.params.len()
                && args.iter().all(|argument| cannot_trap(body, *argument))
                && callee.blocks.len() <= LARGEST_CALLEE
                && callee.blocks.iter().enumerate().all(is_forward)
                && insts
                    .into_iter()
                    .all(|inst| is_silent_within(program, slots, *id, callee, inst, calls))
        }
        _ => false,
    }
}

/// Only division can. Expressions with addresses in them are not looked into.
fn cannot_trap(body: &Body, expr: ExprId) -> bool {
    match body.expr(expr).kind {
        ExprKind::Unary(_, a) | ExprKind::Convert(a) => cannot_trap(body, a),
        ExprKind::Binary(op, a, b) => {
            !matches!(op, BinaryOp::Div | BinaryOp::Rem)
                && cannot_trap(body, a)
                && cannot_trap(body, b)
        }
        ExprKind::Select(a, b, c) => [a, b, c].into_iter().all(|part| cannot_trap(body, part)),
        ExprKind::AddressOf(place) => matches!(
            body.place(place).kind,
            PlaceKind::Global(_) | PlaceKind::Slot(_)
        ),
        ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::Reg(_) | ExprKind::FunctionAddress(_) => {
            true
        }
    }
}
