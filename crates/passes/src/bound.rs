//! Makes bounded programs: inlining, unwinding, threads (stub, API only).

use unspool_ir::{Program, Span};

/// What to bound, and where.
#[derive(Clone, Debug)]
pub struct BoundConfig {
    /// How often the body of a loop is executed whose end no constant decides.
    pub unwind: u32,
    /// The same for loops whose tests all come out as constants, which else are unwound to their end.
    pub unwind_static: u32,
    /// Bounds of single loops; they hold for both kinds. Later entries win.
    pub loops: Vec<LoopBound>,
    /// How many activations of one function may be on a stack.
    pub recursion: u32,
    /// How many threads there may be, the first included.
    pub threads: u32,
    /// How many instructions the bounded program may have.
    pub instructions: usize,
    pub at_bound: AtBound,
}

impl Default for BoundConfig {
    fn default() -> Self {
        BoundConfig {
            unwind: 2,
            unwind_static: 1000,
            loops: Vec::new(),
            recursion: 3,
            threads: 64,
            instructions: 10_000_000,
            at_bound: AtBound::Assume,
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoopBound {
    pub place: LoopPlace,
    pub bound: u32,
}

/// Which loops.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LoopPlace {
    /// The loops whose head is on this line; the file is a suffix of its path.
    Line { file: String, line: u32 },
    /// All loops of the function.
    Function(String),
}

/// What stands where a bound is reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AtBound {
    /// `assume false`: longer executions are not considered.
    Assume,
    /// An assertion of the property `unwinding` that fails.
    Assert,
}

/// What bounding did.
#[derive(Clone, Debug, Default)]
pub struct BoundReport {
    pub loops: Vec<LoopReport>,
    /// What was cut, in the order of the program; empty if the bounded program is all of the program.
    pub cuts: Vec<Cut>,
}

/// One loop of the source, over all its copies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoopReport {
    /// Name of the function.
    pub function: String,
    pub is_model: bool,
    pub span: Span,
    pub kind: LoopKind,
    /// The largest number of times that its body was copied for one entry of the loop.
    pub iterations: u32,
    pub is_cut: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LoopKind {
    /// All its tests came out as constants.
    Static,
    /// It ends when memory or input says so.
    Dynamic,
    /// It has no way out but the end of the thread or process.
    Endless,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cut {
    pub span: Span,
    pub what: CutKind,
    pub bound: u32,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CutKind {
    Loop,
    Recursion { function: String },
    Threads,
}

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BoundError {
    #[error("the program has no entry function")]
    NoEntry,
    /// Where it became too much.
    #[error("the bounded program would have more than {limit} instructions")]
    TooLarge { limit: usize, span: Span },
}

/// Bounds a program.
pub fn bound(
    _program: &Program,
    _config: &BoundConfig,
) -> Result<(Program, BoundReport), BoundError> {
    unimplemented!()
}
