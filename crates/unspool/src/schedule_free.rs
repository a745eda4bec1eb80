//! Questions that need no schedule: their answer is no, by the text of the bounded program.
//!
//! | question | is answered by | switch |
//! |---|---|---|
//! | deadlocks | [`unspool_passes::deadlock_freedom`]: what threads wait for has an order | `waits-in-order` |
//! | data races | [`unspool_passes::race_freedom`]: no plain access meets another one in conflict | `points-of-races` |
//! | assertions, memory errors | [`unspool_passes::check_freedom`]: nothing is left whose values could make it fail | `checks-left` |
//!
//! That holds for all executions only if the bounded program has them all, so only where nothing was cut; and the proofs refuse programs in which something is
//! not supported, so that need not be asked either.

use std::cell::OnceCell;

use unspool_engine::Wanted;
use unspool_passes::check_freedom::may_be_violated;
use unspool_passes::deadlock_freedom::cannot_deadlock;
use unspool_passes::race_freedom::cannot_race;
use unspool_passes::reductions::{Reduction, Reductions};

use crate::shared_program::SharedBounded;

/// What of a question has to be asked of schedules; none if there is nothing, with the reason.
pub fn left(
    wanted: &Wanted,
    bounded: &SharedBounded,
    reductions: Reductions,
) -> Result<Wanted, &'static str> {
    if !bounded.report.cuts.is_empty() {
        return Ok(wanted.clone());
    }
    let program = &bounded.program;
    match wanted {
        Wanted::Deadlock if reductions.has(Reduction::WaitsInOrder) && cannot_deadlock(program) => {
            Err("what threads wait for has an order")
        }
        Wanted::Race if reductions.has(Reduction::PointsOfRaces) && cannot_race(program) => {
            Err("no two accesses meet in conflict")
        }
        Wanted::Checks(properties) if reductions.has(Reduction::ChecksLeft) => {
            let analysis = OnceCell::new();
            let left = may_be_violated(program, properties, || {
                let analysis = analysis.get_or_init(|| bounded.analysis().ok());
                analysis.as_ref()?.ranges(program)
            });
            match left.is_empty() {
                true => Err("nothing is left that can fail"),
                false => Ok(Wanted::Checks(left)),
            }
        }
        _ => Ok(wanted.clone()),
    }
}
