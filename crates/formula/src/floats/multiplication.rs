//! Products: exponents are added, normalised digits multiplied, and the product, between 1 and 4, is moved by at most one place.

use super::Format;
use super::classes::{is_infinite, is_zero};
use super::operands::{Normalised, Range, normalised, sign, signed, signed_number, unless_nan};
use super::rounding::{Unrounded, round};
use super::shifting::fit_sticky;
use super::signs::negate;
use crate::terms::{Term, Terms};

pub fn multiply(terms: &mut Terms, format: Format, a: Term, b: Term, rounding: Term) -> Term {
    if let Some(result) = by_one(terms, format, a, b).or_else(|| by_one(terms, format, b, a)) {
        return result;
    }
    let (a_sign, b_sign) = (sign(terms, format, a), sign(terms, format, b));
    let sign = terms.xor(a_sign, b_sign);
    let (a_zero, b_zero) = (is_zero(terms, format, a), is_zero(terms, format, b));
    let any_zero = terms.or(a_zero, b_zero);
    let (a_infinite, b_infinite) = (is_infinite(terms, format, a), is_infinite(terms, format, b));
    let any_infinite = terms.or(a_infinite, b_infinite);

    let finite = finite_product(terms, format, a, b, sign, rounding);
    let zero = signed(terms, sign, &format.zero(false));
    let infinity = signed(terms, sign, &format.infinity(false));
    let nan = terms.constant(&format.default_nan());
    let invalid = terms.and(any_zero, any_infinite);
    let result = terms.ite(any_zero, zero, finite);
    let result = terms.ite(any_infinite, infinity, result);
    let result = terms.ite(invalid, nan, result);
    unless_nan(terms, format, &[a, b], result)
}

/// The exponents of products of normalised operands, their top bit being a place for the carry.
pub(super) fn product_exponents(format: Format) -> Range {
    let operand = format.normalised_exponents();
    let offset = 1 - format.bias();
    operand.plus(operand).plus(Range {
        least: offset,
        most: offset,
    })
}

/// The exponent, in the width of [`product_exponents`], and all digits, of which one of the first two is 1.
pub(super) fn exact_product(
    terms: &mut Terms,
    format: Format,
    a: &Normalised,
    b: &Normalised,
) -> (Term, Term) {
    let width = 2 * format.precision();
    let (a_digits, b_digits) = (
        terms.zero_extend(a.significand, width),
        terms.zero_extend(b.significand, width),
    );
    let digits = terms.multiply(a_digits, b_digits);
    // Between the exponents of operands and the sum less the bias there may be more bits.
    let operand = format.normalised_exponents();
    let sums = product_exponents(format).width();
    let width = operand.plus(operand).width().max(sums);
    let (a, b) = (
        terms.sign_extend(a.exponent, width),
        terms.sign_extend(b.exponent, width),
    );
    let sum = terms.add(a, b);
    let offset = signed_number(terms, 1 - format.bias(), width);
    let exponent = terms.add(sum, offset);
    (terms.extract(exponent, 0, sums), digits)
}

fn finite_product(
    terms: &mut Terms,
    format: Format,
    a: Term,
    b: Term,
    sign: Term,
    rounding: Term,
) -> Term {
    let (a, b) = (normalised(terms, format, a), normalised(terms, format, b));
    let (exponent, digits) = exact_product(terms, format, &a, &b);
    let digits = fit_sticky(terms, digits, format.precision() + 3);
    let carried = terms.sign(digits);
    let width = terms.width(digits);
    let below = terms.extract(digits, 0, width - 1);
    let zero = terms.zero(1);
    let moved = terms.concat(below, zero);
    let digits = terms.ite(carried, digits, moved);
    // One less if there is no carry.
    let mut range = product_exponents(format);
    range.least -= 1;
    let exponent = terms.sign_extend(exponent, range.width());
    let less = signed_number(terms, -1, range.width());
    let zero = terms.zero(range.width());
    let less = terms.ite(carried, zero, less);
    let value = Unrounded {
        sign,
        exponent: terms.add(exponent, less),
        range,
        digits,
    };
    round(terms, format, &value, rounding)
}

/// `a` times the constant 1 or -1.
fn by_one(terms: &mut Terms, format: Format, a: Term, b: Term) -> Option<Term> {
    let constant = terms.as_constant(b)?;
    let product = if constant == format.one(false) {
        a
    } else if constant == format.one(true) {
        negate(terms, format, a)
    } else {
        return None;
    };
    Some(unless_nan(terms, format, &[a], product))
}
