//! From what a sequential program guessed to an execution of the bounded program.
//!
//! The interpreter runs the bounded program as the script says: each context until its thread is at the stop where it ends, with the inputs that were guessed. What it
//! executes is written down as a counterexample, which then goes the same way as one of the engine's: it is replayed instruction by instruction, and on the original.
//! A script that does not lead to a violation is an error with a reason.

use std::collections::HashMap;

use unspool_engine::{Context, Counterexample, DrawnInput, Ending, InputKind, Position};
use unspool_interp::input::{Asker, InputSource, Purpose, Request};
use unspool_interp::{FlatPositions, Machine, Outcome, Recording, StepResult};
use unspool_ir::{Program, Property, RegId};
use unspool_schemas::guesses::{self, Guesses, Place, Script, ScriptContext};

use crate::replay::ReplayConfig;

/// The execution, if it ends with a violation of one of the properties.
pub fn counterexample(
    bounded: &Program,
    guesses: &Guesses,
    script: &Script,
    properties: &[Property],
) -> Result<Counterexample, String> {
    let config = ReplayConfig::default().interpreter;
    let mut machine =
        Machine::new(bounded, &config).map_err(|outcome| outcome.describe(bounded))?;
    machine.set_recording(Recording::Instructions);
    let positions = FlatPositions::of(bounded);
    let mut runner = Runner {
        bounded,
        guesses,
        positions: &positions,
        machine,
        inputs: Inputs {
            script,
            positions: &positions,
            drawn: HashMap::new(),
            unset: HashMap::new(),
        },
        contexts: Vec::new(),
    };
    for context in &script.contexts {
        if let Some(outcome) = runner.context(*context)? {
            return runner.finish(&outcome, properties);
        }
    }
    Err("all contexts are over, and nothing has failed".to_string())
}

struct Runner<'a, 'p> {
    bounded: &'p Program,
    guesses: &'a Guesses,
    positions: &'a FlatPositions,
    machine: Machine<'p>,
    inputs: Inputs<'a>,
    contexts: Vec<Context>,
}

impl Runner<'_, '_> {
    /// The end of the run, if it comes to that.
    fn context(&mut self, context: ScriptContext) -> Result<Option<Outcome>, String> {
        let thread = context.thread;
        let stops = self.guesses.threads.iter().find(|it| it.thread == thread);
        let stops = stops.map_or(&[][..], |it| &it.stops);
        self.contexts.push(Context {
            thread,
            steps: Vec::new(),
        });
        while let Some(next) = self.machine.next_instruction(thread) {
            let place = self.positions.block(next.function, next.position);
            if let Ok(stop) = stops.binary_search(&place)
                && stop as u32 >= context.until
            {
                return match stop as u32 == context.until {
                    true => Ok(None),
                    false => Err(format!(
                        "thread {thread} is at stop {stop}, and never was at {}",
                        context.until
                    )),
                };
            }
            let result = self.machine.step_instruction(thread, &mut self.inputs);
            let executed: Vec<Position> = (self.machine.executed().iter())
                .map(|executed| self.position(*executed))
                .collect();
            self.machine.clear_record();
            if let Some(context) = self.contexts.last_mut() {
                context.steps.extend(executed);
            }
            match result {
                StepResult::Done => {}
                StepResult::Blocked { .. } => return Err(format!("thread {thread} waits")),
                StepResult::Ended(outcome) => return Ok(Some(*outcome)),
            }
        }
        match self.machine.is_finished(thread) && context.until as usize == stops.len() {
            true => Ok(None),
            false => Err(format!("thread {thread} cannot run, or ends too early")),
        }
    }

    fn position(&self, executed: unspool_interp::Executed) -> Position {
        let (block, index) = self.positions.block(executed.function, executed.position);
        Position {
            thread: executed.thread,
            block,
            index,
        }
    }

    fn finish(self, outcome: &Outcome, properties: &[Property]) -> Result<Counterexample, String> {
        let is_violation = matches!(outcome, Outcome::AssertionFailed { property, .. } if properties.contains(property));
        let last = self
            .contexts
            .last()
            .and_then(|context| context.steps.last());
        let (true, Some(&end)) = (is_violation, last) else {
            return Err(outcome.describe(self.bounded));
        };
        let inputs = self.inputs.drawn.into_iter();
        let inputs = inputs.map(|((at, kind), bytes)| DrawnInput { at, kind, bytes });
        let unset = self.inputs.unset.into_iter();
        let unset = unset.map(|((thread, register), bytes)| (thread, register, bytes));
        Ok(Counterexample {
            ending: Ending::Step { violated: None },
            contexts: self.contexts,
            end,
            inputs: inputs.collect(),
            unset: unset.collect(),
        })
    }
}

struct Inputs<'a> {
    script: &'a Script,
    positions: &'a FlatPositions,
    /// From low to high.
    drawn: HashMap<(Position, InputKind), Vec<u8>>,
    unset: HashMap<(u32, RegId), Vec<u8>>,
}

impl InputSource for Inputs<'_> {
    fn draw(&mut self, _index: usize, _request: Request) -> u128 {
        0
    }

    fn draw_for(&mut self, asker: &Asker<'_>, _index: usize, _request: Request) -> u128 {
        let Some(&by) = asker.machine.executed().last() else {
            return 0;
        };
        let (block, index) = self.positions.block(by.function, by.position);
        let thread = asker.thread;
        let at = Position {
            thread,
            block,
            index,
        };
        let place = Place {
            thread,
            block,
            index,
        };
        let input = |kind| self.script.inputs.get(&(place, kind)).copied();
        // What was not guessed does not matter, or so it is hoped: the violation must come all the same.
        let whole = match asker.purpose {
            Purpose::Nondet => input(guesses::InputKind::Value),
            Purpose::SpuriousFailure => input(guesses::InputKind::SpuriousFailure),
            Purpose::Register(register) => self.script.unset.get(&(thread, register)).copied(),
            Purpose::Memory(memory) => {
                let variable = asker.machine.local_variable(memory);
                variable.map(|(thread, slot)| {
                    let bytes = (0..memory.size.min(16)).rev();
                    bytes.fold(0, |bits, byte| {
                        bits << 8
                            | self
                                .script
                                .contents_of((thread, slot), memory.offset + byte)
                    })
                })
            }
        };
        let whole = whole.unwrap_or(0);
        let bits = match asker.byte {
            Some(byte) => whole.checked_shr(8 * byte as u32).unwrap_or(0) & 0xff,
            None => whole,
        };
        let written = match asker.purpose {
            Purpose::Register(register) => self.unset.entry((thread, register)).or_default(),
            Purpose::SpuriousFailure => {
                let key = (at, InputKind::SpuriousFailure);
                self.drawn.entry(key).or_default()
            }
            _ => self.drawn.entry((at, InputKind::Value)).or_default(),
        };
        match asker.byte {
            Some(byte) => {
                let byte = byte as usize;
                if written.len() <= byte {
                    written.resize(byte + 1, 0);
                }
                written[byte] = bits as u8;
            }
            None => *written = bits.to_le_bytes().to_vec(),
        }
        bits
    }
}
