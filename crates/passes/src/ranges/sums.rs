//! Addition and subtraction of ranges, modulo 2^width.
//!
//! Intervals: if no sum or if every sum leaves the numbers of this width, the sums are an interval; if only some do, they
//! are anything. Known bits: adding the smallest and the largest patterns tells which carries are certain (Regehr and Duongsaa, *Deriving
//! Abstract Transfer Functions for Analyzing Embedded Software*, 2006; LLVM does the same).

use unspool_ir::arithmetic::mask;

use super::bitwise::complement;
use super::range::{Range, signed_maximum, signed_minimum};

pub fn add(a: &Range, b: &Range) -> Range {
    let width = a.width();
    if let (Some(a), Some(b)) = (a.as_constant(), b.as_constant()) {
        return Range::constant(width, a.wrapping_add(b));
    }
    let ((a_low, a_high), (b_low, b_high)) = (a.unsigned_bounds(), b.unsigned_bounds());
    let low = add_with_wrap(a_low, b_low, width);
    let high = add_with_wrap(a_high, b_high, width);
    let unsigned = (low.1 == high.1).then_some((low.0, high.0));
    let ((a_low, a_high), (b_low, b_high)) = (a.signed_bounds(), b.signed_bounds());
    let low = add_signed_with_wrap(a_low, b_low, width);
    let high = add_signed_with_wrap(a_high, b_high, width);
    let signed = (low.1 == high.1).then_some((low.0, high.0));
    from_parts(width, unsigned, signed, known_bits(a, b, false))
}

pub fn subtract(a: &Range, b: &Range) -> Range {
    let width = a.width();
    if let (Some(a), Some(b)) = (a.as_constant(), b.as_constant()) {
        return Range::constant(width, a.wrapping_sub(b));
    }
    let all = mask(width);
    let ((a_low, a_high), (b_low, b_high)) = (a.unsigned_bounds(), b.unsigned_bounds());
    let low = (a_low.wrapping_sub(b_high) & all, a_low < b_high);
    let high = (a_high.wrapping_sub(b_low) & all, a_high < b_low);
    let unsigned = (low.1 == high.1).then_some((low.0, high.0));
    let ((a_low, a_high), (b_low, b_high)) = (a.signed_bounds(), b.signed_bounds());
    let low = subtract_signed_with_wrap(a_low, b_high, width);
    let high = subtract_signed_with_wrap(a_high, b_low, width);
    let signed = (low.1 == high.1).then_some((low.0, high.0));
    // a - b = a + ~b + 1
    let known = known_bits(a, &complement(b), true);
    from_parts(width, unsigned, signed, known)
}

/// The range with all these properties, each of which is known to hold for some value.
fn from_parts(
    width: u32,
    unsigned: Option<(u128, u128)>,
    signed: Option<(i128, i128)>,
    bits: (u128, u128),
) -> Range {
    let unsigned = unsigned.unwrap_or((0, u128::MAX));
    let signed = signed.unwrap_or((i128::MIN, i128::MAX));
    Range::with_all(width, unsigned, signed, bits).unwrap_or(Range::top(width))
}

/// The sum, and whether it was too large.
fn add_with_wrap(a: u128, b: u128, width: u32) -> (u128, bool) {
    let (sum, carry) = a.overflowing_add(b);
    (sum & mask(width), carry || sum > mask(width))
}

/// The sum, and in which direction it left the numbers of this width.
fn add_signed_with_wrap(a: i128, b: i128, width: u32) -> (i128, i8) {
    let (sum, overflow) = a.overflowing_add(b);
    wrap_signed(sum, overflow, a > 0, width)
}

fn subtract_signed_with_wrap(a: i128, b: i128, width: u32) -> (i128, i8) {
    let (difference, overflow) = a.overflowing_sub(b);
    wrap_signed(difference, overflow, b < 0, width)
}

/// `value` is the result in 128 bits; `upwards` says where it went if it did not fit into these.
fn wrap_signed(value: i128, overflow: bool, upwards: bool, width: u32) -> (i128, i8) {
    let direction = match overflow {
        true if upwards => 1,
        true => -1,
        false if value > signed_maximum(width) => 1,
        false if value < signed_minimum(width) => -1,
        false => 0,
    };
    let bits = value as u128 & mask(width);
    (unspool_ir::arithmetic::sign_extend(bits, width), direction)
}

/// Zeros and ones of `a + b`, plus one if `carry`.
fn known_bits(a: &Range, b: &Range, carry: bool) -> (u128, u128) {
    let all = mask(a.width());
    let carry = u128::from(carry);
    let (most_a, most_b) = (all & !a.known_zeros(), all & !b.known_zeros());
    let (least_a, least_b) = (a.known_ones(), b.known_ones());
    let most = most_a.wrapping_add(most_b).wrapping_add(carry);
    let least = least_a.wrapping_add(least_b).wrapping_add(carry);
    // A carry into a position is certain if the smallest summands have it, and excluded if the largest have not.
    let no_carry = !(most ^ most_a ^ most_b);
    let certain_carry = least ^ least_a ^ least_b;
    let known_a = a.known_zeros() | a.known_ones();
    let known_b = b.known_zeros() | b.known_ones();
    let known = known_a & known_b & (no_carry | certain_carry) & all;
    (!least & known, least & known)
}
