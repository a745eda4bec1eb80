//! What each instruction of a bounded program may touch.
//!
//! Memory is told apart by object and bytes. A *footprint* is a part of an object, or the fact that the object exists: every
//! access relies on that fact, `free` and the ends of lifetimes change it, and `object_size` asks only for it; so do `hold` and `release`, if a `free`
//! ought to be unheld. So an
//! object that is freed conflicts with whoever uses any byte of it, while two threads that use different bytes of a heap object
//! have nothing to do with each other. The footprints of one instruction are a *group*; instructions with
//! the same targets share a group, so that a pointer to many objects costs its targets once.
//!
//! ```text
//! store @pair.second = 1:i32       Write  { @pair bytes 4..8 }
//! %x = load *%p                    Read   { @a bytes 0..4, @b bytes 0..4 }     %p may point to @a or @b
//! free heap %q                     End    { existence of what is allocated at b0 #3 }
//! exit_thread                      End    { existence of each local variable whose address is used }
//! ```
//!
//! Left out is what no other thread can ever notice: slots whose address is never taken, and memory that nobody can write
//! (string literals and the like; an attempt to write it ends the run).

use rustc_hash::FxHashMap;
use unspool_ir::{
    BlockId, Body, ExprId, ExprKind, FunctionId, GlobalId, InstKind, PlaceId, PlaceKind, Program,
    SlotId, Storage, Terminator, Type, TypeId,
};

use crate::numbering::Numbering;
use crate::operands::root_of;
use crate::points_to::{Object, Offsets, PointsTo, Target};
use crate::thread_text::{At, Code, ThreadText};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Effect {
    Read,
    /// Of contents; it may read, too.
    Write,
    /// Of the lives of objects.
    End,
}

/// What an instruction does to memory.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MemoryUse {
    pub effect: Effect,
    pub group: u32,
}

/// Objects as bounded programs have them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Memory {
    Object(Object),
    /// The instance of a thread-local global that belongs to the thread at this place of the list.
    Instance(GlobalId, u32),
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Footprint {
    /// By number in [`Accesses::objects`].
    pub object: u32,
    /// Where the access may start and its size; None for the object's existence alone.
    pub bytes: Option<(Offsets, u64)>,
}

#[derive(Default)]
pub struct Accesses {
    pub objects: Numbering<Memory>,
    pub footprints: Numbering<Footprint>,
    /// Numbers of footprints, ascending.
    pub groups: Vec<Box<[u32]>>,
    /// By thread and position.
    uses: Vec<Vec<Option<MemoryUse>>>,
    hidden_slots: Vec<Vec<bool>>,
    group_numbers: FxHashMap<Box<[u32]>, u32>,
}

impl Accesses {
    pub fn of(program: &Program, texts: &[ThreadText<'_>], points_to: &PointsTo) -> Self {
        let mut accesses = Accesses::default();
        let has_unheld_frees = has_unheld_frees(program);
        for (thread, text) in texts.iter().enumerate() {
            let mut collector = Collector {
                program,
                points_to,
                text,
                thread: thread as u32,
                threads: texts.len() as u32,
                named: AddressTaken::of(program, text.body),
                places: vec![None; text.body.places.len()],
                stack_objects: Vec::new(),
                has_unheld_frees,
                end: None,
                accesses: &mut accesses,
            };
            let mut uses = Vec::with_capacity(text.len());
            text.for_each(|at| uses.push(collector.use_at(at)));
            let taken = collector.named.slots.iter();
            let hidden = taken.map(|is_taken| !is_taken).collect();
            accesses.hidden_slots.push(hidden);
            accesses.uses.push(uses);
        }
        accesses
    }

    pub fn at(&self, thread: usize, position: u32) -> Option<MemoryUse> {
        self.uses[thread][position as usize]
    }

    pub fn footprints_of(&self, group: u32) -> impl Iterator<Item = Footprint> + '_ {
        let members = self.groups[group as usize].iter();
        members.map(|&footprint| self.footprints.list()[footprint as usize])
    }

    /// Whether a place is part of a variable that only this thread can reach, by name.
    pub fn is_hidden(&self, thread: usize, body: &Body, place: PlaceId) -> bool {
        match root_of(body, place) {
            PlaceKind::Slot(slot) => self.hidden_slots[thread][slot.index()],
            _ => false,
        }
    }

    fn group(&mut self, mut footprints: Vec<u32>) -> Option<u32> {
        if footprints.is_empty() {
            return None;
        }
        footprints.sort_unstable();
        footprints.dedup();
        if let Some(&known) = self.group_numbers.get(footprints.as_slice()) {
            return Some(known);
        }
        let number = self.groups.len() as u32;
        let footprints: Box<[u32]> = footprints.into();
        self.groups.push(footprints.clone());
        self.group_numbers.insert(footprints, number);
        Some(number)
    }
}

/// Whether there is a `free` of memory in which no lock may be held.
pub fn has_unheld_frees(program: &Program) -> bool {
    let bodies = program.functions.iter().filter_map(|it| it.body.as_ref());
    let blocks = bodies.flat_map(|body| &body.blocks);
    let mut insts = blocks.flat_map(|block| &block.insts);
    insts.any(|inst| matches!(inst.kind, InstKind::Free { is_unheld, .. } if is_unheld))
}

/// Variables that are used other than by their name.
struct AddressTaken {
    slots: Vec<bool>,
    thread_locals: Vec<GlobalId>,
}

impl AddressTaken {
    fn of(program: &Program, body: &Body) -> Self {
        let mut taken = AddressTaken {
            slots: vec![false; body.slots.len()],
            thread_locals: Vec::new(),
        };
        for expr in &body.exprs {
            if let ExprKind::AddressOf(place) = expr.kind {
                match root_of(body, place) {
                    PlaceKind::Slot(slot) => taken.slots[slot.index()] = true,
                    PlaceKind::Global(global) if program.global(global).thread_local => {
                        taken.thread_locals.push(global);
                    }
                    _ => {}
                }
            }
        }
        taken.thread_locals.sort_unstable();
        taken.thread_locals.dedup();
        taken
    }
}

/// Collects what one thread touches.
struct Collector<'a, 'p> {
    program: &'p Program,
    points_to: &'a PointsTo,
    text: &'a ThreadText<'p>,
    thread: u32,
    threads: u32,
    named: AddressTaken,
    /// The group of each place: where it may be does not depend on who asks.
    places: Vec<Option<Option<u32>>>,
    /// Made by the thread, to end with it.
    stack_objects: Vec<Object>,
    /// So that it matters which locks are held when memory is freed.
    has_unheld_frees: bool,
    /// What the end of the thread does, until there are more of these objects.
    end: Option<Option<MemoryUse>>,
    accesses: &'a mut Accesses,
}

impl Collector<'_, '_> {
    fn use_at(&mut self, at: At<'_>) -> Option<MemoryUse> {
        let inst = match at.code {
            Code::Inst(inst) => inst,
            Code::Terminator(block) => {
                return match block.terminator {
                    Terminator::ExitThread => self.end_of_thread(),
                    Terminator::Return(_) if self.text.number != 0 => self.end_of_thread(),
                    _ => None,
                };
            }
        };
        match inst.kind {
            InstKind::Load { place, .. } => self.access(Effect::Read, place),
            InstKind::Store { place, .. }
            | InstKind::Rmw { place, .. }
            | InstKind::CompareExchange { place, .. } => self.access(Effect::Write, place),
            InstKind::Live(slot) | InstKind::Dead(slot) => {
                if !self.named.slots[slot.index()] {
                    return None;
                }
                self.ends([Object::Slot(self.text.function, slot)])
            }
            InstKind::Free { pointer, .. } => {
                let objects: Vec<Object> = self.pointees(pointer).map(|t| t.object).collect();
                self.ends(objects)
            }
            InstKind::Hold(_) | InstKind::Release(_) if !self.has_unheld_frees => None,
            InstKind::ObjectSize { pointer, .. }
            | InstKind::Hold(pointer)
            | InstKind::Release(pointer) => {
                let targets: Vec<Target> = self.pointees(pointer).collect();
                let mut footprints = Vec::new();
                for target in targets {
                    self.add(&mut footprints, target.object, None, false);
                }
                self.use_of(Effect::Read, footprints)
            }
            InstKind::Alloc { storage, .. } => {
                if storage == Storage::Stack {
                    let object = allocated(self.text.function, at.block, at.index);
                    self.stack_objects.push(object);
                    self.end = None;
                }
                None
            }
            _ => None,
        }
    }

    fn access(&mut self, effect: Effect, place: PlaceId) -> Option<MemoryUse> {
        let group = match self.places[place.index()] {
            Some(known) => known,
            None => {
                let group = self.group_of_place(place);
                self.places[place.index()] = Some(group);
                group
            }
        };
        group.map(|group| MemoryUse { effect, group })
    }

    fn group_of_place(&mut self, place: PlaceId) -> Option<u32> {
        let body = self.text.body;
        let root = root_of(body, place);
        if matches!(root, PlaceKind::Slot(slot) if !self.named.slots[slot.index()]) {
            return None;
        }
        let size = self.program.types.size_of(body.place(place).ty);
        let size = size.unwrap_or(u64::MAX);
        let mut footprints = Vec::new();
        for target in self.points_to.locations(self.text.function, place) {
            let is_named = matches!(root, PlaceKind::Global(_));
            let bytes = Some((target.offsets, size));
            self.add(&mut footprints, target.object, bytes, is_named);
        }
        self.accesses.group(footprints)
    }

    fn pointees(&self, pointer: ExprId) -> impl Iterator<Item = Target> + use<> {
        self.points_to
            .pointees(self.text.function, pointer)
            .into_iter()
    }

    fn ends(&mut self, objects: impl IntoIterator<Item = Object>) -> Option<MemoryUse> {
        let mut footprints = Vec::new();
        for object in objects {
            self.add(&mut footprints, object, None, false);
        }
        self.use_of(Effect::End, footprints)
    }

    fn end_of_thread(&mut self) -> Option<MemoryUse> {
        if let Some(known) = self.end {
            return known;
        }
        let function = self.text.function;
        let mut footprints = Vec::new();
        for index in 0..self.named.slots.len() {
            if self.named.slots[index] {
                let slot = Object::Slot(function, SlotId::new(index));
                self.add(&mut footprints, slot, None, false);
            }
        }
        for index in 0..self.stack_objects.len() {
            self.add(&mut footprints, self.stack_objects[index], None, false);
        }
        for index in 0..self.named.thread_locals.len() {
            let instance = Object::Global(self.named.thread_locals[index]);
            self.add(&mut footprints, instance, None, true);
        }
        let end = self.use_of(Effect::End, footprints);
        self.end = Some(end);
        end
    }

    fn use_of(&mut self, effect: Effect, footprints: Vec<u32>) -> Option<MemoryUse> {
        let group = self.accesses.group(footprints)?;
        Some(MemoryUse { effect, group })
    }

    /// Adds a part of an object; `is_named`: of the thread's own instance, if it is a thread-local global.
    fn add(
        &mut self,
        footprints: &mut Vec<u32>,
        object: Object,
        bytes: Option<(Offsets, u64)>,
        is_named: bool,
    ) {
        let thread_local = match object {
            Object::Function(_) => return,
            Object::Global(id) => {
                let global = self.program.global(id);
                if global.read_only {
                    return;
                }
                global.thread_local.then_some(id)
            }
            _ => None,
        };
        let instances = match thread_local {
            None => 0..1,
            Some(_) if is_named => self.thread..self.thread + 1,
            Some(_) => 0..self.threads,
        };
        for thread in instances {
            let memory = match thread_local {
                None => Memory::Object(object),
                Some(global) => Memory::Instance(global, thread),
            };
            let object = self.accesses.objects.number(memory);
            let number = self.accesses.footprints.number(Footprint { object, bytes });
            footprints.push(number);
        }
    }
}

/// The object that the `alloc` at this place makes.
pub fn allocated(function: FunctionId, block: BlockId, index: usize) -> Object {
    Object::Alloc {
        function,
        block,
        index: index as u32,
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

/// How many bytes an access of this type touches: not the padding of an x87 number.
pub fn access_size(program: &Program, ty: TypeId) -> u64 {
    match program.types.get(ty) {
        Type::Float(kind) => u64::from(kind.bits() / 8),
        _ => program.types.size_of(ty).unwrap_or(0),
    }
}

/// Where accesses of a size may start in an object.
pub fn starts(offsets: &Offsets, size: u64, room: u64) -> impl Iterator<Item = u64> + use<> {
    let (start, stride, end) = (offsets.start, offsets.stride, offsets.end);
    let last = room.checked_sub(size);
    let count = if stride == 0 { 1 } else { usize::MAX };
    (0..count)
        .map_while(move |step| start.checked_add(stride.checked_mul(step as u64)?))
        .take_while(move |&offset| last.is_some_and(|last| offset <= last) && offset < end)
}
