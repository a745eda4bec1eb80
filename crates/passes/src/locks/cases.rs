//! Two ways to a place that a register tells apart.
//!
//! Inside a section paths meet that leave it with and without the lock, and a register says which one it was: the result of
//! `trylock`, or of a wait that was refused. The program looks at it later. Until then both cases are kept.
//!
//! ```text
//! b1: hold &@m                  %r = 0:i32                     takes the lock
//! b2:                           %r = 16:i32                    does not
//! b3: atomic_end                                               held: nothing; but if %r is 0, @m
//!     branch %r == 0:i32, b4, b5
//! b4:                                                          held: @m
//! ```

use unspool_ir::{
    BinaryOp, Body, ExprId, ExprKind, InstKind, Program, RegId, Type, UnaryOp, arithmetic,
};

use crate::number_sets::{NumberSets, SetId};
use crate::operands::for_each_written;

#[derive(Clone, Default)]
pub struct Cases {
    /// Registers whose value is known, the latest last; only inside of sections.
    known: Vec<(RegId, u128)>,
    /// Registers that have one value in the first case and another one in the second. Without them there are no cases.
    tell: Vec<(RegId, [u128; 2])>,
    /// Locks held in each case.
    held: [SetId; 2],
}

/// More are not kept.
const MAX_REGISTERS: usize = 32;

/// Nodes of an expression that are looked at.
const FUEL: u32 = 32;

impl Cases {
    /// Behind an instruction.
    pub fn pass(&mut self, program: &Program, body: &Body, kind: &InstKind, depth: u32) {
        let (value, values) = match *kind {
            InstKind::Assign { value, .. } => (
                self.value(program, body, value),
                self.values(program, body, value),
            ),
            _ => (None, None),
        };
        for_each_written(kind, |&register| {
            self.known.retain(|entry| entry.0 != register);
            self.tell.retain(|entry| entry.0 != register);
            if let Some(value) = value.filter(|_| depth > 0) {
                self.know(register, value);
            }
            if let Some(values) = values.filter(|[first, second]| first != second)
                && self.tell.len() < MAX_REGISTERS
            {
                self.tell.push((register, values));
            }
        });
        if depth <= 1 && matches!(kind, InstKind::AtomicEnd) {
            self.known.clear();
        }
    }

    /// On one side of a branch: the locks held there, if that is the side of one case.
    pub fn choose(
        &mut self,
        program: &Program,
        body: &Body,
        (condition, truth): (ExprId, bool),
        depth: u32,
    ) -> Option<SetId> {
        let values = self.values(program, body, condition);
        if depth > 0 {
            self.learn(program, body, condition, truth);
        }
        let held = match values?.map(|bits| (bits != 0) == truth) {
            [true, false] => self.held[0],
            [false, true] => self.held[1],
            _ => return None,
        };
        self.tell.clear();
        Some(held)
    }

    /// Where paths meet; `held` are the locks of the one and of the other.
    pub fn meet(&mut self, mut other: Cases, held: [SetId; 2], sets: &mut NumberSets) {
        let [mine, theirs] = held;
        match (self.tell.is_empty(), other.tell.is_empty()) {
            (true, true) => self.part_from(&other, held),
            (false, true) => self.take_in(&other, theirs, sets),
            (true, false) => {
                other.take_in(self, mine, sets);
                self.tell = std::mem::take(&mut other.tell);
                self.held = other.held;
            }
            (false, false) if self.held == other.held => {
                self.tell.retain(|entry| other.tell.contains(entry));
            }
            (false, false) => self.tell.clear(),
        }
        self.known.retain(|entry| other.known.contains(entry));
    }

    /// A lock is taken, given back or lost, in whichever case.
    pub fn change(&mut self, change: impl FnMut(SetId) -> SetId) {
        if !self.tell.is_empty() {
            self.held = self.held.map(change);
        }
    }

    /// Makes two cases of two paths, if they differ and something tells them apart.
    fn part_from(&mut self, other: &Cases, held: [SetId; 2]) {
        if held[0] == held[1] {
            return;
        }
        self.held = held;
        for &(register, value) in &self.known {
            if let Some(other) = lookup(&other.known, register)
                && other != value
            {
                self.tell.push((register, [value, other]));
            }
        }
    }

    /// Makes a path, with the locks held on it, part of one of the cases, if that is told by the same registers.
    fn take_in(&mut self, path: &Cases, held: SetId, sets: &mut NumberSets) {
        for case in 0..2 {
            let is_in_case = |(register, values): &(RegId, [u128; 2])| {
                lookup(&path.known, *register) == Some(values[case])
            };
            if self.tell.iter().any(is_in_case) {
                self.tell.retain(is_in_case);
                self.held[case] = sets.intersection(self.held[case], held);
                return;
            }
        }
        self.tell.clear();
    }

    fn learn(&mut self, program: &Program, body: &Body, condition: ExprId, truth: bool) {
        let mut at = (condition, truth);
        loop {
            let (expr, truth) = at;
            let node = body.expr(expr);
            match node.kind {
                ExprKind::Unary(UnaryOp::Not, inner) => at = (inner, !truth),
                ExprKind::Reg(register) if matches!(program.types.get(node.ty), Type::Bool) => {
                    self.know(register, u128::from(truth));
                    return;
                }
                ExprKind::Binary(op @ (BinaryOp::Eq | BinaryOp::Ne), a, b) => {
                    if let (ExprKind::Reg(register), ExprKind::Int(bits)) =
                        (body.expr(a).kind, body.expr(b).kind)
                        && (op == BinaryOp::Eq) == truth
                    {
                        self.know(register, bits);
                    }
                    return;
                }
                _ => return,
            }
        }
    }

    fn know(&mut self, register: RegId, value: u128) {
        self.known.retain(|entry| entry.0 != register);
        if self.known.len() == MAX_REGISTERS {
            self.known.remove(0);
        }
        self.known.push((register, value));
    }

    fn value(&self, program: &Program, body: &Body, expr: ExprId) -> Option<u128> {
        let register = |register| lookup(&self.known, register);
        evaluate(program, body, expr, &register, &mut { FUEL })
    }

    /// In each of the cases.
    fn values(&self, program: &Program, body: &Body, expr: ExprId) -> Option<[u128; 2]> {
        if self.tell.is_empty() {
            return None;
        }
        let in_case = |case: usize| {
            let register = |register| {
                let told = self.tell.iter().find(|entry| entry.0 == register);
                match told {
                    Some((_, values)) => Some(values[case]),
                    None => lookup(&self.known, register),
                }
            };
            evaluate(program, body, expr, &register, &mut { FUEL })
        };
        Some([in_case(0)?, in_case(1)?])
    }
}

fn lookup(known: &[(RegId, u128)], register: RegId) -> Option<u128> {
    let entry = known.iter().find(|entry| entry.0 == register);
    entry.map(|entry| entry.1)
}

fn evaluate(
    program: &Program,
    body: &Body,
    expr: ExprId,
    register: &dyn Fn(RegId) -> Option<u128>,
    fuel: &mut u32,
) -> Option<u128> {
    *fuel = fuel.checked_sub(1)?;
    let types = &program.types;
    let node = body.expr(expr);
    let mut value = |expr: ExprId| evaluate(program, body, expr, register, fuel);
    match node.kind {
        ExprKind::Int(bits) => Some(bits),
        ExprKind::Reg(number) => register(number),
        ExprKind::Unary(op, a) => Some(arithmetic::unary(types, op, node.ty, value(a)?)),
        ExprKind::Binary(BinaryOp::PointerAdd | BinaryOp::PointerDiff, ..) => None,
        ExprKind::Binary(op, a, b) => {
            let (left, right) = (body.expr(a).ty, body.expr(b).ty);
            arithmetic::binary(types, op, left, right, value(a)?, value(b)?)
        }
        ExprKind::Convert(a) => {
            let from = body.expr(a).ty;
            Some(arithmetic::convert(types, from, node.ty, value(a)?))
        }
        ExprKind::Select(condition, a, b) => match value(condition)? {
            0 => value(b),
            _ => value(a),
        },
        ExprKind::Float(_) | ExprKind::AddressOf(_) | ExprKind::FunctionAddress(_) => None,
    }
}
