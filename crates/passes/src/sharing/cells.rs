//! Objects cut into cells: which classes of accesses touch a common byte.
//!
//! The bytes where footprints begin and end cut an object into cells; a footprint is a set of cells. A pointer that may point to every
//! element of an array touches one cell of each. If that becomes too much for an object (long arrays, many such pointers),
//! its footprints are taken as solid, without gaps, and if it still is, as all of the object: coarser is
//! never wrong.

use rustc_hash::FxHashMap;

use super::{Conflicts, Judge, Part};
use crate::accesses::Footprint;
use crate::number_sets::{NumberSets, SetId};
use crate::points_to::Offsets;

/// Elements of one footprint that are told apart.
const MAX_ELEMENTS: u64 = 1 << 12;

/// Cells that the footprints of an object may touch together, for each footprint and class.
const MAX_CELLS: usize = 64;
const FEW_CELLS: usize = 1 << 16;

pub struct Cells;

impl Cells {
    /// For each group and class that occur together, what they meet.
    pub fn judge(
        pairs: &[(u32, u32)],
        judge: &mut Judge<'_, '_>,
    ) -> FxHashMap<(u32, u32), Conflicts> {
        let accesses = judge.knowledge.accesses;
        let mut touches: Vec<Touch> = Vec::new();
        for &(group, class) in pairs {
            for &footprint in &accesses.groups[group as usize] {
                let object = accesses.footprints.list()[footprint as usize].object;
                touches.push(Touch {
                    object,
                    footprint,
                    class,
                });
            }
        }
        touches.sort_unstable();
        touches.dedup();
        let mut sets = NumberSets::default();
        let mut found: FxHashMap<(u32, u32), Conflicts> = FxHashMap::default();
        for touches in touches.chunk_by(|a, b| a.object == b.object) {
            let existence = touches
                .iter()
                .fold(SetId::EMPTY, |set, touch| sets.with(set, touch.class));
            for touch in touches {
                let verdict = judge.verdict(Part::Existence, &sets, existence, touch.class);
                add(&mut found, *touch, verdict);
            }
            judge_contents(touches, judge, &mut sets, &mut found);
        }
        let conflicts_of = |&(group, class): &(u32, u32)| {
            let footprints = accesses.groups[group as usize].iter();
            let conflicts = footprints.filter_map(|&footprint| found.get(&(footprint, class)));
            conflicts.fold(Conflicts::NONE, |all, &one| all.and(one))
        };
        pairs
            .iter()
            .map(|pair| (*pair, conflicts_of(pair)))
            .collect()
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Touch {
    object: u32,
    footprint: u32,
    class: u32,
}

fn add(found: &mut FxHashMap<(u32, u32), Conflicts>, touch: Touch, conflicts: Conflicts) {
    let known = found
        .entry((touch.footprint, touch.class))
        .or_insert(Conflicts::NONE);
    *known = known.and(conflicts);
}

/// The contents of one object.
fn judge_contents(
    touches: &[Touch],
    judge: &mut Judge<'_, '_>,
    sets: &mut NumberSets,
    found: &mut FxHashMap<(u32, u32), Conflicts>,
) {
    let accesses = judge.knowledge.accesses;
    let footprint = |touch: &Touch| accesses.footprints.list()[touch.footprint as usize];
    let mut cuts = Vec::new();
    let mut shapes = Vec::with_capacity(touches.len());
    for touch in touches {
        let shape = Shape::of(footprint(touch));
        shapes.push(shape);
    }
    let elements: u64 = shapes.iter().flatten().map(|shape| shape.count).sum();
    let limit = FEW_CELLS.max(touches.len() * MAX_CELLS);
    if elements > limit as u64 {
        for shape in shapes.iter_mut().flatten() {
            shape.make_solid();
        }
    }
    for shape in shapes.iter().flatten() {
        shape.for_each_element(|start, end| cuts.extend([start, end]));
    }
    cuts.sort_unstable();
    cuts.dedup();
    let cell_at = |cuts: &[u64], byte: u64| cuts.partition_point(|&cut| cut < byte);
    let count = |cuts: &[u64]| -> usize {
        let mut cells = 0;
        for shape in shapes.iter().flatten() {
            shape.for_each_element(|start, end| cells += cell_at(cuts, end) - cell_at(cuts, start));
        }
        cells
    };
    if count(&cuts) > limit {
        cuts = vec![0];
        for shape in shapes.iter_mut().flatten() {
            *shape = Shape::WHOLE;
        }
    }
    let mut present = vec![SetId::EMPTY; cuts.len()];
    for (touch, shape) in touches.iter().zip(&shapes) {
        let Some(shape) = shape else { continue };
        shape.for_each_element(|start, end| {
            for cell in &mut present[cell_at(&cuts, start)..cell_at(&cuts, end)] {
                *cell = sets.with(*cell, touch.class);
            }
        });
    }
    for (touch, shape) in touches.iter().zip(&shapes) {
        let Some(shape) = shape else { continue };
        let mut conflicts = Conflicts::NONE;
        shape.for_each_element(|start, end| {
            for &cell in &present[cell_at(&cuts, start)..cell_at(&cuts, end)] {
                let verdict = judge.verdict(Part::Contents, sets, cell, touch.class);
                conflicts = conflicts.and(verdict);
            }
        });
        add(found, *touch, conflicts);
    }
}

/// Some elements of the same size, at equal distances.
#[derive(Clone, Copy)]
struct Shape {
    start: u64,
    stride: u64,
    count: u64,
    size: u64,
}

impl Shape {
    /// All of an object; with no other cut than its start.
    const WHOLE: Shape = Shape {
        start: 0,
        stride: 0,
        count: 1,
        size: u64::MAX,
    };

    /// None if no bytes are touched.
    fn of(footprint: Footprint) -> Option<Shape> {
        let (offsets, size) = footprint.bytes?;
        if size == 0 {
            return None;
        }
        let Offsets { start, stride, end } = offsets;
        let count = match stride {
            0 => 1,
            _ => end.saturating_sub(start).div_ceil(stride).max(1),
        };
        let mut shape = Shape {
            start,
            stride,
            count,
            size,
        };
        if stride <= size || count > MAX_ELEMENTS {
            shape.make_solid();
        }
        Some(shape)
    }

    fn make_solid(&mut self) {
        let last = self.stride.saturating_mul(self.count - 1);
        self.size = last.saturating_add(self.size);
        self.count = 1;
    }

    fn for_each_element(&self, mut visit: impl FnMut(u64, u64)) {
        for index in 0..self.count {
            let start = self.start.saturating_add(index.saturating_mul(self.stride));
            visit(start, start.saturating_add(self.size));
        }
    }
}
