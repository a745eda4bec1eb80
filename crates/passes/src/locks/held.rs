//! Which locks are held where: the part of the analysis that runs with the order of the text.

use rustc_hash::FxHashSet;
use unspool_ir::{Block, Body, InstKind, Program, Terminator};

use super::cases::Cases;
use super::sections::Sections;
use super::table::{LockTable, Named};
use crate::accesses::{Accesses, Effect};
use crate::number_sets::{NumberSets, SetId};
use crate::thread_ends::ThreadEnds;
use crate::thread_starts::ThreadStarts;
use crate::thread_text::{At, Code, Forward, depth_behind};

pub struct HeldLocks<'a, 'p> {
    pub program: &'p Program,
    pub body: &'p Body,
    pub thread: usize,
    pub table: &'a LockTable,
    pub sections: &'a Sections,
    pub accesses: &'a Accesses,
    pub starts: &'a ThreadStarts,
    pub ends: &'a ThreadEnds,
    pub sets: &'a mut NumberSets,
    pub evidence: &'a mut Evidence,
    /// By position: the locks that the access there is under, trusted or not.
    pub under: Vec<SetId>,
}

#[derive(Clone, Default)]
pub struct State {
    held: SetId,
    /// Held when the running step began, or taken in it, or about to be behind a wait that is over.
    in_step: SetId,
    depth: u32,
    cases: Cases,
}

/// What speaks for and against trusting locks.
pub struct Evidence {
    is_broken: Vec<bool>,
    /// Threads that take the lock.
    takers: Vec<FxHashSet<u32>>,
    changes: FxHashSet<Change>,
}

/// A change of a lock's cell that is neither taking nor releasing it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Change {
    lock: u32,
    thread: u32,
    started: SetId,
    ended: SetId,
}

impl Evidence {
    pub fn new(table: &LockTable) -> Self {
        let locks = 0..table.len() as u32;
        Evidence {
            is_broken: locks.map(|lock| !table.has_cell(lock)).collect(),
            takers: vec![FxHashSet::default(); table.len()],
            changes: FxHashSet::default(),
        }
    }

    pub fn trusted(self, starts: &ThreadStarts, ends: &ThreadEnds) -> Vec<bool> {
        let mut is_trusted: Vec<bool> = self.is_broken.iter().map(|is_broken| !is_broken).collect();
        for change in self.changes {
            let mut takers = self.takers[change.lock as usize].iter();
            let is_harmless = takers.all(|&taker| {
                taker == change.thread
                    || starts.is_before_start(change.thread, change.started, taker)
                    || ends.sets.contains(change.ended, taker)
            });
            is_trusted[change.lock as usize] &= is_harmless;
        }
        is_trusted
    }
}

impl Forward for HeldLocks<'_, '_> {
    type State = State;

    fn pass(&mut self, state: &mut State, at: At<'_>) {
        if at.depth == 0 {
            state.in_step = state.held;
        }
        self.change_cells(state, at);
        let awaited = self.sections.awaited(at.position);
        self.under[at.position as usize] = self.sets.union(state.in_step, awaited);
        let Code::Inst(inst) = at.code else { return };
        state.depth = depth_behind(at.depth, &inst.kind);
        let cases = &mut state.cases;
        cases.pass(self.program, self.body, &inst.kind, at.depth);
        match inst.kind {
            InstKind::WaitUntil(_) => {
                let granted = self.sections.granted(at.position);
                state.in_step = self.sets.union(state.in_step, granted);
            }
            InstKind::Hold(operand) => {
                if let Named::Lock(lock) = *self.table.named(self.thread, operand) {
                    // Outside of sections it has no meaning that could be relied on.
                    self.evidence.is_broken[lock as usize] |= at.depth == 0;
                    state.held = self.sets.with(state.held, lock);
                    state.cases.change(|held| self.sets.with(held, lock));
                    state.in_step = self.sets.with(state.in_step, lock);
                    self.evidence.takers[lock as usize].insert(self.thread as u32);
                }
            }
            InstKind::Release(operand) => match self.table.named(self.thread, operand) {
                &Named::Lock(lock) => {
                    let is_held = self.sets.contains(state.held, lock);
                    self.evidence.is_broken[lock as usize] |= !is_held || at.depth == 0;
                    self.lose(state, lock);
                }
                Named::Unclear(locks) => {
                    for &lock in locks {
                        self.evidence.is_broken[lock as usize] = true;
                    }
                }
            },
            _ => {}
        }
    }

    fn leave(&mut self, state: &State, block: &Block, successor: usize) -> State {
        let mut state = state.clone();
        if let Terminator::Branch { condition, .. } = block.terminator {
            let decision = (condition, successor == 0);
            let (cases, depth) = (&mut state.cases, state.depth);
            if let Some(held) = cases.choose(self.program, self.body, decision, depth) {
                state.held = held;
            }
        }
        state
    }

    fn join(&mut self, into: &mut State, other: State) {
        let held = [into.held, other.held];
        into.cases.meet(other.cases, held, self.sets);
        into.held = self.sets.intersection(into.held, other.held);
        into.in_step = self.sets.intersection(into.in_step, other.in_step);
    }
}

impl HeldLocks<'_, '_> {
    fn lose(&mut self, state: &mut State, lock: u32) {
        state.held = self.sets.without(state.held, lock);
        state.cases.change(|held| self.sets.without(held, lock));
    }

    fn change_cells(&mut self, state: &mut State, at: At<'_>) {
        let Some(used) = self.accesses.at(self.thread, at.position) else {
            return;
        };
        if used.effect == Effect::Read {
            return;
        }
        for &lock in self.table.touched(used.group) {
            if self.sections.is_announced(self.sets, at.position, lock) {
                continue;
            }
            self.evidence.changes.insert(Change {
                lock,
                thread: self.thread as u32,
                started: self.starts.started_at(self.thread, at.position),
                ended: self.ends.ended_at(self.thread, at.position),
            });
            self.lose(state, lock);
            state.in_step = self.sets.without(state.in_step, lock);
        }
    }
}
