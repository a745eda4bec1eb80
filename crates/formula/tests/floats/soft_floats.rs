//! The usual formats in all rounding modes against `rustc_apfloat`, and square roots, which that lacks, against integer roots.
//!
//! Its NaNs follow other rules: where it says NaN, the rule that `floats.rs` states is expected.

use rustc_apfloat::ieee::{BFloat, Double, Half, Quad, Single};
use rustc_apfloat::{Float, FloatConvert, Round};
use unspool_formula::floats::{self, Format, Rounding};

use crate::check::{ALL, NEAREST, Operation};
use crate::samples::{all_tuples, corners, few_corners, random_operands, tuples};

fn apfloat_mode(mode: Rounding) -> Round {
    match mode {
        Rounding::NearestEven => Round::NearestTiesToEven,
        Rounding::NearestAway => Round::NearestTiesToAway,
        Rounding::TowardZero => Round::TowardZero,
        Rounding::Up => Round::TowardPositive,
        Rounding::Down => Round::TowardNegative,
    }
}

/// The bits of a result, or what the operands say if it is a NaN.
pub fn bits_or_nan<F: Float>(format: Format, operands: &[u128], result: F) -> u128 {
    if !result.is_nan() {
        return result.to_bits();
    }
    let quiet = 1 << (format.fraction_bits() - 1);
    let is_nan = |bits: &&u128| F::from_bits(**bits).is_nan();
    let first = operands.iter().find(is_nan).map(|bits| bits | quiet);
    first.unwrap_or_else(|| format.default_nan().to_u128().expect("at most 128 bits"))
}

/// All operations of two operands, and multiply-add.
fn check_arithmetic<F: Float>(format: Format, pairs: &[Vec<u128>], triples: &[Vec<u128>]) {
    let widths = [format.width(); 3];
    let two = |x: &[u128]| (F::from_bits(x[0]), F::from_bits(x[1]));
    Operation::new("add", &widths[..2], |terms, x, mode| {
        floats::add(terms, format, x[0], x[1], mode)
    })
    .check(pairs, ALL, |x, mode| {
        let (a, b) = two(x);
        bits_or_nan(format, x, a.add_r(b, apfloat_mode(mode)).value)
    });
    Operation::new("subtract", &widths[..2], |terms, x, mode| {
        floats::subtract(terms, format, x[0], x[1], mode)
    })
    .check(pairs, ALL, |x, mode| {
        let (a, b) = two(x);
        bits_or_nan(format, x, a.sub_r(b, apfloat_mode(mode)).value)
    });
    Operation::new("multiply", &widths[..2], |terms, x, mode| {
        floats::multiply(terms, format, x[0], x[1], mode)
    })
    .check(pairs, ALL, |x, mode| {
        let (a, b) = two(x);
        bits_or_nan(format, x, a.mul_r(b, apfloat_mode(mode)).value)
    });
    Operation::new("divide", &widths[..2], |terms, x, mode| {
        floats::divide(terms, format, x[0], x[1], mode)
    })
    .check(pairs, ALL, |x, mode| {
        let (a, b) = two(x);
        bits_or_nan(format, x, a.div_r(b, apfloat_mode(mode)).value)
    });
    Operation::new("fma", &widths, |terms, x, mode| {
        floats::fma(terms, format, x[0], x[1], x[2], mode)
    })
    .check(triples, ALL, |x, mode| {
        let ((a, b), c) = (two(x), F::from_bits(x[2]));
        bits_or_nan(format, x, a.mul_add_r(b, c, apfloat_mode(mode)).value)
    });
}

fn check_remainders<F: Float>(format: Format, pairs: &[Vec<u128>]) {
    let widths = [format.width(); 2];
    let two = |x: &[u128]| (F::from_bits(x[0]), F::from_bits(x[1]));
    Operation::new("fmod", &widths, |terms, x, _| {
        floats::fmod(terms, format, x[0], x[1])
    })
    .check(pairs, NEAREST, |x, _| {
        let (a, b) = two(x);
        bits_or_nan(format, x, a.c_fmod(b).value)
    });
    Operation::new("remainder", &widths, |terms, x, _| {
        floats::remainder(terms, format, x[0], x[1])
    })
    .check(pairs, NEAREST, |x, _| {
        let (a, b) = two(x);
        bits_or_nan(format, x, a.ieee_rem(b).value)
    });
}

fn check_functions<F: Float>(format: Format, values: &[Vec<u128>]) {
    let widths = [format.width()];
    Operation::new("integral", &widths, |terms, x, mode| {
        floats::round_to_integral(terms, format, x[0], mode)
    })
    .check(values, ALL, |x, mode| {
        let value = F::from_bits(x[0]);
        bits_or_nan(format, x, value.round_to_integral(apfloat_mode(mode)).value)
    });
    if format.width() <= 64 {
        Operation::new("sqrt", &widths, |terms, x, mode| {
            floats::sqrt(terms, format, x[0], mode)
        })
        .check(values, ALL, |x, mode| integer_root(format, x[0], mode));
    }
}

fn check_conversion<S: Float + FloatConvert<T>, T: Float>(
    from: Format,
    to: Format,
    values: &[Vec<u128>],
) {
    Operation::new(
        format!("{from:?} to {to:?}"),
        &[from.width()],
        |terms, x, mode| floats::convert(terms, from, to, x[0], mode),
    )
    .check(values, ALL, |x, mode| {
        let value = S::from_bits(x[0]);
        if !value.is_nan() {
            let mut loses = false;
            return value
                .convert_r(apfloat_mode(mode), &mut loses)
                .value
                .to_bits();
        }
        // The sign, all ones, the quiet bit, and as much payload as there is room for.
        let payload = x[0] << (128 - from.fraction_bits()) << 1 >> 1;
        let sign = x[0] >> (from.width() - 1) << (to.width() - 1);
        let infinity = to.infinity(false).to_u128().expect("at most 128 bits");
        sign | infinity | 1 << (to.fraction_bits() - 1) | payload >> (128 - to.fraction_bits())
    });
}

/// By the integer root of the significand with enough zeros appended.
fn integer_root(format: Format, bits: u128, mode: Rounding) -> u128 {
    let fraction = format.fraction_bits();
    let infinity = format.infinity(false).to_u128().expect("few bits");
    let negative = bits >> (format.width() - 1) != 0;
    let magnitude = bits & ((1 << (format.width() - 1)) - 1);
    if magnitude > infinity {
        return bits | 1 << (fraction - 1);
    }
    if magnitude == 0 {
        return bits;
    }
    if negative {
        return format.default_nan().to_u128().expect("few bits");
    }
    if magnitude == infinity {
        return bits;
    }
    let field = (magnitude >> fraction) as i64;
    let low = magnitude & ((1 << fraction) - 1);
    // value = digits * 2^exponent
    let (mut digits, mut exponent) = if field == 0 {
        (low, 1)
    } else {
        (low | 1 << fraction, field)
    };
    exponent -= format.bias() + i64::from(fraction);
    // So many digits that the root has two more than the precision, and an even exponent.
    while digits.leading_zeros() > 128 - 2 * (fraction + 3) || exponent % 2 != 0 {
        digits <<= 1;
        exponent -= 1;
    }
    let root = digits.isqrt();
    let (mut root, sticky, mut exponent) = (root, root * root != digits, exponent / 2);
    let mut last = 0;
    let mut lost = u128::from(sticky);
    while root >= 2 << fraction {
        lost |= last;
        last = root & 1;
        root >>= 1;
        exponent += 1;
    }
    let up = match mode {
        Rounding::NearestEven => last == 1 && (lost == 1 || root & 1 == 1),
        Rounding::NearestAway => last == 1,
        Rounding::Up => last == 1 || lost == 1,
        Rounding::TowardZero | Rounding::Down => false,
    };
    let field = exponent + format.bias() + i64::from(fraction);
    assert!(field > 0, "the root of a usual format's number is normal");
    ((field as u128) << fraction | root & ((1 << fraction) - 1)) + u128::from(up)
}

#[test]
fn half() {
    let format = Format::HALF;
    let mut pairs = tuples(&corners(format), 2);
    pairs.extend(random_operands(format, 2, 10_000, 2));
    let mut triples = tuples(&few_corners(format, 16), 3);
    triples.extend(random_operands(format, 3, 5_000, 3));
    check_arithmetic::<Half>(format, &pairs, &triples);
    check_remainders::<Half>(format, &pairs);
}

#[test]
fn half_with_one_operand_exhaustively() {
    let format = Format::HALF;
    let all = all_tuples(16, 1);
    check_functions::<Half>(format, &all);
    check_conversion::<Half, Single>(format, Format::SINGLE, &all);
    check_conversion::<Half, BFloat>(format, Format::BFLOAT16, &all);
    check_conversion::<BFloat, Half>(Format::BFLOAT16, format, &all);
    check_functions::<BFloat>(Format::BFLOAT16, &all);
}

#[test]
fn single() {
    let format = Format::SINGLE;
    let mut pairs = tuples(&few_corners(format, 100), 2);
    pairs.extend(random_operands(format, 2, 10_000, 4));
    let mut triples = tuples(&few_corners(format, 12), 3);
    triples.extend(random_operands(format, 3, 4_000, 5));
    check_arithmetic::<Single>(format, &pairs, &triples);
    check_remainders::<Single>(format, &random_operands(format, 2, 2_000, 6));
    check_remainders::<Single>(format, &tuples(&few_corners(format, 40), 2));
    let mut values = random_operands(format, 1, 5_000, 7);
    values.extend(tuples(&corners(format), 1));
    check_functions::<Single>(format, &values);
    check_conversion::<Single, Half>(format, Format::HALF, &values);
    check_conversion::<Single, Double>(format, Format::DOUBLE, &values);
    check_conversion::<Single, BFloat>(format, Format::BFLOAT16, &values);
}

#[test]
fn double() {
    let format = Format::DOUBLE;
    let mut pairs = tuples(&few_corners(format, 40), 2);
    pairs.extend(random_operands(format, 2, 8_000, 8));
    let mut triples = tuples(&few_corners(format, 8), 3);
    triples.extend(random_operands(format, 3, 1_000, 9));
    check_arithmetic::<Double>(format, &pairs, &triples);
    check_remainders::<Double>(format, &random_operands(format, 2, 1_000, 10));
    check_remainders::<Double>(format, &tuples(&few_corners(format, 30), 2));
    let mut values = random_operands(format, 1, 4_000, 11);
    values.extend(tuples(&corners(format), 1));
    check_functions::<Double>(format, &values);
    check_conversion::<Double, Half>(format, Format::HALF, &values);
    check_conversion::<Double, Single>(format, Format::SINGLE, &values);
    check_conversion::<Double, Quad>(format, Format::QUAD, &values);
}

#[test]
fn quad_and_bfloat16() {
    let pairs = random_operands(Format::QUAD, 2, 300, 12);
    let triples = random_operands(Format::QUAD, 3, 100, 13);
    check_arithmetic::<Quad>(Format::QUAD, &pairs, &triples);
    let format = Format::BFLOAT16;
    let pairs = random_operands(format, 2, 3_000, 14);
    check_arithmetic::<BFloat>(format, &pairs, &random_operands(format, 3, 2_000, 15));
    check_remainders::<BFloat>(format, &pairs);
    let values = random_operands(Format::QUAD, 1, 1_000, 16);
    check_conversion::<Quad, Double>(Format::QUAD, Format::DOUBLE, &values);
    check_functions::<Quad>(Format::QUAD, &values);
}
