//! A run's schedule and inputs make the same run again.

use crate::harness::{main_that_runs, program, run_given, run_seed};
use unspool_interp::schedule::Schedule;
use unspool_interp::schedule::pct::PctScheduler;
use unspool_interp::{Config, Outcome, Uninitialised, input, run};

fn racy_program() -> String {
    format!(
        "global @x: i32 = {{}}
global @last: i32 = {{}}
function @worker(%arg.0: *void) {{
  reg %1, %2, %3: i32
  reg %4, %5: bool
b0:
  %1 = nondet
  %2 = load @x
  store @x = %2 + %1
  atomic_begin
  %3 = nondet
  %2 = load @x
  wait_until ((%3 ^ %2) & 1:i32) == 0:i32
  store @last = %3
  atomic_end
  %4, %2 = compare_exchange weak seq_cst @x, %2, 7:i32
  output 1:i32, %2 & 127:i32
  assert %2 != 3:i32, unreach-call, \"three\"
  return
}}
{}",
        main_that_runs(&["worker", "worker", "worker"])
    )
}

#[test]
fn replaying_gives_the_same_run() {
    let program = program(&racy_program());
    let config = Config {
        observe: vec!["x".to_string(), "last".to_string()],
        uninitialised: Uninitialised::Input,
        ..Config::default()
    };
    let mut failures = 0;
    for seed in 0..200 {
        let first = run_seed(&program, &config, seed);
        let twin = run_seed(&program, &config, seed);
        assert_eq!(first.schedule, twin.schedule);
        assert_eq!(first.inputs, twin.inputs);
        let text = first.schedule.to_string();
        let schedule: Schedule = text.parse().unwrap();
        let values: Vec<u128> = first.inputs.iter().map(|input| input.bits).collect();
        let again = run_given(&program, &config, &schedule, &values);
        assert_eq!(again.outcome, first.outcome, "{text}");
        assert_eq!(again.schedule, first.schedule);
        assert_eq!(again.inputs, first.inputs);
        assert_eq!(again.observed, first.observed);
        assert_eq!(again.instructions, first.instructions);
        assert_eq!(again.stacks, first.stacks);
        failures += usize::from(matches!(first.outcome, Outcome::AssertionFailed { .. }));
    }
    assert!(failures > 0, "no run was of the interesting kind");
}

#[test]
fn pct_finds_a_bug_of_depth_two_that_needs_a_long_wait() {
    // The checker must run between two writes that are far from the start; a uniform random walk with a
    // long tail of other steps rarely gets there in the right order, two priorities do.
    let noise = "  %1 = load @noise\n".repeat(20);
    let text = format!(
        "global @noise: i32 = {{}}
global @a: i32 = {{}}
global @b: i32 = {{}}
function @writer(%arg.0: *void) {{
  reg %1: i32
b0:
{noise}  store @a = 1:i32
  store @b = 1:i32
{noise}  return
}}
function @checker(%arg.0: *void) {{
  reg %1, %2: i32
b0:
{noise}  %1 = load @a
  %2 = load @b
  assert %1 == %2, unreach-call, \"between\"
  return
}}
{}",
        main_that_runs(&["writer", "checker"])
    );
    let program = program(&text);
    let length = 70;
    let found = (0..2000)
        .filter(|&seed| {
            let mut scheduler = PctScheduler::new(seed, 2, length);
            let mut inputs = input::RandomInputs::new(seed);
            let sink = &mut |_, _| {};
            let end = run(
                &program,
                &Config::default(),
                &mut scheduler,
                &mut inputs,
                sink,
            );
            matches!(end.outcome, Outcome::AssertionFailed { .. })
        })
        .count();
    // The bound is 1/(n k) with n = 3 threads: at least 9 of 2000 expected.
    assert!(found >= 9, "{found}");
}

#[test]
fn a_given_schedule_is_followed_and_then_completed() {
    let text = format!(
        "global @x: i32 = {{}}
function @left(%arg.0: *void) {{
b0:
  store @x = 1:i32
  return
}}
function @right(%arg.0: *void) {{
b0:
  store @x = 2:i32
  return
}}
{}",
        main_that_runs(&["left", "right"])
    );
    let program = program(&text);
    let config = Config {
        observe: vec!["x".to_string()],
        ..Config::default()
    };
    let end = |schedule: &str| {
        let end = run_given(&program, &config, &schedule.parse().unwrap(), &[]);
        (end.observed[0].number(), end.schedule.to_string())
    };
    assert_eq!(end("0*2,1,2"), (2, "0*2,1,2*2,1,0*3".to_string()));
    assert_eq!(end("0*2,2,1"), (1, "0*2,2,1*2,0,2,0*2".to_string()));
    assert_eq!(end("9*4,0*2,2,1").0, 1);
}
