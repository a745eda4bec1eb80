//! Where visible points stand, and that switching threads only there loses nothing.

mod expect;

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use unspool_interp::{Config, ExploreConfig, Outcome, explore};
use unspool_ir::verify::verify;
use unspool_ir::{Program, text};
use unspool_passes::bounded;
use unspool_passes::points_to::PointsTo;
use unspool_passes::reductions::{Reduction, Reductions};
use unspool_passes::visible_points::{self, POINT_REDUCTIONS, PointCounts};

#[test]
fn points_stand_where_expected() {
    expect::check_folder("visible_points", |program| {
        place_points(program, Reductions::default());
    });
}

/// Every program of the folder ends in the same ways, with and without each reduction.
#[test]
fn reductions_keep_outcomes() {
    for_each_program(|name, program| {
        let expected = outcomes(&program, false);
        for (choice, reductions) in choices() {
            let mut reduced = program.clone();
            place_points(&mut reduced, reductions);
            let found = outcomes(&reduced, false);
            assert_eq!(found, expected, "{name}, {choice}");
        }
    });
}

/// Which of several races an execution is reported with depends on the order of steps; whether there is one does not.
#[test]
fn reductions_keep_races() {
    let has_race = |program: &Program| {
        let outcomes = outcomes(program, true);
        outcomes.iter().any(|o| matches!(o, Outcome::Race { .. }))
    };
    for_each_program(|name, program| {
        let expected = has_race(&program);
        for (choice, reductions) in choices() {
            let mut reduced = program.clone();
            place_points(&mut reduced, reductions);
            assert_eq!(has_race(&reduced), expected, "{name}, {choice}");
        }
    });
}

#[test]
fn reductions_only_take_points_away() {
    for_each_program(|name, mut program| {
        let all = place_points(&mut program, Reductions::default());
        assert!(all.points <= all.candidates, "{name}");
        for (reduction, count) in all.without {
            let others = place_points(&mut program, Reductions::default().without(reduction));
            assert_eq!(others.points, count, "{name}, {reduction:?}");
            assert!(all.points <= count && count <= all.candidates, "{name}");
            let alone = place_points(&mut program, Reductions::NONE.with(reduction)).points;
            assert!(all.points <= alone && alone <= all.candidates, "{name}");
        }
    });
}

fn place_points(program: &mut Program, reductions: Reductions) -> PointCounts {
    let points_to = PointsTo::of(program);
    let counts = visible_points::run(program, &points_to, &reductions);
    assert_eq!(bounded::check(program), Ok(()));
    counts
}

/// None, all, each alone, all but each.
fn choices() -> Vec<(String, Reductions)> {
    let all = Reductions::default();
    let mut choices = vec![
        ("none".to_string(), Reductions::NONE),
        ("all".to_string(), all),
    ];
    for reduction in POINT_REDUCTIONS {
        let name = Reduction::name(reduction);
        choices.push((format!("only {name}"), Reductions::NONE.with(reduction)));
        choices.push((format!("all but {name}"), all.without(reduction)));
    }
    choices
}

fn outcomes(program: &Program, detect_races: bool) -> HashSet<Outcome> {
    let config = ExploreConfig {
        config: Config {
            detect_races,
            ..ExploreConfig::default().config
        },
        ..ExploreConfig::default()
    };
    let exploration = explore(program, &config);
    assert!(exploration.complete);
    exploration.outcomes().cloned().collect()
}

fn for_each_program(check: impl Fn(&str, Program)) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/visible_points");
    for entry in fs::read_dir(folder).expect("the folder of programs") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy();
        if name.ends_with(".expected.ir") {
            continue;
        }
        let source = fs::read_to_string(&path).expect("read the program");
        let program = text::parse(&source).unwrap_or_else(|error| panic!("{name}: {error}"));
        verify(&program).unwrap_or_else(|errors| panic!("{name}: {}", errors[0]));
        check(&name, program);
    }
}
