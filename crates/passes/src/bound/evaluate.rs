//! Expressions and places: what they are worth, and what is left of them in the bounded program.
//!
//! Both are found in one walk over the tree. A value that is known and can be written down becomes a constant; a pointer to a
//! known object becomes the address of that object's part, and what it points to a direct place. So the bounded
//! program speaks of `@table[3]` where the original said `*p`.

use unspool_ir::arithmetic::{self, sign_extend};
use unspool_ir::{
    BinaryOp, ExprId, ExprKind, FunctionId, PlaceId, PlaceKind, Type, TypeId, Types, UnaryOp,
};

use super::knowledge::Knowledge;
use super::objects::{ObjectId, ObjectName};
use super::value::Value;
use super::walk::ThreadWalk;

/// No object lies here.
const NULL_PAGE: u64 = 4096;

/// Where a place is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Location {
    Exact {
        object: ObjectId,
        offset: u64,
    },
    /// Somewhere in this object, if the access is valid.
    Inside(ObjectId),
    /// In none: every access fails.
    Nowhere,
    Unknown,
}

impl ThreadWalk<'_, '_> {
    /// An expression of the current activation: what is left of it, and its value.
    pub fn operand(&mut self, know: &mut Knowledge, expr: ExprId) -> (ExprId, Value) {
        let node = self.body().expr(expr);
        let ty = node.ty;
        match node.kind {
            ExprKind::Int(bits) | ExprKind::Float(bits) => {
                (self.out.expr(node.kind, ty), Value::Bits(bits))
            }
            ExprKind::Reg(register) => {
                let register = self.register(register);
                let value = know.register(register);
                self.residual(know, ExprKind::Reg(register), ty, value)
            }
            ExprKind::Unary(op, a) => {
                let (a, value) = self.operand(know, a);
                let value = match value {
                    Value::Bits(bits) => Value::Bits(arithmetic::unary(self.types(), op, ty, bits)),
                    Value::Pointer { .. } | Value::Function(_) if op == UnaryOp::Not => {
                        Value::Bits(0)
                    }
                    _ => Value::Unknown,
                };
                self.residual(know, ExprKind::Unary(op, a), ty, value)
            }
            ExprKind::Binary(op, a, b) => {
                let (left, right) = (self.body().expr(a).ty, self.body().expr(b).ty);
                let (a, a_value) = self.operand(know, a);
                let (b, b_value) = self.operand(know, b);
                let value = match self.absorbed(op, ty, (a, a_value), (b, b_value)) {
                    Some(bits) => Value::Bits(bits),
                    None => self.binary(know, op, (left, a_value), (right, b_value)),
                };
                self.residual(know, ExprKind::Binary(op, a, b), ty, value)
            }
            ExprKind::Convert(a) => {
                let from = self.body().expr(a).ty;
                let (a, value) = self.operand(know, a);
                let value = self.converted(value, from, ty);
                self.residual(know, ExprKind::Convert(a), ty, value)
            }
            ExprKind::AddressOf(place) => {
                let (place, location) = self.place(know, place);
                let value = match location {
                    Location::Exact { object, offset } => match i64::try_from(offset) {
                        Ok(offset) => Value::Pointer { object, offset },
                        Err(_) => Value::Unknown,
                    },
                    _ => Value::Unknown,
                };
                (self.out.expr(ExprKind::AddressOf(place), ty), value)
            }
            ExprKind::FunctionAddress(function) => {
                (self.out.expr(node.kind, ty), Value::Function(function))
            }
            ExprKind::Select(condition, a, b) => {
                let (condition, truth) = self.operand(know, condition);
                match truth.truth() {
                    Some(true) => return self.operand(know, a),
                    Some(false) => return self.operand(know, b),
                    None => {}
                }
                let (a, a_value) = self.operand(know, a);
                let (b, b_value) = self.operand(know, b);
                let value = self.bounder.objects.either(a_value, b_value);
                self.residual(know, ExprKind::Select(condition, a, b), ty, value)
            }
        }
    }

    /// A place of the current activation: what is left of it, and where it is.
    pub fn place(&mut self, know: &mut Knowledge, place: PlaceId) -> (PlaceId, Location) {
        let node = self.body().place(place);
        let ty = node.ty;
        match node.kind {
            PlaceKind::Global(global) => {
                let object = match self.program().global(global).thread_local {
                    true => self.bounder.objects.thread_local(global, self.thread),
                    false => self.bounder.objects.global(global),
                };
                (
                    self.out.place(node.kind, ty),
                    Location::Exact { object, offset: 0 },
                )
            }
            PlaceKind::Slot(slot) => {
                let (slot, object) = self.slot_object(know, slot);
                let place = self.out.place(PlaceKind::Slot(slot), ty);
                (place, Location::Exact { object, offset: 0 })
            }
            PlaceKind::Deref(pointer) => {
                let (pointer, value) = self.operand(know, pointer);
                let (object, offset) = match value {
                    Value::Pointer { object, offset } if offset >= 0 => (object, offset as u64),
                    _ => {
                        let location = match value {
                            Value::Nowhere | Value::Bits(0) => Location::Nowhere,
                            _ => Location::Unknown,
                        };
                        return (self.out.place(PlaceKind::Deref(pointer), ty), location);
                    }
                };
                let place = match self.direct_place(know, object, offset, ty) {
                    Some(place) => place,
                    None => self.out.place(PlaceKind::Deref(pointer), ty),
                };
                (place, Location::Exact { object, offset })
            }
            PlaceKind::Field(record, field) => {
                let declared = self.types().field(self.body().place(record).ty, field);
                let field_offset = declared.map(|declared| declared.offset);
                let (record, location) = self.place(know, record);
                let place = self.out.place(PlaceKind::Field(record, field), ty);
                (place, location.plus(field_offset))
            }
            PlaceKind::Index(array, index) => {
                let index_ty = self.body().expr(index).ty;
                let (array, location) = self.place(know, array);
                let (index, value) = self.operand(know, index);
                let place = self.out.place(PlaceKind::Index(array, index), ty);
                let bytes = match value {
                    Value::Bits(bits) => self.as_signed(bits, index_ty).and_then(|index| {
                        let size = self.types().size_of(ty)?;
                        u64::try_from(index).ok()?.checked_mul(size)
                    }),
                    _ => None,
                };
                (place, location.plus(bytes))
            }
        }
    }

    /// The constant if the value is known and can be written down; else the node.
    fn residual(
        &mut self,
        know: &Knowledge,
        kind: ExprKind,
        ty: TypeId,
        value: Value,
    ) -> (ExprId, Value) {
        let expr = match self.constant(know, value, ty) {
            Some(constant) => constant,
            None => self.out.expr(kind, ty),
        };
        (expr, value)
    }

    /// An expression of this type with a known value, where there is one that does not need registers.
    pub fn constant(&mut self, know: &Knowledge, value: Value, ty: TypeId) -> Option<ExprId> {
        match value {
            Value::Unknown | Value::OneOf(_) | Value::Nowhere => None,
            Value::Bits(bits) if self.types().is_float(ty) => {
                Some(self.out.expr(ExprKind::Float(bits), ty))
            }
            Value::Bits(bits) => self
                .types()
                .is_scalar(ty)
                .then(|| self.out.expr(ExprKind::Int(bits), ty)),
            Value::Function(function) => Some(self.function_address(function, ty)),
            Value::Pointer { object, offset } => self.address(know, object, offset, ty),
        }
    }

    /// The address of a function, as a value of this type.
    pub fn function_address(&mut self, function: FunctionId, ty: TypeId) -> ExprId {
        let own = self.program().function(function).ty;
        let pointer = self.bounder.types.pointer_to(own);
        let address = self.out.expr(ExprKind::FunctionAddress(function), pointer);
        self.as_type(address, pointer, ty)
    }

    fn as_type(&mut self, expr: ExprId, from: TypeId, to: TypeId) -> ExprId {
        match from == to {
            true => expr,
            false => self.out.expr(ExprKind::Convert(expr), to),
        }
    }

    fn address(
        &mut self,
        know: &Knowledge,
        object: ObjectId,
        offset: i64,
        ty: TypeId,
    ) -> Option<ExprId> {
        let (base, base_ty) = self.named_place(know, object)?;
        if let Some(pointee) = self.types().pointee(ty)
            && let Ok(offset) = u64::try_from(offset)
            && let Some(place) = self.part_at((base, base_ty), offset, pointee)
        {
            return Some(self.out.expr(ExprKind::AddressOf(place), ty));
        }
        let pointer = self.bounder.types.pointer_to(base_ty);
        let start = self.out.expr(ExprKind::AddressOf(base), pointer);
        if offset == 0 {
            return Some(self.as_type(start, pointer, ty));
        }
        let bytes = self.bounder.types.pointer_to(Types::U8);
        let start = self.as_type(start, pointer, bytes);
        let difference = self.types().pointer_difference();
        let bits = self.types().value_bits(difference);
        let distance = ExprKind::Int(offset as u128 & arithmetic::mask(bits));
        let distance = self.out.expr(distance, difference);
        let sum = ExprKind::Binary(BinaryOp::PointerAdd, start, distance);
        let sum = self.out.expr(sum, bytes);
        Some(self.as_type(sum, bytes, ty))
    }

    /// A place of this type at an offset of an object, named directly.
    fn direct_place(
        &mut self,
        know: &Knowledge,
        object: ObjectId,
        offset: u64,
        ty: TypeId,
    ) -> Option<PlaceId> {
        let base = self.named_place(know, object)?;
        self.part_at(base, offset, ty)
    }

    /// The place that is the whole object, and its type. Naming a dead slot would make it live again, so only for those
    /// that certainly live.
    fn named_place(&mut self, know: &Knowledge, object: ObjectId) -> Option<(PlaceId, TypeId)> {
        let (kind, ty) = match self.bounder.objects.info(object).name {
            ObjectName::Global(global) => {
                (PlaceKind::Global(global), self.program().global(global).ty)
            }
            ObjectName::ThreadLocal { global, thread } if thread == self.thread => {
                (PlaceKind::Global(global), self.program().global(global).ty)
            }
            ObjectName::Slot { thread, slot } if thread == self.thread && know.is_live(object) => {
                (PlaceKind::Slot(slot), self.out.body.slots[slot.index()].ty)
            }
            _ => return None,
        };
        Some((self.out.place(kind, ty), ty))
    }

    /// The part of a place that starts at an offset and has this type.
    fn part_at(
        &mut self,
        (place, ty): (PlaceId, TypeId),
        offset: u64,
        wanted: TypeId,
    ) -> Option<PlaceId> {
        if offset == 0 && ty == wanted {
            return Some(place);
        }
        match *self.types().get(ty) {
            Type::Array { element, length } => {
                let size = self.types().size_of(element).filter(|size| *size > 0)?;
                let index = offset / size;
                if index >= length {
                    return None;
                }
                let index_ty = Types::U64;
                let constant = self.out.expr(ExprKind::Int(u128::from(index)), index_ty);
                let part = self.out.place(PlaceKind::Index(place, constant), element);
                self.part_at((part, element), offset % size, wanted)
            }
            Type::Record(record) => {
                let fields = self.types().record(record).body.as_ref()?.fields.clone();
                for (number, field) in fields.iter().enumerate() {
                    let size = self.types().size_of(field.ty).unwrap_or(0);
                    let Some(inside) = offset.checked_sub(field.offset) else {
                        continue;
                    };
                    if inside >= size.max(1) {
                        continue;
                    }
                    let part = self
                        .out
                        .place(PlaceKind::Field(place, number as u32), field.ty);
                    if let Some(found) = self.part_at((part, field.ty), inside, wanted) {
                        return Some(found);
                    }
                }
                None
            }
            _ => None,
        }
    }

    fn as_signed(&self, bits: u128, ty: TypeId) -> Option<i128> {
        match self.types().is_signed(ty) {
            true => Some(sign_extend(bits, self.types().value_bits(ty))),
            false => i128::try_from(bits).ok(),
        }
    }

    fn converted(&self, value: Value, from: TypeId, to: TypeId) -> Value {
        let types = self.types();
        match value {
            Value::Unknown => Value::Unknown,
            Value::Bits(bits) => Value::Bits(arithmetic::convert(types, from, to, bits)),
            Value::Pointer { .. } | Value::Function(_) => match types.get(to) {
                Type::Bool => Value::TRUE,
                Type::Pointer(_) => value,
                Type::Int { bits, .. } if *bits == types.data_model.pointer_bits() => value,
                _ => Value::Unknown,
            },
            Value::OneOf(_) | Value::Nowhere => match types.get(to) {
                Type::Pointer(_) => value,
                _ => Value::Unknown,
            },
        }
    }

    fn binary(
        &self,
        know: &Knowledge,
        op: BinaryOp,
        (left, a): (TypeId, Value),
        (right, b): (TypeId, Value),
    ) -> Value {
        use BinaryOp::*;
        let types = self.types();
        match (a, b) {
            (Value::Bits(a), Value::Bits(b)) => match op {
                PointerAdd => {
                    let step = i128::from(types.pointer_step(left));
                    let moved = self.as_signed(b, right).and_then(|b| b.checked_mul(step));
                    let bits = arithmetic::mask(types.value_bits(left));
                    moved.map_or(Value::Unknown, |by| {
                        Value::Bits(a.wrapping_add(by as u128) & bits)
                    })
                }
                _ => match arithmetic::binary(types, op, left, right, a, b) {
                    Some(bits) => Value::Bits(bits),
                    None => Value::Unknown,
                },
            },
            (Value::Pointer { object, offset }, Value::Bits(bits)) => {
                let steps = match op {
                    PointerAdd => types.pointer_step(left) as i128,
                    Add => 1,
                    Sub => -1,
                    Eq | Ne if bits == 0 && self.is_inside(object, offset) => {
                        return Value::Bits(u128::from(op == Ne));
                    }
                    _ => return Value::Unknown,
                };
                let moved = self
                    .as_signed(bits, right)
                    .and_then(|by| by.checked_mul(steps));
                let moved = moved.and_then(|by| by.checked_add(i128::from(offset)));
                match moved.map(i64::try_from) {
                    Some(Ok(offset)) => Value::Pointer { object, offset },
                    _ => Value::Unknown,
                }
            }
            (Value::Nowhere, Value::Bits(0)) if op == PointerAdd => Value::Nowhere,
            (Value::Bits(0), Value::Pointer { object, offset }) if matches!(op, Eq | Ne) => {
                match self.is_inside(object, offset) {
                    true => Value::Bits(u128::from(op == Ne)),
                    false => Value::Unknown,
                }
            }
            (
                Value::Pointer { object, offset },
                Value::Pointer {
                    object: other,
                    offset: other_offset,
                },
            ) if object == other => {
                let truth = match op {
                    Eq => offset == other_offset,
                    Ne => offset != other_offset,
                    Lt => offset < other_offset,
                    Le => offset <= other_offset,
                    Gt => offset > other_offset,
                    Ge => offset >= other_offset,
                    PointerDiff | Sub => {
                        let step = match op {
                            PointerDiff => types.pointer_step(left).max(1) as i64,
                            _ => 1,
                        };
                        let distance = offset.wrapping_sub(other_offset);
                        if distance % step != 0 {
                            return Value::Unknown;
                        }
                        let bits = types.data_model.pointer_bits();
                        return Value::Bits((distance / step) as u128 & arithmetic::mask(bits));
                    }
                    _ => return Value::Unknown,
                };
                // Before the start of its object a pointer may wrap around.
                match offset >= 0 && other_offset >= 0 || matches!(op, Eq | Ne) {
                    true => Value::Bits(u128::from(truth)),
                    false => Value::Unknown,
                }
            }
            (
                Value::Pointer { object, offset },
                Value::Pointer {
                    object: other,
                    offset: other_offset,
                },
            ) if matches!(op, Eq | Ne) => {
                // An object that has ended may lie where another one lies now.
                let apart =
                    [(object, offset), (other, other_offset)]
                        .iter()
                        .all(|(object, offset)| {
                            self.is_inside(*object, *offset) && self.certainly_lives(know, *object)
                        });
                match apart {
                    true => Value::Bits(u128::from(op == Ne)),
                    false => Value::Unknown,
                }
            }
            (Value::Function(a), Value::Function(b)) if matches!(op, Eq | Ne) => {
                Value::Bits(u128::from((a == b) == (op == Eq)))
            }
            (Value::Function(_), Value::Bits(0)) | (Value::Bits(0), Value::Function(_))
                if matches!(op, Eq | Ne) =>
            {
                Value::Bits(u128::from(op == Ne))
            }
            _ => Value::Unknown,
        }
    }

    /// The result of an operation that one operand decides alone: `false & x`.
    fn absorbed(
        &self,
        op: BinaryOp,
        ty: TypeId,
        (a, a_value): (ExprId, Value),
        (b, b_value): (ExprId, Value),
    ) -> Option<u128> {
        let deciding = match op {
            BinaryOp::And => 0,
            BinaryOp::Mul if !self.types().is_float(ty) => 0,
            BinaryOp::Or => arithmetic::mask(self.types().value_bits(ty)),
            _ => return None,
        };
        let decides = |value| value == Value::Bits(deciding);
        let is_decided =
            (decides(a_value) && !self.may_fail(b)) || (decides(b_value) && !self.may_fail(a));
        is_decided.then_some(deciding)
    }

    fn is_inside(&self, object: ObjectId, offset: i64) -> bool {
        let size = self.bounder.objects.info(object).size;
        size.is_some_and(|size| u64::try_from(offset).is_ok_and(|offset| offset <= size))
    }

    fn certainly_lives(&self, know: &Knowledge, object: ObjectId) -> bool {
        matches!(
            self.bounder.objects.info(object).name,
            ObjectName::Global(_)
        ) || know.is_live(object)
    }
}

impl Location {
    /// So many bytes further; None if that is not known.
    fn plus(self, bytes: Option<u64>) -> Location {
        match (self, bytes) {
            (Location::Exact { object, offset }, Some(bytes)) => match offset.checked_add(bytes) {
                Some(offset) => Location::Exact { object, offset },
                None => Location::Inside(object),
            },
            (Location::Exact { object, .. } | Location::Inside(object), _) => {
                Location::Inside(object)
            }
            // A part of what is nowhere: far enough from null there may be something.
            (Location::Nowhere, Some(bytes)) if bytes < NULL_PAGE => Location::Nowhere,
            (Location::Nowhere | Location::Unknown, _) => Location::Unknown,
        }
    }
}
