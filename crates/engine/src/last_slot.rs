//! The last slot: in which states executions can end.
//!
//! Threads may stop for ever at any visible point, so every state that is reached is one in which an execution can end, and what is asked about such
//! states is asked about the next step of each thread. For that there is one more slot behind the bounded schedule, in which each thread makes
//! at most one step. What these steps read is what memory contains when all threads have stopped: nothing in the last slot writes what others see, nor creates
//! a thread. There are two ways to use the slot, one for each question, and it is empty for all other questions:
//!
//! - *Races* (`races.rs`): a step in the last slot is one that can be made. Two of them can be made one behind the other. What a thread would do behind its
//!   step, up to its next point, does not happen: nothing is demanded of it. If the step is an atomic section that ends the run, what it accesses before that counts, and nothing behind it is
//!   demanded (`StepEnd`). Such a step is made second. What is read in it is what memory contains before the first one, though: if that writes what lets the section wait instead, neither order is
//!   possible, and the race does not replay.
//! - *Deadlocks* (`deadlocks.rs`): a step in the last slot is one that cannot be made: a `wait_until` in it is false.
//!
//! Where paths meet, what follows belongs to the last point of the text, be it on a path that was not taken. Such a point is not in the last slot, since what belongs to it would not
//! happen there though the thread goes on behind it; unless it belongs to the atomic section that is the step (`joined`).

use unspool_formula::terms::{Term, Terms};
use unspool_ir::{Inst, InstKind};

use crate::answer::Position;
use crate::build::Build;
use crate::walk::Walk;

/// Which question the last slot is used for. At most one of these holds.
#[derive(Clone, Copy, Debug)]
pub struct LastSlot {
    pub race: Term,
    pub deadlock: Term,
}

impl LastSlot {
    pub fn new(terms: &mut Terms) -> LastSlot {
        LastSlot {
            race: terms.variable("races are asked for", 1),
            deadlock: terms.variable("deadlocks are asked for", 1),
        }
    }
}

/// The run ends in the step in the last slot.
pub struct StepEnd {
    pub at: Position,
    pub here: Term,
}

impl Walk<'_, '_> {
    /// Where the condition does not hold, the run ends. In a section in the last slot, races being asked for, it may.
    pub(crate) fn end_step_unless(&mut self, condition: Term) {
        let Some(last) = self.build.timeline.last else {
            return;
        };
        if !self.build.finds_races || self.depth == 0 {
            return;
        }
        let (guard, point, at) = (self.guard(), self.point(), self.at());
        let (exempt, is_in_section) = (self.state.exempt, self.state.is_in_section);
        let build = &mut *self.build;
        let in_last = build.timeline.in_last_slot(&mut build.terms, &point);
        let terms = &mut build.terms;
        let fails = terms.not(condition);
        let ends = terms.and_all(&[last.race, in_last, is_in_section, fails]);
        if terms.is_false(ends) {
            return;
        }
        let is_first = terms.not(exempt);
        let here = terms.and_all(&[guard, ends, is_first]);
        self.state.exempt = terms.or(exempt, ends);
        self.record.step_ends.push(StepEnd { at, here });
    }

    /// Whether what is in work is part of the step that begins at its point, and not something behind that.
    pub(crate) fn is_in_step(&mut self) -> Term {
        match self.depth {
            0 => self.build.terms.boolean(self.is_at_point),
            _ => self.state.is_in_section,
        }
    }

    /// At most one step of a thread is in the last slot. To be called for every visible point, in the order of the text. The start of a thread is none.
    pub(crate) fn be_alone_in_last_slot(&mut self) {
        if self.build.timeline.last.is_none() {
            return;
        }
        let number = self.state.point;
        let build = &mut *self.build;
        let point = &self.record.points[number];
        let in_last = build.timeline.in_last_slot(&mut build.terms, point);
        let guard = self.record.guards[number];
        let here = build.terms.and(guard, in_last);
        let is_second = self.step_in_last_slot;
        let clause = vec![build.terms.not(is_second), build.terms.not(here)];
        build.timeline.constraints.push(clause);
        self.step_in_last_slot = build.terms.or(is_second, here);
    }

    /// What is in the last slot is a step that the thread has come to. To be called when all paths are known.
    pub(crate) fn only_steps_in_last_slot(&mut self) {
        if self.build.timeline.last.is_none() {
            return;
        }
        let build = &mut *self.build;
        // What a thread writes before its first point is made with its start, so that is not there.
        if self.record.uses[0].iter().any(|used| used.is_write) {
            let start = &self.record.points[0];
            let here = build.timeline.in_last_slot(&mut build.terms, start);
            let clause = vec![build.terms.not(here)];
            build.timeline.constraints.push(clause);
        }
        for number in 1..self.record.points.len() {
            let in_last = |build: &mut Build<'_>, number: usize| {
                let point = &self.record.points[number];
                build.timeline.in_last_slot(&mut build.terms, point)
            };
            let here = in_last(build, number);
            let mut clause = vec![build.terms.not(here), self.record.guards[number]];
            let entries = self.record.joined.iter().filter(|(_, to)| *to == number);
            for &(entry, _) in entries {
                let is_there = in_last(build, entry);
                let guard = self.record.guards[entry];
                clause.push(build.terms.and(guard, is_there));
            }
            build.timeline.constraints.push(clause);
        }
    }

    /// Behind a step that may be in the last slot, races being asked for, nothing is demanded of the thread any more.
    pub(crate) fn end_of_step(&mut self, inst: &Inst, section: Term) {
        let Some(last) = self.build.timeline.last else {
            return;
        };
        let ended = match inst.kind {
            InstKind::AtomicEnd if self.depth == 0 => section,
            _ if self.depth == 0 => self.build.terms.boolean(self.is_at_point),
            _ => return,
        };
        let point = self.point();
        let build = &mut *self.build;
        let in_last = build.timeline.in_last_slot(&mut build.terms, &point);
        let in_race = build.terms.and(last.race, in_last);
        let over = build.terms.and(in_race, ended);
        self.state.exempt = self.build.terms.or(self.state.exempt, over);
    }
}
