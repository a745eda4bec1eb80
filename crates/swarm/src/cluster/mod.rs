//! Many tasks on other machines, by way of whatever hands out work there.
//!
//! A campaign is a number of tasks, `0` to `n - 1`, each of which runs one and the same program with its number. All that is asked
//! of the machines is a shared folder: a task reads what it is to do from there, and appends what it has found to a log file of its own.
//! The scheduler of the machines ([`Scheduler`]: [`Slurm`], or any commands that submit, ask and cancel, [`CommandScheduler`]) is told what to
//! run; it is *not* believed when it comes to what has happened. Two sources are kept apart:
//!
//! * **The log decides what is done.** A task whose log says that it has finished is finished, whatever the scheduler says, or
//!   whether it can be asked at all. Exit codes are not looked at.
//! * **The scheduler decides what is lost.** A task that it does not know any more, and whose log does not say that it has
//!   finished when it is read *after* that answer, is lost, and submitted again: its machine has failed, or somebody has killed it. A scheduler
//!   that does not answer has said nothing, and nobody is lost for that.
//!
//! So a campaign is only as much as its folder, and survives the process that has begun it: [`run`](run()) in the same folder goes on with what
//! is there. What has been submitted stands in a file ([`state`]), and a submission is announced there before it is made.
//!
//! **A task can run twice at the same time.** No design excludes that: a machine that cannot be reached is taken for dead, and its
//! task given to another, while it is still writing to the shared folder. Here it can also happen when the submitting
//! process is killed between a submission and the note about it, and the scheduler cannot be asked for jobs by their name. Hence
//! what is asked of a log: a task reads its own log when it starts and skips what is done; it appends whole lines; and whoever reads a log counts
//! each instance once, and skips lines that make no sense. Then a second process costs time, and nothing else.

pub mod campaign;
pub mod command;
pub mod division;
mod program;
pub mod scheduler;
mod shell;
pub mod slurm;
pub mod state;
pub mod task_list;
pub mod work;

pub use campaign::{
    Campaign, CampaignError, Counts, Ended, Event, Settings, Summary, TaskEnd, TaskProgress,
    cancel_stored, run,
};
pub use command::{CommandConfig, CommandScheduler};
pub use scheduler::{ClusterError, Job, Known, Phase, Scheduler};
pub use slurm::{Slurm, SlurmConfig, SlurmPrograms};
pub use state::StateError;
pub use work::{Work, output_file};
