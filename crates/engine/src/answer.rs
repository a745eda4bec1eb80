//! What the engine says: an execution of the bounded program, or that there is none.

use std::time::Duration;

use unspool_formula::solver::Stopped;
use unspool_ir::{BlockId, Property, RegId};

/// The answer to a query.
#[derive(Clone, Debug)]
pub enum Answer {
    /// There is an execution as asked for.
    Found(Box<Counterexample>),
    /// There is none within the bounds.
    None,
    /// The solver was stopped by a limit or an interruption.
    Stopped(Stopped),
}

/// A place in the text of a thread of the bounded program. The terminator of a block has the index behind the last instruction.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Position {
    /// The number of the thread, as `spawn` gives it.
    pub thread: u32,
    pub block: BlockId,
    pub index: usize,
}

/// An execution of the bounded program that ends where it was asked to.
#[derive(Clone, Debug)]
pub struct Counterexample {
    /// In the order of time. Instructions that stand before the first visible point of a thread belong to its first context, or to one
    /// of their own.
    pub contexts: Vec<Context>,
    /// Where the execution ends: the assertion or the access that fails, the second access of a race, the first place where a thread waits for ever, or the place that is reached. Except for deadlocks this is
    /// also the last step of the last context.
    pub end: Position,
    pub ending: Ending,
    /// The values that executed instructions got from outside.
    pub inputs: Vec<DrawnInput>,
    /// Registers that are read before they are assigned: thread, register, bytes from low to high.
    pub unset: Vec<(u32, RegId, Vec<u8>)>,
}

/// How an execution ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// With its last step: which property that violates, if an execution was asked for that violates one.
    Step { violated: Option<Property> },
    /// With two accesses of different threads one behind the other: the first; the second one is the end.
    Race { first: Position },
    /// With threads that wait for ever, each at its place. Nobody is left to wake them, or each waits for a lock that another one of them holds.
    Deadlock { stuck: Vec<Position> },
}

impl Counterexample {
    /// How often another thread goes on.
    pub fn switches(&self) -> usize {
        switches(&self.contexts)
    }

    /// What the execution violates.
    pub fn property(&self) -> Option<Property> {
        match self.ending {
            Ending::Step { violated } => violated,
            Ending::Race { .. } => Some(Property::DataRace),
            Ending::Deadlock { .. } => Some(Property::Deadlock),
        }
    }

    /// What leads to the end: without the two steps that race, each of which is a context.
    pub fn way(&self) -> &[Context] {
        match self.ending {
            Ending::Race { .. } => &self.contexts[..self.contexts.len().saturating_sub(2)],
            Ending::Step { .. } | Ending::Deadlock { .. } => &self.contexts,
        }
    }
}

/// How often another thread goes on.
pub fn switches(contexts: &[Context]) -> usize {
    let contexts = contexts.iter().filter(|context| !context.steps.is_empty());
    let threads: Vec<u32> = contexts.map(|context| context.thread).collect();
    threads.windows(2).filter(|two| two[0] != two[1]).count()
}

/// A stretch of one thread with no switch inside.
#[derive(Clone, Debug)]
pub struct Context {
    pub thread: u32,
    /// What is executed, in order; terminators included.
    pub steps: Vec<Position>,
}

/// What the engine cannot model.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Unsupported {
    /// The instruction, which says so itself, or an operator in it.
    Instruction,
    /// An allocation of a size that is not constant, and larger than the layout has room for.
    LargeAllocation,
    /// An allocation of an alignment that is not a constant power of two.
    Alignment,
    /// An access that may be at too many places, or is too large.
    LargeAccess,
    /// An access by a pointer which was made of a number in a way that is not followed, and which points to an object.
    MadePointer,
    /// A number of type `long double` whose leading digit does not agree with its exponent.
    LongDouble,
}

/// What an executed instruction got from outside.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DrawnInput {
    pub at: Position,
    pub kind: InputKind,
    /// From low to high.
    pub bytes: Vec<u8>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum InputKind {
    /// The result of a `nondet`, or what is in memory that may never have been written.
    Value,
    /// 1 if a weak compare-exchange fails though the values are equal.
    SpuriousFailure,
}

/// What building and solving cost.
#[derive(Clone, Debug, Default)]
pub struct Statistics {
    pub threads: usize,
    pub points: usize,
    /// Pieces of memory that threads share.
    pub cells: usize,
    pub terms: usize,
    pub nodes: usize,
    pub variables: u64,
    pub clauses: u64,
    pub conflicts: u64,
    /// Points-to, ranges, layout.
    pub analysis: Duration,
    /// Symbolic execution and encoding.
    pub execution: Duration,
    /// Bit-blasting and solving.
    pub solving: Duration,
}
