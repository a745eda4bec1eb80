//! The simulation of a thread: its text with jumps, guards and stubs in it. The rules stand in the opening of [`super`].

use rustc_hash::FxHashMap;
use unspool_ir::{
    BlockId, Body, ExprId, ExprKind, GlobalId, Inst, InstKind, OriginId, Property, RegId, SlotId,
    Span, Storage, Terminator, Types,
};
use unspool_passes::dominators::predecessors;
use unspool_passes::operands::{for_each_expr_mut, for_each_written_mut, place_of_mut};
use unspool_passes::thread_text::ThreadText;

use crate::block_writer::BlockWriter;
use crate::guesses::{InputKind, Place};
use crate::lasting_locals;
use crate::notes::AdditionKind;

use super::Making;
use super::homes::{Home, SlotHome};

/// The function that simulates the thread at this place of the list.
pub fn simulation(
    making: &mut Making<'_>,
    thread: usize,
    text: &ThreadText<'_>,
    stops: &[(BlockId, usize)],
) -> Body {
    let mut writer = BlockWriter::new();
    let blocks = text.body.blocks.iter();
    let blocks = blocks.map(|_| writer.reserve()).collect();
    let labels = (0..=stops.len()).map(|_| writer.reserve()).collect();
    let mut simulation = Simulation {
        making,
        thread,
        text,
        stops,
        writer,
        blocks,
        labels,
        registers: Vec::new(),
        slots: Vec::new(),
        params: Vec::new(),
        loaded: FxHashMap::default(),
    };
    simulation.declare_registers();
    simulation.declare_slots();
    simulation.write()
}

pub(super) struct Simulation<'m, 'a, 't> {
    pub(super) making: &'m mut Making<'a>,
    /// In the list.
    pub(super) thread: usize,
    pub(super) text: &'t ThreadText<'t>,
    pub(super) stops: &'t [(BlockId, usize)],
    pub(super) writer: BlockWriter,
    /// Reserved for the blocks of the thread.
    blocks: Vec<BlockId>,
    /// Reserved for the stops, and for the end.
    labels: Vec<BlockId>,
    pub(super) registers: Vec<Home>,
    pub(super) slots: Vec<SlotHome>,
    /// Parameters that the thread changes: the argument, and where it goes.
    pub(super) params: Vec<(RegId, GlobalId)>,
    /// What the instruction in work has loaded.
    pub(super) loaded: FxHashMap<GlobalId, ExprId>,
}

impl Simulation<'_, '_, '_> {
    fn write(mut self) -> Body {
        let text = self.text;
        let preds = predecessors(text.body);
        for (number, block) in text.body.blocks.iter().enumerate() {
            let id = BlockId::new(number);
            let first = block.insts.first().map_or(block.span, |inst| inst.span);
            self.writer.begin(self.blocks[number], first);
            if number > 0 {
                let before = last_stop_before(self.stops, id);
                let comes_from = |pred: &u32| {
                    let pred = &text.body.blocks[*pred as usize];
                    pred.insts.len()
                };
                let is_jumped_over = preds.of(number).iter().any(|pred| {
                    let end = comes_from(pred);
                    segment(self.stops, BlockId::new(*pred as usize), end) != before
                });
                if is_jumped_over {
                    self.guard(before);
                }
            }
            for (index, inst) in block.insts.iter().enumerate() {
                self.stop_at(id, index, self.users_place(inst.span, inst.origin));
                self.instruction(id, index, inst);
            }
            let span = self.users_place(block.span, block.origin);
            self.stop_at(id, block.insts.len(), span);
            self.terminator(id, &block.terminator, span);
        }
        let end = self.labels[self.stops.len()];
        self.writer.begin(end, Span::NONE);
        self.writer.end(Terminator::Return(None), Span::NONE);
        self.writer.finish()
    }

    /// J, if there is a stop here.
    fn stop_at(&mut self, block: BlockId, index: usize, span: Span) {
        let Ok(number) = self.stops.binary_search(&(block, index)) else {
            return;
        };
        self.writer.begin(self.labels[number], span);
        self.note(AdditionKind::Jump(number as u32));
        let making = &*self.making;
        let condition = making.control.is_passed_over(
            &mut self.writer,
            &making.maker.program,
            self.thread,
            number as u32,
        );
        let inside = self.writer.reserve();
        let jump = Terminator::Branch {
            condition,
            then: self.labels[number + 1],
            otherwise: inside,
        };
        self.writer.end(jump, Span::NONE);
        self.writer.begin(inside, span);
        if number == 0 {
            self.begin_thread(span);
        }
    }

    /// What stands before the first instruction.
    fn begin_thread(&mut self, span: Span) {
        for (register, global) in std::mem::take(&mut self.params) {
            let value = self.writer.read(register);
            self.store_global(global, value, span);
        }
        for slot in lasting_locals::undeclared(self.text.body) {
            self.live(slot, span);
        }
    }

    fn users_place(&self, span: Span, origin: Option<OriginId>) -> Span {
        self.making.maker.users_place(self.text.body, span, origin)
    }

    fn guard(&mut self, stop: u32) {
        self.note(AdditionKind::Guard(stop));
        self.making.control.guard(&mut self.writer, stop);
    }

    pub(super) fn note(&mut self, kind: AdditionKind) {
        let function = self.text.function;
        self.making.maker.note(function, &self.writer, kind);
    }

    fn instruction(&mut self, block: BlockId, index: usize, inst: &Inst) {
        self.loaded.clear();
        let span = self.users_place(inst.span, inst.origin);
        let at = Place {
            thread: self.text.number,
            block,
            index,
        };
        match &inst.kind {
            InstKind::AtomicBegin
            | InstKind::AtomicEnd
            | InstKind::Fence(_)
            | InstKind::Hold(_)
            | InstKind::Release(_)
            | InstKind::Output { .. } => {}
            InstKind::Live(slot) => {
                if !self.is_overwritten(block, index, *slot) {
                    self.live(*slot, span);
                }
            }
            InstKind::Dead(slot) => self.dead(*slot, span),
            InstKind::Assign { dst, value } => {
                let value = self.expr(*value, span);
                self.assign(*dst, value, span);
            }
            InstKind::SelfId { dst } => {
                let number = self.writer.constant(at.thread.into(), Types::I32);
                self.assign(*dst, number, span);
            }
            InstKind::Spawn {
                dst, args, thread, ..
            } => self.spawn(*dst, args, *thread, span),
            InstKind::Finished { dst, thread } => self.finished(*dst, *thread, span),
            InstKind::WaitUntil(condition) => {
                let condition = self.expr(*condition, span);
                self.writer.put(InstKind::Assume(condition), span);
            }
            InstKind::Assert {
                condition,
                property,
                ..
            } if !self.is_checked(*property) => {
                let condition = self.expr(*condition, span);
                self.writer.put(InstKind::Assume(condition), span);
            }
            InstKind::Nondet { dst } => {
                let ty = self.text.body.regs[dst.index()].ty;
                let value = self.guessed_input(at, InputKind::Value, ty, span);
                self.assign(*dst, value, span);
            }
            InstKind::CompareExchange { weak: true, .. } => {
                self.weak_compare_exchange(at, &inst.kind, span);
            }
            kind => self.copy(kind.clone(), span),
        }
    }

    fn is_checked(&self, property: Property) -> bool {
        property == Property::Unwinding || self.making.config.checked.contains(&property)
    }

    /// The same instruction, with the homes of what it names.
    pub(super) fn copy(&mut self, mut kind: InstKind, span: Span) {
        for_each_expr_mut(&mut kind, |expr| *expr = self.expr(*expr, span));
        if let Some(place) = place_of_mut(&mut kind) {
            *place = self.place(*place, span);
        }
        if let InstKind::Alloc { storage, .. } | InstKind::Free { storage, .. } = &mut kind {
            // It must outlive the call.
            *storage = Storage::Heap;
        }
        let mut stores = Vec::new();
        for_each_written_mut(&mut kind, |register| {
            let ty = self.text.body.regs[register.index()].ty;
            *register = match self.registers[register.index()] {
                Home::Register(register) => register,
                Home::Global(global) => {
                    let temporary = self.writer.register("", ty);
                    stores.push((temporary, global));
                    temporary
                }
            };
        });
        self.writer.put(kind, span);
        for (temporary, global) in stores {
            let value = self.writer.read(temporary);
            self.store_global(global, value, span);
        }
    }

    fn terminator(&mut self, block: BlockId, terminator: &Terminator, span: Span) {
        self.loaded.clear();
        let is_first = self.text.number == 0;
        let mut copied = terminator.clone();
        match terminator {
            Terminator::Return(status) if is_first => {
                let status = match *status {
                    Some(status) => self.expr(status, span),
                    None => self.writer.constant(0, Types::I32),
                };
                let status = match self.writer.body.expr(status).ty {
                    Types::I32 => status,
                    _ => (self.writer.body).add_expr(ExprKind::Convert(status), Types::I32),
                };
                return self.writer.end(Terminator::Exit(status), span);
            }
            Terminator::Return(_) | Terminator::ExitThread => {
                let last = self.stops.len() as u32 - 1;
                let end = self.text.body.block(block).insts.len();
                if segment(self.stops, block, end) != last {
                    self.guard(last);
                }
                for slot in 0..self.slots.len() {
                    self.dead(SlotId::new(slot), span);
                }
                let end = self.labels[self.stops.len()];
                return self.writer.end(Terminator::Goto(end), span);
            }
            Terminator::Branch { condition, .. } => {
                let value = self.expr(*condition, span);
                if let Terminator::Branch { condition, .. } = &mut copied {
                    *condition = value;
                }
            }
            Terminator::Switch { value, .. } => {
                let read = self.expr(*value, span);
                if let Terminator::Switch { value, .. } = &mut copied {
                    *value = read;
                }
            }
            Terminator::Exit(status) => {
                let status = self.expr(*status, span);
                copied = Terminator::Exit(status);
            }
            // The run ends, and nobody is to blame.
            Terminator::Unreachable => copied = Terminator::Abort,
            Terminator::Goto(_) | Terminator::Abort => {}
        }
        for target in copied.successors_mut() {
            *target = self.blocks[target.index()];
        }
        self.writer.end(copied, span);
    }
}

/// The number of the last stop that is not behind this place.
pub(super) fn segment(stops: &[(BlockId, usize)], block: BlockId, index: usize) -> u32 {
    let passed = stops.partition_point(|stop| *stop <= (block, index));
    passed.saturating_sub(1) as u32
}

/// The number of the last stop before the block.
fn last_stop_before(stops: &[(BlockId, usize)], block: BlockId) -> u32 {
    let passed = stops.partition_point(|stop| *stop < (block, 0));
    passed.saturating_sub(1) as u32
}
