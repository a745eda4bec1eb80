//! What can be chosen about the engine, with its defaults.

use std::sync::Arc;
use std::time::Instant;

use unspool_formula::solver::{Interrupter, cadical};

use crate::deadlocks::Futures;
use crate::slot_numbers::SlotNumbers;

/// How interleavings become a formula, and how many of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Encoding {
    /// So many rounds; in each one every thread has one context, in the order of the threads' numbers.
    Rounds(u32),
    /// So many contexts of any threads.
    Contexts(u32),
}

#[derive(Clone, Debug)]
pub struct EngineConfig {
    pub encoding: Encoding,
    pub slot_numbers: SlotNumbers,
    pub reductions: EngineReductions,
    pub first_schedules: FirstSchedules,
    pub finds: Finds,
    /// Who knows what threads may do beyond the bounds. Without it only those wait for ever, while others run, who wait for each other.
    pub futures: Option<Arc<dyn Futures>>,
    /// When solving has to end.
    pub deadline: Option<Instant>,
    /// Bytes that the whole process may use.
    pub memory: Option<u64>,
    /// Ends the work from another thread.
    pub interrupter: Option<Interrupter>,
    /// How the solver is set up, and with which others it exchanges what it has learnt: engines of the same program and configuration.
    pub solver: cadical::Config,
}

/// Which schedules the solver looks at first, where it has no reason to do otherwise: the values that it gives to the slots of points ([`crate::hint`]).
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum FirstSchedules {
    /// The points of each thread are spread evenly over the slots.
    #[default]
    Spread,
    /// Each thread runs to its end in the first slot: no switch but those between threads.
    FewSwitches,
    /// As it would do by itself.
    Any,
}

/// What can be asked for besides assertions. Each makes the formula larger.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Finds {
    /// Accesses that are not valid. If nobody asks for them, executions end there.
    pub memory_errors: bool,
    pub races: bool,
    /// Two writes of the same value, or a write of what is there already, are no race.
    pub allow_same_value: bool,
    pub deadlocks: bool,
}

impl Default for EngineConfig {
    fn default() -> Self {
        EngineConfig {
            encoding: Encoding::Rounds(2),
            slot_numbers: SlotNumbers::default(),
            reductions: EngineReductions::default(),
            first_schedules: FirstSchedules::default(),
            finds: Finds::default(),
            futures: None,
            deadline: None,
            memory: None,
            interrupter: None,
            solver: cadical::Config::default(),
        }
    }
}

/// What makes formulas smaller. The proof that it is right stands in the file that does it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum EngineReduction {
    /// Words are narrowed to the values that can occur.
    NarrowWords,
    /// A thread's own accesses between two visible points are passed on without the encoding.
    Forwarding,
    /// What the question does not depend on is left out.
    Cone,
    /// Of executions that differ only in the order of independent steps, one is looked for.
    NormalForm,
}

struct Row {
    reduction: EngineReduction,
    name: &'static str,
    purpose: &'static str,
}

const TABLE: &[Row] = &[
    Row {
        reduction: EngineReduction::NarrowWords,
        name: "narrow-words",
        purpose: "words are narrowed to the values that can occur",
    },
    Row {
        reduction: EngineReduction::Forwarding,
        name: "forwarding",
        purpose: "what a thread wrote or read since its last visible point is not looked up again",
    },
    Row {
        reduction: EngineReduction::Cone,
        name: "cone",
        purpose: "what the question does not depend on is left out of the formula",
    },
    Row {
        reduction: EngineReduction::NormalForm,
        name: "normal-form",
        purpose: "of executions that differ in the order of independent steps, only the one in which all come as early as they can is looked for",
    },
];

impl EngineReduction {
    /// Every one, in the order of the table.
    pub fn all() -> impl Iterator<Item = EngineReduction> {
        TABLE.iter().map(|row| row.reduction)
    }

    /// As options spell it.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    pub fn purpose(self) -> &'static str {
        self.row().purpose
    }

    pub fn from_name(name: &str) -> Option<EngineReduction> {
        let mut rows = TABLE.iter();
        rows.find(|row| row.name == name).map(|row| row.reduction)
    }

    fn row(self) -> &'static Row {
        &TABLE[self as usize]
    }
}

/// A set of them; all by default.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct EngineReductions {
    bits: u32,
}

impl Default for EngineReductions {
    fn default() -> Self {
        EngineReduction::all().fold(EngineReductions::NONE, EngineReductions::with)
    }
}

impl EngineReductions {
    pub const NONE: EngineReductions = EngineReductions { bits: 0 };

    pub fn has(self, reduction: EngineReduction) -> bool {
        self.bits & (1 << reduction as u32) != 0
    }

    #[must_use]
    pub fn with(self, reduction: EngineReduction) -> Self {
        EngineReductions {
            bits: self.bits | 1 << reduction as u32,
        }
    }

    #[must_use]
    pub fn without(self, reduction: EngineReduction) -> Self {
        EngineReductions {
            bits: self.bits & !(1 << reduction as u32),
        }
    }
}
