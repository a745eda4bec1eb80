//! Sums and differences.
//!
//! The operand of greater magnitude comes first, so that a difference of magnitudes is not negative. The other's digits are
//! shifted right by the difference of exponents, with three digits more (guard, round and sticky), which are as good as all of them. The sum has a
//! place for the carry on top and is shifted left again, at most until the exponent is 1: sums of subnormals are exact, and no operand
//! has to be normalised before.

use super::Format;
use super::classes::{is_infinite, is_zero};
use super::operands::{Range, exponent, magnitude, sign, signed, significand, unless_nan};
use super::rounding::{Unrounded, round, sign_of_zero_sum, zero_sum};
use super::shifting::{normalise_within, shift_right_sticky};
use super::signs::negate;
use crate::terms::{Term, Terms};

pub fn add(terms: &mut Terms, format: Format, a: Term, b: Term, rounding: Term) -> Term {
    sum(terms, format, a, b, rounding, &[a, b])
}

pub fn subtract(terms: &mut Terms, format: Format, a: Term, b: Term, rounding: Term) -> Term {
    let negative = negate(terms, format, b);
    // A NaN that is subtracted keeps its sign.
    sum(terms, format, a, negative, rounding, &[a, b])
}

fn sum(
    terms: &mut Terms,
    format: Format,
    a: Term,
    b: Term,
    rounding: Term,
    operands: &[Term],
) -> Term {
    // But for NaNs the order does not matter: one order, so that x + y and y + x are mostly the same terms.
    let (a, b) = (a.min(b), a.max(b));
    let (a_sign, b_sign) = (sign(terms, format, a), sign(terms, format, b));
    let (a_zero, b_zero) = (is_zero(terms, format, a), is_zero(terms, format, b));
    let finite = if terms.is_true(a_zero) || terms.is_true(b_zero) {
        // Zero is added: the other operand stays, but that zeros have a rule for their sign.
        let (other, other_zero) = if terms.is_true(b_zero) {
            (a, a_zero)
        } else {
            (b, b_zero)
        };
        let zero = zero_sum(terms, format, a_sign, b_sign, rounding);
        terms.ite(other_zero, zero, other)
    } else {
        finite_sum(terms, format, a, b, rounding)
    };
    let (a_infinite, b_infinite) = (is_infinite(terms, format, a), is_infinite(terms, format, b));
    let opposite = terms.xor(a_sign, b_sign);
    let both = terms.and(a_infinite, b_infinite);
    let invalid = terms.and(both, opposite);
    let infinite = terms.or(a_infinite, b_infinite);
    let infinity_sign = terms.ite(a_infinite, a_sign, b_sign);
    let infinity = signed(terms, infinity_sign, &format.infinity(false));
    let nan = terms.constant(&format.default_nan());
    let result = terms.ite(infinite, infinity, finite);
    let result = terms.ite(invalid, nan, result);
    unless_nan(terms, format, operands, result)
}

/// `difference ? a - b : a + b`, by one adder: `a - b` is `a + !b + 1`, and the 1 is the carry out of a place below.
pub(super) fn add_or_subtract(terms: &mut Terms, difference: Term, a: Term, b: Term) -> Term {
    match terms.as_boolean(difference) {
        Some(true) => return terms.subtract(a, b),
        Some(false) => return terms.add(a, b),
        None => {}
    }
    let width = terms.width(a);
    let inverse = terms.not(b);
    let b = terms.ite(difference, inverse, b);
    let carry = terms.boolean(true);
    let (a, b) = (terms.concat(a, carry), terms.concat(b, difference));
    let sum = terms.add(a, b);
    terms.extract(sum, 1, width)
}

fn finite_sum(terms: &mut Terms, format: Format, a: Term, b: Term, rounding: Term) -> Term {
    let (a_magnitude, b_magnitude) = (magnitude(terms, format, a), magnitude(terms, format, b));
    let swap = terms.less(a_magnitude, b_magnitude);
    let mut ordered = |part: fn(&mut Terms, Format, Term) -> Term| {
        let (of_a, of_b) = (part(terms, format, a), part(terms, format, b));
        (terms.ite(swap, of_b, of_a), terms.ite(swap, of_a, of_b))
    };
    let (large_exponent, small_exponent) = ordered(exponent);
    let (large, small) = ordered(significand);
    let (sign_of_large, _) = ordered(sign);

    let distance = terms.subtract(large_exponent, small_exponent);
    let extra = terms.zero(3);
    let small = terms.concat(small, extra);
    let small = shift_right_sticky(terms, small, distance);
    let large = terms.concat(large, extra);
    let width = format.precision() + 4;
    let (large, small) = (
        terms.zero_extend(large, width),
        terms.zero_extend(small, width),
    );
    let (a_sign, b_sign) = (sign(terms, format, a), sign(terms, format, b));
    let differ = terms.xor(a_sign, b_sign);
    let digits = add_or_subtract(terms, differ, large, small);

    let zero = terms.is_zero(digits);
    let zero_sign = sign_of_zero_sum(terms, a_sign, b_sign, rounding);
    let result_sign = terms.ite(zero, zero_sign, sign_of_large);

    // The carry's place is one above the operands' leading digits: the exponent is one more, and may fall by the operands'.
    let (digits, left) = normalise_within(terms, digits, large_exponent);
    let range = Range {
        least: 1,
        most: format.special_exponent(),
    };
    let left = terms.zero_extend(left, range.width());
    let one = terms.number(1, range.width());
    let value = Unrounded {
        sign: result_sign,
        exponent: terms.add(left, one),
        range,
        digits,
    };
    round(terms, format, &value, rounding)
}
