//! Compiler builtins: those that are not functions of the library under another name.
//!
//! `__builtin_memcpy` and the like are the library's `memcpy`; see `Lower::declare_implicitly`.

use unspool_ir::{BinaryOp, InstKind, Storage, Terminator, Types};

use crate::ast::Expr;
use crate::ctype::{CTypes, Ty, TyKind};
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
        if name.starts_with("__sync_")
            || name.starts_with("__atomic_")
            || name.starts_with("__c11_atomic_")
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
            (
                "setjmp" | "longjmp" | "apply" | "apply_args" | "return" | "shuffle"
                | "convertvector",
                _,
            ) => {
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
        let align = self.default_align();
        self.b.emit(InstKind::Alloc {
            dst,
            size,
            align,
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
            let to = self
                .b
                .int(types, Types::I32, u128::from(8 * (bytes - 1 - byte)));
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
            TyKind::Int(_) | TyKind::WideBits { .. } | TyKind::Enum(_) | TyKind::Bool => 1,
            TyKind::Pointer(_) | TyKind::Array { .. } | TyKind::Function(_) => 5,
            TyKind::Float(_) => 8,
            TyKind::Complex(_) => 9,
            TyKind::Record(id) => match self.types.record(*id).kind {
                unspool_ir::RecordKind::Struct => 12,
                unspool_ir::RecordKind::Union => 13,
            },
            TyKind::Vector(_) => 14,
        }
    }
}
