//! The value of terms under an assignment: the meaning of the graph, and what models are read with.
//!
//! Solvers are only asked for the values of variables. Everything else is computed from these, so that a model is a model of the terms, whatever
//! clauses said about inner bits, and a wrong encoding shows as an assertion that evaluates to false.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::arrays::GivenReads;
use crate::bits::Bits;
use crate::terms::{Node, OrderVariable, Term, TermVariable, Terms};

/// Values of variables. What has none is zero, or the least of its range.
#[derive(Clone, Default, Debug)]
pub struct Assignment {
    pub bits: FxHashMap<TermVariable, Bits>,
    pub arrays: FxHashMap<TermVariable, ArrayValue>,
    pub orders: FxHashMap<OrderVariable, u32>,
}

/// An array: some elements, and what all others are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArrayValue {
    pub elements: FxHashMap<Bits, Bits>,
    pub default: Bits,
}

impl Assignment {
    /// The value of a bit-vector variable.
    pub fn variable(&self, terms: &Terms, variable: TermVariable) -> Bits {
        match self.bits.get(&variable) {
            Some(value) => value.clone(),
            None => Bits::zero(terms.width(terms.variable_term(variable))),
        }
    }

    /// The value of an order variable.
    pub fn order(&self, terms: &Terms, variable: OrderVariable) -> u32 {
        let least = terms.order_range(variable).0;
        *self.orders.get(&variable).unwrap_or(&least)
    }

    /// An element of an array variable.
    pub fn element(&self, terms: &Terms, variable: TermVariable, index: &Bits) -> Bits {
        match self.arrays.get(&variable) {
            Some(array) => array.get(index).clone(),
            None => {
                let sort = terms.array_sort(terms.variable_term(variable));
                Bits::zero(sort.element_width)
            }
        }
    }
}

impl ArrayValue {
    pub fn constant(default: Bits) -> ArrayValue {
        ArrayValue {
            elements: FxHashMap::default(),
            default,
        }
    }

    pub fn get(&self, index: &Bits) -> &Bits {
        self.elements.get(index).unwrap_or(&self.default)
    }
}

/// Evaluates any number of terms under one assignment, each subterm once.
///
/// Arrays have no value here: a `select` walks down the writes to the element it reads, which costs time in
/// the length of the chain but no memory.
pub struct Evaluation<'a> {
    terms: &'a Terms,
    assignment: &'a Assignment,
    values: FxHashMap<Term, Bits>,
    /// The arrays all of whose conditions, indices and elements have values.
    arrays: FxHashSet<Term>,
    /// Reads whose values are given, whatever the arrays are.
    given: Option<&'a GivenReads>,
}

/// The value of one bit-vector. For several, [`Evaluation`] shares the work.
pub fn evaluate(terms: &Terms, assignment: &Assignment, term: Term) -> Bits {
    Evaluation::new(terms, assignment).bits(term)
}

impl<'a> Evaluation<'a> {
    pub fn new(terms: &'a Terms, assignment: &'a Assignment) -> Evaluation<'a> {
        Evaluation {
            terms,
            assignment,
            values: FxHashMap::default(),
            arrays: FxHashSet::default(),
            given: None,
        }
    }

    pub(crate) fn with_reads(
        terms: &'a Terms,
        assignment: &'a Assignment,
        given: &'a GivenReads,
    ) -> Evaluation<'a> {
        Evaluation {
            given: Some(given),
            ..Evaluation::new(terms, assignment)
        }
    }

    pub fn is_true(&mut self, term: Term) -> bool {
        self.bits(term).is_true()
    }

    pub fn bits(&mut self, term: Term) -> Bits {
        assert!(!self.terms.is_array(term), "an array has no bits");
        let mut stack = vec![term];
        while let Some(&top) = stack.last() {
            if self.is_done(top) {
                stack.pop();
                continue;
            }
            if let Node::Select(array, index) = self.terms.node(top)
                && let Some(value) = self.given_read(array, index)
            {
                let value = value.clone();
                self.values.insert(top, value);
                continue;
            }
            let before = stack.len();
            self.terms.operands(top, |operand| {
                if !self.is_done(operand) {
                    stack.push(operand);
                }
            });
            if stack.len() > before {
                continue;
            }
            stack.pop();
            if self.terms.is_array(top) {
                self.arrays.insert(top);
            } else {
                let value = self.compute(top);
                self.values.insert(top, value);
            }
        }
        self.values[&term].clone()
    }

    fn given_read(&self, array: Term, index: Term) -> Option<&'a Bits> {
        self.given?.get(&(array, index))
    }

    fn is_done(&self, term: Term) -> bool {
        self.values.contains_key(&term) || self.arrays.contains(&term)
    }

    /// All operands are done.
    fn compute(&self, term: Term) -> Bits {
        let of = |term: Term| &self.values[&term];
        match self.terms.node(term) {
            Node::Constant => self
                .terms
                .as_constant(term)
                .expect("a constant has a value"),
            Node::Variable(variable) => self.assignment.variable(self.terms, variable),
            Node::AtLeast(variable, bound) => {
                Bits::truth(self.assignment.order(self.terms, variable) >= bound)
            }
            Node::Not(a) => of(a).not(),
            Node::And(a, b) => of(a).and(of(b)),
            Node::Xor(a, b) => of(a).xor(of(b)),
            Node::Negate(a) => of(a).negate(),
            Node::Add(a, b) => of(a).add(of(b)),
            Node::Multiply(a, b) => of(a).multiply(of(b)),
            Node::Divide(a, b) => of(a).divide(of(b)).0,
            Node::Remainder(a, b) => of(a).divide(of(b)).1,
            Node::ShiftLeft(a, b) => of(a).shift_left(of(b)),
            Node::ShiftRight(a, b) => of(a).shift_right(of(b)),
            Node::ShiftRightSigned(a, b) => of(a).shift_right_signed(of(b)),
            Node::Equal(a, b) => Bits::truth(of(a) == of(b)),
            Node::Less(a, b) => Bits::truth(of(a).compare(of(b)).is_lt()),
            Node::LessSigned(a, b) => Bits::truth(of(a).compare_signed(of(b)).is_lt()),
            Node::Extract(a, low) => of(a).extract(low, self.terms.width(term)),
            Node::Concat(a, b) => of(a).concat(of(b)),
            Node::SignExtend(a) => of(a).sign_extend(self.terms.width(term)),
            Node::Ite(c, a, b) => of(if of(c).is_true() { a } else { b }).clone(),
            Node::Select(array, index) => self.element(array, index),
            Node::ArrayVariable(_) | Node::ArrayOf(_) | Node::Store(..) | Node::ArrayIte(..) => {
                unreachable!("arrays are not computed")
            }
        }
    }

    fn element(&self, mut array: Term, index_term: Term) -> Bits {
        let index = &self.values[&index_term];
        loop {
            if let Some(value) = self.given_read(array, index_term) {
                return value.clone();
            }
            match self.terms.node(array) {
                Node::Store(below, at, element) => {
                    if self.values[&at] == *index {
                        return self.values[&element].clone();
                    }
                    array = below;
                }
                Node::ArrayIte(condition, then, otherwise) => {
                    let holds = self.values[&condition].is_true();
                    array = if holds { then } else { otherwise };
                }
                Node::ArrayOf(element) => return self.values[&element].clone(),
                Node::ArrayVariable(variable) => {
                    return self.assignment.element(self.terms, variable, index);
                }
                _ => unreachable!("not an array"),
            }
        }
    }
}
