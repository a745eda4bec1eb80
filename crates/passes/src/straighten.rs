//! Straightens control flow: what other passes leave behind.
//!
//! Drops blocks that cannot be reached, jumps past blocks that only jump on, makes branches whose ways are one a
//! `goto`, and joins a block with its only successor if it is the only predecessor of that. The order of blocks stays
//! topological: a joined block stands where its first part stood.
//!
//! Precondition: a bounded program, but that blocks may be unreachable; no visible points. Postcondition: a bounded
//! program without blocks that could go. Outcomes are the same: only jumps are dropped, which no other thread can
//! see, and conditions that are not used, if they cannot fail.
//!
//! ```text
//! b0:  branch %0, b1, b2            b0:  store @x = 1:i32
//! b1:  goto b3                           store @y = 2:i32
//! b2:  goto b3                           return
//! b3:  store @x = 1:i32        →
//!      goto b4
//! b4:  store @y = 2:i32
//!      return
//! ```

use unspool_ir::{Block, BlockId, Body, Program, Span, Terminator, Types};

use crate::bounded;
use crate::faults::expr_may_fail;
use crate::unstarted_threads::drop_unstarted;

/// Straightens all threads.
pub fn run(program: &mut Program) {
    for thread in bounded::threads(program) {
        let function = &mut program.functions[thread.function.index()];
        if let Some(body) = &mut function.body {
            straighten(&program.types, body);
        }
    }
    drop_unstarted(program);
}

/// Straightens one thread.
pub fn straighten(types: &Types, body: &mut Body) {
    skip_empty_blocks(types, body);
    let (reachable, predecessors) = count_predecessors(body);
    join(body, &reachable, &predecessors);
}

/// Retargets all jumps to the first block that does something. Backwards, so that a block is final when others ask
/// for it.
fn skip_empty_blocks(types: &Types, body: &mut Body) {
    let mut final_target: Vec<BlockId> = (0..body.blocks.len()).map(BlockId::new).collect();
    for index in (0..body.blocks.len()).rev() {
        let mut terminator =
            std::mem::replace(&mut body.blocks[index].terminator, Terminator::Unreachable);
        for target in terminator.successors_mut() {
            *target = final_target[target.index()];
        }
        if let Terminator::Switch { cases, default, .. } = &mut terminator {
            cases.retain(|case| case.target != *default);
        }
        if let Some(target) = only_target(&terminator)
            && !matches!(terminator, Terminator::Goto(_))
            && !decision_may_fail(types, body, &terminator)
        {
            terminator = Terminator::Goto(target);
        }
        let block = &mut body.blocks[index];
        if let Terminator::Goto(target) = terminator
            && block.insts.is_empty()
            && block.point.is_none()
        {
            final_target[index] = target;
        }
        block.terminator = terminator;
    }
}

/// Where it goes, if that is one block.
fn only_target(terminator: &Terminator) -> Option<BlockId> {
    let mut targets = terminator.successors();
    let first = targets.next()?;
    targets.all(|target| target == first).then_some(first)
}

fn decision_may_fail(types: &Types, body: &Body, terminator: &Terminator) -> bool {
    match *terminator {
        Terminator::Branch { condition, .. } => expr_may_fail(types, body, condition),
        Terminator::Switch { value, .. } => expr_may_fail(types, body, value),
        _ => false,
    }
}

/// Which blocks are reachable, and how many ways lead to each of them (2 for more).
fn count_predecessors(body: &Body) -> (Vec<bool>, Vec<u8>) {
    let mut reachable = vec![false; body.blocks.len()];
    let mut predecessors = vec![0u8; body.blocks.len()];
    if let Some(first) = reachable.first_mut() {
        *first = true;
    }
    for (index, block) in body.blocks.iter().enumerate() {
        if reachable[index] {
            for target in block.terminator.successors() {
                reachable[target.index()] = true;
                let count = &mut predecessors[target.index()];
                *count = (*count + 1).min(2);
            }
        }
    }
    (reachable, predecessors)
}

/// Joins chains of blocks, drops what is not reachable, and numbers the rest anew.
fn join(body: &mut Body, reachable: &[bool], predecessors: &[u8]) {
    let old = std::mem::take(&mut body.blocks);
    let mut blocks: Vec<Option<Block>> = old.into_iter().map(Some).collect();
    let mut number = vec![BlockId(0); blocks.len()];
    for index in 0..blocks.len() {
        if !reachable[index] {
            continue;
        }
        // What was joined to a block before it is gone.
        let Some(mut joined) = blocks[index].take() else {
            continue;
        };
        while let Terminator::Goto(target) = joined.terminator
            && predecessors[target.index()] == 1
            && joined.point.is_none()
            && let Some(next) = blocks[target.index()].take()
        {
            joined.insts.extend(next.insts);
            joined.terminator = next.terminator;
            joined.span = next.span;
            joined.origin = next.origin;
            joined.point = next.point;
        }
        number[index] = BlockId::new(body.blocks.len());
        body.blocks.push(joined);
    }
    for block in &mut body.blocks {
        for target in block.terminator.successors_mut() {
            *target = number[target.index()];
        }
    }
    if body.blocks.is_empty() {
        let nothing = Block::new(Vec::new(), Terminator::Unreachable, Span::NONE);
        body.blocks.push(nothing);
    }
    body.blocks.shrink_to_fit();
}
