//! What there is to say about a sequential program: how its executions are read, and what in it comes from no line of the source.

use unspool_ir::{BlockId, FunctionId, GlobalId, Program, RegId};

use crate::guesses::Guesses;

/// A sequential program, and how to read its executions.
pub struct Sequential {
    pub program: Program,
    pub notes: SequentialNotes,
}

/// What there is to say about a sequential program.
#[derive(Clone, Debug, Default)]
pub struct SequentialNotes {
    /// How its executions are read.
    pub guesses: Guesses,
    /// What was added to threads.
    pub additions: Vec<Addition>,
    /// Which counters need how many bits, if they are to have as few as they need.
    pub counters: Vec<(Counter, u32)>,
    /// Whether its bound is so large that every schedule of the bounded program is among its executions.
    pub leaves_no_schedule_out: bool,
    /// How many writes would be enough for that, if it is bounded by these and can have so many.
    pub enough_writes: Option<u32>,
    /// Variables that are only accessed inside of their bounds: nobody has to check that again.
    pub control: Vec<GlobalId>,
}

/// A variable that counts stops or threads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Counter {
    Global(GlobalId),
    Register(FunctionId, RegId),
}

/// Something that the bounded program does not have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Addition {
    pub function: FunctionId,
    pub block: BlockId,
    /// The first instruction of it; the number of instructions stands for the terminator.
    pub index: usize,
    pub kind: AdditionKind,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AdditionKind {
    /// From this stop to the one behind it; the terminator of the block is the jump.
    Jump(u32),
    /// Past this stop.
    Guard(u32),
    /// At this stop a later round may begin; the terminator of the block is the jump to the end, if it is one behind the last.
    Switch(u32),
    /// In words.
    Step(String),
}
