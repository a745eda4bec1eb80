//! What is known at a point of a thread: facts on its registers and private cells.
//!
//! A [`Fact`] is a range and what the value is made from: for the counting argument ([`super::counting`]) one loaded from shared
//! memory, for pointers the address of a place. What has no fact can be anything.
//!
//! States of blocks are persistent maps, so that they split for free and join at the cost of their differences. Inside a
//! block, facts are kept in a flat array in front of the map; only at the end of the block those that changed are
//! put into it, once per register and not once per assignment. Registers that only one block mentions, most of them, never are, and a register
//! is taken out of the map behind the last block (in the order of the text) that mentions it. So what paths
//! that meet have to compare are the registers that live there.

use unspool_ir::BlockId;

use super::cells::ClassId;
use super::interned::{AddressId, RangeId, RangeTable};
use super::mentions::Lifetimes;
use super::range::Range;
use crate::persistent_map::PersistentMap;

pub type FactMap = PersistentMap<Fact>;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fact {
    pub range: RangeId,
    pub origin: Origin,
}

/// What a value is made from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    Unknown,
    /// From a shared cell, by adding something.
    Loaded(Growth),
    /// It is an address in this object.
    Address(AddressId),
}

impl Origin {
    pub fn growth(self) -> Option<Growth> {
        match self {
            Origin::Loaded(growth) => Some(growth),
            _ => None,
        }
    }

    /// Of a value that is one or the other.
    pub fn join(self, other: Origin, table: &mut RangeTable) -> Origin {
        match (self, other) {
            _ if self == other => self,
            (Origin::Loaded(a), Origin::Loaded(b)) => {
                a.join(b).map_or(Origin::Unknown, Origin::Loaded)
            }
            (Origin::Address(a), Origin::Address(b)) => {
                match table.address(a).join(table.address(b)) {
                    Some(joined) => Origin::Address(table.intern_address(&joined)),
                    None => Origin::Unknown,
                }
            }
            _ => Origin::Unknown,
        }
    }
}

/// The value's low bits, as many as the class has, are those of what was loaded from the class plus a number from `low` to `high`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Growth {
    pub class: ClassId,
    pub low: i64,
    pub high: i64,
}

impl Growth {
    /// The same value with more added to it. None when it becomes too much to be of use.
    pub fn plus(self, low: i128, high: i128) -> Option<Growth> {
        let low = i64::try_from(i128::from(self.low).checked_add(low)?).ok()?;
        let high = i64::try_from(i128::from(self.high).checked_add(high)?).ok()?;
        Some(Growth { low, high, ..self })
    }

    /// Of a value that is one or the other.
    pub fn join(self, other: Growth) -> Option<Growth> {
        (self.class == other.class).then_some(Growth {
            class: self.class,
            low: self.low.min(other.low),
            high: self.high.max(other.high),
        })
    }
}

/// A register, or a private cell of memory: by number, the cells behind the registers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Key(pub u32);

/// The state inside the block that is being walked, and on an edge behind it.
pub struct State {
    map: FactMap,
    /// By key; valid where the time is that of the block.
    facts: Vec<Entry>,
    time: u32,
    /// Keys whose facts are not those of the map, each at least once; on an edge with the entry before.
    changed: Vec<(Key, Entry)>,
    on_edge: bool,
}

#[derive(Clone, Copy)]
struct Entry {
    time: u32,
    is_changed: bool,
    fact: Option<Fact>,
}

impl State {
    /// For a thread with this many keys.
    pub fn new(keys: usize) -> State {
        let entry = Entry {
            time: 0,
            is_changed: false,
            fact: None,
        };
        State {
            map: FactMap::default(),
            facts: vec![entry; keys],
            time: 0,
            changed: Vec::new(),
            on_edge: false,
        }
    }

    /// Begins a block in front of which this is known.
    pub fn enter(&mut self, map: FactMap) {
        self.map = map;
        self.time += 1;
        self.changed.clear();
        self.on_edge = false;
    }

    pub fn get(&mut self, key: Key) -> Option<Fact> {
        let entry = &mut self.facts[key.0 as usize];
        if entry.time != self.time {
            *entry = Entry {
                time: self.time,
                is_changed: false,
                fact: self.map.get(u64::from(key.0)),
            };
        }
        entry.fact
    }

    pub fn set(&mut self, key: Key, fact: Option<Fact>) {
        let entry = &mut self.facts[key.0 as usize];
        let before = *entry;
        *entry = Entry {
            time: self.time,
            is_changed: true,
            fact,
        };
        let is_noted = before.time == self.time && before.is_changed;
        if !is_noted || self.on_edge {
            self.changed.push((key, before));
        }
    }

    /// Ends the block and gives what is known behind it of what later blocks mention. Then come edges.
    pub fn leave(&mut self, block: BlockId, lifetimes: &Lifetimes) -> FactMap {
        let mut changed = std::mem::take(&mut self.changed);
        for (key, _) in changed.drain(..) {
            if lifetimes.lives_behind(key, block) {
                put(&mut self.map, key, self.facts[key.0 as usize].fact);
            }
        }
        self.changed = changed;
        self.on_edge = true;
        let mut map = self.map.clone();
        for key in lifetimes.ending_in(block) {
            map.remove(u64::from(key.0));
        }
        map
    }

    /// Ends an edge: `map`, which is known behind the block, with what has been set since. The state is again that of the end
    /// of the block.
    pub fn leave_edge(&mut self, block: BlockId, map: &FactMap, lifetimes: &Lifetimes) -> FactMap {
        let mut map = map.clone();
        for &(key, _) in &self.changed {
            if lifetimes.lives_behind(key, block) {
                put(&mut map, key, self.facts[key.0 as usize].fact);
            }
        }
        for (key, before) in self.changed.drain(..).rev() {
            self.facts[key.0 as usize] = before;
        }
        map
    }

    /// All that was set, for the start of a thread.
    pub fn leave_start(&mut self) -> FactMap {
        for (key, _) in self.changed.drain(..) {
            put(&mut self.map, key, self.facts[key.0 as usize].fact);
        }
        std::mem::take(&mut self.map)
    }
}

fn put(map: &mut FactMap, key: Key, fact: Option<Fact>) {
    match fact {
        Some(fact) => map.insert(u64::from(key.0), fact),
        None => map.remove(u64::from(key.0)),
    }
}

/// What is known where two paths meet.
pub fn join(a: &FactMap, b: &FactMap, table: &mut RangeTable) -> FactMap {
    a.merge(b, &mut |_, first, second| {
        let (first, second) = (first?, second?);
        let range = table.join(first.range, second.range);
        let origin = first.origin.join(second.origin, table);
        let is_top = table.get(range).is_some_and(Range::is_top);
        let says_nothing = is_top && origin == Origin::Unknown;
        (!says_nothing).then_some(Fact { range, origin })
    })
}
