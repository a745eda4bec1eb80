//! In which blocks registers and private cells are mentioned: where facts on them can matter.

use unspool_ir::{BlockId, Body, PlaceId};

use super::state::Key;
use crate::operands::{
    Node, for_each_child, for_each_written, place_of, push_operands, register_of, terminator_expr,
};

/// By key: the first and the last block that mentions it.
pub struct Lifetimes {
    spans: Vec<(u32, u32)>,
    /// By block: the keys for which it is the last of several.
    ending: Vec<Vec<Key>>,
}

impl Lifetimes {
    /// `cell_at`: the key of the private cell at a place, if it is one.
    pub fn of(body: &Body, keys: usize, cell_at: impl Fn(PlaceId) -> Option<Key>) -> Lifetimes {
        let mut lifetimes = Lifetimes {
            spans: vec![(u32::MAX, 0); keys],
            ending: vec![Vec::new(); body.blocks.len()],
        };
        let mut seen = Seen {
            exprs: vec![u32::MAX; body.exprs.len()],
            places: vec![u32::MAX; body.places.len()],
        };
        let mut stack = Vec::new();
        for (index, block) in body.blocks.iter().enumerate() {
            let index = index as u32;
            for inst in &block.insts {
                for_each_written(&inst.kind, |register| {
                    lifetimes.mention(Key(register.0), index);
                });
                let cell = place_of(&inst.kind).and_then(&cell_at);
                if let Some(cell) = cell {
                    lifetimes.mention(cell, index);
                }
                push_operands(&inst.kind, &mut stack);
                lifetimes.mention_all(body, &mut stack, index, &mut seen);
            }
            stack.extend(terminator_expr(&block.terminator).map(Node::Expr));
            lifetimes.mention_all(body, &mut stack, index, &mut seen);
        }
        for (key, &(first, last)) in lifetimes.spans.iter().enumerate() {
            if first < last {
                lifetimes.ending[last as usize].push(Key(key as u32));
            }
        }
        lifetimes
    }

    /// Whether a later block mentions the key, too.
    pub fn lives_behind(&self, key: Key, block: BlockId) -> bool {
        self.spans[key.0 as usize].1 > block.0
    }

    pub fn ending_in(&self, block: BlockId) -> &[Key] {
        &self.ending[block.index()]
    }

    fn mention(&mut self, key: Key, block: u32) {
        let span = &mut self.spans[key.0 as usize];
        *span = (span.0.min(block), span.1.max(block));
    }

    /// Registers in the trees on the stack, which is left empty. Nodes seen before in the same block have been mentioned.
    fn mention_all(&mut self, body: &Body, stack: &mut Vec<Node>, block: u32, seen: &mut Seen) {
        while let Some(node) = stack.pop() {
            let mark = match node {
                Node::Expr(id) => &mut seen.exprs[id.index()],
                Node::Place(id) => &mut seen.places[id.index()],
            };
            if std::mem::replace(mark, block) == block {
                continue;
            }
            if let Some(register) = register_of(body, node) {
                self.mention(Key(register.0), block);
            }
            for_each_child(body, node, |child| stack.push(child));
        }
    }
}

struct Seen {
    exprs: Vec<u32>,
    places: Vec<u32>,
}
