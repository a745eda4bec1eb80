//! How often shared memory can be written, and which writes belong to one step.
//!
//! Every instruction of a bounded program is executed at most once, so the writes of a path can be counted, and a sequence that is long enough for the longest path of every thread leaves
//! no execution out. A write is one of one part: an instruction that writes a record makes as many as that has parts. The ends of objects and of threads count too, if there is a flag for them that threads share.
//!
//! What is the same as before is no write, and what a step writes to one part is one, however often it does: nobody sees what was there in between. So where an instruction accesses one part for sure, what it writes is *gathered* ([`super::gathering`]) and made
//! known at the end of the step. Before any other access that may concern that part, what was gathered is made known at once, so that such accesses need not know of it. Every write that is made is planned here; a simulation that came to another one would say so.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::{FxHashMap, FxHashSet};
use unspool_ir::{InstKind, PlaceId, PlaceKind, SlotId, Terminator};
use unspool_passes::accesses::{Memory, access_size, own_objects, starts};
use unspool_passes::operands::place_of;
use unspool_passes::points_to::Object;
use unspool_passes::thread_text::{At, Code, Forward, ThreadText};

use super::ends::End;
use super::survey::{self, pointed_objects, root};
use super::{Groundwork, Stop};

/// A part of a variable, by the numbers of both.
pub type Cell = (usize, usize);

/// Where writes are made. Threads by their places in the list.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Site {
    pub thread: usize,
    pub at: Stop,
    /// At the stop that stands there, and not by what stands behind it.
    pub is_stop: bool,
}

/// Something that was written in a step and is to be made known now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gathered {
    pub cell: Cell,
    /// On every path.
    pub is_sure: bool,
}

#[derive(Default)]
pub struct Writes {
    /// In one execution, at most.
    pub most: u32,
    /// The same for each part, not only along one path.
    pub by_cell: FxHashMap<Cell, u32>,
    /// Who writes what.
    pub writers: FxHashSet<(usize, Cell)>,
    /// Where something is written that need not be the first thing in its step.
    pub further: FxHashSet<Site>,
    /// Whether all that a step writes is made known at once, at its end.
    pub is_told_at_once: bool,
    /// Where something is written in a step that may have created these threads before.
    pub creators: FxHashMap<Site, Vec<usize>>,
    /// Who gathers what, whether or not it ever comes to be made known: a step may end in a violation.
    pub gathered: BTreeSet<(usize, Cell)>,
    /// Where writes are made: all others would not have been counted.
    pub sites: FxHashSet<Site>,
    /// Accesses that are to one part for sure.
    pub sole: FxHashMap<(usize, Stop), Cell>,
    /// Where what was gathered has to be made known.
    pub told: FxHashMap<Site, Vec<Gathered>>,
}

impl Writes {
    pub fn of(groundwork: &Groundwork<'_>, ends: &[Option<End>]) -> Writes {
        let mut writes = Writes {
            is_told_at_once: true,
            ..Writes::default()
        };
        for (thread, text) in groundwork.texts.iter().enumerate() {
            let mut steps = Steps {
                groundwork,
                ends,
                thread,
                text,
                counts: vec![0; text.body.blocks.len()],
                writes: &mut writes,
            };
            text.run(&mut steps, StepState::default());
            let counts = std::mem::take(&mut steps.counts);
            writes.most = writes.most.saturating_add(longest(text, &counts));
        }
        writes
    }
}

/// What may have happened in a step so far.
#[derive(Clone, Default)]
struct StepState {
    has_written: bool,
    created: Vec<usize>,
    /// Whether that is sure.
    gathered: BTreeMap<Cell, bool>,
}

struct Steps<'g, 'a> {
    groundwork: &'g Groundwork<'a>,
    ends: &'g [Option<End>],
    thread: usize,
    text: &'g ThreadText<'a>,
    /// By block.
    counts: Vec<u32>,
    writes: &'g mut Writes,
}

impl Forward for Steps<'_, '_> {
    type State = StepState;

    fn pass(&mut self, state: &mut StepState, at: At<'_>) {
        let here = (at.block, at.index);
        let alone = self.groundwork.alone;
        if self.thread == 0 && alone.is_none_or(|until| here < until) {
            return;
        }
        if self.groundwork.stops[self.thread]
            .binary_search(&here)
            .is_ok()
        {
            self.tell(state, here, true, |_| true);
            *state = StepState::default();
        }
        if let Code::Inst(inst) = at.code
            && let InstKind::Spawn { thread, .. } = inst.kind
        {
            let number = thread.unwrap_or(0);
            let child = self.groundwork.maker.place_of_number(number);
            state.created.extend(child);
        }
        let concerned = self.concerned(at);
        if let Some(cell) = concerned.sole {
            self.writes.sole.insert((self.thread, here), cell);
            if concerned.most > 0 {
                let is_sure = match at.code {
                    Code::Inst(inst) => !matches!(inst.kind, InstKind::CompareExchange { .. }),
                    Code::Terminator(_) => true,
                };
                *state.gathered.entry(cell).or_default() |= is_sure;
                self.writes.gathered.insert((self.thread, cell));
            }
            return;
        }
        let is_end = concerned.ends_thread;
        self.tell(state, here, false, |cell| {
            is_end || concerned.cells.contains(&cell)
        });
        if concerned.most > 0 {
            self.note(state, here, false, concerned.most);
            for cell in concerned.cells {
                self.count(cell);
            }
        }
    }

    fn join(&mut self, into: &mut StepState, other: StepState) {
        into.has_written |= other.has_written;
        into.created.extend(other.created);
        into.created.sort_unstable();
        into.created.dedup();
        for (cell, is_sure) in &mut into.gathered {
            *is_sure &= other.gathered.get(cell) == Some(&true);
        }
        for cell in other.gathered.into_keys() {
            into.gathered.entry(cell).or_insert(false);
        }
    }
}

impl Steps<'_, '_> {
    /// What was gathered of these parts is made known.
    fn tell(
        &mut self,
        state: &mut StepState,
        at: Stop,
        is_stop: bool,
        mut is_meant: impl FnMut(Cell) -> bool,
    ) {
        let mut told = Vec::new();
        state.gathered.retain(|&cell, &mut is_sure| {
            let is_meant = is_meant(cell);
            if is_meant {
                told.push(Gathered { cell, is_sure });
            }
            !is_meant
        });
        if told.is_empty() {
            return;
        }
        self.note(state, at, is_stop, told.len() as u32);
        for gathered in &told {
            self.count(gathered.cell);
        }
        let thread = self.thread;
        let site = Site {
            thread,
            at,
            is_stop,
        };
        self.writes.told.insert(site, told);
    }

    /// So many writes at most are made here.
    fn note(&mut self, state: &mut StepState, at: Stop, is_stop: bool, count: u32) {
        let thread = self.thread;
        let site = Site {
            thread,
            at,
            is_stop,
        };
        self.writes.sites.insert(site);
        if state.has_written || count > 1 {
            self.writes.further.insert(site);
        }
        self.writes.is_told_at_once &= !state.has_written && (is_stop || count <= 1);
        if !state.created.is_empty() {
            self.writes.creators.insert(site, state.created.clone());
        }
        state.has_written = true;
        let counted = &mut self.counts[at.0.index()];
        *counted = counted.saturating_add(count);
    }

    fn count(&mut self, cell: Cell) {
        let count = self.writes.by_cell.entry(cell).or_default();
        *count = count.saturating_add(1);
        self.writes.writers.insert((self.thread, cell));
    }

    /// What is accessed here.
    fn concerned(&self, at: At<'_>) -> Concerned {
        let mut concerned = Concerned::default();
        let cells = &mut concerned.cells;
        let most = match at.code {
            Code::Terminator(block) => {
                let ends = match block.terminator {
                    Terminator::ExitThread => true,
                    Terminator::Return(_) => self.text.number != 0,
                    _ => false,
                };
                concerned.ends_thread = ends;
                if ends {
                    self.end_of_thread(cells);
                }
                cells.len()
            }
            Code::Inst(inst) => match inst.kind {
                InstKind::Live(slot) => {
                    self.declaration(slot, cells);
                    cells.len()
                }
                InstKind::Dead(slot) => {
                    self.end_of(self.slot(slot), cells);
                    cells.len()
                }
                InstKind::Free { pointer, .. } => {
                    let bounded = self.groundwork.maker.bounded;
                    let threads = self.groundwork.texts.len() as u32;
                    let points_to = &self.groundwork.points_to;
                    let objects = pointed_objects(bounded, points_to, threads, self.text, pointer);
                    for memory in objects {
                        self.end_of(memory, cells);
                    }
                    cells.len().min(1)
                }
                ref kind => {
                    let is_load = matches!(kind, InstKind::Load { .. });
                    let most = place_of(kind).map_or(0, |place| self.access(place, &mut concerned));
                    match is_load {
                        true => 0,
                        false => most,
                    }
                }
            },
        };
        concerned.most = most as u32;
        concerned
    }

    fn access(&self, place: PlaceId, concerned: &mut Concerned) -> usize {
        let bounded = self.groundwork.maker.bounded;
        let threads = self.groundwork.texts.len() as u32;
        let body = self.text.body;
        let is_deref = matches!(root(body, place).0, PlaceKind::Deref(_));
        let own = (!is_deref).then_some(self.thread as u32);
        let points_to = &self.groundwork.points_to;
        // Accesses to too many places are not made.
        let found = survey::places(bounded, points_to, threads, self.text, place, own);
        let size = access_size(bounded, body.place(place).ty);
        let mut most = 0;
        let mut places: FxHashSet<(usize, u64)> = FxHashSet::default();
        for (memory, offsets) in found.into_iter().flatten() {
            let Some((number, variable)) = self.groundwork.variables.of(memory) else {
                continue;
            };
            for start in starts(&offsets, size, variable.room) {
                places.insert((number, start));
                if !variable.is_shared_at(start) {
                    continue;
                }
                let parts = variable.parts_at(start, size);
                most = most.max(parts.len());
                concerned.cells.extend(parts.map(|part| (number, part)));
            }
        }
        if places.len() == 1 && concerned.cells.len() == 1 {
            let sole = concerned.cells.iter().next().copied();
            let list = &self.groundwork.variables.list;
            concerned.sole = sole.filter(|&(number, part)| !list[number].parts[part].is_mixed);
        }
        most
    }

    fn declaration(&self, slot: SlotId, cells: &mut FxHashSet<Cell>) {
        let memory = self.slot(slot);
        let Some((number, variable)) = self.groundwork.variables.of(memory) else {
            return;
        };
        if variable.is_redeclared {
            let parts = variable.parts.iter().enumerate();
            let parts = parts.filter(|(_, part)| part.is_shared);
            cells.extend(parts.map(|(part, _)| (number, part)));
            self.end_of(memory, cells);
        }
    }

    fn slot(&self, slot: SlotId) -> Memory {
        Memory::Object(Object::Slot(self.text.function, slot))
    }

    fn end_of(&self, memory: Memory, cells: &mut FxHashSet<Cell>) {
        let variables = &self.groundwork.variables;
        if let Some((_, variable)) = variables.of(memory)
            && let Some(flag) = variable.ended
            && variables.list[flag].is_shared_at(0)
        {
            cells.insert((flag, 0));
        }
    }

    fn end_of_thread(&self, cells: &mut FxHashSet<Cell>) {
        let bounded = self.groundwork.maker.bounded;
        for memory in own_objects(bounded, self.thread as u32, self.text) {
            self.end_of(memory, cells);
        }
        if let Some(End::Flag(flag)) = self.ends[self.thread] {
            cells.insert((flag, 0));
        }
    }
}

/// What an instruction accesses of what threads share.
#[derive(Default)]
struct Concerned {
    cells: FxHashSet<Cell>,
    /// The only one, if it is one for sure.
    sole: Option<Cell>,
    /// So many are written, at most.
    most: u32,
    ends_thread: bool,
}

/// The most writes on one path, by those of each block.
fn longest(text: &ThreadText<'_>, counts: &[u32]) -> u32 {
    let mut before = vec![0u32; counts.len()];
    let mut most = 0;
    for (number, block) in text.body.blocks.iter().enumerate() {
        let behind = before[number].saturating_add(counts[number]);
        most = most.max(behind);
        for target in block.terminator.successors() {
            let there = &mut before[target.index()];
            *there = behind.max(*there);
        }
    }
    most
}
