//! Which functions are called: a function has a summary for each choice of the functions that its parameters point to.
//!
//! All threads come to their work through one and the same function of the library, to which a pointer to it is given. If that were all functions that are ever given, every thread could do what any of them does.
//!
//! Summaries are a least fixed point. Whoever asks for one in a context that is new gets an empty one, and is asked again when it is final.

use std::sync::{Arc, MutexGuard, PoisonError};

use rustc_hash::FxHashMap;
use unspool_ir::{ExprId, FunctionId, InstKind, Type, TypeId};

use super::summaries::Summary;
use super::{CodePlace, Side, Wakers};

/// A function, called with pointers to these functions: by number of the parameter, for those that point to functions.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Context {
    pub function: FunctionId,
    pub bound: Vec<(u32, Vec<FunctionId>)>,
}

impl Context {
    /// Whoever calls: what parameters point to is what the points-to analysis says.
    pub fn of_all_calls(function: FunctionId) -> Context {
        Context {
            function,
            bound: Vec::new(),
        }
    }
}

/// By context. Those from `settled` on are not final yet.
#[derive(Default)]
pub struct Summaries {
    numbers: FxHashMap<Context, usize>,
    contexts: Vec<Context>,
    summaries: Vec<Arc<Summary>>,
    settled: usize,
}

/// Of more parameters than these, calls are not told apart by the functions that they point to: there may be as many contexts as there are choices.
const MOST_BOUND: usize = 2;

impl Wakers {
    /// The answer to a question that may be about contexts which nobody has asked for before.
    pub(super) fn settled<T>(&self, question: impl Fn() -> T) -> T {
        let _alone = self.asking.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            let answer = question();
            let all = self.summaries();
            let (first, end) = (all.settled, all.contexts.len());
            drop(all);
            if first == end {
                return answer;
            }
            self.settle(first);
        }
    }

    /// Makes summaries final from this one on. Others do not depend on them.
    fn settle(&self, first: usize) {
        let mut has_changed = true;
        while has_changed {
            has_changed = false;
            let mut number = first;
            loop {
                let context = self.summaries().contexts.get(number).cloned();
                let Some(context) = context else {
                    break;
                };
                let entry = CodePlace::entry(context.function);
                let summary = self.rest(&context, entry, Side::Before);
                let known = &mut self.summaries().summaries[number];
                if **known != summary {
                    *known = Arc::new(summary);
                    has_changed = true;
                }
                number += 1;
            }
        }
        let mut all = self.summaries();
        all.settled = all.contexts.len();
    }

    fn summaries(&self) -> MutexGuard<'_, Summaries> {
        // Each change is whole.
        self.summaries
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// What is known by now.
    pub(super) fn summary(&self, context: Context) -> Arc<Summary> {
        let mut all = self.summaries();
        if let Some(&number) = all.numbers.get(&context) {
            return Arc::clone(&all.summaries[number]);
        }
        let number = all.contexts.len();
        all.numbers.insert(context.clone(), number);
        all.contexts.push(context);
        all.summaries.push(Arc::default());
        Arc::default()
    }

    /// The context of a function that is called or started with these arguments.
    pub(super) fn context(&self, caller: &Context, callee: FunctionId, args: &[ExprId]) -> Context {
        let mut bound = Vec::new();
        if let Some(body) = self.body(callee) {
            let parameters = (0..).zip(body.params.iter().zip(args));
            for (number, (register, &argument)) in parameters {
                let is_bound = self.is_pointer_to_function(body.regs[register.index()].ty);
                if is_bound && bound.len() < MOST_BOUND {
                    bound.push((number, self.functions(caller, argument)));
                }
            }
        }
        Context {
            function: callee,
            bound,
        }
    }

    fn is_pointer_to_function(&self, ty: TypeId) -> bool {
        match *self.program.types.get(ty) {
            Type::Pointer(pointee) => matches!(self.program.types.get(pointee), Type::Function(_)),
            _ => false,
        }
    }

    /// The functions that a value may point to.
    pub(super) fn functions(&self, context: &Context, pointer: ExprId) -> Vec<FunctionId> {
        let parameter = self.parameter(context.function, pointer);
        let mut bound = context.bound.iter();
        match bound.find(|(number, _)| Some(*number) == parameter) {
            Some((_, functions)) => functions.clone(),
            None => self.points_to.callees(context.function, pointer),
        }
    }

    /// The contexts of threads that a `spawn` starts.
    pub(super) fn started(&self, creator: &Context, at: CodePlace) -> Vec<Context> {
        match self.instruction(at) {
            Some(InstKind::Spawn { start, args, .. }) => {
                let started = self.functions(creator, *start).into_iter();
                let started = started.map(|function| self.context(creator, function, args));
                started.collect()
            }
            _ => Vec::new(),
        }
    }

    /// The context of a function that has been called at one of these places.
    pub(super) fn context_of_calls(
        &self,
        caller: &Context,
        calls: &[CodePlace],
        callee: FunctionId,
    ) -> Context {
        let mut joined: Option<Context> = None;
        for &at in calls {
            let Some(InstKind::Call { args, .. }) = self.instruction(at) else {
                continue;
            };
            let context = self.context(caller, callee, args);
            let Some(joined) = &mut joined else {
                joined = Some(context);
                continue;
            };
            for ((_, all), (_, more)) in joined.bound.iter_mut().zip(context.bound) {
                all.extend(more);
                all.sort_unstable();
                all.dedup();
            }
        }
        joined.unwrap_or_else(|| Context::of_all_calls(callee))
    }

    pub(super) fn instruction(&self, at: CodePlace) -> Option<&InstKind> {
        let block = self.body(at.function)?.blocks.get(at.block.index())?;
        block.insts.get(at.index).map(|inst| &inst.kind)
    }
}
