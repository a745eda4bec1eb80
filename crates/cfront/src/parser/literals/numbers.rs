//! Integer and floating constants.

use super::Complaint;
use crate::ast::{ExtendedFloat, FloatSuffix, IntLength, IntLiteral};
use crate::diagnostic::DiagnosticKind;

pub(super) fn integer(text: &[u8]) -> Result<IntLiteral, Complaint> {
    let (radix, digits) = match text {
        [b'0', b'x' | b'X', rest @ ..] => (16, rest),
        [b'0', b'b' | b'B', rest @ ..] => (2, rest),
        [b'0', _, ..] => (8, &text[1..]),
        _ => (10, text),
    };
    let length = digits
        .iter()
        .take_while(|&&b| (b as char).is_digit(if radix == 16 { 16 } else { 10 }))
        .count();
    let (digits, suffix) = digits.split_at(length);
    if digits.is_empty() && (radix == 16 || radix == 2) {
        return Err(error("integer constant without digits"));
    }
    let mut value = 0u64;
    for &byte in digits {
        let Some(digit) = (byte as char).to_digit(radix) else {
            let kind = if radix == 8 { "octal" } else { "binary" };
            return Err(error(format!(
                "digit `{}` in {kind} constant",
                byte as char
            )));
        };
        value = value
            .checked_mul(u64::from(radix))
            .and_then(|value| value.checked_add(u64::from(digit)))
            .ok_or_else(|| error("integer constant is too large for any type"))?;
    }
    let (is_unsigned, length) = integer_suffix(suffix)?;
    Ok(IntLiteral {
        value,
        is_decimal: radix == 10,
        is_unsigned,
        length,
    })
}

fn integer_suffix(suffix: &[u8]) -> Result<(bool, IntLength), Complaint> {
    Ok(match suffix {
        b"" => (false, IntLength::Int),
        b"u" | b"U" => (true, IntLength::Int),
        b"l" | b"L" => (false, IntLength::Long),
        b"ll" | b"LL" => (false, IntLength::LongLong),
        b"ul" | b"uL" | b"Ul" | b"UL" | b"lu" | b"lU" | b"Lu" | b"LU" => (true, IntLength::Long),
        b"ull" | b"uLL" | b"Ull" | b"ULL" | b"llu" | b"llU" | b"LLu" | b"LLU" => {
            (true, IntLength::LongLong)
        }
        _ => return Err(bad_suffix("integer", suffix)),
    })
}

/// Checks the form and cuts the suffix off.
pub(super) fn float(text: &[u8]) -> Result<(&str, FloatSuffix), Complaint> {
    let text = std::str::from_utf8(text).map_err(|_| error("malformed floating constant"))?;
    let (radix, prefix) = if text.starts_with("0x") || text.starts_with("0X") {
        (16, 2)
    } else {
        (10, 0)
    };
    let bytes = text.as_bytes();
    let skip_digits = |mut at: usize, radix: u32| {
        while bytes.get(at).is_some_and(|&b| (b as char).is_digit(radix)) {
            at += 1;
        }
        at
    };
    let mut end = skip_digits(prefix, radix);
    let mut digits = end - prefix;
    if bytes.get(end) == Some(&b'.') {
        let fraction = skip_digits(end + 1, radix);
        digits += fraction - end - 1;
        end = fraction;
    }
    if digits == 0 {
        return Err(error("floating constant without digits"));
    }
    match (radix, bytes.get(end)) {
        (16, Some(b'p' | b'P')) | (10, Some(b'e' | b'E')) => {
            let sign = matches!(bytes.get(end + 1), Some(b'+' | b'-'));
            let exponent = end + 1 + usize::from(sign);
            end = skip_digits(exponent, 10);
            if end == exponent {
                return Err(error("exponent without digits"));
            }
        }
        (16, _) => return Err(error("hexadecimal floating constant without exponent")),
        _ => {}
    }
    let (number, suffix) = text.split_at(end);
    Ok((number, float_suffix(suffix)?))
}

fn float_suffix(suffix: &str) -> Result<FloatSuffix, Complaint> {
    use ExtendedFloat as E;
    Ok(match suffix.to_ascii_lowercase().as_str() {
        "" | "d" => FloatSuffix::Double,
        "f" => FloatSuffix::Float,
        "l" => FloatSuffix::LongDouble,
        "f16" => FloatSuffix::Extended(E::F16),
        "bf16" => FloatSuffix::Extended(E::BFloat16),
        "f32" => FloatSuffix::Extended(E::F32),
        "f64" => FloatSuffix::Extended(E::F64),
        "f128" | "q" => FloatSuffix::Extended(E::F128),
        "f32x" => FloatSuffix::Extended(E::F32x),
        "f64x" => FloatSuffix::Extended(E::F64x),
        "w" => FloatSuffix::Extended(E::F80),
        "df" | "dd" | "dl" => {
            return Err(unsupported("decimal floating types are not supported"));
        }
        _ => return Err(bad_suffix("floating", suffix.as_bytes())),
    })
}

fn bad_suffix(what: &str, suffix: &[u8]) -> Complaint {
    if suffix
        .iter()
        .any(|b| matches!(b, b'i' | b'I' | b'j' | b'J'))
    {
        return unsupported("imaginary constants (complex types) are not supported");
    }
    let suffix = String::from_utf8_lossy(suffix);
    error(format!("invalid suffix `{suffix}` on {what} constant"))
}

fn error(message: impl Into<String>) -> Complaint {
    Complaint::new(DiagnosticKind::Error, message)
}

fn unsupported(message: &str) -> Complaint {
    Complaint::new(DiagnosticKind::Unsupported, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers() {
        let cases: &[(&str, u64, bool, bool, IntLength)] = &[
            ("0", 0, true, false, IntLength::Int),
            ("007", 7, false, false, IntLength::Int),
            ("42u", 42, true, true, IntLength::Int),
            ("0xFFul", 255, false, true, IntLength::Long),
            ("0b101LL", 5, false, false, IntLength::LongLong),
            (
                "18446744073709551615LLU",
                u64::MAX,
                true,
                true,
                IntLength::LongLong,
            ),
        ];
        for &(text, value, is_decimal, is_unsigned, length) in cases {
            let expected = IntLiteral {
                value,
                is_decimal,
                is_unsigned,
                length,
            };
            assert_eq!(integer(text.as_bytes()).ok(), Some(expected), "{text}");
        }
        for text in [
            "08",
            "0b2",
            "0x",
            "1lL",
            "1i",
            "18446744073709551616",
            "1f",
            "0xg",
        ] {
            assert!(integer(text.as_bytes()).is_err(), "{text}");
        }
    }

    #[test]
    fn floats() {
        use ExtendedFloat as E;
        let cases: &[(&str, &str, FloatSuffix)] = &[
            ("1.", "1.", FloatSuffix::Double),
            (".5f", ".5", FloatSuffix::Float),
            ("1e-5L", "1e-5", FloatSuffix::LongDouble),
            ("0x1.8p+3", "0x1.8p+3", FloatSuffix::Double),
            ("0x.fp1F", "0x.fp1", FloatSuffix::Float),
            ("1.0f128", "1.0", FloatSuffix::Extended(E::F128)),
            ("1.0F32x", "1.0", FloatSuffix::Extended(E::F32x)),
            ("2e3w", "2e3", FloatSuffix::Extended(E::F80)),
        ];
        for &(text, digits, suffix) in cases {
            assert_eq!(
                float(text.as_bytes()).ok(),
                Some((digits, suffix)),
                "{text}"
            );
        }
        for text in [
            "1e", "1e+", "0x1.8", "0x.p1", ".", "1.0x", "1.0i", "1.2.3", "1.0df",
        ] {
            assert!(float(text.as_bytes()).is_err(), "{text}");
        }
    }
}
