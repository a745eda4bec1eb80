//! What a step did, as far as races and their detection are concerned.

use std::rc::Rc;

use unspool_ir::{MemoryOrder, Span};

use crate::held_locks::Surroundings;
use crate::value::Provenance;

#[derive(Clone, Debug)]
pub enum Event {
    /// The events that follow are this thread's.
    Running(u32),
    Access(AccessEvent),
    Fence(MemoryOrder),
    Spawned(u32),
    /// The thread was seen to have ended.
    Joined(u32),
    /// An atomic section ended.
    SectionEnd,
}

#[derive(Clone, Debug)]
pub struct AccessEvent {
    pub object: Provenance,
    pub offset: u64,
    pub size: u64,
    pub is_write: bool,
    pub is_read: bool,
    pub order: Option<MemoryOrder>,
    pub in_section: bool,
    /// The object ends.
    pub ends: bool,
    /// It is given back to the heap.
    pub frees: bool,
    /// Of a store of one value: that value.
    pub written: Option<Written>,
    /// Of memory that other threads may know.
    pub shared: bool,
    pub span: Span,
    /// The instruction, counted through the blocks of the function of the innermost activation.
    pub position: u32,
    /// The calls that led to it, and the locks that the thread held.
    pub surroundings: Rc<Surroundings>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Written {
    pub bits: u128,
    /// What memory contained, if it can be told.
    pub before: Option<u128>,
}

impl AccessEvent {
    /// Two accesses that conflict, but whose order makes no difference to any byte that both touch: both write the same to it, or one writes what is there already.
    pub fn agrees_with(&self, other: &AccessEvent) -> bool {
        let start = self.offset.max(other.offset);
        let end = (self.offset + self.size).min(other.offset + other.size);
        (start..end).all(|offset| self.agrees_at(other, offset))
    }

    /// The same of one byte.
    pub fn agrees_at(&self, other: &AccessEvent, offset: u64) -> bool {
        match (self.byte_written(offset), other.byte_written(offset)) {
            (Some((one, _)), Some((two, _))) => one == two,
            (Some((new, old)), None) => Some(new) == old && !other.is_write,
            (None, Some((new, old))) => Some(new) == old && !self.is_write,
            (None, None) => false,
        }
    }

    /// Of a store of one value: what the byte gets, and what it was.
    fn byte_written(&self, offset: u64) -> Option<(u8, Option<u8>)> {
        let written = self.written?;
        let shift = u32::try_from(offset.checked_sub(self.offset)?).ok()? * 8;
        let byte = |bits: u128| Some(bits.checked_shr(shift)? as u8);
        Some((byte(written.bits)?, written.before.and_then(byte)))
    }

    /// Whether whoever agrees with one of two accesses of a thread agrees with the other.
    pub fn writes_as(&self, other: &AccessEvent) -> bool {
        let range = |access: &AccessEvent| (access.offset, access.size);
        self.written == other.written && range(self) == range(other)
    }

    pub fn is_atomic(&self) -> bool {
        self.in_section || self.order.is_some()
    }

    pub fn overlaps(&self, other: &AccessEvent) -> bool {
        self.object == other.object
            && self.offset < other.offset + other.size
            && other.offset < self.offset + self.size
    }

    /// Two accesses of different threads that must not happen at the same time.
    pub fn conflicts_with(&self, other: &AccessEvent) -> bool {
        (self.is_write || other.is_write)
            && !(self.is_atomic() && other.is_atomic())
            && !(self.is_end_of_life() || other.is_end_of_life())
            && !(self.ends && other.ends)
            && self.overlaps(other)
    }

    /// Of a variable, which is no access: to use it then is an error of another kind.
    pub fn is_end_of_life(&self) -> bool {
        self.ends && !self.frees
    }
}
