//! How often shared memory can be written, and which writes belong to one step.
//!
//! Every instruction of a bounded program is executed at most once, so the writes of a path can be counted, and a sequence that is long enough for the longest path of every thread leaves
//! no execution out. A write is one of one part: an instruction that writes a record makes as many as that has parts. The ends of objects and of threads count too, if there is a flag for them that threads share.

use rustc_hash::{FxHashMap, FxHashSet};
use unspool_ir::{BlockId, InstKind, PlaceKind, SlotId, Terminator};
use unspool_passes::accesses::{Memory, access_size, own_objects, starts};
use unspool_passes::operands::place_of;
use unspool_passes::points_to::Object;
use unspool_passes::thread_text::{At, Code, Forward, ThreadText};

use super::ends::End;
use super::survey::{self, pointed_objects, root};
use super::{Groundwork, Stop};

/// A part of a variable, by the numbers of both.
pub type Cell = (usize, usize);

#[derive(Default)]
pub struct Writes {
    /// In one execution, at most.
    pub most: u32,
    /// The same for each part, not only along one path.
    pub by_cell: FxHashMap<Cell, u32>,
    /// Who writes what. Threads by their places in the list.
    pub writers: FxHashSet<(usize, Cell)>,
    /// Where something is written that need not be the first thing in its step.
    pub further: FxHashSet<(usize, Stop)>,
    /// Where something is written in a step that may have created these threads before.
    pub creators: FxHashMap<(usize, Stop), Vec<usize>>,
}

impl Writes {
    pub fn of(groundwork: &Groundwork<'_>, ends: &[Option<End>]) -> Writes {
        let mut writes = Writes::default();
        for (thread, text) in groundwork.texts.iter().enumerate() {
            let counter = Counter {
                groundwork,
                ends,
                thread,
                text,
            };
            let mut counts: FxHashMap<Stop, u32> = FxHashMap::default();
            text.for_each(|at| {
                let (most, cells) = counter.writes_at(at);
                for cell in cells {
                    *writes.by_cell.entry(cell).or_default() += 1;
                    writes.writers.insert((thread, cell));
                }
                if most > 0 {
                    counts.insert((at.block, at.index), most);
                }
            });
            writes.most = writes.most.saturating_add(longest(text, &counts));
            let mut steps = Steps {
                groundwork,
                thread,
                counts: &counts,
                writes: &mut writes,
            };
            text.run(&mut steps, StepState::default());
        }
        writes
    }
}

struct Counter<'g, 'a> {
    groundwork: &'g Groundwork<'a>,
    ends: &'g [Option<End>],
    thread: usize,
    text: &'g ThreadText<'a>,
}

impl Counter<'_, '_> {
    /// How many there are at most, and what they may write.
    fn writes_at(&self, at: At<'_>) -> (u32, FxHashSet<Cell>) {
        let alone = self.groundwork.alone;
        if self.thread == 0 && alone.is_none_or(|until| (at.block, at.index) < until) {
            return Default::default();
        }
        let mut cells = FxHashSet::default();
        let most = match at.code {
            Code::Terminator(block) => {
                let ends = match block.terminator {
                    Terminator::ExitThread => true,
                    Terminator::Return(_) => self.text.number != 0,
                    _ => false,
                };
                if ends {
                    self.end_of_thread(&mut cells);
                }
                cells.len()
            }
            Code::Inst(inst) => match inst.kind {
                InstKind::Load { .. } => 0,
                InstKind::Live(slot) => {
                    self.declaration(slot, &mut cells);
                    cells.len()
                }
                InstKind::Dead(slot) => {
                    self.end_of(self.slot(slot), &mut cells);
                    cells.len()
                }
                InstKind::Free { pointer, .. } => {
                    let bounded = self.groundwork.maker.bounded;
                    let threads = self.groundwork.texts.len() as u32;
                    let points_to = &self.groundwork.points_to;
                    let objects = pointed_objects(bounded, points_to, threads, self.text, pointer);
                    for memory in objects {
                        self.end_of(memory, &mut cells);
                    }
                    cells.len().min(1)
                }
                ref kind => match place_of(kind) {
                    Some(place) => self.store(place, &mut cells),
                    None => 0,
                },
            },
        };
        (most as u32, cells)
    }

    fn store(&self, place: unspool_ir::PlaceId, cells: &mut FxHashSet<Cell>) -> usize {
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
        for (memory, offsets) in found.into_iter().flatten() {
            let Some((number, variable)) = self.groundwork.variables.of(memory) else {
                continue;
            };
            for start in starts(&offsets, size, variable.room) {
                if !variable.is_shared_at(start) {
                    continue;
                }
                let parts = variable.parts_at(start, size);
                most = most.max(parts.len());
                cells.extend(parts.map(|part| (number, part)));
            }
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

/// The most writes on one path.
fn longest(text: &ThreadText<'_>, counts: &FxHashMap<Stop, u32>) -> u32 {
    let blocks = text.body.blocks.len();
    let mut own = vec![0u32; blocks];
    for ((block, _), count) in counts {
        own[block.index()] = own[block.index()].saturating_add(*count);
    }
    let mut before = vec![0u32; blocks];
    let mut most = 0;
    for (number, block) in text.body.blocks.iter().enumerate() {
        let behind = before[number].saturating_add(own[number]);
        most = most.max(behind);
        for target in block.terminator.successors() {
            let there = &mut before[target.index()];
            *there = behind.max(*there);
        }
    }
    most
}

/// What may have happened in a step so far.
#[derive(Clone, Default)]
struct StepState {
    has_written: bool,
    created: Vec<usize>,
}

struct Steps<'g, 'a> {
    groundwork: &'g Groundwork<'a>,
    thread: usize,
    counts: &'g FxHashMap<Stop, u32>,
    writes: &'g mut Writes,
}

impl Forward for Steps<'_, '_> {
    type State = StepState;

    fn pass(&mut self, state: &mut StepState, at: At<'_>) {
        let here: (BlockId, usize) = (at.block, at.index);
        if self.groundwork.stops[self.thread]
            .binary_search(&here)
            .is_ok()
        {
            *state = StepState::default();
        }
        if let Code::Inst(inst) = at.code
            && let InstKind::Spawn { thread, .. } = inst.kind
        {
            let number = thread.unwrap_or(0);
            state
                .created
                .extend(self.groundwork.maker.place_of_number(number));
        }
        let Some(&count) = self.counts.get(&here) else {
            return;
        };
        if state.has_written || count > 1 {
            self.writes.further.insert((self.thread, here));
        }
        if !state.created.is_empty() {
            let created = state.created.clone();
            self.writes.creators.insert((self.thread, here), created);
        }
        state.has_written = true;
    }

    fn join(&mut self, into: &mut StepState, other: StepState) {
        into.has_written |= other.has_written;
        into.created.extend(other.created);
        into.created.sort_unstable();
        into.created.dedup();
    }
}
