//! Ranges and addresses, numbered.
//!
//! A program has millions of facts and few different ranges. A fact is a number; equal ranges have equal numbers.

use rustc_hash::FxHashMap;

use super::locations::Address;
use super::range::Range;

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
    list: Vec<Range>,
    numbers: FxHashMap<Range, u32>,
    addresses: Vec<Address>,
    address_numbers: FxHashMap<Address, u32>,
}

impl RangeTable {
    pub fn intern(&mut self, range: &Range) -> RangeId {
        if let Some(&number) = self.numbers.get(range) {
            return RangeId(number);
        }
        let number = self.list.len() as u32;
        self.list.push(*range);
        self.numbers.insert(*range, number);
        RangeId(number)
    }

    /// None for [`RangeId::NOTHING`].
    pub fn get(&self, id: RangeId) -> Option<&Range> {
        self.list.get(id.0 as usize)
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
        let next = self.addresses.len() as u32;
        let number = *self.address_numbers.entry(*address).or_insert(next);
        if number == next {
            self.addresses.push(*address);
        }
        AddressId(number)
    }

    pub fn address(&self, id: AddressId) -> &Address {
        &self.addresses[id.0 as usize]
    }
}
