//! Ranges and addresses, numbered.
//!
//! A program has millions of facts and few different ranges. A fact is a number; equal ranges have equal numbers.

use super::locations::Address;
use super::range::Range;
use crate::numbering::Numbering;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RangeId(u32);

impl RangeId {
    /// No value at all: what is never executed computes nothing.
    pub const NOTHING: RangeId = RangeId(u32::MAX);
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct AddressId(u32);

#[derive(Clone, Debug, Default)]
pub struct RangeTable {
    ranges: Numbering<Range>,
    addresses: Numbering<Address>,
}

impl RangeTable {
    pub fn intern(&mut self, range: &Range) -> RangeId {
        RangeId(self.ranges.number(*range))
    }

    /// None for [`RangeId::NOTHING`].
    pub fn get(&self, id: RangeId) -> Option<&Range> {
        self.ranges.list().get(id.0 as usize)
    }

    /// The join of two, either of which may be nothing.
    pub fn join(&mut self, a: RangeId, b: RangeId) -> RangeId {
        match (self.get(a), self.get(b)) {
            _ if a == b => a,
            (Some(first), Some(second)) => {
                let joined = first.join(second);
                self.intern(&joined)
            }
            (Some(_), None) => a,
            _ => b,
        }
    }

    /// What is in both.
    pub fn meet(&mut self, a: RangeId, b: RangeId) -> RangeId {
        if a == b {
            return a;
        }
        let both = self.get(a).zip(self.get(b));
        let both = both.and_then(|(first, second)| first.meet(second));
        both.map_or(RangeId::NOTHING, |both| self.intern(&both))
    }

    pub fn intern_address(&mut self, address: &Address) -> AddressId {
        AddressId(self.addresses.number(*address))
    }

    pub fn address(&self, id: AddressId) -> &Address {
        &self.addresses.list()[id.0 as usize]
    }
}
