//! The rounder: from an exact (or sticky) result to the nearest float in the direction of the rounding mode.
//!
//! Exponents below 1 are raised to 1 by a shift of the digits to the right; then the exponent and the fraction are packed
//! into one word, and rounding adds 0 or 1 to it. A carry out of the fraction raises the exponent, be it to 1, so that a
//! subnormal becomes the least normal number, or to that of infinity, which is what modes that round away from zero make of
//! numbers beyond the largest. Only numbers that are too large before rounding need a case of their own.
//!
//! Callers know bounds of the exponent: what cannot happen within these is not built.

use super::operands::{Range, signed, signed_number};
use super::shifting::{fit_sticky, shift_right_sticky};
use super::{Format, ROUNDING_BITS, Rounding};
use crate::terms::{Term, Terms};

/// A finite result before rounding.
pub(super) struct Unrounded {
    pub sign: Term,
    /// The biased exponent of the top bit of `digits`, signed, of `range`'s width. Within `range` if `digits` is not 0.
    pub exponent: Term,
    pub range: Range,
    /// The significand, of any width. The top bit is 1, or the exponent at most 1, or all are 0. The last may be sticky.
    pub digits: Term,
}

/// The float that `value` is rounded to.
pub(super) fn round(terms: &mut Terms, format: Format, value: &Unrounded, mode: Term) -> Term {
    let kept = format.precision();
    // Two more digits decide: the first that is lost, and whether any after it is set.
    let mut digits = fit_sticky(terms, value.digits, kept + 2);
    let mut exponent = value.exponent;
    if value.range.least < 1 {
        (digits, exponent) = raise_to_one(terms, digits, exponent, value.range);
    }
    let leading = terms.sign(digits);
    let fraction = terms.extract(digits, 2, format.fraction_bits);
    let field = terms.resize(exponent, format.exponent_bits, true);
    let zero = terms.zero(format.exponent_bits);
    let field = terms.ite(leading, field, zero);
    let packed = terms.concat(field, fraction);
    let directions = Directions::new(terms, mode, value.sign);
    let up = directions.increments(terms, digits);
    let up = terms.zero_extend(up, format.width() - 1);
    let mut magnitude = terms.add(packed, up);
    if value.range.most >= format.special_exponent() {
        let width = value.range.width();
        let bound = signed_number(terms, format.special_exponent(), width);
        let within = terms.less_signed(exponent, bound);
        let beyond = terms.not(within);
        let overflow = terms.and(beyond, leading);
        let infinite = directions.overflows(terms);
        let bits = format.width() - 1;
        let infinity = terms.constant(&format.infinity(false).extract(0, bits));
        let largest = terms.constant(&format.largest(false).extract(0, bits));
        let limit = terms.ite(infinite, infinity, largest);
        magnitude = terms.ite(overflow, limit, magnitude);
    }
    terms.concat(value.sign, magnitude)
}

/// The sign of an exact zero that is a sum of two numbers of these signs.
pub(super) fn sign_of_zero_sum(terms: &mut Terms, a_sign: Term, b_sign: Term, mode: Term) -> Term {
    let same = terms.equal(a_sign, b_sign);
    let down = is_mode(terms, mode, Rounding::Down);
    terms.ite(same, a_sign, down)
}

/// The zero that is an exact sum of numbers of these signs.
pub(super) fn zero_sum(
    terms: &mut Terms,
    format: Format,
    a_sign: Term,
    b_sign: Term,
    mode: Term,
) -> Term {
    let sign = sign_of_zero_sum(terms, a_sign, b_sign, mode);
    signed(terms, sign, &format.zero(false))
}

/// What a rounding mode does to a number of a given sign.
pub(super) struct Directions {
    nearest_even: Term,
    nearest_away: Term,
    /// Away from zero, however near.
    outward: Term,
}

impl Directions {
    pub fn new(terms: &mut Terms, mode: Term, sign: Term) -> Directions {
        assert_eq!(terms.width(mode), ROUNDING_BITS, "a rounding mode");
        let up = is_mode(terms, mode, Rounding::Up);
        let down = is_mode(terms, mode, Rounding::Down);
        Directions {
            nearest_even: is_mode(terms, mode, Rounding::NearestEven),
            nearest_away: is_mode(terms, mode, Rounding::NearestAway),
            outward: terms.ite(sign, down, up),
        }
    }

    /// Whether a magnitude grows when the last two of these digits, the second of them sticky, are dropped.
    pub fn increments(&self, terms: &mut Terms, digits: Term) -> Term {
        let [sticky, half, last] = [0, 1, 2].map(|index| terms.bit(digits, index));
        self.increments_by(terms, last, half, sticky)
    }

    /// The same, for the last digit kept, the first lost, and whether any after that is set.
    pub fn increments_by(&self, terms: &mut Terms, last: Term, half: Term, sticky: Term) -> Term {
        let uneven = terms.or(last, sticky);
        let to_even = terms.and(half, uneven);
        let to_even = terms.and(self.nearest_even, to_even);
        let away = terms.and(self.nearest_away, half);
        let inexact = terms.or(half, sticky);
        let outward = terms.and(self.outward, inexact);
        let nearest = terms.or(to_even, away);
        terms.or(nearest, outward)
    }

    /// Whether a number beyond the largest becomes infinite.
    fn overflows(&self, terms: &mut Terms) -> Term {
        terms.or_all(&[self.nearest_even, self.nearest_away, self.outward])
    }
}

fn is_mode(terms: &mut Terms, mode: Term, rounding: Rounding) -> Term {
    let number = rounding.term(terms);
    terms.equal(mode, number)
}

/// The digits shifted right, sticky, so that the exponent is at least 1; and that exponent.
fn raise_to_one(terms: &mut Terms, digits: Term, exponent: Term, range: Range) -> (Term, Term) {
    let distances = Range {
        least: 1 - range.most,
        most: 1 - range.least,
    };
    let width = distances.width().max(range.width());
    let wide = terms.sign_extend(exponent, width);
    let one = terms.number(1, width);
    let distance = terms.subtract(one, wide);
    let zero = terms.zero(width);
    let low = terms.less_signed(zero, distance);
    let distance = terms.ite(low, distance, zero);
    let distance = terms.extract(distance, 0, width - 1);
    let digits = shift_right_sticky(terms, digits, distance);
    let one = terms.number(1, range.width());
    (digits, terms.ite(low, one, exponent))
}
