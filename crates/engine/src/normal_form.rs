//! One execution for all that differ only in the order of independent steps: the reduction `normal-form`, and the question whether more rounds would matter.
//!
//! Two executions that differ only in the order of steps which have nothing to do with each other end in the same way. So of all of
//! them it is enough to consider the one in which every step is made as early as possible: in the first round in which its
//! thread has come to it and all earlier steps of other threads that it conflicts with are made (the idea of Foata's normal
//! form, as in Mazurkiewicz's *Trace theory*, 1987). In that *normal form* a thread makes its first step in a round only because it
//! had to wait: for a conflicting step of a thread behind it in the round before, or of one before it in the same round.
//!
//! **As a reduction** that is assumed wherever an execution is looked for. What is found may need fewer rounds than it was looked for in, never more; a part of an execution (up to where
//! an assertion fails, or threads are blocked) has a normal form like a whole one; and what is done in the slot behind the schedule (`last_slot.rs`) depends on no order before it. To show that
//! there is none gets easier by far, since everything else was shown once for each order of independent steps, of which there are the more the more rounds there are: for two threads that
//! take turns (`fib_bench`, 11 steps each) 0.6 instead of 7.4 seconds within 8 rounds, and 0.9 instead of 38 within 12. (Partial orders of executions are what Kahlon, Wang and Gupta
//! reduce by clauses too, *Monotonic partial order reduction*, CAV 2009; theirs are about pairs of steps, these about rounds.) Where somebody has said where threads are interrupted
//! (the seals of `restrictions.rs`), it is not assumed: the normal form of an execution that is allowed may be one that is not. Nor is it where the simplest
//! violation is looked for (`minimal.rs`): as early as possible takes more switches than are needed.
//!
//! **What that relies on.** Only accesses that others can meet have a visible point, or are *left movers*: whatever step of another thread comes just before can as well come behind (`passes/src/visible_points.rs`). What follows where
//! paths meet belongs to a step that stands before on some path, whose conflicts the clauses look at; what it does itself they do not see, and because it moves left they need not. A reduction that left out the
//! visible point of anything else would lose executions here.
//!
//! **Complete schedules.** If no execution in normal form has a step in the last round, no execution needs it, and with one more round there would be none either that
//! needs that: a step of a later round has waited for one of the round before. So the bound on rounds cuts nothing.
//!
//! Steps are taken to conflict if they may use the same cell and one may write it, if one creates the other's thread, or
//! if one asks whether the other's thread has ended. That is more than really do, so some executions count as different that end in the same way, and there may seem to be executions that need
//! the last round although there are none; never the other way round.

use rustc_hash::FxHashMap;
use unspool_formula::terms::{Term, Terms};

use crate::build::{Build, Shared, ThreadRecord, Use};
use crate::timeline::{Shape, Timeline};

/// More conflicts than these are not looked at.
const MOST_TERMS: usize = 4_000_000;

/// Clauses that an assumption turns on.
pub struct Constraints {
    pub assumption: Term,
    pub clauses: Vec<Vec<Term>>,
}

/// That some step is in the last slot.
pub fn last_slot_is_used(build: &mut Build<'_>) -> Term {
    let (terms, timeline) = (&mut build.terms, &build.timeline);
    let last = timeline.usual_slots() - 1;
    let mut any = Vec::new();
    for thread in &build.threads {
        for (point, &guard) in thread.points.iter().zip(&thread.guards) {
            let is_last = timeline.in_slot(terms, point, last);
            any.push(terms.and(guard, is_last));
        }
    }
    terms.or_all(&any)
}

/// That executions are in normal form. None if there would be too many clauses.
pub fn constraints(build: &mut Build<'_>) -> Option<Constraints> {
    if build.timeline.shape != Shape::Round {
        return None;
    }
    let slots = build.timeline.usual_slots();
    let uses: usize = build
        .threads
        .iter()
        .flat_map(|t| &t.uses)
        .map(Vec::len)
        .sum();
    if uses
        .saturating_mul(slots)
        .saturating_mul(build.threads.len())
        > MOST_TERMS
    {
        return None;
    }
    let (terms, timeline, threads) = (&mut build.terms, &build.timeline, &build.threads);
    let mut moments = Moments {
        terms,
        timeline,
        uses: vec![FxHashMap::default(); threads.len()],
        used: FxHashMap::default(),
    };
    for (index, thread) in threads.iter().enumerate() {
        for (point, uses) in thread.uses.iter().enumerate() {
            for used in uses {
                let list = moments.uses[index].entry(used.shared).or_default();
                list.push((point, *used));
            }
        }
    }
    let assumption = moments.terms.variable("in normal form", 1);
    let off = moments.terms.not(assumption);
    let mut clauses = Vec::new();
    for (index, thread) in threads.iter().enumerate() {
        for (number, point) in thread.points.iter().enumerate() {
            let guard = thread.guards[number];
            for slot in 1..slots {
                let here = timeline.in_slot(moments.terms, point, slot);
                if moments.terms.is_false(here) {
                    continue;
                }
                let mut clause = vec![off, moments.terms.not(here)];
                if let Some(before) = number.checked_sub(1) {
                    let before = &thread.points[before];
                    clause.push(timeline.in_slot(moments.terms, before, slot));
                }
                let mut waited = Vec::new();
                let joined = thread.joined.iter().filter(|(entry, _)| *entry == number);
                let later = joined.flat_map(|&(_, other)| &thread.uses[other]);
                for used in thread.uses[number].iter().chain(later) {
                    for other in (0..threads.len()).filter(|&other| other != index) {
                        let when = if other < index { slot } else { slot - 1 };
                        let key = (other, used.shared, when, used.is_write);
                        let used = moments.used(threads, key);
                        waited.push(used);
                    }
                }
                let waited = moments.terms.or_all(&waited);
                clause.push(moments.terms.and(guard, waited));
                clauses.push(clause);
            }
        }
    }
    Some(Constraints {
        assumption,
        clauses,
    })
}

/// Thread, what it uses, the slot; and whether reading is enough of a use.
type Key = (usize, Shared, usize, bool);

struct Moments<'a> {
    terms: &'a mut Terms,
    timeline: &'a Timeline,
    /// By thread: points and uses.
    uses: Vec<FxHashMap<Shared, Vec<(usize, Use)>>>,
    used: FxHashMap<Key, Term>,
}

impl Moments<'_> {
    /// Whether a thread uses something in a slot.
    fn used(&mut self, threads: &[ThreadRecord], key: Key) -> Term {
        if let Some(&known) = self.used.get(&key) {
            return known;
        }
        let (thread, shared, slot, reads_count) = key;
        let mut any = Vec::new();
        if let Some(uses) = self.uses[thread].get(&shared) {
            for (point, used) in uses {
                if used.is_write || reads_count {
                    let point = &threads[thread].points[*point];
                    let here = self.timeline.in_slot(self.terms, point, slot);
                    any.push(self.terms.and(used.guard, here));
                }
            }
        }
        let used = self.terms.or_all(&any);
        self.used.insert(key, used);
        used
    }
}
