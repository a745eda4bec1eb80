//! Memory cut into cells, and which of them threads share.
//!
//! Every object of a bounded program has a fixed address (`passes/src/layout.rs`) and is cut where some access begins or ends. A *cell* lies
//! between two cuts: an `int` that is only used as such is one, an `int` that somebody reads byte by byte is four, and a record that is copied
//! as a whole is its members. An access is then a list of whole cells, whatever types it has.
//!
//! A cell that nobody writes is its initial contents. One that a single thread uses is *private*: its contents are a term of that
//! thread. The others are *shared*, and what is in them is a matter of the schedule.
//!
//! An object that may end (be freed, or left by its block) while pointers to it are still used has one cell more, of one bit: whether it is
//! alive.

use rustc_hash::FxHashMap;
use unspool_ir::{PlaceId, Program};
use unspool_passes::accesses::{Memory, starts};
use unspool_passes::layout::Layout;
use unspool_passes::points_to::{Object, Offsets, PointsTo};
use unspool_passes::thread_text::ThreadText;

use crate::initial::objects;
use crate::survey::{self, Record, Users};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CellId(pub u32);

impl CellId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Number of an object in the order of addresses.
pub type ObjectIndex = u32;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CellKind {
    /// Nobody writes it.
    Constant,
    /// Only one thread uses it.
    Private,
    /// With its number among the shared ones.
    Shared(u32),
}

#[derive(Clone, Debug)]
pub struct Cell {
    pub object: ObjectIndex,
    pub offset: u64,
    /// In bytes; 0 for the cell that says whether the object is alive.
    pub size: u64,
    pub kind: CellKind,
    /// The last instruction that may write it, by number of the thread's place in the list and position.
    pub last_write: Option<(u32, u32)>,
}

impl Cell {
    pub fn width(&self) -> u32 {
        match self.size {
            0 => 1,
            size => size as u32 * 8,
        }
    }
}

#[derive(Clone, Debug)]
pub struct ObjectInfo {
    pub memory: Memory,
    pub base: u64,
    pub room: u64,
    /// Whether the room is its size. Else the size is a term.
    pub is_exact: bool,
    /// Contents at the start of the program; None if they are indeterminate.
    pub initial: Option<Vec<u8>>,
    /// Whether bytes of it may be indeterminate: they were never set, or came with a record that is copied as a whole.
    pub may_be_unset: bool,
    /// Whether it is a variable that is declared at several places of the text: each declaration makes it anew.
    pub is_redeclared: bool,
    pub is_read_only: bool,
    /// Ascending.
    pub cells: Vec<CellId>,
    pub alive: Option<CellId>,
}

/// Where an access may start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Candidate {
    pub object: ObjectIndex,
    pub offset: u64,
}

pub struct Cells {
    pub objects: Vec<ObjectInfo>,
    pub list: Vec<Cell>,
    pub shared: u32,
    numbers: FxHashMap<Memory, ObjectIndex>,
    /// By thread and place.
    pub(crate) candidates: Vec<FxHashMap<PlaceId, Option<Box<[Candidate]>>>>,
}

impl Cells {
    pub fn of(
        program: &Program,
        texts: &[ThreadText<'_>],
        points_to: &PointsTo,
        layout: &Layout,
    ) -> Cells {
        let mut cells = Cells {
            objects: objects(program, layout),
            list: Vec::new(),
            shared: 0,
            numbers: FxHashMap::default(),
            candidates: vec![FxHashMap::default(); texts.len()],
        };
        for (index, object) in cells.objects.iter().enumerate() {
            cells.numbers.insert(object.memory, index as u32);
        }
        let (bytes, lives) = survey::survey(program, texts, points_to, &mut cells);
        cells.cut(&bytes);
        cells.add_lives(&lives);
        cells
    }

    pub fn cell(&self, id: CellId) -> &Cell {
        &self.list[id.index()]
    }

    pub fn object(&self, index: ObjectIndex) -> &ObjectInfo {
        &self.objects[index as usize]
    }

    pub fn object_of(&self, memory: Memory) -> Option<ObjectIndex> {
        self.numbers.get(&memory).copied()
    }

    /// The objects that one of the points-to analysis stands for: of a thread-local variable that of a given thread, or of all.
    pub fn instances(
        &self,
        program: &Program,
        object: Object,
        thread: Option<u32>,
    ) -> Vec<ObjectIndex> {
        let memories: Vec<Memory> = match object {
            Object::Function(_) | Object::VarArgs(_) => Vec::new(),
            Object::Global(global) if program.global(global).thread_local => match thread {
                Some(thread) => vec![Memory::Instance(global, thread)],
                None => {
                    let threads = 0..self.candidates.len() as u32;
                    threads.map(|t| Memory::Instance(global, t)).collect()
                }
            },
            other => vec![Memory::Object(other)],
        };
        let known = memories.into_iter();
        known.filter_map(|memory| self.object_of(memory)).collect()
    }

    /// Where an access through a place may start. None if there are too many.
    pub fn candidates(&self, thread: usize, place: PlaceId) -> Option<&[Candidate]> {
        match self.candidates[thread].get(&place) {
            Some(list) => list.as_deref(),
            None => Some(&[]),
        }
    }

    /// The cells of some bytes of an object, from low to high. Together they are exactly these bytes, if some access has them.
    pub fn covering(&self, object: ObjectIndex, offset: u64, size: u64) -> &[CellId] {
        let cells = &self.object(object).cells;
        let first = cells.partition_point(|&id| self.cell(id).offset < offset);
        let end = cells.partition_point(|&id| self.cell(id).offset < offset + size);
        &cells[first..end]
    }

    /// Makes the cells of all objects.
    fn cut(&mut self, bytes: &FxHashMap<(ObjectIndex, Offsets, u64), Record>) {
        let mut by_object: Vec<Vec<(u64, u64, Record)>> = vec![Vec::new(); self.objects.len()];
        for (&(object, offsets, size), record) in bytes {
            let room = self.objects[object as usize].room;
            for offset in starts(&offsets, size, room) {
                by_object[object as usize].push((offset, offset + size, *record));
            }
        }
        for (object, mut accesses) in by_object.into_iter().enumerate() {
            accesses.sort_unstable_by_key(|&(start, end, _)| (start, end));
            let mut cuts: Vec<u64> = accesses.iter().flat_map(|a| [a.0, a.1]).collect();
            cuts.sort_unstable();
            cuts.dedup();
            let mut records: Vec<Option<Record>> = vec![None; cuts.len()];
            for (start, end, record) in &accesses {
                let first = cuts.partition_point(|cut| cut < start);
                for (cut, joined) in cuts.iter().zip(&mut records).skip(first) {
                    if cut >= end {
                        break;
                    }
                    joined.get_or_insert_default().join(record);
                }
            }
            for (position, record) in records.iter().enumerate() {
                if let (Some(record), Some(end)) = (record, cuts.get(position + 1)) {
                    let offset = cuts[position];
                    let id = self.add(object as u32, offset, end - offset, record);
                    self.objects[object].cells.push(id);
                }
            }
        }
    }

    fn add_lives(&mut self, lives: &FxHashMap<ObjectIndex, Record>) {
        let mut lives: Vec<_> = lives.iter().collect();
        lives.sort_unstable_by_key(|(object, _)| **object);
        for (&object, record) in lives {
            let id = self.add(object, 0, 0, record);
            self.objects[object as usize].alive = Some(id);
        }
    }

    fn add(&mut self, object: ObjectIndex, offset: u64, size: u64, record: &Record) -> CellId {
        let mut users = record.readers;
        users.join(record.writers);
        let kind = match (record.writers, users) {
            (Users::None, _) => CellKind::Constant,
            (_, Users::Many) => {
                self.shared += 1;
                CellKind::Shared(self.shared - 1)
            }
            _ => CellKind::Private,
        };
        self.list.push(Cell {
            object,
            offset,
            size,
            kind,
            last_write: record.last_write,
        });
        CellId(self.list.len() as u32 - 1)
    }
}
