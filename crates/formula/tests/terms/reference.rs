//! The operators of terms, each beside what it computes, written directly in Rust's own arithmetic.

use unspool_formula::terms::{Term, Terms};

pub use crate::random::Random;

impl Random {
    pub fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }

    /// Often at the edges of the range, else anything.
    pub fn value(&mut self, width: u32) -> u128 {
        let any = u128::from(self.next()) << 64 | u128::from(self.next());
        let corner = match self.below(10) {
            0 => 0,
            1 => 1,
            2 => u128::MAX,
            3 => 1 << (width - 1),
            4 => (1 << (width - 1)) - 1,
            5 => 1 << self.below(u64::from(width)),
            6 => any >> self.below(128),
            7 => !(any >> self.below(128)),
            8 => u128::from(self.below(u64::from(width) + 2)),
            _ => any,
        };
        corner & mask(width)
    }
}

/// Seeds of random tests: `0..default`, or what `UNSPOOL_SEEDS=FROM..TO` says.
pub fn seeds(default: u64) -> std::ops::Range<u64> {
    let Ok(text) = std::env::var("UNSPOOL_SEEDS") else {
        return 0..default;
    };
    let (from, to) = text.split_once("..").expect("FROM..TO");
    from.parse().unwrap()..to.parse().unwrap()
}

pub fn mask(width: u32) -> u128 {
    if width >= 128 {
        u128::MAX
    } else {
        (1 << width) - 1
    }
}

pub fn signed(value: u128, width: u32) -> i128 {
    let unused = 128 - width;
    ((value << unused) as i128) >> unused
}

/// An operator on operands of one width.
pub struct Operator {
    pub name: &'static str,
    pub operands: usize,
    /// Whether the result is a boolean; else it has the operands' width.
    pub is_predicate: bool,
    pub build: fn(&mut Terms, &[Term]) -> Term,
    /// Up to 64 bits.
    pub direct: fn(&[u128], u32) -> u128,
}

macro_rules! unary {
    ($name:ident, $predicate:expr, $direct:expr) => {
        Operator {
            name: stringify!($name),
            operands: 1,
            is_predicate: $predicate,
            build: |terms, x| terms.$name(x[0]),
            direct: |x, width| {
                let direct: fn(u128, u32) -> u128 = $direct;
                direct(x[0], width)
            },
        }
    };
}

macro_rules! binary {
    ($name:ident, $predicate:expr, $direct:expr) => {
        Operator {
            name: stringify!($name),
            operands: 2,
            is_predicate: $predicate,
            build: |terms, x| terms.$name(x[0], x[1]),
            direct: |x, width| {
                let direct: fn(u128, u128, u32) -> u128 = $direct;
                direct(x[0], x[1], width) & mask(width)
            },
        }
    };
}

fn fits_signed(value: i128, width: u32) -> bool {
    signed(value as u128 & mask(width), width) == value
}

pub const OPERATORS: &[Operator] = &[
    unary!(not, false, |a, w| !a & mask(w)),
    unary!(negate, false, |a, w| a.wrapping_neg() & mask(w)),
    unary!(is_zero, true, |a, _| u128::from(a == 0)),
    unary!(is_nonzero, true, |a, _| u128::from(a != 0)),
    unary!(sign, true, |a, w| a >> (w - 1)),
    unary!(negate_overflows_signed, true, |a, w| {
        u128::from(!fits_signed(-signed(a, w), w))
    }),
    binary!(and, false, |a, b, _| a & b),
    binary!(or, false, |a, b, _| a | b),
    binary!(xor, false, |a, b, _| a ^ b),
    binary!(add, false, |a, b, _| a.wrapping_add(b)),
    binary!(subtract, false, |a, b, _| a.wrapping_sub(b)),
    binary!(multiply, false, |a, b, _| a.wrapping_mul(b)),
    binary!(divide, false, |a, b, _| a
        .checked_div(b)
        .unwrap_or(u128::MAX)),
    binary!(remainder, false, |a, b, _| a.checked_rem(b).unwrap_or(a)),
    binary!(divide_signed, false, |a, b, w| {
        let (a, b) = (signed(a, w), signed(b, w));
        match b {
            0 if a < 0 => 1,
            0 => u128::MAX,
            _ => (a / b) as u128,
        }
    }),
    binary!(remainder_signed, false, |a, b, w| {
        let (a, b) = (signed(a, w), signed(b, w));
        if b == 0 { a as u128 } else { (a % b) as u128 }
    }),
    binary!(shift_left, false, |a, b, w| {
        if b >= u128::from(w) { 0 } else { a << b }
    }),
    binary!(shift_right, false, |a, b, w| {
        if b >= u128::from(w) { 0 } else { a >> b }
    }),
    binary!(shift_right_signed, false, |a, b, w| {
        (signed(a, w) >> b.min(u128::from(w) - 1)) as u128
    }),
    binary!(equal, true, |a, b, _| u128::from(a == b)),
    binary!(distinct, true, |a, b, _| u128::from(a != b)),
    binary!(implies, false, |a, b, _| !a | b),
    binary!(less, true, |a, b, _| u128::from(a < b)),
    binary!(less_or_equal, true, |a, b, _| u128::from(a <= b)),
    binary!(less_signed, true, |a, b, w| {
        u128::from(signed(a, w) < signed(b, w))
    }),
    binary!(less_or_equal_signed, true, |a, b, w| {
        u128::from(signed(a, w) <= signed(b, w))
    }),
    binary!(add_overflows, true, |a, b, w| u128::from(a + b > mask(w))),
    binary!(subtract_overflows, true, |a, b, _| u128::from(a < b)),
    binary!(multiply_overflows, true, |a, b, w| u128::from(
        a * b > mask(w)
    )),
    binary!(add_overflows_signed, true, |a, b, w| {
        u128::from(!fits_signed(signed(a, w) + signed(b, w), w))
    }),
    binary!(subtract_overflows_signed, true, |a, b, w| {
        u128::from(!fits_signed(signed(a, w) - signed(b, w), w))
    }),
    binary!(multiply_overflows_signed, true, |a, b, w| {
        u128::from(!fits_signed(signed(a, w) * signed(b, w), w))
    }),
    binary!(divide_overflows_signed, true, |a, b, w| {
        let b = signed(b, w);
        u128::from(b != 0 && !fits_signed(signed(a, w) / b, w))
    }),
];
