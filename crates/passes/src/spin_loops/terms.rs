//! Values as terms over what variables held at the head of a loop.
//!
//! Terms are shared: equal terms have equal ids. They are simplified only where they are built, and only as far as
//! telling feasible paths from others needs: constants fold, comparisons with constants see through conversions, `!=`
//! and "as bool" become a negated `==`. A question that this cannot answer has no answer, which never makes a loop look
//! better than it is.

use super::facts::Facts;
use rustc_hash::{FxHashMap, FxHashSet};
use unspool_ir::{
    BinaryOp, FunctionId, GlobalId, RegId, SlotId, Type, TypeId, Types, UnaryOp, arithmetic,
};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TermId(u32);

/// Something that holds a value from one iteration to the next.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Variable {
    Register(RegId),
    /// Bytes of memory that no one else can know.
    Cell(Cell),
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell {
    pub owner: Owner,
    pub offset: u64,
    pub size: u64,
}

/// An object that only its own activation can know.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Owner {
    Slot(SlotId),
    /// Allocated, and first held by this register.
    Fresh(RegId),
}

impl Variable {
    /// The slot that it is a part of.
    pub fn slot(self) -> Option<SlotId> {
        match self {
            Variable::Cell(Cell {
                owner: Owner::Slot(slot),
                ..
            }) => Some(slot),
            _ => None,
        }
    }

    pub fn overlaps(self, other: Variable) -> bool {
        match (self, other) {
            (Variable::Cell(a), Variable::Cell(b)) => a.overlaps(b),
            _ => self == other,
        }
    }
}

impl Cell {
    pub fn overlaps(self, other: Cell) -> bool {
        self.owner == other.owner
            && self.offset < other.offset.saturating_add(other.size)
            && other.offset < self.offset.saturating_add(self.size)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Term {
    Constant(u128),
    /// What the variable held at the head of the loop.
    Initial(Variable),
    /// Any value; each number is a different one.
    Unknown(u32),
    ThreadId,
    Global(GlobalId),
    /// The address of a slot of the activation with this number; 0 is the one with the loop.
    Slot(u32, SlotId),
    Function(FunctionId),
    /// An address plus bytes.
    Plus(TermId, i128),
    /// An address plus an index in steps of some bytes.
    Element(TermId, TermId, u64),
    Unary(UnaryOp, TermId),
    Binary(BinaryOp, TermId, TermId),
    Convert(TermId),
    Select(TermId, TermId, TermId),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Node {
    term: Term,
    ty: TypeId,
}

/// The table of terms.
pub struct Terms<'t> {
    pub types: &'t Types,
    nodes: Vec<Node>,
    index: FxHashMap<Node, TermId>,
    unknowns: u32,
    /// Values read from where only 0 and 1 are ever written.
    pub bits: FxHashSet<TermId>,
}

impl<'t> Terms<'t> {
    pub fn new(types: &'t Types) -> Self {
        Terms {
            types,
            nodes: Vec::new(),
            index: FxHashMap::default(),
            unknowns: 0,
            bits: FxHashSet::default(),
        }
    }

    pub fn term(&self, id: TermId) -> Term {
        self.nodes[id.0 as usize].term
    }

    pub fn ty(&self, id: TermId) -> TypeId {
        self.nodes[id.0 as usize].ty
    }

    pub fn make(&mut self, term: Term, ty: TypeId) -> TermId {
        let node = Node { term, ty };
        if let Some(&id) = self.index.get(&node) {
            return id;
        }
        let id = TermId(self.nodes.len() as u32);
        self.nodes.push(node);
        self.index.insert(node, id);
        id
    }

    pub fn unknown(&mut self, ty: TypeId) -> TermId {
        self.unknowns += 1;
        self.make(Term::Unknown(self.unknowns), ty)
    }

    /// An unknown that is 0 or 1.
    pub fn unknown_bit(&mut self, ty: TypeId) -> TermId {
        let id = self.unknown(ty);
        self.bits.insert(id);
        id
    }

    pub fn constant(&mut self, bits: u128, ty: TypeId) -> TermId {
        self.make(Term::Constant(bits), ty)
    }

    pub fn constant_of(&self, id: TermId) -> Option<u128> {
        match self.term(id) {
            Term::Constant(bits) => Some(bits),
            _ => None,
        }
    }

    /// An address and the bytes that are added to it.
    pub fn base_and_offset(&self, address: TermId) -> (TermId, i128) {
        match self.term(address) {
            Term::Plus(base, offset) => (base, offset),
            _ => (address, 0),
        }
    }

    pub fn plus(&mut self, address: TermId, bytes: i128) -> TermId {
        let (base, offset) = self.base_and_offset(address);
        match offset.wrapping_add(bytes) {
            0 => base,
            sum => self.make(Term::Plus(base, sum), self.ty(address)),
        }
    }

    /// An address plus an index times a step.
    pub fn element(&mut self, address: TermId, index: TermId, step: u64) -> TermId {
        match self.constant_of(index) {
            Some(bits) => {
                let ty = self.ty(index);
                let width = self.types.value_bits(ty);
                let index = match self.types.is_signed(ty) {
                    true => arithmetic::sign_extend(bits, width),
                    false => bits as i128,
                };
                self.plus(address, index.wrapping_mul(i128::from(step)))
            }
            None => self.make(Term::Element(address, index, step), self.ty(address)),
        }
    }

    /// Addresses of places are made without a pointer type: their type is void.
    fn is_address(&self, ty: TypeId) -> bool {
        ty == Types::VOID || self.types.is_pointer(ty)
    }

    pub fn unary(&mut self, op: UnaryOp, operand: TermId, facts: &Facts) -> TermId {
        let operand = facts.resolve(operand);
        let ty = self.ty(operand);
        match self.term(operand) {
            Term::Constant(bits) => {
                let bits = arithmetic::unary(self.types, op, ty, bits);
                self.constant(bits, ty)
            }
            Term::Unary(UnaryOp::Not, inner) if op == UnaryOp::Not => inner,
            _ => self.make(Term::Unary(op, operand), ty),
        }
    }

    pub fn convert(&mut self, operand: TermId, to: TypeId, facts: &Facts) -> TermId {
        let from = self.ty(operand);
        if from == to || self.is_address(from) && self.types.is_pointer(to) {
            return operand;
        }
        let operand = facts.resolve(operand);
        if let Term::Constant(bits) = self.term(operand) {
            let bits = arithmetic::convert(self.types, from, to, bits);
            return self.constant(bits, to);
        }
        if *self.types.get(to) == Type::Bool && !self.types.is_float(from) {
            let zero = self.constant(0, from);
            let is_zero = self.binary(BinaryOp::Eq, operand, zero, Types::BOOL, facts);
            return self.unary(UnaryOp::Not, is_zero, facts);
        }
        self.make(Term::Convert(operand), to)
    }

    /// The value of the same bytes seen as another type; None if that is not simple.
    pub fn same_bytes(&mut self, value: TermId, ty: TypeId, facts: &Facts) -> Option<TermId> {
        let from = self.ty(value);
        let is_same = from == ty || self.is_address(from) && self.types.is_pointer(ty);
        if is_same {
            return Some(value);
        }
        let is_plain = self.types.is_integer(from) && self.types.is_integer(ty);
        is_plain.then(|| self.convert(value, ty, facts))
    }

    pub fn select(&mut self, condition: TermId, a: TermId, b: TermId, facts: &Facts) -> TermId {
        match facts.truth(self, condition) {
            Some(true) => a,
            Some(false) => b,
            None if a == b => a,
            None => self.make(Term::Select(condition, a, b), self.ty(a)),
        }
    }

    /// Not for pointer addition.
    pub fn binary(
        &mut self,
        op: BinaryOp,
        a: TermId,
        b: TermId,
        ty: TypeId,
        facts: &Facts,
    ) -> TermId {
        let (a, b) = (facts.resolve(a), facts.resolve(b));
        let operands = self.ty(a);
        if let (Some(x), Some(y)) = (self.constant_of(a), self.constant_of(b))
            && let Some(bits) = arithmetic::binary(self.types, op, operands, self.ty(b), x, y)
        {
            return self.constant(bits, ty);
        }
        match op {
            BinaryOp::Ne => {
                let equal = self.binary(BinaryOp::Eq, a, b, ty, facts);
                self.unary(UnaryOp::Not, equal, facts)
            }
            BinaryOp::Eq => self.equal(a, b),
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Or | BinaryOp::Xor
                if self.constant_of(b) == Some(0) && !self.types.is_float(operands) =>
            {
                a
            }
            BinaryOp::And | BinaryOp::Or if a == b => a,
            _ => self.make(Term::Binary(op, a, b), ty),
        }
    }

    pub fn equal(&mut self, a: TermId, b: TermId) -> TermId {
        let ty = self.ty(a);
        if a == b && !self.types.is_float(ty) {
            return self.constant(1, Types::BOOL);
        }
        let (a, b) = match self.constant_of(a) {
            Some(_) => (b, a),
            None => (a, b),
        };
        let Some(bits) = self.constant_of(b) else {
            // One order for both ways of writing it.
            let (a, b) = (a.min(b), a.max(b));
            return self.make(Term::Binary(BinaryOp::Eq, a, b), Types::BOOL);
        };
        let (base, _) = self.base_and_offset(a);
        if bits == 0 && matches!(self.term(base), Term::Global(_) | Term::Slot(..)) {
            return self.constant(0, Types::BOOL);
        }
        if ty == Types::BOOL {
            return match bits {
                0 => self.make(Term::Unary(UnaryOp::Not, a), Types::BOOL),
                _ => a,
            };
        }
        // A conversion to a type that holds all values of the operand's loses nothing.
        if let Term::Convert(inner) = self.term(a) {
            let from = self.ty(inner);
            let is_whole = self.types.is_integer(from)
                && self.types.is_integer(ty)
                && self.types.value_bits(from) <= self.types.value_bits(ty);
            if is_whole {
                let narrow = bits & arithmetic::mask(self.types.value_bits(from));
                if arithmetic::convert(self.types, from, ty, narrow) != bits {
                    return self.constant(0, Types::BOOL);
                }
                let narrow = self.constant(narrow, from);
                return self.equal(inner, narrow);
            }
        }
        self.make(Term::Binary(BinaryOp::Eq, a, b), Types::BOOL)
    }

    /// Calls back for each part of a term, itself included, until told to stop.
    fn any_part(&self, id: TermId, mut is_found: impl FnMut(TermId, Term) -> bool) -> bool {
        let mut seen = FxHashSet::default();
        let mut pending = vec![id];
        while let Some(id) = pending.pop() {
            if !seen.insert(id) {
                continue;
            }
            let term = self.term(id);
            if is_found(id, term) {
                return true;
            }
            match term {
                Term::Plus(a, _) | Term::Unary(_, a) | Term::Convert(a) => pending.push(a),
                Term::Element(a, b, _) | Term::Binary(_, a, b) => pending.extend([a, b]),
                Term::Select(a, b, c) => pending.extend([a, b, c]),
                Term::Constant(_)
                | Term::Initial(_)
                | Term::Unknown(_)
                | Term::ThreadId
                | Term::Global(_)
                | Term::Slot(..)
                | Term::Function(_) => {}
            }
        }
        false
    }

    /// Calls back for each initial value in a term.
    pub fn initial_values(&self, id: TermId, mut found: impl FnMut(Variable)) {
        self.any_part(id, |_, term| {
            if let Term::Initial(variable) = term {
                found(variable);
            }
            false
        });
    }

    /// Whether a term is made from another.
    pub fn contains(&self, id: TermId, part: TermId) -> bool {
        self.any_part(id, |id, _| id == part)
    }

    pub fn contains_slot(&self, id: TermId) -> bool {
        self.any_part(id, |_, term| matches!(term, Term::Slot(..)))
    }
}
