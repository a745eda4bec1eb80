//! Drops blocks that control cannot get to.
//!
//! To be called by passes that cut control flow. The blocks that are left keep their order, so that a bounded program stays
//! in topological order; a pass that may have cut off a `spawn` calls [`crate::unstarted_threads`], too.

use unspool_ir::{BlockId, Body};

/// Drops them, and numbers the others anew.
pub fn remove_unreachable(body: &mut Body) {
    if body.blocks.is_empty() {
        return;
    }
    let mut is_reached = vec![false; body.blocks.len()];
    let mut pending = vec![BlockId(0)];
    while let Some(block) = pending.pop() {
        if !std::mem::replace(&mut is_reached[block.index()], true) {
            pending.extend(body.block(block).terminator.successors());
        }
    }
    let mut next = 0;
    let number = |&is_reached: &bool| {
        next += u32::from(is_reached);
        next.saturating_sub(1)
    };
    let numbers: Vec<u32> = is_reached.iter().map(number).collect();
    let mut reached = is_reached.iter();
    body.blocks.retain(|_| reached.next() == Some(&true));
    for block in &mut body.blocks {
        for target in block.terminator.successors_mut() {
            target.0 = numbers[target.index()];
        }
    }
}
