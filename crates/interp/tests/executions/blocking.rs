//! Atomic sections that block: mutual exclusion, deadlock, and that a blocked section leaves no trace.

use crate::harness::{explore_all, final_values, main_that_runs, observing, program, run_seed};
use unspool_interp::schedule::pct::PctScheduler;
use unspool_interp::{Config, ExploreConfig, Outcome, input, run};

/// A mutex over an integer, as the models build it.
const LOCKS: &str = "
global @locks: [3 x i32] = {}
function @lock(%i.0: i32) {
  reg %1: i32
b0:
  atomic_begin
  %1 = load @locks[%i.0]
  wait_until %1 == 0:i32
  store @locks[%i.0] = 1:i32
  atomic_end
  return
}
function @unlock(%i.0: i32) {
b0:
  store @locks[%i.0] = 0:i32
  return
}
";

fn philosophers(last_takes_left_first: bool) -> String {
    let mut text = LOCKS.to_string();
    for i in 0..3 {
        let (mut first, mut second) = (i, (i + 1) % 3);
        if i == 2 && !last_takes_left_first {
            (first, second) = (second, first);
        }
        text += &format!(
            "function @philosopher{i}(%arg.0: *void) {{
b0:
  call @lock({first}:i32)
  call @lock({second}:i32)
  call @unlock({second}:i32)
  call @unlock({first}:i32)
  return
}}
"
        );
    }
    text + &main_that_runs(&["philosopher0", "philosopher1", "philosopher2"])
}

#[test]
fn philosophers_deadlock_unless_one_is_left_handed() {
    let exploration = explore_all(&program(&philosophers(true)), &ExploreConfig::default());
    let deadlocks: Vec<_> = exploration
        .outcomes()
        .filter_map(|outcome| match outcome {
            Outcome::Deadlock { blocked, .. } => Some(blocked.len()),
            _ => None,
        })
        .collect();
    assert_eq!(
        deadlocks,
        vec![4],
        "the three and `main`, which waits for them"
    );
    assert_eq!(exploration.found.len(), 2);

    let exploration = explore_all(&program(&philosophers(false)), &ExploreConfig::default());
    let outcomes: Vec<_> = exploration.outcomes().collect();
    assert_eq!(outcomes, vec![&Outcome::Finished { status: 0 }]);
}

#[test]
fn random_and_pct_runs_find_the_deadlock() {
    let program = program(&philosophers(true));
    let deadlocked = |outcome: &Outcome| matches!(outcome, Outcome::Deadlock { .. });
    let random = (0..300)
        .filter(|&seed| deadlocked(&run_seed(&program, &Config::default(), seed).outcome))
        .count();
    assert!(random > 0);
    let pct = (0..300)
        .filter(|&seed| {
            let mut scheduler = PctScheduler::new(seed, 3, 40);
            let mut inputs = input::RandomInputs::new(seed);
            let sink = &mut |_, _| {};
            deadlocked(
                &run(
                    &program,
                    &Config::default(),
                    &mut scheduler,
                    &mut inputs,
                    sink,
                )
                .outcome,
            )
        })
        .count();
    assert!(pct > 0);
}

#[test]
fn a_lock_makes_increments_exact() {
    let text = format!(
        "{LOCKS}global @count: i32 = {{}}
function @worker(%arg.0: *void) {{
  reg %1: i32
b0:
  call @lock(0:i32)
  %1 = load @count
  store @count = %1 + 1:i32
  call @unlock(0:i32)
  return
}}
{}",
        main_that_runs(&["worker", "worker", "worker"])
    );
    let exploration = explore_all(&program(&text), &observing(&["count"]));
    assert_eq!(final_values(&exploration), vec![vec![3]]);
    assert_eq!(exploration.found.len(), 1);
}

#[test]
fn a_blocked_section_leaves_no_trace() {
    // The section writes, allocates, frees, calls, returns, spawns and prints before it finds that it
    // cannot be entered; the other thread checks that it sees nothing of it.
    let text = format!(
        "global @go: i32 = {{}}
global @trace: i32 = {{}}
global @kept: *i32 = {{}}
function @nested() {{
  reg %0: i32
  reg %1: bool
  slot $inner.0: i32
b0:
  live $inner.0
  store $inner.0 = 3:i32
  %0 = load @trace
  atomic_begin
  store @trace = %0 + 1:i32
  %0 = load @go
  wait_until %0 == 1:i32
  atomic_end
  return
}}
function @enter() {{
b0:
  atomic_begin
  return
}}
function @child(%arg.0: *void) {{
b0:
  return
}}
function @waiter(%arg.0: *void) {{
  reg %1: *void
  reg %2: *i32
  reg %3, %4: i32
  slot $own.0: i32
b0:
  live $own.0
  store $own.0 = 0:i32
  %3 = 0:i32
  call @enter()
  %3 = %3 + 1:i32
  dead $own.0
  live $own.0
  store $own.0 = 5:i32
  %1 = alloc heap 4:u64
  store *(%1 as *i32) = 9:i32
  %2 = load @kept
  store @kept = %1 as *i32
  free heap %2
  %4 = spawn &@child, 0:*void
  output 1:i32, 65:i32
  call @nested()
  atomic_end
  assert %3 == 1:i32, unreach-call, \"entered once\"
  %4 = load $own.0
  assert %4 == 5:i32, unreach-call, \"own variable\"
  return
}}
function @setter(%arg.0: *void) {{
  reg %1: i32
  reg %2: *i32
b0:
  %1 = load @trace
  assert %1 == 0:i32, unreach-call, \"seen from outside\"
  %2 = load @kept
  assert %2 == 0:*i32, unreach-call, \"pointer seen from outside\"
  store @go = 1:i32
  return
}}
{}",
        main_that_runs(&["waiter", "setter"])
    );
    let program = program(&text);
    let exploration = explore_all(&program, &observing(&["trace"]));
    assert_eq!(final_values(&exploration), vec![vec![1]]);
    assert_eq!(exploration.found.len(), 1, "{:?}", exploration.found);
    for seed in 0..20 {
        let mut output = Vec::new();
        let mut scheduler = unspool_interp::schedule::random::RandomScheduler::new(seed, 30);
        let mut inputs = input::RandomInputs::new(seed);
        let sink = &mut |stream, byte| output.push((stream, byte));
        let end = run(
            &program,
            &Config::default(),
            &mut scheduler,
            &mut inputs,
            sink,
        );
        assert_eq!(end.outcome, Outcome::Finished { status: 0 });
        assert_eq!(output, vec![(1, b'A')]);
    }
}

#[test]
fn waiting_for_an_input_is_not_a_deadlock_when_another_input_would_do() {
    let text = "entry @main
function @main() -> i32 {
  reg %0: bool
b0:
  atomic_begin
  %0 = nondet
  wait_until %0
  atomic_end
  return 0:i32
}
";
    let program = program(text);
    let exploration = explore_all(&program, &ExploreConfig::default());
    let outcomes: Vec<_> = exploration.outcomes().collect();
    assert_eq!(outcomes, vec![&Outcome::Finished { status: 0 }]);
    for seed in 0..20 {
        let end = run_seed(&program, &Config::default(), seed);
        assert_eq!(end.outcome, Outcome::Finished { status: 0 });
    }
}

#[test]
fn an_endless_section_meets_the_limit() {
    let text = "entry @main
global @g: i32 = {}
function @main() -> i32 {
b0:
  atomic_begin
  goto b1
b1:
  store @g = 1:i32
  goto b1
}
";
    let config = Config {
        max_instructions: 10_000,
        ..Config::default()
    };
    assert_eq!(
        run_seed(&program(text), &config, 0).outcome,
        Outcome::StepLimit
    );
}

#[test]
fn a_blocked_section_undoes_writes_to_large_objects() {
    // The same bytes twice, a pointer among them, and a change of the whole object in between.
    let text = format!(
        "global @big: [100 x i64] = {{ 16: 3:i64 }}
global @go: i32 = {{}}
function @waiter(%arg.0: *void) {{
  reg %1: i32
b0:
  atomic_begin
  store @big[2:i32] = 8:i64
  store *((&@big[2:i32] as *i8) + 1:i32) = 1:i8
  store @big[3:i32] = &@big as i64
  store @big[2:i32] = 9:i64
  %1 = load @go
  wait_until %1 == 1:i32
  atomic_end
  return
}}
function @checker(%arg.0: *void) {{
  reg %1, %2: i64
b0:
  atomic_begin
  %1 = load @big[2:i32]
  %2 = load @big[3:i32]
  store @go = 1:i32
  atomic_end
  assert %1 == 3:i64, unreach-call, \"number\"
  assert %2 == 0:i64, unreach-call, \"pointer\"
  return
}}
{}",
        main_that_runs(&["waiter", "checker"])
    );
    let program = program(&text);
    let exploration = explore_all(&program, &ExploreConfig::default());
    let outcomes: Vec<_> = exploration.outcomes().collect();
    assert_eq!(outcomes, vec![&Outcome::Finished { status: 0 }]);
    for seed in 0..20 {
        let end = run_seed(&program, &Config::default(), seed);
        assert_eq!(end.outcome, Outcome::Finished { status: 0 });
    }
}
