//! Spawns that give the thread its number: any order, gaps, and what must not be.

use crate::harness::{explore_all, final_values, observing, program, run_seed};
use unspool_interp::{Config, ExploreConfig, Outcome};

/// `main` creates thread 7, which creates thread 3; nobody is 1, 2, 4, 5 or 6.
const WITH_GAPS: &str = "entry @main
global @x: i32 = {}
global @t: i32 thread_local = { 0: 5:i32 }
function @inner(%arg.0: *void) {
  reg %1, %2: i32
b0:
  %1 = load @t
  %2 = load @x
  store @x = %2 + %1
  return
}
function @outer(%arg.0: *void) {
  reg %1, %2: i32
b0:
  %1 = spawn thread 3 &@inner, 0:*void
  assert %1 == 3:i32, unreach-call, \"the number\"
  %1 = self
  assert %1 == 7:i32, unreach-call, \"its own number\"
  %2 = load @x
  store @x = %2 + 2:i32
  return
}
";

fn waiting_for(numbers: &[u32]) -> String {
    let waits: String = numbers
        .iter()
        .map(|n| {
            format!("  atomic_begin\n  %1 = finished {n}:i32\n  wait_until %1\n  atomic_end\n")
        })
        .collect();
    format!(
        "{WITH_GAPS}function @main() -> i32 {{
  reg %0: i32
  reg %1: bool
b0:
  %0 = spawn thread 7 &@outer, 0:*void
{waits}  return 0:i32
}}
"
    )
}

#[test]
fn threads_come_in_any_order_and_with_gaps() {
    let program = program(&waiting_for(&[7, 3]));
    let exploration = explore_all(&program, &observing(&["x"]));
    assert_eq!(
        final_values(&exploration),
        vec![vec![2], vec![5], vec![7]],
        "one of both additions may be lost"
    );
    assert_eq!(exploration.found.len(), 3);
    let mut without_merging = observing(&["x"]);
    without_merging.merge_states = false;
    let all = explore_all(&program, &without_merging);
    assert_eq!(final_values(&all), final_values(&exploration));
    for seed in 0..50 {
        let end = run_seed(&program, &Config::default(), seed);
        assert_eq!(end.outcome, Outcome::Finished { status: 0 });
    }
}

#[test]
fn a_number_not_in_use_is_no_thread_that_waits() {
    let program = program(&waiting_for(&[7, 3, 5]));
    let exploration = explore_all(&program, &ExploreConfig::default());
    for outcome in exploration.outcomes() {
        let Outcome::Deadlock { blocked, .. } = outcome else {
            panic!("{outcome:?}");
        };
        assert_eq!(blocked.len(), 1, "only `main` is left");
        assert_eq!(blocked[0].0, 0);
    }
    let end = run_seed(&program, &Config::default(), 3);
    assert!(matches!(end.outcome, Outcome::Deadlock { blocked, .. } if blocked.len() == 1));
    assert_eq!(end.stacks.len(), 1);
}

#[test]
fn races_are_found_among_numbered_threads() {
    let config = Config {
        detect_races: true,
        ..Config::default()
    };
    let racy = program(&waiting_for(&[7, 3]));
    let races = (0..50)
        .filter(|&seed| matches!(run_seed(&racy, &config, seed).outcome, Outcome::Race { .. }))
        .count();
    assert!(races > 10, "{races}");
    // Ordered by creation and by the end that is waited for: no race, though the higher number comes first.
    let ordered = program(
        "entry @main
global @x: i32 = {}
function @worker(%arg.0: *void) {
  reg %1: i32
b0:
  %1 = load @x
  store @x = %1 + 1:i32
  return
}
function @main() -> i32 {
  reg %0: i32
  reg %1: bool
b0:
  store @x = 1:i32
  %0 = spawn thread 4 &@worker, 0:*void
  atomic_begin
  %1 = finished 4:i32
  wait_until %1
  atomic_end
  %0 = spawn thread 2 &@worker, 0:*void
  atomic_begin
  %1 = finished 2:i32
  wait_until %1
  atomic_end
  %0 = load @x
  return %0
}
",
    );
    for seed in 0..20 {
        let outcome = run_seed(&ordered, &config, seed).outcome;
        assert_eq!(outcome, Outcome::Finished { status: 3 });
    }
}

fn main_with(spawns: &str) -> String {
    format!(
        "entry @main
global @t: i32 thread_local = {{}}
function @worker(%arg.0: *void) {{
b0:
  store @t = 1:i32
  return
}}
function @main() -> i32 {{
  reg %0: i32
b0:
{spawns}  return 0:i32
}}
"
    )
}

#[test]
fn a_number_is_used_once() {
    let spawn = |number: u32| format!("  %0 = spawn thread {number} &@worker, 0:*void\n");
    let outcomes = |numbers: [u32; 2]| {
        let text = main_with(&numbers.map(spawn).concat());
        let exploration = explore_all(&program(&text), &ExploreConfig::default());
        exploration.outcomes().cloned().collect::<Vec<_>>()
    };
    let is_refused = |outcome: &Outcome, text: &str| match outcome {
        Outcome::Unsupported { what, .. } => what == text,
        _ => false,
    };
    for outcome in outcomes([2, 2]) {
        assert!(
            is_refused(&outcome, "a second thread with the number 2"),
            "{outcome:?}"
        );
    }
    for outcome in outcomes([1, 0]) {
        assert!(
            is_refused(&outcome, "a second thread with the number 0"),
            "{outcome:?}"
        );
    }
    assert_eq!(outcomes([2, 1]), vec![Outcome::Finished { status: 0 }]);
}

#[test]
fn a_thread_without_a_number_comes_behind_all_others() {
    let text = main_with(
        "  %0 = spawn thread 5 &@worker, 0:*void
  %0 = spawn &@worker, 0:*void
  assert %0 == 6:i32, unreach-call, \"behind\"
",
    );
    let outcome = run_seed(&program(&text), &Config::default(), 0).outcome;
    assert_eq!(outcome, Outcome::Finished { status: 0 });
}

#[test]
fn numbers_are_below_the_limit_of_threads() {
    for number in [10, 1_000_000, u32::MAX] {
        let text = main_with(&format!("  %0 = spawn thread {number} &@worker, 0:*void\n"));
        let config = Config {
            max_threads: 10,
            ..Config::default()
        };
        let outcome = run_seed(&program(&text), &config, 0).outcome;
        assert!(
            matches!(&outcome, Outcome::ResourceLimit { what, .. } if what == "threads"),
            "{outcome:?}"
        );
    }
    let text = main_with("  %0 = spawn thread 9 &@worker, 0:*void\n");
    let config = Config {
        max_threads: 10,
        ..Config::default()
    };
    let outcome = run_seed(&program(&text), &config, 0).outcome;
    assert_eq!(outcome, Outcome::Finished { status: 0 });
}

#[test]
fn a_blocked_section_takes_its_threads_back() {
    // It makes threads above and below another one, of which there is nothing when it cannot be entered.
    let text = "entry @main
global @go: i32 = {}
global @t: i32 thread_local = { 0: 1:i32 }
global @sum: i32 = {}
function @worker(%arg.0: *void) {
  reg %1, %2: i32
b0:
  %1 = load @t
  %2 = rmw add seq_cst @sum, %1
  return
}
function @setter(%arg.0: *void) {
  reg %1, %2: bool
b0:
  atomic_begin
  %1 = finished 2:i32
  %2 = finished 6:i32
  atomic_end
  store @go = 1:i32
  return
}
function @main() -> i32 {
  reg %0: i32
  reg %1: bool
b0:
  %0 = spawn thread 4 &@setter, 0:*void
  atomic_begin
  %0 = spawn thread 2 &@worker, 0:*void
  %0 = spawn thread 6 &@worker, 0:*void
  %0 = load @go
  wait_until %0 == 1:i32
  atomic_end
  atomic_begin
  %1 = finished 2:i32
  wait_until %1
  %1 = finished 6:i32
  wait_until %1
  atomic_end
  %0 = load @sum
  return %0
}
";
    let program = program(text);
    let exploration = explore_all(&program, &ExploreConfig::default());
    let outcomes: Vec<_> = exploration.outcomes().collect();
    assert_eq!(outcomes, vec![&Outcome::Finished { status: 2 }]);
    for seed in 0..20 {
        let end = run_seed(&program, &Config::default(), seed);
        assert_eq!(end.outcome, Outcome::Finished { status: 2 });
    }
}
