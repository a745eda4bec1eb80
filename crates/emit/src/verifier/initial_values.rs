//! Variables that may be read before they are assigned get any value first.
//!
//! That is what the IR says of them. C leaves it undefined, compilers warn, and some verifiers would take a value of their choice. Which
//! variables these are is found by walking from each read backwards to the assignments; who gets to the entry, or to where a slot
//! comes to life, reads too early. Of slots that are records or arrays the parts are looked at that are read by name; one whose
//! address is taken is taken for assigned there.

use std::collections::{HashMap, HashSet};

use unspool_ir::{Body, ExprKind, InstKind, PlaceId, PlaceKind, Program, RegId, SlotId, Type};
use unspool_passes::dominators::predecessors;
use unspool_passes::lists::Lists;
use unspool_passes::operands::{
    Node, for_each_node, for_each_written, place_of, push_operands, register_of, root_slot,
    terminator_expr,
};

use super::kept::Kept;

/// So many blocks are walked in all. What is not known by then gets a value: that is never wrong.
const STEPS: usize = 5_000_000;

/// Who gets a value, and when.
#[derive(Default)]
pub struct InitialValues {
    /// At the start of the function.
    pub regs: HashSet<RegId>,
    pub slots: HashSet<SlotId>,
    /// Whenever they come to life.
    pub live_slots: HashSet<SlotId>,
}

impl InitialValues {
    pub fn of(program: &Program, body: &Body, kept: &Kept) -> InitialValues {
        let mut scan = Scan {
            program,
            body,
            kept,
            parts: Parts::default(),
            in_block: HashMap::new(),
            open_reads: Vec::new(),
            known: HashMap::new(),
            found: InitialValues::default(),
        };
        scan.parts.collect(program, body, kept);
        for (number, block) in body.blocks.iter().enumerate() {
            if !kept.blocks[number] {
                continue;
            }
            scan.in_block.clear();
            for inst in &block.insts {
                scan.instruction(number as u32, &inst.kind);
            }
            let expr = terminator_expr(&block.terminator);
            scan.reads(number as u32, expr.into_iter().map(Node::Expr).collect());
            for (variable, state) in scan.in_block.drain() {
                scan.known.insert((variable, number as u32), state);
            }
        }
        scan.walk();
        let body_params = &body.params;
        scan.found.regs.retain(|reg| !body_params.contains(reg));
        scan.found
    }
}

/// A register, or a part of a slot.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Variable {
    Reg(RegId),
    Part(SlotId, u64, u64),
}

/// What is last said of a variable in a block.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Assigned,
    /// Its slot came to life.
    Fresh,
}

/// The parts of slots that are read.
#[derive(Default)]
struct Parts {
    of: HashMap<SlotId, Vec<(u64, u64)>>,
}

impl Parts {
    fn collect(&mut self, program: &Program, body: &Body, kept: &Kept) {
        for (slot, declared) in body.slots.iter().enumerate() {
            if kept.slots[slot]
                && program.types.is_scalar(declared.ty)
                && let Some(size) = program.types.size_of(declared.ty)
            {
                self.of.insert(SlotId::new(slot), vec![(0, size)]);
            }
        }
        let insts = body.blocks.iter().flat_map(|block| &block.insts);
        for inst in insts {
            if let InstKind::Load { place, .. } = inst.kind
                && let Some((slot, start, size)) = extent(program, body, place)
                && !program.types.is_scalar(body.slots[slot.index()].ty)
                && program.types.is_scalar(body.place(place).ty)
            {
                let parts = self.of.entry(slot).or_default();
                if !parts.contains(&(start, size)) {
                    parts.push((start, size));
                }
            }
        }
    }

    fn of(&self, slot: SlotId) -> &[(u64, u64)] {
        self.of.get(&slot).map_or(&[], Vec::as_slice)
    }
}

struct Scan<'a> {
    program: &'a Program,
    body: &'a Body,
    kept: &'a Kept,
    parts: Parts,
    in_block: HashMap<Variable, State>,
    /// Reads that nothing before them in their block decides.
    open_reads: Vec<(Variable, u32)>,
    /// What blocks leave behind.
    known: HashMap<(Variable, u32), State>,
    found: InitialValues,
}

impl Scan<'_> {
    fn instruction(&mut self, block: u32, kind: &InstKind) {
        let mut stack = Vec::new();
        match kind {
            InstKind::Assert { condition, .. } => stack.push(Node::Expr(*condition)),
            InstKind::Hold(_) | InstKind::Release(_) => {}
            _ => push_operands(kind, &mut stack),
        }
        self.reads(block, stack);
        match kind {
            InstKind::Live(slot) => self.slot(*slot, State::Fresh),
            InstKind::Store { place, .. } => self.store(*place),
            _ => {
                if let Some(place) = place_of(kind)
                    && let Some((slot, start, size)) = extent(self.program, self.body, place)
                {
                    self.read(block, Variable::Part(slot, start, size));
                }
            }
        }
        for_each_written(kind, |reg| {
            self.in_block.insert(Variable::Reg(*reg), State::Assigned);
        });
    }

    fn reads(&mut self, block: u32, mut stack: Vec<Node>) {
        let body = self.body;
        let (mut regs, mut addresses) = (Vec::new(), Vec::new());
        for_each_node(body, &mut stack, |node| {
            regs.extend(register_of(body, node));
            if let Node::Expr(id) = node
                && let ExprKind::AddressOf(place) = body.expr(id).kind
            {
                addresses.extend(root_slot(body, place));
            }
        });
        for reg in regs {
            self.read(block, Variable::Reg(reg));
        }
        for slot in addresses {
            let ty = body.slots[slot.index()].ty;
            match self.program.types.is_scalar(ty) {
                true => {
                    let size = self.program.types.size_of(ty).unwrap_or(0);
                    self.read(block, Variable::Part(slot, 0, size));
                }
                false => self.slot(slot, State::Assigned),
            }
        }
    }

    fn read(&mut self, block: u32, variable: Variable) {
        let is_written = match variable {
            Variable::Reg(reg) => self.kept.regs[reg.index()],
            Variable::Part(slot, start, size) => self.parts.of(slot).contains(&(start, size)),
        };
        match self.in_block.get(&variable) {
            None if is_written => self.open_reads.push((variable, block)),
            Some(State::Fresh) => self.too_early(variable, true),
            _ => {}
        }
    }

    fn store(&mut self, place: PlaceId) {
        if let Some((slot, start, size)) = extent(self.program, self.body, place) {
            for &(at, bytes) in self.parts.of(slot) {
                if start <= at && at + bytes <= start + size {
                    let part = Variable::Part(slot, at, bytes);
                    self.in_block.insert(part, State::Assigned);
                }
            }
        }
    }

    fn slot(&mut self, slot: SlotId, state: State) {
        for &(start, size) in self.parts.of(slot) {
            self.in_block
                .insert(Variable::Part(slot, start, size), state);
        }
    }

    fn too_early(&mut self, variable: Variable, is_live: bool) {
        match variable {
            Variable::Reg(reg) => self.found.regs.insert(reg),
            Variable::Part(slot, ..) if is_live => self.found.live_slots.insert(slot),
            Variable::Part(slot, ..) => self.found.slots.insert(slot),
        };
    }

    /// From the open reads backwards.
    fn walk(&mut self) {
        let before: Lists<u32> = predecessors(self.body);
        let mut steps = 0;
        let mut reads = std::mem::take(&mut self.open_reads);
        reads.sort_unstable_by_key(|(variable, _)| match variable {
            Variable::Reg(reg) => (0, reg.0, 0, 0),
            Variable::Part(slot, start, size) => (1, slot.0, *start, *size),
        });
        for group in reads.chunk_by(|a, b| a.0 == b.0) {
            let variable = group[0].0;
            let mut seen = HashSet::new();
            let mut pending: Vec<u32> = group.iter().map(|(_, block)| *block).collect();
            while let Some(block) = pending.pop() {
                // The state at the start of the block is in question.
                if !seen.insert(block) {
                    continue;
                }
                steps += 1;
                if block == 0 || steps > STEPS {
                    self.too_early(variable, false);
                    continue;
                }
                for &from in before.of(block as usize) {
                    if !self.kept.blocks[from as usize] {
                        continue;
                    }
                    match self.known.get(&(variable, from)) {
                        None => pending.push(from),
                        Some(State::Assigned) => {}
                        Some(State::Fresh) => self.too_early(variable, true),
                    }
                }
            }
        }
    }
}

/// The bytes of a slot that a place is, if that is fixed.
fn extent(program: &Program, body: &Body, place: PlaceId) -> Option<(SlotId, u64, u64)> {
    let types = &program.types;
    let size = types.size_of(body.place(place).ty)?;
    let mut start = 0u64;
    let mut at = place;
    loop {
        match body.place(at).kind {
            PlaceKind::Slot(slot) => return Some((slot, start, size)),
            PlaceKind::Field(base, index) => {
                start = start.checked_add(types.field(body.place(base).ty, index)?.offset)?;
                at = base;
            }
            PlaceKind::Index(base, index) => {
                let Type::Array { element, .. } = *types.get(body.place(base).ty) else {
                    return None;
                };
                let ExprKind::Int(index) = body.expr(index).kind else {
                    return None;
                };
                let bytes = u64::try_from(index)
                    .ok()?
                    .checked_mul(types.size_of(element)?)?;
                start = start.checked_add(bytes)?;
                at = base;
            }
            PlaceKind::Global(_) | PlaceKind::Deref(_) => return None,
        }
    }
}
