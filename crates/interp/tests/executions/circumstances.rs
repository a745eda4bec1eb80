//! What is known of races and deadlocks besides the outcome: locks that threads hold, and what they wait for.

use unspool_interp::schedule::Schedule;
use unspool_interp::{Circumstances, Config, ExploreConfig, Location, ObjectName, Outcome, Wait};
use unspool_ir::Program;

use crate::harness::{explore_all, main_that_runs, program, run_given};

/// Locks as models have them: the section waits, takes the lock and says so.
const LOCKS: &str = "file f0 \"a.c\"
file f1 \"model.c\"
global @locks: [3 x i32] = {}
global @x: i32 = {}
function @lock(%lock.0: *i32) model !f1:1:1 {
  reg %1: i32
b0:
  atomic_begin
  %1 = load *%lock.0
  wait_until %1 == 0:i32
  store *%lock.0 = 1:i32
  hold %lock.0
  atomic_end
  return
}
function @unlock(%lock.0: *i32) model !f1:9:1 {
b0:
  atomic_begin
  store *%lock.0 = 0:i32
  release %lock.0
  atomic_end
  return
}
";

/// A thread's function; each line of its body stands on a line of its own.
fn worker(name: &str, first_line: u32, body: &[&str]) -> String {
    let mut text = format!("function @{name}(%arg.0: *void) !f0:{first_line}:1 {{\nb0:\n");
    for (line, inst) in (first_line + 1..).zip(body) {
        text += &format!("  {inst} !f0:{line}:3\n");
    }
    text + "  return\n}\n"
}

fn lock(number: u32) -> String {
    format!("call @lock(&@locks[{number}:i32])")
}

fn unlock(number: u32) -> String {
    format!("call @unlock(&@locks[{number}:i32])")
}

fn in_opposite_orders() -> Program {
    let one = [lock(0), lock(1), unlock(1), unlock(0)];
    let other = [lock(1), lock(0), unlock(0), unlock(1)];
    let one: Vec<&str> = one.iter().map(String::as_str).collect();
    let other: Vec<&str> = other.iter().map(String::as_str).collect();
    program(&format!(
        "{LOCKS}{}{}{}",
        worker("one", 10, &one),
        worker("other", 20, &other),
        main_that_runs(&["one", "other"])
    ))
}

/// The object and the bytes in it.
fn place(at: &Location) -> (String, u64) {
    match &at.object {
        ObjectName::Global(name) => (name.clone(), at.offset),
        other => panic!("{other:?}"),
    }
}

/// What threads wait for in the first deadlock of a program.
fn waits(program: &Program) -> Vec<Wait> {
    let config = ExploreConfig::default();
    let exploration = explore_all(program, &config);
    let is_deadlock = |outcome: &Outcome| matches!(outcome, Outcome::Deadlock { .. });
    let mut found = exploration.found.iter();
    let found = found.find(|found| is_deadlock(&found.outcome));
    let found = found.expect("a deadlock");
    let inputs: Vec<u128> = found.inputs.iter().map(|input| input.bits).collect();
    match run_given(program, &config.config, &found.schedule, &inputs).circumstances {
        Circumstances::Deadlock(waits) => waits,
        other => panic!("{other:?}"),
    }
}

#[test]
fn threads_wait_for_locks_of_each_other() {
    let waits = waits(&in_opposite_orders());
    let [main, one, other] = waits.as_slice() else {
        panic!("{waits:?}");
    };
    assert_eq!(main.unfinished, Some(1));
    assert_eq!(main.lock, None);
    for (wait, lock, holder, taken, held) in [(one, 4, 2, 21, 0), (other, 0, 1, 11, 4)] {
        assert_eq!(
            wait.lock.as_ref().map(place),
            Some(("locks".to_string(), lock))
        );
        let [having] = wait.holders.as_slice() else {
            panic!("{wait:?}");
        };
        assert_eq!((having.thread, having.has_ended), (holder, false));
        assert_eq!(
            having.taken.span.line, taken,
            "where the program calls the model"
        );
        // The model, and the function that has called it.
        assert_eq!(having.taken.stack.len(), 2);
        let own: Vec<(String, u64)> = wait.held.iter().map(|it| place(&it.lock)).collect();
        assert_eq!(own, [("locks".to_string(), held)]);
    }
}

/// A lock that is held twice is held since the first time, and given back once.
#[test]
fn what_is_given_back_is_not_held() {
    let hold = "hold &@locks[1:i32]";
    let body = [hold, hold, "hold &@locks[2:i32]", "release &@locks[1:i32]"];
    let mut waiting = worker("one", 10, &body);
    waiting = waiting.replace(
        "  return\n",
        "  atomic_begin\n  wait_until false\n  atomic_end\n  return\n",
    );
    let text = format!("{LOCKS}{waiting}{}", main_that_runs(&["one"]));
    let held = |text: &str| {
        let waits = waits(&program(text));
        let held = waits
            .last()
            .map(|wait| wait.held.clone())
            .expect("a thread");
        let held: Vec<(u64, u32)> = held
            .iter()
            .map(|held| (place(&held.lock).1, held.span.line))
            .collect();
        held
    };
    assert_eq!(held(&text), [(8, 13)]);
    let kept = text.replace("  release &@locks[1:i32] !f0:14:3\n", "");
    assert_eq!(held(&kept), [(4, 11), (8, 13)]);
}

/// Behind the first wait comes another one, and only behind that the lock.
#[test]
fn of_two_waits_it_is_the_one_that_does_not_hold() {
    let text = |signalled: u32, taken: u32| {
        format!(
            "{LOCKS}function @await(%lock.0: *i32) model !f1:20:1 {{
  reg %1: i32
b0:
  atomic_begin
  %1 = load @x
  wait_until %1 == 1:i32
  %1 = load *%lock.0
  wait_until %1 == 0:i32
  store *%lock.0 = 1:i32
  hold %lock.0
  atomic_end
  return
}}
entry @main
function @main() -> i32 !f0:30:1 {{
b0:
  store @x = {signalled}:i32
  store @locks[0:i32] = {taken}:i32
  call @await(&@locks[0:i32]) !f0:33:3
  return 0:i32
}}
"
        )
    };
    for (signalled, taken, is_for_lock) in [(0, 0, false), (0, 1, false), (1, 1, true)] {
        let waits = waits(&program(&text(signalled, taken)));
        let wait = waits.first().expect("a thread that waits");
        assert_eq!(wait.lock.is_some(), is_for_lock, "{signalled} {taken}");
        assert_eq!(wait.span.line, 33);
        let argument = wait.argument.as_ref().map(place);
        assert_eq!(argument, Some(("locks".to_string(), 0)));
        let reads: Vec<String> = wait.reads.iter().map(|at| place(at).0).collect();
        match is_for_lock {
            true => assert_eq!(reads, ["x", "locks"]),
            false => assert_eq!(reads, ["x"]),
        }
    }
}

/// The lock is given back, and the function left, long before the race is seen.
#[test]
fn a_race_remembers_what_was_around_the_first_access() {
    let (take, give) = (lock(2), unlock(2));
    let body = [take.as_str(), "call @deeper()", give.as_str()];
    let text = format!(
        "{LOCKS}function @deeper() !f0:40:1 {{
b0:
  store @x = 1:i32 !f0:41:3
  return
}}
{}{}{}",
        worker("one", 10, &body),
        worker("other", 20, &["store @x = 2:i32"]),
        main_that_runs(&["one", "other"])
    );
    let program = program(&text);
    let config = Config {
        detect_races: true,
        ..Config::default()
    };
    let schedule: Schedule = [0, 0, 1, 1, 1, 2].into_iter().collect();
    let run = run_given(&program, &config, &schedule, &[]);
    let Circumstances::Race(accesses) = &run.circumstances else {
        panic!("{:?}", run.outcome);
    };
    let [first, second] = accesses.as_ref();
    let lines = |stack: &[unspool_interp::Activation]| -> Vec<u32> {
        stack
            .iter()
            .map(|activation| activation.span.line)
            .collect()
    };
    assert_eq!(lines(&first.stack), [41, 12]);
    assert_eq!(lines(&second.stack), [21]);
    let held: Vec<(String, u64)> = first.held.iter().map(|it| place(&it.lock)).collect();
    assert_eq!(held, [("locks".to_string(), 8)]);
    assert_eq!(first.held.first().map(|held| held.span.line), Some(11));
    assert_eq!(second.held, []);
    assert!(!first.is_read && !first.is_volatile && !first.ends_object);
}

/// Who holds what is not part of the state: memory says it already.
#[test]
fn the_search_is_the_same_without_holds() {
    let text = unspool_ir::text::print(&in_opposite_orders());
    let is_other = |line: &&str| !line.contains(" hold ") && !line.contains(" release ");
    let without: Vec<&str> = text.lines().filter(is_other).collect();
    assert!(without.len() + 2 <= text.lines().count());
    for detect_races in [false, true] {
        let mut config = ExploreConfig::default();
        config.config.detect_races = detect_races;
        let with = explore_all(&program(&text), &config);
        let without = explore_all(&program(&without.join("\n")), &config);
        assert_eq!((with.states, with.steps), (without.states, without.steps));
        assert_eq!(with.found.len(), without.found.len());
    }
}
