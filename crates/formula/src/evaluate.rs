//! The value of terms under an assignment: the meaning of the graph, and what models are read with.
//!
//! Solvers are only asked for the values of variables. Everything else is computed from these, so that a model is a model of the terms, whatever
//! clauses said about inner bits, and a wrong encoding shows as an assertion that evaluates to false.

use rustc_hash::FxHashMap;

use crate::bits::Bits;
use crate::terms::{ArraySort, Node, OrderVariable, Sort, Term, TermVariable, Terms};

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
    pub sort: ArraySort,
    pub elements: FxHashMap<Bits, Bits>,
    pub default: Bits,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    Bits(Bits),
    Array(ArrayValue),
}

impl ArrayValue {
    pub fn constant(sort: ArraySort, default: Bits) -> ArrayValue {
        ArrayValue {
            sort,
            elements: FxHashMap::default(),
            default,
        }
    }

    pub fn get(&self, index: &Bits) -> &Bits {
        self.elements.get(index).unwrap_or(&self.default)
    }
}

/// Evaluates any number of terms under one assignment, each subterm once.
pub struct Evaluation<'a> {
    terms: &'a Terms,
    assignment: &'a Assignment,
    values: FxHashMap<Term, Value>,
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
        }
    }

    pub fn is_true(&mut self, term: Term) -> bool {
        self.bits(term).is_true()
    }

    pub fn bits(&mut self, term: Term) -> Bits {
        match self.value(term) {
            Value::Bits(bits) => bits.clone(),
            Value::Array(_) => panic!("an array has no bits"),
        }
    }

    pub fn value(&mut self, term: Term) -> &Value {
        let mut stack = vec![term];
        while let Some(&top) = stack.last() {
            if self.values.contains_key(&top) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            self.terms.operands(top, |operand| {
                if !self.values.contains_key(&operand) {
                    stack.push(operand);
                }
            });
            if stack.len() == before {
                stack.pop();
                let value = self.compute(top);
                self.values.insert(top, value);
            }
        }
        &self.values[&term]
    }

    fn known(&self, term: Term) -> &Bits {
        match &self.values[&term] {
            Value::Bits(bits) => bits,
            Value::Array(_) => panic!("an array has no bits"),
        }
    }

    fn known_array(&self, term: Term) -> &ArrayValue {
        match &self.values[&term] {
            Value::Array(array) => array,
            Value::Bits(_) => panic!("a bit-vector has no elements"),
        }
    }

    /// All operands have values.
    fn compute(&self, term: Term) -> Value {
        let of = |term: Term| self.known(term);
        Value::Bits(match self.terms.node(term) {
            Node::Constant => self
                .terms
                .as_constant(term)
                .expect("a constant has a value"),
            Node::Variable(variable) => match self.assignment.bits.get(&variable) {
                Some(value) => value.clone(),
                None => Bits::zero(self.terms.width(term)),
            },
            Node::AtLeast(variable, bound) => {
                let least = self.terms.order_range(variable).0;
                let value = self.assignment.orders.get(&variable);
                Bits::truth(*value.unwrap_or(&least) >= bound)
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
            Node::Select(array, index) => self.known_array(array).get(of(index)).clone(),
            Node::ArrayVariable(_) | Node::ArrayOf(_) | Node::Store(..) | Node::ArrayIte(..) => {
                return Value::Array(self.compute_array(term));
            }
        })
    }

    fn compute_array(&self, term: Term) -> ArrayValue {
        let Sort::Array(sort) = self.terms.sort(term) else {
            panic!("not an array");
        };
        match self.terms.node(term) {
            Node::ArrayVariable(variable) => match self.assignment.arrays.get(&variable) {
                Some(value) => value.clone(),
                None => ArrayValue::constant(sort, Bits::zero(sort.element_width)),
            },
            Node::ArrayOf(element) => ArrayValue::constant(sort, self.known(element).clone()),
            Node::Store(array, index, element) => {
                let mut value = self.known_array(array).clone();
                value
                    .elements
                    .insert(self.known(index).clone(), self.known(element).clone());
                value
            }
            Node::ArrayIte(condition, then, otherwise) => {
                let chosen = if self.known(condition).is_true() {
                    then
                } else {
                    otherwise
                };
                self.known_array(chosen).clone()
            }
            _ => panic!("not an array"),
        }
    }
}
