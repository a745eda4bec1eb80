//! Data races, by clocks along one execution and exactly in an exhaustive search.

use crate::harness::{explore_all, main_that_runs, program, run_seed};
use unspool_interp::{Config, ExploreConfig, Outcome, explore};

/// Whether some of many random runs, and the exhaustive search, report a race.
fn races(threads: &str, names: &[&str]) -> (bool, bool) {
    let program = program(&format!("{threads}{}", main_that_runs(names)));
    let config = Config {
        detect_races: true,
        ..Config::default()
    };
    let is_race = |outcome: &Outcome| matches!(outcome, Outcome::Race { .. });
    let random = (0..100).any(|seed| is_race(&run_seed(&program, &config, seed).outcome));
    let mut explore_config = ExploreConfig::default();
    explore_config.config.detect_races = true;
    let exhaustive = explore_all(&program, &explore_config)
        .outcomes()
        .any(is_race);
    (random, exhaustive)
}

fn two_workers(body: &str) -> String {
    format!(
        "global @x: [2 x i32] = {{}}
global @lock: i32 = {{}}
function @worker(%arg.0: *void) {{
  reg %1: i32
  reg %2: bool
b0:
{body}
  return
}}
"
    )
}

const BOTH: (bool, bool) = (true, true);
const NEITHER: (bool, bool) = (false, false);

#[test]
fn unordered_writes_race() {
    let text = two_workers("  store @x[0:i32] = 1:i32");
    assert_eq!(races(&text, &["worker", "worker"]), BOTH);
    assert_eq!(races(&text, &["worker"]), NEITHER);
}

#[test]
fn reads_alone_and_atomics_do_not() {
    let text = two_workers("  %1 = load @x[0:i32]");
    assert_eq!(races(&text, &["worker", "worker"]), NEITHER);
    let text = two_workers("  store atomic relaxed @x[0:i32] = 1:i32");
    assert_eq!(races(&text, &["worker", "worker"]), NEITHER);
    let text = two_workers("  %1 = rmw add relaxed @x[0:i32], 1:i32");
    assert_eq!(races(&text, &["worker", "worker"]), NEITHER);
}

#[test]
fn an_atomic_and_a_plain_access_race() {
    let text = format!(
        "{}function @atomic(%arg.0: *void) {{
b0:
  store atomic seq_cst @x[0:i32] = 1:i32
  return
}}
",
        two_workers("  %1 = load @x[0:i32]")
    );
    assert_eq!(races(&text, &["worker", "atomic"]), BOTH);
}

#[test]
fn a_lock_orders() {
    let text = two_workers(
        "  atomic_begin
  %1 = load @lock
  wait_until %1 == 0:i32
  store @lock = 1:i32
  atomic_end
  %1 = load @x[0:i32]
  store @x[0:i32] = %1 + 1:i32
  atomic_begin
  store @lock = 0:i32
  atomic_end",
    );
    assert_eq!(races(&text, &["worker", "worker"]), NEITHER);
}

#[test]
fn different_bytes_do_not_race_and_overlapping_ones_do() {
    let text = |second: &str| {
        format!(
            "global @x: [2 x i32] = {{}}
function @first(%arg.0: *void) {{
b0:
  store @x[0:i32] = 1:i32
  return
}}
function @second(%arg.0: *void) {{
b0:
  store {second}
  return
}}
"
        )
    };
    assert_eq!(
        races(&text("@x[1:i32] = 1:i32"), &["first", "second"]),
        NEITHER
    );
    let byte = "*((&@x[0:i32] as *i8) + 3:i32) = 1:i8";
    assert_eq!(races(&text(byte), &["first", "second"]), BOTH);
}

#[test]
fn release_and_acquire_order_and_relaxed_does_not() {
    let text = |store: &str, load: &str| {
        format!(
            "global @data: i32 = {{}}
global @flag: i32 = {{}}
function @sender(%arg.0: *void) {{
b0:
  store @data = 1:i32
  store atomic {store} @flag = 1:i32
  return
}}
function @receiver(%arg.0: *void) {{
  reg %1: i32
b0:
  %1 = load atomic {load} @flag
  branch %1 == 1:i32, b1, b2
b1:
  %1 = load @data
  goto b2
b2:
  return
}}
"
        )
    };
    let names = ["sender", "receiver"];
    assert_eq!(races(&text("release", "acquire"), &names), NEITHER);
    // Under sequential consistency the two accesses are never adjacent: only the clocks see this one.
    assert_eq!(races(&text("relaxed", "acquire"), &names), (true, false));
    assert_eq!(races(&text("release", "relaxed"), &names), (true, false));
}

#[test]
fn later_stores_of_a_thread_continue_its_release_sequence() {
    let text = |second: &str| {
        format!(
            "global @data: i32 = {{}}
global @flag: i32 = {{}}
function @sender(%arg.0: *void) {{
b0:
  store @data = 1:i32
  store atomic release @flag = 1:i32
  {second}
  return
}}
function @other(%arg.0: *void) {{
b0:
  store atomic relaxed @flag = 2:i32
  return
}}
function @receiver(%arg.0: *void) {{
  reg %1: i32
b0:
  %1 = load atomic acquire @flag
  branch %1 == 2:i32, b1, b2
b1:
  %1 = load @data
  goto b2
b2:
  return
}}
"
        )
    };
    let own = text("store atomic relaxed @flag = 2:i32");
    assert_eq!(races(&own, &["sender", "receiver"]), NEITHER);
    let (random, _) = races(&text(""), &["sender", "other", "receiver"]);
    assert!(random, "another thread's store does not continue it");
}

/// Two sections that only read the same byte have nothing to tell each other.
#[test]
fn sections_that_only_read_do_not_order() {
    let text = "global @data: i32 = {}
global @common: i32 = {}
function @first(%arg.0: *void) {
  reg %1: i32
b0:
  store @data = 1:i32
  atomic_begin
  %1 = load @common
  atomic_end
  return
}
function @second(%arg.0: *void) {
  reg %1: i32
b0:
  atomic_begin
  %1 = load @common
  atomic_end
  store @data = 2:i32
  return
}
";
    let text = format!("{text}{}", main_that_runs(&["first", "second"]));
    let program = program(&text);
    let config = Config {
        detect_races: true,
        ..Config::default()
    };
    // Whichever thread goes first.
    for seed in 0..50 {
        let outcome = run_seed(&program, &config, seed).outcome;
        assert!(
            matches!(outcome, Outcome::Race { .. }),
            "seed {seed}: {outcome:?}"
        );
    }
}

#[test]
fn a_report_names_both_accesses() {
    let text = format!(
        "file f0 \"race.c\"\n{}{}",
        two_workers("  store @x[1:i32] = 1:i32")
            .replace("(%arg.0: *void) {", "(%arg.0: *void) !f0:3:1 {"),
        main_that_runs(&["worker", "worker"])
    );
    let program = program(&text);
    let config = Config {
        detect_races: true,
        ..Config::default()
    };
    let end = run_seed(&program, &config, 1);
    let description = end.outcome.describe(&program);
    assert!(description.contains("data race on `x`"), "{description}");
    assert!(
        description.contains("by thread 1 at race.c:3:1"),
        "{description}"
    );
    assert!(
        description.contains("by thread 2 at race.c:3:1"),
        "{description}"
    );
    assert!(description.contains("4 bytes at offset 4"), "{description}");
}

/// Every race that the search finds, as objects; `explore_all` has replayed each to the same end.
fn objects_of_races(text: &str) -> Vec<String> {
    let mut config = ExploreConfig::default();
    config.config.detect_races = true;
    let exploration = explore_all(&program(text), &config);
    let mut objects: Vec<String> = exploration
        .outcomes()
        .filter_map(|outcome| match outcome {
            Outcome::Race { second, .. } => Some(second.object.clone()),
            _ => None,
        })
        .collect();
    objects.sort();
    objects.dedup();
    objects
}

#[test]
fn a_race_is_replayed_although_main_could_return_first() {
    // Nothing waits for the workers: left to itself after the state with the race, main ends the process.
    let text = format!(
        "{}entry @main
function @main() -> i32 {{
  reg %0: i32
b0:
  %0 = spawn &@worker, 0:*void
  %0 = spawn &@worker, 0:*void
  return 0:i32
}}
",
        two_workers("  store @x[0:i32] = 1:i32")
    );
    assert_eq!(objects_of_races(&text), ["`x`"]);
}

#[test]
fn a_race_is_replayed_with_the_inputs_of_its_steps() {
    // Which element is written, and whether the other step reads it, is drawn within the racing steps.
    let section = |then: &str| {
        format!(
            "  atomic_begin
  %1 = nondet
  %2 = %1 == 1:i32
  wait_until %2
  {then}
  atomic_end"
        )
    };
    let text = format!(
        "{}function @other(%arg.0: *void) {{
b0:
  store @x[1:i32] = 2:i32
  return
}}
entry @main
function @main() -> i32 {{
  reg %0: i32
b0:
  %0 = spawn &@other, 0:*void
  %0 = spawn &@worker, 0:*void
  return 0:i32
}}
",
        two_workers(&section("store @x[%1] = 1:i32"))
    );
    assert_eq!(objects_of_races(&text), ["`x`"]);
}

#[test]
fn the_limit_of_each_step_does_not_limit_the_execution_that_shows_a_race() {
    let loads = "  %1 = load @x[1:i32]\n".repeat(30);
    let text = two_workers(&format!("{loads}  store @x[0:i32] = 1:i32"));
    let mut config = ExploreConfig::default();
    config.config.detect_races = true;
    config.config.max_instructions = 10;
    let program = program(&format!("{text}{}", main_that_runs(&["worker", "worker"])));
    let exploration = explore(&program, &config);
    let is_race = |outcome: &Outcome| matches!(outcome, Outcome::Race { .. });
    assert!(exploration.complete && exploration.outcomes().any(is_race));
}

#[test]
fn a_race_is_replayed_although_one_step_can_keep_the_other_from_happening() {
    let with_section = |section: &str| {
        format!(
            "{}function @other(%arg.0: *void) {{
b0:
  store @x[0:i32] = 1:i32
  return
}}
{}",
            two_workers(&format!(
                "  atomic_begin\n  %1 = load @x[0:i32]\n{section}\n  atomic_end"
            )),
            main_that_runs(&["other", "worker"])
        )
    };
    // After the plain store the section cannot be entered.
    let blocks = with_section("  wait_until %1 == 0:i32");
    assert_eq!(objects_of_races(&blocks), ["`x`"]);
    // Either the section ends the run before the store, or it cannot be entered after it.
    let excludes = with_section("  wait_until %1 == 0:i32\n  assert false, unreach-call, \"end\"");
    assert_eq!(objects_of_races(&excludes), [""; 0]);
    // The section ends the run.
    let ends = with_section("  assert false, unreach-call, \"end\"");
    assert_eq!(objects_of_races(&ends), ["`x`"]);
}

#[test]
fn races_behind_races_are_replayed_too_if_there_is_a_way_around() {
    let text = format!(
        "global @x: i32 = {{}}
global @y: i32 = {{}}
function @left(%arg.0: *void) {{
b0:
  store @x = 1:i32
  store @y = 1:i32
  return
}}
function @right(%arg.0: *void) {{
b0:
  store @y = 2:i32
  store @x = 2:i32
  return
}}
{}",
        main_that_runs(&["left", "right"])
    );
    assert_eq!(objects_of_races(&text), ["`x`", "`y`"]);
}

#[test]
fn a_compare_exchange_that_fails_has_the_order_of_failing() {
    let text = |orders: &str, expected: i32| {
        format!(
            "global @data: i32 = {{}}
global @flag: i32 = {{}}
function @sender(%arg.0: *void) {{
b0:
  store @data = 1:i32
  store atomic release @flag = 1:i32
  return
}}
function @receiver(%arg.0: *void) {{
  reg %1: i32
  reg %2: bool
b0:
  %2, %1 = compare_exchange {orders} @flag, {expected}:i32, 1:i32
  branch %1 == 1:i32, b1, b2
b1:
  %1 = load @data
  goto b2
b2:
  return
}}
"
        )
    };
    let names = ["sender", "receiver"];
    // Expecting 5 fails always; 1 succeeds when it matters.
    assert_eq!(races(&text("seq_cst/acquire", 5), &names), NEITHER);
    assert_eq!(races(&text("seq_cst/relaxed", 5), &names), (true, false));
    assert_eq!(races(&text("relaxed/acquire", 5), &names), NEITHER);
    assert_eq!(races(&text("seq_cst/relaxed", 1), &names), NEITHER);
    assert_eq!(races(&text("relaxed/acquire", 1), &names), (true, false));
}
