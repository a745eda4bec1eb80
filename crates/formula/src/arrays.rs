//! Reads of arrays: as choices where the array is small, by constraints on demand where it is large.
//!
//! A read of an array that was written a few times is expanded (and the first reads of larger ones, up to a budget: a solver is better at choices than at
//! being told late): `select(store(a, i, v), j)` is `i == j ? v : select(a, j)`, down to the
//! variable; and a variable with few indices is one input per bit of each element. Otherwise the read is a vector of fresh inputs, of
//! which nothing is said at first. When the solver has a model, every such read is compared with what it should be in that model
//! (`Blaster::refine`). If it differs, the steps from the read down to the write or variable that decides it are defined, as far as they are not yet, each step with a
//! fresh read of the array below; or, if all are, two reads of one variable at equal indices are made to agree. Then the solver is asked again. Each round
//! adds a constraint that was missing, of which there are finitely many, so that this ends; in the worst case with what the expansion would have given.
//!
//! Source: Brummayer and Biere, *Lemmas on Demand for the Extensional Theory of Arrays*, 2009. We have no equality between
//! arrays, and name the intermediate reads instead of collecting conditions along the path, so that long chains of writes need
//! constraints of constant size.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::aig::Edge;
use crate::bits::Bits;
use crate::blast::Blaster;
use crate::circuits;
use crate::evaluate::{ArrayValue, Assignment, Evaluation};
use crate::terms::{Node, Term, TermVariable, Terms};

/// Which arrays are small.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SmallArrays {
    /// Arrays made of at most so many terms are read by choices.
    pub terms: usize,
    /// Larger ones too, as long as the terms that all these reads go through are not more than that.
    pub budget: usize,
    /// Variables with indices of at most so many bits have an input for every bit of every element.
    pub index_width: u32,
}

impl SmallArrays {
    /// Whatever is written to an array is expanded. Reads of large variables are left.
    pub const ALL_WRITES: SmallArrays = SmallArrays {
        terms: usize::MAX,
        budget: 0,
        index_width: 4,
    };
}

impl Default for SmallArrays {
    fn default() -> SmallArrays {
        SmallArrays {
            terms: 32,
            budget: 8000,
            index_width: 4,
        }
    }
}

#[derive(Default)]
pub(crate) struct Reads {
    small: SmallArrays,
    /// Reads that are inputs, of variables and of larger arrays.
    list: Vec<Read>,
    by_place: FxHashMap<(Term, Term), usize>,
    /// Where the elements of small variables begin.
    elements: FxHashMap<TermVariable, u32>,
    /// Pairs of reads that agree if their indices do.
    congruent: FxHashSet<(usize, usize)>,
}

#[derive(Clone, Copy)]
struct Read {
    array: Term,
    index: Term,
    first: u32,
    /// Whether it is defined by the write or choice that the array is.
    is_defined: bool,
}

impl Reads {
    pub fn new(small: SmallArrays) -> Reads {
        Reads {
            small,
            ..Reads::default()
        }
    }
}

/// The values of reads in a model of the clauses, by array and index.
pub(crate) type GivenReads = FxHashMap<(Term, Term), Bits>;

/// What decides an element in a model.
enum Source {
    Element(Term),
    Variable(TermVariable),
}

impl Blaster {
    /// The terms whose bits [`Blaster::blast_select`] looks at.
    pub(crate) fn needs_of_read(
        &self,
        terms: &Terms,
        array: Term,
        index: Term,
        needed: &mut Vec<Term>,
    ) {
        needed.push(index);
        for part in self.expanded(terms, array).unwrap_or_default() {
            terms.operands(part, |operand| {
                if !terms.is_array(operand) {
                    needed.push(operand);
                }
            });
        }
    }

    /// The bits of `select(array, index)`, whose needs have been blasted.
    pub(crate) fn blast_select(&mut self, terms: &Terms, array: Term, index: Term) -> u32 {
        let Some(parts) = self.expanded(terms, array) else {
            self.reads.small.budget = 0;
            return self.read(terms, array, index);
        };
        if parts.len() > self.reads.small.terms.max(1) {
            self.reads.small.budget -= parts.len();
        }
        // Operands come first, so that the arrays below have been read.
        let width = terms.array_sort(array).element_width;
        let mut places: FxHashMap<Term, u32> = FxHashMap::default();
        for part in parts {
            let place = match terms.node(part) {
                Node::Store(below, at, element) => {
                    let below = self.slice(places[&below], width).to_vec();
                    let element = self.bits_of(terms, element).to_vec();
                    let same = self.same_index(terms, at, index);
                    let bits = circuits::choose(&mut self.aig, same, &element, &below);
                    self.keep(&bits)
                }
                Node::ArrayIte(condition, then, otherwise) => {
                    let condition = self.bits_of(terms, condition)[0];
                    let then = self.slice(places[&then], width).to_vec();
                    let otherwise = self.slice(places[&otherwise], width).to_vec();
                    let bits = circuits::choose(&mut self.aig, condition, &then, &otherwise);
                    self.keep(&bits)
                }
                _ => self.read(terms, part, index),
            };
            places.insert(part, place);
        }
        places[&array]
    }

    /// Looks for reads that are not what the model says they should be, and collects the constraints that exclude it among
    /// the side conditions. Gives whether there were any. `value` tells inputs in the model, and `assignment` has the
    /// variables; it gets the arrays.
    pub(crate) fn refine(
        &mut self,
        terms: &Terms,
        assignment: &mut Assignment,
        mut value: impl FnMut(Edge) -> bool,
    ) -> bool {
        self.small_arrays(terms, assignment, &mut value);
        let mut given: GivenReads = FxHashMap::default();
        for read in &self.reads.list {
            let width = terms.array_sort(read.array).element_width;
            let bits = self.slice(read.first, width);
            let bits = Bits::from_fn(width, |bit| value(bits[bit as usize]));
            given.insert((read.array, read.index), bits);
        }
        let differing = self.read_variables(terms, assignment, &given);
        self.adopt_values(terms, assignment, &given);
        let wrong = self.wrong_reads(terms, assignment, &given);
        let found = !differing.is_empty() || !wrong.is_empty();
        let mut refined = false;
        for (one, other) in differing {
            refined |= self.make_congruent(terms, one, other);
        }
        for (index, path) in wrong {
            for array in path {
                refined |= self.define(terms, array, index);
            }
        }
        assert_eq!(found, refined, "a wrong read is always refined");
        refined
    }

    /// Puts the elements of large variables that are read into the assignment. Gives reads of one element that differ.
    fn read_variables(
        &self,
        terms: &Terms,
        assignment: &mut Assignment,
        given: &GivenReads,
    ) -> Vec<(usize, usize)> {
        let mut found: FxHashMap<(TermVariable, Bits), usize> = FxHashMap::default();
        let mut differing = Vec::new();
        let mut evaluation = Evaluation::with_reads(terms, assignment, given);
        for (number, read) in self.reads.list.iter().enumerate() {
            let Node::ArrayVariable(variable) = terms.node(read.array) else {
                continue;
            };
            let key = (variable, evaluation.bits(read.index));
            let first = *found.entry(key).or_insert(number);
            let earlier = &self.reads.list[first];
            if given[&(read.array, read.index)] != given[&(earlier.array, earlier.index)] {
                differing.push((first, number));
            }
        }
        for ((variable, index), number) in found {
            let read = &self.reads.list[number];
            let bits = given[&(read.array, read.index)].clone();
            set_element(terms, assignment, variable, index, bits);
        }
        differing
    }

    /// A read that ends at an element of a variable of which nothing is said yet decides what that element is.
    fn adopt_values(&self, terms: &Terms, assignment: &mut Assignment, given: &GivenReads) {
        let mut adopted = Vec::new();
        let mut evaluation = Evaluation::with_reads(terms, assignment, given);
        for read in self.reads.list.iter().filter(|read| !read.is_defined) {
            let index = evaluation.bits(read.index);
            let end = source(terms, &mut evaluation, read.array, &index, &mut Vec::new());
            if let Source::Variable(variable) = end
                && !has_element(assignment, variable, &index)
            {
                adopted.push((variable, index, &given[&(read.array, read.index)]));
            }
        }
        for (variable, index, bits) in adopted {
            if !has_element(assignment, variable, &index) {
                set_element(terms, assignment, variable, index, bits.clone());
            }
        }
    }

    /// The reads that differ from what the assignment makes them: the index, and the arrays whose reads are to be defined. A
    /// read that is defined follows from clauses and from the reads below it.
    fn wrong_reads(
        &self,
        terms: &Terms,
        assignment: &Assignment,
        given: &GivenReads,
    ) -> Vec<(Term, Vec<Term>)> {
        let mut evaluation = Evaluation::with_reads(terms, assignment, given);
        let mut wrong = Vec::new();
        for read in self.reads.list.iter().filter(|read| !read.is_defined) {
            let index = evaluation.bits(read.index);
            let mut path = Vec::new();
            let expected = match source(terms, &mut evaluation, read.array, &index, &mut path) {
                Source::Element(element) => evaluation.bits(element),
                // Reads of one element of a variable that differ are known already.
                Source::Variable(_) if path.is_empty() => continue,
                Source::Variable(variable) => assignment.element(terms, variable, &index),
            };
            if expected != given[&(read.array, read.index)] {
                look_ahead(terms, &mut path, self.reads.list.len());
                wrong.push((read.index, path));
            }
        }
        wrong
    }

    /// Says all at once that reads of one variable at equal indices are equal. Then nothing is left to refine if all arrays
    /// are expanded, and clauses alone are the formula.
    pub(crate) fn complete_reads(&mut self, terms: &Terms) {
        let mut by_array: FxHashMap<Term, Vec<usize>> = FxHashMap::default();
        for (number, read) in self.reads.list.iter().enumerate() {
            by_array.entry(read.array).or_default().push(number);
        }
        for reads in by_array.values() {
            for (position, one) in reads.iter().enumerate() {
                for other in &reads[position + 1..] {
                    self.make_congruent(terms, *one, *other);
                }
            }
        }
    }

    /// The arrays that `array` is made of, operands first, if they are few.
    fn expanded(&self, terms: &Terms, array: Term) -> Option<Vec<Term>> {
        let SmallArrays {
            terms: few, budget, ..
        } = self.reads.small;
        let limit = few.max(budget).max(1);
        let mut parts = vec![array];
        let mut seen: FxHashSet<Term> = parts.iter().copied().collect();
        let mut next = 0;
        while let Some(part) = parts.get(next).copied() {
            next += 1;
            if next > limit {
                return None;
            }
            terms.operands(part, |operand| {
                if terms.is_array(operand) && seen.insert(operand) {
                    parts.push(operand);
                }
            });
        }
        parts.sort_unstable();
        Some(parts)
    }

    /// The read as inputs, or as what it is known to be.
    fn read(&mut self, terms: &Terms, array: Term, index: Term) -> u32 {
        let sort = terms.array_sort(array);
        match terms.node(array) {
            Node::ArrayOf(element) => {
                let bits = self.blast(terms, element).to_vec();
                return self.keep(&bits);
            }
            Node::ArrayVariable(variable) if sort.index_width <= self.reads.small.index_width => {
                return self.read_small(terms, variable, index);
            }
            _ => {}
        }
        if let Some(number) = self.reads.by_place.get(&(array, index)) {
            return self.reads.list[*number].first;
        }
        let first = self.inputs(sort.element_width);
        let number = self.reads.list.len();
        self.reads.by_place.insert((array, index), number);
        self.reads.list.push(Read {
            array,
            index,
            first,
            is_defined: false,
        });
        first
    }

    /// A tree of choices over the bits of the index.
    fn read_small(&mut self, terms: &Terms, variable: TermVariable, index: Term) -> u32 {
        let sort = terms.array_sort(terms.variable_term(variable));
        let width = sort.element_width;
        let first = match self.reads.elements.get(&variable) {
            Some(first) => *first,
            None => {
                let first = self.inputs(width << sort.index_width);
                self.reads.elements.insert(variable, first);
                first
            }
        };
        let index = self.bits_of(terms, index).to_vec();
        let mut candidates: Vec<Vec<Edge>> = (0..1u32 << sort.index_width)
            .map(|element| self.slice(first + element * width, width).to_vec())
            .collect();
        for bit in index {
            candidates = candidates
                .chunks(2)
                .map(|pair| circuits::choose(&mut self.aig, bit, &pair[1], &pair[0]))
                .collect();
        }
        self.keep(&candidates[0])
    }

    fn small_arrays(
        &self,
        terms: &Terms,
        assignment: &mut Assignment,
        value: &mut impl FnMut(Edge) -> bool,
    ) {
        for (variable, first) in &self.reads.elements {
            let sort = terms.array_sort(terms.variable_term(*variable));
            let width = sort.element_width;
            let mut array = ArrayValue::constant(Bits::zero(width));
            for element in 0..1u32 << sort.index_width {
                let bits = self.slice(first + element * width, width);
                let bits = Bits::from_fn(width, |bit| value(bits[bit as usize]));
                let index = Bits::new(u128::from(element), sort.index_width);
                array.elements.insert(index, bits);
            }
            assignment.arrays.insert(*variable, array);
        }
    }

    fn same_index(&mut self, terms: &Terms, a: Term, b: Term) -> Edge {
        let (a, b) = (
            self.bits_of(terms, a).to_vec(),
            self.bits_of(terms, b).to_vec(),
        );
        circuits::equal(&mut self.aig, &a, &b)
    }

    fn make_congruent(&mut self, terms: &Terms, one: usize, other: usize) -> bool {
        if !self.reads.congruent.insert((one, other)) {
            return false;
        }
        let (one, other) = (self.reads.list[one], self.reads.list[other]);
        let same = self.same_index(terms, one.index, other.index);
        let width = terms.array_sort(one.array).element_width;
        for bit in 0..width {
            let (a, b) = (
                self.bits[(one.first + bit) as usize],
                self.bits[(other.first + bit) as usize],
            );
            let equal = self.aig.equal(a, b);
            let agree = self.aig.implies(same, equal);
            self.side_conditions.push(agree);
        }
        true
    }

    /// Says what the read of a write or of a choice is, by a read of the array below.
    fn define(&mut self, terms: &Terms, array: Term, index: Term) -> bool {
        let first = self.read(terms, array, index);
        let Some(&number) = self.reads.by_place.get(&(array, index)) else {
            return false;
        };
        if std::mem::replace(&mut self.reads.list[number].is_defined, true) {
            return false;
        }
        let width = terms.array_sort(array).element_width;
        let (condition, then, otherwise) = match terms.node(array) {
            Node::Store(below, at, element) => {
                self.blast(terms, at);
                let element = self.blast(terms, element).to_vec();
                let below = self.read(terms, below, index);
                let below = self.slice(below, width).to_vec();
                (self.same_index(terms, at, index), element, below)
            }
            Node::ArrayIte(condition, then, otherwise) => {
                let condition = self.blast_boolean(terms, condition);
                let then = self.read(terms, then, index);
                let then = self.slice(then, width).to_vec();
                let otherwise = self.read(terms, otherwise, index);
                let otherwise = self.slice(otherwise, width).to_vec();
                (condition, then, otherwise)
            }
            _ => return false,
        };
        for bit in 0..width {
            let read = self.bits[(first + bit) as usize];
            for (guard, source) in [
                (condition, then[bit as usize]),
                (!condition, otherwise[bit as usize]),
            ] {
                let equal = self.aig.equal(read, source);
                let defined = self.aig.implies(guard, equal);
                self.side_conditions.push(defined);
            }
        }
        true
    }
}

/// Follows an element in a model down to what decides it. `path` gets the arrays on the way.
fn source(
    terms: &Terms,
    evaluation: &mut Evaluation,
    mut array: Term,
    index: &Bits,
    path: &mut Vec<Term>,
) -> Source {
    loop {
        match terms.node(array) {
            Node::Store(below, at, element) => {
                path.push(array);
                if evaluation.bits(at) == *index {
                    return Source::Element(element);
                }
                array = below;
            }
            Node::ArrayIte(condition, then, otherwise) => {
                path.push(array);
                array = if evaluation.is_true(condition) {
                    then
                } else {
                    otherwise
                };
            }
            Node::ArrayOf(element) => return Source::Element(element),
            Node::ArrayVariable(variable) => return Source::Variable(variable),
            _ => unreachable!("not an array"),
        }
    }
}

/// Continues a path below the write that ends it, by up to `count` writes. In the next model that write will not decide the element, and
/// the one below it, whose index nobody has asked for yet, would: without this there is a round for every write.
/// As many writes as there are reads make the defined part double.
fn look_ahead(terms: &Terms, path: &mut Vec<Term>, count: usize) {
    for _ in 0..count {
        let Some(Node::Store(below, ..)) = path.last().map(|last| terms.node(*last)) else {
            break;
        };
        if !matches!(terms.node(below), Node::Store(..) | Node::ArrayIte(..)) {
            break;
        }
        path.push(below);
    }
}

fn has_element(assignment: &Assignment, variable: TermVariable, index: &Bits) -> bool {
    let array = assignment.arrays.get(&variable);
    array.is_some_and(|array| array.elements.contains_key(index))
}

fn set_element(
    terms: &Terms,
    assignment: &mut Assignment,
    variable: TermVariable,
    index: Bits,
    element: Bits,
) {
    let sort = terms.array_sort(terms.variable_term(variable));
    let array = assignment.arrays.entry(variable);
    let array = array.or_insert_with(|| ArrayValue::constant(Bits::zero(sort.element_width)));
    array.elements.insert(index, element);
}
