//! Constant expressions: lowered like any other, then looked at.
//!
//! Expressions fold as they are built, so an expression is constant if lowering it wrote no instruction and left a constant, or an
//! address that the linker could compute.

use unspool_ir::{ExprId, ExprKind, FunctionId, GlobalId, PlaceId, PlaceKind, Type, arithmetic};

use crate::ast::Expr;

use super::{Lower, Lowered, Value};

/// What a static initialiser can hold.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Constant {
    /// Bits of an integer, float or absolute pointer.
    Bits(u128),
    Global(GlobalId, i64),
    Function(FunctionId),
}

impl<'a> Lower<'a> {
    /// The value of an integer constant expression.
    pub(super) fn constant_int(&mut self, expr: &'a Expr) -> Lowered<i128> {
        let value = self.unevaluated(|lower| {
            let value = lower.constant_expr(expr)?;
            if !lower.types.is_integer(value.ty) {
                return Ok(None);
            }
            let expr = lower.scalar(value);
            let ty = lower.b.type_of(expr);
            let types = &lower.program.types;
            Ok(match lower.as_constant(expr) {
                Some(Constant::Bits(bits)) if types.is_signed(ty) => {
                    Some(arithmetic::sign_extend(bits, types.value_bits(ty)))
                }
                Some(Constant::Bits(bits)) => Some(bits as i128),
                _ => None,
            })
        })?;
        match value {
            Some(value) => Ok(value),
            None => self.error(expr.span, "this must be an integer constant"),
        }
    }

    /// Lowers an expression that must not need any instruction. Call inside `unevaluated`.
    pub(super) fn constant_expr(&mut self, expr: &'a Expr) -> Lowered<Value> {
        let before = self.b.effects;
        let value = self.scalar_rvalue(expr)?;
        if self.b.effects != before {
            return self.error(expr.span, "this is not a constant");
        }
        Ok(value)
    }

    /// The constant an expression amounts to, if it does. The expression is still in the builder.
    pub(super) fn as_constant(&self, expr: ExprId) -> Option<Constant> {
        let node = self.b.expr(expr);
        let types = &self.program.types;
        match node.kind {
            ExprKind::Int(bits) | ExprKind::Float(bits) => Some(Constant::Bits(bits)),
            ExprKind::FunctionAddress(function) => Some(Constant::Function(function)),
            ExprKind::AddressOf(place) => self.constant_place(place),
            ExprKind::Convert(inner) => {
                let from = self.b.type_of(inner);
                let inner = self.as_constant(inner)?;
                match inner {
                    Constant::Bits(bits) => Some(Constant::Bits(arithmetic::convert(
                        types, from, node.ty, bits,
                    ))),
                    // An address survives only at full width; to bool it is true.
                    address => match types.get(node.ty) {
                        Type::Bool => Some(Constant::Bits(1)),
                        Type::Pointer(_) => Some(address),
                        Type::Int { bits, .. } if *bits >= types.data_model.pointer_bits() => {
                            Some(address)
                        }
                        _ => None,
                    },
                }
            }
            ExprKind::Binary(op, a, b) => {
                use unspool_ir::BinaryOp::*;
                let (left_ty, right_ty) = (self.b.type_of(a), self.b.type_of(b));
                let (left, right) = (self.as_constant(a)?, self.as_constant(b)?);
                let signed = |bits: u128, ty| {
                    if types.is_signed(ty) {
                        arithmetic::sign_extend(bits, types.value_bits(ty)) as i64
                    } else {
                        bits as i64
                    }
                };
                match (op, left, right) {
                    (PointerAdd, Constant::Global(global, addend), Constant::Bits(index)) => {
                        let step = types.pointer_step(left_ty) as i64;
                        let bytes = signed(index, right_ty).wrapping_mul(step);
                        Some(Constant::Global(global, addend.wrapping_add(bytes)))
                    }
                    (Add, Constant::Global(global, addend), Constant::Bits(bytes))
                    | (Add, Constant::Bits(bytes), Constant::Global(global, addend)) => Some(
                        Constant::Global(global, addend.wrapping_add(signed(bytes, right_ty))),
                    ),
                    (Sub, Constant::Global(global, addend), Constant::Bits(bytes)) => Some(
                        Constant::Global(global, addend.wrapping_sub(signed(bytes, right_ty))),
                    ),
                    (PointerDiff | Sub, Constant::Global(g, x), Constant::Global(h, y))
                        if g == h =>
                    {
                        let step = match op {
                            PointerDiff => types.pointer_step(left_ty).max(1) as i64,
                            _ => 1,
                        };
                        let bits = types.value_bits(node.ty);
                        let difference = (x.wrapping_sub(y) / step) as u128;
                        Some(Constant::Bits(difference & arithmetic::mask(bits)))
                    }
                    (Eq | Ne, Constant::Global(..) | Constant::Function(_), Constant::Bits(0)) => {
                        Some(Constant::Bits(u128::from(op == Ne)))
                    }
                    (_, Constant::Bits(x), Constant::Bits(y)) => {
                        arithmetic::binary(types, op, left_ty, right_ty, x, y).map(Constant::Bits)
                    }
                    _ => None,
                }
            }
            ExprKind::Unary(op, a) => match self.as_constant(a)? {
                Constant::Bits(bits) => {
                    let ty = self.b.type_of(a);
                    Some(Constant::Bits(arithmetic::unary(types, op, ty, bits)))
                }
                _ => None,
            },
            ExprKind::Select(condition, a, b) => match self.as_constant(condition)? {
                Constant::Bits(0) => self.as_constant(b),
                _ => self.as_constant(a),
            },
            ExprKind::Reg(_) => None,
        }
    }

    fn constant_place(&self, place: PlaceId) -> Option<Constant> {
        let node = self.b.body.place(place);
        let types = &self.program.types;
        match node.kind {
            PlaceKind::Global(global) => {
                (!self.program.global(global).thread_local).then_some(Constant::Global(global, 0))
            }
            PlaceKind::Slot(_) => None,
            PlaceKind::Deref(pointer) => self.as_constant(pointer),
            PlaceKind::Field(base, index) => {
                let Type::Record(record) = *types.get(self.b.body.place(base).ty) else {
                    return None;
                };
                let field = types
                    .record(record)
                    .body
                    .as_ref()?
                    .fields
                    .get(index as usize)?;
                self.shifted(self.constant_place(base)?, field.offset as i64)
            }
            PlaceKind::Index(base, index) => {
                let Constant::Bits(bits) = self.as_constant(index)? else {
                    return None;
                };
                let ty = self.b.type_of(index);
                let index = if types.is_signed(ty) {
                    arithmetic::sign_extend(bits, types.value_bits(ty)) as i64
                } else {
                    bits as i64
                };
                let size = types.size_of(node.ty)? as i64;
                self.shifted(self.constant_place(base)?, index.wrapping_mul(size))
            }
        }
    }

    fn shifted(&self, constant: Constant, bytes: i64) -> Option<Constant> {
        let bits = self.program.types.data_model.pointer_bits();
        Some(match constant {
            Constant::Global(global, addend) => {
                Constant::Global(global, addend.wrapping_add(bytes))
            }
            Constant::Bits(base) => {
                Constant::Bits(base.wrapping_add(bytes as u128) & arithmetic::mask(bits))
            }
            Constant::Function(_) => return None,
        })
    }
}
