//! Parts of bit-vectors: `extract`, `concat` and the extensions.
//!
//! Normal forms: an extract is never of a constant, an extract, a concatenation or an extension; concatenations associate to the right,
//! with adjacent extracts of one term and adjacent constants merged. A zero extension is a concatenation with zeros.
//! Taking a word apart into bytes and putting it together again gives the word.

use super::{Node, Term, Terms, op};
use crate::bits::Bits;

impl Terms {
    /// Bits `low .. low + width` of `a`.
    pub fn extract(&mut self, a: Term, low: u32, width: u32) -> Term {
        let whole = self.width(a);
        assert!(width > 0 && low + width <= whole, "extract out of range");
        if width == whole {
            return a;
        }
        if let Some(value) = self.as_constant(a) {
            return self.constant(&value.extract(low, width));
        }
        if let Some(Some(simpler)) = self.deeper(|terms| terms.extract_of(a, low, width)) {
            return simpler;
        }
        self.intern_settled(op::EXTRACT, width, [a.0, low, 0])
    }

    /// One bit.
    pub fn bit(&mut self, a: Term, index: u32) -> Term {
        self.extract(a, index, 1)
    }

    /// The top bit.
    pub fn sign(&mut self, a: Term) -> Term {
        let width = self.width(a);
        self.bit(a, width - 1)
    }

    /// `high` above `low`.
    pub fn concat(&mut self, high: Term, low: Term) -> Term {
        let width = self.width(high) + self.width(low);
        if let Some(merged) = self.merge_adjacent(high, low) {
            return merged;
        }
        match (self.node(high), self.node(low)) {
            (Node::Concat(a, b), _) => {
                if let Some(joined) = self.deeper(|terms| {
                    let below = terms.concat(b, low);
                    terms.concat(a, below)
                }) {
                    return joined;
                }
            }
            (_, Node::Concat(first, rest)) => {
                if let Some(merged) = self.merge_adjacent(high, first) {
                    return self.concat(merged, rest);
                }
            }
            _ => {}
        }
        self.make2(op::CONCAT, width, high, low)
    }

    pub fn zero_extend(&mut self, a: Term, width: u32) -> Term {
        let narrow = self.width(a);
        assert!(width >= narrow, "extension to less");
        if width == narrow {
            return a;
        }
        let zeros = self.zero(width - narrow);
        self.concat(zeros, a)
    }

    pub fn sign_extend(&mut self, a: Term, width: u32) -> Term {
        let narrow = self.width(a);
        assert!(width >= narrow, "extension to less");
        if width == narrow {
            return a;
        }
        if let Some(value) = self.as_constant(a) {
            return self.constant(&value.sign_extend(width));
        }
        match self.node(a) {
            Node::SignExtend(inner) => return self.sign_extend(inner, width),
            Node::Concat(high, _) => {
                if let Some(top) = self.as_constant(high) {
                    let copies = Bits::truth(top.sign()).sign_extend(width - narrow);
                    let copies = self.constant(&copies);
                    return self.concat(copies, a);
                }
            }
            _ => {}
        }
        if self.known_bits(a).leading_zeros() > 0 {
            return self.zero_extend(a, width);
        }
        self.make1(op::SIGN_EXTEND, width, a)
    }

    /// The low `width` bits, or an extension to that width.
    pub fn resize(&mut self, a: Term, width: u32, signed: bool) -> Term {
        if width <= self.width(a) {
            self.extract(a, 0, width)
        } else if signed {
            self.sign_extend(a, width)
        } else {
            self.zero_extend(a, width)
        }
    }

    /// `a | b` (and `a + b`, `a ^ b`) where one has only high bits and the other only low ones.
    pub(super) fn disjoint_pieces(&mut self, a: Term, b: Term) -> Option<Term> {
        let (a_known, b_known) = (self.known_bits(a), self.known_bits(b));
        let width = a_known.width;
        if width > 64 {
            return self.disjoint_concats(a, b);
        }
        for (high, low, split) in [
            (a, b, b_known.unsigned_bits()),
            (b, a, a_known.unsigned_bits()),
        ] {
            if split == 0 {
                return Some(high);
            }
            if split < width && self.known_bits(high).trailing_zeros() >= split {
                return self.deeper(|terms| {
                    let top = terms.extract(high, split, width - split);
                    let bottom = terms.extract(low, 0, split);
                    terms.concat(top, bottom)
                });
            }
        }
        None
    }

    /// The same for wide terms, of whose bits less is known: `x ++ 0` and `0 ++ y`.
    fn disjoint_concats(&mut self, a: Term, b: Term) -> Option<Term> {
        for (high, low) in [(a, b), (b, a)] {
            if self.as_constant(low).is_some_and(|value| value.is_zero()) {
                return Some(high);
            }
            let Node::Concat(zeros, bottom) = self.node(low) else {
                continue;
            };
            let split = self.width(bottom);
            if !self.is_zero_constant(zeros) || self.known_bits(high).trailing_zeros() < split {
                continue;
            }
            return self.deeper(|terms| {
                let width = terms.width(high);
                let top = terms.extract(high, split, width - split);
                terms.concat(top, bottom)
            });
        }
        None
    }

    pub(super) fn is_zero_constant(&self, term: Term) -> bool {
        self.as_constant(term).is_some_and(|value| value.is_zero())
    }

    fn extract_of(&mut self, a: Term, low: u32, width: u32) -> Option<Term> {
        match self.node(a) {
            Node::Extract(inner, from) => Some(self.extract(inner, from + low, width)),
            Node::Concat(top, bottom) => {
                let split = self.width(bottom);
                if low + width <= split {
                    return Some(self.extract(bottom, low, width));
                }
                if low >= split {
                    return Some(self.extract(top, low - split, width));
                }
                let upper = self.extract(top, 0, low + width - split);
                let lower = self.extract(bottom, low, split - low);
                Some(self.concat(upper, lower))
            }
            Node::SignExtend(inner) => {
                let narrow = self.width(inner);
                if low + width <= narrow {
                    return Some(self.extract(inner, low, width));
                }
                let start = low.min(narrow - 1);
                let part = self.extract(inner, start, narrow - start);
                Some(self.sign_extend(part, width))
            }
            Node::Not(inner) => {
                let part = self.extract(inner, low, width);
                Some(self.not(part))
            }
            Node::And(x, mask) if self.is_constant(mask) => {
                let (x, mask) = (self.extract(x, low, width), self.extract(mask, low, width));
                Some(self.and(x, mask))
            }
            Node::Xor(x, mask) if self.is_constant(mask) => {
                let (x, mask) = (self.extract(x, low, width), self.extract(mask, low, width));
                Some(self.xor(x, mask))
            }
            Node::Ite(condition, x, y) if self.is_pieces(x) && self.is_pieces(y) => {
                let (x, y) = (self.extract(x, low, width), self.extract(y, low, width));
                Some(self.ite(condition, x, y))
            }
            // The low bits of sums and products depend on the low bits only.
            Node::Add(x, y) if low == 0 && self.is_pieces(x) && self.is_pieces(y) => {
                let (x, y) = (self.extract(x, 0, width), self.extract(y, 0, width));
                Some(self.add(x, y))
            }
            Node::Multiply(x, y) if low == 0 && self.is_pieces(x) && self.is_pieces(y) => {
                let (x, y) = (self.extract(x, 0, width), self.extract(y, 0, width));
                Some(self.multiply(x, y))
            }
            _ => None,
        }
    }

    /// Whether extracts of it simplify.
    fn is_pieces(&self, term: Term) -> bool {
        matches!(
            self.node(term),
            Node::Constant | Node::Concat(..) | Node::SignExtend(_) | Node::Extract(..)
        )
    }

    fn merge_adjacent(&mut self, high: Term, low: Term) -> Option<Term> {
        if let (Some(top), Some(bottom)) = (self.as_constant(high), self.as_constant(low)) {
            return Some(self.constant(&top.concat(&bottom)));
        }
        let (x, start) = self.as_piece(high);
        let (y, below) = self.as_piece(low);
        let (upper, lower) = (self.width(high), self.width(low));
        (x == y && start == below + lower).then(|| self.extract(x, below, lower + upper))
    }

    fn as_piece(&self, term: Term) -> (Term, u32) {
        match self.node(term) {
            Node::Extract(whole, low) => (whole, low),
            _ => (term, 0),
        }
    }
}
