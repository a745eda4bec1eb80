//! Bounding, by example, and what it reports.

mod expect;

use unspool_ir::{Property, text};
use unspool_passes::bound::{
    AtBound, BoundConfig, BoundError, CutKind, LoopBound, LoopKind, LoopPlace, bound,
};
use unspool_passes::bounded;

#[test]
fn programs() {
    expect::check_folder("bound", |program| {
        let config = BoundConfig::default();
        let (result, _) = bound(program, &config).expect("it is bounded");
        bounded::check(&result).expect("the rules of bounded programs hold");
        *program = result;
    });
}

const TWO_LOOPS: &str = r#"
entry @main
file f0 "src/loops.c"
global @n: i32 = {}

function @spin() !f0:3:1 {
  reg %0: bool
b0:
  goto b1 !4:3
b1:
  %0 = nondet !5:3
  branch %0, b1, b2
b2:
  return !6:1
}

function @main() -> i32 !f0:10:1 {
  reg %i.0: i32
b0:
  call @spin() !11:3
  %i.0 = 0:i32
  goto b1
b1:
  branch %i.0 < 50:i32, b2, b3 !12:3
b2:
  store @n = %i.0 !13:5
  %i.0 = %i.0 + 1:i32
  goto b1
b3:
  return 0:i32 !15:3
}
"#;

fn at_line(line: u32, bound: u32) -> LoopBound {
    LoopBound {
        place: LoopPlace::Line {
            file: "loops.c".to_string(),
            line,
        },
        bound,
    }
}

/// Iterations of the two loops, and whether they are cut.
fn loops(config: &BoundConfig) -> [(u32, bool); 2] {
    let program = text::parse(TWO_LOOPS).expect("a program");
    let (_, report) = bound(&program, config).expect("it is bounded");
    let of = |name: &str| {
        let report = report.loops.iter().find(|l| l.function == name);
        report.map_or((0, false), |l| (l.iterations, l.is_cut))
    };
    [of("main"), of("spin")]
}

#[test]
fn bounds_of_loops() {
    let default = BoundConfig::default();
    assert_eq!(loops(&default), [(50, false), (2, true)]);
    let more = BoundConfig {
        unwind: 7,
        ..default.clone()
    };
    assert_eq!(loops(&more), [(50, false), (7, true)]);
    // Beyond the limit a constant loop is bounded like any other.
    let limited = BoundConfig {
        unwind_static: 49,
        ..default.clone()
    };
    assert_eq!(loops(&limited), [(2, true), (2, true)]);
    let by_line = BoundConfig {
        loops: vec![at_line(12, 3), at_line(5, 4)],
        ..default.clone()
    };
    assert_eq!(loops(&by_line), [(3, true), (4, true)]);
    let by_function = BoundConfig {
        loops: vec![LoopBound {
            place: LoopPlace::Function("spin".to_string()),
            bound: 6,
        }],
        ..default
    };
    assert_eq!(loops(&by_function), [(50, false), (6, true)]);
}

#[test]
fn a_short_file_name_is_not_part_of_a_longer_one() {
    let config = BoundConfig {
        loops: vec![LoopBound {
            place: LoopPlace::Line {
                file: "ops.c".to_string(),
                line: 5,
            },
            bound: 9,
        }],
        ..BoundConfig::default()
    };
    assert_eq!(loops(&config)[1], (2, true));
}

#[test]
fn what_was_cut_is_reported_and_asserted() {
    let program = text::parse(TWO_LOOPS).expect("a program");
    let config = BoundConfig {
        at_bound: AtBound::Assert,
        ..BoundConfig::default()
    };
    let (bounded, report) = bound(&program, &config).expect("it is bounded");
    let [cut] = report.cuts.as_slice() else {
        panic!("one cut, not {:?}", report.cuts);
    };
    assert_eq!(
        (&cut.what, cut.bound, cut.span.line),
        (&CutKind::Loop, 2, 5)
    );
    let printed = text::print(&bounded);
    let assertion = format!(
        "assert false, {}, \"this loop may run more than 2 times\"",
        Property::Unwinding.name()
    );
    assert_eq!(printed.matches(&assertion).count(), 1, "{printed}");
    let kinds: Vec<LoopKind> = report.loops.iter().map(|l| l.kind).collect();
    assert_eq!(kinds, [LoopKind::Dynamic, LoopKind::Static]);
}

#[test]
fn too_many_threads_are_cut() {
    let source = "entry @main\n\
        function @bomb() {\n  reg %0: i32\nb0:\n  %0 = spawn &@bomb\n  return\n}\n\
        function @main() -> i32 {\n  reg %0: i32\nb0:\n  %0 = spawn &@bomb\n  return 0:i32\n}\n";
    let program = text::parse(source).expect("a program");
    let config = BoundConfig {
        threads: 5,
        ..BoundConfig::default()
    };
    let (result, report) = bound(&program, &config).expect("it is bounded");
    assert_eq!(bounded::threads(&result).len(), 5);
    assert_eq!(report.cuts.len(), 1);
    assert_eq!(
        (&report.cuts[0].what, report.cuts[0].bound),
        (&CutKind::Threads, 5)
    );
}

#[test]
fn what_is_too_large_is_refused_or_bounded_more_tightly() {
    let program = text::parse(TWO_LOOPS).expect("a program");
    let tight = BoundConfig {
        instructions: 60,
        ..BoundConfig::default()
    };
    // The constant loop gives way.
    assert_eq!(loops(&tight), [(2, true), (2, true)]);
    let hopeless = BoundConfig {
        instructions: 5,
        ..BoundConfig::default()
    };
    let refusal = bound(&program, &hopeless).map(|_| ());
    assert!(matches!(
        refusal,
        Err(BoundError::TooLarge { limit: 5, .. })
    ));
}

/// A library function that loops, called by another one, called by the program.
const IN_THE_LIBRARY: &str = r#"
entry @main
file f0 "a.c"
file f1 "library.c"

function @inner() model !f1:1:1 {
  reg %0: bool
b0:
  goto b1 !2:3
b1:
  %0 = nondet !3:3
  branch %0, b1, b2
b2:
  return
}

function @outer() model !f1:5:1 {
b0:
  call @inner() !6:3
  return
}

function @main() -> i32 !f0:10:1 {
b0:
  call @outer() !11:3
  call @outer() !12:3
  return 0:i32
}
"#;

#[test]
fn what_is_cut_in_the_library_has_the_call_that_leads_there() {
    let program = text::parse(IN_THE_LIBRARY).expect("a program");
    let config = BoundConfig {
        library_calls: false,
        ..BoundConfig::default()
    };
    let (_, report) = bound(&program, &config).expect("it is bounded");
    let cuts: Vec<_> = (report.cuts.iter())
        .map(|cut| (cut.span.line, cut.bound, cut.library_call.as_ref()))
        .map(|(line, bound, call)| {
            (
                line,
                bound,
                call.map(|c| (c.function.as_str(), c.span.line)),
            )
        })
        .collect();
    let expected = [(3, 16, Some(("outer", 11))), (3, 16, Some(("outer", 12)))];
    assert_eq!(cuts, expected);
    let hopeless = BoundConfig {
        instructions: 20,
        ..config
    };
    let Err(BoundError::TooLarge { library_call, .. }) = bound(&program, &hopeless) else {
        panic!("it is too large");
    };
    let call = library_call.map(|call| (call.function, call.span.line));
    assert_eq!(call, Some(("outer".to_string(), 11)));
    // What the program does itself has no such call.
    let program = text::parse(TWO_LOOPS).expect("a program");
    let (_, report) = bound(&program, &BoundConfig::default()).expect("it is bounded");
    assert_eq!(report.cuts[0].library_call, None);
}

#[test]
fn without_entry_there_is_nothing_to_bound() {
    let program = text::parse("global @x: i32 = {}").expect("a program");
    let refusal = bound(&program, &BoundConfig::default()).map(|_| ());
    assert_eq!(refusal, Err(BoundError::NoEntry));
}

#[test]
fn without_its_switches_nothing_is_known_of_memory_and_no_call_is_dropped() {
    let source = include_str!("bound/library_output.ir");
    let program = text::parse(source).expect("a program");
    let printed = |config: &BoundConfig| {
        let (result, _) = bound(&program, config).expect("it is bounded");
        text::print(&result)
    };
    let keep_calls = BoundConfig {
        library_calls: false,
        ..BoundConfig::default()
    };
    assert!(!printed(&BoundConfig::default()).contains("output"));
    assert!(printed(&keep_calls).contains("output"));

    let source = include_str!("bound/known_memory.ir");
    let program = text::parse(source).expect("a program");
    let loads = |config: &BoundConfig| {
        let (result, _) = bound(&program, config).expect("it is bounded");
        text::print(&result).matches("load").count()
    };
    let unknown = BoundConfig {
        constants: false,
        ..BoundConfig::default()
    };
    assert_eq!((loads(&BoundConfig::default()), loads(&unknown)), (2, 5));
}
