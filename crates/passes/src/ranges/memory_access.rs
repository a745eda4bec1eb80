//! Instructions that access memory, in a walk.

use unspool_ir::{BinaryOp, BlockId, ExprId, PlaceId, PlaceKind, RegId, RmwOp, Type, TypeId};

use super::bitwise;
use super::cells::ClassId;
use super::evaluate::{Value, add_growth, join, not_null, subtract_growth};
use super::operators;
use super::range::Range;
use super::state::{Growth, Origin};
use super::walk::Walk;
use crate::points_to::Target;

impl Walk<'_> {
    pub(super) fn load(&mut self, at: (BlockId, usize), dst: RegId, place: PlaceId) -> bool {
        let Some(location) = self.locate(place) else {
            return false;
        };
        let Some(value) = self.contents(place) else {
            return false;
        };
        if !self.accessed(place, location) {
            return false;
        }
        self.assign(at, dst, &value);
        true
    }

    pub(super) fn store(&mut self, place: PlaceId, value: ExprId) -> bool {
        let Some(value) = self.point().evaluate(value) else {
            return false;
        };
        let Some(location) = self.locate(place) else {
            return false;
        };
        self.put(place, &value, None);
        self.accessed(place, location)
    }

    pub(super) fn read_modify_write(
        &mut self,
        at: (BlockId, usize),
        op: RmwOp,
        dst: RegId,
        place: PlaceId,
        value: ExprId,
    ) -> bool {
        let Some(location) = self.locate(place) else {
            return false;
        };
        let Some(old) = self.contents(place) else {
            return false;
        };
        let Some(value) = self.point().evaluate(value) else {
            return false;
        };
        let new = self.combined(op, &old, &value, self.body.place(place).ty);
        self.put(place, &new, None);
        if !self.accessed(place, location) {
            return false;
        }
        self.assign(at, dst, &old);
        true
    }

    /// What is stored: `old op value`.
    fn combined(&self, op: RmwOp, old: &Value, value: &Value, ty: TypeId) -> Value {
        let types = &self.program.types;
        if op == RmwOp::Exchange {
            return *value;
        }
        if !types.is_integer(ty) && !types.is_pointer(ty) {
            return Range::top(types.value_bits(ty)).into();
        }
        let operator = match op {
            RmwOp::Add => BinaryOp::Add,
            RmwOp::Sub => BinaryOp::Sub,
            RmwOp::And | RmwOp::Nand | RmwOp::Exchange => BinaryOp::And,
            RmwOp::Or => BinaryOp::Or,
            RmwOp::Xor => BinaryOp::Xor,
        };
        let range = operators::binary(operator, types.is_signed(ty), &old.range, &value.range);
        let range = range.unwrap_or(Range::top(old.range.width()));
        Value {
            range: match op {
                RmwOp::Nand => bitwise::complement(&range),
                _ => range,
            },
            origin: match op {
                RmwOp::Add => add_growth(old, value),
                RmwOp::Sub => subtract_growth(old, value),
                _ => None,
            }
            .map_or(Origin::Unknown, Origin::Loaded),
        }
    }

    pub(super) fn compare_exchange(
        &mut self,
        at: (BlockId, usize),
        (ok, old): (RegId, RegId),
        place: PlaceId,
        (expected, desired): (ExprId, ExprId),
        weak: bool,
    ) -> bool {
        let Some(location) = self.locate(place) else {
            return false;
        };
        let Some(found) = self.contents(place) else {
            return false;
        };
        let expected = self.point().evaluate(expected);
        let desired = self.point().evaluate(desired);
        let (Some(expected), Some(desired)) = (expected, desired) else {
            return false;
        };
        // Bits are compared, also those of floats.
        let can_succeed = found.range.meet(&expected.range).is_some();
        let both = found.range.as_constant().zip(expected.range.as_constant());
        let must_succeed = !weak && both.is_some_and(|(found, expected)| found == expected);
        let success = match (can_succeed, must_succeed) {
            (false, _) => Range::truth(false),
            (true, true) => Range::truth(true),
            (true, false) => Range::top(1),
        };
        if can_succeed {
            let kept = (!must_succeed).then_some(found);
            self.put(place, &desired, kept);
        }
        if !self.accessed(place, location) {
            return false;
        }
        self.assign(at, old, &found);
        self.note_success(at, &success);
        self.point().set_register(ok, &success.into());
        true
    }

    fn class_at(&self, place: PlaceId) -> Option<ClassId> {
        self.cells.class_at(self.thread.index, place)
    }

    /// Notes which cells are accessed, and in which part. None if the access would be outside of its object; else the addresses that it
    /// can have, if these are known.
    fn locate(&mut self, place: PlaceId) -> Option<Option<Range>> {
        let Some(class) = self.class_at(place) else {
            return Some(None);
        };
        let ty = self.body.place(place).ty;
        let (target, addresses) = match self.point().address_of(place) {
            Some(address) => {
                let target = address.target(self.program, ty)?;
                let addresses = self.placed.address(&target, self.thread.index);
                (Some(target), addresses)
            }
            None => {
                let target = self.target_by_number(place);
                (target, self.cells.addresses(class))
            }
        };
        let (placed, cells) = (self.placed, self.cells);
        self.summaries
            .access(placed, cells, class, target.as_ref(), self.table);
        Some(addresses)
    }

    /// Where the number that a pointer is lies in one object only.
    fn target_by_number(&mut self, place: PlaceId) -> Option<Target> {
        self.placed.layout?;
        let width = self.placed.width();
        let number = self.point().number_of(place, width)?;
        self.placed.target_at(&number)
    }

    /// What a load may see. None if nothing has been stored there yet.
    fn contents(&mut self, place: PlaceId) -> Option<Value> {
        let ty = self.body.place(place).ty;
        let width = self.program.types.value_bits(ty);
        let Some(class) = self.class_at(place) else {
            return Some(Range::top(width).into());
        };
        if let Some(key) = self.thread.key_of(class) {
            return Some(self.point().key(key, width));
        }
        let read = self.summaries.load(self.cells, class, self.table);
        let range = *self.table.get(read)?;
        let is_counted = matches!(
            self.program.types.get(ty),
            Type::Int { .. } | Type::Pointer(_)
        );
        let origin = match is_counted {
            true => Origin::Loaded(Growth {
                class,
                low: 0,
                high: 0,
            }),
            false => Origin::Unknown,
        };
        Some(Value { range, origin })
    }

    /// Stores a value, or leaves what was there if `kept` says that this is possible.
    fn put(&mut self, place: PlaceId, value: &Value, kept: Option<Value>) {
        let Some(class) = self.class_at(place) else {
            return;
        };
        let range = self.table.intern(&value.range);
        self.summaries.store(self.cells, class, range, self.table);
        match self.thread.key_of(class) {
            Some(key) => {
                let now = kept.map_or(*value, |kept| join(value, &kept, self.table));
                self.point().set_key(key, &now);
            }
            None => {
                let widths = &self.summaries.width;
                self.stores
                    .note(class, range, value.origin.growth(), widths, self.table);
            }
        }
    }

    /// What is known of a pointer through which memory was accessed: its target is at one of these addresses, or else (if it is not
    /// known where objects are) it is not null. False if it cannot be.
    fn accessed(&mut self, place: PlaceId, addresses: Option<Range>) -> bool {
        if let Some(addresses) = addresses {
            return self.point().assume_at(place, &addresses);
        }
        let types = &self.program.types;
        let mut place = self.body.place(place);
        let mut offset = 0u64;
        while let PlaceKind::Field(record, field) = place.kind {
            place = self.body.place(record);
            let field = types.field(place.ty, field);
            offset = offset.saturating_add(field.map_or(u64::MAX, |field| field.offset));
        }
        // Null plus a large offset might be the address of something.
        const NULL_PAGE: u64 = 4096;
        match place.kind {
            PlaceKind::Deref(pointer) if offset < NULL_PAGE => {
                let not_null = not_null(self.placed.width());
                self.point().assume_in(pointer, &not_null)
            }
            _ => true,
        }
    }
}
