//! Where objects lie.
//!
//! Each thread has a stack and a heap arena of its own, so that the addresses a thread gets do not depend
//! on how threads interleave; states that differ only in the order of allocations are then the same state.
//!
//! A stack is used as a real one is: a function called from the same place finds its variables at the same
//! addresses, so that a loop that calls a function returns to the same state. A dangling pointer is told
//! from a pointer to the variable's successor by provenance, not by address. Heap addresses are never
//! used again in a run. Between objects lies a red zone, so that a pointer one past the end of an object
//! never equals one to its neighbour.
//!
//! What a program computes from the numbers behind its pointers is its own affair, and another layout is as good as
//! this one: passes that drop unused objects move the others. Three things hold in every layout, and programs may rely
//! on them: objects do not overlap, they are aligned, and **no pointer to an object has 32 low bits that are all
//! zero**. The last one is for C that passes a pointer where an `int` is declared, `assume(p)`: it asks
//! whether the pointer is null, in either data model.

use unspool_ir::DataModel;

pub const RED_ZONE: u64 = 16;

#[derive(Clone, Copy, Debug)]
pub struct AddressSpace {
    pub functions: u64,
    pub globals: u64,
    pub globals_end: u64,
    heap: u64,
    /// Of the first thread's heap; in 32 bits it gets the larger part.
    first_heap_size: u64,
    heap_size: u64,
    stack: u64,
    stack_size: u64,
    max_threads: u64,
}

/// What lies at an address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Region {
    Functions,
    Globals,
    Heap(u32),
    Stack(u32),
    Nothing,
}

pub const FUNCTION_STEP: u64 = 16;

impl AddressSpace {
    pub fn new(data_model: DataModel) -> Self {
        match data_model {
            DataModel::Ilp32 => AddressSpace {
                functions: 0x0040_0000,
                globals: 0x0804_8000,
                globals_end: 0x4000_0000,
                heap: 0x4000_0000,
                first_heap_size: 0x3000_0000,
                heap_size: 0x0050_0000,
                stack: 0xc000_0000,
                stack_size: 0x0040_0000,
                max_threads: 250,
            },
            DataModel::Lp64 => AddressSpace {
                functions: 0x5555_0000_1000,
                globals: 0x5556_0000_0000,
                globals_end: 0x5600_0000_0000,
                heap: 0x5600_0000_0000,
                first_heap_size: 1 << 38,
                heap_size: 1 << 34,
                stack: 0x7f00_0000_0000,
                stack_size: 1 << 27,
                max_threads: 2000,
            },
        }
    }

    pub fn max_threads(&self) -> usize {
        self.max_threads as usize
    }

    /// First address and end of a thread's heap.
    pub fn heap_of(&self, thread: u32) -> (u64, u64) {
        let start = match thread {
            0 => return (self.heap, self.heap + self.first_heap_size),
            t => self.heap + self.first_heap_size + u64::from(t - 1) * self.heap_size,
        };
        (start, start + self.heap_size)
    }

    /// First address of a thread's stack and its largest size.
    pub fn stack_of(&self, thread: u32) -> (u64, u64) {
        let start = self.stack + u64::from(thread) * self.stack_size;
        (start + RED_ZONE, self.stack_size - 4096)
    }

    pub fn region(&self, address: u64, functions: usize) -> Region {
        let functions_end = self.functions + functions as u64 * FUNCTION_STEP;
        if (self.functions..functions_end).contains(&address) {
            Region::Functions
        } else if (self.globals..self.globals_end).contains(&address) {
            Region::Globals
        } else if (self.stack..self.stack + self.max_threads * self.stack_size).contains(&address) {
            Region::Stack(((address - self.stack) / self.stack_size) as u32)
        } else if (self.heap..self.stack).contains(&address) {
            let offset = address - self.heap;
            match offset.checked_sub(self.first_heap_size) {
                None => Region::Heap(0),
                Some(rest) => Region::Heap(1 + (rest / self.heap_size) as u32),
            }
        } else {
            Region::Nothing
        }
    }
}

/// Where an object lies that is put behind all below `next`: its first address, and where the next one can be put.
///
/// Neither it nor its end has an address with 32 low bits of zero, unless the object is that large.
pub fn place_object(next: u64, size: u64, align: u64) -> Option<(u64, u64)> {
    let mut base = align_up(next, align)?;
    let looks_null = align_up(base, 1 << 32)?;
    if looks_null <= base.checked_add(size)? {
        base = align_up(looks_null + 1, align)?;
    }
    let end = base.checked_add(size)?.checked_add(RED_ZONE)?;
    Some((base, end))
}

/// The next multiple of `align`, which is a power of two (else taken as one).
pub fn align_up(address: u64, align: u64) -> Option<u64> {
    let align = align.max(1).next_power_of_two();
    Some(address.checked_add(align - 1)? & !(align - 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regions_do_not_overlap() {
        for model in [DataModel::Ilp32, DataModel::Lp64] {
            let space = AddressSpace::new(model);
            let last = space.max_threads as u32 - 1;
            for thread in [0, 1, 2, last] {
                let (start, end) = space.heap_of(thread);
                assert_eq!(space.region(start, 4), Region::Heap(thread));
                assert_eq!(space.region(end - 1, 4), Region::Heap(thread));
                let (start, size) = space.stack_of(thread);
                assert_eq!(space.region(start, 4), Region::Stack(thread));
                assert_eq!(space.region(start + size, 4), Region::Stack(thread));
            }
            assert!(space.heap_of(last).1 <= space.stack);
            let top = space.stack_of(last);
            if model == DataModel::Ilp32 {
                assert!(top.0 + top.1 < 1 << 32);
            }
            assert_eq!(space.region(space.functions + 16, 4), Region::Functions);
            assert_eq!(space.region(0, 4), Region::Nothing);
        }
    }

    #[test]
    fn no_address_of_an_object_looks_null_in_32_bits() {
        for next in [
            0x5600_0000_0000,
            0x56ff_ffff_fff0,
            0x5600_ffff_0000,
            1 << 32,
        ] {
            for (size, align) in [(0, 1), (4, 16), (0x10000, 4096), (1 << 31, 1), (1, 1 << 31)] {
                let (base, end) = place_object(next, size, align).expect("there is room");
                assert!(base >= next && base % align == 0 && end == base + size + RED_ZONE);
                let next_null = align_up(base, 1 << 32);
                assert!(next_null > Some(base + size), "{base:#x} {size:#x}");
            }
        }
        // Where it cannot be avoided, there is still a place.
        assert!(place_object(1 << 32, 1 << 33, 1).is_some());
        assert!(place_object(1 << 32, 1, 1 << 33).is_some());
        assert_eq!(place_object(u64::MAX - 8, 1, 1), None);
        assert_eq!(place_object(1 << 40, u64::MAX, 1), None);
    }
}
