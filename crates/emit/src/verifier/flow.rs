//! The control flow of a function, as its structure sees it: order, dominators, loops.
//!
//! Blocks are numbered such that all edges but those that close loops go upwards, close to the order in which they stand. Edges that
//! close loops do not matter for dominators where a loop is entered only at its head; where it is entered elsewhere
//! the answer is wrong, and the text has a `goto` more. Nothing here decides what the text does, only how it looks.
//!
//! Loops are found as by Havlak ("Nesting of reducible and irreducible loops", 1997), inner ones first, each collapsed into its
//! head once it is found.

use std::collections::HashSet;

use unspool_ir::{BlockId, Body, Terminator};
use unspool_passes::dominators::{Tree, dominators_of};
use unspool_passes::lists::Lists;
use unspool_passes::union_find::UnionFind;

pub struct Flow {
    /// By number.
    pub blocks: Vec<BlockId>,
    /// By block; none for those that no run reaches.
    numbers: Vec<Option<u32>>,
    pub dominators: Tree,
    /// How many other blocks lead forwards to a block, by number.
    ways_in: Vec<u32>,
    is_head: Vec<bool>,
    /// The head of the innermost loop around a node; for a head, around its loop.
    around: Vec<Option<u32>>,
    /// Nodes that only jumps lead to.
    beside_entry: HashSet<u32>,
}

impl Flow {
    /// `is_reached` is told by all edges; those of `jumps` (first edges of the branches of these blocks) have no part in the structure.
    pub fn of(body: &Body, is_reached: &[bool], jumps: &HashSet<BlockId>) -> Flow {
        let edges = Edges::of(body, is_reached, jumps);
        let blocks = edges.order();
        let mut numbers = vec![None; body.blocks.len()];
        for (number, block) in blocks.iter().enumerate() {
            numbers[block.index()] = Some(number as u32);
        }
        let (mut forwards, mut backwards) = (Vec::new(), Vec::new());
        for (from, block) in blocks.iter().enumerate() {
            let mut targets: Vec<u32> = edges.from[block.index()]
                .iter()
                .filter_map(|to| numbers[to.index()])
                .collect();
            targets.sort_unstable();
            targets.dedup();
            for to in targets {
                match to > from as u32 {
                    true => forwards.push((to, from as u32)),
                    false => backwards.push((to, from as u32)),
                }
            }
        }
        let before = Lists::new(blocks.len(), &forwards);
        let dominators = dominators_of(blocks.len(), &before);
        let loops = Loops::of(blocks.len(), &before, &backwards, &dominators);
        Flow {
            ways_in: (0..blocks.len())
                .map(|node| before.of(node).len() as u32)
                .collect(),
            beside_entry: edges
                .others
                .iter()
                .filter_map(|block| numbers[block.index()])
                .collect(),
            blocks,
            numbers,
            dominators,
            is_head: loops.is_head,
            around: loops.around,
        }
    }

    pub fn number(&self, block: BlockId) -> Option<u32> {
        self.numbers[block.index()]
    }

    pub fn is_head(&self, node: u32) -> bool {
        self.is_head[node as usize]
    }

    /// Whether it is entered from one other block only, going forwards.
    pub fn has_one_way_in(&self, node: u32) -> bool {
        self.ways_in[node as usize] == 1 && !self.beside_entry.contains(&node)
    }

    /// The outermost loop, by its head, that the first node is in and the second is not.
    pub fn left_loop(&self, inside: u32, outside: u32) -> Option<u32> {
        let mut found = None;
        let mut head = self.loop_of(inside);
        while let Some(this) = head {
            if self.contains(this, outside) {
                break;
            }
            found = Some(this);
            head = self.around[this as usize];
        }
        found
    }

    fn loop_of(&self, node: u32) -> Option<u32> {
        match self.is_head(node) {
            true => Some(node),
            false => self.around[node as usize],
        }
    }

    fn contains(&self, head: u32, node: u32) -> bool {
        let mut at = self.loop_of(node);
        while let Some(this) = at.filter(|this| *this > head) {
            at = self.around[this as usize];
        }
        at == Some(head)
    }
}

/// The edges that count.
struct Edges {
    from: Vec<Vec<BlockId>>,
    /// What only jumps lead to. It stands beside the entry.
    others: Vec<BlockId>,
}

impl Edges {
    fn of(body: &Body, is_reached: &[bool], jumps: &HashSet<BlockId>) -> Edges {
        let from = body.blocks.iter().enumerate().map(|(number, block)| {
            match (&block.terminator, jumps.contains(&BlockId::new(number))) {
                (Terminator::Branch { otherwise, .. }, true) => vec![*otherwise],
                (terminator, _) => terminator.successors().collect(),
            }
        });
        let mut edges = Edges {
            from: from.collect(),
            others: Vec::new(),
        };
        edges.add_entries(is_reached);
        edges
    }

    fn add_entries(&mut self, is_reached: &[bool]) {
        let mut found = vec![false; self.from.len()];
        for block in (0..self.from.len()).filter(|block| is_reached[*block]) {
            if found[block] {
                continue;
            }
            if block > 0 {
                self.others.push(BlockId::new(block));
            }
            let mut pending = vec![block];
            while let Some(block) = pending.pop() {
                if !std::mem::replace(&mut found[block], true) {
                    pending.extend(self.from[block].iter().map(|to| to.index()));
                }
            }
        }
        if let Some(entry) = self.from.first_mut() {
            entry.extend(&self.others);
        }
    }

    /// In reverse postorder, lower blocks first where there is a choice.
    fn order(&self) -> Vec<BlockId> {
        let mut order = Vec::new();
        let mut found = vec![false; self.from.len()];
        let sorted = |block: usize| {
            let mut targets = self.from[block].clone();
            targets.sort_unstable();
            targets
        };
        if self.from.is_empty() {
            return order;
        }
        found[0] = true;
        let mut stack = vec![(0, sorted(0))];
        while let Some((block, targets)) = stack.last_mut() {
            match targets.pop() {
                Some(to) if !found[to.index()] => {
                    found[to.index()] = true;
                    stack.push((to.index(), sorted(to.index())));
                }
                Some(_) => {}
                None => {
                    order.push(BlockId::new(*block));
                    stack.pop();
                }
            }
        }
        order.reverse();
        order
    }
}

struct Loops {
    is_head: Vec<bool>,
    around: Vec<Option<u32>>,
}

impl Loops {
    /// `backwards` are pairs of a target and where the edge starts.
    fn of(nodes: usize, before: &Lists<u32>, backwards: &[(u32, u32)], tree: &Tree) -> Loops {
        let mut loops = Loops {
            is_head: vec![false; nodes],
            around: vec![None; nodes],
        };
        let mut ends: Vec<(u32, u32)> = backwards.to_vec();
        ends.retain(|&(head, latch)| tree.is_ancestor(head, latch));
        ends.sort_unstable();
        let mut collapsed = UnionFind::new(nodes);
        for group in ends.chunk_by(|a, b| a.0 == b.0).rev() {
            let head = group[0].0;
            loops.is_head[head as usize] = true;
            let mut pending: Vec<u32> = group.iter().map(|&(_, latch)| latch).collect();
            while let Some(node) = pending.pop() {
                let node = collapsed.root(node);
                if node == head || !tree.is_ancestor(head, node) {
                    continue;
                }
                loops.around[node as usize] = Some(head);
                collapsed.join(head, node);
                pending.extend(before.of(node as usize));
            }
        }
        loops
    }
}
