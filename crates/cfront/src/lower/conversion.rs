//! Conversions between C types: casts, and what assignment, calls and returns allow.

use crate::ast::{Expr, TypeName};
use crate::ctype::{CTypes, QualTy, Quals, Ty, TyKind};
use crate::source::Span;

use super::{Lower, Lowered, Value, ValueKind};

impl<'a> Lower<'a> {
    /// Converts a scalar to a scalar type.
    pub(super) fn convert_scalar(&mut self, value: Value, to: Ty) -> Value {
        let ir = self.ir_type(to);
        let expr = self.scalar(value);
        let converted = self.b.convert(&self.program.types, expr, ir);
        Value::scalar(self.in_width(converted, to), to)
    }

    pub(super) fn cast(
        &mut self,
        name: &'a TypeName,
        operand: &'a Expr,
        span: Span,
    ) -> Lowered<Value> {
        let to = self.type_name(name)?;
        if to.ty == CTypes::VOID {
            self.discard(operand)?;
            return Ok(Value::void());
        }
        let value = self.rvalue(operand)?;
        self.at(span);
        if let Some(record) = self.types.record_id(to.ty) {
            if value.ty == to.ty {
                return Ok(value);
            }
            // GNU: a cast to a union initialises the member of that type.
            if self.types.record(record).kind == unspool_ir::RecordKind::Union {
                return self.cast_to_union(to.ty, value, span);
            }
        }
        let value = self.require_scalar(value, operand.span)?;
        match self.types.kind(to.ty) {
            TyKind::Complex(_) => {
                return self.unsupported(span, "complex numbers are not supported");
            }
            TyKind::Vector(_) => return self.unsupported(span, "vector types are not supported"),
            _ if !self.types.is_scalar(to.ty) => {
                let message = format!("cannot cast to `{}`", self.describe(to));
                return self.error(span, message);
            }
            _ => {}
        }
        let crosses = (self.types.is_pointer(value.ty) && self.types.is_float(to.ty))
            || (self.types.is_float(value.ty) && self.types.is_pointer(to.ty));
        if crosses {
            return self.error(span, "pointers and floating-point numbers do not convert");
        }
        Ok(self.convert_scalar(value, to.ty))
    }

    fn cast_to_union(&mut self, ty: Ty, value: Value, span: Span) -> Lowered<Value> {
        let position = self
            .types
            .record_id(ty)
            .and_then(|id| self.types.record(id).layout.as_ref())
            .and_then(|layout| {
                layout
                    .members
                    .iter()
                    .position(|m| self.types.compatible(m.ty.ty, value.ty))
            });
        let Some(position) = position else {
            return self.error(span, "the union has no member of this type");
        };
        self.union_with_member(ty, position, value, span)
    }

    /// A temporary union that holds a value as the member at this position.
    fn union_with_member(
        &mut self,
        ty: Ty,
        position: usize,
        value: Value,
        span: Span,
    ) -> Lowered<Value> {
        let union = self.temporary_lvalue(ty.into());
        let member = self.member_at(union, position);
        let value = match value.kind {
            ValueKind::Scalar(_) => self.convert_scalar(value, member.ty.ty),
            _ => value,
        };
        self.store(member, value, span)?;
        Ok(self.record_value(union, true))
    }

    /// Converts as if by assignment (C11 6.5.16.1): to a parameter, a variable, a result.
    pub(super) fn assign_convert(
        &mut self,
        value: Value,
        to: QualTy,
        source: Option<&Expr>,
        span: Span,
    ) -> Lowered<Value> {
        if let ValueKind::Void = value.kind {
            return self.error(span, "this has no value: it is `void`");
        }
        if value.ty == to.ty {
            return Ok(value);
        }
        if let ValueKind::Record { place, temporary } = value.kind {
            if self.types.compatible(value.ty, to.ty) {
                return Ok(Value {
                    kind: ValueKind::Record { place, temporary },
                    ty: to.ty,
                });
            }
            return self.mismatch(value.ty, to, span);
        }
        if let Some(record) = self.types.record_id(to.ty) {
            if self.types.record(record).transparent {
                return self.cast_to_transparent(to.ty, value, span);
            }
            return self.mismatch(value.ty, to, span);
        }
        if !self.types.is_scalar(to.ty) {
            return self.mismatch(value.ty, to, span);
        }
        match (self.types.pointee(value.ty), self.types.pointee(to.ty)) {
            (Some(from), Some(into)) => {
                let mut dropped = from.quals.without(into.quals).without(Quals::RESTRICT);
                // An atomic type is a type of its own, which `void *` can point to as to any other.
                if into.ty == CTypes::VOID {
                    dropped = dropped.without(Quals::ATOMIC);
                }
                let agrees = from.ty == CTypes::VOID
                    || into.ty == CTypes::VOID
                    || self.types.compatible(from.ty, into.ty)
                    || self.same_size_integers(from.ty, into.ty);
                if !agrees {
                    let message = format!(
                        "`{}` becomes `{}` without a cast",
                        self.describe(value.ty),
                        self.describe(to)
                    );
                    self.warn(span, message);
                } else if dropped != Quals::NONE {
                    let message = format!(
                        "`{}` becomes `{}`, which drops qualifiers",
                        self.describe(value.ty),
                        self.describe(to)
                    );
                    self.warn(span, message);
                }
            }
            (None, Some(_)) => {
                if self.types.is_float(value.ty) {
                    return self.mismatch(value.ty, to, span);
                }
                let is_null = source.is_some_and(|e| self.is_null_constant(e, value));
                let scalar = self.scalar(value);
                if !is_null && self.b.constant(scalar) != Some(0) {
                    self.warn(span, "an integer becomes a pointer without a cast");
                }
            }
            (Some(_), None) if to.ty != CTypes::BOOL => {
                if self.types.is_float(to.ty) {
                    return self.mismatch(value.ty, to, span);
                }
                self.warn(span, "a pointer becomes an integer without a cast");
            }
            _ => {}
        }
        Ok(self.convert_scalar(value, to.ty))
    }

    fn cast_to_transparent(&mut self, ty: Ty, value: Value, span: Span) -> Lowered<Value> {
        let record = self.types.record_id(ty);
        let first_fit = record
            .and_then(|id| self.types.record(id).layout.as_ref())
            .and_then(|layout| {
                layout
                    .members
                    .iter()
                    .position(|m| self.types.compatible(m.ty.ty, value.ty))
                    .or_else(|| {
                        layout
                            .members
                            .iter()
                            .position(|m| self.types.is_pointer(m.ty.ty))
                    })
            });
        let Some(position) = first_fit else {
            return self.mismatch(value.ty, ty.into(), span);
        };
        self.union_with_member(ty, position, value, span)
    }

    /// `char *` against `unsigned char *`: customary, and harmless.
    fn same_size_integers(&self, a: Ty, b: Ty) -> bool {
        self.types.is_integer(a)
            && self.types.is_integer(b)
            && self.types.size_of(a) == self.types.size_of(b)
    }

    pub(super) fn mismatch<T>(&mut self, from: Ty, to: QualTy, span: Span) -> Lowered<T> {
        let message = format!(
            "a value of type `{}` does not convert to `{}`",
            self.describe(from),
            self.describe(to)
        );
        self.error(span, message)
    }

    /// What a variadic or unprototyped parameter receives (C11 6.5.2.2p6).
    pub(super) fn default_promote(&mut self, value: Value) -> Value {
        match *self.types.kind(value.ty) {
            TyKind::Float(crate::ctype::CFloat::Float) => {
                self.convert_scalar(value, CTypes::DOUBLE)
            }
            TyKind::Bool | TyKind::Int(_) | TyKind::Enum(_) => {
                let ty = self.types.promote(value.ty);
                self.convert_scalar(value, ty)
            }
            _ => value,
        }
    }
}
