//! `a * b + c` with one rounding.
//!
//! The exact product has twice the precision. The third operand's digits start two places above the product's first and are
//! shifted right, sticky, to where they belong:
//!
//! ```text
//!   carry | c's digits | 2 places | the product's digits | sticky
//! ```
//!
//! If they belong further left, they stay at the top, as then the product is less than a quarter of their last place: its mere presence
//! decides rounding. The top's exponent is thus the greater of two, at least `c`'s and so at least 1: the sum only has
//! to be shifted left, and not below exponent 1, as in addition.

use super::Format;
use super::addition::add_or_subtract;
use super::classes::{is_infinite, is_zero};
use super::multiplication::{exact_product, product_exponents};
use super::operands::{
    Range, exponent, normalised, sign, signed, signed_number, significand, unless_nan,
};
use super::rounding::{Unrounded, round, sign_of_zero_sum, zero_sum};
use super::shifting::{normalise_within, shift_right_sticky};
use crate::terms::{Term, Terms};

pub fn fma(terms: &mut Terms, format: Format, a: Term, b: Term, c: Term, rounding: Term) -> Term {
    let (a_sign, b_sign) = (sign(terms, format, a), sign(terms, format, b));
    let product_sign = terms.xor(a_sign, b_sign);
    let c_sign = sign(terms, format, c);
    let [a_zero, b_zero, c_zero] = [a, b, c].map(|operand| is_zero(terms, format, operand));
    let [a_infinite, b_infinite, c_infinite] =
        [a, b, c].map(|operand| is_infinite(terms, format, operand));

    let sum = finite_sum(terms, format, a, b, c, rounding);
    let product_zero = terms.or(a_zero, b_zero);
    let zero = zero_sum(terms, format, product_sign, c_sign, rounding);
    let only_c = terms.ite(c_zero, zero, c);
    let result = terms.ite(product_zero, only_c, sum);

    let product_infinite = terms.or(a_infinite, b_infinite);
    let infinite = terms.or(product_infinite, c_infinite);
    let infinity_sign = terms.ite(c_infinite, c_sign, product_sign);
    let infinity = signed(terms, infinity_sign, &format.infinity(false));
    let result = terms.ite(infinite, infinity, result);

    let no_product = terms.and(product_zero, product_infinite);
    let opposite = terms.xor(product_sign, c_sign);
    let both = terms.and(product_infinite, c_infinite);
    let no_sum = terms.and(both, opposite);
    let invalid = terms.or(no_product, no_sum);
    let nan = terms.constant(&format.default_nan());
    let result = terms.ite(invalid, nan, result);
    unless_nan(terms, format, &[a, b, c], result)
}

/// For finite operands, `a` and `b` not zero.
fn finite_sum(terms: &mut Terms, format: Format, a: Term, b: Term, c: Term, mode: Term) -> Term {
    let precision = format.precision();
    let (a_sign, b_sign) = (sign(terms, format, a), sign(terms, format, b));
    let product_sign = terms.xor(a_sign, b_sign);
    let c_sign = sign(terms, format, c);
    let (a, b) = (normalised(terms, format, a), normalised(terms, format, b));
    let (product_exponent, product) = exact_product(terms, format, &a, &b);

    // The exponent that c would have at the top, less the one it has.
    let lead = i64::from(precision) + 2;
    let tops = product_exponents(format).plus(Range {
        least: lead,
        most: lead,
    });
    let distances = tops.plus(Range {
        least: 1 - format.special_exponent(),
        most: -1,
    });
    let width = distances.width().max(tops.width());
    let wide_product_exponent = terms.sign_extend(product_exponent, width);
    let lead = signed_number(terms, lead, width);
    let top = terms.add(wide_product_exponent, lead);
    let c_exponent = exponent(terms, format, c);
    let c_exponent = terms.zero_extend(c_exponent, width);
    let distance = terms.subtract(top, c_exponent);
    let beyond = terms.sign(distance);
    let zero = terms.zero(width);
    let distance = terms.ite(beyond, zero, distance);
    let distance = terms.extract(distance, 0, width - 1);
    let top = terms.ite(beyond, c_exponent, top);

    let word = 3 * precision + 3;
    let c_digits = significand(terms, format, c);
    let zeros = terms.zero(word - precision);
    let c_digits = terms.concat(c_digits, zeros);
    let c_digits = shift_right_sticky(terms, c_digits, distance);
    let zero = terms.zero(1);
    let product = terms.concat(product, zero);
    let word = word + 1;
    let (c_digits, product) = (
        terms.zero_extend(c_digits, word),
        terms.zero_extend(product, word),
    );

    let differ = terms.xor(product_sign, c_sign);
    let sum = add_or_subtract(terms, differ, c_digits, product);
    // The sign is c's unless the product was more than it.
    let borrowed = terms.sign(sum);
    let outweighed = terms.and(differ, borrowed);
    let digits = terms.negate_if(outweighed, sum);
    let sum_sign = terms.xor(c_sign, outweighed);
    let vanished = terms.is_zero(digits);
    let zero_sign = sign_of_zero_sum(terms, product_sign, c_sign, mode);
    let sign = terms.ite(vanished, zero_sign, sum_sign);

    // The top is the carry's place, whose exponent is one more.
    let range = Range {
        least: 1,
        most: tops.most.max(format.special_exponent() - 1) + 1,
    };
    let budget = terms.extract(top, 0, width - 1);
    let (digits, left) = normalise_within(terms, digits, budget);
    let left = terms.resize(left, range.width(), false);
    let one = terms.number(1, range.width());
    let value = Unrounded {
        sign,
        exponent: terms.add(left, one),
        range,
        digits,
    };
    round(terms, format, &value, mode)
}
