//! Atomic sections that may turn out not to be enterable.
//!
//! A thread cannot enter an atomic section in a state in which running it would meet a false
//! `wait_until`. The only way to know is to run it: the section is executed with everything it changes
//! logged, and undone when it blocks. Memory keeps its own log ([`crate::memory`]); this file saves the
//! running thread, activation by activation as the section returns into them, so that the cost does not
//! depend on the depth of the stack.

use std::rc::Rc;

use crate::held_locks::HeldLock;
use crate::machine::Machine;
use crate::record::RecordLength;
use crate::thread::{Frame, Thread};
use crate::value::{Provenance, Value};

/// What is needed to go back to where the section began.
#[derive(Clone)]
pub struct Section {
    /// Activations below this one have not changed.
    unchanged: usize,
    /// The others, innermost first.
    saved: Vec<SavedFrame>,
    atomic_depth: u32,
    held: Vec<HeldLock>,
    inputs: usize,
    output: usize,
    events: usize,
    record: RecordLength,
    /// Threads, and those of them that the step has made.
    threads: usize,
    newborn: usize,
    instructions: u64,
}

#[derive(Clone)]
struct SavedFrame {
    frame: Frame,
    registers: Vec<Value>,
    slots: Vec<Provenance>,
    dynamic: Vec<Provenance>,
}

impl Section {
    /// Called before the section returns from the innermost activation.
    pub fn before_return(&mut self, thread: &Thread) {
        let depth = thread.frames.len();
        if depth == self.unchanged + 1 && self.unchanged > 0 {
            self.unchanged -= 1;
            self.saved.push(save(thread, self.unchanged));
        }
    }
}

impl Machine<'_> {
    pub(crate) fn begin_section(&mut self, thread: &Thread) {
        let Some(unchanged) = thread.frames.len().checked_sub(1) else {
            return;
        };
        self.memory.begin_undo();
        self.section = Some(Section {
            unchanged,
            saved: vec![save(thread, unchanged)],
            atomic_depth: thread.atomic_depth,
            held: thread.held.clone(),
            inputs: self.inputs.len(),
            output: self.output.len(),
            events: self.events.len(),
            record: self.record.length(),
            threads: self.threads.len(),
            newborn: self.newborn.len(),
            instructions: self.instructions,
        });
    }

    pub(crate) fn commit_section(&mut self) {
        if self.section.take().is_some() {
            self.memory.commit();
        }
    }

    pub(crate) fn section_drew_inputs(&self) -> bool {
        let before = self.section.as_ref().map(|section| section.inputs);
        before.is_some_and(|before| self.inputs.len() > before)
    }

    /// Undoes the section. Returns false when none is open.
    pub(crate) fn roll_back_section(&mut self, thread: &mut Thread) -> bool {
        let Some(section) = self.section.take() else {
            return false;
        };
        self.memory.roll_back();
        while thread.frames.len() > section.unchanged {
            thread.pop();
        }
        for saved in section.saved.into_iter().rev() {
            thread.frames.push(saved.frame);
            thread.registers.extend(saved.registers);
            thread.slots.extend(saved.slots);
            thread.dynamic.extend(saved.dynamic);
        }
        thread.atomic_depth = section.atomic_depth;
        thread.held = section.held;
        thread.surroundings = None;
        self.inputs.truncate(section.inputs);
        self.output.truncate(section.output);
        self.events.truncate(section.events);
        self.record.take_back(section.record);
        for child in self.newborn.drain(section.newborn..) {
            self.threads[child as usize] = Rc::default();
            self.memory.remove_heap(child);
        }
        self.threads.truncate(section.threads);
        self.instructions = section.instructions;
        true
    }
}

fn save(thread: &Thread, index: usize) -> SavedFrame {
    let frame = thread.frames[index];
    let (registers, slots, dynamic) = match thread.frames.get(index + 1) {
        Some(next) => (next.registers, next.slots, next.dynamic),
        None => (
            thread.registers.len() as u32,
            thread.slots.len() as u32,
            thread.dynamic.len() as u32,
        ),
    };
    SavedFrame {
        frame,
        registers: thread.registers[frame.registers as usize..registers as usize].to_vec(),
        slots: thread.slots[frame.slots as usize..slots as usize].to_vec(),
        dynamic: thread.dynamic[frame.dynamic as usize..dynamic as usize].to_vec(),
    }
}
