//! Calls of library functions that leave nothing behind are dropped.
//!
//! Most calls of `printf` are for people to read. Their loops over digits and padding depend on the values printed, so they
//! would be cut at the bound, and executions that print large numbers would be lost. So a call whose result nobody reads, of a
//! function that is part of a model, is taken back when all that was emitted for it is
//!
//! - output, which is no property;
//! - loads that cannot fail: of named objects, of arguments that are there, and of the library's own variables and tables (models do
//!   not overrun these; what they are given they may, such as arguments that a format asks for in vain);
//! - stores to variables of the call itself, which end with it;
//! - computation that cannot fail, branches, atomic sections that begin and end in the same function and only contain such;
//! - paths cut because a loop reached its bound: functions of the library end, so after enough iterations the call would have
//!   returned.
//!
//! What remains is a call that returns and has changed nothing that anybody can see. It could not block either, nor end
//! the thread, since those instructions matter. An atomic section without effect is a step that no other thread can notice.
//! So in each execution all its steps can be left out, and into each execution of the program without it they can be put
//! back, at once, where the call stood; neither changes how the execution ends. Calls back into the program are no
//! exception, as all that they do is judged by the same rules, but for their loops: these need not end, so that a cut
//! in them matters. Fences may go since memory is sequentially consistent. Races between the loads that are dropped and others
//! are kept if the configuration says so: then loads by pointers matter, unless they are of the library's own.

use std::rc::Rc;

use unspool_ir::{
    BlockId, Body, ExprId, ExprKind, FunctionId, InstKind, PlaceId, PlaceKind, Program, RegId,
    Terminator, Type, TypeId,
};

use super::evaluate::Location;
use super::knowledge::Knowledge;
use super::objects::ObjectName;
use super::walk::{Path, ThreadWalk};
use crate::faults::expr_may_fail;
use crate::operands::{Node, for_each_node, push_operands, register_of, root_of, terminator_expr};
use crate::points_to::Object;

/// A call that may be taken back: how things were before it.
pub struct Unit {
    block: BlockId,
    instructions_of_block: usize,
    know: Knowledge,
    blocks: usize,
    cuts: usize,
    important: usize,
    emitted: usize,
}

impl ThreadWalk<'_, '_> {
    /// If this is a call from the program into the library whose result is not read, remembers how things are.
    pub fn begin_unit(
        &mut self,
        path: &Path,
        callee: FunctionId,
        result: Option<RegId>,
    ) -> Option<Unit> {
        let is_model = |function| self.program().function(function).is_model;
        let enters = is_model(callee) && !is_model(self.here().function);
        let is_wanted = self.bounder.config.library_calls;
        if !is_wanted || !enters || self.own_slots.is_some() || self.is_read(result) {
            return None;
        }
        self.own_slots = Some(self.out.body.slots.len() as u32);
        Some(Unit {
            block: path.block,
            instructions_of_block: self.out.body.blocks[path.block.index()].insts.len(),
            know: path.know.clone(),
            blocks: self.out.body.blocks.len(),
            cuts: self.bounder.cuts.len(),
            important: self.important,
            emitted: self.out.instructions,
        })
    }

    /// Behind the call: takes it back if nothing of it matters.
    pub fn end_unit(&mut self, unit: Option<Unit>) -> Option<Path> {
        let unit = unit?;
        self.own_slots = None;
        if self.important != unit.important {
            return None;
        }
        self.out.body.blocks.truncate(unit.blocks);
        let block = &mut self.out.body.blocks[unit.block.index()];
        block.insts.truncate(unit.instructions_of_block);
        self.out.instructions = unit.emitted;
        self.bounder.cuts.truncate(unit.cuts);
        Some(Path {
            block: unit.block,
            know: unit.know,
        })
    }

    /// The call does not return: it stays.
    pub fn leave_unit(&mut self, unit: Option<Unit>) {
        if unit.is_some() {
            self.own_slots = None;
        }
    }

    /// Whether the current function reads a register (of the thread) that gets a result.
    fn is_read(&mut self, result: Option<RegId>) -> bool {
        let Some(result) = result else {
            return false;
        };
        let here = self.here();
        let (function, body) = (here.function, here.body);
        let own = result.0.checked_sub(here.registers);
        let read = self.bounder.read_registers.entry(function);
        let read = read.or_insert_with(|| Rc::from(registers_read(body)));
        own.and_then(|own| read.get(own as usize))
            .is_none_or(|read| *read)
    }

    /// Whether all atomic sections that the current function begins end in it, and the other way round.
    pub fn closes_its_sections(&mut self) -> bool {
        if self.own_slots.is_none() {
            return false;
        }
        let (function, body) = (self.here().function, self.here().body);
        let answer = self.bounder.closed_functions.entry(function);
        *answer.or_insert_with(|| has_closed_sections(body))
    }

    /// Whether a load of the current function, which has become `residual`, cannot fail.
    pub fn is_private_load(
        &mut self,
        original: PlaceId,
        residual: PlaceId,
        location: Location,
    ) -> bool {
        let function = self.here().function;
        if self.own_slots.is_none() || !self.program().function(function).is_model {
            return false;
        }
        let ty = self.body().place(original).ty;
        // What a pointer leads to may be the program's, and part of a race.
        let is_pointed = matches!(root_of(self.body(), original), PlaceKind::Deref(_));
        let may_race = is_pointed && self.bounder.config.keeps_races;
        if self.is_named(residual) && !may_race || self.is_in_own_variable(location, ty) {
            return true;
        }
        let locations = self.bounder.points_to.locations(function, original);
        let is_trusted = |object| match object {
            Object::Global(global) => self.bounder.library_tables[global.index()],
            Object::Slot(owner, _) => self.program().function(owner).is_model,
            // A format may ask for more than there are.
            Object::VarArgs(_) | Object::Alloc { .. } | Object::Function(_) => false,
        };
        !locations.is_empty() && locations.iter().all(|at| is_trusted(at.object))
    }

    /// Whether this many bytes certainly are in a variable of the library call that the walk is in.
    fn is_in_own_variable(&self, location: Location, ty: TypeId) -> bool {
        let Location::Exact { object, offset } = location else {
            return false;
        };
        let end = (self.types().size_of(ty)).and_then(|size| offset.checked_add(size));
        let is_inside = (end.zip(self.bounder.objects.info(object).size))
            .is_some_and(|(end, size)| end <= size);
        is_inside && self.is_private_store(location)
    }

    /// Whether a store goes to a variable of the library call that the walk is in.
    pub fn is_private_store(&self, location: Location) -> bool {
        let (Location::Exact { object, .. } | Location::Inside(object)) = location else {
            return false;
        };
        match (self.bounder.objects.info(object).name, self.own_slots) {
            (ObjectName::Slot { thread, slot }, Some(first)) => {
                thread == self.thread && slot.0 >= first
            }
            _ => false,
        }
    }

    /// A part of a global or slot that is certainly inside of it.
    fn is_named(&self, place: PlaceId) -> bool {
        match self.out.body.place(place).kind {
            PlaceKind::Global(_) | PlaceKind::Slot(_) => true,
            PlaceKind::Deref(_) => false,
            PlaceKind::Field(record, _) => self.is_named(record),
            PlaceKind::Index(array, index) => {
                let length = match self.types().get(self.out.body.place(array).ty) {
                    Type::Array { length, .. } => *length,
                    _ => 0,
                };
                let index = self.out.body.expr(index).kind;
                matches!(index, ExprKind::Int(index) if index < u128::from(length))
                    && self.is_named(array)
            }
        }
    }

    /// Whether evaluating an expression of the thread may end in an error.
    pub fn may_fail(&self, expr: ExprId) -> bool {
        expr_may_fail(self.types(), &self.out.body, expr)
    }
}

/// Per global: whether it is a constant that only functions of the library name.
pub fn library_tables(program: &Program) -> Vec<bool> {
    let mut is_own = vec![false; program.globals.len()];
    let mut is_shared: Vec<bool> = program.globals.iter().map(|it| !it.read_only).collect();
    let mut stack = Vec::new();
    for function in &program.functions {
        let Some(body) = &function.body else { continue };
        for block in &body.blocks {
            for inst in &block.insts {
                push_operands(&inst.kind, &mut stack);
            }
            stack.extend(terminator_expr(&block.terminator).map(Node::Expr));
        }
        for_each_node(body, &mut stack, |node| {
            if let Node::Place(place) = node
                && let PlaceKind::Global(global) = body.place(place).kind
            {
                match function.is_model {
                    true => is_own[global.index()] = true,
                    false => is_shared[global.index()] = true,
                }
            }
        });
    }
    for (is_own, is_shared) in is_own.iter_mut().zip(is_shared) {
        *is_own &= !is_shared;
    }
    is_own
}

/// Per register of a function: whether any instruction reads it. Nodes that nothing uses do not count.
fn registers_read(body: &Body) -> Vec<bool> {
    let mut read = vec![false; body.regs.len()];
    let mut stack = Vec::new();
    for block in &body.blocks {
        for inst in &block.insts {
            push_operands(&inst.kind, &mut stack);
        }
        stack.extend(terminator_expr(&block.terminator).map(Node::Expr));
        for_each_node(body, &mut stack, |node| {
            if let Some(register) = register_of(body, node) {
                read[register.index()] = true;
            }
        });
    }
    read
}

/// Whether a body on its own, calls aside, never has more ends than beginnings and as many of both where it returns. The
/// verifier has made sure that all paths to a block agree.
fn has_closed_sections(body: &Body) -> bool {
    let mut depths: Vec<Option<i64>> = vec![None; body.blocks.len()];
    let mut open = vec![(BlockId(0), 0)];
    while let Some((block, mut depth)) = open.pop() {
        if depths[block.index()].replace(depth).is_some() {
            continue;
        }
        let block = body.block(block);
        for inst in &block.insts {
            match inst.kind {
                InstKind::AtomicBegin => depth += 1,
                InstKind::AtomicEnd => depth -= 1,
                _ => {}
            }
            if depth < 0 {
                return false;
            }
        }
        if matches!(block.terminator, Terminator::Return(_)) && depth != 0 {
            return false;
        }
        open.extend(block.terminator.successors().map(|next| (next, depth)));
    }
    true
}
