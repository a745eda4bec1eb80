//! Tidying a lowered body: blocks that nothing reaches go, jumps through empty blocks are shortened.
//!
//! Two kinds of blocks stay even if they are empty, so that one can still speak of loops: their heads, as in `for (;;)`, which
//! say where the loop stands in the source; and the bodies of `while (f());` and its like, which else would be the same as
//! `again: if (f()) goto again;`, though when `f` has been called twice, the one has executed its body once, the other twice.
//!
//! Precondition: a complete body. Postcondition: every block is reachable from the entry, block 0, and stands before all blocks
//! that it jumps forward to (reverse postorder), so that the text reads from top to bottom.

use unspool_ir::{Block, BlockId, Body, Terminator};

/// `loop_bodies` are the first blocks of the bodies of loops that begin with a test.
pub fn finish(body: &mut Body, loop_bodies: &[BlockId]) {
    let heads = loop_heads(body);
    let mut kept = heads.clone();
    for block in loop_bodies {
        kept[block.index()] |= heads[thread(body, &heads, *block).index()];
    }
    for index in 0..body.blocks.len() {
        let mut terminator =
            std::mem::replace(&mut body.blocks[index].terminator, Terminator::Unreachable);
        for_each_target(&mut terminator, |target| {
            *target = thread(body, &kept, *target);
        });
        body.blocks[index].terminator = terminator;
    }
    let order = reverse_postorder(body);
    let mut renumbered = vec![BlockId(0); body.blocks.len()];
    for (position, block) in order.iter().enumerate() {
        renumbered[block.index()] = BlockId::new(position);
    }
    let mut blocks: Vec<Option<Block>> = body.blocks.drain(..).map(Some).collect();
    body.blocks = order
        .iter()
        .filter_map(|block| blocks[block.index()].take())
        .collect();
    for block in &mut body.blocks {
        for_each_target(&mut block.terminator, |target| {
            *target = renumbered[target.index()];
        });
    }
}

/// The reachable blocks, each before those it jumps forward to.
fn reverse_postorder(body: &Body) -> Vec<BlockId> {
    let mut visited = vec![false; body.blocks.len()];
    let mut order = Vec::new();
    // A block is entered, its successors are visited, it is left: an explicit stack instead of recursion.
    let mut work = vec![(BlockId(0), false)];
    while let Some((block, is_leaving)) = work.pop() {
        if is_leaving {
            order.push(block);
        } else if !std::mem::replace(&mut visited[block.index()], true) {
            work.push((block, true));
            // The first successor is visited last, so that it comes right after the block.
            work.extend(
                body.block(block)
                    .terminator
                    .successors()
                    .map(|next| (next, false)),
            );
        }
    }
    order.reverse();
    order
}

/// The blocks to which a jump leads back, seen from the entry.
fn loop_heads(body: &Body) -> Vec<bool> {
    #[derive(Clone, Copy, PartialEq, Eq)]
    enum State {
        New,
        Entered,
        Left,
    }
    let mut states = vec![State::New; body.blocks.len()];
    let mut heads = vec![false; body.blocks.len()];
    let mut work = vec![(BlockId(0), false)];
    while let Some((block, is_leaving)) = work.pop() {
        if is_leaving {
            states[block.index()] = State::Left;
        } else if states[block.index()] == State::New {
            states[block.index()] = State::Entered;
            work.push((block, true));
            for next in body.block(block).terminator.successors() {
                heads[next.index()] |= states[next.index()] == State::Entered;
                work.push((next, false));
            }
        }
    }
    heads
}

/// Where a jump to `block` ends up, passing through blocks that only jump on, unless they are to be kept.
fn thread(body: &Body, kept: &[bool], mut block: BlockId) -> BlockId {
    // A cycle of empty blocks is an endless loop and stays one.
    for _ in 0..16 {
        match &body.blocks[block.index()] {
            b if !b.insts.is_empty() || kept[block.index()] => return block,
            b => match b.terminator {
                Terminator::Goto(next) if next != block => block = next,
                _ => return block,
            },
        }
    }
    block
}

fn for_each_target(terminator: &mut Terminator, mut visit: impl FnMut(&mut BlockId)) {
    match terminator {
        Terminator::Goto(target) => visit(target),
        Terminator::Branch {
            then, otherwise, ..
        } => {
            visit(then);
            visit(otherwise);
        }
        Terminator::Switch { cases, default, .. } => {
            for case in cases {
                visit(&mut case.target);
            }
            visit(default);
        }
        _ => {}
    }
}
