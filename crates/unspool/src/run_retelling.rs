//! A run once more, with all that it did written down: what objects of the heap are, and which thread is which, only the whole execution tells.

use unspool_interp::input::GivenInputs;
use unspool_interp::schedule::given::GivenScheduler;
use unspool_interp::{Action, Config, Effect, Run, Trace, TraceThread, run_recorded};
use unspool_ir::FunctionId;
use unspool_report::model::Minimality;

use crate::pipeline::Work;
use crate::telling::{self, Told};

/// A long run would fill the memory.
const MOST_EFFECTS: usize = 200_000;

pub fn retell(work: &Work, config: &Config, run: &Run) -> Told {
    let program = &work.program;
    let mut steps: Vec<Effect> = Vec::new();
    let first = TraceThread {
        function: program.entry.unwrap_or(FunctionId(0)),
        created: None,
    };
    let mut threads = vec![first.clone()];
    let mut note = |effects: &[Effect]| {
        for effect in effects {
            if let Action::Spawn { thread, function } = effect.action {
                let number = thread as usize;
                threads.resize(threads.len().max(number + 1), first.clone());
                threads[number] = TraceThread {
                    function,
                    created: Some((effect.by.thread, effect.span)),
                };
            }
            if steps.len() < MOST_EFFECTS {
                steps.push(effect.clone());
            }
        }
    };
    run_recorded(
        program,
        config,
        &mut GivenScheduler::new(&run.schedule),
        &mut GivenInputs {
            values: run.inputs.iter().map(|input| input.bits).collect(),
        },
        &mut |_, _| {},
        Some(&mut note),
    );
    let trace = Trace {
        steps,
        outcome: run.outcome.clone(),
        threads,
        stacks: run.stacks.to_vec(),
        circumstances: run.circumstances.clone(),
        repeat: None,
    };
    telling::tell(&trace, program, &work.lines, Minimality::default())
}
