//! What whoever uses the text decides about it.

use unspool_ir::{FunctionId, GlobalId, Property, RegId};

use crate::expressions::Code;

/// An instruction or terminator, counted through the blocks of its function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Position {
    pub function: FunctionId,
    pub position: u32,
}

/// Decisions about the text, and what is written for instructions that C has no words for. All texts are statements or expressions.
pub trait Target {
    /// Whether the body of a function is written out. Of others there is only a function that says that it cannot be called.
    fn has_body(&self, _function: FunctionId) -> bool {
        true
    }

    /// Whether the runtime is told where variables lie and how large they are. Those who ask for the size of an object need it.
    fn notes_objects(&self) -> bool {
        false
    }

    /// As how wide an unsigned number a global, or the elements of a global array, are declared, if not as their type.
    fn counter_bits(&self, _global: GlobalId) -> Option<u32> {
        None
    }

    /// Statements in front of the one for an instruction or terminator.
    fn before(&self, _at: Position, _code: &Code<'_>) -> String {
        String::new()
    }

    /// Gives a register any value.
    fn nondet(&self, at: Position, dst: RegId, code: &Code<'_>) -> String;

    /// Says whether a weak compare-exchange fails although the values are equal. None if it never does.
    fn spurious_failure(&self, _at: Position) -> Option<String> {
        None
    }

    /// Tests a condition.
    fn assert(&self, at: Position, condition: &str, property: Property, message: &str) -> String;
}
