//! Calls: arguments, varargs, results.

use unspool_ir::{Callee, ExprId, InstKind, PlaceKind, Terminator, Type, TypeId, Types};

use crate::ast::{Expr, ExprKind, TypeName, walk};
use crate::ctype::{CTypes, FunctionTy, TyKind};
use crate::source::Span;

use super::lvalue::{FunctionCallee, FunctionRef, Lvalue, Operand, Target};
use super::symbols::{Entity, IrId, SymbolKind};
use super::{Lower, Lowered, Origin, Value};

impl<'a> Lower<'a> {
    pub(super) fn call(
        &mut self,
        callee: &'a Expr,
        args: &'a [Expr],
        span: Span,
    ) -> Lowered<Value> {
        if let ExprKind::Identifier(name) = callee.kind {
            let declared = self.scopes.find(name);
            let shadowed = matches!(
                declared.map(|d| d.entity),
                Some(Entity::Local(_) | Entity::Wrong)
            );
            if !shadowed {
                if self.origin != Origin::Model
                    && let Some(value) = self.scoped_call(name, args, span)?
                {
                    return Ok(value);
                }
                let text = self.text(name).to_string();
                if let Some(value) = self.builtin_call(&text, args, span)? {
                    return Ok(value);
                }
                if declared.is_none() {
                    self.declare_implicitly(name, &text, callee.span);
                }
            }
        }
        let operand = self.operand(callee)?;
        let function = match operand {
            Operand::Function(function) => function,
            other => {
                let value = self.value_of(other, callee.span)?;
                match self.types.pointee(value.ty) {
                    Some(pointee) if self.types.is_function(pointee.ty) => FunctionRef {
                        callee: FunctionCallee::Pointer(self.scalar(value)),
                        ty: pointee.ty,
                    },
                    _ => {
                        let message = format!("`{}` cannot be called", self.describe(value.ty));
                        return self.error(callee.span, message);
                    }
                }
            }
        };
        let values = self.arguments(function, args, span)?;
        self.at(span);
        self.emit_call(function, values, span)
    }

    /// An undeclared function: C89's implicit `int f()`, or what a model says of it.
    fn declare_implicitly(&mut self, name: crate::symbol::Symbol, text: &str, span: Span) {
        let library = text.strip_prefix("__builtin_").unwrap_or(text).to_string();
        let library = self.names.intern(&library);
        let known = self.externals.get(&library).copied();
        let (symbol, ty) = match known {
            Some(symbol) if self.symbols[symbol.index()].is_function() => {
                (symbol, self.symbols[symbol.index()].ty)
            }
            _ => {
                let ty = self.types.intern(TyKind::Function(FunctionTy {
                    result: CTypes::INT.into(),
                    params: Box::new([]),
                    variadic: false,
                    prototype: false,
                }));
                let symbol = self.external_function(name, ty.into(), span);
                (symbol, ty.into())
            }
        };
        // Names with two underscores are the implementation's: dialects of verification need no header.
        let is_dialect = text.starts_with("__") && known.is_some();
        let is_own = text.starts_with("__builtin_") || text.starts_with("__unspool_");
        if !is_dialect && !is_own {
            let message = format!("`{text}` is called without a declaration");
            self.warn(span, message);
        }
        self.scopes
            .declare_at_file_scope(name, Entity::Symbol(symbol, ty), span);
    }

    fn arguments(
        &mut self,
        function: FunctionRef,
        args: &'a [Expr],
        span: Span,
    ) -> Lowered<Vec<ExprId>> {
        let Some(ty) = self.types.function(function.ty).cloned() else {
            return self.error(span, "this is not a function");
        };
        if ty.prototype {
            let wrong =
                args.len() < ty.params.len() || (args.len() > ty.params.len() && !ty.variadic);
            if wrong {
                let message = format!(
                    "this function takes {}{} argument{}, but {} {} given",
                    if ty.variadic { "at least " } else { "" },
                    ty.params.len(),
                    if ty.params.len() == 1 { "" } else { "s" },
                    args.len(),
                    if args.len() == 1 { "is" } else { "are" },
                );
                return self.error(span, message);
            }
        }
        // A later argument's side effects must not change an earlier one.
        let last_assigning = args.iter().rposition(assigns).unwrap_or(0);
        let mut values = Vec::with_capacity(args.len());
        let mut failed = false;
        for (position, arg) in args.iter().enumerate() {
            let Ok(value) = self.argument(arg, ty.params.get(position).copied()) else {
                // The others may be wrong too.
                failed = true;
                continue;
            };
            let expr = self.whole(value);
            let expr = if position < last_assigning {
                self.b.pinned(expr)
            } else {
                self.b.shallow(expr)
            };
            values.push(expr);
        }
        if failed {
            return Err(super::Failed);
        }
        Ok(values)
    }

    fn argument(&mut self, arg: &'a Expr, param: Option<crate::ctype::Ty>) -> Lowered<Value> {
        let value = self.rvalue(arg)?;
        match param {
            Some(param) => self.assign_convert(value, param.into(), Some(arg), arg.span),
            None if matches!(value.kind, super::ValueKind::Void) => {
                self.error(arg.span, "this has no value: it is `void`")
            }
            None => Ok(self.default_promote(value)),
        }
    }

    /// Calls with arguments already converted to the callee's C type.
    pub(super) fn emit_call(
        &mut self,
        function: FunctionRef,
        mut args: Vec<ExprId>,
        span: Span,
    ) -> Lowered<Value> {
        let Some(ty) = self.types.function(function.ty).cloned() else {
            return self.error(span, "this is not a function");
        };
        let result = ty.result.ty;
        if result != CTypes::VOID && !self.types.is_complete(result) {
            let message = format!(
                "this function returns `{}`, which is only declared",
                self.describe(result)
            );
            return self.error(span, message);
        }
        match self.types.kind(result) {
            TyKind::Complex(_) => {
                return self.unsupported(span, "complex numbers are not supported");
            }
            TyKind::Vector(_) => return self.unsupported(span, "vector types are not supported"),
            _ => {}
        }
        let mut noreturn = false;
        let (callee, ir_ty) = match function.callee {
            FunctionCallee::Symbol(symbol) => {
                if let SymbolKind::Function(f) = &self.symbols[symbol.index()].kind {
                    noreturn = f.noreturn;
                }
                self.note_call(symbol, span);
                match self.ir_symbol(symbol) {
                    IrId::Function(id) => (Callee::Direct(id), self.program.function(id).ty),
                    IrId::Global(_) => return self.error(span, "this is not a function"),
                }
            }
            FunctionCallee::Pointer(pointer) => {
                let pointer = self.b.shallow(pointer);
                (Callee::Indirect(pointer), self.ir_type(function.ty))
            }
        };
        let Some(result_ir) = self.reconcile(&mut args, ir_ty) else {
            return self.unsupported(
                span,
                "the function is defined with other parameters than it is called with",
            );
        };
        if self.types.record_id(result).is_some()
            && result_ir != Types::VOID
            && result_ir != self.ir_type(result)
        {
            return self.unsupported(span, "the function is defined with another result type");
        }
        let dst = (result_ir != Types::VOID).then(|| self.b.new_reg("", result_ir));
        self.b.emit(InstKind::Call { dst, callee, args });
        if noreturn {
            self.b.terminate(Terminator::Unreachable);
        }
        let Some(dst) = dst else {
            if result == CTypes::VOID {
                return Ok(Value::void());
            }
            // Declared to return a value, defined not to: the value is indeterminate.
            let wanted = self.ir_type(result);
            let reg = self.b.new_reg("", wanted);
            let value = self.b.reg(reg);
            return Ok(Value::scalar(value, result));
        };
        if result == CTypes::VOID {
            return Ok(Value::void());
        }
        let value = self.b.reg(dst);
        if self.types.record_id(result).is_some() {
            return Ok(self.record_temporary(value, result));
        }
        let wanted = self.ir_type(result);
        if !self.program.types.is_scalar(self.b.type_of(value)) {
            return self.unsupported(span, "the function is defined with another result type");
        }
        let value = self.b.convert(&self.program.types, value, wanted);
        Ok(Value::scalar(value, result))
    }

    /// Makes arguments fit the definition, which may have been seen in another file or without a prototype.
    /// Returns the result type; None if they cannot be made to fit.
    pub(super) fn reconcile(&mut self, args: &mut Vec<ExprId>, function: TypeId) -> Option<TypeId> {
        let Type::Function(ty) = self.program.types.get(function).clone() else {
            return None;
        };
        for (position, &param) in ty.params.iter().enumerate() {
            match args.get(position).copied() {
                Some(arg) => {
                    let actual = self.b.type_of(arg);
                    if actual == param {
                        continue;
                    }
                    let types = &self.program.types;
                    if !types.is_scalar(actual) || !types.is_scalar(param) {
                        return None;
                    }
                    args[position] = self.b.convert(types, arg, param);
                }
                None => {
                    // Too few arguments: the parameter is indeterminate.
                    let reg = self.b.new_reg("", param);
                    args.push(self.b.reg(reg));
                }
            }
        }
        if !ty.variadic {
            args.truncate(ty.params.len());
        }
        Some(ty.result)
    }

    /// Reads the next extra argument: the list is a pointer into the area described at `InstKind::VarArgs`.
    pub(super) fn va_arg(
        &mut self,
        list: &'a Expr,
        name: &'a TypeName,
        span: Span,
    ) -> Lowered<Operand> {
        let ty = self.type_name(name)?;
        let list = self.va_list(list)?;
        self.at(span);
        if !self.types.is_complete(ty.ty) {
            let message = format!("`{}` cannot be an argument", self.describe(ty));
            return self.error(span, message);
        }
        let size = self.types.size_of(ty.ty).unwrap_or(0);
        let word = self.types.data_model.pointer_bytes();
        let align = self.types.align_of(ty).max(word);
        let cursor = self.load(list, span)?;
        let cursor = self.scalar(cursor);
        let cursor = if align > word {
            self.align_pointer(cursor, align)
        } else {
            cursor
        };
        let cursor = self.b.pinned(cursor);
        let step = size.next_multiple_of(word);
        let step = self
            .b
            .int(&self.program.types, Types::I32, u128::from(step));
        let next = self.b.binary(
            &self.program.types,
            unspool_ir::BinaryOp::PointerAdd,
            cursor,
            step,
        );
        self.store(list, Value::scalar(next, CTypes::CHAR_POINTER), span)?;
        let ir = self.ir_object_type(ty);
        let pointer = self.program.types.pointer_to(ir);
        let address = self.b.convert(&self.program.types, cursor, pointer);
        let place = self.b.place(PlaceKind::Deref(address), ir);
        let lvalue = Lvalue {
            target: Target::Place(place),
            ty: ty.ty.into(),
        };
        let value = self.load(lvalue, span)?;
        Ok(Operand::Value(value))
    }

    fn align_pointer(&mut self, pointer: ExprId, align: u64) -> ExprId {
        let ty = self.b.type_of(pointer);
        let size = self.types.size_type();
        let size = self.ir_type(size);
        let types = &self.program.types;
        let address = self.b.convert(types, pointer, size);
        let up = self.b.int(types, size, u128::from(align - 1));
        let sum = self.b.binary(types, unspool_ir::BinaryOp::Add, address, up);
        let mask = self.b.int(types, size, !u128::from(align - 1));
        let aligned = self.b.binary(types, unspool_ir::BinaryOp::And, sum, mask);
        self.b.convert(types, aligned, ty)
    }

    /// The object that holds a `va_list`.
    pub(super) fn va_list(&mut self, list: &'a Expr) -> Lowered<Lvalue> {
        let lvalue = self.lvalue(list)?;
        if lvalue.ty.ty != CTypes::CHAR_POINTER {
            let message = format!("expected a `va_list`, found `{}`", self.describe(lvalue.ty));
            return self.error(list.span, message);
        }
        Ok(lvalue)
    }
}

/// Evaluating the expression may assign a variable that lives in a register.
fn assigns(expr: &Expr) -> bool {
    let mut found = false;
    walk::for_each_operand(expr, |expr| {
        found |= matches!(
            expr.kind,
            ExprKind::Assign(..)
                | ExprKind::AssignOp(..)
                | ExprKind::Increment { .. }
                | ExprKind::StatementExpr(_)
                | ExprKind::VaArg(..)
        );
    });
    found
}
