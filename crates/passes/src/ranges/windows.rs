//! Which cells, and which elements of arrays, are ever touched.
//!
//! `@queue.items[%i]` may, by its type, be anywhere in `@queue`: the machine does not mind an index that leaves the array for other parts of the
//! same object. If so, what is stored into items is stored into the members that count them, which are then anything, so
//! that the index is. To break this circle, every cell has a *window*: the offsets that it was found to be accessed at, by the ranges
//! of indices and by what pointers are made from. Windows start empty and grow with the ranges, as summaries do, until both agree with each other; an
//! access outside of all windows is one that no execution makes.

use super::cells::{Cell, CellId, Cells};
use crate::points_to::{Offsets, greatest_common_divisor};

/// By cell: the first and the last offset at which it is accessed.
#[derive(Clone, PartialEq)]
pub struct Windows {
    bounds: Vec<Option<(u64, u64)>>,
}

impl Windows {
    /// Nothing is accessed.
    pub fn new(cells: &Cells) -> Windows {
        Windows {
            bounds: vec![None; cells.cells.len()],
        }
    }

    /// The cell is accessed at those of its offsets that are among these. Returns whether that is new.
    pub fn widen(&mut self, cells: &Cells, id: CellId, accessed: &Offsets) -> bool {
        let offsets = &cells.cell(id).offsets;
        let (low, high) = (accessed.start, last(accessed));
        let is_outside = high < offsets.start || low > last(offsets);
        let step = greatest_common_divisor(offsets.stride, accessed.stride);
        let is_between = match step {
            0 => offsets.start != low,
            _ => offsets.start % step != low % step,
        };
        if is_outside || is_between {
            return false;
        }
        let bounds = &mut self.bounds[id.index()];
        let (known_low, known_high) = bounds.unwrap_or((low, high));
        let new = Some((known_low.min(low), known_high.max(high)));
        std::mem::replace(bounds, new) != new
    }

    /// The part of a cell that is ever touched; None if there is none.
    pub fn part(&self, cells: &Cells, id: CellId) -> Option<Cell> {
        let (low, high) = self.bounds[id.index()]?;
        let cell = *cells.cell(id);
        let Offsets { start, stride, end } = cell.offsets;
        if stride == 0 {
            return Some(cell);
        }
        let skipped = low.saturating_sub(start).div_ceil(stride);
        let start = start.checked_add(skipped.checked_mul(stride)?)?;
        let end = end.min(high.saturating_add(1));
        if start >= end {
            return None;
        }
        let is_single = end - start <= stride;
        Some(Cell {
            offsets: Offsets {
                start,
                stride: if is_single { 0 } else { stride },
                end: if is_single { start + 1 } else { end },
            },
            ..cell
        })
    }

    /// The cells with which a cell shares bytes, and whether as the same scalar.
    pub fn overlaps<'a>(
        &'a self,
        cells: &'a Cells,
        id: CellId,
    ) -> impl Iterator<Item = (CellId, bool)> + 'a {
        let part = self.part(cells, id);
        let overlaps = cells.overlaps[id.index()].iter();
        overlaps.filter_map(move |overlap| {
            let other = self.part(cells, overlap.with)?;
            Some((overlap.with, part?.overlap(&other)?))
        })
    }
}

fn last(offsets: &Offsets) -> u64 {
    match offsets.stride {
        0 => offsets.start,
        _ => offsets.end.saturating_sub(1),
    }
}
