//! Which memory may change behind a thread's back.
//!
//! A value that was read or written by a thread is still known later only if no other thread can have written it
//! since. Before the first thread is started, nobody can. Afterwards, this analysis of the original program decides, over
//! two kinds of threads: the first one, and all others. The first thread writes *concurrently* where a thread may
//! have been started before, on some path; the others everywhere. An object whose address is never stored where a second
//! thread could find it is known to one thread only, whoever writes it.
//!
//! **Why known contents may replace loads** (the reduction `constants`). Let a thread know at some point of its walk that a byte
//! holds a value: from the initialiser, from its own store, or from its creator, who knew it when it started the thread. In every
//! execution that has come here on this path, the last write to the byte that this thread can have seen, or that happened before it was started, left that value,
//! since each of its own writes that may touch the byte, and each end of the object, makes the value unknown. Any other write
//! would be one of another thread, made while this one existed (before the first start there are no others; a creator's
//! writes after the start count as concurrent). Such a write is in the list here, because the analysis sees every
//! instruction that may write to the object; then the value does not count as known. So the load, wherever it is
//! scheduled, finds the value. It stays where it might fail: in a variable of another thread, which may have ended.
//!
//! Both are over-approximations on the control-flow graph of the whole program, without contexts: a function that is
//! called before and after the start counts as called after it.

use std::cell::RefCell;

use rustc_hash::{FxHashMap, FxHashSet};
use unspool_ir::{BlockId, Callee, FunctionId, Global, GlobalId, InstKind, Program};

use crate::points_to::{Object, Offsets, PointsTo, Target};

pub struct ConcurrentWrites {
    /// Globals that are there only once.
    common: Vec<bool>,
    escaping: FxHashSet<Object>,
    writes: FxHashMap<Object, Vec<Write>>,
    answers: RefCell<FxHashMap<(Object, u64, u64, bool), bool>>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Write {
    target: Target,
    size: u64,
    by_first: bool,
    by_others: bool,
}

impl ConcurrentWrites {
    pub fn of(program: &Program, points_to: &PointsTo) -> Self {
        let calls = CallGraph::of(program, points_to);
        let is_common = |global: &Global| !global.thread_local;
        let mut analysis = ConcurrentWrites {
            common: program.globals.iter().map(is_common).collect(),
            escaping: escaping(program, points_to),
            writes: FxHashMap::default(),
            answers: RefCell::default(),
        };
        let others = calls.reached_from(&calls.started);
        for function in &others {
            analysis.add_function(program, points_to, *function, &|_, _| true, false);
        }
        for (function, entry) in calls.of_first_thread(program) {
            let is_concurrent = |block: BlockId, index: usize| match &entry {
                Entry::Concurrent => true,
                Entry::Alone { since } => since[block.index()].is_some_and(|first| index >= first),
            };
            analysis.add_function(program, points_to, function, &is_concurrent, true);
        }
        for writes in analysis.writes.values_mut() {
            writes.sort_unstable();
            writes.dedup();
        }
        analysis
    }

    /// Whether another thread may write these bytes while the first thread (or else any other one) runs, once there are others.
    pub fn may_change(&self, object: Object, offset: u64, size: u64, for_first: bool) -> bool {
        let is_common = match object {
            Object::Global(global) => self.common[global.index()],
            _ => false,
        };
        let is_shared = is_common || self.escaping.contains(&object);
        let Some(writes) = self.writes.get(&object) else {
            return false;
        };
        if !is_shared {
            return false;
        }
        let key = (object, offset, size, for_first);
        if let Some(answer) = self.answers.borrow().get(&key) {
            return *answer;
        }
        let own = target(object, offset, 0, offset.saturating_add(1));
        let answer = writes.iter().any(|write| {
            let by_another = write.by_others || (write.by_first && !for_first);
            by_another && write.target.may_overlap(write.size, &own, size)
        });
        self.answers.borrow_mut().insert(key, answer);
        answer
    }

    fn add_function(
        &mut self,
        program: &Program,
        points_to: &PointsTo,
        function: FunctionId,
        is_concurrent: &dyn Fn(BlockId, usize) -> bool,
        by_first: bool,
    ) {
        let Some(body) = &program.function(function).body else {
            return;
        };
        for (block_index, block) in body.blocks.iter().enumerate() {
            for (index, inst) in block.insts.iter().enumerate() {
                if !is_concurrent(BlockId::new(block_index), index) {
                    continue;
                }
                let written = match &inst.kind {
                    InstKind::Store { place, .. }
                    | InstKind::Rmw { place, .. }
                    | InstKind::CompareExchange { place, .. } => {
                        let size = program.types.size_of(body.place(*place).ty).unwrap_or(1);
                        let locations = points_to.locations(function, *place);
                        locations.into_iter().map(|l| (l, size)).collect()
                    }
                    InstKind::Free { pointer, .. } => {
                        let freed = points_to.pointees(function, *pointer);
                        let whole = freed
                            .into_iter()
                            .map(|t| (target(t.object, 0, 1, u64::MAX), 1));
                        whole.collect::<Vec<_>>()
                    }
                    _ => continue,
                };
                for (target, size) in written {
                    self.writes.entry(target.object).or_default().push(Write {
                        target,
                        size,
                        by_first,
                        by_others: !by_first,
                    });
                }
            }
        }
    }
}

fn target(object: Object, start: u64, stride: u64, end: u64) -> Target {
    let offsets = Offsets { start, stride, end };
    Target { object, offsets }
}

/// Objects whose address is where a second thread may find it: in a global, among the arguments of a new thread, or in
/// an object that escapes itself.
fn escaping(program: &Program, points_to: &PointsTo) -> FxHashSet<Object> {
    let mut open: Vec<Object> = Vec::new();
    for (index, function) in program.functions.iter().enumerate() {
        let blocks = function.body.iter().flat_map(|body| &body.blocks);
        for inst in blocks.flat_map(|block| &block.insts) {
            if let InstKind::Spawn { args, .. } = &inst.kind {
                for arg in args {
                    let pointees = points_to.pointees(FunctionId::new(index), *arg);
                    open.extend(pointees.iter().map(|target| target.object));
                }
            }
        }
    }
    for (index, global) in program.globals.iter().enumerate() {
        if !global.thread_local {
            open.extend(points_to.pointed_from(Object::Global(GlobalId::new(index))));
        }
    }
    let mut escaping = FxHashSet::default();
    while let Some(object) = open.pop() {
        if escaping.insert(object) {
            open.extend(points_to.pointed_from(object));
        }
    }
    escaping
}

/// How the first thread enters a function.
enum Entry {
    /// Perhaps with other threads running.
    Concurrent,
    /// Always alone. Per block: the first instruction that may run beside other threads.
    Alone { since: Vec<Option<usize>> },
}

struct CallGraph {
    callees: Vec<Vec<FunctionId>>,
    /// Per function, block and instruction that calls: whom.
    may_start: Vec<bool>,
    /// Where threads start.
    started: Vec<FunctionId>,
    /// By position of the call.
    at: FxHashMap<(FunctionId, BlockId, usize), Vec<FunctionId>>,
}

impl CallGraph {
    fn of(program: &Program, points_to: &PointsTo) -> Self {
        let count = program.functions.len();
        let mut graph = CallGraph {
            callees: vec![Vec::new(); count],
            may_start: vec![false; count],
            started: Vec::new(),
            at: FxHashMap::default(),
        };
        for (index, function) in program.functions.iter().enumerate() {
            let id = FunctionId::new(index);
            let blocks = function.body.iter().flat_map(|body| &body.blocks);
            for (block_index, block) in blocks.enumerate() {
                for (position, inst) in block.insts.iter().enumerate() {
                    let targets = match &inst.kind {
                        InstKind::Call { callee, .. } => match callee {
                            Callee::Direct(callee) => vec![*callee],
                            Callee::Indirect(pointer) => points_to.callees(id, *pointer),
                        },
                        InstKind::Spawn { start, .. } => {
                            graph.may_start[index] = true;
                            graph.started.extend(points_to.callees(id, *start));
                            continue;
                        }
                        _ => continue,
                    };
                    graph.callees[index].extend_from_slice(&targets);
                    let place = (id, BlockId::new(block_index), position);
                    graph.at.insert(place, targets);
                }
            }
        }
        for callees in &mut graph.callees {
            callees.sort_unstable();
            callees.dedup();
        }
        graph.started.sort_unstable();
        graph.started.dedup();
        graph.spread_may_start();
        graph
    }

    fn spread_may_start(&mut self) {
        let mut callers: Vec<Vec<usize>> = vec![Vec::new(); self.callees.len()];
        for (caller, callees) in self.callees.iter().enumerate() {
            for callee in callees {
                callers[callee.index()].push(caller);
            }
        }
        let mut open: Vec<usize> = (0..self.callees.len())
            .filter(|i| self.may_start[*i])
            .collect();
        while let Some(function) = open.pop() {
            for caller in &callers[function] {
                if !std::mem::replace(&mut self.may_start[*caller], true) {
                    open.push(*caller);
                }
            }
        }
    }

    fn reached_from(&self, roots: &[FunctionId]) -> FxHashSet<FunctionId> {
        let mut reached = FxHashSet::default();
        let mut open = roots.to_vec();
        while let Some(function) = open.pop() {
            if reached.insert(function) {
                open.extend_from_slice(&self.callees[function.index()]);
            }
        }
        reached
    }

    /// The functions that the first thread runs, each with where it is alone.
    fn of_first_thread(&self, program: &Program) -> Vec<(FunctionId, Entry)> {
        let mut concurrent: Vec<FunctionId> = Vec::new();
        let mut alone: FxHashMap<FunctionId, Vec<Option<usize>>> = FxHashMap::default();
        let mut open: Vec<FunctionId> = program.entry.into_iter().collect();
        while let Some(function) = open.pop() {
            if alone.contains_key(&function) {
                continue;
            }
            let since = self.first_concurrent(program, function);
            for (block_index, first) in since.iter().enumerate() {
                let block = BlockId::new(block_index);
                let Some(body) = &program.function(function).body else {
                    continue;
                };
                for position in 0..body.block(block).insts.len() {
                    let Some(callees) = self.at.get(&(function, block, position)) else {
                        continue;
                    };
                    match first {
                        Some(first) if position >= *first => concurrent.extend_from_slice(callees),
                        _ => open.extend_from_slice(callees),
                    }
                }
            }
            alone.insert(function, since);
        }
        let concurrent = self.reached_from(&concurrent);
        let mut list: Vec<(FunctionId, Entry)> = alone
            .into_iter()
            .filter(|(function, _)| !concurrent.contains(function))
            .map(|(function, since)| (function, Entry::Alone { since }))
            .collect();
        list.extend(
            concurrent
                .into_iter()
                .map(|function| (function, Entry::Concurrent)),
        );
        list
    }

    /// Per block of a function that is entered alone: the first instruction that may run beside others.
    fn first_concurrent(&self, program: &Program, function: FunctionId) -> Vec<Option<usize>> {
        let Some(body) = &program.function(function).body else {
            return Vec::new();
        };
        let mut since: Vec<Option<usize>> = vec![None; body.blocks.len()];
        let mut open: Vec<BlockId> = Vec::new();
        for (index, block) in body.blocks.iter().enumerate() {
            let id = BlockId::new(index);
            let starts = |position: &usize| match &block.insts[*position].kind {
                InstKind::Spawn { .. } => true,
                _ => {
                    let callees = self.at.get(&(function, id, *position));
                    callees.is_some_and(|list| list.iter().any(|f| self.may_start[f.index()]))
                }
            };
            if let Some(position) = (0..block.insts.len()).find(starts) {
                since[index] = Some(position + 1);
                open.extend(block.terminator.successors());
            }
        }
        while let Some(block) = open.pop() {
            if since[block.index()] != Some(0) {
                since[block.index()] = Some(0);
                open.extend(body.block(block).terminator.successors());
            }
        }
        since
    }
}
