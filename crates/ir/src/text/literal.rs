//! Constants as text: integers by value, floats by value where decimal is exact, else by bits.

use std::fmt::Write;

use crate::arithmetic::mask;
use crate::{FloatKind, Type, TypeId, Types};

/// Writes a constant with its type: `-1:i32`, `true`, `0.5:f64`.
pub(super) fn write_constant(out: &mut String, types: &Types, bits: u128, ty: TypeId) {
    match (type_or_none(types, ty), bits) {
        (Some(Type::Bool), 0) => return out.push_str("false"),
        (Some(Type::Bool), 1) => return out.push_str("true"),
        (Some(Type::Float(kind)), _) => write_float_value(out, *kind, bits),
        _ => write_integer_value(out, types, bits, ty),
    }
    out.push(':');
    super::print::write_type(out, types, ty);
}

/// Writes the value of integer bits, without the type: negative if signed with the top bit set.
pub(super) fn write_integer_value(out: &mut String, types: &Types, bits: u128, ty: TypeId) {
    let negative = match type_or_none(types, ty) {
        // Bits above the width are ill-formed; they are shown as they are.
        Some(&Type::Int {
            bits: width @ 1..=128,
            signed: true,
        }) => bits >> (width - 1) == 1,
        _ => false,
    };
    // Writing to a String does not fail.
    if negative {
        let width = types.value_bits(ty);
        let magnitude = bits.wrapping_neg() & mask(width);
        let _ = write!(out, "-{magnitude}");
    } else {
        let _ = write!(out, "{bits}");
    }
}

/// The bits of a written number (sign apart) as a constant of this type; None if it has no such form.
pub(super) fn constant_bits(
    types: &Types,
    ty: TypeId,
    negative: bool,
    number: &str,
) -> Option<u128> {
    if let (Type::Float(kind), false) = (types.get(ty), number.starts_with("0x")) {
        return float_bits(*kind, negative, number);
    }
    let magnitude = unsigned(number)?;
    match (negative, types.get(ty)) {
        (false, _) => Some(magnitude),
        (true, &Type::Int { bits, .. }) if magnitude != 0 => {
            let top = 1u128.checked_shl(bits.checked_sub(1)?)?;
            (magnitude <= top).then(|| magnitude.wrapping_neg() & mask(bits))
        }
        (true, _) => None,
    }
}

/// A decimal or hexadecimal number without sign, point and exponent.
pub(super) fn unsigned(number: &str) -> Option<u128> {
    match number.strip_prefix("0x") {
        Some(digits) => u128::from_str_radix(digits, 16).ok(),
        None => number.parse().ok(),
    }
}

/// Decimal that Rust prints shortest and reads back exactly; bits for NaN, infinities and other formats.
fn write_float_value(out: &mut String, kind: FloatKind, bits: u128) {
    let _ = match kind {
        FloatKind::F64 if bits <= u64::MAX.into() && f64::from_bits(bits as u64).is_finite() => {
            write!(out, "{:?}", f64::from_bits(bits as u64))
        }
        FloatKind::F32 if bits <= u32::MAX.into() && f32::from_bits(bits as u32).is_finite() => {
            write!(out, "{:?}", f32::from_bits(bits as u32))
        }
        _ => write!(out, "{bits:#x}"),
    };
}

fn float_bits(kind: FloatKind, negative: bool, number: &str) -> Option<u128> {
    match kind {
        FloatKind::F64 => {
            let value: f64 = number.parse().ok()?;
            Some(u128::from(
                (if negative { -value } else { value }).to_bits(),
            ))
        }
        FloatKind::F32 => {
            let value: f32 = number.parse().ok()?;
            Some(u128::from(
                (if negative { -value } else { value }).to_bits(),
            ))
        }
        _ => None,
    }
}

fn type_or_none(types: &Types, ty: TypeId) -> Option<&Type> {
    (ty.index() < types.len()).then(|| types.get(ty))
}
