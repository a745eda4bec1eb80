//! Rounding to an integral float: `floor`, `ceil`, `trunc`, `round`, `rint` and `nearbyint`, by the rounding mode.
//!
//! The digits stay where they are. The exponent says how many of the encoding's last bits are below the point; these are masked away,
//! and rounding adds one unit of what is above them to the encoding, whose carry does the rest. A number below 1 becomes 0 or 1.

use super::Format;
use super::classes::is_zero;
use super::operands::{exponent_field, fraction, magnitude, sign, signed_number, unless_nan};
use super::rounding::Directions;
use crate::bits::Bits;
use crate::terms::{Term, Terms};

pub fn round_to_integral(terms: &mut Terms, format: Format, a: Term, rounding: Term) -> Term {
    let sign = sign(terms, format, a);
    let directions = Directions::new(terms, rounding, sign);
    let field = exponent_field(terms, format, a);
    let bias = signed_number(terms, format.bias(), format.exponent_bits);
    let below_one = terms.less(field, bias);
    let small = round_small(terms, format, a, &directions);
    let large = round_large(terms, format, a, &directions);
    let rounded = terms.ite(below_one, small, large);
    let result = terms.concat(sign, rounded);
    unless_nan(terms, format, &[a], result)
}

/// The magnitude of what is below 1, rounded.
fn round_small(terms: &mut Terms, format: Format, a: Term, directions: &Directions) -> Term {
    let fraction = fraction(terms, format, a);
    let (half, sticky) = if format.bias() == 1 {
        // All of these are subnormal.
        let below = terms.extract(fraction, 0, format.fraction_bits - 1);
        (terms.sign(fraction), terms.is_nonzero(below))
    } else {
        let field = exponent_field(terms, format, a);
        let highest = signed_number(terms, format.bias() - 1, format.exponent_bits);
        let half = terms.equal(field, highest);
        let more = terms.is_nonzero(fraction);
        let zero = is_zero(terms, format, a);
        let nonzero = terms.not(zero);
        // Beyond a half, or if it is less than that, anything at all.
        (half, terms.ite(half, more, nonzero))
    };
    let even = terms.boolean(false);
    let up = directions.increments_by(terms, even, half, sticky);
    let bits = format.width() - 1;
    let one = terms.constant(&format.one(false).extract(0, bits));
    let zero = terms.zero(bits);
    terms.ite(up, one, zero)
}

/// The magnitude of what is at least 1, rounded. What has no digits below the point, infinities too, stays as it is.
fn round_large(terms: &mut Terms, format: Format, a: Term, directions: &Directions) -> Term {
    let bits = format.width() - 1;
    let magnitude = magnitude(terms, format, a);
    // The bits below the point: all of the fraction, less the exponent.
    let field = exponent_field(terms, format, a);
    let bias = signed_number(terms, format.bias(), format.exponent_bits);
    let count = terms.subtract(field, bias);
    let width = format.precision().max(format.exponent_bits);
    let count = terms.zero_extend(count, width);
    let all = terms.constant(&Bits::ones(format.fraction_bits));
    let all = terms.zero_extend(all, width);
    let below = terms.shift_right(all, count);
    let below = terms.extract(below, 0, format.fraction_bits);
    let below = terms.zero_extend(below, bits);
    // One place above the mask.
    let above = terms.not(below);
    let set = terms.boolean(true);
    let up_to_unit = terms.extract(below, 0, bits - 1);
    let up_to_unit = terms.concat(up_to_unit, set);
    let unit = terms.and(up_to_unit, above);
    let half_mask = terms.extract(below, 1, bits - 1);
    let half_mask = terms.zero_extend(half_mask, bits);
    // The unit's neighbour below, if there are bits below at all.
    let beside = terms.not(half_mask);
    let half_bit = terms.and(below, beside);

    let mut any = |mask: Term| {
        let masked = terms.and(magnitude, mask);
        terms.is_nonzero(masked)
    };
    // The last digit above the point. That of 1.x is the leading one; the bias is odd, so that the exponent's last bit says so.
    let (last, half, sticky) = (any(unit), any(half_bit), any(half_mask));
    let up = directions.increments_by(terms, last, half, sticky);
    let zero = terms.zero(bits);
    let increment = terms.ite(up, unit, zero);
    let whole = terms.and(magnitude, above);
    terms.add(whole, increment)
}
