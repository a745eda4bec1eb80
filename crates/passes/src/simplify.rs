//! Simpler expressions and places of the same value: folding and algebraic identities.
//!
//! [`expr`] and [`place`] are asked for a node whose operands are simplified already, and answer with an existing or
//! new node that always has the same value, or None if they know none. Constants are folded by
//! [`unspool_ir::arithmetic`], the definition that interpretation uses. An identity is here only if it is exact:
//!
//! - signed arithmetic wraps, so `(x + 1) + 1` is `x + 2`; nothing is said of the order of `x` and `x + 1`, nor of
//!   floating-point sums;
//! - an operand that may fail (by division) is never dropped, unless it is an arm of a `select` that is not taken;
//! - integers may carry the object that a pointer was made from. Sums, differences, `&` and `|` hand it on, other
//!   operators lose it. So `x * 1` is `x` only where `x` is narrower than a pointer. A cast from an integer to a
//!   pointer, which looks for the object, is never taken away.
//!
//! ```text
//! (%b as i32) != 0:i32   →  %b             !(%x < %y)             →  %x >= %y
//! (%x + 1:i32) - 3:i32   →  %x + -2:i32    *&@array[0] + %i       →  @array[%i]
//! %c ? %x : %x           →  %x             (%p as *void) as *i32  →  %p
//! %c ? 1:i32 : 0:i32     →  %c as i32      &@x == 0:*i32          →  false
//! &0:*struct pair->right →  8:*i32
//! ```

use unspool_ir::arithmetic::{self, mask, sign_extend};
use unspool_ir::{
    BinaryOp, Body, Expr, ExprId, ExprKind, PlaceId, PlaceKind, Type, TypeId, Types, UnaryOp,
};

use crate::faults::expr_may_fail;

/// A simpler node than `kind` of type `ty`.
pub fn expr(types: &Types, body: &mut Body, kind: ExprKind, ty: TypeId) -> Option<ExprId> {
    match kind {
        ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::Reg(_) | ExprKind::FunctionAddress(_) => {
            None
        }
        ExprKind::Unary(op, operand) => unary(types, body, op, operand, ty),
        ExprKind::Binary(op, left, right) => match constants(body, left, right) {
            (Some(a), Some(b)) => {
                let (left, right) = (body.expr(left).ty, body.expr(right).ty);
                let bits = arithmetic::binary(types, op, left, right, a, b)?;
                Some(constant(types, body, bits, ty))
            }
            _ if op.is_comparison() => comparison(types, body, op, left, right),
            _ => binary(types, body, op, left, right, ty),
        },
        ExprKind::Convert(operand) => convert(types, body, operand, ty),
        ExprKind::AddressOf(place) => match body.place(place).kind {
            PlaceKind::Deref(pointer) if body.expr(pointer).ty == ty => Some(pointer),
            _ => {
                let bits = constant_address(types, body, place)?;
                Some(constant(types, body, bits, ty))
            }
        },
        ExprKind::Select(condition, then, otherwise) => {
            select(types, body, condition, then, otherwise, ty)
        }
    }
}

/// A simpler place than `kind` of type `ty`.
pub fn place(body: &Body, kind: PlaceKind, ty: TypeId) -> Option<PlaceId> {
    let PlaceKind::Deref(pointer) = kind else {
        return None;
    };
    match body.expr(pointer).kind {
        ExprKind::AddressOf(place) if body.place(place).ty == ty => Some(place),
        _ => None,
    }
}

/// The address of a part of what would be at a constant address: what `offsetof` is made of.
fn constant_address(types: &Types, body: &Body, mut place: PlaceId) -> Option<u128> {
    let mut address = 0u128;
    loop {
        let node = body.place(place);
        let offset = match node.kind {
            PlaceKind::Global(_) | PlaceKind::Slot(_) => return None,
            PlaceKind::Deref(pointer) => {
                let address = address.wrapping_add(constant_of(body, pointer)?);
                return Some(address & mask(types.data_model.pointer_bits()));
            }
            PlaceKind::Field(record, field) => {
                place = record;
                u128::from(types.field(body.place(record).ty, field)?.offset)
            }
            PlaceKind::Index(array, index) => {
                place = array;
                let (bits, ty) = (constant_of(body, index)?, body.expr(index).ty);
                let number = match types.is_signed(ty) {
                    true => sign_extend(bits, types.value_bits(ty)) as u128,
                    false => bits,
                };
                number.wrapping_mul(u128::from(types.size_of(node.ty)?))
            }
        };
        address = address.wrapping_add(offset);
    }
}

/// The bits of a constant.
pub fn constant_of(body: &Body, expr: ExprId) -> Option<u128> {
    match body.expr(expr).kind {
        ExprKind::Int(bits) | ExprKind::Float(bits) => Some(bits),
        _ => None,
    }
}

/// A constant of a scalar type.
pub fn constant(types: &Types, body: &mut Body, bits: u128, ty: TypeId) -> ExprId {
    let kind = if types.is_float(ty) {
        ExprKind::Float(bits)
    } else {
        ExprKind::Int(bits)
    };
    body.add_expr(kind, ty)
}

/// Whether two small trees are equal, to be asked only of trees whose depth is bounded.
pub fn is_same(body: &Body, a: ExprId, b: ExprId) -> bool {
    let (left, right) = (body.expr(a), body.expr(b));
    if a == b {
        return true;
    }
    let pairs: [Option<(ExprId, ExprId)>; 3] = match (left.kind, right.kind) {
        (ExprKind::Unary(op, a), ExprKind::Unary(other, b)) if op == other => {
            [Some((a, b)), None, None]
        }
        (ExprKind::Convert(a), ExprKind::Convert(b)) => [Some((a, b)), None, None],
        (ExprKind::Binary(op, a, b), ExprKind::Binary(other, c, d)) if op == other => {
            [Some((a, c)), Some((b, d)), None]
        }
        (ExprKind::Select(a, b, c), ExprKind::Select(d, e, f)) => {
            [Some((a, d)), Some((b, e)), Some((c, f))]
        }
        (ExprKind::AddressOf(a), ExprKind::AddressOf(b)) => {
            return left.ty == right.ty && is_same_place(body, a, b);
        }
        _ => return left == right,
    };
    left.ty == right.ty
        && pairs
            .into_iter()
            .flatten()
            .all(|(a, b)| is_same(body, a, b))
}

fn is_same_place(body: &Body, a: PlaceId, b: PlaceId) -> bool {
    let (left, right) = (body.place(a), body.place(b));
    match (left.kind, right.kind) {
        _ if a == b || left == right => true,
        _ if left.ty != right.ty => false,
        (PlaceKind::Deref(a), PlaceKind::Deref(b)) => is_same(body, a, b),
        (PlaceKind::Field(a, field), PlaceKind::Field(b, other)) => {
            field == other && is_same_place(body, a, b)
        }
        (PlaceKind::Index(a, index), PlaceKind::Index(b, other)) => {
            is_same(body, index, other) && is_same_place(body, a, b)
        }
        _ => false,
    }
}

/// Builds a node that may itself be simplified.
pub fn build(types: &Types, body: &mut Body, kind: ExprKind, ty: TypeId) -> ExprId {
    match expr(types, body, kind, ty) {
        Some(simpler) => simpler,
        None => body.add_expr(kind, ty),
    }
}

fn constants(body: &Body, left: ExprId, right: ExprId) -> (Option<u128>, Option<u128>) {
    (constant_of(body, left), constant_of(body, right))
}

/// Whether values of the type cannot be made into a pointer that means something.
fn is_narrow(types: &Types, ty: TypeId) -> bool {
    types.is_float(ty)
        || types.is_integer(ty) && types.value_bits(ty) < types.data_model.pointer_bits()
}

/// Registers and constants that are the same; larger trees only if they are one.
fn is_same_leaf(body: &Body, a: ExprId, b: ExprId) -> bool {
    a == b || matches!(body.expr(a).kind, ExprKind::Reg(_)) && body.expr(a) == body.expr(b)
}

fn unary(
    types: &Types,
    body: &mut Body,
    op: UnaryOp,
    operand: ExprId,
    ty: TypeId,
) -> Option<ExprId> {
    if let Some(bits) = constant_of(body, operand) {
        let bits = arithmetic::unary(types, op, ty, bits);
        return Some(constant(types, body, bits, ty));
    }
    match body.expr(operand).kind {
        ExprKind::Unary(inner, value) if inner == op && is_narrow(types, ty) => Some(value),
        ExprKind::Binary(compare, left, right) if op == UnaryOp::Not => {
            let is_float = types.is_float(body.expr(left).ty);
            let opposite = opposite(compare, is_float)?;
            let kind = ExprKind::Binary(opposite, left, right);
            Some(build(types, body, kind, ty))
        }
        _ => None,
    }
}

/// The comparison that is true when this one is false. No number has an order with a NaN.
fn opposite(op: BinaryOp, is_float: bool) -> Option<BinaryOp> {
    match op {
        BinaryOp::Eq => Some(BinaryOp::Ne),
        BinaryOp::Ne => Some(BinaryOp::Eq),
        _ if is_float => None,
        BinaryOp::Lt => Some(BinaryOp::Ge),
        BinaryOp::Le => Some(BinaryOp::Gt),
        BinaryOp::Gt => Some(BinaryOp::Le),
        BinaryOp::Ge => Some(BinaryOp::Lt),
        _ => None,
    }
}

fn binary(
    types: &Types,
    body: &mut Body,
    op: BinaryOp,
    left: ExprId,
    right: ExprId,
    ty: TypeId,
) -> Option<ExprId> {
    use BinaryOp::*;
    if op == PointerAdd {
        return pointer_add(types, body, left, right, ty);
    }
    if types.is_float(ty) {
        return None;
    }
    let is_droppable = |body: &Body, expr| !expr_may_fail(types, body, expr);
    if is_same_leaf(body, left, right) && is_droppable(body, left) {
        match op {
            And | Or => return Some(left),
            Sub | Xor | PointerDiff => return Some(constant(types, body, 0, ty)),
            _ => {}
        }
    }
    let commutes = matches!(op, Add | Mul | And | Or | Xor);
    let (value, number) = match constants(body, left, right) {
        (None, Some(number)) => (left, number),
        (Some(number), None) if commutes => (right, number),
        _ => return None,
    };
    let ones = mask(types.value_bits(ty));
    let narrow = is_narrow(types, ty);
    match (op, number) {
        (Add | Sub | Or, 0) => Some(value),
        (And, number) if number == ones => Some(value),
        (Xor | Shl | Shr, 0) | (Mul | Div, 1) if narrow => Some(value),
        (Mul, 0) | (Rem, 1) if is_droppable(body, value) => Some(constant(types, body, 0, ty)),
        (And, 0) if narrow && is_droppable(body, value) => Some(constant(types, body, 0, ty)),
        (Or, number) if number == ones && narrow && is_droppable(body, value) => {
            Some(constant(types, body, ones, ty))
        }
        (Xor, 1) if ty == Types::BOOL => {
            Some(build(types, body, ExprKind::Unary(UnaryOp::Not, value), ty))
        }
        (Add | Sub, number) => {
            let (inner, other) = offset_of(types, body, value)?;
            let number = match op {
                Add => other.wrapping_add(number),
                _ => other.wrapping_sub(number),
            };
            let number = constant(types, body, number & ones, ty);
            Some(build(types, body, ExprKind::Binary(Add, inner, number), ty))
        }
        _ => None,
    }
}

/// Takes `x + constant` or `x - constant` apart; the constant is to be cut to the type.
fn offset_of(types: &Types, body: &Body, value: ExprId) -> Option<(ExprId, u128)> {
    let Expr { kind, ty } = body.expr(value);
    match kind {
        _ if types.is_float(ty) => None,
        ExprKind::Binary(BinaryOp::Add, x, number) => Some((x, constant_of(body, number)?)),
        ExprKind::Binary(BinaryOp::Sub, x, number) => {
            Some((x, constant_of(body, number)?.wrapping_neg()))
        }
        _ => None,
    }
}

fn pointer_add(
    types: &Types,
    body: &mut Body,
    pointer: ExprId,
    index: ExprId,
    ty: TypeId,
) -> Option<ExprId> {
    let number = constant_of(body, index);
    if number == Some(0) {
        return Some(pointer);
    }
    let as_signed = |body: &Body, index: ExprId| {
        let (bits, ty) = (constant_of(body, index)?, body.expr(index).ty);
        Some(match types.is_signed(ty) {
            true => sign_extend(bits, types.value_bits(ty)),
            false => bits as i128,
        })
    };
    let sum = |body: &mut Body, inner: ExprId| {
        if constant_of(body, inner) == Some(0) {
            return Some(index);
        }
        let sum = as_signed(body, inner)?.wrapping_add(as_signed(body, index)?);
        let ty = types.pointer_difference();
        let bits = sum as u128 & mask(types.value_bits(ty));
        Some(constant(types, body, bits, ty))
    };
    match body.expr(pointer).kind {
        ExprKind::AddressOf(place) => {
            let element = body.place(place);
            let PlaceKind::Index(array, first) = element.kind else {
                return None;
            };
            // An array of what has no size has no steps.
            types.size_of(element.ty)?;
            let index = sum(body, first)?;
            let place = body.add_place(PlaceKind::Index(array, index), element.ty);
            Some(body.add_expr(ExprKind::AddressOf(place), ty))
        }
        ExprKind::Binary(BinaryOp::PointerAdd, base, first) => {
            as_signed(body, first)?;
            let index = sum(body, first)?;
            let kind = ExprKind::Binary(BinaryOp::PointerAdd, base, index);
            Some(build(types, body, kind, ty))
        }
        _ => None,
    }
}

fn comparison(
    types: &Types,
    body: &mut Body,
    op: BinaryOp,
    left: ExprId,
    right: ExprId,
) -> Option<ExprId> {
    use BinaryOp::*;
    let ty = body.expr(left).ty;
    let truth =
        |body: &mut Body, value: bool| Some(constant(types, body, u128::from(value), Types::BOOL));
    if types.is_float(ty) {
        return None;
    }
    if is_same_leaf(body, left, right) && !expr_may_fail(types, body, left) {
        return truth(body, matches!(op, Eq | Le | Ge));
    }
    if let (ExprKind::AddressOf(one), ExprKind::AddressOf(other)) =
        (body.expr(left).kind, body.expr(right).kind)
        && let Some(is_equal) = same_variable(types, body, one, other)
        && matches!(op, Eq | Ne)
    {
        return truth(body, is_equal == (op == Eq));
    }
    let (value, number) = match constants(body, left, right) {
        (None, Some(number)) => (left, number),
        (Some(number), None) if matches!(op, Eq | Ne) => (right, number),
        _ => return None,
    };
    if !matches!(op, Eq | Ne) {
        return None;
    }
    if let ExprKind::AddressOf(place) = body.expr(value).kind {
        let is_never_null = number == 0 && variable_near(types, body, place, 0).is_some();
        return if is_never_null {
            truth(body, op == Ne)
        } else {
            None
        };
    }
    if let Some((inner, offset)) = offset_of(types, body, value) {
        let bits = number.wrapping_sub(offset) & mask(types.value_bits(ty));
        let number = constant(types, body, bits, ty);
        let kind = ExprKind::Binary(op, inner, number);
        return Some(build(types, body, kind, Types::BOOL));
    }
    let flag = flag_behind(body, value)?;
    match number {
        0 | 1 if (number == 1) == (op == Eq) => Some(flag),
        0 | 1 => {
            let kind = ExprKind::Unary(UnaryOp::Not, flag);
            Some(build(types, body, kind, Types::BOOL))
        }
        // A bool is neither.
        _ if !expr_may_fail(types, body, flag) => truth(body, op == Ne),
        _ => None,
    }
}

/// The bool that a value is, or is converted from.
fn flag_behind(body: &Body, value: ExprId) -> Option<ExprId> {
    let node = body.expr(value);
    match node.kind {
        _ if node.ty == Types::BOOL => Some(value),
        ExprKind::Convert(inner) if body.expr(inner).ty == Types::BOOL => Some(inner),
        _ => None,
    }
}

/// Whether two places are the same (true) or in different variables (false).
fn same_variable(types: &Types, body: &Body, one: PlaceId, other: PlaceId) -> Option<bool> {
    let first = variable_near(types, body, one, 1)?;
    let second = variable_near(types, body, other, 1)?;
    if first != second {
        return Some(false);
    }
    is_same_place(body, one, other).then_some(true)
}

/// The variable that a place is in, if its indices are constants that leave room for this many elements.
fn variable_near(types: &Types, body: &Body, place: PlaceId, room: u128) -> Option<PlaceKind> {
    let mut at = place;
    loop {
        match body.place(at).kind {
            PlaceKind::Deref(_) => return None,
            variable @ (PlaceKind::Global(_) | PlaceKind::Slot(_)) => return Some(variable),
            PlaceKind::Field(base, _) => at = base,
            PlaceKind::Index(base, index) => {
                let Type::Array { length, .. } = *types.get(body.place(base).ty) else {
                    return None;
                };
                let ExprKind::Int(bits) = body.expr(index).kind else {
                    return None;
                };
                let is_negative = types.is_signed(body.expr(index).ty)
                    && sign_extend(bits, types.value_bits(body.expr(index).ty)) < 0;
                if is_negative || bits.saturating_add(room) > u128::from(length) {
                    return None;
                }
                at = base;
            }
        }
    }
}

fn convert(types: &Types, body: &mut Body, operand: ExprId, ty: TypeId) -> Option<ExprId> {
    let from = body.expr(operand).ty;
    if from == ty {
        return Some(operand);
    }
    if let Some(bits) = constant_of(body, operand) {
        let bits = arithmetic::convert(types, from, ty, bits);
        return Some(constant(types, body, bits, ty));
    }
    let ExprKind::Convert(inner) = body.expr(operand).kind else {
        return None;
    };
    let first = body.expr(inner).ty;
    let is_exact = match (types.get(first), types.get(from), types.get(ty)) {
        (Type::Pointer(_), Type::Pointer(_), Type::Pointer(_) | Type::Int { .. }) => true,
        (Type::Bool | Type::Int { .. }, Type::Int { .. }, Type::Bool) => {
            types.value_bits(first) <= types.value_bits(from)
        }
        (Type::Bool | Type::Int { .. }, Type::Int { .. }, Type::Int { .. }) => {
            types.value_bits(ty) <= types.value_bits(from) || keeps_value(types, first, from)
        }
        _ => false,
    };
    is_exact.then(|| build(types, body, ExprKind::Convert(inner), ty))
}

/// Whether all values of one integer type are values of another.
fn keeps_value(types: &Types, from: TypeId, to: TypeId) -> bool {
    let (from_bits, to_bits) = (types.value_bits(from), types.value_bits(to));
    match (types.is_signed(from), types.is_signed(to)) {
        (false, true) => from_bits < to_bits,
        (true, false) => false,
        _ => from_bits <= to_bits,
    }
}

fn select(
    types: &Types,
    body: &mut Body,
    condition: ExprId,
    then: ExprId,
    otherwise: ExprId,
    ty: TypeId,
) -> Option<ExprId> {
    if let Some(bits) = constant_of(body, condition) {
        return Some(if bits != 0 { then } else { otherwise });
    }
    let is_same_constant =
        body.expr(then) == body.expr(otherwise) && constant_of(body, then).is_some();
    if (is_same_constant || is_same_leaf(body, then, otherwise))
        && !expr_may_fail(types, body, condition)
    {
        return Some(then);
    }
    if let ExprKind::Unary(UnaryOp::Not, inner) = body.expr(condition).kind {
        let kind = ExprKind::Select(inner, otherwise, then);
        return Some(build(types, body, kind, ty));
    }
    if !types.is_integer(ty) {
        return None;
    }
    let flag = match constants(body, then, otherwise) {
        (Some(1), Some(0)) => condition,
        (Some(0), Some(1)) => {
            let kind = ExprKind::Unary(UnaryOp::Not, condition);
            build(types, body, kind, Types::BOOL)
        }
        _ => return None,
    };
    Some(build(types, body, ExprKind::Convert(flag), ty))
}
