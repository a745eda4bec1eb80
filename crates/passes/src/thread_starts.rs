//! Which threads cannot have been started yet: the reduction `before-start`.
//!
//! Precondition: a bounded program. Result: for a place of a thread and another thread, whether all that the other one does
//! comes behind that place in every execution.
//!
//! Every thread is started by one `spawn` (Z1), and every place is passed at most once (Z3). So at a place that no path leads to
//! from the `spawn`, the new thread has done nothing yet, nor have the threads that it starts in turn. The same holds for the
//! rest of the step that the `spawn` is part of: nobody runs before that step is over. Which threads may have been
//! started is found along the paths of each thread.
//!
//! **Proof that the accesses need no visible point on each other's account.** Let `a` stand in the parent at such a place, and
//! `b` in the new thread or a descendant. In every execution that has both, the step of the `spawn` is `a`'s own step or lies
//! between the two. So they never follow each other directly, except as a step and the start of what it started, which are
//! not exchanged: what a new thread does before its first visible point belongs to the step that started it. Nor can
//! they race, since the start orders them.
//!
//! ```text
//! @main:   store @x = 1:i32            no thread can have read @x yet: no point
//!          %t = spawn thread 1 &@f
//! @f:      %1 = load @x                @main does not write @x any more: no point
//! ```

use rustc_hash::FxHashMap;
use unspool_ir::InstKind;

use crate::number_sets::{NumberSets, SetId};
use crate::thread_text::{At, Code, Forward, ThreadText, depth_behind};

/// Threads are named by their place in the list of texts.
pub struct ThreadStarts {
    by_number: FxHashMap<u32, u32>,
    /// Who starts the thread.
    parents: Vec<Option<u32>>,
    sets: NumberSets,
    /// By thread and position; no positions in a thread that starts no others.
    started: Vec<Vec<SetId>>,
}

impl ThreadStarts {
    pub fn of(texts: &[ThreadText<'_>]) -> Self {
        let numbers = texts.iter().map(|text| text.number).zip(0..);
        let mut result = ThreadStarts {
            by_number: numbers.collect(),
            parents: vec![None; texts.len()],
            sets: NumberSets::default(),
            started: vec![Vec::new(); texts.len()],
        };
        for (parent, text) in texts.iter().enumerate() {
            let mut has_children = false;
            for inst in text.body.blocks.iter().flat_map(|block| &block.insts) {
                if let Some(child) = result.spawned(&inst.kind) {
                    result.parents[child as usize] = Some(parent as u32);
                    has_children = true;
                }
            }
            if has_children {
                let mut analysis = Analysis {
                    starts: &mut result,
                    started: vec![SetId::EMPTY; text.len()],
                };
                text.run(&mut analysis, State::default());
                result.started[parent] = analysis.started;
            }
        }
        result
    }

    pub fn by_number(&self, number: u32) -> Option<u32> {
        self.by_number.get(&number).copied()
    }

    /// Which of its threads a thread may have started before the step at a position.
    pub fn started_at(&self, thread: usize, position: u32) -> SetId {
        let known = self.started[thread].get(position as usize);
        known.copied().unwrap_or(SetId::EMPTY)
    }

    /// Whether, when `thread` has started no others than these, `other` cannot have been started.
    pub fn is_before_start(&self, thread: u32, started: SetId, other: u32) -> bool {
        let mut descendant = other;
        // A chain of parents is no longer than the list of threads.
        for _ in 0..self.parents.len() {
            match self.parents[descendant as usize] {
                Some(parent) if parent == thread => {
                    return !self.sets.contains(started, descendant);
                }
                Some(parent) => descendant = parent,
                None => return false,
            }
        }
        false
    }

    fn spawned(&self, kind: &InstKind) -> Option<u32> {
        match *kind {
            InstKind::Spawn {
                thread: Some(number),
                ..
            } => self.by_number(number),
            _ => None,
        }
    }
}

struct Analysis<'a> {
    starts: &'a mut ThreadStarts,
    started: Vec<SetId>,
}

#[derive(Clone, Copy, Default)]
struct State {
    started: SetId,
    /// The same behind the running step.
    after_step: SetId,
}

impl Forward for Analysis<'_> {
    type State = State;

    fn pass(&mut self, state: &mut State, at: At<'_>) {
        self.started[at.position as usize] = state.started;
        let Code::Inst(inst) = at.code else { return };
        if let Some(child) = self.starts.spawned(&inst.kind) {
            state.after_step = self.starts.sets.with(state.after_step, child);
        }
        if depth_behind(at.depth, &inst.kind) == 0 {
            state.started = state.after_step;
        }
    }

    fn join(&mut self, into: &mut State, other: State) {
        let sets = &mut self.starts.sets;
        into.started = sets.union(into.started, other.started);
        into.after_step = sets.union(into.after_step, other.after_step);
    }
}
