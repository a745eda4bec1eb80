//! The engine: decides whether a bounded program can go wrong.
//!
//! ```text
//! bounded program ──▶ symbolic execution of each thread, once ──▶ terms over a schedule ──▶ SAT ──▶ counterexample, or none
//! ```
//!
//! | module | what it does |
//! |---|---|
//! | `analysis` | what is known before |
//! | `cells`, `survey`, `initial` | cuts memory into cells, and says which of them threads share |
//! | `walk`, `joining`, `ends`, `instructions`, `allocation`, `expressions`, `memory`, `state`, `guards` | symbolic execution of a thread |
//! | `timeline` | when points of threads are executed, and what shared cells contain then |
//! | `last_slot`, `races`, `deadlocks` | in which states executions can end |
//! | `held_frees` | whether memory is freed in which a lock lies that is held |
//! | `narrow`, `cone` | reductions of the formula's size |
//! | `build` | all threads together |
//! | `normal_form` | one execution for all that differ only in the order of independent steps; whether more rounds would matter |
//! | `restrictions` | the same questions about parts of the schedules only |
//! | `minimal`, `counting`, `fewest`, `shortest`, `simplest` | of all executions that go wrong, one that is easy to read |
//! | `engine`, `extract` | questions to the solver, and executions from its models |

mod allocation;
mod analysis;
mod answer;
mod build;
mod cells;
mod cone;
pub mod config;
mod counting;
mod deadlocks;
mod ends;
pub mod engine;
mod expressions;
mod extract;
mod fewest;
mod guards;
mod held_frees;
mod hint;
mod initial;
mod instructions;
mod joining;
mod last_slot;
mod memory;
pub mod minimal;
mod narrow;
mod normal_form;
mod races;
mod restrictions;
mod shortest;
mod simplest;
mod slot_numbers;
mod state;
mod survey;
mod timeline;
mod walk;

pub use analysis::Analysis;
pub use answer::{
    Answer, Context, Counterexample, DrawnInput, Ending, InputKind, Position, Statistics,
    Unsupported,
};
pub use config::{
    Encoding, EngineConfig, EngineReduction, EngineReductions, Finds, FirstSchedules,
};
pub use deadlocks::{Futures, Progress};
pub use engine::{Engine, EngineError, Wanted};
pub use minimal::Minimality;
pub use restrictions::{PointOf, Restriction};
pub use slot_numbers::SlotNumbers;
pub use survey::MOST_PLACES;
