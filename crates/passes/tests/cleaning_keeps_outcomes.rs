//! The cleaning passes keep the ways in which a program can end: on random bounded programs, and on the programs of
//! their folders.
//!
//! `UNSPOOL_SEED` and `UNSPOOL_PROGRAMS` choose other random programs, and more.

mod outcomes;
mod random_threads;

use std::fs;
use std::path::Path;

use outcomes::check_same_outcomes;
use random_threads::random_program;
use unspool_interp::Uninitialised;
use unspool_ir::verify::verify;
use unspool_ir::{Program, text};
use unspool_passes::points_to::PointsTo;
use unspool_passes::{atomic_sections, compact, copy_propagation, dead_code, slice, straighten};

const PROGRAMS: u64 = 300;

/// A pass, by the name of its folder.
type Pass = (&'static str, fn(&mut Program));

const PASSES: &[Pass] = &[
    ("straighten", straighten::run),
    ("compact", compact::run),
    ("atomic_sections", atomic_sections::run),
    ("copy_propagation", copy_propagation::run),
    ("dead_code", dead_code::run),
    ("slice", slice_with_points_to),
];

fn slice_with_points_to(program: &mut Program) {
    let points_to = PointsTo::of(program);
    slice::run(program, &points_to);
}

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.parse().ok()
}

fn parse(source: &str) -> Program {
    let program = text::parse(source).unwrap_or_else(|error| panic!("{error}\n{source}"));
    if let Err(errors) = verify(&program) {
        panic!("{}\n{source}", errors[0]);
    }
    program
}

fn check_random(uninitialised: Uninitialised, pass: fn(&mut Program)) {
    let first = number("UNSPOOL_SEED").unwrap_or(0);
    // Indeterminate values make many more executions.
    let usual = match uninitialised {
        Uninitialised::Zero => PROGRAMS,
        Uninitialised::Input => PROGRAMS / 3,
    };
    let count = number("UNSPOOL_PROGRAMS").unwrap_or(usual);
    let mut compared = 0;
    for seed in first..first + count {
        println!("seed {seed}");
        let program = parse(&random_program(seed));
        compared += u64::from(check_same_outcomes(&program, uninitialised, pass));
    }
    assert!(compared * 2 > count, "only {compared} programs compared");
}

#[test]
fn straightening() {
    check_random(Uninitialised::Zero, straighten::run);
}

#[test]
fn compacting() {
    check_random(Uninitialised::Zero, compact::run);
}

#[test]
fn plain_sections() {
    check_random(Uninitialised::Input, atomic_sections::run);
}

#[test]
fn copy_propagation() {
    check_random(Uninitialised::Zero, copy_propagation::run);
}

#[test]
fn dropping_dead_code() {
    check_random(Uninitialised::Zero, dead_code::run);
}

#[test]
fn slicing() {
    check_random(Uninitialised::Zero, slice_with_points_to);
}

#[test]
fn all_of_them_twice() {
    check_random(Uninitialised::Zero, |program| {
        for (_, pass) in PASSES.iter().chain(PASSES) {
            pass(program);
        }
    });
}

#[test]
fn programs_of_the_folders() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    for (folder, pass) in PASSES {
        for entry in fs::read_dir(root.join(folder)).expect("the folder of programs") {
            let path = entry.expect("an entry").path();
            println!("{}", path.display());
            let program = parse(&fs::read_to_string(path).expect("read the program"));
            let compared = check_same_outcomes(&program, Uninitialised::Zero, *pass);
            assert!(compared, "too many states");
        }
    }
}
