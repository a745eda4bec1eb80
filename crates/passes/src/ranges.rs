//! Intervals and known bits of a bounded program: how wide values really are.
//!
//! Precondition: a bounded program ([`crate::bounded`]) and what its pointers may point to. Postcondition: a [`Range`] for every
//! assignment of a register, every condition and every cell of memory, that holds whenever an execution gets there, for every schedule and
//! every input. Nothing is changed; [`fold`] may use the facts to drop what they decide.
//!
//! The SAT engine narrows words by these facts. Where it cuts an execution into contexts, it guesses what memory contains
//! at the start of each, and the solver does not see that a guessed 32-bit word is really one of five numbers.
//!
//! **How.** Abstract interpretation (Cousot and Cousot 1977) over a product of intervals and known bits ([`mod@range`]). Each
//! thread is walked forward ([`walk`]), branches and assertions cutting what is known ([`refine`]). Memory that threads share
//! is summarised without regard to order ([`summaries`]), as in the thread-modular analyses of Miné (*Static Analysis of Run-Time Errors
//! in Embedded Critical Parallel C Programs*, 2011), here per cell ([`cells`], [`windows`], [`uninitialised`]). Threads are walked until the summaries
//! are stable, with widening ([`widening`]); then a few times more, to tighten what was widened. What widening would lose for good, a bounded program
//! gives back: a store is executed at most once, so what only grows, grows by a known amount ([`counting`]).
//!
//! Cost: a few walks over the program, whose number has a fixed bound. Joins of paths cost what differs ([`state`]).
//!
//! ```text
//! %0 = load @x                  // [0, 2]        two threads do this once each
//! store @x = %0 + 1:i32
//! branch %0 == 0:i32, b1, b2
//! b1:
//! %1 = %0 * 4:i32               // 0
//! b2:
//! %1 = %0 * 4:i32               // [4, 8]
//! ```
//!
//! Facts hold in executions as the interpreter knows them: none goes on behind an assertion that fails, an access outside of
//! objects or a division by zero, and a register that was never assigned has one unknown value, not a new one each time. What memory contains
//! before it is initialised, if nobody looks, is not among its contents ([`uninitialised`]): it may be taken to be any of these.

mod bitwise;
mod bytes;
mod cells;
pub mod comparisons;
mod components;
mod counting;
mod direct_pointers;
mod edges;
mod evaluate;
pub mod fold;
mod initial_contents;
mod interned;
pub mod listing;
mod locations;
mod memory_access;
mod mentions;
pub mod operators;
mod placed;
mod pointer_guesses;
mod products;
pub mod range;
mod refine;
mod refine_addresses;
mod state;
mod summaries;
mod sums;
mod thread;
mod uninitialised;
mod walk;
mod widening;
mod windows;

use rustc_hash::FxHashMap;
use unspool_ir::{BlockId, Body, FunctionId, Program, TypeId};

use crate::accesses::Memory;
use crate::bounded::{BoundedThread, check, threads};
use crate::layout::Layout;
use crate::points_to::{Object, Offsets, PointsTo};
use bytes::Bytes;
use cells::{Cell, Cells, ClassId};
use counting::StoreLog;
use interned::RangeTable;
use placed::Placed;
use pointer_guesses::PointerGuesses;
use state::State;
use summaries::Summaries;
use thread::Thread;
use walk::{Found, Walk};
use widening::Thresholds;

pub use range::Range;

/// What is known of the values of a bounded program.
pub struct Ranges {
    threads: Vec<Thread>,
    /// By thread.
    found: Vec<Found>,
    by_function: FxHashMap<FunctionId, usize>,
    table: RangeTable,
    cells: Cells,
    summaries: Summaries,
    layout: Option<Layout>,
}

/// A summary that has changed in so many rounds is widened to thresholds, ...
const WIDENING_CHANGES: u32 = 3;
/// ... after so many to anything, ...
const GIVING_UP_CHANGES: u32 = 6;
/// ... and from this round on all are anything, changed or not.
const LAST_ROUND: u32 = 20;
/// How often summaries are tightened.
const TIGHTENINGS: u32 = 2;

impl Ranges {
    /// Analyses the whole program, wherever its objects lie. None if it is not a bounded one.
    pub fn of(program: &Program, points_to: &PointsTo) -> Option<Ranges> {
        Ranges::with_layout(program, points_to, None)
    }

    /// The same for executions in which objects lie as the layout says.
    pub fn with_layout(
        program: &Program,
        points_to: &PointsTo,
        layout: Option<&Layout>,
    ) -> Option<Ranges> {
        let placed = Placed { program, layout };
        check(program).ok()?;
        let bounded = threads(program);
        let bodies = bounded.iter().map(|thread| {
            let function = program.functions.get(thread.function.index())?;
            function.body.as_ref()
        });
        let bodies: Vec<&Body> = bodies.collect::<Option<_>>()?;
        let mut analysis = Analysis::new(placed, points_to, &bounded, bodies);
        analysis.grow(points_to);
        analysis.tighten();
        Some(Ranges {
            by_function: (analysis.threads.iter().enumerate())
                .map(|(index, thread)| (thread.function, index))
                .collect(),
            threads: analysis.threads,
            found: analysis.found,
            table: analysis.table,
            cells: analysis.cells,
            summaries: analysis.summaries,
            layout: layout.cloned(),
        })
    }

    /// The register that an instruction assigns (of a compare-exchange: that of the old value), behind the instruction.
    /// Of one with a condition: the condition, before it. None if it is never executed to its end.
    pub fn of_register_after(
        &self,
        thread: FunctionId,
        block: BlockId,
        index: usize,
    ) -> Option<&Range> {
        let thread = *self.by_function.get(&thread)?;
        let position = self.threads[thread].position(block, index)?;
        self.table.get(*self.found[thread].ranges.get(position)?)
    }

    /// Whether the assertion, assumption or wait at this place lets every execution pass: its condition holds, or none gets there.
    pub fn never_stops(&self, thread: FunctionId, block: BlockId, index: usize) -> bool {
        let known = self.by_function.get(&thread).and_then(|&thread| {
            let position = self.threads[thread].position(block, index)?;
            self.found[thread].ranges.get(position)
        });
        known.is_some_and(|&condition| {
            let range = self.table.get(condition);
            range.is_none_or(|range| range.as_constant() == Some(1))
        })
    }

    /// Whether the compare-exchange at this place succeeds.
    pub fn of_success(&self, thread: FunctionId, block: BlockId, index: usize) -> Option<&Range> {
        let thread = *self.by_function.get(&thread)?;
        let position = self.threads[thread].position(block, index)?;
        self.table.get(*self.found[thread].success.get(&position)?)
    }

    /// The condition of the branch, or the value of the switch, that ends a block. None if it is never reached.
    pub fn of_terminator(
        &self,
        program: &Program,
        thread: FunctionId,
        block: BlockId,
    ) -> Option<&Range> {
        let body = program.function(thread).body.as_ref()?;
        let index = body.blocks.get(block.index())?.insts.len();
        self.of_register_after(thread, block, index)
    }

    /// A parameter of a thread, by position. None if the thread is never started.
    pub fn of_parameter(&self, thread: FunctionId, position: usize) -> Option<&Range> {
        let thread = *self.by_function.get(&thread)?;
        let class = self.threads[thread].parameters.get(position + 1)?;
        self.table.get(self.summaries.read[class.index()])
    }

    /// What a cell of memory may contain at any time, as a value of a scalar type. None if no execution looks.
    pub fn of_cell(
        &self,
        program: &Program,
        object: Object,
        offset: u64,
        ty: TypeId,
    ) -> Option<Range> {
        let asked = Cell {
            object,
            offsets: Offsets {
                start: offset,
                stride: 0,
                end: offset.saturating_add(1),
            },
            shape: cells::shape_of(program, ty),
        };
        let placed = self.placed(program);
        self.summaries
            .of_cell(placed, &self.cells, &asked, &self.table)
    }

    /// The little-endian number that some bytes of an object are, at any time when an execution reads them, and also if they are stored and
    /// never read. Of a thread-local object: those of any instance. None for more bytes than a range can be wide.
    ///
    /// What is there before the first store is not counted if no execution can look (a global that is set before any thread is
    /// started, a slot that is initialised first): it may be taken to be anything in the range.
    pub fn of_bytes(
        &self,
        program: &Program,
        memory: Memory,
        offset: u64,
        size: u64,
    ) -> Option<Range> {
        let object = match memory {
            Memory::Object(object) => object,
            Memory::Instance(global, _) => Object::Global(global),
        };
        let bytes = Bytes::of(object, offset, size)?;
        let (placed, summaries) = (self.placed(program), &self.summaries);
        let contents = bytes::contents(placed, &self.cells, summaries, bytes, &self.table);
        Some(contents)
    }

    fn placed<'a>(&'a self, program: &'a Program) -> Placed<'a> {
        Placed {
            program,
            layout: self.layout.as_ref(),
        }
    }

    /// By cell that some instruction names.
    fn contents(&self) -> Vec<Option<Range>> {
        let mut table = self.table.clone();
        let contents = self.summaries.contents(&self.cells, &mut table);
        contents.iter().map(|&id| table.get(id).copied()).collect()
    }
}

/// The analysis in its course.
struct Analysis<'a> {
    placed: Placed<'a>,
    bodies: Vec<&'a Body>,
    threads: Vec<Thread>,
    found: Vec<Found>,
    /// By thread: the time of its last walk.
    walked: Vec<Option<u32>>,
    /// By function: the classes of its parameters.
    parameters: FxHashMap<FunctionId, Vec<ClassId>>,
    cells: Cells,
    table: RangeTable,
    summaries: Summaries,
    /// By thread: what its last walk stored.
    stores: Vec<StoreLog>,
}

impl<'a> Analysis<'a> {
    fn new(
        placed: Placed<'a>,
        points_to: &PointsTo,
        bounded: &[BoundedThread],
        bodies: Vec<&'a Body>,
    ) -> Analysis<'a> {
        let program = placed.program;
        let mut table = RangeTable::default();
        let cells = Cells::of(placed, points_to, bounded);
        let mut widths = Vec::new();
        let mut parameters = FxHashMap::default();
        for (thread, body) in bounded.iter().zip(&bodies) {
            let first = (cells.classes.len() + widths.len()) as u32;
            let parameter_widths = parameter_widths(program, body);
            let count = parameter_widths.len() as u32;
            let classes: Vec<ClassId> = (first..first + count).map(ClassId).collect();
            parameters.insert(thread.function, classes);
            widths.extend(parameter_widths);
        }
        let exposed = uninitialised::exposed(program, &cells, bounded);
        let summaries = Summaries::new(&cells, exposed, &widths, &mut table);
        let threads: Vec<Thread> = (bounded.iter().zip(&bodies).enumerate())
            .map(|(index, (thread, body))| {
                let classes = parameters[&thread.function].clone();
                Thread::new((index, *thread), body, &cells, classes)
            })
            .collect();
        Analysis {
            placed,
            bodies,
            found: vec![Found::default(); threads.len()],
            walked: vec![None; threads.len()],
            stores: vec![StoreLog::default(); threads.len()],
            threads,
            parameters,
            cells,
            table,
            summaries,
        }
    }

    fn walk(&mut self, index: usize) {
        let thread = &self.threads[index];
        self.walked[index] = Some(self.summaries.clock);
        let walk = Walk {
            program: self.placed.program,
            placed: self.placed,
            body: self.bodies[index],
            thread,
            cells: &self.cells,
            parameters: &self.parameters,
            table: &mut self.table,
            summaries: &mut self.summaries,
            stores: StoreLog::default(),
            state: State::new(thread.keys),
            found: Found::default(),
            incoming: Vec::new(),
        };
        (self.found[index], self.stores[index]) = walk.run();
    }

    /// Walks threads until their summaries do not change any more.
    fn grow(&mut self, points_to: &PointsTo) {
        let thresholds = Thresholds::of(self.placed.program, self.bodies.iter().copied());
        let mut guesses: Option<PointerGuesses> = None;
        let mut changes = vec![0; self.summaries.written.len()];
        for round in 1.. {
            let before = self.summaries.written.clone();
            let mut has_walked = false;
            for index in 0..self.threads.len() {
                if self.is_due(index) {
                    self.walk(index);
                    has_walked = true;
                }
            }
            if !has_walked {
                return;
            }
            for (class, &old) in before.iter().enumerate() {
                let new = self.summaries.written[class];
                changes[class] += u32::from(new != old);
                let is_changing = new != old && changes[class] >= WIDENING_CHANGES;
                let (Some(old), Some(new)) = (self.table.get(old), self.table.get(new)) else {
                    continue;
                };
                let widened = if changes[class] >= GIVING_UP_CHANGES {
                    Range::top(self.summaries.width[class])
                } else if is_changing {
                    let guesses = guesses.get_or_insert_with(|| self.guesses(points_to));
                    let guess = guesses.widen(class, new);
                    guess.unwrap_or_else(|| thresholds.widen(old, new))
                } else {
                    continue;
                };
                self.summaries.written[class] = self.table.intern(&widened);
            }
            if round < LAST_ROUND {
                let caps = self.caps();
                self.summaries.cover(caps);
            } else {
                let (placed, cells) = (self.placed, &self.cells);
                self.summaries.give_up(placed, cells, &mut self.table);
            }
            self.summaries.refresh_all(&self.cells, &mut self.table);
        }
    }

    fn guesses(&self, points_to: &PointsTo) -> PointerGuesses {
        let parameters = |function| {
            let classes = self.parameters.get(&function);
            classes.map_or(&[][..], Vec::as_slice)
        };
        let (cells, widths) = (&self.cells, &self.summaries.width);
        PointerGuesses::of(
            self.placed,
            points_to,
            cells,
            &self.threads,
            widths,
            parameters,
        )
    }

    /// By cell: what counting says.
    fn caps(&mut self) -> Vec<Option<Range>> {
        let stores = StoreLog::of_all(&self.stores, &mut self.table);
        stores.caps(&self.cells, &self.summaries, &mut self.table)
    }

    /// Whether a walk over a thread could find something new.
    fn is_due(&self, index: usize) -> bool {
        let reads = &self.threads[index].reads;
        self.walked[index].is_none_or(|time| {
            let mut changed = reads
                .iter()
                .map(|&class| self.summaries.has_changed_since(class, time));
            changed.any(|changed| changed)
        })
    }

    /// Walks all threads with the summaries as they are, and makes them what was then stored.
    fn tighten(&mut self) {
        self.summaries.frozen = true;
        for remaining in (0..=TIGHTENINGS).rev() {
            self.summaries.forget_stores();
            for index in 0..self.threads.len() {
                self.walk(index);
            }
            let before = self.summaries.read.clone();
            let caps = self.caps();
            self.summaries
                .tighten(self.placed, &self.cells, caps, &mut self.table);
            if remaining == 0 || self.summaries.read == before {
                return;
            }
        }
    }
}

/// Every thread has one parameter more than its function, without bits, that it gets by being started.
fn parameter_widths(program: &Program, body: &Body) -> Vec<u32> {
    let types = body.params.iter().map(|param| body.regs[param.index()].ty);
    let widths = types.map(|ty| program.types.value_bits(ty));
    std::iter::once(0).chain(widths).collect()
}
