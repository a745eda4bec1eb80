//! What atomic builtins work on: objects, operands and memory orders.

use unspool_ir::{Access, InstKind, MemoryOrder, PlaceId, PlaceKind, Types};

use crate::ast::Expr;
use crate::ctype::{QualTy, Ty, TyKind};

use super::atomic::AtomicCall;
use super::atomic_name::{Family, Operation};
use super::lvalue::{Lvalue, Target};
use super::{Lower, Lowered, Value, ValueKind};

/// An object that is accessed atomically: a scalar or a record.
#[derive(Clone, Copy, Debug)]
pub(super) struct AtomicObject {
    pub place: PlaceId,
    /// Unqualified: what an operation does is said by its order.
    pub ty: Ty,
}

/// What a memory order is the order of. Not every kind of access can have every order (C11 7.17.7).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum OrderOf {
    Load,
    Store,
    Update,
    /// The load that a failing compare-exchange is.
    Failure,
}

impl<'a> Lower<'a> {
    /// The object that the first argument points to.
    pub(super) fn atomic_object(
        &mut self,
        call: AtomicCall,
        pointer: &'a Expr,
    ) -> Lowered<AtomicObject> {
        let value = self.scalar_rvalue(pointer)?;
        let Some(pointee) = self.types.pointee(value.ty) else {
            let message = format!(
                "`{}` takes a pointer to the object, not `{}`",
                call.name,
                self.describe(value.ty)
            );
            return self.error(pointer.span, message);
        };
        if pointee.is_const() && call.builtin.operation != Operation::Load {
            let message = format!("`{}` writes to an object that is `const`", call.name);
            self.warn(pointer.span, message);
        }
        let sized = call
            .builtin
            .size
            .and_then(|bytes| self.types.int_of_size(bytes, false));
        let ty = match sized {
            Some(kind) => self.types.int(kind),
            None => {
                self.check_atomic_type(call, pointee, pointer)?;
                pointee.ty
            }
        };
        let place = self.place_behind(value, ty, pointer)?;
        Ok(AtomicObject { place, ty })
    }

    fn check_atomic_type(
        &mut self,
        call: AtomicCall,
        pointee: QualTy,
        pointer: &'a Expr,
    ) -> Lowered<()> {
        let ty = pointee.ty;
        let is_word = self.types.is_integer(ty) || self.types.is_pointer(ty);
        if is_word {
            return Ok(());
        }
        let shown = self.describe(pointee);
        if call.builtin.family != Family::Value && self.types.is_complete(ty) {
            if self.types.is_float(ty) || self.types.record_id(ty).is_some() {
                return Ok(());
            }
            if !self.types.is_function(ty) {
                let message = format!("atomic operations on `{shown}` are not supported");
                return self.unsupported(pointer.span, message);
            }
        }
        let message = format!(
            "`{}` does not apply to an object of type `{shown}`",
            call.name
        );
        self.error(pointer.span, message)
    }

    /// What an argument points to, seen as an object of type `ty`: bits are copied, not values.
    pub(super) fn argument_object(
        &mut self,
        call: AtomicCall,
        pointer: &'a Expr,
        ty: Ty,
    ) -> Lowered<Lvalue> {
        let value = self.scalar_rvalue(pointer)?;
        let Some(pointee) = self.types.pointee(value.ty) else {
            let message = format!(
                "`{}` takes a pointer here, not `{}`",
                call.name,
                self.describe(value.ty)
            );
            return self.error(pointer.span, message);
        };
        let is_void = *self.types.kind(pointee.ty) == TyKind::Void;
        let is_void_allowed = call.builtin.family == Family::Value;
        if !(is_void && is_void_allowed) && self.types.size_of(pointee.ty) != self.types.size_of(ty)
        {
            let message = format!(
                "`{}` takes a pointer to an object as large as `{}` here, not `{}`",
                call.name,
                self.describe(ty),
                self.describe(value.ty)
            );
            return self.error(pointer.span, message);
        }
        let place = self.place_behind(value, ty, pointer)?;
        // Whatever the other arguments do.
        let place = self.b.pin_place(place);
        Ok(Lvalue {
            target: Target::Place(place),
            ty: ty.into(),
        })
    }

    fn place_behind(&mut self, pointer: Value, ty: Ty, expr: &'a Expr) -> Lowered<PlaceId> {
        let wanted = self.types.pointer(ty.into());
        let pointer = self.convert_scalar(pointer, wanted);
        match self.deref(pointer, expr.span)? {
            super::lvalue::Operand::Lvalue(Lvalue {
                target: Target::Place(place),
                ..
            }) => Ok(place),
            _ => self.error(expr.span, "this must point to an object"),
        }
    }

    /// The byte that a pointer of any type points to, for `atomic_flag`.
    pub(super) fn first_byte(&mut self, call: AtomicCall, pointer: &'a Expr) -> Lowered<PlaceId> {
        let value = self.scalar_rvalue(pointer)?;
        if !self.types.is_pointer(value.ty) {
            let message = format!(
                "`{}` takes a pointer to the object, not `{}`",
                call.name,
                self.describe(value.ty)
            );
            return self.error(pointer.span, message);
        }
        let address = self.scalar(value);
        let bytes = self.program.types.pointer_to(Types::U8);
        let address = self.b.convert(&self.program.types, address, bytes);
        Ok(self.b.place(PlaceKind::Deref(address), Types::U8))
    }

    /// An operand for an object of type `ty`: a value that nothing changes any more.
    pub(super) fn atomic_operand(
        &mut self,
        call: AtomicCall,
        expr: &'a Expr,
        ty: Ty,
    ) -> Lowered<Value> {
        let value = match call.builtin.family {
            Family::Pointer => return self.load_argument(call, expr, ty),
            Family::Value => {
                let value = self.scalar_rvalue(expr)?;
                if self.types.is_float(value.ty) && self.types.is_pointer(ty) {
                    return self.mismatch(value.ty, ty.into(), expr.span);
                }
                self.convert_scalar(value, ty)
            }
            Family::C11 => {
                let value = self.rvalue(expr)?;
                self.assign_convert(value, ty.into(), Some(expr), expr.span)?
            }
        };
        Ok(match value.kind {
            ValueKind::Scalar(scalar) => Value::scalar(self.b.pinned(scalar), ty),
            _ => self.own_copy(value),
        })
    }

    fn load_argument(&mut self, call: AtomicCall, pointer: &'a Expr, ty: Ty) -> Lowered<Value> {
        let object = self.argument_object(call, pointer, ty)?;
        let value = self.load(object, pointer.span)?;
        Ok(self.own_copy(value))
    }

    /// A value just loaded, in a place of its own if it is a record.
    pub(super) fn own_copy(&mut self, value: Value) -> Value {
        match value.kind {
            ValueKind::Record { .. } => Value {
                kind: ValueKind::Record {
                    place: self.private_record(value),
                    temporary: true,
                },
                ..value
            },
            _ => value,
        }
    }

    pub(super) fn load_atomically(&mut self, object: AtomicObject, order: MemoryOrder) -> Value {
        let value = self.b.load(object.place, atomically(order));
        if self.types.record_id(object.ty).is_some() {
            return self.record_temporary(value, object.ty);
        }
        Value::scalar(value, object.ty)
    }

    pub(super) fn store_atomically(
        &mut self,
        object: AtomicObject,
        value: Value,
        order: MemoryOrder,
    ) {
        let value = self.whole(value);
        self.b.emit(InstKind::Store {
            place: object.place,
            value,
            access: atomically(order),
        });
    }

    /// The order that an argument says. One that is not constant is taken as the strongest, and so is, as in GCC, one
    /// that such an access cannot have.
    pub(super) fn memory_order(
        &mut self,
        call: AtomicCall,
        expr: &'a Expr,
        of: OrderOf,
    ) -> Lowered<MemoryOrder> {
        let value = self.scalar_rvalue(expr)?;
        if !self.types.is_arithmetic(value.ty) {
            let message = format!(
                "a memory order must be an integer, not `{}`",
                self.describe(value.ty)
            );
            return self.error(expr.span, message);
        }
        let value = self.convert_scalar(value, crate::ctype::CTypes::INT);
        let value = self.scalar(value);
        let Some(number) = self.b.constant(value) else {
            return Ok(MemoryOrder::SeqCst);
        };
        // The upper half holds hints for hardware lock elision.
        let order = match number & 0xffff {
            0 => MemoryOrder::Relaxed,
            1 => MemoryOrder::Consume,
            2 => MemoryOrder::Acquire,
            3 => MemoryOrder::Release,
            4 => MemoryOrder::AcqRel,
            5 => MemoryOrder::SeqCst,
            _ => {
                let message = "this is no memory order: sequential consistency is assumed";
                self.warn(expr.span, message);
                return Ok(MemoryOrder::SeqCst);
            }
        };
        let (is_possible, access) = match of {
            OrderOf::Update => (true, ""),
            OrderOf::Load => (order == order.without_release(), "a load"),
            OrderOf::Failure => (order == order.without_release(), "a failing exchange"),
            OrderOf::Store => (order == without_acquire(order), "a store"),
        };
        if !is_possible {
            let message = format!(
                "{access} cannot have the order {} that `{}` is given: sequential consistency is assumed",
                order.name(),
                call.name
            );
            self.warn(expr.span, message);
            return Ok(MemoryOrder::SeqCst);
        }
        Ok(order)
    }
}

pub(super) fn atomically(order: MemoryOrder) -> Access {
    Access {
        volatile: false,
        atomic: Some(order),
    }
}

/// What is left for an access that only stores.
pub(super) fn without_acquire(order: MemoryOrder) -> MemoryOrder {
    match order {
        MemoryOrder::Consume | MemoryOrder::Acquire => MemoryOrder::Relaxed,
        MemoryOrder::AcqRel => MemoryOrder::Release,
        other => other,
    }
}
