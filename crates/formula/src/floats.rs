//! IEEE 754 binary floats as a library over bit-vector terms.
//!
//! A float is a term of [`Format::width`] bits: its interchange encoding (sign, exponent, fraction). Every operation is a function that builds
//! bit-vector terms, so that rewriting, folding of constants, evaluation, export and bit-blasting come for free, and
//! equal subterms (the parts of an operand, its normalised form) are built once. The circuits are the textbook's (Muller et al.,
//! *Handbook of Floating-Point Arithmetic*, chapters 7 and 8), arranged for few gates instead of short delays:
//! one rounder (`rounding.rs`) serves all; it packs exponent and fraction before it adds the unit of rounding, so that
//! the carry makes subnormals normal and large numbers infinite by itself.
//!
//! **NaNs** are those of x86's SSE unit, bit for bit. If an operand is a NaN, the result is the first such operand with its quiet bit set. An
//! invalid operation on other operands (`inf - inf`, `0 * inf`, `0 / 0`, `sqrt(-1)`, `fmod(x, 0)`) gives [`Format::default_nan`]: sign and quiet bit
//! set, nothing else. Conversion between formats keeps the sign and the top bits of the payload and sets the quiet bit. Operations
//! on the sign alone change no other bit. For [`fma`] "first" is the order of its arguments; processors differ there,
//! by the instruction that a compiler selected.
//!
//! **Rounding modes** are terms of [`ROUNDING_BITS`] bits, as a program can change the mode while it runs. A constant
//! ([`Rounding::term`]) folds as if the mode had been known when the operation was built.
//!
//! **Formats** are any with 2 to 24 bits of exponent and at least 2 of fraction. x87's format, with an explicit leading digit, is not among them.
//!
//! Exceptions (flags) are not modelled.

mod addition;
mod classes;
mod comparisons;
mod division;
mod formats;
mod integers;
mod integral;
mod minimum;
mod multiplication;
mod multiply_add;
mod operands;
mod remainder;
mod root;
mod rounding;
mod shifting;
mod signs;

pub use addition::{add, subtract};
pub use classes::{is_finite, is_infinite, is_nan, is_negative, is_normal, is_subnormal, is_zero};
pub use comparisons::{equal, less, less_or_equal};
pub use division::divide;
pub use formats::convert;
pub use integers::{Integer, cast_to_integer, from_signed, from_unsigned, to_signed, to_unsigned};
pub use integral::round_to_integral;
pub use minimum::{fmax, fmin};
pub use multiplication::multiply;
pub use multiply_add::fma;
pub use remainder::{fmod, remainder};
pub use root::sqrt;
pub use signs::{absolute, copy_sign, negate};

use crate::bits::Bits;
use crate::terms::{Term, Terms};

/// How many bits the sign, exponent and fraction of a float have: 1 and these.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Format {
    exponent_bits: u32,
    fraction_bits: u32,
}

/// Which neighbour an inexact result becomes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Rounding {
    /// The nearest; of two as near, the one with an even last digit. What C starts with.
    NearestEven,
    /// The nearest; of two as near, the greater magnitude.
    NearestAway,
    TowardZero,
    /// Toward positive infinity.
    Up,
    /// Toward negative infinity.
    Down,
}

/// The constant, in [`Format::SINGLE`].
pub fn single(terms: &mut Terms, value: f32) -> Term {
    terms.number(u128::from(value.to_bits()), Format::SINGLE.width())
}

/// The constant, in [`Format::DOUBLE`].
pub fn double(terms: &mut Terms, value: f64) -> Term {
    terms.number(u128::from(value.to_bits()), Format::DOUBLE.width())
}

/// The width of a rounding mode.
pub const ROUNDING_BITS: u32 = 3;

impl Format {
    pub const HALF: Format = Format::new(5, 10);
    pub const BFLOAT16: Format = Format::new(8, 7);
    pub const SINGLE: Format = Format::new(8, 23);
    pub const DOUBLE: Format = Format::new(11, 52);
    pub const QUAD: Format = Format::new(15, 112);

    pub const fn new(exponent_bits: u32, fraction_bits: u32) -> Format {
        assert!(exponent_bits >= 2 && exponent_bits <= 24 && fraction_bits >= 2);
        Format {
            exponent_bits,
            fraction_bits,
        }
    }

    pub const fn exponent_bits(self) -> u32 {
        self.exponent_bits
    }

    pub const fn fraction_bits(self) -> u32 {
        self.fraction_bits
    }

    pub const fn width(self) -> u32 {
        1 + self.exponent_bits + self.fraction_bits
    }

    /// What is added to the exponent of two when a number is encoded.
    pub const fn bias(self) -> i64 {
        (1 << (self.exponent_bits - 1)) - 1
    }

    pub fn zero(self, negative: bool) -> Bits {
        self.encode(negative, 0, &Bits::zero(self.fraction_bits))
    }

    pub fn one(self, negative: bool) -> Bits {
        self.encode(negative, self.bias(), &Bits::zero(self.fraction_bits))
    }

    pub fn infinity(self, negative: bool) -> Bits {
        self.encode(
            negative,
            self.special_exponent(),
            &Bits::zero(self.fraction_bits),
        )
    }

    /// The finite number of greatest magnitude.
    pub fn largest(self, negative: bool) -> Bits {
        self.encode(
            negative,
            self.special_exponent() - 1,
            &Bits::ones(self.fraction_bits),
        )
    }

    /// What an invalid operation results in.
    pub fn default_nan(self) -> Bits {
        self.encode(
            true,
            self.special_exponent(),
            &Bits::sign_bit(self.fraction_bits),
        )
    }

    /// The encoded exponent of infinities and NaNs.
    const fn special_exponent(self) -> i64 {
        (1 << self.exponent_bits) - 1
    }

    /// How many digits a significand has: the leading one too.
    const fn precision(self) -> u32 {
        self.fraction_bits + 1
    }

    fn encode(self, negative: bool, exponent: i64, fraction: &Bits) -> Bits {
        Bits::truth(negative)
            .concat(&Bits::new(exponent as u128, self.exponent_bits))
            .concat(fraction)
    }
}

impl Rounding {
    pub const ALL: [Rounding; 5] = [
        Rounding::NearestEven,
        Rounding::NearestAway,
        Rounding::TowardZero,
        Rounding::Up,
        Rounding::Down,
    ];

    /// The number that stands for the mode. Numbers above these truncate.
    pub fn number(self) -> u32 {
        self as u32
    }

    pub fn term(self, terms: &mut Terms) -> Term {
        terms.number(u128::from(self.number()), ROUNDING_BITS)
    }
}
