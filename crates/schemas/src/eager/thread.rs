//! The simulation of a thread: a function that runs it to its end.
//!
//! | bounded program | sequential program | |
//! |---|---|---|
//! | stop `i` | `next = nondet; assume(now <= next <= never); now = next; if (now == never) goto stopped` | the thread goes on now, later, or never |
//! | an access to shared memory | as the schema has it | the validity of it is assumed before |
//! | an access through a pointer | the same at each place to which it may point, if it points there | nowhere: `assume(false)` |
//! | `spawn t(a)` | `born[t] = now; arg[t] = a;` its number is `t` | |
//! | end of the process, `unreachable` | `assume(false)` | the thread stands still at the stop before it |
//! | `assert c`, `unsupported` | `if (!c) { error = number; goto stopped }` | raised behind the last thread, if the guesses were right |
//! | `wait_until c` | `assume(c)` | a thread that would wait stands still at the stop before it |
//! | `alloc` | the address of its object | which is a variable like any other; contents and size are guessed at the start |
//! | `free`, ends of lives | a flag of the object | shared memory, too |
//! | `self` | `t` | |
//! | `atomic_begin`, `atomic_end`, fences | nothing | there are no stops in sections |
//! | a weak compare-exchange | a guess whether it fails, and a strong one | |
//! | all else | the same | |

use rustc_hash::FxHashMap;
use unspool_ir::{
    BinaryOp, BlockId, Body, ExprId, ExprKind, Inst, InstKind, OriginId, PlaceId, PlaceKind,
    Property, RegId, SlotId, Span, Terminator, Types,
};
use unspool_passes::accesses::Memory;
use unspool_passes::operands::{
    NodeMut, for_each_child_of_expr, for_each_child_of_place, for_each_expr_mut, place_of,
};
use unspool_passes::points_to::Object;
use unspool_passes::thread_text::ThreadText;

use crate::block_writer::BlockWriter;
use crate::guesses::{Guess, InputKind, Place};
use crate::lasting_locals::{self, Lasting};
use crate::notes::{AdditionKind, Counter};

use super::events::Event;
use super::gathering::Registers;
use super::writes::Cell;
use super::{Eager, Making, Stop};

/// The function that simulates the thread at this place of the list.
pub fn simulation<S: Eager>(
    making: &mut Making<'_, S>,
    thread: usize,
    text: &ThreadText<'_>,
    stops: &[Stop],
) -> Body {
    let mut writer = BlockWriter::new();
    // Registers and local variables keep their numbers.
    writer.body.regs = text.body.regs.clone();
    writer.body.slots = text.body.slots.clone();
    let now = writer.register("now", making.clock.ty);
    making.count(Counter::Register(text.function, now));
    let blocks = text.body.blocks.iter();
    let blocks = blocks.map(|_| writer.reserve()).collect();
    let (stopped, end) = (writer.reserve(), writer.reserve());
    let simulation = Simulation {
        thread,
        text,
        stops,
        first_move: first_move(making.alone, thread, stops),
        making,
        writer,
        blocks,
        stopped,
        end,
        now,
        own: S::Own::default(),
        gathered: FxHashMap::default(),
        is_telling_at_stop: false,
        at: (BlockId::new(0), 0),
    };
    simulation.write()
}

/// The first thread does not stop before there may be others.
fn first_move(alone: Option<Stop>, thread: usize, stops: &[Stop]) -> Option<Stop> {
    match thread {
        0 => {
            let mut others = stops.iter().skip(1);
            let alone = alone?;
            others.find(|stop| **stop >= alone).copied()
        }
        _ => stops.first().copied(),
    }
}

pub struct Simulation<'m, 'a, 't, S: Eager> {
    pub making: &'m mut Making<'a, S>,
    /// In the list.
    pub thread: usize,
    pub text: &'t ThreadText<'t>,
    stops: &'t [Stop],
    /// The first stop at which the time may change.
    first_move: Option<Stop>,
    pub writer: BlockWriter,
    /// Reserved for the blocks of the thread.
    blocks: Vec<BlockId>,
    /// Reserved for where it goes when it does not come to its end.
    pub stopped: BlockId,
    end: BlockId,
    /// The register with the time.
    pub now: RegId,
    /// Registers of the schema.
    pub own: S::Own,
    /// What this thread gathers.
    pub gathered: FxHashMap<Cell, Registers>,
    /// Whether what was gathered is being made known at a stop.
    pub is_telling_at_stop: bool,
    /// What is being written.
    pub at: Stop,
}

impl<S: Eager> Simulation<'_, '_, '_, S> {
    fn write(mut self) -> Body {
        let text = self.text;
        for (number, block) in text.body.blocks.iter().enumerate() {
            let first = block.insts.first().map_or(block.span, |inst| inst.span);
            self.writer.begin(self.blocks[number], first);
            if number == 0 {
                self.begin_thread();
            }
            self.block(BlockId::new(number));
        }
        self.writer.begin(self.stopped, Span::NONE);
        self.note_end(false, Span::NONE);
        self.writer.begin(self.end, Span::NONE);
        self.writer.end(Terminator::Return(None), Span::NONE);
        self.writer.finish()
    }

    fn block(&mut self, id: BlockId) {
        let block = self.text.body.block(id);
        for (index, inst) in block.insts.iter().enumerate() {
            self.at = (id, index);
            let span = self.users_place(inst.span, inst.origin);
            self.meet_others();
            self.stop(span);
            self.tell_gathered(false, span);
            if self.instruction(inst, span).is_none() {
                return;
            }
        }
        self.at = (id, block.insts.len());
        let span = self.users_place(block.span, block.origin);
        self.meet_others();
        self.stop(span);
        self.tell_gathered(false, span);
        self.terminator(&block.terminator, span);
    }

    /// What stands before the first instruction.
    fn begin_thread(&mut self) {
        let now = match self.making.born[self.thread] {
            None => self.making.clock.time(&mut self.writer, 0),
            Some(born) => {
                let place = self.global(born);
                self.writer.load(place, Span::NONE)
            }
        };
        self.set_time(now);
        self.add_gathered();
        match self.thread {
            0 => S::begin_alone(self),
            _ => S::begin(self),
        }
        let body = self.text.body;
        let reads = lasting_locals::read_registers(self.text);
        for param in body.params.iter().filter(|param| reads.contains(param)) {
            self.writer.body.params.push(*param);
        }
        let lasting = lasting_locals::registers(body, |_, _| 0);
        for (number, lasts) in lasting.into_iter().enumerate() {
            if lasts == Lasting::FromTheStart {
                self.unset_register(RegId::new(number));
            }
        }
        for slot in lasting_locals::undeclared(body) {
            self.any_contents(slot, Span::NONE);
        }
    }

    /// It may be read before it is assigned, and has some value then.
    fn unset_register(&mut self, register: RegId) {
        let guess = Guess::UnsetRegister {
            thread: self.text.number,
            register,
        };
        let name = self.making.maker.guess("unset", guess);
        let ty = self.text.body.regs[register.index()].ty;
        let dst = self.writer.register(&name, ty);
        self.writer.put(InstKind::Nondet { dst }, Span::NONE);
        let value = self.writer.read(dst);
        self.assign(register, value, Span::NONE);
    }

    fn set_time(&mut self, time: ExprId) {
        self.assign(self.now, time, Span::NONE);
        let place = self.global(self.making.now);
        let now = self.writer.read(self.now);
        self.writer.store(place, now, Span::NONE);
    }

    /// Whether there is no other thread yet.
    pub fn is_alone(&self) -> bool {
        self.thread == 0 && self.making.alone.is_none_or(|until| self.at < until)
    }

    /// From here on there may be others.
    fn meet_others(&mut self) {
        if self.thread == 0 && self.making.alone == Some(self.at) {
            S::begin(self);
        }
    }

    /// If there is a stop here: the thread goes on now, later, or never.
    fn stop(&mut self, span: Span) {
        let Ok(number) = self.stops.binary_search(&self.at) else {
            return;
        };
        if self.first_move.is_none_or(|first| self.at < first) {
            return;
        }
        self.tell_gathered(true, span);
        let (thread, stop) = (self.text.number, number as u32);
        let name = (self.making.maker).guess("next", Guess::NextTime { thread, stop });
        let clock = self.making.clock;
        let next = self.writer.register(&name, clock.ty);
        self.making
            .count(Counter::Register(self.text.function, next));
        let stop_at = AdditionKind::Switch(stop);
        self.writer.put(InstKind::Nondet { dst: next }, Span::NONE);
        let (now, then) = (self.writer.read(self.now), self.writer.read(next));
        let never = self.never();
        let is_later = clock.is_not_behind(&mut self.writer, now, then);
        let is_time = clock.is_time(&mut self.writer, then);
        let is_next = self.writer.both(is_later, is_time);
        self.writer.put(InstKind::Assume(is_next), Span::NONE);
        S::before_move(self, then);
        self.set_time(then);
        S::behind_move(self);
        self.note(stop_at);
        let condition = self.writer.compare(BinaryOp::Eq, then, never);
        let inside = self.writer.reserve();
        let jump = Terminator::Branch {
            condition,
            then: self.stopped,
            otherwise: inside,
        };
        self.writer.end(jump, Span::NONE);
        self.writer.begin(inside, span);
    }

    /// Whether the time is known without looking: the first thread starts at once.
    pub fn is_at_start(&self) -> bool {
        self.thread == 0 && self.first_move.is_none_or(|first| self.at < first)
    }

    /// The time that stands for never.
    pub fn never(&mut self) -> ExprId {
        self.making.clock.never(&mut self.writer)
    }

    pub fn global(&mut self, global: unspool_ir::GlobalId) -> PlaceId {
        let ty = self.making.maker.program.global(global).ty;
        self.writer.place(PlaceKind::Global(global), ty)
    }

    fn users_place(&self, span: Span, origin: Option<OriginId>) -> Span {
        self.making.maker.users_place(self.text.body, span, origin)
    }

    pub fn note(&mut self, kind: AdditionKind) {
        let function = self.text.function;
        self.making.maker.note(function, &self.writer, kind);
    }

    pub fn place_of_input(&self) -> Place {
        Place {
            thread: self.text.number,
            block: self.at.0,
            index: self.at.1,
        }
    }

    /// None if nothing is executed behind it.
    fn instruction(&mut self, inst: &Inst, span: Span) -> Option<()> {
        match &inst.kind {
            InstKind::AtomicBegin
            | InstKind::AtomicEnd
            | InstKind::Fence(_)
            | InstKind::Hold(_)
            | InstKind::Release(_)
            | InstKind::Output { .. } => {}
            InstKind::Live(slot) => self.live(self.at, *slot, span),
            InstKind::Dead(slot) => self.dead(*slot, span),
            InstKind::SelfId { dst } => {
                let number = self.writer.constant(self.text.number.into(), Types::I32);
                self.assign(*dst, number, span);
            }
            InstKind::Spawn {
                dst, args, thread, ..
            } => self.spawn(*dst, args, *thread, span),
            InstKind::Finished { dst, thread } => self.finished(*dst, *thread, span),
            InstKind::WaitUntil(condition) | InstKind::Assume(condition) => {
                let condition = self.expr(*condition);
                self.writer.put(InstKind::Assume(condition), span);
            }
            InstKind::Assert {
                condition,
                property,
                message,
                ..
            } => {
                let condition = self.expr(*condition);
                if !self.is_checked(*property) {
                    self.writer.put(InstKind::Assume(condition), span);
                    return Some(());
                }
                let event = Event::Violation(*property, message.clone());
                if constant(&self.writer.body, condition) == Some(0) {
                    self.record(event, span);
                    return None;
                }
                self.record_unless(condition, event, span);
            }
            InstKind::Unsupported(what) => {
                self.record(Event::Unsupported(what.clone()), span);
                return None;
            }
            InstKind::Nondet { dst } => {
                let ty = self.text.body.regs[dst.index()].ty;
                let value = self.guessed_input(InputKind::Value, ty, span);
                self.assign(*dst, value, span);
            }
            InstKind::Alloc {
                dst, size, align, ..
            } => return self.allocate(self.at, *dst, *size, *align, span),
            InstKind::Free {
                pointer, storage, ..
            } => self.free(*pointer, *storage, span),
            InstKind::ObjectSize { dst, pointer } => self.object_size(*dst, *pointer, span),
            kind if place_of(kind).is_some() => return self.access(kind, span),
            kind => {
                let mut kind = kind.clone();
                for_each_expr_mut(&mut kind, |expr| *expr = self.expr(*expr));
                self.writer.put(kind, span);
            }
        }
        Some(())
    }

    fn is_checked(&self, property: Property) -> bool {
        property == Property::Unwinding || self.making.asked.checked.contains(&property)
    }

    pub fn assign(&mut self, dst: RegId, value: ExprId, span: Span) {
        self.writer.put(InstKind::Assign { dst, value }, span);
    }

    /// The same expression, with the variables that are meant.
    pub fn expr(&mut self, expr: ExprId) -> ExprId {
        let node = self.text.body.expr(expr);
        let mut kind = node.kind;
        for_each_child_of_expr(&mut kind, |child| self.child(child));
        self.writer.body.add_expr(kind, node.ty)
    }

    /// The same place in the copy to which pointers point.
    pub fn place(&mut self, place: PlaceId) -> PlaceId {
        let node = self.text.body.place(place);
        let mut kind = node.kind;
        match kind {
            PlaceKind::Global(_) | PlaceKind::Slot(_) => {
                if let Some(memory) = self.named(kind)
                    && let Some((_, variable)) = self.making.variables.of(memory)
                {
                    kind = PlaceKind::Global(variable.copies[0]);
                }
            }
            _ => for_each_child_of_place(&mut kind, |child| self.child(child)),
        }
        self.writer.place(kind, node.ty)
    }

    /// The object that a root of places means in this thread.
    pub fn named(&self, root: PlaceKind) -> Option<Memory> {
        match root {
            PlaceKind::Global(global) => {
                let is_local = self.making.maker.bounded.global(global).thread_local;
                Some(match is_local {
                    true => Memory::Instance(global, self.thread as u32),
                    false => Memory::Object(Object::Global(global)),
                })
            }
            PlaceKind::Slot(slot) => Some(self.slot(slot)),
            _ => None,
        }
    }

    pub fn slot(&self, slot: SlotId) -> Memory {
        Memory::Object(Object::Slot(self.text.function, slot))
    }

    fn child(&mut self, child: NodeMut<'_>) {
        match child {
            NodeMut::Expr(id) => *id = self.expr(*id),
            NodeMut::Place(id) => *id = self.place(*id),
        }
    }

    fn terminator(&mut self, terminator: &Terminator, span: Span) {
        let mut copied = terminator.clone();
        match &mut copied {
            Terminator::Return(_) | Terminator::ExitThread => {
                let ends_process =
                    self.text.number == 0 && !matches!(copied, Terminator::ExitThread);
                match ends_process {
                    true => self.give_up(span),
                    false => {
                        self.end_own_objects(span);
                        self.note_end(true, span);
                        S::end(self);
                    }
                }
                return self.writer.end(Terminator::Goto(self.end), span);
            }
            Terminator::Exit(_) | Terminator::Abort | Terminator::Unreachable => {
                self.give_up(span);
                return self.writer.end(Terminator::Goto(self.end), span);
            }
            Terminator::Branch { condition, .. } => *condition = self.expr(*condition),
            Terminator::Switch { value, .. } => *value = self.expr(*value),
            Terminator::Goto(_) => {}
        }
        for target in copied.successors_mut() {
            *target = self.blocks[target.index()];
        }
        self.writer.end(copied, span);
    }

    /// Nothing is simulated that comes here.
    pub fn give_up(&mut self, span: Span) {
        let never = self.writer.constant(0, Types::BOOL);
        self.writer.put(InstKind::Assume(never), span);
    }
}

/// The value of an expression that is a constant.
pub fn constant(body: &Body, value: ExprId) -> Option<u128> {
    match body.expr(value).kind {
        ExprKind::Int(bits) => Some(bits),
        _ => None,
    }
}
