//! The intrinsics over which the library models are written, one instruction each.

use unspool_ir::{ExprId, InstKind, Property, Storage, Terminator, Types};

use crate::ast::{Expr, ExprKind, StringUnits};
use crate::ctype::{CTypes, QualTy, Quals, Ty, TyKind};
use crate::source::Span;

use super::{Lower, Lowered, Value};

impl<'a> Lower<'a> {
    /// None if the name is not that of an intrinsic.
    pub(super) fn intrinsic_call(
        &mut self,
        name: &str,
        args: &'a [Expr],
        span: Span,
    ) -> Lowered<Option<Value>> {
        if name == "__unspool_assert" {
            return self.intrinsic_assert(args, span).map(Some);
        }
        if name == "__unspool_spawn" {
            return self.intrinsic_spawn(args, span).map(Some);
        }
        let Some(parameters) = self.intrinsic_parameters(name) else {
            return Ok(None);
        };
        if args.len() != parameters.len() {
            let message = format!("`{name}` takes {} arguments", parameters.len());
            return self.error(span, message);
        }
        if let ("__unspool_unsupported", [what]) = (name, args) {
            let what = self.literal_text(what)?;
            self.at(span);
            self.b.emit(InstKind::Unsupported(what));
            return Ok(Some(Value::void()));
        }
        let mut values = Vec::with_capacity(args.len());
        for (arg, ty) in args.iter().zip(parameters) {
            values.push(self.intrinsic_argument(arg, ty)?);
        }
        self.at(span);
        let size = self.types.size_type();
        let value = match (name, values.as_slice()) {
            ("__unspool_self", []) => {
                let dst = self.b.new_reg("", Types::I32);
                self.b.emit(InstKind::SelfId { dst });
                Value::scalar(self.b.reg(dst), CTypes::INT)
            }
            ("__unspool_finished", &[thread]) => {
                let dst = self.b.new_reg("", Types::BOOL);
                self.b.emit(InstKind::Finished { dst, thread });
                Value::scalar(self.b.reg(dst), CTypes::BOOL)
            }
            ("__unspool_exit_thread", []) => {
                self.b.terminate(Terminator::ExitThread);
                Value::void()
            }
            ("__unspool_wait_until", &[condition]) => {
                self.b.emit(InstKind::WaitUntil(condition));
                Value::void()
            }
            ("__unspool_hold", &[lock]) => {
                self.b.emit(InstKind::Hold(lock));
                Value::void()
            }
            ("__unspool_release", &[lock]) => {
                self.b.emit(InstKind::Release(lock));
                Value::void()
            }
            ("__unspool_assume", &[condition]) => {
                self.b.emit(InstKind::Assume(condition));
                Value::void()
            }
            ("__unspool_atomic_begin", []) => {
                self.b.emit(InstKind::AtomicBegin);
                Value::void()
            }
            ("__unspool_atomic_end", []) => {
                self.b.emit(InstKind::AtomicEnd);
                Value::void()
            }
            ("__unspool_alloc", &[bytes]) => {
                let align = self.default_align();
                self.heap_object(align, bytes)
            }
            ("__unspool_alloc_aligned", &[align, bytes]) => self.heap_object(align, bytes),
            ("__unspool_free", &[pointer]) => {
                self.b.emit(InstKind::Free {
                    pointer,
                    storage: Storage::Heap,
                    is_unheld: true,
                });
                Value::void()
            }
            ("__unspool_object_size", &[pointer]) => {
                let ir = self.ir_type(size);
                let dst = self.b.new_reg("", ir);
                self.b.emit(InstKind::ObjectSize { dst, pointer });
                Value::scalar(self.b.reg(dst), size)
            }
            ("__unspool_exit", &[status]) => {
                self.b.terminate(Terminator::Exit(status));
                Value::void()
            }
            ("__unspool_abort", []) => {
                self.b.terminate(Terminator::Abort);
                Value::void()
            }
            ("__unspool_output", &[stream, byte]) => {
                self.b.emit(InstKind::Output { stream, byte });
                Value::void()
            }
            _ => return Ok(None),
        };
        Ok(Some(value))
    }

    fn intrinsic_argument(&mut self, arg: &'a Expr, ty: QualTy) -> Lowered<ExprId> {
        let value = self.rvalue(arg)?;
        let value = self.assign_convert(value, ty, Some(arg), arg.span)?;
        let expr = self.scalar(value);
        Ok(self.b.shallow(expr))
    }

    /// The alignment of an allocation that asks for none.
    pub(super) fn default_align(&mut self) -> ExprId {
        let size = self.types.size_type();
        let ir = self.ir_type(size);
        self.b.int(&self.program.types, ir, InstKind::DEFAULT_ALIGN)
    }

    fn heap_object(&mut self, align: ExprId, size: ExprId) -> Value {
        let void = self.ir_type(CTypes::VOID_POINTER);
        let dst = self.b.new_reg("", void);
        self.b.emit(InstKind::Alloc {
            dst,
            size,
            align,
            storage: Storage::Heap,
        });
        Value::scalar(self.b.reg(dst), CTypes::VOID_POINTER)
    }

    fn intrinsic_parameters(&mut self, name: &str) -> Option<Vec<QualTy>> {
        let name = name.strip_prefix("__unspool_")?;
        let size = self.types.size_type();
        let list: Vec<Ty> = match name {
            "self" | "exit_thread" | "atomic_begin" | "atomic_end" | "abort" => vec![],
            "finished" | "exit" => vec![CTypes::INT],
            "wait_until" | "assume" => vec![CTypes::BOOL],
            "unsupported" => vec![CTypes::CHAR_POINTER],
            "alloc" => vec![size],
            "alloc_aligned" => vec![size, size],
            "free" | "object_size" | "hold" | "release" => vec![CTypes::VOID_POINTER],
            "output" => vec![CTypes::INT, CTypes::INT],
            _ => return None,
        };
        Some(list.into_iter().map(QualTy::from).collect())
    }

    /// `__unspool_spawn(start, arguments...)`: as many arguments as the function at `start` takes.
    fn intrinsic_spawn(&mut self, args: &'a [Expr], span: Span) -> Lowered<Value> {
        let Some((start, args)) = args.split_first() else {
            return self.error(span, "`__unspool_spawn` takes a function to start");
        };
        let value = self.rvalue(start)?;
        let function = self.types.pointee(value.ty);
        let params = match function.map(|function| self.types.kind(function.ty)) {
            Some(TyKind::Function(function)) => function.params.clone(),
            _ => return self.error(start.span, "a thread starts at a function"),
        };
        if params.len() != args.len() {
            return self.error(
                span,
                format!("the function takes {} arguments", params.len()),
            );
        }
        let start = self.scalar(value);
        let start = self.b.shallow(start);
        let mut values = Vec::with_capacity(args.len());
        for (arg, ty) in args.iter().zip(params) {
            values.push(self.intrinsic_argument(arg, ty.into())?);
        }
        self.at(span);
        let dst = self.b.new_reg("", Types::I32);
        self.b.emit(InstKind::Spawn {
            dst,
            start,
            args: values,
            thread: None,
        });
        Ok(Value::scalar(self.b.reg(dst), CTypes::INT))
    }

    /// `__unspool_assert(condition, "property", "message")`, or with one more: a `const char *` to further words.
    fn intrinsic_assert(&mut self, args: &'a [Expr], span: Span) -> Lowered<Value> {
        let (condition, property, message, detail) = match args {
            [condition, property, message] => (condition, property, message, None),
            [condition, property, message, detail] => (condition, property, message, Some(detail)),
            _ => return self.error(span, "`__unspool_assert` takes 3 or 4 arguments"),
        };
        let name = self.literal_text(property)?;
        let Some(property_id) = Property::from_name(&name) else {
            let known: Vec<&str> = Property::all().map(Property::name).collect();
            let text = format!("unknown property `{name}`; known are {}", known.join(", "));
            return self.error(property.span, text);
        };
        let message = self.literal_text(message)?;
        let condition = self.condition(condition)?;
        let condition = self.b.shallow(condition);
        let detail = match detail {
            Some(detail) => {
                let text = self
                    .types
                    .pointer(QualTy::from(CTypes::CHAR).qualified(Quals::CONST));
                Some(self.intrinsic_argument(detail, text.into())?)
            }
            None => None,
        };
        self.at(span);
        self.b.emit(InstKind::Assert {
            condition,
            property: property_id,
            message,
            detail,
        });
        Ok(Value::void())
    }

    fn literal_text(&mut self, expr: &Expr) -> Lowered<String> {
        match &expr.kind {
            ExprKind::String(literal) => match &literal.units {
                StringUnits::Bytes(bytes) => Ok(String::from_utf8_lossy(bytes).into_owned()),
                StringUnits::Units(_) => self.error(expr.span, "a plain string is needed here"),
            },
            _ => self.error(expr.span, "a string literal is needed here"),
        }
    }
}
