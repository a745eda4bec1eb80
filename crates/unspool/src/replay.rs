//! Replays a counterexample of the engine: on the bounded program, which it is about, and on the original, which the user wrote.
//!
//! The engine answers from a formula. Before anyone is told, the execution is repeated by the interpreter, which shares no code with
//! the engine: first instruction by instruction on the bounded program ([`on_bounded`]), where any difference is a mistake of
//! the engine and its place is known exactly; then on the original program ([`on_original`]), where any difference is a
//! mistake of a pass, or of ours in finding the way. Only an execution of the original that ends with the same violation at the same place
//! counts, and its [`Trace`] is what is shown.
//!
//! ```text
//! counterexample ──on_bounded──▶ which instructions, which inputs ──on_original──▶ a schedule ──trimming──▶ a shorter one ──retelling──▶ trace
//!                                named so that both programs know them ([`names`])
//! ```

mod draws;
mod goals;
pub(crate) mod names;
mod on_bounded;
mod on_original;
mod retelling;
mod state;
mod steps;
pub mod stored;
mod trimming;
mod whereabouts;

use std::fmt;

use unspool_engine::{Counterexample, Ending, Position};
use unspool_interp::{Config, Trace, Uninitialised};
use unspool_ir::{InstKind, Program};

use crate::futures::ExactFutures;
use crate::thread_list;

/// What replaying may cost.
#[derive(Clone, Debug)]
pub struct ReplayConfig {
    /// Limits hold for each execution.
    pub interpreter: Config,
    /// Instructions of a thread without a switch, after which it is not expected to come to anything any more.
    pub most_in_context: u64,
    /// Switches may be so far from where they are expected, all together: see [`on_original`].
    pub most_discrepancies: u32,
    /// Instructions of all attempts on the original program, roughly.
    pub most_instructions: u64,
}

impl Default for ReplayConfig {
    fn default() -> Self {
        ReplayConfig {
            interpreter: Config {
                uninitialised: Uninitialised::Input,
                max_instructions: 50_000_000,
                ..Config::default()
            },
            most_in_context: 10_000_000,
            most_discrepancies: 6,
            most_instructions: 20_000_000,
        }
    }
}

/// Why a counterexample is none.
#[derive(Clone, Debug)]
pub enum ReplayError {
    /// The interpreter does something else on the bounded program than the engine said.
    Bounded(Parting),
    /// The original program has no such execution, or it was not found.
    Original(Parting),
}

/// Where two executions part.
#[derive(Clone, Debug)]
pub struct Parting {
    /// Context of the counterexample, from 0.
    pub context: usize,
    /// Number of the bounded program.
    pub thread: u32,
    /// The next instruction by the counterexample.
    pub position: Option<Position>,
    /// Its text.
    pub instruction: String,
    pub expected: String,
    pub actual: String,
}

impl ReplayError {
    /// What happened instead.
    pub fn actual(&self) -> &str {
        match self {
            ReplayError::Bounded(parting) | ReplayError::Original(parting) => &parting.actual,
        }
    }

    /// Whether this may be a race of two steps that cannot be made one behind the other: the second is an atomic section that ends the run, so it is not made first, and
    /// what the first one writes may let it wait. The engine sees both in the state before them only.
    pub fn may_lack_order(&self, bounded: &Program, counterexample: &Counterexample) -> bool {
        let is_race = matches!(counterexample.ending, Ending::Race { .. });
        is_race
            && matches!(self, ReplayError::Bounded(_))
            && ends_in_section(bounded, counterexample)
    }
}

/// Whether the last step is in an atomic section that does not come to its end.
fn ends_in_section(bounded: &Program, counterexample: &Counterexample) -> bool {
    let steps = counterexample.contexts.last().map(|last| &last.steps);
    let insts = steps.into_iter().flatten().filter_map(|step| {
        thread_list::place_in_thread(bounded, step.thread, step.block, step.index)?.1
    });
    let depth = insts.fold(0_u32, |depth, inst| match inst.kind {
        InstKind::AtomicBegin => depth + 1,
        InstKind::AtomicEnd => depth.saturating_sub(1),
        _ => depth,
    });
    depth > 0
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (program, parting) = match self {
            ReplayError::Bounded(parting) => ("bounded", parting),
            ReplayError::Original(parting) => ("original", parting),
        };
        write!(
            f,
            "the counterexample does not replay on the {program} program: in context {}, thread {}",
            parting.context, parting.thread
        )?;
        if let Some(at) = parting.position {
            write!(f, ", at {} instruction {}", at.block, at.index)?;
        }
        if !parting.instruction.is_empty() {
            write!(f, " `{}`", parting.instruction)?;
        }
        write!(f, ": expected {}, but {}", parting.expected, parting.actual)
    }
}

impl std::error::Error for ReplayError {}

/// Replays a counterexample on the bounded program that it is about, and then on the original program that this was made of.
pub fn replay(
    original: &Program,
    bounded: &Program,
    counterexample: &Counterexample,
    config: &ReplayConfig,
) -> Result<Trace, ReplayError> {
    let mut config = config.clone();
    config.interpreter.detect_races |= matches!(counterexample.ending, Ending::Race { .. });
    if matches!(counterexample.ending, Ending::Deadlock { .. }) {
        config.interpreter.futures = ExactFutures::of_whole(original);
    }
    let config = &config;
    let ran = on_bounded::run(original, bounded, counterexample, config).or_else(|parting| {
        // Of two accesses that both can be made, the first may make the second one that writes what is there already.
        let other = in_other_order(counterexample).ok_or_else(|| parting.clone())?;
        on_bounded::run(original, bounded, &other, config).map_err(|_| parting)
    });
    let ran = ran.map_err(|parting| ReplayError::Bounded(*parting))?;
    on_original::run(original, &ran, config).map_err(|parting| ReplayError::Original(*parting))
}

/// A race whose two accesses are made the other way round.
fn in_other_order(counterexample: &Counterexample) -> Option<Counterexample> {
    let Ending::Race { first } = counterexample.ending else {
        return None;
    };
    let mut other = counterexample.clone();
    let [.., one, two] = &mut other.contexts[..] else {
        return None;
    };
    std::mem::swap(one, two);
    other.ending = Ending::Race {
        first: counterexample.end,
    };
    other.end = first;
    Some(other)
}
