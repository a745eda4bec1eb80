//! Rules A: atomic sections balance.
//!
//! Each function gets a summary: its effect on the depth, and the lowest depth it reaches. Functions are
//! summarised callees first; a call that closes a cycle of calls counts as 0, which rule A2 then demands of all
//! functions on the cycle (found by Tarjan's algorithm for strongly connected components). Within a function one pass over the blocks suffices, since rule A1 gives each block one depth.

use super::{Errors, Location};
use crate::{BlockId, Body, Callee, ExprKind, FunctionId, InstKind, Program, Terminator};

pub(super) fn check(program: &Program, errors: &mut Errors) {
    let count = program.functions.len();
    let mut summaries = Summaries {
        program,
        states: vec![State::Unvisited; count],
        recursive: vec![false; count],
        component: Vec::new(),
        in_component: vec![false; count],
        numbers: vec![0; count],
        next_number: 0,
    };
    for index in 0..program.functions.len() {
        summaries.visit(index);
    }
    for (index, function) in program.functions.iter().enumerate() {
        if let Some(body) = &function.body {
            let id = FunctionId::new(index);
            summaries.walk(id, body, Some(&mut *errors));
        }
    }
    summaries.check_roots(errors);
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Unvisited,
    Open,
    Done(Summary),
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct Summary {
    /// None if it never returns.
    effect: Option<i64>,
    lowest: i64,
}

const NO_EFFECT: Summary = Summary {
    effect: Some(0),
    lowest: 0,
};

struct Summaries<'p> {
    program: &'p Program,
    states: Vec<State>,
    /// On a cycle of calls.
    recursive: Vec<bool>,
    /// Functions whose component is not complete, in the order of their visit.
    component: Vec<usize>,
    in_component: Vec<bool>,
    /// When each function was first visited.
    numbers: Vec<usize>,
    next_number: usize,
}

/// A function whose callees are being visited.
struct Open {
    function: usize,
    callees: Vec<usize>,
    /// The earliest visited function of an incomplete component that is reached from here.
    low: usize,
}

impl Summaries<'_> {
    /// Summarises what is reachable from this function, with an explicit stack: call chains may be long.
    fn visit(&mut self, root: usize) {
        if self.states[root] != State::Unvisited {
            return;
        }
        let mut stack = vec![self.open(root)];
        while let Some(top) = stack.last_mut() {
            match top.callees.pop() {
                Some(callee) if self.states[callee] == State::Unvisited => {
                    let callee = self.open(callee);
                    stack.push(callee);
                }
                Some(callee) => {
                    self.recursive[callee] |= callee == top.function;
                    if self.in_component[callee] {
                        top.low = top.low.min(self.numbers[callee]);
                    }
                }
                None => {
                    let (function, low) = (top.function, top.low);
                    stack.pop();
                    self.close(function, low);
                    if let Some(caller) = stack.last_mut() {
                        caller.low = caller.low.min(low);
                    }
                }
            }
        }
    }

    fn open(&mut self, function: usize) -> Open {
        let low = self.next_number;
        self.numbers[function] = low;
        self.next_number += 1;
        self.states[function] = State::Open;
        self.component.push(function);
        self.in_component[function] = true;
        Open {
            function,
            callees: self.direct_callees(function),
            low,
        }
    }

    fn close(&mut self, function: usize, low: usize) {
        let summary = match &self.program.functions[function].body {
            Some(body) => self.walk(FunctionId::new(function), body, None),
            None => NO_EFFECT,
        };
        self.states[function] = State::Done(summary);
        if low == self.numbers[function] {
            let start = self
                .component
                .iter()
                .rposition(|member| *member == function);
            let members = self.component.split_off(start.unwrap_or(0));
            for member in &members {
                self.in_component[*member] = false;
                self.recursive[*member] |= members.len() > 1;
            }
        }
    }

    fn direct_callees(&self, function: usize) -> Vec<usize> {
        let body = self.program.functions[function].body.as_ref();
        body.map(Body::direct_callees).unwrap_or_default()
    }

    fn summary(&self, function: FunctionId) -> Summary {
        match self.states[function.index()] {
            // Rule A2 demands 0; taking that for granted leaves one error where it is broken.
            State::Done(summary) if self.recursive[function.index()] => Summary {
                effect: summary.effect.map(|_| 0),
                ..summary
            },
            State::Done(summary) => summary,
            State::Open | State::Unvisited => NO_EFFECT,
        }
    }

    /// Propagates the depth through the blocks; reports if asked to.
    fn walk(&self, id: FunctionId, body: &Body, errors: Option<&mut Errors>) -> Summary {
        let mut walk = Walk {
            program: self.program,
            id,
            errors,
            depths: vec![None; body.blocks.len()],
            summary: Summary {
                effect: None,
                lowest: 0,
            },
        };
        walk.depths[0] = Some(0);
        let mut pending = vec![BlockId(0)];
        while let Some(block_id) = pending.pop() {
            let block = body.block(block_id);
            let mut depth = walk.depths[block_id.index()];
            for (index, inst) in block.insts.iter().enumerate() {
                let Some(current) = depth else {
                    break;
                };
                match &inst.kind {
                    InstKind::AtomicBegin => depth = Some(current.saturating_add(1)),
                    InstKind::AtomicEnd => {
                        depth = Some(current.saturating_sub(1));
                        walk.reach(current.saturating_sub(1));
                    }
                    InstKind::Call {
                        callee: Callee::Direct(callee),
                        ..
                    } => {
                        let callee = self.summary(*callee);
                        walk.reach(current.saturating_add(callee.lowest));
                        depth = callee.effect.map(|effect| current.saturating_add(effect));
                    }
                    InstKind::WaitUntil(_) if current <= 0 => {
                        walk.report("A3", block_id, index, || {
                            format!("wait_until stands at depth {current} of atomic sections")
                        });
                    }
                    _ => {}
                }
            }
            let Some(depth) = depth else {
                continue;
            };
            let end = block.insts.len();
            if let Terminator::Return(_) = block.terminator {
                self.check_return(&mut walk, block_id, end, depth);
            }
            for successor in block.terminator.successors() {
                match walk.depths[successor.index()] {
                    None => {
                        walk.depths[successor.index()] = Some(depth);
                        pending.push(successor);
                    }
                    Some(other) if other != depth => walk.report("A1", block_id, end, || {
                        format!(
                            "goes to {successor} at depth {depth} of atomic sections, another path at {other}"
                        )
                    }),
                    Some(_) => {}
                }
            }
        }
        walk.summary
    }

    fn check_return(&self, walk: &mut Walk<'_, '_>, block: BlockId, index: usize, depth: i64) {
        let wanted = match walk.summary.effect {
            _ if self.recursive[walk.id.index()] => 0,
            Some(effect) => effect,
            None => depth,
        };
        walk.summary.effect.get_or_insert(depth);
        if depth != wanted {
            walk.report("A2", block, index, || {
                format!("returns at depth {depth} of atomic sections, not {wanted}")
            });
        }
    }

    fn check_roots(&self, errors: &mut Errors) {
        let mut roots: Vec<FunctionId> = self.program.entry.into_iter().collect();
        for body in self
            .program
            .functions
            .iter()
            .filter_map(|f| f.body.as_ref())
        {
            for inst in body.blocks.iter().flat_map(|block| &block.insts) {
                if let InstKind::Spawn { start, .. } = inst.kind
                    && let ExprKind::FunctionAddress(function) = body.expr(start).kind
                {
                    roots.push(function);
                }
            }
        }
        roots.sort_unstable();
        roots.dedup();
        for root in roots {
            let lowest = self.summary(root).lowest;
            if lowest < 0 {
                let location = Location {
                    function: Some(root),
                    ..Location::default()
                };
                errors.add("A4", self.program, location, || {
                    "a thread starts here and may leave an atomic section that it did not enter"
                        .to_string()
                });
            }
        }
    }
}

/// The state of going through one function.
struct Walk<'p, 'e> {
    program: &'p Program,
    id: FunctionId,
    errors: Option<&'e mut Errors>,
    depths: Vec<Option<i64>>,
    summary: Summary,
}

impl Walk<'_, '_> {
    fn reach(&mut self, depth: i64) {
        self.summary.lowest = self.summary.lowest.min(depth);
    }

    fn report(
        &mut self,
        rule: &'static str,
        block: BlockId,
        instruction: usize,
        message: impl FnOnce() -> String,
    ) {
        let location = Location {
            function: Some(self.id),
            block: Some(block),
            instruction: Some(instruction),
        };
        if let Some(errors) = &mut self.errors {
            errors.add(rule, self.program, location, message);
        }
    }
}
