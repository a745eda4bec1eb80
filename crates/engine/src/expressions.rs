//! Expressions and places as terms.
//!
//! A scalar is a bit-vector of its type's width, a float one in its format, a pointer an address of the layout, a record or array the
//! bit-vector of its bytes. What an operator computes is defined in `ir/src/arithmetic.rs`. Where C's behaviour traps, evaluation
//! notes a *condition* without which the execution ends here.

use unspool_formula::floats::{self, Format, Rounding};
use unspool_formula::terms::{Term, Terms};
use unspool_ir::{
    BinaryOp, ExprId, ExprKind, FloatKind, PlaceId, PlaceKind, Type, TypeId, Types, UnaryOp,
};
use unspool_passes::accesses::Memory;
use unspool_passes::points_to::Object;

use crate::answer::Unsupported;
use crate::ends::Otherwise;
use crate::walk::Walk;

/// The width of the term for a value of a type.
pub fn width_of(types: &Types, ty: TypeId) -> u32 {
    match types.value_bits(ty) {
        0 => {
            let bytes = types.size_of(ty).unwrap_or(0);
            u32::try_from(bytes.saturating_mul(8))
                .unwrap_or(u32::MAX)
                .max(1)
        }
        bits => bits,
    }
}

impl Walk<'_, '_> {
    pub(crate) fn value(&mut self, expr: ExprId) -> Term {
        let node = self.body.expr(expr);
        let types = &self.program.types;
        let width = width_of(types, node.ty);
        match node.kind {
            ExprKind::Int(bits) | ExprKind::Float(bits) => self.build.terms.number(bits, width),
            ExprKind::Reg(reg) => self.register(reg),
            ExprKind::Unary(op, a) => {
                let value = self.value(a);
                unary(&mut self.build.terms, types, op, node.ty, value)
            }
            ExprKind::Binary(op, a, b) => {
                let (a_type, b_type) = (self.body.expr(a).ty, self.body.expr(b).ty);
                let (a, b) = (self.value(a), self.value(b));
                self.binary(op, (a, a_type), (b, b_type))
            }
            ExprKind::Convert(a) => {
                let from = self.body.expr(a).ty;
                let value = self.value(a);
                if let Type::Float(kind) = types.get(from) {
                    self.need_agreeing_digit(*kind, value);
                }
                convert(&mut self.build.terms, types, from, node.ty, value)
            }
            ExprKind::AddressOf(place) => self.address(place),
            ExprKind::FunctionAddress(function) => {
                let address = self.build.layout.function(function);
                self.build.terms.number(u128::from(address), width)
            }
            ExprKind::Select(condition, then, otherwise) => {
                let condition = self.value(condition);
                match self.build.terms.as_boolean(condition) {
                    Some(true) => return self.value(then),
                    Some(false) => return self.value(otherwise),
                    None => {}
                }
                let then = self.under(condition, then);
                let negated = self.build.terms.not(condition);
                let otherwise = self.under(negated, otherwise);
                self.build.terms.ite(condition, then, otherwise)
            }
        }
    }

    /// An arm of a choice: what it demands is demanded only if it is chosen.
    fn under(&mut self, condition: Term, arm: ExprId) -> Term {
        let outer = self.demands.len();
        let value = self.value(arm);
        for at in outer..self.demands.len() {
            let demanded = self.demands[at].0;
            self.demands[at].0 = self.build.terms.implies(condition, demanded);
        }
        value
    }

    pub(crate) fn binary(
        &mut self,
        op: BinaryOp,
        (a, a_type): (Term, TypeId),
        (b, b_type): (Term, TypeId),
    ) -> Term {
        let types = &self.program.types;
        let terms = &mut self.build.terms;
        match op {
            BinaryOp::PointerAdd => {
                let width = types.data_model.pointer_bits();
                let index = terms.resize(b, width, types.is_signed(b_type));
                let step = terms.number(u128::from(types.pointer_step(a_type)), width);
                let bytes = terms.multiply(index, step);
                terms.add(a, bytes)
            }
            BinaryOp::PointerDiff => {
                let width = types.data_model.pointer_bits();
                let step = types.pointer_step(a_type).max(1);
                let bytes = terms.subtract(a, b);
                let divisor = terms.number(u128::from(step), width);
                match step {
                    1 => bytes,
                    _ => terms.divide_signed(bytes, divisor),
                }
            }
            BinaryOp::Div | BinaryOp::Rem if !types.is_float(a_type) => {
                let is_signed = types.is_signed(a_type);
                let nonzero = terms.is_nonzero(b);
                let fits = match is_signed {
                    true => {
                        let overflows = terms.divide_overflows_signed(a, b);
                        terms.not(overflows)
                    }
                    false => terms.boolean(true),
                };
                let result = match (op, is_signed) {
                    (BinaryOp::Div, true) => terms.divide_signed(a, b),
                    (BinaryOp::Div, false) => terms.divide(a, b),
                    (_, true) => terms.remainder_signed(a, b),
                    (_, false) => terms.remainder(a, b),
                };
                let demand = terms.and(nonzero, fits);
                self.demands.push((demand, Otherwise::Ends));
                result
            }
            _ => match types.get(a_type) {
                Type::Float(kind) => {
                    self.need_agreeing_digit(*kind, a);
                    self.need_agreeing_digit(*kind, b);
                    let terms = &mut self.build.terms;
                    float_binary(terms, *kind, op, a, b).unwrap_or_else(|| {
                        let never = terms.boolean(false);
                        let what = Unsupported::Instruction;
                        self.demands.push((never, Otherwise::IsUnsupported(what)));
                        a
                    })
                }
                _ => integer_binary(terms, types, op, (a, a_type), (b, b_type)),
            },
        }
    }

    /// Computing is done without the leading digit of an x87 number, so it has to be what the exponent says.
    fn need_agreeing_digit(&mut self, kind: FloatKind, value: Term) {
        if kind == FloatKind::F80 {
            let agrees = digit_agrees(&mut self.build.terms, value);
            let otherwise = Otherwise::IsUnsupported(Unsupported::LongDouble);
            self.demands.push((agrees, otherwise));
        }
    }

    /// The address of a place.
    pub(crate) fn address(&mut self, place: PlaceId) -> Term {
        let types = &self.program.types;
        let width = types.data_model.pointer_bits();
        match self.body.place(place).kind {
            PlaceKind::Global(global) => {
                let memory = match self.program.global(global).thread_local {
                    true => Memory::Instance(global, self.thread as u32),
                    false => Memory::Object(Object::Global(global)),
                };
                self.base(memory)
            }
            PlaceKind::Slot(slot) => self.base(Memory::Object(Object::Slot(self.function, slot))),
            PlaceKind::Deref(pointer) => self.value(pointer),
            PlaceKind::Field(record, index) => {
                let ty = self.body.place(record).ty;
                let offset = types.field(ty, index).map_or(0, |field| field.offset);
                let base = self.address(record);
                let terms = &mut self.build.terms;
                let offset = terms.number(u128::from(offset), width);
                terms.add(base, offset)
            }
            PlaceKind::Index(array, index) => {
                let step = types.size_of(self.body.place(place).ty).unwrap_or(0);
                let is_signed = types.is_signed(self.body.expr(index).ty);
                let base = self.address(array);
                let index = self.value(index);
                let terms = &mut self.build.terms;
                let index = terms.resize(index, width, is_signed);
                let step = terms.number(u128::from(step), width);
                let bytes = terms.multiply(index, step);
                terms.add(base, bytes)
            }
        }
    }

    fn base(&mut self, memory: Memory) -> Term {
        let base = self.build.layout.base(memory).unwrap_or(0);
        let width = self.program.types.data_model.pointer_bits();
        self.build.terms.number(u128::from(base), width)
    }
}

fn unary(terms: &mut Terms, types: &Types, op: UnaryOp, ty: TypeId, value: Term) -> Term {
    match op {
        UnaryOp::Neg if types.is_float(ty) => {
            let width = terms.width(value);
            let sign = terms.number(1 << (width - 1), width);
            terms.xor(value, sign)
        }
        UnaryOp::Neg => terms.negate(value),
        UnaryOp::Complement => terms.not(value),
        UnaryOp::Not => terms.is_zero(value),
    }
}

fn integer_binary(
    terms: &mut Terms,
    types: &Types,
    op: BinaryOp,
    (a, a_type): (Term, TypeId),
    (b, b_type): (Term, TypeId),
) -> Term {
    let is_signed = types.is_signed(a_type);
    match op {
        BinaryOp::Add => terms.add(a, b),
        BinaryOp::Sub => terms.subtract(a, b),
        BinaryOp::Mul => terms.multiply(a, b),
        BinaryOp::And => terms.and(a, b),
        BinaryOp::Or => terms.or(a, b),
        BinaryOp::Xor => terms.xor(a, b),
        BinaryOp::Shl | BinaryOp::Shr => {
            let width = terms.width(a);
            let count = terms.resize(b, width, types.is_signed(b_type));
            let mask = terms.number(u128::from(width - 1), width);
            let count = terms.and(count, mask);
            match (op, is_signed) {
                (BinaryOp::Shl, _) => terms.shift_left(a, count),
                (_, true) => terms.shift_right_signed(a, count),
                (_, false) => terms.shift_right(a, count),
            }
        }
        BinaryOp::Eq => terms.equal(a, b),
        BinaryOp::Ne => terms.distinct(a, b),
        BinaryOp::Lt if is_signed => terms.less_signed(a, b),
        BinaryOp::Lt => terms.less(a, b),
        BinaryOp::Le if is_signed => terms.less_or_equal_signed(a, b),
        BinaryOp::Le => terms.less_or_equal(a, b),
        BinaryOp::Gt if is_signed => terms.less_signed(b, a),
        BinaryOp::Gt => terms.less(b, a),
        BinaryOp::Ge if is_signed => terms.less_or_equal_signed(b, a),
        BinaryOp::Ge => terms.less_or_equal(b, a),
        BinaryOp::Div | BinaryOp::Rem | BinaryOp::PointerAdd | BinaryOp::PointerDiff => a,
    }
}

/// The format to compute in. An x87 number has its leading digit written out; it is computed without.
fn format_of(kind: FloatKind) -> Format {
    match kind {
        FloatKind::F16 => Format::HALF,
        FloatKind::F32 => Format::SINGLE,
        FloatKind::F64 => Format::DOUBLE,
        FloatKind::F80 => Format::new(15, 63),
        FloatKind::F128 => Format::QUAD,
    }
}

/// Whether the leading digit of an x87 number is as its exponent says.
pub(crate) fn digit_agrees(terms: &mut Terms, value: Term) -> Term {
    let digit = terms.extract(value, 63, 1);
    let exponent = terms.extract(value, 64, 15);
    let expected = terms.is_nonzero(exponent);
    terms.equal(digit, expected)
}

/// From memory's form to that of the format.
fn packed(terms: &mut Terms, kind: FloatKind, value: Term) -> Term {
    if kind != FloatKind::F80 {
        return value;
    }
    let fraction = terms.extract(value, 0, 63);
    let rest = terms.extract(value, 64, 16);
    terms.concat(rest, fraction)
}

/// And back.
fn unpacked(terms: &mut Terms, kind: FloatKind, value: Term) -> Term {
    if kind != FloatKind::F80 {
        return value;
    }
    let fraction = terms.extract(value, 0, 63);
    let rest = terms.extract(value, 63, 16);
    let exponent = terms.extract(value, 63, 15);
    let leading = terms.is_nonzero(exponent);
    let high = terms.concat(rest, leading);
    terms.concat(high, fraction)
}

fn float_binary(
    terms: &mut Terms,
    kind: FloatKind,
    op: BinaryOp,
    a: Term,
    b: Term,
) -> Option<Term> {
    let format = format_of(kind);
    let (a, b) = (packed(terms, kind, a), packed(terms, kind, b));
    let rounding = Rounding::NearestEven.term(terms);
    let result = match op {
        BinaryOp::Add => floats::add(terms, format, a, b, rounding),
        BinaryOp::Sub => floats::subtract(terms, format, a, b, rounding),
        BinaryOp::Mul => floats::multiply(terms, format, a, b, rounding),
        BinaryOp::Div => floats::divide(terms, format, a, b, rounding),
        BinaryOp::Eq => return Some(floats::equal(terms, format, a, b)),
        BinaryOp::Ne => {
            let equal = floats::equal(terms, format, a, b);
            return Some(terms.not(equal));
        }
        BinaryOp::Lt => return Some(floats::less(terms, format, a, b)),
        BinaryOp::Le => return Some(floats::less_or_equal(terms, format, a, b)),
        BinaryOp::Gt => return Some(floats::less(terms, format, b, a)),
        BinaryOp::Ge => return Some(floats::less_or_equal(terms, format, b, a)),
        _ => return None,
    };
    Some(unpacked(terms, kind, result))
}

/// C's conversion between scalars; between records it changes nothing.
pub fn convert(terms: &mut Terms, types: &Types, from: TypeId, to: TypeId, value: Term) -> Term {
    let width = width_of(types, to);
    match (types.get(from), types.get(to)) {
        (Type::Float(source), target) => {
            let format = format_of(*source);
            let value = packed(terms, *source, value);
            match target {
                Type::Bool => {
                    let is_zero = floats::is_zero(terms, format, value);
                    terms.not(is_zero)
                }
                Type::Float(target) => {
                    let rounding = Rounding::NearestEven.term(terms);
                    let result =
                        floats::convert(terms, format, format_of(*target), value, rounding);
                    unpacked(terms, *target, result)
                }
                _ => floats::cast_to_integer(terms, format, value, width, types.is_signed(to)),
            }
        }
        (_, Type::Float(target)) => {
            let rounding = Rounding::NearestEven.term(terms);
            let format = format_of(*target);
            let result = match types.is_signed(from) {
                true => floats::from_signed(terms, format, value, rounding),
                false => floats::from_unsigned(terms, format, value, rounding),
            };
            unpacked(terms, *target, result)
        }
        (_, Type::Bool) => terms.is_nonzero(value),
        _ if terms.width(value) == width => value,
        _ => terms.resize(value, width, types.is_signed(from)),
    }
}
