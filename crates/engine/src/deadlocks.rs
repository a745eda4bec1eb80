//! Deadlocks: threads that wait for ever.
//!
//! A thread is *stuck* if its step in the last slot (`last_slot.rs`) cannot be made: a `wait_until` in it is false. That alone is no harm, somebody may wake
//! it. Looked for is a set of threads, at least one, all of them stuck, that nobody wakes:
//!
//! - either because there is nobody else: every other thread has ended or was never created (TCBMC, Rabinovitz and Grumberg 2005, section 5.2: all threads that have not ended are blocked);
//! - or because each of them waits for a lock that another one of the set holds, or that a thread holds which has ended, or for the end of another one of the set: while other
//!   threads may well go on. Only who holds a lock can give it back;
//! - or for something that no thread outside of the set will ever do, as far as the text of the program says what they may do from where they are ([`Futures`]). That is asked
//!   if executions go on beyond the bounds, as servers do: if all come to their ends, the second case is the first one.
//!
//! Which threads are in the set is chosen by the solver: one variable for each.
//!
//! Locks are what `hold` and `release` are about: a thread holds a lock if it has passed a `hold` of its address and no `release` of it since, and
//! waits for one if a `hold` of it stands in the section that it cannot enter. A thread that is cut off by a bound, or has been created
//! and not yet run, is neither stuck nor ended; so it is in no such set, and nothing is closed without it. When `main` returns the process ends, so a `main`
//! that stands before that is not stuck either.

use std::collections::BTreeMap;
use std::fmt::Debug;

use unspool_formula::evaluate::Evaluation;
use unspool_formula::terms::Term;
use unspool_ir::InstKind;

use crate::answer::Position;
use crate::build::Build;
use crate::walk::Walk;

/// What the text of the program says of threads, of which the bounded program has only a part.
pub trait Futures: Debug + Send + Sync {
    /// The number of what this `wait_until` depends on; those of several iterations of a loop are alike. None: it is not known.
    fn awaited(&self, wait: Position) -> Option<usize>;

    /// Whether a thread that has come so far can never do anything about what has this number, nor end the process.
    fn leaves_alone(&self, runner: Progress, awaited: usize) -> bool;
}

/// How far a thread has come at least.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Progress {
    /// The thread of this number has been created.
    Created(u32),
    /// It has executed this instruction; if an atomic section begins with it, all of that.
    Behind(Position),
}

/// A `wait_until` that a thread may be stuck at.
pub struct Wait {
    pub at: Position,
    /// It is in the last slot, and its condition does not hold.
    pub fails: Term,
}

/// A `hold` or `release`.
pub struct LockUse {
    pub is_hold: bool,
    /// Only waited for: nobody gets past it.
    pub is_awaited: bool,
    pub guard: Term,
    /// In a section that begins with a point.
    pub in_step: Term,
    /// Number of the point that it belongs to.
    pub point: usize,
    pub address: Term,
}

/// Whether a thread has ended was asked.
pub struct EndUse {
    pub guard: Term,
    /// In a section that begins with a point.
    pub in_step: Term,
    /// Number of the point that it belongs to.
    pub point: usize,
    /// About this thread: its place in the list.
    pub thread: usize,
    pub is_it: Term,
}

/// What is asked: one of these threads waits for ever.
pub struct Question {
    pub constraints: Vec<Vec<Term>>,
    pub question: Term,
    /// By place in the list: whether the thread is in the set.
    pub members: Vec<Term>,
}

impl Walk<'_, '_> {
    /// A `wait_until` is reached. In the last slot, deadlocks being asked for, it need not hold, and nothing is demanded behind it then.
    pub(crate) fn note_wait(&mut self, condition: Term) {
        let Some(last) = self.build.timeline.last else {
            return;
        };
        let (guard, point) = (self.guard(), self.point());
        let exempt = self.state.exempt;
        let build = &mut *self.build;
        let in_last = build.timeline.in_last_slot(&mut build.terms, &point);
        let terms = &mut build.terms;
        let fails = terms.not(condition);
        let fails = terms.and(in_last, fails);
        let counts = terms.not(exempt);
        let stuck = terms.and_all(&[guard, fails, counts]);
        let is_exempt = terms.and(last.deadlock, fails);
        self.state.exempt = terms.or(exempt, is_exempt);
        let at = self.at();
        self.record.waits.push(Wait { at, fails: stuck });
    }

    pub(crate) fn note_lock(&mut self, address: Term, is_hold: bool, is_awaited: bool) {
        let is_asked = self.build.timeline.last.is_some() || self.build.has_unheld_frees;
        if !is_asked {
            return;
        }
        let in_step = self.is_in_step();
        let used = LockUse {
            is_hold,
            is_awaited,
            guard: self.guard(),
            in_step,
            point: self.state.point,
            address,
        };
        self.record.locks.push(used);
    }

    /// Nothing behind a wait that never ends is executed; but it says which lock is waited for.
    pub(crate) fn note_awaited_lock(&mut self) {
        let block = self.body.block(self.block);
        let later = block.insts.iter().skip(self.index);
        let section = later.take_while(|inst| !matches!(inst.kind, InstKind::AtomicEnd));
        let mut holds = section.filter_map(|inst| match inst.kind {
            InstKind::Hold(lock) => Some(lock),
            _ => None,
        });
        if let Some(lock) = holds.next() {
            let address = self.value(lock);
            self.demands.clear();
            self.note_lock(address, true, true);
        }
    }

    /// It is asked whether a thread has ended, if the condition holds.
    pub(crate) fn note_end_use(&mut self, thread: usize, is_it: Term) {
        if self.build.timeline.last.is_none() {
            return;
        }
        let in_step = self.is_in_step();
        let used = EndUse {
            guard: self.guard(),
            in_step,
            point: self.state.point,
            thread,
            is_it,
        };
        self.record.end_uses.push(used);
    }
}

/// That some threads are stuck for ever.
pub fn question(build: &mut Build<'_>, futures: Option<&dyn Futures>) -> Question {
    let usual = build.timeline.usual_slots();
    let threads = build.threads.len();
    let members: Vec<Term> = (0..threads)
        .map(|thread| {
            let name = format!("thread {thread} waits for ever");
            build.terms.variable(&name, 1)
        })
        .collect();
    let mut out_of_the_way = Vec::new();
    let mut constraints = Vec::new();
    for (thread, &member) in members.iter().enumerate() {
        let ended = build.timeline.ended_by(&mut build.terms, thread, usual - 1);
        let created = is_created(build, thread);
        let terms = &mut build.terms;
        let absent = terms.not(created);
        out_of_the_way.push(terms.or_all(&[ended, absent, member]));
        let waits = build.threads[thread].waits.iter();
        let mut clause: Vec<Term> = waits.map(|wait| wait.fails).collect();
        clause.push(terms.not(member));
        constraints.push(clause);
    }
    let closed = build.terms.and_all(&out_of_the_way);
    for thread in 0..threads {
        let for_lock = waits_for_lock(build, thread, &members);
        let for_end = waits_for_end(build, thread, &members);
        let stays_out = build.terms.not(members[thread]);
        let mut reasons = vec![stays_out, closed, for_lock, for_end];
        if let Some(futures) = futures {
            reasons.push(is_left_alone(build, thread, &out_of_the_way, futures));
        }
        constraints.push(reasons);
    }
    let question = build.terms.or_all(&members);
    Question {
        constraints,
        question,
        members,
    }
}

fn is_created(build: &mut Build<'_>, thread: usize) -> Term {
    if thread == 0 {
        return build.terms.boolean(true);
    }
    let number = build.texts[thread].number;
    let usual = build.timeline.usual_slots();
    match build.spawned.get(&number) {
        Some(spawned) => {
            let is_made = build.terms.not(spawned.point.late[usual]);
            build.terms.and(spawned.guard, is_made)
        }
        None => build.terms.boolean(false),
    }
}

/// Whether a thread's step in the last slot asks for the end of a member.
fn waits_for_end(build: &mut Build<'_>, thread: usize, members: &[Term]) -> Term {
    let (terms, timeline, threads) = (&mut build.terms, &build.timeline, &build.threads);
    let mut any = Vec::new();
    for used in &threads[thread].end_uses {
        let point = &threads[thread].points[used.point];
        let in_last = timeline.in_last_slot(terms, point);
        let member = members[used.thread];
        any.push(terms.and_all(&[used.guard, used.in_step, in_last, used.is_it, member]));
    }
    terms.or_all(&any)
}

/// Whether a thread's step in the last slot would take a lock that a member holds, or one that has ended, and nobody else. A lock that was made free for others, by
/// who does not hold it, may have holders of old beside the one that has it.
fn waits_for_lock(build: &mut Build<'_>, thread: usize, members: &[Term]) -> Term {
    let last = build.timeline.usual_slots() - 1;
    let ended: Vec<Term> = (0..members.len())
        .map(|other| build.timeline.ended_by(&mut build.terms, other, last))
        .collect();
    let (terms, timeline, threads) = (&mut build.terms, &build.timeline, &build.threads);
    let mut any = Vec::new();
    for wanted in threads[thread].locks.iter().filter(|used| used.is_hold) {
        let point = &threads[thread].points[wanted.point];
        let in_last = timeline.in_last_slot(terms, point);
        let is_wanted = terms.and_all(&[wanted.guard, wanted.in_step, in_last]);
        if terms.is_false(is_wanted) {
            continue;
        }
        let mut is_held = Vec::new();
        let mut is_kept = vec![is_wanted];
        for (other, record) in threads.iter().enumerate() {
            for (place, held) in record.locks.iter().enumerate() {
                if !held.is_hold {
                    continue;
                }
                let is_same = terms.equal(wanted.address, held.address);
                if terms.is_false(is_same) {
                    continue;
                }
                let usual = timeline.usual_slots();
                let mut conditions = vec![is_same, held.guard];
                conditions.push(terms.not(record.points[held.point].late[usual]));
                for released in record.locks[place + 1..].iter().filter(|it| !it.is_hold) {
                    let is_it = terms.equal(released.address, held.address);
                    if terms.is_false(is_it) {
                        continue;
                    }
                    let is_made = terms.not(record.points[released.point].late[usual]);
                    let is_released = terms.and_all(&[is_it, released.guard, is_made]);
                    conditions.push(terms.not(is_released));
                }
                let here = terms.and_all(&conditions);
                let is_free = terms.not(here);
                is_held.push(here);
                is_kept.push(terms.or_all(&[is_free, members[other], ended[other]]));
            }
        }
        is_kept.push(terms.or_all(&is_held));
        any.push(terms.and_all(&is_kept));
    }
    terms.or_all(&any)
}

/// Whether a thread waits for what no thread that is not out of the way will ever do.
fn is_left_alone(
    build: &mut Build<'_>,
    thread: usize,
    out_of_the_way: &[Term],
    futures: &dyn Futures,
) -> Term {
    let mut waits: BTreeMap<usize, Vec<Term>> = BTreeMap::new();
    for wait in &build.threads[thread].waits {
        if let (false, Some(awaited)) = (build.terms.is_false(wait.fails), futures.awaited(wait.at))
        {
            waits.entry(awaited).or_default().push(wait.fails);
        }
    }
    let mut any = Vec::new();
    for (awaited, fails) in waits {
        let mut all = vec![build.terms.or_all(&fails)];
        for (other, &is_away) in out_of_the_way.iter().enumerate() {
            if other != thread {
                let mut ways = progress_that_leaves_alone(build, other, awaited, futures);
                ways.push(is_away);
                all.push(build.terms.or_all(&ways));
            }
        }
        any.push(build.terms.and_all(&all));
    }
    build.terms.or_all(&any)
}

/// That a thread has come to where it leaves a wait alone: once it does, it does so from there on.
fn progress_that_leaves_alone(
    build: &mut Build<'_>,
    thread: usize,
    awaited: usize,
    futures: &dyn Futures,
) -> Vec<Term> {
    let (terms, timeline) = (&mut build.terms, &build.timeline);
    let record = &build.threads[thread];
    if futures.leaves_alone(Progress::Created(record.number), awaited) {
        return vec![terms.boolean(true)];
    }
    let usual = timeline.usual_slots();
    let mut ways = Vec::new();
    // The first point is the start of the thread.
    for (point, &at) in record.places.iter().enumerate().skip(1) {
        if futures.leaves_alone(Progress::Behind(at), awaited) {
            let is_made = terms.not(record.points[point].late[usual]);
            ways.push(terms.and(record.guards[point], is_made));
        }
    }
    // Where a thread is created need not be a point.
    let created = build.spawned.values().filter(|it| it.creator == thread);
    for spawned in created {
        if futures.leaves_alone(Progress::Behind(spawned.at), awaited) {
            let is_made = terms.not(spawned.point.late[usual]);
            ways.push(terms.and(spawned.guard, is_made));
        }
    }
    ways
}

/// The places at which threads wait for ever in a model.
pub fn found(build: &Build<'_>, members: &[Term], values: &mut Evaluation<'_>) -> Vec<Position> {
    let mut stuck = Vec::new();
    for (thread, &member) in build.threads.iter().zip(members) {
        if values.is_true(member) {
            let mut waits = thread.waits.iter();
            let wait = waits.find(|wait| values.is_true(wait.fails));
            stuck.extend(wait.map(|wait| wait.at));
        }
    }
    stuck
}
