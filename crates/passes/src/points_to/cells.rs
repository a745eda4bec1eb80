//! Memory: which bytes of objects were stored to and are loaded.
//!
//! A *cell* is a range of bytes of an object (at one offset, or at each of many) as some access sees it. What was stored in a cell
//! is one variable, what is loaded from it another; the first flows to the second of every cell that
//! overlaps it. So a load sees whatever was stored into any of its bytes, whatever the types, and two loads of neighbouring bytes
//! stay apart even if some store covers both.

use std::collections::BTreeMap;

use super::graph::{Argument, Graph, Node};
use super::sets::StepsId;
use super::steps::Steps;
use super::{FunctionId, Object};

/// Larger cells, and those with many offsets, are *wide*: they are compared with all others of their object.
const MAX_NARROW: u64 = 64;
/// More wide cells of an object than this become one that covers everything.
const MAX_WIDE: usize = 64;

pub struct Cells {
    objects: Vec<ObjectCells>,
    cells: Vec<Cell>,
    pointer_bytes: u64,
}

#[derive(Clone, Default)]
struct ObjectCells {
    /// By offset and size.
    narrow: BTreeMap<(i64, u64), u32>,
    wide: Vec<u32>,
}

#[derive(Clone, Copy)]
struct Cell {
    steps: Steps,
    size: u64,
    stored: Option<Node>,
    loaded: Option<Node>,
}

impl Cells {
    pub fn new(objects: usize, pointer_bytes: u64) -> Self {
        Cells {
            objects: vec![ObjectCells::default(); objects],
            cells: Vec::new(),
            pointer_bytes,
        }
    }

    /// What was stored anywhere in an object.
    pub fn stored_in(&self, object: u32) -> impl Iterator<Item = Node> {
        let cells = self.objects.get(object as usize);
        let all = cells.into_iter().flat_map(|cells| {
            let narrow = cells.narrow.values();
            narrow.chain(&cells.wide).copied()
        });
        all.filter_map(|cell| self.cells[cell as usize].stored)
    }

    /// The cell of an access; made if there is none yet.
    fn cell(&mut self, object: u32, steps: Steps, size: u64) -> u32 {
        let new = Cell {
            steps,
            size,
            stored: None,
            loaded: None,
        };
        let next = self.cells.len() as u32;
        let own = &mut self.objects[object as usize];
        if let Steps::One(offset) = steps
            && size <= MAX_NARROW
        {
            let id = *own.narrow.entry((offset, size)).or_insert(next);
            if id == next {
                self.cells.push(new);
            }
            return id;
        }
        let cells = &self.cells;
        let find = |steps: Steps, size: u64| {
            own.wide.iter().copied().find(|&cell| {
                let cell = cells[cell as usize];
                cell.steps == steps && cell.size == size
            })
        };
        if let Some(known) = find(steps, size) {
            return known;
        }
        if own.wide.len() >= MAX_WIDE
            && let Some(known) = find(Steps::ANYWHERE, 1)
        {
            return known;
        }
        // The last one covers every byte.
        let covers_all = own.wide.len() + 1 >= MAX_WIDE;
        own.wide.push(next);
        self.cells.push(if covers_all {
            Cell {
                steps: Steps::ANYWHERE,
                size: 1,
                ..new
            }
        } else {
            new
        });
        next
    }

    /// All cells of the object that share a byte with this one.
    fn overlapping(&self, object: u32, cell: u32) -> Vec<u32> {
        let own = &self.objects[object as usize];
        let Cell { steps, size, .. } = self.cells[cell as usize];
        let start = match steps {
            Steps::Every { .. } => i64::MIN,
            _ => steps.first().saturating_sub(MAX_NARROW as i64),
        };
        let length = i64::try_from(size).unwrap_or(i64::MAX);
        let end = steps
            .last()
            .map_or(i64::MAX, |last| last.saturating_add(length));
        let near = own.narrow.range((start, 0)..=(end, u64::MAX));
        let near = near.map(|(_, &id)| id);
        near.chain(own.wide.iter().copied())
            .filter(|&other| {
                let other = self.cells[other as usize];
                steps.may_overlap(size, other.steps, other.size)
            })
            .collect()
    }

    /// Where pointers lie across each other, what is loaded is parts of two, and arithmetic on it is not arithmetic on either.
    fn shift_between(&self, stored: Cell, loaded: Cell) -> StepsId {
        let is_pointer = stored.size == self.pointer_bytes && loaded.size == self.pointer_bytes;
        match (stored.steps, loaded.steps) {
            (Steps::One(a), Steps::One(b)) if is_pointer && a != b => StepsId::ANYWHERE,
            _ => StepsId::ZERO,
        }
    }
}

impl Graph {
    /// What is stored by an access of so many bytes; None if it lies outside of the object.
    pub fn stored(&mut self, object: u32, steps: StepsId, size: u64) -> Option<Node> {
        let cell = self.cell(object, steps, size)?;
        if let Some(node) = self.cells.cells[cell as usize].stored {
            return Some(node);
        }
        let node = self.new_node();
        self.cells.cells[cell as usize].stored = Some(node);
        for other in self.cells.overlapping(object, cell) {
            let other = self.cells.cells[other as usize];
            if let Some(loaded) = other.loaded {
                let stored = self.cells.cells[cell as usize];
                let shift = self.cells.shift_between(stored, other);
                self.add_edge(node, loaded, shift);
            }
        }
        Some(node)
    }

    /// What is loaded by an access of so many bytes; None if it lies outside of the object.
    pub fn loaded(&mut self, object: u32, steps: StepsId, size: u64) -> Option<Node> {
        let cell = self.cell(object, steps, size)?;
        if let Some(node) = self.cells.cells[cell as usize].loaded {
            return Some(node);
        }
        let node = self.new_node();
        self.cells.cells[cell as usize].loaded = Some(node);
        for other in self.cells.overlapping(object, cell) {
            let other = self.cells.cells[other as usize];
            if let Some(stored) = other.stored {
                let loaded = self.cells.cells[cell as usize];
                let shift = self.cells.shift_between(other, loaded);
                self.add_edge(stored, node, shift);
            }
        }
        Some(node)
    }

    /// The extra arguments of a variadic function lie one after the other, as a call lays them out.
    pub fn lay_out(&mut self, function: FunctionId, arguments: &[Argument]) {
        let Some(area) = self.objects().number(Object::VarArgs(function)) else {
            return;
        };
        let mut end: u64 = 0;
        for argument in arguments {
            let align = argument.align.max(self.cells.pointer_bytes);
            let start = end.checked_next_multiple_of(align).unwrap_or(u64::MAX);
            end = start.saturating_add(argument.size);
            let (Some(from), Ok(start)) = (argument.node, i64::try_from(start)) else {
                continue;
            };
            let steps = self.sets.intern_steps(Steps::One(start));
            if let Some(cell) = self.stored(area, steps, argument.size) {
                self.add_edge(from, cell, StepsId::ZERO);
            }
        }
    }

    fn cell(&mut self, object: u32, steps: StepsId, size: u64) -> Option<u32> {
        if size == 0 || object >= self.objects().first_function() {
            return None;
        }
        let steps = self
            .sets
            .steps(steps)
            .inside(size, self.objects().size(object))?;
        Some(self.cells.cell(object, steps, size))
    }
}
