//! Instructions that access memory, in a walk.

use unspool_ir::{
    BinaryOp, BlockId, ExprId, ExprKind, PlaceId, PlaceKind, RegId, RmwOp, Type, TypeId,
};

use super::bitwise;
use super::cells::ClassId;
use super::evaluate::{Value, add_growth, join, not_null, subtract_growth};
use super::operators;
use super::range::Range;
use super::state::{Growth, Origin};
use super::walk::Walk;

impl Walk<'_> {
    pub(super) fn load(&mut self, at: (BlockId, usize), dst: RegId, place: PlaceId) -> bool {
        let Some(value) = self.contents(place) else {
            return false;
        };
        self.accessed(place);
        self.assign(at, dst, &value);
        true
    }

    pub(super) fn store(&mut self, place: PlaceId, value: ExprId) -> bool {
        let Some(value) = self.point().evaluate(value) else {
            return false;
        };
        if !self.locate(place) {
            return false;
        }
        self.put(place, &value, None);
        self.accessed(place);
        true
    }

    pub(super) fn read_modify_write(
        &mut self,
        at: (BlockId, usize),
        op: RmwOp,
        dst: RegId,
        place: PlaceId,
        value: ExprId,
    ) -> bool {
        let Some(old) = self.contents(place) else {
            return false;
        };
        let Some(value) = self.point().evaluate(value) else {
            return false;
        };
        let new = self.combined(op, &old, &value, self.body.place(place).ty);
        self.put(place, &new, None);
        self.accessed(place);
        self.assign(at, dst, &old);
        true
    }

    /// What is stored: `old op value`.
    fn combined(&self, op: RmwOp, old: &Value, value: &Value, ty: TypeId) -> Value {
        let types = &self.program.types;
        if op == RmwOp::Exchange {
            return *value;
        }
        if !types.is_integer(ty) {
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
        self.accessed(place);
        self.assign(at, old, &found);
        self.note_success(at, &success);
        self.point().set_register(ok, &success.into());
        true
    }

    fn class_at(&self, place: PlaceId) -> Option<ClassId> {
        self.cells.class_at(self.thread.index, place)
    }

    /// Notes which cells are accessed, and in which part. False if the access would be outside of its object.
    fn locate(&mut self, place: PlaceId) -> bool {
        let Some(class) = self.class_at(place) else {
            return true;
        };
        let ty = self.body.place(place).ty;
        let address = self.point().address_of(place);
        let target = match address {
            Some(address) => match address.target(self.program, ty) {
                Some(target) => Some(target),
                None => return false,
            },
            None => None,
        };
        let (program, cells) = (self.program, self.cells);
        self.summaries
            .access(program, cells, class, target.as_ref(), self.table);
        true
    }

    /// What a load may see. None if nothing has been stored there yet.
    fn contents(&mut self, place: PlaceId) -> Option<Value> {
        if !self.locate(place) {
            return None;
        }
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
        let is_counted = matches!(self.program.types.get(ty), Type::Int { .. });
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

    /// A pointer through which memory was accessed is not null.
    fn accessed(&mut self, place: PlaceId) {
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
        if let PlaceKind::Deref(pointer) = place.kind
            && offset < NULL_PAGE
            && let ExprKind::Reg(register) = self.body.expr(pointer).kind
        {
            let mut value = self.point().register(register);
            let cut = value.range.meet(&not_null(value.range.width()));
            if let Some(cut) = cut.filter(|cut| *cut != value.range) {
                value.range = cut;
                self.point().set_register(register, &value);
            }
        }
    }
}
