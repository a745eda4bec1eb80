//! Which assertions are known to hold by the ranges of values, and which of their twins are not.

use unspool_interp::{ExploreConfig, Outcome, explore};
use unspool_ir::{Property, text};
use unspool_passes::check_freedom::may_be_violated;
use unspool_passes::points_to::PointsTo;
use unspool_passes::ranges::Ranges;

const OVERFLOW: &[Property] = &[Property::Overflow];

/// Two threads do the same.
fn program(start: &str, body: &str) -> String {
    let thread =
        |name: &str| format!("function {name}() {{\n  reg %0: i32\nb0:\n{body}  return\n}}\n\n");
    format!(
        "entry @main\n\nglobal @x: i32 = {{ 0: {start}:i32 }}\nglobal @y: i32 = {{}}\n\n{}{}function @main() -> i32 {{\n  reg %0: i32\nb0:\n  \
         %0 = spawn thread 1 &@first\n  %0 = spawn thread 2 &@second\n  return 0:i32\n}}\n",
        thread("@first"),
        thread("@second"),
    )
}

/// Which may be violated, as far as is known; also, that no other is in any execution.
fn open(source: &str, properties: &[Property]) -> Vec<Property> {
    let program = text::parse(source).unwrap_or_else(|error| panic!("{error}\n{source}"));
    let ranges = Ranges::of(&program, &PointsTo::of(&program));
    assert!(ranges.is_some(), "{source}");
    let open = may_be_violated(&program, properties, || ranges.as_ref());
    let exploration = explore(&program, &ExploreConfig::default());
    assert!(exploration.complete);
    for outcome in exploration.outcomes() {
        if let Outcome::AssertionFailed { property, .. } = outcome {
            assert!(
                !properties.contains(property) || open.contains(property),
                "{source}"
            );
        }
    }
    open
}

fn cannot(source: &str, properties: &[Property]) -> bool {
    open(source, properties).is_empty()
}

#[test]
fn counters_overflow_only_where_they_start_high() {
    let count = "  %0 = load @x\n  assert %0 <= 2147483646:i32, no-overflow, \"overflow\"\n  store @x = %0 + 1:i32\n";
    assert!(cannot(&program("0", count), OVERFLOW));
    assert!(cannot(&program("2147483644", count), OVERFLOW));
    assert!(!cannot(&program("2147483646", count), OVERFLOW));
}

#[test]
fn what_is_not_asked_for_may_fail() {
    let both = "  %0 = load @x\n  assert %0 == 0:i32, unreach-call, \"seen\"\n  assert %0 <= 9:i32, no-overflow, \"overflow\"\n  store @x = 1:i32\n";
    let source = program("0", both);
    assert!(cannot(&source, OVERFLOW));
    assert!(!cannot(&source, &[Property::UnreachCall]));
    assert!(!cannot(
        &source,
        &[Property::Overflow, Property::UnreachCall]
    ));
}

#[test]
fn an_assertion_that_always_fails_is_not_known_to_hold() {
    let fails = "  assert 0:bool, no-overflow, \"overflow\"\n";
    assert!(!cannot(&program("0", fails), OVERFLOW));
}

/// As C's `assert` and `if (...) error();` are written.
#[test]
fn nobody_gets_to_an_assertion_behind_an_impossible_condition() {
    let counts = |most: u32| {
        let body = format!(
            "  %0 = load @x\n  store @x = %0 + 1:i32\n  branch {most}:i32 < %0, b1, b2\nb1:\n  assert 0:bool, unreach-call, \"too many\"\n  return\nb2:\n"
        );
        cannot(&program("0", &body), &[Property::UnreachCall])
    };
    assert!(counts(2) && counts(5));
    assert!(!counts(0));
}

#[test]
fn other_things_that_may_fail_are_no_proof() {
    let divides = "  %0 = load @x\n  store @y = 7:i32 / %0\n";
    assert!(!cannot(&program("1", divides), OVERFLOW));
    let branches = "  %0 = load @x\n  branch (7:i32 / %0) == 7:i32, b1, b1\nb1:\n";
    assert!(!cannot(&program("1", branches), OVERFLOW));
    let asserts = "  %0 = load @x\n  assert (7:i32 / %0) == 7:i32, unreach-call, \"seven\"\n";
    assert!(!cannot(&program("1", asserts), OVERFLOW));
    let bounded = "  %0 = load @x\n  assert %0 == 5:i32, unwinding, \"bound\"\n";
    assert!(!cannot(&program("0", bounded), OVERFLOW));
}
