//! What the operators of the IR make of ranges.
//!
//! The dispatch over [`unspool_ir::arithmetic`], operator by operator: if `a` is in `A` and `b` in `B`, then the result of
//! the concrete operator, where it has one, is in the result of the abstract one. Sums, products and quotients stand in
//! [`super::sums`] and [`super::products`], bits and shifts in [`super::bitwise`], comparisons in [`super::comparisons`].
//!
//! Floats are not followed: the caller answers top for them, and so for arithmetic on pointers, whose addresses are not
//! for us to know.

use unspool_ir::arithmetic::mask;
use unspool_ir::{BinaryOp, UnaryOp};

use super::range::Range;
use super::{bitwise, comparisons, products, sums};

/// On integers, or pointers if they are compared. `signed` is the left operand's type; the result has its width, but for
/// comparisons. None if there is no result: every division would trap.
pub fn binary(op: BinaryOp, signed: bool, a: &Range, b: &Range) -> Option<Range> {
    match op {
        BinaryOp::Add => Some(sums::add(a, b)),
        BinaryOp::Sub => Some(sums::subtract(a, b)),
        BinaryOp::Mul => Some(products::multiply(a, b)),
        BinaryOp::Div if signed => products::divide_signed(a, b),
        BinaryOp::Div => products::divide_unsigned(a, b),
        BinaryOp::Rem if signed => products::remainder_signed(a, b),
        BinaryOp::Rem => products::remainder_unsigned(a, b),
        BinaryOp::And => Some(bitwise::and(a, b)),
        BinaryOp::Or => Some(bitwise::or(a, b)),
        BinaryOp::Xor => Some(bitwise::xor(a, b)),
        BinaryOp::Shl => Some(bitwise::shift_left(a, b)),
        BinaryOp::Shr => Some(bitwise::shift_right(signed, a, b)),
        BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => {
            Some(comparisons::compare(op, signed, a, b))
        }
        BinaryOp::PointerAdd | BinaryOp::PointerDiff => Some(Range::top(a.width())),
    }
}

/// On integers; `Not` on a bool.
pub fn unary(op: UnaryOp, a: &Range) -> Range {
    match op {
        UnaryOp::Neg => sums::subtract(&Range::constant(a.width(), 0), a),
        UnaryOp::Complement => bitwise::complement(a),
        UnaryOp::Not => bitwise::complement(a),
    }
}

/// C's conversion to an integer or pointer of `width` bits from one whose type is signed or not. Not to `_Bool`.
pub fn convert(signed: bool, a: &Range, width: u32) -> Range {
    if width < a.width() {
        truncate(a, width)
    } else if width == a.width() {
        *a
    } else {
        extend(signed, a, width)
    }
}

/// To `_Bool`: "is not zero".
pub fn to_bool(a: &Range) -> Range {
    let zero = Range::constant(a.width(), 0);
    comparisons::compare(BinaryOp::Ne, false, a, &zero)
}

fn extend(signed: bool, a: &Range, width: u32) -> Range {
    let new_bits = mask(width) & !mask(a.width());
    let (zeros, ones) = (a.known_zeros(), a.known_ones());
    if !signed {
        let (low, high) = a.unsigned_bounds();
        let extended = Range::with_bits(width, zeros | new_bits, ones);
        return extended
            .and_then(|range| range.and_unsigned(low, high))
            .unwrap_or(Range::top(width));
    }
    let (low, high) = a.signed_bounds();
    let sign = 1u128 << (a.width() - 1);
    let new_zeros = if zeros & sign != 0 { new_bits } else { 0 };
    let new_ones = if ones & sign != 0 { new_bits } else { 0 };
    Range::with_bits(width, zeros | new_zeros, ones | new_ones)
        .and_then(|range| range.and_signed(low, high))
        .unwrap_or(Range::top(width))
}

/// Where the bounds lie in one stretch of 2^width numbers, cutting keeps their order.
fn truncate(a: &Range, width: u32) -> Range {
    let all = mask(width);
    let known = Range::with_bits(width, a.known_zeros(), a.known_ones());
    let mut result = known.unwrap_or(Range::top(width));
    let (low, high) = a.unsigned_bounds();
    if low >> width == high >> width {
        result = result
            .and_unsigned(low & all, high & all)
            .unwrap_or(Range::top(width));
    }
    let (signed_low, signed_high) = a.signed_bounds();
    // Stretches that begin at the smallest signed number of the new width.
    let half = 1i128 << (width - 1);
    let stretch = |value: i128| value.checked_add(half).map(|value| value >> width);
    if let (Some(first), Some(last)) = (stretch(signed_low), stretch(signed_high))
        && first == last
    {
        let cut = |value: i128| value.wrapping_sub(first << width);
        result = result
            .and_signed(cut(signed_low), cut(signed_high))
            .unwrap_or(Range::top(width));
    }
    result
}
