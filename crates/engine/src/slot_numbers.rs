//! How it is written down in which slot a point is.
//!
//! All that the engine asks of a point is whether it is in a slot "or later", and whether it is in exactly that slot. There are several ways to make these conditions, among which solvers work very differently:
//!
//! - *order*: one boolean for each "in slot `r` or later", each of which implies the one before. What one point implies about the next ("not earlier") and what is known of a point (a lower and an upper
//!   bound) are then literals and clauses of two, so that propagation keeps bounds consistent. From Tamura, Taga, Kitagawa and Banbara, *Compiling Finite Linear CSP into SAT* (2009).
//! - *closed*: the same, and every point is bounded by all before it instead of by the last one only.
//! - *direct*: one boolean for each "in slot `r`", one of which holds; a bound is a disjunction.
//! - *binary*: a number of few bits; a bound is a comparison with a constant. The fewest variables, and the least propagation.
//! - *steps*: like *order*, but a point says only how it differs from the one before it: "in slot `r` or later" is that of the point before, or a boolean of its own.
//!
//! *Order* is what is used; the others are there to be compared with it: for speed (`docs/performance.md` has the figures), and for answers, since what goes wrong in one of them goes wrong differently in the
//! others. Whose slot it is, where a slot is a single context, is said by bounds in all of them.

use std::rc::Rc;

use unspool_formula::bits::Bits;
use unspool_formula::terms::{Term, Terms};

use crate::timeline::Point;

/// How the slots of points are encoded.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum SlotNumbers {
    #[default]
    Order,
    Closed,
    Direct,
    Binary,
    Steps,
}

/// What the conditions of a point are made of.
#[derive(Clone, Debug)]
pub enum Choice {
    /// The bounds themselves; or nothing, if the slot is given.
    Bounds,
    /// By slot.
    Exactly(Rc<[Term]>),
    Number(Term),
    /// By slot: what is not so of the point before.
    Steps(Rc<[Term]>),
}

impl SlotNumbers {
    pub const ALL: [SlotNumbers; 5] = [
        SlotNumbers::Order,
        SlotNumbers::Closed,
        SlotNumbers::Direct,
        SlotNumbers::Binary,
        SlotNumbers::Steps,
    ];

    /// A point that is in one of so many slots, or never reached, and not before others, which are in the order of their thread. The disjunctions that have to hold are appended.
    pub(crate) fn point(
        self,
        terms: &mut Terms,
        name: &str,
        slots: usize,
        earlier: &[Point],
        clauses: &mut Vec<Vec<Term>>,
    ) -> Point {
        let point = match (self, earlier.last()) {
            (SlotNumbers::Order | SlotNumbers::Closed, _) => bounds(terms, name, slots),
            (SlotNumbers::Direct, _) => direct(terms, name, slots, clauses),
            (SlotNumbers::Binary, _) => binary(terms, name, slots, clauses),
            (SlotNumbers::Steps, None) => bounds(terms, name, slots),
            (SlotNumbers::Steps, Some(before)) => {
                return steps(terms, name, slots, before, clauses);
            }
        };
        let needed = match self {
            SlotNumbers::Closed => earlier.len(),
            _ => earlier.len().min(1),
        };
        for before in &earlier[earlier.len() - needed..] {
            before.comes_first(terms, &point, clauses);
        }
        point
    }
}

impl Point {
    pub(crate) fn is_in(&self, terms: &mut Terms, slot: usize) -> Term {
        if let Choice::Exactly(list) = &self.choice {
            return list[slot];
        }
        let not_later = terms.not(self.late[slot + 1]);
        terms.and(self.late[slot], not_later)
    }

    /// The other point is in no earlier slot.
    pub(crate) fn comes_first(
        &self,
        terms: &mut Terms,
        other: &Point,
        clauses: &mut Vec<Vec<Term>>,
    ) {
        for (&here, &there) in self.late.iter().zip(other.late.iter()).skip(1) {
            clauses.push(vec![terms.not(here), there]);
        }
    }

    /// What its variables have to be for it to be in a slot, where the point before it is in `before`.
    pub(crate) fn values_for(
        &self,
        terms: &Terms,
        before: usize,
        slot: usize,
    ) -> Vec<(Term, Bits)> {
        let bounds = |list: &[Term], from: usize| {
            let values = list.iter().enumerate();
            let values = values.filter(|(_, term)| !terms.is_constant(**term));
            let values = values.map(|(bound, &term)| {
                let is_reached = (from..=slot).contains(&bound);
                (term, Bits::truth(is_reached))
            });
            values.collect()
        };
        match &self.choice {
            Choice::Bounds => bounds(&self.late, 0),
            Choice::Steps(steps) => bounds(steps, before + 1),
            Choice::Exactly(list) => {
                let values = list.iter().enumerate();
                let values = values.map(|(at, &term)| (term, Bits::truth(slot == at)));
                values.collect()
            }
            Choice::Number(number) => {
                let width = terms.width(*number);
                vec![(*number, Bits::new(slot as u128, width))]
            }
        }
    }
}

fn bounds(terms: &mut Terms, name: &str, slots: usize) -> Point {
    let variable = terms.order_variable(name, 0, slots as u32);
    let late = (0..=slots as u32).map(|slot| terms.at_least(variable, slot));
    Point {
        late: late.collect(),
        choice: Choice::Bounds,
    }
}

fn direct(terms: &mut Terms, name: &str, slots: usize, clauses: &mut Vec<Vec<Term>>) -> Point {
    let exactly: Rc<[Term]> = (0..=slots).map(|_| terms.variable(name, 1)).collect();
    for (index, &one) in exactly.iter().enumerate() {
        for &other in &exactly[..index] {
            clauses.push(vec![terms.not(one), terms.not(other)]);
        }
    }
    clauses.push(exactly.to_vec());
    let mut late = vec![terms.boolean(true)];
    for slot in 1..=slots {
        late.push(terms.or_all(&exactly[slot..]));
    }
    Point {
        late: late.into(),
        choice: Choice::Exactly(exactly),
    }
}

fn binary(terms: &mut Terms, name: &str, slots: usize, clauses: &mut Vec<Vec<Term>>) -> Point {
    let width = usize::BITS - slots.leading_zeros();
    let number = terms.variable(name, width);
    let mut at_least = |slot: usize| {
        let slot = terms.number(slot as u128, width);
        terms.less_or_equal(slot, number)
    };
    let late: Rc<[Term]> = (0..=slots).map(&mut at_least).collect();
    if slots + 1 < 1 << width {
        let above = at_least(slots + 1);
        clauses.push(vec![terms.not(above)]);
    }
    Point {
        late,
        choice: Choice::Number(number),
    }
}

fn steps(
    terms: &mut Terms,
    name: &str,
    slots: usize,
    before: &Point,
    clauses: &mut Vec<Vec<Term>>,
) -> Point {
    let mut steps = vec![terms.boolean(false)];
    let mut late = vec![terms.boolean(true)];
    for slot in 1..=slots {
        let step = terms.variable(name, 1);
        let off = terms.not(step);
        clauses.push(vec![off, late[slot - 1]]);
        // Only where it makes a difference: one schedule is one model.
        clauses.push(vec![off, terms.not(before.late[slot])]);
        steps.push(step);
        late.push(terms.or(before.late[slot], step));
    }
    Point {
        late: late.into(),
        choice: Choice::Steps(steps.into()),
    }
}
