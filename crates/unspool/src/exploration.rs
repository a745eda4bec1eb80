//! Every run there is: all interleavings, with small domains for inputs.

use unspool_interp::input::Domains;
use unspool_interp::{Config, ExploreConfig, explore as explore_program};

use crate::command_run::End;
use crate::console::Console;
use crate::exit_codes::ExitCode;
use crate::inputs::InputConfig;
use crate::options::RunOptions;
use crate::pipeline::Work;
use crate::run_report::{self, Execution};

pub fn explore(
    options: &RunOptions,
    input: &InputConfig,
    work: &Work,
    config: Config,
    console: &Console,
) -> u8 {
    let explore_config = ExploreConfig {
        config,
        domains: Domains {
            integers: options.domain.clone(),
            by_type: Vec::new(),
        },
        max_states: options.state_limit,
        ..ExploreConfig::default()
    };
    let result = explore_program(&work.program, &explore_config);
    let size = format!("{} states, {} steps", result.states, result.steps);
    let first = |wanted: End| result.found.iter().find(|f| End::of(&f.outcome) == wanted);
    let bad = first(End::Violation).or_else(|| first(End::Unsupported));
    if let Some(found) = bad {
        let execution = Execution {
            outcome: &found.outcome,
            schedule: &found.schedule,
            inputs: &found.inputs,
            stacks: &[],
        };
        let problem = run_report::describe(work, &execution)
            .with_note(format!("found by trying all interleavings: {size}"));
        let problem = run_report::with_replay(problem, options, input, &execution);
        console.problems(&[problem]);
        return End::of(&found.outcome).status();
    }
    if !result.complete || first(End::Limit).is_some() {
        console.remark(&format!(
            "no violation found, but the search was cut by a limit: {size}; raise --state-limit or --step-limit"
        ));
        return ExitCode::Unknown.number();
    }
    let values: Vec<String> = options.domain.iter().map(i128::to_string).collect();
    console.remark(&format!(
        "no violation in any interleaving, inputs taken from {{{}}}: {size}",
        values.join(", ")
    ));
    ExitCode::Success.number()
}
