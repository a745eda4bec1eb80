//! What the walks over a thread need to know of it, computed once.

use rustc_hash::{FxHashMap, FxHashSet};
use unspool_ir::{BlockId, Body, FunctionId, InstKind, PlaceId};

use super::cells::{Cells, ClassId};
use super::mentions::Lifetimes;
use super::state::Key;
use crate::bounded::BoundedThread;
use crate::operands::place_of;
use crate::points_to::Object;

pub struct Thread {
    /// Among the threads of the program, in the order of their numbers.
    pub index: usize,
    pub number: u32,
    pub function: FunctionId,
    /// Classes of its parameters, in order; before them the one that says that it was started.
    pub parameters: Vec<ClassId>,
    /// How many registers and private cells it has.
    pub keys: usize,
    pub lifetimes: Lifetimes,
    /// Private globals, which have contents when the thread starts.
    pub private_globals: Vec<(Key, ClassId)>,
    /// Classes whose summaries its loads read.
    pub reads: Vec<ClassId>,
    cell_keys: FxHashMap<ClassId, Key>,
    /// By block: the position of its first instruction.
    starts: Vec<u32>,
    positions: usize,
}

impl Thread {
    pub fn new(
        (index, thread): (usize, BoundedThread),
        body: &Body,
        cells: &Cells,
        parameters: Vec<ClassId>,
    ) -> Thread {
        let first_key = body.regs.len() as u32;
        let mut cell_keys = FxHashMap::default();
        let mut private_globals = Vec::new();
        let mut reads = FxHashSet::default();
        for inst in body.blocks.iter().flat_map(|block| &block.insts) {
            let place = place_of(&inst.kind);
            let Some(class) = place.and_then(|place| cells.class_at(index, place)) else {
                continue;
            };
            let is_load = !matches!(inst.kind, InstKind::Store { .. });
            if !cells.class(class).is_private {
                if is_load {
                    reads.insert(class);
                }
                continue;
            }
            let next = Key(first_key + cell_keys.len() as u32);
            let key = *cell_keys.entry(class).or_insert(next);
            let object = cells
                .class(class)
                .cells
                .first()
                .map(|&id| cells.cell(id).object);
            if key == next && matches!(object, Some(Object::Global(_))) {
                private_globals.push((key, class));
            }
        }
        let keys = body.regs.len() + cell_keys.len();
        let key_at = |place: PlaceId| {
            let class = cells.class_at(index, place)?;
            cell_keys.get(&class).copied()
        };
        let lifetimes = Lifetimes::of(body, keys, key_at);
        let mut starts = Vec::with_capacity(body.blocks.len());
        let mut positions = 0;
        for block in &body.blocks {
            starts.push(positions as u32);
            positions += block.insts.len() + 1;
        }
        let mut reads: Vec<ClassId> = reads.into_iter().collect();
        reads.extend(&parameters);
        Thread {
            index,
            number: thread.number,
            function: thread.function,
            parameters,
            keys,
            lifetimes,
            private_globals,
            reads,
            cell_keys,
            starts,
            positions,
        }
    }

    /// How many instructions and terminators there are.
    pub fn positions(&self) -> usize {
        self.positions
    }

    /// Of an instruction among all of the thread; that behind the last one of a block is the terminator's.
    pub fn position(&self, block: BlockId, index: usize) -> Option<usize> {
        let start = *self.starts.get(block.index())? as usize;
        let next = self.starts.get(block.index() + 1);
        let end = next.map_or(self.positions, |&next| next as usize);
        (start + index < end).then_some(start + index)
    }

    /// Of a private class of this thread.
    pub fn key_of(&self, class: ClassId) -> Option<Key> {
        self.cell_keys.get(&class).copied()
    }
}
