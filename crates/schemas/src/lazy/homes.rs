//! Where what a thread computes is kept: registers that last and local variables are global ones, so that they are there in the next call.

use unspool_ir::{
    BlockId, ExprId, ExprKind, GlobalId, InstKind, PlaceId, PlaceKind, RegId, SlotId, Span,
    Storage, Types,
};
use unspool_passes::operands::{NodeMut, for_each_child_of_expr, for_each_child_of_place};

use crate::guesses::Guess;
use crate::lasting_locals::{self, Lasting};

use super::thread::{Simulation, segment};

/// Where a register of the thread is kept.
#[derive(Clone, Copy)]
pub enum Home {
    Register(RegId),
    Global(GlobalId),
}

/// Where a local variable of the thread is kept.
#[derive(Clone, Copy)]
pub enum SlotHome {
    Global(GlobalId),
    /// The variable that points to it.
    Allocated(GlobalId),
}

impl Simulation<'_, '_, '_> {
    pub(super) fn declare_registers(&mut self) {
        let body = self.text.body;
        let lasting = lasting_locals::registers(body, |block, index| {
            segment(self.stops, BlockId::new(block), index)
        });
        let assigned = lasting_locals::assigned_params(body);
        let read = lasting_locals::read_registers(self.text);
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
                    let align = self.making.maker.program.types.align_of(declared.ty);
                    Home::Global(
                        self.making
                            .maker
                            .variable(&name, declared.ty, align, Span::NONE),
                    )
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

    pub(super) fn declare_slots(&mut self) {
        let function = self.function_name();
        for (number, slot) in self.text.body.slots.iter().enumerate() {
            let name = match slot.name.as_str() {
                "" => format!("{function}.local.{number}"),
                name => format!("{function}.{name}"),
            };
            let key = (self.text.function, SlotId::new(number));
            let home = match self.making.mortal.contains(&key) {
                true => {
                    let ty = self.making.maker.program.types.pointer_to(slot.ty);
                    let align = self.making.maker.program.types.align_of(ty);
                    SlotHome::Allocated(self.making.maker.variable(&name, ty, align, slot.span))
                }
                false => {
                    let global = self
                        .making
                        .maker
                        .variable(&name, slot.ty, slot.align, slot.span);
                    SlotHome::Global(global)
                }
            };
            self.slots.push(home);
        }
    }

    pub(super) fn function_name(&self) -> String {
        (self.making.maker.program)
            .function(self.text.function)
            .name
            .clone()
    }

    pub(super) fn assign(&mut self, register: RegId, value: ExprId, span: Span) {
        match self.registers[register.index()] {
            Home::Register(dst) => self.writer.put(InstKind::Assign { dst, value }, span),
            Home::Global(global) => self.store_global(global, value, span),
        }
    }

    pub(super) fn store_global(&mut self, global: GlobalId, value: ExprId, span: Span) {
        let ty = self.making.maker.program.global(global).ty;
        let place = self.writer.place(PlaceKind::Global(global), ty);
        self.writer.store(place, value, span);
    }

    pub(super) fn load_global(&mut self, global: GlobalId, span: Span) -> ExprId {
        if let Some(&value) = self.loaded.get(&global) {
            return value;
        }
        let ty = self.making.maker.program.global(global).ty;
        let place = self.writer.place(PlaceKind::Global(global), ty);
        let value = self.writer.load(place, span);
        self.loaded.insert(global, value);
        value
    }

    pub(super) fn expr(&mut self, expr: ExprId, span: Span) -> ExprId {
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

    pub(super) fn place(&mut self, place: PlaceId, span: Span) -> PlaceId {
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

    pub(super) fn child(&mut self, child: NodeMut<'_>, span: Span) {
        match child {
            NodeMut::Expr(id) => *id = self.expr(*id, span),
            NodeMut::Place(id) => *id = self.place(*id, span),
        }
    }

    /// Whether nobody can see what is in a variable when its life begins.
    pub(super) fn is_overwritten(&self, block: BlockId, index: usize, slot: SlotId) -> bool {
        matches!(self.slots[slot.index()], SlotHome::Global(_))
            && lasting_locals::is_overwritten(self.text.body, block, index, slot)
    }

    /// The life of a variable begins.
    pub(super) fn live(&mut self, slot: SlotId, span: Span) {
        let declared = &self.text.body.slots[slot.index()];
        let ty = declared.ty;
        match self.slots[slot.index()] {
            SlotHome::Global(global) => {
                let place = self.writer.place(PlaceKind::Global(global), ty);
                let variable = (self.text.number, slot);
                (self.making.maker).any_contents(&mut self.writer, place, variable, span);
            }
            SlotHome::Allocated(global) => {
                let size = self.making.maker.program.types.size_of(ty).unwrap_or(0);
                let pointer = self.making.maker.program.global(global).ty;
                let word = Types::int(
                    self.making.maker.bounded.types.data_model.pointer_bits(),
                    false,
                );
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
    pub(super) fn dead(&mut self, slot: SlotId, span: Span) {
        let SlotHome::Allocated(global) = self.slots[slot.index()] else {
            return;
        };
        self.loaded.clear();
        let pointer = self.load_global(global, span);
        let free = InstKind::Free {
            pointer,
            storage: Storage::Heap,
            is_unheld: false,
        };
        self.writer.put(free, span);
        // So that it is not freed twice.
        let ty = self.making.maker.program.global(global).ty;
        let null = self.writer.constant(0, ty);
        self.store_global(global, null, span);
        self.loaded.clear();
    }
}
