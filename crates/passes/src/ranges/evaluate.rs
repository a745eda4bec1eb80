//! Expressions over facts.
//!
//! A value is a range and what it is made from ([`Origin`]). Pointers are numbers, too. If it is not known where objects lie ([`Placed`]), the
//! address of one is any number but null, and with arithmetic any at all; but as long as it is made from
//! the address of a place, it is known in which object it is, or else not valid.

use unspool_ir::{
    BinaryOp, Body, ExprId, ExprKind, FunctionId, PlaceId, PlaceKind, Program, RegId, TypeId, Types,
};

use super::interned::RangeTable;
use super::locations::{self, Address, Surroundings};
use super::placed::Placed;
use super::range::Range;
use super::state::{Fact, Growth, Key, Origin, State};
use super::{operators, products, sums};
use crate::points_to::Object;

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Value {
    pub range: Range,
    pub origin: Origin,
}

impl From<Range> for Value {
    fn from(range: Range) -> Value {
        Value {
            range,
            origin: Origin::Unknown,
        }
    }
}

/// The point at which expressions are evaluated.
pub struct Point<'a> {
    pub program: &'a Program,
    pub placed: Placed<'a>,
    /// By its index.
    pub thread: usize,
    pub function: FunctionId,
    pub body: &'a Body,
    pub table: &'a mut RangeTable,
    pub state: &'a mut State,
    /// By class of memory: its width.
    pub class_widths: &'a [u32],
}

impl Point<'_> {
    pub fn register(&mut self, register: RegId) -> Value {
        let ty = self.body.regs[register.index()].ty;
        self.key(Key(register.0), self.program.types.value_bits(ty))
    }

    /// What is known of a key of this width.
    pub fn key(&mut self, key: Key, width: u32) -> Value {
        let fact = self.state.get(key);
        let known = fact.and_then(|fact| Some((self.table.get(fact.range)?, fact.origin)));
        match known {
            Some((range, origin)) => Value {
                range: *range,
                origin,
            },
            None => Range::top(width).into(),
        }
    }

    pub fn set_register(&mut self, register: RegId, value: &Value) {
        self.set_key(Key(register.0), value);
    }

    pub fn set_key(&mut self, key: Key, value: &Value) {
        let says_nothing = value.origin == Origin::Unknown && value.range.is_top();
        let fact = (!says_nothing).then(|| Fact {
            range: self.table.intern(&value.range),
            origin: value.origin,
        });
        self.state.set(key, fact);
    }

    /// None if evaluating it always traps, so that nothing behind it is executed.
    pub fn evaluate(&mut self, expr: ExprId) -> Option<Value> {
        let types = &self.program.types;
        let node = self.body.expr(expr);
        let width = types.value_bits(node.ty);
        let range = match node.kind {
            ExprKind::Int(bits) => Range::constant(width, bits),
            ExprKind::Float(_) => Range::top(width),
            ExprKind::Reg(register) => return Some(self.register(register)),
            ExprKind::Unary(op, a) => {
                let a = self.evaluate(a)?;
                match types.is_float(node.ty) {
                    true => Range::top(width),
                    false => operators::unary(op, &a.range),
                }
            }
            ExprKind::Binary(op, a, b) => return self.binary(op, (a, b), node.ty),
            ExprKind::Convert(a) => {
                let from = self.body.expr(a).ty;
                let value = self.evaluate(a)?;
                return Some(self.convert(value, from, node.ty));
            }
            ExprKind::AddressOf(place) => return self.address(place, width),
            ExprKind::FunctionAddress(function) => {
                let address = self.placed.function(function);
                address.unwrap_or_else(|| not_null(width))
            }
            ExprKind::Select(condition, a, b) => {
                let condition = self.evaluate(condition)?;
                // Only the arm that is chosen is evaluated.
                let a = condition.range.contains(1).then(|| self.evaluate(a));
                let b = condition.range.contains(0).then(|| self.evaluate(b));
                return match (a.flatten(), b.flatten()) {
                    (Some(a), Some(b)) => Some(join(&a, &b, self.table)),
                    (a, b) => a.or(b),
                };
            }
        };
        Some(range.into())
    }

    fn binary(&mut self, op: BinaryOp, (a, b): (ExprId, ExprId), ty: TypeId) -> Option<Value> {
        let types = &self.program.types;
        let operand = self.body.expr(a).ty;
        let left = self.evaluate(a)?;
        let right = self.evaluate(b)?;
        if types.is_float(operand) {
            return Some(Range::top(types.value_bits(ty)).into());
        }
        if op == BinaryOp::PointerAdd {
            let signed = types.is_signed(self.body.expr(b).ty);
            let step = types.pointer_step(ty);
            return Some(self.moved(left, &right.range, signed, step));
        }
        if op == BinaryOp::PointerDiff {
            let step = types.pointer_step(operand);
            return Some(difference(&left.range, &right.range, step).into());
        }
        let range = operators::binary(op, types.is_signed(operand), &left.range, &right.range)?;
        let growth = match op {
            BinaryOp::Add => add_growth(&left, &right),
            BinaryOp::Sub => subtract_growth(&left, &right),
            _ => None,
        };
        Some(Value {
            range,
            origin: growth.map_or(Origin::Unknown, Origin::Loaded),
        })
    }

    /// A pointer moved by a number of elements.
    fn moved(&mut self, pointer: Value, number: &Range, signed: bool, size: u64) -> Value {
        if number.as_constant() == Some(0) {
            return pointer;
        }
        let distance = scaled(number, signed, size, pointer.range.width());
        let origin = match (pointer.origin, number.bounds(signed)) {
            (Origin::Address(address), Some(number)) => {
                let address = self.table.address(address).plus(self.program, number, size);
                Origin::Address(self.table.intern_address(&address))
            }
            (Origin::Loaded(growth), _) => {
                let (low, high) = distance.signed_bounds();
                let growth = growth.plus(low, high);
                growth.map_or(Origin::Unknown, Origin::Loaded)
            }
            _ => Origin::Unknown,
        };
        Value {
            range: sums::add(&pointer.range, &distance),
            origin,
        }
    }

    fn convert(&self, value: Value, from: TypeId, to: TypeId) -> Value {
        let types = &self.program.types;
        let width = types.value_bits(to);
        if types.is_float(from) || types.is_float(to) {
            return Range::top(width).into();
        }
        if to == Types::BOOL {
            return operators::to_bool(&value.range).into();
        }
        let origin = match value.origin {
            Origin::Loaded(growth) if self.class_widths[growth.class.index()] <= width => {
                value.origin
            }
            Origin::Address(address) if width == types.data_model.pointer_bits() => {
                // An integer that is not in its object means, as a pointer, whatever lies there.
                let is_made = types.is_integer(from) && types.is_pointer(to);
                let is_inside = self.table.address(address).is_inside(self.program);
                match is_made && !is_inside {
                    true => Origin::Unknown,
                    false => value.origin,
                }
            }
            _ => Origin::Unknown,
        };
        Value {
            range: operators::convert(types.is_signed(from), &value.range, width),
            origin,
        }
    }

    fn address(&mut self, place: PlaceId, width: u32) -> Option<Value> {
        if let PlaceKind::Deref(pointer) = self.body.place(place).kind {
            return self.evaluate(pointer);
        }
        let mut value = Value::from(self.number_of(place, width)?);
        if let Some(address) = self.address_of(place) {
            if address.is_inside(self.program) {
                let inside = value.range.meet(&not_null(width));
                value.range = inside.unwrap_or(value.range);
            }
            value.origin = Origin::Address(self.table.intern_address(&address));
        }
        Some(value)
    }

    /// The address of a place, as a number.
    pub fn number_of(&mut self, place: PlaceId, width: u32) -> Option<Range> {
        let types = &self.program.types;
        let node = self.body.place(place);
        let base = match node.kind {
            PlaceKind::Global(global) => self.placed.base(Object::Global(global), self.thread),
            PlaceKind::Slot(slot) => {
                let object = Object::Slot(self.function, slot);
                self.placed.base(object, self.thread)
            }
            PlaceKind::Deref(pointer) => return Some(self.evaluate(pointer)?.range),
            PlaceKind::Field(record, field) => {
                let base = self.number_of(record, width)?;
                let field = types.field(self.body.place(record).ty, field);
                field.map(|field| {
                    let offset = Range::constant(width, u128::from(field.offset));
                    sums::add(&base, &offset)
                })
            }
            PlaceKind::Index(array, index) => {
                let base = self.number_of(array, width)?;
                let number = self.evaluate(index)?.range;
                let signed = types.is_signed(self.body.expr(index).ty);
                let size = types.size_of(node.ty);
                size.map(|size| sums::add(&base, &scaled(&number, signed, size, width)))
            }
        };
        Some(base.unwrap_or(Range::top(width)))
    }

    /// Where a place is, if it names its object or is behind a pointer that is made from the address of one.
    pub fn address_of(&mut self, place: PlaceId) -> Option<Address> {
        locations::address_of(self.program, self.function, self.body, place, self)
    }
}

impl Surroundings for Point<'_> {
    fn bounds(&mut self, index: ExprId) -> (i128, i128) {
        let signed = self.program.types.is_signed(self.body.expr(index).ty);
        let value = self.evaluate(index);
        let bounds = value.and_then(|value| value.range.bounds(signed));
        bounds.unwrap_or_else(|| locations::bounds_by_type(self.program, self.body, index))
    }

    fn target(&mut self, pointer: ExprId) -> Option<Address> {
        match self.evaluate(pointer)?.origin {
            Origin::Address(address) => Some(*self.table.address(address)),
            _ => None,
        }
    }
}

/// A number of elements in bytes, as addresses are computed.
pub fn scaled(number: &Range, signed: bool, size: u64, width: u32) -> Range {
    let number = operators::convert(signed, number, width);
    let size = Range::constant(width, u128::from(size));
    products::multiply(&number, &size)
}

/// Of two pointers, in elements.
fn difference(a: &Range, b: &Range, size: u64) -> Range {
    let bytes = sums::subtract(a, b);
    let top = Range::top(bytes.width());
    // As a number of this width; larger elements than that there are none.
    let size = Range::constant(bytes.width(), u128::from(size.max(1)));
    match size.signed_bounds().0 > 0 {
        true => products::divide_signed(&bytes, &size).unwrap_or(top),
        false => top,
    }
}

pub fn not_null(width: u32) -> Range {
    let top = Range::top(width);
    top.without(0).unwrap_or(top)
}

pub fn join(a: &Value, b: &Value, table: &mut RangeTable) -> Value {
    Value {
        range: a.range.join(&b.range),
        origin: a.origin.join(b.origin, table),
    }
}

/// Either operand may be the one that grows; the better one is that to which less is added.
pub fn add_growth(a: &Value, b: &Value) -> Option<Growth> {
    let plus = |growth: Option<Growth>, other: &Range| {
        let (low, high) = other.signed_bounds();
        growth.and_then(|growth| growth.plus(low, high))
    };
    let (first, second) = (
        plus(a.origin.growth(), &b.range),
        plus(b.origin.growth(), &a.range),
    );
    let spread = |growth: &Growth| i128::from(growth.high) - i128::from(growth.low);
    match (first, second) {
        (Some(first), Some(second)) if spread(&second) < spread(&first) => Some(second),
        (first, second) => first.or(second),
    }
}

pub fn subtract_growth(a: &Value, b: &Value) -> Option<Growth> {
    let (low, high) = b.range.signed_bounds();
    a.origin
        .growth()?
        .plus(high.checked_neg()?, low.checked_neg()?)
}
