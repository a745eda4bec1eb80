//! `not`, `and`, `or`, `xor` and what is made of them. At width 1 these are the connectives.
//!
//! `or` is an `and` of negations, so that one set of rules serves both. Negations move out of `xor`. A mask of low bits becomes an
//! extract, and operands that can never both have a bit set are recognised as a concatenation (`pieces.rs`), which is how
//! programs put bytes together.

use super::{Node, Term, Terms, op};
use crate::bits::Bits;

impl Terms {
    pub fn not(&mut self, a: Term) -> Term {
        if let Some(value) = self.as_constant(a) {
            return self.constant(&value.not());
        }
        if let Node::Not(inner) = self.node(a) {
            return inner;
        }
        let width = self.width(a);
        self.make1(op::NOT, width, a)
    }

    pub fn and(&mut self, a: Term, b: Term) -> Term {
        let width = self.same_width(a, b);
        let (a, b) = self.ordered(a, b);
        if a == b {
            return a;
        }
        if let Some(mask) = self.as_constant(b) {
            if let Some(value) = self.as_constant(a) {
                return self.constant(&value.and(&mask));
            }
            if let Some(simpler) = self.and_constant(a, b, &mask) {
                return simpler;
            }
        }
        if self.is_complement(a, b) {
            return self.zero(width);
        }
        if let Some(simpler) = self.absorbed(a, b).or_else(|| self.absorbed(b, a)) {
            return simpler;
        }
        if width == 1
            && let Some(bound) = self.conjoin_bounds(a, b)
        {
            return bound;
        }
        self.make2(op::AND, width, a, b)
    }

    pub fn or(&mut self, a: Term, b: Term) -> Term {
        self.same_width(a, b);
        if let Some(joined) = self.disjoint_pieces(a, b) {
            return joined;
        }
        let (a, b) = (self.not(a), self.not(b));
        let neither = self.and(a, b);
        self.not(neither)
    }

    pub fn xor(&mut self, a: Term, b: Term) -> Term {
        let width = self.same_width(a, b);
        if let Some(joined) = self.disjoint_pieces(a, b) {
            return joined;
        }
        // Negations move out: of both operands, and their number modulo two remains.
        let (a, a_negated) = self.without_not(a);
        let (b, b_negated) = self.without_not(b);
        if a_negated != b_negated {
            let plain = self.xor(a, b);
            return self.not(plain);
        }
        let (a, b) = self.ordered(a, b);
        if a == b {
            return self.zero(width);
        }
        if let Some(right) = self.as_constant(b) {
            if let Some(left) = self.as_constant(a) {
                return self.constant(&left.xor(&right));
            }
            if right.is_zero() {
                return a;
            }
            if right.is_ones() {
                return self.not(a);
            }
            // (x ^ c) ^ d
            if let Node::Xor(x, c) = self.node(a)
                && let Some(inner) = self.as_constant(c)
            {
                let merged = self.constant(&inner.xor(&right));
                return self.xor(x, merged);
            }
            if let Some(chosen) = self.over_constant_choice(a, |terms, leaf| terms.xor(leaf, b)) {
                return chosen;
            }
        }
        // x ^ (x ^ y)
        for (outer, inner) in [(a, b), (b, a)] {
            if let Node::Xor(x, y) = self.node(inner) {
                if x == outer {
                    return y;
                }
                if y == outer {
                    return x;
                }
            }
        }
        self.make2(op::XOR, width, a, b)
    }

    pub fn implies(&mut self, a: Term, b: Term) -> Term {
        let not_b = self.not(b);
        let counterexample = self.and(a, not_b);
        self.not(counterexample)
    }

    /// True (all ones) if there are none.
    pub fn and_all(&mut self, conjuncts: &[Term]) -> Term {
        let mut result = match conjuncts.first() {
            Some(first) => *first,
            None => return self.boolean(true),
        };
        for conjunct in &conjuncts[1..] {
            result = self.and(result, *conjunct);
        }
        result
    }

    /// False if there are none.
    pub fn or_all(&mut self, disjuncts: &[Term]) -> Term {
        let mut result = match disjuncts.first() {
            Some(first) => *first,
            None => return self.boolean(false),
        };
        for disjunct in &disjuncts[1..] {
            result = self.or(result, *disjunct);
        }
        result
    }

    pub(super) fn is_complement(&self, a: Term, b: Term) -> bool {
        matches!(self.node(a), Node::Not(inner) if inner == b)
            || matches!(self.node(b), Node::Not(inner) if inner == a)
    }

    /// Constants last, else the older term first: so that commuted terms are one.
    pub(super) fn ordered(&self, a: Term, b: Term) -> (Term, Term) {
        if (self.is_constant(a), a) <= (self.is_constant(b), b) {
            (a, b)
        } else {
            (b, a)
        }
    }

    fn without_not(&self, term: Term) -> (Term, bool) {
        match self.node(term) {
            Node::Not(inner) => (inner, true),
            _ => (term, false),
        }
    }

    /// `a & mask` where `mask_term` is the constant `mask`.
    fn and_constant(&mut self, a: Term, mask_term: Term, mask: &Bits) -> Option<Term> {
        let width = mask.width();
        if mask.is_zero() {
            return Some(mask_term);
        }
        if mask.is_ones() {
            return Some(a);
        }
        let known = self.known_bits(a);
        // Bits that the mask clears are clear already.
        if width <= 64 && !known.zeros & !mask.low_word() & Bits::ones(width).low_word() == 0 {
            return Some(a);
        }
        // (x & c) & d
        if let Node::And(x, c) = self.node(a)
            && let Some(inner) = self.as_constant(c)
        {
            let merged = self.constant(&inner.and(mask));
            return Some(self.and(x, merged));
        }
        // Low ones: an extract, with zeros above. Low zeros below ones to the top: the same with zeros below.
        let low_ones = mask.trailing_ones();
        if mask.leading_zeros() + low_ones == width {
            let low = self.extract(a, 0, low_ones);
            return Some(self.zero_extend(low, width));
        }
        let low_zeros = mask.trailing_zeros();
        if low_zeros + mask.sign_copies() == width {
            let high = self.extract(a, low_zeros, width - low_zeros);
            let zeros = self.zero(low_zeros);
            return Some(self.concat(high, zeros));
        }
        self.over_constant_choice(a, |terms, leaf| terms.and(leaf, mask_term))
    }

    /// Rules of two levels, by what `b` is: `a & (a & x)`, `a & !(a & x)`, `a & !(!a & x)`, `!x & !(x & y)`...
    fn absorbed(&mut self, a: Term, b: Term) -> Option<Term> {
        match self.node(b) {
            Node::And(x, y) => {
                if a == x || a == y {
                    return Some(b);
                }
                if self.is_complement(a, x) || self.is_complement(a, y) {
                    let width = self.width(a);
                    return Some(self.zero(width));
                }
                None
            }
            Node::Not(inner) => {
                let Node::And(x, y) = self.node(inner) else {
                    return None;
                };
                // a & !(!a & y) is a.
                if self.is_complement(a, x) || self.is_complement(a, y) {
                    return Some(a);
                }
                // a & !(a & y) is a & !y.
                let other = match a {
                    _ if a == x => y,
                    _ if a == y => x,
                    _ => return None,
                };
                self.deeper(|terms| {
                    let without = terms.not(other);
                    terms.and(a, without)
                })
            }
            _ => None,
        }
    }
}
