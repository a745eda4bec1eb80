//! Floats as C writes them, in the fewest digits that read back as the same number.
//!
//! `2.0`, `1e300`, `-2.5e-7`: there is always a point or an exponent, so that nobody takes them for integers; and `inf`, `nan`, for which C has only macros. The
//! host's own formats are written by the host. The others are rounded to more and more digits until reading these gives the same bits.

use rustc_apfloat::Float;
use rustc_apfloat::ieee::{Half, Quad, X87DoubleExtended};

use crate::arithmetic::parse_float;
use crate::types::FloatKind;

/// More digits than any format needs.
const MOST_DIGITS: usize = 40;

pub fn float_text(kind: FloatKind, bits: u128) -> String {
    let text = match kind {
        FloatKind::F32 => format!("{:?}", f32::from_bits(bits as u32)),
        FloatKind::F64 => format!("{:?}", f64::from_bits(bits as u64)),
        FloatKind::F16 => shortest(kind, Half::from_bits(bits)),
        FloatKind::F80 => shortest(kind, X87DoubleExtended::from_bits(bits)),
        FloatKind::F128 => shortest(kind, Quad::from_bits(bits)),
    };
    text.to_lowercase()
}

fn shortest<F: Float>(kind: FloatKind, value: F) -> String {
    if value.is_nan() || value.is_infinite() {
        let sign = if value.is_negative() { "-" } else { "" };
        return match value.is_nan() {
            true => "nan".to_string(),
            false => format!("{sign}inf"),
        };
    }
    let text = format!("{:.MOST_DIGITS$}", value.abs());
    let all = Decimal::read(&text);
    let sign = if value.is_negative() { "-" } else { "" };
    let texts = (1..=MOST_DIGITS).map(|digits| format!("{sign}{}", all.rounded(digits).text()));
    let mut same = texts.filter(|text| parse_float(text, kind) == Some(value.to_bits()));
    same.next()
        .unwrap_or_else(|| format!("{sign}{}", all.text()))
}

/// The number 0.DIGITS times ten to the power of the exponent. The first digit is not zero unless it is the only one.
struct Decimal {
    digits: Vec<u8>,
    exponent: i32,
}

impl Decimal {
    /// `123.4`, `1.234E+2`.
    fn read(text: &str) -> Decimal {
        let (number, power) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let power: i32 = power.trim_start_matches('+').parse().unwrap_or(0);
        let before_point = number.find('.').unwrap_or(number.len());
        let digits = number.bytes().filter(u8::is_ascii_digit);
        let digits: Vec<u8> = digits.map(|digit| digit - b'0').collect();
        let zeros = digits.iter().take_while(|digit| **digit == 0).count();
        Decimal {
            exponent: power + before_point as i32 - zeros as i32,
            digits: digits.into_iter().skip(zeros).collect(),
        }
        .without_zeros()
    }

    /// To at most so many digits.
    fn rounded(&self, most: usize) -> Decimal {
        let mut digits: Vec<u8> = self.digits.iter().copied().take(most).collect();
        let mut exponent = self.exponent;
        if self.digits.get(most).is_some_and(|next| *next >= 5) {
            let nines = digits.iter().rev().take_while(|digit| **digit == 9).count();
            digits.truncate(digits.len() - nines);
            match digits.last_mut() {
                Some(last) => *last += 1,
                None => {
                    digits.push(1);
                    exponent += 1;
                }
            }
        }
        Decimal { digits, exponent }.without_zeros()
    }

    /// At the end, where they say nothing.
    fn without_zeros(mut self) -> Decimal {
        let zeros = self.digits.iter().rev().take_while(|digit| **digit == 0);
        let left = self.digits.len() - zeros.count();
        self.digits.truncate(left);
        self
    }

    /// With an exponent where the point would be far from the digits, as Rust writes `double`.
    fn text(&self) -> String {
        let digits: String = self.digits.iter().map(u8::to_string).collect();
        if digits.is_empty() {
            return "0.0".to_string();
        }
        match usize::try_from(self.exponent) {
            Ok(before) if (1..=16).contains(&before) => {
                let (whole, rest) = digits.split_at(before.min(digits.len()));
                let rest = if rest.is_empty() { "0" } else { rest };
                format!("{whole:0<before$}.{rest}")
            }
            _ if (-3..=0).contains(&self.exponent) => {
                let zeros = "0".repeat(self.exponent.unsigned_abs() as usize);
                format!("0.{zeros}{digits}")
            }
            _ => {
                let (first, rest) = digits.split_at(1);
                let point = if rest.is_empty() { "" } else { "." };
                format!("{first}{point}{rest}e{}", self.exponent - 1)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubles_are_short_and_seen_to_be_floats() {
        for (value, text) in [
            (2.0, "2.0"),
            (0.1, "0.1"),
            (1e300, "1e300"),
            (-2.5e-7, "-2.5e-7"),
            (-0.0, "-0.0"),
            (f64::INFINITY, "inf"),
            (f64::NEG_INFINITY, "-inf"),
            (f64::NAN, "nan"),
        ] {
            assert_eq!(float_text(FloatKind::F64, f64::to_bits(value).into()), text);
        }
        let single = f32::to_bits(0.1).into();
        assert_eq!(float_text(FloatKind::F32, single), "0.1");
    }

    #[test]
    fn other_formats_read_back() {
        for kind in [FloatKind::F16, FloatKind::F80, FloatKind::F128] {
            for text in [
                "2.0", "0.1", "1.5", "0.0", "3.25e-6", "12345.0", "1e-7", "9.5e-5",
            ] {
                let Some(bits) = parse_float(text, kind) else {
                    panic!("{text}");
                };
                let written = float_text(kind, bits);
                assert_eq!(parse_float(&written, kind), Some(bits), "{written}");
                assert!(written.contains(['.', 'e']), "{written}");
                // Half of a float has few numbers.
                assert!(written == text || kind == FloatKind::F16, "{written}");
            }
        }
        let huge = parse_float("1e4000", FloatKind::F80).unwrap_or(0);
        assert_eq!(float_text(FloatKind::F80, huge), "1e4000");
        let negative = parse_float("2.5", FloatKind::F80).unwrap_or(0) | 1 << 79;
        assert_eq!(float_text(FloatKind::F80, negative), "-2.5");
        let infinite = float_text(FloatKind::F16, 0xfc00);
        assert_eq!(infinite, "-inf");
        assert_eq!(float_text(FloatKind::F16, 0x7e00), "nan");
    }
}
