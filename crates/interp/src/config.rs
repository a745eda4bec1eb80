//! What can be chosen about an execution, with its defaults.

use std::sync::Arc;

use crate::deadlock::Futures;

/// What reading an indeterminate register or byte gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Uninitialised {
    #[default]
    Zero,
    /// An input is drawn, once: the register or byte keeps that value.
    Input,
}

#[derive(Clone, Debug)]
pub struct Config {
    pub uninitialised: Uninitialised,
    /// Instructions of all threads together after which a run ends in [`crate::Outcome::StepLimit`].
    pub max_instructions: u64,
    /// Bytes of live objects, with a little for each object's own record.
    pub memory_limit: u64,
    /// Nested calls of one thread.
    pub max_call_depth: usize,
    /// Bytes of local variables of one thread.
    pub stack_bytes: u64,
    pub max_threads: usize,
    /// Instructions on a thread's own memory after which it can be switched away from all the same.
    pub max_local_instructions: u64,
    /// Make accesses to a thread's own memory invisible while no other thread can know its address, and those to memory that
    /// nobody can write. Off, every access is a step: the same outcomes by far more interleavings.
    pub skip_private_steps: bool,
    /// What a thread does before its first visible operation is a step of its own, instead of a part of the step that creates the thread. It makes
    /// no difference but to who counts steps.
    pub late_starts: bool,
    /// End the run at the first two conflicting accesses that nothing orders.
    pub detect_races: bool,
    /// Two writes of the same value, or a write of what is there already, are no race.
    pub allow_same_value: bool,
    /// End the run when threads wait for ever though others go on. A single run is looked at when threads are blocked for the 1st, 2nd, 4th, 8th, ... time, and at the limit of instructions.
    pub stuck_threads: bool,
    /// Who knows which threads nobody will ever wake. Without it only those wait for ever, while others run, who wait for each other.
    pub futures: Option<Arc<dyn Futures>>,
    /// Globals whose final contents are reported when a run finishes.
    pub observe: Vec<String>,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            uninitialised: Uninitialised::Zero,
            max_instructions: 1_000_000_000,
            memory_limit: 2 << 30,
            max_call_depth: 200_000,
            stack_bytes: 8 << 20,
            max_threads: 1000,
            max_local_instructions: 100_000,
            skip_private_steps: true,
            late_starts: false,
            detect_races: false,
            allow_same_value: false,
            stuck_threads: false,
            futures: None,
            observe: Vec::new(),
        }
    }
}
