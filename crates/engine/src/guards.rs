//! Path guards: under which decisions a place of a thread is reached.
//!
//! A guard is a list of literals (conditions of branches) from the start of the thread on, shared as a tree. Where paths meet,
//! two guards that differ in one decision become what they had in common: `a & c` or `a & !c` is `a`. So the guard of a place
//! depends on the decisions that are still open there and not on the length of the path, and where states are
//! joined, the decision itself is the condition of the choice instead of the whole path.

use rustc_hash::FxHashMap;
use unspool_formula::terms::{Term, Terms};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Guard(u32);

struct Node {
    parent: Guard,
    literal: Term,
    /// The whole conjunction.
    term: Term,
    depth: u32,
}

#[derive(Default)]
pub struct Guards {
    nodes: Vec<Node>,
    children: FxHashMap<(Guard, Term), Guard>,
}

impl Guards {
    /// The guard of the start of a thread.
    pub fn root(&mut self, term: Term) -> Guard {
        let root = Guard(self.nodes.len() as u32);
        self.nodes.push(Node {
            parent: root,
            literal: term,
            term,
            depth: 0,
        });
        root
    }

    pub fn term(&self, guard: Guard) -> Term {
        self.nodes[guard.0 as usize].term
    }

    /// The guard and one condition more. None if the two contradict each other.
    pub fn and(&mut self, terms: &mut Terms, guard: Guard, condition: Term) -> Option<Guard> {
        if terms.is_true(condition) {
            return Some(guard);
        }
        if terms.is_false(condition) {
            return None;
        }
        if let Some(&known) = self.children.get(&(guard, condition)) {
            return Some(known);
        }
        let (parent_term, depth) = {
            let node = &self.nodes[guard.0 as usize];
            (node.term, node.depth)
        };
        let term = terms.and(parent_term, condition);
        if terms.is_false(term) {
            return None;
        }
        if term == parent_term {
            return Some(guard);
        }
        let child = Guard(self.nodes.len() as u32);
        self.nodes.push(Node {
            parent: guard,
            literal: condition,
            term,
            depth: depth + 1,
        });
        self.children.insert((guard, condition), child);
        Some(child)
    }

    /// The guard of where two paths meet, and a condition that tells on which of the two an execution came: true for the first.
    pub fn join(&mut self, terms: &mut Terms, first: Guard, second: Guard) -> (Guard, Term) {
        let common = self.common(first, second);
        let (one, other) = (
            self.below(terms, first, common),
            self.below(terms, second, common),
        );
        // Exactly one of the two holds if any does, so either tells which; the shorter one does it cheaper.
        let is_first = if self.distance(first, common) <= self.distance(second, common) {
            one
        } else {
            terms.not(other)
        };
        let either = terms.or(one, other);
        let joined = self.and(terms, common, either).unwrap_or(common);
        (joined, is_first)
    }

    pub fn depth(&self, guard: Guard) -> u32 {
        self.nodes[guard.0 as usize].depth
    }

    fn distance(&self, guard: Guard, ancestor: Guard) -> u32 {
        self.depth(guard) - self.depth(ancestor)
    }

    /// The last guard that both go through.
    fn common(&self, mut a: Guard, mut b: Guard) -> Guard {
        while a != b {
            if self.depth(a) >= self.depth(b) && self.depth(a) > 0 {
                a = self.nodes[a.0 as usize].parent;
            } else if self.depth(b) > 0 {
                b = self.nodes[b.0 as usize].parent;
            } else {
                break;
            }
        }
        a
    }

    /// The decisions between an ancestor and a guard.
    fn below(&self, terms: &mut Terms, guard: Guard, ancestor: Guard) -> Term {
        let mut at = guard;
        let mut term = terms.boolean(true);
        while at != ancestor && self.depth(at) > 0 {
            let node = &self.nodes[at.0 as usize];
            term = terms.and(node.literal, term);
            at = node.parent;
        }
        term
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decisions_that_are_closed_leave_no_trace() {
        let mut terms = Terms::new();
        let mut guards = Guards::default();
        let started = terms.variable("started", 1);
        let [a, b] = ["a", "b"].map(|name| terms.variable(name, 1));
        let root = guards.root(started);
        let not_a = terms.not(a);
        let not_b = terms.not(b);
        let then = guards.and(&mut terms, root, a).expect("possible");
        let otherwise = guards.and(&mut terms, root, not_a).expect("possible");
        let inner = guards.and(&mut terms, otherwise, b).expect("possible");
        let last = guards.and(&mut terms, otherwise, not_b).expect("possible");
        let (joined, is_inner) = guards.join(&mut terms, inner, last);
        assert_eq!(joined, otherwise);
        assert_eq!(is_inner, b);
        assert_eq!(guards.join(&mut terms, then, joined), (root, a));
        // Only two of the three ways.
        let (some, _) = guards.join(&mut terms, then, inner);
        assert_ne!(some, root);
        assert_eq!(guards.and(&mut terms, then, not_a), None);
    }
}
