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
use unspool_ir::{
    ExprId, FunctionId, GlobalId, InitValue, InstKind, PlaceId, PlaceKind, Program, SlotId,
    Storage, Terminator, Type, TypeId,
};
use unspool_passes::accesses::{Memory, allocated};
use unspool_passes::layout::Layout;
use unspool_passes::operands::root_of;
use unspool_passes::points_to::{Object, Offsets, PointsTo};
use unspool_passes::thread_text::{At, Code, ThreadText};

/// Where accesses through one place may start, at most; beyond it the access is not supported.
const MOST_CANDIDATES: usize = 1 << 14;

/// Bytes of one access, at most; beyond it the access is not supported.
const LARGEST_ACCESS: u64 = 1 << 20;

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
    candidates: Vec<FxHashMap<PlaceId, Option<Box<[Candidate]>>>>,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Users {
    #[default]
    None,
    One(u32),
    Many,
}

impl Users {
    fn add(&mut self, thread: u32) {
        *self = match *self {
            Users::None => Users::One(thread),
            Users::One(known) if known == thread => *self,
            _ => Users::Many,
        };
    }

    fn join(&mut self, other: Users) {
        match other {
            Users::None => {}
            Users::One(thread) => self.add(thread),
            Users::Many => *self = Users::Many,
        }
    }
}

/// All accesses to the same bytes of an object.
#[derive(Clone, Copy, Default)]
struct Record {
    readers: Users,
    writers: Users,
    last_write: Option<(u32, u32)>,
}

impl Record {
    fn join(&mut self, other: &Record) {
        self.readers.join(other.readers);
        self.writers.join(other.writers);
        self.last_write = self.last_write.max(other.last_write);
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Effect {
    Read,
    Write,
    ReadWrite,
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
        let mut survey = Survey {
            program,
            points_to,
            cells: &mut cells,
            bytes: FxHashMap::default(),
            lives: FxHashMap::default(),
        };
        for (thread, text) in texts.iter().enumerate() {
            text.for_each(|at| survey.visit(thread as u32, text, at));
        }
        for (thread, text) in texts.iter().enumerate() {
            text.for_each(|at| survey.visit_end(thread as u32, text, at));
        }
        let (bytes, lives) = (survey.bytes, survey.lives);
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

/// How many bytes an access of this type touches: not the padding of an x87 number.
pub fn access_size(program: &Program, ty: TypeId) -> u64 {
    match program.types.get(ty) {
        Type::Float(kind) => u64::from(kind.bits() / 8),
        _ => program.types.size_of(ty).unwrap_or(0),
    }
}

fn starts(offsets: &Offsets, size: u64, room: u64) -> impl Iterator<Item = u64> + use<> {
    let (start, stride, end) = (offsets.start, offsets.stride, offsets.end);
    let last = room.checked_sub(size);
    let count = if stride == 0 { 1 } else { usize::MAX };
    (0..count)
        .map_while(move |step| start.checked_add(stride.checked_mul(step as u64)?))
        .take_while(move |&offset| last.is_some_and(|last| offset <= last) && offset < end)
}

fn objects(program: &Program, layout: &Layout) -> Vec<ObjectInfo> {
    let list = layout.objects().iter();
    list.map(|&(memory, base, room)| {
        let global = match memory {
            Memory::Object(Object::Global(global)) | Memory::Instance(global, _) => Some(global),
            Memory::Object(_) => None,
        };
        ObjectInfo {
            memory,
            base,
            room,
            is_exact: layout.is_exact(memory),
            may_be_unset: global.is_none(),
            initial: global.map(|global| initial_bytes(program, layout, global)),
            is_read_only: global.is_some_and(|global| program.global(global).read_only),
            cells: Vec::new(),
            alive: None,
        }
    })
    .collect()
}

/// The contents of a global at the start; addresses are those of the layout. Empty for what is zero or too large to matter.
fn initial_bytes(program: &Program, layout: &Layout, global: GlobalId) -> Vec<u8> {
    let mut bytes = Vec::new();
    let Some(init) = &program.global(global).init else {
        return bytes;
    };
    for item in &init.items {
        let value: Vec<u8> = match &item.value {
            InitValue::Scalar { ty, bits } => {
                let size = access_size(program, *ty) as usize;
                bits.to_le_bytes().into_iter().take(size).collect()
            }
            InitValue::Global { ty, global, addend } => {
                let base = layout.base(Memory::Object(Object::Global(*global)));
                let address = base.unwrap_or(0).wrapping_add_signed(*addend);
                let size = access_size(program, *ty) as usize;
                address.to_le_bytes().into_iter().take(size).collect()
            }
            InitValue::Function { ty, function } => {
                let size = access_size(program, *ty) as usize;
                let address = layout.function(*function).to_le_bytes();
                address.into_iter().take(size).collect()
            }
            InitValue::Bytes(bytes) => bytes.clone(),
        };
        let offset = item.offset as usize;
        if bytes.len() < offset + value.len() {
            bytes.resize(offset + value.len(), 0);
        }
        bytes[offset..offset + value.len()].copy_from_slice(&value);
    }
    bytes
}

/// Collects who accesses what.
struct Survey<'a, 'p> {
    program: &'p Program,
    points_to: &'a PointsTo,
    cells: &'a mut Cells,
    bytes: FxHashMap<(ObjectIndex, Offsets, u64), Record>,
    /// Of objects that are accessed by pointers: who looks whether they are alive.
    lives: FxHashMap<ObjectIndex, Record>,
}

impl Survey<'_, '_> {
    fn visit(&mut self, thread: u32, text: &ThreadText<'_>, at: At<'_>) {
        let Code::Inst(inst) = at.code else {
            return;
        };
        let (place, effect) = match inst.kind {
            InstKind::ObjectSize { pointer, .. } => {
                for object in self.pointees(thread, text, pointer) {
                    self.lives.entry(object).or_default().readers.add(thread);
                }
                return;
            }
            InstKind::Load { place, .. } => (place, Effect::Read),
            InstKind::Store { place, .. } => (place, Effect::Write),
            InstKind::Rmw { place, .. } | InstKind::CompareExchange { place, .. } => {
                (place, Effect::ReadWrite)
            }
            _ => return,
        };
        self.access(thread, text, at.position, place, effect);
    }

    fn access(
        &mut self,
        thread: u32,
        text: &ThreadText<'_>,
        position: u32,
        place: PlaceId,
        effect: Effect,
    ) {
        let ty = text.body.place(place).ty;
        let size = access_size(self.program, ty);
        let is_known = self.cells.candidates[thread as usize].contains_key(&place);
        if size > LARGEST_ACCESS {
            self.cells.candidates[thread as usize].insert(place, None);
            return;
        }
        let root = root_of(text.body, place);
        let is_copied = effect == Effect::Write && self.program.types.value_bits(ty) == 0;
        let mut list = Vec::new();
        for target in self.points_to.locations(text.function, place) {
            let objects = self.objects_of(target.object, thread, root);
            for object in objects {
                let record = self.bytes.entry((object, target.offsets, size));
                record.or_default().note(thread, position, effect);
                self.cells.objects[object as usize].may_be_unset |= is_copied;
                if matches!(root, PlaceKind::Deref(_)) {
                    let life = self.lives.entry(object).or_default();
                    life.readers.add(thread);
                }
                if !is_known {
                    let room = self.cells.object(object).room;
                    let starts = starts(&target.offsets, size, room);
                    let found = starts.map(|offset| Candidate { object, offset });
                    list.extend(found.take(MOST_CANDIDATES + 1));
                }
            }
        }
        if !is_known {
            list.sort_unstable_by_key(|candidate| (candidate.object, candidate.offset));
            list.dedup();
            let list = (list.len() <= MOST_CANDIDATES).then(|| list.into());
            self.cells.candidates[thread as usize].insert(place, list);
        }
    }

    /// Second walk: what ends the lives of objects that pointers are used for.
    fn visit_end(&mut self, thread: u32, text: &ThreadText<'_>, at: At<'_>) {
        match at.code {
            Code::Inst(inst) => match inst.kind {
                InstKind::Free { pointer, .. } => {
                    for object in self.pointees(thread, text, pointer) {
                        let life = self.lives.entry(object).or_default();
                        life.note(thread, at.position, Effect::ReadWrite);
                    }
                }
                InstKind::Dead(slot) => {
                    self.end_slot(thread, text.function, slot, at.position);
                }
                _ => {}
            },
            Code::Terminator(block) => {
                let is_end = match block.terminator {
                    Terminator::ExitThread => true,
                    Terminator::Return(_) => text.number != 0,
                    _ => false,
                };
                if is_end {
                    for memory in own_objects(self.program, thread, text) {
                        self.end_memory(thread, memory, at.position);
                    }
                }
            }
        }
    }

    fn end_slot(&mut self, thread: u32, function: FunctionId, slot: SlotId, position: u32) {
        let memory = Memory::Object(Object::Slot(function, slot));
        self.end_memory(thread, memory, position);
    }

    fn end_memory(&mut self, thread: u32, memory: Memory, position: u32) {
        if let Some(object) = self.cells.object_of(memory)
            && let Some(life) = self.lives.get_mut(&object)
        {
            life.note(thread, position, Effect::Write);
        }
    }

    fn pointees(&self, thread: u32, text: &ThreadText<'_>, pointer: ExprId) -> Vec<ObjectIndex> {
        let targets = self.points_to.pointees(text.function, pointer);
        let root = PlaceKind::Deref(pointer);
        let objects = targets.iter();
        objects
            .flat_map(|target| self.objects_of(target.object, thread, root))
            .collect()
    }

    fn objects_of(&self, object: Object, thread: u32, root: PlaceKind) -> Vec<ObjectIndex> {
        let memories: Vec<Memory> = match object {
            Object::Function(_) | Object::VarArgs(_) => Vec::new(),
            Object::Global(global) if self.program.global(global).thread_local => match root {
                PlaceKind::Deref(_) => {
                    let threads = 0..self.cells.candidates.len() as u32;
                    threads.map(|t| Memory::Instance(global, t)).collect()
                }
                _ => vec![Memory::Instance(global, thread)],
            },
            other => vec![Memory::Object(other)],
        };
        let known = memories.into_iter();
        known
            .filter_map(|memory| self.cells.object_of(memory))
            .collect()
    }
}

/// Slots, stack allocations and thread-local variables of a thread, by its place in the list: what ends with it.
pub fn own_objects(program: &Program, thread: u32, text: &ThreadText<'_>) -> Vec<Memory> {
    let slots = 0..text.body.slots.len();
    let slots = slots.map(|index| Object::Slot(text.function, SlotId::new(index)));
    let mut objects: Vec<Memory> = slots.map(Memory::Object).collect();
    for (index, global) in program.globals.iter().enumerate() {
        if global.thread_local {
            objects.push(Memory::Instance(GlobalId::new(index), thread));
        }
    }
    text.for_each(|at| {
        if let Code::Inst(inst) = at.code
            && let InstKind::Alloc { storage, .. } = inst.kind
            && storage == Storage::Stack
        {
            let object = allocated(text.function, at.block, at.index);
            objects.push(Memory::Object(object));
        }
    });
    objects
}

impl Record {
    fn note(&mut self, thread: u32, position: u32, effect: Effect) {
        if effect != Effect::Write {
            self.readers.add(thread);
        }
        if effect != Effect::Read {
            self.writers.add(thread);
            self.last_write = self.last_write.max(Some((thread, position)));
        }
    }
}
