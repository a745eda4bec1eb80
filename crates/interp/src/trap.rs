//! Why an instruction could not be executed.
//!
//! An instruction that traps has changed nothing, so that it can be executed again: after the missing
//! register or variable has been supplied, when the thread is next scheduled, or not at all.

use unspool_ir::Property;

use crate::memory::Exhausted;
use crate::outcome::{ArithmeticErrorKind, MemoryErrorKind};

#[derive(Debug)]
pub enum Trap {
    /// A register that was never assigned is read: it needs an input.
    UnsetRegister(u32),
    /// A variable whose declaration was jumped over is named: it comes to life.
    DeadSlot(u32),
    /// Bytes that were never written are read: they need inputs.
    Indeterminate(Box<IndeterminateBytes>),
    /// A `wait_until` is false.
    Blocked,
    AssumeFailed,
    AssertionFailed(Property, Box<str>),
    Memory(Box<MemoryErrorKind>),
    Arithmetic(ArithmeticErrorKind),
    Unreachable,
    Unsupported(String),
    Resource(String),
}

#[derive(Debug)]
pub struct IndeterminateBytes {
    pub provenance: crate::value::Provenance,
    pub offset: u64,
    pub size: u64,
    pub repr: crate::value::Repr,
}

impl From<ArithmeticErrorKind> for Trap {
    fn from(kind: ArithmeticErrorKind) -> Self {
        Trap::Arithmetic(kind)
    }
}

impl From<MemoryErrorKind> for Trap {
    fn from(kind: MemoryErrorKind) -> Self {
        Trap::Memory(Box::new(kind))
    }
}

impl From<Exhausted> for Trap {
    fn from(exhausted: Exhausted) -> Self {
        Trap::Resource(exhausted.0.to_string())
    }
}
