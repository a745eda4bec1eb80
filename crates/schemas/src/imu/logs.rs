//! The logs: of each location, the guessed writes with their times.

use rustc_hash::FxHashMap;
use unspool_ir::{BinaryOp, ExprId, GlobalId, PlaceKind, Span, TypeId, Types};

use crate::counters::bits_for;
use crate::eager::Groundwork;
use crate::eager::driver::Driver;
use crate::eager::parts::Part;
use crate::eager::places::{Spot, part_of};
use crate::eager::thread::Simulation;
use crate::eager::writes::{Cell, Writes};
use crate::notes::Counter;

pub struct Logs {
    /// In a fixed order.
    pub list: Vec<(Cell, Log)>,
    by_cell: FxHashMap<Cell, usize>,
    /// The type of stamps.
    pub stamp: TypeId,
    /// The time that stands for no write.
    none: u32,
    pub thread_bits: u32,
    pub plan: Writes,
}

/// In the order of time.
#[derive(Clone, Default)]
pub struct Log {
    writes: Vec<Write>,
    /// Whether there may be more than one at the same time.
    repeats: bool,
}

#[derive(Clone, Copy)]
struct Write {
    time: GlobalId,
    /// Of the type of the part; or, if that is mixed, of its variable, in which it has its place.
    value: GlobalId,
    made: GlobalId,
}

impl Logs {
    /// `most`: writes of each location.
    pub fn add(groundwork: &mut Groundwork<'_>, most: u32, never: u32, plan: Writes) -> Logs {
        let threads = groundwork.texts.len().max(1) as u32;
        let thread_bits = bits_for(threads - 1);
        let none = never << thread_bits;
        let is_minimal = groundwork.asked.minimal_counters;
        let stamp = groundwork.smallest(none);
        let mut logs = Logs {
            list: Vec::new(),
            by_cell: FxHashMap::default(),
            stamp,
            none,
            thread_bits,
            plan,
        };
        let mut cells: Vec<(Cell, u32)> = logs.plan.by_cell.iter().map(|(c, n)| (*c, *n)).collect();
        cells.sort_unstable();
        for (cell, count) in cells {
            let (number, part) = cell;
            let variable = &groundwork.variables.list[number];
            let (first, part) = (variable.copies[0], variable.parts[part].clone());
            let value_type = match part.is_mixed {
                true => variable.ty,
                false => part.ty,
            };
            let name = groundwork.maker.program.global(first).name.clone();
            let name = match part.offset {
                0 => name,
                offset => format!("{name}.{offset}"),
            };
            let mut log = Log {
                repeats: !logs.plan.further.is_empty() && count > 1,
                ..Log::default()
            };
            for write in 1..=count.min(most) {
                let maker = &mut groundwork.maker;
                let mut add = |what: &str, ty| {
                    let align = maker.program.types.align_of(ty);
                    let name = format!("{name}.{what}.{write}");
                    maker.variable(&name, ty, align, Span::NONE)
                };
                let write = Write {
                    time: add("time", stamp),
                    value: add("value", value_type),
                    made: add("made", Types::BOOL),
                };
                if is_minimal {
                    let counter = (Counter::Global(write.time), bits_for(none));
                    maker.counters.push(counter);
                }
                log.writes.push(write);
            }
            logs.by_cell.insert(cell, logs.list.len());
            logs.list.push((cell, log));
        }
        logs
    }

    fn of(&self, cell: Cell) -> Log {
        let number = self.by_cell.get(&cell);
        let log = number.map(|&number| self.list[number].1.clone());
        log.unwrap_or_default()
    }

    fn writes(&self, thread: usize, cell: Cell) -> bool {
        self.plan.writers.contains(&(thread, cell))
    }
}

impl Driver<'_, '_, Logs> {
    pub(super) fn guess_logs(&mut self) {
        self.note("the writes to each location of shared memory are guessed: when and what");
        for (cell, log) in self.making.schema.list.clone() {
            let (number, part) = cell;
            let variable = &self.making.variables.list[number];
            let (whole, part) = (variable.ty, variable.parts[part].clone());
            let mut before = None;
            for write in &log.writes {
                let place = self.global(write.time);
                self.guess_at("", place, None);
                let place = match part.is_mixed {
                    true => self.part((write.value, whole), part.offset, part.ty),
                    false => self.global(write.value),
                };
                self.guess_at("", place, part.narrow);
                let time = self.get(write.time);
                let none = self.no_time();
                let is_time = self.writer.compare(BinaryOp::Le, time, none);
                self.assume(is_time);
                if let Some(before) = before {
                    let op = match log.repeats {
                        true => BinaryOp::Le,
                        false => BinaryOp::Lt,
                    };
                    let is_later = self.writer.compare(op, before, time);
                    let is_none = self.writer.compare(BinaryOp::Eq, time, none);
                    let is_in_order = self.writer.either(is_later, is_none);
                    self.assume(is_in_order);
                }
                before = Some(time);
            }
        }
    }

    fn no_time(&mut self) -> ExprId {
        let (none, ty) = (self.making.schema.none, self.making.schema.stamp);
        self.writer.constant(none.into(), ty)
    }

    /// No write was guessed that nobody makes.
    pub(super) fn check_logs(&mut self) {
        self.note("all writes have been made");
        for (_, log) in self.making.schema.list.clone() {
            for write in &log.writes {
                let (time, none) = (self.get(write.time), self.no_time());
                let is_none = self.writer.compare(BinaryOp::Eq, time, none);
                let made = self.get(write.made);
                let is_right = self.writer.either(is_none, made);
                self.assume(is_right);
            }
        }
    }
}

impl Simulation<'_, '_, '_, Logs> {
    pub(super) fn part(&self, (number, part): Cell) -> Part {
        self.variable(number).parts[part].clone()
    }

    /// The last write that this thread can see, or what was there before all of them.
    pub(super) fn read_log(&mut self, cell: Cell, ty: TypeId, span: Span) -> ExprId {
        let part = self.part(cell);
        let spot = Spot::of_part(cell.0, &part);
        let place = self.place_in(&spot, 0, ty);
        let mut value = self.writer.load(place, span);
        let has_own = self.making.schema.writes(self.thread, cell);
        for write in self.making.schema.of(cell).writes {
            let (time, stamp) = (self.get(write.time), self.stamp());
            let mut is_seen = self.writer.compare(BinaryOp::Lt, time, stamp);
            if has_own {
                let is_now = self.writer.compare(BinaryOp::Eq, time, stamp);
                let made = self.get(write.made);
                let is_own = self.writer.both(is_now, made);
                is_seen = self.writer.either(is_seen, is_own);
            }
            let then = self.value(cell, write, ty);
            value = self.select(is_seen, then, value, ty);
        }
        value
    }

    /// The next write at this time is made, if the condition holds and it changes something.
    pub(super) fn write_log(
        &mut self,
        condition: Option<ExprId>,
        cell: Cell,
        (value, ty): (ExprId, TypeId),
        span: Span,
    ) {
        self.must_be_planned(span);
        let value = self.in_register(value);
        let before = self.read_log(cell, ty, span);
        let changes = self.writer.compare(BinaryOp::Ne, before, value);
        let conditions = condition.into_iter().chain([changes]).collect();
        let condition = self.all(conditions);
        let condition = self.in_register(condition);
        let log = self.making.schema.of(cell);
        let mut found = Vec::new();
        let mut before: Option<Write> = None;
        for write in log.writes {
            let (time, stamp) = (self.get(write.time), self.stamp());
            let mut conditions = vec![condition];
            conditions.push(self.writer.compare(BinaryOp::Eq, time, stamp));
            let made = self.get(write.made);
            conditions.push(self.writer.not(made));
            if let Some(before) = before.filter(|_| log.repeats) {
                let (time, made) = (self.get(before.time), self.get(before.made));
                let is_earlier = self.writer.compare(BinaryOp::Lt, time, stamp);
                conditions.push(self.writer.either(is_earlier, made));
            }
            let is_it = self.all(conditions);
            let is_it = self.in_register(is_it);
            found.push(is_it);
            let guessed = self.value(cell, write, ty);
            let is_equal = self.writer.compare(BinaryOp::Eq, guessed, value);
            let is_other = self.writer.not(is_it);
            let is_right = self.writer.either(is_other, is_equal);
            self.assume(is_right, span);
            before = Some(write);
        }
        let is_found = self.any(found.clone());
        let is_not_made = self.writer.not(condition);
        let can_be = self.writer.either(is_not_made, is_found);
        self.assume(can_be, span);
        // All at once: what is made now must not be seen before.
        for (write, is_it) in self.making.schema.of(cell).writes.into_iter().zip(found) {
            let made = self.get(write.made);
            let is_made = self.writer.either(made, is_it);
            let place = self.global(write.made);
            self.writer.store(place, is_made, span);
        }
    }

    /// What is written, as something of this type.
    fn value(&mut self, cell: Cell, write: Write, ty: TypeId) -> ExprId {
        let part = self.part(cell);
        if !part.is_mixed {
            return self.get(write.value);
        }
        let whole = self.variable(cell.0).ty;
        let types = &mut self.making.maker.program.types;
        let root = (PlaceKind::Global(write.value), whole);
        let place = part_of(&mut self.writer, types, root, part.offset, ty);
        self.writer.load(place, Span::NONE)
    }

    fn get(&mut self, variable: GlobalId) -> ExprId {
        let place = self.global(variable);
        self.writer.load(place, Span::NONE)
    }

    fn stamp(&mut self) -> ExprId {
        match self.own.stamp {
            Some(stamp) => self.writer.read(stamp),
            None => self.writer.constant(0, self.making.schema.stamp),
        }
    }
}
