//! Violations that are easy to read: as few switches as there can be, no step too many, and the simplest inputs.

use std::time::{Duration, Instant};

use unspool_engine::{
    Answer, Counterexample, Encoding, Engine, EngineConfig, Minimality, Position, Wanted, minimal,
};
use unspool_ir::Property;

use crate::{SPAWN, X, program, several, two, ways};

/// The violation at the end, and what is known about it.
fn minimised(
    text: &str,
    config: EngineConfig,
    time: Duration,
) -> Option<(Counterexample, Minimality)> {
    let program = program(text);
    let mut engine = Engine::new(&program, config).expect("a bounded program");
    let properties = [Property::UnreachCall, Property::LockMisuse];
    match engine.violation(&properties).expect("the solver works") {
        Answer::Found(found) => {
            let until = Instant::now() + time;
            let better = minimal::minimise(
                &mut engine,
                &Wanted::Checks(properties.to_vec()),
                &found,
                until,
            );
            Some(better.expect("the solver works"))
        }
        Answer::None => None,
        Answer::Stopped(stopped) => panic!("{stopped:?}"),
    }
}

/// The same for rounds and contexts in all ways, proved in all of them: switches, points, and the inputs as numbers.
fn best(text: &str) -> Option<(usize, usize, Vec<i32>)> {
    let mut all = Vec::new();
    for encoding in [Encoding::Rounds(4), Encoding::Contexts(7)] {
        for way in ways() {
            let config = EngineConfig { encoding, ..way };
            let best = minimised(text, config, Duration::from_secs(60));
            all.push(best.map(|(execution, minimality)| {
                assert!(minimality.is_fewest && minimality.is_shortest);
                assert!(minimality.inputs_simplest);
                assert_eq!(minimality.switches, execution.switches());
                (
                    minimality.switches,
                    minimality.points,
                    inputs_of(&execution),
                )
            }));
        }
    }
    assert!(all.iter().all(|one| *one == all[0]), "{all:?}");
    all.swap_remove(0)
}

fn inputs_of(execution: &Counterexample) -> Vec<i32> {
    let drawn = execution.inputs.iter().map(|input| &input.bytes);
    let unset = execution.unset.iter().map(|(_, _, bytes)| bytes);
    drawn
        .chain(unset)
        .map(|bytes| {
            let mut number = [0; 4];
            number[..bytes.len()].copy_from_slice(bytes);
            i32::from_le_bytes(number)
        })
        .collect()
}

const START_TWO: &str =
    "  %0 = spawn thread 1 &@first, 0:i32\n  %0 = spawn thread 2 &@second, 0:i32\n";
const START_THIRD: &str = "  %0 = spawn thread 3 &@third, 0:i32\n";
const ADD: &str = "  point 0 %1 = load @x\n  point 0 store @x = %1 + 1:i32\n  exit_thread\n";
const ADD_WHOLE: &str = "  point 0 atomic_begin\n  %1 = load @x\n  store @x = %1 + 1:i32\n  atomic_end\n  exit_thread\n";
const BYSTANDER: &str =
    "  point 0 store @y = 1:i32\n  point 0 %1 = load @x\n  point 0 store @y = %1\n  exit_thread\n";

fn join(number: u32) -> String {
    format!("  point 0 atomic_begin\n  %3 = finished {number}:i32\n  wait_until %3\n  atomic_end\n")
}

fn joined_and_counted(start: &str) -> String {
    format!(
        "{start}{}{}  point 0 %2 = load @x\n  assert %2 == 2:i32, unreach-call, \"lost\"\n  point 0 exit 0:i32\n",
        join(1),
        join(2)
    )
}

#[test]
fn a_lost_update_needs_four_switches_and_no_bystander() {
    let main = joined_and_counted(START_TWO);
    // There, one of them up to its update, the other, the first again, and back: two joins, two updates, and the last load.
    let lost = Some((4, 7, vec![]));
    assert_eq!(best(&several(X, &main, &[ADD, ADD])), lost);
    assert_eq!(
        best(&several(X, &main, &[ADD, ADD_WHOLE])),
        Some((4, 6, vec![]))
    );
    assert_eq!(best(&several(X, &main, &[ADD_WHOLE, ADD_WHOLE])), None);
    let main = joined_and_counted(&format!("{START_TWO}{START_THIRD}"));
    assert_eq!(best(&several(X, &main, &[ADD, ADD, BYSTANDER])), lost);
    // One who must have been there costs the switch to him, and two steps, since his last one is not needed.
    let main = main.replace(
        "  point 0 %2 = load @x\n",
        "  point 0 %0 = load @y\n  assume %0 == 1:i32\n  point 0 %2 = load @x\n",
    );
    let text = several(X, &main, &[ADD, ADD, BYSTANDER]);
    assert_eq!(best(&text), Some((5, 9, vec![])));
}

#[test]
fn the_assertion_with_fewer_switches_is_shown() {
    let other = "  point 0 store @x = 1:i32\n  point 1 store @x = 2:i32\n  exit_thread\n";
    let main = |first: &str, second: &str| {
        format!(
            "{SPAWN}  point 0 %1 = load @x\n  assert %1 != {first}:i32, unreach-call, \"first\"\n\
             \x20 point 1 %2 = load @x\n  assert (%1 == %2) | (%2 != {second}:i32), lock-misuse, \"second\"\n  point 2 exit 0:i32\n"
        )
    };
    // There and back, and for the second one a way to be seen in between.
    assert_eq!(best(&two(X, &main("2", "9"), other)), Some((2, 3, vec![])));
    assert_eq!(best(&two(X, &main("9", "1"), other)), Some((2, 3, vec![])));
    let twice = main("9", "2").replace("(%1 == %2)", "(%1 != 1:i32)");
    assert_eq!(best(&two(X, &twice, other)), Some((4, 4, vec![])));
    let either = twice.replace("%1 != 9:i32", "%1 != 2:i32");
    assert_eq!(best(&two(X, &either, other)), Some((2, 3, vec![])));
    assert_eq!(best(&two(X, &main("9", "9"), other)), None);
}

/// A thread that goes to `then` or `otherwise` by an input, whose results are seen by the main thread.
fn branching(then: &str, otherwise: &str) -> String {
    let other = format!(
        "  %3 = nondet\n  branch %3, b1, b2\nb1:\n{then}  goto b3\nb2:\n{otherwise}  goto b3\nb3:\n  exit_thread\n"
    );
    let main = "  %0 = spawn thread 1 &@first, 0:i32\n  point 0 %1 = load @x\n  assert %1 == 0:i32, unreach-call, \"seen\"\n  point 0 exit 0:i32\n";
    several(X, main, &[&other])
}

#[test]
fn the_shorter_of_two_ways_is_taken() {
    let store = |value: u32| format!("  point 0 store @x = {value}:i32\n");
    let long = format!("{}{}{}", store(0), store(0), store(1));
    let short = store(1);
    let way = |then: &str, otherwise: &str| best(&branching(then, otherwise));
    // Switches to the other and back. The input is what it has to be on the way.
    assert_eq!(way(&short, &long), Some((2, 2, vec![1])));
    assert_eq!(way(&long, &short), Some((2, 2, vec![0])));
    assert_eq!(way(&long, &store(0)), Some((2, 4, vec![1])));
    // Nobody goes on behind what is needed.
    let early = format!("{}{}{}", store(1), store(0), store(1));
    assert_eq!(way(&early, &store(0)), Some((2, 2, vec![1])));
    assert_eq!(way(&store(0), &store(0)), None);
}

#[test]
fn inputs_are_the_simplest_that_fail() {
    // The program draws two numbers, `%1` and `%2`.
    let asserting = |condition: &str| {
        format!(
            "entry @main\nfunction @main() -> i32 {{\n  reg %0, %1, %2: i32\nb0:\n  %1 = nondet\n  %2 = nondet\n\
             \x20 assert !({condition}), unreach-call, \"drawn\"\n  exit 0:i32\n}}\n"
        )
    };
    for (condition, expected) in [
        ("true", [0, 0]),
        ("%1 != 0:i32", [1, 0]),
        ("(%1 > 1000:i32) & ((%1 % 7:i32) == 3:i32)", [1004, 0]),
        ("%1 < -5:i32", [-6, 0]),
        ("(%1 < 0:i32) & (%1 != -1:i32)", [-2, 0]),
        ("(%1 * %1) == 49:i32", [7, 0]),
        ("(%1 + %2) == 300:i32", [0, 300]),
        ("(%1 > %2) & (%2 > 9:i32)", [11, 10]),
    ] {
        let best = best(&asserting(condition));
        assert_eq!(best, Some((0, 0, expected.to_vec())), "{condition}");
    }
    assert_eq!(best(&asserting("(%1 > 5:i32) & (%1 < 5:i32)")), None);
}

#[test]
fn floating_point_inputs_have_few_digits() {
    let asserting = |condition: &str| {
        format!(
            "entry @main\nfunction @main() -> i32 {{\n  reg %0, %1: f32\nb0:\n  %1 = nondet\n\
             \x20 assert !({condition}), unreach-call, \"drawn\"\n  exit 0:i32\n}}\n"
        )
    };
    for (condition, expected) in [
        ("%1 < 4:f32", 0.0),
        ("%1 > 0:f32", 1.0),
        ("%1 < 0:f32", -1.0),
        ("%1 > 5:f32", 10.0),
    ] {
        let (_, _, inputs) = best(&asserting(condition)).expect("a violation");
        assert_eq!(f32::from_bits(inputs[0] as u32), expected, "{condition}");
    }
    // Neither is round: what is simpler nobody says.
    let text = asserting("(%1 > 4:f32) & (%1 < 7:f32)");
    let found = minimised(&text, EngineConfig::default(), Duration::from_secs(60));
    let (execution, minimality) = found.expect("a violation");
    let number = f32::from_bits(inputs_of(&execution)[0] as u32);
    assert!([5.0, 6.0].contains(&number), "{number}");
    assert!(!minimality.inputs_simplest);
    let text = asserting("%1 > 5000:f32");
    let found = minimised(&text, EngineConfig::default(), Duration::from_secs(60));
    let (execution, _) = found.expect("a violation");
    let number = f32::from_bits(inputs_of(&execution)[0] as u32);
    assert!(number.is_finite(), "{number}");
}

#[test]
fn what_is_not_set_and_what_may_fail_is_zero() {
    let weak = |expected: &str| {
        let main = format!(
            "{SPAWN}  %1 = nondet\n  point 0 %3, %2 = compare_exchange weak seq_cst @x, 0:i32, 1:i32\n\
             \x20 assert {expected}, unreach-call, \"failed\"\n  point 1 exit 0:i32\n"
        );
        two(X, &main, "  point 0 store @y = 7:i32\n  exit_thread\n")
    };
    assert_eq!(best(&weak("false")), Some((0, 1, vec![0, 0])));
    assert_eq!(best(&weak("%3")), Some((0, 1, vec![0, 1])));
    // An input of the program is simplified before a choice of the machine.
    assert_eq!(best(&weak("%3 & (%1 == 0:i32)")), Some((0, 1, vec![0, 1])));
    let unset = |condition: &str| {
        format!(
            "entry @main\nfunction @main() -> i32 {{\n  reg %0, %1: i32\nb0:\n\
             \x20 assert {condition}, unreach-call, \"unset\"\n  exit 0:i32\n}}\n"
        )
    };
    assert_eq!(best(&unset("%1 != %1")), Some((0, 0, vec![0])));
    assert_eq!(best(&unset("%1 < 5:i32")), Some((0, 0, vec![5])));
    assert_eq!(best(&unset("%1 == %1")), None);
}

#[test]
fn without_time_nothing_is_claimed() {
    let text = several(X, &joined_and_counted(START_TWO), &[ADD, ADD]);
    let config = || EngineConfig {
        encoding: Encoding::Rounds(4),
        ..EngineConfig::default()
    };
    let positions = |execution: &Counterexample| -> Vec<Position> {
        let contexts = execution.contexts.iter();
        contexts.flat_map(|context| context.steps.clone()).collect()
    };
    let program = program(&text);
    let mut engine = Engine::new(&program, config()).expect("a bounded program");
    let properties = [Property::UnreachCall];
    let Ok(Answer::Found(found)) = engine.violation(&properties) else {
        panic!("a violation");
    };
    let now = Instant::now();
    let same = minimal::minimise(
        &mut engine,
        &Wanted::Checks(properties.to_vec()),
        &found,
        now,
    );
    let (same, minimality) = same.expect("the solver works");
    assert_eq!(positions(&same), positions(&found));
    assert!(!minimality.is_fewest && !minimality.is_shortest);
    assert_eq!(minimality.switches, found.switches());
    // Later there is time.
    let later = now + Duration::from_secs(60);
    let better = minimal::minimise(
        &mut engine,
        &Wanted::Checks(properties.to_vec()),
        &found,
        later,
    );
    let (better, minimality) = better.expect("the solver works");
    assert!(minimality.is_fewest && minimality.is_shortest);
    assert!(better.switches() <= found.switches());
}
