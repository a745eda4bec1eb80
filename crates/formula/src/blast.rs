//! Bit-blasting: from terms to edges of the AIG.
//!
//! Each term is blasted once, when it is first needed, and its bits lie side by side in one arena, the least significant first, so that an
//! extract is a place in its operand's bits and costs nothing. Variables become inputs.
//!
//! **Narrowing.** Known bits say how many low bits hold the value of a sum or a product (`terms/known_bits.rs`); only these are computed, and the others are zeros or copies of the
//! top one. Constant zeros would vanish in the AIG anyway. Copies of a sign would not: the carries through them
//! look different at every bit. Products multiply by the sign separately, so that a narrow signed factor costs as many rows as it has bits.
//!
//! **Sharing.** Quotient and remainder of the same operands are one divider. `a + -b` is one adder.
//!
//! **Side conditions.** Order variables are monotone, and what reads of arrays must satisfy may come later (`arrays.rs`): such facts are collected
//! in [`Blaster::side_conditions`], for whoever writes clauses to assert. They never exclude a model of the terms.

use rustc_hash::FxHashMap;

use crate::aig::{Aig, Edge};
use crate::arrays::{Reads, SmallArrays};
use crate::circuits;
use crate::solver::watch::Watch;
use crate::solver::{Interrupter, Limits, Stopped};
use crate::terms::{KnownBits, Node, OrderVariable, Term, Terms};

pub struct Blaster {
    pub(crate) aig: Aig,
    /// Where a term's bits begin, by its number.
    first: Vec<u32>,
    pub(crate) bits: Vec<Edge>,
    /// Where the inputs of an order variable begin: those of the bounds above the least.
    orders: FxHashMap<OrderVariable, u32>,
    dividers: FxHashMap<(Term, Term), (u32, u32)>,
    variables: Vec<Term>,
    pub(crate) reads: Reads,
    pub(crate) side_conditions: Vec<Edge>,
}

const NOWHERE: u32 = u32::MAX;

/// How many bits are made between two looks at the clock: milliseconds' worth.
const BITS_BETWEEN_LOOKS: usize = 1 << 12;

impl Default for Blaster {
    fn default() -> Blaster {
        Blaster::new()
    }
}

impl Blaster {
    pub fn new() -> Blaster {
        Blaster::with_arrays(SmallArrays::default())
    }

    pub fn with_arrays(small: SmallArrays) -> Blaster {
        Blaster::over(Aig::new(), small)
    }

    /// Into an AIG that is set up in another way: what benchmarks compare with.
    pub fn over(aig: Aig, small: SmallArrays) -> Blaster {
        Blaster {
            aig,
            first: Vec::new(),
            bits: Vec::new(),
            orders: FxHashMap::default(),
            dividers: FxHashMap::default(),
            variables: Vec::new(),
            reads: Reads::new(small),
            side_conditions: Vec::new(),
        }
    }

    pub fn aig(&self) -> &Aig {
        &self.aig
    }

    /// The bits of a bit-vector, least significant first.
    pub fn blast(&mut self, terms: &Terms, term: Term) -> &[Edge] {
        let mut unlimited = Watch::new(Limits::default(), Interrupter::default());
        self.blast_within(terms, term, &mut unlimited)
            .expect("nothing stops it")
    }

    /// The same, unless it is to stop. What was done is kept, and the next call goes on from there.
    pub(crate) fn blast_within(
        &mut self,
        terms: &Terms,
        term: Term,
        watch: &mut Watch,
    ) -> Result<&[Edge], Stopped> {
        let mut stack = vec![term];
        let mut needed = Vec::new();
        let mut next_look = self.bits.len() + BITS_BETWEEN_LOOKS;
        while let Some(&top) = stack.last() {
            if self.bits.len() >= next_look {
                next_look = self.bits.len() + BITS_BETWEEN_LOOKS;
                if let Some(stopped) = watch.look() {
                    return Err(stopped);
                }
            }
            if self.is_blasted(top) {
                stack.pop();
                continue;
            }
            needed.clear();
            self.needs(terms, top, &mut needed);
            needed.retain(|operand| !self.is_blasted(*operand));
            if needed.is_empty() {
                stack.pop();
                self.blast_node(terms, top);
            } else {
                stack.append(&mut needed);
            }
        }
        Ok(self.bits_of(terms, term))
    }

    /// The one bit of a boolean.
    pub fn blast_boolean(&mut self, terms: &Terms, term: Term) -> Edge {
        assert_eq!(terms.width(term), 1, "a boolean has one bit");
        self.blast(terms, term)[0]
    }

    /// What must hold besides whatever is asserted, since the last call.
    pub fn side_conditions(&mut self) -> Vec<Edge> {
        std::mem::take(&mut self.side_conditions)
    }

    /// The bit-vector variables that have been blasted.
    pub fn variables(&self) -> &[Term] {
        &self.variables
    }

    /// The order variables that have been blasted, each with the inputs "at least `low + 1`", "at least `low + 2`", ...
    pub fn order_variables<'a>(
        &'a self,
        terms: &'a Terms,
    ) -> impl Iterator<Item = (OrderVariable, &'a [Edge])> {
        self.orders.iter().map(|(variable, first)| {
            let (low, high) = terms.order_range(*variable);
            let first = *first as usize;
            (*variable, &self.bits[first..first + (high - low) as usize])
        })
    }

    /// The bits of a term that has been blasted.
    pub fn bits_of(&self, terms: &Terms, term: Term) -> &[Edge] {
        let first = self.first[term.index()] as usize;
        &self.bits[first..first + terms.width(term) as usize]
    }

    pub fn memory_bytes(&self) -> usize {
        self.aig.memory_bytes() + (self.first.capacity() + self.bits.capacity()) * 4
    }

    pub(crate) fn is_blasted(&self, term: Term) -> bool {
        self.first
            .get(term.index())
            .is_some_and(|first| *first != NOWHERE)
    }

    /// Appends bits to the arena.
    pub(crate) fn keep(&mut self, bits: &[Edge]) -> u32 {
        let first = u32::try_from(self.bits.len()).expect("fewer than 2^32 bits");
        self.bits.extend_from_slice(bits);
        first
    }

    pub(crate) fn inputs(&mut self, count: u32) -> u32 {
        let first = u32::try_from(self.bits.len()).expect("fewer than 2^32 bits");
        for _ in 0..count {
            let input = self.aig.input();
            self.bits.push(input);
        }
        first
    }

    pub(crate) fn slice(&self, first: u32, width: u32) -> &[Edge] {
        &self.bits[first as usize..(first + width) as usize]
    }

    /// The operands whose bits [`Blaster::blast_node`] looks at.
    fn needs(&self, terms: &Terms, term: Term, needed: &mut Vec<Term>) {
        match terms.node(term) {
            Node::Add(a, b) => {
                let (a, b, _) = as_difference(terms, a, b);
                needed.extend([a, b]);
            }
            Node::Select(array, index) => self.needs_of_read(terms, array, index, needed),
            _ => terms.operands(term, |operand| needed.push(operand)),
        }
    }

    fn blast_node(&mut self, terms: &Terms, term: Term) {
        let first = self.compute(terms, term);
        if self.first.len() <= term.index() {
            self.first.resize(terms.len(), NOWHERE);
        }
        self.first[term.index()] = first;
    }

    /// All that is needed has been blasted. Gives where the bits begin.
    fn compute(&mut self, terms: &Terms, term: Term) -> u32 {
        let width = terms.width(term);
        let known = terms.known_bits(term);
        let result = match terms.node(term) {
            Node::Variable(_) => {
                self.variables.push(term);
                return self.inputs(width);
            }
            Node::AtLeast(variable, bound) => {
                let first = self.order_inputs(terms, variable);
                return first + (bound - terms.order_range(variable).0 - 1);
            }
            Node::Extract(a, low) => return self.first[a.index()] + low,
            Node::Divide(a, b) => return self.divider(terms, a, b).0,
            Node::Remainder(a, b) => return self.divider(terms, a, b).1,
            Node::Select(array, index) => return self.blast_select(terms, array, index),
            Node::Constant => {
                let value = terms.as_constant(term).expect("a constant has a value");
                (0..width).map(|i| Edge::constant(value.bit(i))).collect()
            }
            Node::Not(a) => self.bits_of(terms, a).iter().map(|bit| !*bit).collect(),
            Node::And(a, b) => self.bitwise(terms, a, b, Aig::and),
            Node::Xor(a, b) => self.bitwise(terms, a, b, Aig::xor),
            Node::Concat(high, low) => {
                [self.bits_of(terms, low), self.bits_of(terms, high)].concat()
            }
            Node::SignExtend(a) => extended(self.bits_of(terms, a).to_vec(), width, Fill::Sign),
            Node::Ite(c, a, b) => {
                let condition = self.bits_of(terms, c)[0];
                self.bitwise(terms, a, b, |aig, a, b| aig.ite(condition, a, b))
            }
            Node::Negate(a) => {
                let (low, fill) = significant(&known);
                let (aig, a) = self.with(terms, a);
                extended(circuits::negate(aig, &a[..low]), width, fill)
            }
            Node::Add(a, b) => {
                let (low, fill) = significant(&known);
                let (a, b, difference) = as_difference(terms, a, b);
                let (aig, [a, b]) = self.with_both(terms, a, b);
                let (a, b) = (&a[..low], &b[..low]);
                let sum = if difference {
                    circuits::subtract(aig, a, b)
                } else {
                    circuits::add(aig, a, b, Edge::FALSE)
                };
                extended(sum, width, fill)
            }
            Node::Multiply(a, b) => self.product(terms, a, b, &known),
            Node::ShiftLeft(a, b) => {
                let (aig, [a, b]) = self.with_both(terms, a, b);
                circuits::shift_left(aig, a, b)
            }
            Node::ShiftRight(a, b) => {
                let (aig, [a, b]) = self.with_both(terms, a, b);
                circuits::shift_right(aig, a, b, Edge::FALSE)
            }
            Node::ShiftRightSigned(a, b) => {
                let (aig, [a, b]) = self.with_both(terms, a, b);
                circuits::shift_right(aig, a, b, a[a.len() - 1])
            }
            Node::Equal(a, b) => {
                let (aig, [a, b]) = self.with_both(terms, a, b);
                vec![circuits::equal(aig, a, b)]
            }
            Node::Less(a, b) => {
                let (aig, [a, b]) = self.with_both(terms, a, b);
                vec![circuits::less(aig, a, b)]
            }
            Node::LessSigned(a, b) => {
                let (aig, [a, b]) = self.with_both(terms, a, b);
                vec![circuits::less_signed(aig, a, b)]
            }
            Node::ArrayVariable(_) | Node::ArrayOf(_) | Node::Store(..) | Node::ArrayIte(..) => {
                panic!("an array has no bits")
            }
        };
        self.keep(&result)
    }

    fn with(&mut self, terms: &Terms, a: Term) -> (&mut Aig, &[Edge]) {
        let start = self.first[a.index()] as usize;
        let bits = &self.bits[start..start + terms.width(a) as usize];
        (&mut self.aig, bits)
    }

    fn with_both(&mut self, terms: &Terms, a: Term, b: Term) -> (&mut Aig, [&[Edge]; 2]) {
        let (first, bits) = (&self.first, &self.bits);
        let of = |term: Term| {
            let start = first[term.index()] as usize;
            &bits[start..start + terms.width(term) as usize]
        };
        (&mut self.aig, [of(a), of(b)])
    }

    fn bitwise(
        &mut self,
        terms: &Terms,
        a: Term,
        b: Term,
        mut gate: impl FnMut(&mut Aig, Edge, Edge) -> Edge,
    ) -> Vec<Edge> {
        let (aig, [a, b]) = self.with_both(terms, a, b);
        a.iter().zip(b).map(|(a, b)| gate(aig, *a, *b)).collect()
    }

    fn product(&mut self, terms: &Terms, a: Term, b: Term, known: &KnownBits) -> Vec<Edge> {
        let (low, fill) = significant(known);
        // The factor with fewer bits gives the rows.
        let bits_needed = |term: Term| {
            let known = terms.known_bits(term);
            known.unsigned_bits().min(known.signed_bits())
        };
        let (a, b) = if bits_needed(a) < bits_needed(b) {
            (b, a)
        } else {
            (a, b)
        };
        let factor = terms.known_bits(b);
        let signed_rows = factor.signed_bits() as usize;
        let (aig, [a, b]) = self.with_both(terms, a, b);
        let a = &a[..low];
        let product = if is_short_signed(&factor, low) {
            // b is its low bits less its sign's weight.
            let mut rows = b[..low].to_vec();
            let sign = rows[signed_rows - 1];
            rows[signed_rows - 1..].fill(Edge::FALSE);
            let positive = circuits::multiply(aig, a, &rows);
            let mut correction = vec![Edge::FALSE; low];
            for (target, bit) in correction[signed_rows - 1..].iter_mut().zip(a) {
                *target = aig.and(*bit, sign);
            }
            circuits::subtract(aig, &positive, &correction)
        } else {
            circuits::multiply(aig, a, &b[..low])
        };
        extended(product, known.width, fill)
    }

    /// Where quotient and remainder begin.
    fn divider(&mut self, terms: &Terms, a: Term, b: Term) -> (u32, u32) {
        if let Some(places) = self.dividers.get(&(a, b)) {
            return *places;
        }
        let width = terms.width(a);
        let (a_known, b_known) = (terms.known_bits(a), terms.known_bits(b));
        let low = a_known.unsigned_bits().max(b_known.unsigned_bits()).max(1) as usize;
        let (aig, [dividend, divisor]) = self.with_both(terms, a, b);
        let (quotient, remainder) = circuits::divide(aig, &dividend[..low], &divisor[..low]);
        // Division by zero sets all bits of the quotient.
        let by_zero = !aig.or_all(divisor);
        let quotient = extended(quotient, width, Fill::With(by_zero));
        let remainder = extended(remainder, width, Fill::With(Edge::FALSE));
        let places = (self.keep(&quotient), self.keep(&remainder));
        self.dividers.insert((a, b), places);
        places
    }

    fn order_inputs(&mut self, terms: &Terms, variable: OrderVariable) -> u32 {
        if let Some(first) = self.orders.get(&variable) {
            return *first;
        }
        let (low, high) = terms.order_range(variable);
        let first = self.inputs(high - low);
        self.orders.insert(variable, first);
        for bound in 1..(high - low) as usize {
            let (less, more) = (
                self.bits[first as usize + bound - 1],
                self.bits[first as usize + bound],
            );
            let monotone = self.aig.implies(more, less);
            self.side_conditions.push(monotone);
        }
        first
    }
}

/// What the bits are that are not computed.
#[derive(Clone, Copy)]
enum Fill {
    Sign,
    With(Edge),
}

/// How many low bits decide the value, and what the others are.
fn significant(known: &KnownBits) -> (usize, Fill) {
    let (unsigned, signed) = (known.unsigned_bits().max(1), known.signed_bits());
    if unsigned < signed {
        (unsigned as usize, Fill::With(Edge::FALSE))
    } else {
        (signed as usize, Fill::Sign)
    }
}

/// Whether a factor is a short signed number, in a product of `low` bits.
fn is_short_signed(factor: &KnownBits, low: usize) -> bool {
    let signed = factor.signed_bits();
    signed < factor.unsigned_bits() && (signed as usize) < low
}

fn extended(mut bits: Vec<Edge>, width: u32, fill: Fill) -> Vec<Edge> {
    let fill = match fill {
        Fill::Sign => bits[bits.len() - 1],
        Fill::With(edge) => edge,
    };
    bits.resize(width as usize, fill);
    bits
}

/// `a + -b` as `(a, b, true)`.
fn as_difference(terms: &Terms, a: Term, b: Term) -> (Term, Term, bool) {
    match (terms.node(a), terms.node(b)) {
        (_, Node::Negate(b)) => (a, b, true),
        (Node::Negate(a), _) => (b, a, true),
        _ => (a, b, false),
    }
}
