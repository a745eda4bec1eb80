//! Tidying a lowered body: blocks that nothing reaches go, jumps through empty blocks are shortened.
//!
//! Precondition: a complete body. Postcondition: every block is reachable from the entry, in the order in which they were
//! made; block 0 is the entry.

use unspool_ir::{BlockId, Body, Terminator};

pub fn finish(body: &mut Body) {
    for index in 0..body.blocks.len() {
        let mut terminator =
            std::mem::replace(&mut body.blocks[index].terminator, Terminator::Unreachable);
        for_each_target(&mut terminator, |target| *target = thread(body, *target));
        body.blocks[index].terminator = terminator;
    }
    let mut reached = vec![false; body.blocks.len()];
    let mut work = vec![BlockId(0)];
    while let Some(block) = work.pop() {
        if !std::mem::replace(&mut reached[block.index()], true) {
            work.extend(body.block(block).terminator.successors());
        }
    }
    let mut renumbered = Vec::with_capacity(reached.len());
    let mut count = 0;
    for &is_reached in &reached {
        renumbered.push(BlockId(count));
        count += u32::from(is_reached);
    }
    let mut index = 0;
    body.blocks.retain(|_| {
        index += 1;
        reached[index - 1]
    });
    for block in &mut body.blocks {
        for_each_target(&mut block.terminator, |target| {
            *target = renumbered[target.index()];
        });
    }
}

/// Where a jump to `block` ends up, passing through blocks that only jump on.
fn thread(body: &Body, mut block: BlockId) -> BlockId {
    // A cycle of empty blocks is an endless loop and stays one.
    for _ in 0..16 {
        match &body.blocks[block.index()] {
            b if !b.insts.is_empty() => return block,
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
