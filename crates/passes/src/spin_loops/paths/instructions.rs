//! One instruction, on terms.

use unspool_ir::{Body, Callee, ExprId, Inst, InstKind, RegId, Types};

use super::memory::Location;
use super::state::{Flow, Frame, State};
use super::{MOST_NESTED_CALLS, Obstacle, Read, Walker};
use crate::spin_loops::terms::{Owner, Term};

impl<'p> Walker<'_, 'p> {
    pub fn instruction(
        &mut self,
        state: &mut State,
        body: &'p Body,
        inst: &'p Inst,
        pending: &mut Vec<State>,
    ) -> Result<Flow, Obstacle> {
        let span = inst.span;
        match &inst.kind {
            InstKind::Assign { dst, value } => {
                let value = self.value(state, body, *value)?;
                state.assign(*dst, value);
            }
            InstKind::Load { dst, place, .. } => {
                let location = self.locate(state, body, *place, span)?;
                let ty = body.place(*place).ty;
                let value = self.read(state, location, ty, span)?;
                if let Location::Shared {
                    address,
                    is_constant: false,
                    ..
                } = location
                    && state.depth == 0
                {
                    state.count_access();
                    state.last_read = Some(Read {
                        address,
                        ty,
                        value,
                        is_unchecked: true,
                    });
                }
                state.assign(*dst, value);
            }
            InstKind::Store { place, value, .. } => {
                let location = self.locate(state, body, *place, span)?;
                let value = self.value(state, body, *value)?;
                if let Location::Shared { .. } = location {
                    state.count_access();
                }
                self.write(state, location, body.place(*place).ty, value, span);
            }
            InstKind::Rmw {
                op,
                dst,
                place,
                value,
                ..
            } => {
                let ty = body.place(*place).ty;
                let location = self.locate(state, body, *place, span)?;
                let value = self.value(state, body, *value)?;
                self.begin_update(state, location);
                let old = self.read(state, location, ty, span)?;
                let new = self.updated(state, *op, old, value, ty);
                self.write(state, location, ty, new, span);
                self.end_update(state, location, span);
                state.assign(*dst, old);
            }
            InstKind::CompareExchange { .. } => {
                return self.compare_exchange(state, body, &inst.kind, span, pending);
            }
            InstKind::Call { dst, callee, args } => {
                return self.call(state, body, *dst, *callee, args, inst);
            }
            InstKind::Live(slot) | InstKind::Dead(slot) => {
                let Some(frame) = state.frames.last() else {
                    return Ok(Flow::Ends);
                };
                let activation = frame.activation;
                if self.context.slots.is_private(frame.function, *slot) {
                    let owner = Owner::Slot(*slot);
                    let is_other = |of: u32, other| of != activation || other != owner;
                    state
                        .cells
                        .retain(|(of, cell), _| is_other(*of, cell.owner));
                    state.renewed.insert((activation, *slot));
                } else {
                    state.act(span);
                }
            }
            InstKind::AtomicBegin => state.begin_section(),
            InstKind::AtomicEnd => {
                if state.depth == 0 {
                    return Err(Obstacle::Unclear(span));
                }
                state.end_section(span);
            }
            // Under sequential consistency it changes nothing, though the interpreter counts it as a step.
            InstKind::Fence(_) => state.traits.fences += 1,
            InstKind::SelfId { dst } => {
                let id = self.paths.terms.make(Term::ThreadId, Types::I32);
                state.assign(*dst, id);
            }
            InstKind::VarArgs { dst } => self.assign_unknown(state, body, *dst),
            InstKind::Nondet { dst } => {
                state.traits.draws_input = true;
                self.assign_unknown(state, body, *dst);
            }
            InstKind::Finished { dst, thread: value }
            | InstKind::ObjectSize {
                dst,
                pointer: value,
            } => {
                self.observe_all(state, body, &[*value])?;
                state.count_access();
                self.assign_unknown(state, body, *dst);
            }
            InstKind::WaitUntil(condition) | InstKind::Assume(condition) => {
                return self.check(state, body, *condition);
            }
            InstKind::Assert {
                condition, detail, ..
            } => {
                if let Some(detail) = detail {
                    self.observe_all(state, body, &[*detail])?;
                }
                return self.check(state, body, *condition);
            }
            InstKind::Spawn {
                dst, start, args, ..
            } => {
                self.observe_all(state, body, &[*start])?;
                self.observe_all(state, body, args)?;
                state.act(span);
                self.assign_unknown(state, body, *dst);
            }
            InstKind::Alloc {
                dst, size, align, ..
            } => {
                self.observe_all(state, body, &[*size, *align])?;
                state.act(span);
                self.assign_unknown(state, body, *dst);
            }
            InstKind::Hold(value)
            | InstKind::Release(value)
            | InstKind::Free { pointer: value, .. } => {
                self.observe_all(state, body, &[*value])?;
                state.act(span);
            }
            InstKind::Output { stream, byte } => {
                self.observe_all(state, body, &[*stream, *byte])?;
                state.act(span);
            }
            InstKind::Unsupported(_) => {
                self.paths.ends_inside = true;
                return Ok(Flow::Ends);
            }
        }
        Ok(Flow::On)
    }

    /// The call goes on in the callee.
    fn call(
        &mut self,
        state: &mut State,
        body: &'p Body,
        dst: Option<RegId>,
        callee: Callee,
        args: &[ExprId],
        inst: &Inst,
    ) -> Result<Flow, Obstacle> {
        let Callee::Direct(id) = callee else {
            return Err(Obstacle::Unclear(inst.span));
        };
        let mut values = Vec::with_capacity(args.len());
        for argument in args {
            values.push(self.value(state, body, *argument)?);
        }
        let Some(callee) = &self.context.program.function(id).body else {
            // Reported as not supported.
            self.paths.ends_inside = true;
            return Ok(Flow::Ends);
        };
        let is_recursive = state.frames.iter().any(|frame| frame.function == id);
        let is_deep = state.frames.len() > MOST_NESTED_CALLS;
        if is_recursive || is_deep || callee.params.len() != values.len() {
            return Err(Obstacle::Unclear(inst.span));
        }
        let activation = state.activations.len() as u32;
        state.activations.push(id);
        state.frames.push(Frame {
            function: id,
            activation,
            block: unspool_ir::BlockId(0),
            index: 0,
            registers: callee.params.iter().copied().zip(values).collect(),
            result: dst,
        });
        Ok(Flow::On)
    }

    /// Something that only goes on if a condition holds.
    fn check(
        &mut self,
        state: &mut State,
        body: &'p Body,
        condition: ExprId,
    ) -> Result<Flow, Obstacle> {
        let condition = self.value(state, body, condition)?;
        if state.facts.truth(&self.paths.terms, condition) == Some(true) {
            return Ok(Flow::On);
        }
        self.observe(condition);
        state.note_check();
        if state.facts.assume(&mut self.paths.terms, condition, true) {
            return Ok(Flow::On);
        }
        self.paths.ends_inside = true;
        Ok(Flow::Ends)
    }

    fn observe_all(
        &mut self,
        state: &mut State,
        body: &'p Body,
        operands: &[ExprId],
    ) -> Result<(), Obstacle> {
        for operand in operands {
            let value = self.value(state, body, *operand)?;
            self.observe(value);
            self.publish(state, value);
        }
        Ok(())
    }
}
