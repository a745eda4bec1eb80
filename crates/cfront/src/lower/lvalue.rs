//! Operands before they become values: objects, functions, and what names them.

use unspool_ir::{Access, ExprId, InstKind, MemoryOrder, PlaceId, PlaceKind, RegId, Types};

use crate::ast::{Expr, ExprKind, Identifier};
use crate::ctype::{ArrayLength, CTypes, QualTy, Ty, TyKind};
use crate::record::{MemberPlace, find_member};
use crate::source::Span;

use super::symbols::{Entity, IrId, Local, LocalStorage, SymbolId};
use super::{Lower, Lowered, Value, ValueKind};

/// An expression lowered without lvalue conversion or decay.
#[derive(Clone, Copy, Debug)]
pub(super) enum Operand {
    Lvalue(Lvalue),
    /// A function designator with its function type.
    Function(FunctionRef),
    Value(Value),
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Lvalue {
    pub target: Target,
    pub ty: QualTy,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Target {
    Reg(RegId),
    Place(PlaceId),
    /// A bit-field of the record at this place.
    Bits {
        record: PlaceId,
        record_ty: Ty,
        start: u64,
        width: u32,
    },
}

#[derive(Clone, Copy, Debug)]
pub(super) struct FunctionRef {
    pub callee: FunctionCallee,
    pub ty: Ty,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum FunctionCallee {
    Symbol(SymbolId),
    Pointer(ExprId),
}

impl Operand {
    pub(super) fn ty(&self) -> QualTy {
        match self {
            Operand::Lvalue(lvalue) => lvalue.ty,
            Operand::Function(function) => function.ty.into(),
            Operand::Value(value) => value.ty.into(),
        }
    }

    pub(super) fn is_bit_field(&self) -> bool {
        matches!(
            self,
            Operand::Lvalue(Lvalue {
                target: Target::Bits { .. },
                ..
            })
        )
    }
}

impl<'a> Lower<'a> {
    /// The type of an expression that is not evaluated, as `sizeof` and `typeof` see it. One with a variable length of its own
    /// is evaluated after all (C11 6.5.3.4p2): the type refers to the length.
    pub(super) fn type_of_expr(&mut self, expr: &'a Expr) -> Lowered<QualTy> {
        self.type_of_operand(expr, |_, _| Ok(()))
    }

    /// The same, refusing some operands.
    pub(super) fn type_of_operand(
        &mut self,
        expr: &'a Expr,
        check: impl FnOnce(&mut Self, Operand) -> Lowered<()>,
    ) -> Lowered<QualTy> {
        let known = self.vla_lengths.len() as u32;
        let ty = self.unevaluated(|lower| {
            let operand = lower.operand(expr)?;
            check(lower, operand)?;
            Ok(operand.ty())
        })?;
        let ty = if self.types.mentions_length_from(ty.ty, known) {
            self.operand(expr)?.ty()
        } else {
            ty
        };
        Ok(QualTy {
            ty: self.types.declarable(ty.ty),
            ..ty
        })
    }

    pub(super) fn lvalue(&mut self, expr: &'a Expr) -> Lowered<Lvalue> {
        match self.operand(expr)? {
            Operand::Lvalue(lvalue) => Ok(lvalue),
            _ => self.error(
                expr.span,
                "this is not an object that can be assigned or addressed",
            ),
        }
    }

    pub(super) fn identifier(
        &mut self,
        name: crate::symbol::Symbol,
        span: Span,
    ) -> Lowered<Operand> {
        let Some(named) = self.scopes.find(name) else {
            if self.known.func.contains(&name) {
                return self.function_name();
            }
            let message = format!("`{}` is not declared", self.text(name));
            return self.error(span, message);
        };
        match named.entity {
            Entity::Typedef(_) => {
                let message = format!("`{}` is a type, not a value", self.text(name));
                self.error(span, message)
            }
            Entity::Constant { value, ty } => {
                let ir = self.ir_type(ty);
                let expr = self.b.int(&self.program.types, ir, value as u128);
                Ok(Operand::Value(Value::scalar(expr, ty)))
            }
            Entity::Wrong => Err(super::Failed),
            Entity::Local(local) => Ok(Operand::Lvalue(self.local_lvalue(local))),
            Entity::Symbol(symbol, ty) => Ok(self.symbol_operand(symbol, ty)),
        }
    }

    fn local_lvalue(&mut self, local: Local) -> Lvalue {
        let ir = self.ir_object_type(local.ty);
        let target = match local.storage {
            LocalStorage::Reg(reg) => Target::Reg(reg),
            LocalStorage::Slot(slot) => Target::Place(self.b.place(PlaceKind::Slot(slot), ir)),
            LocalStorage::Pointer(reg) => {
                let pointer = self.b.reg(reg);
                Target::Place(self.b.place(PlaceKind::Deref(pointer), ir))
            }
        };
        Lvalue {
            target,
            ty: local.ty,
        }
    }

    pub(super) fn symbol_operand(&mut self, symbol: SymbolId, ty: QualTy) -> Operand {
        if self.types.is_function(ty.ty) {
            return Operand::Function(FunctionRef {
                callee: FunctionCallee::Symbol(symbol),
                ty: ty.ty,
            });
        }
        let wanted = self.ir_object_type(ty);
        if self.is_absent(symbol) {
            let null = self.null_pointer(wanted);
            let place = self.b.place(PlaceKind::Deref(null), wanted);
            return Operand::Lvalue(Lvalue {
                target: Target::Place(place),
                ty,
            });
        }
        let place = match self.ir_symbol(symbol) {
            IrId::Global(global) => {
                let actual = self.program.global(global).ty;
                let place = self.b.place(PlaceKind::Global(global), actual);
                self.view_as(place, wanted)
            }
            // A function declared as an object elsewhere: reported when declared.
            IrId::Function(_) => {
                let null = self.null_pointer(wanted);
                self.b.place(PlaceKind::Deref(null), wanted)
            }
        };
        Operand::Lvalue(Lvalue {
            target: Target::Place(place),
            ty,
        })
    }

    /// A weak symbol that nothing defines has address null. Bodies are lowered when all definitions are known.
    fn is_absent(&self, symbol: SymbolId) -> bool {
        let entry = &self.symbols[symbol.index()];
        entry.is_weak && !entry.is_defined() && self.f.symbol.is_some()
    }

    /// The same memory seen as another type.
    pub(super) fn view_as(&mut self, place: PlaceId, wanted: unspool_ir::TypeId) -> PlaceId {
        if self.b.body.place(place).ty == wanted {
            return place;
        }
        let address = self.b.address_of(&mut self.program.types, place);
        let pointer = self.program.types.pointer_to(wanted);
        let address = self.b.convert(&self.program.types, address, pointer);
        self.b.place(PlaceKind::Deref(address), wanted)
    }

    pub(super) fn null_pointer(&mut self, pointee: unspool_ir::TypeId) -> ExprId {
        let pointer = self.program.types.pointer_to(pointee);
        self.b.int(&self.program.types, pointer, 0)
    }

    /// `*e` where the pointer's value is known.
    pub(super) fn deref(&mut self, pointer: Value, span: Span) -> Lowered<Operand> {
        let Some(pointee) = self.types.pointee(pointer.ty) else {
            let message = format!(
                "cannot dereference a value of type `{}`",
                self.describe(pointer.ty)
            );
            return self.error(span, message);
        };
        let address = self.scalar(pointer);
        if self.types.is_function(pointee.ty) {
            return Ok(Operand::Function(FunctionRef {
                callee: FunctionCallee::Pointer(address),
                ty: pointee.ty,
            }));
        }
        let ir = self.ir_object_type(pointee);
        let place = match self.b.expr(address).kind {
            // `*&x` is x.
            unspool_ir::ExprKind::AddressOf(place) if self.b.body.place(place).ty == ir => place,
            _ => self.b.place(PlaceKind::Deref(address), ir),
        };
        Ok(Operand::Lvalue(Lvalue {
            target: Target::Place(place),
            ty: pointee,
        }))
    }

    pub(super) fn index(
        &mut self,
        array: &'a Expr,
        index: &'a Expr,
        span: Span,
    ) -> Lowered<Operand> {
        let operand = self.operand(array)?;
        // An array in memory is indexed in place; anything else through its pointer.
        if let Operand::Lvalue(Lvalue {
            target: Target::Place(place),
            ty,
        }) = operand
            && let TyKind::Array {
                element,
                length: ArrayLength::Constant(_) | ArrayLength::Incomplete,
            } = *self.types.kind(ty.ty)
            && !self.types.is_variable_length(ty.ty)
        {
            let index_value = self.rvalue(index)?;
            let index_expr = self.index_expr(index_value, index.span)?;
            let ir = self.ir_object_type(element);
            let place = self.b.place(PlaceKind::Index(place, index_expr), ir);
            return Ok(Operand::Lvalue(Lvalue {
                target: Target::Place(place),
                ty: element.qualified(ty.quals),
            }));
        }
        let base = self.value_of(operand, array.span)?;
        let index_value = self.rvalue(index)?;
        let (pointer, offset) = if self.types.is_pointer(base.ty) {
            (base, index_value)
        } else {
            (index_value, base)
        };
        if !self.types.is_pointer(pointer.ty) {
            let message = format!("`{}` cannot be indexed", self.describe(base.ty));
            return self.error(span, message);
        }
        let sum = self.pointer_plus(pointer, offset, false, span)?;
        self.deref(sum, span)
    }

    fn index_expr(&mut self, index: Value, span: Span) -> Lowered<ExprId> {
        if !self.types.is_integer(index.ty) {
            let message = format!(
                "an index must be an integer, not `{}`",
                self.describe(index.ty)
            );
            return self.error(span, message);
        }
        let promoted = self.types.promote(index.ty);
        let value = self.convert_scalar(index, promoted);
        let expr = self.scalar(value);
        Ok(self.b.shallow(expr))
    }

    pub(super) fn member(
        &mut self,
        base: Operand,
        member: Identifier,
        base_span: Span,
    ) -> Lowered<Operand> {
        let ty = base.ty();
        let Some(record) = self.types.record_id(ty.ty) else {
            let message = format!(
                "`{}` has no members: it is not a struct or union",
                self.describe(ty)
            );
            return self.error(base_span, message);
        };
        if self.types.record(record).layout.is_none() {
            let message = format!("`{}` is only declared, not defined", self.describe(ty));
            return self.error(base_span, message);
        }
        let Some(path) = find_member(&self.types, record, member.symbol) else {
            let message = format!(
                "`{}` has no member named `{}`",
                self.describe(ty),
                self.text(member.symbol)
            );
            return self.error(member.span, message);
        };
        let place = match base {
            Operand::Lvalue(Lvalue {
                target: Target::Place(place),
                ..
            }) => place,
            Operand::Value(Value {
                kind: ValueKind::Record { place, .. },
                ..
            }) => place,
            _ => return self.error(base_span, "this has no members"),
        };
        let mut lvalue = Lvalue {
            target: Target::Place(place),
            ty,
        };
        for position in path {
            lvalue = self.member_at(lvalue, position);
        }
        Ok(Operand::Lvalue(lvalue))
    }

    /// The member at a position of a record's layout.
    pub(super) fn member_at(&mut self, base: Lvalue, position: usize) -> Lvalue {
        let (Target::Place(place), Some(record)) = (base.target, self.types.record_id(base.ty.ty))
        else {
            return base;
        };
        let Some(member) = self
            .types
            .record(record)
            .layout
            .as_ref()
            .and_then(|layout| layout.members.get(position))
        else {
            return base;
        };
        // C11 leaves it undefined to access a member of an atomic record (6.5.2.3p5); programs mean an atomic access.
        let is_whole = matches!(member.place, MemberPlace::Field { .. })
            && !matches!(self.types.kind(member.ty.ty), TyKind::Array { .. });
        let quals = match is_whole {
            true => base.ty.quals,
            false => base.ty.quals.without(crate::ctype::Quals::ATOMIC),
        };
        let ty = member.ty.qualified(quals);
        let target = match member.place {
            MemberPlace::Field { index, .. } => {
                let ir = self.ir_object_type(ty);
                Target::Place(self.b.place(PlaceKind::Field(place, index), ir))
            }
            MemberPlace::Bits { start, width } => Target::Bits {
                record: place,
                record_ty: base.ty.ty,
                start,
                width,
            },
        };
        Lvalue { target, ty }
    }

    /// Lvalue conversion and decay (C11 6.3.2.1).
    pub(super) fn value_of(&mut self, operand: Operand, span: Span) -> Lowered<Value> {
        match operand {
            Operand::Value(value) => Ok(value),
            Operand::Function(function) => self.function_pointer(function),
            Operand::Lvalue(lvalue) => self.load(lvalue, span),
        }
    }

    pub(super) fn load(&mut self, lvalue: Lvalue, span: Span) -> Lowered<Value> {
        match *self.types.kind(lvalue.ty.ty) {
            TyKind::Array { element, .. } => {
                let element = element.qualified(lvalue.ty.quals);
                return self.decay(lvalue, element);
            }
            TyKind::Record(_) => {
                let Target::Place(place) = lvalue.target else {
                    return self.error(span, "this record is not in memory");
                };
                if !self.types.is_complete(lvalue.ty.ty) {
                    let message = format!(
                        "`{}` is only declared, not defined",
                        self.describe(lvalue.ty)
                    );
                    return self.error(span, message);
                }
                if lvalue.ty.is_atomic() {
                    return Ok(self.load_atomic_record(place, lvalue.ty.ty));
                }
                return Ok(Value {
                    kind: ValueKind::Record {
                        place,
                        temporary: false,
                    },
                    ty: lvalue.ty.ty,
                });
            }
            TyKind::Void => return Ok(Value::void()),
            TyKind::Complex(_) => {
                return self.unsupported(span, "complex numbers are not supported");
            }
            TyKind::Vector(_) => return self.unsupported(span, "vector types are not supported"),
            _ => {}
        }
        let expr = match lvalue.target {
            Target::Reg(reg) => self.b.reg(reg),
            Target::Place(place) => match self.character_of_literal(place) {
                Some(bits) => {
                    let ir = self.b.body.place(place).ty;
                    self.b.int(&self.program.types, ir, bits)
                }
                None => self.b.load(place, access(lvalue.ty)),
            },
            Target::Bits { .. } => {
                let units = self.load_bit_units(lvalue);
                return Ok(self.promoted_bits(lvalue, &units));
            }
        };
        Ok(Value::scalar(expr, lvalue.ty.ty))
    }

    /// `"text"[1]` is a constant.
    fn character_of_literal(&self, place: PlaceId) -> Option<u128> {
        let node = self.b.body.place(place);
        let PlaceKind::Index(array, index) = node.kind else {
            return None;
        };
        let PlaceKind::Global(global) = self.b.body.place(array).kind else {
            return None;
        };
        if !self.literals.contains(&global) {
            return None;
        }
        let size = self.program.types.size_of(node.ty)? as usize;
        let start = usize::try_from(self.b.constant(index)?)
            .ok()?
            .checked_mul(size)?;
        let entry = self.program.global(global);
        let mut bytes = [0; 16];
        let text = match entry.init.as_ref()?.items.first() {
            Some(unspool_ir::InitItem {
                value: unspool_ir::InitValue::Bytes(text),
                ..
            }) => text.as_slice(),
            _ => &[],
        };
        if start + size > entry.size as usize {
            return None;
        }
        for (position, byte) in bytes.iter_mut().take(size).enumerate() {
            *byte = text.get(start + position).copied().unwrap_or(0);
        }
        Some(u128::from_le_bytes(bytes))
    }

    fn decay(&mut self, lvalue: Lvalue, element: QualTy) -> Lowered<Value> {
        let pointer = self.types.pointer(element);
        let ir_element = self.ir_object_type(element);
        let Target::Place(place) = lvalue.target else {
            return Ok(Value::void());
        };
        // A variable-length array is known by its base element already.
        let place = if self.types.is_variable_length(lvalue.ty.ty) {
            place
        } else {
            let zero = self.b.int(&self.program.types, Types::I32, 0);
            self.b.place(PlaceKind::Index(place, zero), ir_element)
        };
        let address = self.b.address_of(&mut self.program.types, place);
        Ok(Value::scalar(address, pointer))
    }

    pub(super) fn function_pointer(&mut self, function: FunctionRef) -> Lowered<Value> {
        let pointer = self.types.pointer(function.ty.into());
        let wanted = self.ir_type(pointer);
        let expr = match function.callee {
            FunctionCallee::Pointer(expr) => expr,
            FunctionCallee::Symbol(symbol) if self.is_absent(symbol) => {
                self.b.int(&self.program.types, wanted, 0)
            }
            FunctionCallee::Symbol(symbol) => match self.ir_symbol(symbol) {
                IrId::Function(id) => {
                    let actual = self.program.function(id).ty;
                    let actual = self.program.types.pointer_to(actual);
                    let address = self.b.function_address(id, actual);
                    self.b.convert(&self.program.types, address, wanted)
                }
                IrId::Global(_) => self.b.int(&self.program.types, wanted, 0),
            },
        };
        Ok(Value::scalar(expr, pointer))
    }

    /// `&e`
    pub(super) fn address_of(&mut self, operand: Operand, span: Span) -> Lowered<Value> {
        match operand {
            Operand::Function(function) => self.function_pointer(function),
            Operand::Lvalue(lvalue) => {
                let place = match lvalue.target {
                    Target::Place(place) => place,
                    Target::Bits { .. } => {
                        return self.error(span, "the address of a bit-field cannot be taken");
                    }
                    // `sizeof(&x)`: only the type counts, and x may stay in its register.
                    Target::Reg(_) if self.unevaluated > 0 => {
                        let pointer = self.types.pointer(lvalue.ty);
                        return Ok(self.constant_value(0, pointer));
                    }
                    Target::Reg(_) => {
                        return self.error(span, "the address of this variable cannot be taken");
                    }
                };
                let pointer = self.types.pointer(lvalue.ty);
                let address = self.b.address_of(&mut self.program.types, place);
                let wanted = self.ir_type(pointer);
                let address = self.b.convert(&self.program.types, address, wanted);
                Ok(Value::scalar(address, pointer))
            }
            Operand::Value(Value {
                kind: ValueKind::Record { place, .. },
                ty,
            }) => {
                let pointer = self.types.pointer(ty.into());
                let address = self.b.address_of(&mut self.program.types, place);
                Ok(Value::scalar(address, pointer))
            }
            Operand::Value(_) => self.error(span, "only objects and functions have an address"),
        }
    }

    /// `__func__`
    fn function_name(&mut self) -> Lowered<Operand> {
        let text = self
            .f
            .name
            .map_or(String::new(), |name| self.text(name).to_string());
        let mut bytes = text.into_bytes();
        bytes.push(0);
        Ok(self.string_operand(bytes, CTypes::CHAR))
    }

    /// A string literal or `__func__`: an array in read-only memory.
    pub(super) fn string_operand(&mut self, bytes: Vec<u8>, unit: Ty) -> Operand {
        let unit_bytes = self.types.size_of(unit).unwrap_or(1).max(1);
        let length = bytes.len() as u64 / unit_bytes;
        let ty = self.types.array(unit.into(), ArrayLength::Constant(length));
        let ir = self.ir_type(ty);
        let global = self.string_global(bytes, ir);
        let place = self.b.place(PlaceKind::Global(global), ir);
        Operand::Lvalue(Lvalue {
            target: Target::Place(place),
            ty: ty.into(),
        })
    }

    /// Copies an atomic record to a temporary in one access.
    fn load_atomic_record(&mut self, place: PlaceId, ty: Ty) -> Value {
        let value = self.b.load(
            place,
            Access {
                volatile: false,
                atomic: Some(MemoryOrder::SeqCst),
            },
        );
        self.record_temporary(value, ty)
    }

    /// Puts a whole record value into a temporary slot.
    pub(super) fn record_temporary(&mut self, value: ExprId, ty: Ty) -> Value {
        let slot = self.new_temporary_slot(ty.into());
        let ir = self.b.type_of(value);
        let place = self.b.place(PlaceKind::Slot(slot), ir);
        self.b.emit(InstKind::Live(slot));
        self.b.emit(InstKind::Store {
            place,
            value,
            access: Self::PLAIN,
        });
        Value {
            kind: ValueKind::Record {
                place,
                temporary: true,
            },
            ty,
        }
    }

    /// A null pointer constant (C11 6.3.2.3p3).
    pub(super) fn is_null_constant(&self, expr: &Expr, value: Value) -> bool {
        match value.kind {
            ValueKind::Scalar(id) if self.b.constant(id) == Some(0) => {
                self.types.is_integer(value.ty)
                    || (value.ty == CTypes::VOID_POINTER && matches!(expr.kind, ExprKind::Cast(..)))
            }
            _ => false,
        }
    }
}

/// How an object of this type is touched by a plain expression.
pub(super) fn access(ty: QualTy) -> Access {
    Access {
        volatile: ty.is_volatile(),
        atomic: ty.is_atomic().then_some(MemoryOrder::SeqCst),
    }
}

impl Value {
    pub(super) fn scalar(expr: ExprId, ty: Ty) -> Value {
        Value {
            kind: ValueKind::Scalar(expr),
            ty,
        }
    }

    pub(super) fn void() -> Value {
        Value {
            kind: ValueKind::Void,
            ty: CTypes::VOID,
        }
    }
}
