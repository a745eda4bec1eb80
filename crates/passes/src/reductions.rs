//! The reductions: what makes a bounded program smaller without changing how it can end. One table.
//!
//! Each has a switch, so that it can be tested by turning it off, and blamed or cleared when an answer looks wrong. Options,
//! their help texts and the tests that compare outcomes with and without a reduction derive from this table.

/// A way to make the problem smaller. The proof that it is right stands in the file that does it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Reduction {
    SpinLoops,
    Constants,
    LibraryCalls,
    CopyPropagation,
    DeadCode,
    Slice,
    Private,
    ReadOnly,
    BeforeStart,
    AfterEnd,
    Unpublished,
    Locks,
    Spawns,
    ThreadEnds,
    Outputs,
    Fences,
    WaitsInOrder,
    PointsOfRaces,
    ChecksLeft,
}

struct Row {
    reduction: Reduction,
    name: &'static str,
    is_default: bool,
    purpose: &'static str,
}

const TABLE: &[Row] = &[
    Row {
        reduction: Reduction::SpinLoops,
        name: "spin-loops",
        is_default: true,
        purpose: "of loops that only wait for another thread, only the last iteration is made",
    },
    Row {
        reduction: Reduction::Constants,
        name: "constants",
        is_default: true,
        purpose: "contents of memory that are known while bounding replace loads",
    },
    Row {
        reduction: Reduction::LibraryCalls,
        name: "library-calls",
        is_default: true,
        purpose: "calls of library functions that leave nothing behind are dropped",
    },
    Row {
        reduction: Reduction::CopyPropagation,
        name: "copy-propagation",
        is_default: true,
        purpose: "copies of registers are replaced by what they are copies of",
    },
    Row {
        reduction: Reduction::DeadCode,
        name: "dead-code",
        is_default: true,
        purpose: "computations whose results nobody uses are dropped",
    },
    Row {
        reduction: Reduction::Slice,
        name: "slice",
        is_default: true,
        purpose: "memory that decides nothing is dropped with all that writes it",
    },
    Row {
        reduction: Reduction::Private,
        name: "private",
        is_default: true,
        purpose: "no visible points for memory that only one thread uses",
    },
    Row {
        reduction: Reduction::ReadOnly,
        name: "read-only",
        is_default: true,
        purpose: "no visible points for reads that no other thread's write can meet",
    },
    Row {
        reduction: Reduction::BeforeStart,
        name: "before-start",
        is_default: true,
        purpose: "accesses do not conflict with threads that have not been started yet",
    },
    Row {
        reduction: Reduction::AfterEnd,
        name: "after-end",
        is_default: true,
        purpose: "accesses do not conflict with threads that have been joined",
    },
    Row {
        reduction: Reduction::Unpublished,
        name: "unpublished",
        is_default: true,
        purpose: "no visible points for an object before its address is given away",
    },
    Row {
        reduction: Reduction::Locks,
        name: "locks",
        is_default: true,
        purpose: "no visible points for memory that one lock protects, nor for the release of the lock",
    },
    Row {
        reduction: Reduction::Spawns,
        name: "spawns",
        is_default: true,
        purpose: "no visible points where threads are created",
    },
    Row {
        reduction: Reduction::ThreadEnds,
        name: "thread-ends",
        is_default: true,
        purpose: "no visible point for the end of a thread that others at most wait for",
    },
    Row {
        reduction: Reduction::Outputs,
        name: "outputs",
        is_default: true,
        purpose: "no visible points for output",
    },
    Row {
        reduction: Reduction::Fences,
        name: "fences",
        is_default: true,
        purpose: "no visible points for fences, which sequential consistency does not need",
    },
    Row {
        reduction: Reduction::WaitsInOrder,
        name: "waits-in-order",
        is_default: true,
        purpose: "no schedules are looked at for deadlocks if what threads wait for has an order",
    },
    Row {
        reduction: Reduction::PointsOfRaces,
        name: "points-of-races",
        is_default: true,
        purpose: "no schedules are looked at for data races if no plain access has a visible point",
    },
    Row {
        reduction: Reduction::ChecksLeft,
        name: "checks-left",
        is_default: true,
        purpose: "no schedules are looked at for assertions and memory errors if nothing is left that can fail",
    },
];

impl Reduction {
    /// Every reduction, in the order of the table.
    pub fn all() -> impl Iterator<Item = Reduction> {
        TABLE.iter().map(|row| row.reduction)
    }

    /// As options spell it.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    pub fn purpose(self) -> &'static str {
        self.row().purpose
    }

    /// Whether it is made unless the user says otherwise.
    pub fn is_default(self) -> bool {
        self.row().is_default
    }

    pub fn from_name(name: &str) -> Option<Reduction> {
        TABLE
            .iter()
            .find(|row| row.name == name)
            .map(|row| row.reduction)
    }

    fn row(self) -> &'static Row {
        &TABLE[self as usize]
    }

    fn bit(self) -> u32 {
        1 << self as u32
    }
}

/// The reductions to make.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Reductions {
    bits: u32,
}

impl Default for Reductions {
    fn default() -> Self {
        Reduction::all()
            .filter(|reduction| reduction.is_default())
            .fold(Reductions::NONE, Reductions::with)
    }
}

impl Reductions {
    pub const NONE: Reductions = Reductions { bits: 0 };

    pub fn has(self, reduction: Reduction) -> bool {
        self.bits & reduction.bit() != 0
    }

    /// Whether all of the others are among these.
    pub fn include(self, others: Reductions) -> bool {
        others.bits & !self.bits == 0
    }

    #[must_use]
    pub fn and(self, others: Reductions) -> Self {
        Reductions {
            bits: self.bits | others.bits,
        }
    }

    #[must_use]
    pub fn with(self, reduction: Reduction) -> Self {
        Reductions {
            bits: self.bits | reduction.bit(),
        }
    }

    #[must_use]
    pub fn without(self, reduction: Reduction) -> Self {
        Reductions {
            bits: self.bits & !reduction.bit(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_the_order_of_the_enum() {
        for (index, reduction) in Reduction::all().enumerate() {
            assert_eq!(reduction as usize, index);
            assert_eq!(Reduction::from_name(reduction.name()), Some(reduction));
        }
    }

    #[test]
    fn sets_are_what_they_are_made_of() {
        let all = Reductions::default();
        assert!(Reduction::all().all(|reduction| all.has(reduction)));
        for reduction in Reduction::all() {
            assert!(!all.without(reduction).has(reduction));
            assert_eq!(all.without(reduction).with(reduction), all);
            assert!(!Reductions::NONE.has(reduction));
        }
    }
}
