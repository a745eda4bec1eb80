//! Where copied code comes from: the calls and loop iterations that lead to it.
//!
//! Inlining and unwinding copy instructions. Spans still say where each was written; its *origin* says for which call
//! and which iteration this copy stands. Origins form a tree, stored parents first, so that a copy costs one number.

use crate::ids::{FunctionId, OriginId};
use crate::program::Span;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Origin {
    /// None if this is in the function itself.
    pub parent: Option<OriginId>,
    pub step: OriginStep,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OriginStep {
    /// Inside the function called from here.
    Call { callee: FunctionId, span: Span },
    /// In this iteration, counting from 1, of the loop whose head is here.
    Iteration { number: u32, span: Span },
}
