//! `unspool run`: execute the program, once or often, and report the first run that ends badly.

use unspool_cfront::compiler_flags::Picked;
use unspool_interp::{Config, Outcome};
use unspool_ir::text;
use unspool_passes::bounded;

use crate::bound_options::Bounds;
use crate::bounding::no_entry;
use crate::console::{Console, write_result};
use crate::error::Error;
use crate::exit_codes::ExitCode;
use crate::exploration;
use crate::futures::ExactFutures;
use crate::inputs::InputConfig;
use crate::options::PassOptions;
use crate::pipeline::{self, Goal, Pass, Plan, Work};
use crate::problem::{Problem, Severity};
use crate::run_options::{RunOptions, ScheduleChoice};
use crate::sampling;

/// Exit status of a process that SIGABRT ended, as shells report it.
pub const ABORTED: u8 = 134;

pub fn run(options: &RunOptions, picked: &Picked, console: &Console) -> Result<u8, Error> {
    let input = InputConfig::new(&options.input, picked);
    refuse_bounding(&options.passes)?;
    let mut dump = |pass: &Pass, work: &Work| match options.passes.dumps_after(pass) {
        true => write_result(text::print(&work.program).as_bytes()),
        false => Ok(()),
    };
    let bounds = Bounds::default();
    let plan = Plan::to_goal(&input, &bounds, Goal::Program);
    let mut work = pipeline::run(&plan, console, &mut dump)?;
    if options.races && bounded::is_marked(&work.program) {
        work.warnings.push(races_may_be_gone());
    }
    console.problems(&work.warnings);
    if options.passes.stop_after.is_some() {
        return Ok(ExitCode::Success.number());
    }
    if work.program.entry.is_none() {
        return Err(no_entry());
    }
    let config = Config {
        max_instructions: options.step_limit,
        detect_races: options.races,
        allow_same_value: options.allow_same_value,
        uninitialised: options.uninitialised.into(),
        stuck_threads: true,
        futures: ExactFutures::of_whole(&work.program),
        ..Config::default()
    };
    match options.schedule {
        ScheduleChoice::Exhaustive => Ok(exploration::explore(
            options, &input, &work, config, console,
        )),
        _ => Ok(sampling::sample(options, &input, &work, &config, console)),
    }
}

/// Runs are of the program as it is.
fn refuse_bounding(options: &PassOptions) -> Result<(), Error> {
    let mut named = options.dump_after.iter().chain(&options.stop_after);
    match named.find(|pass| pass.goal > Goal::Program) {
        None => Ok(()),
        Some(pass) => Err(Error::Usage {
            message: format!("`run` needs no pass `{}`", pass.name),
            help: format!(
                "to see what it does: unspool ir FILE --dump-after {}
to run the bounded program: unspool bound FILE -o bounded.ir, then unspool run bounded.ir",
                pass.name
            ),
        }),
    }
}

/// Bounding keeps how runs can end, and a race is no such end.
fn races_may_be_gone() -> Problem {
    let message =
        "this is a bounded program: accesses whose results nobody uses are gone, and their races";
    Problem::new(Severity::Warning, message)
        .with_help("look for races in the original: unspool run FILE.c --races")
}

/// How the end of a run counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// With this status; `abort()` is an ordinary end too, since programs use it to refuse inputs.
    Normal(u8),
    Violation,
    Unsupported,
    /// The program excludes such executions.
    Excluded,
    Limit,
}

impl End {
    pub fn of(outcome: &Outcome) -> End {
        match outcome {
            Outcome::Finished { status } => End::Normal(*status as u8),
            Outcome::Aborted { .. } => End::Normal(ABORTED),
            Outcome::AssumeFailed { .. } => End::Excluded,
            Outcome::StepLimit | Outcome::ResourceLimit { .. } => End::Limit,
            Outcome::Unsupported { .. } => End::Unsupported,
            Outcome::AssertionFailed { .. }
            | Outcome::Deadlock { .. }
            | Outcome::Race { .. }
            | Outcome::MemoryError { .. }
            | Outcome::ArithmeticError { .. }
            | Outcome::UnreachableReached { .. } => End::Violation,
        }
    }

    /// The exit code that goes with it.
    pub fn status(self) -> u8 {
        match self {
            End::Normal(status) => status,
            End::Violation => ExitCode::Violation.number(),
            End::Unsupported => ExitCode::Input.number(),
            End::Excluded | End::Limit => ExitCode::Unknown.number(),
        }
    }
}
