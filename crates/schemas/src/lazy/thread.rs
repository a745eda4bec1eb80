//! The simulation of a thread: its text with jumps, guards and stubs in it. The rules stand in the opening of [`super`].

use rustc_hash::FxHashMap;
use unspool_ir::{
    Access, BinaryOp, BlockId, Body, ExprId, ExprKind, GlobalId, Inst, InstKind, PlaceId,
    PlaceKind, Property, RegId, SlotId, Span, Storage, Terminator, TypeId, Types,
};
use unspool_passes::dominators::predecessors;
use unspool_passes::operands::{
    NodeMut, for_each_child_of_expr, for_each_child_of_place, for_each_expr_mut,
    for_each_written_mut, place_of, place_of_mut, root_slot,
};
use unspool_passes::thread_text::ThreadText;

use crate::any_contents;
use crate::block_writer::BlockWriter;
use crate::guesses::{Guess, InputKind, Place};
use crate::lasting_locals::{self, Lasting};
use crate::notes::{Addition, AdditionKind};

use super::Making;

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

struct Simulation<'m, 'a, 't> {
    making: &'m mut Making<'a>,
    /// In the list.
    thread: usize,
    text: &'t ThreadText<'t>,
    stops: &'t [(BlockId, usize)],
    writer: BlockWriter,
    /// Reserved for the blocks of the thread.
    blocks: Vec<BlockId>,
    /// Reserved for the stops, and for the end.
    labels: Vec<BlockId>,
    registers: Vec<Home>,
    slots: Vec<SlotHome>,
    /// Parameters that the thread changes: the argument, and where it goes.
    params: Vec<(RegId, GlobalId)>,
    /// What the instruction in work has loaded.
    loaded: FxHashMap<GlobalId, ExprId>,
}

/// Where a register of the thread is kept.
#[derive(Clone, Copy)]
enum Home {
    Register(RegId),
    Global(GlobalId),
}

/// Where a local variable of the thread is kept.
#[derive(Clone, Copy)]
enum SlotHome {
    Global(GlobalId),
    /// The variable that points to it.
    Allocated(GlobalId),
}

impl Simulation<'_, '_, '_> {
    fn declare_registers(&mut self) {
        let body = self.text.body;
        let lasting = lasting_locals::registers(body, |block, index| {
            segment(self.stops, BlockId::new(block), index)
        });
        let assigned = lasting_locals::assigned_params(body);
        let read = super::read_registers(self.text);
        let function = self.function_name();
        for (number, declared) in body.regs.iter().enumerate() {
            let register = RegId::new(number);
            let is_param = body.params.contains(&register);
            let lasts = match is_param {
                true => assigned.contains(&register),
                false => lasting[number] != Lasting::No,
            };
            let home = match lasts {
                false => Home::Register(self.writer.register(&declared.name, declared.ty)),
                true => {
                    let name = match declared.name.as_str() {
                        "" => format!("{function}.{number}"),
                        name => format!("{function}.{name}"),
                    };
                    let align = self.making.program.types.align_of(declared.ty);
                    Home::Global(self.making.variable(&name, declared.ty, align, Span::NONE))
                }
            };
            if let Home::Global(global) = home
                && lasting[number] == Lasting::FromTheStart
            {
                let guess = Guess::UnsetRegister {
                    thread: self.text.number,
                    register,
                };
                self.making.at_start.push((global, guess));
            }
            self.registers.push(home);
        }
        for param in body.params.iter().filter(|param| read.contains(param)) {
            let declared = &body.regs[param.index()];
            let given = match self.registers[param.index()] {
                Home::Register(register) => register,
                Home::Global(global) => {
                    let register = self.writer.register(&declared.name, declared.ty);
                    self.params.push((register, global));
                    register
                }
            };
            self.writer.body.params.push(given);
        }
    }

    fn declare_slots(&mut self) {
        let function = self.function_name();
        for (number, slot) in self.text.body.slots.iter().enumerate() {
            let name = match slot.name.as_str() {
                "" => format!("{function}.local.{number}"),
                name => format!("{function}.{name}"),
            };
            let key = (self.text.function, SlotId::new(number));
            let home = match self.making.mortal.contains(&key) {
                true => {
                    let ty = self.making.program.types.pointer_to(slot.ty);
                    let align = self.making.program.types.align_of(ty);
                    SlotHome::Allocated(self.making.variable(&name, ty, align, slot.span))
                }
                false => {
                    let global = self.making.variable(&name, slot.ty, slot.align, slot.span);
                    SlotHome::Global(global)
                }
            };
            self.slots.push(home);
        }
    }

    fn function_name(&self) -> String {
        (self.making.program)
            .function(self.text.function)
            .name
            .clone()
    }

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
                self.stop_at(id, index, inst.span);
                self.instruction(id, index, inst);
            }
            self.stop_at(id, block.insts.len(), block.span);
            self.terminator(id, &block.terminator, block.span);
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
            &making.program,
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
        let begun: Vec<SlotId> = (self.text.body.blocks.iter())
            .flat_map(|block| &block.insts)
            .filter_map(|inst| match inst.kind {
                InstKind::Live(slot) => Some(slot),
                _ => None,
            })
            .collect();
        for number in 0..self.slots.len() {
            let slot = SlotId::new(number);
            match self.slots[number] {
                SlotHome::Allocated(_) => self.live(slot, span),
                SlotHome::Global(_) if !begun.contains(&slot) => self.live(slot, span),
                SlotHome::Global(_) => {}
            }
        }
    }

    fn guard(&mut self, stop: u32) {
        self.note(AdditionKind::Guard(stop));
        self.making.control.guard(&mut self.writer, stop);
    }

    fn note(&mut self, kind: AdditionKind) {
        let (block, index) = self.writer.position();
        self.making.additions.push(Addition {
            function: self.text.function,
            block,
            index,
            kind,
        });
    }

    fn instruction(&mut self, block: BlockId, index: usize, inst: &Inst) {
        self.loaded.clear();
        let span = inst.span;
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
    fn copy(&mut self, mut kind: InstKind, span: Span) {
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

    fn assign(&mut self, register: RegId, value: ExprId, span: Span) {
        match self.registers[register.index()] {
            Home::Register(dst) => self.writer.put(InstKind::Assign { dst, value }, span),
            Home::Global(global) => self.store_global(global, value, span),
        }
    }

    fn store_global(&mut self, global: GlobalId, value: ExprId, span: Span) {
        let ty = self.making.program.global(global).ty;
        let place = self.writer.place(PlaceKind::Global(global), ty);
        self.writer.store(place, value, span);
    }

    fn load_global(&mut self, global: GlobalId, span: Span) -> ExprId {
        if let Some(&value) = self.loaded.get(&global) {
            return value;
        }
        let ty = self.making.program.global(global).ty;
        let place = self.writer.place(PlaceKind::Global(global), ty);
        let value = self.writer.load(place, span);
        self.loaded.insert(global, value);
        value
    }

    fn expr(&mut self, expr: ExprId, span: Span) -> ExprId {
        let node = self.text.body.expr(expr);
        let mut kind = node.kind;
        if let ExprKind::Reg(register) = kind {
            return match self.registers[register.index()] {
                Home::Register(register) => self.writer.read(register),
                Home::Global(global) => self.load_global(global, span),
            };
        }
        for_each_child_of_expr(&mut kind, |child| self.child(child, span));
        self.writer.body.add_expr(kind, node.ty)
    }

    fn place(&mut self, place: PlaceId, span: Span) -> PlaceId {
        let node = self.text.body.place(place);
        let mut kind = node.kind;
        match kind {
            PlaceKind::Global(global) => {
                kind = PlaceKind::Global(self.making.instance(self.thread, global));
            }
            PlaceKind::Slot(slot) => {
                kind = match self.slots[slot.index()] {
                    SlotHome::Global(global) => PlaceKind::Global(global),
                    SlotHome::Allocated(global) => PlaceKind::Deref(self.load_global(global, span)),
                };
            }
            _ => for_each_child_of_place(&mut kind, |child| self.child(child, span)),
        }
        self.writer.place(kind, node.ty)
    }

    fn child(&mut self, child: NodeMut<'_>, span: Span) {
        match child {
            NodeMut::Expr(id) => *id = self.expr(*id, span),
            NodeMut::Place(id) => *id = self.place(*id, span),
        }
    }

    /// A register that gets what the bounded program gets from outside.
    fn guessed_input(&mut self, at: Place, kind: InputKind, ty: TypeId, span: Span) -> ExprId {
        let name = self.making.guess("input", Guess::Input { at, kind });
        let dst = self.writer.register(&name, ty);
        self.writer.put(InstKind::Nondet { dst }, span);
        self.writer.read(dst)
    }

    fn spawn(&mut self, dst: RegId, args: &[ExprId], thread: Option<u32>, span: Span) {
        let number = thread.unwrap_or(0);
        let Some(spawned) = self.making.place_of_number(number) else {
            return;
        };
        self.note(AdditionKind::Step(format!("create thread {number}")));
        for (param, &arg) in args.iter().enumerate() {
            let making = &*self.making;
            let place =
                (making.control).argument(&mut self.writer, &making.program, (spawned, param));
            if let Some(place) = place {
                let value = self.expr(arg, span);
                self.writer.store(place, value, span);
            }
        }
        let making = &*self.making;
        let active = (making.control).active(&mut self.writer, &making.program, spawned);
        let yes = self.writer.constant(1, Types::BOOL);
        self.writer.store(active, yes, span);
        let number = self.writer.constant(number.into(), Types::I32);
        self.assign(dst, number, span);
    }

    /// Whether the `pc` of the thread is its end.
    fn finished(&mut self, dst: RegId, thread: ExprId, span: Span) {
        let asked = match self.text.body.expr(thread).kind {
            ExprKind::Int(bits) => Some(bits),
            _ => None,
        };
        let asked_for = self.expr(thread, span);
        let mut answer = None;
        for place in 0..self.making.numbers.len() {
            let number = self.making.numbers[place];
            // A thread that asks for itself has not finished.
            let is_meant = asked.is_none_or(|asked| asked == u128::from(number));
            if !is_meant || place == self.thread {
                continue;
            }
            let making = &*self.making;
            let (control, program) = (&making.control, &making.program);
            let pc = control.pc(&mut self.writer, program, place);
            let pc = self.writer.load(pc, span);
            let size = control.read_size(&mut self.writer, program, place);
            let mut is_over = self.writer.compare(BinaryOp::Eq, pc, size);
            if asked.is_none() {
                let number = self.writer.constant(number.into(), Types::I32);
                let is_it = self.writer.compare(BinaryOp::Eq, asked_for, number);
                is_over = self.writer.both(is_it, is_over);
            }
            answer = Some(match answer {
                Some(others) => self.writer.either(others, is_over),
                None => is_over,
            });
        }
        let answer = answer.unwrap_or_else(|| self.writer.constant(0, Types::BOOL));
        self.assign(dst, answer, span);
    }

    fn weak_compare_exchange(&mut self, at: Place, kind: &InstKind, span: Span) {
        let InstKind::CompareExchange {
            ok,
            old,
            place,
            failure,
            ..
        } = *kind
        else {
            return;
        };
        let fails = self.guessed_input(at, InputKind::SpuriousFailure, Types::BOOL, span);
        let (failing, trying, behind) = (
            self.writer.reserve(),
            self.writer.reserve(),
            self.writer.reserve(),
        );
        let choice = Terminator::Branch {
            condition: fails,
            then: failing,
            otherwise: trying,
        };
        self.writer.end(choice, span);
        self.writer.begin(failing, span);
        let access = Access {
            volatile: false,
            atomic: Some(failure),
        };
        let load = InstKind::Load {
            dst: old,
            place,
            access,
        };
        self.copy(load, span);
        let no = self.writer.constant(0, Types::BOOL);
        self.assign(ok, no, span);
        self.writer.end(Terminator::Goto(behind), span);
        self.writer.begin(trying, span);
        self.loaded.clear();
        let mut strong = kind.clone();
        if let InstKind::CompareExchange { weak, .. } = &mut strong {
            *weak = false;
        }
        self.copy(strong, span);
        self.writer.begin(behind, span);
    }

    /// Whether a variable is written as a whole before anything else in its block.
    fn is_overwritten(&self, block: BlockId, index: usize, slot: SlotId) -> bool {
        let body = self.text.body;
        if let SlotHome::Allocated(_) = self.slots[slot.index()] {
            return false;
        }
        let names_it = |kind: &InstKind| {
            let mut stack = Vec::new();
            unspool_passes::operands::push_operands(kind, &mut stack);
            let mut is_named = false;
            unspool_passes::operands::for_each_node(body, &mut stack, |node| {
                is_named |= unspool_passes::operands::slot_of(body, node) == Some(slot);
            });
            is_named
        };
        let behind = body.block(block).insts.iter().skip(index + 1);
        let first = behind.map(|inst| &inst.kind).find(|kind| names_it(kind));
        first.is_some_and(|kind| {
            let place = place_of(kind);
            let is_whole = place.is_some_and(|place| {
                body.place(place).kind == PlaceKind::Slot(slot)
                    && root_slot(body, place) == Some(slot)
            });
            match kind {
                InstKind::Store { value, .. } => {
                    let mut stack = vec![unspool_passes::operands::Node::Expr(*value)];
                    let mut is_named = false;
                    unspool_passes::operands::for_each_node(body, &mut stack, |node| {
                        is_named |= unspool_passes::operands::slot_of(body, node) == Some(slot);
                    });
                    is_whole && !is_named
                }
                _ => false,
            }
        })
    }

    /// The life of a variable begins.
    fn live(&mut self, slot: SlotId, span: Span) {
        let declared = &self.text.body.slots[slot.index()];
        let ty = declared.ty;
        match self.slots[slot.index()] {
            SlotHome::Global(global) => {
                let place = self.writer.place(PlaceKind::Global(global), ty);
                let thread = self.text.number;
                let making = &mut *self.making;
                let mut types = std::mem::replace(
                    &mut making.program.types,
                    Types::new(making.bounded.types.data_model),
                );
                any_contents::write(&mut self.writer, &mut types, place, span, &mut |offset| {
                    let guess = Guess::Contents {
                        thread,
                        slot,
                        offset,
                    };
                    making.guess("contents", guess)
                });
                making.program.types = types;
            }
            SlotHome::Allocated(global) => {
                let size = self.making.program.types.size_of(ty).unwrap_or(0);
                let pointer = self.making.program.global(global).ty;
                let word = Types::int(self.making.bounded.types.data_model.pointer_bits(), false);
                let size = self.writer.constant(size.into(), word);
                let align = self.writer.constant(declared.align.into(), word);
                let dst = self.writer.register("", pointer);
                let alloc = InstKind::Alloc {
                    dst,
                    size,
                    align,
                    storage: Storage::Heap,
                };
                self.writer.put(alloc, span);
                let value = self.writer.read(dst);
                self.store_global(global, value, span);
            }
        }
    }

    /// The life of a variable ends.
    fn dead(&mut self, slot: SlotId, span: Span) {
        let SlotHome::Allocated(global) = self.slots[slot.index()] else {
            return;
        };
        self.loaded.clear();
        let pointer = self.load_global(global, span);
        let free = InstKind::Free {
            pointer,
            storage: Storage::Heap,
        };
        self.writer.put(free, span);
        // So that it is not freed twice.
        let ty = self.making.program.global(global).ty;
        let null = self.writer.constant(0, ty);
        self.store_global(global, null, span);
        self.loaded.clear();
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
            Terminator::Goto(_) | Terminator::Abort | Terminator::Unreachable => {}
        }
        for target in copied.successors_mut() {
            *target = self.blocks[target.index()];
        }
        self.writer.end(copied, span);
    }
}

/// The number of the last stop that is not behind this place.
fn segment(stops: &[(BlockId, usize)], block: BlockId, index: usize) -> u32 {
    let passed = stops.partition_point(|stop| *stop <= (block, index));
    passed.saturating_sub(1) as u32
}

/// The number of the last stop before the block.
fn last_stop_before(stops: &[(BlockId, usize)], block: BlockId) -> u32 {
    let passed = stops.partition_point(|stop| *stop < (block, 0));
    passed.saturating_sub(1) as u32
}
