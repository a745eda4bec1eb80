//! Who accesses which bytes of memory, and whose end is noticed.
//!
//! The end of an object (`free`, the end of a variable's life or of its thread) is *noticed* if a pointer to it may be used by another thread, or behind the end in the
//! text. Only such objects need a flag.

use rustc_hash::{FxHashMap, FxHashSet};
use unspool_ir::{Body, ExprId, InstKind, PlaceId, PlaceKind, Program, Terminator, TypeId};
use unspool_passes::accesses::{Memory, access_size, allocated, own_objects, starts};
use unspool_passes::layout::LARGEST_ALLOCATION;
use unspool_passes::number_sets::SetId;
use unspool_passes::points_to::{Object, Offsets, PointsTo};
use unspool_passes::thread_starts::ThreadStarts;
use unspool_passes::thread_text::{At, Code, ThreadText};

/// Where accesses through one place may start, at most; beyond it the access is not supported.
const MOST_PLACES: usize = 1 << 14;

/// By bytes of an object: where accesses start and how long they are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bytes {
    pub offsets: Offsets,
    pub size: u64,
    pub ty: TypeId,
}

/// Who does it. Threads by their places in the list.
#[derive(Clone, Default)]
pub struct Users {
    pub threads: FxHashSet<u32>,
    /// Who writes, and which threads it may have started by then.
    pub writes: FxHashSet<(u32, SetId)>,
}

impl Users {
    pub fn join(&mut self, other: &Users) {
        self.threads.extend(&other.threads);
        self.writes.extend(&other.writes);
    }

    /// Whether one thread may write what another one uses, not only before that is started.
    pub fn share(&self, starts: &ThreadStarts) -> bool {
        self.writes.iter().any(|&(writer, started)| {
            let others = self.threads.iter().filter(|&&user| user != writer);
            let mut others = others.copied();
            others.any(|user| !starts.is_before_start(writer, started, user))
        })
    }
}

#[derive(Clone, Default)]
pub struct Surveyed {
    pub accesses: FxHashMap<Bytes, Users>,
    /// Types that pointers to it have where they are used.
    pub types: FxHashSet<TypeId>,
    /// Of each access, all bytes that it may concern: it works in one copy.
    pub together: FxHashSet<Vec<Bytes>>,
    /// By thread: the last position at which a pointer to it is used.
    uses: FxHashMap<u32, u32>,
    /// Where it ends. Ends of threads stand behind everything.
    ends: Vec<(u32, u32)>,
    /// Where its life begins, if it is a local variable: who does it, and which threads it may have started by then.
    pub declarations: Vec<(u32, SetId)>,
}

impl Surveyed {
    /// Whether it is used through pointers.
    pub fn is_pointed_to(&self) -> bool {
        !self.uses.is_empty()
    }

    /// Texts are gone through in order, so this is the last one so far.
    fn note_use(&mut self, thread: u32, position: u32) {
        self.uses.insert(thread, position);
    }

    pub fn end_is_noticed(&self) -> bool {
        self.ends.iter().any(|&(ending, end)| {
            let mut uses = self.uses.iter();
            uses.any(|(&thread, &position)| thread != ending || position > end)
        })
    }

    /// Of a variable that is declared at several places, the contents become anything at each of them.
    fn note_declarations(&mut self) {
        if self.declarations.len() < 2 {
            return;
        }
        for users in self.accesses.values_mut() {
            users
                .threads
                .extend(self.declarations.iter().map(|it| it.0));
            users.writes.extend(&self.declarations);
        }
    }

    /// Whether more than one thread ends it or looks whether it has ended.
    pub fn shares_end(&self) -> bool {
        let ends = self.ends.iter().map(|(thread, _)| thread);
        let mut threads = self.uses.keys().chain(ends);
        let first = threads.next();
        threads.any(|thread| Some(thread) != first)
    }
}

pub struct Survey {
    pub objects: FxHashMap<Memory, Surveyed>,
    pub starts: ThreadStarts,
}

pub fn survey(program: &Program, texts: &[ThreadText<'_>], points_to: &PointsTo) -> Survey {
    let mut surveyor = Surveyor {
        program,
        points_to,
        threads: texts.len() as u32,
        survey: Survey {
            objects: FxHashMap::default(),
            starts: ThreadStarts::of(texts),
        },
    };
    for (thread, text) in texts.iter().enumerate() {
        text.for_each(|at| surveyor.visit(thread as u32, text, at));
    }
    for object in surveyor.survey.objects.values_mut() {
        object.note_declarations();
    }
    surveyor.survey
}

struct Surveyor<'a> {
    program: &'a Program,
    points_to: &'a PointsTo,
    threads: u32,
    survey: Survey,
}

impl Surveyor<'_> {
    fn visit(&mut self, thread: u32, text: &ThreadText<'_>, at: At<'_>) {
        let function = text.function;
        let inst = match at.code {
            Code::Inst(inst) => inst,
            Code::Terminator(block) => {
                let ends = match block.terminator {
                    Terminator::ExitThread => true,
                    Terminator::Return(_) => text.number != 0,
                    _ => false,
                };
                if ends {
                    for memory in own_objects(self.program, thread, text) {
                        self.object(memory).ends.push((thread, u32::MAX));
                    }
                }
                return;
            }
        };
        match inst.kind {
            InstKind::Load { place, .. } => self.access(thread, text, at.position, place, false),
            InstKind::Store { place, .. }
            | InstKind::Rmw { place, .. }
            | InstKind::CompareExchange { place, .. } => {
                self.access(thread, text, at.position, place, true);
            }
            InstKind::ObjectSize { pointer, .. } => {
                for memory in self.pointees(text, pointer) {
                    let object = self.object(memory);
                    object.note_use(thread, at.position);
                }
            }
            InstKind::Free { pointer, .. } => {
                for memory in self.pointees(text, pointer) {
                    let object = self.object(memory);
                    object.note_use(thread, at.position);
                    object.ends.push((thread, at.position));
                }
            }
            InstKind::Dead(slot) => {
                let memory = Memory::Object(Object::Slot(function, slot));
                self.object(memory).ends.push((thread, at.position));
            }
            InstKind::Live(slot) => {
                let started = self.survey.starts.started_at(thread as usize, at.position);
                let object = self.object(Memory::Object(Object::Slot(function, slot)));
                object.declarations.push((thread, started));
            }
            InstKind::Alloc { .. } => {
                self.object(Memory::Object(allocated(function, at.block, at.index)));
            }
            _ => {}
        }
    }

    fn access(
        &mut self,
        thread: u32,
        text: &ThreadText<'_>,
        position: u32,
        place: PlaceId,
        is_write: bool,
    ) {
        let body = text.body;
        let ty = body.place(place).ty;
        let size = access_size(self.program, ty);
        let started = self.survey.starts.started_at(thread as usize, position);
        let (root, root_type) = root(body, place);
        let is_deref = matches!(root, PlaceKind::Deref(_));
        let own = (!is_deref).then_some(thread);
        let Some(found) = places(self.program, self.points_to, self.threads, text, place, own)
        else {
            return;
        };
        let mut together: FxHashMap<Memory, Vec<Bytes>> = FxHashMap::default();
        for (memory, offsets) in found {
            let bytes = Bytes { offsets, size, ty };
            together.entry(memory).or_default().push(bytes);
        }
        for (memory, list) in together {
            let object = self.object(memory);
            for &bytes in &list {
                let users = object.accesses.entry(bytes).or_default();
                users.threads.insert(thread);
                if is_write {
                    users.writes.insert((thread, started));
                }
            }
            if is_deref {
                object.note_use(thread, position);
                object.types.insert(root_type);
            }
            object.together.insert(list);
        }
    }

    fn pointees(&self, text: &ThreadText<'_>, pointer: ExprId) -> Vec<Memory> {
        pointed_objects(self.program, self.points_to, self.threads, text, pointer)
    }

    fn object(&mut self, memory: Memory) -> &mut Surveyed {
        self.survey.objects.entry(memory).or_default()
    }
}

/// Where an access may start, in which objects. None if there are too many places: such accesses are not supported.
pub fn places(
    program: &Program,
    points_to: &PointsTo,
    threads: u32,
    text: &ThreadText<'_>,
    place: PlaceId,
    own: Option<u32>,
) -> Option<Vec<(Memory, Offsets)>> {
    let size = access_size(program, text.body.place(place).ty);
    let mut found = Vec::new();
    let mut count = 0;
    for target in points_to.locations(text.function, place) {
        let room = room_of(program, points_to, target.object);
        let here = starts(&target.offsets, size, room).take(MOST_PLACES + 1);
        let here = here.count();
        for memory in instances(program, threads, target.object, own) {
            count += here;
            found.push((memory, target.offsets));
        }
    }
    (count <= MOST_PLACES).then_some(found)
}

/// The size of an object, or the largest that is supported.
fn room_of(program: &Program, points_to: &PointsTo, object: Object) -> u64 {
    match object {
        Object::Global(global) => program.global(global).size,
        _ => points_to.object_size(object).unwrap_or(LARGEST_ALLOCATION),
    }
}

/// What a place is part of, and of which type that is.
pub fn root(body: &Body, mut place: PlaceId) -> (PlaceKind, TypeId) {
    loop {
        let node = body.place(place);
        match node.kind {
            PlaceKind::Field(base, _) | PlaceKind::Index(base, _) => place = base,
            kind => return (kind, node.ty),
        }
    }
}

/// The objects into which a pointer may point.
pub fn pointed_objects(
    program: &Program,
    points_to: &PointsTo,
    threads: u32,
    text: &ThreadText<'_>,
    pointer: ExprId,
) -> Vec<Memory> {
    // Sorted, so that those of one object stand together.
    let mut objects = points_to.pointees(text.function, pointer);
    objects.dedup_by_key(|target| target.object);
    let objects = objects.into_iter();
    objects
        .flat_map(|target| instances(program, threads, target.object, None))
        .collect()
}

/// An object, or all instances of a thread-local variable; only that of one thread, if it is named there.
pub fn instances(
    program: &Program,
    threads: u32,
    object: Object,
    own: Option<u32>,
) -> impl Iterator<Item = Memory> + use<> {
    let thread_local = match object {
        Object::Global(global) if program.global(global).thread_local => Some(global),
        _ => None,
    };
    let numbers = match (thread_local, own) {
        (None, _) => 0..u32::from(!matches!(object, Object::Function(_) | Object::VarArgs(_))),
        (Some(_), Some(thread)) => thread..thread + 1,
        (Some(_), None) => 0..threads,
    };
    numbers.map(move |thread| match thread_local {
        None => Memory::Object(object),
        Some(global) => Memory::Instance(global, thread),
    })
}
