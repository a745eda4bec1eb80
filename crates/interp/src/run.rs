//! A run: one execution from start to end under a scheduler.

use unspool_ir::{GlobalId, Program};

use crate::circumstances::Circumstances;
use crate::config::Config;
use crate::input::{GivenInputs, Input, InputSource};
use crate::machine::{Activation, Machine};
use crate::outcome::Outcome;
use crate::record::{Effect, Recording};
use crate::schedule::{Schedule, Scheduler};
use crate::step::StepResult;

/// How an execution went; its schedule and inputs replay it.
#[derive(Clone, Debug)]
pub struct Run {
    pub outcome: Outcome,
    pub schedule: Schedule,
    pub inputs: Vec<Input>,
    pub instructions: u64,
    /// Call stacks at the end, by thread, of those that had not ended; innermost activation first.
    pub stacks: Vec<(u32, Vec<Activation>)>,
    /// What else is known of a race or a deadlock.
    pub circumstances: Circumstances,
    /// Final contents of the globals that the configuration asks for, when the run finished.
    pub observed: Vec<Observation>,
}

/// The final bytes of a global.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Observation {
    pub name: String,
    pub bytes: Vec<u8>,
}

impl Observation {
    /// As a little-endian number, of its first 16 bytes.
    pub fn number(&self) -> u128 {
        let bytes = self.bytes.iter().take(16).rev();
        bytes.fold(0, |number, &byte| number << 8 | u128::from(byte))
    }
}

/// Where output goes: stream (1 or 2) and byte.
pub type Sink<'a> = dyn FnMut(u8, u8) + 'a;

/// How often a thread that waits on inputs it drew is tried with others before it counts as blocked.
const INPUT_RETRIES: u32 = 64;

pub fn run(
    program: &Program,
    config: &Config,
    scheduler: &mut dyn Scheduler,
    inputs: &mut dyn InputSource,
    sink: &mut Sink<'_>,
) -> Run {
    run_recorded(program, config, scheduler, inputs, sink, None)
}

/// Who wants to know what happens to memory that others can see, step by step.
pub type Witness<'a> = dyn FnMut(&[Effect]) + 'a;

/// The same; what each step does is told to the witness.
pub fn run_recorded(
    program: &Program,
    config: &Config,
    scheduler: &mut dyn Scheduler,
    inputs: &mut dyn InputSource,
    sink: &mut Sink<'_>,
    witness: Option<&mut Witness<'_>>,
) -> Run {
    let mut schedule = Schedule::default();
    let mut machine = match Machine::new(program, config) {
        Ok(machine) => machine,
        Err(outcome) => {
            return Run {
                outcome: *outcome,
                schedule,
                inputs: Vec::new(),
                instructions: 0,
                stacks: Vec::new(),
                circumstances: Circumstances::None,
                observed: Vec::new(),
            };
        }
    };
    let mut watching = Watching { sink, witness };
    if watching.witness.is_some() {
        machine.set_recording(Recording::Effects);
    }
    let outcome = drive(
        &mut machine,
        scheduler,
        inputs,
        &mut watching,
        &mut schedule,
    );
    watching.look(&mut machine);
    let circumstances = machine.circumstances(&outcome);
    let observed = match outcome {
        Outcome::Finished { .. } => observe(&machine),
        _ => Vec::new(),
    };
    let stacks = machine
        .unfinished()
        .map(|thread| (thread, machine.call_stack(thread)))
        .collect();
    Run {
        outcome,
        schedule,
        stacks,
        circumstances,
        observed,
        instructions: machine.instructions,
        inputs: std::mem::take(&mut machine.inputs),
    }
}

pub(crate) fn observe(machine: &Machine<'_>) -> Vec<Observation> {
    let globals = &machine.program.globals;
    machine
        .config
        .observe
        .iter()
        .filter_map(|name| {
            let index = globals.iter().position(|global| global.name == *name)?;
            Some(Observation {
                name: name.clone(),
                bytes: machine.global_bytes(GlobalId::new(index))?,
            })
        })
        .collect()
}

/// Those to whom an execution is shown.
struct Watching<'a, 'b, 'c> {
    sink: &'a mut Sink<'b>,
    witness: Option<&'a mut Witness<'c>>,
}

impl Watching<'_, '_, '_> {
    /// What the machine did since.
    fn look(&mut self, machine: &mut Machine<'_>) {
        for (stream, byte) in machine.output.drain(..) {
            (self.sink)(stream, byte);
        }
        if let Some(witness) = &mut self.witness {
            witness(machine.effects());
            machine.clear_record();
        }
    }
}

fn drive(
    machine: &mut Machine<'_>,
    scheduler: &mut dyn Scheduler,
    inputs: &mut dyn InputSource,
    watching: &mut Watching<'_, '_, '_>,
    schedule: &mut Schedule,
) -> Outcome {
    let started = machine.start(inputs);
    if let StepResult::Ended(outcome) = started {
        return *outcome;
    }
    let mut candidates: Vec<u32> = machine.unfinished().collect();
    let mut blocked = Vec::new();
    let mut last = None;
    let mut retries = 0;
    let mut times_blocked = 0_u64;
    loop {
        if candidates.is_empty() {
            // Everyone waits. Whoever waits for inputs it drew may draw others.
            let hopeful: Vec<u32> = blocked
                .iter()
                .filter(|(_, _, drew_inputs)| *drew_inputs)
                .map(|&(thread, _, _)| thread)
                .collect();
            if hopeful.is_empty() || retries >= INPUT_RETRIES {
                blocked.sort_unstable_by_key(|&(thread, _, _)| thread);
                let waiting = blocked.iter().map(|&(thread, span, _)| (thread, span));
                return Outcome::Deadlock {
                    blocked: waiting.collect(),
                    others_go_on: false,
                };
            }
            retries += 1;
            blocked.retain(|&(thread, _, _)| !hopeful.contains(&thread));
            candidates = hopeful;
        }
        let Some(thread) = scheduler.choose(&candidates, last) else {
            return stuck_while_others_go_on(machine).unwrap_or(Outcome::StepLimit);
        };
        let result = machine.step(thread, inputs);
        if let StepResult::Blocked { span, drew_inputs } = result {
            blocked.push((thread, span, drew_inputs));
            candidates.retain(|&other| other != thread);
            times_blocked += 1;
            if times_blocked.is_power_of_two()
                && let Some(stuck) = stuck_while_others_go_on(machine)
            {
                return stuck;
            }
            continue;
        }
        schedule.push(thread);
        if let StepResult::Ended(outcome) = result {
            let stuck = match *outcome {
                Outcome::StepLimit => stuck_while_others_go_on(machine),
                _ => None,
            };
            return stuck.unwrap_or(*outcome);
        }
        scheduler.stepped(thread);
        last = Some(thread);
        retries = 0;
        watching.look(machine);
        let thread_ended = machine.is_finished(thread);
        if thread_ended || !blocked.is_empty() || !machine.newborn.is_empty() {
            blocked.clear();
            candidates.clear();
            candidates.extend(machine.unfinished());
        }
    }
}

/// Threads that wait for ever, if somebody wants to know.
fn stuck_while_others_go_on(machine: &Machine<'_>) -> Option<Outcome> {
    if !machine.config.stuck_threads {
        return None;
    }
    // Inputs of the run are not drawn for this.
    let stuck = machine.deadlock(&mut GivenInputs { values: Vec::new() })?;
    match stuck {
        Outcome::Deadlock { others_go_on, .. } => others_go_on.then_some(stuck),
        _ => None,
    }
}
