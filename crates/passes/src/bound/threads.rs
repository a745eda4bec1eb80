//! Threads: every place that starts one gets a thread of its own.
//!
//! Threads are numbered in the order in which the walk meets the places that start them: those of thread 0 first, then those of
//! thread 1, and so on. A thread's function is walked with what its creator knows when it starts it, as far as nobody
//! can change that.

use unspool_ir::{ExprId, ExprKind, FunctionId, InstKind, Property, RegId, Span, Type, Types};

use super::calls::Argument;
use super::knowledge::Knowledge;
use super::value::Value;
use super::walk::{Path, ThreadWalk};
use super::{CutKind, Stop};

/// A thread that is to be made.
pub struct ThreadStart {
    pub number: u32,
    /// What it runs, in the original program.
    pub root: FunctionId,
    pub args: Vec<Value>,
    pub know: Knowledge,
}

impl ThreadWalk<'_, '_> {
    pub fn spawn(
        &mut self,
        mut path: Path,
        dst: RegId,
        start: ExprId,
        args: &[ExprId],
        span: Span,
    ) -> Result<Option<Path>, Stop> {
        let args = self.arguments(&mut path.know, args);
        let (residual, value) = self.operand(&mut path.know, start);
        let ty = self.body().expr(start).ty;
        let dst = self.register(dst);
        let targets = match value {
            Value::Function(function) => {
                return Ok(self.spawn_at(path, dst, function, &args, span));
            }
            Value::Unknown | Value::OneOf(_) | Value::Nowhere => self.callees(value, start),
            _ => Vec::new(),
        };
        let (ends, path) = self.for_each_callee(path, (residual, ty), targets, span, {
            |walk, taken, target| Ok(walk.spawn_at(taken, dst, target, &args, span))
        })?;
        let message = "invalid call: a thread is started at something that is no function";
        self.fail(path, Property::MemorySafety, message.to_string(), span);
        self.join_any(ends)
    }

    fn spawn_at(
        &mut self,
        mut path: Path,
        dst: RegId,
        root: FunctionId,
        args: &[Argument],
        span: Span,
    ) -> Option<Path> {
        let function = self.program().function(root);
        let fits = match self.types().get(function.ty) {
            Type::Function(ty) => {
                let given = args.iter().map(|arg| arg.ty);
                ty.result == Types::VOID && !ty.variadic && given.eq(ty.params.iter().copied())
            }
            _ => false,
        };
        if !fits {
            let message = "invalid call: a thread's function takes other arguments than it gets";
            self.fail(path, Property::MemorySafety, message.to_string(), span);
            return None;
        }
        if function.body.is_none() {
            let what = format!("call of `{}`, which has no body", function.name);
            self.unsupported(path, what, span);
            return None;
        }
        let limit = self.bounder.config.threads;
        let number = self.bounder.next_thread;
        if number >= limit {
            self.cut(path, CutKind::Threads, span, limit);
            return None;
        }
        self.bounder.next_thread += 1;
        self.important += 1;
        path.know.parallel = true;
        self.bounder.starts.push_back(ThreadStart {
            number,
            root,
            args: args.iter().map(|arg| arg.value).collect(),
            know: path.know.for_new_thread(),
        });
        let own = self.bounder.function_of_thread(number);
        let pointer = self.bounder.types.pointer_to(function.ty);
        let start = self.out.expr(ExprKind::FunctionAddress(own), pointer);
        path.know.set_register(dst, Value::Bits(u128::from(number)));
        let spawn = InstKind::Spawn {
            dst,
            start,
            args: args.iter().map(|arg| arg.expr).collect(),
            thread: Some(number),
        };
        self.emit(&path, spawn, span);
        Some(path)
    }
}
