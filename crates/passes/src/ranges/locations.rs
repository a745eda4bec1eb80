//! Which bytes a place denotes.
//!
//! An [`Address`] is an object and a set of offsets. Places that name their object have one, exactly if all indices are constants; pointers
//! have one if they are made from the address of a place. What other pointers point to is asked from [`PointsTo`].
//!
//! An index that is not constant gives a sequence of offsets. The machine checks only that an access stays within its object, not that
//! an index stays within its array: `@a[1].b[%i]` may be any element of `@a[...].b` and more. So the sequence runs as far as the index may
//! go, cut to the object. Where the multiplication of the index could wrap around the address space, only the power of two
//! in the element size survives as its step.

use unspool_ir::arithmetic::sign_extend;
use unspool_ir::{
    BinaryOp, Body, ExprId, ExprKind, FunctionId, PlaceId, PlaceKind, Program, Type, TypeId,
};

use crate::points_to::{Object, Offsets, PointsTo, Target, greatest_common_divisor};

/// Where an access at this place may be, if it is inside an object, whatever registers contain.
pub fn of_place(
    program: &Program,
    points_to: &PointsTo,
    function: FunctionId,
    body: &Body,
    place: PlaceId,
) -> Vec<Target> {
    let mut surroundings = AnyRegisters {
        program,
        function,
        body,
    };
    match address_of(program, function, body, place, &mut surroundings) {
        Some(address) => {
            let target = address.target(program, body.place(place).ty);
            target.into_iter().collect()
        }
        None => points_to.locations(function, place),
    }
}

/// Somewhere in an object, or in relation to it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Address {
    pub object: Object,
    offsets: OffsetSet,
}

impl Address {
    /// The start of an object.
    pub fn of_object(object: Object) -> Address {
        Address {
            object,
            offsets: OffsetSet::exactly(0),
        }
    }

    /// Where an access of this type is if it is inside the object; None if it cannot be.
    pub fn target(&self, program: &Program, ty: TypeId) -> Option<Target> {
        let size = size_of(program, self.object).unwrap_or(u64::MAX);
        let room = size.checked_sub(program.types.size_of(ty)?)?;
        let object = self.object;
        let offsets = self.offsets.within(room)?;
        Some(Target { object, offsets })
    }

    /// Whether it is certainly in the object, or just behind it.
    pub fn is_inside(&self, program: &Program) -> bool {
        let size = size_of(program, self.object).map_or(0, i128::from);
        let OffsetSet {
            low,
            high,
            unbounded,
            ..
        } = self.offsets;
        !unbounded && low >= 0 && high <= size
    }

    /// Further by a number of elements of this size; given are the smallest and the largest number.
    pub fn plus(self, program: &Program, number: (i128, i128), size: u64) -> Address {
        let distance = OffsetSet::scaled(program, number, size);
        Address {
            offsets: self.offsets.plus(program, distance),
            ..self
        }
    }

    /// One of the two; None if they are in different objects.
    pub fn join(&self, other: &Address) -> Option<Address> {
        (self.object == other.object).then(|| Address {
            object: self.object,
            offsets: self.offsets.join(&other.offsets),
        })
    }
}

/// What is known of registers where a place is evaluated.
pub trait Surroundings {
    /// The smallest and largest number that an index can be.
    fn bounds(&mut self, index: ExprId) -> (i128, i128);

    /// Where a pointer points, if it is made from the address of a place.
    fn target(&mut self, pointer: ExprId) -> Option<Address>;
}

/// Where a place is that names its object, or is behind a pointer that is made from the address of one.
pub fn address_of(
    program: &Program,
    function: FunctionId,
    body: &Body,
    place: PlaceId,
    surroundings: &mut impl Surroundings,
) -> Option<Address> {
    let mut offsets = OffsetSet::exactly(0);
    let mut place = body.place(place);
    let base = loop {
        let here = match place.kind {
            PlaceKind::Global(global) => break Address::of_object(Object::Global(global)),
            PlaceKind::Slot(slot) => break Address::of_object(Object::Slot(function, slot)),
            PlaceKind::Deref(pointer) => break surroundings.target(pointer)?,
            PlaceKind::Field(record, field) => {
                let base = body.place(record);
                let offset = program.types.field(base.ty, field)?.offset;
                place = base;
                OffsetSet::exactly(i128::from(offset))
            }
            PlaceKind::Index(array, index) => {
                let size = program.types.size_of(place.ty)?;
                place = body.place(array);
                let number = constant_or_bounds(program, body, index, surroundings);
                OffsetSet::scaled(program, number, size)
            }
        };
        offsets = offsets.plus(program, here);
    };
    Some(Address {
        object: base.object,
        offsets: base.offsets.plus(program, offsets),
    })
}

/// What an index can be by its type.
pub fn bounds_by_type(program: &Program, body: &Body, index: ExprId) -> (i128, i128) {
    let types = &program.types;
    let mut expr = body.expr(index);
    // Conversions that keep the value do not widen what it can be.
    while let ExprKind::Convert(inner) = expr.kind {
        let source = body.expr(inner);
        let (bits, source_bits) = (types.value_bits(expr.ty), types.value_bits(source.ty));
        let keeps_sign = types.is_signed(expr.ty) || !types.is_signed(source.ty);
        let keeps = types.is_integer(source.ty) && source_bits < bits && keeps_sign;
        if !keeps {
            break;
        }
        expr = source;
    }
    // More than the address space is as much as more than that.
    let bits = types.value_bits(expr.ty).clamp(1, 65);
    match types.get(expr.ty) {
        Type::Int { signed: true, .. } => (-1i128 << (bits - 1), (1i128 << (bits - 1)) - 1),
        _ => (0, (1i128 << bits) - 1),
    }
}

/// Nothing is known of registers.
struct AnyRegisters<'a> {
    program: &'a Program,
    function: FunctionId,
    body: &'a Body,
}

impl Surroundings for AnyRegisters<'_> {
    fn bounds(&mut self, index: ExprId) -> (i128, i128) {
        bounds_by_type(self.program, self.body, index)
    }

    fn target(&mut self, pointer: ExprId) -> Option<Address> {
        let (program, body) = (self.program, self.body);
        let expr = body.expr(pointer);
        match expr.kind {
            ExprKind::AddressOf(place) => address_of(program, self.function, body, place, self),
            ExprKind::Convert(inner) if program.types.is_pointer(body.expr(inner).ty) => {
                self.target(inner)
            }
            ExprKind::Binary(BinaryOp::PointerAdd, base, count) => {
                let step = program.types.pointer_step(expr.ty);
                let base = self.target(base)?;
                let number = constant_or_bounds(program, body, count, self);
                Some(base.plus(program, number, step))
            }
            _ => None,
        }
    }
}

/// The numbers from `low` to `high` in steps (from `low` on) of `step`; only `low` if that is 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct OffsetSet {
    low: i128,
    high: i128,
    step: u64,
    /// Any number that differs from `low` by a multiple of `step`, modulo the size of the address space.
    unbounded: bool,
}

impl OffsetSet {
    fn exactly(offset: i128) -> OffsetSet {
        OffsetSet {
            low: offset,
            high: offset,
            step: 0,
            unbounded: false,
        }
    }

    /// `number * size`.
    fn scaled(program: &Program, (low, high): (i128, i128), size: u64) -> OffsetSet {
        let step = size;
        let size = i128::from(size);
        let all = match (low.checked_mul(size), high.checked_mul(size)) {
            _ if low == high || size == 0 => OffsetSet::exactly(low.wrapping_mul(size)),
            (Some(low), Some(high)) => OffsetSet {
                low,
                high,
                step,
                unbounded: false,
            },
            _ => OffsetSet {
                low: 0,
                high: 0,
                step,
                unbounded: true,
            },
        };
        all.wrapped(program)
    }

    /// Those from 0 to `room`.
    fn within(&self, room: u64) -> Option<Offsets> {
        let room = i128::from(room);
        let step = i128::from(self.step);
        let (first, last) = match step {
            0 => (self.low, self.low),
            // The smallest one that is not negative.
            _ if self.unbounded || self.low < 0 => (self.low.rem_euclid(step), self.high),
            _ => (self.low, self.high),
        };
        let last = if self.unbounded { room } else { last.min(room) };
        if first < 0 || first > last {
            return None;
        }
        let is_single = step == 0 || first + step > last;
        Some(Offsets {
            start: first as u64,
            stride: if is_single { 0 } else { self.step },
            end: (if is_single { first } else { last } as u64).saturating_add(1),
        })
    }

    fn plus(self, program: &Program, other: OffsetSet) -> OffsetSet {
        let sum = OffsetSet {
            low: self.low.wrapping_add(other.low),
            high: self.high.wrapping_add(other.high),
            step: greatest_common_divisor(self.step, other.step),
            unbounded: self.unbounded || other.unbounded,
        };
        sum.wrapped(program)
    }

    /// As the addition of addresses has it, modulo the size of the address space.
    fn wrapped(self, program: &Program) -> OffsetSet {
        let bits = program.types.data_model.pointer_bits();
        let limit = 1i128 << (bits - 1);
        let in_limits = self.low > -limit && self.high < limit;
        if in_limits && !self.unbounded {
            return self;
        }
        if self.step == 0 {
            return OffsetSet::exactly(sign_extend(self.low as u128, bits));
        }
        OffsetSet {
            step: 1 << self.step.trailing_zeros(),
            unbounded: true,
            ..self
        }
    }

    fn join(&self, other: &OffsetSet) -> OffsetSet {
        if self == other {
            return *self;
        }
        let distance = self.low.abs_diff(other.low);
        // Beyond 2^64 steps do not matter.
        let distance = u64::try_from(distance).unwrap_or(1);
        let step = greatest_common_divisor(self.step, other.step);
        OffsetSet {
            low: self.low.min(other.low),
            high: self.high.max(other.high),
            step: greatest_common_divisor(step, distance),
            unbounded: self.unbounded || other.unbounded,
        }
    }
}

fn constant_or_bounds(
    program: &Program,
    body: &Body,
    index: ExprId,
    surroundings: &mut impl Surroundings,
) -> (i128, i128) {
    let types = &program.types;
    let expr = body.expr(index);
    match expr.kind {
        ExprKind::Int(bits) if types.is_signed(expr.ty) => {
            let value = sign_extend(bits, types.value_bits(expr.ty));
            (value, value)
        }
        ExprKind::Int(bits) => (bits as i128, bits as i128),
        _ => surroundings.bounds(index),
    }
}

/// None if it is not known.
fn size_of(program: &Program, object: Object) -> Option<u64> {
    match object {
        Object::Global(global) => Some(program.global(global).size),
        Object::Slot(function, slot) => {
            let body = program.function(function).body.as_ref()?;
            program.types.size_of(body.slots.get(slot.index())?.ty)
        }
        _ => None,
    }
}
