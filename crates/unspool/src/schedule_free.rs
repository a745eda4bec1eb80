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
use unspool_passes::check_freedom::cannot_fail;
use unspool_passes::deadlock_freedom::cannot_deadlock;
use unspool_passes::race_freedom::cannot_race;
use unspool_passes::reductions::{Reduction, Reductions};

use crate::shared_program::SharedBounded;

/// Why nobody need be asked. None: it is not known.
pub fn proof(
    wanted: &Wanted,
    bounded: &SharedBounded,
    reductions: Reductions,
) -> Option<&'static str> {
    if !bounded.report.cuts.is_empty() {
        return None;
    }
    let program = &bounded.program;
    let (switch, why) = match wanted {
        Wanted::Deadlock => (
            Reduction::WaitsInOrder,
            "what threads wait for has an order",
        ),
        Wanted::Race => (Reduction::PointsOfRaces, "no two accesses meet in conflict"),
        Wanted::Checks(_) => (Reduction::ChecksLeft, "nothing is left that can fail"),
        Wanted::Unsupported => return None,
    };
    let holds = || match wanted {
        Wanted::Deadlock => cannot_deadlock(program),
        Wanted::Race => cannot_race(program),
        Wanted::Checks(properties) => {
            let analysis = OnceCell::new();
            cannot_fail(program, properties, || {
                let analysis = analysis.get_or_init(|| bounded.analysis().ok());
                analysis.as_ref()?.ranges(program)
            })
        }
        Wanted::Unsupported => false,
    };
    (reductions.has(switch) && holds()).then_some(why)
}
