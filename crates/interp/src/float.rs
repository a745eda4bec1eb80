//! Floating point, on bit patterns.
//!
//! The arithmetic is [`unspool_ir::arithmetic`]'s, the same that the front end folds constants with: the
//! host's for `float` and `double`, soft floats for the other formats. A conversion to an integer that
//! cannot hold the value, undefined in C, gives what gcc's code for x86-64 mostly gives; see there.

use std::sync::OnceLock;

use unspool_ir::{BinaryOp, DataModel, FloatKind, Type, TypeId, Types, arithmetic};

use crate::value::Repr;

/// Arithmetic or comparison; None for operators that floats do not have.
pub fn binary(op: BinaryOp, kind: FloatKind, a: u128, b: u128) -> Option<u128> {
    let table = table();
    let ty = table.floats[kind as usize];
    arithmetic::binary(&table.types, op, ty, ty, a, b)
}

pub fn negate(kind: FloatKind, a: u128) -> u128 {
    a ^ 1 << (kind.bits() - 1)
}

/// Between floats, or between a float and an integer or `_Bool`.
pub fn convert(from: Repr, to: Repr, a: u128) -> u128 {
    let table = table();
    arithmetic::convert(&table.types, table.type_of(from), table.type_of(to), a)
}

/// Types to name the operands by: those of a program may lack a format that only its inputs use.
struct Table {
    types: Types,
    floats: [TypeId; 5],
}

impl Table {
    fn type_of(&self, repr: Repr) -> TypeId {
        match repr {
            Repr::Float(kind) => self.floats[kind as usize],
            Repr::Bool => Types::BOOL,
            _ => Types::int(repr.bits(), repr.is_signed()),
        }
    }
}

fn table() -> &'static Table {
    static TABLE: OnceLock<Table> = OnceLock::new();
    TABLE.get_or_init(|| {
        let mut types = Types::new(DataModel::Lp64);
        let floats = FloatKind::ALL.map(|kind| types.intern(Type::Float(kind)));
        Table { types, floats }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const DOUBLE: Repr = Repr::Float(FloatKind::F64);

    fn double(value: f64) -> u128 {
        u128::from(value.to_bits())
    }

    fn int(bits: u32, signed: bool) -> Repr {
        Repr::Int { bits, signed }
    }

    #[test]
    fn the_table_is_in_the_order_of_the_enum() {
        for kind in FloatKind::ALL {
            let ty = table().floats[kind as usize];
            assert_eq!(*table().types.get(ty), Type::Float(kind));
        }
    }

    #[test]
    fn doubles_go_to_integers_as_on_x86() {
        let to = |bits, signed, value| convert(DOUBLE, int(bits, signed), double(value));
        for value in [0.0, -0.5, 1.9, -1.9, 127.0, 2147483647.5, -2147483648.9] {
            assert_eq!(to(32, true, value), u128::from(value as i32 as u32));
            assert_eq!(to(64, true, value), u128::from(value as i64 as u64));
        }
        assert_eq!(to(32, true, 3e9), 0x8000_0000);
        assert_eq!(to(32, true, f64::NAN), 0x8000_0000);
        assert_eq!(to(64, true, 1e30), 1 << 63);
        assert_eq!(to(32, false, 3e9), 3_000_000_000);
        assert_eq!(to(32, false, -1.0), 0xffff_ffff);
        assert_eq!(to(64, false, 1e19), 10_000_000_000_000_000_000);
        assert_eq!(to(64, false, -1.0), u128::from(u64::MAX));
        assert_eq!(to(8, false, 300.0), 44);
        assert_eq!(to(8, true, -1.0), 0xff);
        assert_eq!(to(128, true, -3.0), (-3i128) as u128);
        assert_eq!(convert(DOUBLE, Repr::Bool, double(-0.0)), 0);
        assert_eq!(convert(DOUBLE, Repr::Bool, double(0.1)), 1);
    }

    #[test]
    fn arithmetic_agrees_with_the_host() {
        for (a, b) in [(1.5, 2.25), (-3.0, 0.1), (1e300, 1e300), (f64::NAN, 1.0)] {
            let run = |op| binary(op, FloatKind::F64, double(a), double(b));
            let same = |op, value: f64| {
                let bits = run(op).unwrap_or_default();
                let found = f64::from_bits(bits as u64);
                assert!(found == value || found.is_nan() && value.is_nan());
            };
            same(BinaryOp::Add, a + b);
            same(BinaryOp::Sub, a - b);
            same(BinaryOp::Mul, a * b);
            same(BinaryOp::Div, a / b);
            assert_eq!(run(BinaryOp::Lt), Some(u128::from(a < b)));
            assert_eq!(run(BinaryOp::Ge), Some(u128::from(a >= b)));
            assert_eq!(run(BinaryOp::Eq), Some(u128::from(a == b)));
            assert_eq!(run(BinaryOp::Ne), Some(u128::from(a != b)));
            assert_eq!(run(BinaryOp::Shl), None);
            assert_eq!(negate(FloatKind::F64, double(a)), double(-a));
        }
    }
}
