//! Instructions that touch memory or the lifetimes of objects.
//!
//! Each returns whether it was executed; false means that it is visible to other threads (it concerns an
//! object that they may know) and was left alone because only invisible instructions were allowed.

use std::rc::Rc;

use unspool_ir::{BinaryOp, InstKind, MemoryOrder, Property, RmwOp, SlotId, Span, Storage};

use crate::access::Resolved;
use crate::address_space::{RED_ZONE, align_up};
use crate::code::{
    AnySource, CompiledFunction, CompiledInst, CompiledKind, CompiledProgram, PlaceCode, Source,
};
use crate::eval::binary;
use crate::event::{AccessEvent, Event, Written};
use crate::execute::{evaluator, set};
use crate::held_locks::surroundings;
use crate::input::{InputSource, Purpose, Request};
use crate::integer;
use crate::location::MemoryPlace;
use crate::machine::Machine;
use crate::memory::NewObject;
use crate::object::{Allowed, ObjectKind};
use crate::outcome::MemoryErrorKind;
use crate::thread::Thread;
use crate::trap::{IndeterminateBytes, Trap};
use crate::value::{Provenance, Repr, Scalar, Value, mask};

type Executed = bool;

impl Machine<'_> {
    #[inline]
    pub(crate) fn load(
        &mut self,
        code: &CompiledProgram,
        function: &CompiledFunction,
        thread: &mut Thread,
        allow_visible: bool,
        (dst, place, order): (u32, PlaceCode, Option<MemoryOrder>),
        inst: &CompiledInst,
    ) -> Result<Executed, Trap> {
        if place.is_global && !allow_visible {
            return Ok(false);
        }
        let pointer = evaluator(code, function, thread, &self.memory)
            .source(place.address, &mut self.stack)?;
        let at = self.resolve(thread.id, pointer, place.size, false)?;
        if at.shared && !allow_visible {
            return Ok(false);
        }
        let mut found = None;
        let value = if place.repr == Repr::Aggregate {
            let content = self.memory.get(at.object).map(|object| {
                object
                    .content
                    .slice(at.offset as usize, place.size as usize)
            });
            Value::Aggregate(Rc::new(content.unwrap_or_default()))
        } else {
            let scalar = self.read(code, at, place)?;
            found = Some(scalar);
            Value::Scalar(scalar)
        };
        set(thread, dst, value);
        if self.record.has_effects() {
            self.trace_read(thread, inst.span, (at, place), found);
        }
        self.note_access(thread, at, place.size, (true, false), order, inst.span);
        Ok(true)
    }

    #[inline]
    pub(crate) fn store(
        &mut self,
        code: &CompiledProgram,
        function: &CompiledFunction,
        thread: &mut Thread,
        allow_visible: bool,
        (place, value, order): (PlaceCode, &AnySource, Option<MemoryOrder>),
        inst: &CompiledInst,
    ) -> Result<Executed, Trap> {
        if place.is_global && !allow_visible {
            return Ok(false);
        }
        let evaluator = evaluator(code, function, thread, &self.memory);
        let pointer = evaluator.source(place.address, &mut self.stack)?;
        match value {
            AnySource::Scalar(value) => {
                let value = evaluator.source(*value, &mut self.stack)?;
                let at = self.resolve(thread.id, pointer, place.size, true)?;
                if at.shared && !allow_visible {
                    return Ok(false);
                }
                if self.record.has_effects() {
                    let before = self.read(code, at, place).ok();
                    self.trace_write(thread, inst.span, (at, place), before, Some(value));
                }
                let before = self.record_events.then(|| self.read(code, at, place).ok());
                self.write(code, at, place, value);
                self.note_access(thread, at, place.size, (false, true), order, inst.span);
                if let (Some(before), Some(Event::Access(event))) = (before, self.events.last_mut())
                {
                    event.written = Some(Written {
                        bits: value.bits,
                        before: before.map(|before| before.bits),
                    });
                }
            }
            AnySource::Aggregate(value) => {
                let content = evaluator.aggregate(value, &mut self.stack)?;
                let size = content.len() as u64;
                let at = self.resolve(thread.id, pointer, size, true)?;
                if at.shared && !allow_visible {
                    return Ok(false);
                }
                if self.record.has_effects() {
                    self.trace_write(thread, inst.span, (at, place), None, None);
                }
                if let Some(object) = self.memory.get_mut(at.object) {
                    object.content.paste(at.offset as usize, &content);
                }
                for provenance in content.provenances().unwrap_or_default() {
                    if provenance.is_some() {
                        self.memory.pointer_stored(provenance.object(), at.shared);
                    }
                }
                self.note_access(thread, at, size, (false, true), order, inst.span);
            }
        }
        Ok(true)
    }

    pub(crate) fn read_modify_write(
        &mut self,
        code: &CompiledProgram,
        function: &CompiledFunction,
        thread: &mut Thread,
        allow_visible: bool,
        inst: &CompiledInst,
    ) -> Result<Executed, Trap> {
        let CompiledKind::Rmw {
            op,
            dst,
            place,
            value,
            order,
        } = inst.kind
        else {
            return Ok(true);
        };
        let found = self.resolve_update(code, function, thread, allow_visible, place, [value])?;
        let Some((at, [value])) = found else {
            return Ok(false);
        };
        let old = self.read(code, at, place)?;
        let arithmetic = |op| binary(op, place.repr, old, value);
        let new = match op {
            RmwOp::Exchange => value,
            RmwOp::Add => arithmetic(BinaryOp::Add)?,
            RmwOp::Sub => arithmetic(BinaryOp::Sub)?,
            RmwOp::And => arithmetic(BinaryOp::And)?,
            RmwOp::Or => arithmetic(BinaryOp::Or)?,
            RmwOp::Xor => arithmetic(BinaryOp::Xor)?,
            RmwOp::Nand => Scalar::plain(integer::unary(
                unspool_ir::UnaryOp::Complement,
                place.repr.bits(),
                old.bits & value.bits,
            )),
        };
        if self.record.has_effects() {
            self.trace_update(thread, inst.span, (at, place), old, Some(new));
        }
        self.write(code, at, place, new);
        set(thread, dst, Value::Scalar(old));
        self.note_access(thread, at, place.size, (true, true), Some(order), inst.span);
        Ok(true)
    }

    pub(crate) fn compare_exchange(
        &mut self,
        code: &CompiledProgram,
        function: &CompiledFunction,
        thread: &mut Thread,
        allow_visible: bool,
        inst: &CompiledInst,
        source: &mut dyn InputSource,
    ) -> Result<Executed, Trap> {
        let CompiledKind::CompareExchange {
            ok,
            old,
            place,
            expected,
            desired,
            weak,
            order,
            failure,
        } = inst.kind
        else {
            return Ok(true);
        };
        let operands = [expected, desired];
        let found = self.resolve_update(code, function, thread, allow_visible, place, operands)?;
        let Some((at, [expected, desired])) = found else {
            return Ok(false);
        };
        let found = self.read(code, at, place)?;
        let mut success = found.bits == expected.bits;
        if success && weak {
            let what = (Purpose::SpuriousFailure, None);
            success = self.draw(thread, Request::SpuriousFailure, what, source) == 0;
        }
        if self.record.has_effects() {
            let new = success.then_some(desired);
            self.trace_update(thread, inst.span, (at, place), found, new);
        }
        if success {
            self.write(code, at, place, desired);
        }
        set(thread, old, Value::Scalar(found));
        set(
            thread,
            ok,
            Value::Scalar(Scalar::plain(u128::from(success))),
        );
        let touched = (true, success);
        let order = if success { order } else { failure };
        self.note_access(thread, at, place.size, touched, Some(order), inst.span);
        Ok(true)
    }

    /// Where an atomic update takes place, and its operands; None if it is visible and must not be made.
    fn resolve_update<const N: usize>(
        &mut self,
        code: &CompiledProgram,
        function: &CompiledFunction,
        thread: &Thread,
        allow_visible: bool,
        place: PlaceCode,
        operands: [Source; N],
    ) -> Result<Option<(Resolved, [Scalar; N])>, Trap> {
        if place.is_global && !allow_visible {
            return Ok(None);
        }
        let evaluator = evaluator(code, function, thread, &self.memory);
        let pointer = evaluator.source(place.address, &mut self.stack)?;
        let mut values = [Scalar::ZERO; N];
        for (value, operand) in values.iter_mut().zip(operands) {
            *value = evaluator.source(operand, &mut self.stack)?;
        }
        let at = self.resolve(thread.id, pointer, place.size, true)?;
        Ok((!at.shared || allow_visible).then_some((at, values)))
    }

    pub(crate) fn allocate(
        &mut self,
        code: &CompiledProgram,
        function: &CompiledFunction,
        thread: &mut Thread,
        inst: &CompiledInst,
    ) -> Result<(), Trap> {
        let CompiledKind::Alloc {
            dst,
            size,
            align,
            storage,
        } = inst.kind
        else {
            return Ok(());
        };
        let evaluator = evaluator(code, function, thread, &self.memory);
        let size = evaluator.source(size, &mut self.stack)?;
        let size = u64::try_from(size.bits).unwrap_or(u64::MAX);
        let align = evaluator.source(align, &mut self.stack)?.bits;
        let align = match u64::try_from(align) {
            Ok(align) if align.is_power_of_two() => align,
            _ => {
                let text = format!("an allocation aligned to {align}, which is no power of two");
                return Err(Trap::Unsupported(text));
            }
        };
        let mut new = NewObject {
            base: 0,
            size,
            kind: ObjectKind::Heap,
            thread: thread.id,
            access: Allowed::ReadWrite,
            shared: !self.config.skip_private_steps,
            indeterminate: self.indeterminate(),
            span: self.reported_span(thread, inst.span),
        };
        let (provenance, base) = match storage {
            Storage::Heap => self.memory.create_on_heap(thread.id, align, new)?,
            Storage::Stack => {
                let Some(frame) = thread.frames.last_mut() else {
                    return Ok(());
                };
                let top = align_up(frame.stack_top, align)
                    .and_then(|base| base.checked_add(size)?.checked_add(RED_ZONE));
                let (start, limit) = self.memory.space.stack_of(thread.id);
                let limit = limit.min(self.config.stack_bytes);
                let Some(top) = top.filter(|&top| top - start <= limit) else {
                    return Err(MemoryErrorKind::StackOverflow.into());
                };
                new.kind = ObjectKind::Stack;
                new.base = top - RED_ZONE - size;
                let base = new.base;
                let provenance = self.memory.create(new)?;
                frame.stack_top = top;
                thread.dynamic.push(provenance);
                (provenance, base)
            }
        };
        let value = Scalar {
            bits: u128::from(base),
            provenance,
        };
        set(thread, dst, Value::Scalar(value));
        Ok(())
    }

    pub(crate) fn free(
        &mut self,
        thread: &mut Thread,
        pointer: Scalar,
        (storage, is_unheld): (Storage, bool),
        allow_visible: bool,
        span: Span,
    ) -> Result<Executed, Trap> {
        if pointer.bits == 0 {
            return Ok(true);
        }
        let invalid = |what: String| Trap::from(MemoryErrorKind::InvalidFree { what });
        let provenance = match self.object_of(thread.id, pointer) {
            Ok(provenance) => provenance,
            Err(Trap::Memory(kind)) => {
                return Err(match *kind {
                    MemoryErrorKind::UseAfterFree { object } => {
                        MemoryErrorKind::DoubleFree { object }.into()
                    }
                    MemoryErrorKind::DeadLocal { object } => invalid(object),
                    _ => invalid(format!("a pointer to no object ({:#x})", pointer.bits)),
                });
            }
            Err(trap) => return Err(trap),
        };
        let Some(object) = self.memory.get(provenance) else {
            return Ok(true);
        };
        let expected = match storage {
            Storage::Heap => ObjectKind::Heap,
            Storage::Stack => ObjectKind::Stack,
        };
        if object.kind != expected {
            return Err(invalid(object.describe(self.program)));
        }
        if u128::from(object.base) != pointer.bits {
            return Err(invalid(format!(
                "a pointer into the middle of {}",
                object.describe(self.program)
            )));
        }
        let own = thread
            .frames
            .last()
            .map_or(0, |frame| frame.dynamic as usize);
        let position = thread.dynamic[own..]
            .iter()
            .position(|&other| other == provenance);
        if storage == Storage::Stack && position.is_none() {
            return Err(invalid(format!(
                "{} by another function than the one that made it",
                object.describe(self.program)
            )));
        }
        if object.shared && !allow_visible {
            return Ok(false);
        }
        let (base, size, shared) = (object.base, object.size(), object.shared);
        if self.record_events {
            let span = self.reported_span(thread, span);
            let frees = storage == Storage::Heap;
            self.note_end(thread, provenance, (size, shared, frees), span);
        }
        // If it races, that comes first.
        if is_unheld && let Some(lock) = self.lock_held_in(thread, base, size) {
            self.freed_lock = Some(lock);
            let message = InstKind::FREE_OF_HELD.into();
            return Err(Trap::AssertionFailed(Property::LockMisuse, message));
        }
        self.memory.end(provenance);
        if let Some(position) = position {
            thread.dynamic.remove(own + position);
            if let Some(frame) = thread.frames.last_mut()
                && frame.stack_top == base + size + RED_ZONE
            {
                frame.stack_top = base;
            }
        }
        Ok(true)
    }

    pub(crate) fn make_live(
        &mut self,
        function: &CompiledFunction,
        thread: &mut Thread,
        slot: u32,
        allow_visible: bool,
        span: Span,
    ) -> Result<Executed, Trap> {
        if !self.make_dead(thread, slot, allow_visible, span) {
            return Ok(false);
        }
        let Some(frame) = thread.frames.last() else {
            return Ok(true);
        };
        let layout = function.slots[slot as usize];
        let provenance = self.memory.create(NewObject {
            base: frame.stack_base + layout.offset,
            size: layout.size,
            kind: ObjectKind::Slot {
                function: function.id,
                slot: SlotId(slot),
                owner: layout.owner,
            },
            thread: thread.id,
            access: Allowed::ReadWrite,
            shared: !self.config.skip_private_steps,
            indeterminate: self.indeterminate(),
            span: layout.span,
        })?;
        thread.slots[(frame.slots + slot) as usize] = provenance;
        Ok(true)
    }

    pub(crate) fn make_dead(
        &mut self,
        thread: &mut Thread,
        slot: u32,
        allow_visible: bool,
        span: Span,
    ) -> Executed {
        let Some(frame) = thread.frames.last() else {
            return true;
        };
        let index = (frame.slots + slot) as usize;
        let provenance = thread.slots[index];
        let Some(object) = self.memory.get(provenance) else {
            return true;
        };
        let (size, shared) = (object.size(), object.shared);
        if shared && !allow_visible {
            return false;
        }
        if self.record_events {
            let span = self.reported_span(thread, span);
            self.note_end(thread, provenance, (size, shared, false), span);
        }
        self.memory.end(provenance);
        thread.slots[index] = Provenance::NONE;
        true
    }

    /// Records the end of an object, which conflicts with every access to it. The span is the reported one.
    pub(crate) fn note_end(
        &mut self,
        thread: &mut Thread,
        object: Provenance,
        (size, shared, frees): (u64, bool, bool),
        span: Span,
    ) {
        if shared {
            self.events.push(Event::Access(AccessEvent {
                object,
                offset: 0,
                size,
                is_write: true,
                is_read: false,
                order: None,
                in_section: thread.atomic_depth > 0,
                ends: true,
                frees,
                written: None,
                shared,
                span,
                position: thread.frames.last().map_or(0, |frame| frame.position),
                surroundings: surroundings(thread),
            }));
        }
    }

    /// Gives indeterminate bytes values: one input for a scalar none of whose bytes is set, else one each.
    pub(crate) fn draw_bytes(
        &mut self,
        thread: &Thread,
        bytes: &IndeterminateBytes,
        source: &mut dyn InputSource,
    ) {
        let (offset, size) = (bytes.offset as usize, bytes.size as usize);
        let Some(object) = self.memory.get(bytes.provenance) else {
            return;
        };
        let missing = object.content.indeterminate_in(offset, size);
        let pointer_bytes = self.program.types.data_model.pointer_bytes() as usize;
        let purpose = Purpose::Memory(MemoryPlace {
            object: bytes.provenance,
            offset: bytes.offset,
            size: bytes.size,
        });
        if missing.len() == size && bytes.repr.is_scalar() {
            let request = Request::Value(bytes.repr);
            let bits = self.draw(thread, request, (purpose, None), source);
            if let Some(object) = self.memory.get_mut(bytes.provenance) {
                let value = Scalar::plain(bits);
                object
                    .content
                    .write_scalar(offset, size, value, pointer_bytes);
            }
            return;
        }
        for at in missing {
            let byte = Repr::Int {
                bits: 8,
                signed: false,
            };
            let part = (purpose, Some((at - offset) as u64));
            let bits = self.draw(thread, Request::Value(byte), part, source);
            if let Some(object) = self.memory.get_mut(bytes.provenance) {
                object.content.write_bytes(at, &[bits as u8]);
            }
        }
    }

    #[inline]
    fn read(&self, code: &CompiledProgram, at: Resolved, place: PlaceCode) -> Result<Scalar, Trap> {
        let Some(object) = self.memory.get(at.object) else {
            return Ok(Scalar::ZERO);
        };
        let bits = place.repr.bits();
        let size = bits.div_ceil(8) as usize;
        if object.content.indeterminate().is_some()
            && !object
                .content
                .indeterminate_in(at.offset as usize, size)
                .is_empty()
        {
            return Err(Trap::Indeterminate(Box::new(IndeterminateBytes {
                provenance: at.object,
                offset: at.offset,
                size: size as u64,
                repr: place.repr,
            })));
        }
        let pointer_bytes = code.pointer_bits as usize / 8;
        let mut value = object
            .content
            .read_scalar(at.offset as usize, size, pointer_bytes);
        if place.repr == Repr::Bool {
            value = Scalar::plain(u128::from(value.bits != 0));
        }
        value.bits &= mask(bits);
        Ok(value)
    }

    #[inline]
    fn write(&mut self, code: &CompiledProgram, at: Resolved, place: PlaceCode, value: Scalar) {
        // Not the padding of an x87 number.
        let size = place.repr.bits().div_ceil(8) as usize;
        let pointer_bytes = code.pointer_bits as usize / 8;
        let offset = at.offset as usize;
        self.memory
            .write_scalar(at.object, offset, size, value, pointer_bytes);
        if value.provenance.is_some() {
            self.memory
                .pointer_stored(value.provenance.object(), at.shared);
        }
    }
}
