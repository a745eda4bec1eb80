//! The parts of an operand, and what happens to operands that are not numbers.
//!
//! Sign, exponent and significand are wires, but for the leading digit, which is 0 if the exponent is. A subnormal's
//! exponent counts as 1. Multiplication and its like want a leading 1: [`normalised`] shifts it there.

use super::Format;
use super::classes::is_nan;
use super::shifting::normalise;
use crate::bits::Bits;
use crate::terms::{Term, Terms};

/// A number with a leading 1, or anything if the operand was no nonzero number.
pub(super) struct Normalised {
    /// Signed and biased, of [`Format::normalised_exponents`]' width.
    pub exponent: Term,
    /// As many bits as the precision, of which the first is 1.
    pub significand: Term,
}

/// The bounds of a signed number that is computed with, both included.
#[derive(Clone, Copy, Debug)]
pub(super) struct Range {
    pub least: i64,
    pub most: i64,
}

impl Range {
    /// The width in which all its numbers fit as signed.
    pub fn width(self) -> u32 {
        let bits = |value: i64| 65 - (if value < 0 { !value } else { value }).leading_zeros();
        bits(self.least).max(bits(self.most))
    }

    pub fn plus(self, other: Range) -> Range {
        Range {
            least: self.least + other.least,
            most: self.most + other.most,
        }
    }
}

impl Format {
    /// The exponents of normalised operands.
    pub(super) fn normalised_exponents(self) -> Range {
        Range {
            least: 1 - i64::from(self.fraction_bits),
            most: self.special_exponent() - 1,
        }
    }
}

pub(super) fn sign(terms: &mut Terms, format: Format, float: Term) -> Term {
    check_width(terms, format, float);
    terms.sign(float)
}

/// All but the sign: exponent and fraction. Magnitudes are ordered as these numbers.
pub(super) fn magnitude(terms: &mut Terms, format: Format, float: Term) -> Term {
    check_width(terms, format, float);
    terms.extract(float, 0, format.width() - 1)
}

/// As encoded.
pub(super) fn exponent_field(terms: &mut Terms, format: Format, float: Term) -> Term {
    check_width(terms, format, float);
    terms.extract(float, format.fraction_bits, format.exponent_bits)
}

pub(super) fn fraction(terms: &mut Terms, format: Format, float: Term) -> Term {
    check_width(terms, format, float);
    terms.extract(float, 0, format.fraction_bits)
}

/// Biased and unsigned, at least 1.
pub(super) fn exponent(terms: &mut Terms, format: Format, float: Term) -> Term {
    let field = exponent_field(terms, format, float);
    let subnormal = terms.is_zero(field);
    let high = terms.extract(field, 1, format.exponent_bits - 1);
    let low = terms.bit(field, 0);
    let low = terms.or(low, subnormal);
    terms.concat(high, low)
}

/// With its leading digit.
pub(super) fn significand(terms: &mut Terms, format: Format, float: Term) -> Term {
    let field = exponent_field(terms, format, float);
    let leading = terms.is_nonzero(field);
    let fraction = fraction(terms, format, float);
    terms.concat(leading, fraction)
}

pub(super) fn normalised(terms: &mut Terms, format: Format, float: Term) -> Normalised {
    let digits = significand(terms, format, float);
    let (digits, zeros) = normalise(terms, digits);
    // The leading digit is said to be 1, which spares dividers a case.
    let fraction = terms.extract(digits, 0, format.fraction_bits);
    let leading = terms.boolean(true);
    let width = format.normalised_exponents().width();
    let exponent = exponent(terms, format, float);
    let exponent = terms.zero_extend(exponent, width);
    let zeros = terms.zero_extend(zeros, width);
    Normalised {
        exponent: terms.subtract(exponent, zeros),
        significand: terms.concat(leading, fraction),
    }
}

/// The first operand that is a NaN, quieted; `otherwise` if none is.
pub(super) fn unless_nan(
    terms: &mut Terms,
    format: Format,
    operands: &[Term],
    otherwise: Term,
) -> Term {
    let mut result = otherwise;
    for operand in operands.iter().rev() {
        let nan = is_nan(terms, format, *operand);
        let quieted = quieted(terms, format, *operand);
        result = terms.ite(nan, quieted, result);
    }
    result
}

/// The quiet bit set.
pub(super) fn quieted(terms: &mut Terms, format: Format, float: Term) -> Term {
    let quiet = format.fraction_bits - 1;
    let above = terms.extract(float, quiet + 1, format.exponent_bits + 1);
    let below = terms.extract(float, 0, quiet);
    let set = terms.boolean(true);
    let high = terms.concat(above, set);
    terms.concat(high, below)
}

/// A sign before a constant magnitude.
pub(super) fn signed(terms: &mut Terms, sign: Term, positive: &Bits) -> Term {
    let magnitude = terms.constant(&positive.extract(0, positive.width() - 1));
    terms.concat(sign, magnitude)
}

/// A signed constant.
pub(super) fn signed_number(terms: &mut Terms, value: i64, width: u32) -> Term {
    terms.number(value as i128 as u128, width)
}

fn check_width(terms: &Terms, format: Format, float: Term) {
    let width = terms.width(float);
    assert_eq!(width, format.width(), "a float of another format");
}
