//! How deep in atomic sections a block stands.
//!
//! The verifier has made sure that every path to a block has the same depth, and every return of a function too (rules
//! A1 and A2), so that one walk says all. A function's *effect* is its depth at its returns; functions that call each
//! other in a circle have none.

use unspool_ir::{BlockId, Body, Callee, FunctionId, InstKind, Program, Terminator};

/// The effect of every function; None for one that never returns.
pub struct AtomicDepth {
    effects: Vec<Option<i64>>,
    /// All functions with a body, those called before their callers where no circle prevents it.
    pub callees_first: Vec<FunctionId>,
}

impl AtomicDepth {
    pub fn of(program: &Program) -> Self {
        let count = program.functions.len();
        // What is on the stack is taken to have no effect.
        let mut known = AtomicDepth {
            effects: vec![Some(0); count],
            callees_first: Vec::new(),
        };
        let mut is_visited = vec![false; count];
        for root in 0..count {
            let mut stack: Vec<(usize, Option<Vec<usize>>)> = vec![(root, None)];
            while let Some((function, callees)) = stack.last_mut() {
                let function = *function;
                let Some(body) = &program.functions[function].body else {
                    stack.pop();
                    continue;
                };
                if callees.is_none() {
                    if is_visited[function] {
                        stack.pop();
                        continue;
                    }
                    is_visited[function] = true;
                    *callees = Some(body.direct_callees());
                }
                match callees.as_mut().and_then(Vec::pop) {
                    Some(callee) if !is_visited[callee] => stack.push((callee, None)),
                    Some(_) => {}
                    None => {
                        known.effects[function] = known.at_blocks(body).1;
                        known.callees_first.push(FunctionId::new(function));
                        stack.pop();
                    }
                }
            }
        }
        known
    }

    /// The depth at the start of each block, counted from the start of the function; None where control does not get to.
    pub fn of_blocks(&self, body: &Body) -> Vec<Option<i64>> {
        self.at_blocks(body).0
    }

    /// Whether the function can return to its caller.
    pub fn returns(&self, function: FunctionId) -> bool {
        self.effect(function).is_some()
    }

    fn effect(&self, function: FunctionId) -> Option<i64> {
        self.effects.get(function.index()).copied().flatten()
    }

    fn at_blocks(&self, body: &Body) -> (Vec<Option<i64>>, Option<i64>) {
        let mut depths = vec![None; body.blocks.len()];
        let mut at_return = None;
        let mut pending: Vec<(BlockId, i64)> = vec![(BlockId(0), 0)];
        while let Some((id, depth)) = pending.pop() {
            if depths[id.index()].is_some() {
                continue;
            }
            depths[id.index()] = Some(depth);
            let block = body.block(id);
            let end = block
                .insts
                .iter()
                .try_fold(depth, |depth, inst| match inst.kind {
                    InstKind::AtomicBegin => Some(depth.saturating_add(1)),
                    InstKind::AtomicEnd => Some(depth.saturating_sub(1)),
                    InstKind::Call {
                        callee: Callee::Direct(callee),
                        ..
                    } => self
                        .effect(callee)
                        .map(|effect: i64| depth.saturating_add(effect)),
                    _ => Some(depth),
                });
            let Some(end) = end else {
                continue;
            };
            if let Terminator::Return(_) = block.terminator {
                at_return = Some(end);
            }
            pending.extend(block.terminator.successors().map(|next| (next, end)));
        }
        (depths, at_return)
    }
}
