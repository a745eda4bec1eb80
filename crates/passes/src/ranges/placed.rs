//! Addresses as numbers, where it is known where objects lie.
//!
//! Without a [`Layout`] the address of an object is any number but null, and facts hold wherever objects lie. With one, addresses are constants,
//! and comparisons, differences, conversions and masks of pointers follow from the arithmetic of integers. The facts then hold for executions
//! in which objects lie so.
//!
//! That a pointer was accessed through says where it points: into one of the objects that it may point to. That is a fact on its number, too.

use unspool_ir::{FunctionId, Program};

use super::cells::{Cells, Class};
use super::range::Range;
use crate::accesses::Memory;
use crate::layout::Layout;
use crate::points_to::{Object, Offsets, Target};

/// A program, and where its objects lie, if that is known.
#[derive(Clone, Copy)]
pub struct Placed<'a> {
    pub program: &'a Program,
    pub layout: Option<&'a Layout>,
}

impl<'a> Placed<'a> {
    pub fn width(&self) -> u32 {
        self.program.types.data_model.pointer_bits()
    }

    /// The first address of an object, as it is for a thread (by its index).
    pub fn base(&self, object: Object, thread: usize) -> Option<Range> {
        let memory = self.memory(object, thread);
        Some(self.number(self.layout?.base(memory)?))
    }

    pub fn function(&self, function: FunctionId) -> Option<Range> {
        Some(self.number(self.layout?.function(function)))
    }

    /// The address of a target, for a thread. None if nothing is known of it.
    pub fn address(&self, target: &Target, thread: usize) -> Option<Range> {
        if let Object::Function(function) = target.object {
            return self.function(function);
        }
        self.address_in(self.memory(target.object, thread), &target.offsets)
    }

    /// The address of what a class accesses, whoever does. None if nothing is known of it.
    pub fn addresses_of_class(&self, cells: &Cells, class: &Class) -> Option<Range> {
        let mut all: Option<Range> = None;
        for &id in &class.cells {
            let cell = cells.cell(id);
            let target = Target {
                object: cell.object,
                offsets: cell.offsets,
            };
            let here = self.address_for_all(&target)?;
            all = Some(all.map_or(here, |all| all.join(&here)));
        }
        all
    }

    /// The same whoever uses it: of a thread-local object any instance.
    pub fn address_for_all(&self, target: &Target) -> Option<Range> {
        let Object::Global(global) = target.object else {
            return self.address(target, 0);
        };
        if !self.program.global(global).thread_local {
            return self.address(target, 0);
        }
        let mut all: Option<Range> = None;
        for thread in 0.. {
            let memory = Memory::Instance(global, thread);
            let Some(here) = self.address_in(memory, &target.offsets) else {
                break;
            };
            all = Some(all.map_or(here, |all| all.join(&here)));
        }
        all
    }

    /// Where an access is, if all these addresses are in one object or just behind it.
    pub fn target_at(&self, addresses: &Range) -> Option<Target> {
        let (low, high) = addresses.unsigned_bounds();
        let (low, high) = (u64::try_from(low).ok()?, u64::try_from(high).ok()?);
        let objects = self.layout?.objects();
        let position = objects.partition_point(|&(_, base, _)| base <= low);
        let &(memory, base, room) = objects.get(position.checked_sub(1)?)?;
        let object = match memory {
            Memory::Object(object) => object,
            Memory::Instance(global, _) => Object::Global(global),
        };
        let known = addresses.known_zeros() | addresses.known_ones();
        let offsets = Offsets {
            start: low - base,
            stride: match low == high {
                true => 0,
                false => 1 << known.trailing_ones().min(32),
            },
            end: (high - base).saturating_add(1),
        };
        (high <= base.saturating_add(room)).then_some(Target { object, offsets })
    }

    fn memory(&self, object: Object, thread: usize) -> Memory {
        match object {
            Object::Global(global) if self.program.global(global).thread_local => {
                Memory::Instance(global, thread as u32)
            }
            _ => Memory::Object(object),
        }
    }

    /// Offsets outside of the object are none that can be accessed.
    fn address_in(&self, memory: Memory, offsets: &Offsets) -> Option<Range> {
        let layout = self.layout?;
        let (base, room) = (layout.base(memory)?, layout.room(memory));
        let low = base.checked_add(offsets.start.min(room))?;
        if offsets.stride == 0 {
            return Some(self.number(low));
        }
        let last = offsets
            .end
            .saturating_sub(1)
            .clamp(offsets.start, room.max(offsets.start));
        let high = base.checked_add(last.min(room))?;
        let low_bits = (1u128 << offsets.stride.trailing_zeros()) - 1;
        let low_ones = u128::from(low) & low_bits;
        Range::unsigned(self.width(), u128::from(low), u128::from(high))?
            .and_bits(low_bits & !low_ones, low_ones)
    }

    fn number(&self, address: u64) -> Range {
        Range::constant(self.width(), u128::from(address))
    }
}
