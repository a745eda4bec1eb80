//! One instruction of the walk: what it makes known, and what is left of it.

use unspool_ir::{
    BlockId, ExprKind, Inst, InstKind, PlaceId, Property, SlotId, Span, Storage, Terminator,
    TypeId, Types,
};

use super::Stop;
use super::evaluate::Location;
use super::knowledge::Knowledge;
use super::objects::ObjectId;
use super::value::Value;
use super::walk::{Path, ThreadWalk};
use crate::points_to::Object;

impl ThreadWalk<'_, '_> {
    /// Walks an instruction of the current function. None if nothing comes behind it.
    pub fn instruction(
        &mut self,
        mut path: Path,
        inst: &Inst,
        (block, index): (BlockId, usize),
    ) -> Result<Option<Path>, Stop> {
        let span = inst.span;
        let mut fails = false;
        let kind = match &inst.kind {
            InstKind::Assign { dst, value } => {
                let (value, known) = self.operand(&mut path.know, *value);
                let dst = self.register(*dst);
                path.know.set_register(dst, known);
                if self.own_slots.is_some() && self.may_fail(value) {
                    self.important += 1;
                }
                InstKind::Assign { dst, value }
            }
            InstKind::Load { dst, place, access } => {
                let (residual, location) = self.place(&mut path.know, *place);
                fails |= self.is_nowhere(*place, location);
                let ty = self.body().place(*place).ty;
                let known = self.load(&path.know, location, ty);
                let dst = self.register(*dst);
                path.know.set_register(dst, known);
                match self.constant(&path.know, known, ty) {
                    Some(value) if !self.may_be_dead(location) => InstKind::Assign { dst, value },
                    _ => {
                        let is_private = self.is_private_load(*place, residual, location);
                        self.important += usize::from(!is_private);
                        InstKind::Load {
                            dst,
                            place: residual,
                            access: *access,
                        }
                    }
                }
            }
            InstKind::Store {
                place,
                value,
                access,
            } => {
                let (residual, location) = self.place(&mut path.know, *place);
                fails |= self.is_nowhere(*place, location);
                let (value, known) = self.operand(&mut path.know, *value);
                self.store(&mut path.know, *place, location, known);
                self.important += usize::from(!self.is_private_store(location));
                InstKind::Store {
                    place: residual,
                    value,
                    access: *access,
                }
            }
            InstKind::Rmw {
                op,
                dst,
                place,
                value,
                order,
            } => {
                let (residual, location) = self.place(&mut path.know, *place);
                fails |= self.is_nowhere(*place, location);
                let (value, _) = self.operand(&mut path.know, *value);
                self.important += 1;
                self.store(&mut path.know, *place, location, Value::Unknown);
                let dst = self.register(*dst);
                path.know.set_register(dst, Value::Unknown);
                InstKind::Rmw {
                    op: *op,
                    dst,
                    place: residual,
                    value,
                    order: *order,
                }
            }
            InstKind::CompareExchange {
                ok,
                old,
                place,
                expected,
                desired,
                weak,
                order,
                failure,
            } => {
                let (residual, location) = self.place(&mut path.know, *place);
                fails |= self.is_nowhere(*place, location);
                let (expected, _) = self.operand(&mut path.know, *expected);
                let (desired, _) = self.operand(&mut path.know, *desired);
                self.important += 1;
                self.store(&mut path.know, *place, location, Value::Unknown);
                let (ok, old) = (self.register(*ok), self.register(*old));
                path.know.set_register(ok, Value::Unknown);
                path.know.set_register(old, Value::Unknown);
                InstKind::CompareExchange {
                    ok,
                    old,
                    place: residual,
                    expected,
                    desired,
                    weak: *weak,
                    order: *order,
                    failure: *failure,
                }
            }
            InstKind::Call { dst, callee, args } => {
                return self.call(path, *dst, *callee, args, span);
            }
            InstKind::Spawn {
                dst, start, args, ..
            } => return self.spawn(path, *dst, *start, args, span),
            InstKind::VarArgs { dst } => {
                let dst = self.register(*dst);
                let ty = self.out.body.regs[dst.index()].ty;
                let (value, known) = self.var_args(&path.know, ty);
                path.know.set_register(dst, known);
                InstKind::Assign { dst, value }
            }
            InstKind::Live(slot) => {
                self.end_previous(&mut path, *slot, span);
                let slot = self.make_live(&mut path.know, *slot);
                InstKind::Live(slot)
            }
            InstKind::Dead(slot) => {
                let key = self.here().slots + slot.0;
                let Some(object) = path.know.slot(key) else {
                    return Ok(Some(path));
                };
                let (slot, _) = self.slot_object(&mut path.know, *slot);
                self.end_object(&mut path.know, object);
                if !self.is_single(SlotId(key - self.here().slots)) {
                    path.know.set_slot(key, None);
                }
                InstKind::Dead(slot)
            }
            InstKind::SelfId { dst } => {
                let dst = self.register(*dst);
                let number = u128::from(self.thread);
                path.know.set_register(dst, Value::Bits(number));
                let value = self.out.expr(ExprKind::Int(number), Types::I32);
                InstKind::Assign { dst, value }
            }
            InstKind::Finished { dst, thread } => {
                self.important += 1;
                let (thread, _) = self.operand(&mut path.know, *thread);
                let dst = self.register(*dst);
                path.know.set_register(dst, Value::Unknown);
                InstKind::Finished { dst, thread }
            }
            InstKind::WaitUntil(condition) => {
                let original = *condition;
                let (condition, known) = self.operand(&mut path.know, original);
                if known.truth() == Some(true) {
                    return Ok(Some(path));
                }
                self.important += 1;
                self.learn(&mut path.know, original, true);
                InstKind::WaitUntil(condition)
            }
            InstKind::Assume(condition) => {
                let original = *condition;
                self.important += 1;
                let (condition, known) = self.operand(&mut path.know, original);
                match known.truth() {
                    Some(true) => return Ok(Some(path)),
                    Some(false) => {
                        self.emit(&path, InstKind::Assume(condition), span);
                        self.finish(path, Terminator::Unreachable, span);
                        return Ok(None);
                    }
                    None => {
                        self.learn(&mut path.know, original, true);
                        InstKind::Assume(condition)
                    }
                }
            }
            InstKind::Assert {
                condition,
                property,
                message,
                detail,
            } => {
                let original = *condition;
                let (condition, known) = self.operand(&mut path.know, original);
                if known.truth() == Some(true) {
                    return Ok(Some(path));
                }
                self.important += 1;
                let detail = detail.map(|detail| self.operand(&mut path.know, detail).0);
                let kind = InstKind::Assert {
                    condition,
                    property: *property,
                    message: message.clone(),
                    detail,
                };
                if known.truth() == Some(false) {
                    self.emit(&path, kind, span);
                    self.finish(path, Terminator::Unreachable, span);
                    return Ok(None);
                }
                self.learn(&mut path.know, original, true);
                kind
            }
            InstKind::Nondet { dst } => {
                let dst = self.register(*dst);
                path.know.set_register(dst, Value::Unknown);
                InstKind::Nondet { dst }
            }
            InstKind::Alloc {
                dst,
                size,
                align,
                storage,
            } => {
                let (size, known_size) = self.operand(&mut path.know, *size);
                let (align, _) = self.operand(&mut path.know, *align);
                let dst = self.register(*dst);
                let site = Object::Alloc {
                    function: self.here().function,
                    block,
                    index: index as u32,
                };
                let bytes = match known_size {
                    Value::Bits(bytes) => u64::try_from(bytes).ok(),
                    _ => None,
                };
                self.important += 1;
                let stack_of = (*storage == Storage::Stack).then_some(self.thread);
                let object = self.bounder.objects.allocated(site, bytes, stack_of);
                let pointer = Value::Pointer { object, offset: 0 };
                path.know.set_register(dst, pointer);
                path.know.set_live(object, true);
                let mut kind = InstKind::Alloc {
                    dst,
                    size,
                    align,
                    storage: *storage,
                };
                if *storage == Storage::Stack {
                    kind = self.on_the_stack(&mut path, kind, object, span);
                }
                kind
            }
            InstKind::Free {
                pointer,
                storage,
                is_unheld,
            } => {
                self.important += 1;
                let original = *pointer;
                let (pointer, known) = self.operand(&mut path.know, original);
                match known {
                    Value::Pointer { object, .. } => self.end_object(&mut path.know, object),
                    Value::Bits(0) => {}
                    _ => self.end_unknown(&mut path.know, original),
                }
                InstKind::Free {
                    pointer,
                    storage: *storage,
                    is_unheld: *is_unheld,
                }
            }
            InstKind::ObjectSize { dst, pointer } => {
                let (pointer, known) = self.operand(&mut path.know, *pointer);
                let dst = self.register(*dst);
                let size = match known {
                    Value::Pointer { object, .. } if self.stays_live(&path.know, object) => {
                        self.bounder.objects.info(object).size
                    }
                    _ => None,
                };
                let known = size.map_or(Value::Unknown, |size| Value::Bits(u128::from(size)));
                path.know.set_register(dst, known);
                let ty = self.out.body.regs[dst.index()].ty;
                match self.constant(&path.know, known, ty) {
                    Some(value) => InstKind::Assign { dst, value },
                    None => {
                        self.important += 1;
                        InstKind::ObjectSize { dst, pointer }
                    }
                }
            }
            InstKind::Output { stream, byte } => {
                let (stream, _) = self.operand(&mut path.know, *stream);
                let (byte, _) = self.operand(&mut path.know, *byte);
                InstKind::Output { stream, byte }
            }
            InstKind::Hold(lock) => InstKind::Hold(self.operand(&mut path.know, *lock).0),
            InstKind::Release(lock) => InstKind::Release(self.operand(&mut path.know, *lock).0),
            InstKind::AtomicBegin | InstKind::AtomicEnd => {
                self.important += usize::from(!self.closes_its_sections());
                inst.kind.clone()
            }
            InstKind::Fence(_) => inst.kind.clone(),
            InstKind::Unsupported(what) => {
                self.unsupported(path, what.clone(), span);
                return Ok(None);
            }
        };
        // Instructions whose result is known already may have become assignments.
        self.emit(&path, kind, span);
        if fails {
            self.important += 1;
            self.finish(path, Terminator::Unreachable, span);
            return Ok(None);
        }
        Ok(Some(path))
    }

    /// Whether an access to a place of the current function is certain to fail.
    fn is_nowhere(&self, place: PlaceId, location: Location) -> bool {
        let size = self.types().size_of(self.body().place(place).ty);
        location == Location::Nowhere && size.is_some_and(|size| size > 0)
    }

    /// Ends a path with something that cannot be modelled.
    pub fn unsupported(&mut self, path: Path, what: String, span: Span) {
        self.important += 1;
        self.emit(&path, InstKind::Unsupported(what), span);
        self.finish(path, Terminator::Unreachable, span);
    }

    /// Ends a path with an assertion that fails.
    pub fn fail(&mut self, path: Path, property: Property, message: String, span: Span) {
        let condition = self.out.expr(ExprKind::Int(0), Types::BOOL);
        let kind = InstKind::Assert {
            condition,
            property,
            message,
            detail: None,
        };
        self.important += usize::from(property != Property::Unwinding);
        self.emit(&path, kind, span);
        self.finish(path, Terminator::Unreachable, span);
    }

    /// The thread's slot for one of the current function, and its object, which is made if there is none.
    pub fn slot_object(&mut self, know: &mut Knowledge, slot: SlotId) -> (SlotId, ObjectId) {
        let key = self.here().slots + slot.0;
        if let Some(object) = know.slot(key)
            && let super::objects::ObjectName::Slot { slot, .. } =
                self.bounder.objects.info(object).name
        {
            return (slot, object);
        }
        let (residual, object) = self.new_slot(slot);
        know.set_slot(key, Some(object));
        (residual, object)
    }

    fn new_slot(&mut self, slot: SlotId) -> (SlotId, ObjectId) {
        let declaration = self.body().slots[slot.index()].clone();
        let size = self.types().size_of(declaration.ty).unwrap_or(0);
        let residual = self.out.slot(declaration);
        let owner = (self.here().function, slot);
        let object = (self.bounder.objects).slot(owner, self.thread, residual, size);
        (residual, object)
    }

    /// Passing a declaration again, without having left its block, ends what it declared before.
    fn end_previous(&mut self, path: &mut Path, slot: SlotId, span: Span) {
        let key = self.here().slots + slot.0;
        if let Some(old) = path.know.slot(key)
            && !self.is_single(slot)
        {
            let (slot, _) = self.slot_object(&mut path.know, slot);
            self.emit(path, InstKind::Dead(slot), span);
            self.end_object(&mut path.know, old);
        }
    }

    /// A declaration is passed: the slot is a new object from now on.
    fn make_live(&mut self, know: &mut Knowledge, slot: SlotId) -> SlotId {
        let key = self.here().slots + slot.0;
        let (residual, object) = match self.is_single(slot) {
            true => {
                let found = self.slot_object(know, slot);
                self.end_object(know, found.1);
                found
            }
            false => self.new_slot(slot),
        };
        know.set_slot(key, Some(object));
        know.set_live(object, true);
        residual
    }

    /// Whether a slot of the current function must stay one object for the whole activation.
    fn is_single(&self, slot: SlotId) -> bool {
        let function = self.here().function;
        self.bounder.single_slots.contains(&(function, slot))
    }

    pub fn end_object(&mut self, know: &mut Knowledge, object: ObjectId) {
        know.set_live(object, false);
        let size = self.bounder.objects.info(object).size.unwrap_or(u64::MAX);
        know.forget_range(&self.bounder.objects, object, 0, size);
    }

    /// Some object that this pointer may point to ends.
    fn end_unknown(&mut self, know: &mut Knowledge, pointer: unspool_ir::ExprId) {
        let function = self.here().function;
        for target in self.bounder.points_to.pointees(function, pointer) {
            if let Some(class) = self.bounder.objects.known_class(&target.object) {
                know.forget_class(&self.bounder.objects, class);
                for object in self.bounder.objects.of_class(class) {
                    know.set_live(object, false);
                }
            }
        }
    }

    /// Whether an object lives, and no other thread can end it.
    fn stays_live(&self, know: &Knowledge, object: ObjectId) -> bool {
        use super::objects::ObjectName::{Allocated, Global, Slot, ThreadLocal};
        match self.bounder.objects.info(object).name {
            Global(_) => true,
            ThreadLocal { thread, .. } => thread == self.thread,
            Slot { .. } | Allocated { .. } => {
                know.is_live(object)
                    && self.is_own(know, object, 0, 1)
                    && !self.may_be_dead(Location::Inside(object))
            }
        }
    }

    /// Whether this is in an activation of another thread, which may have ended. What is in it may be known nevertheless: if
    /// the access is no error, it finds that.
    fn may_be_dead(&self, location: Location) -> bool {
        use super::objects::ObjectName::{Allocated, Global, Slot, ThreadLocal};
        let (Location::Exact { object, .. } | Location::Inside(object)) = location else {
            return true;
        };
        let owner = match self.bounder.objects.info(object).name {
            Slot { thread, .. } | ThreadLocal { thread, .. } => Some(thread),
            Allocated { stack_of } => stack_of,
            Global(_) => None,
        };
        owner.is_some_and(|owner| owner != self.thread)
    }

    /// Whether no other thread can have changed these bytes since this one last looked.
    fn is_own(&self, know: &Knowledge, object: ObjectId, offset: u64, size: u64) -> bool {
        let origin = self.bounder.objects.info(object).origin;
        let is_first = self.thread == 0;
        !know.parallel || !(self.bounder.writes).may_change(origin, offset, size, is_first)
    }

    pub fn load(&self, know: &Knowledge, location: Location, ty: TypeId) -> Value {
        let Location::Exact { object, offset } = location else {
            return Value::Unknown;
        };
        let Some(size) = self.types().is_scalar(ty).then(|| self.bytes_of_scalar(ty)) else {
            return Value::Unknown;
        };
        if !self.bounder.config.constants || !self.is_own(know, object, offset, size) {
            return Value::Unknown;
        }
        let value = know.load(&self.bounder.objects, object, offset, size);
        match value {
            // Only as many bits as the type has.
            Value::Bits(bits) => {
                let width = self.types().value_bits(ty);
                match bits & unspool_ir::arithmetic::mask(width) == bits {
                    true => value,
                    false if self.types().is_float(ty) => {
                        Value::Bits(bits & unspool_ir::arithmetic::mask(width))
                    }
                    false => Value::Unknown,
                }
            }
            Value::Pointer { .. } | Value::Function(_) | Value::OneOf(_) | Value::Nowhere => {
                match size == self.types().data_model.pointer_bytes() {
                    true => value,
                    false => Value::Unknown,
                }
            }
            Value::Unknown => Value::Unknown,
        }
    }

    /// As many as its value takes: the rest of a `long double` is padding, which is not touched.
    fn bytes_of_scalar(&self, ty: TypeId) -> u64 {
        let size = self.types().size_of(ty).unwrap_or(0);
        match self.types().is_float(ty) {
            true => size.min(u64::from(self.types().value_bits(ty).div_ceil(8))),
            false => size,
        }
    }

    /// `place` is the original one.
    pub fn store(
        &mut self,
        know: &mut Knowledge,
        place: PlaceId,
        location: Location,
        value: Value,
    ) {
        let ty = self.body().place(place).ty;
        let size = self.types().size_of(ty).unwrap_or(0);
        match location {
            Location::Exact { object, offset } => {
                let value = match self.types().is_scalar(ty) {
                    true => value,
                    false => Value::Unknown,
                };
                if self.types().is_scalar(ty) {
                    let size = self.bytes_of_scalar(ty);
                    know.store(&self.bounder.objects, object, offset, size, value);
                } else {
                    know.forget_range(&self.bounder.objects, object, offset, size);
                }
            }
            Location::Inside(object) => {
                let all = self.bounder.objects.info(object).size.unwrap_or(u64::MAX);
                know.forget_range(&self.bounder.objects, object, 0, all);
            }
            Location::Nowhere => {}
            Location::Unknown => {
                let function = self.here().function;
                for target in self.bounder.points_to.locations(function, place) {
                    if let Some(class) = self.bounder.objects.known_class(&target.object) {
                        know.forget_class(&self.bounder.objects, class);
                    }
                }
            }
        }
    }
}
