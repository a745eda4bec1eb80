//! The unwinding: the guessed writes, and what memory contains behind each of them.
//!
//! Location 0 is none; the bytes of all variables that threads share have numbers behind it. A write of which nobody is the writer changes nothing, and only such writes stand behind it.

use rustc_hash::FxHashMap;
use unspool_ir::{BinaryOp, ExprId, GlobalId, InstKind, Span, TypeId, Types};

use crate::counters::{bits_for, smallest_type};
use crate::eager::Groundwork;
use crate::eager::clock::Clock;
use crate::eager::driver::Driver;
use crate::eager::places::part_of;
use crate::eager::thread::Simulation;
use crate::eager::writes::Writes;
use crate::guesses::Guess;
use crate::notes::{AdditionKind, Counter};

/// All lists of writes have the first one at 0.
pub struct Unwinding {
    pub writers: Vec<GlobalId>,
    pub locations: Vec<GlobalId>,
    /// Whether the next write belongs to the same step. None if no step has more than one.
    pub joined: Vec<GlobalId>,
    /// By thread and position: the next write of the thread.
    pub ahead: Vec<Vec<GlobalId>>,
    /// By number of the variable: the number of its first byte.
    pub starts: Vec<u64>,
    pub location_type: TypeId,
    pub plan: Writes,
}

impl Unwinding {
    pub fn add(
        groundwork: &mut Groundwork<'_>,
        clock: Clock,
        length: u32,
        plan: Writes,
    ) -> Unwinding {
        let threads = groundwork.texts.len() as u32;
        let mut starts = Vec::new();
        let mut bytes = 1u64;
        for variable in &groundwork.variables.list {
            starts.push(bytes);
            if variable.parts.iter().any(|part| part.is_shared) {
                bytes = bytes.saturating_add(variable.room.max(1));
            }
        }
        let last = u32::try_from(bytes).unwrap_or(u32::MAX);
        let location_type = groundwork.smallest(last);
        let mut unwinding = Unwinding {
            writers: Vec::new(),
            locations: Vec::new(),
            joined: Vec::new(),
            ahead: Vec::new(),
            starts,
            location_type,
            plan,
        };
        let writer = groundwork.smallest(threads);
        for write in 1..=length {
            let name = format!("writer.{write}");
            (unwinding.writers).push(groundwork.counter(&name, writer, bits_for(threads)));
            let name = format!("location.{write}");
            (unwinding.locations).push(groundwork.counter(&name, location_type, bits_for(last)));
            if write < length && !unwinding.plan.further.is_empty() {
                let name = format!("joined.{write}");
                let joined = groundwork.maker.variable(&name, Types::BOOL, 1, Span::NONE);
                unwinding.joined.push(joined);
            }
        }
        for text in groundwork.texts {
            let positions = (0..=length).map(|at| {
                let name = format!("ahead.{}.{at}", text.number);
                groundwork.counter(&name, clock.ty, clock.bits)
            });
            let positions = positions.collect();
            unwinding.ahead.push(positions);
        }
        unwinding
    }

    fn length(&self) -> usize {
        self.writers.len()
    }
}

impl Groundwork<'_> {
    fn smallest(&self, most: u32) -> TypeId {
        match self.asked.minimal_counters {
            true => smallest_type(most),
            false => Types::U32,
        }
    }

    /// A variable for numbers of so many bits.
    fn counter(&mut self, name: &str, ty: TypeId, bits: u32) -> GlobalId {
        let align = self.maker.program.types.align_of(ty);
        let variable = self.maker.variable(name, ty, align, Span::NONE);
        if self.asked.minimal_counters {
            self.maker.counters.push((Counter::Global(variable), bits));
        }
        variable
    }
}

impl Driver<'_, '_, Unwinding> {
    /// Who makes which write, and where; and by that, where each thread's next one is.
    pub(super) fn guess_writes(&mut self) {
        self.note("the writes to shared memory are guessed: by whom and where");
        let length = self.making.schema.length();
        let nobody = self.making.maker.numbers.len() as u128;
        let mut writers: Vec<ExprId> = Vec::new();
        for at in 0..length {
            let write = at as u32 + 1;
            let variable = self.making.schema.writers[at];
            let name = self.making.maker.guess("by", Guess::Writer { write });
            let place = self.global(variable);
            self.guess_at(&name, place, None);
            let writer = self.get(variable);
            let ty = self.writer.body.expr(writer).ty;
            let nobody = self.writer.constant(nobody, ty);
            let is_known = self.writer.compare(BinaryOp::Le, writer, nobody);
            self.assume(is_known);
            let location = self.making.schema.locations[at];
            let place = self.global(location);
            self.guess_at("", place, None);
            let location = self.get(location);
            let none = self.writer.constant(0, self.making.schema.location_type);
            let is_none = self.writer.compare(BinaryOp::Eq, location, none);
            let is_nobody = self.writer.compare(BinaryOp::Eq, writer, nobody);
            // Somebody's write is of something, since whoever makes it says of what.
            let is_made = self.writer.not(is_nobody);
            let is_right = self.writer.either(is_made, is_none);
            self.assume(is_right);
            if let Some(&before) = writers.last() {
                let was_made = self.writer.compare(BinaryOp::Ne, before, nobody);
                let is_in_order = self.writer.either(was_made, is_nobody);
                self.assume(is_in_order);
            }
            writers.push(writer);
        }
        for at in 0..self.making.schema.joined.len() {
            let joined = self.making.schema.joined[at];
            let place = self.global(joined);
            self.guess_at("", place, None);
            let is_joined = self.get(joined);
            let is_apart = self.writer.not(is_joined);
            let is_same = (self.writer).compare(BinaryOp::Eq, writers[at], writers[at + 1]);
            let is_right = self.writer.either(is_apart, is_same);
            self.assume(is_right);
        }
        self.find_own(&writers);
    }

    fn find_own(&mut self, writers: &[ExprId]) {
        let clock = self.making.clock;
        for thread in 0..self.making.schema.ahead.len() {
            let mut next = clock.never(&mut self.writer);
            for at in (0..=writers.len()).rev() {
                if let Some(&writer) = writers.get(at) {
                    let ty = self.writer.body.expr(writer).ty;
                    let own = self.writer.constant(thread as u128, ty);
                    let is_own = self.writer.compare(BinaryOp::Eq, writer, own);
                    let here = clock.time(&mut self.writer, at as u32 + 1);
                    let kind = unspool_ir::ExprKind::Select(is_own, here, next);
                    next = self.writer.body.add_expr(kind, clock.ty);
                }
                let variable = self.making.schema.ahead[thread][at];
                self.set(variable, next);
                next = self.get(variable);
            }
        }
    }
}

impl Simulation<'_, '_, '_, Unwinding> {
    /// The first thread has made of memory what it is before the first write: the rows behind that follow.
    pub(super) fn unwind_memory(&mut self) {
        let what = "what memory contains behind each write";
        self.note(AdditionKind::Step(what.to_string()));
        for at in 0..self.making.schema.length() {
            let mut guesses: FxHashMap<TypeId, ExprId> = FxHashMap::default();
            let location = self.making.schema.locations[at];
            let location = self.global(location);
            let location = self.writer.load(location, Span::NONE);
            for number in 0..self.making.variables.list.len() {
                self.unwind_variable(number, at, location, &mut guesses);
            }
        }
    }

    fn unwind_variable(
        &mut self,
        number: usize,
        at: usize,
        location: ExprId,
        guesses: &mut FxHashMap<TypeId, ExprId>,
    ) {
        let variable = &self.making.variables.list[number];
        let whole = variable.ty;
        let Some(&[before, behind]) = variable.copies.get(at..at + 2) else {
            return;
        };
        let parts = variable.parts.clone();
        let parts = parts.into_iter().enumerate();
        for (index, part) in parts.filter(|(_, part)| part.is_shared) {
            let is_written = self
                .making
                .schema
                .plan
                .by_cell
                .contains_key(&(number, index));
            let mut value = self.part_in((before, whole), part.offset, part.ty);
            if is_written {
                let mut guess = *guesses.entry(part.ty).or_insert_with(|| {
                    let dst = self.writer.register("", part.ty);
                    self.writer.put(InstKind::Nondet { dst }, Span::NONE);
                    self.writer.read(dst)
                });
                if let Some(narrow) = part.narrow {
                    guess = narrow.value(&mut self.writer, guess, part.ty);
                }
                let here = self.making.schema.starts[number] + part.offset;
                let here = (self.writer).constant(here.into(), self.making.schema.location_type);
                let is_here = self.writer.compare(BinaryOp::Eq, location, here);
                value = self.select(is_here, guess, value, part.ty);
            }
            let types = &mut self.making.maker.program.types;
            let root = (unspool_ir::PlaceKind::Global(behind), whole);
            let place = part_of(&mut self.writer, types, root, part.offset, part.ty);
            self.writer.store(place, value, Span::NONE);
        }
    }

    fn part_in(&mut self, (copy, whole): (GlobalId, TypeId), offset: u64, ty: TypeId) -> ExprId {
        let types = &mut self.making.maker.program.types;
        let root = (unspool_ir::PlaceKind::Global(copy), whole);
        let place = part_of(&mut self.writer, types, root, offset, ty);
        self.writer.load(place, Span::NONE)
    }
}
