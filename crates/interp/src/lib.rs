//! Concrete execution of the IR: the oracle, the replayer, the tester.
//!
//! [`run()`] executes a program once under a [`schedule::Scheduler`] with inputs from an
//! [`input::InputSource`]; [`explore`] executes it in every way there is. Both end in [`Outcome`]s.
//!
//! The way of a program: `compile` flattens its functions into `code`; a [`Machine`] holds
//! `memory` and `thread`s; `step` makes one step of a thread by `execute`-ing instructions, whole
//! `atomic_section`s at once; `run` and [`schedule`] decide whose step it is.
//!
//! This crate does no input or output and decides no verdict.

mod access;
mod address_space;
mod atomic_section;
mod circumstances;
mod code;
mod compile;
mod config;
mod content;
mod deadlock;
mod eval;
mod event;
mod execute;
mod execute_call;
mod execute_memory;
mod failure_message;
mod float;
mod held_locks;
pub mod input;
mod integer;
mod location;
mod machine;
mod memory;
mod object;
mod outcome;
mod race;
mod record;
mod reported_place;
mod run;
pub mod schedule;
mod state_hash;
mod step;
mod thread;
mod trace;
mod trap;
mod value;
mod waiting;

pub use circumstances::{AccessCircumstances, Circumstances, Holder, TakenLock, Wait};
pub use config::{Config, Uninitialised};
pub use deadlock::{CodePosition, Futures, Whereabouts};
pub use location::{Location, MemoryPlace, ObjectName, Part, part, part_at};
pub use machine::{Activation, Machine};
pub use outcome::{ArithmeticErrorKind, MemoryErrorKind, Outcome, RaceAccess};
pub use race::{FoundRace, RaceDetector};
pub use record::{Effect, Executed, FlatPositions, Recording};
pub use run::{Observation, Run, Sink, Witness, run, run_recorded};
pub use schedule::bound::ScheduleBound;
pub use schedule::exhaustive::{Exploration, ExploreConfig, Found, explore};
pub use step::StepResult;
pub use trace::{Action, Receiver, Repeat, ShownValue, Trace, TraceStep, TraceThread};
pub use value::Repr;
