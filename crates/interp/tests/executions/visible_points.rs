//! Programs that say where threads are switched.

use crate::harness::{explore_all, final_values, observing, program, run_given, run_seed};
use unspool_interp::schedule::Schedule;
use unspool_interp::{Config, Exploration, ExploreConfig, Outcome};

/// Two threads that add 1 to `x`; `main` waits for both.
fn two_increments(points: [&str; 2]) -> String {
    let [load, store] = points;
    let mut text = "entry @main\nglobal @x: i32 = {}\n".to_string();
    for name in ["one", "two"] {
        text += &format!(
            "function @{name}(%arg.0: *void) {{
  reg %1: i32
b0:
  {load} %1 = load @x
  {store} store @x = %1 + 1:i32
  return
}}
"
        );
    }
    text + "function @main() -> i32 {
  reg %0: i32
  reg %1: bool
b0:
  %0 = spawn thread 1 &@one, 0:*void
  %0 = spawn thread 2 &@two, 0:*void
  point 0 atomic_begin
  %1 = finished 1:i32
  wait_until %1
  %1 = finished 2:i32
  wait_until %1
  atomic_end
  return 0:i32
}
"
}

fn explored(text: &str) -> Exploration {
    explore_all(&program(text), &observing(&["x"]))
}

fn outcomes(text: &str) -> Vec<Outcome> {
    let exploration = explore_all(&program(text), &ExploreConfig::default());
    exploration.outcomes().cloned().collect()
}

#[test]
fn threads_are_switched_at_points_only() {
    let lost = explored(&two_increments(["point 0", "point 1"]));
    assert_eq!(final_values(&lost), vec![vec![1], vec![2]]);
    let whole = explored(&two_increments(["point 0", ""]));
    assert_eq!(final_values(&whole), vec![vec![2]]);
    // Standing behind the loads, both write what they read: no schedule gives 2.
    let split = explored(&two_increments(["", "point 0"]));
    assert_eq!(final_values(&split), vec![vec![1]]);
    assert!(whole.states < lost.states);
}

#[test]
fn a_step_goes_from_point_to_point() {
    let steps = |text: &str, schedule: &str| {
        let schedule: Schedule = schedule.parse().expect("a schedule");
        let end = run_given(&program(text), &Config::default(), &schedule, &[]);
        assert_eq!(end.outcome, Outcome::Finished { status: 0 });
        end.schedule.to_string()
    };
    // Threads end with their last step; the end of the process is one.
    let text = two_increments(["point 0", "point 1"]);
    assert_eq!(steps(&text, "1,2,2,1"), "1,2*2,1,0*2");
    assert_eq!(steps(&text, "0,1"), "1*2,2*2,0*2");
    let text = two_increments(["point 0", ""]);
    assert_eq!(steps(&text, "2,1"), "2,1,0*2");
}

#[test]
fn without_any_point_what_is_shared_is_visible() {
    let text = two_increments(["", ""]).replace("point 0 ", "");
    assert_eq!(final_values(&explored(&text)), vec![vec![1], vec![2]]);
}

#[test]
fn points_inside_sections_mean_nothing() {
    let text = two_increments(["point 0 atomic_begin", "point 1"]).replace(
        "store @x = %1 + 1:i32",
        "store @x = %1 + 1:i32\n  atomic_end",
    );
    assert_eq!(final_values(&explored(&text)), vec![vec![2]]);
}

/// A thread that writes 1 and fails, or does something else that ends the run, while `main` looks at what it wrote.
fn ends_after_write(end: &str) -> String {
    format!(
        "entry @main
global @x: i32 = {{}}
function @worker(%arg.0: *void) {{
  reg %1: i32
b0:
  point 0 store @x = 1:i32
{end}  return
}}
function @main() -> i32 {{
  reg %0: i32
b0:
  %0 = spawn thread 1 &@worker, 0:*void
  point 0 %0 = load @x
  exit %0
}}
"
    )
}

#[test]
fn what_would_end_the_run_is_visible_without_a_point() {
    let seen = Outcome::Finished { status: 1 };
    let ends = [
        "  assert false, unreach-call, \"own\"\n",
        "  %1 = 1:i32 / 0:i32\n",
        "  %1 = load *(0:*i32)\n",
        "  exit 7:i32\n}\nfunction @unused() {\nb0:\n",
        "  abort\n}\nfunction @unused() {\nb0:\n",
        "  unreachable\n}\nfunction @unused() {\nb0:\n",
        "  atomic_begin\n  assert false, unreach-call, \"in a section\"\n  atomic_end\n",
        "  atomic_begin\n  store @x = 2:i32\n  exit 7:i32\n}\nfunction @unused() {\nb0:\n",
    ];
    for end in ends {
        let found = outcomes(&ends_after_write(end));
        assert!(found.contains(&seen), "{end} {found:?}");
        assert!(
            found.contains(&Outcome::Finished { status: 0 }),
            "{found:?}"
        );
        assert_eq!(found.len(), 3, "{end} {found:?}");
    }
    let found = outcomes(&ends_after_write(""));
    assert_eq!(found.len(), 2, "{found:?}");
}

#[test]
fn the_end_of_main_is_visible_without_a_point() {
    let text = "entry @main
global @x: i32 = {}
function @worker(%arg.0: *void) {
  reg %1: i32
b0:
  point 0 %1 = load @x
  assert %1 == 0:i32, unreach-call, \"seen\"
  return
}
function @main() -> i32 {
  reg %0: i32
b0:
  %0 = spawn thread 1 &@worker, 0:*void
  point 0 store @x = 1:i32
  return 0:i32
}
";
    let found = outcomes(text);
    assert_eq!(found.len(), 2, "{found:?}");
}

/// What is visible elsewhere is not, where the program has points and puts none there.
#[test]
fn a_thread_without_points_runs_with_the_step_that_made_it() {
    let text = "entry @main
global @x: i32 = {}
function @inner(%arg.0: *void) {
b0:
  fence seq_cst
  output 1:i32, 65:i32
  store @x = 2:i32
  exit_thread
}
function @outer(%arg.0: *void) {
  reg %1: i32
b0:
  store @x = 1:i32
  %1 = spawn thread 1 &@inner, 0:*void
  return
}
function @main() -> i32 {
  reg %0: i32
  reg %1: bool
b0:
  %0 = spawn thread 2 &@outer, 0:*void
  point 0 %1 = finished 1:i32
  %0 = load @x
  assert %1, unreach-call, \"the inner thread has run\"
  exit %0
}
";
    assert_eq!(outcomes(text), vec![Outcome::Finished { status: 2 }]);
    let end = run_seed(&program(text), &Config::default(), 1);
    assert_eq!(end.schedule.to_string(), "0*2");
}

#[test]
fn all_threads_may_end_before_the_first_point() {
    let text = "entry @main
function @main() -> i32 {
b0:
  branch true, b1, b2
b1:
  exit_thread
b2:
  point 0 exit 3:i32
}
";
    assert_eq!(outcomes(text), vec![Outcome::Finished { status: 0 }]);
}

/// A section without a point that has to wait: the thread stops before it.
fn waits_without_a_point(before: &str, section: &str) -> String {
    format!(
        "entry @main
global @x: i32 = {{}}
global @y: i32 = {{}}
function @worker(%arg.0: *void) {{
  reg %1: i32
b0:
  point 0 store @y = 1:i32
  point 1 store @x = 1:i32
  return
}}
function @main() -> i32 {{
  reg %0, %2: i32
  reg %1: bool
b0:
  %0 = spawn thread 1 &@worker, 0:*void
{before}  atomic_begin
{section}  atomic_end
  %0 = load @x
  exit %0
}}
"
    )
}

#[test]
fn a_section_without_a_point_that_blocks_is_visible() {
    let wait = "  store @y = 5:i32\n  %2 = load @x\n  wait_until %2 == 1:i32\n";
    for before in ["", "  point 0 store @y = 2:i32\n"] {
        let text = waits_without_a_point(before, wait);
        assert_eq!(outcomes(&text), vec![Outcome::Finished { status: 1 }]);
        let never = text.replace("wait_until %2 == 1:i32", "wait_until %2 == 2:i32");
        let found = outcomes(&never);
        assert!(
            matches!(&found[..], [Outcome::Deadlock { blocked, .. }] if blocked.len() == 1),
            "{found:?}"
        );
    }
    // Not seen from outside before it is entered.
    let text = waits_without_a_point("", wait).replace(
        "  point 1 store @x",
        "  %1 = load @y\n  assert %1 == 1:i32, unreach-call, \"seen\"\n  point 1 store @x",
    );
    assert_eq!(outcomes(&text), vec![Outcome::Finished { status: 1 }]);
}

#[test]
fn a_section_without_a_point_that_draws_inputs_can_be_repeated() {
    let section = "  %1 = nondet\n  %2 = load @y\n  wait_until %1 && (%2 == 1:i32)\n";
    let section = section.replace("%1 && (%2 == 1:i32)", "%1 & (%2 == 1:i32)");
    for before in ["", "  point 0 store @y = 2:i32\n  %1 = nondet\n"] {
        let text = waits_without_a_point(before, &section);
        let program = program(&text);
        // With each execution found replayed.
        let found = explore_all(&program, &ExploreConfig::default());
        assert!(
            found
                .outcomes()
                .any(|o| *o == Outcome::Finished { status: 1 })
        );
        for seed in 0..50 {
            let first = run_seed(&program, &Config::default(), seed);
            let inputs: Vec<u128> = first.inputs.iter().map(|input| input.bits).collect();
            let again = run_given(&program, &Config::default(), &first.schedule, &inputs);
            assert_eq!(again.outcome, first.outcome);
            assert_eq!(again.schedule, first.schedule);
        }
    }
}

#[test]
fn races_are_found_between_accesses_with_points() {
    let mut config = ExploreConfig::default();
    config.config.detect_races = true;
    let races = |text: &str| {
        let exploration = explore_all(&program(text), &config);
        let is_race = |o: &&Outcome| matches!(o, Outcome::Race { .. });
        exploration.outcomes().filter(is_race).count()
    };
    assert!(races(&two_increments(["point 0", "point 1"])) > 0);
    // What happens before the first point counts.
    let early = two_increments(["point 0", "point 1"]).replace(
        "  %0 = spawn thread 2",
        "  store @x = 4:i32\n  %0 = spawn thread 2",
    );
    let config_of_runs = Config {
        detect_races: true,
        ..Config::default()
    };
    let run = |text: &str| run_given(&program(text), &config_of_runs, &Schedule::default(), &[]);
    let Outcome::Race { first, .. } = run(&early).outcome else {
        panic!("`main` writes while thread 1 may read");
    };
    assert_eq!((first.thread, first.is_write), (0, true));
    let alone = "entry @main
global @x: i32 = {}
function @worker(%arg.0: *void) {
  reg %1: i32
b0:
  point 0 %1 = load @x
  return
}
function @main() -> i32 {
  reg %0: i32
b0:
  store @x = 1:i32
  %0 = spawn thread 1 &@worker, 0:*void
  return 0:i32
}
";
    assert_eq!(races(alone), 0);
    assert_eq!(run(alone).outcome, Outcome::Finished { status: 0 });
}
