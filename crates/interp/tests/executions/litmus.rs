//! Small concurrent programs whose sets of results are known.

use crate::harness::{explore_all, final_values, main_that_runs, observing, program, run_seed};
use unspool_interp::{ExploreConfig, Outcome};

fn store_buffering() -> String {
    let side = |name: &str, mine: &str, other: &str, result: &str| {
        format!(
            "function @{name}(%arg.0: *void) {{
  reg %1: i32
b0:
  store @{mine} = 1:i32
  %1 = load @{other}
  store @{result} = %1
  return
}}
"
        )
    };
    format!(
        "global @x: i32 = {{}}\nglobal @y: i32 = {{}}\nglobal @a: i32 = {{}}\nglobal @b: i32 = {{}}\n{}{}{}",
        side("left", "x", "y", "a"),
        side("right", "y", "x", "b"),
        main_that_runs(&["left", "right"])
    )
}

#[test]
fn store_buffering_has_the_three_results_of_sequential_consistency() {
    let exploration = explore_all(&program(&store_buffering()), &observing(&["a", "b"]));
    assert_eq!(
        final_values(&exploration),
        vec![vec![0, 1], vec![1, 0], vec![1, 1]]
    );
}

#[test]
fn random_runs_reach_only_explored_results() {
    let program = program(&store_buffering());
    let config = observing(&["a", "b"]);
    let all = final_values(&explore_all(&program, &config));
    let mut seen = Vec::new();
    for seed in 0..200 {
        let run = run_seed(&program, &config.config, seed);
        let row: Vec<u128> = run.observed.iter().map(|o| o.number()).collect();
        assert!(all.contains(&row));
        if !seen.contains(&row) {
            seen.push(row);
        }
    }
    assert_eq!(seen.len(), all.len());
}

#[test]
fn message_passing_never_shows_the_flag_without_the_data() {
    let text = format!(
        "global @data: i32 = {{}}
global @flag: i32 = {{}}
global @f: i32 = {{}}
global @d: i32 = {{}}
function @sender(%arg.0: *void) {{
b0:
  store @data = 1:i32
  store @flag = 1:i32
  return
}}
function @receiver(%arg.0: *void) {{
  reg %1, %2: i32
b0:
  %1 = load @flag
  %2 = load @data
  store @f = %1
  store @d = %2
  return
}}
{}",
        main_that_runs(&["sender", "receiver"])
    );
    let exploration = explore_all(&program(&text), &observing(&["f", "d"]));
    assert_eq!(
        final_values(&exploration),
        vec![vec![0, 0], vec![0, 1], vec![1, 1]]
    );
}

fn counter(increment: &str) -> String {
    format!(
        "global @count: i32 = {{}}
function @worker(%arg.0: *void) {{
  reg %1: i32
b0:
{increment}
  return
}}
{}",
        main_that_runs(&["worker", "worker"])
    )
}

#[test]
fn an_update_is_lost_unless_it_is_atomic() {
    let finals = |increment: &str| {
        final_values(&explore_all(
            &program(&counter(increment)),
            &observing(&["count"]),
        ))
    };
    let plain = "  %1 = load @count\n  store @count = %1 + 1:i32";
    assert_eq!(finals(plain), vec![vec![1], vec![2]]);
    let section = format!("  atomic_begin\n{plain}\n  atomic_end");
    assert_eq!(finals(&section), vec![vec![2]]);
    assert_eq!(
        finals("  %1 = rmw add seq_cst @count, 1:i32"),
        vec![vec![2]]
    );
}

#[test]
fn steps_that_commute_meet_in_one_state() {
    let text = format!(
        "global @x: i32 = {{}}
global @y: i32 = {{}}
function @left(%arg.0: *void) {{
b0:
  store @x = 1:i32
  store @x = 2:i32
  return
}}
function @right(%arg.0: *void) {{
b0:
  store @y = 1:i32
  store @y = 2:i32
  return
}}
{}",
        main_that_runs(&["left", "right"])
    );
    let exploration = explore_all(&program(&text), &ExploreConfig::default());
    // Start; left spawned with 0 to 3 steps of it; then a grid of 4 by 4, in which the first wait can be
    // passed when left has ended (4 states), and the second when both have (1), where it returns.
    assert_eq!(exploration.states, 1 + 4 + 16 + 4 + 1);
    let outcomes: Vec<_> = exploration.outcomes().collect();
    assert_eq!(outcomes, vec![&Outcome::Finished { status: 0 }]);
}

#[test]
fn a_spinning_thread_does_not_make_the_search_endless() {
    let text = format!(
        "global @flag: i32 = {{}}
function @get() -> i32 {{
  reg %0: i32
  slot $copy.0: i32
b0:
  live $copy.0
  %0 = load @flag
  store $copy.0 = %0
  %0 = load $copy.0
  dead $copy.0
  return %0
}}
function @spinner(%arg.0: *void) {{
  reg %1: i32
b0:
  %1 = call @get()
  branch %1 == 0:i32, b0, b1
b1:
  return
}}
function @setter(%arg.0: *void) {{
b0:
  store @flag = 1:i32
  return
}}
{}",
        main_that_runs(&["spinner", "setter"])
    );
    let exploration = explore_all(&program(&text), &ExploreConfig::default());
    assert_eq!(exploration.found.len(), 1);
    assert!(exploration.states < 40, "{}", exploration.states);
}
