//! Declarators: wrapping the specified type in pointers, arrays and functions.

use unspool_ir::Types;

use crate::ast::{self, ArraySize, Declarator, DeclaratorPart, FunctionPart, Parameters};
use crate::ctype::{ArrayLength, CTypes, FunctionTy, QualTy, Quals, Ty, TyKind, VlaId};

use super::symbols::{Entity, Local, LocalStorage};
use super::types::qualifiers;
use super::{Lower, Lowered};

/// What later walks over types, which recurse, can take.
pub(super) const MAX_TYPE_NESTING: u16 = 200;

/// The length of `[*]`, and of variable lengths where they are not evaluated.
pub(super) const UNKNOWN_LENGTH: VlaId = VlaId(u32::MAX);

impl<'a> Lower<'a> {
    /// The type of what the declarator declares, given the specified type.
    pub(super) fn declared_type(
        &mut self,
        base: QualTy,
        declarator: &'a Declarator,
    ) -> Lowered<QualTy> {
        let mut ty = base;
        for part in declarator.parts.iter().rev() {
            ty = match part {
                DeclaratorPart::Pointer(pointer) => {
                    let pointer_ty = self.types.pointer(ty);
                    QualTy::from(pointer_ty).qualified(qualifiers(pointer.qualifiers))
                }
                DeclaratorPart::Array(array) => self.array_type(ty, array)?,
                DeclaratorPart::Function(function) => self.function_type(ty, function)?.into(),
            };
        }
        if let Some(mode) = self.attribute(&declarator.attributes, "mode") {
            ty = self.mode_type(ty, mode);
        }
        if !declarator.parts.is_empty() && self.type_nesting(ty.ty) > MAX_TYPE_NESTING {
            return self.unsupported(declarator.span, "a type nested more than 200 levels deep");
        }
        Ok(ty)
    }

    /// How many pointers, arrays and functions a type is made of, one around the other.
    fn type_nesting(&mut self, ty: Ty) -> u16 {
        let position = CTypes::position(ty);
        if let Some(&known) = self.type_nesting.get(position)
            && known > 0
        {
            return known;
        }
        let inside = match self.types.kind(ty).clone() {
            TyKind::Pointer(inner) | TyKind::Array { element: inner, .. } => {
                self.type_nesting(inner.ty)
            }
            TyKind::Function(function) => {
                let mut deepest = self.type_nesting(function.result.ty);
                for &param in function.params.iter() {
                    deepest = deepest.max(self.type_nesting(param));
                }
                deepest
            }
            _ => 0,
        };
        if self.type_nesting.len() <= position {
            self.type_nesting.resize(position + 1, 0);
        }
        self.type_nesting[position] = inside.saturating_add(1);
        inside.saturating_add(1)
    }

    /// How many records a type holds, one inside the other.
    pub(super) fn record_nesting(&self, ty: Ty) -> u16 {
        let mut ty = ty;
        while let Some(element) = self.types.element(ty) {
            ty = element.ty;
        }
        match self.types.record_id(ty) {
            Some(id) => self.record_nesting.get(id.index()).copied().unwrap_or(1),
            None => 0,
        }
    }

    pub(super) fn type_name(&mut self, name: &'a ast::TypeName) -> Lowered<QualTy> {
        let base = self.specifier_type(&name.specs)?;
        self.declared_type(base, &name.declarator)
    }

    fn array_type(&mut self, element: QualTy, array: &'a ast::ArrayPart) -> Lowered<QualTy> {
        if self.types.is_function(element.ty) || element.ty == CTypes::VOID {
            let message = format!("array of `{}`", self.describe(element));
            return self.error(array.span, message);
        }
        if !self.types.is_complete(element.ty) && !self.types.is_variable_length(element.ty) {
            let message = format!("array of incomplete type `{}`", self.describe(element));
            return self.error(array.span, message);
        }
        let length = match &array.size {
            ArraySize::Unspecified => ArrayLength::Incomplete,
            ArraySize::Star => ArrayLength::Variable(UNKNOWN_LENGTH),
            ArraySize::Expr(expr) => self.array_length(expr)?,
        };
        let ty = self.types.array(element, length);
        if let ArrayLength::Constant(_) = length
            && self.types.size_of(ty).is_none()
            && !self.types.is_variable_length(element.ty)
        {
            return self.error(array.span, "this array is larger than any object can be");
        }
        Ok(QualTy::from(ty))
    }

    fn array_length(&mut self, expr: &'a ast::Expr) -> Lowered<ArrayLength> {
        let before = self.b.effects;
        let mark = self.b.mark();
        let value = self.rvalue(expr)?;
        if !self.types.is_integer(value.ty) {
            return self.error(expr.span, "an array length must be an integer");
        }
        let length = self.scalar(value);
        if let Some(super::constant::Constant::Bits(bits)) = self.as_constant(length)
            && self.b.effects == before
        {
            let ir_ty = self.b.type_of(length);
            let width = self.program.types.value_bits(ir_ty);
            let negative = self.program.types.is_signed(ir_ty)
                && unspool_ir::arithmetic::sign_extend(bits, width) < 0;
            self.b.rewind(mark);
            return match u64::try_from(bits) {
                Ok(length) if !negative => Ok(ArrayLength::Constant(length)),
                _ => self.error(expr.span, "an array length cannot be negative"),
            };
        }
        if self.f.symbol.is_none() {
            if self.unevaluated > 0 {
                return Ok(ArrayLength::Variable(UNKNOWN_LENGTH));
            }
            return self.error(expr.span, "an array at file scope needs a constant length");
        }
        if self.unevaluated > 0 && self.f.in_prototype {
            return Ok(ArrayLength::Variable(UNKNOWN_LENGTH));
        }
        let size = self.types.size_type();
        let size = self.ir_type(size);
        let length = self.b.convert(&self.program.types, length, size);
        let reg = self.b.spill(length);
        self.vla_lengths.push(reg);
        Ok(ArrayLength::Variable(VlaId(
            self.vla_lengths.len() as u32 - 1,
        )))
    }

    pub(super) fn function_type(&mut self, result: QualTy, part: &'a FunctionPart) -> Lowered<Ty> {
        if self.types.is_function(result.ty) || self.types.is_array(result.ty) {
            let message = format!("a function cannot return `{}`", self.describe(result));
            return self.error(part.span, message);
        }
        let mut params = Vec::new();
        let mut prototype = true;
        match &part.parameters {
            Parameters::Identifiers(_) => prototype = false,
            Parameters::Prototype(list) => {
                // Only lengths that name other parameters need those declared.
                if list.iter().any(|p| has_computed_length(&p.declarator)) {
                    params = self.prototype_with_lengths(list)?;
                } else {
                    for parameter in list {
                        let ty = self.parameter_type(parameter)?;
                        params.push(ty.ty);
                    }
                }
                if params.as_slice() == [CTypes::VOID] {
                    params.clear();
                }
                if let Some(position) = params.iter().position(|&ty| ty == CTypes::VOID) {
                    return self.error(list[position].span, "a parameter cannot have type `void`");
                }
            }
        }
        Ok(self.types.intern(TyKind::Function(FunctionTy {
            result: QualTy {
                quals: Quals::NONE,
                ..result
            },
            params: params.into(),
            variadic: part.variadic,
            prototype,
        })))
    }

    fn prototype_with_lengths(&mut self, list: &'a [ast::Parameter]) -> Lowered<Vec<Ty>> {
        self.scopes.push();
        let was_in_prototype = std::mem::replace(&mut self.f.in_prototype, true);
        let result = self.unevaluated(|lower| {
            let mut params = Vec::new();
            for parameter in list {
                let ty = lower.parameter_type(parameter)?;
                params.push(ty.ty);
                if let Some(name) = parameter.declarator.name {
                    let ir = match lower.ir_type(ty.ty) {
                        Types::VOID => Types::I32,
                        other => other,
                    };
                    let reg = lower.b.new_reg("", ir);
                    let storage = LocalStorage::Reg(reg);
                    let entity = Entity::Local(Local { storage, ty });
                    lower.scopes.declare(name.symbol, entity, name.span);
                }
            }
            Ok(params)
        });
        self.f.in_prototype = was_in_prototype;
        self.scopes.pop();
        result
    }

    /// The adjusted type: arrays and functions become pointers (C11 6.7.6.3p7).
    pub(super) fn parameter_type(&mut self, parameter: &'a ast::Parameter) -> Lowered<QualTy> {
        let base = self.specifier_type(&parameter.specs)?;
        // The outermost array is a pointer whatever its length.
        if let Some((DeclaratorPart::Array(array), rest)) = parameter.declarator.parts.split_first()
        {
            let mut element = base;
            for part in rest.iter().rev() {
                element = match part {
                    DeclaratorPart::Pointer(pointer) => {
                        let ty = self.types.pointer(element);
                        QualTy::from(ty).qualified(qualifiers(pointer.qualifiers))
                    }
                    DeclaratorPart::Array(inner) => self.array_type(element, inner)?,
                    DeclaratorPart::Function(function) => {
                        self.function_type(element, function)?.into()
                    }
                };
            }
            let pointer = self.types.pointer(element);
            return Ok(QualTy::from(pointer).qualified(qualifiers(array.qualifiers)));
        }
        let ty = self.declared_type(base, &parameter.declarator)?;
        Ok(self.adjust_parameter(ty))
    }

    pub(super) fn adjust_parameter(&mut self, ty: QualTy) -> QualTy {
        match *self.types.kind(ty.ty) {
            TyKind::Array { element, .. } => {
                let element = element.qualified(ty.quals);
                self.types.pointer(element).into()
            }
            TyKind::Function(_) => self.types.pointer(ty).into(),
            _ => ty,
        }
    }
}

fn has_computed_length(declarator: &Declarator) -> bool {
    declarator.parts.iter().skip(1).any(|part| {
        matches!(part, DeclaratorPart::Array(array)
            if matches!(&array.size, ArraySize::Expr(expr) if !matches!(expr.kind, ast::ExprKind::Int(_))))
    })
}
