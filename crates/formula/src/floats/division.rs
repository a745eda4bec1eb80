//! Quotients, digit by digit.
//!
//! The dividend is doubled if its digits are less than the divisor's, so that the first digit of the quotient is 1. Then each digit
//! is a subtraction of the divisor from twice the remainder, undone if it was too much: the restoring method, in words of
//! two bits more than the precision. An operator that divides words would need twice the width. What remains is sticky.

use super::Format;
use super::classes::{is_infinite, is_zero};
use super::multiplication::multiply;
use super::operands::{Range, normalised, sign, signed, signed_number, unless_nan};
use super::rounding::{Unrounded, round};
use crate::bits::Bits;
use crate::terms::{Term, Terms};

pub fn divide(terms: &mut Terms, format: Format, a: Term, b: Term, rounding: Term) -> Term {
    if let Some(inverse) = exact_inverse(terms, format, b) {
        return multiply(terms, format, a, inverse, rounding);
    }
    let (a_sign, b_sign) = (sign(terms, format, a), sign(terms, format, b));
    let sign = terms.xor(a_sign, b_sign);
    let (a_zero, b_zero) = (is_zero(terms, format, a), is_zero(terms, format, b));
    let (a_infinite, b_infinite) = (is_infinite(terms, format, a), is_infinite(terms, format, b));
    let finite = finite_quotient(terms, format, a, b, sign, rounding);
    let zero = signed(terms, sign, &format.zero(false));
    let infinity = signed(terms, sign, &format.infinity(false));
    let nan = terms.constant(&format.default_nan());

    let vanishes = terms.or(a_zero, b_infinite);
    let unbounded = terms.or(a_infinite, b_zero);
    let invalid = terms.and(vanishes, unbounded);
    let result = terms.ite(vanishes, zero, finite);
    let result = terms.ite(unbounded, infinity, result);
    let result = terms.ite(invalid, nan, result);
    unless_nan(terms, format, &[a, b], result)
}

/// One step of a division: whether the divisor fits into `dividend`, which is less than twice the divisor, and what remains. That
/// has the narrower width of both.
pub(super) fn subtract_if_fits(terms: &mut Terms, dividend: Term, divisor: Term) -> (Term, Term) {
    // Between -divisor and divisor: one bit more than that has.
    let width = terms.width(divisor) + 1;
    let narrow = terms.width(dividend).min(terms.width(divisor));
    let (wide, subtrahend) = (
        terms.zero_extend(dividend, width),
        terms.zero_extend(divisor, width),
    );
    let difference = terms.subtract(wide, subtrahend);
    let borrowed = terms.sign(difference);
    let (dividend, difference) = (
        terms.extract(dividend, 0, narrow),
        terms.extract(difference, 0, narrow),
    );
    (
        terms.not(borrowed),
        terms.ite(borrowed, dividend, difference),
    )
}

fn finite_quotient(
    terms: &mut Terms,
    format: Format,
    a: Term,
    b: Term,
    sign: Term,
    rounding: Term,
) -> Term {
    let (a, b) = (normalised(terms, format, a), normalised(terms, format, b));
    let divisor = b.significand;
    let smaller = terms.less(a.significand, divisor);
    let zero = terms.zero(1);
    let (doubled, plain) = (
        terms.concat(a.significand, zero),
        terms.concat(zero, a.significand),
    );
    let dividend = terms.ite(smaller, doubled, plain);
    let wide_divisor = terms.zero_extend(divisor, format.precision() + 1);
    let remainder = terms.subtract(dividend, wide_divisor);
    let mut remainder = terms.extract(remainder, 0, format.precision());
    // The first digit is known; the fraction follows, one digit more, and whether anything remains.
    let mut quotient = vec![terms.boolean(true)];
    for _ in 0..format.precision() {
        let doubled = terms.concat(remainder, zero);
        let digit;
        (digit, remainder) = subtract_if_fits(terms, doubled, divisor);
        quotient.push(digit);
    }
    let mut digits = terms.is_nonzero(remainder);
    for digit in quotient.into_iter().rev() {
        digits = terms.concat(digit, digits);
    }

    let operand = format.normalised_exponents();
    let range = Range {
        least: operand.least - operand.most + format.bias() - 1,
        most: operand.most - operand.least + format.bias(),
    };
    let width = range.width();
    let (a_exponent, b_exponent) = (
        terms.sign_extend(a.exponent, width),
        terms.sign_extend(b.exponent, width),
    );
    let difference = terms.subtract(a_exponent, b_exponent);
    let (bias, less) = (
        signed_number(terms, format.bias(), width),
        signed_number(terms, format.bias() - 1, width),
    );
    let offset = terms.ite(smaller, less, bias);
    let value = Unrounded {
        sign,
        exponent: terms.add(difference, offset),
        range,
        digits,
    };
    round(terms, format, &value, rounding)
}

/// A constant to multiply by instead of dividing by `b`: if that is a power of two whose inverse is a normal number.
fn exact_inverse(terms: &mut Terms, format: Format, b: Term) -> Option<Term> {
    let constant = terms.as_constant(b)?;
    let field = constant.extract(format.fraction_bits, format.exponent_bits);
    let exponent = i64::try_from(field.to_u64()?).ok()?;
    let inverse = 2 * format.bias() - exponent;
    let normal = 1..format.special_exponent();
    let fraction = constant.extract(0, format.fraction_bits);
    if !fraction.is_zero() || !normal.contains(&exponent) || !normal.contains(&inverse) {
        return None;
    }
    let zeros = Bits::zero(format.fraction_bits);
    Some(terms.constant(&format.encode(constant.sign(), inverse, &zeros)))
}
