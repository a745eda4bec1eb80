//! What an atomic section does later: the part of the analysis that runs against the order of the text.

use unspool_ir::{Block, BlockId, InstKind, Terminator};

use super::table::{LockTable, Named, SectionAccesses};
use crate::accesses::{Accesses, Effect, MemoryUse};
use crate::number_sets::{NumberSets, SetId};
use crate::run_ends::RunEnds;
use crate::thread_text::{At, Code, ThreadText};

/// By position. Nothing outside of sections.
pub struct Sections {
    /// Locks that a `hold` or `release` in the rest of the innermost section names, on every path.
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
#[derive(Clone)]
struct Later {
    /// For each open section, outermost first.
    announced: Vec<LockSet>,
    /// Locks that are passed on every path to the end of the step, without another wait before.
    passed: LockSet,
    awaited: SetId,
    /// Locks that may be waited for.
    before_wait: SetId,
    /// Locks that may be taken.
    before_hold: SetId,
}

impl Later {
    /// At the end of a step, with so many open sections.
    fn nothing(open: usize) -> Self {
        Later {
            announced: vec![Some(SetId::EMPTY); open],
            passed: Some(SetId::EMPTY),
            awaited: SetId::EMPTY,
            before_wait: SetId::EMPTY,
            before_hold: SetId::EMPTY,
        }
    }

    /// Where the section never ends.
    fn everything(open: usize) -> Self {
        Later {
            announced: vec![None; open],
            passed: None,
            ..Later::nothing(0)
        }
    }
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
        let open = at.depth as usize;
        let mut joined: Option<Later> = None;
        for successor in block.terminator.successors() {
            let Some(later) = &starts[successor.index()] else {
                continue;
            };
            joined = Some(match joined {
                None => later.clone(),
                Some(joined) => self.join(joined, later),
            });
        }
        let mut later = match (joined, &block.terminator) {
            (Some(joined), _) => joined,
            // The step is over with the thread.
            (None, Terminator::ExitThread | Terminator::Return(_)) => Later::nothing(open),
            (None, _) => Later::everything(open),
        };
        if self.run_ends.may_end(at) {
            later.awaited = SetId::EMPTY;
        }
        later
    }

    fn join(&mut self, mut a: Later, b: &Later) -> Later {
        for (mine, theirs) in a.announced.iter_mut().zip(&b.announced) {
            *mine = self.common(*mine, *theirs);
        }
        a.passed = self.common(a.passed, b.passed);
        a.awaited = self.sets.intersection(a.awaited, b.awaited);
        a.before_wait = self.sets.union(a.before_wait, b.before_wait);
        a.before_hold = self.sets.union(a.before_hold, b.before_hold);
        a
    }

    fn common(&mut self, a: LockSet, b: LockSet) -> LockSet {
        match (a, b) {
            (Some(a), Some(b)) => Some(self.sets.intersection(a, b)),
            (None, other) | (other, None) => other,
        }
    }

    fn instruction(&mut self, later: &mut Option<Later>, at: At<'_>) {
        let Code::Inst(inst) = at.code else { return };
        if let InstKind::AtomicEnd = inst.kind {
            let inside = later.get_or_insert(Later::nothing(0));
            inside.announced.push(Some(SetId::EMPTY));
            return;
        }
        if at.depth == 0 {
            *later = None;
            return;
        }
        let Some(inside) = later else { return };
        if let InstKind::AtomicBegin = inst.kind {
            inside.announced.pop();
            return;
        }
        let position = at.position as usize;
        if let Some(&announced) = inside.announced.last() {
            self.result.announced[position] = announced;
        }
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
                if let Some(announced) = inside.announced.last_mut().and_then(Option::as_mut) {
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
    fn look_at(&mut self, later: &Later, used: MemoryUse) {
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
            && let Some(Some(announced)) = later.announced.last()
        {
            let announced = self.sets.members(*announced).iter();
            self.seen.written.extend(announced.map(with_group));
        }
    }
}
