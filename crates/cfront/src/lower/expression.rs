//! Expressions: the dispatch, and those that need no file of their own.

use unspool_ir::{ExprId, InstKind, Types};

use crate::ast::{
    BinaryOp, Encoding, Expr, ExprKind, FixPosition, FloatLiteral, FloatSuffix, IncrementStep,
    IntLength, IntLiteral, LogicalOp, OffsetofStep, StringLiteral, StringUnits, UnaryOp,
};
use crate::ctype::{CFloat, CTypes, IntKind, QualTy, Ty, TyKind, VlaId};
use crate::record::{MemberPlace, find_member};
use crate::source::Span;

use super::lvalue::Operand;
use super::{Lower, Lowered, Value, ValueKind};

impl<'a> Lower<'a> {
    /// The value of an expression, after lvalue conversion and decay.
    pub(super) fn rvalue(&mut self, expr: &'a Expr) -> Lowered<Value> {
        let operand = self.operand(expr)?;
        // An identifier's own position is better than its parent's.
        self.at(expr.span);
        self.value_of(operand, expr.span)
    }

    /// The IR expression of a scalar value. Records and void have been refused before.
    pub(super) fn scalar(&mut self, value: Value) -> ExprId {
        match value.kind {
            ValueKind::Scalar(expr) => expr,
            ValueKind::Void | ValueKind::Record { .. } => {
                self.b.int(&self.program.types, Types::I32, 0)
            }
        }
    }

    /// A value that must be a scalar.
    pub(super) fn scalar_rvalue(&mut self, expr: &'a Expr) -> Lowered<Value> {
        let value = self.rvalue(expr)?;
        self.require_scalar(value, expr.span)
    }

    pub(super) fn require_scalar(&mut self, value: Value, span: Span) -> Lowered<Value> {
        match value.kind {
            ValueKind::Scalar(_) => Ok(value),
            ValueKind::Void => self.error(span, "this has no value: it is `void`"),
            ValueKind::Record { .. } => {
                let message = format!(
                    "a value of type `{}` cannot be used here",
                    self.describe(value.ty)
                );
                self.error(span, message)
            }
        }
    }

    /// The truth of an expression, as a bool.
    pub(super) fn condition(&mut self, expr: &'a Expr) -> Lowered<ExprId> {
        let value = self.scalar_rvalue(expr)?;
        let scalar = self.scalar(value);
        Ok(self.b.truth(&self.program.types, scalar))
    }

    pub(super) fn operand(&mut self, expr: &'a Expr) -> Lowered<Operand> {
        self.deeper(expr.span, |lower| lower.operand_inner(expr))
    }

    fn operand_inner(&mut self, expr: &'a Expr) -> Lowered<Operand> {
        let span = expr.span;
        self.at(span);
        let value = match &expr.kind {
            ExprKind::Identifier(name) => return self.identifier(*name, span),
            ExprKind::Int(literal) => self.int_literal(*literal),
            ExprKind::Float(literal) => self.float_literal(*literal, span)?,
            ExprKind::Char(literal) => {
                let ty = match literal.encoding {
                    Encoding::Narrow => CTypes::INT,
                    Encoding::Utf8 => CTypes::UCHAR,
                    encoding => self.char_type(encoding),
                };
                self.constant_value(literal.value as u128, ty)
            }
            ExprKind::String(literal) => {
                let unit = self.char_type(literal.encoding);
                let bytes = self.string_bytes(literal);
                return Ok(self.string_operand(bytes, unit));
            }
            ExprKind::Unary(op, operand) => self.unary(*op, operand, span)?,
            ExprKind::Increment {
                position,
                step,
                operand,
            } => {
                let op = increment_op(*step);
                self.increment(operand, op, *position == FixPosition::Postfix, span)?
            }
            ExprKind::AddressOf(operand) => {
                // `&*e` and `&a[i]` are not accesses, and `&*e` is e even where e points to void.
                if let ExprKind::Deref(pointer) = &operand.kind {
                    let value = self.rvalue(pointer)?;
                    if self.types.is_pointer(value.ty) {
                        return Ok(Operand::Value(value));
                    }
                }
                let inner = self.operand(operand)?;
                self.at(span);
                self.address_of(inner, operand.span)?
            }
            ExprKind::Deref(pointer) => {
                let value = self.scalar_rvalue(pointer)?;
                self.at(span);
                return self.deref(value, pointer.span);
            }
            ExprKind::LabelAddress(label) => {
                if self.f.symbol.is_none() {
                    return self.error(span, "labels have addresses only inside their function");
                }
                let number = self.label_number(*label);
                self.constant_value(number, CTypes::VOID_POINTER)
            }
            ExprKind::SizeofExpr(operand) => {
                let ty = self.type_of_operand(operand, |lower, looked_at| {
                    match looked_at.is_bit_field() {
                        true => lower.error(operand.span, "a bit-field has no size in bytes"),
                        false => Ok(()),
                    }
                })?;
                self.size_of(ty, span)?
            }
            ExprKind::SizeofType(name) => {
                let ty = self.type_name(name)?;
                self.size_of(ty, span)?
            }
            ExprKind::AlignofExpr(operand) => {
                let ty = self.type_of_expr(operand)?;
                let align = match &operand.kind {
                    // A member lies as its record does, not as a variable of its own would.
                    ExprKind::Member(record, _) | ExprKind::Arrow(record, _) => {
                        let record = self.type_of_expr(record)?;
                        let record = self.types.pointee(record.ty).unwrap_or(record);
                        self.types.align_of(ty).min(self.types.align_of(record))
                    }
                    _ => self
                        .types
                        .preferred_align(ty)
                        .max(self.declared_align(operand)),
                };
                self.size_constant(align)
            }
            ExprKind::AlignofType(name) => {
                let ty = self.type_name(name)?;
                if self.types.record_id(ty.ty).is_some() && !self.types.is_complete(ty.ty) {
                    let message = format!("`{}` is only declared, not defined", self.describe(ty));
                    return self.error(span, message);
                }
                let align = if self.is_spelled_gnu(span) {
                    self.types.preferred_align(ty)
                } else {
                    self.types.align_of(ty)
                };
                self.size_constant(align)
            }
            ExprKind::Cast(name, operand) => self.cast(name, operand, span)?,
            ExprKind::CompoundLiteral(name, list) => {
                return self.compound_literal(name, list, span);
            }
            ExprKind::Binary(..) => self.binary_chain(expr)?,
            ExprKind::Logical(op, left, right) => self.logical(*op, left, right)?,
            ExprKind::Assign(left, right) => self.assign(left, right, span)?,
            ExprKind::AssignOp(op, left, right) => self.assign_op(*op, left, right, span)?,
            ExprKind::Comma(left, right) => {
                // Along the left operand in a loop, since a list may be as long as the input.
                let mut later = Vec::new();
                let mut first = &**left;
                while let ExprKind::Comma(inner, second) = &first.kind {
                    later.push(&**second);
                    first = inner;
                }
                self.discard(first)?;
                while let Some(next) = later.pop() {
                    self.discard(next)?;
                }
                self.rvalue(right)?
            }
            ExprKind::Conditional(condition, then, otherwise) => {
                self.conditional(condition, then.as_deref(), otherwise, span)?
            }
            ExprKind::Call(callee, args) => self.call(callee, args, span)?,
            ExprKind::Index(array, index) => return self.index(array, index, span),
            ExprKind::Member(base, member) => {
                let base_operand = self.operand(base)?;
                self.at(span);
                return self.member(base_operand, *member, base.span);
            }
            ExprKind::Arrow(base, member) => {
                let pointer = self.scalar_rvalue(base)?;
                self.at(span);
                let object = self.deref(pointer, base.span)?;
                return self.member(object, *member, base.span);
            }
            ExprKind::StatementExpr(block) => self.statement_expr(block)?,
            ExprKind::Generic(selection) => return self.generic(selection, span),
            ExprKind::Offsetof(name, path) => self.offset_of(name, path, span)?,
            ExprKind::VaArg(list, name) => return self.va_arg(list, name, span),
            ExprKind::TypesCompatible(a, b) => {
                let (a, b) = (self.type_name(a)?, self.type_name(b)?);
                let same = self.types.compatible(a.ty, b.ty);
                self.constant_value(u128::from(same), CTypes::INT)
            }
            ExprKind::ChooseExpr(operands) => {
                let [condition, then, otherwise] = &**operands;
                let chosen = if self.constant_int(condition)? != 0 {
                    then
                } else {
                    otherwise
                };
                return self.operand(chosen);
            }
            ExprKind::Nondet(name) => self.nondet(name, span)?,
        };
        Ok(Operand::Value(value))
    }

    pub(super) fn constant_value(&mut self, value: u128, ty: Ty) -> Value {
        let ir = self.ir_type(ty);
        Value::scalar(self.b.int(&self.program.types, ir, value), ty)
    }

    pub(super) fn size_constant(&mut self, value: u64) -> Value {
        let ty = self.types.size_type();
        self.constant_value(u128::from(value), ty)
    }

    /// `__alignof__`, against `_Alignof`; parentheses may stand before it.
    fn is_spelled_gnu(&self, span: Span) -> bool {
        let is_bracket = |byte: &&u8| **byte == b'(' || byte.is_ascii_whitespace();
        let text = self.map.span_bytes(span);
        let start = text.iter().take_while(is_bracket).count();
        text[start..].starts_with(b"__")
    }

    /// The alignment that a variable's own declaration asks for; 0 if none.
    fn declared_align(&self, expr: &Expr) -> u64 {
        use super::symbols::{Entity, LocalStorage, SymbolKind};
        let ExprKind::Identifier(name) = expr.kind else {
            return 0;
        };
        match self.scopes.find(name).map(|named| named.entity) {
            Some(Entity::Local(local)) => match local.storage {
                LocalStorage::Slot(slot) => self.b.body.slots[slot.index()].align,
                _ => 0,
            },
            Some(Entity::Symbol(symbol, _)) => match &self.symbols[symbol.index()].kind {
                SymbolKind::Object(object) => object.align,
                SymbolKind::Function(_) => 0,
            },
            _ => 0,
        }
    }

    /// The first of the types C11 6.4.4.1 lists in which the value fits.
    fn int_literal(&mut self, literal: IntLiteral) -> Value {
        use IntKind::*;
        let candidates: &[(IntKind, bool)] = &[
            (Int, false),
            (UInt, true),
            (Long, false),
            (ULong, true),
            (LongLong, false),
            (ULongLong, true),
        ];
        let least = match literal.length {
            IntLength::Int => 0,
            IntLength::Long => 2,
            IntLength::LongLong => 4,
        };
        let value = u128::from(literal.value);
        let fits = |&&(kind, unsigned): &&(IntKind, bool)| {
            let bits = self.types.int_bits(kind);
            match (literal.is_unsigned, unsigned) {
                (true, false) => return false,
                (false, true) if literal.is_decimal => return false,
                _ => {}
            }
            value >> (if unsigned { bits } else { bits - 1 }) == 0
        };
        // A decimal too large for long long is __int128 in GNU C.
        let kind = candidates[least..]
            .iter()
            .find(fits)
            .map_or(Int128, |&(kind, _)| kind);
        let ty = self.types.int(kind);
        self.constant_value(value, ty)
    }

    fn float_literal(&mut self, literal: FloatLiteral, span: Span) -> Lowered<Value> {
        use crate::ast::ExtendedFloat;
        let float = match literal.suffix {
            FloatSuffix::Double => CFloat::Double,
            FloatSuffix::Float => CFloat::Float,
            FloatSuffix::LongDouble => CFloat::LongDouble,
            FloatSuffix::Extended(extended) => match extended {
                ExtendedFloat::F16 => CFloat::Float16,
                ExtendedFloat::F32 => CFloat::Float32,
                ExtendedFloat::F64 => CFloat::Float64,
                ExtendedFloat::F128 => CFloat::Float128,
                ExtendedFloat::F32x => CFloat::Float32x,
                ExtendedFloat::F64x => CFloat::Float64x,
                ExtendedFloat::F80 => CFloat::LongDouble,
                ExtendedFloat::BFloat16 => {
                    return self.unsupported(span, "`__bf16` is not supported");
                }
            },
        };
        let ty = self.types.intern(TyKind::Float(float));
        let ir = self.ir_type(ty);
        let kind = self.types.float_kind(float);
        let text = self.text(literal.digits).to_string();
        match unspool_ir::arithmetic::parse_float(&text, kind) {
            Some(bits) => Ok(Value::scalar(self.b.float(ir, bits), ty)),
            None => self.error(span, "this is not a floating-point number"),
        }
    }

    pub(super) fn char_type(&self, encoding: Encoding) -> Ty {
        match encoding {
            Encoding::Narrow | Encoding::Utf8 => CTypes::CHAR,
            Encoding::Utf16 => CTypes::USHORT,
            Encoding::Utf32 => CTypes::UINT,
            Encoding::Wide => self.types.wchar_type(),
        }
    }

    /// The bytes of a literal with its terminating zero.
    pub(super) fn string_bytes(&self, literal: &StringLiteral) -> Vec<u8> {
        match &literal.units {
            StringUnits::Bytes(bytes) => {
                let mut bytes = bytes.to_vec();
                bytes.push(0);
                bytes
            }
            StringUnits::Units(units) => {
                let size = self
                    .types
                    .size_of(self.char_type(literal.encoding))
                    .unwrap_or(4) as usize;
                let mut bytes = Vec::with_capacity((units.len() + 1) * size);
                for unit in units.iter().copied().chain([0]) {
                    bytes.extend_from_slice(&unit.to_le_bytes()[..size.min(4)]);
                }
                bytes
            }
        }
    }

    fn unary(&mut self, op: UnaryOp, operand: &'a Expr, span: Span) -> Lowered<Value> {
        let value = self.scalar_rvalue(operand)?;
        self.at(span);
        if op == UnaryOp::Not {
            let scalar = self.scalar(value);
            let truth = self.b.truth(&self.program.types, scalar);
            let types = &self.program.types;
            let negated = self.b.unary(types, unspool_ir::UnaryOp::Not, truth);
            return Ok(self.bool_value(negated));
        }
        let allowed = match op {
            UnaryOp::BitNot => self.types.is_integer(value.ty),
            _ => self.types.is_arithmetic(value.ty),
        };
        if !allowed {
            let message = format!(
                "this operator does not apply to `{}`",
                self.describe(value.ty)
            );
            return self.error(operand.span, message);
        }
        let ty = self.types.promote(value.ty);
        let value = self.convert_scalar(value, ty);
        let scalar = self.scalar(value);
        let types = &self.program.types;
        let result = match op {
            UnaryOp::Minus => self.b.unary(types, unspool_ir::UnaryOp::Neg, scalar),
            UnaryOp::BitNot => self.b.unary(types, unspool_ir::UnaryOp::Complement, scalar),
            UnaryOp::Plus | UnaryOp::Not => scalar,
        };
        Ok(Value::scalar(self.in_width(result, ty), ty))
    }

    /// A truth value as C has it: an int.
    pub(super) fn bool_value(&mut self, truth: ExprId) -> Value {
        let int = self.b.convert(&self.program.types, truth, Types::I32);
        Value::scalar(int, CTypes::INT)
    }

    /// Evaluates for its effects only.
    pub(super) fn discard(&mut self, expr: &'a Expr) -> Lowered<()> {
        // Without its value, `x++` is `++x`, which need not remember the old one.
        if let ExprKind::Increment { step, operand, .. } = &expr.kind {
            let op = increment_op(*step);
            self.at(expr.span);
            return self.increment(operand, op, false, expr.span).map(|_| ());
        }
        match self.operand(expr)? {
            // Reading a volatile or shared object counts even when the value is unused; a whole record is not read.
            Operand::Lvalue(lvalue) if self.types.is_scalar(lvalue.ty.ty) => {
                self.at(expr.span);
                self.load(lvalue, expr.span)?;
            }
            // So does computing, which may be undefined.
            Operand::Value(value) if is_computation(expr) && self.types.is_scalar(value.ty) => {
                let value = self.scalar(value);
                if self.b.is_computed(value) {
                    self.at(expr.span);
                    self.b.spill(value);
                }
            }
            Operand::Lvalue(_) | Operand::Function(_) | Operand::Value(_) => {}
        }
        Ok(())
    }

    pub(super) fn size_of(&mut self, ty: QualTy, span: Span) -> Lowered<Value> {
        if self.types.is_variable_length(ty.ty) {
            let size = self.variable_size(ty)?;
            let size_ty = self.types.size_type();
            return Ok(Value::scalar(size, size_ty));
        }
        match self.types.size_of(ty.ty) {
            Some(size) => Ok(self.size_constant(size)),
            // GNU C: void and functions have size 1.
            None if ty.ty == CTypes::VOID || self.types.is_function(ty.ty) => {
                Ok(self.size_constant(1))
            }
            None => {
                let message = format!("the size of `{}` is not known", self.describe(ty));
                self.error(span, message)
            }
        }
    }

    /// Size in bytes of an array of variable length, as a `size_t` expression.
    pub(super) fn variable_size(&mut self, ty: QualTy) -> Lowered<ExprId> {
        let size_ty = self.types.size_type();
        let ir = self.ir_type(size_ty);
        if !self.types.is_variable_length(ty.ty) {
            let size = self.types.size_of(ty.ty).unwrap_or(1);
            return Ok(self.b.int(&self.program.types, ir, u128::from(size)));
        }
        let TyKind::Array { element, length } = *self.types.kind(ty.ty) else {
            return Ok(self.b.int(&self.program.types, ir, 1));
        };
        let element = self.variable_size(element)?;
        let length = self.array_length_expr(length);
        let types = &self.program.types;
        Ok(self
            .b
            .binary(types, unspool_ir::BinaryOp::Mul, length, element))
    }

    pub(super) fn array_length_expr(&mut self, length: crate::ctype::ArrayLength) -> ExprId {
        use crate::ctype::ArrayLength;
        let size_ty = self.types.size_type();
        let ir = self.ir_type(size_ty);
        match length {
            ArrayLength::Constant(n) => self.b.int(&self.program.types, ir, u128::from(n)),
            ArrayLength::Incomplete => self.b.int(&self.program.types, ir, 0),
            ArrayLength::Variable(VlaId(id)) => match self.vla_lengths.get(id as usize) {
                Some(&reg) => self.b.reg(reg),
                None => self.b.int(&self.program.types, ir, 0),
            },
        }
    }

    fn offset_of(
        &mut self,
        name: &'a crate::ast::TypeName,
        path: &'a [OffsetofStep],
        span: Span,
    ) -> Lowered<Value> {
        let mut ty = self.type_name(name)?;
        let size_ty = self.types.size_type();
        let ir = self.ir_type(size_ty);
        let mut offset = self.b.int(&self.program.types, ir, 0);
        for step in path {
            match step {
                OffsetofStep::Field(field) => {
                    let found = self
                        .types
                        .record_id(ty.ty)
                        .and_then(|record| find_member(&self.types, record, field.symbol));
                    let Some(positions) = found else {
                        let message = format!(
                            "`{}` has no member named `{}`",
                            self.describe(ty),
                            self.text(field.symbol)
                        );
                        return self.error(field.span, message);
                    };
                    for position in positions {
                        let member = self
                            .types
                            .record_id(ty.ty)
                            .and_then(|id| self.types.record(id).layout.as_ref())
                            .and_then(|layout| layout.members.get(position))
                            .cloned();
                        let Some(member) = member else {
                            return self.error(span, "no such member");
                        };
                        let MemberPlace::Field { offset: bytes, .. } = member.place else {
                            return self.error(span, "a bit-field has no offset in bytes");
                        };
                        let bytes = self.b.int(&self.program.types, ir, u128::from(bytes));
                        let types = &self.program.types;
                        offset = self
                            .b
                            .binary(types, unspool_ir::BinaryOp::Add, offset, bytes);
                        ty = member.ty;
                    }
                }
                OffsetofStep::Index(index) => {
                    let Some(element) = self.types.element(ty.ty) else {
                        return self.error(index.span, "only arrays can be indexed");
                    };
                    let value = self.scalar_rvalue(index)?;
                    let value = self.convert_scalar(value, size_ty);
                    let value = self.scalar(value);
                    let size = self.types.size_of(element.ty).unwrap_or(0);
                    let size = self.b.int(&self.program.types, ir, u128::from(size));
                    let types = &self.program.types;
                    let bytes = self.b.binary(types, unspool_ir::BinaryOp::Mul, value, size);
                    offset = self
                        .b
                        .binary(types, unspool_ir::BinaryOp::Add, offset, bytes);
                    ty = element;
                }
            }
        }
        Ok(Value::scalar(offset, size_ty))
    }

    fn generic(
        &mut self,
        selection: &'a crate::ast::GenericSelection,
        span: Span,
    ) -> Lowered<Operand> {
        // The controlling expression undergoes lvalue conversion: qualifiers go, arrays and functions decay.
        let controlling = self.unevaluated(|lower| {
            let operand = lower.operand(&selection.controlling)?;
            let ty = operand.ty();
            Ok(match *lower.types.kind(ty.ty) {
                TyKind::Array { element, .. } => lower.types.pointer(element.qualified(ty.quals)),
                TyKind::Function(_) => lower.types.pointer(ty),
                _ => ty.ty,
            })
        })?;
        let mut default = None;
        let mut chosen = None;
        for association in &selection.associations {
            match &association.type_name {
                None => default = Some(&association.value),
                Some(name) => {
                    let ty = self.type_name(name)?;
                    if ty.quals != crate::ctype::Quals::NONE
                        || !self.types.compatible(ty.ty, controlling)
                    {
                        continue;
                    }
                    if chosen.replace(&association.value).is_some() {
                        return self.error(name.span, "two associations have this type");
                    }
                }
            }
        }
        match chosen.or(default) {
            Some(value) => self.operand(value),
            None => {
                let message = format!(
                    "no association of this `_Generic` fits type `{}`",
                    self.describe(controlling)
                );
                self.error(span, message)
            }
        }
    }

    fn nondet(&mut self, name: &'a crate::ast::TypeName, span: Span) -> Lowered<Value> {
        let ty = self.type_name(name)?;
        if ty.ty == CTypes::VOID || !self.types.is_complete(ty.ty) || self.types.is_array(ty.ty) {
            return self.error(span, "there are no values of this type");
        }
        if matches!(
            self.types.kind(ty.ty),
            TyKind::Complex(_) | TyKind::Vector(_)
        ) {
            let message = format!("values of type `{}` are not supported", self.describe(ty));
            return self.unsupported(span, message);
        }
        let ir = self.ir_type(ty.ty);
        let dst = self.b.new_reg("", ir);
        self.b.emit(InstKind::Nondet { dst });
        let value = self.b.reg(dst);
        if self.types.record_id(ty.ty).is_some() {
            return Ok(self.record_temporary(value, ty.ty));
        }
        Ok(Value::scalar(value, ty.ty))
    }

    fn logical(&mut self, op: LogicalOp, left: &'a Expr, right: &'a Expr) -> Lowered<Value> {
        let truth = self.logical_truth(op, left, right)?;
        Ok(self.bool_value(truth))
    }
}

fn increment_op(step: IncrementStep) -> BinaryOp {
    match step {
        IncrementStep::Increment => BinaryOp::Add,
        IncrementStep::Decrement => BinaryOp::Sub,
    }
}

/// Whether its value is made by an operator that does nothing else.
fn is_computation(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Unary(..)
        | ExprKind::Binary(..)
        | ExprKind::Logical(..)
        | ExprKind::Conditional(..)
        | ExprKind::Cast(..) => true,
        ExprKind::Comma(_, last) => is_computation(last),
        _ => false,
    }
}
