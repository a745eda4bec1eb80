//! Facts of small programs, listed, and what they decide.

mod expect;

use std::collections::BTreeSet;

use unspool_interp::{ExploreConfig, explore};
use unspool_ir::Program;
use unspool_passes::bounded;
use unspool_passes::points_to::PointsTo;
use unspool_passes::ranges::fold::fold;
use unspool_passes::ranges::{Ranges, listing};

fn ranges_of(program: &Program) -> Option<Ranges> {
    Ranges::of(program, &PointsTo::of(program))
}

#[test]
fn facts_are_as_expected() {
    expect::check_folder_as("ranges", |program| match ranges_of(program) {
        Some(ranges) => listing::list(program, &ranges),
        None => "not a bounded program\n".to_string(),
    });
}

/// Ways to end, but for the numbers of blocks, which do not occur in them.
fn outcomes(program: &Program) -> BTreeSet<String> {
    let mut config = ExploreConfig::default();
    config.domains.integers = vec![0, 1, -1, 100];
    let exploration = explore(program, &config);
    assert!(exploration.complete);
    let all = exploration.outcomes();
    all.map(|outcome| format!("{outcome:?}")).collect()
}

#[test]
fn what_facts_decide_is_folded_and_nothing_else_changes() {
    expect::check_folder("range_folding", |program| {
        let before = outcomes(program);
        if let Some(ranges) = ranges_of(program) {
            fold(program, &ranges);
        }
        assert_eq!(bounded::check(program), Ok(()));
        assert_eq!(outcomes(program), before);
    });
}
