//! Floats from integers and integers from floats.
//!
//! An integer's magnitude is normalised and rounded as any other result. The other way, the digits are put at the top of a word of the integer's
//! width and two bits more, and shifted right, sticky, by what the exponent lacks; then the rounding mode decides about the two bits.

use super::Format;
use super::classes::is_special;
use super::operands::{Range, exponent, sign, signed_number, significand};
use super::rounding::{Directions, Unrounded, round};
use super::shifting::{fit_sticky, normalise, shift_right_sticky};
use super::{ROUNDING_BITS, Rounding};
use crate::bits::Bits;
use crate::terms::{Term, Terms};

/// What a float is as an integer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Integer {
    /// The rounded value; any bits if it does not fit.
    pub value: Term,
    /// Whether the rounded value is one of the integer type's. Neither infinities nor NaNs are.
    pub fits: Term,
}

pub fn from_unsigned(terms: &mut Terms, format: Format, value: Term, rounding: Term) -> Term {
    let positive = terms.boolean(false);
    from_magnitude(terms, format, positive, value, rounding)
}

/// From two's complement.
pub fn from_signed(terms: &mut Terms, format: Format, value: Term, rounding: Term) -> Term {
    let sign = terms.sign(value);
    let magnitude = terms.negate_if(sign, value);
    from_magnitude(terms, format, sign, magnitude, rounding)
}

/// To two's complement of `width` bits.
pub fn to_signed(
    terms: &mut Terms,
    format: Format,
    a: Term,
    width: u32,
    rounding: Term,
) -> Integer {
    let sign = sign(terms, format, a);
    let magnitude = to_magnitude(terms, format, a, width, rounding);
    let positive_fits = terms.sign(magnitude.value);
    let positive_fits = terms.not(positive_fits);
    let least = terms.constant(&Bits::sign_bit(width));
    let is_least = terms.equal(magnitude.value, least);
    let least_fits = terms.and(sign, is_least);
    let small = terms.or(positive_fits, least_fits);
    Integer {
        value: terms.negate_if(sign, magnitude.value),
        fits: terms.and(magnitude.fits, small),
    }
}

/// Negative numbers fit if they are rounded to zero.
pub fn to_unsigned(
    terms: &mut Terms,
    format: Format,
    a: Term,
    width: u32,
    rounding: Term,
) -> Integer {
    let negative = sign(terms, format, a);
    let magnitude = to_magnitude(terms, format, a, width, rounding);
    let zero = terms.is_zero(magnitude.value);
    let not_negative = terms.implies(negative, zero);
    Integer {
        value: magnitude.value,
        fits: terms.and(magnitude.fits, not_negative),
    }
}

/// C's cast as the IR defines it (`ir/src/arithmetic.rs`): truncation, and for what does not fit, which C leaves undefined, x86's "indefinite" integer, of
/// which only the top bit is set. (Compilers differ from each other there, narrower types than `int` in particular.)
/// To an unsigned type of fewer than 64 bits the cast goes through the signed type of 64 and keeps the low bits.
/// To a wider one, negative numbers that fit the signed type wrap.
pub fn cast_to_integer(
    terms: &mut Terms,
    format: Format,
    a: Term,
    width: u32,
    signed: bool,
) -> Term {
    let rounding = Rounding::TowardZero.term(terms);
    let converted = if signed {
        to_signed(terms, format, a, width, rounding)
    } else {
        let wide = to_signed(terms, format, a, width.max(64), rounding);
        let mut fits = wide.fits;
        if width >= 64 {
            let unsigned = to_unsigned(terms, format, a, width, rounding);
            fits = terms.or(fits, unsigned.fits);
        }
        Integer {
            value: terms.extract(wide.value, 0, width),
            fits,
        }
    };
    let indefinite = terms.constant(&Bits::sign_bit(width));
    terms.ite(converted.fits, converted.value, indefinite)
}

fn from_magnitude(
    terms: &mut Terms,
    format: Format,
    sign: Term,
    magnitude: Term,
    rounding: Term,
) -> Term {
    let mut magnitude = magnitude;
    if terms.width(magnitude) == 1 {
        magnitude = terms.zero_extend(magnitude, 2);
    }
    let top = i64::from(terms.width(magnitude)) - 1;
    // Zero stays zero, which the rounder takes with any exponent.
    let (digits, zeros) = normalise(terms, magnitude);
    let range = Range {
        least: format.bias(),
        most: format.bias() + top,
    };
    let width = range.width().max(terms.width(zeros) + 1);
    let exponent = signed_number(terms, range.most, width);
    let zeros = terms.zero_extend(zeros, width);
    let exponent = terms.subtract(exponent, zeros);
    let value = Unrounded {
        sign,
        exponent: terms.extract(exponent, 0, range.width()),
        range,
        digits,
    };
    round(terms, format, &value, rounding)
}

/// The rounded magnitude as an integer of `width` bits, and whether it is one.
fn to_magnitude(terms: &mut Terms, format: Format, a: Term, width: u32, rounding: Term) -> Integer {
    assert_eq!(terms.width(rounding), ROUNDING_BITS, "a rounding mode");
    // More bits than these no number has, rounded up or not.
    let needed = u32::try_from(format.bias() + 2).expect("exponents are narrow");
    let integer = width.min(needed);
    let digits = significand(terms, format, a);
    let digits = fit_sticky(terms, digits, integer + 2);
    // The exponent of the top bit less that of the digits.
    let top = format.bias() + i64::from(integer) - 1;
    let distances = Range {
        least: top - format.special_exponent(),
        most: top - 1,
    };
    let bits = distances.width().max(format.exponent_bits + 1);
    let exponent = exponent(terms, format, a);
    let exponent = terms.zero_extend(exponent, bits);
    let top = signed_number(terms, top, bits);
    let distance = terms.subtract(top, exponent);
    let too_large = terms.sign(distance);
    let distance = terms.extract(distance, 0, bits - 1);
    let digits = shift_right_sticky(terms, digits, distance);

    let sign = sign(terms, format, a);
    let directions = Directions::new(terms, rounding, sign);
    let up = directions.increments(terms, digits);
    let up = terms.zero_extend(up, integer + 1);
    let whole = terms.extract(digits, 2, integer);
    let whole = terms.zero_extend(whole, integer + 1);
    let rounded = terms.add(whole, up);
    let carried = terms.sign(rounded);
    let special = is_special(terms, format, a);
    let misfit = terms.or_all(&[too_large, carried, special]);
    let value = terms.extract(rounded, 0, integer);
    Integer {
        value: terms.zero_extend(value, width),
        fits: terms.not(misfit),
    }
}
