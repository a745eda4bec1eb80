//! The locks of a program: what `hold` and `release` name.

use rustc_hash::{FxHashMap, FxHashSet};
use unspool_ir::{ExprId, InstKind, Program};

use crate::accesses::{Accesses, Memory};
use crate::points_to::{Object, Offsets, PointsTo, Target};
use crate::thread_text::ThreadText;

/// What an operand of `hold` or `release` names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Named {
    Lock(u32),
    /// Possibly one of these.
    Unclear(Vec<u32>),
}

pub struct LockTable {
    locks: Vec<Lock>,
    named: FxHashMap<(usize, ExprId), Named>,
    /// By group of footprints: the locks whose cell it may touch, or whose object it may end.
    touched: Vec<Box<[u32]>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Lock {
    object: Object,
    offset: u64,
    /// In bytes, of the cell.
    size: u64,
}

/// No word of a lock is larger.
const MAX_CELL: u64 = 16;

impl LockTable {
    pub fn of(
        program: &Program,
        texts: &[ThreadText<'_>],
        points_to: &PointsTo,
        accesses: &Accesses,
    ) -> Self {
        let operands = operands(texts, points_to);
        let mut table = LockTable {
            locks: Vec::new(),
            named: FxHashMap::default(),
            touched: Vec::new(),
        };
        if operands.is_empty() {
            return table;
        }
        let mut numbers: FxHashMap<(Object, u64), u32> = FxHashMap::default();
        for (operand, targets) in &operands {
            if let [target] = targets.as_slice()
                && let Some(offset) = target.offsets.single()
                && is_single(program, target.object)
            {
                let next = table.locks.len() as u32;
                let number = *numbers.entry((target.object, offset)).or_insert(next);
                if number == next {
                    table.locks.push(Lock {
                        object: target.object,
                        offset,
                        size: 1,
                    });
                }
                table.named.insert(*operand, Named::Lock(number));
            }
        }
        let mut of_objects: FxHashMap<Object, Vec<u32>> = FxHashMap::default();
        for (number, lock) in (0..).zip(&table.locks) {
            of_objects.entry(lock.object).or_default().push(number);
        }
        for (operand, targets) in operands {
            table.named.entry(operand).or_insert_with(|| {
                let objects = targets.iter().map(|target| target.object);
                let locks = objects.filter_map(|object| of_objects.get(&object));
                Named::Unclear(locks.flatten().copied().collect())
            });
        }
        table.measure(accesses, &of_objects);
        table.touched = (0..accesses.groups.len() as u32)
            .map(|group| table.touched_by(accesses, &of_objects, group))
            .collect();
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

    pub fn touched(&self, group: u32) -> &[u32] {
        &self.touched[group as usize]
    }

    /// The cell of a lock is as large as the largest scalar that is accessed at its address.
    fn measure(&mut self, accesses: &Accesses, of_objects: &FxHashMap<Object, Vec<u32>>) {
        for footprint in &accesses.footprints {
            let Memory::Object(object) = accesses.objects[footprint.object as usize] else {
                continue;
            };
            let Some((offsets, size)) = footprint.bytes else {
                continue;
            };
            for &number in of_objects.get(&object).into_iter().flatten() {
                let lock = &mut self.locks[number as usize];
                if offsets.single() == Some(lock.offset) && size <= MAX_CELL {
                    lock.size = lock.size.max(size);
                }
            }
        }
    }

    fn touched_by(
        &self,
        accesses: &Accesses,
        of_objects: &FxHashMap<Object, Vec<u32>>,
        group: u32,
    ) -> Box<[u32]> {
        let mut touched = Vec::new();
        for footprint in accesses.footprints_of(group) {
            let Memory::Object(object) = accesses.objects[footprint.object as usize] else {
                continue;
            };
            for &number in of_objects.get(&object).into_iter().flatten() {
                let lock = self.locks[number as usize];
                let is_touched = footprint.bytes.is_none_or(|(offsets, size)| {
                    let access = Target { object, offsets };
                    access.may_overlap(size, &lock.cell(), lock.size)
                });
                if is_touched {
                    touched.push(number);
                }
            }
        }
        touched.into()
    }
}

impl Lock {
    fn cell(&self) -> Target {
        Target {
            object: self.object,
            offsets: Offsets {
                start: self.offset,
                stride: 0,
                end: self.offset.saturating_add(1),
            },
        }
    }
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
