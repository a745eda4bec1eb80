//! Other programs that are run for us: solvers, verifiers.
//!
//! Nothing that such a program does is trusted to end. It gets a private folder for its files ([`ScratchFolder`]), runs
//! in a process group of its own ([`ProcessGroup`]), and is watched ([`run`]): at a limit, on an interruption and when our own
//! thread panics the whole group is killed.

pub mod cpu_time;
mod group;
pub mod memory;
mod process_table;
mod scratch_folder;
mod watched;

pub use group::{ProcessGroup, Usage};
pub use scratch_folder::ScratchFolder;
pub use watched::{Ended, Limits, Printed, run};
