//! Data races: two steps in the last slot that must not happen at the same time.
//!
//! Two accesses of different threads to the same byte *race* if one of them writes, not both are atomic, and nothing orders them. Under sequential consistency
//! a program has an execution with a race if and only if it has one in which two such accesses are one directly behind the other (TCBMC, Rabinovitz and
//! Grumberg 2005, section 5.1; that this is the same as having no happens-before is shown by Boehm and Adve, *Foundations of the C++ concurrency memory
//! model*, 2008). So nothing has to be known of clocks or locks: two threads that hold a lock cannot be at such a place at the same time.
//!
//! Accesses in the last slot (`last_slot.rs`) are one behind the other. Different from TCBMC there are no flags that are written and read: memory is cut into cells
//! where accesses begin and end, so two accesses overlap if and only if they have a cell in common, and for each cell and thread there are four terms: whether
//! the thread's step in the last slot is a plain or an atomic read or write of it. What is in an atomic section is atomic.
//!
//! That an object is freed counts as a plain write to its cell of one bit, that it is accessed by a pointer as a read of that (C11 7.22.3p2: `free` accesses what its argument leads
//! to). That it is freed twice is an error of another kind, and so is the use of a variable whose life has ended.
//!
//! Only accesses with a visible point are looked at: the reductions that take points away do so only where no other access conflicts.

use rustc_hash::{FxHashMap, FxHashSet};
use unspool_formula::evaluate::Evaluation;
use unspool_formula::terms::{Term, Terms};
use unspool_ir::InstKind;

use crate::answer::Position;
use crate::build::{Build, ThreadRecord};
use crate::cells::{CellId, CellKind};
use crate::walk::Walk;

/// A step in the last slot that touches a shared cell.
pub struct SharedAccess {
    /// Its number among the shared cells.
    pub cell: u32,
    pub at: Position,
    pub is_write: bool,
    pub is_atomic: bool,
    pub is_in_section: bool,
    /// The object ends with it.
    pub is_end: bool,
    /// It is in the last slot.
    pub here: Term,
    /// Of a store, if that matters: what the cell gets, and whether it contains just that already.
    pub written: Option<(Term, Term)>,
}

impl SharedAccess {
    /// Of two steps that can both be made, which one goes first so that the other can still be made: the one that looks at memory before it decides what to access; and
    /// nothing behind the end of an object, or of the run. Only a section ends the run, and two sections do not race.
    fn rank(&self, ends_run: bool) -> u8 {
        match (self.is_end, self.is_in_section) {
            _ if ends_run => 3,
            (false, true) => 0,
            (false, false) => 1,
            (true, _) => 2,
        }
    }

    fn conflicts_with(&self, other: &SharedAccess) -> bool {
        self.cell == other.cell
            && (self.is_write || other.is_write)
            && !(self.is_end && other.is_end)
            && !(self.is_atomic && other.is_atomic)
    }
}

impl Walk<'_, '_> {
    /// The instruction in work touches a cell, if a condition holds.
    pub(crate) fn note_access(
        &mut self,
        id: CellId,
        is_write: bool,
        condition: Term,
        written: Option<Term>,
    ) {
        if !self.build.finds_races {
            return;
        }
        let CellKind::Shared(cell) = self.build.cells.cell(id).kind else {
            return;
        };
        let in_step = self.is_in_step();
        if self.build.terms.is_false(in_step) {
            return;
        }
        let written = written.filter(|_| self.build.allows_same_value && self.is_store());
        let written = written.map(|value| {
            let before = self.read_cell(id);
            (value, self.build.terms.equal(before, value))
        });
        let (guard, point) = (self.guard(), self.point());
        let build = &mut *self.build;
        let in_last = build.timeline.in_last_slot(&mut build.terms, &point);
        // Where the step has ended the run it accesses nothing more.
        let goes_on = build.terms.not(self.state.exempt);
        let conditions = [guard, in_last, in_step, condition, goes_on];
        let here = build.terms.and_all(&conditions);
        let access = SharedAccess {
            cell,
            at: self.at(),
            is_write,
            is_atomic: self.depth > 0 || self.is_atomic_instruction(),
            is_in_section: self.depth > 0,
            is_end: is_write && self.build.cells.cell(id).size == 0,
            here,
            written,
        };
        self.record.accesses.push(access);
    }

    fn is_store(&self) -> bool {
        let inst = self.body.block(self.block).insts.get(self.index);
        matches!(inst.map(|inst| &inst.kind), Some(InstKind::Store { .. }))
    }

    fn is_atomic_instruction(&self) -> bool {
        let inst = self.body.block(self.block).insts.get(self.index);
        match inst.map(|inst| &inst.kind) {
            Some(InstKind::Load { access, .. } | InstKind::Store { access, .. }) => {
                access.atomic.is_some()
            }
            Some(InstKind::Rmw { .. } | InstKind::CompareExchange { .. }) => true,
            _ => false,
        }
    }
}

/// By kind of access: whether one is made.
#[derive(Clone, Copy)]
struct Kinds {
    plain_read: Term,
    plain_write: Term,
    atomic_read: Term,
    atomic_write: Term,
}

impl Kinds {
    fn none(terms: &mut Terms) -> Kinds {
        let never = terms.boolean(false);
        Kinds {
            plain_read: never,
            plain_write: never,
            atomic_read: never,
            atomic_write: never,
        }
    }

    fn add(&mut self, terms: &mut Terms, access: &SharedAccess) {
        let kind = match (access.is_atomic, access.is_write) {
            (false, false) => &mut self.plain_read,
            (false, true) => &mut self.plain_write,
            (true, false) => &mut self.atomic_read,
            (true, true) => &mut self.atomic_write,
        };
        *kind = terms.or(*kind, access.here);
    }

    fn join(&mut self, terms: &mut Terms, other: Kinds) {
        self.plain_read = terms.or(self.plain_read, other.plain_read);
        self.plain_write = terms.or(self.plain_write, other.plain_write);
        self.atomic_read = terms.or(self.atomic_read, other.atomic_read);
        self.atomic_write = terms.or(self.atomic_write, other.atomic_write);
    }

    /// `is_life`: of a cell that says whether an object lives.
    fn race_with(self, terms: &mut Terms, mut other: Kinds, is_life: bool) -> Term {
        if is_life {
            let ends = terms.or(self.plain_write, self.atomic_write);
            let counts = terms.not(ends);
            other.plain_write = terms.and(other.plain_write, counts);
            other.atomic_write = terms.and(other.atomic_write, counts);
        }
        let plain = terms.or(other.plain_read, other.plain_write);
        let atomic = terms.or(other.atomic_read, other.atomic_write);
        let any = terms.or(plain, atomic);
        let write = terms.or(other.plain_write, other.atomic_write);
        let cases = [
            (self.plain_write, any),
            (self.plain_read, write),
            (self.atomic_write, plain),
            (self.atomic_read, other.plain_write),
        ];
        let cases = cases.map(|(own, others)| terms.and(own, others));
        terms.or_all(&cases)
    }
}

/// That there is a race in the last slot.
pub fn question(build: &mut Build<'_>) -> Term {
    if build.allows_same_value {
        return question_by_pairs(build);
    }
    let threads = build.threads.iter();
    let accesses = threads.flat_map(|thread| &thread.accesses);
    let ends = accesses.filter(|access| access.is_end);
    let lives: FxHashSet<u32> = ends.map(|access| access.cell).collect();
    let terms = &mut build.terms;
    let mut by_cell: FxHashMap<u32, Kinds> = FxHashMap::default();
    let mut races = Vec::new();
    for thread in &build.threads {
        let own = kinds_of(terms, thread);
        for (cell, own) in own {
            let none = Kinds::none(terms);
            let others = by_cell.entry(cell).or_insert(none);
            races.push(own.race_with(terms, *others, lives.contains(&cell)));
            others.join(terms, own);
        }
    }
    terms.or_all(&races)
}

/// The same, without pairs whose order makes no difference: two writes of the same value, or a write of what is there already.
fn question_by_pairs(build: &mut Build<'_>) -> Term {
    let terms = &mut build.terms;
    let mut by_cell: FxHashMap<u32, Vec<(usize, &SharedAccess)>> = FxHashMap::default();
    let mut races = Vec::new();
    for (thread, record) in build.threads.iter().enumerate() {
        for access in &record.accesses {
            let known = by_cell.entry(access.cell).or_default();
            let others = known
                .iter()
                .filter(|(other, it)| *other != thread && it.conflicts_with(access));
            for (_, other) in others {
                let agree = match (access.written, other.written) {
                    (Some((one, _)), Some((two, _))) => terms.equal(one, two),
                    (Some((_, was_there)), None) if !other.is_write => was_there,
                    (None, Some((_, was_there))) if !access.is_write => was_there,
                    _ => terms.boolean(false),
                };
                let differ = terms.not(agree);
                races.push(terms.and_all(&[access.here, other.here, differ]));
            }
            known.push((thread, access));
        }
    }
    terms.or_all(&races)
}

/// Whether the two agree in a model, as `question_by_pairs` says it.
fn agree(values: &mut Evaluation<'_>, one: &SharedAccess, two: &SharedAccess) -> bool {
    match (one.written, two.written) {
        (Some((first, _)), Some((second, _))) => values.bits(first) == values.bits(second),
        (Some((_, was_there)), None) => !two.is_write && values.is_true(was_there),
        (None, Some((_, was_there))) => !one.is_write && values.is_true(was_there),
        (None, None) => false,
    }
}

/// By cell, in their order.
fn kinds_of(terms: &mut Terms, thread: &ThreadRecord) -> Vec<(u32, Kinds)> {
    let mut kinds: FxHashMap<u32, Kinds> = FxHashMap::default();
    for access in &thread.accesses {
        let none = Kinds::none(terms);
        let known = kinds.entry(access.cell).or_insert(none);
        known.add(terms, access);
    }
    let mut kinds: Vec<(u32, Kinds)> = kinds.into_iter().collect();
    kinds.sort_unstable_by_key(|(cell, _)| *cell);
    kinds
}

/// Where the step of a thread in the last slot ends the run, in a model.
pub fn end_of_step(thread: &ThreadRecord, values: &mut Evaluation<'_>) -> Option<Position> {
    let mut ends = thread.step_ends.iter();
    ends.find(|end| values.is_true(end.here)).map(|end| end.at)
}

/// Two accesses that race in a model.
pub struct FoundRace {
    /// Place of the thread in the list, and the access, in an order in which they can be made.
    pub accesses: [(usize, Position); 2],
    pub has_other_order: bool,
}

pub fn found(build: &Build<'_>, values: &mut Evaluation<'_>) -> Option<FoundRace> {
    let mut made: FxHashMap<u32, Vec<(usize, &SharedAccess)>> = FxHashMap::default();
    for (index, thread) in build.threads.iter().enumerate() {
        for access in &thread.accesses {
            if !values.is_true(access.here) {
                continue;
            }
            let known = made.entry(access.cell).or_default();
            let conflict = known.iter().find(|(other, earlier)| {
                *other != index && earlier.conflicts_with(access) && !agree(values, earlier, access)
            });
            if let Some(&(other, earlier)) = conflict {
                let mut two = [(other, earlier), (index, access)].map(|(thread, access)| {
                    let end = end_of_step(&build.threads[thread], values);
                    (access.rank(end.is_some()), thread, access.at)
                });
                two.sort_by_key(|(rank, ..)| *rank);
                return Some(FoundRace {
                    accesses: two.map(|(_, thread, at)| (thread, at)),
                    has_other_order: two[0].0 == two[1].0,
                });
            }
            known.push((index, access));
        }
    }
    None
}
