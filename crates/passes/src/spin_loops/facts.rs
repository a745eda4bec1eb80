//! What is known of terms on one path: how its branches went, and what follows from that.
//!
//! Few things follow: conjunctions and disjunctions come apart, a value that equals a constant is that constant from
//! then on, and one of two possible values is it if it is not the other. That is what `while (test_and_set(&lock))` and
//! flags that home-made atomic functions return need.

use rustc_hash::FxHashMap;
use unspool_ir::{BinaryOp, Types, UnaryOp};

use super::terms::{Term, TermId, Terms};

#[derive(Clone, Default)]
pub struct Facts {
    /// Of terms of type bool.
    known: FxHashMap<TermId, bool>,
    /// Terms that equal a constant.
    constants: FxHashMap<TermId, TermId>,
}

/// Operators of bool terms seen through when asking for a truth.
const TRUTH_DEPTH: u32 = 32;

impl Facts {
    /// A constant if the term is known to equal it, else itself.
    pub fn resolve(&self, id: TermId) -> TermId {
        self.constants.get(&id).copied().unwrap_or(id)
    }

    pub fn truth(&self, terms: &Terms<'_>, id: TermId) -> Option<bool> {
        self.truth_within(terms, id, TRUTH_DEPTH)
    }

    fn truth_within(&self, terms: &Terms<'_>, id: TermId, depth: u32) -> Option<bool> {
        if let Some(&truth) = self.known.get(&id) {
            return Some(truth);
        }
        let depth = depth.checked_sub(1)?;
        match terms.term(id) {
            Term::Constant(bits) => Some(bits != 0),
            Term::Unary(UnaryOp::Not, a) => Some(!self.truth_within(terms, a, depth)?),
            Term::Binary(BinaryOp::And, a, b) => {
                let (a, b) = (
                    self.truth_within(terms, a, depth),
                    self.truth_within(terms, b, depth),
                );
                match (a, b) {
                    (Some(false), _) | (_, Some(false)) => Some(false),
                    (Some(true), Some(true)) => Some(true),
                    _ => None,
                }
            }
            Term::Binary(BinaryOp::Or, a, b) => {
                let (a, b) = (
                    self.truth_within(terms, a, depth),
                    self.truth_within(terms, b, depth),
                );
                match (a, b) {
                    (Some(true), _) | (_, Some(true)) => Some(true),
                    (Some(false), Some(false)) => Some(false),
                    _ => None,
                }
            }
            Term::Binary(BinaryOp::Eq, a, b) => {
                let (x, y) = (self.resolve(a), self.resolve(b));
                Some(terms.constant_of(x)? == terms.constant_of(y)?)
                    .filter(|_| !terms.types.is_float(terms.ty(a)))
            }
            _ => None,
        }
    }

    /// Learns that a bool term is true, or false. Returns whether that can be.
    pub fn assume(&mut self, terms: &mut Terms<'_>, id: TermId, truth: bool) -> bool {
        let mut pending = vec![(id, truth)];
        while let Some((id, truth)) = pending.pop() {
            if let Some(known) = self.truth(terms, id) {
                if known != truth {
                    return false;
                }
                continue;
            }
            self.known.insert(id, truth);
            let bool_constant = terms.constant(u128::from(truth), Types::BOOL);
            self.constants.insert(id, bool_constant);
            match terms.term(id) {
                Term::Unary(UnaryOp::Not, a) => pending.push((a, !truth)),
                Term::Binary(BinaryOp::And, a, b) if truth => {
                    pending.extend([(a, true), (b, true)]);
                }
                Term::Binary(BinaryOp::Or, a, b) if !truth => {
                    pending.extend([(a, false), (b, false)]);
                }
                Term::Binary(BinaryOp::Eq, a, b) if truth => {
                    let is_exact = !terms.types.is_float(terms.ty(a));
                    if is_exact && terms.constant_of(b).is_some() {
                        self.constants.insert(a, b);
                    }
                }
                _ => {}
            }
        }
        true
    }

    /// Whether two values of one type are the same on this path, to the last bit and for pointers to the object.
    pub fn are_equal(&self, terms: &mut Terms<'_>, a: TermId, b: TermId) -> bool {
        if a == b {
            return true;
        }
        let ty = terms.ty(a);
        if terms.ty(b) != ty || !terms.types.is_integer(ty) {
            return false;
        }
        let (x, y) = (self.resolve(a), self.resolve(b));
        if x == y {
            return true;
        }
        let equal = terms.equal(x, y);
        if self.truth(terms, equal) == Some(true) {
            return true;
        }
        self.is_the_other_bit(terms, x, y) || self.is_the_other_bit(terms, y, x)
    }

    /// Of a value that is 0 or 1: it is this one if it is not the other.
    fn is_the_other_bit(&self, terms: &mut Terms<'_>, value: TermId, constant: TermId) -> bool {
        let Some(bit @ (0 | 1)) = terms.constant_of(constant) else {
            return false;
        };
        if !terms.bits.contains(&value) {
            return false;
        }
        let other = terms.constant(1 - bit, terms.ty(value));
        let is_other = terms.equal(value, other);
        self.truth(terms, is_other) == Some(false)
    }
}
