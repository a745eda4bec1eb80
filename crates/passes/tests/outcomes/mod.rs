//! Whether a pass keeps the outcomes of a program, by exhaustive exploration.

use std::collections::BTreeSet;

use unspool_interp::input::Domains;
use unspool_interp::{Config, ExploreConfig, Uninitialised, explore};
use unspool_ir::verify::verify;
use unspool_ir::{Program, text};
use unspool_passes::bounded;

/// All ways in which the program can end; None if there are too many to see.
pub fn outcomes(program: &Program, uninitialised: Uninitialised) -> Option<BTreeSet<String>> {
    let config = ExploreConfig {
        config: Config {
            uninitialised,
            max_instructions: 100_000,
            ..Config::default()
        },
        domains: Domains {
            integers: vec![0, 1],
        },
        max_states: 30_000,
        ..ExploreConfig::default()
    };
    let exploration = explore(program, &config);
    let describe = |outcome| format!("{outcome:?}");
    let found = exploration.outcomes().map(describe).collect();
    exploration.complete.then_some(found)
}

/// Runs the pass and panics if the program then ends in other ways. False if there were too many to compare.
pub fn check_same_outcomes(
    program: &Program,
    uninitialised: Uninitialised,
    pass: impl Fn(&mut Program),
) -> bool {
    let Some(before) = outcomes(program, uninitialised) else {
        return false;
    };
    let mut changed = program.clone();
    pass(&mut changed);
    let show = || {
        format!(
            "{}\nbecame\n{}",
            text::print(program),
            text::print(&changed)
        )
    };
    if let Err(errors) = verify(&changed) {
        panic!("the verifier refuses the result: {}\n{}", errors[0], show());
    }
    if let Err(error) = bounded::check(&changed) {
        panic!("the result is not bounded: {error}\n{}", show());
    }
    let Some(after) = outcomes(&changed, uninitialised) else {
        return false;
    };
    let lost: Vec<_> = before.difference(&after).collect();
    let new: Vec<_> = after.difference(&before).collect();
    assert!(
        lost.is_empty() && new.is_empty(),
        "outcomes differ, lost {lost:?} and new {new:?}:\n{}",
        show()
    );
    true
}
