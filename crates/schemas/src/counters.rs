//! Counters of no more bits than they need.

use unspool_ir::{TypeId, Types};

/// The smallest type of C that holds all numbers up to this one.
fn smallest_type(most: u32) -> TypeId {
    match most {
        0..=0xff => Types::U8,
        0x100..=0xffff => Types::U16,
        _ => Types::U32,
    }
}

/// The type of a counter up to this number: the smallest, or that of the original.
pub fn counter_type(most: u32, is_minimal: bool) -> TypeId {
    match is_minimal {
        true => smallest_type(most),
        false => Types::U32,
    }
}

/// How many bits these numbers have.
pub fn bits_for(most: u32) -> u32 {
    (u32::BITS - most.leading_zeros()).max(1)
}
