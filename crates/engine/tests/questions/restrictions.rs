//! Parts of the schedules: sealed points, and points in early or late slots.

use unspool_engine::{Answer, Encoding, Engine, EngineConfig, PointOf, Restriction};
use unspool_ir::Property;

use crate::{SPAWN, X, program, two};

/// Whether there is a violation under the restrictions, in so many rounds; and how many of them are to blame if not.
fn ask(text: &str, rounds: u32, restrictions: &[Restriction]) -> Result<(), usize> {
    let program = program(text);
    let config = EngineConfig {
        encoding: Encoding::Rounds(rounds),
        ..EngineConfig::default()
    };
    let mut engine = Engine::new(&program, config).expect("a bounded program");
    // What was asked before does not matter.
    engine.restrict([sealed(0, 0), Restriction::NotBefore(of(0, 0), rounds)]);
    engine
        .violation(&[Property::UnreachCall])
        .expect("the solver works");
    engine.restrict(restrictions.iter().copied());
    match engine
        .violation(&[Property::UnreachCall])
        .expect("the solver works")
    {
        Answer::Found(_) => Ok(()),
        Answer::None => {
            let blamed = engine.blamed();
            assert!(blamed.iter().all(|it| restrictions.contains(it)));
            Err(blamed.len())
        }
        Answer::Stopped(stopped) => panic!("{stopped:?}"),
    }
}

fn of(thread: u32, point: u32) -> PointOf {
    PointOf { thread, point }
}

fn sealed(thread: u32, point: u32) -> Restriction {
    Restriction::Sealed(of(thread, point))
}

/// The first thread writes 1 and 2, the other one sees 1.
fn between() -> String {
    let main = format!(
        "{SPAWN}  point 0 store @x = 1:i32\n  point 1 store @x = 2:i32\n  point 2 exit 0:i32\n"
    );
    two(X, &main, SEES_ONE)
}

const SEES_ONE: &str = "  point 0 %1 = load @x\n  assert %1 != 1:i32, unreach-call, \"seen\"\n  point 1 store @y = 0:i32\n  exit_thread\n";

#[test]
fn nobody_stands_still_at_a_sealed_point() {
    let between = between();
    assert_eq!(ask(&between, 1, &[]), Ok(()));
    assert_eq!(ask(&between, 1, &[sealed(0, 0), sealed(0, 2)]), Ok(()));
    assert_eq!(ask(&between, 1, &[sealed(0, 1), sealed(1, 1)]), Err(1));
    // What does not exist is no restriction.
    assert_eq!(ask(&between, 1, &[sealed(7, 0), sealed(0, 9)]), Ok(()));
}

#[test]
fn points_are_early_or_late() {
    let between = between();
    let early = |slot| Restriction::Before(of(0, 1), slot);
    let late = |slot| Restriction::NotBefore(of(0, 1), slot);
    assert_eq!(ask(&between, 1, &[early(1)]), Err(1));
    assert_eq!(ask(&between, 2, &[late(1), early(2)]), Ok(()));
    assert_eq!(ask(&between, 2, &[late(2)]), Ok(()));
    let never = Restriction::NotBefore(of(0, 0), 2);
    assert_eq!(ask(&between, 2, &[never]), Err(1));
}

/// Between the two writes is a point that is passed only on a path that nobody takes.
fn other_path() -> String {
    let main = format!(
        "{SPAWN}  point 0 %1 = load @y\n  point 1 store @x = 1:i32\n  branch %1 != 0:i32, b1, b2\n\
         b1:\n  point 2 store @y = 3:i32\n  goto b2\n\
         b2:\n  point 3 store @x = 2:i32\n  point 4 exit 0:i32\n"
    );
    // Something may be there, so that the path is possible.
    two(X, &main, &SEES_ONE.replace("@y = 0:i32", "@y = %1"))
}

#[test]
fn nobody_stands_still_on_another_path() {
    let other_path = other_path();
    assert_eq!(ask(&other_path, 1, &[]), Ok(()));
    assert_eq!(ask(&other_path, 1, &[sealed(0, 2)]), Ok(()));
    assert_eq!(ask(&other_path, 1, &[sealed(0, 3)]), Err(1));
    assert_eq!(ask(&other_path, 1, &[sealed(0, 2), sealed(0, 3)]), Err(1));
}

/// What no path leads to has no place among those that are looked at.
#[test]
fn points_that_nothing_leads_to_are_no_restriction() {
    let nowhere = other_path().replace("branch %1 != 0:i32", "branch false");
    assert_eq!(ask(&nowhere, 1, &[sealed(0, 2)]), Ok(()));
    assert_eq!(ask(&nowhere, 1, &[sealed(0, 3)]), Err(1));
    let late = Restriction::NotBefore(of(0, 2), 1);
    assert_eq!(ask(&nowhere, 1, &[late]), Ok(()));
    let early = Restriction::Before(of(0, 2), 1);
    assert_eq!(ask(&nowhere, 1, &[early]), Err(1));
}

/// Behind the assertion, at a point of its own, comes an assumption that does not hold.
#[test]
fn where_an_assertion_fails_the_execution_ends() {
    let main = format!(
        "{SPAWN}  point 0 %1 = load @x\n  assert %1 == 1:i32, unreach-call, \"not yet\"\n\
         \x20 point 1 %1 = load @x\n  assume %1 == 7:i32\n  point 2 exit 0:i32\n"
    );
    let text = two(X, &main, "  point 0 store @x = 1:i32\n  exit_thread\n");
    assert_eq!(ask(&text, 1, &[sealed(0, 1), sealed(0, 2)]), Ok(()));
}
