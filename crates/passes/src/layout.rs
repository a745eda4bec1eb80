//! Addresses for the objects of a bounded program.
//!
//! Precondition: a bounded program ([`crate::bounded`]) and what its pointers may point to. Postcondition: every object that an
//! execution can create, and every function, has a first address of its own. Objects do not overlap.
//!
//! In a bounded program all objects are known: variables, one instance of each thread-local variable per thread, and what an `alloc`
//! makes, which is executed at most once. So a pointer can be a plain number, and all that C does with pointers is arithmetic on numbers.
//! Where objects lie is open (see `Convert` of the IR); here they lie
//!
//! - ascending from [`FIRST_ADDRESS`], without large gaps, so that the high bits of pointers are known to be zero;
//! - aligned as they ask for, heap objects at least to 16 bytes;
//! - with a red zone of at least [`RED_ZONE`] bytes between them, so that a pointer one past an object never equals one to its neighbour;
//! - not at addresses of which 32 low bits are zero, and with 32-bit pointers below 2^31.
//!
//! An allocation whose size is not constant gets room for [`LARGEST_ALLOCATION`] bytes: executions that allocate more there are for whoever
//! uses the layout to cut off.

use rustc_hash::FxHashMap;
use unspool_ir::{
    Body, DataModel, ExprId, ExprKind, FunctionId, GlobalId, InstKind, Program, SlotId,
};

use crate::accesses::{Memory, allocated};
use crate::bounded::threads;
use crate::points_to::{Object, PointsTo};

/// Nothing lies below, so that null plus the offset of a member is no object.
pub const FIRST_ADDRESS: u64 = 0x1_0000;
/// Between objects.
pub const RED_ZONE: u64 = 16;
/// Bytes for an allocation whose size is not constant.
pub const LARGEST_ALLOCATION: u64 = 4096;
/// Between functions.
const FUNCTION_STEP: u64 = 16;

/// Where the objects of a bounded program lie.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    /// In the order of addresses: object, base and room.
    objects: Vec<(Memory, u64, u64)>,
    /// Positions in `objects`.
    positions: FxHashMap<Memory, usize>,
    exact: Vec<bool>,
    first_function: u64,
}

impl Layout {
    /// None if the objects are too large for the address space.
    pub fn of(program: &Program, points_to: &PointsTo) -> Option<Layout> {
        let _ = points_to;
        let end = match program.types.data_model {
            DataModel::Ilp32 => 1 << 31,
            DataModel::Lp64 => 1 << 62,
        };
        let mut layout = Layout::default();
        let mut next = FIRST_ADDRESS;
        for wish in wishes(program) {
            let base;
            (base, next) = place(next, wish.room, wish.align, end)?;
            let position = layout.objects.len();
            layout.positions.insert(wish.memory, position);
            layout.objects.push((wish.memory, base, wish.room));
            layout.exact.push(wish.is_exact);
        }
        let functions = program.functions.len() as u64 * FUNCTION_STEP;
        (layout.first_function, _) = place(next, functions, FUNCTION_STEP, end)?;
        Some(layout)
    }

    /// First address of an object. An instance of a thread-local global is `Memory::Instance`, with the position of the thread in
    /// [`crate::bounded::threads`].
    pub fn base(&self, memory: Memory) -> Option<u64> {
        let position = *self.positions.get(&memory)?;
        Some(self.objects.get(position)?.1)
    }

    /// Bytes that are reserved for it; 0 for what is no object.
    pub fn room(&self, memory: Memory) -> u64 {
        let position = self.positions.get(&memory);
        let object = position.and_then(|&position| self.objects.get(position));
        object.map_or(0, |&(_, _, room)| room)
    }

    /// Whether the room is the exact size.
    pub fn is_exact(&self, memory: Memory) -> bool {
        let position = self.positions.get(&memory);
        position.is_some_and(|&position| self.exact.get(position) == Some(&true))
    }

    pub fn function(&self, function: FunctionId) -> u64 {
        self.first_function + u64::from(function.0) * FUNCTION_STEP
    }

    /// All objects in the order of addresses: base and room.
    pub fn objects(&self) -> &[(Memory, u64, u64)] {
        &self.objects
    }
}

/// An object that needs a place.
struct Wish {
    memory: Memory,
    room: u64,
    is_exact: bool,
    align: u64,
}

fn wishes(program: &Program) -> Vec<Wish> {
    let threads = threads(program);
    let mut wishes = Vec::new();
    for (index, global) in program.globals.iter().enumerate() {
        let id = GlobalId::new(index);
        let wish = |memory| Wish {
            memory,
            room: global.size,
            is_exact: global.init.is_some(),
            align: global.align,
        };
        match global.thread_local {
            false => wishes.push(wish(Memory::Object(Object::Global(id)))),
            true => {
                let instances = 0..threads.len() as u32;
                wishes.extend(instances.map(|thread| wish(Memory::Instance(id, thread))));
            }
        }
    }
    for thread in &threads {
        if let Some(body) = &program.function(thread.function).body {
            add_locals(program, thread.function, body, &mut wishes);
        }
    }
    wishes
}

/// Slots and allocations of a thread.
fn add_locals(program: &Program, function: FunctionId, body: &Body, wishes: &mut Vec<Wish>) {
    for (index, slot) in body.slots.iter().enumerate() {
        let size = program.types.size_of(slot.ty);
        wishes.push(Wish {
            memory: Memory::Object(Object::Slot(function, SlotId::new(index))),
            room: size.unwrap_or(0),
            is_exact: size.is_some(),
            align: slot.align,
        });
    }
    for (block, contents) in body.blocks.iter().enumerate() {
        for (index, inst) in contents.insts.iter().enumerate() {
            let InstKind::Alloc { size, align, .. } = inst.kind else {
                continue;
            };
            let size = constant(body, size);
            let align = constant(body, align).unwrap_or(1);
            let object = allocated(function, unspool_ir::BlockId::new(block), index);
            wishes.push(Wish {
                memory: Memory::Object(object),
                room: size.unwrap_or(LARGEST_ALLOCATION),
                is_exact: size.is_some(),
                align: align.max(InstKind::DEFAULT_ALIGN as u64),
            });
        }
    }
}

fn constant(body: &Body, value: ExprId) -> Option<u64> {
    match body.expr(value).kind {
        ExprKind::Int(bits) => u64::try_from(bits).ok(),
        _ => None,
    }
}

/// The first fitting address from `next` on, and where the next object can lie. Neither an object nor its end has an address with 32 low
/// bits of zero, unless the object is that large.
fn place(next: u64, room: u64, align: u64, end: u64) -> Option<(u64, u64)> {
    let mut base = aligned(next, align)?;
    let looks_null = aligned(base, 1 << 32)?;
    if looks_null <= base.checked_add(room)? {
        base = aligned(looks_null + 1, align)?;
    }
    let behind = base.checked_add(room)?.checked_add(RED_ZONE)?;
    (behind <= end).then_some((base, behind))
}

/// The next multiple of a power of two; what is none is rounded up to one.
fn aligned(address: u64, align: u64) -> Option<u64> {
    let align = align.max(1).checked_next_power_of_two()?;
    Some(address.checked_add(align - 1)? & !(align - 1))
}
