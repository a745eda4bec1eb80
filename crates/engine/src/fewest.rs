//! How many contexts an execution has, as terms.
//!
//! A thread is *active* in a slot if one of its points is in it. A context begins where a thread is active and was not the last one that was: the same
//! thread in two slots, with no other in between, has one context. Both encodings are alike here: the places are
//! gone through slot by slot, and in each slot in the order of the threads.
//!
//! ```text
//! slot        0        0        1        1
//! thread      0        1        0        1
//! active      yes      no       yes      yes      two contexts: thread 0 goes on, then thread 1
//! ```
//!
//! Guards of points are not looked at. A point that is not passed on the way that an execution takes has a slot all the same, but one that may be that of
//! a neighbour: so among all schedules of the same execution there is one with no more contexts than are seen in the execution
//! (`extract.rs`), and none has fewer. This keeps the count free of everything but the schedule, and outside of the `cone`.
//!
//! What a thread does before its first visible point is told together with what it does behind it; it counts on its own only if others see
//! it, or if the execution ends there. That is as in `extract.rs` too. Steps in the last slot (`last_slot.rs`) are not counted: a deadlock has none, a race has two.

use unspool_formula::terms::{Term, Terms};

use crate::build::Build;
use crate::engine::Wanted;

/// For each slot and thread: whether a context begins there.
pub fn beginnings(build: &mut Build<'_>, wanted: &Wanted) -> Vec<Term> {
    let active = active(build, wanted);
    let terms = &mut build.terms;
    let threads = active.first().map_or(0, Vec::len);
    // By thread: it was the last one active so far.
    let mut is_last = vec![terms.boolean(false); threads];
    let mut beginnings = Vec::new();
    for (slot, row) in active.iter().enumerate() {
        for (thread, &here) in row.iter().enumerate() {
            // Others since it was here a slot ago.
            let before = slot.checked_sub(1).map(|before| &active[before]);
            let others = before.iter().flat_map(|row| &row[thread + 1..]);
            let others: Vec<Term> = others.chain(&row[..thread]).copied().collect();
            let others = terms.or_all(&others);
            let is_alone = terms.not(others);
            let goes_on = terms.and(is_last[thread], is_alone);
            beginnings.push(and_not(terms, here, goes_on));
            is_last[thread] = terms.or(here, goes_on);
        }
    }
    beginnings
}

/// By slot and thread.
fn active(build: &mut Build<'_>, wanted: &Wanted) -> Vec<Vec<Term>> {
    let (terms, timeline) = (&mut build.terms, &build.timeline);
    let mut rows = Vec::new();
    for slot in 0..timeline.usual_slots() {
        let mut row = Vec::new();
        for thread in &build.threads {
            let mut any = Vec::new();
            for (number, point) in thread.points.iter().enumerate() {
                let mut here = timeline.in_slot(terms, point, slot);
                if number == 0 && !thread.is_start_seen() {
                    let ends = thread.checks.iter();
                    let ends = ends.filter(|check| check.point == 0 && wanted.has(check));
                    let ends: Vec<Term> = ends.map(|check| check.fails).collect();
                    let is_end = terms.or_all(&ends);
                    here = terms.and(here, is_end);
                }
                any.push(here);
            }
            row.push(terms.or_all(&any));
        }
        rows.push(row);
    }
    rows
}

fn and_not(terms: &mut Terms, one: Term, other: Term) -> Term {
    let other = terms.not(other);
    terms.and(one, other)
}
