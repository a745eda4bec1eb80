//! One thread: control flow, calls, records, floats, storage.

use crate::harness::{outcome, program, run_seed};
use unspool_interp::{Config, MemoryErrorKind, Outcome};

fn status(text: &str) -> i32 {
    match outcome(text) {
        Outcome::Finished { status } => status,
        other => panic!("{other:?}\n{text}"),
    }
}

#[test]
fn recursion_and_results() {
    let text = "entry @main
function @fib(%n.0: i32) -> i32 {
  reg %1, %2: i32
b0:
  branch %n.0 < 2:i32, b1, b2
b1:
  return %n.0
b2:
  %1 = call @fib(%n.0 - 1:i32)
  %2 = call @fib(%n.0 - 2:i32)
  return %1 + %2
}
function @main() -> i32 {
  reg %0: i32
b0:
  %0 = call @fib(15:i32)
  return %0
}
";
    assert_eq!(status(text), 610);
}

#[test]
fn endless_recursion_overflows_the_stack() {
    let text = |slot: &str, live: &str| {
        format!(
            "entry @main\nfunction @f() {{\n{slot}b0:\n{live}  call @f()\n  return\n}}\nfunction @main() -> i32 {{\nb0:\n  call @f()\n  return 0:i32\n}}\n"
        )
    };
    for text in [
        text("", ""),
        text("  slot $a.0: [1000 x i8]\n", "  live $a.0\n"),
    ] {
        assert!(matches!(
            outcome(&text),
            Outcome::MemoryError {
                kind: MemoryErrorKind::StackOverflow,
                ..
            }
        ));
    }
}

#[test]
fn switches_over_ranges_in_the_order_of_the_type() {
    for (value, expected) in [(-5, 1), (-1, 1), (0, 9), (3, 2), (7, 2), (8, 9), (100, 3)] {
        let text = format!(
            "entry @main
function @main() -> i32 {{
  reg %0: i32
b0:
  %0 = {value}:i32
  switch %0 {{ -5..-1 => b1, 3..7 => b2, 100 => b3, else => b4 }}
b1:
  return 1:i32
b2:
  return 2:i32
b3:
  return 3:i32
b4:
  return 9:i32
}}
"
        );
        assert_eq!(status(&text), expected, "{value}");
    }
}

#[test]
fn extra_arguments_lie_one_after_the_other() {
    let text = "entry @main
function @sum(%n.0: i32, ...) -> i32 {
  reg %1: *i8
  reg %2: i32
  reg %3: f64
  reg %4: i64
b0:
  %1 = var_args
  %2 = load *(%1 as *i32)
  %3 = load *((%1 + 8:i32) as *f64)
  %4 = load *((%1 + 16:i32) as *i64)
  return (%2 + (%3 as i32)) + (%4 as i32)
}
function @main() -> i32 {
  reg %0: i32
b0:
  %0 = call @sum(3:i32, 1:i32, 20.5:f64, 300:i64)
  return %0
}
";
    assert_eq!(status(text), 321);
    let too_far = text.replace("(%1 + 16:i32)", "(%1 + 24:i32)");
    assert!(matches!(
        outcome(&too_far),
        Outcome::MemoryError {
            kind: MemoryErrorKind::OutOfBounds { .. },
            ..
        }
    ));
}

#[test]
fn records_by_value_carry_pointers() {
    let text = "entry @main
struct pair size 16 align 8 {
  p: *i32 at 0,
  n: i32 at 8
}
global @x: i32 = { 0: 40:i32 }
function @make(%n.0: i32) -> struct pair {
  reg %1: struct pair
  slot $r.0: struct pair
b0:
  live $r.0
  store $r.0.p = &@x
  store $r.0.n = %n.0
  %1 = load $r.0
  dead $r.0
  return %1
}
function @take(%pair.0: struct pair) -> i32 {
  reg %1: i32
  reg %2: *i32
  slot $copy.0: struct pair
b0:
  live $copy.0
  store $copy.0 = %pair.0
  %2 = load $copy.0.p
  %1 = load *%2
  return %1
}
function @main() -> i32 {
  reg %0: struct pair
  reg %1: i32
b0:
  %0 = call @make(2:i32)
  %1 = call @take(true ? %0 : %0)
  return %1
}
";
    assert_eq!(status(text), 40);
}

#[test]
fn a_pointer_copied_byte_by_byte_still_points() {
    let text = "entry @main
global @x: i32 = { 0: 42:i32 }
global @from: *i32 = { 0: &@x as *i32 }
global @to: *i32 = {}
function @main() -> i32 {
  reg %0: i32
  reg %1: i8
  reg %2: *i32
b0:
  %0 = 0:i32
  goto b1
b1:
  branch %0 < 8:i32, b2, b3
b2:
  %1 = load *((&@from as *i8) + %0)
  store *((&@to as *i8) + %0) = %1
  %0 = %0 + 1:i32
  goto b1
b3:
  %2 = load @to
  %0 = load *%2
  return %0
}
";
    assert_eq!(status(text), 42);
}

#[test]
fn thread_locals_are_each_threads_own() {
    let text = "entry @main
global @mine: i32 thread_local = { 0: 5:i32 }
global @seen: i32 = {}
function @worker(%arg.0: *void) {
  reg %1: i32
b0:
  %1 = load @mine
  store @seen = %1
  store @mine = 100:i32
  return
}
function @main() -> i32 {
  reg %0: i32
  reg %1: bool
b0:
  store @mine = 6:i32
  %0 = spawn &@worker, 0:*void
  atomic_begin
  %1 = finished %0
  wait_until %1
  atomic_end
  %0 = load @seen
  assert %0 == 5:i32, unreach-call, \"initial value\"
  %0 = load @mine
  return %0
}
";
    assert_eq!(status(text), 6);
}

#[test]
fn many_allocations_do_not_use_up_memory() {
    let text = |storage: &str| {
        format!(
            "entry @main
function @main() -> i32 {{
  reg %0: i32
  reg %1: *void
b0:
  %0 = 0:i32
  goto b1
b1:
  %1 = alloc {storage} 1000:u64
  free {storage} %1
  %0 = %0 + 1:i32
  branch %0 < 100000:i32, b1, b2
b2:
  return 0:i32
}}
"
        )
    };
    let config = Config {
        memory_limit: 100_000,
        ..Config::default()
    };
    for storage in ["heap", "stack"] {
        let end = run_seed(&program(&text(storage)), &config, 0);
        assert_eq!(end.outcome, Outcome::Finished { status: 0 });
    }
    let leak = text("heap").replace("  free heap %1\n", "");
    let end = run_seed(&program(&leak), &config, 0);
    assert!(matches!(end.outcome, Outcome::ResourceLimit { .. }));
}

#[test]
fn thirty_two_bit_addresses_fit() {
    let text = "datamodel ilp32
entry @main
global @x: i32 = { 0: 8:i32 }
global @p: *i32 = { 0: &@x as *i32 }
function @main() -> i32 {
  reg %0: u32
  reg %1: *i32
  reg %2: i32
  reg %3: *void
b0:
  %1 = load @p
  %0 = %1 as u32
  %2 = load *(%0 as *i32)
  %3 = alloc heap 8:u32
  store *(%3 as **i32) = %1
  store *((%3 as **i32) + 1:i32) = &@x
  %1 = load *((%3 as **i32) + 1:i32)
  %2 = load *%1
  return %2
}
";
    assert_eq!(status(text), 8);
}

#[test]
fn ends_of_every_kind() {
    let text = |end: &str| {
        format!(
            "entry @main\nfunction @f()\nfunction @main() -> i32 {{\n  reg %0: i32\nb0:\n  {end}\n}}\n"
        )
    };
    assert_eq!(status(&text("exit 7:i32")), 7);
    assert_eq!(status(&text("return -1:i32")), -1);
    assert_eq!(status(&text("exit_thread")), 0);
    assert!(matches!(
        outcome(&text("abort")),
        Outcome::Aborted { thread: 0, .. }
    ));
    assert!(matches!(
        outcome(&text("unreachable")),
        Outcome::UnreachableReached { .. }
    ));
    assert!(matches!(
        outcome(&text("assume false\n  return 0:i32")),
        Outcome::AssumeFailed { .. }
    ));
    for unsupported in ["unsupported \"asm\"", "call @f()"] {
        let found = outcome(&text(&format!("{unsupported}\n  return 0:i32")));
        assert!(matches!(found, Outcome::Unsupported { .. }));
    }
    let program = program(&text("goto b0"));
    let config = Config {
        max_instructions: 1000,
        ..Config::default()
    };
    assert_eq!(run_seed(&program, &config, 0).outcome, Outcome::StepLimit);
}

#[test]
fn floats_of_every_format() {
    for kind in ["f16", "f32", "f64", "f80", "f128"] {
        let text = format!(
            "entry @main
global @x: {kind} = {{}}
function @main() -> i32 {{
  reg %0: {kind}
b0:
  store @x = (3:i32 as {kind}) / (2:u8 as {kind})
  %0 = load @x
  %0 = (%0 * (2:i32 as {kind})) + (4:i32 as {kind})
  store @x = -%0
  %0 = load @x
  return ((%0 < (0:i32 as {kind})) ? %0 : (1:i32 as {kind})) as i32
}}
"
        );
        assert_eq!(status(&text), -7, "{kind}");
    }
}

#[test]
fn allocations_are_aligned_as_asked() {
    let text = |storage: &str, align: &str| {
        format!(
            "entry @main
function @main() -> i32 {{
  reg %0: *void
  reg %1: u64
  reg %2: i32
b0:
  %1 = 4096:u64
  goto b1
b1:
  %0 = alloc {storage} 3:u64 {align}
  assert ((%0 as u64) % %1) == 0:u64, unreach-call, \"aligned\"
  %2 = %2 + 1:i32
  branch %2 < 5:i32, b1, b2
b2:
  return 0:i32
}}
"
        )
    };
    for storage in ["heap", "stack"] {
        let of = |align: &str| outcome(&text(storage, align));
        assert_eq!(of("align 4096:u64"), Outcome::Finished { status: 0 });
        assert_eq!(of("align %1"), Outcome::Finished { status: 0 });
        assert!(matches!(of(""), Outcome::AssertionFailed { .. }));
        let no_power = of("align %1 + 1:u64");
        assert!(matches!(no_power, Outcome::Unsupported { .. }));
    }
}

#[test]
fn a_pointer_in_32_bits_is_not_zero() {
    // The first object of each kind, where a layout is most likely to be round.
    let of = |model: &str, pointer: &str| {
        format!(
            "datamodel {model}
entry @main
global @global: i32 = {{}}
global @local: i32 thread_local = {{}}
function @main() -> i32 {{
  reg %heap.0, %stack.1: *i32
  slot $slot.0: i32
b0:
  live $slot.0
  %heap.0 = alloc heap 4:{word}
  %stack.1 = alloc stack 4:{word}
  return (({pointer} as i32) as bool) as i32
}}
",
            word = if model == "lp64" { "u64" } else { "u32" },
        )
    };
    for model in ["lp64", "ilp32"] {
        for pointer in [
            "&@main", "&@global", "&@local", "&$slot.0", "%heap.0", "%stack.1",
        ] {
            let text = of(model, &format!("({pointer})"));
            assert_eq!(status(&text), 1, "{text}");
            let without_local = text.replace("global @local: i32 thread_local = {}\n", "");
            if pointer != "&@local" {
                assert_eq!(status(&without_local), 1, "{without_local}");
            }
        }
        assert_eq!(status(&of(model, "(0:*i32)")), 0);
    }
}
