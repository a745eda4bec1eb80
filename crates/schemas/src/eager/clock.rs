//! How times are written as numbers.
//!
//! In *binary*, time `t` is the number `t`; in *unary* it is `t` ones from the lowest bit on, so that "not before `t`" is one bit. Where a solver has to reason about the order of times rather
//! than about their values, as for positions in a sequence of writes, that spares it most of the work: what one bit says of a time follows from what it says of others without any arithmetic. Never is the largest time.

use unspool_ir::{BinaryOp, ExprId, ExprKind, TypeId, Types, UnaryOp};

use crate::block_writer::BlockWriter;
use crate::counters::{bits_for, counter_type};

#[derive(Clone, Copy, Debug)]
pub struct Clock {
    /// What times are counted in.
    pub ty: TypeId,
    pub bits: u32,
    pub never: u32,
    pub is_unary: bool,
}

/// Beyond it there are no ones in the numbers of every C.
pub const MOST_ONES: u32 = 64;

impl Clock {
    pub fn binary(never: u32, is_minimal: bool) -> Clock {
        Clock {
            ty: counter_type(never, is_minimal),
            bits: bits_for(never),
            never,
            is_unary: false,
        }
    }

    /// Never must be at most [`MOST_ONES`].
    pub fn unary(never: u32, is_minimal: bool) -> Clock {
        let width = match is_minimal {
            true => never.next_power_of_two().max(8),
            false => MOST_ONES,
        };
        Clock {
            ty: Types::int(width, false),
            bits: never.max(1),
            never,
            is_unary: true,
        }
    }

    fn number(self, time: u32) -> u128 {
        match self.is_unary {
            true => (1u128 << time) - 1,
            false => time.into(),
        }
    }

    pub fn time(self, writer: &mut BlockWriter, time: u32) -> ExprId {
        writer.constant(self.number(time), self.ty)
    }

    pub fn never(self, writer: &mut BlockWriter) -> ExprId {
        self.time(writer, self.never)
    }

    /// Of any number: whether it is a time.
    pub fn is_time(self, writer: &mut BlockWriter, value: ExprId) -> ExprId {
        let never = self.never(writer);
        let is_small = writer.compare(BinaryOp::Le, value, never);
        if !self.is_unary {
            return is_small;
        }
        let one = writer.constant(1, self.ty);
        let above = self.binary_expr(writer, BinaryOp::Add, value, one);
        let carried = self.binary_expr(writer, BinaryOp::And, value, above);
        let zero = writer.constant(0, self.ty);
        let has_no_gap = writer.compare(BinaryOp::Eq, carried, zero);
        writer.both(is_small, has_no_gap)
    }

    pub fn is_at(self, writer: &mut BlockWriter, value: ExprId, time: u32) -> ExprId {
        if !self.is_unary {
            let time = self.time(writer, time);
            return writer.compare(BinaryOp::Eq, value, time);
        }
        let is_reached = (time > 0).then(|| self.is_at_least(writer, value, time));
        let is_left = (time < self.never).then(|| self.is_at_least(writer, value, time + 1));
        let is_not_left = is_left.map(|it| writer.not(it));
        match (is_reached, is_not_left) {
            (Some(a), Some(b)) => writer.both(a, b),
            (Some(only), None) | (None, Some(only)) => only,
            (None, None) => writer.constant(1, Types::BOOL),
        }
    }

    /// Not before a time other than the first.
    pub fn is_at_least(self, writer: &mut BlockWriter, value: ExprId, time: u32) -> ExprId {
        if !self.is_unary {
            let time = self.time(writer, time);
            return writer.compare(BinaryOp::Le, time, value);
        }
        let bit = writer.constant(1u128 << time.saturating_sub(1), self.ty);
        let bit = self.binary_expr(writer, BinaryOp::And, value, bit);
        let zero = writer.constant(0, self.ty);
        writer.compare(BinaryOp::Ne, bit, zero)
    }

    pub fn is_not_behind(self, writer: &mut BlockWriter, one: ExprId, other: ExprId) -> ExprId {
        if !self.is_unary {
            return writer.compare(BinaryOp::Le, one, other);
        }
        let missing = self.without(writer, one, other);
        self.is_none(writer, missing)
    }

    /// The ones of a number that another one has not.
    pub fn without(self, writer: &mut BlockWriter, one: ExprId, other: ExprId) -> ExprId {
        let kind = ExprKind::Unary(UnaryOp::Complement, other);
        let missing = writer.body.add_expr(kind, self.ty);
        self.binary_expr(writer, BinaryOp::And, one, missing)
    }

    /// The ones that both numbers have.
    pub fn common(self, writer: &mut BlockWriter, one: ExprId, other: ExprId) -> ExprId {
        self.binary_expr(writer, BinaryOp::And, one, other)
    }

    /// The last time before one that is not the first; the first for that.
    pub fn before(self, writer: &mut BlockWriter, value: ExprId) -> ExprId {
        let by = writer.constant(1, Types::U32);
        self.binary_expr(writer, BinaryOp::Shr, value, by)
    }

    /// Whether there are no ones.
    pub fn is_none(self, writer: &mut BlockWriter, value: ExprId) -> ExprId {
        let zero = writer.constant(0, self.ty);
        writer.compare(BinaryOp::Eq, value, zero)
    }

    /// The time behind one that is not the last.
    pub fn next(self, writer: &mut BlockWriter, value: ExprId) -> ExprId {
        let one = writer.constant(1, self.ty);
        if !self.is_unary {
            return self.binary_expr(writer, BinaryOp::Add, value, one);
        }
        let by = writer.constant(1, Types::U32);
        let shifted = self.binary_expr(writer, BinaryOp::Shl, value, by);
        self.binary_expr(writer, BinaryOp::Or, shifted, one)
    }

    fn binary_expr(
        self,
        writer: &mut BlockWriter,
        op: BinaryOp,
        left: ExprId,
        right: ExprId,
    ) -> ExprId {
        let kind = ExprKind::Binary(op, left, right);
        writer.body.add_expr(kind, self.ty)
    }
}
