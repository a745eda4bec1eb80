//! Expressions and places as sums: the variables whose targets they may have, and what is added to the offsets.
//!
//! ```text
//! &p->next + 1          p + 16                      (next at 8, pointers of 8 bytes)
//! c ? &@a[%i] : q       @a + every multiple of 4, q
//! (x * y) as *i8        x + anywhere, y + anywhere
//! ```
//!
//! Every scalar may hold a pointer or a part of one, so every operator hands on the targets of its operands; only what is a truth value
//! has none. Offsets stay exact under addition to pointers and to integers as wide as pointers, where only low bits change
//! ([`super::bits`]), and as long as a value is only copied; else the result is anywhere in the same objects. Differences
//! have a file of their own ([`super::differences`]). What is added to the address of a
//! variable leaves it where it points: as in the interpreter, a pointer means the object that it was made from.
//! Added to other pointers, an integer hands on its own targets too: the pointer may be null.
//!
//! The nodes of a function are visited once, operands first, so that shared nodes cost nothing.

use unspool_ir::{
    BinaryOp, Body, ExprId, ExprKind, FunctionId, PlaceId, PlaceKind, Program, Type, TypeId, Types,
    UnaryOp,
};

use super::bits::BitOperation;
use super::differences::Difference;
use super::graph::{Graph, Node, Through};
use super::numbers::number;
use super::sets::StepsId;
use super::steps::Steps;
use super::{Object, PointsToConfig};

/// Sums with more terms get a variable of their own.
const MAX_TERMS: usize = 32;

/// The targets of a variable, with `shift` added to their offsets.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Term {
    pub node: Node,
    pub shift: StepsId,
}

/// A list of terms.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Sum {
    start: u32,
    length: u32,
}

/// The sums of all nodes of all functions.
#[derive(Default)]
pub struct Terms {
    list: Vec<Term>,
    exprs: Vec<Sum>,
    places: Vec<(Sum, u64)>,
    /// Of each function: where its nodes start in `exprs` and `places`.
    first: Vec<(u32, u32)>,
    /// Of the function being visited: the numbers that its expressions may have.
    numbers: Vec<Steps>,
    first_register_term: u32,
    indices_stay_in_arrays: bool,
}

impl Terms {
    pub fn new(config: &PointsToConfig) -> Self {
        Terms {
            indices_stay_in_arrays: config.indices_stay_in_arrays,
            ..Terms::default()
        }
    }

    pub fn of(&self, sum: Sum) -> &[Term] {
        &self.list[sum.start as usize..(sum.start + sum.length) as usize]
    }

    pub fn value(&self, function: FunctionId, value: ExprId) -> Sum {
        let Some(&(first, _)) = self.first.get(function.index()) else {
            return Sum::default();
        };
        let sum = self.exprs.get(first as usize + value.index());
        sum.copied().unwrap_or_default()
    }

    /// Where a place starts, and its size in bytes.
    pub fn place(&self, function: FunctionId, place: PlaceId) -> (Sum, u64) {
        let Some(&(_, first)) = self.first.get(function.index()) else {
            return Default::default();
        };
        let found = self.places.get(first as usize + place.index());
        found.copied().unwrap_or_default()
    }

    /// What may be added to a pointer by adding this integer, of the function added last.
    pub fn number(&self, value: ExprId) -> Steps {
        let number = self.numbers.get(value.index());
        number.copied().unwrap_or(Steps::ANYWHERE)
    }

    pub fn skip_function(&mut self) {
        let first = (self.exprs.len() as u32, self.places.len() as u32);
        self.first.push(first);
    }

    /// Functions are added in the order of their ids.
    pub fn add_function(
        &mut self,
        program: &Program,
        graph: &mut Graph,
        id: FunctionId,
        body: &Body,
    ) {
        self.skip_function();
        self.numbers.clear();
        self.first_register_term = self.list.len() as u32;
        for index in 0..body.regs.len() {
            self.list.push(Term {
                node: graph.register(id, index),
                shift: StepsId::ZERO,
            });
        }
        let mut function = Visit {
            terms: self,
            types: &program.types,
            graph,
            id,
            body,
            places_done: 0,
        };
        for (index, expr) in body.exprs.iter().enumerate() {
            if let ExprKind::AddressOf(place) = expr.kind {
                function.places_up_to(place.index() + 1);
            }
            let sum = function.expr(ExprId::new(index));
            let known = &function.terms.numbers;
            let operand = |id: ExprId| known.get(id.index()).copied().unwrap_or(Steps::ANYWHERE);
            let number = number(&program.types, expr.kind, expr.ty, operand);
            function.terms.exprs.push(sum);
            function.terms.numbers.push(number);
        }
        function.places_up_to(body.places.len());
    }
}

struct Visit<'a> {
    terms: &'a mut Terms,
    types: &'a Types,
    graph: &'a mut Graph,
    id: FunctionId,
    body: &'a Body,
    places_done: usize,
}

impl Visit<'_> {
    fn places_up_to(&mut self, end: usize) {
        while self.places_done < end.min(self.body.places.len()) {
            let place = self.body.places[self.places_done];
            let sum = self.place(place.kind);
            // A place that is no piece of memory (a function, void) is only there to have an address.
            let size = self.types.size_of(place.ty).unwrap_or(1);
            self.terms.places.push((sum, size));
            self.places_done += 1;
        }
    }

    fn expr(&mut self, id: ExprId) -> Sum {
        use BinaryOp::*;
        let expr = self.body.expr(id);
        if expr.ty == Types::BOOL {
            return Sum::default();
        }
        match expr.kind {
            ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::Unary(UnaryOp::Not, _) => {
                Sum::default()
            }
            ExprKind::Reg(reg) => Sum {
                start: self.terms.first_register_term + reg.0,
                length: 1,
            },
            ExprKind::FunctionAddress(function) => self.object(Object::Function(function)),
            ExprKind::AddressOf(place) => match self.body.place(place).kind {
                // Elements have addresses up to the one behind the last.
                PlaceKind::Index(base, index) if self.terms.indices_stay_in_arrays => {
                    self.array_element(base, index, 1)
                }
                _ => self.terms.place(self.id, place).0,
            },
            ExprKind::Convert(a) => self.conversion(a, expr.ty),
            ExprKind::Select(_, a, b) => {
                let (a, b) = (self.sum_of(a), self.sum_of(b));
                self.total([(a, Steps::ZERO), (b, Steps::ZERO)])
            }
            ExprKind::Unary(_, a) => self.total([(self.sum_of(a), Steps::ANYWHERE)]),
            ExprKind::Binary(PointerAdd, a, b) => {
                let step = self.types.pointer_step(expr.ty);
                self.element(self.sum_of(a), b, self.terms.number(b).times(step))
            }
            ExprKind::Binary(Add, a, b) if self.is_word(expr.ty) => {
                let (by_a, by_b) = (self.terms.number(a), self.terms.number(b));
                self.total([(self.sum_of(a), by_b), (self.sum_of(b), by_a)])
            }
            ExprKind::Binary(Sub, a, b) if self.is_word(expr.ty) => {
                let by_b = self.terms.number(b).negated();
                self.total([(self.sum_of(a), by_b), (self.sum_of(b), Steps::ANYWHERE)])
            }
            ExprKind::Binary(op @ (And | Or | Xor), a, b) if self.is_word(expr.ty) => {
                self.bit_operation(op, a, b)
            }
            ExprKind::Binary(PointerDiff, a, b) => self.difference(a, b),
            ExprKind::Binary(_, a, b) => {
                let (a, b) = (self.sum_of(a), self.sum_of(b));
                self.total([(a, Steps::ANYWHERE), (b, Steps::ANYWHERE)])
            }
        }
    }

    fn place(&mut self, kind: PlaceKind) -> Sum {
        match kind {
            PlaceKind::Global(global) => self.object(Object::Global(global)),
            PlaceKind::Slot(slot) => self.object(Object::Slot(self.id, slot)),
            PlaceKind::Deref(pointer) => self.sum_of(pointer),
            PlaceKind::Field(base, index) => {
                let by = self.field_offset(base, index);
                self.total([(self.terms.place(self.id, base).0, by)])
            }
            PlaceKind::Index(base, index) => self.array_element(base, index, 0),
        }
    }

    /// An element of an array, or one of so many behind the last.
    fn array_element(&mut self, array: PlaceId, index: ExprId, behind: i64) -> Sum {
        let base = self.terms.place(self.id, array).0;
        let Type::Array { element, length } = *self.types.get(self.body.place(array).ty) else {
            return base;
        };
        let mut number = self.terms.number(index);
        if self.terms.indices_stay_in_arrays
            && length >= 2
            && matches!(number, Steps::Every { .. })
            && let Ok(length) = i64::try_from(length)
        {
            number = Steps::progression(0, length - 1 + behind, 1);
        }
        let size = self.types.size_of(element).unwrap_or(1);
        self.element(base, index, number.times(size))
    }

    /// `base` with what the index adds to it.
    fn element(&mut self, base: Sum, index: ExprId, by: Steps) -> Sum {
        let objects = self.graph.objects().len();
        let mut terms = self.terms.of(base).iter();
        if base.length > 0 && terms.all(|term| term.node.index() < objects) {
            return self.total([(base, by)]);
        }
        self.total([(base, by), (self.sum_of(index), Steps::ANYWHERE)])
    }

    fn bit_operation(&mut self, op: BinaryOp, a: ExprId, b: ExprId) -> Sum {
        let constant = |id: ExprId| match (self.body.expr(id).kind, self.terms.number(id)) {
            (ExprKind::Int(_), Steps::One(constant)) => Some(constant),
            _ => None,
        };
        let (value, constant) = match (constant(a), constant(b)) {
            (None, Some(constant)) => (self.sum_of(a), constant),
            (Some(constant), None) => (self.sum_of(b), constant),
            _ => {
                let (a, b) = (self.sum_of(a), self.sum_of(b));
                return self.total([(a, Steps::ANYWHERE), (b, Steps::ANYWHERE)]);
            }
        };
        let operation = match op {
            BinaryOp::And => BitOperation::And(constant),
            BinaryOp::Or => BitOperation::Or(constant),
            _ => BitOperation::Xor(constant),
        };
        let result = self.graph.new_node();
        self.use_all(value, Through::Bits(operation, result));
        self.variable(result)
    }

    fn difference(&mut self, a: ExprId, b: ExprId) -> Sum {
        let (a, b) = (self.sum_of(a), self.sum_of(b));
        if a.length == 0 || b.length == 0 {
            return self.total([(a, Steps::ANYWHERE), (b, Steps::ANYWHERE)]);
        }
        let difference = self.graph.differences.len() as u32;
        let [left, right, result] = [(); 3].map(|()| self.graph.new_node());
        self.graph.differences.push(Difference {
            left,
            right,
            result,
            has_targets: false,
        });
        for (sum, operand) in [(a, left), (b, right)] {
            for &Term { node, shift } in self.terms.of(sum) {
                self.graph.add_edge(node, operand, shift);
            }
            let use_it = Through::Difference(difference);
            self.graph.add_use(operand, StepsId::ZERO, use_it);
        }
        self.variable(result)
    }

    fn use_all(&mut self, pointer: Sum, through: Through) {
        for &Term { node, shift } in self.terms.of(pointer) {
            self.graph.add_use(node, shift, through);
        }
    }

    fn conversion(&mut self, from: ExprId, to: TypeId) -> Sum {
        let sum = self.sum_of(from);
        let from = self.body.expr(from).ty;
        let is_float = self.types.is_float(from) || self.types.is_float(to);
        let bits = self.types.value_bits(from);
        let is_part = bits < self.types.data_model.pointer_bits();
        // A part of a pointer that is made wider can be anything when it comes to arithmetic.
        if is_float || is_part && self.types.value_bits(to) > bits {
            return self.total([(sum, Steps::ANYWHERE)]);
        }
        sum
    }

    fn object(&mut self, object: Object) -> Sum {
        match self.graph.objects().number(object) {
            Some(number) => self.variable(Node::of_object(number)),
            None => Sum::default(),
        }
    }

    fn variable(&mut self, node: Node) -> Sum {
        let start = self.terms.list.len() as u32;
        self.terms.list.push(Term {
            node,
            shift: StepsId::ZERO,
        });
        Sum { start, length: 1 }
    }

    /// All terms of some sums, each with something added.
    fn total<const N: usize>(&mut self, parts: [(Sum, Steps); N]) -> Sum {
        let mut given = parts.iter().filter(|(sum, _)| sum.length > 0);
        match (given.next(), given.next()) {
            (None, _) => return Sum::default(),
            (Some(&(sum, Steps::ZERO)), None) => return sum,
            _ => {}
        }
        let start = self.terms.list.len();
        for (sum, by) in parts {
            let by = self.graph.sets.intern_steps(by);
            for index in sum.start..sum.start + sum.length {
                let Term { node, shift } = self.terms.list[index as usize];
                let shift = self.graph.sets.sum(shift, by);
                self.terms.list.push(Term { node, shift });
            }
        }
        let new = &mut self.terms.list[start..];
        new.sort_unstable();
        let length = dedup(new);
        self.terms.list.truncate(start + length);
        if length > MAX_TERMS {
            let node = self.graph.new_node();
            for term in self.terms.list.drain(start..) {
                self.graph.add_edge(term.node, node, term.shift);
            }
            self.terms.list.push(Term {
                node,
                shift: StepsId::ZERO,
            });
        }
        Sum {
            start: start as u32,
            length: (self.terms.list.len() - start) as u32,
        }
    }

    fn sum_of(&self, value: ExprId) -> Sum {
        self.terms.value(self.id, value)
    }

    fn is_word(&self, ty: TypeId) -> bool {
        let bits = self.types.value_bits(ty);
        !self.types.is_float(ty) && bits == self.types.data_model.pointer_bits()
    }

    fn field_offset(&self, base: PlaceId, index: u32) -> Steps {
        let field = self.types.field(self.body.place(base).ty, index);
        let offset = i64::try_from(field.map_or(0, |field| field.offset));
        offset.map_or(Steps::ANYWHERE, Steps::One)
    }
}

/// Moves the distinct ones of a sorted list to its front and says how many they are.
fn dedup(terms: &mut [Term]) -> usize {
    let mut kept = 0;
    for index in 0..terms.len() {
        if kept == 0 || terms[kept - 1] != terms[index] {
            terms[kept] = terms[index];
            kept += 1;
        }
    }
    kept
}
