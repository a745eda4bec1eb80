//! When an operation is defined, as an expression over its operands.
//!
//! A constant operand makes a condition a comparison of the other one: `x + 1` is defined if `x <= 2147483646`, `x * 10` between two limits. Otherwise, with `r` the
//! result as it wraps:
//!
//! | operation | signed | unsigned |
//! |---|---|---|
//! | `a + b` | `((a ^ r) & (b ^ r)) >= 0`: `r` has the sign of one of them | `r >= a` |
//! | `a - b` | `((a ^ b) & (a ^ r)) >= 0` | `a >= b` |
//! | `a * b` | see `products.rs` | the product in twice the width is `r` |
//! | `-a` | `a` is not the smallest value | `a == 0` |
//! | `a / b`, `a % b` | `b != 0`; `a` is not the smallest value or `b` not -1 | `b != 0` |
//!
//! Counts and indices are compared unsigned, which finds negative ones with the same comparison.

use unspool_ir::arithmetic::mask;
use unspool_ir::{BinaryOp, ExprId, ExprKind, Property, Type, TypeId, Types, UnaryOp};

use super::operand_ranges::{self, Range};
use super::{Checks, float_limits};
use crate::simplify;

impl Checks<'_> {
    pub(super) fn negation(&mut self, operand: ExprId, ty: TypeId) {
        let (types, body) = (self.types, &*self.body);
        let (property, is_signed) = match *types.get(ty) {
            Type::Int { signed: true, .. } => (Property::Overflow, true),
            Type::Int { .. } => (Property::UnsignedWrap, false),
            _ => return,
        };
        if !self.wants(property) {
            return;
        }
        let (all, known) = (
            operand_ranges::of_type(types, ty),
            operand_ranges::of_expr(types, body, operand),
        );
        let operand = self.small(operand);
        if !is_signed {
            let zero = self.int(ty, 0);
            let condition = self.binary(BinaryOp::Eq, operand, zero);
            self.check(condition, property, "unsigned wrap-around in negation");
            return;
        }
        if let (Some(all), Some(known)) = (all, known)
            && known.contains(all.low)
        {
            let smallest = self.int(ty, all.low as u128);
            let condition = self.binary(BinaryOp::Ne, operand, smallest);
            self.check(condition, property, "signed overflow in negation");
        }
    }

    pub(super) fn operation(&mut self, op: BinaryOp, left: ExprId, right: ExprId) {
        let ty = self.body.expr(left).ty;
        let Type::Int { bits, signed } = *self.types.get(ty) else {
            return;
        };
        match op {
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => {
                self.sum_or_product(op, left, right, signed);
            }
            BinaryOp::Div | BinaryOp::Rem => self.division(left, right, signed),
            BinaryOp::Shl | BinaryOp::Shr if self.wants(Property::ShiftRange) => {
                let message = "shift by a negative number of bits or too many";
                self.below(right, u128::from(bits), Property::ShiftRange, message);
            }
            _ => {}
        }
    }

    /// An index has to be below `length`.
    pub(super) fn index(&mut self, index: ExprId, length: u128) {
        if self.wants(Property::MemorySafety) {
            let message = "index is outside of the array";
            self.below(index, length, Property::MemorySafety, message);
        }
    }

    pub(super) fn conversion(&mut self, operand: ExprId, to: TypeId) {
        let from = self.body.expr(operand).ty;
        if !self.wants(Property::FloatConversion) {
            return;
        }
        let Some(limits) = float_limits::limits(self.types, from, to) else {
            return;
        };
        let operand = self.small(operand);
        let [low, high] = limits.map(|(op, limit)| {
            let limit = simplify::constant(self.types, self.body, limit, from);
            self.binary(op, operand, limit)
        });
        let condition = self.binary(BinaryOp::And, low, high);
        let message = "the number does not fit the integer type";
        self.check(condition, Property::FloatConversion, message);
    }

    fn sum_or_product(&mut self, op: BinaryOp, left: ExprId, right: ExprId, signed: bool) {
        let property = match signed {
            true => Property::Overflow,
            false => Property::UnsignedWrap,
        };
        let (types, ty) = (self.types, self.body.expr(left).ty);
        if !self.wants(property) {
            return;
        }
        let exact = operand_ranges::of_operation(types, self.body, op, left, right);
        if exact.is_some_and(|exact| operand_ranges::fits(types, ty, exact)) {
            return;
        }
        let constant = |operand| operand_ranges::of_constant(types, self.body, operand);
        let (left_constant, right_constant) = (constant(left), constant(right));
        let all = operand_ranges::of_type(types, ty);
        let (left, right) = (self.small(left), self.small(right));
        let condition = match (all, left_constant, right_constant) {
            (Some(all), _, Some(number)) => self.with_constant(op, left, number, all),
            (Some(all), Some(number), None) => self.with_left_constant(op, number, right, all),
            _ if signed => self.signed_fits(op, left, right),
            _ => self.unsigned_fits(op, left, right),
        };
        let what = match op {
            BinaryOp::Add => "addition",
            BinaryOp::Sub => "subtraction",
            _ => "multiplication",
        };
        let message = match signed {
            true => format!("signed overflow in {what}"),
            false => format!("unsigned wrap-around in {what}"),
        };
        self.check(condition, property, &message);
    }

    /// `operand op number` is in `all`.
    fn with_constant(&mut self, op: BinaryOp, operand: ExprId, number: i128, all: Range) -> ExprId {
        // Limits beyond 128 bits are beyond all values.
        let (low, high) = match op {
            BinaryOp::Add => (all.low.checked_sub(number), all.high.checked_sub(number)),
            BinaryOp::Sub => (all.low.checked_add(number), all.high.checked_add(number)),
            // Division cuts towards zero, and so into the range.
            _ if number > 0 => (all.low.checked_div(number), all.high.checked_div(number)),
            _ => (all.high.checked_div(number), all.low.checked_div(number)),
        };
        self.between(operand, low, high, all)
    }

    /// `number op operand` is in `all`.
    fn with_left_constant(
        &mut self,
        op: BinaryOp,
        number: i128,
        operand: ExprId,
        all: Range,
    ) -> ExprId {
        match op {
            BinaryOp::Sub => {
                let (low, high) = (number.checked_sub(all.high), number.checked_sub(all.low));
                self.between(operand, low, high, all)
            }
            _ => self.with_constant(op, operand, number, all),
        }
    }

    /// Compares with the limits that are not those of the type anyway.
    fn between(
        &mut self,
        operand: ExprId,
        low: Option<i128>,
        high: Option<i128>,
        all: Range,
    ) -> ExprId {
        let ty = self.body.expr(operand).ty;
        let mut condition = self.int(Types::BOOL, 1);
        for (op, limit) in [(BinaryOp::Ge, low), (BinaryOp::Le, high)] {
            let matters = match op {
                BinaryOp::Ge => limit.is_some_and(|limit| limit > all.low),
                _ => limit.is_some_and(|limit| limit < all.high),
            };
            if let Some(limit) = limit
                && matters
            {
                let limit = self.int(ty, limit as u128);
                let holds = self.binary(op, operand, limit);
                condition = self.binary(BinaryOp::And, condition, holds);
            }
        }
        condition
    }

    fn signed_fits(&mut self, op: BinaryOp, left: ExprId, right: ExprId) -> ExprId {
        let ty = self.body.expr(left).ty;
        if op == BinaryOp::Mul {
            return self.signed_product_fits(left, right);
        }
        let result = self.binary(op, left, right);
        let (one, other) = match op {
            BinaryOp::Add => {
                let one = self.binary(BinaryOp::Xor, left, result);
                (one, self.binary(BinaryOp::Xor, right, result))
            }
            _ => {
                let one = self.binary(BinaryOp::Xor, left, right);
                (one, self.binary(BinaryOp::Xor, left, result))
            }
        };
        let both = self.binary(BinaryOp::And, one, other);
        let zero = self.int(ty, 0);
        self.binary(BinaryOp::Ge, both, zero)
    }

    fn unsigned_fits(&mut self, op: BinaryOp, left: ExprId, right: ExprId) -> ExprId {
        match op {
            BinaryOp::Add => {
                let result = self.binary(op, left, right);
                self.binary(BinaryOp::Ge, result, left)
            }
            BinaryOp::Sub => self.binary(BinaryOp::Ge, left, right),
            _ => self.product_fits(left, right),
        }
    }

    fn division(&mut self, left: ExprId, right: ExprId, signed: bool) {
        let (types, ty) = (self.types, self.body.expr(left).ty);
        let range = |operand| operand_ranges::of_expr(types, self.body, operand);
        let (of_left, of_right) = (range(left), range(right));
        let can_be = |range: Option<Range>, value| range.is_none_or(|range| range.contains(value));
        if self.wants(Property::DivisionByZero) && can_be(of_right, 0) {
            let divisor = self.small(right);
            let zero = self.int(ty, 0);
            let condition = self.binary(BinaryOp::Ne, divisor, zero);
            self.check(condition, Property::DivisionByZero, "division by zero");
        }
        let Some(all) = operand_ranges::of_type(types, ty) else {
            return;
        };
        let can_overflow = signed && can_be(of_left, all.low) && can_be(of_right, -1);
        if self.wants(Property::Overflow) && can_overflow {
            let (left, right) = (self.small(left), self.small(right));
            let smallest = self.int(ty, all.low as u128);
            let minus_one = self.int(ty, u128::MAX);
            let is_larger = self.binary(BinaryOp::Ne, left, smallest);
            let is_other = self.binary(BinaryOp::Ne, right, minus_one);
            let condition = self.binary(BinaryOp::Or, is_larger, is_other);
            let message = "the quotient does not fit its type";
            self.check(condition, Property::Overflow, message);
        }
    }

    /// A number is not negative and below a limit.
    fn below(&mut self, number: ExprId, limit: u128, property: Property, message: &str) {
        let range = operand_ranges::of_expr(self.types, self.body, number);
        if range.is_some_and(|range| range.low >= 0 && (range.high as u128) < limit) {
            return;
        }
        let ty = self.body.expr(number).ty;
        let bits = match ty {
            Types::BOOL => 8,
            _ => self.types.value_bits(ty),
        };
        // Negative numbers are the upper half.
        let limit = match self.types.is_signed(ty) {
            true => limit.min(1 << (bits - 1)),
            false => limit,
        };
        let Some(largest) = limit.checked_sub(1) else {
            return;
        };
        let number = self.small(number);
        let unsigned = Types::int(bits, false);
        let number = self.convert(number, unsigned);
        let condition = match limit <= mask(bits) {
            true => {
                let limit = self.int(unsigned, limit);
                self.binary(BinaryOp::Lt, number, limit)
            }
            false => {
                let largest = self.int(unsigned, largest);
                self.binary(BinaryOp::Le, number, largest)
            }
        };
        self.check(condition, property, message);
    }

    // Nodes, simplified as they are made.

    pub(super) fn build(&mut self, kind: ExprKind, ty: TypeId) -> ExprId {
        simplify::build(self.types, self.body, kind, ty)
    }

    /// A constant of an integer type: the low bits of a number.
    pub(super) fn int(&mut self, ty: TypeId, value: u128) -> ExprId {
        let bits = value & mask(self.types.value_bits(ty));
        simplify::constant(self.types, self.body, bits, ty)
    }

    pub(super) fn binary(&mut self, op: BinaryOp, left: ExprId, right: ExprId) -> ExprId {
        let ty = match op.is_comparison() {
            true => Types::BOOL,
            false => self.body.expr(left).ty,
        };
        self.build(ExprKind::Binary(op, left, right), ty)
    }

    pub(super) fn not(&mut self, operand: ExprId) -> ExprId {
        self.build(ExprKind::Unary(UnaryOp::Not, operand), Types::BOOL)
    }

    pub(super) fn convert(&mut self, operand: ExprId, to: TypeId) -> ExprId {
        self.build(ExprKind::Convert(operand), to)
    }

    pub(super) fn select(&mut self, condition: ExprId, then: ExprId, otherwise: ExprId) -> ExprId {
        let ty = self.body.expr(then).ty;
        self.build(ExprKind::Select(condition, then, otherwise), ty)
    }
}
