//! Sums, products, quotients.
//!
//! A difference is a sum with a negation; negations move to the leaves of sums, and a sum has at most one constant, as its last
//! operand. Signed division is unsigned division of magnitudes, so that the quotient and the remainder of the same operands, signed or not, share
//! one divider.

use super::{Node, Term, Terms, op};

impl Terms {
    pub fn negate(&mut self, a: Term) -> Term {
        let width = self.width(a);
        if let Some(value) = self.as_constant(a) {
            return self.constant(&value.negate());
        }
        match self.node(a) {
            Node::Negate(inner) => return inner,
            // -(!x) is x + 1.
            Node::Not(inner) => {
                let one = self.number(1, width);
                return self.add(inner, one);
            }
            // -(x + c) is -x + -c, and -(x + -y) is y + -x.
            Node::Add(x, y) if self.is_constant(y) || matches!(self.node(y), Node::Negate(_)) => {
                if let Some(sum) = self.deeper(|terms| {
                    let (x, y) = (terms.negate(x), terms.negate(y));
                    terms.add(x, y)
                }) {
                    return sum;
                }
            }
            _ => {}
        }
        if let Some(chosen) = self.over_constant_choice(a, Terms::negate) {
            return chosen;
        }
        if width == 1 {
            return a;
        }
        self.make1(op::NEGATE, width, a)
    }

    pub fn add(&mut self, a: Term, b: Term) -> Term {
        let width = self.same_width(a, b);
        if width == 1 {
            return self.xor(a, b);
        }
        let (a, b) = self.ordered(a, b);
        if let Some(right) = self.as_constant(b) {
            if let Some(left) = self.as_constant(a) {
                return self.constant(&left.add(&right));
            }
            if right.is_zero() {
                return a;
            }
            // (x + c) + d
            if let Node::Add(x, c) = self.node(a)
                && let Some(inner) = self.as_constant(c)
            {
                let merged = self.constant(&inner.add(&right));
                return self.add(x, merged);
            }
            // !x + 1 is -x.
            if let (true, Node::Not(x)) = (right.is_one(), self.node(a)) {
                return self.negate(x);
            }
            if let Some(chosen) = self.over_constant_choice(a, |terms, leaf| terms.add(leaf, b)) {
                return chosen;
            }
        }
        if let Some(simpler) = self.cancelled(a, b).or_else(|| self.cancelled(b, a)) {
            return simpler;
        }
        if a == b {
            let kept = self.extract(a, 0, width - 1);
            let zero = self.zero(1);
            return self.concat(kept, zero);
        }
        if let Some(joined) = self.disjoint_pieces(a, b) {
            return joined;
        }
        // Constants move out of sums: (x + c) + y is (x + y) + c.
        for (sum, other) in [(a, b), (b, a)] {
            if let Node::Add(x, c) = self.node(sum)
                && self.is_constant(c)
                && !self.is_constant(other)
                && let Some(moved) = self.deeper(|terms| {
                    let inner = terms.add(x, other);
                    terms.add(inner, c)
                })
            {
                return moved;
            }
        }
        self.make2(op::ADD, width, a, b)
    }

    pub fn subtract(&mut self, a: Term, b: Term) -> Term {
        let negative = self.negate(b);
        self.add(a, negative)
    }

    pub fn multiply(&mut self, a: Term, b: Term) -> Term {
        let width = self.same_width(a, b);
        if width == 1 {
            return self.and(a, b);
        }
        let (a, b) = self.ordered(a, b);
        if let Some(right) = self.as_constant(b) {
            if let Some(left) = self.as_constant(a) {
                return self.constant(&left.multiply(&right));
            }
            if right.is_zero() {
                return b;
            }
            if right.is_one() {
                return a;
            }
            if right.is_ones() {
                return self.negate(a);
            }
            if right.is_power_of_two() {
                let count = self.number(u128::from(right.trailing_zeros()), width);
                return self.shift_left(a, count);
            }
            // (x * c) * d
            if let Node::Multiply(x, c) = self.node(a)
                && let Some(inner) = self.as_constant(c)
            {
                let merged = self.constant(&inner.multiply(&right));
                return self.multiply(x, merged);
            }
            // -x * c is x * -c.
            if let Node::Negate(x) = self.node(a) {
                let negative = self.constant(&right.negate());
                return self.multiply(x, negative);
            }
            if let Some(chosen) =
                self.over_constant_choice(a, |terms, leaf| terms.multiply(leaf, b))
            {
                return chosen;
            }
        }
        self.make2(op::MULTIPLY, width, a, b)
    }

    /// Unsigned quotient; all ones if `b` is 0.
    pub fn divide(&mut self, a: Term, b: Term) -> Term {
        let width = self.same_width(a, b);
        if width == 1 {
            // 0/1 = 0, 1/1 = 1, x/0 = 1.
            let not = self.not(b);
            return self.or(a, not);
        }
        if let Some(right) = self.as_constant(b) {
            if let Some(left) = self.as_constant(a) {
                return self.constant(&left.divide(&right).0);
            }
            if right.is_power_of_two() {
                let count = self.number(u128::from(right.trailing_zeros()), width);
                return self.shift_right(a, count);
            }
            if right.is_zero() {
                return self.not(b);
            }
        }
        if self.surely_less(a, b) {
            return self.zero(width);
        }
        self.make2(op::DIVIDE, width, a, b)
    }

    /// Unsigned remainder; `a` if `b` is 0.
    pub fn remainder(&mut self, a: Term, b: Term) -> Term {
        let width = self.same_width(a, b);
        if width == 1 {
            let not = self.not(b);
            return self.and(a, not);
        }
        if a == b || self.is_zero_constant(a) {
            return self.zero(width);
        }
        if let Some(right) = self.as_constant(b) {
            if let Some(left) = self.as_constant(a) {
                return self.constant(&left.divide(&right).1);
            }
            if right.is_zero() {
                return a;
            }
            if right.is_one() {
                return self.zero(width);
            }
            if right.is_power_of_two() {
                let low = self.extract(a, 0, right.trailing_zeros());
                return self.zero_extend(low, width);
            }
        }
        if self.surely_less(a, b) {
            return a;
        }
        self.make2(op::REMAINDER, width, a, b)
    }

    /// Signed quotient, rounded towards zero as C does. If `b` is 0: 1 for a negative `a`, else -1. `MIN / -1` is `MIN`.
    pub fn divide_signed(&mut self, a: Term, b: Term) -> Term {
        self.same_width(a, b);
        let (a_sign, a) = self.sign_and_magnitude(a);
        let (b_sign, b) = self.sign_and_magnitude(b);
        let quotient = self.divide(a, b);
        let negative = self.xor(a_sign, b_sign);
        self.negate_if(negative, quotient)
    }

    /// Signed remainder, with the sign of `a` as in C; `a` if `b` is 0.
    pub fn remainder_signed(&mut self, a: Term, b: Term) -> Term {
        self.same_width(a, b);
        let (sign, a) = self.sign_and_magnitude(a);
        let (_, b) = self.sign_and_magnitude(b);
        let remainder = self.remainder(a, b);
        self.negate_if(sign, remainder)
    }

    /// `condition ? -a : a`.
    pub fn negate_if(&mut self, condition: Term, a: Term) -> Term {
        let negative = self.negate(a);
        self.ite(condition, negative, a)
    }

    fn sign_and_magnitude(&mut self, a: Term) -> (Term, Term) {
        let sign = self.sign(a);
        (sign, self.negate_if(sign, a))
    }

    /// Whether `a < b` whatever the variables are, by known bits. Then `b` is not 0.
    fn surely_less(&self, a: Term, b: Term) -> bool {
        match (
            self.known_bits(a).unsigned_range(),
            self.known_bits(b).unsigned_range(),
        ) {
            (Some((_, most)), Some((least, _))) => most < least,
            _ => false,
        }
    }

    /// Sums in which something cancels, by what `b` is: `a + -a`, `a + !a`, `a + (x + -a)`, `(x + a)` with `a = -y`...
    fn cancelled(&mut self, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        match self.node(b) {
            Node::Negate(inner) if inner == a => Some(self.zero(width)),
            Node::Not(inner) if inner == a => {
                let zero = self.zero(width);
                Some(self.not(zero))
            }
            Node::Add(x, y) => {
                if self.is_negation(a, x) {
                    Some(y)
                } else if self.is_negation(a, y) {
                    Some(x)
                } else {
                    None
                }
            }
            _ => None,
        }
    }

    fn is_negation(&self, a: Term, b: Term) -> bool {
        matches!(self.node(a), Node::Negate(inner) if inner == b)
            || matches!(self.node(b), Node::Negate(inner) if inner == a)
    }
}
