//! `fmod` and IEEE's remainder, which are exact.
//!
//! Both are `x * 2^d mod y` of significands, for a difference `d` of exponents that goes into the thousands. A subtraction for each of
//! these steps would be a formula of `2^exponent_bits` words. Instead `2^d mod y` is computed by squaring: the high bits of `d` choose a first power,
//! and each of its few low bits is a square, a doubling and a reduction modulo `y`;
//! then one product with `x` modulo `y` remains. That makes 5 products and 6 reductions of significands for doubles, 3 and 4 for
//! singles, 1 and 2 for halves: half a million gates for doubles, 70 thousand for singles. Modulo a power of two that is known, it is a shift.
//!
//! The remainder takes the quotient to the nearest integer, the even one of two. For that `x` is reduced modulo `2y`,
//! from which the quotient's last digit is seen, in units of half of `y`'s last place, as `x` may have one more digit below.

use super::classes::{is_infinite, is_special, is_zero};
use super::division::subtract_if_fits;
use super::operands::{Range, exponent, sign, signed_number, significand, unless_nan};
use super::rounding::{Unrounded, round};
use super::shifting::normalise_within;
use super::{Format, Rounding};
use crate::bits::Bits;
use crate::terms::{Term, Terms};

/// C's `fmod`: `x - n * y` for the quotient `n` rounded toward zero, with the sign of `x`.
pub fn fmod(terms: &mut Terms, format: Format, x: Term, y: Term) -> Term {
    let (x_exponent, y_exponent) = (exponent(terms, format, x), exponent(terms, format, y));
    // Then y is normal, and greater than x.
    let smaller = terms.less(x_exponent, y_exponent);
    let distance = terms.subtract(x_exponent, y_exponent);
    let (x_digits, y_digits) = (significand(terms, format, x), significand(terms, format, y));
    let rest = scaled_remainder(terms, format, x_digits, distance, y_digits);
    let sign = sign(terms, format, x);
    let reduced = pack_exact(terms, format, sign, y_exponent, rest);
    let result = terms.ite(smaller, x, reduced);
    with_special_cases(terms, format, x, y, result)
}

/// IEEE's remainder, C's `remainder`: `x - n * y` for the integer `n` nearest to the quotient, the even one of two.
pub fn remainder(terms: &mut Terms, format: Format, x: Term, y: Term) -> Term {
    let precision = format.precision();
    let width = format.exponent_bits + 1;
    let (x_exponent, y_exponent) = (exponent(terms, format, x), exponent(terms, format, y));
    let (wide_x, wide_y) = (
        terms.zero_extend(x_exponent, width),
        terms.zero_extend(y_exponent, width),
    );
    // In units of half the last place of y the exponent of x is one more.
    let one = terms.number(1, width);
    let raised = terms.add(wide_x, one);
    // Then y is normal, and more than twice x.
    let smaller = terms.less(raised, wide_y);
    let distance = terms.subtract(raised, wide_y);
    let distance = terms.extract(distance, 0, format.exponent_bits);
    let (x_digits, y_digits) = (significand(terms, format, x), significand(terms, format, y));
    // The modulus 2y is four times y's digits in these units.
    let (zero, zeros) = (terms.zero(1), terms.zero(2));
    let modulus = terms.concat(y_digits, zeros);
    let rest = scaled_remainder(terms, format, x_digits, distance, modulus);
    // rest = odd * y + small
    let wide = precision + 2;
    let divisor = terms.concat(y_digits, zero);
    let wide_divisor = terms.zero_extend(divisor, wide);
    let even = terms.less(rest, wide_divisor);
    let odd = terms.not(even);
    let over = terms.subtract(rest, wide_divisor);
    let small = terms.ite(odd, over, rest);
    let small = terms.extract(small, 0, precision + 1);
    // Compared with half of y, which is its digits in these units.
    let half = terms.zero_extend(y_digits, precision + 1);
    let more = terms.less(half, small);
    let tie = terms.equal(half, small);
    let odd_tie = terms.and(tie, odd);
    let up = terms.or(more, odd_tie);
    let complement = terms.subtract(divisor, small);
    let nearest = terms.ite(up, complement, small);

    let x_sign = sign(terms, format, x);
    let sign = terms.xor(x_sign, up);
    let reduced = pack_exact(terms, format, sign, y_exponent, nearest);
    let result = terms.ite(smaller, x, reduced);
    with_special_cases(terms, format, x, y, result)
}

fn with_special_cases(terms: &mut Terms, format: Format, x: Term, y: Term, finite: Term) -> Term {
    let x_special = is_special(terms, format, x);
    let y_zero = is_zero(terms, format, y);
    let invalid = terms.or(x_special, y_zero);
    let nan = terms.constant(&format.default_nan());
    let y_infinite = is_infinite(terms, format, y);
    let result = terms.ite(y_infinite, x, finite);
    let result = terms.ite(invalid, nan, result);
    unless_nan(terms, format, &[x, y], result)
}

/// `x * 2^distance mod modulus`, of the modulus' width. Anything if the modulus is 0.
fn scaled_remainder(
    terms: &mut Terms,
    format: Format,
    x: Term,
    distance: Term,
    modulus: Term,
) -> Term {
    if let Some(constant) = terms.as_constant(modulus)
        && constant.is_power_of_two()
    {
        return shifted_low_bits(terms, x, distance, &constant);
    }
    let precision = terms.width(modulus);
    let distances = terms.width(distance);
    // A longer first power costs a step of division for each bit, a squaring those of twice the precision and a product.
    let greatest = format.special_exponent() as u32;
    let mut squarings = 0;
    while greatest >> squarings >= 4 * precision {
        squarings += 1;
    }
    let high = terms.extract(distance, squarings, distances - squarings);
    let power_width = (greatest >> squarings) + 1;
    let power = power_of_two(terms, high, power_width);
    let mut power = reduce(terms, power, modulus);
    for bit in (0..squarings).rev() {
        let wide = terms.zero_extend(power, 2 * precision);
        let square = terms.multiply(wide, wide);
        let zero = terms.zero(1);
        let (doubled, plain) = (terms.concat(square, zero), terms.concat(zero, square));
        let taken = terms.bit(distance, bit);
        let next = terms.ite(taken, doubled, plain);
        power = reduce(terms, next, modulus);
    }
    let width = precision + terms.width(x);
    let (power, x) = (terms.zero_extend(power, width), terms.zero_extend(x, width));
    let product = terms.multiply(power, x);
    reduce(terms, product, modulus)
}

/// The same modulo a power of two: bits of `x`, shifted.
fn shifted_low_bits(terms: &mut Terms, x: Term, distance: Term, modulus: &Bits) -> Term {
    let width = modulus.width().max(terms.width(distance));
    let (x, distance) = (
        terms.zero_extend(x, width),
        terms.zero_extend(distance, width),
    );
    let shifted = terms.shift_left(x, distance);
    match modulus.trailing_zeros() {
        0 => terms.zero(modulus.width()),
        kept => {
            let low = terms.extract(shifted, 0, kept);
            terms.zero_extend(low, modulus.width())
        }
    }
}

/// `2^count` in a word that it fits.
fn power_of_two(terms: &mut Terms, count: Term, width: u32) -> Term {
    let bits = width.max(terms.width(count));
    let one = terms.number(1, bits);
    let count = terms.zero_extend(count, bits);
    let power = terms.shift_left(one, count);
    terms.extract(power, 0, width)
}

/// `dividend mod modulus`, of the modulus' width.
fn reduce(terms: &mut Terms, dividend: Term, modulus: Term) -> Term {
    let (have, width) = (terms.width(dividend), terms.width(modulus));
    let mut rest: Option<Term> = None;
    for index in (0..have).rev() {
        let next = terms.bit(dividend, index);
        let so_far = match rest {
            None => next,
            Some(rest) => terms.concat(rest, next),
        };
        rest = Some(subtract_if_fits(terms, so_far, modulus).1);
    }
    let rest = rest.expect("a dividend has bits");
    terms.zero_extend(rest, width)
}

/// The float of these digits, the first of which has that exponent, at least 1. Nothing has to be rounded.
fn pack_exact(terms: &mut Terms, format: Format, sign: Term, exponent: Term, digits: Term) -> Term {
    let less = signed_number(terms, -1, format.exponent_bits);
    let budget = terms.add(exponent, less);
    let (digits, left) = normalise_within(terms, digits, budget);
    let range = Range {
        least: 1,
        most: format.special_exponent() - 1,
    };
    let left = terms.zero_extend(left, range.width());
    let one = terms.number(1, range.width());
    let value = Unrounded {
        sign,
        exponent: terms.add(left, one),
        range,
        digits,
    };
    let exact = Rounding::TowardZero.term(terms);
    round(terms, format, &value, exact)
}
