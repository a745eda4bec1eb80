//! Conversion from one format to another.
//!
//! A wider range of exponents makes subnormals normal, which are normalised first. If the range is not wider, a subnormal's
//! exponent is at most 1 in the new format too, where the rounder takes digits without a leading 1.

use super::Format;
use super::classes::{is_infinite, is_nan, is_zero};
use super::operands::{
    Range, exponent, fraction, normalised, sign, signed, signed_number, significand,
};
use super::rounding::{Unrounded, round};
use crate::terms::{Term, Terms};

/// The value of `a`, in format `from`, in format `to`. Nothing is done, not even to NaNs, if these are the same.
pub fn convert(terms: &mut Terms, from: Format, to: Format, a: Term, rounding: Term) -> Term {
    if from == to {
        return a;
    }
    let sign = sign(terms, from, a);
    let mut result = finite(terms, from, to, a, rounding);
    if widens(from, to) {
        // What normalisation makes of zero is of no use.
        let zero = is_zero(terms, from, a);
        let signed_zero = signed(terms, sign, &to.zero(false));
        result = terms.ite(zero, signed_zero, result);
    }
    let infinite = is_infinite(terms, from, a);
    let infinity = signed(terms, sign, &to.infinity(false));
    let nan = is_nan(terms, from, a);
    let converted_nan = convert_nan(terms, from, to, a);
    let result = terms.ite(infinite, infinity, result);
    terms.ite(nan, converted_nan, result)
}

fn widens(from: Format, to: Format) -> bool {
    to.exponent_bits > from.exponent_bits
}

fn finite(terms: &mut Terms, from: Format, to: Format, a: Term, rounding: Term) -> Term {
    let sign = sign(terms, from, a);
    let (exponent, digits, old) = if widens(from, to) {
        let parts = normalised(terms, from, a);
        (
            parts.exponent,
            parts.significand,
            from.normalised_exponents(),
        )
    } else {
        let range = Range {
            least: 1,
            most: from.special_exponent() - 1,
        };
        let exponent = exponent(terms, from, a);
        (
            terms.zero_extend(exponent, range.width()),
            significand(terms, from, a),
            range,
        )
    };
    let offset = to.bias() - from.bias();
    let range = old.plus(Range {
        least: offset,
        most: offset,
    });
    let width = old.width().max(range.width());
    let exponent = terms.sign_extend(exponent, width);
    let offset = signed_number(terms, offset, width);
    let exponent = terms.add(exponent, offset);
    let value = Unrounded {
        sign,
        exponent: terms.extract(exponent, 0, range.width()),
        range,
        digits,
    };
    round(terms, to, &value, rounding)
}

fn convert_nan(terms: &mut Terms, from: Format, to: Format, a: Term) -> Term {
    let sign = sign(terms, from, a);
    let payload = fraction(terms, from, a);
    let payload = terms.extract(payload, 0, from.fraction_bits - 1);
    let (have, want) = (from.fraction_bits - 1, to.fraction_bits - 1);
    let payload = if want <= have {
        terms.extract(payload, have - want, want)
    } else {
        let zeros = terms.zero(want - have);
        terms.concat(payload, zeros)
    };
    // Exponent and quiet bit.
    let ones = signed_number(terms, -1, to.exponent_bits + 1);
    let head = terms.concat(sign, ones);
    terms.concat(head, payload)
}
