//! Bitwise operators and shifts of ranges.
//!
//! Known bits say most; besides, `a & b` is not above either, `a | b` not below either, and numbers that
//! fit in n bits, signed or unsigned, stay such numbers. A shift is the join over the counts that are possible, which
//! are fewer than the width.

use unspool_ir::arithmetic::mask;

use super::range::Range;

pub fn complement(a: &Range) -> Range {
    let width = a.width();
    let all = mask(width);
    let (low, high) = a.unsigned_bounds();
    let (signed_low, signed_high) = a.signed_bounds();
    let bits = (a.known_ones(), a.known_zeros());
    let signed = (!signed_high, !signed_low);
    Range::with_all(width, (all & !high, all & !low), signed, bits).unwrap_or(Range::top(width))
}

pub fn and(a: &Range, b: &Range) -> Range {
    let zeros = a.known_zeros() | b.known_zeros();
    let ones = a.known_ones() & b.known_ones();
    let high = a.unsigned_bounds().1.min(b.unsigned_bounds().1);
    in_as_many_bits(a, b, zeros, ones)
        .and_unsigned(0, high)
        .unwrap_or(Range::top(a.width()))
}

pub fn or(a: &Range, b: &Range) -> Range {
    let zeros = a.known_zeros() & b.known_zeros();
    let ones = a.known_ones() | b.known_ones();
    let low = a.unsigned_bounds().0.max(b.unsigned_bounds().0);
    in_as_many_bits(a, b, zeros, ones)
        .and_unsigned(low, u128::MAX)
        .unwrap_or(Range::top(a.width()))
}

pub fn xor(a: &Range, b: &Range) -> Range {
    let zeros = (a.known_zeros() & b.known_zeros()) | (a.known_ones() & b.known_ones());
    let ones = (a.known_zeros() & b.known_ones()) | (a.known_ones() & b.known_zeros());
    in_as_many_bits(a, b, zeros, ones)
}

/// Results that need no more bits than the operands, with these bits known.
fn in_as_many_bits(a: &Range, b: &Range, zeros: u128, ones: u128) -> Range {
    let width = a.width();
    let unsigned_high = mask(a.unsigned_bits().max(b.unsigned_bits()));
    let signed_high = (mask(a.signed_bits().max(b.signed_bits())) >> 1) as i128;
    let signed = (!signed_high, signed_high);
    Range::with_all(width, (0, unsigned_high), signed, (zeros, ones)).unwrap_or(Range::top(width))
}

pub fn shift_left(a: &Range, count: &Range) -> Range {
    for_each_count(a, count, |count| shift_left_by(a, count))
}

pub fn shift_right(signed: bool, a: &Range, count: &Range) -> Range {
    for_each_count(a, count, |count| match signed {
        true => shift_right_signed_by(a, count),
        false => shift_right_unsigned_by(a, count),
    })
}

/// Counts are taken modulo the width, which is a power of two.
fn for_each_count(a: &Range, count: &Range, shift: impl Fn(u32) -> Range) -> Range {
    let width = a.width();
    let low_bits = u128::from(width - 1);
    let (low, high) = count.unsigned_bounds();
    let (zeros, ones) = (
        count.known_zeros() & low_bits,
        count.known_ones() & low_bits,
    );
    let fits = high < u128::from(width);
    let mut result: Option<Range> = None;
    for candidate in 0..width {
        let bits = u128::from(candidate);
        let possible = bits & zeros == 0
            && bits & ones == ones
            && bits & !low_bits == 0
            && (!fits || (low..=high).contains(&bits));
        if !possible {
            continue;
        }
        let shifted = shift(candidate);
        let joined = match &result {
            Some(known) => known.join(&shifted),
            None => shifted,
        };
        if joined.is_top() {
            return joined;
        }
        result = Some(joined);
    }
    result.unwrap_or(Range::top(width))
}

fn shift_left_by(a: &Range, count: u32) -> Range {
    let width = a.width();
    let zeros = (a.known_zeros() << count) | mask(count);
    let known = Range::with_bits(width, zeros, a.known_ones() << count);
    let mut result = known.unwrap_or(Range::top(width));
    let (low, high) = a.unsigned_bounds();
    if high <= mask(width - count) {
        let shifted = result.and_unsigned(low << count, high << count);
        result = shifted.unwrap_or(result);
    }
    if a.signed_bits() + count <= width {
        let (low, high) = a.signed_bounds();
        let shifted = result.and_signed(low << count, high << count);
        result = shifted.unwrap_or(result);
    }
    result
}

fn shift_right_unsigned_by(a: &Range, count: u32) -> Range {
    let width = a.width();
    let (low, high) = a.unsigned_bounds();
    let new_bits = mask(width) & !mask(width - count);
    Range::with_bits(
        width,
        (a.known_zeros() >> count) | new_bits,
        a.known_ones() >> count,
    )
    .and_then(|range| range.and_unsigned(low >> count, high >> count))
    .unwrap_or(Range::top(width))
}

fn shift_right_signed_by(a: &Range, count: u32) -> Range {
    let width = a.width();
    let (low, high) = a.signed_bounds();
    let shift = |bits: u128| (unspool_ir::arithmetic::sign_extend(bits, width) >> count) as u128;
    Range::with_bits(width, shift(a.known_zeros()), shift(a.known_ones()))
        .and_then(|range| range.and_signed(low >> count, high >> count))
        .unwrap_or(Range::top(width))
}
