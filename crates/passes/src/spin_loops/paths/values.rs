//! Expressions and places as terms.

use unspool_ir::{
    BinaryOp, Body, ExprId, ExprKind, PlaceId, PlaceKind, RegId, TypeId, Types, arithmetic,
};

use super::state::State;
use super::{Obstacle, Walker};
use crate::spin_loops::terms::{Term, TermId, Variable};

impl<'p> Walker<'_, 'p> {
    pub fn value(
        &mut self,
        state: &mut State,
        body: &'p Body,
        id: ExprId,
    ) -> Result<TermId, Obstacle> {
        self.spend()?;
        let expr = body.expr(id);
        let types = &self.context.program.types;
        Ok(match expr.kind {
            ExprKind::Int(bits) | ExprKind::Float(bits) => self.paths.terms.constant(bits, expr.ty),
            ExprKind::Reg(register) => self.register(state, register, expr.ty),
            ExprKind::Unary(op, a) => {
                let a = self.value(state, body, a)?;
                self.paths.terms.unary(op, a, &state.facts)
            }
            ExprKind::Binary(BinaryOp::PointerAdd, pointer, index) => {
                let step = types.pointer_step(expr.ty);
                let pointer = self.value(state, body, pointer)?;
                let index = self.value(state, body, index)?;
                self.paths.terms.element(pointer, index, step)
            }
            ExprKind::Binary(op, a, b) => {
                let a = self.value(state, body, a)?;
                let b = self.value(state, body, b)?;
                if matches!(op, BinaryOp::Div | BinaryOp::Rem) && !types.is_float(expr.ty) {
                    self.observe_division(state, a, b, expr.ty);
                }
                let terms = &mut self.paths.terms;
                terms.binary(op, a, b, expr.ty, &state.facts)
            }
            ExprKind::Convert(a) => {
                let a = self.value(state, body, a)?;
                self.paths.terms.convert(a, expr.ty, &state.facts)
            }
            ExprKind::AddressOf(place) => self.address(state, body, place)?,
            ExprKind::FunctionAddress(function) => {
                self.paths.terms.make(Term::Function(function), expr.ty)
            }
            ExprKind::Select(condition, a, b) => {
                let condition = self.value(state, body, condition)?;
                let a = self.value(state, body, a)?;
                let b = self.value(state, body, b)?;
                self.paths.terms.select(condition, a, b, &state.facts)
            }
        })
    }

    pub fn address(
        &mut self,
        state: &mut State,
        body: &'p Body,
        id: PlaceId,
    ) -> Result<TermId, Obstacle> {
        self.spend()?;
        let place = body.place(id);
        let types = &self.context.program.types;
        Ok(match place.kind {
            PlaceKind::Global(global) => self.paths.terms.make(Term::Global(global), Types::VOID),
            PlaceKind::Slot(slot) => {
                let activation = state.frames.last().map_or(0, |frame| frame.activation);
                let term = Term::Slot(activation, slot);
                self.paths.terms.make(term, Types::VOID)
            }
            PlaceKind::Deref(pointer) => self.value(state, body, pointer)?,
            PlaceKind::Field(base, number) => {
                let address = self.address(state, body, base)?;
                let field = types.field(body.place(base).ty, number);
                let offset = field.map_or(0, |field| field.offset);
                self.paths.terms.plus(address, i128::from(offset))
            }
            PlaceKind::Index(base, index) => {
                let address = self.address(state, body, base)?;
                let index = self.value(state, body, index)?;
                let size = types.size_of(place.ty).unwrap_or(0);
                self.paths.terms.element(address, index, size)
            }
        })
    }

    pub fn assign_unknown(&mut self, state: &mut State, body: &Body, register: RegId) {
        let value = self.paths.terms.unknown(body.regs[register.index()].ty);
        state.assign(register, value);
    }

    pub fn is_equal(&mut self, state: &State, a: TermId, b: TermId) -> TermId {
        let terms = &mut self.paths.terms;
        terms.binary(BinaryOp::Eq, a, b, Types::BOOL, &state.facts)
    }

    /// A value decides over something that can be noticed: what it is made from matters.
    pub fn observe(&mut self, value: TermId) {
        let observed = &mut self.paths.observed;
        self.paths.terms.initial_values(value, |variable| {
            observed.insert(variable);
        });
    }

    fn register(&mut self, state: &mut State, register: RegId, ty: TypeId) -> TermId {
        let is_outermost = state.frames.len() == 1;
        let Some(frame) = state.frames.last_mut() else {
            return self.paths.terms.unknown(ty);
        };
        if let Some(&value) = frame.registers.get(&register) {
            return value;
        }
        if is_outermost {
            let initial = Term::Initial(Variable::Register(register));
            return self.paths.terms.make(initial, ty);
        }
        // Not assigned yet: whatever it holds, it goes on to hold.
        let value = self.paths.terms.unknown(ty);
        frame.registers.insert(register, value);
        value
    }

    /// A division by zero, or one whose quotient does not fit, ends the run.
    fn observe_division(&mut self, state: &mut State, a: TermId, b: TermId, ty: TypeId) {
        let minus_one = arithmetic::mask(self.context.program.types.value_bits(ty));
        match self.paths.terms.constant_of(b) {
            Some(divisor) if divisor != 0 && divisor != minus_one => {}
            _ => {
                self.observe(a);
                self.observe(b);
                state.note_check();
            }
        }
    }
}
