//! Every run there is: all interleavings, with small domains for inputs.

use std::collections::BTreeMap;

use unspool_interp::input::{Domains, GivenInputs};
use unspool_interp::schedule::given::GivenScheduler;

use unspool_interp::{Config, ExploreConfig, Found, Run, explore as explore_program, run};
use unspool_passes::bounded;

use crate::assumptions;
use crate::command_run::End;
use crate::console::Console;
use crate::endings::{Ending, MOST_LISTED};
use crate::exit_codes::ExitCode;
use crate::inputs::InputConfig;
use crate::pipeline::Work;
use crate::problem::{Problem, Severity};
use crate::program_output::Kept;
use crate::progress::{Progress, duration};
use crate::run_options::RunOptions;
use crate::run_report;

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
        },
        max_states: options.state_limit,
        stop_at: Some(|outcome| End::of(outcome) == End::Violation),
        ..ExploreConfig::default()
    };
    let mut progress = Progress::start(console, |time| {
        format!("trying all interleavings, {}", duration(time))
    });
    let result = explore_program(&work.program, &explore_config);
    progress.finish();
    let size = format!("{} states, {} steps", result.states, result.steps);
    let first = |wanted: End| result.found.iter().find(|f| End::of(&f.outcome) == wanted);
    let bad = first(End::Violation).or_else(|| first(End::Unsupported));
    if let Some(found) = bad {
        let mut output = Kept::default();
        let config = replay_config(&explore_config.config, found);
        let replayed = replay(work, &config, found, &mut output);
        output.show();
        // Of what the replay shows, so that the user sees the same: with --races, an execution ends at its first
        // race, and the search may have found something else behind it.
        let problem = run_report::describe(work, &config, &replayed)
            .with_note(format!("found by trying interleavings: {size}"));
        let problem = run_report::with_replay(problem, options, input, &replayed);
        console.problems(&[problem]);
        return End::of(&replayed.outcome).status();
    }
    if !result.complete || first(End::Limit).is_some() {
        let ended = result
            .found
            .iter()
            .any(|f| Ending::of(&f.outcome).is_some());
        let remark = if ended {
            ""
        } else {
            ", and no execution has ended"
        };
        let message =
            format!("a limit cut the search; no violation was found so far{remark}: {size}");
        let help = "raise --state-limit or --step-limit, or make the program smaller";
        console.problems(&[Problem::new(Severity::Error, message).with_help(help)]);
        return ExitCode::Unknown.number();
    }
    let values: Vec<String> = options.domain.iter().map(i128::to_string).collect();
    let scope = format!("inputs taken from {{{}}}: {size}", values.join(", "));
    if result.found.is_empty() {
        console.verdict(&format!(
            "no violation, but no execution ends: every interleaving runs for ever; {scope}"
        ));
        return ExitCode::Success.number();
    }
    let is_excluded = |found: &Found| Ending::of(&found.outcome) == Some(Ending::Excluded);
    if result.found.iter().all(is_excluded) {
        let message =
            format!("all executions are excluded by assumptions: nothing was tested; {scope}");
        let help = match bounded::is_marked(&work.program) {
            true => "larger bounds may help: `unspool bound` says what they cut",
            false => "give other values for inputs with --domain",
        };
        console.problems(&[Problem::new(Severity::Error, message).with_help(help)]);
        return ExitCode::Unknown.number();
    }
    console.verdict(&format!("no violation in any interleaving, {scope}"));
    console.remark(&list_endings(options, input, &result.found));
    for remark in assumptions::remarks(work, input, options) {
        console.remark(&remark);
    }
    ExitCode::Success.number()
}

/// The ways in which executions end, each with one to look at unless it is the only and usual one.
fn list_endings(options: &RunOptions, input: &InputConfig, found: &[Found]) -> String {
    let mut ways: BTreeMap<Ending, &Found> = BTreeMap::new();
    for found in found {
        if let Some(ending) = Ending::of(&found.outcome) {
            ways.entry(ending).or_insert(found);
        }
    }
    if ways.keys().eq([&Ending::Finished(0)]) {
        return "every execution that ends finishes with status 0".to_string();
    }
    let mut lines = vec!["executions end in these ways:".to_string()];
    for (ending, found) in ways.iter().take(MOST_LISTED) {
        let command = run_report::replay_command(options, input, &found.schedule, &found.inputs);
        lines.push(match command {
            Some(command) => format!("  {ending}: {command}"),
            None => format!("  {ending}, after {} steps", found.schedule.steps()),
        });
    }
    if ways.len() > MOST_LISTED {
        lines.push(format!("  and {} others", ways.len() - MOST_LISTED));
    }
    lines.join("\n")
}

/// The execution again, for what the search does not keep: output and call stacks.
fn replay(work: &Work, config: &Config, found: &Found, output: &mut Kept) -> Run {
    run(
        &work.program,
        config,
        &mut GivenScheduler::new(&found.schedule),
        &mut GivenInputs {
            values: found.inputs.iter().map(|input| input.bits).collect(),
        },
        &mut |stream, byte| output.byte(stream, byte),
    )
}

/// The search limits each step, a run all of them.
fn replay_config(config: &Config, found: &Found) -> Config {
    let steps = found.schedule.steps() + 1;
    Config {
        max_instructions: config.max_instructions.saturating_mul(steps),
        ..config.clone()
    }
}
