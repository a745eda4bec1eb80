//! Any scheduler at all, by the commands that its users type.
//!
//! A task is submitted by a command line of the user's, for example `qsub -cwd {script}`, which a shell runs, with these words replaced (and
//! quoted, so that they stand outside of quotes):
//!
//! | | |
//! |---|---|
//! | `{script}` | the file to run, a shell script for this one task |
//! | `{task}` | the task's number |
//! | `{folder}` | the campaign's folder |
//!
//! The last word of the last line that it prints is the job's name. A second command may tell whether `{job}` has not ended, by its exit
//! status: 0 if so, others if not; a third ends `{job}`. The exit status 75 of any of them (`EX_TEMPFAIL` of `sysexits.h`) says that the question does
//! not get through at present. Without the second command nobody can be asked, and a task is lost when its log has not changed for long.
//!
//! When one of these commands ends, all that it has started is killed: one that is no more than a shell's `&`
//! must put what it starts into another session (`setsid`), and not end before that has happened.

use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use rustc_hash::FxHashMap;

use super::program::{Answer, ask, shortened};
use super::scheduler::{ClusterError, Job, Known, Phase, Scheduler};
use super::shell::filled;
use super::work::{Work, text_of, write_error, write_script};

#[derive(Clone, Debug)]
pub struct CommandConfig {
    /// The campaign's, for the scripts and what tasks print.
    pub folder: PathBuf,
    pub work: Work,
    pub submit: String,
    pub poll: Option<String>,
    pub cancel: Option<String>,
    /// How long one of the commands may take.
    pub answer_time: Duration,
}

pub struct CommandScheduler {
    config: CommandConfig,
}

impl CommandScheduler {
    pub fn new(config: CommandConfig) -> CommandScheduler {
        CommandScheduler { config }
    }

    fn ask(
        &self,
        template: &str,
        values: &[(&str, &str)],
        is_interrupted: &dyn Fn() -> bool,
    ) -> Result<Answer, ClusterError> {
        let mut command = Command::new("sh");
        command.arg("-c").arg(filled(template, values));
        let answer = ask(&mut command, self.config.answer_time, is_interrupted);
        let temporary = |message| ClusterError::Unreachable {
            program: template.to_string(),
            message,
        };
        match answer {
            // Killed by somebody, as if it had never been asked.
            Ok(answer) if matches!(answer.status.code(), None | Some(TEMPORARY_FAILURE)) => {
                Err(temporary(answer.message()))
            }
            Ok(answer) if matches!(answer.status.code(), Some(126 | 127)) => {
                let error = std::io::Error::other(answer.message());
                let program = template.to_string();
                Err(ClusterError::Start { program, error })
            }
            Err(ClusterError::Unreachable { message, .. }) => Err(temporary(message)),
            other => other,
        }
    }
}

/// `EX_TEMPFAIL`.
const TEMPORARY_FAILURE: i32 = 75;

impl Scheduler for CommandScheduler {
    fn name(&self) -> &'static str {
        "command"
    }

    fn batch(&self, _: &[u32]) -> usize {
        1
    }

    fn submit(
        &mut self,
        _: &str,
        tasks: &[u32],
        is_interrupted: &dyn Fn() -> bool,
    ) -> Result<Vec<Job>, ClusterError> {
        let folder = std::path::absolute(&self.config.folder)
            .map_err(|error| write_error(&self.config.folder, error))?;
        let submit = &self.config.submit;
        let mut jobs = Vec::new();
        for task in tasks {
            let script = folder.join(format!("task-{task}.sh"));
            write_script(&script, &self.config.work.script_for_task(*task, &folder)?)?;
            let values = [
                ("{script}", text_of(&script)?),
                ("{task}", &task.to_string()),
                ("{folder}", text_of(&folder)?),
            ];
            let answer = self.ask(submit, &values, is_interrupted)?;
            if !answer.status.success() {
                return Err(ClusterError::Refused {
                    program: submit.clone(),
                    message: answer.message(),
                });
            }
            let job = answer.output.split_whitespace().next_back();
            let job = job.ok_or_else(|| ClusterError::Unreadable {
                program: submit.clone(),
                output: shortened(&answer.output),
            })?;
            jobs.push(Job(job.to_string()));
        }
        Ok(jobs)
    }

    /// There is no command that looks for names.
    fn find(
        &mut self,
        _: &str,
        _: &[u32],
        _: &dyn Fn() -> bool,
    ) -> Result<Option<Vec<Job>>, ClusterError> {
        Ok(None)
    }

    fn known(
        &mut self,
        jobs: &[Job],
        is_interrupted: &dyn Fn() -> bool,
    ) -> Result<Known, ClusterError> {
        let Some(poll) = &self.config.poll else {
            return Ok(Known::Nothing);
        };
        let mut known = FxHashMap::default();
        for job in jobs {
            let answer = self.ask(poll, &[("{job}", &job.0)], is_interrupted)?;
            if answer.status.success() {
                known.insert(job.clone(), Phase::Running);
            }
        }
        Ok(Known::Jobs(known))
    }

    fn cancel(
        &mut self,
        jobs: &[Job],
        is_interrupted: &dyn Fn() -> bool,
    ) -> Result<(), ClusterError> {
        if let Some(cancel) = &self.config.cancel {
            for job in jobs {
                // Commands fail for jobs that have ended, too: only one that does not get through is of interest.
                self.ask(cancel, &[("{job}", &job.0)], is_interrupted)?;
            }
        }
        Ok(())
    }
}
