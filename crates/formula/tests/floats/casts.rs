//! Casts between floats and integers, against what the interpreter of programs does (`unspool_ir::arithmetic`) and Rust's saturating casts.

use unspool_formula::floats::{self, Format};
use unspool_ir::arithmetic;
use unspool_ir::ids::TypeId;
use unspool_ir::types::{DataModel, FloatKind, Type, Types};

use crate::check::{NEAREST, Operation};
use crate::samples::{Random, corners, random_operands, samples, tuples};

const INTEGERS: [(TypeId, u32, bool); 10] = [
    (Types::I8, 8, true),
    (Types::U8, 8, false),
    (Types::I16, 16, true),
    (Types::U16, 16, false),
    (Types::I32, 32, true),
    (Types::U32, 32, false),
    (Types::I64, 64, true),
    (Types::U64, 64, false),
    (Types::I128, 128, true),
    (Types::U128, 128, false),
];

const FLOATS: [(FloatKind, Format); 3] = [
    (FloatKind::F16, Format::HALF),
    (FloatKind::F32, Format::SINGLE),
    (FloatKind::F64, Format::DOUBLE),
];

#[test]
fn to_integers() {
    let mut types = Types::new(DataModel::Lp64);
    for (kind, format) in FLOATS {
        let from = types.intern(Type::Float(kind));
        let mut values = random_operands(format, 1, 2_000, 30);
        values.extend(tuples(&corners(format), 1));
        values.extend(tuples(&around_powers(format), 1));
        for (to, width, signed) in INTEGERS {
            Operation::new(
                format!("{format:?} to {width} {signed}"),
                &[format.width()],
                |terms, x, _| floats::cast_to_integer(terms, format, x[0], width, signed),
            )
            .check(&values, NEAREST, |x, _| {
                arithmetic::convert(&types, from, to, x[0])
            });
        }
    }
}

#[test]
fn from_integers() {
    let mut types = Types::new(DataModel::Lp64);
    for (kind, format) in FLOATS {
        let to = types.intern(Type::Float(kind));
        for (from, width, signed) in INTEGERS {
            let mut random = Random(31);
            let mut values: Vec<Vec<u128>> = Vec::new();
            for _ in 0..samples(2_000) {
                let value = random.bits(width) >> random.below(u64::from(width));
                values.push(vec![value]);
                values.push(vec![value.wrapping_neg() & (u128::MAX >> (128 - width))]);
            }
            Operation::new(
                format!("{width} {signed} to {format:?}"),
                &[width],
                |terms, x, mode| {
                    if signed {
                        floats::from_signed(terms, format, x[0], mode)
                    } else {
                        floats::from_unsigned(terms, format, x[0], mode)
                    }
                },
            )
            .check(&values, NEAREST, |x, _| {
                arithmetic::convert(&types, from, to, x[0])
            });
        }
    }
}

#[test]
fn between_floats() {
    let mut types = Types::new(DataModel::Lp64);
    for (source, from) in FLOATS {
        let mut values = random_operands(from, 1, 4_000, 33);
        values.extend(tuples(&corners(from), 1));
        for (target, to) in FLOATS {
            let (source, target) = (
                types.intern(Type::Float(source)),
                types.intern(Type::Float(target)),
            );
            Operation::new(
                format!("{from:?} to {to:?}"),
                &[from.width()],
                |terms, x, mode| floats::convert(terms, from, to, x[0], mode),
            )
            .check(&values, NEAREST, |x, _| {
                arithmetic::convert(&types, source, target, x[0])
            });
        }
    }
}

/// The value and whether it fits: Rust saturates, which shows in the value where the exact one is no number of the type.
#[test]
fn values_that_fit() {
    let format = Format::DOUBLE;
    let mut values = random_operands(format, 1, 4_000, 32);
    values.extend(tuples(&around_powers(format), 1));
    Operation::new("to_signed", &[64], |terms, x, _| {
        let mode = floats::Rounding::TowardZero.term(terms);
        let integer = floats::to_signed(terms, format, x[0], 32, mode);
        let zero = terms.zero(32);
        let value = terms.ite(integer.fits, integer.value, zero);
        terms.concat(integer.fits, value)
    })
    .check(&values, NEAREST, |x, _| {
        let value = f64::from_bits(x[0] as u64);
        let fits = value > -2147483649.0 && value < 2147483648.0;
        if fits {
            1 << 32 | u128::from(value as i32 as u32)
        } else {
            0
        }
    });
}

/// Powers of two, and numbers just above and below, in both signs.
fn around_powers(format: Format) -> Vec<u128> {
    let mut values = Vec::new();
    let (bias, greatest) = (format.bias() as u128, 2 * format.bias() as u128);
    for power in 0..=129 {
        let field = bias - 1 + power;
        if field <= greatest {
            let exact = field << format.fraction_bits();
            for near in [exact - 1, exact, exact + 1, exact + 2] {
                values.extend([near, near | 1 << (format.width() - 1)]);
            }
        }
    }
    values
}
