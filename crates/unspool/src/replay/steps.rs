//! From an execution told by instructions to a schedule of the interpreter's usual steps, with which `unspool run` repeats it.
//!
//! A usual step is a visible operation and the invisible ones after it, so a thread is always ahead of one that goes instruction by
//! instruction, and stands before an operation that others can see. When the other comes to that operation, it is time for the step.
//! Each thread draws the same inputs in the same order; only between threads the order may differ.

use rustc_hash::FxHashMap;
use unspool_interp::input::{Asker, Input, InputSource, Request};
use unspool_interp::schedule::Schedule;
use unspool_interp::{Machine, Outcome, Recording, Repeat, StepResult};
use unspool_ir::Program;

use super::ReplayConfig;

/// The same execution in usual steps, one after the other.
pub struct Steps<'p> {
    machine: Machine<'p>,
    inputs: ByThread,
    schedule: Schedule,
    /// How many instructions each thread has executed: here, and in the execution that is followed.
    ahead: FxHashMap<u32, usize>,
    followed: FxHashMap<u32, usize>,
    result: StepResult,
}

impl<'p> Steps<'p> {
    /// Before the first instruction.
    pub fn new(program: &'p Program, config: &ReplayConfig, drawn: &[Input]) -> Option<Self> {
        let mut machine = Machine::new(program, &config.interpreter).ok()?;
        machine.set_recording(Recording::Instructions);
        let mut inputs = ByThread::default();
        for input in drawn {
            inputs.add(input.thread, input.bits);
        }
        let result = machine.start(&mut inputs);
        let mut steps = Steps {
            machine,
            inputs,
            schedule: Schedule::default(),
            ahead: FxHashMap::default(),
            followed: FxHashMap::default(),
            result,
        };
        steps.count();
        Some(steps)
    }

    /// The thread has executed so many instructions without a switch.
    pub fn follow(&mut self, thread: u32, instructions: usize) {
        let followed = self.followed.entry(thread).or_insert(0);
        let is_there = *followed == self.ahead.get(&thread).copied().unwrap_or(0);
        *followed += instructions;
        if is_there && self.result == StepResult::Done {
            self.result = self.machine.step(thread, &mut self.inputs);
            self.schedule.push(thread);
            self.count();
        }
    }

    /// None if it does not end in the same way.
    pub fn finish(mut self, outcome: &Outcome) -> Option<Repeat> {
        let is_same = match &self.result {
            StepResult::Ended(end) => **end == *outcome,
            _ => self.machine.deadlock(&mut self.inputs).as_ref() == Some(outcome),
        };
        is_same.then_some(Repeat {
            schedule: self.schedule,
            inputs: self.machine.inputs,
        })
    }

    fn count(&mut self) {
        for executed in self.machine.executed() {
            *self.ahead.entry(executed.thread).or_insert(0) += 1;
        }
        self.machine.clear_record();
    }
}

/// The inputs of each thread, in its own order.
#[derive(Default)]
pub struct ByThread {
    values: FxHashMap<u32, Vec<u128>>,
}

impl ByThread {
    pub fn add(&mut self, thread: u32, bits: u128) {
        self.values.entry(thread).or_default().push(bits);
    }
}

impl InputSource for ByThread {
    fn draw(&mut self, _index: usize, _request: Request) -> u128 {
        0
    }

    fn draw_for(&mut self, asker: &Asker<'_>, _index: usize, _request: Request) -> u128 {
        let drawn = asker.machine.inputs.iter();
        let number = drawn.filter(|input| input.thread == asker.thread).count();
        let values = self.values.get(&asker.thread);
        values
            .and_then(|values| values.get(number))
            .copied()
            .unwrap_or(0)
    }
}
