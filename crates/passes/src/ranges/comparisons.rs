//! Comparisons of ranges, and what a comparison that came out true says of its operands.

use unspool_ir::BinaryOp;
use unspool_ir::arithmetic::mask;

use super::range::{Range, signed_maximum, signed_minimum};

/// Of a comparison operator: which outcomes are possible.
pub fn compare(op: BinaryOp, signed: bool, a: &Range, b: &Range) -> Range {
    let can_be_true = assume(op, signed, a, b).is_some();
    let can_be_false = assume(negation(op), signed, a, b).is_some();
    match (can_be_true, can_be_false) {
        (true, false) => Range::truth(true),
        (false, true) => Range::truth(false),
        _ => Range::top(1),
    }
}

/// The operands for which the comparison holds; None if there are none.
pub fn assume(op: BinaryOp, signed: bool, a: &Range, b: &Range) -> Option<(Range, Range)> {
    match op {
        BinaryOp::Eq => {
            let common = a.meet(b)?;
            Some((common, common))
        }
        BinaryOp::Ne => {
            let less = |range: &Range, other: &Range| match other.as_constant() {
                Some(bits) => range.without(bits),
                None => Some(*range),
            };
            Some((less(a, b)?, less(b, a)?))
        }
        BinaryOp::Lt => assume_below(signed, a, b, true),
        BinaryOp::Le => assume_below(signed, a, b, false),
        BinaryOp::Gt => assume_below(signed, b, a, true).map(|(b, a)| (a, b)),
        BinaryOp::Ge => assume_below(signed, b, a, false).map(|(b, a)| (a, b)),
        _ => Some((*a, *b)),
    }
}

/// The comparison that holds where `op` does not.
pub fn negation(op: BinaryOp) -> BinaryOp {
    match op {
        BinaryOp::Eq => BinaryOp::Ne,
        BinaryOp::Ne => BinaryOp::Eq,
        BinaryOp::Lt => BinaryOp::Ge,
        BinaryOp::Le => BinaryOp::Gt,
        BinaryOp::Gt => BinaryOp::Le,
        BinaryOp::Ge => BinaryOp::Lt,
        other => other,
    }
}

/// `a < b` if `strictly`, else `a <= b`.
fn assume_below(signed: bool, a: &Range, b: &Range, strictly: bool) -> Option<(Range, Range)> {
    let width = a.width();
    if signed {
        let distance = i128::from(strictly);
        let high = b.signed_bounds().1.checked_sub(distance)?;
        let low = a.signed_bounds().0.checked_add(distance)?;
        let below = a.and_signed(signed_minimum(width), high)?;
        return Some((below, b.and_signed(low, signed_maximum(width))?));
    }
    let distance = u128::from(strictly);
    let high = b.unsigned_bounds().1.checked_sub(distance)?;
    let low = a.unsigned_bounds().0.checked_add(distance)?;
    let below = a.and_unsigned(0, high)?;
    Some((below, b.and_unsigned(low, mask(width))?))
}
