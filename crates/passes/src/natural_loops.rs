//! Natural loops: an edge back to a block that dominates it, and the blocks between.
//!
//! For an edge `latch -> head`, the loop is the head and every block that reaches the latch without passing the head
//! (Aho, Sethi, Ullman, *Compilers*, §10.4). No dominator tree is needed for that: walking backwards from the latch and
//! stopping at the head either stays inside the loop or arrives at the first block of the function, and in the latter
//! case there is a way to the latch around the head: the edge is one of an irreducible region and makes no natural
//! loop.
//!
//! Where this differs from the book: loops that share a head are listed one by one before they are listed merged.
//! `while (1) { while (!flag); work(); }` has two back edges to one block, of which only one belongs to a loop that
//! merely waits; with a `continue` the two are one loop.
//!
//! ```text
//!   b1:  %0 = load @flag               edge b1 -> b1: loop { b1 }
//!        branch %0, b2, b1
//!   b2:  store @data = 1:i32           edge b2 -> b1: loop { b1, b2 }, and both edges: loop { b1, b2 }
//!        goto b1
//! ```

use unspool_ir::{BlockId, Body};

use crate::dominators::predecessors;
use crate::lists::Lists;

/// Edges back to one block, and what they repeat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NaturalLoop {
    /// Where every iteration starts: the only block of the loop with predecessors outside.
    pub head: BlockId,
    /// Where the edges back to the head start, ascending.
    pub latches: Vec<BlockId>,
    /// Head and latches included, ascending.
    pub blocks: Vec<BlockId>,
}

impl NaturalLoop {
    pub fn contains(&self, block: BlockId) -> bool {
        self.blocks.binary_search(&block).is_ok()
    }

    /// Whether this edge of the loop is one that repeats it.
    pub fn is_back_edge(&self, from: BlockId, to: BlockId) -> bool {
        to == self.head && self.latches.contains(&from)
    }
}

/// The natural loops of at most `limit` blocks, small ones first, so that a loop comes after those inside it.
///
/// The limit keeps the cost linear: each edge costs at most that much.
pub fn natural_loops(body: &Body, limit: usize) -> Vec<NaturalLoop> {
    let order = DepthFirst::of(body);
    let predecessors = predecessors(body);
    // A way in that is never gone does not count.
    let mut marked: Vec<bool> = order.is_reachable.iter().map(|reached| !reached).collect();
    let mut loops: Vec<NaturalLoop> = order
        .retreating
        .iter()
        .filter_map(|&(latch, head)| between(latch, head, &predecessors, &mut marked, limit))
        .collect();
    loops.sort_by(|a, b| (a.head, &a.latches).cmp(&(b.head, &b.latches)));
    let merged: Vec<NaturalLoop> = loops
        .chunk_by(|a, b| a.head == b.head)
        .filter(|chunk| chunk.len() > 1)
        .map(merge)
        .collect();
    loops.extend(merged);
    // Stable: of loops of one size those with one edge come first.
    loops.sort_by_key(|found| found.blocks.len());
    loops
}

fn merge(loops: &[NaturalLoop]) -> NaturalLoop {
    let mut latches: Vec<BlockId> = loops.iter().flat_map(|one| &one.latches).copied().collect();
    let mut blocks: Vec<BlockId> = loops.iter().flat_map(|one| &one.blocks).copied().collect();
    for list in [&mut latches, &mut blocks] {
        list.sort_unstable();
        list.dedup();
    }
    NaturalLoop {
        head: loops[0].head,
        latches,
        blocks,
    }
}

/// The blocks that reach the latch without passing the head; None if they have another way in, or are too many.
fn between(
    latch: BlockId,
    head: BlockId,
    predecessors: &Lists<u32>,
    marked: &mut [bool],
    limit: usize,
) -> Option<NaturalLoop> {
    let mut blocks = vec![head];
    marked[head.index()] = true;
    if latch != head {
        blocks.push(latch);
        marked[latch.index()] = true;
    }
    let mut next = 1;
    let mut is_natural = true;
    while is_natural && next < blocks.len() {
        let block = blocks[next];
        next += 1;
        is_natural = block != BlockId(0) && blocks.len() <= limit;
        for &predecessor in predecessors.of(block.index()) {
            if !std::mem::replace(&mut marked[predecessor as usize], true) {
                blocks.push(BlockId(predecessor));
            }
        }
    }
    for block in &blocks {
        marked[block.index()] = false;
    }
    blocks.sort_unstable();
    is_natural.then_some(NaturalLoop {
        head,
        latches: vec![latch],
        blocks,
    })
}

/// What a depth-first search from the first block finds.
struct DepthFirst {
    is_reachable: Vec<bool>,
    /// Edges to a block whose search has not ended: every back edge is among them.
    retreating: Vec<(BlockId, BlockId)>,
}

impl DepthFirst {
    fn of(body: &Body) -> Self {
        let count = body.blocks.len();
        let mut found = DepthFirst {
            is_reachable: vec![false; count],
            retreating: Vec::new(),
        };
        let mut is_open = vec![false; count];
        let mut stack: Vec<(BlockId, Vec<BlockId>)> = Vec::new();
        let mut enter = Some(BlockId(0)).filter(|_| count > 0);
        loop {
            if let Some(block) = enter.take() {
                found.is_reachable[block.index()] = true;
                is_open[block.index()] = true;
                let mut successors: Vec<BlockId> =
                    body.block(block).terminator.successors().collect();
                successors.sort_unstable();
                successors.dedup();
                successors.reverse();
                stack.push((block, successors));
            }
            let Some((block, successors)) = stack.last_mut() else {
                return found;
            };
            match successors.pop() {
                Some(next) if !found.is_reachable[next.index()] => enter = Some(next),
                Some(next) if is_open[next.index()] => found.retreating.push((*block, next)),
                Some(_) => {}
                None => {
                    is_open[block.index()] = false;
                    stack.pop();
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use unspool_ir::text;

    fn loops_of(blocks: &str) -> Vec<(u32, Vec<u32>, Vec<u32>)> {
        let source = format!("function @f(%c.0: bool) {{\n{blocks}\n}}");
        let program = text::parse(&source).expect("a program");
        let body = program.functions[0].body.as_ref().expect("a body");
        let number = |blocks: &[BlockId]| -> Vec<u32> { blocks.iter().map(|b| b.0).collect() };
        natural_loops(body, 100)
            .iter()
            .map(|found| (found.head.0, number(&found.latches), number(&found.blocks)))
            .collect()
    }

    #[test]
    fn loops_that_share_a_head_are_told_apart() {
        let found = loops_of(
            "b0: goto b1
             b1: branch %c.0, b2, b1
             b2: branch %c.0, b1, b3
             b3: return",
        );
        assert_eq!(
            found,
            [
                (1, vec![1], vec![1]),
                (1, vec![2], vec![1, 2]),
                (1, vec![1, 2], vec![1, 2])
            ]
        );
    }

    #[test]
    fn inner_loops_come_first() {
        let found = loops_of(
            "b0: branch %c.0, b1, b4
             b1: goto b2
             b2: branch %c.0, b1, b3
             b3: branch %c.0, b0, b4
             b4: return",
        );
        assert_eq!(
            found,
            [(1, vec![2], vec![1, 2]), (0, vec![3], vec![0, 1, 2, 3])]
        );
    }

    #[test]
    fn a_cycle_with_two_ways_in_is_no_natural_loop() {
        let found = loops_of(
            "b0: branch %c.0, b1, b2
             b1: goto b2
             b2: branch %c.0, b1, b3
             b3: return",
        );
        assert_eq!(found, []);
    }

    #[test]
    fn unreachable_ways_in_do_not_count() {
        let found = loops_of(
            "b0: goto b1
             b1: goto b2
             b2: branch %c.0, b1, b3
             b3: return
             b4: goto b2",
        );
        assert_eq!(found, [(1, vec![2], vec![1, 2])]);
    }
}
