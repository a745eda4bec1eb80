//! Compiler builtins: those that are not functions of the library under another name.
//!
//! `__builtin_memcpy` and the like are the library's `memcpy`; see `Lower::declare_implicitly`.

use unspool_ir::{BinaryOp, InstKind, Storage, Terminator, Types};

use crate::ast::Expr;
use crate::ctype::{CFloat, CTypes, Ty, TyKind};
use crate::source::Span;

use super::{Lower, Lowered, Value};

impl<'a> Lower<'a> {
    /// None if the name is not that of a builtin with a meaning of its own.
    pub(super) fn builtin_call(
        &mut self,
        name: &str,
        args: &'a [Expr],
        span: Span,
    ) -> Lowered<Option<Value>> {
        if name.starts_with("__unspool_") {
            return self.intrinsic_call(name, args, span);
        }
        if name.starts_with("__sync_") || name.starts_with("__atomic_") || name.starts_with("__c11_atomic_")
        {
            return self.atomic_builtin(name, args, span);
        }
        let Some(builtin) = name.strip_prefix("__builtin_") else {
            // Without a declaration of its own, `alloca` is always the builtin.
            if name == "alloca" && args.len() == 1 {
                return self.alloca(&args[0], span).map(Some);
            }
            return Ok(None);
        };
        if let Some(value) = self.bit_count_builtin(builtin, args, span)? {
            return Ok(Some(value));
        }
        if let Some(value) = self.overflow_builtin(builtin, args, span)? {
            return Ok(Some(value));
        }
        if let Some(value) = self.float_builtin(builtin, args, span)? {
            return Ok(Some(value));
        }
        let value = match (builtin, args) {
            ("expect" | "expect_with_probability", [value, hint, ..]) => {
                let value = self.scalar_rvalue(value)?;
                let value = self.convert_scalar(value, CTypes::LONG);
                self.discard(hint)?;
                value
            }
            ("constant_p", [operand]) => {
                let constant = self.unevaluated(|lower| {
                    let before = lower.b.effects;
                    let value = lower.rvalue(operand)?;
                    let is_scalar = matches!(value.kind, super::ValueKind::Scalar(_));
                    let expr = lower.scalar(value);
                    let kind = lower.b.expr(expr).kind;
                    Ok(is_scalar
                        && lower.b.effects == before
                        && matches!(
                            kind,
                            unspool_ir::ExprKind::Int(_) | unspool_ir::ExprKind::Float(_)
                        ))
                })?;
                self.constant_value(u128::from(constant), CTypes::INT)
            }
            ("unreachable", []) => {
                self.b.terminate(Terminator::Unreachable);
                Value::void()
            }
            ("trap", []) => {
                self.b.terminate(Terminator::Abort);
                Value::void()
            }
            ("va_start", [list, ..]) => self.va_start(list, span)?,
            ("va_end", [list]) => {
                self.va_list(list)?;
                Value::void()
            }
            ("va_copy", [to, from]) => {
                let to = self.va_list(to)?;
                let value = self.rvalue(from)?;
                let value = self.assign_convert(value, to.ty, None, span)?;
                self.store(to, value, span)?;
                Value::void()
            }
            ("alloca" | "alloca_with_align", [bytes, ..]) => self.alloca(bytes, span)?,
            ("prefetch", [address, ..]) => {
                self.discard(address)?;
                Value::void()
            }
            ("object_size" | "dynamic_object_size", [pointer, kind]) => {
                // Not known, which for kinds 2 and 3 is 0.
                self.unevaluated(|lower| lower.rvalue(pointer).map(|_| ()))?;
                let kind = self.constant_int(kind)?;
                let unknown = if kind & 2 == 0 { u128::MAX } else { 0 };
                let ty = self.types.size_type();
                self.constant_value(unknown, ty)
            }
            ("frame_address" | "return_address", [_]) => {
                self.constant_value(0, CTypes::VOID_POINTER)
            }
            ("assume_aligned", [pointer, ..]) => {
                let value = self.scalar_rvalue(pointer)?;
                self.convert_scalar(value, CTypes::VOID_POINTER)
            }
            ("classify_type", [operand]) => {
                let ty = self.type_of_expr(operand)?;
                let class = self.type_class(ty.ty);
                self.constant_value(class, CTypes::INT)
            }
            ("bswap16", [value]) => self.byte_swap(value, CTypes::USHORT, span)?,
            ("bswap32", [value]) => self.byte_swap(value, CTypes::UINT, span)?,
            ("bswap64", [value]) => self.byte_swap(value, CTypes::ULONG_LONG, span)?,
            ("bswap128", [value]) => self.byte_swap(value, CTypes::UINT128, span)?,
            ("speculation_safe_value", [value, ..]) => self.scalar_rvalue(value)?,
            ("has_attribute" | "cpu_supports" | "cpu_is", [_]) => {
                self.constant_value(0, CTypes::INT)
            }
            ("cpu_init", []) => Value::void(),
            ("ia32_pause", []) => Value::void(),
            ("thread_pointer", []) => {
                return self.unsupported(span, format!("`{name}` is not supported"));
            }
            ("setjmp" | "longjmp" | "apply" | "apply_args" | "return" | "shuffle" | "convertvector", _) => {
                return self.unsupported(span, format!("`{name}` is not supported"));
            }
            _ => return Ok(None),
        };
        Ok(Some(value))
    }

    fn va_start(&mut self, list: &'a Expr, span: Span) -> Lowered<Value> {
        let list = self.va_list(list)?;
        if !self.f.variadic {
            return self.error(span, "`va_start` in a function without `...`");
        }
        let ir = self.ir_type(CTypes::CHAR_POINTER);
        let dst = self.b.new_reg("", ir);
        self.b.emit(InstKind::VarArgs { dst });
        let start = Value::scalar(self.b.reg(dst), CTypes::CHAR_POINTER);
        self.store(list, start, span)?;
        Ok(Value::void())
    }

    fn alloca(&mut self, bytes: &'a Expr, span: Span) -> Lowered<Value> {
        let size = self.types.size_type();
        let value = self.scalar_rvalue(bytes)?;
        let value = self.convert_scalar(value, size);
        let size = self.scalar(value);
        self.at(span);
        let ir = self.ir_type(CTypes::VOID_POINTER);
        let dst = self.b.new_reg("", ir);
        self.b.emit(InstKind::Alloc {
            dst,
            size,
            storage: Storage::Stack,
        });
        Ok(Value::scalar(self.b.reg(dst), CTypes::VOID_POINTER))
    }

    fn byte_swap(&mut self, value: &'a Expr, ty: Ty, span: Span) -> Lowered<Value> {
        let value = self.scalar_rvalue(value)?;
        let value = self.convert_scalar(value, ty);
        self.at(span);
        let expr = self.scalar(value);
        let expr = self.b.pinned(expr);
        let ir = self.ir_type(ty);
        let types = &self.program.types;
        let bytes = types.value_bits(ir) / 8;
        let byte_mask = self.b.int(types, ir, 0xff);
        let mut result = self.b.int(types, ir, 0);
        for byte in 0..bytes {
            let from = self.b.int(types, Types::I32, u128::from(8 * byte));
            let to = self.b.int(types, Types::I32, u128::from(8 * (bytes - 1 - byte)));
            let low = self.b.binary(types, BinaryOp::Shr, expr, from);
            let low = self.b.binary(types, BinaryOp::And, low, byte_mask);
            let moved = self.b.binary(types, BinaryOp::Shl, low, to);
            result = self.b.binary(types, BinaryOp::Or, moved, result);
        }
        Ok(Value::scalar(result, ty))
    }

    /// GCC's numbering, of which programs use little.
    fn type_class(&self, ty: Ty) -> u128 {
        match self.types.kind(ty) {
            TyKind::Void => 0,
            TyKind::Int(_) | TyKind::Enum(_) | TyKind::Bool => 1,
            TyKind::Pointer(_) | TyKind::Array { .. } | TyKind::Function(_) => 5,
            TyKind::Float(_) => 8,
            TyKind::Complex => 9,
            TyKind::Record(id) => match self.types.record(*id).kind {
                unspool_ir::RecordKind::Struct => 12,
                unspool_ir::RecordKind::Union => 13,
            },
            TyKind::Vector(_) => 14,
        }
    }

    /// Infinities, NaNs, classification and sign: what is exact and needs no loop.
    fn float_builtin(
        &mut self,
        builtin: &str,
        args: &'a [Expr],
        span: Span,
    ) -> Lowered<Option<Value>> {
        let constants = [
            ("huge_val", "inf"),
            ("inf", "inf"),
            ("nan", "nan"),
            ("nans", "nan"),
        ];
        for (stem, value) in constants {
            if let Some(suffix) = builtin.strip_prefix(stem)
                && let Some(float) = float_suffix(suffix)
            {
                let ty = self.types.intern(TyKind::Float(float));
                let ir = self.ir_type(ty);
                let kind = self.types.float_kind(float);
                let bits = unspool_ir::arithmetic::parse_float(value, kind).unwrap_or(0);
                return Ok(Some(Value::scalar(self.b.float(ir, bits), ty)));
            }
        }
        let comparison = match builtin {
            "isgreater" => Some(BinaryOp::Gt),
            "isgreaterequal" => Some(BinaryOp::Ge),
            "isless" => Some(BinaryOp::Lt),
            "islessequal" => Some(BinaryOp::Le),
            _ => None,
        };
        if let (Some(op), [a, b]) = (comparison, args) {
            let (a, b) = self.float_pair(a, b, span)?;
            let truth = self.b.binary(&self.program.types, op, a, b);
            return Ok(Some(self.bool_value(truth)));
        }
        if let ("islessgreater" | "isunordered", [a, b]) = (builtin, args) {
            let (a, b) = self.float_pair(a, b, span)?;
            let types = &self.program.types;
            let truth = if builtin == "islessgreater" {
                let less = self.b.binary(types, BinaryOp::Lt, a, b);
                let greater = self.b.binary(types, BinaryOp::Gt, a, b);
                self.b.binary(types, BinaryOp::Or, less, greater)
            } else {
                let a_nan = self.b.binary(types, BinaryOp::Ne, a, a);
                let b_nan = self.b.binary(types, BinaryOp::Ne, b, b);
                self.b.binary(types, BinaryOp::Or, a_nan, b_nan)
            };
            return Ok(Some(self.bool_value(truth)));
        }
        let [operand] = args else {
            return Ok(None);
        };
        let stem = match builtin {
            "isnan" | "isnanf" | "isnanl" => "isnan",
            "isinf" | "isinff" | "isinfl" | "isinf_sign" => builtin_stem(builtin),
            "isfinite" | "finite" | "finitef" | "finitel" => "isfinite",
            "isnormal" => "isnormal",
            "fabs" | "fabsf" | "fabsl" | "fabsf128" => "fabs",
            _ => return Ok(None),
        };
        let value = self.scalar_rvalue(operand)?;
        let value = match builtin {
            "fabsf" | "isnanf" | "isinff" | "finitef" => self.convert_scalar(value, CTypes::FLOAT),
            "fabsl" | "isnanl" | "isinfl" | "finitel" => self.convert_scalar(value, CTypes::LONG_DOUBLE),
            _ if !self.types.is_float(value.ty) || builtin == "fabs" => {
                self.convert_scalar(value, CTypes::DOUBLE)
            }
            _ => value,
        };
        self.at(span);
        let TyKind::Float(float) = *self.types.kind(value.ty) else {
            return Ok(None);
        };
        let ir = self.ir_type(value.ty);
        let kind = self.types.float_kind(float);
        let expr = self.scalar(value);
        let x = self.b.pinned(expr);
        let infinity = unspool_ir::arithmetic::parse_float("inf", kind).unwrap_or(0);
        let types = &self.program.types;
        let infinity = self.b.float(ir, infinity);
        let minus_infinity = self.b.unary(types, unspool_ir::UnaryOp::Neg, infinity);
        let is_plus = self.b.binary(types, BinaryOp::Eq, x, infinity);
        let is_minus = self.b.binary(types, BinaryOp::Eq, x, minus_infinity);
        let is_infinite = self.b.binary(types, BinaryOp::Or, is_plus, is_minus);
        let is_nan = self.b.binary(types, BinaryOp::Ne, x, x);
        let truth = match stem {
            "isnan" => is_nan,
            "isinf" => is_infinite,
            "isinf_sign" => {
                let one = self.b.int(types, Types::I32, 1);
                let minus_one = self.b.int(types, Types::I32, u128::MAX);
                let zero = self.b.int(types, Types::I32, 0);
                let negative = self.b.select(is_minus, minus_one, zero);
                let sign = self.b.select(is_plus, one, negative);
                return Ok(Some(Value::scalar(sign, CTypes::INT)));
            }
            "isfinite" => {
                let either = self.b.binary(types, BinaryOp::Or, is_infinite, is_nan);
                self.b.unary(types, unspool_ir::UnaryOp::Not, either)
            }
            _ => {
                let zero = self.b.float(ir, 0);
                let negative = self.b.binary(types, BinaryOp::Lt, x, zero);
                let negated = self.b.unary(types, unspool_ir::UnaryOp::Neg, x);
                // x == 0 is 0 - x or x + 0: either way plus zero.
                let is_zero = self.b.binary(types, BinaryOp::Eq, x, zero);
                let absolute = self.b.select(negative, negated, x);
                if stem == "fabs" {
                    let magnitude = self.b.select(is_zero, zero, absolute);
                    return Ok(Some(Value::scalar(magnitude, value.ty)));
                }
                let least = unspool_ir::arithmetic::parse_float(least_normal(float), kind).unwrap_or(0);
                let least = self.b.float(ir, least);
                let large = self.b.binary(types, BinaryOp::Ge, absolute, least);
                let finite = self.b.unary(types, unspool_ir::UnaryOp::Not, is_infinite);
                self.b.binary(types, BinaryOp::And, large, finite)
            }
        };
        Ok(Some(self.bool_value(truth)))
    }

    fn float_pair(
        &mut self,
        a: &'a Expr,
        b: &'a Expr,
        span: Span,
    ) -> Lowered<(unspool_ir::ExprId, unspool_ir::ExprId)> {
        let a = self.scalar_rvalue(a)?;
        let b = self.scalar_rvalue(b)?;
        let ty = self.types.usual_conversion(a.ty, b.ty);
        if !self.types.is_float(ty) {
            return self.error(span, "this builtin compares floating-point numbers");
        }
        let a = self.convert_scalar(a, ty);
        let b = self.convert_scalar(b, ty);
        let (a, b) = (self.scalar(a), self.scalar(b));
        Ok((self.b.pinned(a), self.b.pinned(b)))
    }
}

fn builtin_stem(name: &str) -> &'static str {
    if name == "isinf_sign" {
        "isinf_sign"
    } else {
        "isinf"
    }
}

fn float_suffix(suffix: &str) -> Option<CFloat> {
    Some(match suffix {
        "" => CFloat::Double,
        "f" => CFloat::Float,
        "l" => CFloat::LongDouble,
        "f16" => CFloat::Float16,
        "f32" => CFloat::Float32,
        "f64" => CFloat::Float64,
        "f128" | "q" => CFloat::Float128,
        "f32x" => CFloat::Float32x,
        "f64x" => CFloat::Float64x,
        _ => return None,
    })
}

fn least_normal(float: CFloat) -> &'static str {
    match float {
        CFloat::Float16 => "0x1p-14",
        CFloat::Float | CFloat::Float32 => "0x1p-126",
        CFloat::Double | CFloat::Float64 | CFloat::Float32x => "0x1p-1022",
        CFloat::LongDouble | CFloat::Float64x | CFloat::Float128 => "0x1p-16382",
    }
}
