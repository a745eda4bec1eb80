//! What an address that is known to lie somewhere says of the pointers and indices that it is made from.
//!
//! An access that succeeds is at one of the addresses that it can have. So the pointer, and the index, are such that it is there. Addresses are
//! computed modulo the size of the address space: with 32-bit pointers, element 2^28 of an array of 16 bytes each is its first
//! element again, and of the index only the low bits can be told.
//!
//! ```text
//! %0 = nondet
//! store @table[%0] = 1:i32           // four elements; with 64-bit pointers, %0 is now from 0 to 3
//! ```

use unspool_ir::arithmetic::mask;
use unspool_ir::{ExprId, ExprKind, PlaceId, PlaceKind};

use super::evaluate::{Point, scaled};
use super::range::{Range, signed_maximum, signed_minimum};
use super::refine::DEPTH;
use super::sums;

impl Point<'_> {
    /// The address of the place is in a range. False if it cannot be.
    pub fn assume_at(&mut self, place: PlaceId, addresses: &Range) -> bool {
        self.is_fixed(place) || self.narrow_place(place, addresses, DEPTH)
    }

    /// Whether the place names its object and has no index that could vary.
    fn is_fixed(&self, mut place: PlaceId) -> bool {
        loop {
            place = match self.body.place(place).kind {
                PlaceKind::Global(_) | PlaceKind::Slot(_) => return true,
                PlaceKind::Deref(_) => return false,
                PlaceKind::Field(record, _) => record,
                PlaceKind::Index(array, index) => match self.body.expr(index).kind {
                    ExprKind::Int(_) => array,
                    _ => return false,
                },
            };
        }
    }

    pub(super) fn narrow_place(&mut self, place: PlaceId, wanted: &Range, depth: u32) -> bool {
        let types = &self.program.types;
        let width = wanted.width();
        let mut wanted = *wanted;
        let mut place = place;
        // Constant distances are added up first.
        let mut offset = 0u128;
        loop {
            let node = self.body.place(place);
            let pointer = match node.kind {
                PlaceKind::Global(_) | PlaceKind::Slot(_) => return true,
                PlaceKind::Deref(pointer) => Some(pointer),
                PlaceKind::Field(record, field) => {
                    place = record;
                    let field = types.field(self.body.place(record).ty, field);
                    offset += field.map_or(0, |field| u128::from(field.offset));
                    continue;
                }
                PlaceKind::Index(..) => None,
            };
            let there = Range::constant(width, std::mem::take(&mut offset));
            wanted = sums::subtract(&wanted, &there);
            if wanted.is_top() {
                return true;
            }
            if let Some(pointer) = pointer {
                return self.narrow(pointer, &wanted, depth);
            }
            let PlaceKind::Index(array, index) = node.kind else {
                return true;
            };
            let Some(element) = types.size_of(node.ty) else {
                return true;
            };
            place = array;
            if !matches!(self.body.expr(index).kind, ExprKind::Int(_)) {
                let Some(base) = self.number_of(array, width) else {
                    return false;
                };
                let distance = sums::subtract(&wanted, &base);
                if !self.narrow_index((index, element), &distance, depth) {
                    return false;
                }
            }
            let Some(distance) = self.distance((index, element), width) else {
                return false;
            };
            wanted = sums::subtract(&wanted, &distance);
        }
    }

    /// A pointer moved by so many elements.
    pub(super) fn narrow_moved(
        &mut self,
        pointer: ExprId,
        (index, size): (ExprId, u64),
        wanted: &Range,
        depth: u32,
    ) -> bool {
        let Some(base) = self.evaluate(pointer) else {
            return false;
        };
        let distance = sums::subtract(wanted, &base.range);
        if !self.narrow_index((index, size), &distance, depth) {
            return false;
        }
        let Some(distance) = self.distance((index, size), wanted.width()) else {
            return false;
        };
        self.narrow(pointer, &sums::subtract(wanted, &distance), depth)
    }

    /// So many elements have a size in a range.
    fn narrow_index(&mut self, (index, size): (ExprId, u64), wanted: &Range, depth: u32) -> bool {
        let types = &self.program.types;
        let ty = self.body.expr(index).ty;
        if wanted.is_top() || !types.is_integer(ty) {
            return true;
        }
        let Some(number) = self.evaluate(index) else {
            return false;
        };
        let signed = types.is_signed(ty);
        let number = super::operators::convert(signed, &number.range, wanted.width());
        let Some(cut) = factor(wanted, size, &number) else {
            return false;
        };
        cut.is_top() || self.narrow_extended(index, &cut, depth)
    }

    /// So many elements, in bytes.
    fn distance(&mut self, (number, size): (ExprId, u64), width: u32) -> Option<Range> {
        let signed = self.program.types.is_signed(self.body.expr(number).ty);
        let number = self.evaluate(number)?;
        Some(scaled(&number.range, signed, size, width))
    }
}

/// What a number can be if its product with `size` is wanted, of which `number` is known. None if it cannot be.
fn factor(wanted: &Range, size: u64, number: &Range) -> Option<Range> {
    let width = wanted.width();
    let mut factor = Range::top(width);
    if size.is_power_of_two() {
        // Multiplying shifts bits out, of which nothing is known.
        let shift = size.trailing_zeros();
        factor = factor.and_bits(wanted.known_zeros() >> shift, wanted.known_ones() >> shift)?;
    }
    let positive = i128::from(size);
    let (low, high) = number.signed_bounds();
    let fits = |bound: i128| {
        let product = bound.checked_mul(positive);
        product.is_some_and(|p| (signed_minimum(width)..=signed_maximum(width)).contains(&p))
    };
    if size > 0 && fits(low) && fits(high) {
        let (low, high) = wanted.signed_bounds();
        let low = low.div_euclid(positive) + i128::from(low.rem_euclid(positive) != 0);
        factor = factor.and_signed(low, high.div_euclid(positive))?;
    }
    let size = u128::from(size);
    let (_, high) = number.unsigned_bounds();
    if size > 0 && high.checked_mul(size).is_some_and(|p| p <= mask(width)) {
        let (low, high) = wanted.unsigned_bounds();
        factor = factor.and_unsigned(low.div_ceil(size), high / size)?;
    }
    Some(factor)
}
