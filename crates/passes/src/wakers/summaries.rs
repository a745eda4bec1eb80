//! What functions may write, and whether they return.
//!
//! Code behind a call that does not return is not reached, and a branch on a constant goes one way. A call through a pointer to no known function is a null pointer's. What is
//! called is known as far as [`super::contexts`] says, what memory a place is as far as [`super::memory`] does.

use rustc_hash::FxHashSet;
use unspool_ir::{
    BinaryOp, Block, BlockId, Body, Callee, ExprId, ExprKind, FunctionId, InstKind, Terminator,
    UnaryOp,
};

use super::contexts::Context;
use super::memory::Part;
use super::{CodePlace, Side, Wakers};
use crate::operands::place_of;

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Summary {
    pub writes: FxHashSet<Part>,
    pub reads: FxHashSet<Part>,
    pub is_unknown: bool,
    pub returns: bool,
    pub ends_process: bool,
    /// Asks whether a thread has ended, or draws a value.
    pub asks_elsewhere: bool,
}

impl Wakers {
    /// What an activation may do from an instruction on, or from behind it.
    pub(super) fn rest(&self, context: &Context, at: CodePlace, side: Side) -> Summary {
        let mut rest = Summary::default();
        let Some(body) = self.body(at.function) else {
            // It may return anything, and no more: else its caller would have been refused.
            rest.returns = true;
            return rest;
        };
        let (mut index, mut depth) = (at.index, 0);
        if side == Side::Behind {
            index += 1;
            // Sections are executed as a whole. One that has been begun does not count.
            let insts = &body.block(at.block).insts;
            let before = self.depths(body).get(at.block.index()).copied().flatten();
            depth = self.depth_behind(&insts[..index.min(insts.len())], before.unwrap_or(0));
        }
        let mut seen = FxHashSet::default();
        let mut work = vec![(at.block, index, depth)];
        while let Some((number, first, depth)) = work.pop() {
            let block = body.block(number);
            let insts = (first, block.insts.len());
            let Some(depth) = self.go_through(context, (block, insts), depth, &mut rest) else {
                continue;
            };
            match &block.terminator {
                Terminator::Return(_) => {
                    rest.returns = true;
                    // Where the section that has been passed ends is not known.
                    rest.is_unknown |= depth > 0;
                }
                Terminator::Exit(_) | Terminator::Abort => rest.ends_process = true,
                _ => {}
            }
            for next in followers(body, block) {
                if seen.insert((next, depth)) {
                    work.push((next, 0, depth));
                }
            }
        }
        rest
    }

    /// Instructions of a block. Of a section that has been passed, if `depth` is not 0, nothing counts. How deep in that it ends; None if it does not get there.
    pub(super) fn go_through(
        &self,
        context: &Context,
        (block, (first, end)): (&Block, (usize, usize)),
        mut depth: i32,
        rest: &mut Summary,
    ) -> Option<i32> {
        let function = context.function;
        for inst in block.insts.iter().take(end).skip(first) {
            let is_passed = depth > 0;
            if is_passed {
                depth += self.opens(inst);
            }
            match &inst.kind {
                InstKind::Call { callee, args, .. } if is_passed => {
                    if !self.call(context, *callee, args, &mut Summary::default()) {
                        return None;
                    }
                }
                _ if is_passed => {}
                InstKind::Call { callee, args, .. } => {
                    if !self.call(context, *callee, args, rest) {
                        return None;
                    }
                }
                InstKind::Spawn { start, args, .. } => {
                    self.spawn(context, *start, args, rest);
                }
                // Behind an assumption there may be no execution.
                InstKind::Unsupported(_) | InstKind::Assume(_) => rest.is_unknown = true,
                InstKind::Finished { .. } | InstKind::Nondet { .. } => rest.asks_elsewhere = true,
                InstKind::CompareExchange { weak: true, .. } => {
                    rest.asks_elsewhere = true;
                    self.access(function, &inst.kind, rest);
                }
                InstKind::Free { pointer, .. } => {
                    rest.writes
                        .extend(self.pointed_to(function, *pointer, None));
                }
                kind => self.access(function, kind, rest),
            }
        }
        Some(depth)
    }

    fn access(&self, function: FunctionId, kind: &InstKind, rest: &mut Summary) {
        let (Some(place), Some(body)) = (place_of(kind), self.body(function)) else {
            return;
        };
        let parts = self.parts(function, body, place);
        if !matches!(kind, InstKind::Load { .. }) {
            rest.writes.extend(&parts);
        }
        if !matches!(kind, InstKind::Store { .. }) {
            rest.reads.extend(&parts);
        }
    }

    /// Whether it may return.
    fn call(&self, caller: &Context, callee: Callee, args: &[ExprId], rest: &mut Summary) -> bool {
        let callees = match callee {
            Callee::Direct(callee) => vec![callee],
            Callee::Indirect(pointer) => self.functions(caller, pointer),
        };
        let is_indirect = matches!(callee, Callee::Indirect(_));
        let mut returns = false;
        for callee in callees {
            let summary = self.summary(self.context(caller, callee, args));
            if is_indirect && self.opened[callee.index()] != 0 {
                // Nobody expects that here.
                rest.is_unknown = true;
            }
            returns |= summary.returns;
            rest.is_unknown |= summary.is_unknown;
            rest.ends_process |= summary.ends_process;
            rest.asks_elsewhere |= summary.asks_elsewhere;
            for (from, to) in [
                (&summary.writes, &mut rest.writes),
                (&summary.reads, &mut rest.reads),
            ] {
                for &part in from {
                    to.extend(self.in_caller(caller.function, args, part));
                }
            }
        }
        returns
    }

    fn spawn(&self, creator: &Context, start: ExprId, args: &[ExprId], rest: &mut Summary) {
        for started in self.functions(creator, start) {
            let summary = self.summary(self.context(creator, started, args));
            rest.is_unknown |= summary.is_unknown;
            rest.ends_process |= summary.ends_process;
            for &part in &summary.writes {
                rest.writes
                    .extend(self.in_caller(creator.function, args, part));
            }
        }
    }
}

/// Where a block goes to, unless constants say otherwise.
pub(super) fn followers(body: &Body, block: &Block) -> Vec<BlockId> {
    if let Terminator::Branch {
        condition,
        then,
        otherwise,
    } = block.terminator
        && let Some(holds) = constant(body, condition)
    {
        return vec![if holds { then } else { otherwise }];
    }
    block.terminator.successors().collect()
}

/// What a condition is whatever registers contain.
fn constant(body: &Body, condition: ExprId) -> Option<bool> {
    match body.expr(condition).kind {
        ExprKind::Int(value) => Some(value != 0),
        ExprKind::Unary(UnaryOp::Not, inner) => constant(body, inner).map(|holds| !holds),
        ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), left, right) => {
            let sides = [left, right].map(|side| match body.expr(side).kind {
                // Bits of others are not truth values.
                ExprKind::Int(value @ 0..=1) => Some(value == 1),
                _ => None,
            });
            let deciding = Some(op == BinaryOp::Or);
            sides.contains(&deciding).then_some(op == BinaryOp::Or)
        }
        _ => None,
    }
}
