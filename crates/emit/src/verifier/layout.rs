//! Where blocks stand in a structured text.
//!
//! The dominator tree is the skeleton. A block that one other block leads to stands inside of that one's `if` or `switch`, or just
//! behind it. One that several lead to stands behind the block that dominates it, so behind all that come together in it. What
//! a loop is left for stands behind the loop. (Ramsey, "Beyond Relooper", 2022, does the same for a target without `goto`;
//! here whatever this order does not say is a jump.)
//!
//! ```text
//!   b0: branch c, b1, b2        b0
//!   b1: goto b3                 if (c) { b1 } else { b2 }
//!   b2: goto b3                 b3
//!   b3: return
//! ```

use unspool_ir::{Body, Terminator};
use unspool_passes::lists::Lists;

use super::flow::Flow;

pub struct Layout {
    /// By number: the block in whose statement a block stands.
    inside: Vec<Option<u32>>,
    behind: Lists<u32>,
    behind_loop: Lists<u32>,
    /// How many blocks a block dominates, by number.
    weights: Vec<u32>,
}

impl Layout {
    pub fn of(flow: &Flow) -> Layout {
        let nodes = flow.blocks.len();
        let mut inside = vec![None; nodes];
        let (mut behind, mut behind_loop) = (Vec::new(), Vec::new());
        // Siblings stand in the order of the source.
        let mut sorted: Vec<u32> = (1..nodes as u32).collect();
        sorted.sort_unstable_by_key(|node| flow.blocks[*node as usize]);
        for node in sorted {
            let parent = flow.dominators.parent(node);
            match flow.left_loop(parent, node) {
                Some(head) => behind_loop.push((head, node)),
                None if flow.has_one_way_in(node) => inside[node as usize] = Some(parent),
                None => behind.push((parent, node)),
            }
        }
        let mut weights = vec![1; nodes];
        for node in (1..nodes as u32).rev() {
            weights[flow.dominators.parent(node) as usize] += weights[node as usize];
        }
        Layout {
            weights,
            inside,
            behind: Lists::new(nodes, &behind),
            behind_loop: Lists::new(nodes, &behind_loop),
        }
    }

    /// Whether a block stands in the statement that ends another one.
    pub fn is_inside(&self, node: u32, of: u32) -> bool {
        self.inside[node as usize] == Some(of)
    }

    /// How many blocks stand in the text of a block, roughly.
    pub fn weight(&self, node: u32) -> u32 {
        self.weights[node as usize]
    }

    /// What stands behind a block, before its loop ends if it is the head of one.
    pub fn behind(&self, node: u32) -> &[u32] {
        self.behind.of(node as usize)
    }

    pub fn behind_loop(&self, head: u32) -> &[u32] {
        self.behind_loop.of(head as usize)
    }

    /// Whether control never comes out of the end of what stands for a block, if `next` is what stands behind that. On the safe side.
    pub fn ends(&self, flow: &Flow, body: &Body, mut node: u32, next: Option<u32>) -> bool {
        loop {
            let last = match (self.behind_loop(node).last(), flow.is_head(node)) {
                (Some(last), _) => Some(last),
                (None, true) => return false,
                (None, false) => self.behind(node).last(),
            };
            if let Some(last) = last {
                node = *last;
                continue;
            }
            match body.block(flow.blocks[node as usize]).terminator {
                Terminator::Goto(to) => match flow.number(to) {
                    Some(to) if self.is_inside(to, node) => node = to,
                    to => return to != next,
                },
                Terminator::Branch { .. } | Terminator::Switch { .. } => return false,
                _ => return true,
            }
        }
    }
}
