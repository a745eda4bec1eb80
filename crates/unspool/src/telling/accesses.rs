//! The accesses of a trace to memory, one after the other: what relevance and explanations are found in.

use unspool_report::model::{Event, Step, Trace};

/// An access of one thread to one variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Access {
    pub step: usize,
    pub thread: u32,
    pub variable: usize,
    /// Accesses of the same cell have bytes in common.
    pub cell: usize,
    pub kind: AccessKind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AccessKind {
    Read,
    Write,
    /// An atomic read-modify-write, or a compare-exchange that succeeded.
    Update,
    /// A compare-exchange that failed.
    FailedUpdate,
}

impl AccessKind {
    pub fn is_write(self) -> bool {
        matches!(self, AccessKind::Write | AccessKind::Update)
    }

    pub fn is_read(self) -> bool {
        self != AccessKind::Write
    }
}

/// All of them, in the order of time. An update that is told as a write of the same statement is a write that begins with a read.
pub fn accesses(trace: &Trace, cells: &[usize]) -> Vec<Access> {
    let mut list = Vec::new();
    for (number, step) in trace.steps.iter().enumerate() {
        list.extend(of_step(number, step, cells));
    }
    list
}

pub fn of_step(number: usize, step: &Step, cells: &[usize]) -> impl Iterator<Item = Access> {
    step.all_events().filter_map(move |event| {
        let (variable, kind) = match event {
            Event::Read { variable, .. } => (*variable, AccessKind::Read),
            Event::Write { variable, .. } => (*variable, AccessKind::Write),
            Event::Update {
                variable, after, ..
            } => match after {
                Some(_) => (*variable, AccessKind::Update),
                None => (*variable, AccessKind::FailedUpdate),
            },
            Event::Input {
                variable: Some(variable),
                is_unset,
                ..
            } => match is_unset {
                true => (*variable, AccessKind::Read),
                false => (*variable, AccessKind::Write),
            },
            _ => return None,
        };
        Some(Access {
            step: number,
            thread: step.thread,
            variable,
            cell: cells.get(variable).copied().unwrap_or(variable),
            kind,
        })
    })
}
