//! Builtins on floating-point numbers: what is exact and needs no loop.

use unspool_ir::{BinaryOp, ExprId, Types, UnaryOp, arithmetic};

use crate::ast::Expr;
use crate::ctype::{CFloat, CTypes, TyKind};
use crate::source::Span;

use super::{Lower, Lowered, Value};

impl<'a> Lower<'a> {
    /// Infinities, NaNs, classification and sign: what is exact and needs no loop.
    pub(super) fn float_builtin(
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
                let bits = arithmetic::parse_float(value, kind).unwrap_or(0);
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
        if let ("fpclassify", [classes @ .., operand]) = (builtin, args)
            && classes.len() == 5
        {
            return self.classify(classes, operand, span).map(Some);
        }
        let [operand] = args else {
            return Ok(None);
        };
        if let "signbit" | "signbitf" | "signbitl" = builtin {
            return self.sign_bit(builtin, operand, span).map(Some);
        }
        let stem = match builtin {
            "isnan" | "isnanf" | "isnanl" => "isnan",
            "isinf" | "isinff" | "isinfl" => "isinf",
            "isinf_sign" => "isinf_sign",
            "isfinite" | "finite" | "finitef" | "finitel" => "isfinite",
            "isnormal" => "isnormal",
            "fabs" | "fabsf" | "fabsl" | "fabsf128" => "fabs",
            _ => return Ok(None),
        };
        let value = self.number(operand)?;
        let value = match builtin {
            "fabsf" | "isnanf" | "isinff" | "finitef" => self.convert_scalar(value, CTypes::FLOAT),
            "fabsl" | "isnanl" | "isinfl" | "finitel" => {
                self.convert_scalar(value, CTypes::LONG_DOUBLE)
            }
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
        let infinity = arithmetic::parse_float("inf", kind).unwrap_or(0);
        let types = &self.program.types;
        let infinity = self.b.float(ir, infinity);
        let minus_infinity = self.b.unary(types, UnaryOp::Neg, infinity);
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
                self.b.unary(types, UnaryOp::Not, either)
            }
            _ => {
                let zero = self.b.float(ir, 0);
                let negative = self.b.binary(types, BinaryOp::Lt, x, zero);
                let negated = self.b.unary(types, UnaryOp::Neg, x);
                // x == 0 is 0 - x or x + 0: either way plus zero.
                let is_zero = self.b.binary(types, BinaryOp::Eq, x, zero);
                let absolute = self.b.select(negative, negated, x);
                if stem == "fabs" {
                    let magnitude = self.b.select(is_zero, zero, absolute);
                    return Ok(Some(Value::scalar(magnitude, value.ty)));
                }
                let least = arithmetic::parse_float(least_normal(float), kind).unwrap_or(0);
                let least = self.b.float(ir, least);
                let large = self.b.binary(types, BinaryOp::Ge, absolute, least);
                let finite = self.b.unary(types, UnaryOp::Not, is_infinite);
                self.b.binary(types, BinaryOp::And, large, finite)
            }
        };
        Ok(Some(self.bool_value(truth)))
    }

    /// The sign is in the bits, which only memory shows: a library function looks there.
    fn sign_bit(&mut self, builtin: &str, operand: &'a Expr, span: Span) -> Lowered<Value> {
        let value = self.number(operand)?;
        let (name, ty) = match (builtin, self.types.kind(value.ty)) {
            ("signbitf", _) | ("signbit", TyKind::Float(CFloat::Float | CFloat::Float32)) => {
                ("__signbitf", CTypes::FLOAT)
            }
            ("signbitl", _) | ("signbit", TyKind::Float(CFloat::LongDouble | CFloat::Float64x)) => {
                ("__signbitl", CTypes::LONG_DOUBLE)
            }
            ("signbit", TyKind::Float(CFloat::Float128)) => {
                return self.unsupported(span, "the sign bit of a `__float128`");
            }
            _ => ("__signbit", CTypes::DOUBLE),
        };
        let value = self.convert_scalar(value, ty);
        let arg = self.scalar(value);
        let symbol = self.names.intern(name);
        let Some(&symbol) = self.externals.get(&symbol) else {
            return self.unsupported(span, format!("`__builtin_{builtin}` without its model"));
        };
        let function = super::lvalue::FunctionRef {
            callee: super::lvalue::FunctionCallee::Symbol(symbol),
            ty: self.symbols[symbol.index()].ty.ty,
        };
        self.at(span);
        self.emit_call(function, vec![arg], span)
    }

    /// `__builtin_fpclassify(nan, infinite, normal, subnormal, zero, x)`
    fn classify(&mut self, classes: &'a [Expr], operand: &'a Expr, span: Span) -> Lowered<Value> {
        let mut answers = Vec::new();
        for class in classes {
            let value = self.number(class)?;
            let value = self.convert_scalar(value, CTypes::INT);
            answers.push(self.scalar(value));
        }
        let value = self.number(operand)?;
        let TyKind::Float(float) = *self.types.kind(value.ty) else {
            return self.error(operand.span, "this builtin takes a floating-point number");
        };
        let ir = self.ir_type(value.ty);
        let kind = self.types.float_kind(float);
        let x = self.scalar(value);
        let x = self.b.pinned(x);
        self.at(span);
        let number = |text: &str| arithmetic::parse_float(text, kind).unwrap_or(0);
        let infinity = self.b.float(ir, number("inf"));
        let least = self.b.float(ir, number(least_normal(float)));
        let zero = self.b.float(ir, 0);
        let types = &self.program.types;
        let negated = self.b.unary(types, UnaryOp::Neg, x);
        let is_negative = self.b.binary(types, BinaryOp::Lt, x, zero);
        let absolute = self.b.select(is_negative, negated, x);
        let is_nan = self.b.binary(types, BinaryOp::Ne, x, x);
        let is_infinite = self.b.binary(types, BinaryOp::Eq, absolute, infinity);
        let is_normal = self.b.binary(types, BinaryOp::Ge, absolute, least);
        let is_zero = self.b.binary(types, BinaryOp::Eq, x, zero);
        let small = self.b.select(is_zero, answers[4], answers[3]);
        let finite = self.b.select(is_normal, answers[2], small);
        let number = self.b.select(is_infinite, answers[1], finite);
        let class = self.b.select(is_nan, answers[0], number);
        Ok(Value::scalar(class, CTypes::INT))
    }

    fn number(&mut self, expr: &'a Expr) -> Lowered<Value> {
        let value = self.scalar_rvalue(expr)?;
        if !self.types.is_arithmetic(value.ty) {
            let message = format!(
                "this builtin takes numbers, not `{}`",
                self.describe(value.ty)
            );
            return self.error(expr.span, message);
        }
        Ok(value)
    }

    fn float_pair(&mut self, a: &'a Expr, b: &'a Expr, span: Span) -> Lowered<(ExprId, ExprId)> {
        let a = self.number(a)?;
        let b = self.number(b)?;
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
