//! In which blocks registers and private cells are mentioned: where facts on them can matter.

use unspool_ir::{
    BlockId, Body, ExprId, ExprKind, InstKind, PlaceId, PlaceKind, RegId, Terminator,
};

use super::cells::accessed_place;
use super::state::Key;

/// By key: the first and the last block that mentions it.
pub struct Lifetimes {
    spans: Vec<(u32, u32)>,
    /// By block: the keys for which it is the last of several.
    ending: Vec<Vec<Key>>,
}

impl Lifetimes {
    /// `cell_at`: the key of the private cell at a place, if it is one.
    pub fn of(body: &Body, keys: usize, cell_at: impl Fn(PlaceId) -> Option<Key>) -> Lifetimes {
        let mut lifetimes = Lifetimes {
            spans: vec![(u32::MAX, 0); keys],
            ending: vec![Vec::new(); body.blocks.len()],
        };
        let mut seen = Seen {
            exprs: vec![u32::MAX; body.exprs.len()],
            places: vec![u32::MAX; body.places.len()],
        };
        for (index, block) in body.blocks.iter().enumerate() {
            let index = index as u32;
            for inst in &block.insts {
                for register in assigned(&inst.kind).into_iter().flatten() {
                    lifetimes.mention(Key(register.0), index);
                }
                let cell = accessed_place(&inst.kind).and_then(&cell_at);
                if let Some(cell) = cell {
                    lifetimes.mention(cell, index);
                }
                for_each_operand(&inst.kind, |operand| {
                    lifetimes.mention_all(body, operand, index, &mut seen);
                });
            }
            if let Some(operand) = operand_of(&block.terminator) {
                lifetimes.mention_all(body, Operand::Expr(operand), index, &mut seen);
            }
        }
        for (key, &(first, last)) in lifetimes.spans.iter().enumerate() {
            if first < last {
                lifetimes.ending[last as usize].push(Key(key as u32));
            }
        }
        lifetimes
    }

    /// Whether a later block mentions the key, too.
    pub fn lives_behind(&self, key: Key, block: BlockId) -> bool {
        self.spans[key.0 as usize].1 > block.0
    }

    pub fn ending_in(&self, block: BlockId) -> &[Key] {
        &self.ending[block.index()]
    }

    fn mention(&mut self, key: Key, block: u32) {
        let span = &mut self.spans[key.0 as usize];
        *span = (span.0.min(block), span.1.max(block));
    }

    /// Registers in a tree. Nodes seen before in the same block have been mentioned.
    fn mention_all(&mut self, body: &Body, root: Operand, block: u32, seen: &mut Seen) {
        let mut stack = vec![root];
        while let Some(next) = stack.pop() {
            let mark = match next {
                Operand::Expr(id) => &mut seen.exprs[id.index()],
                Operand::Place(id) => &mut seen.places[id.index()],
            };
            if *mark == block {
                continue;
            }
            *mark = block;
            match next {
                Operand::Expr(id) => match body.expr(id).kind {
                    ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::FunctionAddress(_) => {}
                    ExprKind::Reg(register) => self.mention(Key(register.0), block),
                    ExprKind::Unary(_, a) | ExprKind::Convert(a) => stack.push(Operand::Expr(a)),
                    ExprKind::Binary(_, a, b) => stack.extend([a, b].map(Operand::Expr)),
                    ExprKind::Select(a, b, c) => stack.extend([a, b, c].map(Operand::Expr)),
                    ExprKind::AddressOf(place) => stack.push(Operand::Place(place)),
                },
                Operand::Place(id) => match body.place(id).kind {
                    PlaceKind::Global(_) | PlaceKind::Slot(_) => {}
                    PlaceKind::Deref(pointer) => stack.push(Operand::Expr(pointer)),
                    PlaceKind::Field(place, _) => stack.push(Operand::Place(place)),
                    PlaceKind::Index(place, index) => {
                        stack.extend([Operand::Place(place), Operand::Expr(index)]);
                    }
                },
            }
        }
    }
}

struct Seen {
    exprs: Vec<u32>,
    places: Vec<u32>,
}

#[derive(Clone, Copy)]
pub enum Operand {
    Expr(ExprId),
    Place(PlaceId),
}

/// The registers that an instruction assigns.
pub fn assigned(kind: &InstKind) -> [Option<RegId>; 2] {
    match *kind {
        InstKind::Assign { dst, .. }
        | InstKind::Load { dst, .. }
        | InstKind::Rmw { dst, .. }
        | InstKind::VarArgs { dst }
        | InstKind::Spawn { dst, .. }
        | InstKind::SelfId { dst }
        | InstKind::Finished { dst, .. }
        | InstKind::Nondet { dst }
        | InstKind::Alloc { dst, .. }
        | InstKind::ObjectSize { dst, .. } => [Some(dst), None],
        InstKind::CompareExchange { ok, old, .. } => [Some(old), Some(ok)],
        InstKind::Call { dst, .. } => [dst, None],
        InstKind::Store { .. }
        | InstKind::Fence(_)
        | InstKind::Live(_)
        | InstKind::Dead(_)
        | InstKind::AtomicBegin
        | InstKind::AtomicEnd
        | InstKind::WaitUntil(_)
        | InstKind::Hold(_)
        | InstKind::Release(_)
        | InstKind::Assume(_)
        | InstKind::Assert { .. }
        | InstKind::Free { .. }
        | InstKind::Output { .. }
        | InstKind::Unsupported(_) => [None, None],
    }
}

/// Visits what an instruction evaluates.
fn for_each_operand(kind: &InstKind, mut visit: impl FnMut(Operand)) {
    if let Some(place) = accessed_place(kind) {
        visit(Operand::Place(place));
    }
    let mut visit = |expr: &ExprId| visit(Operand::Expr(*expr));
    match kind {
        InstKind::Assign { value, .. }
        | InstKind::Store { value, .. }
        | InstKind::Rmw { value, .. } => visit(value),
        InstKind::CompareExchange {
            expected, desired, ..
        } => [expected, desired].into_iter().for_each(visit),
        InstKind::Call { args, .. } => args.iter().for_each(visit),
        InstKind::Spawn { start, args, .. } => {
            visit(start);
            args.iter().for_each(visit);
        }
        InstKind::Finished { thread, .. } => visit(thread),
        InstKind::WaitUntil(condition) | InstKind::Assume(condition) => visit(condition),
        InstKind::Assert {
            condition, detail, ..
        } => {
            visit(condition);
            detail.iter().for_each(visit);
        }
        InstKind::Alloc { size, align, .. } => [size, align].into_iter().for_each(visit),
        InstKind::Hold(pointer)
        | InstKind::Release(pointer)
        | InstKind::Free { pointer, .. }
        | InstKind::ObjectSize { pointer, .. } => visit(pointer),
        InstKind::Output { stream, byte } => [stream, byte].into_iter().for_each(visit),
        InstKind::Load { .. }
        | InstKind::VarArgs { .. }
        | InstKind::SelfId { .. }
        | InstKind::Nondet { .. }
        | InstKind::Fence(_)
        | InstKind::Live(_)
        | InstKind::Dead(_)
        | InstKind::AtomicBegin
        | InstKind::AtomicEnd
        | InstKind::Unsupported(_) => {}
    }
}

fn operand_of(terminator: &Terminator) -> Option<ExprId> {
    match *terminator {
        Terminator::Branch { condition, .. } => Some(condition),
        Terminator::Switch { value, .. } => Some(value),
        Terminator::Return(value) => value,
        Terminator::Exit(status) => Some(status),
        _ => None,
    }
}
