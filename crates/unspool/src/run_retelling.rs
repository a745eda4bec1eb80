//! A run once more, with all that it did written down: what objects of the heap are, and which thread is which, only the whole execution tells.

use unspool_interp::input::GivenInputs;
use unspool_interp::schedule::given::GivenScheduler;
use unspool_interp::{Action, Effect, Trace, TraceThread, run_recorded};
use unspool_report::model::Minimality;

use crate::pipeline::Work;
use crate::run_report::Execution;
use crate::telling::{self, Told};

/// A long run would fill the memory.
const MOST_EFFECTS: usize = 200_000;

pub fn retell(work: &Work, execution: &Execution<'_>) -> Told {
    let program = &work.program;
    let mut steps: Vec<Effect> = Vec::new();
    let entry = program.entry.map(|function| TraceThread {
        function,
        created: None,
    });
    let mut threads: Vec<TraceThread> = entry.into_iter().collect();
    let mut note = |effects: &[Effect]| {
        for effect in effects {
            if let Action::Spawn { function, .. } = effect.action {
                threads.push(TraceThread {
                    function,
                    created: Some((effect.by.thread, effect.span)),
                });
            }
            if steps.len() < MOST_EFFECTS {
                steps.push(effect.clone());
            }
        }
    };
    run_recorded(
        program,
        execution.config,
        &mut GivenScheduler::new(execution.schedule),
        &mut GivenInputs {
            values: execution.inputs.iter().map(|input| input.bits).collect(),
        },
        &mut |_, _| {},
        Some(&mut note),
    );
    let trace = Trace {
        steps,
        outcome: execution.outcome.clone(),
        threads,
        stacks: execution.stacks.to_vec(),
        circumstances: execution.circumstances.clone(),
        repeat: None,
    };
    telling::tell(&trace, program, &work.lines, Minimality::default())
}
