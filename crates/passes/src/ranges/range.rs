//! The abstract value of a scalar: four bounds and known bits.
//!
//! A [`Range`] stands for a set of `width`-bit patterns, whatever type they are read as: those that lie in an unsigned
//! interval *and*, read as two's complement, in a signed interval *and* agree with the bits known to be zero and known to be
//! one. This is the product of the interval domain (Cousot and Cousot 1977), taken twice, with known bits (as in LLVM's
//! `KnownBits`); each part says what another cannot: `-1..2` is a signed interval, "even" is a known bit.
//!
//! Every `Range` is *reduced*: each part has been cut by what the others say, and all four bounds are members of the set.
//! It is never empty: operations that may leave nothing give an `Option`.
//!
//! ```text
//! 8 bits, odd, below 10 unsigned      is   1 to 9 unsigned and signed, bits 0000???1
//! 8 bits, 0 to 3 joined with -1       is   -1 to 3 signed, 0 to 255 unsigned, no bit known
//! ```
//!
//! Widths from 1 to 128 are possible; width 0, which has one pattern, stands for what is no scalar.

use std::fmt;

use unspool_ir::arithmetic::{mask, sign_extend};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Range {
    width: u32,
    low: u128,
    high: u128,
    signed_low: i128,
    signed_high: i128,
    /// Bits that are zero in all members.
    zeros: u128,
    ones: u128,
}

impl Range {
    /// All patterns.
    pub fn top(width: u32) -> Range {
        Range {
            width,
            low: 0,
            high: mask(width),
            signed_low: signed_minimum(width),
            signed_high: signed_maximum(width),
            zeros: 0,
            ones: 0,
        }
    }

    /// One pattern; bits above the width do not matter.
    pub fn constant(width: u32, bits: u128) -> Range {
        let bits = bits & mask(width);
        let value = sign_extend(bits, width);
        Range {
            width,
            low: bits,
            high: bits,
            signed_low: value,
            signed_high: value,
            zeros: !bits & mask(width),
            ones: bits,
        }
    }

    pub fn truth(value: bool) -> Range {
        Range::constant(1, u128::from(value))
    }

    /// The patterns from `low` to `high`; None if there are none.
    pub fn unsigned(width: u32, low: u128, high: u128) -> Option<Range> {
        Range::top(width).and_unsigned(low, high)
    }

    /// The numbers from `low` to `high` in two's complement; None if there are none.
    pub fn signed(width: u32, low: i128, high: i128) -> Option<Range> {
        Range::top(width).and_signed(low, high)
    }

    /// The patterns with these bits; None if a bit is to be both.
    pub fn with_bits(width: u32, zeros: u128, ones: u128) -> Option<Range> {
        Range::top(width).and_bits(zeros, ones)
    }

    /// The patterns that have all these properties: unsigned and signed bounds, bits that are zero and one. None if there are none.
    pub fn with_all(
        width: u32,
        (low, high): (u128, u128),
        (signed_low, signed_high): (i128, i128),
        (zeros, ones): (u128, u128),
    ) -> Option<Range> {
        Range {
            width,
            low,
            high: high.min(mask(width)),
            signed_low: signed_low.max(signed_minimum(width)),
            signed_high: signed_high.min(signed_maximum(width)),
            zeros: zeros & mask(width),
            ones: ones & mask(width),
        }
        .reduced()
    }

    pub fn width(&self) -> u32 {
        self.width
    }

    /// The smallest and the largest member, read as unsigned numbers.
    pub fn unsigned_bounds(&self) -> (u128, u128) {
        (self.low, self.high)
    }

    /// The smallest and the largest member, read in two's complement.
    pub fn signed_bounds(&self) -> (i128, i128) {
        (self.signed_low, self.signed_high)
    }

    /// The bounds as numbers of a type with this signedness; None for an unsigned bound above `i128::MAX`.
    pub fn bounds(&self, signed: bool) -> Option<(i128, i128)> {
        if signed {
            return Some(self.signed_bounds());
        }
        let low = i128::try_from(self.low).ok()?;
        Some((low, i128::try_from(self.high).ok()?))
    }

    /// Bits that are zero in every member.
    pub fn known_zeros(&self) -> u128 {
        self.zeros
    }

    pub fn known_ones(&self) -> u128 {
        self.ones
    }

    pub fn is_top(&self) -> bool {
        *self == Range::top(self.width)
    }

    /// The only member, if there is only one.
    pub fn as_constant(&self) -> Option<u128> {
        (self.low == self.high).then_some(self.low)
    }

    pub fn contains(&self, bits: u128) -> bool {
        let value = sign_extend(bits, self.width);
        (self.low..=self.high).contains(&bits)
            && (self.signed_low..=self.signed_high).contains(&value)
            && bits & self.zeros == 0
            && bits & self.ones == self.ones
    }

    /// How many low bits determine a member if the others are taken to be zero.
    pub fn unsigned_bits(&self) -> u32 {
        128 - self.high.leading_zeros()
    }

    /// How many low bits determine a member if the others are copies of the topmost of them. At least 1.
    pub fn signed_bits(&self) -> u32 {
        // As many as leading copies of the sign can be left out.
        let needed = |value: i128| 129 - (value ^ (value >> 127)).leading_zeros();
        needed(self.signed_low)
            .max(needed(self.signed_high))
            .min(self.width.max(1))
    }

    /// The smallest range that contains both.
    pub fn join(&self, other: &Range) -> Range {
        if self == other {
            return *self;
        }
        let joined = Range {
            width: self.width,
            low: self.low.min(other.low),
            high: self.high.max(other.high),
            signed_low: self.signed_low.min(other.signed_low),
            signed_high: self.signed_high.max(other.signed_high),
            zeros: self.zeros & other.zeros,
            ones: self.ones & other.ones,
        };
        if joined == *self || joined == *other {
            return joined;
        }
        // It has members: those of the two.
        joined.reduced().unwrap_or(joined)
    }

    /// What is in both.
    pub fn meet(&self, other: &Range) -> Option<Range> {
        let both = Range {
            width: self.width,
            low: self.low.max(other.low),
            high: self.high.min(other.high),
            signed_low: self.signed_low.max(other.signed_low),
            signed_high: self.signed_high.min(other.signed_high),
            zeros: self.zeros | other.zeros,
            ones: self.ones | other.ones,
        };
        match both == *other {
            true => Some(both),
            false => self.cut_to(both),
        }
    }

    pub fn and_unsigned(&self, low: u128, high: u128) -> Option<Range> {
        self.cut_to(Range {
            low: self.low.max(low),
            high: self.high.min(high),
            ..*self
        })
    }

    pub fn and_signed(&self, low: i128, high: i128) -> Option<Range> {
        self.cut_to(Range {
            signed_low: self.signed_low.max(low),
            signed_high: self.signed_high.min(high),
            ..*self
        })
    }

    pub fn and_bits(&self, zeros: u128, ones: u128) -> Option<Range> {
        self.cut_to(Range {
            zeros: self.zeros | (zeros & mask(self.width)),
            ones: self.ones | (ones & mask(self.width)),
            ..*self
        })
    }

    /// Often nothing is cut off, and what is reduced stays so.
    fn cut_to(&self, cut: Range) -> Option<Range> {
        match cut == *self {
            true => Some(cut),
            false => cut.reduced(),
        }
    }

    /// Without one pattern, as far as bounds can say that.
    pub fn without(&self, bits: u128) -> Option<Range> {
        let mut rest = *self;
        if rest.low == bits {
            rest.low = rest.low.checked_add(1)?;
        }
        if rest.high == bits {
            rest.high = rest.high.checked_sub(1)?;
        }
        let value = sign_extend(bits, self.width);
        if rest.signed_low == value {
            rest.signed_low = rest.signed_low.checked_add(1)?;
        }
        if rest.signed_high == value {
            rest.signed_high = rest.signed_high.checked_sub(1)?;
        }
        rest.reduced()
    }

    /// Lets each part learn from the others until nothing changes. A few rounds do; stopping earlier would be right as well.
    fn reduced(mut self) -> Option<Range> {
        if self.width == 0 {
            return Some(Range::top(0));
        }
        for _ in 0..8 {
            let before = self;
            self.reduce_signs()?;
            self.reduce_bits()?;
            if self == before {
                break;
            }
        }
        Some(self)
    }

    /// Between the signed and the unsigned interval.
    fn reduce_signs(&mut self) -> Option<()> {
        let all = mask(self.width);
        let half = 1u128 << (self.width - 1);
        if self.low > self.high || self.signed_low > self.signed_high {
            return None;
        }
        let (signed_low, signed_high) = (
            self.signed_low as u128 & all,
            self.signed_high as u128 & all,
        );
        if (self.signed_low < 0) == (self.signed_high < 0) {
            self.low = self.low.max(signed_low);
            self.high = self.high.min(signed_high);
        } else {
            // The members are in [0, signed_high] and, negative, in [signed_low, all].
            if self.low > signed_high {
                self.low = self.low.max(signed_low);
            }
            if self.high < signed_low {
                self.high = self.high.min(signed_high);
            }
        }
        if self.low > self.high {
            return None;
        }
        if (self.low < half) == (self.high < half) {
            self.signed_low = self.signed_low.max(sign_extend(self.low, self.width));
            self.signed_high = self.signed_high.min(sign_extend(self.high, self.width));
        }
        (self.signed_low <= self.signed_high).then_some(())
    }

    /// Between the intervals and the known bits.
    fn reduce_bits(&mut self) -> Option<()> {
        let all = mask(self.width);
        let sign = 1u128 << (self.width - 1);
        // Bits above the highest one in which the bounds differ are those of all members.
        let common = all & !below_highest(self.low ^ self.high);
        self.ones |= self.low & common;
        self.zeros |= !self.low & common;
        let (signed_low, signed_high) = (
            self.signed_low as u128 & all,
            self.signed_high as u128 & all,
        );
        let common = all & !below_highest(signed_low ^ signed_high);
        self.ones |= signed_low & common;
        self.zeros |= !signed_low & common;
        if self.zeros & self.ones != 0 {
            return None;
        }
        // Bounds move to members.
        self.low = next_member(self.low, self.zeros, self.ones, all)?;
        self.high = previous_member(self.high, self.zeros, self.ones, all)?;
        // With the sign bit turned over, two's complement is in the order of unsigned numbers.
        let zeros = (self.zeros & !sign) | (self.ones & sign);
        let ones = (self.ones & !sign) | (self.zeros & sign);
        let biased_low = next_member(signed_low ^ sign, zeros, ones, all)?;
        let biased_high = previous_member(signed_high ^ sign, zeros, ones, all)?;
        self.signed_low = sign_extend(biased_low ^ sign, self.width);
        self.signed_high = sign_extend(biased_high ^ sign, self.width);
        Some(())
    }
}

/// The smallest number of this width in two's complement.
pub fn signed_minimum(width: u32) -> i128 {
    match width {
        0 => 0,
        _ => -1i128 << (width - 1),
    }
}

pub fn signed_maximum(width: u32) -> i128 {
    !signed_minimum(width).min(-1)
}

/// All bits up to the highest one of `bits`.
fn below_highest(bits: u128) -> u128 {
    match bits.leading_zeros() {
        128 => 0,
        zeros => u128::MAX >> zeros,
    }
}

/// The smallest pattern from `from` on that has these bits.
fn next_member(from: u128, zeros: u128, ones: u128, all: u128) -> Option<u128> {
    let wrong = (from & zeros) | (!from & ones);
    if wrong == 0 {
        return Some(from);
    }
    let highest = 1u128 << (127 - wrong.leading_zeros());
    let risen = if from & highest == 0 {
        highest
    } else {
        // The bit must go, so a higher one has to come: the lowest that is free and not yet set.
        let candidates = all & !from & !zeros & !ones & !(highest | (highest - 1));
        if candidates == 0 {
            return None;
        }
        candidates & candidates.wrapping_neg()
    };
    Some((from & !(risen | (risen - 1))) | risen | (ones & (risen - 1)))
}

/// The largest pattern up to `from` that has these bits.
fn previous_member(from: u128, zeros: u128, ones: u128, all: u128) -> Option<u128> {
    next_member(!from & all, ones, zeros, all).map(|bits| !bits & all)
}

/// As listings show it: the tightest interval, and the known bits that it does not imply.
impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(bits) = self.as_constant() {
            let value = sign_extend(bits, self.width);
            return match value < 0 && self.width > 1 && value > -1_000_000 {
                true => write!(f, "{value}"),
                false => write!(f, "{bits}"),
            };
        }
        if (self.low, self.high) == (1, mask(self.width)) && self.zeros == 0 && self.ones == 0 {
            return f.write_str("not 0");
        }
        let signed_span = self.signed_high.wrapping_sub(self.signed_low) as u128;
        if self.width > 1 && signed_span < self.high - self.low {
            write!(f, "[{}, {}]", self.signed_low, self.signed_high)?;
        } else if self.low > 0 || self.high < mask(self.width) {
            write!(f, "[{}, {}]", self.low, self.high)?;
        } else {
            f.write_str("any")?;
        }
        let implied = Range {
            zeros: 0,
            ones: 0,
            ..*self
        };
        let implied = implied.reduced().unwrap_or(*self);
        if (implied.zeros, implied.ones) != (self.zeros, self.ones) {
            write!(f, " bits ")?;
            for position in (0..self.width.min(self.unsigned_bits())).rev() {
                let bit = 1u128 << position;
                f.write_str(match (self.zeros & bit != 0, self.ones & bit != 0) {
                    (true, _) => "0",
                    (_, true) => "1",
                    _ => "?",
                })?;
            }
        }
        Ok(())
    }
}
