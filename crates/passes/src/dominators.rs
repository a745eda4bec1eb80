//! Dominators and post-dominators of acyclic control-flow graphs.
//!
//! A block *dominates* another if every path from the entry to the other goes through it; it *post-dominates* it if
//! every path from the other to the end of the thread does. Both relations are trees. In a graph whose blocks stand
//! in topological order (rule Z3 of bounded programs) one pass suffices: the parent of a block is the lowest common
//! ancestor of its predecessors (successors), which are in the tree already (Cooper, Harvey and Kennedy, "A simple,
//! fast dominance algorithm", without the iteration that loops need). Unwound loops make trees that are as deep as
//! the program is long, and their exits join blocks of all depths; so ancestors are found with the jump pointers of
//! Myers ("An applicative random-access stack", 1983), in logarithmic time.

use unspool_ir::{BlockId, Body};

use crate::lists::Lists;

/// Nodes are the blocks by number; in a tree of post-dominators one more stands for the end of the thread.
pub struct Tree {
    parent: Vec<u32>,
    depth: Vec<u32>,
    jump: Vec<u32>,
    root: u32,
}

/// The tree of dominators; its root is the entry.
pub fn dominators(body: &Body) -> Tree {
    dominators_of(body.blocks.len(), &predecessors(body))
}

/// The same for a graph of which the predecessors are given. All numbers of predecessors are lower than the node's own.
pub fn dominators_of(nodes: usize, predecessors: &Lists<u32>) -> Tree {
    let mut tree = Tree::new(nodes, 0);
    for block in 1..nodes {
        let parents = predecessors.of(block).iter().copied();
        let parent = parents.reduce(|a, b| tree.common_ancestor(a, b));
        tree.add(block as u32, parent.unwrap_or(0));
    }
    tree
}

/// The tree of post-dominators; its root is [`end_of_thread`].
pub fn post_dominators(body: &Body) -> Tree {
    let end = end_of_thread(body);
    let mut tree = Tree::new(body.blocks.len() + 1, end);
    for (index, block) in body.blocks.iter().enumerate().rev() {
        let successors = block.terminator.successors().map(|id| id.0);
        let parent = successors.reduce(|a, b| tree.common_ancestor(a, b));
        tree.add(index as u32, parent.unwrap_or(end));
    }
    tree
}

/// The node of the tree of post-dominators that no block is.
pub fn end_of_thread(body: &Body) -> u32 {
    body.blocks.len() as u32
}

impl Tree {
    fn new(nodes: usize, root: u32) -> Self {
        Tree {
            parent: vec![root; nodes],
            depth: vec![0; nodes],
            jump: vec![root; nodes],
            root,
        }
    }

    fn add(&mut self, node: u32, parent: u32) {
        let (at, up) = (node as usize, parent as usize);
        let far = self.jump[up] as usize;
        let farther = self.jump[far];
        self.parent[at] = parent;
        self.depth[at] = self.depth[up] + 1;
        // Two jumps of one length become one of twice the length.
        let equal =
            self.depth[up] - self.depth[far] == self.depth[far] - self.depth[farther as usize];
        self.jump[at] = if equal { farther } else { parent };
    }

    pub fn root(&self) -> u32 {
        self.root
    }

    /// The root is its own parent.
    pub fn parent(&self, node: u32) -> u32 {
        self.parent[node as usize]
    }

    pub fn common_ancestor(&self, mut a: u32, mut b: u32) -> u32 {
        if self.depth[a as usize] < self.depth[b as usize] {
            std::mem::swap(&mut a, &mut b);
        }
        a = self.ancestor_at(a, self.depth[b as usize]);
        while a != b {
            let jumps = (self.jump[a as usize], self.jump[b as usize]);
            (a, b) = if jumps.0 != jumps.1 {
                jumps
            } else {
                (self.parent(a), self.parent(b))
            };
        }
        a
    }

    /// Whether `above` is `node` or one of its ancestors.
    pub fn is_ancestor(&self, above: u32, node: u32) -> bool {
        let depth = self.depth[above as usize];
        depth <= self.depth[node as usize] && self.ancestor_at(node, depth) == above
    }

    fn ancestor_at(&self, mut node: u32, depth: u32) -> u32 {
        while self.depth[node as usize] > depth {
            let far = self.jump[node as usize];
            node = if self.depth[far as usize] >= depth {
                far
            } else {
                self.parent(node)
            };
        }
        node
    }

    /// The children of each node, ascending.
    pub fn children(&self) -> Lists<u32> {
        let nodes = 0..self.parent.len() as u32;
        let others = nodes.filter(|&node| node != self.root);
        let pairs: Vec<_> = others.map(|node| (self.parent(node), node)).collect();
        Lists::new(self.parent.len(), &pairs)
    }
}

/// The predecessors of each block; one that jumps to a block in two ways stands there twice.
pub fn predecessors(body: &Body) -> Lists<u32> {
    let mut edges = Vec::new();
    for (index, block) in body.blocks.iter().enumerate() {
        let targets = block.terminator.successors();
        edges.extend(targets.map(|BlockId(target)| (target, index as u32)));
    }
    Lists::new(body.blocks.len(), &edges)
}

#[cfg(test)]
mod tests {
    use super::*;
    use unspool_ir::{Block, ExprId, Span, Terminator};

    /// Blocks with jumps to the blocks given, all forwards.
    fn graph(targets: &[Vec<u32>]) -> Body {
        let block = |targets: &Vec<u32>| {
            let terminator = match targets[..] {
                [] => Terminator::ExitThread,
                [only] => Terminator::Goto(BlockId(only)),
                [then, otherwise, ..] => Terminator::Branch {
                    condition: ExprId(0),
                    then: BlockId(then),
                    otherwise: BlockId(otherwise),
                },
            };
            Block::new(Vec::new(), terminator, Span::NONE)
        };
        Body {
            blocks: targets.iter().map(block).collect(),
            ..Body::default()
        }
    }

    /// The nodes that are on every way to each node, itself included, by definition.
    fn on_all_ways(nodes: usize, before: impl Fn(usize) -> Vec<usize>) -> Vec<Vec<bool>> {
        let mut all: Vec<Vec<bool>> = Vec::new();
        for node in 0..nodes {
            let ways = before(node);
            let is_on_all = |other: usize| !ways.is_empty() && ways.iter().all(|&w| all[w][other]);
            all.push(
                (0..nodes)
                    .map(|other| other == node || is_on_all(other))
                    .collect(),
            );
        }
        all
    }

    #[test]
    fn trees_say_what_the_definition_says() {
        let mut state = 1u64;
        let mut below = |limit: u64| {
            state = state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (state >> 33) % limit
        };
        for _ in 0..200 {
            let blocks = 2 + below(12) as usize;
            let mut targets: Vec<Vec<u32>> = vec![Vec::new(); blocks];
            for block in 1..blocks {
                // Something leads to every block.
                let from = below(block as u64) as usize;
                targets[from].push(block as u32);
                targets[from].truncate(2);
            }
            for (block, targets) in targets.iter_mut().enumerate().take(blocks - 1) {
                if targets.len() < 2 {
                    let distance = 1 + below((blocks - block - 1) as u64) as usize;
                    targets.push((block + distance) as u32);
                }
            }
            let body = graph(&targets);
            let before = predecessors(&body);
            let tree = dominators(&body);
            let reaching = |node: usize| before.of(node).iter().map(|&b| b as usize).collect();
            let expected = on_all_ways(blocks, reaching);
            let is_reachable = |node: usize| expected[node][0];
            for node in (0..blocks).filter(|&node| is_reachable(node)) {
                for other in (0..blocks).filter(|&other| is_reachable(other)) {
                    let is_above = tree.is_ancestor(other as u32, node as u32);
                    assert_eq!(
                        is_above, expected[node][other],
                        "{targets:?} {other} {node}"
                    );
                }
            }
            let tree = post_dominators(&body);
            // Counted from the end: the end of the thread is 0.
            let after = |node: usize| match node {
                0 => Vec::new(),
                _ => match &targets[blocks - node][..] {
                    [] => vec![0],
                    targets => targets.iter().map(|&t| blocks - t as usize).collect(),
                },
            };
            let expected = on_all_ways(blocks + 1, after);
            for (node, expected) in expected.iter().enumerate() {
                for (other, &is_above) in expected.iter().enumerate() {
                    let (above, below) = ((blocks - other) as u32, (blocks - node) as u32);
                    assert_eq!(tree.is_ancestor(above, below), is_above, "{targets:?}");
                }
            }
        }
    }

    #[test]
    fn a_long_chain_with_a_way_out_of_each_block() {
        let last = 100_000u32;
        let mut targets: Vec<Vec<u32>> = (0..last).map(|block| vec![block + 1, last]).collect();
        targets.push(Vec::new());
        let tree = dominators(&graph(&targets));
        assert_eq!(tree.parent(last), 0);
        assert!(tree.is_ancestor(77, last - 1));
        assert_eq!(tree.common_ancestor(last, last - 1), 0);
    }
}
