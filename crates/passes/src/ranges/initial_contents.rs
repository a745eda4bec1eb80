//! What is in a cell before anything is stored there.
//!
//! Globals start as their initialiser says, zero where it says nothing. Everything else, and globals that are only declared,
//! may contain anything. For a sequence of offsets it is the join over its elements; those that no item of
//! the initialiser touches are zero and need not be looked at one by one.

use unspool_ir::{Init, InitItem, InitValue, Types};

use super::cells::{Cell, Shape};
use super::placed::Placed;
use super::range::Range;
use crate::points_to::{Object, Offsets};

pub fn of_cell(placed: Placed<'_>, cell: &Cell) -> Range {
    let program = placed.program;
    let top = Range::top(cell.shape.bits);
    let Object::Global(global) = cell.object else {
        return top;
    };
    let Some(init) = &program.global(global).init else {
        return top;
    };
    if cell.shape.bits == 0 {
        return top;
    }
    let contents = Contents {
        placed,
        types: &program.types,
        init,
    };
    match cell.offsets.stride {
        0 => contents.at(cell.offsets.start, cell.shape),
        _ => contents.of_sequence(&cell.offsets, cell.shape),
    }
}

struct Contents<'a> {
    placed: Placed<'a>,
    types: &'a Types,
    init: &'a Init,
}

impl Contents<'_> {
    fn at(&self, offset: u64, shape: Shape) -> Range {
        let top = Range::top(shape.bits);
        let end = offset.saturating_add(shape.bytes);
        let mut bits = 0u128;
        let first = self.first_behind(offset);
        for item in self.init.items[first..]
            .iter()
            .take_while(|i| i.offset < end)
        {
            match &item.value {
                InitValue::Scalar { ty, bits: value } => {
                    let size = self.types.size_of(*ty).unwrap_or(0).min(16);
                    let bytes = &value.to_le_bytes()[..size as usize];
                    bits |= overlay(offset, shape, item.offset, bytes);
                }
                InitValue::Bytes(bytes) => bits |= overlay(offset, shape, item.offset, bytes),
                InitValue::Global { .. } | InitValue::Function { .. } => {
                    if let Some(address) = self.address(&item.value) {
                        let bytes = &address.to_le_bytes()[..self.pointer_bytes() as usize];
                        bits |= overlay(offset, shape, item.offset, bytes);
                        continue;
                    }
                    // The address of an object or function is not null if it is one of the object's own bytes.
                    let is_inside =
                        !matches!(item.value, InitValue::Global { addend, .. } if addend != 0);
                    let is_whole = item.offset == offset && shape.bytes == self.pointer_bytes();
                    return match is_whole && is_inside {
                        true => top.without(0).unwrap_or(top),
                        false => top,
                    };
                }
            }
        }
        // A bool is its byte being not zero.
        match shape.bits {
            1 => Range::truth(bits != 0),
            width => Range::constant(width, bits),
        }
    }

    fn of_sequence(&self, offsets: &Offsets, shape: Shape) -> Range {
        let mut result: Option<Range> = None;
        let mut next = offsets.start;
        let mut has_untouched = false;
        let first = self.first_behind(offsets.start);
        for item in &self.init.items[first..] {
            // The elements that the item touches.
            let end = item.offset.saturating_add(self.size_of(item));
            let reach = item.offset.saturating_sub(shape.bytes - 1);
            let skipped = reach.saturating_sub(next).div_ceil(offsets.stride);
            has_untouched |= skipped > 0;
            next = next.saturating_add(skipped.saturating_mul(offsets.stride));
            while next < end && next < offsets.end {
                let here = self.at(next, shape);
                result = Some(result.map_or(here, |known| known.join(&here)));
                next = next.saturating_add(offsets.stride);
            }
        }
        has_untouched |= next < offsets.end;
        let zero = Range::constant(shape.bits, 0);
        match result {
            Some(known) if has_untouched => known.join(&zero),
            Some(known) => known,
            None => zero,
        }
    }

    /// None if it is not known.
    fn address(&self, value: &InitValue) -> Option<u128> {
        let placed = self.placed;
        match *value {
            InitValue::Global { global, addend, .. } => {
                let base = placed.base(Object::Global(global), 0)?.as_constant()?;
                Some(base.wrapping_add_signed(i128::from(addend)))
            }
            InitValue::Function { function, .. } => placed.function(function)?.as_constant(),
            _ => None,
        }
    }

    /// Index of the first item that ends behind the offset.
    fn first_behind(&self, offset: u64) -> usize {
        let items = &self.init.items;
        items.partition_point(|item| item.offset.saturating_add(self.size_of(item)) <= offset)
    }

    fn size_of(&self, item: &InitItem) -> u64 {
        match &item.value {
            InitValue::Scalar { ty, .. } => self.types.size_of(*ty).unwrap_or(0),
            InitValue::Global { .. } | InitValue::Function { .. } => self.pointer_bytes(),
            InitValue::Bytes(bytes) => bytes.len() as u64,
        }
    }

    fn pointer_bytes(&self) -> u64 {
        self.types.data_model.pointer_bytes()
    }
}

/// The bits of a scalar at `offset` that bytes at `start` contribute.
fn overlay(offset: u64, shape: Shape, start: u64, bytes: &[u8]) -> u128 {
    let mut bits = 0;
    for position in 0..shape.bytes.min(16) {
        let byte = (offset + position)
            .checked_sub(start)
            .and_then(|index| bytes.get(usize::try_from(index).ok()?));
        bits |= u128::from(byte.copied().unwrap_or(0)) << (8 * position);
    }
    bits
}
