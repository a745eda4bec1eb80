//! Which schedules to try first.
//!
//! A solver starts with a value of its own for every variable, and CaDiCaL's is "true": for the bounds of order-encoded points that means
//! that nobody runs at all. Bugs are found by those who run and are interrupted, so here the points of every thread are spread evenly over the
//! slots. On programs whose threads have to take turns again and again this is many times faster; `docs/performance.md` has figures.

use unspool_formula::bits::Bits;
use unspool_formula::decide::Decider;
use unspool_formula::solver::Solver;

use crate::build::Build;
use crate::config::FirstSchedules;
use crate::simplest::Input;

pub fn prefer_schedules<S: Solver>(
    first: FirstSchedules,
    build: &Build<'_>,
    decider: &mut Decider<S>,
) {
    if first == FirstSchedules::Any {
        return;
    }
    let slots = build.timeline.usual_slots();
    for thread in &build.threads {
        let count = thread.points.len();
        for (index, point) in thread.points.iter().enumerate() {
            let preferred = |index: usize| match first {
                FirstSchedules::Spread => index * slots / count,
                _ => 0,
            };
            let (before, here) = (preferred(index.saturating_sub(1)), preferred(index));
            for (term, value) in point.values_for(&build.terms, before, here) {
                decider.prefer(&build.terms, term, &value);
            }
        }
    }
}

/// Inputs that may be anything are zero.
pub fn prefer_zero<S: Solver>(inputs: &[Input], build: &Build<'_>, decider: &mut Decider<S>) {
    for input in inputs {
        if build.terms.as_variable(input.term).is_some() {
            let zero = Bits::zero(build.terms.width(input.term));
            decider.prefer(&build.terms, input.term, &zero);
        }
    }
}
