//! The boundary to SAT solvers: what the rest of the crate asks of one, and nothing more.
//!
//! [`Clauses`] takes a formula, [`Solver`] decides it. A file of DIMACS is only the former.
//! Every solver passes one conformance suite (`tests/solver_conformance`).
//!
//! An answer lasts until the next `solve`: values and failed assumptions can still be asked for after clauses were
//! added, which is what refinement loops do.

mod boxed;
pub mod cadical;
mod exchange;
pub mod process;
pub mod programs;
mod proof_writer;
pub mod recorder;
pub(crate) mod watch;

pub use exchange::Exchange;
pub use proof_writer::{ProofFile, ProofFormat};
pub use unspool_processes::memory;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::literal::{Literal, Variable};

/// Whatever clauses can be given to.
pub trait Clauses {
    fn new_variable(&mut self) -> Variable;

    /// A clause over variables that [`Clauses::new_variable`] gave. The empty one makes the formula unsatisfiable.
    fn add_clause(&mut self, clause: &[Literal]);
}

/// A SAT solver that can be asked again after more clauses, each time under other assumptions.
pub trait Solver: Clauses {
    /// What to call it in messages: `cadical`, or the name of the program.
    fn name(&self) -> String;

    /// Decides the clauses so far under `assumptions`, which hold for this call only.
    fn solve(&mut self, assumptions: &[Literal]) -> Result<Answer, SolverError>;

    /// What the literal is in the model of the last `solve`. `None` if either value does, as for a variable that is
    /// newer. Panics if the last `solve` did not answer `Satisfiable`.
    fn value(&mut self, literal: Literal) -> Option<bool>;

    /// The assumptions of the last `solve` that were needed for its answer, not necessarily as few as possible.
    /// Panics if that was not `Unsatisfiable`.
    fn failed_assumptions(&mut self) -> Vec<Literal>;

    /// The value to try first where the literal's variable is to be guessed. A hint.
    fn prefer(&mut self, literal: Literal);

    /// Holds for every later `solve`, each of which has the whole time and all conflicts for itself.
    /// Limits are looked at now and then: an easy `solve` may answer in spite of them.
    fn set_limits(&mut self, limits: Limits);

    /// What ends a running `solve` from another thread.
    fn interrupter(&self) -> Interrupter;

    /// From now on that one: several solvers may share it.
    fn set_interrupter(&mut self, interrupter: Interrupter);

    fn statistics(&self) -> Statistics;
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    Satisfiable,
    Unsatisfiable,
    Unknown(Stopped),
}

/// Why a solver stopped before it knew.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stopped {
    Interrupted,
    OutOfTime,
    OutOfMemory,
    OutOfConflicts,
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Limits {
    pub time: Option<Duration>,
    /// Bytes of the process that solves. Enforced where [`memory`] can tell them.
    pub memory: Option<u64>,
    pub conflicts: Option<u64>,
}

/// Of all `solve` calls together. The last three are 0 where the solver does not tell.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Statistics {
    pub variables: u64,
    pub clauses: u64,
    pub literals: u64,
    pub solve_calls: u64,
    pub conflicts: u64,
    pub decisions: u64,
    pub propagations: u64,
}

/// A solver that could not do its work at all. `Unknown` is not that.
#[derive(Debug, thiserror::Error)]
pub enum SolverError {
    #[error("cannot run the solver `{program}`: {error}")]
    Start {
        program: String,
        error: std::io::Error,
    },
    #[error("the solver `{program}` gave no answer that can be understood: {detail}")]
    Protocol { program: String, detail: String },
    #[error("cannot write {path}: {error}")]
    Write { path: String, error: std::io::Error },
    #[error("{0}")]
    Setup(String),
}

/// Cloned and sent to whoever may want to stop the solver. Stays raised until [`Interrupter::clear`].
#[derive(Clone, Default, Debug)]
pub struct Interrupter(Arc<AtomicBool>);

impl Interrupter {
    pub fn interrupt(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    pub fn clear(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
