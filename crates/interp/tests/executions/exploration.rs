//! The exhaustive search: inputs, spurious failures, limits, and outcomes of every kind.

use crate::harness::{explore_all, final_values, main_that_runs, observing, program};
use unspool_interp::input::Domains;
use unspool_interp::{ExploreConfig, Outcome, Uninitialised, explore};

#[test]
fn every_input_of_the_domain_is_tried() {
    let text = "entry @main
global @sum: i32 = {}
function @main() -> i32 {
  reg %0, %1: i32
  reg %2: bool
b0:
  %0 = nondet
  %2 = nondet
  branch %2, b1, b2
b1:
  %1 = nondet
  store @sum = %0 + %1
  return 0:i32
b2:
  assume %0 != 20:i32
  store @sum = %0
  return 0:i32
}
";
    let mut config = observing(&["sum"]);
    config.domains = Domains {
        integers: vec![1, 20, 300],
    };
    let exploration = explore_all(&program(text), &config);
    let sums: Vec<u128> = final_values(&exploration).concat();
    assert_eq!(sums, vec![1, 2, 21, 40, 300, 301, 320, 600]);
    let failed = |outcome: &&Outcome| matches!(outcome, Outcome::AssumeFailed { .. });
    assert_eq!(exploration.outcomes().filter(failed).count(), 1);
}

#[test]
fn weak_exchanges_fail_only_where_allowed() {
    let text = |weak: &str| {
        format!(
            "entry @main
global @x: i32 = {{}}
function @main() -> i32 {{
  reg %0: bool
  reg %1: i32
b0:
  %0, %1 = compare_exchange {weak} seq_cst @x, 0:i32, 5:i32
  return 0:i32
}}
"
        )
    };
    let finals = |weak: &str| {
        let config = observing(&["x"]);
        final_values(&explore_all(&program(&text(weak)), &config)).concat()
    };
    assert_eq!(finals("weak"), vec![0, 5]);
    assert_eq!(finals(""), vec![5]);
}

#[test]
fn indeterminate_values_are_inputs_where_asked_and_stay_what_they_are() {
    let text = "entry @main
global @r: i32 = {}
function @main() -> i32 {
  reg %0, %1, %2: i32
  slot $s.0: i32
b0:
  live $s.0
  %1 = load $s.0
  %2 = load $s.0
  assert %1 == %2, unreach-call, \"memory keeps its value\"
  assert %0 == %0, unreach-call, \"a register too\"
  store @r = (%0 * 2:i32) + %1
  return 0:i32
}
";
    let mut config = observing(&["r"]);
    let program = program(text);
    assert_eq!(
        final_values(&explore_all(&program, &config)).concat(),
        vec![0]
    );
    config.config.uninitialised = Uninitialised::Input;
    let exploration = explore_all(&program, &config);
    assert_eq!(final_values(&exploration).concat(), vec![0, 1, 2, 3]);
    assert_eq!(exploration.found.len(), 4);
}

#[test]
fn a_failing_assertion_does_not_hide_that_others_end_the_process_first() {
    // The assertion is on the thread's own value, right after a shared store that the other waits for.
    let text = "entry @main
global @x: i32 = {}
function @worker(%arg.0: *void) {
b0:
  store @x = 1:i32
  assert false, unreach-call, \"own\"
  return
}
function @main() -> i32 {
  reg %0: i32
b0:
  %0 = spawn &@worker, 0:*void
  atomic_begin
  %0 = load @x
  wait_until %0 == 1:i32
  atomic_end
  exit 3:i32
}
";
    let exploration = explore_all(&program(text), &ExploreConfig::default());
    let finished = exploration
        .outcomes()
        .any(|o| *o == Outcome::Finished { status: 3 });
    let failed = |o: &Outcome| matches!(o, Outcome::AssertionFailed { thread: 1, .. });
    assert!(finished && exploration.outcomes().any(failed));
    assert_eq!(exploration.found.len(), 2);
}

#[test]
fn limits_are_reported() {
    let text = format!(
        "global @x: i32 = {{}}
function @worker(%arg.0: *void) {{
  reg %1: i32
b0:
  %1 = load @x
  store @x = %1 + 1:i32
  goto b0
}}
{}",
        main_that_runs(&["worker"])
    );
    let config = ExploreConfig {
        max_states: 100,
        ..ExploreConfig::default()
    };
    let exploration = explore(&program(&text), &config);
    assert!(!exploration.complete);
    assert_eq!(exploration.states, 100);
}

#[test]
fn pointers_to_ended_variables_are_not_confused_with_their_successors() {
    // The slot of `publish` lies at the same address in both activations; only after the first has ended is the
    // reader's pointer dangling.
    let text = "entry @main
global @p: *i32 = {}
function @publish() {
  slot $v.0: i32
b0:
  live $v.0
  store $v.0 = 1:i32
  store @p = &$v.0
  dead $v.0
  return
}
function @reader(%arg.0: *void) {
  reg %1: *i32
  reg %2: i32
b0:
  %1 = load @p
  branch %1 == 0:*i32, b2, b1
b1:
  %2 = load *%1
  goto b2
b2:
  return
}
function @main() -> i32 {
  reg %0: i32
b0:
  %0 = spawn &@reader, 0:*void
  call @publish()
  call @publish()
  return 0:i32
}
";
    let exploration = explore_all(&program(text), &ExploreConfig::default());
    let dead = exploration
        .outcomes()
        .filter(|o| matches!(o, Outcome::MemoryError { .. }))
        .count();
    assert_eq!(dead, 1);
    assert_eq!(exploration.found.len(), 2);
}

#[test]
fn memory_that_is_not_shared_makes_no_steps() {
    let text = |sharing: &str| {
        format!(
            "entry @main
global @p: *i32 = {{}}
function @main() -> i32 {{
  reg %0: *void
  reg %1, %2: i32
b0:
  %0 = alloc heap 4:u64
{sharing}  %1 = 0:i32
  goto b1
b1:
  store *(%0 as *i32) = %1
  %2 = load *(%0 as *i32)
  %1 = %2 + 1:i32
  branch %1 < 10:i32, b1, b2
b2:
  return 0:i32
}}
"
        )
    };
    let steps = |sharing: &str| {
        let program = program(&text(sharing));
        crate::harness::run_seed(&program, &Default::default(), 0)
            .schedule
            .steps()
    };
    assert_eq!(steps(""), 1);
    assert_eq!(steps("  store @p = %0 as *i32\n"), 22);
}

/// Inputs that make no difference to the state still take their time.
#[test]
fn too_many_inputs_in_one_step_cut_the_search() {
    let draws = "  %0 = nondet\n".repeat(60);
    let before = format!(
        "entry @main
function @main() -> i32 {{
  reg %0: i32
b0:
{draws}  return 0:i32
}}
"
    );
    let after = format!(
        "entry @main
global @x: i32 = {{}}
function @main() -> i32 {{
  reg %0: i32
b0:
  store @x = 1:i32
{draws}  %0 = load @x
  return 0:i32
}}
"
    );
    for text in [before, after] {
        let config = ExploreConfig {
            max_states: 100,
            ..ExploreConfig::default()
        };
        assert!(!explore(&program(&text), &config).complete);
    }
}

/// Literals and constants look the same at all times.
#[test]
fn reading_what_nobody_can_write_is_no_step() {
    let text = |constant: &str| {
        format!(
            "global @c: i32 {constant}= {{}}
function @worker(%arg.0: *void) {{
  reg %1: i32
b0:
  %1 = load @c
  %1 = load @c
  return
}}
{}",
            main_that_runs(&["worker", "worker"])
        )
    };
    let states = |text: &str| explore_all(&program(text), &ExploreConfig::default()).states;
    let (constant, variable) = (states(&text("read_only ")), states(&text("")));
    assert!(constant < variable, "{constant} {variable}");
}
