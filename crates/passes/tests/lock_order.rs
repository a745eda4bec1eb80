//! Which locks are taken in opposite orders, and for which programs it is proved that no threads wait for ever.

#[path = "expect/results.rs"]
mod results;

use unspool_interp::{ExploreConfig, Outcome, explore};
use unspool_ir::Program;
use unspool_passes::bounded;
use unspool_passes::deadlock_freedom::cannot_deadlock;
use unspool_passes::lock_order::{Inversions, Lock};
use unspool_passes::points_to::Object;

#[test]
fn orders_are_as_expected() {
    results::check_folder("lock_order", |program| {
        bounded::check(program).expect("a bounded program");
        let inversions = Inversions::of(program);
        let name = |lock: Lock| match lock.object {
            Object::Global(global) => program.global(global).name.clone(),
            other => format!("{other:?}"),
        };
        let mut text = String::new();
        for cycle in &inversions.cycles {
            let waits = cycle.iter().map(|wait| {
                let (held, awaited) = (name(wait.held), name(wait.awaited));
                format!(
                    "thread {} holds @{held}, waits for @{awaited}",
                    wait.at.thread
                )
            });
            text.push_str(&format!("{}\n", waits.collect::<Vec<_>>().join("; ")));
        }
        let proved = cannot_deadlock(program);
        let has_one = has_deadlock(program);
        assert!(!(proved && has_one), "a deadlock that cannot be");
        text.push_str(match (proved, has_one) {
            (true, _) => "proved: no deadlock\n",
            (false, true) => "deadlock\n",
            (false, false) => "not proved, but there is no deadlock\n",
        });
        text
    });
}

/// By all schedules.
fn has_deadlock(program: &Program) -> bool {
    let exploration = explore(program, &ExploreConfig::default());
    assert!(exploration.complete);
    let mut outcomes = exploration.outcomes();
    outcomes.any(|outcome| matches!(outcome, Outcome::Deadlock { .. }))
}
