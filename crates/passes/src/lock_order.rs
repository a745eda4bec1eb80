//! Locks that threads take in opposite orders.
//!
//! Precondition: a bounded program whose models say with `hold` and `release` who holds a lock. Result: [`Inversions`], cycles of locks, such that each of as many
//! different threads may hold one of them while it waits for the next.
//!
//! These are the cycles of the lock graph of Goodlock (Havelund, *Using runtime analysis to guide model checking of Java programs*, 2000, and Bensalem and Havelund,
//! *Dynamic deadlock analysis of multi-threaded programs*, 2005), but of all paths of the program and not of a run. As there, threads that hold a common lock (a *gate*) are not at
//! these places at the same time, nor are those of which one ends before the other is created. A cycle is a warning, no execution: whether a schedule leads into it is for others to find out.
//!
//! ```text
//! thread 1                             thread 2
//! hold &@a                             hold &@b
//! wait_until ...; hold &@b             wait_until ...; hold &@a            @a -> @b by thread 1, @b -> @a by thread 2
//! ```
//!
//! A thread waits for a lock if a `wait_until` stands before the `hold` in its section: who only tries to take one never waits, but holds it. It *may* hold what it has passed a `hold` of on some path, and
//! *must* hold what it has on all of them: only the latter keeps others out. A lock is named by object and offset. If that is not one, all that it may be are meant, of those that are named anywhere.
//! A `release` of a pointer is one of what was held by the same pointer.
//!
//! **What is shown.** If threads wait for locks in a circle, each holds a lock that the next one waits for. They are different threads at places that they can be at together, so no
//! lock is held by two of them, and the circle is among the cycles looked at here: the result is empty only if there is none. Not seen are locks without `hold`, and the readers' part in read-write
//! locks, which several may have. That there are readers, [`Inversions::shared_lock`] tells: a section waits, does not hold, and loads what others load before they hold. A cycle is not told if one that was told has no other locks, and [`Inversions::has_more`] says if there were too many to list.

mod cycles;
mod held;

use rustc_hash::FxHashMap;
use unspool_ir::{BlockId, ExprId, InstKind, Program};

use crate::accesses::starts;
use crate::number_sets::{NumberSets, SetId};
use crate::numbering::Numbering;
use crate::points_to::{Object, PointsTo, Target};
use crate::run_ends::RunEnds;
use crate::thread_ends::ThreadEnds;
use crate::thread_starts::ThreadStarts;
use crate::thread_text::ThreadText;

use held::{HeldLocks, Memory};

/// A lock, by its address.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Lock {
    pub object: Object,
    pub offset: u64,
}

/// That a thread may hold a lock while it waits for another one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wait {
    pub held: Lock,
    /// The `hold` of what it holds.
    pub held_since: Position,
    pub awaited: Lock,
    /// The `hold` of what it waits for.
    pub at: Position,
}

/// An instruction of a thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// Number of the thread.
    pub thread: u32,
    pub block: BlockId,
    pub index: usize,
}

#[derive(Default, Debug)]
pub struct Inversions {
    /// Each is a cycle of waits, by different threads, of which each is for what the next one holds. The shortest first.
    pub cycles: Vec<Vec<Wait>>,
    /// A wait for a lock that does not hold it alone then: of a reader.
    pub shared_lock: Option<Position>,
    /// There are so many that not all were looked at.
    pub has_more: bool,
}

impl Inversions {
    pub fn of(program: &Program) -> Inversions {
        let texts = ThreadText::of_program(program);
        let points_to = PointsTo::of(program);
        let named = NamedLocks::of(&texts, &points_to);
        let run_ends: Vec<RunEnds<'_, '_>> = (texts.iter())
            .map(|text| RunEnds::of(program, text, &points_to))
            .collect();
        let starts = ThreadStarts::of(&texts);
        let ends = ThreadEnds::of(program, &texts, &run_ends, &starts);
        let mut sets = NumberSets::default();
        let mut edges = Vec::new();
        let mut memory = Memory {
            points_to: &points_to,
            places: Numbering::default(),
            to_hold: SetId::EMPTY,
            to_wait: Vec::new(),
        };
        for (thread, text) in texts.iter().enumerate() {
            let order = (&starts, &ends);
            let shared = (&mut sets, &mut memory);
            let mut analysis = HeldLocks::new((thread, text), &named, order, shared);
            text.run(&mut analysis, held::State::default());
            edges.extend(analysis.edges());
        }
        let shared_lock = (memory.to_wait.iter())
            .find(|(_, loaded)| sets.intersection(*loaded, memory.to_hold) != SetId::EMPTY)
            .map(|(at, _)| *at);
        let (cycles, has_more) = cycles::shortest_first(&edges, |a: &Edge, b: &Edge| {
            let is_gated = sets.intersection(a.must_hold, b.must_hold) != SetId::EMPTY;
            let is_before = |a: &Edge, b: &Edge| {
                let started = starts.started_at(a.thread, a.at);
                starts.is_before_start(a.thread as u32, started, b.thread as u32)
            };
            let is_behind = |a: &Edge, b: &Edge| {
                let ended = ends.ended_at(a.thread, a.at);
                ends.sets.contains(ended, b.thread as u32)
            };
            let is_ordered =
                is_before(a, b) || is_before(b, a) || is_behind(a, b) || is_behind(b, a);
            a.thread != b.thread && !is_gated && !is_ordered
        });
        let wait = |edge: usize| {
            let edge = &edges[edge];
            let text = &texts[edge.thread];
            Wait {
                held: named.locks[edge.held as usize],
                held_since: position(text, edge.held_since),
                awaited: named.locks[edge.awaited as usize],
                at: position(text, edge.at),
            }
        };
        let cycles = cycles.into_iter();
        Inversions {
            cycles: cycles
                .map(|cycle| cycle.into_iter().map(wait).collect())
                .collect(),
            shared_lock,
            has_more,
        }
    }
}

fn position(text: &ThreadText<'_>, position: u32) -> Position {
    let (block, index) = text.place(position);
    Position {
        thread: text.number,
        block,
        index,
    }
}

/// The same with places in lists.
struct Edge {
    thread: usize,
    held: u32,
    held_since: u32,
    awaited: u32,
    at: u32,
    must_hold: SetId,
}

/// What operands of `hold` and `release` mean.
struct NamedLocks {
    locks: Vec<Lock>,
    /// By thread and operand; ascending.
    named: FxHashMap<(usize, ExprId), Vec<u32>>,
}

/// Of how many locks an operand may be one, if no other operand says which there are.
const FEW: usize = 64;

impl NamedLocks {
    fn of(texts: &[ThreadText<'_>], points_to: &PointsTo) -> NamedLocks {
        let mut operands: Vec<((usize, ExprId), Vec<Target>)> = Vec::new();
        for (thread, text) in texts.iter().enumerate() {
            for inst in text.body.blocks.iter().flat_map(|block| &block.insts) {
                if let InstKind::Hold(operand) | InstKind::Release(operand) = inst.kind {
                    let targets = points_to.pointees(text.function, operand);
                    operands.push(((thread, operand), targets));
                }
            }
        }
        let all = operands.iter().flat_map(|(_, targets)| targets);
        let mut locks: Vec<Lock> = Vec::new();
        for target in all.clone() {
            let object = target.object;
            locks.extend((target.offsets.single()).map(|offset| Lock { object, offset }));
        }
        locks.sort_unstable();
        locks.dedup();
        let has_one = |target: &Target| locks.iter().any(|lock| is_among(target, lock));
        let mut others = Vec::new();
        for target in all.filter(|target| !has_one(target)) {
            let room = points_to.object_size(target.object).unwrap_or(u64::MAX);
            let object = target.object;
            let offsets = starts(&target.offsets, 1, room).take(FEW);
            others.extend(offsets.map(|offset| Lock { object, offset }));
        }
        locks.extend(others);
        locks.sort_unstable();
        locks.dedup();
        let named = operands.into_iter().map(|(operand, targets)| {
            let is_meant = |lock: &Lock| targets.iter().any(|target| is_among(target, lock));
            let numbers = (0..).zip(&locks).filter(|(_, lock)| is_meant(lock));
            (operand, numbers.map(|(number, _)| number).collect())
        });
        let named = named.collect();
        NamedLocks { locks, named }
    }

    fn of_operand(&self, thread: usize, operand: ExprId) -> &[u32] {
        self.named
            .get(&(thread, operand))
            .map_or(&[], |locks| locks)
    }
}

fn is_among(target: &Target, lock: &Lock) -> bool {
    let offsets = &target.offsets;
    let is_offset = match offsets.stride {
        0 => offsets.start == lock.offset,
        stride => {
            let behind = lock.offset.checked_sub(offsets.start);
            lock.offset < offsets.end && behind.is_some_and(|behind| behind % stride == 0)
        }
    };
    target.object == lock.object && is_offset
}
