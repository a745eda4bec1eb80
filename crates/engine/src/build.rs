//! From a bounded program to terms: everything that symbolic execution needs and leaves.
//!
//! Threads are executed one after the other, in the order of their numbers, each behind the one that creates it. What remains is,
//! for each thread, its points, its text cut into segments with guards, and the places where an execution can end; and in the
//! [`Timeline`] what holds between them.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use unspool_formula::solver::{Interrupter, Stopped};
use unspool_formula::terms::{Term, Terms};
use unspool_ir::{BlockId, Program, Property, RegId};
use unspool_passes::accesses::{Memory, has_unheld_frees};
use unspool_passes::layout::Layout;
use unspool_passes::made_pointers::MadePointers;
use unspool_passes::points_to::{Object, PointsTo};
use unspool_passes::ranges::Ranges;
use unspool_passes::thread_text::ThreadText;

use crate::analysis::Analysis;
use crate::answer::{InputKind, Position, Unsupported};
use crate::cells::{CellId, CellKind, Cells};
use crate::config::{Encoding, EngineConfig, EngineReduction, EngineReductions};
use crate::deadlocks::{EndUse, LockUse, Wait};
use crate::engine::EngineError;
use crate::guards::Guards;
use crate::held_frees::{self, HeldFree};
use crate::last_slot::{LastSlot, StepEnd};
use crate::narrow::Narrow;
use crate::races::SharedAccess;
use crate::timeline::{Point, Shape, SharedCell, Timeline};
use crate::walk;

pub struct Build<'p> {
    pub program: &'p Program,
    pub texts: Vec<ThreadText<'p>>,
    pub layout: Arc<Layout>,
    pub points_to: Arc<PointsTo>,
    pub made_pointers: Arc<MadePointers>,
    pub cells: Arc<Cells>,
    /// By cell: its contents at the start.
    pub initial: Vec<Term>,
    pub terms: Terms,
    pub guards: Guards,
    pub timeline: Timeline,
    pub reductions: EngineReductions,
    /// Two writes of the same value, or a write of what is there already, are no race.
    pub allows_same_value: bool,
    pub finds_races: bool,
    pub finds_memory_errors: bool,
    /// Whether there is a `free` that ought to be unheld.
    pub has_unheld_frees: bool,
    pub threads: Vec<ThreadRecord>,
    /// By number of the thread.
    pub spawned: FxHashMap<u32, Spawned>,
    /// Sizes of allocated objects that are not constant, by object.
    pub sizes: FxHashMap<u32, Term>,
    pub interrupter: Option<Interrupter>,
}

/// How a thread is created.
#[derive(Clone)]
pub struct Spawned {
    pub creator: usize,
    pub at: Position,
    pub guard: Term,
    pub point: Point,
    pub arguments: Vec<Term>,
}

/// What symbolic execution leaves of a thread.
#[derive(Default)]
pub struct ThreadRecord {
    pub number: u32,
    /// The first one is the start of the thread; the others are visible points, in the order of the text.
    pub points: Vec<Point>,
    /// By point: the instruction that it stands before.
    pub places: Vec<Position>,
    /// By point: under which guard it is passed.
    pub guards: Vec<Term>,
    /// Points at which one atomic section may begin: what is used at the second is used at the first too.
    pub joined: Vec<(usize, usize)>,
    /// By point: what is used between it and the next.
    pub uses: Vec<Vec<Use>>,
    /// In the order of the text.
    pub segments: Vec<Segment>,
    pub checks: Vec<Check>,
    /// What its step in the last slot may touch.
    pub accesses: Vec<SharedAccess>,
    /// Where its step in the last slot may end the run.
    pub step_ends: Vec<StepEnd>,
    /// Where it may wait in the last slot.
    pub waits: Vec<Wait>,
    pub locks: Vec<LockUse>,
    pub held_frees: Vec<HeldFree>,
    pub end_uses: Vec<EndUse>,
    /// What instructions get from outside.
    pub inputs: Vec<(Position, InputKind, Term)>,
    pub unset: Vec<(RegId, Term)>,
}

impl ThreadRecord {
    /// Whether what the thread does before its first visible point is something that others see.
    pub fn is_start_seen(&self) -> bool {
        let uses = self.uses.first().map_or(&[][..], Vec::as_slice);
        self.number == 0 || uses.iter().any(|used| used.is_write)
    }
}

/// What threads have in common.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Shared {
    /// A cell, by its number among the shared ones.
    Cell(u32),
    /// That the thread at this place of the list is started, or has ended.
    Start(u32),
    End(u32),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Use {
    pub shared: Shared,
    pub is_write: bool,
    /// Under which it is made. Where paths meet that is not the guard of the point.
    pub guard: Term,
}

/// Instructions of one block that are executed together.
pub struct Segment {
    pub block: BlockId,
    pub first: usize,
    /// Behind the last one.
    pub end: usize,
    pub guard: Term,
    pub point: usize,
}

/// A place where an execution can end in a way that is asked for.
pub struct Check {
    pub at: Position,
    pub kind: CheckKind,
    /// It does.
    pub fails: Term,
    pub point: usize,
    /// An assertion before it, since the same point, has failed.
    pub exempt: Term,
    /// It stands in an atomic section, of which nothing may be seen if it is not the end.
    pub in_section: Term,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CheckKind {
    /// An assertion.
    Property(Property),
    /// What cannot be modelled is reached.
    Unsupported(Unsupported),
}

impl<'p> Build<'p> {
    /// `analysis` is that of the program.
    pub fn new(program: &'p Program, analysis: &Analysis, config: &EngineConfig) -> Build<'p> {
        let texts = ThreadText::of_program(program);
        let cells = Arc::clone(&analysis.cells);
        let ranges = match config.reductions.has(EngineReduction::NarrowWords) {
            true => analysis.ranges(program),
            false => None,
        };
        let mut terms = Terms::new();
        let initial = initial_contents(&mut terms, &cells);
        let shared = shared_cells(&mut terms, program, &cells, &initial, ranges);
        let sizes = variable_sizes(&mut terms, program, &cells);
        let (shape, slots) = match config.encoding {
            Encoding::Rounds(rounds) => (Shape::Round, rounds),
            Encoding::Contexts(contexts) => (Shape::Context, contexts),
        };
        let finds = config.finds;
        let has_last = finds.races || finds.deadlocks;
        let last = has_last.then(|| LastSlot::new(&mut terms));
        let timeline = Timeline::new(
            &mut terms,
            (shape, config.slot_numbers),
            slots.max(1) as usize,
            last,
            texts.len(),
            shared,
        );
        Build {
            program,
            layout: Arc::clone(&analysis.layout),
            points_to: Arc::clone(&analysis.points_to),
            made_pointers: Arc::clone(&analysis.made_pointers),
            cells,
            initial,
            terms,
            guards: Guards::default(),
            timeline,
            reductions: config.reductions,
            finds_races: finds.races,
            allows_same_value: finds.allow_same_value,
            finds_memory_errors: finds.memory_errors,
            has_unheld_frees: has_unheld_frees(program),
            threads: Vec::new(),
            spawned: FxHashMap::default(),
            sizes,
            interrupter: config.interrupter.clone(),
            texts,
        }
    }

    /// Executes all threads symbolically.
    pub fn run(&mut self) -> Result<(), EngineError> {
        for thread in 0..self.texts.len() {
            let record = walk::run(self, thread)?;
            self.threads.push(record);
        }
        held_frees::define(self);
        Ok(())
    }

    pub fn check_interruption(&self) -> Result<(), EngineError> {
        match &self.interrupter {
            Some(interrupter) if interrupter.is_raised() => {
                Err(EngineError::Stopped(Stopped::Interrupted))
            }
            _ => Ok(()),
        }
    }
}

/// Every thread may use an object whose size only the one that allocates it computes.
fn variable_sizes(terms: &mut Terms, program: &Program, cells: &Cells) -> FxHashMap<u32, Term> {
    let width = program.types.data_model.pointer_bits();
    let objects = (0..).zip(&cells.objects);
    let variable = objects.filter(|(_, object)| {
        let is_allocated = matches!(object.memory, Memory::Object(Object::Alloc { .. }));
        is_allocated && !object.is_exact
    });
    variable
        .map(|(index, _)| (index, terms.variable("size of an object", width)))
        .collect()
}

fn initial_contents(terms: &mut Terms, cells: &Cells) -> Vec<Term> {
    let list = cells.list.iter().map(|cell| {
        let object = cells.object(cell.object);
        if cell.size == 0 {
            return terms.boolean(true);
        }
        match &object.initial {
            None => terms.variable("memory before it is set", cell.width()),
            Some(bytes) => {
                let (start, end) = (cell.offset as usize, (cell.offset + cell.size) as usize);
                let byte = |at: usize| bytes.get(at).copied().unwrap_or(0);
                let width = cell.width();
                let bits = unspool_formula::bits::Bits::from_fn(width, |bit| {
                    let at = start + bit as usize / 8;
                    at < end && byte(at) >> (bit % 8) & 1 == 1
                });
                terms.constant(&bits)
            }
        }
    });
    list.collect()
}

fn shared_cells(
    terms: &mut Terms,
    program: &Program,
    cells: &Cells,
    initial: &[Term],
    ranges: Option<&Ranges>,
) -> Vec<SharedCell> {
    let mut shared = Vec::new();
    for (index, cell) in cells.list.iter().enumerate() {
        if let CellKind::Shared(_) = cell.kind {
            let memory = cells.object(cell.object).memory;
            let range = ranges
                .filter(|_| cell.size > 0)
                .and_then(|ranges| ranges.of_bytes(program, memory, cell.offset, cell.size));
            let narrow = range.map_or(Narrow::any(cell.width()), |range| Narrow::of(&range));
            let value = initial[CellId(index as u32).index()];
            shared.push(SharedCell {
                initial: narrow.cut(terms, value),
                narrow,
            });
        }
    }
    shared
}
