//! A program whose calls were inlined is reported in the words of the original: the same outcomes with the same
//! lines, and the same stacks of activations.

use std::collections::BTreeSet;

use crate::harness::{explore_all, program, run_given};
use unspool_interp::schedule::Schedule;
use unspool_interp::{Config, ExploreConfig, Outcome};
use unspool_ir::Program;

const HEAD: &str = "entry @main
file f0 \"user.c\"
file f1 \"model.c\"
global @lock: i32 = {}
global @x: i32 = {}
global @p: *i32 = {}
";

/// Both in all executions, and what they look like at the end of one.
fn assert_same(original: &str, inlined: &str) -> Vec<Outcome> {
    let [original, inlined] = [original, inlined].map(|text| program(&format!("{HEAD}{text}")));
    let mut config = ExploreConfig::default();
    let mut all = Vec::new();
    for detect_races in [false, true] {
        config.config.detect_races = detect_races;
        let outcomes = |program: &Program| {
            let found = explore_all(program, &config);
            let described = |o: &Outcome| (format!("{o:?}"), o.describe(program));
            let ends: BTreeSet<_> = found.outcomes().map(described).collect();
            (ends, found.outcomes().cloned().collect::<Vec<_>>())
        };
        let (expected, list) = outcomes(&original);
        assert_eq!(outcomes(&inlined).0, expected);
        all = list;
    }
    let end = |program: &Program| {
        let run = run_given(program, &Config::default(), &Schedule::default(), &[]);
        (run.outcome, run.stacks)
    };
    assert_eq!(end(&inlined), end(&original));
    all
}

fn line_of(outcome: &Outcome) -> (u32, u32) {
    let (_, span) = outcome.place().expect("a place");
    (span.file.0, span.line)
}

#[test]
fn a_model_that_a_model_calls_is_reported_at_the_programs_call() {
    let outcomes = assert_same(
        "function @check(%c.0: bool) model !f1:1:1 {
b0:
  assert %c.0, unreach-call, \"checked\" !2:3
  return
}
function @outer() model !f1:5:1 {
b0:
  call @check(true) !6:3
  call @check(false) !7:3
  return
}
function @main() -> i32 !f0:1:1 {
b0:
  call @outer() !2:3
  return 0:i32 !3:3
}
",
        "function @check(bool) model !f1:1:1
function @outer() model !f1:5:1
function @main() -> i32 !f0:1:1 {
  origin o0: call @outer !2:3
  origin o1 in o0: call @check !f1:6:3
  origin o2 in o0: iteration 1 !f1:9:9
  origin o3 in o2: call @check !f1:7:3
b0:
  assert true, unreach-call, \"checked\" in o1 !f1:2:3
  assert false, unreach-call, \"checked\" in o3 !f1:2:3
  return 0:i32 !3:3
}
",
    );
    assert_eq!(line_of(&outcomes[0]), (0, 2));
}

#[test]
fn a_function_of_the_program_that_a_model_calls_is_its_own_place() {
    // `callback` fails by itself where `x` is 0, else in a model that it calls.
    let original = |x: i32| {
        format!(
            "function @check(%c.0: bool) model !f1:1:1 {{
b0:
  assert %c.0, unreach-call, \"checked\" !2:3
  return
}}
function @callback() !f0:10:1 {{
  reg %0: i32
b0:
  %0 = load @x !11:3
  assert %0 != 0:i32, unreach-call, \"own\" !12:3
  call @check(%0 == 0:i32) !13:3
  return
}}
function @each() model !f1:5:1 {{
b0:
  call @callback() !6:3
  return
}}
function @main() -> i32 !f0:1:1 {{
b0:
  store @x = {x}:i32 !2:3
  call @each() !3:3
  return 0:i32 !4:3
}}
"
        )
    };
    let inlined = |x: i32| {
        format!(
            "function @check(bool) model !f1:1:1
function @callback() !f0:10:1
function @each() model !f1:5:1
function @main() -> i32 !f0:1:1 {{
  reg %0: i32
  origin o0: call @each !3:3
  origin o1 in o0: call @callback !f1:6:3
  origin o2 in o1: call @check !13:3
b0:
  store @x = {x}:i32 !2:3
  %0 = load @x in o1 !11:3
  assert %0 != 0:i32, unreach-call, \"own\" in o1 !12:3
  assert %0 == 0:i32, unreach-call, \"checked\" in o2 !f1:2:3
  return 0:i32 !4:3
}}
"
        )
    };
    for (x, line) in [(0, 12), (1, 13)] {
        let outcomes = assert_same(&original(x), &inlined(x));
        assert_eq!(line_of(&outcomes[0]), (0, line));
    }
}

/// A lock that is taken by two threads, once more than it is given back.
#[test]
fn places_of_a_deadlock_are_the_programs() {
    let section = |origin: &str| {
        format!(
            "  atomic_begin{origin} !f1:21:3
  %1 = load @lock{origin} !f1:22:3
  wait_until %1 == 0:i32{origin} !f1:23:3
  store @lock = 1:i32{origin} !f1:24:3
  atomic_end{origin} !f1:25:3
"
        )
    };
    let main = "  %0 = spawn thread 1 &@worker, 0:*void !41:3\n";
    let original = format!(
        "function @take() model !f1:20:1 {{
  reg %0, %1: i32
b0:
{}  return
}}
function @worker(%arg.0: *void) !f0:30:1 {{
b0:
  call @take() !31:3
  return !32:1
}}
function @main() -> i32 !f0:40:1 {{
  reg %0: i32
b0:
{main}  call @take() !42:3
  call @take() !43:3
  return 0:i32 !44:3
}}
",
        section("")
    );
    let inlined = format!(
        "function @take() model !f1:20:1
function @worker(%arg.0: *void) !f0:30:1 {{
  reg %1: i32
  origin o0: call @take !31:3
b0:
{}  return !f0:32:1
}}
function @main() -> i32 !f0:40:1 {{
  reg %0, %1: i32
  origin o0: call @take !42:3
  origin o1: call @take !43:3
b0:
{main}{}{}  return 0:i32 !f0:44:3
}}
",
        section(" in o0"),
        section(" in o0"),
        section(" in o1")
    );
    let outcomes = assert_same(&original, &inlined);
    let lines: BTreeSet<Vec<u32>> = outcomes
        .iter()
        .map(|outcome| match outcome {
            Outcome::Deadlock { blocked, .. } => {
                blocked.iter().map(|(_, span)| span.line).collect()
            }
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(
        lines,
        BTreeSet::from([vec![42], vec![43, 31]]),
        "{outcomes:?}"
    );
}

/// Threads start in a model, which calls the program's function.
#[test]
fn races_and_objects_are_named_as_in_the_original() {
    let original = "function @fill(%q.0: *i32) model !f1:1:1 {
b0:
  store *%q.0 = 1:i32 !2:3
  return
}
function @make() -> *i32 model !f1:4:1 {
  reg %0: *void
b0:
  %0 = alloc heap 4:u64 !5:3
  return %0 as *i32 !6:3
}
function @leak() !f0:10:1 {
  slot $v.0: i32 !11:7
b0:
  live $v.0 !11:3
  store @p = &$v.0 !12:3
  dead $v.0 !13:1
  return !13:1
}
function @user() !f0:15:1 {
  reg %0: *i32
b0:
  %0 = load @p !16:3
  call @fill(%0) !17:3
  call @leak() !18:3
  return !19:1
}
function @start(%arg.0: *void) model !f1:8:1 {
b0:
  call @user() !9:3
  return !10:3
}
function @main() -> i32 !f0:20:1 {
  reg %0: *i32
  reg %1: i32
b0:
  %0 = call @make() !21:3
  store @p = %0 !22:3
  %1 = spawn thread 1 &@start, 0:*void !f1:30:3
  call @fill(%0) !f0:24:3
  %0 = load @p !25:3
  free heap %0 !26:3
  return 0:i32 !27:3
}
";
    let inlined = "function @fill(*i32) model !f1:1:1
function @make() -> *i32 model !f1:4:1
function @leak() !f0:10:1
function @user() !f0:15:1
function @start(%arg.0: *void) model !f1:8:1 {
  reg %1: *i32
  slot $v.0: i32 !f0:11:7
  origin o0: call @user !9:3
  origin o1 in o0: call @fill !f0:17:3
  origin o2 in o0: call @leak !f0:18:3
b0:
  %1 = load @p in o0 !f0:16:3
  store *%1 = 1:i32 in o1 !f1:2:3
  live $v.0 in o2 !f0:11:3
  store @p = &$v.0 in o2 !f0:12:3
  dead $v.0 in o2 !f0:13:1
  return !f1:10:3
}
function @main() -> i32 !f0:20:1 {
  reg %0: *i32
  reg %1: i32
  reg %2: *void
  origin o0: call @make !21:3
  origin o1: call @fill !24:3
b0:
  %2 = alloc heap 4:u64 in o0 !f1:5:3
  %0 = %2 as *i32 in o0 !f1:6:3
  store @p = %0 !f0:22:3
  %1 = spawn thread 1 &@start, 0:*void !f1:30:3
  store *%0 = 1:i32 in o1 !f1:2:3
  %0 = load @p !f0:25:3
  free heap %0 !26:3
  return 0:i32 !27:3
}
";
    let outcomes = assert_same(original, inlined);
    let texts: Vec<String> = outcomes.iter().map(|o| format!("{o:?}")).collect();
    for words in [
        "heap object allocated at user.c:21:3",
        "local variable `v` of `leak`",
        "line: 17",
        "line: 24",
    ] {
        assert!(texts.iter().any(|t| t.contains(words)), "{words} {texts:?}");
    }
}

/// The start function of a thread may itself be a model: then it is reported where the thread was made.
#[test]
fn a_model_that_is_a_thread_is_reported_at_its_spawn() {
    let main = "function @main() -> i32 !f0:20:1 {
  reg %0: i32
  reg %1: bool
b0:
  %0 = spawn thread 1 &@start, 0:*void !21:3
  atomic_begin !22:3
  %1 = finished 1:i32
  wait_until %1
  atomic_end
  return 0:i32 !27:3
}
";
    let original = format!(
        "function @check(%c.0: bool) model !f1:1:1 {{
b0:
  assert %c.0, unreach-call, \"checked\" !2:3
  return
}}
function @start(%arg.0: *void) model !f1:8:1 {{
b0:
  call @check(false) !9:3
  return !10:3
}}
{main}"
    );
    let inlined = format!(
        "function @check(bool) model !f1:1:1
function @start(%arg.0: *void) model !f1:8:1 {{
  origin o0: call @check !9:3
b0:
  assert false, unreach-call, \"checked\" in o0 !2:3
  return !10:3
}}
{main}"
    );
    let outcomes = assert_same(&original, &inlined);
    assert_eq!(line_of(&outcomes[0]), (0, 21));
}

/// Where only some calls are inlined, frames and origins are read together.
#[test]
fn frames_go_on_where_origins_end() {
    let original = "function @inner() model !f1:1:1 {
b0:
  assert false, unreach-call, \"inner\" !2:3
  return
}
function @middle() model !f1:4:1 {
b0:
  call @inner() !5:3
  return
}
function @outer() model !f1:7:1 {
b0:
  call @middle() !8:3
  return
}
function @main() -> i32 !f0:20:1 {
b0:
  call @outer() !21:3
  return 0:i32 !22:3
}
";
    let inner_inlined = "function @inner() model !f1:1:1
function @middle() model !f1:4:1 {
  origin o0: call @inner !5:3
b0:
  assert false, unreach-call, \"inner\" in o0 !2:3
  return
}
function @outer() model !f1:7:1 {
b0:
  call @middle() !8:3
  return
}
function @main() -> i32 !f0:20:1 {
b0:
  call @outer() !21:3
  return 0:i32 !22:3
}
";
    let outer_inlined = "function @inner() model !f1:1:1 {
b0:
  assert false, unreach-call, \"inner\" !2:3
  return
}
function @middle() model !f1:4:1
function @outer() model !f1:7:1
function @main() -> i32 !f0:20:1 {
  origin o0: call @outer !21:3
  origin o1 in o0: call @middle !f1:8:3
b0:
  call @inner() in o1 !f1:5:3
  return 0:i32 !f0:22:3
}
";
    for inlined in [inner_inlined, outer_inlined] {
        let outcomes = assert_same(original, inlined);
        assert_eq!(line_of(&outcomes[0]), (0, 21));
    }
}
