//! What a verifier says about a program.

/// The answer of a verifier.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    NoViolation,
    /// At least one. Verifiers that stop at the first tell one.
    Violations(Vec<Violation>),
    /// Why there is no answer, in the verifier's own words where it has any.
    Unknown {
        why: String,
    },
}

impl Answer {
    pub fn unknown(why: impl Into<String>) -> Answer {
        Answer::Unknown { why: why.into() }
    }
}

/// An execution in which a check fails.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Violation {
    pub check: FailedCheck,
    /// What variables became, in order of time; empty if the verifier does not tell.
    pub assignments: Vec<Assignment>,
}

/// What was violated, and where in the text that the verifier has read (or where its `#line` directives say).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FailedCheck {
    pub text: String,
    pub file: Option<String>,
    pub line: Option<u32>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Assignment {
    /// A variable of the C text, or a part of one (`a[1]`, `s.member`).
    pub name: String,
    pub value: Value,
}

/// A number, or the bits of a floating-point number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Value {
    /// In two's complement: if the width is not known, of 128 bits.
    pub bits: u128,
    pub width: Option<u32>,
}

impl Value {
    /// From zeros and ones, the highest first; spaces between groups do not count.
    pub fn from_binary(digits: &str) -> Option<Value> {
        let digits: String = digits.chars().filter(|c| !c.is_whitespace()).collect();
        let width = u32::try_from(digits.len()).ok()?;
        let is_binary = digits.bytes().all(|digit| matches!(digit, b'0' | b'1'));
        // `from_str_radix` would take a sign.
        let bits = is_binary.then(|| u128::from_str_radix(&digits, 2).ok())??;
        Some(Value {
            bits,
            width: Some(width),
        })
    }

    /// From a decimal number, of any width.
    pub fn from_decimal(digits: &str) -> Option<Value> {
        let bits = match digits.strip_prefix('-') {
            Some(_) => digits.parse::<i128>().ok()? as u128,
            None => digits.parse::<u128>().ok()?,
        };
        Some(Value { bits, width: None })
    }

    /// From bytes in memory, the lowest first.
    pub fn from_bytes(bytes: &[u8]) -> Option<Value> {
        if bytes.is_empty() || bytes.len() > 16 {
            return None;
        }
        let bits = bytes.iter().rev();
        let bits = bits.fold(0, |bits, byte| bits << 8 | u128::from(*byte));
        let width = u32::try_from(bytes.len() * 8).ok();
        Some(Value { bits, width })
    }

    /// The lowest bits of the value, which is all of a variable of this width.
    pub fn lowest(self, width: u32) -> u128 {
        match width {
            0 => 0,
            1..=127 => self.bits & ((1 << width) - 1),
            _ => self.bits,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_exact() {
        let minus_two = Value::from_binary("11111110").unwrap();
        assert_eq!((minus_two.bits, minus_two.width), (254, Some(8)));
        assert_eq!(
            Value::from_binary(&"1".repeat(128)).unwrap().bits,
            u128::MAX
        );
        assert_eq!(Value::from_binary("00000000 00000101").unwrap().bits, 5);
        assert_eq!(Value::from_decimal("-2").unwrap().lowest(8), 254);
        assert_eq!(
            Value::from_decimal(&u128::MAX.to_string()).unwrap().bits,
            u128::MAX
        );
        assert_eq!(Value::from_bytes(&[1, 2]).unwrap().bits, 0x201);
        let wrong = ["", "2", "+1", "1".repeat(129).as_str()].map(Value::from_binary);
        assert_eq!(wrong, [None; 4]);
        assert_eq!(Value::from_decimal("1u"), None);
        assert_eq!(Value::from_bytes(&[0; 17]), None);
    }
}
