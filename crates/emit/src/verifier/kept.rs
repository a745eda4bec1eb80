//! What of a body is written: all that has an effect, and what that needs.
//!
//! A made program is full of values that nobody looks at, and compilers complain about each of them. Marked here are the reachable
//! blocks, what their instructions with an effect read, and the instructions that compute that; the rest is left out. An
//! instruction that may end the run has an effect even if nobody reads its result: its check is kept.
//!
//! A slot counts as read if something loads from it, or takes its address. What is only stored to is left out with its stores.

use std::collections::{BTreeSet, HashSet};

use unspool_ir::{
    BlockId, Body, Callee, ExprKind, FunctionId, GlobalId, InstKind, PlaceKind, Program, RegId,
    SlotId,
};
use unspool_passes::operands::{
    Node, for_each_child, for_each_written, place_of, push_operands, root_slot, terminator_expr,
};

use super::accesses::{self, Access};
use super::checks;
use crate::reach::Mentions;

pub struct Kept {
    /// By block: whether some run may come there.
    pub blocks: Vec<bool>,
    /// Whether something that is written reads it.
    pub regs: Vec<bool>,
    pub slots: Vec<bool>,
    exprs: Vec<bool>,
    places: Vec<bool>,
    callees: BTreeSet<FunctionId>,
}

impl Kept {
    pub fn of(program: &Program, body: &Body, trusted: &HashSet<GlobalId>) -> Kept {
        let mut marking = Marking {
            program,
            trusted,
            body,
            definitions: Definitions::of(body),
            pending: Vec::new(),
            kept: Kept {
                blocks: reachable(body),
                regs: vec![false; body.regs.len()],
                slots: vec![false; body.slots.len()],
                exprs: vec![false; body.exprs.len()],
                places: vec![false; body.places.len()],
                callees: BTreeSet::new(),
            },
        };
        for (number, block) in body.blocks.iter().enumerate() {
            if !marking.kept.blocks[number] {
                continue;
            }
            for inst in &block.insts {
                marking.root(&inst.kind);
            }
            let expr = terminator_expr(&block.terminator);
            marking.pending.extend(expr.map(Node::Expr));
            marking.follow();
        }
        marking.kept
    }

    /// Whether the statement of an instruction does something that is wanted.
    pub fn writes(&self, body: &Body, kind: &InstKind) -> bool {
        match kind {
            InstKind::Assign { .. }
            | InstKind::Load { .. }
            | InstKind::VarArgs { .. }
            | InstKind::SelfId { .. }
            | InstKind::Finished { .. }
            | InstKind::Nondet { .. }
            | InstKind::Alloc { .. }
            | InstKind::ObjectSize { .. } => {
                let mut is_read = false;
                for_each_written(kind, |reg| is_read |= self.regs[reg.index()]);
                is_read
            }
            InstKind::Store { place, .. } => match root_slot(body, *place) {
                Some(slot) => self.slots[slot.index()],
                None => true,
            },
            _ => true,
        }
    }

    pub fn mentions(&self, body: &Body) -> Mentions {
        let marked = |marks: &[bool]| -> Vec<usize> {
            let all = marks.iter().enumerate();
            all.filter(|(_, mark)| **mark).map(|(at, _)| at).collect()
        };
        let mut mentions = Mentions {
            functions: self.callees.iter().copied().collect(),
            ..Mentions::default()
        };
        for expr in marked(&self.exprs) {
            let expr = body.exprs[expr];
            mentions.types.push(expr.ty);
            if let ExprKind::FunctionAddress(function) = expr.kind {
                mentions.functions.push(function);
            }
        }
        for place in marked(&self.places) {
            let place = body.places[place];
            mentions.types.push(place.ty);
            if let PlaceKind::Global(global) = place.kind {
                mentions.globals.push(global);
            }
        }
        let regs = marked(&self.regs).into_iter().map(|at| body.regs[at].ty);
        mentions.types.extend(regs);
        let slots = marked(&self.slots).into_iter().map(|at| body.slots[at].ty);
        mentions.types.extend(slots);
        mentions
    }
}

fn reachable(body: &Body) -> Vec<bool> {
    let mut reached = vec![false; body.blocks.len()];
    let mut pending = vec![BlockId::new(0)];
    while let Some(block) = pending.pop() {
        if let Some(mark) = reached.get_mut(block.index())
            && !std::mem::replace(mark, true)
        {
            pending.extend(body.block(block).terminator.successors());
        }
    }
    reached
}

/// The instructions, by block and place in it, that assign a register, or store to a slot.
struct Definitions {
    regs: Vec<Vec<(u32, u32)>>,
    slots: Vec<Vec<(u32, u32)>>,
}

impl Definitions {
    fn of(body: &Body) -> Definitions {
        let mut found = Definitions {
            regs: vec![Vec::new(); body.regs.len()],
            slots: vec![Vec::new(); body.slots.len()],
        };
        for (number, block) in body.blocks.iter().enumerate() {
            for (index, inst) in block.insts.iter().enumerate() {
                let at = (number as u32, index as u32);
                for_each_written(&inst.kind, |reg: &RegId| {
                    found.regs[reg.index()].push(at);
                });
                if let InstKind::Store { place, .. } = inst.kind
                    && let Some(slot) = root_slot(body, place)
                {
                    found.slots[slot.index()].push(at);
                }
            }
        }
        found
    }
}

struct Marking<'p> {
    program: &'p Program,
    trusted: &'p HashSet<GlobalId>,
    body: &'p Body,
    definitions: Definitions,
    /// Nodes whose trees are needed.
    pending: Vec<Node>,
    kept: Kept,
}

impl Marking<'_> {
    /// An instruction that is reached: what it needs whether or not its result is read.
    fn root(&mut self, kind: &InstKind) {
        let (program, body) = (self.program, self.body);
        match kind {
            // Said for the analyses only.
            InstKind::Hold(_) | InstKind::Release(_) => return,
            InstKind::Assert { condition, .. } => {
                self.pending.push(Node::Expr(*condition));
                return;
            }
            _ => {}
        }
        let mut stack = Vec::new();
        push_operands(kind, &mut stack);
        let mentioned = checks::mentioned_by_divisions(&program.types, body, &mut stack);
        self.pending.extend(mentioned);
        match self.access(kind) {
            Access::Safe => {}
            Access::Index { index, .. } => self.pending.push(Node::Expr(index)),
            Access::Read | Access::Write => {
                self.pending.extend(place_of(kind).map(Node::Place));
            }
            Access::Fails => return,
        }
        match kind {
            InstKind::Assign { .. }
            | InstKind::Load { .. }
            | InstKind::Finished { .. }
            | InstKind::Alloc { .. }
            | InstKind::ObjectSize { .. }
            | InstKind::VarArgs { .. }
            | InstKind::SelfId { .. }
            | InstKind::Nondet { .. } => {}
            InstKind::Store { place, .. } if root_slot(body, *place).is_some() => {}
            _ => self.operands(kind),
        }
    }

    fn access(&self, kind: &InstKind) -> Access {
        accesses::of_instruction(self.program, self.trusted, self.body, kind)
    }

    fn operands(&mut self, kind: &InstKind) {
        if let InstKind::Call {
            callee: Callee::Direct(callee),
            ..
        } = kind
        {
            self.kept.callees.insert(*callee);
        }
        push_operands(kind, &mut self.pending);
    }

    fn follow(&mut self) {
        while let Some(node) = self.pending.pop() {
            let mark = match node {
                Node::Expr(id) => &mut self.kept.exprs[id.index()],
                Node::Place(id) => &mut self.kept.places[id.index()],
            };
            if std::mem::replace(mark, true) {
                continue;
            }
            let body = self.body;
            for_each_child(body, node, |child| self.pending.push(child));
            match node {
                Node::Expr(id) => {
                    if let ExprKind::Reg(reg) = body.expr(id).kind {
                        self.register(reg);
                    }
                }
                Node::Place(id) => {
                    if let PlaceKind::Slot(slot) = body.place(id).kind {
                        self.slot(slot);
                    }
                }
            }
        }
    }

    fn register(&mut self, reg: RegId) {
        if std::mem::replace(&mut self.kept.regs[reg.index()], true) {
            return;
        }
        let definitions = std::mem::take(&mut self.definitions.regs[reg.index()]);
        self.needed(&definitions);
    }

    fn slot(&mut self, slot: SlotId) {
        if std::mem::replace(&mut self.kept.slots[slot.index()], true) {
            return;
        }
        let definitions = std::mem::take(&mut self.definitions.slots[slot.index()]);
        self.needed(&definitions);
    }

    fn needed(&mut self, definitions: &[(u32, u32)]) {
        let body = self.body;
        for &(block, index) in definitions {
            if self.kept.blocks[block as usize] {
                let inst = &body.blocks[block as usize].insts[index as usize];
                if self.access(&inst.kind) != Access::Fails {
                    self.operands(&inst.kind);
                }
            }
        }
    }
}
