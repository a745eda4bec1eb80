//! Which branches decide whether a block is executed.
//!
//! A block is *control dependent* on a branch if one way out of the branch leads to it for sure and another may not
//! (Ferrante, Ottenstein and Warren, "The program dependence graph and its use in optimization", 1987). For each way
//! out of a branch these are the blocks from there up the tree of post-dominators, up to where all ways meet again.
//! Precondition: a thread of a bounded program.

use unspool_ir::{BlockId, Body};

use crate::dominators::Tree;
use crate::lists::Lists;

/// For each block the blocks whose terminators it is control dependent on.
pub fn control_dependence(body: &Body, post_dominators: &Tree) -> Lists<u32> {
    let mut pairs: Vec<(u32, u32)> = Vec::new();
    let mut last = vec![u32::MAX; body.blocks.len()];
    for (index, block) in body.blocks.iter().enumerate() {
        let branch = index as u32;
        let meeting = post_dominators.parent(branch);
        for BlockId(target) in block.terminator.successors() {
            let mut at = target;
            while at != meeting {
                // Then another way out has come here.
                if last[at as usize] == branch {
                    break;
                }
                last[at as usize] = branch;
                pairs.push((at, branch));
                at = post_dominators.parent(at);
            }
        }
    }
    Lists::new(body.blocks.len(), &pairs)
}
