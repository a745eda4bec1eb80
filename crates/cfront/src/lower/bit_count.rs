//! `__builtin_popcount` and its relatives, as arithmetic without loops.
//!
//! All come down to counting ones (by sums of neighbouring fields, doubling their width): leading zeros are the zeros left after the
//! highest one is smeared down, trailing zeros those left after the lowest one is smeared up. (`(x & -x) - 1` has as many ones, but wraps around.)
//! Source: H. S. Warren, Hacker's Delight, chapter 5.

use unspool_ir::{BinaryOp, ExprId, Types, UnaryOp, arithmetic};

use crate::ast::Expr;
use crate::ctype::{CTypes, Ty};
use crate::source::Span;

use super::{Lower, Lowered, Value};

impl<'a> Lower<'a> {
    pub(super) fn bit_count_builtin(
        &mut self,
        builtin: &str,
        args: &'a [Expr],
        span: Span,
    ) -> Lowered<Option<Value>> {
        let [operand] = args else {
            return Ok(None);
        };
        let stems = ["popcount", "clz", "ctz", "ffs", "parity", "clrsb"];
        let Some(stem) = stems.iter().find(|stem| builtin.starts_with(**stem)) else {
            return Ok(None);
        };
        let ty: Ty = match &builtin[stem.len()..] {
            "" => CTypes::UINT,
            "l" => CTypes::ULONG,
            "ll" => CTypes::ULONG_LONG,
            _ => return Ok(None),
        };
        let value = self.scalar_rvalue(operand)?;
        let value = self.convert_scalar(value, ty);
        self.at(span);
        let x = self.scalar(value);
        let x = self.b.pinned(x);
        let count = match *stem {
            "popcount" => self.count_ones(x),
            "parity" => {
                let ones = self.count_ones(x);
                let types = &self.program.types;
                let one = self.b.int(types, Types::I32, 1);
                self.b.binary(types, BinaryOp::And, ones, one)
            }
            "ctz" => self.trailing_zeros(x),
            "clz" => self.leading_zeros(x),
            "clrsb" => {
                // Copies of the sign bit after it: leading zeros of x ^ (x >> 1, signed), less one.
                let ir = self.b.type_of(x);
                let bits = self.program.types.value_bits(ir);
                let types = &self.program.types;
                let signed = self.b.convert(types, x, Types::int(bits, true));
                let last = self.b.int(types, Types::I32, u128::from(bits - 1));
                let sign = self.b.binary(types, BinaryOp::Shr, signed, last);
                let sign = self.b.convert(types, sign, ir);
                let differs = self.b.binary(types, BinaryOp::Xor, x, sign);
                let differs = self.b.pinned(differs);
                let zeros = self.leading_zeros(differs);
                let types = &self.program.types;
                let one = self.b.int(types, Types::I32, 1);
                self.b.binary(types, BinaryOp::Sub, zeros, one)
            }
            _ => {
                let zeros = self.trailing_zeros(x);
                let types = &self.program.types;
                let one = self.b.int(types, Types::I32, 1);
                let zero = self.b.int(types, Types::I32, 0);
                let position = self.b.binary(types, BinaryOp::Add, zeros, one);
                let truth = self.b.truth(types, x);
                self.b.select(truth, position, zero)
            }
        };
        Ok(Some(Value::scalar(count, CTypes::INT)))
    }

    fn count_ones(&mut self, x: ExprId) -> ExprId {
        let ir = self.b.type_of(x);
        let bits = self.program.types.value_bits(ir);
        let mut sum = x;
        let mut width = 1;
        while width < bits {
            // The low half of every field of 2 * width bits.
            let mut pattern = 0u128;
            for field in 0..bits / (2 * width) {
                pattern |= arithmetic::mask(width) << (field * 2 * width);
            }
            let types = &self.program.types;
            let mask = self.b.int(types, ir, pattern);
            let count = self.b.int(types, Types::I32, u128::from(width));
            let low = self.b.binary(types, BinaryOp::And, sum, mask);
            let high = self.b.binary(types, BinaryOp::Shr, sum, count);
            let high = self.b.binary(types, BinaryOp::And, high, mask);
            sum = self.b.binary(types, BinaryOp::Add, low, high);
            sum = self.b.pinned(sum);
            width *= 2;
        }
        self.b.convert(&self.program.types, sum, Types::I32)
    }

    fn trailing_zeros(&mut self, x: ExprId) -> ExprId {
        self.zeros_before(x, BinaryOp::Shl)
    }

    fn leading_zeros(&mut self, x: ExprId) -> ExprId {
        self.zeros_before(x, BinaryOp::Shr)
    }

    /// How many zeros are left after the ones are smeared that way.
    fn zeros_before(&mut self, x: ExprId, shift: BinaryOp) -> ExprId {
        let ir = self.b.type_of(x);
        let bits = self.program.types.value_bits(ir);
        let mut smeared = x;
        let mut distance = 1;
        while distance < bits {
            let types = &self.program.types;
            let count = self.b.int(types, Types::I32, u128::from(distance));
            let moved = self.b.binary(types, shift, smeared, count);
            smeared = self.b.binary(types, BinaryOp::Or, smeared, moved);
            smeared = self.b.pinned(smeared);
            distance *= 2;
        }
        let zeros = self
            .b
            .unary(&self.program.types, UnaryOp::Complement, smeared);
        let zeros = self.b.pinned(zeros);
        self.count_ones(zeros)
    }
}
