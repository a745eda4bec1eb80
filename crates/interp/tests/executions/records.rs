//! Execution by single instructions, and what is written down of it.

use crate::harness::program;
use unspool_interp::input::{Asker, InputSource, Purpose, Request};
use unspool_interp::{
    Action, Config, FlatPositions, Machine, Outcome, Receiver, Recording, StepResult, Uninitialised,
};
use unspool_ir::{BlockId, FunctionId, Program};

/// Who asks gets the number of its instruction.
#[derive(Default)]
struct Numbers {
    purposes: Vec<Purpose>,
}

impl InputSource for Numbers {
    fn draw(&mut self, _index: usize, _request: Request) -> u128 {
        panic!("nobody was asked who wants it")
    }

    fn draw_for(&mut self, asker: &Asker<'_>, _index: usize, _request: Request) -> u128 {
        self.purposes.push(asker.purpose);
        let by = asker.machine.executed().last().expect("an instruction");
        assert_eq!(by.thread, asker.thread);
        u128::from(by.position)
    }
}

fn machine(program: &Program, recording: Recording) -> Machine<'_> {
    let config = Config {
        uninitialised: Uninitialised::Input,
        ..Config::default()
    };
    let mut machine = Machine::new(program, &config).expect("a machine");
    machine.set_recording(recording);
    machine
}

/// The positions that were executed since the last time.
fn taken(machine: &mut Machine<'_>) -> Vec<(u32, u32, u32)> {
    let executed = machine.executed().iter();
    let positions = executed.map(|it| (it.thread, it.depth, it.position));
    let positions = positions.collect();
    machine.clear_record();
    positions
}

const SECTIONS: &str = "
entry @main
global @x: i32 = {}
function @worker(%arg.0: *void) {
b0:
  store @x = 1:i32
  return
}
function @get() -> i32 {
  reg %0: i32
b0:
  %0 = load @x
  return %0
}
function @main() -> i32 {
  reg %0, %1: i32
b0:
  %0 = spawn &@worker, 0:*void
  %0 = 5:i32
  atomic_begin
  %1 = call @get()
  wait_until %1 == 1:i32
  atomic_end
  return %1
}
";

#[test]
fn an_instruction_or_a_section_at_a_time() {
    let program = program(SECTIONS);
    let mut machine = machine(&program, Recording::Instructions);
    let mut inputs = Numbers::default();
    let mut step =
        |machine: &mut Machine<'_>, thread| machine.step_instruction(thread, &mut inputs);
    assert_eq!(step(&mut machine, 0), StepResult::Done);
    assert_eq!(machine.newborn(), [1]);
    // Also what nobody else can see is a step of its own, and the new thread has not moved.
    assert_eq!(step(&mut machine, 0), StepResult::Done);
    assert_eq!(taken(&mut machine), [(0, 1, 0), (0, 1, 1)]);
    assert_eq!(machine.next_instruction(1).map(|it| it.position), Some(0));
    // What a section that blocks has done is not in the record.
    let result = step(&mut machine, 0);
    assert!(matches!(result, StepResult::Blocked { .. }), "{result:?}");
    assert_eq!(taken(&mut machine), []);
    assert_eq!(step(&mut machine, 1), StepResult::Done);
    assert_eq!(step(&mut machine, 0), StepResult::Done);
    let section = [
        (1, 1, 0),
        (0, 1, 2),
        (0, 1, 3),
        (0, 2, 0),
        (0, 2, 1),
        (0, 1, 4),
        (0, 1, 5),
    ];
    assert_eq!(taken(&mut machine), section);
    let end = Outcome::Finished { status: 1 };
    assert_eq!(step(&mut machine, 0), StepResult::Ended(Box::new(end)));
    assert_eq!(taken(&mut machine), [(0, 1, 6)]);
}

#[test]
fn nothing_is_recorded_unless_asked_for() {
    let program = program(SECTIONS);
    let mut machine = machine(&program, Recording::Nothing);
    machine.step_instruction(0, &mut Numbers::default());
    assert!(machine.executed().is_empty() && machine.effects().is_empty());
}

const INPUTS: &str = "
entry @main
global @x: i32 = {}
function @main() -> i32 {
  reg %0, %never_set.1: i32
  slot $local.0: i32
b0:
  live $local.0
  %0 = nondet
  store @x = %0
  store @x = %never_set.1
  goto b1
b1:
  %0 = load $local.0
  assert %0 == 0:i32, unreach-call, \"it is set\"
  return %0
}
";

#[test]
fn inputs_know_who_asks_and_effects_tell_values() {
    let program = program(INPUTS);
    let mut machine = machine(&program, Recording::Effects);
    let mut inputs = Numbers::default();
    let end = loop {
        match machine.step_instruction(0, &mut inputs) {
            StepResult::Done => {}
            StepResult::Ended(outcome) => break outcome,
            StepResult::Blocked { .. } => panic!("nothing to wait for"),
        }
    };
    assert!(matches!(*end, Outcome::AssertionFailed { .. }), "{end:?}");
    // The instruction that fails is the last.
    assert_eq!(machine.executed().last().map(|it| it.position), Some(6));
    let [
        Purpose::Nondet,
        Purpose::Register(_),
        Purpose::Memory(place),
    ] = inputs.purposes[..]
    else {
        panic!("{:?}", inputs.purposes);
    };
    assert_eq!((place.offset, place.size), (0, 4));
    let told: Vec<String> = machine
        .effects()
        .iter()
        .map(|effect| match &effect.action {
            Action::Input {
                value,
                target,
                is_unset,
            } => {
                let what = if *is_unset { "unset " } else { "" };
                match target {
                    Receiver::Register(name) => format!("{what}{name} = {}", value.bits),
                    Receiver::Memory(at) => format!("{what}{:?} = {}", at.object, value.bits),
                }
            }
            Action::Write { before, after, .. } => {
                let before = before.as_ref().map(|before| before.bits);
                format!("x: {before:?} -> {}", after.bits)
            }
            other => format!("{other:?}"),
        })
        .collect();
    let local = "unset Local { name: \"local\", function: \"main\", thread: 0 } = 5";
    let expected = [
        " = 1",
        "x: Some(0) -> 1",
        "unset never_set = 3",
        "x: Some(1) -> 3",
        local,
    ];
    assert_eq!(told, expected);
}

#[test]
fn positions_are_counted_through_the_blocks() {
    let program = program(INPUTS);
    let positions = FlatPositions::of(&program);
    let main = FunctionId(0);
    for (position, place) in [(0, (0, 0)), (4, (0, 4)), (5, (1, 0)), (7, (1, 2))] {
        let place = (BlockId(place.0), place.1);
        assert_eq!(positions.block(main, position), place);
        assert_eq!(positions.position(main, place.0, place.1), Some(position));
    }
    assert_eq!(positions.position(main, BlockId(2), 0), None);
}
