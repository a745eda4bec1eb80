//! Constants, exactly: integers with the suffix of their type, floats in hexadecimal.

use unspool_ir::arithmetic::{mask, sign_extend};
use unspool_ir::{DataModel, FloatKind, Type, TypeId, Types};

/// An integer, `_Bool` or pointer as an operand that needs no parentheses. A pointer is written as an integer. A value of a
/// type narrower than `int` is an `int`, as C has it in expressions.
pub fn integer(types: &Types, ty: TypeId, bits: u128) -> String {
    let width = types.value_bits(ty);
    let is_signed = types.is_signed(ty);
    if width > 64 {
        let (high, low) = (bits >> 64, bits & mask(64));
        let wide = "unsigned __int128";
        let value = format!("(({wide}){high:#x}ull << 64 | {low:#x}ull)");
        return match is_signed {
            true => format!("((__int128){value})"),
            false => value,
        };
    }
    let suffix = match (width, is_signed, types.data_model) {
        (..=31, ..) | (32, true, _) if !types.is_pointer(ty) => "",
        (_, true, DataModel::Lp64) => "l",
        (_, true, DataModel::Ilp32) => "ll",
        (32, false, _) => "u",
        (_, false, DataModel::Lp64) => "ul",
        (_, false, DataModel::Ilp32) => "ull",
    };
    if !is_signed {
        return format!("{bits}{suffix}");
    }
    let value = sign_extend(bits, width);
    // The smallest value is no constant with a sign in front: without the sign it is too large.
    if value < 0 && width >= 32 && bits == 1 << (width - 1) {
        return format!("({}{suffix} - 1)", value + 1);
    }
    match value < 0 {
        true => format!("({value}{suffix})"),
        false => format!("{value}{suffix}"),
    }
}

/// A float in the format of its kind.
pub fn float(kind: FloatKind, bits: u128) -> String {
    let (exponent_bits, fraction_bits, suffix, name) = match kind {
        FloatKind::F16 => (5, 10, "f16", "f16"),
        FloatKind::F32 => (8, 23, "f", "f"),
        FloatKind::F64 => (11, 52, "", ""),
        FloatKind::F80 => (15, 64, "L", "l"),
        FloatKind::F128 => (15, 112, "Q", "f128"),
    };
    let is_negative = bits >> (exponent_bits + fraction_bits) & 1 == 1;
    let exponent = (bits >> fraction_bits & mask(exponent_bits)) as i64;
    let fraction = bits & mask(fraction_bits);
    let bias = (1i64 << (exponent_bits - 1)) - 1;
    // x87 stores the leading digit.
    let (has_leading, digits) = match kind {
        FloatKind::F80 => (true, i64::from(fraction_bits) - 1),
        _ => (false, i64::from(fraction_bits)),
    };
    let magnitude = if exponent == (1 << exponent_bits) - 1 {
        let payload = match has_leading {
            true => fraction & mask(63),
            false => fraction,
        };
        match payload {
            0 => format!("__builtin_inf{name}()"),
            _ => format!("__builtin_nan{name}(\"{payload:#x}\")"),
        }
    } else {
        let significand = match exponent {
            0 => fraction,
            _ if has_leading => fraction,
            _ => fraction | 1 << fraction_bits,
        };
        let power = exponent.max(1) - bias - digits;
        match significand {
            0 => format!("0.0{suffix}"),
            _ => {
                let zeros = significand.trailing_zeros();
                let power = power + i64::from(zeros);
                format!("{:#x}p{power}{suffix}", significand >> zeros)
            }
        }
    };
    match is_negative {
        true => format!("(-{magnitude})"),
        false => magnitude,
    }
}

/// Bytes as a string literal.
pub fn string_literal(bytes: &[u8]) -> String {
    let mut text = String::from("\"");
    for &byte in bytes {
        match byte {
            b'\n' => text.push_str("\\n"),
            b'\t' => text.push_str("\\t"),
            // A question mark could begin a trigraph.
            b'"' | b'\\' | b'?' => {
                text.push('\\');
                text.push(char::from(byte));
            }
            b' '..=b'~' => text.push(char::from(byte)),
            // Three digits end an escape; hexadecimal ones have no end.
            _ => text.push_str(&format!("\\{byte:03o}")),
        }
    }
    text.push('"');
    text
}

/// The text of a constant of scalar type.
pub fn constant(types: &Types, ty: TypeId, bits: u128) -> String {
    match *types.get(ty) {
        Type::Float(kind) => float(kind, bits),
        _ => integer(types, ty, bits),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_have_their_type() {
        let types = Types::new(DataModel::Lp64);
        let cases = [
            (Types::I32, 5, "5"),
            (Types::I32, 0xffff_ffff, "(-1)"),
            (Types::I32, 0x8000_0000, "(-2147483647 - 1)"),
            (Types::U32, 7, "7u"),
            (Types::I8, 0x80, "(-128)"),
            (Types::U64, 7, "7ul"),
            (Types::I64, mask(64), "(-1l)"),
            (Types::I64, 1 << 63, "(-9223372036854775807l - 1)"),
            (Types::BOOL, 1, "1"),
        ];
        for (ty, bits, expected) in cases {
            assert_eq!(integer(&types, ty, bits), expected);
        }
        let types = Types::new(DataModel::Ilp32);
        assert_eq!(integer(&types, Types::U64, 7), "7ull");
        assert_eq!(integer(&types, Types::I64, 7), "7ll");
    }

    #[test]
    fn floats_are_exact() {
        let double = |value: f64| float(FloatKind::F64, u128::from(value.to_bits()));
        assert_eq!(double(1.5), "0x3p-1");
        assert_eq!(double(-0.0), "(-0.0)");
        assert_eq!(double(f64::INFINITY), "__builtin_inf()");
        assert_eq!(double(5e-324), "0x1p-1074");
        let one = 0x3fff_8000_0000_0000_0000;
        assert_eq!(float(FloatKind::F80, one), "0x1p0L");
    }

    #[test]
    fn strings_are_escaped() {
        assert_eq!(string_literal(b"a\"\\\n\x007?"), r#""a\"\\\n\0007\?""#);
    }
}
