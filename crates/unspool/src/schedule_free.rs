//! Questions that need no schedule: their answer is no, by the text of the bounded program.
//!
//! | question | is answered by | switch |
//! |---|---|---|
//! | deadlocks | [`unspool_passes::deadlock_freedom`]: what threads wait for has an order | `waits-in-order` |
//! | data races | [`unspool_passes::race_freedom`]: no plain access meets another one in conflict | `points-of-races` |
//!
//! That holds for all executions only if the bounded program has them all, so only where nothing was cut; and both proofs refuse programs in which something is
//! not supported, so that need not be asked either.

use unspool_engine::Wanted;
use unspool_ir::Program;
use unspool_passes::bound::BoundReport;
use unspool_passes::deadlock_freedom::cannot_deadlock;
use unspool_passes::race_freedom::cannot_race;
use unspool_passes::reductions::{Reduction, Reductions};

/// Why nobody need be asked. None: it is not known.
pub fn proof(
    wanted: &Wanted,
    bounded: &Program,
    report: &BoundReport,
    reductions: Reductions,
) -> Option<&'static str> {
    if !report.cuts.is_empty() {
        return None;
    }
    let (switch, holds, why): (_, fn(&Program) -> bool, _) = match wanted {
        Wanted::Deadlock => (
            Reduction::WaitsInOrder,
            cannot_deadlock,
            "what threads wait for has an order",
        ),
        Wanted::Race => (
            Reduction::PointsOfRaces,
            cannot_race,
            "no two accesses meet in conflict",
        ),
        Wanted::Checks(_) | Wanted::Unsupported => return None,
    };
    (reductions.has(switch) && holds(bounded)).then_some(why)
}
