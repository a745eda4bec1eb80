//! Sets of targets, stored once each.
//!
//! In solved constraints the same few sets stand at very many variables, so that each distinct set is kept once and named by a
//! number, and results of operations on sets are remembered (Barbar and Sui, Hash Consed Points-To Sets, SAS 2021).
//!
//! A set is a sorted list of pairs of an object and offsets. To keep it finite and small, at most [`MAX_OFFSETS`] different
//! offsets of one object stay apart; with more they become one: everything that is as far apart
//! (`p = p + 4` in a loop: 0, 4, 8, ... become all multiples of 4). Single offsets that larger ones include are dropped; but a range
//! stays beside one that includes it, so that growing ranges are counted and come to an end.

use rustc_hash::{FxBuildHasher, FxHashMap};
use std::hash::BuildHasher;

use super::steps::Steps;

/// How many different offsets into an object are told apart in one set: enough for an array of nodes of which eight threads use four each.
pub const MAX_OFFSETS: usize = 32;

/// A distinct set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SetId(u32);

impl SetId {
    pub const EMPTY: SetId = SetId(0);
}

/// A distinct set of offsets.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct StepsId(u32);

impl StepsId {
    pub const ZERO: StepsId = StepsId(0);
    pub const ANYWHERE: StepsId = StepsId(1);
}

/// An object, by its number, and offsets in it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Entry {
    pub object: u32,
    pub steps: StepsId,
}

pub struct Sets {
    entries: Vec<Entry>,
    /// Where each set starts in `entries`; the next one's start is its end.
    starts: Vec<u32>,
    /// By hash, the last set with it; and for each set the one before it with the same hash.
    newest: FxHashMap<u64, SetId>,
    older: Vec<Option<SetId>>,
    unions: FxHashMap<(SetId, SetId), SetId>,
    shifts: FxHashMap<(SetId, StepsId), SetId>,
    steps: Vec<Steps>,
    steps_index: FxHashMap<Steps, StepsId>,
    sums: FxHashMap<(StepsId, StepsId), StepsId>,
    /// Objects from this number on have no inside: functions.
    first_function: u32,
    scratch: Vec<Entry>,
}

impl Sets {
    /// Offsets into objects from `first_function` on are always 0.
    pub fn new(first_function: u32) -> Self {
        let mut sets = Sets {
            entries: Vec::new(),
            starts: vec![0],
            newest: FxHashMap::default(),
            older: Vec::new(),
            unions: FxHashMap::default(),
            shifts: FxHashMap::default(),
            steps: Vec::new(),
            steps_index: FxHashMap::default(),
            sums: FxHashMap::default(),
            first_function,
            scratch: Vec::new(),
        };
        sets.intern_steps(Steps::ZERO);
        sets.intern_steps(Steps::ANYWHERE);
        sets.intern(&[]);
        sets
    }

    pub fn entries(&self, set: SetId) -> &[Entry] {
        let index = set.0 as usize;
        &self.entries[self.starts[index] as usize..self.starts[index + 1] as usize]
    }

    pub fn steps(&self, id: StepsId) -> Steps {
        self.steps[id.0 as usize]
    }

    pub fn intern_steps(&mut self, steps: Steps) -> StepsId {
        let new = StepsId(self.steps.len() as u32);
        let id = *self.steps_index.entry(steps).or_insert(new);
        if id == new {
            self.steps.push(steps);
        }
        id
    }

    /// Of offsets, or of what is added to them.
    pub fn sum(&mut self, a: StepsId, b: StepsId) -> StepsId {
        if a == StepsId::ZERO {
            return b;
        }
        if b == StepsId::ZERO {
            return a;
        }
        if let Some(&known) = self.sums.get(&(a, b)) {
            return known;
        }
        let sum = self.intern_steps(self.steps(a).plus(self.steps(b)));
        self.sums.insert((a, b), sum);
        sum
    }

    pub fn single(&mut self, object: u32, steps: StepsId) -> SetId {
        let steps = self.offset_in(object, steps);
        self.intern(&[Entry { object, steps }])
    }

    pub fn union(&mut self, a: SetId, b: SetId) -> SetId {
        if a == b || b == SetId::EMPTY {
            return a;
        }
        if a == SetId::EMPTY {
            return b;
        }
        let key = if a.0 < b.0 { (a, b) } else { (b, a) };
        if let Some(&known) = self.unions.get(&key) {
            return known;
        }
        let mut merged = std::mem::take(&mut self.scratch);
        merged.clear();
        merge(self.entries(a), self.entries(b), &mut merged);
        self.tidy(&mut merged);
        let union = self.intern(&merged);
        self.scratch = merged;
        self.unions.insert(key, union);
        union
    }

    /// The same objects, at offsets with `by` added.
    pub fn shifted(&mut self, set: SetId, by: StepsId) -> SetId {
        if by == StepsId::ZERO || set == SetId::EMPTY {
            return set;
        }
        if let Some(&known) = self.shifts.get(&(set, by)) {
            return known;
        }
        let mut moved = std::mem::take(&mut self.scratch);
        moved.clear();
        for index in 0..self.entries(set).len() {
            let Entry { object, steps } = self.entries(set)[index];
            let steps = self.sum(steps, by);
            let steps = self.offset_in(object, steps);
            moved.push(Entry { object, steps });
        }
        moved.sort_unstable();
        moved.dedup();
        self.tidy(&mut moved);
        let result = self.intern(&moved);
        self.scratch = moved;
        self.shifts.insert((set, by), result);
        result
    }

    /// Appends the entries of `set` that are not in `known`.
    pub fn new_entries(&self, set: SetId, known: SetId, new: &mut Vec<Entry>) {
        let mut known = self.entries(known);
        for &entry in self.entries(set) {
            while let [first, rest @ ..] = known
                && *first < entry
            {
                known = rest;
            }
            if known.first() != Some(&entry) {
                new.push(entry);
            }
        }
    }

    /// Forgets what only solving needs.
    pub fn forget_operations(&mut self) {
        self.newest = FxHashMap::default();
        self.older = Vec::new();
        self.unions = FxHashMap::default();
        self.shifts = FxHashMap::default();
        self.sums = FxHashMap::default();
        self.steps_index = FxHashMap::default();
    }

    fn offset_in(&self, object: u32, steps: StepsId) -> StepsId {
        if object >= self.first_function {
            StepsId::ZERO
        } else {
            steps
        }
    }

    fn intern(&mut self, entries: &[Entry]) -> SetId {
        let hash = FxBuildHasher.hash_one(Words(entries));
        let mut candidate = self.newest.get(&hash).copied();
        while let Some(set) = candidate {
            if self.entries(set) == entries {
                return set;
            }
            candidate = self.older[set.0 as usize];
        }
        let id = SetId(self.older.len() as u32);
        self.entries.extend_from_slice(entries);
        self.starts.push(self.entries.len() as u32);
        self.older.push(self.newest.insert(hash, id));
        id
    }

    /// Drops what is included in other entries, and widens where there are too many of one object.
    fn tidy(&mut self, entries: &mut Vec<Entry>) {
        let mut kept = 0;
        let mut start = 0;
        while start < entries.len() {
            let object = entries[start].object;
            let mut end = start + 1;
            while end < entries.len() && entries[end].object == object {
                end += 1;
            }
            if end - start == 1 {
                entries[kept] = entries[start];
                kept += 1;
            } else {
                kept += self.tidy_object(entries, kept, start, end);
            }
            start = end;
        }
        entries.truncate(kept);
    }

    /// The same for one object; moves what stays to `kept` and says how much that is.
    fn tidy_object(
        &mut self,
        entries: &mut [Entry],
        kept: usize,
        start: usize,
        end: usize,
    ) -> usize {
        let object = entries[start].object;
        let is_single = |entry: &Entry| matches!(self.steps(entry.steps), Steps::One(_));
        if end - start <= MAX_OFFSETS && entries[start..end].iter().all(is_single) {
            entries.copy_within(start..end, kept);
            return end - start;
        }
        let mut count = 0;
        for index in start..end {
            let entry = entries[index];
            let steps = self.steps(entry.steps);
            // What was kept before is still needed to compare with: it lies in front of `start`.
            let mut others = entries[kept..kept + count]
                .iter()
                .chain(&entries[index + 1..end]);
            if !others.any(|other| swallows(self.steps(other.steps), steps)) {
                entries[kept + count] = entry;
                count += 1;
            }
        }
        if count <= MAX_OFFSETS {
            return count;
        }
        let mut widened = self.steps(entries[kept].steps);
        for entry in &entries[kept + 1..kept + count] {
            widened = widened.widened_with(self.steps(entry.steps));
        }
        let steps = self.intern_steps(widened);
        entries[kept] = Entry { object, steps };
        1
    }
}

fn swallows(larger: Steps, smaller: Steps) -> bool {
    let may_go = match larger {
        Steps::One(_) => false,
        Steps::Range { .. } => matches!(smaller, Steps::One(_)),
        Steps::Every { .. } => true,
    };
    may_go && larger.includes(smaller)
}

fn merge(mut a: &[Entry], mut b: &[Entry], merged: &mut Vec<Entry>) {
    while let ([first, rest @ ..], [other, others @ ..]) = (a, b) {
        merged.push(*first.min(other));
        if first <= other {
            a = rest;
        }
        if other <= first {
            b = others;
        }
    }
    merged.extend_from_slice(a);
    merged.extend_from_slice(b);
}

struct Words<'a>(&'a [Entry]);

impl std::hash::Hash for Words<'_> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        for entry in self.0 {
            state.write_u64(u64::from(entry.object) << 32 | u64::from(entry.steps.0));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_offsets_stay_apart_and_too_many_become_one() {
        let mut sets = Sets::new(1);
        let mut all = SetId::EMPTY;
        let offset = |number: usize| 24 * number as i64;
        for number in 0..MAX_OFFSETS {
            let steps = sets.intern_steps(Steps::One(offset(number)));
            let single = sets.single(0, steps);
            all = sets.union(all, single);
            assert_eq!(sets.entries(all).len(), number + 1);
        }
        let steps = sets.intern_steps(Steps::One(offset(MAX_OFFSETS)));
        let single = sets.single(0, steps);
        all = sets.union(all, single);
        let [entry] = *sets.entries(all) else {
            panic!("{:?}", sets.entries(all));
        };
        let multiples = Steps::Every {
            residue: 0,
            step: 24,
        };
        assert_eq!(sets.steps(entry.steps), multiples);
    }
}
