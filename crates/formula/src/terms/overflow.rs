//! Whether an operation leaves the range of its type: what C calls overflow, as predicates.
//!
//! Sums and differences are looked at through their signs. A product is not computed in double width: an unsigned one overflows
//! if the operands' leading zeros say so, or else it has at most one bit too many, which a product of one more bit shows
//! (Gök, Schulte and Arnold, *Integer Multipliers with Overflow Detection*, 2006). A signed one is reduced to that by magnitudes.

use super::{Term, Terms};
use crate::bits::Bits;

impl Terms {
    pub fn add_overflows(&mut self, a: Term, b: Term) -> Term {
        let sum = self.add(a, b);
        self.less(sum, a)
    }

    pub fn subtract_overflows(&mut self, a: Term, b: Term) -> Term {
        self.less(a, b)
    }

    /// Operands of one sign, and a sum of the other.
    pub fn add_overflows_signed(&mut self, a: Term, b: Term) -> Term {
        let sum = self.add(a, b);
        let (a, b, sum) = (self.sign(a), self.sign(b), self.sign(sum));
        let (same, changed) = (self.equal(a, b), self.xor(a, sum));
        self.and(same, changed)
    }

    /// Operands of different signs, and a difference of the sign of `b`.
    pub fn subtract_overflows_signed(&mut self, a: Term, b: Term) -> Term {
        let difference = self.subtract(a, b);
        let (a, b, difference) = (self.sign(a), self.sign(b), self.sign(difference));
        let (differ, changed) = (self.xor(a, b), self.xor(a, difference));
        self.and(differ, changed)
    }

    pub fn negate_overflows_signed(&mut self, a: Term) -> Term {
        let width = self.width(a);
        let least = self.constant(&Bits::sign_bit(width));
        self.equal(a, least)
    }

    /// `MIN / -1`. Division by zero is not overflow.
    pub fn divide_overflows_signed(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(a);
        let least = self.negate_overflows_signed(a);
        let ones = self.constant(&Bits::ones(width));
        let minus_one = self.equal(b, ones);
        self.and(least, minus_one)
    }

    pub fn multiply_overflows(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(a);
        if width == 1 {
            return self.boolean(false);
        }
        let far = self.significances_exceed(a, b);
        let (wide_a, wide_b) = (
            self.zero_extend(a, width + 1),
            self.zero_extend(b, width + 1),
        );
        let product = self.multiply(wide_a, wide_b);
        let near = self.sign(product);
        self.or(far, near)
    }

    pub fn multiply_overflows_signed(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(a);
        if width == 1 {
            // -1 * -1
            return self.and(a, b);
        }
        let (a_sign, b_sign) = (self.sign(a), self.sign(b));
        // A magnitude needs the sign's bit too: that of MIN.
        let (a, b) = (self.negate_if(a_sign, a), self.negate_if(b_sign, b));
        let too_wide = self.multiply_overflows(a, b);
        let product = self.multiply(a, b);
        let negative = self.xor(a_sign, b_sign);
        // Negative products reach one further.
        let (greatest, least) = (
            self.constant(&Bits::sign_bit(width).not()),
            self.constant(&Bits::sign_bit(width)),
        );
        let limit = self.ite(negative, least, greatest);
        let too_large = self.less(limit, product);
        self.or(too_wide, too_large)
    }

    /// Whether `a` has a bit `i` and `b` a bit `j` with `i + j >= width`: then the product is too large. Else it is less
    /// than `2^(width + 1)`.
    fn significances_exceed(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(a);
        let mut exceed = self.boolean(false);
        // Whether b has a bit at width - i or above, for growing i.
        let mut b_reaches = self.boolean(false);
        for i in 1..width {
            let (a_bit, b_bit) = (self.bit(a, i), self.bit(b, width - i));
            b_reaches = self.or(b_reaches, b_bit);
            let both = self.and(a_bit, b_reaches);
            exceed = self.or(exceed, both);
        }
        exceed
    }
}
