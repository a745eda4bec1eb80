//! Whether a product fits its type.
//!
//! Unsigned, of up to 64 bits: it does if the product in twice the width is the same number.
//!
//! Signed factors are replaced by their magnitudes, whose product must be at most `2^(n-1) - 1`, or `2^(n-1)` if it is to be negative. A product of
//! sign-extended factors would do as well, but not for a SAT solver: its upper digits are sums of copies of the signs, from which nothing follows before all
//! is known, while a small magnitude has upper digits that are zero. That `x * y` does not overflow if both are between -46340 and 46340 takes a fraction of
//! a second so, and more than a minute the other way.
//!
//! Of 128 bits, where no wider type is there, by halves: with `a = ah 2^64 + al` and `b = bh 2^64 + bl`, all of 64 bits, the product is
//! `ah bh 2^128 + (ah bl + al bh) 2^64 + al bl`. It is below `2^128` if one of `ah` and `bh` is zero, so that the sum in the middle has one term, and that sum
//! with what `al bl` carries is below `2^64`.

use unspool_ir::{BinaryOp, ExprId, ExprKind, Types, UnaryOp};

use super::{Checks, operand_ranges};

const LOW_HALF: u128 = u64::MAX as u128;

impl Checks<'_> {
    /// Of unsigned factors.
    pub(super) fn product_fits(&mut self, left: ExprId, right: ExprId) -> ExprId {
        let ty = self.body.expr(left).ty;
        let bits = self.types.value_bits(ty);
        if bits == 128 {
            return self.wide_product_fits(left, right);
        }
        let wide = Types::int(2 * bits, false);
        let (left, right) = (self.convert(left, wide), self.convert(right, wide));
        let product = self.binary(BinaryOp::Mul, left, right);
        let result = self.convert(product, ty);
        let back = self.convert(result, wide);
        self.binary(BinaryOp::Eq, back, product)
    }

    pub(super) fn signed_product_fits(&mut self, left: ExprId, right: ExprId) -> ExprId {
        let bits = self.types.value_bits(self.body.expr(left).ty);
        let (left_sign, mut left) = self.sign_and_magnitude(left);
        let (right_sign, mut right) = self.sign_and_magnitude(right);
        let wide = Types::int((2 * bits).min(128), false);
        let mut fits_unsigned = None;
        if bits == 128 {
            (left, right) = (self.in_register(left), self.in_register(right));
            fits_unsigned = Some(self.wide_product_fits(left, right));
        } else {
            (left, right) = (self.convert(left, wide), self.convert(right, wide));
        }
        let product = self.binary(BinaryOp::Mul, left, right);
        let is_negative = self.binary(BinaryOp::Xor, left_sign, right_sign);
        let smallest = self.int(wide, 1 << (bits - 1));
        let largest = self.int(wide, (1 << (bits - 1)) - 1);
        let limit = self.select(is_negative, smallest, largest);
        let fits = self.binary(BinaryOp::Le, product, limit);
        match fits_unsigned {
            None => fits,
            Some(fits_unsigned) => self.binary(BinaryOp::And, fits_unsigned, fits),
        }
    }

    /// Whether a number is negative, and its magnitude as an unsigned number of the same width.
    fn sign_and_magnitude(&mut self, value: ExprId) -> (ExprId, ExprId) {
        let ty = self.body.expr(value).ty;
        let unsigned = Types::int(self.types.value_bits(ty), false);
        let bits = self.convert(value, unsigned);
        let range = operand_ranges::of_expr(self.types, self.body, value);
        if range.is_some_and(|range| range.low >= 0) {
            return (self.int(Types::BOOL, 0), bits);
        }
        let zero = self.int(ty, 0);
        let is_negative = self.binary(BinaryOp::Lt, value, zero);
        let negated = self.build(ExprKind::Unary(UnaryOp::Neg, bits), unsigned);
        (is_negative, self.select(is_negative, negated, bits))
    }

    /// Of unsigned factors of 128 bits.
    fn wide_product_fits(&mut self, left: ExprId, right: ExprId) -> ExprId {
        let (left, right) = (self.in_register(left), self.in_register(right));
        let (left_high, left_low) = self.halves(left);
        let (right_high, right_low) = self.halves(right);
        let one = self.binary(BinaryOp::Mul, left_high, right_low);
        let other = self.binary(BinaryOp::Mul, left_low, right_high);
        let middle = self.binary(BinaryOp::Add, one, other);
        let middle = self.in_register(middle);
        let low = self.binary(BinaryOp::Mul, left_low, right_low);
        let (carry, _) = self.halves(low);
        let upper = self.binary(BinaryOp::Add, carry, middle);

        let zero = self.int(Types::U128, 0);
        let largest = self.int(Types::U128, LOW_HALF);
        let left_is_low = self.binary(BinaryOp::Eq, left_high, zero);
        let right_is_low = self.binary(BinaryOp::Eq, right_high, zero);
        let one_is_low = self.binary(BinaryOp::Or, left_is_low, right_is_low);
        let middle_fits = self.binary(BinaryOp::Le, middle, largest);
        let upper_fits = self.binary(BinaryOp::Le, upper, largest);
        let fits = self.binary(BinaryOp::And, middle_fits, upper_fits);
        self.binary(BinaryOp::And, one_is_low, fits)
    }

    fn halves(&mut self, value: ExprId) -> (ExprId, ExprId) {
        let count = self.int(Types::I32, 64);
        let mask = self.int(Types::U128, LOW_HALF);
        let high = self.binary(BinaryOp::Shr, value, count);
        (high, self.binary(BinaryOp::And, value, mask))
    }
}
