//! The locks of a program: what `hold` and `release` name, and which bytes say who holds it.
//!
//! The *cell* of a lock is found in the sections that take it and give it back: bytes of its object that are read before the
//! thread waits for the lock, and written where it is taken or given back. Of a mutex with holder, depth and kind
//! that is the holder: the depth does not decide about waiting, and the kind does not change.

use rustc_hash::{FxHashMap, FxHashSet};
use unspool_ir::{ExprId, InstKind, Program};

use crate::accesses::{Accesses, Footprint, Memory};
use crate::points_to::{Object, PointsTo, Target};
use crate::thread_text::ThreadText;

/// What an operand of `hold` or `release` names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Named {
    Lock(u32),
    /// Possibly one of these.
    Unclear(Vec<u32>),
}

pub struct LockTable {
    /// By lock: object and offset of its address.
    locks: Vec<(Object, u64)>,
    named: FxHashMap<(usize, ExprId), Named>,
    has_cell: Vec<bool>,
    /// By group of footprints.
    touched: Vec<Box<[u32]>>,
}

/// What sections do that take locks or give them back, each as lock and group of footprints.
#[derive(Default)]
pub struct SectionAccesses {
    pub read_before_wait: FxHashSet<(u32, u32)>,
    /// Counts for locks that nobody waits for.
    pub read_before_hold: FxHashSet<(u32, u32)>,
    pub written: FxHashSet<(u32, u32)>,
}

impl LockTable {
    pub fn of(program: &Program, texts: &[ThreadText<'_>], points_to: &PointsTo) -> Self {
        let operands = operands(texts, points_to);
        let mut table = LockTable {
            locks: Vec::new(),
            named: FxHashMap::default(),
            has_cell: Vec::new(),
            touched: Vec::new(),
        };
        let mut numbers: FxHashMap<(Object, u64), u32> = FxHashMap::default();
        let mut of_objects: FxHashMap<Object, Vec<u32>> = FxHashMap::default();
        for (operand, targets) in &operands {
            if let [target] = targets.as_slice()
                && let Some(offset) = target.offsets.single()
                && is_single(program, target.object)
            {
                let next = table.locks.len() as u32;
                let number = *numbers.entry((target.object, offset)).or_insert(next);
                if number == next {
                    table.locks.push((target.object, offset));
                    of_objects.entry(target.object).or_default().push(number);
                }
                table.named.insert(*operand, Named::Lock(number));
            }
        }
        for (operand, targets) in operands {
            table.named.entry(operand).or_insert_with(|| {
                let objects = targets.iter().map(|target| target.object);
                let locks = objects.filter_map(|object| of_objects.get(&object));
                Named::Unclear(locks.flatten().copied().collect())
            });
        }
        table
    }

    pub fn is_empty(&self) -> bool {
        self.locks.is_empty()
    }

    pub fn len(&self) -> usize {
        self.locks.len()
    }

    pub fn named(&self, thread: usize, operand: ExprId) -> &Named {
        const NOTHING: &Named = &Named::Unclear(Vec::new());
        self.named.get(&(thread, operand)).unwrap_or(NOTHING)
    }

    /// Finds the cells, and who touches them.
    pub fn find_cells(&mut self, accesses: &Accesses, sections: &SectionAccesses) {
        let written = self.ranges(accesses, &sections.written);
        let before_wait = self.ranges(accesses, &sections.read_before_wait);
        let before_hold = self.ranges(accesses, &sections.read_before_hold);
        let mut cells: FxHashMap<Object, Vec<Cell>> = FxHashMap::default();
        for (lock, &(object, _)) in self.locks.iter().enumerate() {
            let read = match before_wait[lock].is_empty() {
                true => &before_hold[lock],
                false => &before_wait[lock],
            };
            let common = read.iter().flat_map(|read| {
                let written = written[lock].iter();
                written.map(|written| (read.0.max(written.0), read.1.min(written.1)))
            });
            let mut parts: Vec<(u64, u64)> = common.filter(|(start, end)| start < end).collect();
            parts.sort_unstable();
            parts.dedup();
            self.has_cell.push(!parts.is_empty());
            let lock = lock as u32;
            let parts = parts.into_iter();
            cells
                .entry(object)
                .or_default()
                .extend(parts.map(|(start, end)| Cell { start, end, lock }));
        }
        for cells in cells.values_mut() {
            cells.sort_unstable();
        }
        self.touched = (0..accesses.groups.len() as u32)
            .map(|group| touched_by(accesses, &cells, group))
            .collect();
    }

    /// Whether it is known which bytes say who holds the lock.
    pub fn has_cell(&self, lock: u32) -> bool {
        self.has_cell[lock as usize]
    }

    /// The locks whose cell an access may touch, or whose object it may end. None before cells are found.
    pub fn touched(&self, group: u32) -> &[u32] {
        let touched = self.touched.get(group as usize);
        touched.map_or(&[], |touched| touched)
    }

    /// By lock: the bytes of its object, as starts and ends.
    fn ranges(&self, accesses: &Accesses, used: &FxHashSet<(u32, u32)>) -> Vec<Vec<(u64, u64)>> {
        let mut ranges = vec![Vec::new(); self.locks.len()];
        for &(lock, group) in used {
            let (object, _) = self.locks[lock as usize];
            for footprint in accesses.footprints_of(group) {
                if accesses.objects.list()[footprint.object as usize] == Memory::Object(object)
                    && let Some(range) = range(footprint)
                {
                    ranges[lock as usize].push(range);
                }
            }
        }
        ranges
    }
}

/// Part of the cell of a lock; `end` is behind it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Cell {
    start: u64,
    end: u64,
    lock: u32,
}

/// From the first byte to behind the last one.
fn range(footprint: Footprint) -> Option<(u64, u64)> {
    let (offsets, size) = footprint.bytes?;
    let last = match offsets.single() {
        Some(offset) => offset,
        None => offsets.end.saturating_sub(1).max(offsets.start),
    };
    Some((offsets.start, last.saturating_add(size)))
}

fn touched_by(accesses: &Accesses, cells: &FxHashMap<Object, Vec<Cell>>, group: u32) -> Box<[u32]> {
    let mut touched = Vec::new();
    for footprint in accesses.footprints_of(group) {
        let Memory::Object(object) = accesses.objects.list()[footprint.object as usize] else {
            continue;
        };
        let Some(cells) = cells.get(&object) else {
            continue;
        };
        // The end of an object is the end of all its locks.
        let (start, end) = range(footprint).unwrap_or((0, u64::MAX));
        let above = cells.partition_point(|cell| cell.start < end);
        let overlapping = cells[..above].iter().filter(|cell| cell.end > start);
        touched.extend(overlapping.map(|cell| cell.lock));
    }
    touched.sort_unstable();
    touched.dedup();
    touched.into()
}

/// All operands of `hold` and `release`, in the order of the text, with what they may point to.
fn operands(texts: &[ThreadText<'_>], points_to: &PointsTo) -> Vec<((usize, ExprId), Vec<Target>)> {
    let mut known = FxHashSet::default();
    let mut operands = Vec::new();
    for (thread, text) in texts.iter().enumerate() {
        for inst in text.body.blocks.iter().flat_map(|block| &block.insts) {
            if let InstKind::Hold(operand) | InstKind::Release(operand) = inst.kind
                && known.insert((thread, operand))
            {
                let targets = points_to.pointees(text.function, operand);
                operands.push(((thread, operand), targets));
            }
        }
    }
    operands
}

/// Whether an object of the analysis is one object at any time. A slot that is declared again is another one, but then the
/// old one has ended, which counts as a change of the lock.
fn is_single(program: &Program, object: Object) -> bool {
    match object {
        Object::Global(global) => !program.global(global).thread_local,
        Object::Slot(..) | Object::Alloc { .. } => true,
        Object::VarArgs(_) | Object::Function(_) => false,
    }
}
