//! Differences of pointers: numbers, unless someone computes with addresses.
//!
//! The difference of two pointers into one object is a plain number, which is all that C allows. A program that subtracts
//! pointers to different objects may add one of them again later and be at the other, so such a difference has
//! the targets of both. If one operand never points anywhere (null), the difference has the targets of the other.
//! The latter is known only in the end: then such differences are linked, and solving goes on.
//!
//! Not followed: a difference with a pointer that is now null and now points into the very object of the other.

use super::graph::{Graph, Node};
use super::sets::{SetId, StepsId};

/// `left - right`.
#[derive(Clone, Copy, Debug)]
pub struct Difference {
    pub left: Node,
    pub right: Node,
    pub result: Node,
    pub has_targets: bool,
}

impl Graph {
    /// Something more is known of an operand.
    pub fn compare(&mut self, difference: u32) {
        let Difference { left, right, .. } = self.differences[difference as usize];
        let (left, right) = (self.set(left), self.set(right));
        if left == SetId::EMPTY || right == SetId::EMPTY {
            return;
        }
        let both = self.sets.union(left, right);
        let entries = self.sets.entries(both);
        let is_one_object = entries
            .windows(2)
            .all(|pair| pair[0].object == pair[1].object);
        if !is_one_object {
            self.give_targets(difference);
        }
    }

    /// Links those with one operand that points nowhere. Whether there are new ones.
    pub fn link_lonely_differences(&mut self) -> bool {
        let mut is_changed = false;
        for index in 0..self.differences.len() {
            let Difference {
                left,
                right,
                has_targets,
                ..
            } = self.differences[index];
            let is_lonely = (self.set(left) == SetId::EMPTY) != (self.set(right) == SetId::EMPTY);
            if is_lonely && !has_targets {
                self.give_targets(index as u32);
                is_changed = true;
            }
        }
        is_changed
    }

    fn give_targets(&mut self, difference: u32) {
        let difference = &mut self.differences[difference as usize];
        if std::mem::replace(&mut difference.has_targets, true) {
            return;
        }
        let Difference {
            left,
            right,
            result,
            ..
        } = *difference;
        self.add_edge(left, result, StepsId::ANYWHERE);
        self.add_edge(right, result, StepsId::ANYWHERE);
    }
}
