//! Sets of small numbers, each kept once.
//!
//! Analyses carry sets along the control-flow graph (locks held, threads ended) that are the same nearly everywhere. Here a
//! set is named by a number: copying and comparing cost nothing, and an operation on the same operands is made once.

use std::rc::Rc;

use rustc_hash::FxHashMap;

/// The default is the empty set.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct SetId(u32);

impl SetId {
    pub const EMPTY: SetId = SetId(0);
}

pub struct NumberSets {
    /// Ascending members.
    sets: Vec<Rc<[u32]>>,
    index: FxHashMap<Rc<[u32]>, SetId>,
    enlarged: FxHashMap<(SetId, u32), SetId>,
    unions: FxHashMap<(SetId, SetId), SetId>,
    intersections: FxHashMap<(SetId, SetId), SetId>,
}

impl Default for NumberSets {
    fn default() -> Self {
        let empty: Rc<[u32]> = Rc::from([]);
        NumberSets {
            sets: vec![Rc::clone(&empty)],
            index: FxHashMap::from_iter([(empty, SetId::EMPTY)]),
            enlarged: FxHashMap::default(),
            unions: FxHashMap::default(),
            intersections: FxHashMap::default(),
        }
    }
}

impl NumberSets {
    /// Ascending.
    pub fn members(&self, set: SetId) -> &[u32] {
        &self.sets[set.0 as usize]
    }

    pub fn contains(&self, set: SetId, number: u32) -> bool {
        self.members(set).binary_search(&number).is_ok()
    }

    pub fn with(&mut self, set: SetId, number: u32) -> SetId {
        if let Some(&known) = self.enlarged.get(&(set, number)) {
            return known;
        }
        let members = self.members(set);
        let result = match members.binary_search(&number) {
            Ok(_) => set,
            Err(position) => {
                let mut members = members.to_vec();
                members.insert(position, number);
                self.intern(members)
            }
        };
        self.enlarged.insert((set, number), result);
        result
    }

    pub fn without(&mut self, set: SetId, number: u32) -> SetId {
        match self.members(set).binary_search(&number) {
            Ok(_) => self.filter(set, |member| member != number),
            Err(_) => set,
        }
    }

    pub fn union(&mut self, a: SetId, b: SetId) -> SetId {
        let key = (a.min(b), a.max(b));
        if key.0 == SetId::EMPTY || a == b {
            return key.1;
        }
        if let Some(&known) = self.unions.get(&key) {
            return known;
        }
        let mut members = [self.members(a), self.members(b)].concat();
        members.sort_unstable();
        members.dedup();
        let result = self.intern(members);
        self.unions.insert(key, result);
        result
    }

    pub fn intersection(&mut self, a: SetId, b: SetId) -> SetId {
        let key = (a.min(b), a.max(b));
        if key.0 == SetId::EMPTY || a == b {
            return key.0;
        }
        if let Some(&known) = self.intersections.get(&key) {
            return known;
        }
        let others = Rc::clone(&self.sets[b.0 as usize]);
        let result = self.filter(a, |member| others.binary_search(&member).is_ok());
        self.intersections.insert(key, result);
        result
    }

    /// What is in the first and not in the second.
    pub fn difference(&mut self, a: SetId, b: SetId) -> SetId {
        if b == SetId::EMPTY {
            return a;
        }
        let others = Rc::clone(&self.sets[b.0 as usize]);
        self.filter(a, |member| others.binary_search(&member).is_err())
    }

    pub fn filter(&mut self, set: SetId, is_kept: impl Fn(u32) -> bool) -> SetId {
        let members = self.members(set).iter().copied();
        let kept = members.filter(|&member| is_kept(member)).collect();
        self.intern(kept)
    }

    fn intern(&mut self, members: Vec<u32>) -> SetId {
        if let Some(&known) = self.index.get(members.as_slice()) {
            return known;
        }
        let id = SetId(self.sets.len() as u32);
        let members: Rc<[u32]> = members.into();
        self.sets.push(Rc::clone(&members));
        self.index.insert(members, id);
        id
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(sets: &mut NumberSets, members: &[u32]) -> SetId {
        members
            .iter()
            .fold(SetId::EMPTY, |set, &member| sets.with(set, member))
    }

    #[test]
    fn equal_sets_have_one_name() {
        let mut sets = NumberSets::default();
        let a = set(&mut sets, &[3, 1, 2, 3]);
        assert_eq!(a, set(&mut sets, &[2, 1, 3]));
        assert_eq!(sets.members(a), [1, 2, 3]);
        assert!(sets.contains(a, 2) && !sets.contains(a, 4));
    }

    #[test]
    fn operations_are_those_of_sets() {
        let mut sets = NumberSets::default();
        let (a, b) = (set(&mut sets, &[1, 2, 3]), set(&mut sets, &[2, 3, 4]));
        for _ in 0..2 {
            let union = sets.union(a, b);
            assert_eq!(sets.members(union), [1, 2, 3, 4]);
            let intersection = sets.intersection(b, a);
            assert_eq!(sets.members(intersection), [2, 3]);
        }
        assert_eq!(sets.union(SetId::EMPTY, a), a);
        assert_eq!(sets.intersection(SetId::EMPTY, a), SetId::EMPTY);
        let difference = sets.difference(a, b);
        assert_eq!(sets.members(difference), [1]);
        let smaller = sets.without(a, 2);
        assert_eq!(sets.members(smaller), [1, 3]);
        assert_eq!(sets.without(smaller, 2), smaller);
    }
}
