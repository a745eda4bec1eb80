//! A thread: its stack of activations.
//!
//! Registers and slots of all activations lie in one vector each, an activation being a range of them;
//! a call allocates nothing once the vectors have grown. The interpreter does not recurse when the
//! program does.

use std::rc::Rc;

use unspool_ir::Span;

use crate::held_locks::{HeldLock, Surroundings};
use crate::value::{Provenance, Scalar, Value};

#[derive(Clone, Debug, Default)]
pub struct Thread {
    pub id: u32,
    pub frames: Vec<Frame>,
    pub registers: Vec<Value>,
    /// The object of each slot; none while it is dead.
    pub slots: Vec<Provenance>,
    /// Objects by `alloc` on the stack.
    pub dynamic: Vec<Provenance>,
    /// By number of the global: address of this thread's instance.
    pub thread_locals: Rc<[Scalar]>,
    /// Atomic sections entered and not left.
    pub atomic_depth: u32,
    pub stage: Stage,
    /// Whether it has come to its first visible operation.
    pub has_started: bool,
    /// Hash of all the above, while nothing has changed.
    pub hash: Option<u128>,
    /// In the order in which it took them. For reports: the program's memory says who has a lock, and that is in the hash.
    pub held: Vec<HeldLock>,
    /// What accesses of the innermost activation have around them, once somebody has asked.
    pub surroundings: Option<Rc<Surroundings>>,
}

/// Where programs number their threads, some numbers are not in use yet, or never are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Stage {
    #[default]
    NotCreated,
    Alive,
    Ended,
}

#[derive(Clone, Copy, Debug)]
pub struct Frame {
    pub function: u32,
    /// The next instruction.
    pub position: u32,
    pub registers: u32,
    pub slots: u32,
    pub dynamic: u32,
    pub stack_base: u64,
    /// First free address behind everything of this activation.
    pub stack_top: u64,
    pub var_args: Scalar,
    /// Where the caller wants the result.
    pub result: Option<u32>,
    /// Of the call, for stack traces.
    pub call: Span,
}

impl Frame {
    /// Of the call that it waits for, if there is an activation on top of it.
    pub fn call_position(&self) -> u32 {
        self.position.saturating_sub(1)
    }
}

impl Thread {
    pub fn is_alive(&self) -> bool {
        self.stage == Stage::Alive
    }

    /// Objects of the innermost activation.
    pub fn objects_of_top(&self) -> impl Iterator<Item = Provenance> + '_ {
        let (slots, dynamic, var_args) = match self.frames.last() {
            Some(frame) => (
                &self.slots[frame.slots as usize..],
                &self.dynamic[frame.dynamic as usize..],
                frame.var_args.provenance,
            ),
            None => (&[][..], &[][..], Provenance::NONE),
        };
        slots
            .iter()
            .chain(dynamic)
            .copied()
            .chain([var_args])
            .filter(|provenance| provenance.is_some())
    }

    /// Removes the innermost activation.
    pub fn pop(&mut self) -> Option<Frame> {
        let frame = self.frames.pop()?;
        self.surroundings = None;
        self.registers.truncate(frame.registers as usize);
        self.slots.truncate(frame.slots as usize);
        self.dynamic.truncate(frame.dynamic as usize);
        Some(frame)
    }
}
