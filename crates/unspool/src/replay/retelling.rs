//! The execution once more, with all that it did written down.

use unspool_interp::input::GivenInputs;
use unspool_interp::{
    Action, Circumstances, Machine, Recording, StepResult, Trace, TraceStep, TraceThread,
};
use unspool_ir::Program;

use super::ReplayConfig;
use super::steps::Steps;
use super::trimming::Execution;

/// Threads that compute for long by themselves do not fill the memory with that.
const MOST_ASSIGNMENTS: usize = 100_000;

/// The trace of an execution. None if it ends otherwise this time, which cannot be.
pub fn trace(program: &Program, config: &ReplayConfig, execution: Execution) -> Option<Trace> {
    let outcome = execution.outcome;
    let mut machine = Machine::new(program, &config.interpreter).ok()?;
    machine.set_recording(Recording::Effects);
    let drawn = &execution.inputs;
    let mut inputs = GivenInputs {
        values: drawn.iter().map(|input| input.bits).collect(),
    };
    let mut repetition = Steps::new(program, config, drawn);
    let mut steps: Vec<TraceStep> = Vec::new();
    let mut assignments = 0;
    let mut threads = vec![TraceThread {
        function: program.entry?,
        created: None,
    }];
    for &(thread, count) in &execution.schedule {
        for _ in 0..count {
            let result = machine.step_instruction(thread, &mut inputs);
            if let Some(repetition) = &mut repetition {
                repetition.follow(thread, machine.executed().len());
            }
            for effect in machine.effects() {
                if let Action::Spawn { function, .. } = effect.action {
                    threads.push(TraceThread {
                        function,
                        created: Some((effect.by.thread, effect.span)),
                    });
                }
                if matches!(effect.action, Action::Assign { .. }) {
                    assignments += 1;
                    if assignments > MOST_ASSIGNMENTS {
                        continue;
                    }
                }
                steps.push(effect.clone());
            }
            machine.clear_record();
            match result {
                StepResult::Done => {}
                StepResult::Blocked { .. } => return None,
                StepResult::Ended(end) => {
                    let stacks = machine
                        .unfinished()
                        .map(|thread| (thread, machine.call_stack(thread)));
                    return (*end == outcome).then(|| Trace {
                        steps,
                        stacks: stacks.collect(),
                        circumstances: Circumstances::None,
                        repeat: repetition.and_then(|it| it.finish(&outcome)),
                        outcome,
                        threads,
                    });
                }
            }
        }
    }
    None
}
