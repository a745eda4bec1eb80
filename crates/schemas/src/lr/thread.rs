//! The simulation of a thread: a function that runs it to its end. The rules stand in the opening of [`super`].

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
use super::{Making, Stop};

/// The function that simulates the thread at this place of the list.
pub fn simulation(
    making: &mut Making<'_>,
    thread: usize,
    text: &ThreadText<'_>,
    stops: &[Stop],
) -> Body {
    let mut writer = BlockWriter::new();
    // Registers and local variables keep their numbers.
    writer.body.regs = text.body.regs.clone();
    writer.body.slots = text.body.slots.clone();
    let round = writer.register("now", making.counter);
    making.count(Counter::Register(text.function, round));
    let blocks = text.body.blocks.iter();
    let blocks = blocks.map(|_| writer.reserve()).collect();
    let (stopped, end) = (writer.reserve(), writer.reserve());
    let simulation = Simulation {
        making,
        thread,
        text,
        stops,
        writer,
        blocks,
        stopped,
        end,
        round,
        at: (BlockId::new(0), 0),
    };
    simulation.write()
}

pub(super) struct Simulation<'m, 'a, 't> {
    pub(super) making: &'m mut Making<'a>,
    /// In the list.
    pub(super) thread: usize,
    pub(super) text: &'t ThreadText<'t>,
    stops: &'t [Stop],
    pub(super) writer: BlockWriter,
    /// Reserved for the blocks of the thread.
    blocks: Vec<BlockId>,
    /// Reserved for where it goes when it does not come to its end.
    pub(super) stopped: BlockId,
    end: BlockId,
    /// The register with the round.
    pub(super) round: RegId,
    /// What is being written.
    at: Stop,
}

impl Simulation<'_, '_, '_> {
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
        self.note_end(false);
        self.writer.begin(self.end, Span::NONE);
        self.writer.end(Terminator::Return(None), Span::NONE);
        self.writer.finish()
    }

    fn block(&mut self, id: BlockId) {
        let block = self.text.body.block(id);
        for (index, inst) in block.insts.iter().enumerate() {
            self.at = (id, index);
            let span = self.users_place(inst.span, inst.origin);
            self.stop(span);
            if self.instruction(inst, span).is_none() {
                return;
            }
        }
        self.at = (id, block.insts.len());
        let span = self.users_place(block.span, block.origin);
        self.stop(span);
        self.terminator(&block.terminator, span);
    }

    /// What stands before the first instruction.
    fn begin_thread(&mut self) {
        let round = match self.making.born[self.thread] {
            None => self.writer.constant(0, self.making.counter),
            Some(born) => {
                let place = self.global(born);
                self.writer.load(place, Span::NONE)
            }
        };
        self.set_round(round);
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

    fn set_round(&mut self, round: ExprId) {
        self.assign(self.round, round, Span::NONE);
        let place = self.global(self.making.round);
        let round = self.writer.read(self.round);
        self.writer.store(place, round, Span::NONE);
    }

    /// If there is a stop here: the thread goes on in this round, in a later one, or never. The first thread starts at once.
    fn stop(&mut self, span: Span) {
        let Ok(number) = self.stops.binary_search(&self.at) else {
            return;
        };
        if number == 0 && self.thread == 0 {
            return;
        }
        let (thread, stop) = (self.text.number, number as u32);
        let name = (self.making.maker).guess("next", Guess::NextRound { thread, stop });
        let next = self.writer.register(&name, self.making.counter);
        self.making
            .count(Counter::Register(self.text.function, next));
        let stop_at = AdditionKind::Switch(stop);
        self.writer.put(InstKind::Nondet { dst: next }, Span::NONE);
        let (now, then) = (self.writer.read(self.round), self.writer.read(next));
        let last = self.rounds();
        let is_later = self.writer.compare(BinaryOp::Le, now, then);
        let is_round = self.writer.compare(BinaryOp::Le, then, last);
        let is_next = self.writer.both(is_later, is_round);
        self.writer.put(InstKind::Assume(is_next), Span::NONE);
        self.set_round(then);
        self.note(stop_at);
        let condition = self.writer.compare(BinaryOp::Eq, then, last);
        let inside = self.writer.reserve();
        let jump = Terminator::Branch {
            condition,
            then: self.stopped,
            otherwise: inside,
        };
        self.writer.end(jump, Span::NONE);
        self.writer.begin(inside, span);
    }

    /// The round, where it is known without looking: the first thread starts in round 0 and stays there up to its first stop.
    pub(super) fn known_round(&self) -> Option<u32> {
        let first = self.stops.get(1);
        let is_start = self.thread == 0 && first.is_none_or(|first| self.at < *first);
        is_start.then_some(0)
    }

    /// K.
    pub(super) fn rounds(&mut self) -> ExprId {
        let rounds = self.making.config.rounds;
        self.writer.constant(rounds.into(), self.making.counter)
    }

    pub(super) fn global(&mut self, global: unspool_ir::GlobalId) -> PlaceId {
        let ty = self.making.maker.program.global(global).ty;
        self.writer.place(PlaceKind::Global(global), ty)
    }

    fn users_place(&self, span: Span, origin: Option<OriginId>) -> Span {
        self.making.maker.users_place(self.text.body, span, origin)
    }

    pub(super) fn note(&mut self, kind: AdditionKind) {
        let function = self.text.function;
        self.making.maker.note(function, &self.writer, kind);
    }

    pub(super) fn place_of_input(&self) -> Place {
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
            InstKind::Free { pointer, storage } => self.free(*pointer, *storage, span),
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
        property == Property::Unwinding || self.making.config.checked.contains(&property)
    }

    pub(super) fn assign(&mut self, dst: RegId, value: ExprId, span: Span) {
        self.writer.put(InstKind::Assign { dst, value }, span);
    }

    /// The same expression, with the variables that are meant.
    pub(super) fn expr(&mut self, expr: ExprId) -> ExprId {
        let node = self.text.body.expr(expr);
        let mut kind = node.kind;
        for_each_child_of_expr(&mut kind, |child| self.child(child));
        self.writer.body.add_expr(kind, node.ty)
    }

    /// The same place in the copy to which pointers point.
    pub(super) fn place(&mut self, place: PlaceId) -> PlaceId {
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
    pub(super) fn named(&self, root: PlaceKind) -> Option<Memory> {
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

    pub(super) fn slot(&self, slot: SlotId) -> Memory {
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
                        self.note_end(true);
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
    pub(super) fn give_up(&mut self, span: Span) {
        let never = self.writer.constant(0, Types::BOOL);
        self.writer.put(InstKind::Assume(never), span);
    }
}

/// The value of an expression that is a constant.
pub(super) fn constant(body: &Body, value: ExprId) -> Option<u128> {
    match body.expr(value).kind {
        ExprKind::Int(bits) => Some(bits),
        _ => None,
    }
}
