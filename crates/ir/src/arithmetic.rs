//! What the operators compute: the one definition that folding, interpretation and tests share.
//!
//! A scalar value is a `u128` holding the bits of its type, zero above the type's width ([`Types::value_bits`]).
//! Results that C leaves undefined are `None` where the machine traps (division by zero, `INT_MIN / -1`); signed
//! overflow wraps, and shift counts are taken modulo the width, as on x86.
//! Floats of the host's formats use the host's arithmetic, which is IEEE; the others use `rustc_apfloat`. A float
//! that does not fit the integer it is converted to gives x86's "indefinite" value (only the top bit set).

use rustc_apfloat::ieee::{Double, Half, Quad, Single, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert, Round};

use crate::function::{BinaryOp, UnaryOp};
use crate::ids::TypeId;
use crate::types::{FloatKind, Type, Types};

/// The low `bits` bits set.
pub fn mask(bits: u32) -> u128 {
    if bits >= 128 {
        u128::MAX
    } else {
        (1u128 << bits) - 1
    }
}

/// The value of `bits`-wide two's complement bits.
pub fn sign_extend(value: u128, bits: u32) -> i128 {
    let unused = 128 - bits.clamp(1, 128);
    ((value << unused) as i128) >> unused
}

/// Both operands have type `ty` (but for the count of a shift, of type `right`). The result has the type the
/// operator gives: bool for comparisons. Pointers compare as unsigned integers; pointer arithmetic is not here.
pub fn binary(
    types: &Types,
    op: BinaryOp,
    ty: TypeId,
    right: TypeId,
    a: u128,
    b: u128,
) -> Option<u128> {
    if let Type::Float(kind) = *types.get(ty) {
        return float_binary(kind, op, a, b);
    }
    let bits = types.value_bits(ty);
    let signed = types.is_signed(ty);
    let count = || {
        let value = if types.is_signed(right) {
            sign_extend(b, types.value_bits(right)) as u128
        } else {
            b
        };
        (value & u128::from(bits - 1)) as u32
    };
    Some(match op {
        BinaryOp::Add => a.wrapping_add(b) & mask(bits),
        BinaryOp::Sub => a.wrapping_sub(b) & mask(bits),
        BinaryOp::Mul => a.wrapping_mul(b) & mask(bits),
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
        BinaryOp::Shl => (a << count()) & mask(bits),
        BinaryOp::Shr if signed => ((sign_extend(a, bits) >> count()) as u128) & mask(bits),
        BinaryOp::Shr => a >> count(),
        BinaryOp::Div | BinaryOp::Rem if signed => {
            let (a, b) = (sign_extend(a, bits), sign_extend(b, bits));
            // INT_MIN / -1 does not fit (for 128 bits `checked_div` says so).
            if b == 0 || (b == -1 && a == sign_extend(1u128 << (bits - 1), bits)) {
                return None;
            }
            let result = if op == BinaryOp::Div { a / b } else { a % b };
            result as u128 & mask(bits)
        }
        BinaryOp::Div => a.checked_div(b)?,
        BinaryOp::Rem => a.checked_rem(b)?,
        BinaryOp::Eq => u128::from(a == b),
        BinaryOp::Ne => u128::from(a != b),
        BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => {
            let ordering = if signed {
                sign_extend(a, bits).cmp(&sign_extend(b, bits))
            } else {
                a.cmp(&b)
            };
            u128::from(match op {
                BinaryOp::Lt => ordering.is_lt(),
                BinaryOp::Le => ordering.is_le(),
                BinaryOp::Gt => ordering.is_gt(),
                _ => ordering.is_ge(),
            })
        }
        BinaryOp::PointerAdd | BinaryOp::PointerDiff => return None,
    })
}

pub fn unary(types: &Types, op: UnaryOp, ty: TypeId, a: u128) -> u128 {
    let bits = types.value_bits(ty);
    match op {
        UnaryOp::Neg if types.is_float(ty) => a ^ (1u128 << (bits - 1)),
        UnaryOp::Neg => a.wrapping_neg() & mask(bits),
        UnaryOp::Complement => !a & mask(bits),
        UnaryOp::Not => u128::from(a == 0),
    }
}

/// C's conversion of a scalar of type `from` to scalar type `to`.
pub fn convert(types: &Types, from: TypeId, to: TypeId, a: u128) -> u128 {
    let to_bits = types.value_bits(to);
    match (types.get(from), types.get(to)) {
        (Type::Float(source), Type::Bool) => u128::from(!float_is_zero(*source, a)),
        (Type::Float(source), Type::Float(target)) => float_to_float(*source, *target, a),
        (Type::Float(source), _) => float_to_int(*source, a, to_bits, types.is_signed(to)),
        (_, Type::Float(target)) => {
            let from_bits = types.value_bits(from);
            if types.is_signed(from) {
                int_to_float(sign_extend(a, from_bits), *target)
            } else {
                unsigned_to_float(a, *target)
            }
        }
        (_, Type::Bool) => u128::from(a != 0),
        _ if types.is_signed(from) => {
            sign_extend(a, types.value_bits(from)) as u128 & mask(to_bits)
        }
        _ => a & mask(to_bits),
    }
}

/// Rounds a literal (decimal or C's hexadecimal form, without suffix) to a format, to nearest even.
pub fn parse_float(text: &str, kind: FloatKind) -> Option<u128> {
    fn parse<F: Float>(text: &str) -> Option<u128> {
        Some(
            F::from_str_r(text, Round::NearestTiesToEven)
                .ok()?
                .value
                .to_bits(),
        )
    }
    match kind {
        FloatKind::F16 => parse::<Half>(text),
        FloatKind::F32 => parse::<Single>(text),
        FloatKind::F64 => parse::<Double>(text),
        FloatKind::F80 => parse::<X87DoubleExtended>(text),
        FloatKind::F128 => parse::<Quad>(text),
    }
}

macro_rules! host_binary {
    ($float:ty, $int:ty, $op:expr, $a:expr, $b:expr) => {{
        let (a, b) = (
            <$float>::from_bits($a as $int),
            <$float>::from_bits($b as $int),
        );
        Some(match $op {
            BinaryOp::Add => u128::from((a + b).to_bits()),
            BinaryOp::Sub => u128::from((a - b).to_bits()),
            BinaryOp::Mul => u128::from((a * b).to_bits()),
            BinaryOp::Div => u128::from((a / b).to_bits()),
            BinaryOp::Eq => u128::from(a == b),
            BinaryOp::Ne => u128::from(a != b),
            BinaryOp::Lt => u128::from(a < b),
            BinaryOp::Le => u128::from(a <= b),
            BinaryOp::Gt => u128::from(a > b),
            BinaryOp::Ge => u128::from(a >= b),
            _ => return None,
        })
    }};
}

fn float_binary(kind: FloatKind, op: BinaryOp, a: u128, b: u128) -> Option<u128> {
    match kind {
        FloatKind::F32 => host_binary!(f32, u32, op, a, b),
        FloatKind::F64 => host_binary!(f64, u64, op, a, b),
        FloatKind::F16 => soft_binary::<Half>(op, a, b),
        FloatKind::F80 => soft_binary::<X87DoubleExtended>(op, a, b),
        FloatKind::F128 => soft_binary::<Quad>(op, a, b),
    }
}

fn soft_binary<F: Float>(op: BinaryOp, a: u128, b: u128) -> Option<u128> {
    let (a, b) = (F::from_bits(a), F::from_bits(b));
    // The NaN that an invalid operation gives is negative on x86.
    let bits = |result: F| {
        let is_invalid = result.is_nan() && !a.is_nan() && !b.is_nan();
        if is_invalid { -F::qnan(None) } else { result }.to_bits()
    };
    Some(match op {
        BinaryOp::Add => bits((a + b).value),
        BinaryOp::Sub => bits((a - b).value),
        BinaryOp::Mul => bits((a * b).value),
        BinaryOp::Div => bits((a / b).value),
        BinaryOp::Eq => u128::from(a == b),
        BinaryOp::Ne => u128::from(a != b),
        BinaryOp::Lt => u128::from(a < b),
        BinaryOp::Le => u128::from(a <= b),
        BinaryOp::Gt => u128::from(a > b),
        BinaryOp::Ge => u128::from(a >= b),
        _ => return None,
    })
}

fn float_is_zero(kind: FloatKind, a: u128) -> bool {
    // x87 stores its leading digit, so that zero is all bits but the sign clear, as elsewhere.
    a & mask(kind.bits() - 1) == 0
}

/// Runs `$body` with `$F` bound to the soft-float type of `$kind`.
macro_rules! with_soft_float {
    ($kind:expr, $F:ident => $body:expr) => {
        match $kind {
            FloatKind::F16 => {
                type $F = Half;
                $body
            }
            FloatKind::F32 => {
                type $F = Single;
                $body
            }
            FloatKind::F64 => {
                type $F = Double;
                $body
            }
            FloatKind::F80 => {
                type $F = X87DoubleExtended;
                $body
            }
            FloatKind::F128 => {
                type $F = Quad;
                $body
            }
        }
    };
}

fn float_to_float(source: FloatKind, target: FloatKind, a: u128) -> u128 {
    fn round<S: Float + FloatConvert<T>, T: Float>(a: u128) -> u128 {
        let mut loses_info = false;
        let converted: T = S::from_bits(a).convert(&mut loses_info).value;
        converted.to_bits()
    }
    match (source, target) {
        _ if source == target => a,
        (FloatKind::F32, FloatKind::F64) => {
            u128::from(f64::from(f32::from_bits(a as u32)).to_bits())
        }
        (FloatKind::F64, FloatKind::F32) => u128::from((f64::from_bits(a as u64) as f32).to_bits()),
        _ => with_soft_float!(source, S => with_soft_float!(target, T => round::<S, T>(a))),
    }
}

fn float_to_int(kind: FloatKind, a: u128, bits: u32, signed: bool) -> u128 {
    let indefinite = 1u128 << (bits - 1);
    with_soft_float!(kind, F => {
        let value = F::from_bits(a);
        let mut exact = false;
        if signed {
            let result = value.to_i128_r(bits as usize, Round::TowardZero, &mut exact);
            if result.status.contains(rustc_apfloat::Status::INVALID_OP) {
                indefinite
            } else {
                result.value as u128 & mask(bits)
            }
        } else {
            let result = value.to_u128_r(bits as usize, Round::TowardZero, &mut exact);
            if !result.status.contains(rustc_apfloat::Status::INVALID_OP) {
                return result.value & mask(bits);
            }
            // Negative values that fit the signed type wrap, as compilers' code does it.
            let signed = value.to_i128_r(bits.max(64) as usize, Round::TowardZero, &mut exact);
            if signed.status.contains(rustc_apfloat::Status::INVALID_OP) {
                indefinite
            } else {
                signed.value as u128 & mask(bits)
            }
        }
    })
}

fn int_to_float(value: i128, kind: FloatKind) -> u128 {
    match kind {
        FloatKind::F32 => u128::from((value as f32).to_bits()),
        FloatKind::F64 => u128::from((value as f64).to_bits()),
        _ => with_soft_float!(kind, F => F::from_i128(value).value.to_bits()),
    }
}

fn unsigned_to_float(value: u128, kind: FloatKind) -> u128 {
    match kind {
        FloatKind::F32 => u128::from((value as f32).to_bits()),
        FloatKind::F64 => u128::from((value as f64).to_bits()),
        _ => with_soft_float!(kind, F => F::from_u128(value).value.to_bits()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::DataModel;

    fn types() -> Types {
        Types::new(DataModel::Lp64)
    }

    #[test]
    fn eight_bit_operators_agree_with_rust_on_all_operands() {
        let types = types();
        for a in 0..=255u8 {
            for b in 0..=255u8 {
                let (wide_a, wide_b) = (u128::from(a), u128::from(b));
                let signed = |op| binary(&types, op, Types::I8, Types::I8, wide_a, wide_b);
                let unsigned = |op| binary(&types, op, Types::U8, Types::U8, wide_a, wide_b);
                let (sa, sb) = (a as i8, b as i8);
                let byte = |v: i8| Some(u128::from(v as u8));
                let ubyte = |v: u8| Some(u128::from(v));
                assert_eq!(signed(BinaryOp::Add), byte(sa.wrapping_add(sb)));
                assert_eq!(signed(BinaryOp::Sub), byte(sa.wrapping_sub(sb)));
                assert_eq!(signed(BinaryOp::Mul), byte(sa.wrapping_mul(sb)));
                assert_eq!(signed(BinaryOp::Div), sa.checked_div(sb).and_then(byte));
                assert_eq!(signed(BinaryOp::Rem), sa.checked_rem(sb).and_then(byte));
                assert_eq!(signed(BinaryOp::Lt), Some(u128::from(sa < sb)));
                assert_eq!(signed(BinaryOp::Ge), Some(u128::from(sa >= sb)));
                assert_eq!(signed(BinaryOp::Shr), byte(sa.wrapping_shr(u32::from(b))));
                assert_eq!(unsigned(BinaryOp::Add), ubyte(a.wrapping_add(b)));
                assert_eq!(unsigned(BinaryOp::Div), a.checked_div(b).and_then(ubyte));
                assert_eq!(unsigned(BinaryOp::Rem), a.checked_rem(b).and_then(ubyte));
                assert_eq!(unsigned(BinaryOp::Le), Some(u128::from(a <= b)));
                assert_eq!(unsigned(BinaryOp::Shl), ubyte(a.wrapping_shl(u32::from(b))));
                assert_eq!(unsigned(BinaryOp::Shr), ubyte(a.wrapping_shr(u32::from(b))));
            }
            assert_eq!(
                unary(&types, UnaryOp::Neg, Types::I8, u128::from(a)),
                u128::from(a.wrapping_neg())
            );
            assert_eq!(
                unary(&types, UnaryOp::Complement, Types::U8, u128::from(a)),
                u128::from(!a)
            );
            assert_eq!(
                convert(&types, Types::I8, Types::I32, u128::from(a)),
                u128::from(a as i8 as i32 as u32)
            );
            assert_eq!(
                convert(&types, Types::U8, Types::I128, u128::from(a)),
                u128::from(a)
            );
            assert_eq!(
                convert(&types, Types::U8, Types::BOOL, u128::from(a)),
                u128::from(a != 0)
            );
        }
    }

    #[test]
    fn floats_convert_as_c_does() {
        let mut types = types();
        let f64 = types.intern(Type::Float(FloatKind::F64));
        let f32 = types.intern(Type::Float(FloatKind::F32));
        let f80 = types.intern(Type::Float(FloatKind::F80));
        let bits = |v: f64| u128::from(v.to_bits());
        for value in [0.0, -0.0, 1.5, -1.5, 1e9, -2147483648.0, 4294967295.0] {
            let single = convert(&types, f64, f32, bits(value));
            assert_eq!(single, u128::from((value as f32).to_bits()));
            let extended = convert(&types, f64, f80, bits(value));
            assert_eq!(convert(&types, f80, f64, extended), bits(value));
            assert_eq!(
                convert(&types, f64, Types::I64, bits(value)),
                u128::from(value as i64 as u64)
            );
        }
        assert_eq!(
            convert(&types, f64, Types::I32, bits(f64::NAN)),
            0x8000_0000
        );
        assert_eq!(convert(&types, f64, Types::U32, bits(-1.0)), 0xffff_ffff);
        assert_eq!(convert(&types, Types::I32, f64, 0xffff_ffff), bits(-1.0));
        assert_eq!(convert(&types, f64, Types::BOOL, bits(-0.0)), 0);
        assert_eq!(convert(&types, f64, Types::BOOL, bits(0.25)), 1);
    }

    #[test]
    fn literals_round_to_nearest() {
        assert_eq!(
            parse_float("0.1", FloatKind::F64),
            Some(u128::from(0.1f64.to_bits()))
        );
        assert_eq!(
            parse_float("0x1.8p1", FloatKind::F32),
            Some(u128::from(3f32.to_bits()))
        );
        assert_eq!(
            parse_float("1e400", FloatKind::F64),
            Some(u128::from(f64::INFINITY.to_bits()))
        );
    }
}
