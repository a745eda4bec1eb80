//! Between which floating-point numbers those lie that fit an integer type.
//!
//! A conversion cuts towards zero, so -128.9 fits eight bits, and -129 does not. The limits are compared in the format of the number, so they have to be
//! numbers of it. The upper one is a power of two and always is, or is infinite where the format ends before the integers do; then all that is finite fits. Of
//! the lower one, `-2^n - 1`, the last digit may be lost; then nothing lies between it and `-2^n`, which is the limit itself and fits.

use unspool_ir::arithmetic::{convert, parse_float};
use unspool_ir::{BinaryOp, FloatKind, Type, TypeId, Types};

/// A number fits if it compares so with the first limit, and so with the second one. A NaN does with none.
pub type Limits = [(BinaryOp, u128); 2];

/// Of the conversion from a format to an integer type. None if a limit cannot be written.
pub fn limits(types: &Types, from: TypeId, to: TypeId) -> Option<Limits> {
    let Type::Float(kind) = *types.get(from) else {
        return None;
    };
    let Type::Int { bits, signed } = *types.get(to) else {
        return None;
    };
    let sign = 1u128 << (kind.bits() - 1);
    let power = |exponent: u32| parse_float(&format!("0x1p{exponent}"), kind);
    let high = power(bits - u32::from(signed))?;
    let below = (BinaryOp::Lt, high);
    if !signed {
        return Some([(BinaryOp::Gt, sign | power(0)?), below]);
    }
    let is_infinite = high == infinity(kind)?;
    let past = exact(types, from, bits);
    Some(match past {
        Some(past) => [(BinaryOp::Gt, sign | past), below],
        None if is_infinite => [(BinaryOp::Gt, sign | high), below],
        None => [(BinaryOp::Ge, sign | high), below],
    })
}

/// `2^(bits - 1) + 1`, if the format has it.
fn exact(types: &Types, format: TypeId, bits: u32) -> Option<u128> {
    // No format has 128 digits.
    let number = (1u128 << (bits - 1)) + 1;
    if bits == 128 {
        return None;
    }
    let float = convert(types, Types::U128, format, number);
    (convert(types, format, Types::U128, float) == number).then_some(float)
}

fn infinity(kind: FloatKind) -> Option<u128> {
    // Past the largest number of every format.
    parse_float("0x1p20000", kind)
}

#[cfg(test)]
mod tests {
    use super::*;
    use unspool_ir::DataModel;

    #[test]
    fn limits_are_the_first_numbers_that_do_not_fit() {
        let mut types = Types::new(DataModel::Lp64);
        let single = types.intern(Type::Float(FloatKind::F32));
        let double = types.intern(Type::Float(FloatKind::F64));
        let half = types.intern(Type::Float(FloatKind::F16));
        let of = |from, to| limits(&types, from, to).expect("limits");
        let f32 = |x: f32| u128::from(x.to_bits());
        let f64 = |x: f64| u128::from(x.to_bits());
        use BinaryOp::{Ge, Gt, Lt};
        let table = [
            (
                single,
                Types::I32,
                [(Ge, f32(-2147483648.0)), (Lt, f32(2147483648.0))],
            ),
            (
                single,
                Types::U32,
                [(Gt, f32(-1.0)), (Lt, f32(4294967296.0))],
            ),
            (
                single,
                Types::I16,
                [(Gt, f32(-32769.0)), (Lt, f32(32768.0))],
            ),
            (double, Types::I8, [(Gt, f64(-129.0)), (Lt, f64(128.0))]),
            (
                double,
                Types::I32,
                [(Gt, f64(-2147483649.0)), (Lt, f64(2147483648.0))],
            ),
            (
                double,
                Types::I64,
                [
                    (Ge, f64(-9223372036854775808.0)),
                    (Lt, f64(9223372036854775808.0)),
                ],
            ),
            // The largest number of a half is 65504.
            (half, Types::I32, [(Gt, 0xfc00), (Lt, 0x7c00)]),
            (half, Types::U16, [(Gt, 0xbc00), (Lt, 0x7c00)]),
        ];
        for (from, to, expected) in table {
            assert_eq!(of(from, to), expected, "{from:?} to {to:?}");
        }
        assert_eq!(limits(&types, double, Types::BOOL), None);
    }
}
