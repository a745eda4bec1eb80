//! The points-to analysis against concrete runs: wherever a run goes through a pointer, the analysis must have said so.
//!
//! Runs over the programs of `tests/points_to` and over random ones that do to pointers whatever C can.

mod probe;
mod random_program;

use std::fs;
use std::path::Path;

use unspool_ir::verify::verify;
use unspool_ir::{Program, text};

#[test]
fn runs_of_the_written_programs_stay_within_the_sets() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/points_to");
    let mut seen = 0;
    for entry in fs::read_dir(folder).expect("the folder of programs") {
        let path = entry.expect("an entry").path();
        let name = path.to_string_lossy().into_owned();
        if !name.ends_with(".ir") || name.ends_with(".expected.ir") {
            continue;
        }
        let program = read(&fs::read_to_string(&path).expect("read the program"));
        for seed in 0..10 {
            seen += probe::check(&program, seed).unwrap_or_else(|error| panic!("{name}: {error}"));
        }
    }
    assert!(seen > 500, "only {seen} pointers seen");
}

#[test]
fn runs_of_random_programs_stay_within_the_sets() {
    let mut seen = 0;
    for seed in 0..100 {
        let source = random_program::random_program(seed);
        let program = read(&source);
        seen += probe::check(&program, seed)
            .unwrap_or_else(|error| panic!("seed {seed}: {error}\n{source}"));
    }
    assert!(seen > 1000, "only {seen} pointers seen");
}

/// A negative control: an analysis that knew nothing of the addition would be caught.
#[test]
fn a_missing_target_is_noticed() {
    let source = "
        entry @main
        global @a: [4 x i32] = {}
        global @b: i32 = {}
        function @main() -> i32 {
          reg %p.0: *i32
        b0:
          %p.0 = &@a[1:i32] + 1:i64
          store *%p.0 = 1:i32
          return 0:i32
        }";
    let wrong = read(&source.replace("+ 1:i64", "+ 0:i64"));
    assert!(probe::check_against(&read(source), &wrong, 0).is_err());
    let wrong = read(&source.replace("&@a[1:i32]", "&@b"));
    assert!(probe::check_against(&read(source), &wrong, 0).is_err());
    assert_eq!(probe::check(&read(source), 0), Ok(1));
}

fn read(source: &str) -> Program {
    let program = text::parse(source).unwrap_or_else(|error| panic!("{error}\n{source}"));
    if let Err(errors) = verify(&program) {
        panic!("{}\n{source}", errors[0]);
    }
    program
}
