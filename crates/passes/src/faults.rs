//! Which evaluations and accesses can end in an error.
//!
//! An expression fails only by dividing: by zero, or the smallest value by -1. An access can fail unless it names a
//! variable directly, inside its bounds: a global lives as long as the program, and a slot that has ended comes to
//! life when it is named. All answers are on the safe side: "may fail" unless it is plain that not.

use unspool_ir::arithmetic::mask;
use unspool_ir::{
    BinaryOp, Body, ExprId, ExprKind, Inst, InstKind, PlaceId, PlaceKind, Program, Storage, Type,
    Types,
};

use crate::operands::{Node, for_each_node, push_operands, root_of};
use crate::thread_text::ThreadText;

/// Whether the evaluation of an expression may fail.
pub fn expr_may_fail(types: &Types, body: &Body, expr: ExprId) -> bool {
    any_may_fail(types, body, &mut vec![Node::Expr(expr)])
}

/// The same for the trees below the nodes on the stack, which is left empty.
pub fn any_may_fail(types: &Types, body: &Body, stack: &mut Vec<Node>) -> bool {
    let mut may_fail = false;
    for_each_node(body, stack, |node| {
        if let Node::Expr(id) = node
            && let ExprKind::Binary(BinaryOp::Div | BinaryOp::Rem, _, divisor) = body.expr(id).kind
            && !types.is_float(body.expr(id).ty)
        {
            may_fail |= !is_safe_divisor(types, body, divisor);
        }
    });
    may_fail
}

fn is_safe_divisor(types: &Types, body: &Body, divisor: ExprId) -> bool {
    let node = body.expr(divisor);
    match node.kind {
        ExprKind::Int(bits) => {
            let is_minus_one = types.is_signed(node.ty) && bits == mask(types.value_bits(node.ty));
            bits != 0 && !is_minus_one
        }
        _ => false,
    }
}

/// Whether an access (a write, or only a read) to the place is sure to succeed once the place is evaluated.
pub fn access_is_safe(program: &Program, body: &Body, place: PlaceId, write: bool) -> bool {
    let mut at = place;
    loop {
        match body.place(at).kind {
            PlaceKind::Global(global) => {
                let global = program.global(global);
                return global.init.is_some() && !(write && global.read_only);
            }
            PlaceKind::Slot(_) => return true,
            PlaceKind::Deref(_) => return false,
            PlaceKind::Field(base, _) => at = base,
            PlaceKind::Index(base, index) => {
                if !is_in_bounds(&program.types, body, base, index) {
                    return false;
                }
                at = base;
            }
        }
    }
}

fn is_in_bounds(types: &Types, body: &Body, array: PlaceId, index: ExprId) -> bool {
    let Type::Array { length, .. } = *types.get(body.place(array).ty) else {
        return false;
    };
    let index = body.expr(index);
    match index.kind {
        ExprKind::Int(bits) => {
            bits < u128::from(length)
                && !(types.is_signed(index.ty) && bits >> (types.value_bits(index.ty) - 1) != 0)
        }
        _ => false,
    }
}

/// Whether an instruction can end the run in an error of memory or arithmetic, or is outside what is modelled.
/// Instructions that say so themselves (`assert`, `unsupported`, ...) are not meant.
pub fn inst_may_fail(program: &Program, body: &Body, inst: &Inst, stack: &mut Vec<Node>) -> bool {
    push_operands(&inst.kind, stack);
    if any_may_fail(&program.types, body, stack) {
        return true;
    }
    match inst.kind {
        InstKind::Load { place, .. } => !access_is_safe(program, body, place, false),
        InstKind::Store { place, .. }
        | InstKind::Rmw { place, .. }
        | InstKind::CompareExchange { place, .. } => !access_is_safe(program, body, place, true),
        // A stack can overflow; that the heap is full is nothing that a program is judged by.
        InstKind::Alloc { align, storage, .. } => {
            storage == Storage::Stack || !matches!(body.expr(align).kind, ExprKind::Int(_))
        }
        InstKind::Free { .. } => true,
        InstKind::ObjectSize { pointer, .. } => match body.expr(pointer).kind {
            ExprKind::AddressOf(place) => matches!(root_of(body, place), PlaceKind::Deref(_)),
            _ => true,
        },
        InstKind::Call { .. } => true,
        _ => false,
    }
}

/// Whether some instruction of a bounded program can.
pub fn program_may_fail(program: &Program) -> bool {
    let mut stack = Vec::new();
    let texts = ThreadText::of_program(program);
    texts.iter().any(|text| {
        let mut insts = text.body.blocks.iter().flat_map(|block| &block.insts);
        insts.any(|inst| inst_may_fail(program, text.body, inst, &mut stack))
    })
}
