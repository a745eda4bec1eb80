//! Which threads can do anything about which waits, by the text of the program.

#[path = "expect/results.rs"]
mod results;

use std::fmt::Write;
use std::sync::Arc;

use unspool_ir::{FunctionId, InstKind, Program};
use unspool_passes::wakers::{Awaited, CodePlace, Frame, Side, Wakers};

/// For each function `run_...`, as what a thread is about to do, and each `wait_until` in one that is called `wait_...`.
#[test]
fn futures_are_as_expected() {
    results::check_folder("wakers", |program| {
        let program = Arc::new(program.clone());
        let wakers = Wakers::of(Arc::clone(&program));
        let waits: Vec<(&str, Option<Awaited>)> = called(&program, "wait_")
            .map(|(name, function)| (name, wakers.awaited(&[wait_in(&program, function)])))
            .collect();
        let mut text = String::new();
        for (runner, function) in called(&program, "run_") {
            let stack = [vec![CodePlace::entry(function)]];
            let future = wakers.future(&stack, Side::Before, None);
            let left_alone = waits.iter().filter(|(_, awaited)| {
                let awaited = awaited.as_ref();
                awaited.is_some_and(|awaited| future.leaves_alone(awaited))
            });
            let names: Vec<&str> = left_alone.map(|(name, _)| *name).collect();
            writeln!(text, "@{runner} leaves alone: {}", names.join(", ")).expect("text");
        }
        for (name, _) in waits.iter().filter(|(_, awaited)| awaited.is_none()) {
            writeln!(text, "nobody is said to leave @{name} alone").expect("text");
        }
        text
    });
}

/// What lies behind an instruction, and behind the calls on the stack, from any of the places where a thread may be.
#[test]
fn futures_begin_where_the_thread_is() {
    let program = Arc::new(parsed(PLACES));
    let wakers = Wakers::of(Arc::clone(&program));
    let function = |name: &'static str| {
        let found = called(&program, name).find(|(it, _)| *it == name);
        found.map(|(_, function)| function).expect("a function")
    };
    let at = |name: &'static str, block: usize, index: usize| CodePlace {
        function: function(name),
        block: unspool_ir::BlockId::new(block),
        index,
    };
    let awaited = wakers.awaited(&[wait_in(&program, function("wait_x"))]);
    let awaited = awaited.expect("it reads something");
    let is_left_alone =
        |stack: &[Frame], side| wakers.future(stack, side, None).leaves_alone(&awaited);
    let caller = |index| vec![at("caller", 0, index)];
    let set = |index| vec![at("set", 0, index)];
    // The first call of `set` is followed by another, the second one by nothing.
    assert!(!is_left_alone(&[caller(0), set(1)], Side::Before));
    assert!(is_left_alone(&[caller(1), set(1)], Side::Before));
    // A section that has been entered is behind the thread as a whole.
    assert!(!is_left_alone(&[caller(1), set(0)], Side::Before));
    assert!(is_left_alone(
        &[caller(1), vec![at("in_section", 0, 0)]],
        Side::Behind
    ));
    assert!(!is_left_alone(
        &[caller(1), vec![at("in_section", 0, 0)]],
        Side::Before
    ));
    // It may be at either place.
    assert!(!is_left_alone(
        &[caller(1), [set(1), set(0)].concat()],
        Side::Before
    ));
    // Nothing is known of it.
    assert!(!is_left_alone(&[], Side::Before));
    assert!(!is_left_alone(&[caller(1), Vec::new()], Side::Behind));
}

const PLACES: &str = "datamodel lp64
global @x: i32 = {}
function @set(%p.0: *i32) {
b0:
  store *%p.0 = 1:i32
  return
}
function @in_section(%p.0: *i32) {
b0:
  atomic_begin
  store *%p.0 = 1:i32
  atomic_end
  return
}
function @caller() {
b0:
  call @set(&@x)
  call @set(&@x)
  exit_thread
}
function @wait_x() {
  reg %a.0: i32
b0:
  atomic_begin
  %a.0 = load @x
  wait_until %a.0 == 1:i32
  atomic_end
  return
}
";

fn parsed(source: &str) -> Program {
    let program = unspool_ir::text::parse(source).expect("a program");
    unspool_ir::verify::verify(&program).expect("a right one");
    program
}

fn called<'p>(
    program: &'p Program,
    beginning: &'static str,
) -> impl Iterator<Item = (&'p str, FunctionId)> {
    let functions = program.functions.iter().enumerate();
    let named = functions.filter(move |(_, function)| function.name.starts_with(beginning));
    named.map(|(number, function)| (function.name.as_str(), FunctionId::new(number)))
}

fn wait_in(program: &Program, function: FunctionId) -> Frame {
    let body = program.function(function).body.as_ref().expect("a body");
    let blocks = body.blocks.iter().enumerate();
    let mut places = blocks.flat_map(|(block, content)| {
        let insts = content.insts.iter().enumerate();
        let waits = insts.filter(|(_, inst)| matches!(inst.kind, InstKind::WaitUntil(_)));
        waits.map(move |(index, _)| CodePlace {
            function,
            block: unspool_ir::BlockId::new(block),
            index,
        })
    });
    places.next().into_iter().collect()
}
