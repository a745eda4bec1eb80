//! What a campaign wants of whatever hands out work.

use std::io;

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

/// What a scheduler calls a job, for example `123_7`.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Job(pub String);

/// How far a job is that has not ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    Waiting,
    Running,
}

/// What a scheduler knows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Known {
    /// Those of the jobs that have not ended. The others have, or will never run.
    Jobs(FxHashMap<Job, Phase>),
    /// There is no way to ask.
    Nothing,
}

/// Hands out work.
///
/// All that it does takes limited time, and ends early if somebody wants an end, with [`ClusterError::Interrupted`].
pub trait Scheduler {
    /// As the state file spells it.
    fn name(&self) -> &'static str;

    /// How many of these tasks (there is at least one, and they ascend) go into one submission, from the first on.
    fn batch(&self, tasks: &[u32]) -> usize;

    /// Submits tasks, at most a [batch](Scheduler::batch), and returns a job for each. The name tells this submission from all others. Unless it is
    /// [refused](ClusterError::Refused), a submission that fails may nevertheless have been made.
    fn submit(
        &mut self,
        name: &str,
        tasks: &[u32],
        is_interrupted: &dyn Fn() -> bool,
    ) -> Result<Vec<Job>, ClusterError>;

    /// The jobs of an earlier submission of this name and these tasks. `None` if there was none, if all of them have ended, or if nobody knows.
    fn find(
        &mut self,
        name: &str,
        tasks: &[u32],
        is_interrupted: &dyn Fn() -> bool,
    ) -> Result<Option<Vec<Job>>, ClusterError>;

    /// Which of the jobs have not ended.
    fn known(
        &mut self,
        jobs: &[Job],
        is_interrupted: &dyn Fn() -> bool,
    ) -> Result<Known, ClusterError>;

    /// Ends jobs. Those that have ended already are none of its business.
    fn cancel(
        &mut self,
        jobs: &[Job],
        is_interrupted: &dyn Fn() -> bool,
    ) -> Result<(), ClusterError>;
}

#[derive(Debug, thiserror::Error)]
pub enum ClusterError {
    /// The caller's turn: it is not installed, or not called so.
    #[error("`{program}` cannot be run: {error}")]
    Start { program: String, error: io::Error },
    /// Nobody's turn: it will pass.
    #[error("`{program}` does not get through: {message}")]
    Unreachable { program: String, message: String },
    /// The caller's turn, or that of those who run the cluster. Nothing was submitted.
    #[error("`{program}` refuses: {message}")]
    Refused { program: String, message: String },
    #[error("`{program}` was to print a job's number, and has printed: {output}")]
    Unreadable { program: String, output: String },
    #[error("cannot write {path}: {error}")]
    Write { path: String, error: io::Error },
    #[error("a script cannot name {0}, which is not valid UTF-8")]
    Name(String),
    #[error("interrupted")]
    Interrupted,
}
