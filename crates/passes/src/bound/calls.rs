//! Calls: inlined, with their arguments, results and the end of their variables.
//!
//! A call through a pointer whose value is known is a direct one. Otherwise it becomes a chain of branches over the functions
//! that the points-to analysis allows, and a failing assertion behind them. A function is entered again while it runs
//! only to a certain depth; beyond, the path is cut like that of a loop, except that recursion whose integer arguments are
//! all known may go as deep as decided loops go.

use unspool_ir::{
    BinaryOp, Callee, ExprId, ExprKind, Field, FunctionId, InstKind, OriginStep, PlaceKind,
    Property, Record, RecordBody, RecordId, RecordKind, RegId, SlotDecl, SlotId, Span, Terminator,
    Type, TypeId, Types,
};

use super::fitting::Misfit;
use super::knowledge::Knowledge;
use super::objects::ObjectId;
use super::output::{Exit, OPEN};
use super::value::Value;
use super::walk::{Edge, Path, ThreadWalk};
use super::{CutKind, Stop};

/// Activations on one stack: the walk recurses with them.
const DEEPEST: u32 = 5_000;

/// An argument: its expression in the caller, what is left of it, its value, its type.
#[derive(Clone, Copy)]
pub struct Argument {
    pub source: ExprId,
    pub expr: ExprId,
    pub value: Value,
    pub ty: TypeId,
}

impl ThreadWalk<'_, '_> {
    pub fn call(
        &mut self,
        mut path: Path,
        dst: Option<RegId>,
        callee: Callee,
        args: &[ExprId],
        span: Span,
    ) -> Result<Option<Path>, Stop> {
        let args = self.arguments(&mut path.know, args);
        let result = dst.map(|dst| self.register(dst));
        let pointer = match callee {
            Callee::Direct(function) => {
                return self.call_checked(path, function, &args, (result, false), span);
            }
            Callee::Indirect(pointer) => pointer,
        };
        let (residual, value) = self.operand(&mut path.know, pointer);
        let ty = self.body().expr(pointer).ty;
        match value {
            Value::Function(function) => {
                return self.call_checked(path, function, &args, (result, true), span);
            }
            Value::Bits(_) | Value::Pointer { .. } => {
                self.bad_call(path, &args, span);
                return Ok(None);
            }
            Value::Unknown | Value::OneOf(_) | Value::Nowhere => {}
        }
        let targets = self.callees(value, pointer);
        let (ends, path) = self.for_each_callee(path, (residual, ty), targets, span, {
            |walk, taken, target| walk.call_checked(taken, target, &args, (result, true), span)
        })?;
        self.bad_call(path, &args, span);
        self.join_any(ends)
    }

    /// The functions that a pointer of the current function may be.
    pub fn callees(&self, value: Value, pointer: ExprId) -> Vec<FunctionId> {
        match value {
            Value::OneOf(set) => {
                let values = self.bounder.objects.values(set);
                let functions = values.iter().filter_map(|&value| match value {
                    Value::Function(function) => Some(function),
                    _ => None,
                });
                functions.collect()
            }
            _ => (self.bounder.points_to).callees(self.here().function, pointer),
        }
    }

    /// Goes the way of each function that a pointer may be, if it is that. Returns where these end, and the way on which
    /// it is none of them.
    pub fn for_each_callee(
        &mut self,
        mut path: Path,
        (pointer, ty): (ExprId, TypeId),
        callees: Vec<FunctionId>,
        span: Span,
        mut go: impl FnMut(&mut Self, Path, FunctionId) -> Result<Option<Path>, Stop>,
    ) -> Result<(Vec<Edge>, Path), Stop> {
        let mut ends = Vec::new();
        for callee in callees {
            let address = self.function_address(callee, ty);
            let condition = ExprKind::Binary(BinaryOp::Eq, pointer, address);
            let condition = self.out.expr(condition, Types::BOOL);
            let (taken, rest) = self.split(path, condition, span);
            path = rest;
            let after = go(self, taken, callee)?;
            ends.extend(after.map(|after| self.pause(after, span)));
        }
        Ok((ends, path))
    }

    /// Where paths meet, if there are any.
    pub fn join_any(&mut self, ends: Vec<Edge>) -> Result<Option<Path>, Stop> {
        match ends.is_empty() {
            true => Ok(None),
            false => self.join(ends).map(Some),
        }
    }

    pub fn arguments(&mut self, know: &mut Knowledge, args: &[ExprId]) -> Vec<Argument> {
        let mut list = Vec::with_capacity(args.len());
        for arg in args {
            let ty = self.body().expr(*arg).ty;
            let (expr, value) = self.operand(know, *arg);
            list.push(Argument {
                source: *arg,
                expr,
                value,
                ty,
            });
        }
        list
    }

    /// Two paths, by a condition.
    pub fn split(&mut self, path: Path, condition: ExprId, span: Span) -> (Path, Path) {
        let from = path.block;
        let (then, otherwise) = (self.out.begin_block(), self.out.begin_block());
        let branch = Terminator::Branch {
            condition,
            then,
            otherwise,
        };
        let origin = self.here().origin;
        self.out.end_block(from, branch, span, origin);
        let know = path.know.clone();
        let when_true = Path { block: then, know };
        let when_false = Path {
            block: otherwise,
            know: path.know,
        };
        (when_true, when_false)
    }

    /// Ends a path with an open jump.
    pub fn pause(&mut self, path: Path, span: Span) -> Edge {
        let origin = self.here().origin;
        (self.out).end_block(path.block, Terminator::Goto(OPEN), span, origin);
        Edge {
            from: path.block,
            exit: Exit::Goto,
            know: path.know,
        }
    }

    /// Arguments that may fail do so before a call that does.
    fn fail_before_call(&mut self, path: &Path, args: &[Argument], span: Span) {
        for arg in args {
            if self.may_fail(arg.expr) {
                let dst = self.out.fresh_register(arg.ty);
                let value = arg.expr;
                self.emit(path, InstKind::Assign { dst, value }, span);
            }
        }
    }

    fn bad_call(&mut self, path: Path, args: &[Argument], span: Span) {
        self.fail_before_call(&path, args, span);
        let message = "invalid call: a call through a pointer that points to no function";
        self.fail(path, Property::MemorySafety, message.to_string(), span);
    }

    /// A call of a function, whose arguments need not fit.
    fn call_checked(
        &mut self,
        path: Path,
        function: FunctionId,
        args: &[Argument],
        (result, is_indirect): (Option<RegId>, bool),
        span: Span,
    ) -> Result<Option<Path>, Stop> {
        let wanted = result.map(|register| self.out.body.regs[register.index()].ty);
        let has_body = self.program().function(function).body.is_some();
        match self.misfit(function, args, wanted, is_indirect) {
            Some(Misfit::Invalid(what)) if has_body => {
                let message = format!("invalid call: {what}");
                self.fail_before_call(&path, args, span);
                self.fail(path, Property::MemorySafety, message, span);
                Ok(None)
            }
            Some(Misfit::Unsupported(what)) if has_body => {
                self.unsupported(path, what, span);
                Ok(None)
            }
            _ => self.call_of(path, function, args, result, span),
        }
    }

    /// Walks a function in place of a call of it.
    pub fn inline(
        &mut self,
        mut path: Path,
        function: FunctionId,
        args: &[Argument],
        result: Option<RegId>,
        span: Span,
    ) -> Result<Option<Path>, Stop> {
        let callee = self.program().function(function);
        let Some(body) = &callee.body else {
            let what = format!("call of `{}`, which has no body", callee.name);
            self.unsupported(path, what, span);
            return Ok(None);
        };
        if let Some(bound) = self.recursion_bound(function, args) {
            let name = callee.name.clone();
            self.cut(path, CutKind::Recursion { function: name }, span, bound);
            return Ok(None);
        }
        let step = OriginStep::Call {
            callee: function,
            span,
        };
        let origin = self.out.origin(self.here().origin, step);
        let unit = self.begin_unit(&path, function, result);
        let var_args = self.pass_extra(&mut path, function, args, body.params.len(), origin, span);
        let values = args.iter().map(|arg| arg.value).collect();
        self.push_activation(function, body, Some(origin), result, values);
        self.here_mut().var_args = var_args;
        self.pass(&mut path, args, span);
        self.walk_function(path)?;
        let Some(activation) = self.activations.pop() else {
            return Ok(None);
        };
        if activation.returns.is_empty() {
            self.leave_unit(unit);
            return Ok(None);
        }
        let mut path = self.join(activation.returns)?;
        if let Some(before) = self.end_unit(unit) {
            return Ok(Some(before));
        }
        // What the function leaves behind ends where it returns.
        let is_lasting = self.bounder.program.is_outermost(self.here().function);
        let returned = Some(origin);
        for index in 0..body.slots.len() as u32 {
            let key = activation.slots + index;
            if let Some(object) = path.know.slot(key) {
                if !is_lasting {
                    self.end_slot(&mut path, object, returned, span);
                }
                path.know.set_slot(key, None);
            }
        }
        if let Some((_, object)) = activation.var_args.filter(|_| !is_lasting) {
            self.end_slot(&mut path, object, returned, span);
        }
        let count = body.regs.len() as u32;
        path.know.forget_registers(activation.registers, count);
        Ok(Some(path))
    }

    /// Assigns the arguments to the parameters of the current function.
    pub fn pass(&mut self, path: &mut Path, args: &[Argument], span: Span) {
        let params = &self.body().params;
        for (param, arg) in params.iter().zip(args) {
            let dst = self.register(*param);
            let ty = self.out.body.regs[dst.index()].ty;
            let (value, known) = self.fitted((arg.expr, arg.value), arg.ty, ty);
            path.know.set_register(dst, known);
            self.emit(path, InstKind::Assign { dst, value }, span);
        }
    }

    fn end_slot(
        &mut self,
        path: &mut Path,
        object: ObjectId,
        origin: Option<unspool_ir::OriginId>,
        span: Span,
    ) {
        use super::objects::ObjectName;
        if let ObjectName::Slot { slot, .. } = self.bounder.objects.info(object).name {
            self.out
                .emit(path.block, InstKind::Dead(slot), span, origin);
        }
        self.end_object(&mut path.know, object);
    }

    /// How deep this function may be entered, if it already is.
    fn recursion_bound(&self, function: FunctionId, args: &[Argument]) -> Option<u32> {
        let depth = self.activations.len() as u32;
        if depth >= DEEPEST {
            return Some(DEEPEST);
        }
        let mut entered = 0;
        let mut innermost = None;
        for activation in self.activations.iter().rev() {
            if activation.function == function {
                entered += 1;
                innermost = innermost.or(Some(activation));
            }
        }
        let innermost = innermost?;
        let is_integer = |arg: &&Argument| self.types().is_integer(arg.ty);
        let integers = args.iter().filter(is_integer);
        let is_decided = integers.clone().count() > 0
            && integers.clone().all(|arg| arg.value.is_exact())
            && args
                .iter()
                .zip(&innermost.args)
                .any(|(arg, old)| arg.value != *old);
        let bound = match is_decided {
            true => self.bounder.config.unwind_static,
            false => self.bounder.config.recursion,
        };
        (entered >= bound).then_some(bound)
    }

    /// Lays extra arguments of a variadic function out in memory, as a slot of the caller's.
    fn pass_extra(
        &mut self,
        path: &mut Path,
        function: FunctionId,
        args: &[Argument],
        params: usize,
        origin: unspool_ir::OriginId,
        span: Span,
    ) -> Option<(SlotId, ObjectId)> {
        let Type::Function(ty) = self.types().get(self.program().function(function).ty) else {
            return None;
        };
        if !ty.variadic || args.len() <= params {
            return None;
        }
        let (ty, size) = self.extra_record(&args[params..]);
        let slot = self.out.slot(SlotDecl {
            name: "arguments".to_string(),
            ty,
            align: self.types().align_of(ty),
            span,
        });
        let object = (self.bounder.objects).var_args(function, self.thread, slot, size);
        path.know.set_live(object, true);
        let origin = Some(origin);
        self.out
            .emit(path.block, InstKind::Live(slot), span, origin);
        let whole = self.out.place(PlaceKind::Slot(slot), ty);
        for (number, arg) in args[params..].iter().enumerate() {
            let place = PlaceKind::Field(whole, number as u32);
            let place = self.out.place(place, arg.ty);
            let store = InstKind::Store {
                place,
                value: arg.expr,
                access: unspool_ir::Access::default(),
            };
            self.out.emit(path.block, store, span, origin);
            if let Type::Record(record) = *self.types().get(ty)
                && let Some(body) = &self.types().record(record).body
                && self.types().is_scalar(arg.ty)
            {
                let offset = body.fields[number].offset;
                let size = self.types().size_of(arg.ty).unwrap_or(0);
                (path.know).store(&self.bounder.objects, object, offset, size, arg.value);
            }
        }
        Some((slot, object))
    }

    /// A record with a field for each argument, at the next multiple of the larger of its alignment and the pointer size.
    fn extra_record(&mut self, args: &[Argument]) -> (TypeId, u64) {
        let types = &mut self.bounder.types;
        let word = types.data_model.pointer_bytes();
        let (mut end, mut align) = (0u64, word);
        let mut fields = Vec::with_capacity(args.len());
        for (number, arg) in args.iter().enumerate() {
            let own = types.align_of(arg.ty).max(word);
            align = align.max(own);
            let offset = end.next_multiple_of(own);
            end = offset + types.size_of(arg.ty).unwrap_or(0);
            fields.push(Field {
                name: format!("a{number}"),
                ty: arg.ty,
                offset,
            });
        }
        let size = end.next_multiple_of(align);
        let body = RecordBody {
            fields,
            size,
            align,
        };
        if let Some(known) = self
            .bounder
            .extra_records
            .get(&body.fields.iter().map(|f| f.ty).collect::<Vec<_>>())
        {
            return (*known, size);
        }
        let key = body.fields.iter().map(|field| field.ty).collect();
        let types = &mut self.bounder.types;
        let name = format!("var_args.{}", types.records.len());
        types.records.push(Record {
            name,
            kind: RecordKind::Struct,
            body: Some(body),
        });
        let record = RecordId::new(types.records.len() - 1);
        let ty = types.intern(Type::Record(record));
        self.bounder.extra_records.insert(key, ty);
        (ty, size)
    }

    /// The start of the extra arguments, as a pointer of this type.
    pub fn var_args(&mut self, know: &Knowledge, ty: TypeId) -> (ExprId, Value) {
        let Some((_, object)) = self.here().var_args else {
            // There are none: a pointer that must not be followed.
            let word = u128::from(self.types().data_model.pointer_bytes());
            return (self.out.expr(ExprKind::Int(word), ty), Value::Bits(word));
        };
        let value = Value::Pointer { object, offset: 0 };
        match self.constant(know, value, ty) {
            Some(expr) => (expr, value),
            None => (self.out.expr(ExprKind::Int(0), ty), Value::Unknown),
        }
    }

    /// A `return` of the current function.
    pub fn walk_return(&mut self, mut path: Path, value: Option<ExprId>, span: Span) {
        let returned = value.map(|value| {
            let ty = self.body().expr(value).ty;
            let (expr, known) = self.operand(&mut path.know, value);
            (expr, known, ty)
        });
        if self.activations.len() == 1 {
            let value = returned.map(|(expr, ..)| expr);
            self.finish(path, Terminator::Return(value), span);
            return;
        }
        if let Some((expr, known, ty)) = returned {
            // Evaluated even if nobody wants it: it may fail.
            let dst = match self.here().result {
                Some(dst) => dst,
                None => self.out.fresh_register(ty),
            };
            let wanted = self.out.body.regs[dst.index()].ty;
            let (value, known) = self.fitted((expr, known), ty, wanted);
            path.know.set_register(dst, known);
            self.emit(&path, InstKind::Assign { dst, value }, span);
        } else if let Some(dst) = self.here().result {
            path.know.set_register(dst, Value::Unknown);
        }
        self.free_stack(&mut path, span);
        let edge = self.pause(path, span);
        self.here_mut().returns.push(edge);
    }
}
