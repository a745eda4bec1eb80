//! Memory as the program accesses it: cells, and classes of accesses.
//!
//! Precondition: a bounded program. Memory is not cut into bytes but into what instructions name: a *cell* is an offset (or
//! a regular sequence of offsets, for an element whose index is not known) in an object, with the size of a scalar; a *class* is
//! a set of cells, those among which one instruction touches one. Most classes have one cell and most cells
//! belong to one class.
//!
//! What is stored into a cell can be loaded from every cell that overlaps it. If they only ever overlap as the same bytes of the
//! same size, the loaded value is the stored one (bits are bits: signedness does not matter); if not, it can be anything. Cells know
//! those they overlap as [`Overlap`]s, found by a sweep over each object; objects with many different sequences of offsets, which
//! would make this quadratic, lose them: all become one cell of which nothing is known.
//!
//! Which cells of a class are ever touched, and of a sequence of offsets which part, ranges may say ([`super::windows`]).
//!
//! A cell that only one thread touches, and always as exactly this cell, is *private*: its value can be followed through the
//! thread like a register's.
//!
//! ```text
//! store @pair.x = 1:i32          cell pair+0 of 4 bytes
//! %0 = load @table[%i]           cell table+0,4,8,... of 4 bytes
//! store *%p = %0                 class of as many cells as %p has targets
//! ```

use rustc_hash::FxHashMap;
use unspool_ir::{Body, FunctionId, PlaceId, Program, SlotId, TypeId};

use super::locations;
use super::placed::Placed;
use super::range::Range;
use crate::bounded::BoundedThread;
use crate::operands::place_of;
use crate::points_to::{Object, Offsets, PointsTo, greatest_common_divisor};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CellId(pub u32);

impl CellId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ClassId(pub u32);

impl ClassId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Bytes that are touched, and how many bits of them are a value. No bits: not a scalar.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Shape {
    pub bytes: u64,
    pub bits: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Cell {
    pub object: Object,
    pub offsets: Offsets,
    pub shape: Shape,
}

/// A cell whose contents can be seen through another one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Overlap {
    pub with: CellId,
    /// They share bytes only as the same scalar.
    pub same: bool,
}

pub struct Class {
    pub cells: Vec<CellId>,
    pub bits: u32,
    /// The only thread that touches it, by its index; None if there are several.
    thread: Option<u32>,
    /// One cell, of one class, that overlaps no other.
    pub is_simple: bool,
    pub is_private: bool,
}

pub struct Cells {
    pub cells: Vec<Cell>,
    /// By cell: those it overlaps, itself included.
    pub overlaps: Vec<Vec<Overlap>>,
    pub classes: Vec<Class>,
    /// By cell: the classes that contain it.
    pub users: Vec<Vec<ClassId>>,
    /// By thread and place.
    by_place: Vec<Vec<Option<ClassId>>>,
    by_object: FxHashMap<Object, Vec<CellId>>,
    /// By class: where it is accessed, if it is known where objects lie.
    addresses: Vec<Option<Range>>,
    /// Private classes of the slots of each thread.
    private_of_slots: FxHashMap<(FunctionId, SlotId), Vec<ClassId>>,
}

/// Different sequences of offsets in one object beyond which they are not told apart.
const MOST_SEQUENCES: usize = 16;

impl Cells {
    pub fn of(placed: Placed<'_>, points_to: &PointsTo, threads: &[BoundedThread]) -> Cells {
        let program = placed.program;
        let mut collector = Collector::default();
        for (index, thread) in threads.iter().enumerate() {
            let body = program.functions[thread.function.index()].body.as_ref();
            let by_place = body.map(|body| {
                collector.collect(program, points_to, (index as u32, thread.function), body)
            });
            collector.by_place.push(by_place.unwrap_or_default());
        }
        let mut cells = collector.finish(program);
        let addresses = cells.classes.iter();
        let addresses = addresses.map(|class| placed.addresses_of_class(&cells, class));
        cells.addresses = addresses.collect();
        cells
    }

    /// What an instruction of the thread with this index touches at a place.
    pub fn class_at(&self, thread: usize, place: PlaceId) -> Option<ClassId> {
        *self.by_place.get(thread)?.get(place.index())?
    }

    pub fn class(&self, id: ClassId) -> &Class {
        &self.classes[id.index()]
    }

    /// Where the accesses of a class are, whoever makes them. None if that is not known.
    pub fn addresses(&self, class: ClassId) -> Option<Range> {
        *self.addresses.get(class.index())?
    }

    pub fn cell(&self, id: CellId) -> &Cell {
        &self.cells[id.index()]
    }

    /// Those that are accessed, in no order.
    pub fn objects(&self) -> impl Iterator<Item = Object> + '_ {
        self.by_object.keys().copied()
    }

    pub fn cells_of(&self, object: Object) -> &[CellId] {
        self.by_object.get(&object).map_or(&[], Vec::as_slice)
    }

    pub fn private_of_slot(&self, function: FunctionId, slot: SlotId) -> &[ClassId] {
        let found = self.private_of_slots.get(&(function, slot));
        found.map_or(&[], Vec::as_slice)
    }
}

impl Cell {
    /// None if the two share no byte.
    pub fn overlap(&self, other: &Cell) -> Option<bool> {
        if self.object != other.object {
            return None;
        }
        let (a, b) = (&self.offsets, &other.offsets);
        let (a_bytes, b_bytes) = (self.shape.bytes, other.shape.bytes);
        let a_end = last_offset(a).saturating_add(a_bytes);
        let b_end = last_offset(b).saturating_add(b_bytes);
        if a.start >= b_end || b.start >= a_end {
            return None;
        }
        // Distances between the two are `distance` plus multiples of `step`, if there is more than one.
        let step = greatest_common_divisor(a.stride, b.stride);
        let is_scalar = self.shape.bits > 0;
        if step == 0 {
            return Some(a.start == b.start && self.shape == other.shape && is_scalar);
        }
        let start = a.start % step;
        let distance = (b.start % step + step - start) % step;
        if distance == 0 {
            return Some(self.shape == other.shape && is_scalar && step >= a_bytes);
        }
        let apart = distance >= a_bytes && step - distance >= b_bytes;
        (!apart).then_some(false)
    }
}

fn last_offset(offsets: &Offsets) -> u64 {
    match offsets.stride {
        0 => offsets.start,
        _ => offsets.end.saturating_sub(1).max(offsets.start),
    }
}

/// How an access of this type looks.
pub fn shape_of(program: &Program, ty: TypeId) -> Shape {
    let bits = program.types.value_bits(ty);
    let bytes = match bits {
        0 => program.types.size_of(ty).unwrap_or(u64::MAX),
        _ => u64::from(bits.div_ceil(8)),
    };
    Shape { bytes, bits }
}

#[derive(Default)]
struct Collector {
    cells: Vec<Cell>,
    cell_numbers: FxHashMap<Cell, CellId>,
    classes: Vec<Class>,
    class_numbers: FxHashMap<(Vec<CellId>, u32), ClassId>,
    by_place: Vec<Vec<Option<ClassId>>>,
}

impl Collector {
    fn collect(
        &mut self,
        program: &Program,
        points_to: &PointsTo,
        (index, function): (u32, FunctionId),
        body: &Body,
    ) -> Vec<Option<ClassId>> {
        let mut by_place = vec![None; body.places.len()];
        let kinds = body.blocks.iter().flat_map(|block| &block.insts);
        for place in kinds.filter_map(|inst| place_of(&inst.kind)) {
            if by_place[place.index()].is_none() {
                let shape = shape_of(program, body.place(place).ty);
                let targets = locations::of_place(program, points_to, function, body, place);
                let mut cells: Vec<CellId> = targets
                    .into_iter()
                    .map(|target| {
                        self.cell(Cell {
                            object: target.object,
                            offsets: target.offsets,
                            shape,
                        })
                    })
                    .collect();
                cells.sort_unstable();
                cells.dedup();
                by_place[place.index()] = Some(self.class(cells, shape.bits, index));
            }
        }
        by_place
    }

    fn cell(&mut self, cell: Cell) -> CellId {
        let next = CellId(self.cells.len() as u32);
        let number = *self.cell_numbers.entry(cell).or_insert(next);
        if number == next {
            self.cells.push(cell);
        }
        number
    }

    fn class(&mut self, cells: Vec<CellId>, bits: u32, thread: u32) -> ClassId {
        if let Some(&number) = self.class_numbers.get(&(cells.clone(), bits)) {
            let class = &mut self.classes[number.index()];
            class.thread = class.thread.filter(|&known| known == thread);
            return number;
        }
        let number = ClassId(self.classes.len() as u32);
        self.classes.push(Class {
            cells: cells.clone(),
            bits,
            thread: Some(thread),
            is_simple: false,
            is_private: false,
        });
        self.class_numbers.insert((cells, bits), number);
        number
    }

    fn finish(mut self, program: &Program) -> Cells {
        self.blur_sequences();
        let mut by_object: FxHashMap<Object, Vec<CellId>> = FxHashMap::default();
        let mut users = vec![Vec::new(); self.cells.len()];
        for (index, class) in self.classes.iter().enumerate() {
            for &cell in &class.cells {
                users[cell.index()].push(ClassId(index as u32));
            }
        }
        for (index, cell) in self.cells.iter().enumerate() {
            if !users[index].is_empty() {
                let list = by_object.entry(cell.object).or_default();
                list.push(CellId(index as u32));
            }
        }
        let mut overlaps = vec![Vec::new(); self.cells.len()];
        for list in by_object.values_mut() {
            list.sort_by_key(|&id| (self.cells[id.index()].offsets.start, id));
            find_overlaps(&self.cells, list, &mut overlaps);
        }
        let mut private_of_slots: FxHashMap<_, Vec<ClassId>> = FxHashMap::default();
        for (index, class) in self.classes.iter_mut().enumerate() {
            let &[cell] = class.cells.as_slice() else {
                continue;
            };
            let is_alone = match overlaps[cell.index()].as_slice() {
                [itself] => itself.same || class.bits == 0,
                _ => false,
            };
            class.is_simple = is_alone && users[cell.index()].len() == 1;
            let Cell {
                object, offsets, ..
            } = self.cells[cell.index()];
            let is_one_object = match object {
                Object::Global(global) => !program.global(global).thread_local,
                Object::Slot(..) | Object::Alloc { .. } => true,
                Object::VarArgs(_) | Object::Function(_) => false,
            };
            let is_one_cell = offsets.stride == 0 && class.bits > 0;
            class.is_private =
                class.is_simple && is_one_object && is_one_cell && class.thread.is_some();
            if class.is_private
                && let Object::Slot(function, slot) = object
            {
                let list: &mut Vec<ClassId> = private_of_slots.entry((function, slot)).or_default();
                list.push(ClassId(index as u32));
            }
        }
        Cells {
            cells: self.cells,
            overlaps,
            classes: self.classes,
            users,
            by_place: self.by_place,
            by_object,
            addresses: Vec::new(),
            private_of_slots,
        }
    }

    /// Objects with many sequences of offsets get one cell for all of them.
    fn blur_sequences(&mut self) {
        let mut counts: FxHashMap<Object, usize> = FxHashMap::default();
        for cell in self.cells.iter().filter(|cell| cell.offsets.stride > 0) {
            *counts.entry(cell.object).or_default() += 1;
        }
        counts.retain(|_, count| *count > MOST_SEQUENCES);
        if counts.is_empty() {
            return;
        }
        for index in 0..self.classes.len() {
            let mut cells = std::mem::take(&mut self.classes[index].cells);
            for id in &mut cells {
                let cell = self.cells[id.index()];
                if cell.offsets.stride > 0 && counts.contains_key(&cell.object) {
                    *id = self.cell(Cell {
                        object: cell.object,
                        offsets: Offsets {
                            start: 0,
                            stride: 1,
                            end: u64::MAX,
                        },
                        shape: Shape { bytes: 1, bits: 0 },
                    });
                }
            }
            cells.sort_unstable();
            cells.dedup();
            self.classes[index].cells = cells;
        }
    }
}

/// Among the cells of one object, sorted by where they start.
fn find_overlaps(cells: &[Cell], list: &[CellId], overlaps: &mut [Vec<Overlap>]) {
    let mut open: Vec<CellId> = Vec::new();
    for &id in list {
        let cell = &cells[id.index()];
        open.retain(|other| {
            let other = &cells[other.index()];
            last_offset(&other.offsets).saturating_add(other.shape.bytes) > cell.offsets.start
        });
        for &other in &open {
            if let Some(same) = cell.overlap(&cells[other.index()]) {
                overlaps[id.index()].push(Overlap { with: other, same });
                overlaps[other.index()].push(Overlap { with: id, same });
            }
        }
        // A sequence may overlap itself.
        let same = cell.overlap(cell).unwrap_or(false);
        overlaps[id.index()].push(Overlap { with: id, same });
        open.push(id);
    }
}
