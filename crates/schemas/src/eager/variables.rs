//! Objects as variables of the sequential program, with more than one copy where a schema wants that of what threads share.
//!
//! The first copy of a variable is the one to which pointers point. That an object has ended is told by a flag, which is a variable, too. A local variable that no pointer is used for stays a local variable of its thread's simulation.
//!
//! What a local variable or an allocation contains when its life begins is not known, so it may as well have been there from the start: it is guessed then, and its `alloc` or
//! first declaration does nothing. The same goes for the size of an allocation, if it is not constant.

use std::ops::Range;

use rustc_hash::FxHashMap;
use unspool_ir::{
    Global, GlobalId, InstKind, Linkage, Program, SlotId, Span, Storage, Type, TypeId, Types,
};
use unspool_passes::accesses::{Memory, allocated};
use unspool_passes::layout::LARGEST_ALLOCATION;
use unspool_passes::points_to::Object;
use unspool_passes::ranges::Ranges;
use unspool_passes::thread_text::{Code, ThreadText};

use crate::maker::Maker;

use super::narrow::Narrow;
use super::parts::{self, Part};
use super::sizes;
use super::survey::{Survey, Surveyed};
use super::thread::constant;

/// What is known of the program.
pub struct Found<'a> {
    pub texts: &'a [ThreadText<'a>],
    pub survey: Survey,
    pub ranges: Option<&'a Ranges>,
}

/// By number.
#[derive(Default)]
pub struct Variables {
    pub list: Vec<Variable>,
    by_memory: FxHashMap<Memory, usize>,
}

pub struct Variable {
    /// None for what only the simulation knows.
    pub memory: Option<Memory>,
    pub ty: TypeId,
    /// In bytes.
    pub room: u64,
    /// One, or one for each time.
    pub copies: Vec<GlobalId>,
    pub parts: Vec<Part>,
    /// The number of the variable that says whether it has ended; none if nobody notices.
    pub ended: Option<usize>,
    /// How large it is, if that is not its room.
    pub size: Option<GlobalId>,
    pub is_read_only: bool,
    /// Whether it is only declared: then nothing can be accessed.
    pub is_missing: bool,
    /// Whether nobody knows what is in it at the start.
    pub is_unset: bool,
    /// Whether its contents become anything at each declaration.
    pub is_redeclared: bool,
    /// Of an allocation.
    pub storage: Option<Storage>,
}

impl Variable {
    /// Whether what is stored there is a truth value always.
    pub fn is_truth_at(&self, offset: u64) -> bool {
        let mut here = self.parts.iter().filter(|part| part.offset == offset);
        here.all(|part| part.ty == Types::BOOL)
    }

    /// Whether threads share a number of 80 bits in it.
    pub fn shares_long_double(&self) -> bool {
        let mut shared = self.parts.iter().filter(|part| part.is_shared);
        shared.any(|part| part.is_long_double)
    }

    /// Whether an access there is to what threads share.
    pub fn is_shared_at(&self, offset: u64) -> bool {
        let behind = self.parts.partition_point(|part| part.offset <= offset);
        let part = behind.checked_sub(1).and_then(|at| self.parts.get(at));
        part.is_some_and(|part| part.is_shared)
    }

    /// The numbers of the parts of an access there.
    pub fn parts_at(&self, offset: u64, size: u64) -> Range<usize> {
        let first = self.parts.partition_point(|part| part.offset < offset);
        let end = offset.saturating_add(size);
        first..self.parts.partition_point(|part| part.offset < end)
    }
}

impl Variables {
    /// Adds what the program needs. Objects are gone through in a fixed order.
    pub fn add(maker: &mut Maker<'_>, mut found: Found<'_>) -> Variables {
        let mut variables = Variables::default();
        for (memory, wish) in wishes(maker.bounded, &found) {
            let surveyed = found.survey.objects.remove(&memory).unwrap_or_default();
            variables.add_one(maker, memory, wish, &surveyed, &found);
        }
        variables
    }

    pub fn of(&self, memory: Memory) -> Option<(usize, &Variable)> {
        let number = *self.by_memory.get(&memory)?;
        Some((number, self.list.get(number)?))
    }

    fn add_one(
        &mut self,
        maker: &mut Maker<'_>,
        memory: Memory,
        wish: Wish,
        surveyed: &Surveyed,
        found: &Found<'_>,
    ) {
        let ty = match wish.ty {
            Some(ty) => ty,
            None => type_for(&mut maker.program.types, surveyed, wish.room),
        };
        let types = &maker.program.types;
        let mut parts = parts::cut(types, surveyed, wish.room, &found.survey.starts);
        for part in parts.iter_mut().filter(|part| part.is_shared) {
            let ranges = found.ranges;
            part.narrow = ranges.and_then(|it| Narrow::of(maker.bounded, it, memory, part));
        }
        let first = wish.global.unwrap_or_else(|| {
            let first = maker.variable(&wish.name, ty, wish.align, wish.span);
            if let Memory::Instance(global, _) = memory {
                let declared = maker.bounded.global(global);
                let instance = &mut maker.program.globals[first.index()];
                (instance.init, instance.size) = (declared.init.clone(), declared.size);
                instance.read_only = declared.read_only;
            }
            first
        });
        let is_noticed = surveyed.end_is_noticed();
        let ended = is_noticed.then(|| {
            let name = format!("{}.ended", wish.name);
            self.add_flag(maker, &name, surveyed.shares_end())
        });
        let size = (!wish.is_exact).then(|| {
            let word = Types::int(maker.bounded.types.data_model.pointer_bits(), false);
            let align = maker.program.types.align_of(word);
            maker.variable(&format!("{}.size", wish.name), word, align, Span::NONE)
        });
        self.by_memory.insert(memory, self.list.len());
        self.list.push(Variable {
            memory: Some(memory),
            ty,
            room: wish.room,
            copies: vec![first],
            parts,
            ended,
            size,
            is_read_only: wish.is_read_only,
            is_missing: wish.is_missing,
            is_unset: wish.is_unset,
            is_redeclared: surveyed.declarations.len() > 1,
            storage: wish.storage,
        });
    }

    /// A truth value that only the simulation knows. Its number.
    pub fn add_flag(&mut self, maker: &mut Maker<'_>, name: &str, is_shared: bool) -> usize {
        let flag = maker.variable(name, Types::BOOL, 1, Span::NONE);
        self.list.push(Variable {
            memory: None,
            ty: Types::BOOL,
            room: 1,
            copies: vec![flag],
            parts: vec![Part {
                offset: 0,
                ty: Types::BOOL,
                is_shared,
                is_written: true,
                is_long_double: false,
                is_mixed: false,
                narrow: None,
            }],
            ended: None,
            size: None,
            is_read_only: false,
            is_missing: false,
            is_unset: false,
            is_redeclared: false,
            storage: None,
        });
        self.list.len() - 1
    }

    /// So many copies of what threads share.
    pub fn add_copies(&mut self, maker: &mut Maker<'_>, count: u32) {
        let is_copied = |variable: &&mut Variable| variable.parts.iter().any(|part| part.is_shared);
        for variable in self.list.iter_mut().filter(is_copied) {
            let first = variable.copies[0];
            for number in 1..count {
                let name = format!("{}.{number}", maker.program.global(first).name);
                let name = maker.names.take(&name);
                let copy = Global {
                    name,
                    linkage: Linkage::Internal,
                    ..maker.program.global(first).clone()
                };
                variable.copies.push(maker.add_global(copy));
            }
        }
    }
}

/// What becomes a variable.
struct Wish {
    name: String,
    /// The variable that is there already.
    global: Option<GlobalId>,
    /// None: whatever fits.
    ty: Option<TypeId>,
    room: u64,
    is_exact: bool,
    align: u64,
    span: Span,
    is_read_only: bool,
    is_missing: bool,
    is_unset: bool,
    storage: Option<Storage>,
}

fn wishes(program: &Program, found: &Found<'_>) -> Vec<(Memory, Wish)> {
    let mut wishes = Vec::new();
    for (number, global) in program.globals.iter().enumerate() {
        wish_global(found, GlobalId::new(number), global, &mut wishes);
    }
    for text in found.texts {
        wish_slots(program, found, text, &mut wishes);
        wish_allocations(program, found, text, &mut wishes);
    }
    wishes
}

/// A thread-local one for each thread that uses it.
fn wish_global(found: &Found<'_>, id: GlobalId, global: &Global, wishes: &mut Vec<(Memory, Wish)>) {
    let wish = |name: String, own: Option<GlobalId>| Wish {
        name,
        global: own,
        ty: Some(global.ty),
        room: global.size,
        is_exact: true,
        align: global.align,
        span: global.span,
        is_read_only: global.read_only,
        is_missing: global.init.is_none(),
        is_unset: false,
        storage: None,
    };
    if !global.thread_local {
        let memory = Memory::Object(Object::Global(id));
        wishes.push((memory, wish(global.name.clone(), Some(id))));
        return;
    }
    for (thread, text) in found.texts.iter().enumerate() {
        let memory = Memory::Instance(id, thread as u32);
        if found.survey.objects.contains_key(&memory) {
            let name = format!("{}.{}", global.name, text.number);
            wishes.push((memory, wish(name, None)));
        }
    }
}

/// Only those for which pointers are used.
fn wish_slots(
    program: &Program,
    found: &Found<'_>,
    text: &ThreadText<'_>,
    wishes: &mut Vec<(Memory, Wish)>,
) {
    let function = &program.function(text.function).name;
    for (number, slot) in text.body.slots.iter().enumerate() {
        let memory = Memory::Object(Object::Slot(text.function, SlotId::new(number)));
        let surveyed = found.survey.objects.get(&memory);
        if surveyed.is_none_or(|it| !it.is_pointed_to()) {
            continue;
        }
        let name = match slot.name.as_str() {
            "" => format!("{function}.local.{number}"),
            name => format!("{function}.{name}"),
        };
        let wish = Wish {
            name,
            global: None,
            ty: Some(slot.ty),
            room: program.types.size_of(slot.ty).unwrap_or(0),
            is_exact: true,
            align: slot.align,
            span: slot.span,
            is_read_only: false,
            is_missing: false,
            is_unset: true,
            storage: None,
        };
        wishes.push((memory, wish));
    }
}

fn wish_allocations(
    program: &Program,
    found: &Found<'_>,
    text: &ThreadText<'_>,
    wishes: &mut Vec<(Memory, Wish)>,
) {
    let constant = |value| constant(text.body, value).and_then(|bits| u64::try_from(bits).ok());
    let (types, function) = (&program.types, text.function);
    text.for_each(|at| {
        let Code::Inst(inst) = at.code else { return };
        let InstKind::Alloc {
            size,
            align,
            storage,
            ..
        } = inst.kind
        else {
            return;
        };
        let exact = constant(size);
        let room = exact.unwrap_or_else(|| {
            let most = sizes::most(types, found.ranges, function, text.body, size);
            most.map_or(LARGEST_ALLOCATION, |most| most.min(LARGEST_ALLOCATION))
        });
        let align = constant(align).filter(|align| align.is_power_of_two());
        let wish = Wish {
            name: format!("heap.{}", wishes.len()),
            global: None,
            ty: None,
            room,
            is_exact: exact.is_some(),
            align: align.unwrap_or(1).max(InstKind::DEFAULT_ALIGN as u64),
            span: inst.span,
            is_read_only: false,
            is_missing: false,
            is_unset: true,
            storage: Some(storage),
        };
        let object = allocated(function, at.block, at.index);
        wishes.push((Memory::Object(object), wish));
    });
}

/// For an allocation: as pointers to it are declared, if that fills it; else bytes.
fn type_for(types: &mut Types, surveyed: &Surveyed, room: u64) -> TypeId {
    let mut best: Option<(u64, TypeId)> = None;
    for &ty in &surveyed.types {
        let size = types.size_of(ty).unwrap_or(0);
        let fits = size > 0 && room > 0 && room.is_multiple_of(size);
        if fits && best.is_none_or(|known| (size, ty) > known) {
            best = Some((size, ty));
        }
    }
    match best {
        Some((size, ty)) if size == room => ty,
        Some((size, element)) => types.intern(Type::Array {
            element,
            length: room / size,
        }),
        None => types.intern(Type::Array {
            element: Types::U8,
            length: room.max(1),
        }),
    }
}
