//! Square roots, digit by digit.
//!
//! The exponent is halved; if it is odd, the digits are doubled first. Each digit of the root is a trial: for a root `q` found so far and the next two
//! digits of the radicand appended to the remainder, the next digit is 1 if `4q + 1` can be subtracted (the restoring
//! method). Words grow with the digits found, so that half of a full square of subtractors is built.

use super::Format;
use super::classes::{is_infinite, is_zero};
use super::operands::{Range, normalised, sign, signed_number, unless_nan};
use super::rounding::{Unrounded, round};
use crate::terms::{Term, Terms};

/// Of negative numbers but -0 it is the default NaN.
pub fn sqrt(terms: &mut Terms, format: Format, a: Term, rounding: Term) -> Term {
    let negative = sign(terms, format, a);
    let finite = positive_root(terms, format, a, rounding);
    let zero = is_zero(terms, format, a);
    let infinite = is_infinite(terms, format, a);
    let same = terms.or(zero, infinite);
    let nonzero = terms.not(zero);
    let invalid = terms.and(negative, nonzero);
    let nan = terms.constant(&format.default_nan());
    let result = terms.ite(same, a, finite);
    let result = terms.ite(invalid, nan, result);
    unless_nan(terms, format, &[a], result)
}

fn positive_root(terms: &mut Terms, format: Format, a: Term, rounding: Term) -> Term {
    let parts = normalised(terms, format, a);
    // sqrt(2^(e - bias)) is 2^((e + bias) / 2 - bias), rounded down; the bias is odd.
    let operand = format.normalised_exponents();
    let sums = Range {
        least: operand.least + format.bias(),
        most: operand.most + format.bias(),
    };
    let width = sums.width().max(operand.width());
    let exponent = terms.sign_extend(parts.exponent, width);
    let bias = signed_number(terms, format.bias(), width);
    let sum = terms.add(exponent, bias);
    let odd = terms.bit(sum, 0);
    let range = Range {
        least: sums.least >> 1,
        most: sums.most >> 1,
    };
    let half = terms.extract(sum, 1, width - 1);
    let exponent = terms.resize(half, range.width(), true);

    let zero = terms.zero(1);
    let (doubled, plain) = (
        terms.concat(parts.significand, zero),
        terms.concat(zero, parts.significand),
    );
    let radicand = terms.ite(odd, doubled, plain);
    let digits = root_digits(terms, radicand, format.precision() + 1);
    let value = Unrounded {
        sign: zero,
        exponent,
        range,
        digits,
    };
    round(terms, format, &value, rounding)
}

/// The first `count` digits of the root of a number from 1 to 4, and a last that says whether anything remains. The top
/// two bits of `radicand` are before the point.
fn root_digits(terms: &mut Terms, radicand: Term, count: u32) -> Term {
    let given = terms.width(radicand);
    // The first digit is 1.
    let mut root = terms.boolean(true);
    let first = terms.extract(radicand, given - 2, 2);
    let minus_one = signed_number(terms, -1, 2);
    let mut remainder = terms.add(first, minus_one);
    for step in 1..count {
        // The remainder is at most twice the root: one bit more than it.
        let next = next_pair(terms, radicand, step);
        let minuend = terms.concat(remainder, next);
        let one = terms.number(1, 2);
        let trial = terms.concat(root, one);
        // Between -trial and trial, so that the minuend's bits hold it as a signed number.
        let subtrahend = terms.zero_extend(trial, step + 3);
        let difference = terms.subtract(minuend, subtrahend);
        let borrowed = terms.sign(difference);
        let (kept, reduced) = (
            terms.extract(minuend, 0, step + 2),
            terms.extract(difference, 0, step + 2),
        );
        remainder = terms.ite(borrowed, kept, reduced);
        let digit = terms.not(borrowed);
        root = terms.concat(root, digit);
    }
    let sticky = terms.is_nonzero(remainder);
    terms.concat(root, sticky)
}

/// The two digits of the radicand that the step brings down; zeros beyond those given.
fn next_pair(terms: &mut Terms, radicand: Term, step: u32) -> Term {
    let given = terms.width(radicand);
    let taken = 2 * step;
    match given.saturating_sub(taken) {
        0 => terms.zero(2),
        1 => {
            let last = terms.bit(radicand, 0);
            let zero = terms.zero(1);
            terms.concat(last, zero)
        }
        left => terms.extract(radicand, left - 2, 2),
    }
}
