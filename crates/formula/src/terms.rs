//! Hash-consed word-level terms: a graph in which every term stands once and is simplified when it is made.
//!
//! **Sorts.** A term is a bit-vector of a fixed width or an array of such. A boolean is a bit-vector of width 1; there is
//! no second kind, so that no conversion between the two clutters formulas. Floats are bit-vectors too (`floats`).
//!
//! **Operators.** The set is small; others are made of these when a term is constructed (`a - b` is `a + -b`, `a | b` is
//! `!(!a & !b)`, `a <= b` is `!(b < a)`, shifts by constants are `extract` and `concat`), so that every rule is written once and
//! equal things look equal. What each computes is defined by [`Bits`], as in SMT-LIB.
//!
//! **Rewriting** happens in the constructors, one file a family: constants, neutral elements, ordering of operands, merging of
//! `ite`, and whatever follows from known bits (`known_bits.rs`), which are kept for every term. Rules look at most a few
//! levels down (`Terms::deeper`), so that making a term costs a bounded number of steps, whatever the depth of the graph.
//! Arithmetic is not rewritten into narrower arithmetic here, although operands are often known to be small: that would hide sums from the
//! rules that collect constants. The blaster does it, from the same known bits (`blast.rs`).
//!
//! **Memory.** 16 bytes for a term, 17 for what is known of it, up to a quarter more for growth, and a slot of 6 to 12 bytes in the hash table. A term's
//! operands are older than the term, so that the order of numbers is a topological order.

mod arithmetic;
mod arrays;
mod bitwise;
mod choice;
mod comparisons;
mod known_bits;
mod order;
mod overflow;
mod pieces;
mod shifts;

use std::fmt;
use std::hash::Hasher;

use hashbrown::HashTable;
use rustc_hash::{FxHashMap, FxHasher};

use crate::bits::{Bits, MAX_WIDTH};
pub use known_bits::KnownBits;
pub use order::OrderVariable;

/// A term of some [`Terms`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Term(u32);

/// What a term is, one level deep.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Node {
    /// Ask [`Terms::as_constant`] for the value.
    Constant,
    Variable(TermVariable),
    /// "The order variable is at least that number": a boolean.
    AtLeast(OrderVariable, u32),
    Not(Term),
    And(Term, Term),
    Xor(Term, Term),
    Negate(Term),
    Add(Term, Term),
    Multiply(Term, Term),
    /// Unsigned, as the next.
    Divide(Term, Term),
    Remainder(Term, Term),
    ShiftLeft(Term, Term),
    ShiftRight(Term, Term),
    ShiftRightSigned(Term, Term),
    Equal(Term, Term),
    Less(Term, Term),
    LessSigned(Term, Term),
    /// The bits of a term from a position on, as many as the node's width.
    Extract(Term, u32),
    /// High part, low part.
    Concat(Term, Term),
    SignExtend(Term),
    /// Condition, then, else.
    Ite(Term, Term, Term),
    /// Array, index.
    Select(Term, Term),
    ArrayVariable(TermVariable),
    /// The same element everywhere.
    ArrayOf(Term),
    /// Array, index, element.
    Store(Term, Term, Term),
    ArrayIte(Term, Term, Term),
}

/// Bit-vector and array variables share one numbering, in the order in which they were made.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TermVariable(u32);

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sort {
    Bits(u32),
    Array(ArraySort),
}

/// An array has an element for every index.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ArraySort {
    pub index_width: u32,
    pub element_width: u32,
}

#[derive(Default)]
pub struct Terms {
    packed: Vec<Packed>,
    known: known_bits::Table,
    table: HashTable<Term>,
    /// Constants of more than 64 bits.
    wide: Vec<Bits>,
    wide_index: FxHashMap<Bits, u32>,
    variables: Vec<VariableRecord>,
    order_variables: Vec<order::Record>,
    array_sorts: Vec<ArraySort>,
    /// How deep rewriting rules have called constructors.
    nesting: u32,
}

struct VariableRecord {
    name: Box<str>,
    term: Term,
}

/// Operator in the top byte of `head`; below it the width, or for arrays the number of their sort.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Packed {
    head: u32,
    operands: [u32; 3],
}

/// Rules may construct terms by rules that construct terms, this deep.
const NESTING_LIMIT: u32 = 12;

impl TermVariable {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl Term {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl Terms {
    pub fn new() -> Terms {
        Terms::default()
    }

    /// How many different terms there are.
    pub fn len(&self) -> usize {
        self.packed.len()
    }

    pub fn is_empty(&self) -> bool {
        self.packed.is_empty()
    }

    /// All terms, operands before what is made of them.
    pub fn iter(&self) -> impl Iterator<Item = Term> + use<> {
        (0..self.packed.len() as u32).map(Term)
    }

    /// Bytes in use.
    pub fn memory_bytes(&self) -> usize {
        self.packed.capacity() * size_of::<Packed>()
            + self.known.memory_bytes()
            + self.table.allocation_size()
            + self.wide.capacity() * size_of::<Bits>()
            + self.variables.capacity() * size_of::<VariableRecord>()
    }

    pub fn sort(&self, term: Term) -> Sort {
        let head = self.packed[term.index()].head;
        if head >> 24 < op::ARRAY_VARIABLE {
            Sort::Bits(head & MAX_WIDTH)
        } else {
            Sort::Array(self.array_sorts[(head & MAX_WIDTH) as usize])
        }
    }

    /// The width of a bit-vector.
    #[inline]
    pub fn width(&self, term: Term) -> u32 {
        let head = self.packed[term.index()].head;
        assert!(
            head >> 24 < op::ARRAY_VARIABLE,
            "an array is not a bit-vector"
        );
        head & MAX_WIDTH
    }

    pub fn array_sort(&self, term: Term) -> ArraySort {
        match self.sort(term) {
            Sort::Array(sort) => sort,
            Sort::Bits(_) => panic!("not an array"),
        }
    }

    #[inline]
    pub fn node(&self, term: Term) -> Node {
        self.packed[term.index()].unpack()
    }

    /// Calls `visit` for each operand.
    pub fn operands(&self, term: Term, mut visit: impl FnMut(Term)) {
        match self.node(term) {
            Node::Constant | Node::Variable(_) | Node::AtLeast(..) | Node::ArrayVariable(_) => {}
            Node::Not(a)
            | Node::Negate(a)
            | Node::Extract(a, _)
            | Node::SignExtend(a)
            | Node::ArrayOf(a) => visit(a),
            Node::And(a, b)
            | Node::Xor(a, b)
            | Node::Add(a, b)
            | Node::Multiply(a, b)
            | Node::Divide(a, b)
            | Node::Remainder(a, b)
            | Node::ShiftLeft(a, b)
            | Node::ShiftRight(a, b)
            | Node::ShiftRightSigned(a, b)
            | Node::Equal(a, b)
            | Node::Less(a, b)
            | Node::LessSigned(a, b)
            | Node::Concat(a, b)
            | Node::Select(a, b) => {
                visit(a);
                visit(b);
            }
            Node::Ite(a, b, c) | Node::Store(a, b, c) | Node::ArrayIte(a, b, c) => {
                visit(a);
                visit(b);
                visit(c);
            }
        }
    }

    pub fn as_constant(&self, term: Term) -> Option<Bits> {
        let packed = &self.packed[term.index()];
        if packed.head >> 24 != op::CONSTANT {
            return None;
        }
        let width = packed.head & MAX_WIDTH;
        Some(if width <= 64 {
            Bits::new(u128::from(packed.small_constant()), width)
        } else {
            self.wide[packed.operands[0] as usize].clone()
        })
    }

    pub fn is_constant(&self, term: Term) -> bool {
        self.packed[term.index()].head >> 24 == op::CONSTANT
    }

    /// `Some` if the term is the constant true or false.
    pub fn as_boolean(&self, term: Term) -> Option<bool> {
        let packed = &self.packed[term.index()];
        (packed.head == op::CONSTANT << 24 | 1).then(|| packed.operands[0] != 0)
    }

    pub fn is_true(&self, term: Term) -> bool {
        self.as_boolean(term) == Some(true)
    }

    pub fn is_false(&self, term: Term) -> bool {
        self.as_boolean(term) == Some(false)
    }

    pub fn known_bits(&self, term: Term) -> KnownBits {
        self.known.get(term, self.width(term))
    }

    pub fn constant(&mut self, value: &Bits) -> Term {
        let width = value.width();
        if width <= 64 {
            let low = value.low_word();
            return self.intern(op::CONSTANT, width, [low as u32, (low >> 32) as u32, 0]);
        }
        let next = self.wide.len() as u32;
        let index = *self.wide_index.entry(value.clone()).or_insert(next);
        if index == next {
            self.wide.push(value.clone());
        }
        self.intern(op::CONSTANT, width, [index, 0, 0])
    }

    /// The low `width` bits of `value`.
    pub fn number(&mut self, value: u128, width: u32) -> Term {
        self.constant(&Bits::new(value, width))
    }

    pub fn zero(&mut self, width: u32) -> Term {
        self.number(0, width)
    }

    pub fn boolean(&mut self, value: bool) -> Term {
        self.number(u128::from(value), 1)
    }

    /// A new variable. The name is for people: two variables may have the same one. If its values need fewer bits than the width that
    /// it is used in, extend a narrow variable: the bits above cost nothing, and operators on it become narrower.
    pub fn variable(&mut self, name: &str, width: u32) -> Term {
        assert!(width > 0, "a bit-vector has bits");
        let number = self.variables.len() as u32;
        let term = self.intern(op::VARIABLE, width, [number, 0, 0]);
        self.record_variable(name, term);
        term
    }

    /// All variables, in the order in which they were made.
    pub fn variables(&self) -> impl Iterator<Item = Term> + '_ {
        self.variables.iter().map(|record| record.term)
    }

    pub fn variable_name(&self, variable: TermVariable) -> &str {
        &self.variables[variable.index()].name
    }

    pub fn variable_term(&self, variable: TermVariable) -> Term {
        self.variables[variable.index()].term
    }

    fn record_variable(&mut self, name: &str, term: Term) {
        self.variables.push(VariableRecord {
            name: name.into(),
            term,
        });
    }

    /// The number of an array's sort.
    fn array_head(&self, array: Term) -> u32 {
        self.packed[array.index()].head & MAX_WIDTH
    }

    fn array_sort_number(&mut self, sort: ArraySort) -> u32 {
        assert!(
            sort.index_width > 0 && sort.element_width > 0,
            "a bit-vector has bits"
        );
        let found = self.array_sorts.iter().position(|known| *known == sort);
        found.unwrap_or_else(|| {
            self.array_sorts.push(sort);
            self.array_sorts.len() - 1
        }) as u32
    }

    /// Runs a rule that constructs terms of parts of other terms. `None` if rules are nested too deeply already: the
    /// caller then leaves the term as it is.
    fn deeper<R>(&mut self, rule: impl FnOnce(&mut Terms) -> R) -> Option<R> {
        if self.nesting >= NESTING_LIMIT {
            return None;
        }
        self.nesting += 1;
        let result = rule(self);
        self.nesting -= 1;
        Some(result)
    }

    /// The term with that operator, width (or sort number) and operands. No rewriting.
    fn intern(&mut self, operator: u32, width: u32, operands: [u32; 3]) -> Term {
        assert!(width <= MAX_WIDTH, "too wide");
        let packed = Packed {
            head: operator << 24 | width,
            operands,
        };
        let nodes = &self.packed;
        let hash = packed.hash();
        if let Some(term) = self.table.find(hash, |term| nodes[term.index()] == packed) {
            return *term;
        }
        let term = Term(u32::try_from(nodes.len()).expect("fewer than 2^32 terms"));
        self.table
            .insert_unique(hash, term, |term| nodes[term.index()].hash());
        push_tightly(&mut self.packed, packed);
        let known = known_bits::derive(self, packed.unpack(), packed.head & MAX_WIDTH, term);
        self.known.push(known);
        term
    }

    /// The same, or the constant that known bits say it is.
    fn intern_settled(&mut self, operator: u32, width: u32, operands: [u32; 3]) -> Term {
        let term = self.intern(operator, width, operands);
        match self.known_bits(term).value() {
            Some(value) => self.number(u128::from(value), width),
            None => term,
        }
    }

    fn make1(&mut self, operator: u32, width: u32, a: Term) -> Term {
        self.intern_settled(operator, width, [a.0, 0, 0])
    }

    fn make2(&mut self, operator: u32, width: u32, a: Term, b: Term) -> Term {
        self.intern_settled(operator, width, [a.0, b.0, 0])
    }

    fn make3(&mut self, operator: u32, width: u32, a: Term, b: Term, c: Term) -> Term {
        self.intern_settled(operator, width, [a.0, b.0, c.0])
    }

    fn same_width(&self, a: Term, b: Term) -> u32 {
        let width = self.width(a);
        assert_eq!(width, self.width(b), "operands of different widths");
        width
    }
}

/// Grows by a quarter instead of doubling: what is not used yet would else be most of a term's memory at times.
fn push_tightly<T>(list: &mut Vec<T>, item: T) {
    if list.len() == list.capacity() {
        list.reserve_exact((list.len() / 4).max(1024));
    }
    list.push(item);
}

/// The operators' numbers in [`Packed`]. Arrays come last.
mod op {
    pub const CONSTANT: u32 = 0;
    pub const VARIABLE: u32 = 1;
    pub const AT_LEAST: u32 = 2;
    pub const NOT: u32 = 3;
    pub const AND: u32 = 4;
    pub const XOR: u32 = 5;
    pub const NEGATE: u32 = 6;
    pub const ADD: u32 = 7;
    pub const MULTIPLY: u32 = 8;
    pub const DIVIDE: u32 = 9;
    pub const REMAINDER: u32 = 10;
    pub const SHIFT_LEFT: u32 = 11;
    pub const SHIFT_RIGHT: u32 = 12;
    pub const SHIFT_RIGHT_SIGNED: u32 = 13;
    pub const EQUAL: u32 = 14;
    pub const LESS: u32 = 15;
    pub const LESS_SIGNED: u32 = 16;
    pub const EXTRACT: u32 = 17;
    pub const CONCAT: u32 = 18;
    pub const SIGN_EXTEND: u32 = 19;
    pub const ITE: u32 = 20;
    pub const SELECT: u32 = 21;
    pub const ARRAY_VARIABLE: u32 = 22;
    pub const ARRAY_OF: u32 = 23;
    pub const STORE: u32 = 24;
    pub const ARRAY_ITE: u32 = 25;
}

impl Packed {
    fn small_constant(&self) -> u64 {
        u64::from(self.operands[1]) << 32 | u64::from(self.operands[0])
    }

    fn hash(&self) -> u64 {
        let mut hasher = FxHasher::default();
        let [a, b, c] = self.operands;
        hasher.write_u64(u64::from(self.head) << 32 | u64::from(a));
        hasher.write_u64(u64::from(b) << 32 | u64::from(c));
        hasher.finish()
    }

    #[inline]
    fn unpack(self) -> Node {
        let [a, b, c] = self.operands.map(Term);
        match self.head >> 24 {
            op::CONSTANT => Node::Constant,
            op::VARIABLE => Node::Variable(TermVariable(a.0)),
            op::AT_LEAST => Node::AtLeast(OrderVariable(a.0), b.0),
            op::NOT => Node::Not(a),
            op::AND => Node::And(a, b),
            op::XOR => Node::Xor(a, b),
            op::NEGATE => Node::Negate(a),
            op::ADD => Node::Add(a, b),
            op::MULTIPLY => Node::Multiply(a, b),
            op::DIVIDE => Node::Divide(a, b),
            op::REMAINDER => Node::Remainder(a, b),
            op::SHIFT_LEFT => Node::ShiftLeft(a, b),
            op::SHIFT_RIGHT => Node::ShiftRight(a, b),
            op::SHIFT_RIGHT_SIGNED => Node::ShiftRightSigned(a, b),
            op::EQUAL => Node::Equal(a, b),
            op::LESS => Node::Less(a, b),
            op::LESS_SIGNED => Node::LessSigned(a, b),
            op::EXTRACT => Node::Extract(a, b.0),
            op::CONCAT => Node::Concat(a, b),
            op::SIGN_EXTEND => Node::SignExtend(a),
            op::ITE => Node::Ite(a, b, c),
            op::SELECT => Node::Select(a, b),
            op::ARRAY_VARIABLE => Node::ArrayVariable(TermVariable(a.0)),
            op::ARRAY_OF => Node::ArrayOf(a),
            op::STORE => Node::Store(a, b, c),
            op::ARRAY_ITE => Node::ArrayIte(a, b, c),
            other => unreachable!("no operator has the number {other}"),
        }
    }
}

/// `t7`.
impl fmt::Debug for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "t{}", self.0)
    }
}
