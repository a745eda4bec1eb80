//! What a condition that holds says of registers.
//!
//! From the outside in: a comparison cuts the ranges of its operands, and an operand that is computed from a register
//! by something that can be undone (a conversion that keeps the value, adding, negating, single bits of a mask) passes the cut on to it.
//! For addresses see [`super::refine_addresses`].
//!
//! ```text
//! branch ((%0 as i64) + 1:i64) < 10:i64, b1, b2
//! b1:                              // %0 is at most 8
//! b2:                              // %0 is at least 9
//! ```

use unspool_ir::{BinaryOp, ExprId, ExprKind, Types, UnaryOp};

use super::evaluate::Point;
use super::operators;
use super::range::Range;
use super::{bitwise, comparisons, sums};

/// How far into an expression the search goes.
pub const DEPTH: u32 = 16;

impl Point<'_> {
    /// The condition is true. False if it cannot be.
    pub fn assume(&mut self, condition: ExprId, truth: bool) -> bool {
        self.narrow(condition, &Range::truth(truth), DEPTH)
    }

    /// The value of the expression is in a range. False if it cannot be.
    pub fn assume_in(&mut self, expr: ExprId, range: &Range) -> bool {
        self.narrow(expr, range, DEPTH)
    }

    pub(super) fn narrow(&mut self, expr: ExprId, wanted: &Range, depth: u32) -> bool {
        let node = self.body.expr(expr);
        let types = &self.program.types;
        let is_number = types.is_integer(node.ty) || types.is_pointer(node.ty);
        let Some(depth) = depth.checked_sub(1) else {
            return true;
        };
        if !is_number {
            return true;
        }
        match node.kind {
            ExprKind::Reg(register) => {
                let mut value = self.register(register);
                let Some(both) = value.range.meet(wanted) else {
                    return false;
                };
                if both != value.range {
                    value.range = both;
                    self.set_register(register, &value);
                }
                true
            }
            ExprKind::Unary(UnaryOp::Neg, a) => {
                let zero = Range::constant(wanted.width(), 0);
                self.narrow(a, &sums::subtract(&zero, wanted), depth)
            }
            ExprKind::Unary(UnaryOp::Complement | UnaryOp::Not, a) => {
                self.narrow(a, &bitwise::complement(wanted), depth)
            }
            ExprKind::Binary(op, a, b) if op.is_comparison() => match wanted.as_constant() {
                Some(0) => self.narrow_compared(comparisons::negation(op), (a, b), depth),
                Some(_) => self.narrow_compared(op, (a, b), depth),
                None => true,
            },
            ExprKind::Binary(BinaryOp::PointerAdd, pointer, index) => {
                let size = types.pointer_step(node.ty);
                self.narrow_moved(pointer, (index, size), wanted, depth)
            }
            ExprKind::Binary(op, a, b) => self.narrow_operands(op, (a, b), wanted, depth),
            ExprKind::AddressOf(place) => self.narrow_place(place, wanted, depth),
            ExprKind::Convert(a) => self.narrow_converted(expr, a, wanted, depth),
            ExprKind::Select(condition, a, b) => {
                let mut possible = |arm| {
                    let value = self.evaluate(arm);
                    value.is_some_and(|value| value.range.meet(wanted).is_some())
                };
                match (possible(a), possible(b)) {
                    (true, true) => true,
                    (true, false) => {
                        self.narrow(condition, &Range::truth(true), depth)
                            && self.narrow(a, wanted, depth)
                    }
                    (false, true) => {
                        self.narrow(condition, &Range::truth(false), depth)
                            && self.narrow(b, wanted, depth)
                    }
                    (false, false) => false,
                }
            }
            _ => true,
        }
    }

    fn narrow_compared(&mut self, op: BinaryOp, (a, b): (ExprId, ExprId), depth: u32) -> bool {
        let types = &self.program.types;
        let ty = self.body.expr(a).ty;
        if types.is_float(ty) {
            return true;
        }
        let (Some(left), Some(right)) = (self.evaluate(a), self.evaluate(b)) else {
            return false;
        };
        let signed = types.is_signed(ty);
        let kept = comparisons::assume(op, signed, &left.range, &right.range);
        let Some((new_left, new_right)) = kept else {
            return false;
        };
        (new_left == left.range || self.narrow(a, &new_left, depth))
            && (new_right == right.range || self.narrow(b, &new_right, depth))
    }

    fn narrow_operands(
        &mut self,
        op: BinaryOp,
        (a, b): (ExprId, ExprId),
        wanted: &Range,
        depth: u32,
    ) -> bool {
        let is_followed = matches!(
            op,
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Xor | BinaryOp::And | BinaryOp::Or
        );
        if !is_followed || self.program.types.is_float(self.body.expr(a).ty) {
            return true;
        }
        let (Some(left), Some(right)) = (self.evaluate(a), self.evaluate(b)) else {
            return false;
        };
        let (left, right) = (&left.range, &right.range);
        let cuts = match op {
            BinaryOp::Add => Some((sums::subtract(wanted, right), sums::subtract(wanted, left))),
            BinaryOp::Sub => Some((sums::add(wanted, right), sums::subtract(left, wanted))),
            BinaryOp::Xor => Some((bitwise::xor(wanted, right), bitwise::xor(wanted, left))),
            BinaryOp::And => and_operand(wanted, right).zip(and_operand(wanted, left)),
            _ => or_operand(wanted, right).zip(or_operand(wanted, left)),
        };
        let Some((new_left, new_right)) = cuts else {
            return false;
        };
        self.narrow(a, &new_left, depth) && self.narrow(b, &new_right, depth)
    }

    fn narrow_converted(
        &mut self,
        conversion: ExprId,
        inner: ExprId,
        wanted: &Range,
        depth: u32,
    ) -> bool {
        let types = &self.program.types;
        let (from, to) = (self.body.expr(inner).ty, self.body.expr(conversion).ty);
        if types.is_float(from) {
            return true;
        }
        let source = types.value_bits(from);
        if to == Types::BOOL {
            let all = Range::top(source);
            let cut = match wanted.as_constant() {
                Some(0) => Some(Range::constant(source, 0)),
                Some(_) => all.without(0),
                None => Some(all),
            };
            return cut.is_some_and(|cut| self.narrow(inner, &cut, depth));
        }
        self.narrow_extended(inner, wanted, depth)
    }

    /// The value as a number of the width of `wanted`, extended or cut, is in a range. False if it cannot be.
    pub(super) fn narrow_extended(&mut self, inner: ExprId, wanted: &Range, depth: u32) -> bool {
        let types = &self.program.types;
        let from = self.body.expr(inner).ty;
        let (source, width) = (types.value_bits(from), wanted.width());
        if width >= source {
            // Cutting undoes extending.
            let image = operators::convert(types.is_signed(from), &Range::top(source), width);
            let Some(possible) = wanted.meet(&image) else {
                return false;
            };
            return self.narrow(inner, &operators::convert(false, &possible, source), depth);
        }
        // Extending undoes cutting if only copies of one bit were cut off.
        let Some(value) = self.evaluate(inner) else {
            return false;
        };
        let cut = if value.range.unsigned_bits() <= width {
            Some(operators::convert(false, wanted, source))
        } else if value.range.signed_bits() <= width {
            Some(operators::convert(true, wanted, source))
        } else {
            Range::with_bits(source, wanted.known_zeros(), wanted.known_ones())
        };
        cut.is_some_and(|cut| self.narrow(inner, &cut, depth))
    }
}

/// What `a` is if `a & other` is wanted.
fn and_operand(wanted: &Range, other: &Range) -> Option<Range> {
    let zeros = wanted.known_zeros() & other.known_ones();
    Range::with_bits(wanted.width(), zeros, wanted.known_ones())
}

fn or_operand(wanted: &Range, other: &Range) -> Option<Range> {
    let ones = wanted.known_ones() & other.known_zeros();
    Range::with_bits(wanted.width(), wanted.known_zeros(), ones)
}
