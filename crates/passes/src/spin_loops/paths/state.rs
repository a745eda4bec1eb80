//! Where a path has got to.

use rustc_hash::{FxHashMap, FxHashSet};
use unspool_ir::{BlockId, FunctionId, RegId, SlotId, Span, TypeId};

use super::{Read, Traits};
use crate::spin_loops::facts::Facts;
use crate::spin_loops::terms::{Cell, TermId};

#[derive(Clone)]
pub struct State {
    /// The activation with the loop first.
    pub frames: Vec<Frame>,
    /// The function of each activation so far, of those that have ended too.
    pub activations: Vec<FunctionId>,
    /// Contents of private slots, by activation, and of fresh objects, which are the first one's.
    pub cells: FxHashMap<(u32, Cell), TermId>,
    /// Fresh objects whose address has got out.
    pub published: FxHashSet<RegId>,
    /// Slots made anew or ended.
    pub renewed: FxHashSet<(u32, SlotId)>,
    pub facts: Facts,
    /// Of atomic sections.
    pub depth: u32,
    /// What is known of shared memory inside the running atomic section.
    pub section: Vec<Known>,
    /// Values that sections overwrote, and with what.
    pub overwritten: Vec<(TermId, TermId, Span)>,
    /// Something that others can see for certain.
    pub effect: Option<Span>,
    pub traits: Traits,
    pub last_read: Option<Read>,
}

#[derive(Clone)]
pub struct Frame {
    pub function: FunctionId,
    pub activation: u32,
    pub block: BlockId,
    pub index: usize,
    /// Those assigned.
    pub registers: FxHashMap<RegId, TermId>,
    /// The caller's register for the result.
    pub result: Option<RegId>,
}

/// Shared memory that the running section has accessed.
#[derive(Clone, Copy)]
pub struct Known {
    pub address: TermId,
    pub ty: TypeId,
    pub before: TermId,
    pub now: TermId,
}

pub enum Flow {
    On,
    Ends,
}

impl State {
    pub fn at(function: FunctionId, block: BlockId) -> Self {
        State {
            frames: vec![Frame {
                function,
                activation: 0,
                block,
                index: 0,
                registers: FxHashMap::default(),
                result: None,
            }],
            activations: vec![function],
            cells: FxHashMap::default(),
            published: FxHashSet::default(),
            renewed: FxHashSet::default(),
            facts: Facts::default(),
            depth: 0,
            section: Vec::new(),
            overwritten: Vec::new(),
            effect: None,
            traits: Traits::default(),
            last_read: None,
        }
    }

    pub fn assign(&mut self, register: RegId, value: TermId) {
        if let Some(frame) = self.frames.last_mut() {
            frame.registers.insert(register, value);
        }
    }

    /// Something happened that others can see.
    pub fn act(&mut self, span: Span) {
        self.effect.get_or_insert(span);
        self.count_access();
    }

    /// A step that others can tell from its neighbours.
    pub fn count_access(&mut self) {
        if self.depth == 0 {
            self.traits.accesses += 1;
            self.last_read = None;
        }
    }

    /// Something happened that may end the run.
    pub fn note_check(&mut self) {
        self.traits.checks = true;
        if let Some(read) = &mut self.last_read {
            read.is_unchecked = false;
        }
    }

    pub fn begin_section(&mut self) {
        self.count_access();
        self.depth += 1;
    }

    /// To be called at a depth above 0.
    pub fn end_section(&mut self, span: Span) {
        self.depth -= 1;
        if self.depth == 0 {
            for known in std::mem::take(&mut self.section) {
                if known.before != known.now {
                    self.overwritten.push((known.before, known.now, span));
                }
            }
        }
    }
}
