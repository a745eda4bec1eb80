//! `unspool run`: execute the program, once or often, and report the first run that ends badly.

use unspool_cfront::compiler_flags::Picked;
use unspool_interp::{Config, Outcome};
use unspool_ir::{Program, Property, text};

use crate::console::{Console, write_result};
use crate::error::Error;
use crate::exit_codes::ExitCode;
use crate::exploration;
use crate::inputs::InputConfig;
use crate::options::{RunOptions, ScheduleChoice};
use crate::pipeline;
use crate::sampling;

/// Exit status of a process that SIGABRT ended, as shells report it.
pub const ABORTED: u8 = 134;

pub fn run(options: &RunOptions, picked: &Picked, console: &Console) -> Result<u8, Error> {
    let input = InputConfig::new(&options.input, picked);
    let mut dump =
        |_: &pipeline::Pass, program: &Program| write_result(text::print(program).as_bytes());
    let mut work = pipeline::run(&input, &options.passes, &mut dump)?;
    for property in options
        .ignore
        .iter()
        .filter_map(|name| Property::from_name(name))
    {
        work.program.remove_checks(property);
    }
    console.problems(&work.warnings);
    if options.passes.stop_after.is_some() {
        return Ok(ExitCode::Success.number());
    }
    if work.program.entry.is_none() {
        return Err(Error::input(
            "there is no function `main` to start with",
            "give all files of the program; `unspool ir` also accepts parts of one",
        ));
    }
    let config = Config {
        max_instructions: options.step_limit,
        detect_races: options.races,
        uninitialised: options.uninitialised.into(),
        ..Config::default()
    };
    match options.schedule {
        ScheduleChoice::Exhaustive => Ok(exploration::explore(
            options, &input, &work, config, console,
        )),
        _ => Ok(sampling::sample(options, &input, &work, &config, console)),
    }
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
