//! What an atomic section does later: the part of the analysis that runs against the order of the text.

use unspool_ir::{Block, BlockId, InstKind, Terminator};

use super::table::{LockTable, Named, SectionAccesses};
use crate::accesses::{Accesses, Effect, MemoryUse};
use crate::number_sets::{NumberSets, SetId};
use crate::run_ends::RunEnds;
use crate::thread_text::{At, Code, ThreadText};

/// By position. Nothing outside of sections.
pub struct Sections {
    /// Locks that a `hold` or `release` later in the step names, on every path, before their cell is changed again.
    announced: Vec<LockSet>,
    /// Locks that the step will pass a `hold` of, or wait for, whatever it does behind this instruction, before it can
    /// end the run.
    awaited: Vec<SetId>,
    /// Behind a `wait_until`: locks that the step will pass a `hold` of, on every path on which it ends without another wait.
    granted: Vec<SetId>,
}

/// None is all locks: what holds on a path that never leaves the section.
type LockSet = Option<SetId>;

impl Sections {
    pub fn of(
        text: &ThreadText<'_>,
        run_ends: &RunEnds<'_, '_>,
        (table, thread): (&LockTable, usize),
        (accesses, seen): (&Accesses, &mut SectionAccesses),
        sets: &mut NumberSets,
    ) -> Self {
        let mut walk = Walk {
            run_ends,
            table,
            thread,
            accesses,
            seen,
            sets,
            result: Sections {
                announced: vec![Some(SetId::EMPTY); text.len()],
                awaited: vec![SetId::EMPTY; text.len()],
                granted: vec![SetId::EMPTY; text.len()],
            },
        };
        let mut starts: Vec<Option<Later>> = vec![None; text.body.blocks.len()];
        for index in (0..text.body.blocks.len()).rev() {
            let block = &text.body.blocks[index];
            let mut later: Option<Later> = None;
            text.for_each_of_block_backward(BlockId::new(index), |at| match at.code {
                Code::Terminator(_) if at.depth == 0 => {}
                Code::Terminator(_) => {
                    later = Some(walk.behind(block, &starts, at));
                }
                Code::Inst(_) => walk.instruction(&mut later, at),
            });
            starts[index] = later;
        }
        walk.result
    }

    pub fn is_announced(&self, sets: &NumberSets, position: u32, lock: u32) -> bool {
        let announced = self.announced[position as usize];
        announced.is_none_or(|announced| sets.contains(announced, lock))
    }

    pub fn awaited(&self, position: u32) -> SetId {
        self.awaited[position as usize]
    }

    pub fn granted(&self, position: u32) -> SetId {
        self.granted[position as usize]
    }
}

/// What the rest of a step does.
#[derive(Clone, Copy)]
struct Later {
    announced: LockSet,
    /// Locks that are passed on every path to the end of the step, without another wait before.
    passed: LockSet,
    awaited: SetId,
    /// Locks that may be waited for.
    before_wait: SetId,
    /// Locks that may be taken.
    before_hold: SetId,
}

impl Later {
    /// At the end of a step.
    const NOTHING: Later = Later {
        announced: Some(SetId::EMPTY),
        passed: Some(SetId::EMPTY),
        awaited: SetId::EMPTY,
        before_wait: SetId::EMPTY,
        before_hold: SetId::EMPTY,
    };

    /// Where the step never ends.
    const EVERYTHING: Later = Later {
        announced: None,
        passed: None,
        ..Later::NOTHING
    };
}

struct Walk<'a, 'p> {
    run_ends: &'a RunEnds<'a, 'p>,
    table: &'a LockTable,
    thread: usize,
    accesses: &'a Accesses,
    seen: &'a mut SectionAccesses,
    sets: &'a mut NumberSets,
    result: Sections,
}

impl Walk<'_, '_> {
    /// At the end of a block inside of a section.
    fn behind(&mut self, block: &Block, starts: &[Option<Later>], at: At<'_>) -> Later {
        let mut joined: Option<Later> = None;
        for successor in block.terminator.successors() {
            let Some(later) = starts[successor.index()] else {
                continue;
            };
            joined = Some(match joined {
                None => later,
                Some(joined) => self.join(joined, later),
            });
        }
        let mut later = match (joined, &block.terminator) {
            (Some(joined), _) => joined,
            // The step is over with the thread.
            (None, Terminator::ExitThread | Terminator::Return(_)) => Later::NOTHING,
            (None, _) => Later::EVERYTHING,
        };
        if self.run_ends.may_end(at) {
            later.awaited = SetId::EMPTY;
        }
        later
    }

    fn join(&mut self, a: Later, b: Later) -> Later {
        Later {
            announced: self.common(a.announced, b.announced),
            passed: self.common(a.passed, b.passed),
            awaited: self.sets.intersection(a.awaited, b.awaited),
            before_wait: self.sets.union(a.before_wait, b.before_wait),
            before_hold: self.sets.union(a.before_hold, b.before_hold),
        }
    }

    fn common(&mut self, a: LockSet, b: LockSet) -> LockSet {
        match (a, b) {
            (Some(a), Some(b)) => Some(self.sets.intersection(a, b)),
            (None, other) | (other, None) => other,
        }
    }

    fn instruction(&mut self, later: &mut Option<Later>, at: At<'_>) {
        let Code::Inst(inst) = at.code else { return };
        if at.depth == 0 {
            *later = None;
            return;
        }
        // Behind the end of a section there is nothing yet.
        let inside = later.get_or_insert(Later::NOTHING);
        let position = at.position as usize;
        self.result.announced[position] = inside.announced;
        self.result.awaited[position] = inside.awaited;
        if let Some(used) = self.accesses.at(self.thread, at.position) {
            self.look_at(inside, used);
        }
        let may_end = self.run_ends.may_end(at);
        if may_end {
            inside.awaited = SetId::EMPTY;
        }
        match inst.kind {
            InstKind::WaitUntil(_) => {
                if let Some(passed) = &mut inside.passed {
                    self.result.granted[position] = *passed;
                    inside.awaited = self.sets.union(inside.awaited, *passed);
                    inside.before_wait = self.sets.union(inside.before_wait, *passed);
                    *passed = SetId::EMPTY;
                }
                // The condition itself may fail to have a value.
                if may_end {
                    inside.awaited = SetId::EMPTY;
                }
            }
            InstKind::Hold(operand) | InstKind::Release(operand) => {
                let Named::Lock(lock) = *self.table.named(self.thread, operand) else {
                    return;
                };
                if let Some(announced) = &mut inside.announced {
                    *announced = self.sets.with(*announced, lock);
                }
                if matches!(inst.kind, InstKind::Hold(_)) {
                    inside.awaited = self.sets.with(inside.awaited, lock);
                    inside.before_hold = self.sets.with(inside.before_hold, lock);
                    if let Some(passed) = &mut inside.passed {
                        *passed = self.sets.with(*passed, lock);
                    }
                }
            }
            _ => {}
        }
    }

    /// Notes an access that may be to the cell of a lock.
    fn look_at(&mut self, later: &mut Later, used: MemoryUse) {
        if used.effect == Effect::End {
            return;
        }
        let with_group = |&lock: &u32| (lock, used.group);
        let before_wait = self.sets.members(later.before_wait).iter();
        self.seen
            .read_before_wait
            .extend(before_wait.map(with_group));
        let before_hold = self.sets.members(later.before_hold).iter();
        self.seen
            .read_before_hold
            .extend(before_hold.map(with_group));
        if used.effect == Effect::Write
            && let Some(announced) = &mut later.announced
        {
            let locks = self.sets.members(*announced).iter();
            self.seen.written.extend(locks.map(with_group));
            for &lock in self.table.touched(used.group) {
                *announced = self.sets.without(*announced, lock);
            }
        }
    }
}
