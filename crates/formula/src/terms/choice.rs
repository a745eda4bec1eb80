//! `ite`: the operator that merging of paths makes most of.
//!
//! Nested choices with a common branch become one choice under a longer condition, choices of booleans become connectives, and an
//! operator on a choice between few constants moves into the choice, where it folds.

use super::{Node, Term, Terms, op};

/// Choices between up to so many constants are computed with leaf by leaf.
const LEAVES: u32 = 8;

impl Terms {
    /// `condition ? then : otherwise`, for bit-vectors and arrays.
    pub fn ite(&mut self, condition: Term, then: Term, otherwise: Term) -> Term {
        assert_eq!(self.width(condition), 1, "a condition is a boolean");
        let sort = self.sort(then);
        assert_eq!(sort, self.sort(otherwise), "branches of different sorts");
        if let Some(value) = self.as_boolean(condition) {
            return if value { then } else { otherwise };
        }
        if then == otherwise {
            return then;
        }
        if let Node::Not(inner) = self.node(condition) {
            return self.ite(inner, otherwise, then);
        }
        let super::Sort::Bits(width) = sort else {
            return self.array_ite(condition, then, otherwise);
        };
        if width == 1
            && let Some(connective) = self.boolean_ite(condition, then, otherwise)
        {
            return connective;
        }
        if let Some(merged) = self.merged_ite(condition, then, otherwise) {
            return merged;
        }
        // Not(x) and Not(y)
        if let (Node::Not(x), Node::Not(y)) = (self.node(then), self.node(otherwise)) {
            let chosen = self.ite(condition, x, y);
            return self.not(chosen);
        }
        self.make3(op::ITE, width, condition, then, otherwise)
    }

    /// Applies `operator` to the leaves of a choice between few constants, if `term` is one.
    pub(super) fn over_constant_choice(
        &mut self,
        term: Term,
        operator: impl Fn(&mut Terms, Term) -> Term + Copy,
    ) -> Option<Term> {
        let Node::Ite(condition, then, otherwise) = self.node(term) else {
            return None;
        };
        if self.constant_leaves(term, LEAVES)? > LEAVES {
            return None;
        }
        self.deeper(|terms| {
            let then = operator(terms, then);
            let otherwise = operator(terms, otherwise);
            terms.ite(condition, then, otherwise)
        })
    }

    /// How many constants a choice is between; `None` if one is not a constant, or they are more than `limit`.
    fn constant_leaves(&self, term: Term, limit: u32) -> Option<u32> {
        match self.node(term) {
            Node::Constant => Some(1),
            Node::Ite(_, then, otherwise) if limit > 1 => {
                let first = self.constant_leaves(then, limit - 1)?;
                let second = self.constant_leaves(otherwise, limit - first)?;
                Some(first + second)
            }
            _ => None,
        }
    }

    fn boolean_ite(&mut self, condition: Term, then: Term, otherwise: Term) -> Option<Term> {
        match (self.as_boolean(then), self.as_boolean(otherwise)) {
            (Some(true), _) => return Some(self.or(condition, otherwise)),
            (Some(false), _) => {
                let not = self.not(condition);
                return Some(self.and(not, otherwise));
            }
            (_, Some(false)) => return Some(self.and(condition, then)),
            (_, Some(true)) => return Some(self.implies(condition, then)),
            _ => {}
        }
        if then == condition {
            return Some(self.or(condition, otherwise));
        }
        if otherwise == condition {
            return Some(self.and(condition, then));
        }
        if self.is_complement(then, otherwise) {
            // then == condition, as an equivalence.
            let different = self.xor(condition, otherwise);
            return Some(different);
        }
        None
    }

    /// Choices of bit-vectors or of arrays.
    pub(super) fn merged_ite(
        &mut self,
        condition: Term,
        then: Term,
        otherwise: Term,
    ) -> Option<Term> {
        if let Node::Ite(inner, x, y) | Node::ArrayIte(inner, x, y) = self.node(then) {
            // The same condition again, or its negation (which ite never has), decides the inner choice.
            if inner == condition {
                return Some(self.ite(condition, x, otherwise));
            }
            if y == otherwise {
                return self.deeper(|terms| {
                    let both = terms.and(condition, inner);
                    terms.ite(both, x, otherwise)
                });
            }
            if x == otherwise {
                return self.deeper(|terms| {
                    let not = terms.not(inner);
                    let both = terms.and(condition, not);
                    terms.ite(both, y, otherwise)
                });
            }
        }
        if let Node::Ite(inner, x, y) | Node::ArrayIte(inner, x, y) = self.node(otherwise) {
            if inner == condition {
                return Some(self.ite(condition, then, y));
            }
            if x == then {
                return self.deeper(|terms| {
                    let either = terms.or(condition, inner);
                    terms.ite(either, then, y)
                });
            }
            if y == then {
                return self.deeper(|terms| {
                    let not = terms.not(inner);
                    let either = terms.or(condition, not);
                    terms.ite(either, then, x)
                });
            }
        }
        None
    }
}
