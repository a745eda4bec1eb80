//! Counterexamples without an engine: what an exhaustive search of a bounded program finds, in the form in which the engine tells it.

use unspool_engine::{Context, Counterexample, DrawnInput, InputKind, Position};
use unspool_interp::input::{Asker, Domains, InputSource, Purpose, Request};
use unspool_interp::{
    Config, Executed, ExploreConfig, FlatPositions, Found, Machine, Outcome, Recording, StepResult,
    Uninitialised, explore,
};
use unspool_ir::{Program, Property};

/// For each way in which an assertion of a bounded program can fail, an execution.
pub fn counterexamples(
    bounded: &Program,
    domains: &Domains,
    max_states: usize,
) -> Vec<(Outcome, Counterexample)> {
    let usual = ExploreConfig::default();
    let config = ExploreConfig {
        config: Config {
            uninitialised: Uninitialised::Input,
            max_call_depth: 50,
            ..usual.config
        },
        domains: domains.clone(),
        max_states,
        ..usual
    };
    let exploration = explore(bounded, &config);
    let violations = exploration.found.iter().filter(|found| {
        matches!(found.outcome, Outcome::AssertionFailed { property, .. } if property != Property::Unwinding)
    });
    violations
        .map(|found| {
            let counterexample = counterexample(bounded, &config.config, found);
            (found.outcome.clone(), counterexample)
        })
        .collect()
}

/// Runs a found execution once more, writing down what it executes.
fn counterexample(bounded: &Program, config: &Config, found: &Found) -> Counterexample {
    let positions = FlatPositions::of(bounded);
    let position = |executed: &Executed| {
        let (block, index) = positions.block(executed.function, executed.position);
        Position {
            thread: executed.thread,
            block,
            index,
        }
    };
    let mut machine = Machine::new(bounded, config).expect("a start");
    machine.set_recording(Recording::Instructions);
    let mut inputs = Listening {
        values: found.inputs.iter().map(|input| input.bits).collect(),
        heard: Vec::new(),
    };
    let mut contexts: Vec<Context> = Vec::new();
    let mut note = |machine: &mut Machine<'_>| {
        for executed in machine.executed() {
            let thread = executed.thread;
            if contexts.last().is_none_or(|last| last.thread != thread) {
                contexts.push(Context {
                    thread,
                    steps: Vec::new(),
                });
            }
            let last = contexts.last_mut().expect("a context");
            last.steps.push(position(executed));
        }
        machine.clear_record();
    };
    let mut result = machine.start(&mut inputs);
    note(&mut machine);
    for thread in found.schedule.iter() {
        machine.instructions = 0;
        result = machine.step(thread, &mut inputs);
        note(&mut machine);
    }
    assert_eq!(
        result,
        StepResult::Ended(Box::new(found.outcome.clone())),
        "it ends otherwise"
    );
    let last = contexts.last().and_then(|context| context.steps.last());
    let end = *last.expect("a step");
    let mut drawn: Vec<DrawnInput> = Vec::new();
    let mut unset = Vec::new();
    for (executed, purpose, byte, bits) in inputs.heard {
        let at = position(&executed);
        let kind = match purpose {
            Purpose::Register(register) => {
                unset.push((at.thread, register, bits.to_le_bytes().to_vec()));
                continue;
            }
            Purpose::SpuriousFailure => InputKind::SpuriousFailure,
            Purpose::Nondet | Purpose::Memory(_) => InputKind::Value,
        };
        let Some(byte) = byte else {
            let bytes = bits.to_le_bytes().to_vec();
            drawn.push(DrawnInput { at, kind, bytes });
            continue;
        };
        let known = |input: &DrawnInput| (input.at, input.kind) == (at, kind);
        let place = drawn.iter().position(known).unwrap_or_else(|| {
            let bytes = Vec::new();
            drawn.push(DrawnInput { at, kind, bytes });
            drawn.len() - 1
        });
        let bytes = &mut drawn[place].bytes;
        bytes.resize(bytes.len().max(byte as usize + 1), 0);
        bytes[byte as usize] = bits as u8;
    }
    Counterexample {
        ending: unspool_engine::Ending::Step { violated: None },
        contexts,
        end,
        inputs: drawn,
        unset,
    }
}

/// Gives values in order, and remembers who asked.
struct Listening {
    values: Vec<u128>,
    heard: Vec<(Executed, Purpose, Option<u64>, u128)>,
}

impl InputSource for Listening {
    fn draw(&mut self, index: usize, _request: Request) -> u128 {
        self.values.get(index).copied().unwrap_or(0)
    }

    fn draw_for(&mut self, asker: &Asker<'_>, index: usize, request: Request) -> u128 {
        // The same index again: a section that could not be entered.
        self.heard.truncate(index);
        let bits = self.draw(index, request);
        let by = *asker.machine.executed().last().expect("who asks");
        self.heard.push((by, asker.purpose, asker.byte, bits));
        bits
    }
}
