//! Whether a product of 128 bits fits, where no wider type is there to compute it in.
//!
//! By halves: with `a = ah 2^64 + al` and `b = bh 2^64 + bl`, all of 64 bits, the product is `ah bh 2^128 + (ah bl + al bh) 2^64 + al bl`. It is below 2^128 if
//! one of `ah` and `bh` is zero, so that the sum in the middle has one term, and that sum with what `al bl` carries is below 2^64. Signed factors
//! are replaced by their magnitudes, and the product of those is at most 2^127 - 1, or 2^127 if it is to be negative.

use unspool_ir::{BinaryOp, ExprId, ExprKind, Types, UnaryOp};

use super::Checks;

const LOW_HALF: u128 = u64::MAX as u128;

impl Checks<'_> {
    /// Of unsigned factors of 128 bits.
    pub(super) fn wide_product_fits(&mut self, left: ExprId, right: ExprId) -> ExprId {
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

    /// Of signed factors of 128 bits.
    pub(super) fn wide_signed_product_fits(&mut self, left: ExprId, right: ExprId) -> ExprId {
        let (left_sign, left) = self.sign_and_magnitude(left);
        let (right_sign, right) = self.sign_and_magnitude(right);
        let fits_unsigned = self.wide_product_fits(left, right);
        let product = self.binary(BinaryOp::Mul, left, right);
        let is_negative = self.binary(BinaryOp::Xor, left_sign, right_sign);
        let largest = self.int(Types::U128, i128::MAX as u128);
        let smallest = self.int(Types::U128, 1 << 127);
        let limit = self.select(is_negative, smallest, largest);
        let fits = self.binary(BinaryOp::Le, product, limit);
        self.binary(BinaryOp::And, fits_unsigned, fits)
    }

    fn halves(&mut self, value: ExprId) -> (ExprId, ExprId) {
        let count = self.int(Types::I32, 64);
        let mask = self.int(Types::U128, LOW_HALF);
        let high = self.binary(BinaryOp::Shr, value, count);
        (high, self.binary(BinaryOp::And, value, mask))
    }

    fn sign_and_magnitude(&mut self, value: ExprId) -> (ExprId, ExprId) {
        let value = self.in_register(value);
        let zero = self.int(Types::I128, 0);
        let is_negative = self.binary(BinaryOp::Lt, value, zero);
        let bits = self.convert(value, Types::U128);
        let negated = self.build(ExprKind::Unary(UnaryOp::Neg, bits), Types::U128);
        let magnitude = self.select(is_negative, negated, bits);
        (is_negative, self.in_register(magnitude))
    }
}
