//! A bit-vector value of any width, and what the operators of terms compute on it.
//!
//! This is the meaning of terms: constant folding and evaluation use it, and bit-blasting is tested against it. Results
//! are those of SMT-LIB's theory of bit-vectors, which makes every operator total: `x / 0` has all bits set, `x % 0` is
//! `x`, a shift by the width or more leaves nothing of the operand (but its sign, if arithmetic).
//!
//! Values of at most 64 bits, by far the most, live in one word and allocate nothing.

use std::cmp::Ordering;
use std::fmt;

/// The widest bit-vector: what fits beside an operator in 32 bits.
pub const MAX_WIDTH: u32 = (1 << 24) - 1;

#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Bits {
    width: u32,
    low: u64,
    /// The words above the lowest; empty up to 64 bits. Bits above the width are zero.
    high: Box<[u64]>,
}

impl Bits {
    /// The low `width` bits of `value`.
    pub fn new(value: u128, width: u32) -> Bits {
        if width <= 64 {
            return Bits::narrow(value as u64, width);
        }
        let mut high = vec![0; word_count(width) - 1];
        high[0] = (value >> 64) as u64;
        Bits::from_words(width, value as u64, high)
    }

    /// The low `width` bits of a number given as words, the lowest first. Missing words are zero.
    pub fn from_slice(words: &[u64], width: u32) -> Bits {
        let count = word_count(width);
        let mut high = vec![0; count - 1];
        for (target, source) in high.iter_mut().zip(words.iter().skip(1)) {
            *target = *source;
        }
        Bits::from_words(width, words.first().copied().unwrap_or(0), high)
    }

    /// Bit `i` is `bit(i)`.
    pub fn from_fn(width: u32, mut bit: impl FnMut(u32) -> bool) -> Bits {
        if width <= 64 {
            let value = (0..width).fold(0, |value, i| value | u64::from(bit(i)) << i);
            return Bits::narrow(value, width);
        }
        let mut words = vec![0u64; word_count(width)];
        for i in 0..width {
            words[i as usize / 64] |= u64::from(bit(i)) << (i % 64);
        }
        Bits::from_slice(&words, width)
    }

    pub fn zero(width: u32) -> Bits {
        Bits::new(0, width)
    }

    pub fn one(width: u32) -> Bits {
        Bits::new(1, width)
    }

    pub fn ones(width: u32) -> Bits {
        Bits::zero(width).not()
    }

    /// Only the top bit set: the least signed number.
    pub fn sign_bit(width: u32) -> Bits {
        Bits::one(width).shift_left_by(width - 1)
    }

    pub fn truth(value: bool) -> Bits {
        Bits::narrow(u64::from(value), 1)
    }

    pub fn width(&self) -> u32 {
        self.width
    }

    pub fn bit(&self, index: u32) -> bool {
        self.word(index as usize / 64) >> (index % 64) & 1 != 0
    }

    pub fn sign(&self) -> bool {
        self.bit(self.width - 1)
    }

    pub fn is_zero(&self) -> bool {
        self.low == 0 && self.high.iter().all(|word| *word == 0)
    }

    pub fn is_true(&self) -> bool {
        !self.is_zero()
    }

    pub fn is_one(&self) -> bool {
        self.low == 1 && self.high.iter().all(|word| *word == 0)
    }

    pub fn is_ones(&self) -> bool {
        self.trailing_ones() == self.width
    }

    pub fn is_power_of_two(&self) -> bool {
        let set: u32 = self.words().map(u64::count_ones).sum();
        set == 1
    }

    pub fn trailing_zeros(&self) -> u32 {
        let mut count = 0;
        for word in self.words() {
            count += word.trailing_zeros();
            if word != 0 {
                break;
            }
        }
        count.min(self.width)
    }

    pub fn trailing_ones(&self) -> u32 {
        let mut count = 0;
        for word in self.words() {
            count += word.trailing_ones();
            if word != u64::MAX {
                break;
            }
        }
        count.min(self.width)
    }

    pub fn leading_zeros(&self) -> u32 {
        let mut significant = 0;
        for (index, word) in self.words().enumerate() {
            if word != 0 {
                significant = (index as u32 + 1) * 64 - word.leading_zeros();
            }
        }
        self.width - significant
    }

    /// How many of the top bits equal the top bit, itself included.
    pub fn sign_copies(&self) -> u32 {
        let magnitude = if self.sign() {
            self.not()
        } else {
            self.clone()
        };
        magnitude.leading_zeros()
    }

    /// `None` if it does not fit.
    pub fn to_u64(&self) -> Option<u64> {
        self.high.iter().all(|word| *word == 0).then_some(self.low)
    }

    /// `None` if it does not fit.
    pub fn to_u128(&self) -> Option<u128> {
        let fits = self.high.iter().skip(1).all(|word| *word == 0);
        let top = self.high.first().copied().unwrap_or(0);
        fits.then(|| u128::from(top) << 64 | u128::from(self.low))
    }

    /// The lowest word.
    pub fn low_word(&self) -> u64 {
        self.low
    }

    pub fn words(&self) -> impl Iterator<Item = u64> + '_ {
        std::iter::once(self.low).chain(self.high.iter().copied())
    }

    pub fn not(&self) -> Bits {
        self.map(|word| !word)
    }

    pub fn and(&self, other: &Bits) -> Bits {
        self.zip(other, |a, b| a & b)
    }

    pub fn or(&self, other: &Bits) -> Bits {
        self.zip(other, |a, b| a | b)
    }

    pub fn xor(&self, other: &Bits) -> Bits {
        self.zip(other, |a, b| a ^ b)
    }

    pub fn negate(&self) -> Bits {
        self.not().add(&Bits::one(self.width))
    }

    pub fn add(&self, other: &Bits) -> Bits {
        let mut carry = false;
        self.zip(other, |a, b| {
            let (sum, first) = a.overflowing_add(b);
            let (sum, second) = sum.overflowing_add(u64::from(carry));
            carry = first | second;
            sum
        })
    }

    pub fn subtract(&self, other: &Bits) -> Bits {
        self.add(&other.negate())
    }

    pub fn multiply(&self, other: &Bits) -> Bits {
        if self.width <= 64 {
            return Bits::narrow(self.low.wrapping_mul(other.low), self.width);
        }
        let count = word_count(self.width);
        let mut product = vec![0u64; count];
        for (i, a) in self.words().enumerate() {
            let mut carry = 0u128;
            for (j, b) in other.words().enumerate().take(count - i) {
                let sum = u128::from(a) * u128::from(b) + u128::from(product[i + j]) + carry;
                product[i + j] = sum as u64;
                carry = sum >> 64;
            }
        }
        Bits::from_slice(&product, self.width)
    }

    /// Unsigned quotient and remainder.
    pub fn divide(&self, other: &Bits) -> (Bits, Bits) {
        self.same_width(other);
        if other.is_zero() {
            return (Bits::ones(self.width), self.clone());
        }
        if self.width <= 64 {
            return (
                Bits::narrow(self.low / other.low, self.width),
                Bits::narrow(self.low % other.low, self.width),
            );
        }
        if let (Some(a), Some(b)) = (self.to_u128(), other.to_u128()) {
            return (Bits::new(a / b, self.width), Bits::new(a % b, self.width));
        }
        // Long division, bit by bit: such widths are rare. One bit more, so that the remainder can be shifted.
        let divisor = other.zero_extend(self.width + 1);
        let mut quotient = Bits::zero(self.width);
        let mut remainder = Bits::zero(self.width + 1);
        for index in (0..self.width).rev() {
            remainder = remainder.shift_left_by(1);
            remainder.low |= u64::from(self.bit(index));
            if remainder.compare(&divisor).is_ge() {
                remainder = remainder.subtract(&divisor);
                quotient.set(index);
            }
        }
        (quotient, remainder.extract(0, self.width))
    }

    pub fn shift_left(&self, count: &Bits) -> Bits {
        self.shift_left_by(count.as_count(self.width))
    }

    pub fn shift_right(&self, count: &Bits) -> Bits {
        self.shift_right_by(count.as_count(self.width))
    }

    pub fn shift_right_signed(&self, count: &Bits) -> Bits {
        let shifted = |value: &Bits| value.shift_right_by(count.as_count(self.width));
        if self.sign() {
            shifted(&self.not()).not()
        } else {
            shifted(self)
        }
    }

    /// Unsigned order.
    pub fn compare(&self, other: &Bits) -> Ordering {
        self.same_width(other);
        let from_top = self.high.iter().rev().zip(other.high.iter().rev());
        for (a, b) in from_top {
            if a != b {
                return a.cmp(b);
            }
        }
        self.low.cmp(&other.low)
    }

    /// Two's complement order.
    pub fn compare_signed(&self, other: &Bits) -> Ordering {
        other
            .sign()
            .cmp(&self.sign())
            .then_with(|| self.compare(other))
    }

    /// Bits `low .. low + width`.
    pub fn extract(&self, low: u32, width: u32) -> Bits {
        assert!(
            width > 0 && low + width <= self.width,
            "extract out of range"
        );
        if self.width <= 64 {
            return Bits::narrow(self.low >> low, width);
        }
        let shifted = self.shift_right_by(low);
        Bits::from_words(
            width,
            shifted.low,
            shifted.high[..word_count(width) - 1].to_vec(),
        )
    }

    /// `self` above `low`.
    pub fn concat(&self, low: &Bits) -> Bits {
        let width = self.width + low.width;
        let above = self.zero_extend(width).shift_left_by(low.width);
        above.or(&low.zero_extend(width))
    }

    pub fn zero_extend(&self, width: u32) -> Bits {
        assert!(width >= self.width, "extension to less");
        if width <= 64 {
            return Bits::narrow(self.low, width);
        }
        let mut high = self.high.to_vec();
        high.resize(word_count(width) - 1, 0);
        Bits::from_words(width, self.low, high)
    }

    pub fn sign_extend(&self, width: u32) -> Bits {
        if self.sign() {
            self.not().zero_extend(width).not()
        } else {
            self.zero_extend(width)
        }
    }

    fn narrow(value: u64, width: u32) -> Bits {
        assert!((1..=64).contains(&width), "a bit-vector has bits");
        Bits {
            width,
            low: value & (u64::MAX >> (64 - width)),
            high: Box::default(),
        }
    }

    /// Clears what is above the width.
    fn from_words(width: u32, mut low: u64, mut high: Vec<u64>) -> Bits {
        assert!(width > 0 && width <= MAX_WIDTH, "a bit-vector of no width");
        let top = u64::MAX >> ((64 - width % 64) % 64);
        *high.last_mut().unwrap_or(&mut low) &= top;
        Bits {
            width,
            low,
            high: high.into(),
        }
    }

    fn set(&mut self, index: u32) {
        let mask = 1 << (index % 64);
        match (index as usize / 64).checked_sub(1) {
            None => self.low |= mask,
            Some(word) => self.high[word] |= mask,
        }
    }

    fn word(&self, index: usize) -> u64 {
        match index.checked_sub(1) {
            None => self.low,
            Some(index) => self.high[index],
        }
    }

    fn as_count(&self, width: u32) -> u32 {
        let count = self.to_u64().unwrap_or(u64::MAX);
        count.min(u64::from(width)) as u32
    }

    fn shift_left_by(&self, count: u32) -> Bits {
        if count >= self.width {
            return Bits::zero(self.width);
        }
        if self.width <= 64 {
            return Bits::narrow(self.low << count, self.width);
        }
        let (whole, part) = (count as usize / 64, count % 64);
        let words: Vec<u64> = (0..word_count(self.width))
            .map(|index| {
                let Some(source) = index.checked_sub(whole) else {
                    return 0;
                };
                let below = match source.checked_sub(1) {
                    Some(below) if part > 0 => self.word(below) >> (64 - part),
                    _ => 0,
                };
                self.word(source) << part | below
            })
            .collect();
        Bits::from_slice(&words, self.width)
    }

    fn shift_right_by(&self, count: u32) -> Bits {
        if count >= self.width {
            return Bits::zero(self.width);
        }
        if self.width <= 64 {
            return Bits::narrow(self.low >> count, self.width);
        }
        let (whole, part) = (count as usize / 64, count % 64);
        let total = word_count(self.width);
        let words: Vec<u64> = (0..total - whole)
            .map(|index| {
                let source = index + whole;
                let above = if part > 0 && source + 1 < total {
                    self.word(source + 1) << (64 - part)
                } else {
                    0
                };
                self.word(source) >> part | above
            })
            .collect();
        Bits::from_slice(&words, self.width)
    }

    fn map(&self, op: impl Fn(u64) -> u64) -> Bits {
        if self.width <= 64 {
            return Bits::narrow(op(self.low), self.width);
        }
        Bits::from_words(
            self.width,
            op(self.low),
            self.high.iter().map(|word| op(*word)).collect(),
        )
    }

    fn zip(&self, other: &Bits, mut op: impl FnMut(u64, u64) -> u64) -> Bits {
        self.same_width(other);
        if self.width <= 64 {
            return Bits::narrow(op(self.low, other.low), self.width);
        }
        let low = op(self.low, other.low);
        let high = self.high.iter().zip(&other.high);
        Bits::from_words(self.width, low, high.map(|(a, b)| op(*a, *b)).collect())
    }

    fn same_width(&self, other: &Bits) {
        assert_eq!(self.width, other.width, "operands of different widths");
    }
}

/// `0x1f:8`: the value and the width.
impl fmt::Debug for Bits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}:{}", self.width)
    }
}

impl fmt::Display for Bits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "0x")?;
        let words: Vec<u64> = self.words().collect();
        let top = words.iter().rposition(|word| *word != 0).unwrap_or(0);
        write!(f, "{:x}", words[top])?;
        for word in words[..top].iter().rev() {
            write!(f, "{word:016x}")?;
        }
        Ok(())
    }
}

fn word_count(width: u32) -> usize {
    width.div_ceil(64).max(1) as usize
}
