//! The words of the program in the message of a failed assertion.

use crate::harness::{explore_all, outcome, program, run_seed};
use unspool_interp::{Config, ExploreConfig, Outcome, Uninitialised};

fn message(outcome: &Outcome) -> &str {
    match outcome {
        Outcome::AssertionFailed { message, .. } => message,
        other => panic!("{other:?}"),
    }
}

/// A program that fails with this detail.
fn failing(before: &str, detail: &str) -> String {
    format!(
        "entry @main
global @text: [6 x i8] = {{ 0: \"x == 1\" }}
global @ended: [8 x u8] = {{ 0: \"one\\0two\" }}
global @elsewhere: [4 x i8]
function @main() -> i32 {{
  reg %0: *void
  reg %unset.1: *i8
  slot $s.0: [4 x i8]
b0:
{before}  assert false, unreach-call, \"fails\", {detail}
  return 0:i32
}}
"
    )
}

#[test]
fn the_words_stand_behind_the_message() {
    for (detail, expected) in [
        // Up to the end of the object.
        ("&@text[0:i32]", "fails: x == 1"),
        ("&@text[5:i32]", "fails: 1"),
        ("(&@text as *i8) + 2:i32", "fails: == 1"),
        // Up to the zero.
        ("&@ended[0:i32]", "fails: one"),
        ("&@ended[4:i32]", "fails: two"),
        // An address that was an integer for a while.
        ("((&@ended as u64) + 4:u64) as *i8", "fails: two"),
    ] {
        assert_eq!(
            message(&outcome(&failing("", detail))),
            expected,
            "{detail}"
        );
    }
}

#[test]
fn what_cannot_be_read_is_left_out() {
    let freed = "  %0 = alloc heap 4:u64\n  free heap %0\n";
    let ended = "  live $s.0\n  %0 = &$s.0 as *void\n  dead $s.0\n";
    for (before, detail) in [
        ("", "0:*i8"),
        ("", "1:*i8"),
        ("", "(-1:i64) as *i8"),
        ("", "12345678:*i8"),
        ("", "%unset.1"),
        ("", "&$s.0[0:i32]"),
        ("", "&@ended[3:i32]"),
        ("", "(&@text as *i8) + 6:i32"),
        ("", "(&@text as *i8) + 7:i32"),
        ("", "(&@text as *i8) + -1:i32"),
        ("", "&@elsewhere[0:i32]"),
        ("", "&@main as *i8"),
        (freed, "%0 as *i8"),
        (ended, "%0 as *i8"),
        ("  live $s.0\n", "&$s.0[0:i32]"),
    ] {
        let program = program(&failing(before, detail));
        for uninitialised in [Uninitialised::Zero, Uninitialised::Input] {
            let config = Config {
                uninitialised,
                detect_races: true,
                ..Config::default()
            };
            let run = run_seed(&program, &config, 1);
            assert_eq!(message(&run.outcome), "fails", "{detail}");
            assert!(run.inputs.is_empty(), "{detail}");
        }
    }
}

/// One assertion in one place that fails with several words, which another thread writes meanwhile. Reading them is no
/// race; writing them without a reader is none either.
#[test]
fn outcomes_are_told_apart_by_their_words() {
    let text = "entry @main
global @text: [2 x i8] = { 0: \"a\" }
global @other: [2 x i8] = { 0: \"c\" }
function @writer(%arg.0: *void) {
b0:
  store @text[0:i32] = 98:i8
  return
}
function @main() -> i32 {
  reg %0: i32
  reg %1: bool
b0:
  %0 = spawn &@writer, 0:*void
  %1 = nondet
  assert false, unreach-call, \"fails\", %1 ? &@text[0:i32] : &@other[0:i32]
  return 0:i32
}
";
    let program = program(text);
    let mut config = ExploreConfig::default();
    for (detect_races, merge_states) in [(false, true), (true, true), (false, false)] {
        config.config.detect_races = detect_races;
        config.merge_states = merge_states;
        let exploration = explore_all(&program, &config);
        let mut messages: Vec<&str> = exploration.outcomes().map(message).collect();
        messages.sort_unstable();
        assert_eq!(messages, ["fails: a", "fails: b", "fails: c"]);
    }
    // The words cost no step: without them the states are as many.
    let without = text.replace(", %1 ? &@text[0:i32] : &@other[0:i32]", "");
    let without = explore_all(&crate::harness::program(&without), &config);
    assert_eq!(without.states, explore_all(&program, &config).states);
}
