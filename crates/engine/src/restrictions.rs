//! Parts of the space of schedules: the same question about some executions only.
//!
//! A restriction is an assumption over when points are, so one formula serves for all parts, and what the solver has learnt of one holds for the others. Two kinds of parts are
//! made of them:
//!
//! - *tile selections* of swarm verification (Nguyen, Schrammel, Fischer, La Torre and Parlato, *Parallel bug-finding in concurrent programs via reduced
//!   interleaving instances*, ASE 2017): threads are interrupted only at certain points, all others are *sealed*;
//! - *cubes* (Inverso and Trubiani, *Parallel and distributed bounded model checking of multi-threaded programs*, PPoPP 2020): a point is in an early or in a late slot.
//!
//! **A sealed point** is in the slot of the point before it on the path that is taken, or neither is ever executed. Formulas know only the order of the text, in which points of other
//! paths may stand between the two. So, once anything is sealed, a point that is not on the path has the slot of the point before it: then all between the two have the same. That
//! excludes no execution, since nothing else depends on the slots of such points but what follows where paths meet, before the next point: it is executed together with what is before it,
//! and others see nothing of it. (In the slot behind the schedule, see `last_slot.rs`, there is at most one point of a thread: there is nothing to be joined.)
//!
//! Where an assertion has failed the execution is over, and nobody has to go on to the next point that is not sealed.
//!
//! **Blame.** If there is no execution, the solver says which restrictions it needed for that. Whoever asks about another part that has these restrictions too knows the answer.

use rustc_hash::FxHashMap;
use unspool_formula::terms::Term;
use unspool_ir::{PointId, Property};

use crate::build::{Build, CheckKind};
use crate::engine::Engine;

/// A visible point, by the number of its thread and its own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PointOf {
    pub thread: u32,
    pub point: u32,
}

/// What holds in the executions that are asked for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Restriction {
    /// The thread does not stand still before the point.
    Sealed(PointOf),
    /// The point is not in an earlier slot. The first slot is 0; those that are never executed are in the one behind the last.
    NotBefore(PointOf, u32),
    /// The point is in an earlier slot.
    Before(PointOf, u32),
}

/// The restrictions in force.
#[derive(Default)]
pub(crate) struct Restrictions {
    pub terms: Vec<Term>,
    of_term: FxHashMap<Term, Restriction>,
    /// Places of threads and of their points, for those that symbolic execution has come to.
    places: FxHashMap<PointOf, (usize, usize)>,
    /// Points that are not on the path have the slot of the point before.
    is_exact: bool,
    /// By point, from the start: that an assertion has failed in the thread before it.
    failed: FxHashMap<u32, Vec<Term>>,
    pub blamed: Vec<Restriction>,
}

impl Restrictions {
    /// Whether it is said where threads are interrupted: then the normal form (`normal_form.rs`) of an execution that is allowed may not be. With cubes it is in one of them.
    pub fn has_seals(&self) -> bool {
        let mut all = self.of_term.values();
        all.any(|restriction| matches!(restriction, Restriction::Sealed(_)))
    }

    /// Keeps those of the assumptions that the solver blames.
    pub fn note_blame(&mut self, assumptions: &[Term]) {
        let blamed = assumptions.iter().filter_map(|term| self.of_term.get(term));
        self.blamed = blamed.copied().collect();
    }
}

impl Engine<'_> {
    /// From now on only executions are asked for in which these hold, and no longer those of the last call.
    pub fn restrict(&mut self, restrictions: impl IntoIterator<Item = Restriction>) {
        if self.restrictions.places.is_empty() {
            self.restrictions.places = places(&self.build);
        }
        self.restrictions.terms.clear();
        self.restrictions.of_term.clear();
        self.restrictions.blamed.clear();
        for restriction in restrictions {
            let term = self.term_of(restriction);
            self.restrictions.terms.push(term);
            self.restrictions.of_term.insert(term, restriction);
        }
    }

    /// After a question that had no answer: the restrictions without which there might be one. All others may be lifted, and there is none all the same.
    pub fn blamed(&self) -> &[Restriction] {
        &self.restrictions.blamed
    }

    fn term_of(&mut self, restriction: Restriction) -> Term {
        let (of, slot) = match restriction {
            Restriction::Sealed(point) => return self.sealed(point),
            Restriction::NotBefore(point, slot) | Restriction::Before(point, slot) => (point, slot),
        };
        let place = self.restrictions.places.get(&of);
        let build = &mut self.build;
        let late = place.and_then(|&(thread, point)| {
            let point = &build.threads[thread].points[point];
            point.late.get(slot as usize).copied()
        });
        match (late, restriction) {
            // No execution comes there.
            (None, Restriction::Before(..)) => build.terms.boolean(false),
            (None, _) => build.terms.boolean(true),
            (Some(late), Restriction::Before(..)) => build.terms.not(late),
            (Some(late), _) => late,
        }
    }

    fn sealed(&mut self, of: PointOf) -> Term {
        if !self.restrictions.is_exact {
            self.restrictions.is_exact = true;
            self.join_points_of_other_paths();
        }
        let build = &mut self.build;
        let Some(&(index, number)) = self.restrictions.places.get(&of) else {
            return build.terms.boolean(true);
        };
        let failed = self.restrictions.failed.entry(of.thread);
        let failed = failed.or_insert_with(|| failed_before(build, index))[number];
        let mut together = build.terms.boolean(true);
        for slot in 1..=build.timeline.usual_slots() {
            let late = &build.threads[index].points;
            let (before, here) = (late[number - 1].late[slot], late[number].late[slot]);
            let is_early = build.terms.not(here);
            let same = build.terms.or(is_early, before);
            together = build.terms.and(together, same);
        }
        build.terms.or(failed, together)
    }

    fn join_points_of_other_paths(&mut self) {
        let build = &mut self.build;
        let mut clauses = Vec::new();
        for thread in &build.threads {
            for (number, point) in thread.points.iter().enumerate().skip(1) {
                let guard = thread.guards[number];
                if build.terms.is_true(guard) {
                    continue;
                }
                let before = &thread.points[number - 1];
                for slot in 1..=build.timeline.usual_slots() {
                    let is_early = build.terms.not(point.late[slot]);
                    clauses.push([guard, is_early, before.late[slot]]);
                }
            }
        }
        for clause in clauses {
            self.decider.assert_any(&self.build.terms, &clause);
            self.cone.add(&clause);
        }
    }
}

/// Symbolic execution leaves out what no path leads to, so points have other places than numbers.
fn places(build: &Build<'_>) -> FxHashMap<PointOf, (usize, usize)> {
    let mut places = FxHashMap::default();
    for (index, record) in build.threads.iter().enumerate() {
        let text = &build.texts[index];
        // The first one is the start of the thread.
        for (number, place) in record.places.iter().enumerate().skip(1) {
            let block = text.body.block(place.block);
            let point = match block.insts.get(place.index) {
                Some(inst) => inst.point,
                None => block.point,
            };
            if let Some(PointId(point)) = point {
                let thread = record.number;
                places.insert(PointOf { thread, point }, (index, number));
            }
        }
    }
    places
}

/// By point: whether an assertion has failed before it. Where a bound cuts the program or something is not supported nothing follows anyway.
fn failed_before(build: &mut Build<'_>, thread: usize) -> Vec<Term> {
    let never = build.terms.boolean(false);
    let count = build.threads[thread].points.len();
    let mut failing = vec![never; count];
    for check in &build.threads[thread].checks {
        let is_violation =
            matches!(check.kind, CheckKind::Property(property) if property != Property::Unwinding);
        if is_violation {
            let here = &mut failing[check.point];
            *here = build.terms.or(*here, check.fails);
        }
    }
    let mut before = never;
    for here in &mut failing {
        let since = build.terms.or(before, *here);
        *here = std::mem::replace(&mut before, since);
    }
    failing
}
