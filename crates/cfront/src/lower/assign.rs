//! Assignment in all its forms.

use unspool_ir::{InstKind, MemoryOrder, PlaceKind, RmwOp};

use crate::ast::{BinaryOp, Expr};
use crate::ctype::{CTypes, QualTy};
use crate::source::Span;

use super::lvalue::{Lvalue, Target, access};
use super::operator::ir_op;
use super::{Lower, Lowered, Value, ValueKind};

/// `target op= right`.
struct Update {
    op: BinaryOp,
    target: Lvalue,
    right: Value,
    /// The value of the expression is the one before (`x++`).
    yields_old: bool,
    left_span: Span,
    right_span: Span,
    span: Span,
}

impl<'a> Lower<'a> {
    pub(super) fn assign(&mut self, left: &'a Expr, right: &'a Expr, span: Span) -> Lowered<Value> {
        let target = self.modifiable(left)?;
        let value = self.rvalue(right)?;
        let value = self.assign_convert(value, target.ty, Some(right), right.span)?;
        self.at(span);
        self.store(target, value, span)
    }

    fn modifiable(&mut self, expr: &'a Expr) -> Lowered<Lvalue> {
        let lvalue = self.lvalue(expr)?;
        if self.types.is_array(lvalue.ty.ty) {
            return self.error(expr.span, "an array cannot be assigned");
        }
        if lvalue.ty.ty == CTypes::VOID || !self.types.is_complete(lvalue.ty.ty) {
            let message = format!(
                "cannot assign an object of type `{}`",
                self.describe(lvalue.ty)
            );
            return self.error(expr.span, message);
        }
        if lvalue.ty.is_const() {
            return self.error(expr.span, "this object is `const` and cannot be assigned");
        }
        if self.has_const_member(lvalue.ty.ty) {
            return self.error(expr.span, "a member of this object is `const`");
        }
        Ok(lvalue)
    }

    /// A record cannot be assigned as a whole if any part of it cannot (C11 6.3.2.1p1).
    fn has_const_member(&self, ty: crate::ctype::Ty) -> bool {
        let Some(layout) = self
            .types
            .record_id(ty)
            .and_then(|id| self.types.record(id).layout.as_ref())
        else {
            return false;
        };
        layout.members.iter().any(|member| {
            let mut part = member.ty;
            let mut is_const = part.is_const();
            while let Some(element) = self.types.element(part.ty) {
                part = element;
                is_const |= part.is_const();
            }
            is_const || self.has_const_member(part.ty)
        })
    }

    /// Stores a value of the object's type; the result is the value stored.
    pub(super) fn store(&mut self, target: Lvalue, value: Value, span: Span) -> Lowered<Value> {
        if let ValueKind::Record { place, .. } = value.kind {
            let Target::Place(destination) = target.target else {
                return self.error(span, "this record is not in memory");
            };
            if target.ty.is_atomic() {
                let private = self.private_record(value);
                let ir = self.ir_type(value.ty);
                let source = self.view_as(private, ir);
                let whole = self.b.load(source, Self::PLAIN);
                self.b.emit(InstKind::Store {
                    place: destination,
                    value: whole,
                    access: access(target.ty),
                });
                // Others may have changed the object already; the value of the assignment is what was stored.
                return Ok(Value {
                    kind: ValueKind::Record {
                        place: source,
                        temporary: true,
                    },
                    ty: target.ty.ty,
                });
            }
            self.copy_record(destination, place, target.ty, value.ty);
            return Ok(Value {
                kind: ValueKind::Record {
                    place: destination,
                    temporary: false,
                },
                ty: target.ty.ty,
            });
        }
        let scalar = self.scalar(value);
        let stored = match target.target {
            Target::Reg(dst) => {
                self.b.emit(InstKind::Assign { dst, value: scalar });
                self.b.reg(dst)
            }
            Target::Place(place) => {
                let pinned = self.b.shallow(scalar);
                self.b.emit(InstKind::Store {
                    place,
                    value: pinned,
                    access: access(target.ty),
                });
                pinned
            }
            Target::Bits { .. } => self.store_bits(target, scalar, &[]),
        };
        Ok(Value::scalar(stored, target.ty.ty))
    }

    pub(super) fn assign_op(
        &mut self,
        op: BinaryOp,
        left: &'a Expr,
        right: &'a Expr,
        span: Span,
    ) -> Lowered<Value> {
        let target = self.modifiable(left)?;
        let right_value = self.scalar_rvalue(right)?;
        self.at(span);
        self.update(Update {
            op,
            target,
            right: right_value,
            yields_old: false,
            left_span: left.span,
            right_span: right.span,
            span,
        })
    }

    pub(super) fn increment(
        &mut self,
        operand: &'a Expr,
        op: BinaryOp,
        is_postfix: bool,
        span: Span,
    ) -> Lowered<Value> {
        let target = self.modifiable(operand)?;
        self.at(span);
        if !self.types.is_scalar(target.ty.ty) {
            let message = format!("`{}` cannot be incremented", self.describe(target.ty));
            return self.error(operand.span, message);
        }
        let right = self.constant_value(1, CTypes::INT);
        self.update(Update {
            op,
            target,
            right,
            yields_old: is_postfix,
            left_span: operand.span,
            right_span: span,
            span,
        })
    }

    fn update(&mut self, update: Update) -> Lowered<Value> {
        let target = update.target;
        let Target::Place(place) = target.target else {
            return self.plain_update(&update);
        };
        if !target.ty.is_atomic() {
            return self.plain_update(&update);
        }
        // An atomic object is updated in one step (C11 6.5.16.2p3).
        if let Some(rmw) = rmw_op(update.op)
            && self.types.is_integer(target.ty.ty)
            && target.ty.ty != CTypes::BOOL
            && self.types.is_integer(update.right.ty)
        {
            let operand = self.convert_scalar(update.right, target.ty.ty);
            let value = self.scalar(operand);
            let value = self.b.pinned(value);
            let ir = self.ir_type(target.ty.ty);
            let dst = self.b.new_reg("", ir);
            self.b.emit(InstKind::Rmw {
                op: rmw,
                dst,
                place,
                value,
                order: MemoryOrder::SeqCst,
            });
            let mut result = self.b.reg(dst);
            if !update.yields_old {
                result = self
                    .b
                    .binary(&self.program.types, ir_op(update.op), result, value);
            }
            return Ok(Value::scalar(result, target.ty.ty));
        }
        self.b.emit(InstKind::AtomicBegin);
        let result = self.plain_update(&update);
        self.b.emit(InstKind::AtomicEnd);
        result
    }

    fn plain_update(&mut self, update: &Update) -> Lowered<Value> {
        let target = update.target;
        // A bit-field's unit is read once, both for the value and for its neighbours.
        let units = self.load_bit_units(target);
        let old = match units.is_empty() {
            true => self.load(target, update.left_span)?,
            false => self.promoted_bits(target, &units),
        };
        let old = self.require_scalar(old, update.left_span)?;
        let mut old_expr = self.scalar(old);
        // A register would show its new value; a load already has a temporary of its own.
        if update.yields_old && matches!(target.target, Target::Reg(_)) {
            old_expr = self.b.pinned(old_expr);
        }
        let old = Value::scalar(old_expr, old.ty);
        let sum = self.binary(
            update.op,
            old,
            update.right,
            update.left_span,
            update.right_span,
            update.span,
        )?;
        let converted = self.assign_convert(sum, target.ty, None, update.span)?;
        let mut new_expr = self.scalar(converted);
        if !matches!(target.target, Target::Reg(_)) && !update.yields_old {
            // Used for the store and as the result.
            new_expr = self.b.pinned(new_expr);
        }
        let new = match units.is_empty() {
            true => self.store(target, Value::scalar(new_expr, converted.ty), update.span)?,
            false => {
                let held = self.store_bits(target, new_expr, &units);
                Value::scalar(held, target.ty.ty)
            }
        };
        if update.yields_old {
            return Ok(self.convert_scalar(old, target.ty.ty));
        }
        Ok(new)
    }

    /// A fresh object of the type that nothing else refers to.
    pub(super) fn temporary_lvalue(&mut self, ty: QualTy) -> Lvalue {
        let slot = self.new_temporary_slot(ty);
        self.b.emit(InstKind::Live(slot));
        let ir = self.ir_object_type(ty);
        let place = self.b.place(PlaceKind::Slot(slot), ir);
        Lvalue {
            target: Target::Place(place),
            ty,
        }
    }
}

fn rmw_op(op: BinaryOp) -> Option<RmwOp> {
    Some(match op {
        BinaryOp::Add => RmwOp::Add,
        BinaryOp::Sub => RmwOp::Sub,
        BinaryOp::BitAnd => RmwOp::And,
        BinaryOp::BitOr => RmwOp::Or,
        BinaryOp::BitXor => RmwOp::Xor,
        _ => return None,
    })
}
