//! Objects that begin and end: declarations, allocations, and how large something is.
//!
//! An object that ends gets a flag, if anybody can notice; the flag is shared memory like any other. What an object contains at the start was guessed then
//! ([`super::variables`]), so only further declarations of the same variable have something to do.

use unspool_ir::{BinaryOp, ExprId, ExprKind, InstKind, RegId, SlotId, Span, Storage, Types};
use unspool_passes::accesses::{Memory, allocated, own_objects};

use crate::lasting_locals;

use super::events::Event;
use super::places::Spot;
use super::survey::pointed_objects;
use super::thread::{Simulation, constant};
use super::{Eager, Stop};

impl<S: Eager> Simulation<'_, '_, '_, S> {
    pub fn live(&mut self, (block, index): Stop, slot: SlotId, span: Span) {
        let Some((number, variable)) = self.making.variables.of(self.slot(slot)) else {
            self.writer.put(InstKind::Live(slot), span);
            if !lasting_locals::is_overwritten(self.text.body, block, index, slot) {
                self.any_contents(slot, span);
            }
            return;
        };
        if !variable.is_redeclared {
            return;
        }
        let parts = variable.parts.clone();
        self.set_ended(number, None, false, span);
        for part in parts {
            let dst = self.writer.register("", part.ty);
            self.writer.put(InstKind::Nondet { dst }, span);
            let value = self.writer.read(dst);
            let spot = Spot::of_part(number, &part);
            self.write_spots(None, &[spot], (value, part.ty), span);
        }
    }

    /// Of a local variable of the simulation; those of others are guessed at the start.
    pub fn any_contents(&mut self, slot: SlotId, span: Span) {
        if self.making.variables.of(self.slot(slot)).is_some() {
            return;
        }
        let ty = self.text.body.slots[slot.index()].ty;
        let place = self.writer.place(unspool_ir::PlaceKind::Slot(slot), ty);
        let variable = (self.text.number, slot);
        (self.making.maker).any_contents(&mut self.writer, place, variable, span);
    }

    pub fn dead(&mut self, slot: SlotId, span: Span) {
        match self.making.variables.of(self.slot(slot)) {
            Some((number, _)) => self.set_ended(number, None, true, span),
            None => self.writer.put(InstKind::Dead(slot), span),
        }
    }

    /// The thread ends, and with it what is on its stack.
    pub fn end_own_objects(&mut self, span: Span) {
        let bounded = self.making.maker.bounded;
        for memory in own_objects(bounded, self.thread as u32, self.text) {
            if let Some((number, _)) = self.making.variables.of(memory) {
                self.set_ended(number, None, true, span);
            }
        }
    }

    fn set_ended(&mut self, number: usize, condition: Option<ExprId>, ended: bool, span: Span) {
        if let Some(flag) = self.variable(number).ended {
            self.set_flag(flag, condition, ended, span);
        }
    }

    /// None if nobody would notice.
    pub fn is_alive(&mut self, number: usize) -> Option<ExprId> {
        let flag = self.variable(number).ended?;
        let ended = self.read_flag(flag, Span::NONE);
        Some(self.writer.not(ended))
    }

    pub fn allocate(
        &mut self,
        (block, index): Stop,
        dst: RegId,
        size: ExprId,
        align: ExprId,
        span: Span,
    ) -> Option<()> {
        let align = constant(self.text.body, align).and_then(|align| u64::try_from(align).ok());
        if !align.is_some_and(u64::is_power_of_two) {
            let what =
                "an allocation of an alignment that is not a constant power of two".to_string();
            self.record(Event::Unsupported(what), span);
            return None;
        }
        let memory = Memory::Object(allocated(self.text.function, block, index));
        let (number, variable) = self.making.variables.of(memory)?;
        if let Some(guessed) = variable.size {
            let (size, word) = (self.expr(size), self.word());
            let size = match self.writer.body.expr(size).ty == word {
                true => size,
                false => self.writer.body.add_expr(ExprKind::Convert(size), word),
            };
            let room = self.variable(number).room;
            let most = self.writer.constant(room.into(), word);
            let fits = self.writer.compare(BinaryOp::Le, size, most);
            let what =
                format!("an allocation of a size that is not constant and above {room} bytes");
            self.record_unless(fits, Event::Unsupported(what), span);
            let guessed = self.global(guessed);
            let guessed = self.writer.load(guessed, span);
            let is_right = self.writer.compare(BinaryOp::Eq, guessed, size);
            self.writer.put(InstKind::Assume(is_right), span);
        }
        let address = self.address_of(number, 0);
        let ty = self.text.body.regs[dst.index()].ty;
        let address = self.writer.body.add_expr(ExprKind::Convert(address), ty);
        self.assign(dst, address, span);
        Some(())
    }

    pub fn free(&mut self, pointer: ExprId, storage: Storage, span: Span) {
        let (objects, address) = self.pointed(pointer);
        let ty = self.writer.body.expr(address).ty;
        let null = self.writer.constant(0, ty);
        let mut valid = vec![self.writer.compare(BinaryOp::Eq, address, null)];
        let mut ended = Vec::new();
        for number in objects {
            if self.variable(number).storage != Some(storage) {
                continue;
            }
            let start = self.address_of(number, 0);
            let is_here = self.writer.compare(BinaryOp::Eq, address, start);
            let conditions = [is_here].into_iter().chain(self.is_alive(number)).collect();
            valid.push(self.all(conditions));
            ended.push((number, is_here));
        }
        self.must_be_known(pointer, &valid, span);
        let is_valid = self.any(valid);
        self.writer.put(InstKind::Assume(is_valid), span);
        for (number, is_here) in ended {
            self.set_ended(number, Some(is_here), true, span);
        }
    }

    pub fn object_size(&mut self, dst: RegId, pointer: ExprId, span: Span) {
        let (objects, address) = self.pointed(pointer);
        let (word, ty) = (self.word(), self.text.body.regs[dst.index()].ty);
        let mut size = self.writer.constant(0, word);
        let mut valid = Vec::new();
        for number in objects {
            let start = self.address_of(number, 0);
            let distance = self.distance(start, address);
            let room = self.variable(number).room;
            let room = self.writer.constant(room.into(), word);
            let is_here = self.writer.compare(BinaryOp::Le, distance, room);
            let here = match self.variable(number).size {
                None => room,
                Some(guessed) => {
                    let guessed = self.global(guessed);
                    self.writer.load(guessed, span)
                }
            };
            let conditions = [is_here].into_iter().chain(self.is_alive(number)).collect();
            valid.push(self.all(conditions));
            size = self.select(is_here, here, size, word);
        }
        self.must_be_known(pointer, &valid, span);
        let is_valid = self.any(valid);
        self.writer.put(InstKind::Assume(is_valid), span);
        let size = match ty == word {
            true => size,
            false => self.writer.body.add_expr(ExprKind::Convert(size), ty),
        };
        self.assign(dst, size, span);
    }

    /// Where a pointer that was made of a number leads is not known, unless one of the conditions holds.
    fn must_be_known(&mut self, pointer: ExprId, known: &[ExprId], span: Span) {
        let bounded = self.making.maker.bounded;
        if (self.making.made).is_made(bounded, self.thread, self.text.body, pointer) {
            let is_known = self.any(known.to_vec());
            let what =
                "a pointer that was made of a number in a way that is not followed".to_string();
            self.record_unless(is_known, Event::Unsupported(what), span);
        }
    }

    /// The variables into which a pointer may point, and the pointer as one to bytes.
    fn pointed(&mut self, pointer: ExprId) -> (Vec<usize>, ExprId) {
        let bounded = self.making.maker.bounded;
        let threads = self.making.maker.numbers.len() as u32;
        let points_to = &self.making.points_to;
        let objects = pointed_objects(bounded, points_to, threads, self.text, pointer);
        let variables = objects.into_iter();
        let variables = variables.filter_map(|memory| self.making.variables.of(memory));
        let numbers = variables.map(|(number, _)| number).collect();
        let bytes = self.making.maker.program.types.pointer_to(Types::U8);
        let pointer = self.expr(pointer);
        let address = self.writer.body.add_expr(ExprKind::Convert(pointer), bytes);
        (numbers, address)
    }
}
