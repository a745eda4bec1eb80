//! The loops of a function, and an order of its blocks in which every jump back goes to the head of a loop.
//!
//! This is Bourdoncle's weak topological order (*Efficient chaotic iteration strategies with widenings*, 1993): strongly
//! connected components in topological order, each cut open at a head and ordered inside in the same way. Whatever cycle there
//! is passes through the head of a component, so loops made of gotos and irreducible ones need no special care: an entry
//! that does not lead to the head simply joins the first iteration in its middle.
//!
//! Components are found by Tarjan's algorithm with an explicit stack; only the nesting of loops recurses.

use unspool_ir::{BlockId, Body};

/// Blocks and loops, in the order described above.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Element {
    Block(BlockId),
    /// By index in [`LoopOrder::loops`].
    Loop(usize),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loop {
    pub head: BlockId,
    /// Without the head.
    pub inside: Vec<Element>,
    /// The loop around it.
    pub parent: Option<usize>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoopOrder {
    /// Only what the first block reaches.
    pub elements: Vec<Element>,
    /// Outer ones first.
    pub loops: Vec<Loop>,
    /// The innermost loop of each block.
    pub loop_of: Vec<Option<usize>>,
}

impl LoopOrder {
    pub fn of(body: &Body) -> LoopOrder {
        let count = body.blocks.len();
        let mut finder = Finder {
            body,
            level: vec![0; count],
            number: vec![0; count],
            low: vec![0; count],
            on_stack: vec![false; count],
            stack: Vec::new(),
            order: LoopOrder {
                elements: Vec::new(),
                loops: Vec::new(),
                loop_of: vec![None; count],
            },
        };
        if count > 0 {
            let elements = finder.components(&[BlockId(0)], 0, None);
            finder.order.elements = elements;
        }
        finder.order
    }

    /// Whether a block is in a loop, perhaps deep inside.
    pub fn contains(&self, number: usize, block: BlockId) -> bool {
        let mut at = self.loop_of[block.index()];
        while let Some(inner) = at {
            if inner == number {
                return true;
            }
            at = self.loops[inner].parent;
        }
        false
    }
}

struct Finder<'b> {
    body: &'b Body,
    /// How many heads had been taken out around a block when it was last put in a component.
    level: Vec<u32>,
    /// Order of visit, from 1, within the current search; 0 for a block not visited.
    number: Vec<u32>,
    low: Vec<u32>,
    on_stack: Vec<bool>,
    stack: Vec<BlockId>,
    order: LoopOrder,
}

/// A block whose successors are being visited.
struct Visit {
    block: BlockId,
    successors: Vec<BlockId>,
}

impl Finder<'_> {
    /// The components of the blocks at `level` that are reached from `roots`, in topological order.
    fn components(&mut self, roots: &[BlockId], level: u32, parent: Option<usize>) -> Vec<Element> {
        // Tarjan's algorithm gives components in reverse topological order.
        let mut found: Vec<Vec<BlockId>> = Vec::new();
        let mut next_number = 1;
        for root in roots {
            if self.number[root.index()] == 0 && self.level[root.index()] == level {
                self.search(*root, level, &mut next_number, &mut found);
            }
        }
        for block in found.iter().flatten() {
            self.number[block.index()] = 0;
        }
        let mut elements = Vec::with_capacity(found.len());
        for component in found.into_iter().rev() {
            elements.push(self.element(component, level, parent));
        }
        elements
    }

    /// A component lists its blocks in the order of visit, the head first.
    fn element(&mut self, component: Vec<BlockId>, level: u32, parent: Option<usize>) -> Element {
        let head = component[0];
        for block in &component {
            self.order.loop_of[block.index()] = parent;
        }
        let is_loop = component.len() > 1
            || (self.body.block(head).terminator.successors()).any(|next| next == head);
        if !is_loop {
            // Never looked at again, at any level.
            self.level[head.index()] = u32::MAX;
            return Element::Block(head);
        }
        let number = self.order.loops.len();
        self.order.loops.push(Loop {
            head,
            inside: Vec::new(),
            parent,
        });
        self.level[head.index()] = u32::MAX;
        for block in &component[1..] {
            self.level[block.index()] = level + 1;
        }
        // From the head's successors, so that inner heads are where control enters; then what only other entries reach.
        let mut roots: Vec<BlockId> = self.body.block(head).terminator.successors().collect();
        roots.extend_from_slice(&component[1..]);
        let inside = self.components(&roots, level + 1, Some(number));
        self.order.loop_of[head.index()] = Some(number);
        self.order.loops[number].inside = inside;
        Element::Loop(number)
    }

    fn search(
        &mut self,
        root: BlockId,
        level: u32,
        next_number: &mut u32,
        found: &mut Vec<Vec<BlockId>>,
    ) {
        let mut visits = vec![self.visit(root, next_number)];
        while let Some(top) = visits.last_mut() {
            let block = top.block;
            if let Some(next) = top.successors.pop() {
                if self.level[next.index()] != level {
                    continue;
                }
                if self.number[next.index()] == 0 {
                    let visit = self.visit(next, next_number);
                    visits.push(visit);
                } else if self.on_stack[next.index()] {
                    let number = self.number[next.index()];
                    let low = &mut self.low[block.index()];
                    *low = (*low).min(number);
                }
                continue;
            }
            visits.pop();
            let low = self.low[block.index()];
            if let Some(caller) = visits.last() {
                let caller_low = &mut self.low[caller.block.index()];
                *caller_low = (*caller_low).min(low);
            }
            if low == self.number[block.index()] {
                let start = self.stack.iter().rposition(|b| *b == block).unwrap_or(0);
                let component = self.stack.split_off(start);
                for member in &component {
                    self.on_stack[member.index()] = false;
                }
                found.push(component);
            }
        }
    }

    fn visit(&mut self, block: BlockId, next_number: &mut u32) -> Visit {
        let index = block.index();
        self.number[index] = *next_number;
        self.low[index] = *next_number;
        *next_number += 1;
        self.on_stack[index] = true;
        self.stack.push(block);
        let mut successors: Vec<BlockId> = self.body.block(block).terminator.successors().collect();
        // The first successor is visited last, so that it comes first in the order.
        successors.dedup();
        Visit { block, successors }
    }
}
