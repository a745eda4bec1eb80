//! `__builtin_add_overflow` and its relatives: computed in 128 bits, where nothing is lost, then compared.

use unspool_ir::{BinaryOp, InstKind, Types};

use crate::ast::Expr;
use crate::ctype::{CTypes, Ty};
use crate::source::Span;

use super::lvalue::{Operand, Target};
use super::{Lower, Lowered, Value};

impl<'a> Lower<'a> {
    pub(super) fn overflow_builtin(
        &mut self,
        builtin: &str,
        args: &'a [Expr],
        span: Span,
    ) -> Lowered<Option<Value>> {
        let Some(stem) = builtin
            .strip_suffix("_overflow")
            .or_else(|| builtin.strip_suffix("_overflow_p"))
        else {
            return Ok(None);
        };
        let (prefix, op) = if let Some(prefix) = stem.strip_suffix("add") {
            (prefix, BinaryOp::Add)
        } else if let Some(prefix) = stem.strip_suffix("sub") {
            (prefix, BinaryOp::Sub)
        } else if let Some(prefix) = stem.strip_suffix("mul") {
            (prefix, BinaryOp::Mul)
        } else {
            // The type-specific names put the size last: saddl_overflow.
            return self.typed_overflow(stem, args, span);
        };
        let fixed = match prefix {
            "" => None,
            "s" => Some(CTypes::INT),
            "u" => Some(CTypes::UINT),
            _ => return Ok(None),
        };
        self.overflow(op, fixed, args, builtin.ends_with("_p"), span)
    }

    fn typed_overflow(
        &mut self,
        stem: &str,
        args: &'a [Expr],
        span: Span,
    ) -> Lowered<Option<Value>> {
        let table = [
            ("l", CTypes::LONG, CTypes::ULONG),
            ("ll", CTypes::LONG_LONG, CTypes::ULONG_LONG),
        ];
        for (suffix, signed, unsigned) in table {
            for (sign, ty) in [("s", signed), ("u", unsigned)] {
                for (word, op) in [
                    ("add", BinaryOp::Add),
                    ("sub", BinaryOp::Sub),
                    ("mul", BinaryOp::Mul),
                ] {
                    if stem == format!("{sign}{word}{suffix}") {
                        return self.overflow(op, Some(ty), args, false, span);
                    }
                }
            }
        }
        Ok(None)
    }

    fn overflow(
        &mut self,
        op: BinaryOp,
        fixed: Option<Ty>,
        args: &'a [Expr],
        only_predicate: bool,
        span: Span,
    ) -> Lowered<Option<Value>> {
        let [a, b, result] = args else {
            return self.error(span, "this builtin takes 3 arguments");
        };
        let mut operands = Vec::new();
        for arg in [a, b] {
            let value = self.scalar_rvalue(arg)?;
            let value = match fixed {
                Some(ty) => self.convert_scalar(value, ty),
                None => value,
            };
            if !self.types.is_integer(value.ty) {
                return self.error(arg.span, "this builtin takes integers");
            }
            if self.types.size_of(value.ty) == Some(16) {
                return self.unsupported(arg.span, "overflow builtins on 128-bit integers");
            }
            operands.push(value);
        }
        let (result_ty, target) = if only_predicate {
            (self.type_of_expr(result)?, None)
        } else {
            let pointer = self.scalar_rvalue(result)?;
            match self.deref(pointer, result.span)? {
                Operand::Lvalue(lvalue) => (lvalue.ty, Some(lvalue)),
                _ => return self.error(result.span, "this must point to an integer"),
            }
        };
        if !self.types.is_integer(result_ty.ty) || result_ty.ty == CTypes::BOOL {
            return self.error(result.span, "this must point to an integer");
        }
        self.at(span);
        // Unsigned products may need all of 128 bits; everything else fits 127 and a sign.
        let all_unsigned = operands.iter().all(|v| !self.types.is_signed(v.ty));
        let wide = if all_unsigned && op == BinaryOp::Mul {
            Types::U128
        } else {
            Types::I128
        };
        let x = self.scalar(operands[0]);
        let y = self.scalar(operands[1]);
        let types = &self.program.types;
        let x = self.b.convert(types, x, wide);
        let y = self.b.convert(types, y, wide);
        let exact = self.b.binary(types, op, x, y);
        let exact = self.b.pinned(exact);
        let narrow = self.ir_type(result_ty.ty);
        let types = &self.program.types;
        let stored = self.b.convert(types, exact, narrow);
        let stored = self.b.pinned(stored);
        let types = &self.program.types;
        let back = self.b.convert(types, stored, wide);
        let mut lost = self.b.binary(types, BinaryOp::Ne, exact, back);
        // -1 and 2^128 - 1 look alike when the product is unsigned and the result signed.
        if wide == Types::U128 && self.types.is_signed(result_ty.ty) {
            let zero = self.b.int(types, narrow, 0);
            let negative = self.b.binary(types, BinaryOp::Lt, stored, zero);
            lost = self.b.binary(types, BinaryOp::Or, lost, negative);
        }
        let lost = self.b.pinned(lost);
        if let Some(lvalue) = target {
            match lvalue.target {
                Target::Place(place) => self.b.emit(InstKind::Store {
                    place,
                    value: stored,
                    access: super::lvalue::access(lvalue.ty),
                }),
                _ => return self.error(result.span, "this must point to an integer"),
            }
        }
        Ok(Some(Value::scalar(lost, CTypes::BOOL)))
    }
}
