//! Equality and the two orders.
//!
//! `a <= b` is `!(b < a)`. A constant stands on the right of an equality. Comparisons are decided by known bits where these suffice,
//! and narrowed to the bits that can differ; the sign of a number is a bit, not a comparison.

use std::cmp::Ordering;

use super::{Node, Term, Terms, op};
use crate::bits::Bits;

impl Terms {
    pub fn equal(&mut self, a: Term, b: Term) -> Term {
        let width = self.same_width(a, b);
        if a == b {
            return self.boolean(true);
        }
        if width == 1 {
            let different = self.xor(a, b);
            return self.not(different);
        }
        let (a, b) = self.ordered(a, b);
        if self.surely_different(a, b) {
            return self.boolean(false);
        }
        if let Some(value) = self.as_constant(b) {
            if self.is_constant(a) {
                // Constants are equal only if they are the same term.
                return self.boolean(false);
            }
            if let Some(Some(simpler)) = self.deeper(|terms| terms.equal_constant(a, &value)) {
                return simpler;
            }
        }
        if let Some(Some(simpler)) = self.deeper(|terms| terms.equal_parts(a, b)) {
            return simpler;
        }
        self.make2(op::EQUAL, 1, a, b)
    }

    pub fn distinct(&mut self, a: Term, b: Term) -> Term {
        let same = self.equal(a, b);
        self.not(same)
    }

    pub fn is_zero(&mut self, a: Term) -> Term {
        let width = self.width(a);
        let zero = self.zero(width);
        self.equal(a, zero)
    }

    /// C's truth value.
    pub fn is_nonzero(&mut self, a: Term) -> Term {
        let zero = self.is_zero(a);
        self.not(zero)
    }

    /// Unsigned `a < b`.
    pub fn less(&mut self, a: Term, b: Term) -> Term {
        let width = self.same_width(a, b);
        if a == b {
            return self.boolean(false);
        }
        if width == 1 {
            let not = self.not(a);
            return self.and(not, b);
        }
        let (left, right) = (self.as_constant(a), self.as_constant(b));
        if let (Some(left), Some(right)) = (&left, &right) {
            return self.boolean(left.compare(right) == Ordering::Less);
        }
        let (a_known, b_known) = (self.known_bits(a), self.known_bits(b));
        if let (Some((a_least, a_most)), Some((b_least, b_most))) =
            (a_known.unsigned_range(), b_known.unsigned_range())
        {
            if a_most < b_least {
                return self.boolean(true);
            }
            if a_least >= b_most {
                return self.boolean(false);
            }
        }
        if let Some(bound) = &right {
            if bound.is_zero() {
                return self.boolean(false);
            }
            if bound.is_one() {
                return self.is_zero(a);
            }
            if bound.is_ones() {
                return self.distinct(a, b);
            }
            if bound.is_power_of_two() {
                let low = bound.trailing_zeros();
                let high = self.extract(a, low, width - low);
                return self.is_zero(high);
            }
            if let Some(chosen) = self.over_constant_choice(a, |terms, leaf| terms.less(leaf, b)) {
                return chosen;
            }
        }
        if let Some(bound) = &left {
            if bound.is_zero() {
                return self.is_nonzero(b);
            }
            if bound.is_ones() {
                return self.boolean(false);
            }
            if bound.trailing_ones() + bound.leading_zeros() == width {
                // Above a power of two less one.
                let low = bound.trailing_ones();
                let high = self.extract(b, low, width - low);
                return self.is_nonzero(high);
            }
            if let Some(chosen) = self.over_constant_choice(b, |terms, leaf| terms.less(a, leaf)) {
                return chosen;
            }
        }
        if let (Node::Not(x), Node::Not(y)) = (self.node(a), self.node(b)) {
            return self.less(y, x);
        }
        let needed = a_known.unsigned_bits().max(b_known.unsigned_bits());
        let differing = self.below_common_top(a, b);
        let narrower = needed.max(1).min(self.width(differing.0));
        if narrower < width {
            let (a, b) = (
                self.extract(differing.0, 0, narrower),
                self.extract(differing.1, 0, narrower),
            );
            return self.less(a, b);
        }
        self.make2(op::LESS, 1, a, b)
    }

    pub fn less_or_equal(&mut self, a: Term, b: Term) -> Term {
        let greater = self.less(b, a);
        self.not(greater)
    }

    /// Signed `a < b`.
    pub fn less_signed(&mut self, a: Term, b: Term) -> Term {
        let width = self.same_width(a, b);
        if a == b {
            return self.boolean(false);
        }
        if width == 1 {
            let not = self.not(b);
            return self.and(a, not);
        }
        let (left, right) = (self.as_constant(a), self.as_constant(b));
        if let (Some(left), Some(right)) = (&left, &right) {
            return self.boolean(left.compare_signed(right) == Ordering::Less);
        }
        let (a_known, b_known) = (self.known_bits(a), self.known_bits(b));
        if let (Some((a_least, a_most)), Some((b_least, b_most))) =
            (a_known.signed_range(), b_known.signed_range())
        {
            if a_most < b_least {
                return self.boolean(true);
            }
            if a_least >= b_most {
                return self.boolean(false);
            }
            if a_least >= 0 && b_least >= 0 {
                return self.less(a, b);
            }
        }
        if let Some(bound) = &right {
            if bound.is_zero() {
                return self.sign(a);
            }
            if *bound == Bits::sign_bit(width).not() {
                return self.distinct(a, b);
            }
            if let Some(chosen) =
                self.over_constant_choice(a, |terms, leaf| terms.less_signed(leaf, b))
            {
                return chosen;
            }
        }
        if let Some(bound) = &left {
            if bound.is_ones() {
                let negative = self.sign(b);
                return self.not(negative);
            }
            if *bound == Bits::sign_bit(width) {
                return self.distinct(a, b);
            }
            if let Some(chosen) =
                self.over_constant_choice(b, |terms, leaf| terms.less_signed(a, leaf))
            {
                return chosen;
            }
        }
        if let (Node::Not(x), Node::Not(y)) = (self.node(a), self.node(b)) {
            return self.less_signed(y, x);
        }
        let needed = a_known.signed_bits().max(b_known.signed_bits());
        if needed < width {
            let (a, b) = (self.extract(a, 0, needed), self.extract(b, 0, needed));
            return self.less_signed(a, b);
        }
        self.make2(op::LESS_SIGNED, 1, a, b)
    }

    pub fn less_or_equal_signed(&mut self, a: Term, b: Term) -> Term {
        let greater = self.less_signed(b, a);
        self.not(greater)
    }

    fn surely_different(&self, a: Term, b: Term) -> bool {
        if self.is_complement(a, b) {
            return true;
        }
        let (a, b) = (self.known_bits(a), self.known_bits(b));
        if a.zeros & b.ones != 0 || a.ones & b.zeros != 0 {
            return true;
        }
        match (a.signed_range(), b.signed_range()) {
            (Some((a_least, a_most)), Some((b_least, b_most))) => {
                a_most < b_least || b_most < a_least
            }
            _ => false,
        }
    }

    /// `a == value` by what `a` is.
    fn equal_constant(&mut self, a: Term, value: &Bits) -> Option<Term> {
        let width = value.width();
        match self.node(a) {
            Node::Not(x) => {
                let value = self.constant(&value.not());
                Some(self.equal(x, value))
            }
            Node::Negate(x) => {
                let value = self.constant(&value.negate());
                Some(self.equal(x, value))
            }
            Node::Add(x, c) if self.is_constant(c) => {
                let value = value.subtract(&self.as_constant(c)?);
                let value = self.constant(&value);
                Some(self.equal(x, value))
            }
            Node::Add(x, y) if value.is_zero() => match (self.node(x), self.node(y)) {
                (_, Node::Negate(y)) => Some(self.equal(x, y)),
                (Node::Negate(x), _) => Some(self.equal(x, y)),
                _ => None,
            },
            Node::Xor(x, c) if self.is_constant(c) => {
                let value = value.xor(&self.as_constant(c)?);
                let value = self.constant(&value);
                Some(self.equal(x, value))
            }
            Node::Xor(x, y) if value.is_zero() => Some(self.equal(x, y)),
            Node::Concat(high, low) => {
                let split = self.width(low);
                let top = self.constant(&value.extract(split, width - split));
                let bottom = self.constant(&value.extract(0, split));
                let (above, below) = (self.equal(high, top), self.equal(low, bottom));
                Some(self.and(above, below))
            }
            Node::SignExtend(x) => {
                let narrow = value.extract(0, self.width(x));
                if narrow.sign_extend(width) != *value {
                    return Some(self.boolean(false));
                }
                let narrow = self.constant(&narrow);
                Some(self.equal(x, narrow))
            }
            Node::Ite(condition, then, otherwise) => {
                // Worth it if a branch is decided.
                let target = self.constant(value);
                let decided = |terms: &Terms, branch: Term| {
                    branch == target
                        || terms.is_constant(branch)
                        || terms.surely_different(branch, target)
                };
                if !decided(self, then) && !decided(self, otherwise) {
                    return None;
                }
                let (then, otherwise) = (self.equal(then, target), self.equal(otherwise, target));
                Some(self.ite(condition, then, otherwise))
            }
            _ => None,
        }
    }

    /// Equalities of terms of the same shape.
    fn equal_parts(&mut self, a: Term, b: Term) -> Option<Term> {
        match (self.node(a), self.node(b)) {
            (Node::Not(x), Node::Not(y)) | (Node::Negate(x), Node::Negate(y)) => {
                Some(self.equal(x, y))
            }
            (Node::SignExtend(x), Node::SignExtend(y)) if self.width(x) == self.width(y) => {
                Some(self.equal(x, y))
            }
            (Node::Concat(x, low_x), Node::Concat(y, low_y))
                if self.width(low_x) == self.width(low_y) =>
            {
                let (above, below) = (self.equal(x, y), self.equal(low_x, low_y));
                Some(self.and(above, below))
            }
            (Node::Add(p, q), Node::Add(r, s)) => {
                let (x, y) = match () {
                    () if p == r => (q, s),
                    () if p == s => (q, r),
                    () if q == r => (p, s),
                    () if q == s => (p, r),
                    () => return None,
                };
                Some(self.equal(x, y))
            }
            (Node::Add(x, y), _) if x == b || y == b => {
                let other = if x == b { y } else { x };
                Some(self.is_zero(other))
            }
            (_, Node::Add(x, y)) if x == a || y == a => {
                let other = if x == a { y } else { x };
                Some(self.is_zero(other))
            }
            // Both are extensions of fewer bits.
            _ => {
                let width = self.width(a);
                let (a_known, b_known) = (self.known_bits(a), self.known_bits(b));
                let needed = a_known.signed_bits().max(b_known.signed_bits());
                (needed < width && !self.is_constant(b)).then(|| {
                    let (a, b) = (self.extract(a, 0, needed), self.extract(b, 0, needed));
                    self.equal(a, b)
                })
            }
        }
    }

    /// Both without the pieces at their tops that are one and the same term.
    fn below_common_top(&self, mut a: Term, mut b: Term) -> (Term, Term) {
        while let (Node::Concat(x, below_a), Node::Concat(y, below_b)) =
            (self.node(a), self.node(b))
            && x == y
        {
            (a, b) = (below_a, below_b);
        }
        (a, b)
    }
}
