//! The record of an execution: which instructions were executed, in order, and what they did to memory that others can see.
//!
//! A schedule and inputs repeat an execution; they do not tell what happened in it. Who follows an execution instruction by
//! instruction, or wants to show it, asks the machine to keep a record, and takes it away from time to time. What an atomic section did
//! that could not be entered is taken back. Nothing is recorded unless asked for.

use unspool_ir::{BlockId, FunctionId, Program, Span};

use crate::machine::{Activation, Machine};
use crate::thread::Thread;
use crate::trace::Action;

/// An instruction or terminator that was executed. The one that ends the run is also recorded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Executed {
    pub thread: u32,
    /// Activations on the thread's stack when it began; 1 for those of the thread's own function.
    pub depth: u32,
    pub function: FunctionId,
    /// Instructions and terminators counted through the blocks; see [`FlatPositions`].
    pub position: u32,
}

/// What an instruction did.
#[derive(Clone, PartialEq, Debug)]
pub struct Effect {
    /// The instruction that did it.
    pub by: Executed,
    /// Where to report it: in the program, if a library model did it.
    pub span: Span,
    /// Whether a library model did it.
    pub is_by_model: bool,
    /// The instruction and the calls that led to it, innermost activation first.
    pub stack: Vec<Activation>,
    pub action: Action,
}

/// How much is recorded.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Recording {
    #[default]
    Nothing,
    Instructions,
    /// Of instructions, and what they did.
    Effects,
}

#[derive(Clone, Default)]
pub struct Record {
    recording: Recording,
    executed: Vec<Executed>,
    effects: Vec<Effect>,
}

/// How long a record was.
#[derive(Clone, Copy)]
pub struct RecordLength {
    executed: usize,
    effects: usize,
}

impl Record {
    pub fn has_effects(&self) -> bool {
        self.recording == Recording::Effects
    }

    /// Notes the instruction that the thread is about to execute.
    #[inline]
    pub fn begin(&mut self, thread: &Thread) -> RecordLength {
        let length = self.length();
        if self.recording != Recording::Nothing
            && let Some(frame) = thread.frames.last()
        {
            self.executed.push(Executed {
                thread: thread.id,
                depth: thread.frames.len() as u32,
                function: FunctionId(frame.function),
                position: frame.position,
            });
        }
        length
    }

    pub fn length(&self) -> RecordLength {
        RecordLength {
            executed: self.executed.len(),
            effects: self.effects.len(),
        }
    }

    /// Forgets what was recorded since; nothing if it has been forgotten already.
    pub fn take_back(&mut self, length: RecordLength) {
        self.executed.truncate(length.executed);
        self.effects.truncate(length.effects);
    }

    /// The instruction that was last begun lacked something, which it has got now.
    pub fn begin_again(&mut self, length: RecordLength) {
        self.executed.truncate(length.executed);
    }

    /// Of the instruction that was last begun.
    pub fn push_effect(&mut self, effect: impl FnOnce(Executed) -> Effect) {
        if let Some(&by) = self.executed.last() {
            self.effects.push(effect(by));
        }
    }
}

impl Machine<'_> {
    /// Says what to record from now on.
    pub fn set_recording(&mut self, recording: Recording) {
        self.record.recording = recording;
    }

    /// Since the record was last cleared. While an instruction is executed, it is the last.
    pub fn executed(&self) -> &[Executed] {
        &self.record.executed
    }

    pub fn effects(&self) -> &[Effect] {
        &self.record.effects
    }

    pub fn clear_record(&mut self) {
        self.record.executed.clear();
        self.record.effects.clear();
    }

    /// The instruction that a thread that has not ended executes next.
    pub fn next_instruction(&self, thread: u32) -> Option<Executed> {
        let thread = self.threads.get(thread as usize)?;
        let frame = thread.frames.last()?;
        Some(Executed {
            thread: thread.id,
            depth: thread.frames.len() as u32,
            function: FunctionId(frame.function),
            position: frame.position,
        })
    }

    /// Threads that the last step made, in order.
    pub fn newborn(&self) -> &[u32] {
        &self.newborn
    }
}

/// From positions counted through all blocks of a function to blocks, and back.
pub struct FlatPositions {
    /// Where each block starts, by function.
    starts: Vec<Vec<u32>>,
}

impl FlatPositions {
    pub fn of(program: &Program) -> FlatPositions {
        let starts = program.functions.iter().map(|function| {
            let blocks = function.body.as_ref().map_or(&[][..], |body| &body.blocks);
            let mut next = 0;
            let start = blocks.iter().map(|block| {
                let start = next;
                next += block.insts.len() as u32 + 1;
                start
            });
            start.collect()
        });
        FlatPositions {
            starts: starts.collect(),
        }
    }

    /// The terminator has the index behind the last instruction.
    pub fn block(&self, function: FunctionId, position: u32) -> (BlockId, usize) {
        let starts = self.starts.get(function.index());
        let starts = starts.map_or(&[][..], Vec::as_slice);
        let block = starts.partition_point(|start| *start <= position);
        let block = block.saturating_sub(1);
        let start = starts.get(block).copied().unwrap_or(0);
        (BlockId::new(block), (position - start) as usize)
    }

    pub fn position(&self, function: FunctionId, block: BlockId, index: usize) -> Option<u32> {
        let starts = self.starts.get(function.index())?;
        let start = starts.get(block.index())?;
        start.checked_add(u32::try_from(index).ok()?)
    }
}
