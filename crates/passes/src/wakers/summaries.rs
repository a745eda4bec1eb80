//! What functions may write, and whether they return: a least fixed point over the whole program.
//!
//! Code behind a call that does not return is not reached, and a branch on a constant goes one way. What lies at a parameter that is never assigned stays symbolic, as long as it is a
//! member of what the parameter points to. Functions that a parameter points to do not: a function has a summary for each choice of them ([`Context`]), since all threads
//! come to their work through one and the same function of the library.

use std::sync::{Arc, MutexGuard, PoisonError};

use rustc_hash::{FxHashMap, FxHashSet};
use unspool_ir::{
    BinaryOp, Block, BlockId, Body, Callee, ExprId, ExprKind, FunctionId, Inst, InstKind, PlaceId,
    PlaceKind, Terminator, Type, TypeId, UnaryOp,
};

use super::{CodePlace, Piece, Side, Wakers};
use crate::operands::{for_each_written, place_of};

/// Memory, as a function knows it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Part {
    Piece(Piece),
    /// So many bytes from where the parameter points to, or all.
    Through {
        parameter: u32,
        size: Option<u64>,
    },
    /// Nothing is known of the pointer.
    Anywhere,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Summary {
    pub writes: FxHashSet<Part>,
    pub reads: FxHashSet<Part>,
    pub is_unknown: bool,
    pub returns: bool,
    pub ends_process: bool,
    /// Asks whether a thread has ended, or draws a value.
    pub asks_elsewhere: bool,
}

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

/// By register: the parameter that it is, if nothing assigns to it.
pub fn parameters(body: &Body) -> Vec<Option<u32>> {
    let mut parameters = vec![None; body.regs.len()];
    for (number, register) in (0..).zip(&body.params) {
        parameters[register.index()] = Some(number);
    }
    for inst in body.blocks.iter().flat_map(|block| &block.insts) {
        for_each_written(&inst.kind, |register| parameters[register.index()] = None);
    }
    parameters
}

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
    fn summary(&self, context: Context) -> Arc<Summary> {
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
    fn context(&self, caller: &Context, callee: FunctionId, args: &[ExprId]) -> Context {
        let mut bound = Vec::new();
        if let Some(body) = self.body(callee) {
            let parameters = (0..).zip(body.params.iter().zip(args));
            for (number, (register, &argument)) in parameters {
                if self.is_pointer_to_function(body.regs[register.index()].ty) {
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
    fn functions(&self, context: &Context, pointer: ExprId) -> Vec<FunctionId> {
        let parameter = self.parameter(context.function, pointer);
        let mut bound = context.bound.iter();
        match bound.find(|(number, _)| Some(*number) == parameter) {
            Some((_, functions)) => functions.clone(),
            None => self.points_to.callees(context.function, pointer),
        }
    }

    /// What an activation may do from an instruction on, or from behind it.
    pub(super) fn rest(&self, context: &Context, at: CodePlace, side: Side) -> Summary {
        let mut rest = Summary::default();
        let Some(body) = self.body(at.function) else {
            // It may return anything, and no more: else its caller would have been refused.
            rest.returns = true;
            return rest;
        };
        let (mut index, mut depth) = (at.index, 0);
        if side == Side::Behind {
            index += 1;
            // Sections are executed as a whole. One that has been begun does not count.
            let insts = body.block(at.block).insts.iter().take(index);
            let before = depths(body).get(at.block.index()).copied().flatten();
            depth = depth_behind(insts, before.unwrap_or(0));
        }
        let mut seen = FxHashSet::default();
        let mut work = vec![(at.block, index, depth)];
        while let Some((number, first, depth)) = work.pop() {
            let block = body.block(number);
            let insts = (first, block.insts.len());
            let Some(depth) = self.go_through(context, (block, insts), depth, &mut rest) else {
                continue;
            };
            match &block.terminator {
                Terminator::Return(_) => {
                    rest.returns = true;
                    // Where the section that has been passed ends is not known.
                    rest.is_unknown |= depth > 0;
                }
                Terminator::Exit(_) => rest.ends_process = true,
                _ => {}
            }
            for next in followers(body, block) {
                if seen.insert((next, depth)) {
                    work.push((next, 0, depth));
                }
            }
        }
        rest
    }

    /// Instructions of a block. Of a section that has been passed, if `depth` is not 0, nothing counts. How deep in that it ends; None if it does not get there.
    pub(super) fn go_through(
        &self,
        context: &Context,
        (block, (first, end)): (&Block, (usize, usize)),
        mut depth: u32,
        rest: &mut Summary,
    ) -> Option<u32> {
        let function = context.function;
        for inst in block.insts.iter().take(end).skip(first) {
            match &inst.kind {
                InstKind::AtomicBegin if depth > 0 => depth += 1,
                InstKind::AtomicEnd => depth = depth.saturating_sub(1),
                InstKind::Call { callee, args, .. } if depth > 0 => {
                    if !self.call(context, *callee, args, &mut Summary::default()) {
                        return None;
                    }
                }
                _ if depth > 0 => {}
                InstKind::Call { callee, args, .. } => {
                    if !self.call(context, *callee, args, rest) {
                        return None;
                    }
                }
                InstKind::Spawn { start, args, .. } => {
                    self.spawn(context, *start, args, rest);
                }
                InstKind::Unsupported(_) => rest.is_unknown = true,
                InstKind::Finished { .. } | InstKind::Nondet { .. } => rest.asks_elsewhere = true,
                InstKind::CompareExchange { weak: true, .. } => {
                    rest.asks_elsewhere = true;
                    self.access(function, &inst.kind, rest);
                }
                InstKind::Free { pointer, .. } => {
                    rest.writes
                        .extend(self.pointed_to(function, *pointer, None));
                }
                kind => self.access(function, kind, rest),
            }
        }
        Some(depth)
    }

    fn access(&self, function: FunctionId, kind: &InstKind, rest: &mut Summary) {
        let (Some(place), Some(body)) = (place_of(kind), self.body(function)) else {
            return;
        };
        let parts = self.parts(function, body, place);
        if !matches!(kind, InstKind::Load { .. }) {
            rest.writes.extend(&parts);
        }
        if !matches!(kind, InstKind::Store { .. }) {
            rest.reads.extend(&parts);
        }
    }

    /// Whether it may return.
    fn call(&self, caller: &Context, callee: Callee, args: &[ExprId], rest: &mut Summary) -> bool {
        let callees = match callee {
            Callee::Direct(callee) => vec![callee],
            Callee::Indirect(pointer) => self.functions(caller, pointer),
        };
        let mut returns = false;
        for callee in callees {
            let summary = self.summary(self.context(caller, callee, args));
            returns |= summary.returns;
            rest.is_unknown |= summary.is_unknown;
            rest.ends_process |= summary.ends_process;
            rest.asks_elsewhere |= summary.asks_elsewhere;
            for (from, to) in [
                (&summary.writes, &mut rest.writes),
                (&summary.reads, &mut rest.reads),
            ] {
                for &part in from {
                    to.extend(self.in_caller(caller.function, args, part));
                }
            }
        }
        returns
    }

    fn spawn(&self, creator: &Context, start: ExprId, args: &[ExprId], rest: &mut Summary) {
        for started in self.functions(creator, start) {
            let summary = self.summary(self.context(creator, started, args));
            rest.is_unknown |= summary.is_unknown;
            rest.ends_process |= summary.ends_process;
            for &part in &summary.writes {
                rest.writes
                    .extend(self.in_caller(creator.function, args, part));
            }
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

    fn instruction(&self, at: CodePlace) -> Option<&InstKind> {
        let block = self.body(at.function)?.blocks.get(at.block.index())?;
        block.insts.get(at.index).map(|inst| &inst.kind)
    }

    /// What a parameter of a called function is for its caller, as far as these bytes go.
    pub(super) fn argument(&self, call: CodePlace, parameter: u32, size: Option<u64>) -> Vec<Part> {
        match self.instruction(call) {
            Some(InstKind::Call { args, .. }) => {
                self.in_caller(call.function, args, Part::Through { parameter, size })
            }
            _ => Vec::new(),
        }
    }

    /// A part that a callee knows, as its caller does.
    fn in_caller(&self, caller: FunctionId, args: &[ExprId], part: Part) -> Vec<Part> {
        let Part::Through { parameter, size } = part else {
            return vec![part];
        };
        let Some(&argument) = args.get(parameter as usize) else {
            return Vec::new();
        };
        if let Some(parameter) = self.parameter(caller, argument) {
            return vec![Part::Through { parameter, size }];
        }
        self.pointed_to(caller, argument, size)
    }

    /// The parameter that a value is, perhaps as a pointer of another type.
    fn parameter(&self, function: FunctionId, pointer: ExprId) -> Option<u32> {
        let body = self.body(function)?;
        let mut at = pointer;
        loop {
            match body.expr(at).kind {
                ExprKind::Reg(register) => {
                    return self.parameters[function.index()][register.index()];
                }
                ExprKind::Convert(inner) if self.program.types.is_pointer(body.expr(inner).ty) => {
                    at = inner;
                }
                _ => return None,
            }
        }
    }

    fn parts(&self, function: FunctionId, body: &Body, place: PlaceId) -> Vec<Part> {
        if let Some((pointer, size)) = self.is_member_of(body, place) {
            if let Some(parameter) = self.parameter(function, pointer) {
                return vec![Part::Through { parameter, size }];
            }
            if self.points_to.pointees(function, pointer).is_empty() {
                return self.pointed_to(function, pointer, size);
            }
        }
        let size = self.program.types.size_of(body.place(place).ty);
        let targets = self.points_to.locations(function, place).into_iter();
        let pieces = targets.map(|target| Piece { target, size });
        pieces.map(Part::Piece).collect()
    }

    /// The pointer, and the size of what it points to, if the place is a member of that, or all of it.
    fn is_member_of(&self, body: &Body, place: PlaceId) -> Option<(ExprId, Option<u64>)> {
        let mut at = place;
        let mut may_leave = false;
        loop {
            let content = body.place(at);
            match content.kind {
                PlaceKind::Deref(pointer) => {
                    let size = self.program.types.size_of(content.ty);
                    return Some((pointer, size.filter(|_| !may_leave)));
                }
                PlaceKind::Field(outer, _) => at = outer,
                PlaceKind::Index(outer, _) => {
                    may_leave = true;
                    at = outer;
                }
                PlaceKind::Global(_) | PlaceKind::Slot(_) => return None,
            }
        }
    }
}

/// Where a block goes to, unless constants say otherwise.
pub(super) fn followers(body: &Body, block: &Block) -> Vec<BlockId> {
    if let Terminator::Branch {
        condition,
        then,
        otherwise,
    } = block.terminator
        && let Some(holds) = constant(body, condition)
    {
        return vec![if holds { then } else { otherwise }];
    }
    block.terminator.successors().collect()
}

/// What a condition is whatever registers contain.
fn constant(body: &Body, condition: ExprId) -> Option<bool> {
    match body.expr(condition).kind {
        ExprKind::Int(value) => Some(value != 0),
        ExprKind::Unary(UnaryOp::Not, inner) => constant(body, inner).map(|holds| !holds),
        ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), left, right) => {
            let sides = [left, right].map(|side| match body.expr(side).kind {
                // Bits of others are not truth values.
                ExprKind::Int(value @ 0..=1) => Some(value == 1),
                _ => None,
            });
            let deciding = Some(op == BinaryOp::Or);
            sides.contains(&deciding).then_some(op == BinaryOp::Or)
        }
        _ => None,
    }
}

/// By block: in how many atomic sections of its function it begins. None: it is not reached.
pub(super) fn depths(body: &Body) -> Vec<Option<u32>> {
    let mut depths: Vec<Option<u32>> = vec![None; body.blocks.len()];
    let mut work = vec![(BlockId::new(0), 0)];
    while let Some((number, depth)) = work.pop() {
        let known = &mut depths[number.index()];
        if known.is_some() {
            continue;
        }
        *known = Some(depth);
        let block = body.block(number);
        let behind = depth_behind(block.insts.iter(), depth);
        work.extend(
            followers(body, block)
                .into_iter()
                .map(|next| (next, behind)),
        );
    }
    depths
}

pub(super) fn depth_behind<'a>(insts: impl Iterator<Item = &'a Inst>, depth: u32) -> u32 {
    insts.fold(depth, |depth, inst| match inst.kind {
        InstKind::AtomicBegin => depth + 1,
        InstKind::AtomicEnd => depth.saturating_sub(1),
        _ => depth,
    })
}
