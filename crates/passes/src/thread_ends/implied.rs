//! What the truth of a value implies about the ends of threads.

use unspool_ir::{BinaryOp, Body, ExprId, ExprKind, Program, RegId, Type, UnaryOp};

use crate::number_sets::{NumberSets, SetId};

/// Threads; None for all of them, which is what a contradiction implies.
pub type Threads = Option<SetId>;

/// What the truth of a value implies.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Implied {
    /// These threads have ended.
    pub ended: Threads,
    /// These have, if this path has asked for their end.
    pub answered: Threads,
}

impl Implied {
    pub const NOTHING: Implied = Implied {
        ended: Some(SetId::EMPTY),
        answered: Some(SetId::EMPTY),
    };
    pub const EVERYTHING: Implied = Implied {
        ended: None,
        answered: None,
    };
}

/// What registers imply, by number; those that imply nothing are left out.
#[derive(Clone, Default)]
pub struct Registers {
    list: Vec<(RegId, Implied)>,
}

/// More registers are not kept; sections with so many are none of our models'.
const MAX_REGISTERS: usize = 64;

impl Registers {
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    pub fn clear(&mut self) {
        self.list.clear();
    }

    pub fn of(&self, register: RegId) -> Implied {
        match self.list.binary_search_by_key(&register, |entry| entry.0) {
            Ok(position) => self.list[position].1,
            Err(_) => Implied::NOTHING,
        }
    }

    pub fn set(&mut self, register: RegId, implied: Implied) {
        let found = self.list.binary_search_by_key(&register, |entry| entry.0);
        match found {
            Ok(position) if implied == Implied::NOTHING => {
                self.list.remove(position);
            }
            Ok(position) => self.list[position].1 = implied,
            Err(position) if implied != Implied::NOTHING => {
                if self.list.len() < MAX_REGISTERS {
                    self.list.insert(position, (register, implied));
                }
            }
            Err(_) => {}
        }
    }

    /// Registers that imply something here or there, ascending.
    pub fn common_list(&self, other: &Registers) -> Vec<RegId> {
        let registers = self.list.iter().chain(&other.list);
        let mut registers: Vec<RegId> = registers.map(|entry| entry.0).collect();
        registers.sort_unstable();
        registers.dedup();
        registers
    }

    /// Forgets what holds only of paths that have not asked for the end of a thread.
    pub fn ask_again(&mut self, sets: &mut NumberSets, thread: u32) {
        for (_, implied) in &mut self.list {
            let is_certain = implied
                .ended
                .is_none_or(|ended| sets.contains(ended, thread));
            if let Some(answered) = &mut implied.answered
                && !is_certain
            {
                *answered = sets.without(*answered, thread);
            }
        }
        self.list.retain(|entry| entry.1 != Implied::NOTHING);
    }
}

/// Nodes of a condition that are looked at; what it implies beyond them is not seen.
const FUEL: u32 = 64;

pub struct Logic<'a, 'p> {
    program: &'p Program,
    body: &'p Body,
    pub sets: &'a mut NumberSets,
    /// How many more nodes of a condition are looked at.
    fuel: u32,
}

impl<'a, 'p> Logic<'a, 'p> {
    pub fn new(program: &'p Program, body: &'p Body, sets: &'a mut NumberSets) -> Self {
        Logic {
            program,
            body,
            sets,
            fuel: 0,
        }
    }

    /// What it implies that an expression is not zero (`truth`), or that it is.
    pub fn implied_by(&mut self, state: &Registers, expr: ExprId, truth: bool) -> Implied {
        self.fuel = FUEL;
        self.implied(state, expr, truth)
    }

    fn implied(&mut self, state: &Registers, expr: ExprId, truth: bool) -> Implied {
        let Some(fuel) = self.fuel.checked_sub(1) else {
            return Implied::NOTHING;
        };
        self.fuel = fuel;
        let body = self.body;
        let is_zero = |expr: ExprId| matches!(body.expr(expr).kind, ExprKind::Int(0));
        match body.expr(expr).kind {
            ExprKind::Int(bits) => match (bits != 0) == truth {
                true => Implied::NOTHING,
                false => Implied::EVERYTHING,
            },
            ExprKind::Reg(register) if truth => state.of(register),
            ExprKind::Unary(UnaryOp::Not, a) => self.implied(state, a, !truth),
            // Whatever is not zero behind a conversion was not before it; a truth value is zero in every type.
            ExprKind::Convert(a) if self.keeps_zero(a, truth) => self.implied(state, a, truth),
            ExprKind::Binary(BinaryOp::Ne, a, b) if is_zero(b) => self.implied(state, a, truth),
            ExprKind::Binary(BinaryOp::Eq, a, b) if is_zero(b) => self.implied(state, a, !truth),
            ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), a, b)
                if self.is_bool(a) && self.is_bool(b) =>
            {
                let (a, b) = (self.implied(state, a, truth), self.implied(state, b, truth));
                match (op == BinaryOp::And) == truth {
                    true => self.both_of(a, b),
                    false => self.one_of(a, b),
                }
            }
            ExprKind::Select(condition, a, b) => {
                let chooses_a = self.implied(state, condition, true);
                let chooses_b = self.implied(state, condition, false);
                let (a, b) = (self.implied(state, a, truth), self.implied(state, b, truth));
                let (a, b) = (self.both_of(chooses_a, a), self.both_of(chooses_b, b));
                self.one_of(a, b)
            }
            _ => Implied::NOTHING,
        }
    }

    fn keeps_zero(&self, operand: ExprId, truth: bool) -> bool {
        let types = &self.program.types;
        types.is_integer(self.body.expr(operand).ty) && (truth || self.is_bool(operand))
    }

    fn is_bool(&self, expr: ExprId) -> bool {
        let ty = self.body.expr(expr).ty;
        matches!(self.program.types.get(ty), Type::Bool)
    }

    fn both_of(&mut self, a: Implied, b: Implied) -> Implied {
        Implied {
            ended: self.all_of(a.ended, b.ended),
            answered: self.all_of(a.answered, b.answered),
        }
    }

    pub fn one_of(&mut self, a: Implied, b: Implied) -> Implied {
        Implied {
            ended: self.some_of(a.ended, b.ended),
            answered: self.some_of(a.answered, b.answered),
        }
    }

    pub fn all_of(&mut self, a: Threads, b: Threads) -> Threads {
        Some(self.sets.union(a?, b?))
    }

    fn some_of(&mut self, a: Threads, b: Threads) -> Threads {
        match (a, b) {
            (Some(a), Some(b)) => Some(self.sets.intersection(a, b)),
            (None, other) | (other, None) => other,
        }
    }
}
