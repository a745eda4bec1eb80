//! GCC's and Clang's atomic builtins, to which `<stdatomic.h>` expands.
//!
//! They are polymorphic, so they cannot be functions of a model; each becomes one `rmw`, `cmpxchg` or atomic load or
//! store. Memory orders are kept on the instruction.

use unspool_ir::{Access, BinaryOp, ExprId, InstKind, MemoryOrder, PlaceId, RmwOp, Types, UnaryOp};

use crate::ast::Expr;
use crate::ctype::{CTypes, QualTy, Quals, Ty};
use crate::source::Span;

use super::lvalue::{Lvalue, Operand, Target};
use super::{Lower, Lowered, Value, ValueKind};

impl<'a> Lower<'a> {
    pub(super) fn atomic_builtin(
        &mut self,
        name: &str,
        args: &'a [Expr],
        span: Span,
    ) -> Lowered<Option<Value>> {
        if let Some(operation) = name.strip_prefix("__sync_") {
            return self.sync_builtin(operation, args, span);
        }
        let (operation, is_c11) = match name.strip_prefix("__c11_atomic_") {
            Some(operation) => (operation, true),
            None => (name.strip_prefix("__atomic_").unwrap_or(name), false),
        };
        let value = match (operation, args) {
            ("thread_fence" | "signal_fence", [order]) => {
                let order = self.memory_order(order)?;
                // A signal fence only restrains the compiler.
                if operation == "thread_fence" {
                    self.b.emit(InstKind::Fence(order));
                }
                Value::void()
            }
            ("always_lock_free" | "is_lock_free", [size, ..]) => {
                let size = self.scalar_rvalue(size)?;
                let size = self.scalar(size);
                let free = matches!(self.b.constant(size), Some(1 | 2 | 4 | 8));
                self.constant_value(u128::from(free), CTypes::BOOL)
            }
            ("init", [object, value]) if is_c11 => {
                let (place, ty) = self.atomic_object(object)?;
                let value = self.atomic_operand(value, ty)?;
                self.b.emit(InstKind::Store {
                    place,
                    value,
                    access: Self::PLAIN,
                });
                Value::void()
            }
            ("load_n", [object, order]) => self.atomic_load(object, order, span)?,
            ("load", [object, order]) if is_c11 => self.atomic_load(object, order, span)?,
            ("load", [object, result, order]) => {
                let value = self.atomic_load(object, order, span)?;
                self.store_through(result, value, span)?;
                Value::void()
            }
            ("store_n", [object, value, order]) => {
                self.atomic_store(object, value, order, false, span)?
            }
            ("store", [object, value, order]) => {
                self.atomic_store(object, value, order, !is_c11, span)?
            }
            ("exchange_n", [object, value, order]) => {
                self.atomic_rmw(RmwOp::Exchange, object, value, Some(order), false, span)?
                    .0
            }
            ("exchange", [object, value, order]) if is_c11 => {
                self.atomic_rmw(RmwOp::Exchange, object, value, Some(order), false, span)?
                    .0
            }
            ("exchange", [object, value, result, order]) => {
                let (old, _) =
                    self.atomic_rmw(RmwOp::Exchange, object, value, Some(order), true, span)?;
                self.store_through(result, old, span)?;
                Value::void()
            }
            ("compare_exchange_n", [object, expected, desired, weak, success, failure]) => {
                let weak = self.constant_truth(weak);
                let orders = (success, failure);
                self.compare_exchange(object, expected, desired, weak, orders, false, span)?
            }
            ("compare_exchange", [object, expected, desired, weak, success, failure]) => {
                let weak = self.constant_truth(weak);
                let orders = (success, failure);
                self.compare_exchange(object, expected, desired, weak, orders, true, span)?
            }
            (
                "compare_exchange_strong" | "compare_exchange_weak",
                [object, expected, desired, success, failure],
            ) if is_c11 => {
                let weak = operation == "compare_exchange_weak";
                let orders = (success, failure);
                self.compare_exchange(object, expected, desired, weak, orders, false, span)?
            }
            ("test_and_set", [object, order]) => {
                let order = self.memory_order(order)?;
                let place = self.byte_object(object)?;
                self.at(span);
                let one = self.b.int(&self.program.types, Types::U8, 1);
                let dst = self.b.new_reg("", Types::U8);
                self.b.emit(InstKind::Rmw {
                    op: RmwOp::Exchange,
                    dst,
                    place,
                    value: one,
                    order,
                });
                let old = self.b.reg(dst);
                let truth = self.b.truth(&self.program.types, old);
                Value::scalar(truth, CTypes::BOOL)
            }
            ("clear", [object, order]) => {
                let order = self.memory_order(order)?;
                let place = self.byte_object(object)?;
                self.at(span);
                let value = self.b.int(&self.program.types, Types::U8, 0);
                self.b.emit(InstKind::Store {
                    place,
                    value,
                    access: atomically(order),
                });
                Value::void()
            }
            (_, [object, value, order]) => {
                if let Some(op) = operation.strip_prefix("fetch_").and_then(rmw_named) {
                    self.atomic_rmw(op, object, value, Some(order), false, span)?
                        .0
                } else if let Some(op) = operation.strip_suffix("_fetch").and_then(rmw_named) {
                    let (old, operand) =
                        self.atomic_rmw(op, object, value, Some(order), false, span)?;
                    self.after_rmw(op, old, operand)
                } else {
                    return self.unknown_atomic(name, span);
                }
            }
            _ => return self.unknown_atomic(name, span),
        };
        Ok(Some(value))
    }

    fn unknown_atomic<T>(&mut self, name: &str, span: Span) -> Lowered<T> {
        let message =
            format!("`{name}` with these arguments is not an atomic builtin that is known");
        self.unsupported(span, message)
    }

    fn sync_builtin(
        &mut self,
        operation: &str,
        args: &'a [Expr],
        span: Span,
    ) -> Lowered<Option<Value>> {
        // The names may carry the size, as the library functions behind them do: __sync_fetch_and_add_4.
        let operation = operation
            .trim_end_matches(|c: char| c.is_ascii_digit())
            .trim_end_matches('_');
        let value = match (operation, args) {
            ("synchronize", _) => {
                self.b.emit(InstKind::Fence(MemoryOrder::SeqCst));
                Value::void()
            }
            ("lock_test_and_set", [object, value, ..]) => {
                self.atomic_rmw(RmwOp::Exchange, object, value, None, false, span)?
                    .0
            }
            ("lock_release", [object, ..]) => {
                let (place, ty) = self.atomic_object(object)?;
                let zero = self.constant_value(0, ty);
                let value = self.scalar(zero);
                self.b.emit(InstKind::Store {
                    place,
                    value,
                    access: atomically(MemoryOrder::Release),
                });
                Value::void()
            }
            ("bool_compare_and_swap" | "val_compare_and_swap", [object, expected, desired, ..]) => {
                let (place, ty) = self.atomic_object(object)?;
                let expected = self.atomic_operand(expected, ty)?;
                let desired = self.atomic_operand(desired, ty)?;
                self.at(span);
                let (ok, old) = self.emit_compare_exchange(
                    place,
                    expected,
                    desired,
                    false,
                    (MemoryOrder::SeqCst, MemoryOrder::SeqCst),
                );
                if operation == "bool_compare_and_swap" {
                    Value::scalar(ok, CTypes::BOOL)
                } else {
                    Value::scalar(old, ty)
                }
            }
            (_, [object, value, ..]) => {
                if let Some(op) = operation.strip_prefix("fetch_and_").and_then(rmw_named) {
                    self.atomic_rmw(op, object, value, None, false, span)?.0
                } else if let Some(op) = operation.strip_suffix("_and_fetch").and_then(rmw_named) {
                    let (old, operand) = self.atomic_rmw(op, object, value, None, false, span)?;
                    self.after_rmw(op, old, operand)
                } else {
                    return self.unknown_atomic(&format!("__sync_{operation}"), span);
                }
            }
            _ => return self.unknown_atomic(&format!("__sync_{operation}"), span),
        };
        Ok(Some(value))
    }

    /// The object an atomic operation works on: its place and unqualified type.
    fn atomic_object(&mut self, pointer: &'a Expr) -> Lowered<(PlaceId, Ty)> {
        let lvalue = self.pointed_lvalue(pointer)?;
        let Target::Place(place) = lvalue.target else {
            return self.error(pointer.span, "this must point to an object");
        };
        if self.types.record_id(lvalue.ty.ty).is_none() {
            if !self.types.is_scalar(lvalue.ty.ty) {
                return self.error(pointer.span, "this must point to an object");
            }
            return Ok((place, lvalue.ty.ty));
        }
        // A record is operated on as the integer of its size, which is what the hardware does.
        let Some(integer) = self.integer_for(lvalue.ty) else {
            let message = format!(
                "atomic operations on `{}`, whose size is not that of an integer",
                self.describe(lvalue.ty)
            );
            return self.unsupported(pointer.span, message);
        };
        let ir = self.ir_type(integer);
        let place = self.b.pin_place(place);
        Ok((self.view_as(place, ir), integer))
    }

    fn integer_for(&self, ty: QualTy) -> Option<Ty> {
        let bytes = self.types.size_of(ty.ty)?;
        let kind = self.types.int_of_size(bytes, false)?;
        Some(self.types.int(kind))
    }

    /// The value as the integer that stands for a record, or converted as usual.
    fn atomic_value(
        &mut self,
        value: Value,
        ty: Ty,
        source: Option<&'a Expr>,
        span: Span,
    ) -> Lowered<ExprId> {
        let is_record = matches!(value.kind, ValueKind::Record { .. });
        if is_record
            && self.types.is_integer(ty)
            && self.types.size_of(value.ty) == self.types.size_of(ty)
        {
            let place = self.private_record(value);
            let ir = self.ir_type(ty);
            let place = self.view_as(place, ir);
            return Ok(self.b.load(place, Self::PLAIN));
        }
        let value = self.assign_convert(value, ty.into(), source, span)?;
        Ok(self.scalar(value))
    }

    /// Stores what an operation yields through a pointer the program gave.
    fn store_through(&mut self, pointer: &'a Expr, value: Value, span: Span) -> Lowered<()> {
        let target = self.pointed_lvalue(pointer)?;
        self.store_found(target, value, span)
    }

    fn store_found(&mut self, target: Lvalue, value: Value, span: Span) -> Lowered<()> {
        let mut target = target;
        if self.types.record_id(target.ty.ty).is_some()
            && self.types.is_integer(value.ty)
            && let Target::Place(place) = target.target
        {
            let ir = self.ir_type(value.ty);
            target = Lvalue {
                target: Target::Place(self.view_as(place, ir)),
                ty: value.ty.into(),
            };
        }
        let value = self.assign_convert(value, target.ty, None, span)?;
        self.store(target, value, span)?;
        Ok(())
    }

    fn pointed_lvalue(&mut self, pointer: &'a Expr) -> Lowered<Lvalue> {
        let value = self.scalar_rvalue(pointer)?;
        match self.deref(value, pointer.span)? {
            Operand::Lvalue(lvalue) if self.types.is_complete(lvalue.ty.ty) => Ok(Lvalue {
                // What the operation does is said by its order, not by the object's qualifiers.
                ty: QualTy {
                    quals: lvalue.ty.quals.without(Quals::ATOMIC.with(Quals::CONST)),
                    ..lvalue.ty
                },
                ..lvalue
            }),
            _ => self.error(pointer.span, "this must point to an object"),
        }
    }

    /// The first byte of an object, for `atomic_flag`.
    fn byte_object(&mut self, pointer: &'a Expr) -> Lowered<PlaceId> {
        let value = self.scalar_rvalue(pointer)?;
        if !self.types.is_pointer(value.ty) {
            return self.error(pointer.span, "this must point to an object");
        }
        let address = self.scalar(value);
        let bytes = self.program.types.pointer_to(Types::U8);
        let address = self.b.convert(&self.program.types, address, bytes);
        Ok(self
            .b
            .place(unspool_ir::PlaceKind::Deref(address), Types::U8))
    }

    /// The order of a constant argument; one that is not constant is taken as the strongest.
    fn memory_order(&mut self, expr: &'a Expr) -> Lowered<MemoryOrder> {
        let value = self.scalar_rvalue(expr)?;
        let value = self.scalar(value);
        Ok(match self.b.constant(value).map(|v| v & 0xffff) {
            Some(0) => MemoryOrder::Relaxed,
            Some(1) => MemoryOrder::Consume,
            Some(2) => MemoryOrder::Acquire,
            Some(3) => MemoryOrder::Release,
            Some(4) => MemoryOrder::AcqRel,
            _ => MemoryOrder::SeqCst,
        })
    }

    fn constant_truth(&mut self, expr: &'a Expr) -> bool {
        self.unevaluated(|lower| match lower.condition(expr) {
            Ok(truth) => lower.b.constant(truth) != Some(0),
            Err(_) => true,
        })
    }

    /// An operand of an operation on an object of type `ty`.
    fn atomic_operand(&mut self, expr: &'a Expr, ty: Ty) -> Lowered<ExprId> {
        let value = self.rvalue(expr)?;
        let value = self.atomic_value(value, ty, Some(expr), expr.span)?;
        Ok(self.b.pinned(value))
    }

    fn atomic_load(&mut self, object: &'a Expr, order: &'a Expr, span: Span) -> Lowered<Value> {
        let (place, ty) = self.atomic_object(object)?;
        let order = self.memory_order(order)?;
        self.at(span);
        let value = self.b.load(place, atomically(order));
        Ok(Value::scalar(value, ty))
    }

    fn atomic_store(
        &mut self,
        object: &'a Expr,
        value: &'a Expr,
        order: &'a Expr,
        by_pointer: bool,
        span: Span,
    ) -> Lowered<Value> {
        let (place, ty) = self.atomic_object(object)?;
        let value = self.by_value_or_pointer(value, ty, by_pointer)?;
        let order = self.memory_order(order)?;
        self.at(span);
        self.b.emit(InstKind::Store {
            place,
            value,
            access: atomically(order),
        });
        Ok(Value::void())
    }

    /// GCC's generic forms take operands through pointers.
    fn by_value_or_pointer(&mut self, expr: &'a Expr, ty: Ty, by_pointer: bool) -> Lowered<ExprId> {
        if !by_pointer {
            return self.atomic_operand(expr, ty);
        }
        let lvalue = self.pointed_lvalue(expr)?;
        let value = self.load(lvalue, expr.span)?;
        let value = self.atomic_value(value, ty, None, expr.span)?;
        Ok(self.b.pinned(value))
    }

    /// The old value, and the operand as it was applied.
    fn atomic_rmw(
        &mut self,
        op: RmwOp,
        object: &'a Expr,
        operand: &'a Expr,
        order: Option<&'a Expr>,
        by_pointer: bool,
        span: Span,
    ) -> Lowered<(Value, ExprId)> {
        let (place, ty) = self.atomic_object(object)?;
        let is_pointer = self.types.is_pointer(ty);
        let value = if op != RmwOp::Exchange && is_pointer {
            // GCC adds bytes to pointers here, whatever they point to.
            let difference = self.types.ptrdiff_type();
            self.atomic_operand(operand, difference)?
        } else {
            self.by_value_or_pointer(operand, ty, by_pointer)?
        };
        let is_number = self.types.is_integer(ty) && ty != CTypes::BOOL;
        if op != RmwOp::Exchange && !is_pointer && !is_number {
            let message = format!("this operation does not apply to `{}`", self.describe(ty));
            return self.error(object.span, message);
        }
        let order = match order {
            Some(order) => self.memory_order(order)?,
            None => MemoryOrder::SeqCst,
        };
        self.at(span);
        let ir = self.ir_type(ty);
        let dst = self.b.new_reg("", ir);
        self.b.emit(InstKind::Rmw {
            op,
            dst,
            place,
            value,
            order,
        });
        let old = self.b.reg(dst);
        Ok((Value::scalar(old, ty), value))
    }

    /// What the object held right after the operation.
    fn after_rmw(&mut self, op: RmwOp, old: Value, operand: ExprId) -> Value {
        let ValueKind::Scalar(old_expr) = old.kind else {
            return old;
        };
        let types = &self.program.types;
        if self.types.is_pointer(old.ty) {
            let size = self.types.ptrdiff_type();
            let ir = self.ir_type(size);
            let pointer_ir = self.b.type_of(old_expr);
            let types = &self.program.types;
            let address = self.b.convert(types, old_expr, ir);
            let op = if op == RmwOp::Sub {
                BinaryOp::Sub
            } else {
                BinaryOp::Add
            };
            let sum = self.b.binary(types, op, address, operand);
            let pointer = self.b.convert(types, sum, pointer_ir);
            return Value::scalar(pointer, old.ty);
        }
        let simple = match op {
            RmwOp::Exchange => return Value::scalar(operand, old.ty),
            RmwOp::Add => BinaryOp::Add,
            RmwOp::Sub => BinaryOp::Sub,
            RmwOp::And | RmwOp::Nand => BinaryOp::And,
            RmwOp::Or => BinaryOp::Or,
            RmwOp::Xor => BinaryOp::Xor,
        };
        let mut new = self.b.binary(types, simple, old_expr, operand);
        if op == RmwOp::Nand {
            new = self.b.unary(types, UnaryOp::Complement, new);
        }
        Value::scalar(new, old.ty)
    }

    #[allow(clippy::too_many_arguments)] // the builtin's own
    fn compare_exchange(
        &mut self,
        object: &'a Expr,
        expected: &'a Expr,
        desired: &'a Expr,
        weak: bool,
        (success, failure): (&'a Expr, &'a Expr),
        by_pointer: bool,
        span: Span,
    ) -> Lowered<Value> {
        let (place, ty) = self.atomic_object(object)?;
        let expected_object = self.pointed_lvalue(expected)?;
        let Target::Place(expected_place) = expected_object.target else {
            return self.error(expected.span, "this must point to an object");
        };
        let expected_place = self.b.pin_place(expected_place);
        let wanted = self.load(expected_object, expected.span)?;
        let wanted = self.atomic_value(wanted, ty, None, expected.span)?;
        let desired = self.by_value_or_pointer(desired, ty, by_pointer)?;
        let success = self.memory_order(success)?;
        // One with release is not allowed here; compilers warn and take what a load can have of it.
        let failure = self.memory_order(failure)?.without_release();
        self.at(span);
        let orders = (success, failure);
        let (ok, old) = self.emit_compare_exchange(place, wanted, desired, weak, orders);
        // On failure the caller's expected value is replaced by what was found.
        let failed = self.b.new_block();
        let done = self.b.new_block();
        self.b.branch(ok, done, failed);
        self.b.start(failed);
        let expected_object = Lvalue {
            target: Target::Place(expected_place),
            ..expected_object
        };
        self.store_found(expected_object, Value::scalar(old, ty), span)?;
        self.b.goto(done);
        self.b.start(done);
        Ok(Value::scalar(ok, CTypes::BOOL))
    }

    fn emit_compare_exchange(
        &mut self,
        place: PlaceId,
        expected: ExprId,
        desired: ExprId,
        weak: bool,
        (order, failure): (MemoryOrder, MemoryOrder),
    ) -> (ExprId, ExprId) {
        let ir = self.b.body.place(place).ty;
        let ok = self.b.new_reg("", Types::BOOL);
        let old = self.b.new_reg("", ir);
        self.b.emit(InstKind::CompareExchange {
            ok,
            old,
            place,
            expected,
            desired,
            weak,
            order,
            failure,
        });
        (self.b.reg(ok), self.b.reg(old))
    }
}

fn atomically(order: MemoryOrder) -> Access {
    Access {
        volatile: false,
        atomic: Some(order),
    }
}

fn rmw_named(name: &str) -> Option<RmwOp> {
    Some(match name {
        "add" => RmwOp::Add,
        "sub" => RmwOp::Sub,
        "and" => RmwOp::And,
        "or" => RmwOp::Or,
        "xor" => RmwOp::Xor,
        "nand" => RmwOp::Nand,
        _ => return None,
    })
}
