//! Which variable an access touches, in the words of the program.
//!
//! An access knows an object and bytes of it. The type of a variable says the way from its name to these bytes, as C
//! writes it: `queue.slots[2].next`. Allocated objects have no type of their own; the place by which the instruction got there has
//! one, and the way starts behind the last pointer of that.

use unspool_ir::{Body, Inst, InstKind, PlaceId, PlaceKind, Program, Span, Type, TypeId};

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
    /// From the object to the bytes: `.first[2]`, or ` + 4` where types do not tell.
    pub path: String,
    /// The names of the records that the path goes through.
    pub records: Vec<String>,
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
        let object = self.memory.get(place.object);
        let object = object.or_else(|| self.memory.ended(place.object));
        let mut way = Way {
            program: self.program,
            path: String::new(),
            records: Vec::new(),
        };
        let typed = object.and_then(|object| type_of(self.program, object));
        let typed = match typed {
            Some(ty) => Some((ty, place.offset)),
            None => accessed_by.and_then(|by| behind_pointer(self.program, by, place.offset)),
        };
        match typed {
            Some((ty, offset)) => way.down(ty, offset, place.size),
            None => way.bytes(place.offset),
        }
        Location {
            object: object.map_or(ObjectName::Unknown, |object| name_of(self.program, object)),
            offset: place.offset,
            size: place.size,
            path: way.path,
            records: way.records,
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

/// The type behind the pointer by which an instruction gets at bytes, and where in an object of that type they are.
fn behind_pointer(program: &Program, by: Executed, offset: u64) -> Option<(TypeId, u64)> {
    let body = program.functions.get(by.function.index())?.body.as_ref()?;
    let mut at = place_of(instruction(body, by.position)?)?;
    let mut fields: u64 = 0;
    let pointee = loop {
        let place = body.place(at);
        match place.kind {
            PlaceKind::Field(base, index) => {
                let field = program.types.field(body.place(base).ty, index)?;
                fields = fields.checked_add(field.offset)?;
                at = base;
            }
            PlaceKind::Deref(_) => break place.ty,
            // The index is not a constant: only what the whole array is told by the offset.
            _ => return None,
        }
    };
    // An array of such objects, if the pointer is not to the first.
    let size = program.types.size_of(pointee).filter(|size| *size > 0)?;
    let start = offset.checked_sub(fields)?;
    (start % size == 0).then_some((pointee, offset))
}

fn instruction(body: &Body, position: u32) -> Option<&Inst> {
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

struct Way<'p> {
    program: &'p Program,
    path: String,
    records: Vec<String>,
}

impl Way<'_> {
    /// Goes down to the smallest part of an object of this type that has all the bytes.
    fn down(&mut self, ty: TypeId, offset: u64, size: u64) {
        let types = &self.program.types;
        let (mut ty, mut offset) = (ty, offset);
        let whole = types.size_of(ty).unwrap_or(0);
        if whole > 0 && offset >= whole {
            self.path.push_str(&format!("[{}]", offset / whole));
            offset %= whole;
        }
        loop {
            let is_whole = offset == 0 && types.size_of(ty) == Some(size);
            match *types.get(ty) {
                Type::Array { element, .. } if !is_whole => {
                    let step = types.size_of(element).unwrap_or(0);
                    if step == 0 {
                        break;
                    }
                    self.path.push_str(&format!("[{}]", offset / step));
                    (ty, offset) = (element, offset % step);
                }
                Type::Record(record) => {
                    let record = types.record(record);
                    self.records.push(record.name.clone());
                    let fields = record.body.as_ref().map_or(&[][..], |body| &body.fields);
                    let holds = |start: u64, ty| {
                        let end = types.size_of(ty).and_then(|size| start.checked_add(size));
                        start <= offset && end.is_some_and(|end| offset + size <= end)
                    };
                    let inner = fields.iter().rfind(|field| holds(field.offset, field.ty));
                    let Some(field) = inner.filter(|_| !is_whole || fields.len() == 1) else {
                        break;
                    };
                    self.path.push('.');
                    self.path.push_str(&field.name);
                    (ty, offset) = (field.ty, offset - field.offset);
                }
                _ => break,
            }
        }
        self.bytes(offset);
    }

    fn bytes(&mut self, offset: u64) {
        if offset > 0 {
            self.path.push_str(&format!(" + {offset}"));
        }
    }
}
