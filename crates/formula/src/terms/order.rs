//! Order-encoded ("unary") integers: variables of a range, known by the booleans "at least k".
//!
//! A variable of the range `low..=high` is `high - low` propositional variables, one for each `k` in `low+1..=high`, with
//! "at least k+1 implies at least k". Comparisons with constants are then single literals, and unit propagation keeps bounds
//! consistent, which binary numbers do not give. Source: Tamura, Taga, Kitagawa and Banbara, *Compiling Finite
//! Linear CSP into SAT*, 2009; for schedules, DESIGN.md §6 measures it against binary numbers.
//!
//! Here such a variable is a kind of variable of its own: `at_least` is its only operator, and the rules of conjunction know that
//! one bound implies another (`bitwise.rs`). That the bounds are monotone is added when the variable is first blasted.

use super::{Node, Term, Terms, op};

/// An order-encoded integer of some [`Terms`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct OrderVariable(pub(super) u32);

pub(super) struct Record {
    name: Box<str>,
    low: u32,
    high: u32,
}

impl OrderVariable {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl Terms {
    /// A new integer variable of the range `low..=high`.
    pub fn order_variable(&mut self, name: &str, low: u32, high: u32) -> OrderVariable {
        assert!(low <= high, "an empty range");
        self.order_variables.push(Record {
            name: name.into(),
            low,
            high,
        });
        OrderVariable(self.order_variables.len() as u32 - 1)
    }

    pub fn order_variables(&self) -> impl Iterator<Item = OrderVariable> + use<> {
        (0..self.order_variables.len() as u32).map(OrderVariable)
    }

    pub fn order_range(&self, variable: OrderVariable) -> (u32, u32) {
        let record = &self.order_variables[variable.index()];
        (record.low, record.high)
    }

    pub fn order_name(&self, variable: OrderVariable) -> &str {
        &self.order_variables[variable.index()].name
    }

    /// `variable >= bound`.
    pub fn at_least(&mut self, variable: OrderVariable, bound: u32) -> Term {
        let (low, high) = self.order_range(variable);
        if bound <= low || bound > high {
            return self.boolean(bound <= low);
        }
        self.intern(op::AT_LEAST, 1, [variable.0, bound, 0])
    }

    /// `variable <= bound`.
    pub fn at_most(&mut self, variable: OrderVariable, bound: u32) -> Term {
        match bound.checked_add(1) {
            Some(above) => {
                let more = self.at_least(variable, above);
                self.not(more)
            }
            None => self.boolean(true),
        }
    }

    /// `variable == value`.
    pub fn is_exactly(&mut self, variable: OrderVariable, value: u32) -> Term {
        let least = self.at_least(variable, value);
        let most = self.at_most(variable, value);
        self.and(least, most)
    }

    /// `a <= b`: whatever `a` reaches, `b` does. Linear in the ranges, and bounds propagate both ways.
    pub fn order_at_most(&mut self, a: OrderVariable, b: OrderVariable) -> Term {
        let ((a_low, a_high), (b_low, _)) = (self.order_range(a), self.order_range(b));
        let mut steps = Vec::new();
        for bound in a_low.max(b_low)..=a_high {
            let (reached, also) = (self.at_least(a, bound), self.at_least(b, bound));
            steps.push(self.implies(reached, also));
        }
        self.and_all(&steps)
    }

    /// `a < b`.
    pub fn order_less(&mut self, a: OrderVariable, b: OrderVariable) -> Term {
        let (a_low, a_high) = self.order_range(a);
        let mut steps = Vec::new();
        for bound in a_low..=a_high {
            let reached = self.at_least(a, bound);
            let more = match bound.checked_add(1) {
                Some(above) => self.at_least(b, above),
                None => self.boolean(false),
            };
            steps.push(self.implies(reached, more));
        }
        self.and_all(&steps)
    }

    pub fn order_equal(&mut self, a: OrderVariable, b: OrderVariable) -> Term {
        let ((a_low, a_high), (b_low, b_high)) = (self.order_range(a), self.order_range(b));
        let mut steps = Vec::new();
        for bound in a_low.min(b_low)..=a_high.max(b_high) {
            let (left, right) = (self.at_least(a, bound), self.at_least(b, bound));
            steps.push(self.equal(left, right));
        }
        self.and_all(&steps)
    }

    /// The value as a bit-vector that is wide enough, for arithmetic.
    pub fn order_value(&mut self, variable: OrderVariable, width: u32) -> Term {
        let (low, high) = self.order_range(variable);
        assert!(
            width >= 32 - high.leading_zeros(),
            "too narrow for the range"
        );
        let mut value = self.number(u128::from(low), width);
        for bound in (low..=high).skip(1) {
            let (reached, number) = (
                self.at_least(variable, bound),
                self.number(u128::from(bound), width),
            );
            value = self.ite(reached, number, value);
        }
        value
    }

    /// The conjunction of two bounds of the same variable, where that is a bound, false, or one of them.
    pub(super) fn conjoin_bounds(&mut self, a: Term, b: Term) -> Option<Term> {
        let (x, a_positive, a_bound) = self.as_bound(a)?;
        let (y, b_positive, b_bound) = self.as_bound(b)?;
        if x != y {
            return None;
        }
        let a_is_stronger = match (a_positive, b_positive) {
            (true, true) => a_bound >= b_bound,
            (false, false) => a_bound <= b_bound,
            (true, false) if b_bound <= a_bound => return Some(self.boolean(false)),
            (false, true) if a_bound <= b_bound => return Some(self.boolean(false)),
            _ => return None,
        };
        Some(if a_is_stronger { a } else { b })
    }

    fn as_bound(&self, term: Term) -> Option<(OrderVariable, bool, u32)> {
        match self.node(term) {
            Node::AtLeast(variable, bound) => Some((variable, true, bound)),
            Node::Not(inner) => match self.node(inner) {
                Node::AtLeast(variable, bound) => Some((variable, false, bound)),
                _ => None,
            },
            _ => None,
        }
    }
}
