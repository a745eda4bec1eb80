//! What kind of float a term is.

use super::Format;
use super::operands::{exponent_field, fraction, magnitude, sign};
use crate::terms::{Term, Terms};

pub fn is_nan(terms: &mut Terms, format: Format, float: Term) -> Term {
    let special = is_special(terms, format, float);
    let fraction = fraction(terms, format, float);
    let payload = terms.is_nonzero(fraction);
    terms.and(special, payload)
}

pub fn is_infinite(terms: &mut Terms, format: Format, float: Term) -> Term {
    let special = is_special(terms, format, float);
    let fraction = fraction(terms, format, float);
    let empty = terms.is_zero(fraction);
    terms.and(special, empty)
}

/// Neither infinite nor a NaN.
pub fn is_finite(terms: &mut Terms, format: Format, float: Term) -> Term {
    let special = is_special(terms, format, float);
    terms.not(special)
}

/// Of either sign.
pub fn is_zero(terms: &mut Terms, format: Format, float: Term) -> Term {
    let magnitude = magnitude(terms, format, float);
    terms.is_zero(magnitude)
}

pub fn is_subnormal(terms: &mut Terms, format: Format, float: Term) -> Term {
    let field = exponent_field(terms, format, float);
    let low = terms.is_zero(field);
    let fraction = fraction(terms, format, float);
    let nonzero = terms.is_nonzero(fraction);
    terms.and(low, nonzero)
}

/// Neither zero, subnormal, infinite nor NaN.
pub fn is_normal(terms: &mut Terms, format: Format, float: Term) -> Term {
    let field = exponent_field(terms, format, float);
    let nonzero = terms.is_nonzero(field);
    let special = is_special(terms, format, float);
    let finite = terms.not(special);
    terms.and(nonzero, finite)
}

/// Whether the sign bit is set, be it a zero's or a NaN's: C's `signbit`.
pub fn is_negative(terms: &mut Terms, format: Format, float: Term) -> Term {
    sign(terms, format, float)
}

/// A NaN whose quiet bit is clear.
pub(super) fn is_signalling(terms: &mut Terms, format: Format, float: Term) -> Term {
    let nan = is_nan(terms, format, float);
    let quiet = terms.bit(float, format.fraction_bits - 1);
    let signals = terms.not(quiet);
    terms.and(nan, signals)
}

/// Infinite or NaN.
pub(super) fn is_special(terms: &mut Terms, format: Format, float: Term) -> Term {
    let field = exponent_field(terms, format, float);
    let inverse = terms.not(field);
    terms.is_zero(inverse)
}
