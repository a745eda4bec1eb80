//! Addresses for the objects of a bounded program.
//!
//! Precondition: a bounded program ([`crate::bounded`]) and what its pointers may point to. Postcondition: every object that an
//! execution can create, and every function, has a first address of its own. Objects do not overlap.
//!
//! In a bounded program all objects are known: variables, one instance of each thread-local variable per thread, and what an `alloc`
//! makes, which is executed at most once. So a pointer can be a plain number, and all that C does with pointers is arithmetic on numbers.
//! Where objects lie is open (see `Convert` of the IR); here they lie
//!
//! - from [`FIRST_ADDRESS`] on, at small addresses, so that the high bits of pointers are known to be zero;
//! - aligned as they ask for, heap objects at least to 16 bytes;
//! - with a red zone of at least [`RED_ZONE`] bytes between them, so that a pointer one past an object never equals one to its neighbour;
//! - not at addresses of which 32 low bits are zero, and with 32-bit pointers below 2^31.
//!
//! Within these rules they are put where the bits of pointers tell most. Objects to which one pointer in memory may point ([`groups`])
//! lie side by side, each in a *slot* whose size is a power of two, so that a few bits in the middle of the pointer say which one it is. A group begins at a power of two
//! of its own, as long as there are some: then a pointer that may also be null differs from null in one bit only.
//!
//! ```text
//! three nodes of 24 bytes      0x10000, 0x10040, 0x10080      a pointer to one of them, or null: bits 16, 7 and 6
//! ```
//!
//! An allocation whose size is not constant gets room for [`LARGEST_ALLOCATION`] bytes: executions that allocate more there are for whoever
//! uses the layout to cut off.

mod groups;

use rustc_hash::FxHashMap;
use unspool_ir::{
    BlockId, Body, DataModel, ExprId, ExprKind, FunctionId, GlobalId, InstKind, Program, SlotId,
};

use crate::accesses::{Memory, allocated};
use crate::bounded::{BoundedThread, threads};
use crate::points_to::{Object, PointsTo};
use groups::Group;

/// Nothing lies below, so that null plus the offset of a member is no object.
pub const FIRST_ADDRESS: u64 = 0x1_0000;
/// Between objects.
pub const RED_ZONE: u64 = 16;
/// Bytes for an allocation whose size is not constant.
pub const LARGEST_ALLOCATION: u64 = 4096;
/// Between functions.
const FUNCTION_STEP: u64 = 16;
/// How many groups get a power of two.
const MOST_POWERS: usize = 8;
/// Larger objects get no slot, so as not to waste the address space.
const LARGEST_SLOT: u64 = 1 << 20;

/// Where the objects of a bounded program lie.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    /// In the order of addresses: object, base and room.
    objects: Vec<(Memory, u64, u64)>,
    /// Positions in `objects`.
    positions: FxHashMap<Memory, usize>,
    exact: Vec<bool>,
    /// By function.
    functions: Vec<u64>,
}

impl Layout {
    /// None if the objects are too large for the address space.
    pub fn of(program: &Program, points_to: &PointsTo) -> Option<Layout> {
        let wishes = wishes(program);
        let groups = groups::of(program, points_to, &wishes);
        let end = match program.types.data_model {
            DataModel::Ilp32 => 1 << 31,
            DataModel::Lp64 => 1 << 62,
        };
        let bases = by_groups(&wishes, &groups, end).or_else(|| one_by_one(&wishes, end))?;
        let mut order: Vec<usize> = (0..wishes.len()).collect();
        order.sort_by_key(|&index| bases[index]);
        let mut layout = Layout::default();
        for index in order {
            let (wish, base) = (&wishes[index], bases[index]);
            match wish.what {
                Wanted::Memory(memory) => {
                    layout.positions.insert(memory, layout.objects.len());
                    layout.objects.push((memory, base, wish.room));
                    layout.exact.push(wish.is_exact);
                }
                Wanted::Functions => {
                    let numbers = function_numbers(program);
                    let addresses = numbers.iter().map(|number| base + number * FUNCTION_STEP);
                    layout.functions = addresses.collect();
                }
            }
        }
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

    /// The address of a function; 0 for one that the program does not have.
    pub fn function(&self, function: FunctionId) -> u64 {
        let address = self.functions.get(function.index());
        address.copied().unwrap_or(0)
    }

    /// All objects in the order of addresses: base and room.
    pub fn objects(&self) -> &[(Memory, u64, u64)] {
        &self.objects
    }
}

/// What needs a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Wanted {
    Memory(Memory),
    /// All functions.
    Functions,
}

#[derive(Clone, Copy, Debug)]
struct Wish {
    what: Wanted,
    room: u64,
    is_exact: bool,
    align: u64,
}

impl Wish {
    /// Bytes from one object to the next in a group.
    fn slot(&self) -> u64 {
        let used = self.room.saturating_add(RED_ZONE);
        match used.checked_next_power_of_two() {
            Some(slot) if slot <= LARGEST_SLOT => slot.max(self.align),
            _ => used.max(self.align),
        }
    }
}

/// By wish: its base. None if that takes too much of the address space.
fn by_groups(wishes: &[Wish], groups: &[Group], end: u64) -> Option<Vec<u64>> {
    let mut bases = vec![0; wishes.len()];
    let mut next = FIRST_ADDRESS;
    for (number, group) in groups.iter().enumerate() {
        let mut members = group.members.clone();
        if !group.is_ordered {
            // The largest slots first: each is then at a multiple of its size.
            members.sort_by_key(|&index| (std::cmp::Reverse(wishes[index].slot()), index));
        }
        let slots = members.iter().map(|&index| wishes[index].slot());
        let total = slots.fold(0, u64::saturating_add);
        if number < MOST_POWERS && group.weight > 0 {
            next = next.checked_next_power_of_two()?;
            while next < total {
                next = next.checked_mul(2)?;
            }
        }
        for index in members {
            let wish = &wishes[index];
            let slot = wish.slot();
            let align = match slot.is_power_of_two() {
                true => slot,
                false => wish.align,
            };
            (bases[index], next) = place(next, wish.room, align, end)?;
        }
    }
    Some(bases)
}

/// The same as tightly as possible.
fn one_by_one(wishes: &[Wish], end: u64) -> Option<Vec<u64>> {
    let mut next = FIRST_ADDRESS;
    let place_next = |wish: &Wish| {
        let base;
        (base, next) = place(next, wish.room, wish.align, end)?;
        Some(base)
    };
    wishes.iter().map(place_next).collect()
}

/// In the order in which the interpreter has them: variables, heaps, stacks.
fn wishes(program: &Program) -> Vec<Wish> {
    let threads = threads(program);
    let mut wishes = Vec::new();
    for (index, global) in program.globals.iter().enumerate() {
        let id = GlobalId::new(index);
        let wish = |memory| Wish {
            what: Wanted::Memory(memory),
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
    let body_of = |thread: &BoundedThread| program.function(thread.function).body.as_ref();
    for thread in &threads {
        if let Some(body) = body_of(thread) {
            add_allocations(thread.function, body, &mut wishes);
        }
    }
    for thread in &threads {
        if let Some(body) = body_of(thread) {
            add_slots(program, thread.function, body, &mut wishes);
        }
    }
    wishes.push(Wish {
        what: Wanted::Functions,
        room: program.functions.len() as u64 * FUNCTION_STEP,
        is_exact: true,
        align: FUNCTION_STEP,
    });
    wishes
}

fn add_slots(program: &Program, function: FunctionId, body: &Body, wishes: &mut Vec<Wish>) {
    for (index, slot) in body.slots.iter().enumerate() {
        let size = program.types.size_of(slot.ty);
        let object = Object::Slot(function, SlotId::new(index));
        wishes.push(Wish {
            what: Wanted::Memory(Memory::Object(object)),
            room: size.unwrap_or(0),
            is_exact: size.is_some(),
            align: slot.align,
        });
    }
}

/// In the order in which the thread makes them.
fn add_allocations(function: FunctionId, body: &Body, wishes: &mut Vec<Wish>) {
    for (block, contents) in body.blocks.iter().enumerate() {
        for (index, inst) in contents.insts.iter().enumerate() {
            let InstKind::Alloc { size, align, .. } = inst.kind else {
                continue;
            };
            let size = constant(body, size);
            let align = constant(body, align).unwrap_or(1);
            let object = allocated(function, BlockId::new(block), index);
            wishes.push(Wish {
                what: Wanted::Memory(Memory::Object(object)),
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

/// By function: its place among all; those whose address is used come first.
fn function_numbers(program: &Program) -> Vec<u64> {
    let is_used = groups::functions_with_addresses(program);
    let mut numbers = vec![0; program.functions.len()];
    let used = (0..numbers.len()).filter(|&index| is_used[index]);
    let unused = (0..numbers.len()).filter(|&index| !is_used[index]);
    for (number, index) in used.chain(unused).enumerate() {
        numbers[index] = number as u64;
    }
    numbers
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

#[cfg(test)]
mod tests;
