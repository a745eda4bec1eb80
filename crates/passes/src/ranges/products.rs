//! Multiplication, division and remainder of ranges.
//!
//! Where the product of the bounds fits, products of intervals are the hull of the products of bounds; where it does not,
//! only the low bits are known: as many as are known of both factors, and the zeros at the end of either.
//! Quotients are the hull of quotients of bounds, for negative and positive divisors apart.
//! Division by zero and the one quotient that does not fit have no result and need not be covered.

use unspool_ir::arithmetic::mask;

use super::range::{Range, signed_maximum, signed_minimum};
use super::{bitwise, sums};

pub fn multiply(a: &Range, b: &Range) -> Range {
    let width = a.width();
    let mut result = low_bits_of_product(a, b);
    for (factor, power) in [(a, b), (b, a)] {
        if let Some(power) = power.as_constant().filter(|power| power.is_power_of_two()) {
            let count = Range::constant(32, u128::from(power.trailing_zeros()));
            let shifted = bitwise::shift_left(factor, &count);
            result = result.meet(&shifted).unwrap_or(result);
        }
    }
    let ((a_low, a_high), (b_low, b_high)) = (a.unsigned_bounds(), b.unsigned_bounds());
    if let (Some(low), Some(high)) = (a_low.checked_mul(b_low), a_high.checked_mul(b_high))
        && high <= mask(width)
    {
        result = result.and_unsigned(low, high).unwrap_or(result);
    }
    let ((a_low, a_high), (b_low, b_high)) = (a.signed_bounds(), b.signed_bounds());
    let corners = [
        a_low.checked_mul(b_low),
        a_low.checked_mul(b_high),
        a_high.checked_mul(b_low),
        a_high.checked_mul(b_high),
    ];
    if let [Some(first), Some(second), Some(third), Some(fourth)] = corners {
        let low = first.min(second).min(third).min(fourth);
        let high = first.max(second).max(third).max(fourth);
        if low >= signed_minimum(width) && high <= signed_maximum(width) {
            result = result.and_signed(low, high).unwrap_or(result);
        }
    }
    result
}

fn low_bits_of_product(a: &Range, b: &Range) -> Range {
    let width = a.width();
    let known = |range: &Range| {
        let known = range.known_zeros() | range.known_ones();
        known.trailing_ones().min(width)
    };
    let end_zeros = |range: &Range| range.known_zeros().trailing_ones().min(width);
    // If a = 2^i a' and b = 2^j b', of a' and b' being known m and n bits, then min(m, n) bits of a'b' are known.
    let zeros = end_zeros(a) + end_zeros(b);
    let certain = zeros + (known(a) - end_zeros(a)).min(known(b) - end_zeros(b));
    let certain = certain.min(width);
    let product = a.known_ones().wrapping_mul(b.known_ones());
    let low = mask(certain);
    Range::with_bits(width, low & !product, low & product).unwrap_or(Range::top(width))
}

pub fn divide_unsigned(a: &Range, b: &Range) -> Option<Range> {
    let ((a_low, a_high), (b_low, b_high)) = (a.unsigned_bounds(), b.unsigned_bounds());
    let low = a_low.checked_div(b_high)?;
    Range::unsigned(a.width(), low, a_high / b_low.max(1))
}

pub fn divide_signed(a: &Range, b: &Range) -> Option<Range> {
    let width = a.width();
    let (a_low, a_high) = a.signed_bounds();
    let mut quotients: Option<(i128, i128)> = None;
    for (b_low, b_high) in nonzero_parts(b).into_iter().flatten() {
        for dividend in [a_low, a_high] {
            for divisor in [b_low, b_high] {
                // The quotient that does not fit has no result: those below it are up to the largest number.
                let quotient = dividend.checked_div(divisor).unwrap_or(i128::MAX);
                let quotient = quotient.min(signed_maximum(width));
                let (low, high) = quotients.unwrap_or((quotient, quotient));
                quotients = Some((low.min(quotient), high.max(quotient)));
            }
        }
    }
    let (low, high) = quotients?;
    Range::signed(width, low, high)
}

/// The negative and the positive divisors, as intervals.
fn nonzero_parts(b: &Range) -> [Option<(i128, i128)>; 2] {
    let (low, high) = b.signed_bounds();
    let negative = (low < 0).then_some((low, high.min(-1)));
    let positive = (high > 0).then_some((low.max(1), high));
    [negative, positive]
}

pub fn remainder_unsigned(a: &Range, b: &Range) -> Option<Range> {
    let width = a.width();
    let ((a_low, a_high), (b_low, b_high)) = (a.unsigned_bounds(), b.unsigned_bounds());
    let largest = b_high.checked_sub(1)?;
    if a_high < b_low {
        return Some(*a);
    }
    if b_low == b_high {
        if b_high.is_power_of_two() {
            return Some(bitwise::and(a, &Range::constant(width, largest)));
        }
        if a_low / b_high == a_high / b_high {
            return Range::unsigned(width, a_low % b_high, a_high % b_high);
        }
    }
    Range::unsigned(width, 0, a_high.min(largest))
}

/// Has the sign of the dividend, and is smaller than the divisor whatever that one's sign is.
pub fn remainder_signed(a: &Range, b: &Range) -> Option<Range> {
    let width = a.width();
    let ((a_low, a_high), (b_low, b_high)) = (a.signed_bounds(), b.signed_bounds());
    let largest = b_low.unsigned_abs().max(b_high.unsigned_abs());
    let largest = largest.checked_sub(1)?;
    let smallest_divisor = if b_low > 0 {
        b_low.unsigned_abs()
    } else if b_high < 0 {
        b_high.unsigned_abs()
    } else {
        1
    };
    if a_low.unsigned_abs().max(a_high.unsigned_abs()) < smallest_divisor {
        return Some(*a);
    }
    if a_low >= 0 && b_low == b_high {
        let divisor = Range::constant(width, b_low.unsigned_abs());
        return remainder_unsigned(a, &divisor);
    }
    if a_high <= 0 && b_low == b_high {
        // The magnitude of the smallest number fits if read as unsigned.
        let zero = Range::constant(width, 0);
        let divisor = Range::constant(width, b_low.unsigned_abs());
        let remainder = remainder_unsigned(&sums::subtract(&zero, a), &divisor)?;
        return Some(sums::subtract(&zero, &remainder));
    }
    let bounded = |magnitude: u128| magnitude.min(largest) as i128;
    let low = match a_low < 0 {
        true => -bounded(a_low.unsigned_abs()),
        false => 0,
    };
    let high = match a_high > 0 {
        true => bounded(a_high.unsigned_abs()),
        false => 0,
    };
    Range::signed(width, low, high)
}
