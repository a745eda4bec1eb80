//! Which variable an access touches, in the words of the program.
//!
//! An access knows an object and bytes of it. The type of a variable says the way from its name to these bytes, as C
//! writes it: `queue.slots[2].next`. Allocated objects have no type of their own; the place by which the instruction got there has
//! one, and the way starts behind the last pointer of that. Who knows all accesses to an object can choose the best of these types, and
//! ask for the way again ([`part()`]).

use unspool_ir::{
    Body, Field, Inst, InstKind, PlaceId, PlaceKind, Program, SlotId, Span, Type, TypeId,
};

use crate::machine::Machine;
use crate::object::{Object, ObjectKind};
use crate::record::Executed;
use crate::value::Provenance;

/// Bytes of an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MemoryPlace {
    pub(crate) object: Provenance,
    pub offset: u64,
    pub size: u64,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Location {
    pub object: ObjectName,
    pub offset: u64,
    pub size: u64,
    /// From the object to the bytes: `.first[2]`, `.{ready,error}` for bit-fields, or ` + 4` where types do not tell.
    pub path: String,
    /// The names of the records that the path goes through.
    pub records: Vec<String>,
    /// The type of just these bytes, where one is known; none for the units of bit-fields, which C has no name for.
    pub ty: Option<TypeId>,
    /// The scalar that has them: see [`Part`].
    pub scalar: Option<(u64, TypeId)>,
    /// Of an allocated object, the type behind the pointer by which the bytes were accessed.
    pub pointee: Option<TypeId>,
}

/// Bytes of an object of a known type.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Part {
    /// See [`Location`].
    pub path: String,
    pub records: Vec<String>,
    pub ty: Option<TypeId>,
    /// The scalar that has the bytes: where it is in the object, and its type. The path may go on behind its name: ` + 1`.
    pub scalar: Option<(u64, TypeId)>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ObjectName {
    Global(String),
    ThreadLocal {
        name: String,
        thread: u32,
    },
    Local {
        name: String,
        function: String,
        thread: u32,
    },
    /// Where it was allocated, which may be reported at a call; and where it lies, which no two heap objects have in common.
    Heap {
        span: Span,
        address: u64,
    },
    Stack {
        span: Span,
        address: u64,
    },
    VariableArguments,
    /// It has ended, and nothing is known of it any more.
    Unknown,
}

impl Machine<'_> {
    /// The name of bytes. The instruction that accesses them helps, where it is known.
    pub fn location(&self, place: MemoryPlace, accessed_by: Option<Executed>) -> Location {
        let program = self.program;
        let object = self.object(place);
        let declared = object.and_then(|object| type_of(program, object));
        let pointee = match (declared, object) {
            (None, Some(object)) => {
                accessed_by.and_then(|by| behind_pointer(program, by, place.offset, object.size()))
            }
            _ => None,
        };
        let part = declared
            .or(pointee)
            .map(|ty| part(program, ty, place.offset, place.size));
        self.named(place, part, pointee)
    }

    /// The local variable that bytes belong to: its thread, and its number in the function that the thread runs.
    pub fn local_variable(&self, place: MemoryPlace) -> Option<(u32, SlotId)> {
        let object = self.object(place)?;
        match object.kind {
            ObjectKind::Slot { slot, .. } => Some((object.thread, slot)),
            _ => None,
        }
    }

    /// What a pointer points to: of all parts of the object that begin there, the one that has the others.
    pub(crate) fn pointed_at(&self, place: MemoryPlace) -> Location {
        let declared = self
            .object(place)
            .and_then(|object| type_of(self.program, object));
        let part = declared.map(|ty| part_at(self.program, ty, place.offset));
        self.named(place, part, None)
    }

    fn object(&self, place: MemoryPlace) -> Option<&Object> {
        let object = self.memory.get(place.object);
        object.or_else(|| self.memory.ended(place.object))
    }

    fn named(&self, place: MemoryPlace, part: Option<Part>, pointee: Option<TypeId>) -> Location {
        let object = self.object(place);
        let part = part.unwrap_or_else(|| untyped(place.offset));
        Location {
            object: object.map_or(ObjectName::Unknown, |object| name_of(self.program, object)),
            offset: place.offset,
            size: place.size,
            path: part.path,
            records: part.records,
            ty: part.ty,
            scalar: part.scalar,
            pointee,
        }
    }
}

fn name_of(program: &Program, object: &Object) -> ObjectName {
    let thread = object.thread;
    match object.kind {
        ObjectKind::Global(id) => match program.globals.get(id.index()) {
            Some(global) => ObjectName::Global(global.name.clone()),
            None => ObjectName::Unknown,
        },
        ObjectKind::ThreadLocal(id) => match program.globals.get(id.index()) {
            Some(global) => ObjectName::ThreadLocal {
                name: global.name.clone(),
                thread,
            },
            None => ObjectName::Unknown,
        },
        ObjectKind::Slot {
            function,
            slot,
            owner,
        } => {
            let body = program.functions.get(function.index());
            let body = body.and_then(|function| function.body.as_ref());
            let slot = body.and_then(|body| body.slots.get(slot.index()));
            let owner = program.functions.get(owner.index());
            ObjectName::Local {
                name: slot.map_or(String::new(), |slot| slot.name.clone()),
                function: owner.map_or(String::new(), |owner| owner.name.clone()),
                thread,
            }
        }
        ObjectKind::Heap => ObjectName::Heap {
            span: object.span,
            address: object.base,
        },
        ObjectKind::Stack => ObjectName::Stack {
            span: object.span,
            address: object.base,
        },
        ObjectKind::VarArgs => ObjectName::VariableArguments,
    }
}

fn type_of(program: &Program, object: &Object) -> Option<TypeId> {
    match object.kind {
        ObjectKind::Global(id) | ObjectKind::ThreadLocal(id) => {
            program.globals.get(id.index()).map(|global| global.ty)
        }
        ObjectKind::Slot { function, slot, .. } => {
            let body = program.functions.get(function.index())?.body.as_ref()?;
            body.slots.get(slot.index()).map(|slot| slot.ty)
        }
        ObjectKind::Heap | ObjectKind::Stack | ObjectKind::VarArgs => None,
    }
}

/// The type behind the pointer by which an instruction gets at bytes, if the object can consist of such.
fn behind_pointer(program: &Program, by: Executed, offset: u64, whole: u64) -> Option<TypeId> {
    let body = program.functions.get(by.function.index())?.body.as_ref()?;
    let mut at = place_of(instruction(body, by.position)?)?;
    // Where the bytes are in what the pointer points to; not known if an index is not a constant.
    let mut inner: Option<u64> = Some(0);
    let pointee = loop {
        let place = body.place(at);
        match place.kind {
            PlaceKind::Field(base, index) => {
                let field = program.types.field(body.place(base).ty, index)?;
                inner = inner.and_then(|inner| inner.checked_add(field.offset));
                at = base;
            }
            PlaceKind::Index(base, _) => {
                inner = None;
                at = base;
            }
            PlaceKind::Deref(_) => break place.ty,
            _ => return None,
        }
    };
    let size = program.types.size_of(pointee).filter(|size| *size > 0)?;
    // An array of such objects, if the pointer is not to the first.
    let fits = match inner {
        Some(inner) => offset.checked_sub(inner)?.is_multiple_of(size),
        None => whole.is_multiple_of(size) || ends_openly(program, pointee),
    };
    fits.then_some(pointee)
}

/// Whether the last member is an array of any length.
fn ends_openly(program: &Program, ty: TypeId) -> bool {
    let types = &program.types;
    let Type::Record(record) = *types.get(ty) else {
        return false;
    };
    let fields = types.record(record).body.as_ref().map(|body| &body.fields);
    let last = fields.and_then(|fields| fields.last());
    last.is_some_and(|last| is_open(program, last.ty))
}

/// Names that C cannot write are given to members that have none.
fn is_anonymous(field: &Field) -> bool {
    field.name.is_empty() || field.name.contains('.')
}

fn is_open(program: &Program, ty: TypeId) -> bool {
    let is_array = matches!(program.types.get(ty), Type::Array { .. });
    is_array && program.types.size_of(ty).unwrap_or(0) == 0
}

pub(crate) fn instruction(body: &Body, position: u32) -> Option<&Inst> {
    let mut left = position as usize;
    for block in &body.blocks {
        if left <= block.insts.len() {
            return block.insts.get(left);
        }
        left -= block.insts.len() + 1;
    }
    None
}

fn place_of(inst: &Inst) -> Option<PlaceId> {
    match inst.kind {
        InstKind::Load { place, .. }
        | InstKind::Store { place, .. }
        | InstKind::Rmw { place, .. }
        | InstKind::CompareExchange { place, .. } => Some(place),
        _ => None,
    }
}

/// What of an object is looked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Aim {
    /// The smallest part that has so many bytes from there on.
    Bytes(u64),
    /// The largest part that begins there.
    Start,
}

/// The smallest part of an object, or of an array of objects, of this type that has all the bytes.
pub fn part(program: &Program, ty: TypeId, offset: u64, size: u64) -> Part {
    Way::new(program).down(ty, offset, Aim::Bytes(size)).part
}

/// The largest part that begins there.
pub fn part_at(program: &Program, ty: TypeId, offset: u64) -> Part {
    Way::new(program).down(ty, offset, Aim::Start).part
}

fn untyped(offset: u64) -> Part {
    let mut part = Part::default();
    part.add_bytes(offset);
    part
}

impl Part {
    fn add_bytes(&mut self, offset: u64) {
        match offset.cast_signed() {
            0 => {}
            before @ ..0 => self.path.push_str(&format!(" - {}", before.unsigned_abs())),
            behind => self.path.push_str(&format!(" + {behind}")),
        }
    }
}

struct Way<'p> {
    program: &'p Program,
    part: Part,
    /// Whether it ends with just the bytes that are looked for.
    is_exact: bool,
}

impl<'p> Way<'p> {
    fn new(program: &'p Program) -> Way<'p> {
        Way {
            program,
            part: Part::default(),
            is_exact: false,
        }
    }

    fn down(mut self, ty: TypeId, offset: u64, aim: Aim) -> Way<'p> {
        if offset.cast_signed() < 0 {
            self.part = untyped(offset);
            return self;
        }
        let types = &self.program.types;
        let (from, mut ty, mut offset) = (offset, ty, offset);
        let whole = types.size_of(ty).unwrap_or(0);
        if whole > 0 && offset >= whole && !ends_openly(self.program, ty) {
            self.part.path.push_str(&format!("[{}]", offset / whole));
            offset %= whole;
        }
        let mut is_named = true;
        loop {
            let is_it = match aim {
                Aim::Bytes(size) => offset == 0 && types.size_of(ty) == Some(size),
                Aim::Start => offset == 0,
            };
            match *types.get(ty) {
                Type::Array { element, .. } if !is_it => {
                    let step = types.size_of(element).unwrap_or(0);
                    if step == 0 {
                        break;
                    }
                    self.part.path.push_str(&format!("[{}]", offset / step));
                    (ty, offset) = (element, offset % step);
                }
                Type::Record(record) => {
                    let record = types.record(record);
                    self.part.records.push(record.name.clone());
                    let fields = record.body.as_ref().map_or(&[][..], |body| &body.fields);
                    let is_wrapped = fields.len() == 1 && aim != Aim::Start;
                    let inner = self.inner(fields, offset, aim);
                    let Some(field) = inner.filter(|_| !is_it || is_wrapped) else {
                        break;
                    };
                    is_named = !is_anonymous(field);
                    if let Some(bits) = field.name.strip_prefix("bits.") {
                        self.part
                            .path
                            .push_str(&format!(".{{{}}}", bits.replace('.', ",")));
                    } else if !is_named {
                        // Its members are the outer record's.
                        self.part.records.pop();
                    } else {
                        self.part.path.push('.');
                        self.part.path.push_str(&field.name);
                    }
                    (ty, offset) = (field.ty, offset - field.offset);
                }
                _ => break,
            }
        }
        let is_scalar = !matches!(types.get(ty), Type::Array { .. } | Type::Record(_));
        self.part.scalar = is_scalar.then_some((from - offset, ty));
        let is_whole = |size| offset == 0 && types.size_of(ty) == Some(size);
        self.is_exact = matches!(aim, Aim::Bytes(size) if is_whole(size));
        self.part.ty = (self.is_exact && is_named).then_some(ty);
        self.part.add_bytes(offset);
        self
    }

    /// The field of a record that has the bytes; of a union, one that has just these, if there is one.
    fn inner<'f>(&self, fields: &'f [Field], offset: u64, aim: Aim) -> Option<&'f Field> {
        let holds = |field: &&Field| self.holds(field, offset, aim);
        let last = fields.iter().rfind(holds)?;
        let fits = |field: &&Field| {
            let way = Way::new(self.program).down(field.ty, offset - field.offset, aim);
            way.is_exact
        };
        let mut all = fields.iter().filter(holds);
        match all.clone().count() {
            1 => Some(last),
            _ => all.rfind(fits).or(Some(last)),
        }
    }

    /// Whether the bytes are in that field of a record.
    fn holds(&self, field: &Field, offset: u64, aim: Aim) -> bool {
        let size = match aim {
            Aim::Bytes(size) => size,
            Aim::Start => 1,
        };
        let whole = self.program.types.size_of(field.ty);
        let end = whole.and_then(|whole| field.offset.checked_add(whole));
        let is_inside = end.is_some_and(|end| offset.saturating_add(size) <= end);
        field.offset <= offset && (is_inside || is_open(self.program, field.ty))
    }
}
