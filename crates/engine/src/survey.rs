//! Who accesses which bytes of memory, and where each access may be.
//!
//! All texts are read twice: first for accesses, then for what ends the lives of objects, which matters only for those that are accessed by pointers.

use rustc_hash::FxHashMap;
use unspool_ir::{ExprId, FunctionId, InstKind, PlaceId, PlaceKind, Program, SlotId, Terminator};
use unspool_passes::accesses::{Memory, access_size, has_unheld_frees, own_objects, starts};
use unspool_passes::operands::root_of;
use unspool_passes::points_to::{Object, Offsets, PointsTo};
use unspool_passes::thread_text::{At, Code, ThreadText};

use crate::cells::{Candidate, Cells, ObjectIndex};

/// Where accesses through one place may start, at most; beyond it the access is not supported.
pub const MOST_PLACES: usize = 1 << 14;

/// Bytes of one access, at most; beyond it the access is not supported.
const LARGEST_ACCESS: u64 = 1 << 20;

/// By bytes of an object, and by object whose life matters.
pub type Found = (
    FxHashMap<(ObjectIndex, Offsets, u64), Record>,
    FxHashMap<ObjectIndex, Record>,
);

/// Also writes down where accesses may be.
pub fn survey(
    program: &Program,
    texts: &[ThreadText<'_>],
    points_to: &PointsTo,
    cells: &mut Cells,
) -> Found {
    let mut survey = Survey {
        program,
        points_to,
        cells,
        bytes: FxHashMap::default(),
        lives: FxHashMap::default(),
        has_unheld_frees: has_unheld_frees(program),
    };
    for (thread, text) in texts.iter().enumerate() {
        text.for_each(|at| survey.visit(thread as u32, text, at));
    }
    for (thread, text) in texts.iter().enumerate() {
        survey.visit_declarations(thread as u32, text);
        text.for_each(|at| survey.visit_end(thread as u32, text, at));
    }
    (survey.bytes, survey.lives)
}

/// Collects who accesses what.
struct Survey<'a, 'p> {
    program: &'p Program,
    points_to: &'a PointsTo,
    cells: &'a mut Cells,
    bytes: FxHashMap<(ObjectIndex, Offsets, u64), Record>,
    /// Of objects that are accessed by pointers: who looks whether they are alive.
    lives: FxHashMap<ObjectIndex, Record>,
    has_unheld_frees: bool,
}

impl Survey<'_, '_> {
    fn visit(&mut self, thread: u32, text: &ThreadText<'_>, at: At<'_>) {
        let Code::Inst(inst) = at.code else {
            return;
        };
        let (place, effect) = match inst.kind {
            InstKind::Hold(_) | InstKind::Release(_) if !self.has_unheld_frees => return,
            InstKind::ObjectSize { pointer, .. }
            | InstKind::Hold(pointer)
            | InstKind::Release(pointer) => {
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
                    list.extend(found.take(MOST_PLACES + 1));
                }
            }
        }
        if !is_known {
            list.sort_unstable_by_key(|candidate| (candidate.object, candidate.offset));
            list.dedup();
            let list = (list.len() <= MOST_PLACES).then(|| list.into());
            self.cells.candidates[thread as usize].insert(place, list);
        }
    }

    /// Variables that are declared at several places: each declaration begins a life, with contents that are not known.
    fn visit_declarations(&mut self, thread: u32, text: &ThreadText<'_>) {
        let mut declarations: FxHashMap<SlotId, Vec<u32>> = FxHashMap::default();
        text.for_each(|at| {
            if let Code::Inst(inst) = at.code
                && let InstKind::Live(slot) = inst.kind
            {
                declarations.entry(slot).or_default().push(at.position);
            }
        });
        let mut objects: FxHashMap<ObjectIndex, Vec<u32>> = FxHashMap::default();
        for (slot, positions) in declarations {
            let memory = Memory::Object(Object::Slot(text.function, slot));
            if positions.len() > 1
                && let Some(object) = self.cells.object_of(memory)
            {
                self.cells.objects[object as usize].is_redeclared = true;
                objects.insert(object, positions);
            }
        }
        if objects.is_empty() {
            return;
        }
        let bytes = self.bytes.iter_mut();
        let bytes = bytes.map(|((object, ..), record)| (object, record));
        for (object, record) in bytes.chain(&mut self.lives) {
            for &position in objects.get(object).into_iter().flatten() {
                record.note(thread, position, Effect::Write);
            }
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
        let own = (!matches!(root, PlaceKind::Deref(_))).then_some(thread);
        self.cells.instances(self.program, object, own)
    }
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub enum Users {
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

    pub fn join(&mut self, other: Users) {
        match other {
            Users::None => {}
            Users::One(thread) => self.add(thread),
            Users::Many => *self = Users::Many,
        }
    }
}

/// All accesses to the same bytes of an object.
#[derive(Clone, Copy, Default)]
pub struct Record {
    pub readers: Users,
    pub writers: Users,
    pub last_write: Option<(u32, u32)>,
}

impl Record {
    pub fn join(&mut self, other: &Record) {
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
