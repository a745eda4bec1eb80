//! What is asked now and then whether to go on: the interrupter, the clock, the memory of the process.
//!
//! The flag and the clock are looked at each time, the memory every [`MEMORY_INTERVAL`]: reading it is slower.

use std::time::{Duration, Instant};

use super::{Interrupter, Limits, Stopped, memory};

/// How often the memory of the process is looked at.
const MEMORY_INTERVAL: Duration = Duration::from_millis(10);

pub(crate) struct Watch {
    interrupter: Interrupter,
    limits: Limits,
    deadline: Option<Instant>,
    next_look_at_memory: Instant,
}

impl Watch {
    /// The time begins now.
    pub fn new(limits: Limits, interrupter: Interrupter) -> Watch {
        let now = Instant::now();
        Watch {
            interrupter,
            limits,
            deadline: limits.time.and_then(|time| now.checked_add(time)),
            next_look_at_memory: now,
        }
    }

    /// Why to stop, if so.
    pub fn look(&mut self) -> Option<Stopped> {
        if self.interrupter.is_raised() {
            return Some(Stopped::Interrupted);
        }
        if self.deadline.is_none() && self.limits.memory.is_none() {
            return None;
        }
        let now = Instant::now();
        if self.deadline.is_some_and(|deadline| now >= deadline) {
            return Some(Stopped::OutOfTime);
        }
        if self.limits.memory.is_some() && now >= self.next_look_at_memory {
            self.next_look_at_memory = now + MEMORY_INTERVAL;
            if is_above(self.limits.memory) {
                return Some(Stopped::OutOfMemory);
            }
        }
        None
    }

    /// The limits, with the time that is left.
    pub fn remaining(&self) -> Limits {
        let left = |deadline: Instant| deadline.saturating_duration_since(Instant::now());
        Limits {
            time: self.deadline.map(left),
            ..self.limits
        }
    }
}

/// Whether the process has more bytes than that.
pub(crate) fn is_above(limit: Option<u64>) -> bool {
    limit.is_some_and(|limit| memory::of_this_process().is_some_and(|used| used > limit))
}
