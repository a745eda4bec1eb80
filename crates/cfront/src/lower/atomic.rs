//! Calls of the compilers' atomic builtins, to which `<stdatomic.h>` expands.
//!
//! They are polymorphic, so they cannot be functions of a model. [`atomic_name`](super::atomic_name) says which there are;
//! here is what each does, one instruction for each operation on a scalar. Memory orders are kept on the instructions.

use unspool_ir::{BinaryOp, InstKind, MemoryOrder, RmwOp, Types};

use crate::ast::Expr;
use crate::ctype::CTypes;
use crate::source::Span;

use super::atomic_name::{AtomicBuiltin, Family, Operation, Strength, atomic_builtin_named};
use super::atomic_object::{OrderOf, atomically};
use super::{Lower, Lowered, Value};

/// One call of an atomic builtin.
#[derive(Clone, Copy, Debug)]
pub(super) struct AtomicCall<'n> {
    pub name: &'n str,
    pub builtin: AtomicBuiltin,
    pub span: Span,
}

impl<'a> Lower<'a> {
    /// None if the name is not that of a builtin but of a function which the program declares.
    pub(super) fn atomic_builtin(
        &mut self,
        name: &str,
        args: &'a [Expr],
        span: Span,
    ) -> Lowered<Option<Value>> {
        let Some(builtin) = atomic_builtin_named(name) else {
            let symbol = self.names.intern(name);
            if self.scopes.find(symbol).is_some() {
                return Ok(None);
            }
            let message = format!("`{name}` is not an atomic builtin that is known");
            return self.unsupported(span, message);
        };
        let wanted = builtin.arguments;
        if args.len() < wanted || (args.len() > wanted && !builtin.more_arguments) {
            let message = format!(
                "`{name}` takes {wanted} argument{}, but {} {} given",
                if wanted == 1 { "" } else { "s" },
                args.len(),
                if args.len() == 1 { "is" } else { "are" },
            );
            return self.error(span, message);
        }
        let call = AtomicCall {
            name,
            builtin,
            span,
        };
        self.atomic_operation(call, &args[..wanted]).map(Some)
    }

    fn atomic_operation(&mut self, call: AtomicCall, args: &'a [Expr]) -> Lowered<Value> {
        let family = call.builtin.family;
        match (call.builtin.operation, args) {
            (Operation::Init, [object, value]) => self.atomic_init(call, object, value),
            (Operation::Load, [object, order]) => {
                let object = self.atomic_object(call, object)?;
                let order = self.memory_order(call, order, OrderOf::Load)?;
                self.at(call.span);
                Ok(self.load_atomically(object, order))
            }
            (Operation::Load, [object, result, order]) => {
                let object = self.atomic_object(call, object)?;
                let result = self.argument_object(call, result, object.ty)?;
                let order = self.memory_order(call, order, OrderOf::Load)?;
                self.at(call.span);
                let value = self.load_atomically(object, order);
                self.store(result, value, call.span)?;
                Ok(Value::void())
            }
            (Operation::Store, [object, value, order]) => {
                let object = self.atomic_object(call, object)?;
                let value = self.atomic_operand(call, value, object.ty)?;
                let order = self.memory_order(call, order, OrderOf::Store)?;
                self.at(call.span);
                self.store_atomically(object, value, order);
                Ok(Value::void())
            }
            (Operation::Exchange, [object, value, result, order]) if family == Family::Pointer => {
                let object = self.atomic_object(call, object)?;
                let value = self.atomic_operand(call, value, object.ty)?;
                let result = self.argument_object(call, result, object.ty)?;
                let order = self.memory_order(call, order, OrderOf::Update)?;
                self.at(call.span);
                let old = self.exchange(object, value, order);
                self.store(result, old, call.span)?;
                Ok(Value::void())
            }
            (Operation::Exchange, [object, value, order @ ..]) => {
                let object = self.atomic_object(call, object)?;
                let value = self.atomic_operand(call, value, object.ty)?;
                // `__sync_lock_test_and_set` is an acquire barrier only.
                let order = match order {
                    [order] => self.memory_order(call, order, OrderOf::Update)?,
                    _ => MemoryOrder::Acquire,
                };
                self.at(call.span);
                Ok(self.exchange(object, value, order))
            }
            (
                Operation::CompareExchange(strength),
                [object, expected, desired, weak @ .., success, failure],
            ) => {
                let mut is_weak = strength != Strength::Strong;
                if let [weak] = weak {
                    // One that may be weak is.
                    let weak = self.condition(weak)?;
                    is_weak = self.b.constant(weak) != Some(0);
                }
                self.compare_exchange(
                    call,
                    [object, expected, desired],
                    is_weak,
                    [success, failure],
                )
            }
            (Operation::CompareAndSwap { yields_success }, [object, expected, desired]) => {
                self.compare_and_swap(call, [object, expected, desired], yields_success)
            }
            (Operation::Fetch(update, yields), [object, operand, order @ ..]) => {
                self.fetch(call, update, yields, [object, operand], order.first())
            }
            (Operation::TestAndSet, [object, order]) => self.test_and_set(call, object, order),
            (Operation::Clear, [object, order]) => {
                let place = self.first_byte(call, object)?;
                let order = self.memory_order(call, order, OrderOf::Store)?;
                self.at(call.span);
                let value = self.b.int(&self.program.types, Types::U8, 0);
                self.b.emit(InstKind::Store {
                    place,
                    value,
                    access: atomically(order),
                });
                Ok(Value::void())
            }
            (Operation::Release, [object]) => {
                let object = self.atomic_object(call, object)?;
                self.at(call.span);
                let zero = self.constant_value(0, object.ty);
                self.store_atomically(object, zero, MemoryOrder::Release);
                Ok(Value::void())
            }
            (Operation::ThreadFence, []) => {
                self.b.emit(InstKind::Fence(MemoryOrder::SeqCst));
                Ok(Value::void())
            }
            (Operation::ThreadFence, [order]) => {
                let order = self.memory_order(call, order, OrderOf::Update)?;
                self.at(call.span);
                self.b.emit(InstKind::Fence(order));
                Ok(Value::void())
            }
            (Operation::SignalFence, [order]) => {
                // Only the compiler is restrained.
                self.memory_order(call, order, OrderOf::Update)?;
                Ok(Value::void())
            }
            (Operation::IsLockFree { is_constant }, [size, object @ ..]) => {
                if let [object] = object {
                    match is_constant {
                        true => self.unevaluated(|lower| lower.discard(object))?,
                        false => self.discard(object)?,
                    }
                }
                self.is_lock_free(size)
            }
            _ => self.error(call.span, "this atomic builtin has other arguments"),
        }
    }

    fn atomic_init(
        &mut self,
        call: AtomicCall,
        object: &'a Expr,
        value: &'a Expr,
    ) -> Lowered<Value> {
        let object = self.atomic_object(call, object)?;
        let value = self.atomic_operand(call, value, object.ty)?;
        let value = self.whole(value);
        self.at(call.span);
        // Initialisation is not an atomic operation (C11 7.17.2.2p2).
        self.b.emit(InstKind::Store {
            place: object.place,
            value,
            access: Self::PLAIN,
        });
        Ok(Value::void())
    }

    /// Works on one byte, whatever the pointer's type (GCC: "a byte at `*ptr`"), which becomes 1.
    fn test_and_set(
        &mut self,
        call: AtomicCall,
        object: &'a Expr,
        order: &'a Expr,
    ) -> Lowered<Value> {
        let place = self.first_byte(call, object)?;
        let order = self.memory_order(call, order, OrderOf::Update)?;
        self.at(call.span);
        let value = self.b.int(&self.program.types, Types::U8, 1);
        let dst = self.b.new_reg("", Types::U8);
        self.b.emit(InstKind::Rmw {
            op: RmwOp::Exchange,
            dst,
            place,
            value,
            order,
        });
        let old = self.b.reg(dst);
        let truth = self.b.truth(&self.program.types, old);
        Ok(Value::scalar(truth, CTypes::BOOL))
    }

    /// True for the sizes of integers up to 8 bytes, as on the machines of both data models.
    fn is_lock_free(&mut self, size: &'a Expr) -> Lowered<Value> {
        let value = self.scalar_rvalue(size)?;
        if !self.types.is_integer(value.ty) {
            let message = format!(
                "a size must be an integer, not `{}`",
                self.describe(value.ty)
            );
            return self.error(size.span, message);
        }
        let size_type = self.types.size_type();
        let value = self.convert_scalar(value, size_type);
        let size = self.scalar(value);
        let ir = self.b.type_of(size);
        let types = &self.program.types;
        let mut found = self.b.int(types, Types::BOOL, 0);
        for bytes in [1, 2, 4, 8] {
            let bytes = self.b.int(types, ir, bytes);
            let same = self.b.binary(types, BinaryOp::Eq, size, bytes);
            found = self.b.binary(types, BinaryOp::Or, same, found);
        }
        Ok(Value::scalar(found, CTypes::BOOL))
    }
}
