//! The unwinding: the guessed writes, and what memory contains behind each of them.
//!
//! Location 0 is none; all parts that are written have numbers behind it. A write of which nobody is the writer changes nothing, and only such writes stand behind it.

use rustc_hash::FxHashMap;
use unspool_ir::{BinaryOp, ExprId, ExprKind, GlobalId, InstKind, Span, TypeId};

use crate::counters::bits_for;
use crate::eager::Groundwork;
use crate::eager::clock::Clock;
use crate::eager::driver::Driver;
use crate::eager::places::part_of;
use crate::eager::thread::Simulation;
use crate::eager::writes::{Cell, Writes};
use crate::guesses::Guess;
use crate::notes::AdditionKind;

/// All lists of writes have the first one at 0.
pub struct Unwinding {
    pub writers: Vec<GlobalId>,
    pub locations: Vec<GlobalId>,
    /// A bit for each write: whether the next one belongs to the same step. None if no step has more than one.
    pub joined: Option<GlobalId>,
    /// By thread, a bit for each write: whether it is the thread's.
    pub own: Vec<GlobalId>,
    /// The locations of all parts that are written.
    cells: FxHashMap<Cell, u32>,
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
        let mut cells: Vec<Cell> = plan.by_cell.keys().copied().collect();
        cells.sort_unstable();
        let last = cells.len() as u32;
        let location_type = groundwork.smallest(last);
        let mut unwinding = Unwinding {
            writers: Vec::new(),
            locations: Vec::new(),
            joined: None,
            own: Vec::new(),
            cells: cells.into_iter().zip(1..).collect(),
            location_type,
            plan,
        };
        let writer = groundwork.smallest(threads);
        for write in 1..=length {
            let name = format!("writer.{write}");
            (unwinding.writers).push(groundwork.counter(&name, writer, bits_for(threads)));
            let name = format!("location.{write}");
            (unwinding.locations).push(groundwork.counter(&name, location_type, bits_for(last)));
        }
        if !unwinding.plan.further.is_empty() {
            unwinding.joined = Some(groundwork.counter("joined", clock.ty, clock.bits));
        }
        for text in groundwork.texts {
            let name = format!("writes.{}", text.number);
            let own = groundwork.counter(&name, clock.ty, clock.bits);
            unwinding.own.push(own);
        }
        unwinding
    }

    fn length(&self) -> usize {
        self.writers.len()
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
        self.guess_joined(&writers);
        self.find_own(&writers);
    }

    /// Which writes belong to one step with the next: those of one thread, in the order of their locations if steps make all their writes at once.
    fn guess_joined(&mut self, writers: &[ExprId]) {
        let Some(joined) = self.making.schema.joined else {
            return;
        };
        let clock = self.making.clock;
        let place = self.global(joined);
        self.guess_at("", place, None);
        let joined = self.get(joined);
        for at in 0..writers.len() {
            let is_joined = clock.is_at_least(&mut self.writer, joined, at as u32 + 1);
            let is_apart = self.writer.not(is_joined);
            let Some(&next) = writers.get(at + 1) else {
                self.assume(is_apart);
                continue;
            };
            let mut is_right = self.writer.compare(BinaryOp::Eq, writers[at], next);
            if self.making.schema.plan.is_told_at_once {
                let locations = &self.making.schema.locations;
                let (one, other) = (locations[at], locations[at + 1]);
                let (one, other) = (self.get(one), self.get(other));
                let is_in_order = self.writer.compare(BinaryOp::Lt, one, other);
                is_right = self.writer.both(is_right, is_in_order);
            }
            let is_right = self.writer.either(is_apart, is_right);
            self.assume(is_right);
        }
    }

    fn find_own(&mut self, writers: &[ExprId]) {
        let ty = self.making.clock.ty;
        for thread in 0..self.making.schema.own.len() {
            let mut own = self.writer.constant(0, ty);
            for (at, &writer) in writers.iter().enumerate() {
                let number = self.writer.body.expr(writer).ty;
                let number = self.writer.constant(thread as u128, number);
                let is_own = self.writer.compare(BinaryOp::Eq, writer, number);
                let bit = self.writer.constant(1 << at, ty);
                let zero = self.writer.constant(0, ty);
                let body = &mut self.writer.body;
                let bit = body.add_expr(ExprKind::Select(is_own, bit, zero), ty);
                own = body.add_expr(ExprKind::Binary(BinaryOp::Or, own, bit), ty);
            }
            let variable = self.making.schema.own[thread];
            self.set(variable, own);
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
            let location_here = self.making.schema.cells.get(&(number, index)).copied();
            let mut value = self.part_in((before, whole), part.offset, part.ty);
            if let Some(here) = location_here {
                let mut guess = *guesses.entry(part.ty).or_insert_with(|| {
                    let dst = self.writer.register("", part.ty);
                    self.writer.put(InstKind::Nondet { dst }, Span::NONE);
                    self.writer.read(dst)
                });
                if let Some(narrow) = part.narrow {
                    guess = narrow.value(&mut self.writer, guess, part.ty);
                }
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
