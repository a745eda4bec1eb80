//! How large an allocation can be whose size is not constant.
//!
//! An object needs room for the largest size that the range analysis leaves open; what is above the limit for all allocations is not supported anyway. The fewer bytes
//! there are, the fewer places a pointer into the object may point to, and the less is guessed.

use unspool_ir::{BinaryOp, BlockId, Body, ExprId, ExprKind, FunctionId, RegId, Types};
use unspool_passes::operands::for_each_written;
use unspool_passes::ranges::Ranges;

/// No value of the expression is larger, as an unsigned number; None if nothing is known.
pub fn most(
    types: &Types,
    ranges: Option<&Ranges>,
    function: FunctionId,
    body: &Body,
    expr: ExprId,
) -> Option<u64> {
    let of = |expr| most(types, ranges, function, body, expr);
    let node = body.expr(expr);
    match node.kind {
        ExprKind::Int(bits) => u64::try_from(bits).ok(),
        ExprKind::Reg(register) => of_register(ranges?, function, body, register),
        // A number that is not negative stays the same in a wider type.
        ExprKind::Convert(inner) => {
            let ty = body.expr(inner).ty;
            let (before, after) = (types.value_bits(ty), types.value_bits(node.ty));
            let most = of(inner).filter(|_| types.is_integer(ty) && before <= after)?;
            let is_negative = types.is_signed(ty) && most >> (before - 1) != 0;
            (!is_negative).then_some(most)
        }
        ExprKind::Binary(BinaryOp::Add, left, right) => of(left)?.checked_add(of(right)?),
        ExprKind::Binary(BinaryOp::Mul, left, right) => of(left)?.checked_mul(of(right)?),
        _ => None,
    }
}

/// Of all that it is ever assigned.
fn of_register(ranges: &Ranges, function: FunctionId, body: &Body, register: RegId) -> Option<u64> {
    if body.params.contains(&register) {
        return None;
    }
    let mut most = None;
    for (number, block) in body.blocks.iter().enumerate() {
        for (index, inst) in block.insts.iter().enumerate() {
            let mut is_assigned = false;
            for_each_written(&inst.kind, |written| is_assigned |= *written == register);
            if !is_assigned {
                continue;
            }
            // An instruction that is never executed to its end assigns nothing.
            if let Some(range) = ranges.of_register_after(function, BlockId::new(number), index) {
                let (_, high) = range.unsigned_bounds();
                most = most.max(Some(u64::try_from(high).ok()?));
            }
        }
    }
    most
}
