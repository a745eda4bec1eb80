//! Values numbered in the order in which they are first met: equal ones have one number.

use std::hash::Hash;

use rustc_hash::FxHashMap;

#[derive(Clone, Debug)]
pub struct Numbering<T> {
    list: Vec<T>,
    numbers: FxHashMap<T, u32>,
}

impl<T> Default for Numbering<T> {
    fn default() -> Self {
        Numbering {
            list: Vec::new(),
            numbers: FxHashMap::default(),
        }
    }
}

impl<T: Copy + Eq + Hash> Numbering<T> {
    /// The number of a value, a new one if it is new.
    pub fn number(&mut self, value: T) -> u32 {
        let next = self.list.len() as u32;
        let number = *self.numbers.entry(value).or_insert(next);
        if number == next {
            self.list.push(value);
        }
        number
    }

    /// The number of a value that has one.
    pub fn known(&self, value: T) -> Option<u32> {
        self.numbers.get(&value).copied()
    }

    /// By number.
    pub fn list(&self) -> &[T] {
        &self.list
    }
}
