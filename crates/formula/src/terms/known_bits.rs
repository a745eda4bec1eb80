//! What is known of a term's bits, whatever its variables are.
//!
//! Two facts are derived for every term when it is made, from the same facts of its operands: which of its low 64 bits are
//! surely 0 or surely 1, and how many of its top bits are surely equal (*sign copies*: a sign-extended byte in
//! 32 bits has 25). The first decides comparisons and turns terms into constants; the second says how many bits a signed number really
//! needs. Both together tell the blaster how narrow it may compute. The transfer functions are the usual ones
//! of compilers (LLVM's `KnownBits` and `ComputeNumSignBits`).

use super::{Node, Term, Terms, push_tightly};
use crate::bits::Bits;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KnownBits {
    pub width: u32,
    /// The bits among the low 64 that are 0.
    pub zeros: u64,
    /// The bits among the low 64 that are 1.
    pub ones: u64,
    /// At least 1.
    pub sign_copies: u32,
}

impl KnownBits {
    /// Top bits that are 0. Nothing is said of those of terms wider than 64 bits.
    pub fn leading_zeros(&self) -> u32 {
        self.leading(self.zeros)
    }

    /// The number of low bits that hold the value as an unsigned number.
    pub fn unsigned_bits(&self) -> u32 {
        self.width - self.leading_zeros()
    }

    /// The number of low bits that hold the value as a signed number.
    pub fn signed_bits(&self) -> u32 {
        self.width - self.sign_copies + 1
    }

    pub fn trailing_zeros(&self) -> u32 {
        self.zeros.trailing_ones().min(self.width)
    }

    /// The least unsigned value it may have, and the greatest. For terms of at most 64 bits.
    pub fn unsigned_range(&self) -> Option<(u64, u64)> {
        (self.width <= 64).then(|| (self.ones, !self.zeros & mask(self.width)))
    }

    /// The least signed value it may have, and the greatest. For terms of at most 64 bits.
    pub fn signed_range(&self) -> Option<(i64, i64)> {
        let (least, greatest) = self.unsigned_range()?;
        let sign = 1u64 << (self.width - 1);
        // The sign is 1 in the least and 0 in the greatest, unless known otherwise.
        let least = if self.zeros & sign == 0 {
            least | sign
        } else {
            least
        };
        let greatest = if self.ones & sign == 0 {
            greatest & !sign
        } else {
            greatest
        };
        let unused = 64 - self.width;
        let extend = |value: u64| ((value << unused) as i64) >> unused;
        // A number of s signed bits lies within -2^(s-1) .. 2^(s-1) - 1.
        let limit = i64::MAX >> (64 - self.signed_bits());
        Some((extend(least).max(!limit), extend(greatest).min(limit)))
    }

    pub fn surely_nonzero(&self) -> bool {
        self.ones != 0
    }

    /// The value, if all bits are known. For terms of at most 64 bits.
    pub fn value(&self) -> Option<u64> {
        (self.width <= 64 && self.zeros | self.ones == mask(self.width)).then_some(self.ones)
    }

    fn unknown(width: u32) -> KnownBits {
        KnownBits {
            width,
            zeros: 0,
            ones: 0,
            sign_copies: 1,
        }
    }

    fn of(value: &Bits) -> KnownBits {
        let width = value.width();
        KnownBits {
            width,
            zeros: !value.low_word() & mask(width),
            ones: value.low_word(),
            sign_copies: value.sign_copies(),
        }
    }

    fn leading(&self, bits: u64) -> u32 {
        if self.width > 64 {
            return 0;
        }
        (bits << (64 - self.width)).leading_ones().min(self.width)
    }

    /// Lets each of the two facts sharpen the other.
    fn agreed(mut self) -> KnownBits {
        self.zeros &= mask(self.width);
        self.ones &= mask(self.width);
        if self.width > 64 {
            return self;
        }
        let copies = self.leading(self.zeros).max(self.leading(self.ones));
        self.sign_copies = self.sign_copies.max(copies);
        let top = mask(self.width) & !mask(self.width - self.sign_copies);
        if self.zeros & top != 0 {
            self.zeros |= top;
        } else if self.ones & top != 0 {
            self.ones |= top;
        }
        self
    }
}

fn mask(width: u32) -> u64 {
    if width >= 64 {
        u64::MAX
    } else {
        (1 << width) - 1
    }
}

/// The facts of all terms, in 17 bytes each.
#[derive(Default)]
pub(super) struct Table {
    zeros: Vec<u64>,
    ones: Vec<u64>,
    /// Saturated.
    sign_copies: Vec<u8>,
}

impl Table {
    pub fn push(&mut self, known: KnownBits) {
        push_tightly(&mut self.zeros, known.zeros);
        push_tightly(&mut self.ones, known.ones);
        push_tightly(&mut self.sign_copies, known.sign_copies.min(255) as u8);
    }

    #[inline]
    pub fn get(&self, term: Term, width: u32) -> KnownBits {
        KnownBits {
            width,
            zeros: self.zeros[term.index()],
            ones: self.ones[term.index()],
            sign_copies: u32::from(self.sign_copies[term.index()]),
        }
    }

    pub fn memory_bytes(&self) -> usize {
        (self.zeros.capacity() + self.ones.capacity()) * 8 + self.sign_copies.capacity()
    }
}

/// For the term `term`, already numbered, of that node and width.
pub(super) fn derive(terms: &Terms, node: Node, width: u32, term: Term) -> KnownBits {
    let of = |term: Term| terms.known_bits(term);
    let mut result = KnownBits::unknown(width);
    match node {
        Node::Constant => {
            return match terms.as_constant(term) {
                Some(value) => KnownBits::of(&value),
                None => result,
            };
        }
        Node::Not(a) => {
            let a = of(a);
            result.zeros = a.ones;
            result.ones = a.zeros;
            result.sign_copies = a.sign_copies;
        }
        Node::And(a, b) => {
            let (a, b) = (of(a), of(b));
            result.zeros = a.zeros | b.zeros;
            result.ones = a.ones & b.ones;
            result.sign_copies = a.sign_copies.min(b.sign_copies);
        }
        Node::Xor(a, b) => {
            let (a, b) = (of(a), of(b));
            result.zeros = a.zeros & b.zeros | a.ones & b.ones;
            result.ones = a.zeros & b.ones | a.ones & b.zeros;
            result.sign_copies = a.sign_copies.min(b.sign_copies);
        }
        Node::Negate(a) => {
            let a = of(a);
            result.zeros = low_mask(a.trailing_zeros());
            result.sign_copies = (a.sign_copies - 1).max(1);
        }
        Node::Add(a, b) => result = sum(of(a), of(b)),
        Node::Multiply(a, b) => result = product(of(a), of(b)),
        Node::Divide(a, b) => {
            // Division by zero gives all ones.
            if of(b).surely_nonzero() {
                result.zeros = top_mask(of(a).leading_zeros(), width);
            }
        }
        Node::Remainder(a, b) => {
            let (a, b) = (of(a), of(b));
            let mut zeros = a.leading_zeros();
            if b.surely_nonzero() {
                zeros = zeros.max(b.leading_zeros());
            }
            result.zeros = top_mask(zeros, width);
        }
        Node::ShiftLeft(a, _) => result.zeros = low_mask(of(a).trailing_zeros()),
        Node::ShiftRight(a, _) => result.zeros = top_mask(of(a).leading_zeros(), width),
        Node::ShiftRightSigned(a, _) => {
            let a = of(a);
            result.zeros = top_mask(a.leading_zeros(), width);
            result.sign_copies = a.sign_copies;
        }
        Node::Extract(a, low) => {
            let a = of(a);
            if low < 64 {
                result.zeros = a.zeros >> low;
                result.ones = a.ones >> low;
            }
            let dropped = a.width - low - width;
            result.sign_copies = a.sign_copies.saturating_sub(dropped).clamp(1, width);
        }
        Node::Concat(high, low) => {
            let (high, low) = (of(high), of(low));
            result.zeros = low.zeros;
            result.ones = low.ones;
            if low.width < 64 {
                result.zeros |= high.zeros << low.width;
                result.ones |= high.ones << low.width;
            }
            result.sign_copies = high.sign_copies;
            if high.zeros == mask(high.width) && high.width <= 64 {
                result.sign_copies = high.width + low.leading_zeros();
            }
        }
        Node::SignExtend(a) => {
            let a = of(a);
            result.zeros = a.zeros;
            result.ones = a.ones;
            result.sign_copies = a.sign_copies + width - a.width;
        }
        Node::Ite(_, a, b) => {
            let (a, b) = (of(a), of(b));
            result.zeros = a.zeros & b.zeros;
            result.ones = a.ones & b.ones;
            result.sign_copies = a.sign_copies.min(b.sign_copies);
        }
        Node::Variable(_)
        | Node::AtLeast(..)
        | Node::Equal(..)
        | Node::Less(..)
        | Node::LessSigned(..)
        | Node::Select(..) => {}
        Node::ArrayVariable(_) | Node::ArrayOf(_) | Node::Store(..) | Node::ArrayIte(..) => {
            return result;
        }
    }
    result.agreed()
}

/// A bit of the sum is known where both operands' bits and the carry into it are. The carry is known to be 0 where it is 0 for the
/// greatest operands possible, and known to be 1 where it is 1 for the least.
fn sum(a: KnownBits, b: KnownBits) -> KnownBits {
    let greatest = (!a.zeros).wrapping_add(!b.zeros);
    let least = a.ones.wrapping_add(b.ones);
    let carry_zero = !(greatest ^ a.zeros ^ b.zeros);
    let carry_one = least ^ a.ones ^ b.ones;
    let known = (a.zeros | a.ones) & (b.zeros | b.ones) & (carry_zero | carry_one);
    KnownBits {
        width: a.width,
        zeros: !greatest & known,
        ones: least & known,
        sign_copies: (a.sign_copies.min(b.sign_copies) - 1).max(1),
    }
}

fn product(a: KnownBits, b: KnownBits) -> KnownBits {
    let width = a.width;
    let mut result = KnownBits::unknown(width);
    result.zeros = low_mask(a.trailing_zeros().saturating_add(b.trailing_zeros()));
    if let (Some((_, a)), Some((_, b))) = (a.unsigned_range(), b.unsigned_range()) {
        let greatest = u128::from(a) * u128::from(b);
        let significant = 128 - greatest.leading_zeros();
        result.zeros |= top_mask(width.saturating_sub(significant), width);
    }
    // s and t signed bits make a product of s + t signed bits.
    let signed = a.signed_bits() + b.signed_bits();
    result.sign_copies = (width + 1).saturating_sub(signed).max(1);
    result
}

fn low_mask(count: u32) -> u64 {
    mask(count.min(64))
}

/// The top `count` bits of `width`, as far as they are among the low 64.
fn top_mask(count: u32, width: u32) -> u64 {
    if width > 64 {
        return 0;
    }
    mask(width) & !mask(width - count)
}
