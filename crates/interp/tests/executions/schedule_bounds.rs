//! Executions within so many rounds or contexts: what is found at a bound that was counted by hand, and not below it.

use std::collections::BTreeSet;

use crate::harness::{explore_all, program};
use unspool_interp::{Config, Exploration, ExploreConfig, Outcome, ScheduleBound};
use unspool_ir::Program;

fn within(program: &Program, bound: ScheduleBound) -> Exploration {
    let config = ExploreConfig {
        schedule_bound: Some(bound),
        ..ExploreConfig::default()
    };
    explore_all(program, &config)
}

fn fails(exploration: &Exploration, message: &str) -> bool {
    let is_it = |outcome: &Outcome| matches!(outcome, Outcome::AssertionFailed { message: said, .. } if said == message);
    exploration.outcomes().any(is_it)
}

/// The numbers of rounds and of contexts that it takes for the assertion with this message to fail.
fn least(text: &str, message: &str) -> (Option<u32>, Option<u32>) {
    let program = program(text);
    let least = |bound: fn(u32) -> ScheduleBound| {
        let found = (0..8).find(|&most| fails(&within(&program, bound(most)), message));
        // With more there is not less.
        if let Some(found) = found {
            assert!((found..8).all(|most| fails(&within(&program, bound(most)), message)));
        }
        found
    };
    (least(ScheduleBound::Rounds), least(ScheduleBound::Contexts))
}

/// Threads with these numbers and bodies (of register `%1`), made by `main` before it does anything; then the rest of `main`.
fn threads(bodies: &[(u32, &str)], rest: &str) -> String {
    let mut text = "entry @main\nglobal @x: i32 = {}\nglobal @y: i32 = {}\n".to_string();
    let mut spawns = String::new();
    for (number, body) in bodies {
        text += &format!(
            "function @t{number}(%arg.0: *void) {{\n  reg %1: i32\nb0:\n{body}  exit_thread\n}}\n"
        );
        spawns += &format!("  %1 = spawn thread {number} &@t{number}, 0:*void\n");
    }
    text + &format!(
        "function @main() -> i32 {{\n  reg %0, %1: i32\n  reg %2: bool\nb0:\n{spawns}{rest}  point 9 exit 0:i32\n}}\n"
    )
}

const WRITE: &str = "  point 0 store @x = 1:i32\n";
const SEE: &str = "  point 0 %1 = load @x\n  assert %1 == 0:i32, unreach-call, \"seen\"\n";

#[test]
fn the_order_of_numbers_decides_on_rounds_only() {
    // The first context is that in which `main` makes the threads.
    assert_eq!(
        least(&threads(&[(1, WRITE), (2, SEE)], ""), "seen"),
        (Some(1), Some(3))
    );
    assert_eq!(
        least(&threads(&[(1, SEE), (2, WRITE)], ""), "seen"),
        (Some(2), Some(3))
    );
    assert_eq!(
        least(&threads(&[(1, WRITE)], SEE), "seen"),
        (Some(2), Some(3))
    );
    assert_eq!(
        least(&threads(&[(1, SEE)], WRITE), "seen"),
        (Some(1), Some(2))
    );
    assert_eq!(least(&threads(&[(1, SEE)], ""), "seen"), (None, None));
}

/// Two threads that add 1, and `main` that sees after their end what is lost.
#[test]
fn a_lost_update() {
    let add = "  point 0 %1 = load @x\n  point 1 store @x = %1 + 1:i32\n";
    let join = "  point 0 atomic_begin\n  %2 = finished 1:i32\n  wait_until %2\n  %2 = finished 2:i32\n  wait_until %2\n  atomic_end\n";
    let check = "  %1 = load @x\n  assert %1 == 2:i32, unreach-call, \"lost\"\n  assert %1 == 1:i32, unreach-call, \"added\"\n";
    let text = threads(&[(1, add), (2, add)], &format!("{join}{check}"));
    // 0 1 2 | 1 2 | 0, and 0 1 2 1 0.
    assert_eq!(least(&text, "lost"), (Some(3), Some(5)));
    // 0 1 2 | 0.
    assert_eq!(least(&text, "added"), (Some(2), Some(4)));
}

/// Each waits for a number of the other's: as many switches as there are numbers.
#[test]
fn a_conversation() {
    let say = |point: u32, heard: u32| {
        format!(
            "  point {point} atomic_begin\n  %1 = load @x\n  wait_until %1 == {heard}:i32\n  store @x = {}:i32\n  atomic_end\n",
            heard + 1
        )
    };
    let one = say(0, 0) + &say(1, 2);
    let other = say(0, 1) + &say(1, 3) + "  assert false, unreach-call, \"end\"\n";
    // 0 1 2 | 1 2, or, where the first to speak has the larger number, 0 2 | 1 2 | 1.
    assert_eq!(
        least(&threads(&[(1, &one), (2, &other)], ""), "end"),
        (Some(2), Some(5))
    );
    assert_eq!(
        least(&threads(&[(1, &other), (2, &one)], ""), "end"),
        (Some(3), Some(5))
    );
}

#[test]
fn a_step_without_a_point_that_ends_the_run_belongs_to_the_step_before() {
    let fail = "  assert false, unreach-call, \"own\"\n";
    let text = threads(&[(1, &format!("{WRITE}{fail}"))], SEE);
    assert_eq!(least(&text, "own"), (Some(1), Some(2)));
    // It can stop before it, for others to see what it has done.
    assert_eq!(least(&text, "seen"), (Some(2), Some(3)));
}

#[test]
fn what_comes_before_the_first_point_is_a_step() {
    let fail = "  store @x = 1:i32\n  assert false, unreach-call, \"own\"\n";
    let text = threads(&[(1, fail)], SEE);
    assert_eq!(least(&text, "own"), (Some(1), Some(2)));
    assert_eq!(least(&text, "seen"), (Some(2), Some(3)));
    let late = "entry @main
global @x: i32 = {}
function @t1(%arg.0: *void) {
b0:
  store @x = 2:i32
  assert false, unreach-call, \"own\"
  exit_thread
}
function @main() -> i32 {
  reg %0, %1: i32
b0:
  point 0 store @x = 1:i32
  %1 = spawn thread 1 &@t1, 0:*void
  point 1 %1 = load @x
  assert %1 == 1:i32, unreach-call, \"seen\"
  point 2 exit 0:i32
}
";
    assert_eq!(least(late, "own"), (Some(1), Some(2)));
    assert_eq!(least(late, "seen"), (Some(2), Some(3)));
    // A thread with a smaller number than its creator has no context in the same round.
    let nested = late
        .replace("function @main() -> i32 {", "function @t2(%arg.0: *void) {")
        .replace("reg %0, %1: i32", "reg %1: i32")
        .replace("point 2 exit 0:i32", "exit_thread")
        + "function @main() -> i32 {
  reg %0: i32
b0:
  %0 = spawn thread 2 &@t2, 0:*void
  point 0 exit 0:i32
}
";
    assert_eq!(least(&nested, "own"), (Some(2), Some(3)));
    assert_eq!(least(&nested, "seen"), (Some(2), Some(4)));
}

#[test]
fn whoever_has_no_context_left_is_not_deadlocked() {
    let wait = "  point 0 atomic_begin\n  %1 = load @x\n  wait_until %1 == 1:i32\n  atomic_end\n";
    let is_deadlock = |outcome: &Outcome| matches!(outcome, Outcome::Deadlock { .. });
    let main_waits =
        "  point 0 atomic_begin\n  %2 = finished 1:i32\n  wait_until %2\n  atomic_end\n";
    let text = threads(&[(1, wait), (2, WRITE)], main_waits);
    let served = program(&text);
    let never = program(&text.replace("store @x = 1:i32", "store @x = 2:i32"));
    let find = |program: &Program, bound| {
        let exploration = within(program, bound);
        let found = exploration.outcomes().any(is_deadlock);
        (found, exploration.has_longer_schedules)
    };
    let rounds = |program: &Program| {
        (0..6)
            .map(|n| find(program, ScheduleBound::Rounds(n)))
            .collect::<Vec<_>>()
    };
    let contexts = |program: &Program| {
        (0..7)
            .map(|n| find(program, ScheduleBound::Contexts(n)))
            .collect::<Vec<_>>()
    };
    // Each has to make a step to get there, 0 1 2; at most the start of thread 2 comes before: 0 2 | 1 2.
    let is_found = |least: usize, most: usize, bounds: usize| -> Vec<(bool, bool)> {
        (0..bounds).map(|n| (n >= least, n < most)).collect()
    };
    assert_eq!(rounds(&never), is_found(1, 2, 6));
    assert_eq!(contexts(&never), is_found(3, 4, 7));
    // 0 2 | 1 2 | 1 | 0 at most.
    assert_eq!(rounds(&served), is_found(6, 4, 6));
    assert_eq!(contexts(&served), is_found(7, 6, 7));
}

/// Without merging states every path is walked, and there a position is nothing but a count along it.
#[test]
fn merging_states_loses_nothing_within_bounds() {
    let bodies = [
        "  point 0 store @x = 1:i32\n  point 1 %1 = load @y\n  point 2 store @x = %1 + 3:i32\n",
        "  point 0 %1 = load @x\n  point 1 store @y = %1 + 1:i32\n  point 2 %1 = load @x\n  assert %1 != 5:i32, unreach-call, \"five\"\n",
        "  point 0 %1 = load @y\n  point 1 store @x = %1\n",
    ];
    let text = threads(
        &[(1, bodies[0]), (2, bodies[1]), (3, bodies[2])],
        "  point 0 %1 = load @x\n  assert %1 != 4:i32, unreach-call, \"four\"\n",
    );
    let program = program(&text);
    let mut different = BTreeSet::new();
    for bound in (1..5).flat_map(|n| [ScheduleBound::Rounds(n), ScheduleBound::Contexts(n)]) {
        let ends = |merge_states: bool| -> BTreeSet<String> {
            let config = ExploreConfig {
                merge_states,
                schedule_bound: Some(bound),
                config: Config {
                    observe: vec!["x".to_string(), "y".to_string()],
                    ..ExploreConfig::default().config
                },
                ..ExploreConfig::default()
            };
            let exploration = explore_all(&program, &config);
            let found = exploration.found.iter();
            found
                .map(|found| format!("{:?} {:?}", found.outcome, found.observed))
                .collect()
        };
        let merged = ends(true);
        assert_eq!(merged, ends(false), "{bound:?}");
        different.insert(merged.len());
    }
    assert!(different.len() > 3, "{different:?}");
}
