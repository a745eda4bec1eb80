//! Some runs: one like the compiled program, or many under different schedules until one ends badly.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use unspool_interp::input::{GivenInputs, InputSource, RandomInputs};
use unspool_interp::schedule::given::GivenScheduler;
use unspool_interp::schedule::pct::PctScheduler;
use unspool_interp::schedule::random::RandomScheduler;
use unspool_interp::schedule::{Schedule, Scheduler};
use unspool_interp::{Config, Run, Sink, run};

use crate::assumptions;
use crate::command_run::End;
use crate::console::Console;
use crate::endings::{Ending, Tally};
use crate::exit_codes::ExitCode;
use crate::inputs::InputConfig;
use crate::pipeline::Work;
use crate::problem::{Problem, Severity};
use crate::program_output::{Kept, PassOn};
use crate::progress::{self, Progress, duration};
use crate::run_options::{RunOptions, ScheduleChoice};
use crate::run_report;

/// How likely a random schedule stays with the same thread, in percent: runs take turns, because some bugs need many
/// switches and others few.
const STAY_PERCENT: [u8; 4] = [50, 90, 0, 98];

pub fn sample(
    options: &RunOptions,
    input: &InputConfig,
    work: &Work,
    config: &Config,
    console: &Console,
) -> u8 {
    let sampler = Sampler::new(options, work, config);
    if options.runs == 1 || matches!(options.schedule, ScheduleChoice::Given(_)) {
        let progress = Progress::start(console, |time| format!("running, {}", duration(time)));
        let mut output = PassOn::of_running(progress);
        let mut sink = |stream, byte| output.byte(stream, byte);
        let result = match &options.schedule {
            ScheduleChoice::Given(schedule) => {
                let mut scheduler = GivenScheduler::new(schedule);
                let result = sampler.run_under(&mut scheduler, options.seed, &mut sink);
                drop(output);
                remark_misfit(schedule, &scheduler, &result, console);
                result
            }
            _ => {
                let result = sampler.run(options.seed, &mut sink);
                drop(output);
                result
            }
        };
        let end = End::of(&result.outcome);
        if !matches!(end, End::Normal(_)) {
            console.problems(&[report(&sampler, input, &result, options.seed, None)]);
        }
        return end.status();
    }
    sample_many(&sampler, input, console)
}

fn sample_many(sampler: &Sampler<'_>, input: &InputConfig, console: &Console) -> u8 {
    let options = sampler.options;
    let mut kept = Kept::default();
    let mut tally = Tally::default();
    let mut limited: Option<(Run, u64)> = None;
    let mut limited_count = 0;
    let done = Arc::new(AtomicU64::new(0));
    let (runs, counter) = (options.runs, Arc::clone(&done));
    let mut progress = Progress::start(console, move |time| {
        progress::of_runs(counter.load(Ordering::Relaxed), runs, time)
    });
    for index in 0..options.runs {
        let seed = options.seed.wrapping_add(index);
        kept.clear();
        let result = sampler.run(seed, &mut |stream, byte| kept.byte(stream, byte));
        if let Some(ending) = Ending::of(&result.outcome) {
            tally.count(ending, seed);
        }
        match End::of(&result.outcome) {
            End::Normal(_) | End::Excluded => {}
            End::Limit => {
                limited_count += 1;
                limited.get_or_insert((result, seed));
            }
            end @ (End::Violation | End::Unsupported) => {
                progress.finish();
                kept.show();
                let which = Some((index + 1, options.runs));
                console.problems(&[report(sampler, input, &result, seed, which)]);
                return end.status();
            }
        }
        done.store(index + 1, Ordering::Relaxed);
    }
    progress.finish();
    if let Some((result, seed)) = limited {
        console.problems(&[report(sampler, input, &result, seed, None)]);
        console.remark(&format!(
            "{limited_count} of {} runs reached a limit; no violation was found in the others",
            options.runs
        ));
        return ExitCode::Unknown.number();
    }
    if tally.number_of(Ending::Excluded) == options.runs {
        let message = "all runs were excluded by assumptions: nothing was tested";
        let help = "try more --runs, or give values with --inputs";
        console.problems(&[Problem::new(Severity::Error, message).with_help(help)]);
        return ExitCode::Unknown.number();
    }
    console.verdict(&format!(
        "{} runs, no violation found: {tally}",
        options.runs
    ));
    for remark in assumptions::remarks(sampler.work, input, options) {
        console.remark(&remark);
    }
    ExitCode::Success.number()
}

/// Tells if the execution is not the one that the schedule means.
fn remark_misfit(schedule: &Schedule, scheduler: &GivenScheduler, result: &Run, console: &Console) {
    let (given, made) = (schedule.steps(), result.schedule.steps());
    if let Some(misfit) = scheduler.misfit() {
        console.remark(&format!(
            "the schedule does not fit the program: {misfit}; what cannot be followed is left out"
        ));
    } else if made < given {
        console.remark(&format!(
            "the schedule does not fit the program: the run ended after {made} of its {given} steps"
        ));
    }
}

/// Makes runs of one program.
struct Sampler<'a> {
    options: &'a RunOptions,
    work: &'a Work,
    config: &'a Config,
    /// Steps of a run, for PCT; measured under a fixed seed, so that a seed means the same whichever run has it.
    expected_steps: u64,
}

impl<'a> Sampler<'a> {
    fn new(options: &'a RunOptions, work: &'a Work, config: &'a Config) -> Sampler<'a> {
        let mut sampler = Sampler {
            options,
            work,
            config,
            expected_steps: 1,
        };
        if options.schedule == ScheduleChoice::Pct {
            sampler.expected_steps = sampler.run(0, &mut |_, _| {}).schedule.steps();
        }
        sampler
    }

    fn run(&self, seed: u64, sink: &mut Sink<'_>) -> Run {
        let mut scheduler: Box<dyn Scheduler> = match &self.options.schedule {
            ScheduleChoice::Given(schedule) => Box::new(GivenScheduler::new(schedule)),
            ScheduleChoice::Pct => Box::new(PctScheduler::new(
                seed,
                self.options.depth,
                self.expected_steps,
            )),
            ScheduleChoice::Random | ScheduleChoice::Exhaustive => {
                let stay = STAY_PERCENT[(seed % STAY_PERCENT.len() as u64) as usize];
                Box::new(RandomScheduler::new(seed, stay))
            }
        };
        self.run_under(scheduler.as_mut(), seed, sink)
    }

    fn run_under(&self, scheduler: &mut dyn Scheduler, seed: u64, sink: &mut Sink<'_>) -> Run {
        let mut inputs: Box<dyn InputSource> = match &self.options.inputs {
            Some(values) => Box::new(GivenInputs {
                values: values.iter().map(|&value| value as u128).collect(),
            }),
            None => Box::new(RandomInputs::new(seed)),
        };
        run(
            &self.work.program,
            self.config,
            scheduler,
            inputs.as_mut(),
            sink,
        )
    }
}

fn report(
    sampler: &Sampler<'_>,
    input: &InputConfig,
    result: &Run,
    seed: u64,
    which: Option<(u64, u64)>,
) -> Problem {
    let Sampler {
        options,
        work,
        config,
        ..
    } = *sampler;
    let mut problem = run_report::describe(work, config, result);
    if let Some((index, runs)) = which {
        problem = problem.with_note(format!("in run {index} of {runs}, with seed {seed}"));
    }
    run_report::with_replay(problem, options, input, result)
}
