//! Memory, on terms.
//!
//! A place is either bytes of a private slot, whose content is a term, or shared. Of shared memory nothing is known but
//! what the running atomic section has read or written itself; a read-modify-write is a small section of its own.

use unspool_ir::{BinaryOp, Body, InstKind, PlaceId, RmwOp, Span, TypeId, Types, UnaryOp};

use super::state::{Flow, Known, State};
use super::{Obstacle, Read, Walker};
use crate::spin_loops::terms::{Cell, Owner, Term, TermId, Variable};

/// A place, evaluated.
#[derive(Clone, Copy)]
pub enum Location {
    /// Of the activation with this number.
    Private(u32, Cell),
    Shared {
        address: TermId,
        is_bit: bool,
        /// Nobody can write to it.
        is_constant: bool,
    },
}

impl<'p> Walker<'_, 'p> {
    pub fn locate(
        &mut self,
        state: &mut State,
        body: &'p Body,
        place: PlaceId,
        span: Span,
    ) -> Result<Location, Obstacle> {
        let address = self.address(state, body, place)?;
        let (base, offset) = self.paths.terms.base_and_offset(address);
        let types = &self.context.program.types;
        if let Term::Initial(Variable::Register(register)) = self.paths.terms.term(base)
            && let Some(object) = self.fresh.object(register)
            && !state.published.contains(&object)
        {
            let cell = (Owner::Fresh(object), offset, body.place(place).ty);
            return self.private(state, 0, cell, span);
        }
        let mut is_bit = self.context.bits.is_bit_by_type(types, body, place);
        let mut is_constant = false;
        match self.paths.terms.term(base) {
            Term::Slot(activation, slot) => {
                let function = state.activations[activation as usize];
                if self.context.slots.is_private(function, slot) {
                    let cell = (Owner::Slot(slot), offset, body.place(place).ty);
                    return self.private(state, activation, cell, span);
                }
            }
            // Once it is published it is like any other.
            Term::Initial(Variable::Register(register))
                if self.fresh.object(register).is_some() => {}
            Term::Global(id) => {
                let global = self.context.program.global(id);
                is_constant = global.read_only;
                let is_whole = offset == 0 && body.place(place).ty == global.ty;
                is_bit |= is_whole && self.context.bits.is_bit(id);
            }
            _ if self.may_be_private(state, base) => return Err(Obstacle::Unclear(span)),
            _ => {}
        }
        self.observe(address);
        Ok(Location::Shared {
            address,
            is_bit,
            is_constant,
        })
    }

    fn private(
        &self,
        state: &State,
        activation: u32,
        (owner, offset, ty): (Owner, i128, TypeId),
        span: Span,
    ) -> Result<Location, Obstacle> {
        let size = self.context.program.types.size_of(ty);
        let (Ok(offset), Some(size)) = (u64::try_from(offset), size) else {
            return Err(Obstacle::Unclear(span));
        };
        let cell = Cell {
            owner,
            offset,
            size,
        };
        let mut known = state.cells.keys();
        let is_split =
            known.any(|(of, other)| *of == activation && *other != cell && cell.overlaps(*other));
        match is_split {
            true => Err(Obstacle::Unclear(span)),
            false => Ok(Location::Private(activation, cell)),
        }
    }

    /// Whether an address that is not simply that of a private object might lie in one all the same.
    fn may_be_private(&self, state: &State, base: TermId) -> bool {
        let Some(&function) = state.activations.first() else {
            return true;
        };
        let mut is_held = false;
        self.paths.terms.initial_values(base, |variable| {
            is_held |= match variable {
                Variable::Register(register) => {
                    self.context.slots.may_hold_address(function, register)
                        || self.fresh.may_hold_address(register)
                        || self.fresh.object(register).is_some()
                }
                // An earlier iteration may have left the address there.
                Variable::Cell(_) => !self.fresh.is_empty(),
            };
        });
        is_held || self.paths.terms.contains_slot(base)
    }

    /// An address gets to where others can find it.
    pub fn publish(&mut self, state: &mut State, value: TermId) {
        if self.fresh.is_empty() {
            return;
        }
        let fresh = self.fresh;
        self.paths.terms.initial_values(value, |variable| {
            let name = match variable {
                Variable::Register(register) => fresh.object(register),
                Variable::Cell(_) => None,
            };
            let is_unclear = match variable {
                Variable::Register(register) => fresh.may_hold_address(register),
                Variable::Cell(_) => true,
            };
            state.published.extend(name);
            if is_unclear {
                state.published.extend(fresh.objects());
            }
        });
    }

    pub fn read(
        &mut self,
        state: &mut State,
        location: Location,
        ty: TypeId,
        span: Span,
    ) -> Result<TermId, Obstacle> {
        match location {
            Location::Private(activation, cell) => {
                let content = match state.cells.get(&(activation, cell)) {
                    Some(&content) => content,
                    None => {
                        let is_new = match cell.owner {
                            Owner::Slot(slot) => state.renewed.contains(&(activation, slot)),
                            Owner::Fresh(_) => false,
                        };
                        let initial = Term::Initial(Variable::Cell(cell));
                        let content = match activation == 0 && !is_new {
                            true => self.paths.terms.make(initial, ty),
                            false => self.paths.terms.unknown(ty),
                        };
                        state.cells.insert((activation, cell), content);
                        content
                    }
                };
                let seen = self.paths.terms.same_bytes(content, ty, &state.facts);
                seen.ok_or(Obstacle::Unclear(span))
            }
            Location::Shared {
                address, is_bit, ..
            } => {
                let mut known = state.section.iter();
                if let Some(known) = known.find(|known| known.address == address && known.ty == ty)
                {
                    return Ok(known.now);
                }
                let value = match is_bit {
                    true => self.paths.terms.unknown_bit(ty),
                    false => self.paths.terms.unknown(ty),
                };
                if state.depth > 0 {
                    state.section.push(Known {
                        address,
                        ty,
                        before: value,
                        now: value,
                    });
                }
                Ok(value)
            }
        }
    }

    pub fn write(
        &mut self,
        state: &mut State,
        location: Location,
        ty: TypeId,
        value: TermId,
        span: Span,
    ) {
        match location {
            Location::Private(activation, cell) => {
                state.cells.insert((activation, cell), value);
            }
            Location::Shared { address, .. } => {
                self.observe(value);
                self.publish(state, value);
                let mut is_known = false;
                for known in std::mem::take(&mut state.section) {
                    if known.address == address && known.ty == ty {
                        is_known = true;
                        let now = value;
                        state.section.push(Known { now, ..known });
                    } else if known.before != known.now {
                        // It may be the same memory: what is there at the end is not known any more.
                        state.effect.get_or_insert(span);
                    }
                }
                if !is_known {
                    state.effect.get_or_insert(span);
                }
            }
        }
    }

    /// A read-modify-write starts.
    pub fn begin_update(&mut self, state: &mut State, location: Location) {
        if let Location::Shared { .. } = location {
            state.begin_section();
        }
    }

    pub fn end_update(&mut self, state: &mut State, location: Location, span: Span) {
        if let Location::Shared { .. } = location {
            state.end_section(span);
        }
    }

    /// What a read-modify-write writes.
    pub fn updated(
        &mut self,
        state: &State,
        op: RmwOp,
        old: TermId,
        value: TermId,
        ty: TypeId,
    ) -> TermId {
        let operator = match op {
            RmwOp::Exchange => return value,
            RmwOp::Add => BinaryOp::Add,
            RmwOp::Sub => BinaryOp::Sub,
            RmwOp::And | RmwOp::Nand => BinaryOp::And,
            RmwOp::Or => BinaryOp::Or,
            RmwOp::Xor => BinaryOp::Xor,
        };
        let terms = &mut self.paths.terms;
        if !self.context.program.types.is_integer(ty) {
            return terms.unknown(ty);
        }
        let result = terms.binary(operator, old, value, ty, &state.facts);
        match op {
            RmwOp::Nand => terms.unary(UnaryOp::Complement, result, &state.facts),
            _ => result,
        }
    }

    /// Goes on where it succeeds, and puts aside where it fails.
    pub fn compare_exchange(
        &mut self,
        state: &mut State,
        body: &'p Body,
        kind: &InstKind,
        span: Span,
        pending: &mut Vec<State>,
    ) -> Result<Flow, Obstacle> {
        let InstKind::CompareExchange {
            ok,
            old,
            place,
            expected,
            desired,
            weak,
            ..
        } = *kind
        else {
            return Ok(Flow::On);
        };
        let ty = body.place(place).ty;
        let location = self.locate(state, body, place, span)?;
        let expected = self.value(state, body, expected)?;
        let desired = self.value(state, body, desired)?;
        self.observe(expected);
        if weak {
            self.note_weak(state);
        }
        self.begin_update(state, location);
        let found = self.read(state, location, ty, span)?;
        let is_equal = self.is_equal(state, found, expected);

        let mut failed = state.clone();
        let terms = &mut self.paths.terms;
        if weak || failed.facts.assume(terms, is_equal, false) {
            let no = terms.constant(0, Types::BOOL);
            failed.traits.failed_weakly |= weak;
            self.end_update(&mut failed, location, span);
            if let Location::Shared { address, .. } = location
                && failed.depth == 0
            {
                failed.last_read = Some(Read {
                    address,
                    ty,
                    value: found,
                    is_unchecked: true,
                });
            }
            failed.assign(ok, no);
            failed.assign(old, found);
            pending.push(failed);
        }

        let terms = &mut self.paths.terms;
        if !state.facts.assume(terms, is_equal, true) {
            return Ok(Flow::Ends);
        }
        let yes = terms.constant(1, Types::BOOL);
        self.write(state, location, ty, desired, span);
        self.end_update(state, location, span);
        state.assign(ok, yes);
        // Equal pointers may still point to different objects, of which one has ended.
        let is_integer = self.context.program.types.is_integer(ty);
        state.assign(old, if is_integer { expected } else { found });
        Ok(Flow::On)
    }

    fn note_weak(&mut self, state: &State) {
        match state.frames.as_slice() {
            [own] => {
                let index = own.index.saturating_sub(1);
                self.paths.weak.insert((own.block, index));
            }
            _ => self.paths.weak_in_callee = true,
        }
    }
}
