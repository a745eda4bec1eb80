//! Asks one of the cluster's programs something.
//!
//! They talk to a machine that may not answer, and some wait for minutes until they say so. So each has a limited time, and
//! that it is used up means what every failure of the network means: ask again later.

use std::process::{Command, ExitStatus};
use std::time::{Duration, Instant};

use unspool_processes::{Ended, Limits, ScratchFolder};

use super::scheduler::ClusterError;

/// More than a hundred thousand lines about jobs.
const MOST_OUTPUT: u64 = 64 << 20;

/// As much of what went wrong as a user wants to read.
const LONGEST_MESSAGE: usize = 500;

pub(super) struct Answer {
    pub status: ExitStatus,
    pub output: String,
    pub errors: String,
}

impl Answer {
    /// What it had to say when it failed.
    pub fn message(&self) -> String {
        let errors = self.errors.trim();
        let text = if errors.is_empty() {
            self.output.trim()
        } else {
            errors
        };
        match text.is_empty() {
            true => self.status.to_string(),
            false => shortened(text),
        }
    }
}

/// Its end, where the reason stands.
pub(super) fn shortened(text: &str) -> String {
    let length = text.chars().count();
    match length > LONGEST_MESSAGE {
        true => text.chars().skip(length - LONGEST_MESSAGE).collect(),
        false => text.to_string(),
    }
}

/// Runs the command to its end.
pub(super) fn ask(
    command: &mut Command,
    time: Duration,
    is_interrupted: &dyn Fn() -> bool,
) -> Result<Answer, ClusterError> {
    let program = command.get_program().to_string_lossy().into_owned();
    let start_error = |error| ClusterError::Start {
        program: program.clone(),
        error,
    };
    let unreachable = |message: String| ClusterError::Unreachable {
        program: program.clone(),
        message,
    };
    let folder = ScratchFolder::create("cluster").map_err(start_error)?;
    let limits = Limits {
        deadline: Instant::now().checked_add(time),
        memory: None,
        files: MOST_OUTPUT,
    };
    let (ended, printed) = unspool_processes::run(command, folder.path(), &limits, is_interrupted)
        .map_err(start_error)?;
    match ended {
        Ended::Exited(status) => {
            let text = |path| {
                let bytes = std::fs::read(path).map_err(start_error)?;
                Ok(String::from_utf8_lossy(&bytes).into_owned())
            };
            Ok(Answer {
                status,
                output: text(&printed.output)?,
                errors: text(&printed.errors)?,
            })
        }
        Ended::OutOfTime => Err(unreachable(format!(
            "no answer within {} s",
            time.as_secs()
        ))),
        Ended::OutOfMemory | Ended::Endless => {
            Err(unreachable("it prints without end".to_string()))
        }
        Ended::Interrupted => Err(ClusterError::Interrupted),
    }
}
