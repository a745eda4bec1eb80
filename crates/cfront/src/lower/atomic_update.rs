//! Atomic read-modify-writes.
//!
//! What the IR has an instruction for becomes that instruction: exchange, arithmetic and compare-exchange of scalars. A weak
//! compare-exchange is marked so, and whoever executes it chooses where it fails, unless weak failures are switched off. The
//! rest is an atomic section around one load and one store: records (which keep their pointers that way; as one wide
//! integer they would not), the bits of pointers, minimum and maximum.

use unspool_ir::{BinaryOp, ExprId, InstKind, MemoryOrder, RmwOp, Types, UnaryOp};

use crate::ast::Expr;
use crate::ctype::{CTypes, Ty};
use crate::source::Span;

use super::atomic::AtomicCall;
use super::atomic_name::{Family, Update, Yields};
use super::atomic_object::{AtomicObject, OrderOf, without_acquire};
use super::{Lower, Lowered, Value};

/// A compare-exchange whose arguments have been evaluated.
pub(super) struct Exchange {
    pub object: AtomicObject,
    pub expected: Value,
    pub desired: Value,
    pub weak: bool,
    pub success: MemoryOrder,
    pub failure: MemoryOrder,
    pub span: Span,
}

impl<'a> Lower<'a> {
    /// Puts a value into the object; yields the one it held.
    pub(super) fn exchange(
        &mut self,
        object: AtomicObject,
        value: Value,
        order: MemoryOrder,
    ) -> Value {
        if self.types.record_id(object.ty).is_none() {
            let value = self.scalar(value);
            return self.simple_update(RmwOp::Exchange, object, value, order);
        }
        let object = self.pinned_object(object);
        self.b.emit(InstKind::AtomicBegin);
        let old = self.load_atomically(object, order.without_release());
        self.store_atomically(object, value, without_acquire(order));
        self.b.emit(InstKind::AtomicEnd);
        old
    }

    /// `__atomic_fetch_add` and its kin.
    pub(super) fn fetch(
        &mut self,
        call: AtomicCall,
        update: Update,
        yields: Yields,
        [object, operand]: [&'a Expr; 2],
        order: Option<&'a Expr>,
    ) -> Lowered<Value> {
        let place = self.atomic_object(call, object)?;
        if !self.applies(call, update, place.ty) {
            let message = format!(
                "`{}` does not apply to an object of type `{}`",
                call.name,
                self.describe(place.ty)
            );
            return self.error(object.span, message);
        }
        let operand = self.fetch_operand(call, operand, place.ty)?;
        let order = match order {
            Some(order) => self.memory_order(call, order, OrderOf::Update)?,
            None => MemoryOrder::SeqCst,
        };
        self.at(call.span);
        let object = place;
        let is_pointer = self.types.is_pointer(object.ty);
        match update {
            Update::Simple(op)
                if object.ty != CTypes::BOOL
                    && (!is_pointer || matches!(op, RmwOp::Add | RmwOp::Sub)) =>
            {
                let old = self.simple_update(op, object, operand, order);
                Ok(match yields {
                    Yields::Before => old,
                    Yields::After => self.updated(update, old, operand),
                })
            }
            _ => {
                let object = self.pinned_object(object);
                self.b.emit(InstKind::AtomicBegin);
                let old = self.load_atomically(object, order.without_release());
                let new = self.updated(update, old, operand);
                let new = self.scalar(new);
                let new = Value::scalar(self.b.pinned(new), object.ty);
                self.store_atomically(object, new, without_acquire(order));
                self.b.emit(InstKind::AtomicEnd);
                Ok(match yields {
                    Yields::Before => old,
                    Yields::After => new,
                })
            }
        }
    }

    /// GCC has them for integers but `_Bool`, and for pointers; Clang also for floating numbers, and the bits of `_Bool`.
    fn applies(&self, call: AtomicCall, update: Update, ty: Ty) -> bool {
        let is_c11 = call.builtin.family == Family::C11;
        let is_sum = matches!(update, Update::Simple(RmwOp::Add | RmwOp::Sub));
        if self.types.is_pointer(ty) {
            is_sum || (!is_c11 && matches!(update, Update::Simple(_)))
        } else if self.types.is_float(ty) {
            is_sum || !matches!(update, Update::Simple(_))
        } else if ty == CTypes::BOOL {
            is_c11 && matches!(update, Update::Simple(RmwOp::And | RmwOp::Or | RmwOp::Xor))
        } else {
            self.types.is_integer(ty)
        }
    }

    /// The right operand: of pointers, how many bytes.
    fn fetch_operand(&mut self, call: AtomicCall, operand: &'a Expr, ty: Ty) -> Lowered<ExprId> {
        let Some(pointee) = self.types.pointee(ty) else {
            let value = self.atomic_operand(call, operand, ty)?;
            return Ok(self.scalar(value));
        };
        let difference = self.types.ptrdiff_type();
        let value = self.atomic_operand(call, operand, difference)?;
        let value = self.scalar(value);
        if call.builtin.family != Family::C11 || pointee.ty == CTypes::VOID {
            return Ok(value);
        }
        let Some(size) = self.types.size_of(pointee.ty) else {
            let message = format!(
                "`{}` needs to know the size of `{}`",
                call.name,
                self.describe(pointee)
            );
            return self.error(operand.span, message);
        };
        let ir = self.b.type_of(value);
        let types = &self.program.types;
        let size = self.b.int(types, ir, u128::from(size));
        let bytes = self.b.binary(types, BinaryOp::Mul, value, size);
        Ok(self.b.pinned(bytes))
    }

    fn simple_update(
        &mut self,
        op: RmwOp,
        object: AtomicObject,
        value: ExprId,
        order: MemoryOrder,
    ) -> Value {
        let ir = self.ir_type(object.ty);
        let dst = self.b.new_reg("", ir);
        self.b.emit(InstKind::Rmw {
            op,
            dst,
            place: object.place,
            value,
            order,
        });
        Value::scalar(self.b.reg(dst), object.ty)
    }

    /// What the object holds right after the update.
    fn updated(&mut self, update: Update, old: Value, operand: ExprId) -> Value {
        let ty = old.ty;
        let old = self.scalar(old);
        let ir = self.b.type_of(old);
        let types = &self.program.types;
        // Pointers are counted in bytes, and truth values are bits.
        let word = if self.types.is_pointer(ty) {
            self.b.type_of(operand)
        } else if ty == CTypes::BOOL {
            Types::U8
        } else {
            ir
        };
        let left = self.b.convert(types, old, word);
        let right = self.b.convert(types, operand, word);
        let op = match update {
            Update::Minimum | Update::Maximum => {
                let is_less = self.b.binary(types, BinaryOp::Lt, left, right);
                let (least, greatest) = match update {
                    Update::Minimum => (left, right),
                    _ => (right, left),
                };
                return Value::scalar(self.b.select(is_less, least, greatest), ty);
            }
            Update::Simple(RmwOp::Exchange) => return Value::scalar(operand, ty),
            Update::Simple(RmwOp::Add) => BinaryOp::Add,
            Update::Simple(RmwOp::Sub) => BinaryOp::Sub,
            Update::Simple(RmwOp::And | RmwOp::Nand) => BinaryOp::And,
            Update::Simple(RmwOp::Or) => BinaryOp::Or,
            Update::Simple(RmwOp::Xor) => BinaryOp::Xor,
        };
        let mut new = self.b.binary(types, op, left, right);
        if update == Update::Simple(RmwOp::Nand) {
            new = self.b.unary(types, UnaryOp::Complement, new);
        }
        Value::scalar(self.b.convert(types, new, ir), ty)
    }

    /// The form whose expected value is in an object, which receives what was found instead.
    pub(super) fn compare_exchange(
        &mut self,
        call: AtomicCall,
        [object, expected, desired]: [&'a Expr; 3],
        weak: bool,
        [success, failure]: [&'a Expr; 2],
    ) -> Lowered<Value> {
        let object = self.atomic_object(call, object)?;
        let expected_object = self.argument_object(call, expected, object.ty)?;
        let desired = self.atomic_operand(call, desired, object.ty)?;
        let success = self.memory_order(call, success, OrderOf::Update)?;
        let failure = self.memory_order(call, failure, OrderOf::Failure)?;
        self.at(expected.span);
        let wanted = self.load(expected_object, expected.span)?;
        let wanted = self.own_copy(wanted);
        self.at(call.span);
        let (ok, old) = self.emit_compare_exchange(Exchange {
            object,
            expected: wanted,
            desired,
            weak: weak && self.settings.weak_failures,
            success,
            failure,
            span: call.span,
        })?;
        let failed = self.b.new_block();
        let done = self.b.new_block();
        self.b.branch(ok, done, failed);
        self.b.start(failed);
        self.store(expected_object, old, call.span)?;
        self.b.goto(done);
        self.b.start(done);
        Ok(Value::scalar(ok, CTypes::BOOL))
    }

    /// `__sync_bool_compare_and_swap` and `__sync_val_compare_and_swap`.
    pub(super) fn compare_and_swap(
        &mut self,
        call: AtomicCall,
        [object, expected, desired]: [&'a Expr; 3],
        yields_success: bool,
    ) -> Lowered<Value> {
        let object = self.atomic_object(call, object)?;
        let expected = self.atomic_operand(call, expected, object.ty)?;
        let desired = self.atomic_operand(call, desired, object.ty)?;
        self.at(call.span);
        let (ok, old) = self.emit_compare_exchange(Exchange {
            object,
            expected,
            desired,
            weak: false,
            success: MemoryOrder::SeqCst,
            failure: MemoryOrder::SeqCst,
            span: call.span,
        })?;
        Ok(match yields_success {
            true => Value::scalar(ok, CTypes::BOOL),
            false => old,
        })
    }

    /// Whether it succeeded, and what the object held.
    fn emit_compare_exchange(&mut self, exchange: Exchange) -> Lowered<(ExprId, Value)> {
        let object = exchange.object;
        if self.types.record_id(object.ty).is_some() {
            return self.compare_exchange_records(exchange);
        }
        let expected = self.scalar(exchange.expected);
        let desired = self.scalar(exchange.desired);
        let ir = self.ir_type(object.ty);
        let ok = self.b.new_reg("", Types::BOOL);
        let old = self.b.new_reg("", ir);
        self.b.emit(InstKind::CompareExchange {
            ok,
            old,
            place: object.place,
            expected,
            desired,
            weak: exchange.weak,
            order: exchange.success,
            failure: exchange.failure,
        });
        let old = self.b.reg(old);
        Ok((self.b.reg(ok), Value::scalar(old, object.ty)))
    }

    /// One whose place can be named twice.
    pub(super) fn pinned_object(&mut self, object: AtomicObject) -> AtomicObject {
        AtomicObject {
            place: self.b.pin_place(object.place),
            ..object
        }
    }
}
