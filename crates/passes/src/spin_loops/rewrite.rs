//! Cutting a loop open: the two forms.
//!
//! In both, the body stays and runs once; where it would go back to the head, the path ends. Blocks that only lead
//! back, with nothing in them that could be noticed (`{ sched_yield(); }`), go too, so that in the common case what
//! remains is a condition:
//!
//! ```text
//!   b1: %0 = load @y                  b1: atomic_begin                 b1: %0 = load @y
//!       branch !%0, b1, b2                %0 = load @y                     assume %0
//!                                         wait_until %0                    goto b2
//!                                         atomic_end
//!                                         goto b2
//!   before                            Form::Wait                       Form::Once
//! ```

use rustc_hash::{FxHashMap, FxHashSet};
use unspool_ir::{
    Block, BlockId, Body, ExprId, ExprKind, FunctionId, Inst, InstKind, Program, Terminator, Types,
    UnaryOp,
};

use super::private_slots::PrivateSlots;
use super::silent::is_silent;
use crate::natural_loops::NaturalLoop;

/// What a loop becomes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Form {
    /// An atomic section that cannot be entered where the loop would go round. These compare-exchanges in it become strong.
    Wait { strengthened: Vec<(BlockId, usize)> },
    /// One iteration, and an assumption that it is the last.
    Once,
}

/// The blocks of a loop that do nothing but go back to its head.
pub fn blocks_that_only_return(
    program: &Program,
    slots: &PrivateSlots,
    function: FunctionId,
    body: &Body,
    natural: &NaturalLoop,
) -> FxHashSet<BlockId> {
    let mut found: FxHashSet<BlockId> = FxHashSet::default();
    let mut pending = natural.latches.clone();
    while let Some(id) = pending.pop() {
        let block = body.block(id);
        let Terminator::Goto(target) = block.terminator else {
            continue;
        };
        let leads_back = natural.is_back_edge(id, target) || found.contains(&target);
        let is_silent = |inst: &Inst| is_silent(program, slots, function, body, inst);
        if id == natural.head || !leads_back || !block.insts.iter().all(is_silent) {
            continue;
        }
        found.insert(id);
        pending.extend(natural.blocks.iter().copied().filter(|other| {
            !found.contains(other) && body.block(*other).terminator == Terminator::Goto(id)
        }));
    }
    found
}

/// Rewrites a loop. `returning` is what [`blocks_that_only_return`] found.
pub fn cut(body: &mut Body, natural: &NaturalLoop, returning: &FxHashSet<BlockId>, form: &Form) {
    let mut cutter = Cutter {
        body,
        natural,
        returning,
        is_wait: matches!(form, Form::Wait { .. }),
        stop: None,
        ends: FxHashMap::default(),
    };
    for &block in &natural.blocks {
        if !returning.contains(&block) {
            cutter.stop_before_head(block);
        }
    }
    for block in returning {
        let block = &mut cutter.body.blocks[block.index()];
        block.insts.clear();
        block.terminator = Terminator::Unreachable;
    }
    if let Form::Wait { strengthened } = form {
        for &(block, index) in strengthened {
            let inst = cutter.body.blocks[block.index()].insts.get_mut(index);
            if let Some(InstKind::CompareExchange { weak, .. }) = inst.map(|inst| &mut inst.kind) {
                *weak = false;
            }
        }
        for &block in &natural.blocks {
            if !returning.contains(&block) {
                cutter.leave_section(block);
            }
        }
        let head = &mut cutter.body.blocks[natural.head.index()];
        let (span, origin) = match head.insts.first() {
            Some(first) => (first.span, first.origin),
            None => (head.span, head.origin),
        };
        let mut begin = Inst::new(InstKind::AtomicBegin, span);
        begin.origin = origin;
        head.insts.insert(0, begin);
    }
}

struct Cutter<'c> {
    body: &'c mut Body,
    natural: &'c NaturalLoop,
    returning: &'c FxHashSet<BlockId>,
    is_wait: bool,
    /// A block that ends every path into it.
    stop: Option<BlockId>,
    /// Blocks that end the section on the way to another.
    ends: FxHashMap<BlockId, BlockId>,
}

/// Conditions that nest deeper are not negated.
const DEEPEST_NEGATED: u32 = 100;

impl Cutter<'_> {
    fn goes_back(&self, from: BlockId, to: BlockId) -> bool {
        self.returning.contains(&to) || self.natural.is_back_edge(from, to)
    }

    /// Replaces the ways of a block back to the head.
    fn stop_before_head(&mut self, id: BlockId) {
        let block = self.body.block(id);
        let (span, origin) = (block.span, block.origin);
        let mut terminator = block.terminator.clone();
        let condition = match terminator {
            Terminator::Goto(target) if self.goes_back(id, target) => {
                terminator = Terminator::Unreachable;
                Some(self.falsehood())
            }
            Terminator::Branch {
                condition,
                then,
                otherwise,
            } => match (self.goes_back(id, then), self.goes_back(id, otherwise)) {
                (true, true) => {
                    terminator = Terminator::Unreachable;
                    Some(self.falsehood())
                }
                (false, true) => {
                    terminator = Terminator::Goto(then);
                    Some(condition)
                }
                (true, false) if is_shallow(self.body, condition, DEEPEST_NEGATED) => {
                    terminator = Terminator::Goto(otherwise);
                    Some(self.negation(condition))
                }
                _ => None,
            },
            _ => None,
        };
        if let Some(condition) = condition {
            let kind = self.stopping(condition);
            let block = &mut self.body.blocks[id.index()];
            let mut inst = Inst::new(kind, span);
            inst.origin = origin;
            block.insts.push(inst);
            block.terminator = terminator;
            return;
        }
        let mut targets: Vec<BlockId> = terminator.successors().collect();
        targets.retain(|&target| self.goes_back(id, target));
        if !targets.is_empty() {
            let stop = self.stop_block(id);
            terminator.successors_mut().for_each(|target| {
                if targets.contains(target) {
                    *target = stop;
                }
            });
            self.body.blocks[id.index()].terminator = terminator;
        }
    }

    fn stopping(&self, condition: ExprId) -> InstKind {
        match self.is_wait {
            true => InstKind::WaitUntil(condition),
            false => InstKind::Assume(condition),
        }
    }

    fn stop_block(&mut self, from: BlockId) -> BlockId {
        if let Some(stop) = self.stop {
            return stop;
        }
        let condition = self.falsehood();
        let kind = self.stopping(condition);
        let block = self.body.block(from);
        let mut inst = Inst::new(kind, block.span);
        inst.origin = block.origin;
        let mut stop = Block::new(vec![inst], Terminator::Unreachable, block.span);
        stop.origin = block.origin;
        self.body.blocks.push(stop);
        let id = BlockId::new(self.body.blocks.len() - 1);
        self.stop = Some(id);
        id
    }

    /// Ends the atomic section on the ways of a block out of the loop.
    fn leave_section(&mut self, id: BlockId) {
        let block = self.body.block(id);
        let mut terminator = block.terminator.clone();
        let leaves = |natural: &NaturalLoop, target: BlockId, stop: Option<BlockId>| {
            (target == natural.head || !natural.contains(target)) && Some(target) != stop
        };
        if let Terminator::Goto(target) = terminator {
            if leaves(self.natural, target, self.stop) {
                let mut end = Inst::new(InstKind::AtomicEnd, block.span);
                end.origin = block.origin;
                self.body.blocks[id.index()].insts.push(end);
            }
            return;
        }
        let mut targets: Vec<BlockId> = terminator.successors().collect();
        targets.retain(|&target| leaves(self.natural, target, self.stop));
        for &target in &targets {
            self.end_block(id, target);
        }
        let ends = &self.ends;
        terminator.successors_mut().for_each(|target| {
            if targets.contains(target)
                && let Some(end) = ends.get(target)
            {
                *target = *end;
            }
        });
        self.body.blocks[id.index()].terminator = terminator;
    }

    fn end_block(&mut self, from: BlockId, target: BlockId) {
        let next = BlockId::new(self.body.blocks.len());
        let block = self.body.block(from);
        if let std::collections::hash_map::Entry::Vacant(entry) = self.ends.entry(target) {
            let mut inst = Inst::new(InstKind::AtomicEnd, block.span);
            inst.origin = block.origin;
            let mut end = Block::new(vec![inst], Terminator::Goto(target), block.span);
            end.origin = block.origin;
            entry.insert(next);
            self.body.blocks.push(end);
        }
    }

    fn falsehood(&mut self) -> ExprId {
        self.body.add_expr(ExprKind::Int(0), Types::BOOL)
    }

    fn negation(&mut self, condition: ExprId) -> ExprId {
        match self.body.expr(condition).kind {
            ExprKind::Unary(UnaryOp::Not, inner) => inner,
            _ => {
                let not = ExprKind::Unary(UnaryOp::Not, condition);
                self.body.add_expr(not, Types::BOOL)
            }
        }
    }
}

fn is_shallow(body: &Body, expr: ExprId, depth: u32) -> bool {
    let Some(depth) = depth.checked_sub(1) else {
        return false;
    };
    match body.expr(expr).kind {
        ExprKind::Unary(_, a) | ExprKind::Convert(a) => is_shallow(body, a, depth),
        ExprKind::Binary(_, a, b) => is_shallow(body, a, depth) && is_shallow(body, b, depth),
        // Rare in conditions, and not worth the walk.
        ExprKind::Select(..) | ExprKind::AddressOf(_) => false,
        ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::Reg(_) | ExprKind::FunctionAddress(_) => {
            true
        }
    }
}
