//! Which values an operand can have, as far as its tree tells.
//!
//! Registers can have all values of their type. But C promotes: `char` and `short` are converted before anything is computed with them, and so
//! are the operands of the overflow builtins. Of such sums it is plain that they fit. So are `x % 8`, `x & 7` and constants.

use unspool_ir::arithmetic::sign_extend;
use unspool_ir::{BinaryOp, Body, ExprId, ExprKind, Type, TypeId, Types};

use crate::simplify::constant_of;

/// All values from `low` to `high`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Range {
    pub low: i128,
    pub high: i128,
}

impl Range {
    pub fn contains(self, value: i128) -> bool {
        self.low <= value && value <= self.high
    }
}

/// The values of an integer type. None if there are some above `i128::MAX`.
pub fn of_type(types: &Types, ty: TypeId) -> Option<Range> {
    let range = |low, high| Some(Range { low, high });
    match *types.get(ty) {
        Type::Bool => range(0, 1),
        Type::Int { bits, signed: true } => {
            let high = i128::MAX >> (128 - bits);
            range(-high - 1, high)
        }
        Type::Int { bits, .. } if bits < 128 => range(0, (1 << bits) - 1),
        _ => None,
    }
}

/// The value of an integer constant. None also for what is above `i128::MAX`.
pub fn of_constant(types: &Types, body: &Body, expr: ExprId) -> Option<i128> {
    let ty = body.expr(expr).ty;
    let bits = match constant_of(body, expr) {
        Some(bits) if types.is_integer(ty) => bits,
        _ => return None,
    };
    match types.is_signed(ty) {
        true => Some(sign_extend(bits, types.value_bits(ty))),
        false => i128::try_from(bits).ok(),
    }
}

/// The values that an integer expression can have. None if nothing is known that an `i128` could say.
pub fn of_expr(types: &Types, body: &Body, expr: ExprId) -> Option<Range> {
    let node = body.expr(expr);
    let known = match node.kind {
        ExprKind::Int(_) => {
            let value = of_constant(types, body, expr)?;
            Some(Range {
                low: value,
                high: value,
            })
        }
        ExprKind::Convert(operand)
            if node.ty != Types::BOOL && types.is_integer(body.expr(operand).ty) =>
        {
            of_expr(types, body, operand)
        }
        ExprKind::Select(_, then, otherwise) => {
            let arms = (of_expr(types, body, then), of_expr(types, body, otherwise));
            match arms {
                (Some(one), Some(other)) => Some(Range {
                    low: one.low.min(other.low),
                    high: one.high.max(other.high),
                }),
                _ => None,
            }
        }
        ExprKind::Binary(op, left, right) => of_operation(types, body, op, left, right),
        _ => None,
    };
    let known = known.filter(|range| fits(types, node.ty, *range));
    known.or_else(|| of_type(types, node.ty))
}

/// The exact results of an operation, before they are cut to a type. None if they are not known or too large.
pub fn of_operation(
    types: &Types,
    body: &Body,
    op: BinaryOp,
    left: ExprId,
    right: ExprId,
) -> Option<Range> {
    let (a, b) = (of_expr(types, body, left), of_expr(types, body, right));
    match op {
        BinaryOp::Add => {
            let (a, b) = (a?, b?);
            Some(Range {
                low: a.low.checked_add(b.low)?,
                high: a.high.checked_add(b.high)?,
            })
        }
        BinaryOp::Sub => {
            let (a, b) = (a?, b?);
            Some(Range {
                low: a.low.checked_sub(b.high)?,
                high: a.high.checked_sub(b.low)?,
            })
        }
        BinaryOp::Mul => {
            let (a, b) = (a?, b?);
            let mut corners = [0; 4];
            for (corner, (x, y)) in corners.iter_mut().zip([
                (a.low, b.low),
                (a.low, b.high),
                (a.high, b.low),
                (a.high, b.high),
            ]) {
                *corner = x.checked_mul(y)?;
            }
            Some(Range {
                low: corners.into_iter().min()?,
                high: corners.into_iter().max()?,
            })
        }
        // At most what the one that is not negative has.
        BinaryOp::And => {
            let highs = [a, b].into_iter().flatten();
            let high = highs.filter(|range| range.low >= 0).map(|range| range.high);
            Some(Range {
                low: 0,
                high: high.min()?,
            })
        }
        BinaryOp::Rem => {
            let largest = of_constant(types, body, right)?
                .checked_abs()?
                .checked_sub(1)?;
            if largest < 0 {
                return None;
            }
            let is_positive = a.is_some_and(|a| a.low >= 0) || !types.is_signed(body.expr(left).ty);
            Some(Range {
                low: if is_positive { 0 } else { -largest },
                high: largest,
            })
        }
        BinaryOp::Div => {
            let (a, divisor) = (a?, of_constant(types, body, right)?);
            (divisor > 0).then(|| Range {
                low: a.low / divisor,
                high: a.high / divisor,
            })
        }
        BinaryOp::Shr => {
            let (a, count) = (a?, of_constant(types, body, right)?);
            let bits = types.value_bits(body.expr(left).ty);
            (0..i128::from(bits)).contains(&count).then(|| Range {
                low: a.low >> count,
                high: a.high >> count,
            })
        }
        _ => None,
    }
}

/// Whether all of the range is in the type.
pub fn fits(types: &Types, ty: TypeId, range: Range) -> bool {
    match of_type(types, ty) {
        Some(whole) => whole.low <= range.low && range.high <= whole.high,
        // Unsigned, of 128 bits; or no integer.
        None => types.is_integer(ty) && range.low >= 0,
    }
}
