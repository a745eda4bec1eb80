//! What bytes of memory may contain, whatever instructions take them for.
//!
//! The analysis follows memory as the program names it ([`super::cells`]). Here it is asked for some bytes of an object, as one little-endian number.
//! Whatever instructions store there is joined: of a larger scalar the part that lies in these bytes, of a smaller one the
//! bits that it changes. What is stored as a whole record is not followed.
//!
//! The answer holds for everything that is ever stored, whether or not somebody looks. Of the contents that memory has before the first
//! store it holds if they can be seen ([`super::uninitialised`]): if nobody looks, they may be taken to be anything in the range.

use unspool_ir::arithmetic::mask;

use super::bitwise;
use super::cells::{Cell, CellId, Cells, Shape};
use super::initial_contents;
use super::interned::RangeTable;
use super::operators;
use super::placed::Placed;
use super::range::Range;
use super::summaries::Summaries;
use crate::points_to::{Object, Offsets};

/// Some bytes of an object, no more than a range can be wide.
#[derive(Clone, Copy)]
pub struct Bytes {
    object: Object,
    offset: u64,
    size: u64,
}

impl Bytes {
    /// None if they are too many for a range, or none at all.
    pub fn of(object: Object, offset: u64, size: u64) -> Option<Bytes> {
        offset.checked_add(size)?;
        (1..=16).contains(&size).then_some(Bytes {
            object,
            offset,
            size,
        })
    }

    fn width(&self) -> u32 {
        self.size as u32 * 8
    }

    fn as_cell(&self) -> Cell {
        Cell {
            object: self.object,
            offsets: Offsets {
                start: self.offset,
                stride: 0,
                end: self.offset + 1,
            },
            shape: Shape {
                bytes: self.size,
                bits: self.width(),
            },
        }
    }

    fn meeting(&self, cell: &Cell) -> Meeting {
        let Offsets { start, stride, end } = cell.offsets;
        let (start, stride) = (i128::from(start), i128::from(stride));
        let (first, behind) = (i128::from(self.offset), i128::from(self.offset + self.size));
        let bytes = i128::from(cell.shape.bytes);
        // The last element that starts before the end of these bytes.
        let limit = match stride {
            0 => start,
            _ => (behind - 1).min(i128::from(end) - 1),
        };
        if start >= behind || limit < start {
            return Meeting::Never;
        }
        let element = match stride {
            0 => start,
            _ => start + (limit - start) / stride * stride,
        };
        let reaches_in = |element: i128| element >= start && element + bytes > first;
        if !reaches_in(element) {
            return Meeting::Never;
        }
        if stride > 0 && reaches_in(element - stride) {
            return Meeting::OfSeveral;
        }
        let distance = element - first;
        match distance <= 0 && element + bytes >= behind {
            true => Meeting::Inside {
                skipped: distance.unsigned_abs() as u64,
            },
            false => Meeting::Partial { distance },
        }
    }
}

/// How some bytes and a cell have bytes in common.
enum Meeting {
    Never,
    /// They lie in an element of the cell, behind some bytes of it.
    Inside {
        skipped: u64,
    },
    /// An element of the cell, that starts so far behind their start, has a part of them.
    Partial {
        distance: i128,
    },
    /// Several elements have.
    OfSeveral,
}

/// What the bytes may contain. For bytes that nobody uses it is just some constant.
pub fn contents(
    placed: Placed<'_>,
    cells: &Cells,
    summaries: &Summaries,
    bytes: Bytes,
    table: &RangeTable,
) -> Range {
    let width = bytes.width();
    let mut whole: Option<Range> = None;
    // Bits that are known in all parts that are stored.
    let (mut zeros, mut ones, mut has_parts) = (mask(width), mask(width), false);
    let mut caps: Vec<Range> = Vec::new();
    let mut is_seen_before = false;
    for &id in cells.cells_of(bytes.object) {
        let Some(cell) = summaries.windows.part(cells, id) else {
            continue;
        };
        let meeting = bytes.meeting(&cell);
        if matches!(meeting, Meeting::Never) {
            continue;
        }
        is_seen_before |= summaries.is_exposed(id);
        let cap = summaries.cap(id).copied();
        let stored = stored(cells, summaries, id, table);
        match (meeting, stored) {
            (Meeting::Inside { skipped }, stored) => {
                caps.extend(cap.map(|cap| part_of(&cap, cell.shape, skipped, width)));
                if let Some(stored) = stored {
                    let here = part_of(&stored, cell.shape, skipped, width);
                    whole = Some(whole.map_or(here, |whole| whole.join(&here)));
                }
            }
            (_, None) => {}
            (Meeting::Partial { distance }, Some(stored)) if cell.shape.bits > 0 => {
                let (zeros_here, ones_here) = moved_bits(&stored, cell.shape, distance, width);
                zeros &= zeros_here;
                ones &= ones_here;
                has_parts = true;
            }
            _ => return Range::top(width),
        }
    }
    // Besides the parts there may be bytes that nobody stores.
    let is_unused = whole.is_none() && matches!(bytes.object, Object::Global(_));
    if is_seen_before || has_parts || is_unused {
        let initial = initial_contents::of_cell(placed, &bytes.as_cell());
        whole = Some(whole.map_or(initial, |whole| whole.join(&initial)));
    }
    let whole = whole.unwrap_or(Range::constant(width, 0));
    let contents = match has_parts {
        // Every bit was stored with the whole or with a part.
        true => {
            let (zeros, ones) = (zeros & whole.known_zeros(), ones & whole.known_ones());
            Range::with_bits(width, zeros, ones).unwrap_or(Range::top(width))
        }
        false => whole,
    };
    let meet = |contents: Range, cap: &Range| contents.meet(cap).unwrap_or(contents);
    caps.iter().fold(contents, meet)
}

/// What instructions store into a cell; of width 0 if it is no scalar.
fn stored(cells: &Cells, summaries: &Summaries, id: CellId, table: &RangeTable) -> Option<Range> {
    let bits = cells.cell(id).shape.bits;
    let written = cells.users[id.index()].iter();
    let written = written.filter_map(|class| table.get(summaries.written[class.index()]));
    match bits {
        0 => written.map(|_| Range::top(0)).next(),
        _ => written.copied().reduce(|all, here| all.join(&here)),
    }
}

/// So many bits of a scalar of this shape, behind the first bytes.
fn part_of(value: &Range, shape: Shape, skipped: u64, width: u32) -> Range {
    if shape.bits == 0 || shape.bytes > 16 {
        return Range::top(width);
    }
    let all = shape.bytes as u32 * 8;
    let mut value = operators::convert(false, value, all);
    if skipped > 0 {
        // Shifting by nothing would forget the signed bounds.
        let count = Range::constant(32, u128::from(skipped) * 8);
        value = bitwise::shift_right(false, &value, &count);
    }
    operators::convert(false, &value, width)
}

/// The known bits of a number that has a scalar of this shape in it, and else bits that are not the scalar's to say.
fn moved_bits(value: &Range, shape: Shape, distance: i128, width: u32) -> (u128, u128) {
    let all = mask(shape.bytes.min(16) as u32 * 8);
    let moved = |bits: u128| {
        let count = distance.unsigned_abs().min(16) as u32 * 8;
        let moved = match distance < 0 {
            true => bits.checked_shr(count),
            false => bits.checked_shl(count),
        };
        moved.unwrap_or(0)
    };
    let others = mask(width) & !moved(all);
    let zeros = all & !mask(value.width()) | value.known_zeros();
    (moved(zeros) | others, moved(value.known_ones()) | others)
}
