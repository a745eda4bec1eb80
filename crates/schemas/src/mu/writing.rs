//! A thread makes the next write of the sequence.

use unspool_ir::{BinaryOp, ExprId, GlobalId, InstKind, Span, TypeId, Types};
use unspool_passes::accesses::access_size;

use crate::eager::accesses::Accessing;
use crate::eager::places::{At, Spot};
use crate::eager::thread::Simulation;

use super::unwinding::Unwinding;

impl Simulation<'_, '_, '_, Unwinding> {
    /// A scalar is written to one of these spots: in one write if it is one part of one type wherever it may be; in none, if it is what is there.
    pub(super) fn make_write(&mut self, spots: &[Spot], (value, ty): (ExprId, TypeId), span: Span) {
        let Some(part) = self.only_part(spots, ty) else {
            let place = self.global(self.making.now);
            let kind = &InstKind::Store {
                place,
                value,
                access: Default::default(),
            };
            return self.by_parts(&Accessing { kind, spots, ty }, span);
        };
        let value = self.reinterpreted(value, ty, part, span);
        let value = self.in_register(value);
        let location = self.location(spots);
        let mut there = spots.to_vec();
        if part != ty {
            there.iter_mut().for_each(by_distance);
        }
        let before = self.read_copies(&there, part, span);
        let changes = self.writer.compare(BinaryOp::Ne, before, value);
        self.when(Some(changes), span, |simulation| {
            simulation.advance(location, span);
            let guessed = simulation.read_copies(&there, part, span);
            let is_right = simulation.writer.compare(BinaryOp::Eq, guessed, value);
            simulation.assume(is_right, span);
        });
    }

    /// As what it is compared, if the access is to just one part at each of these spots, and as the same at all.
    fn only_part(&self, spots: &[Spot], ty: TypeId) -> Option<TypeId> {
        let size = access_size(self.making.maker.bounded, ty);
        let mut only = None;
        for spot in spots {
            let variable = self.variable(spot.variable);
            for &start in &spot.starts {
                let parts = variable.parts_at(start, size);
                let [part] = &variable.parts[parts] else {
                    return None;
                };
                let part = self.compared_as(part, ty);
                if !spot.is_shared || *only.get_or_insert(part) != part {
                    return None;
                }
            }
        }
        only
    }

    /// The number of the byte where the access begins.
    fn location(&mut self, spots: &[Spot]) -> ExprId {
        let ty = self.making.schema.location_type;
        let mut found = Vec::new();
        for spot in spots {
            let start = self.making.schema.starts[spot.variable];
            let location = match spot.at {
                At::Offset(offset) => self.writer.constant((start + offset).into(), ty),
                At::Named(_, None) => self.writer.constant((start + spot.first()).into(), ty),
                At::Named(_, Some(distance)) | At::Distance(distance) => {
                    let start = self.writer.constant(start.into(), ty);
                    let word = self.word();
                    let distance = self.reinterpreted(distance, word, ty, Span::NONE);
                    self.sum(start, distance, ty)
                }
            };
            found.push((spot.is_here, location));
        }
        self.choice(found, ty)
    }

    /// To the position behind the next write, which must be this thread's and at this location.
    fn advance(&mut self, location: ExprId, span: Span) {
        let (now, ahead) = (self.writer.read(self.now), self.ahead());
        let next = self.making.clock.next(&mut self.writer, now);
        let is_next = self.writer.compare(BinaryOp::Eq, ahead, next);
        self.assume(is_next, span);
        let here = self.site();
        if let Some(since) = self
            .own
            .since
            .filter(|_| self.making.schema.plan.further.contains(&here))
        {
            let since = self.writer.read(since);
            let is_first = self.writer.compare(BinaryOp::Eq, now, since);
            let is_joined = self.is_joined(now);
            let is_joined = is_joined.unwrap_or_else(|| self.writer.constant(0, Types::BOOL));
            let is_same_step = self.writer.either(is_first, is_joined);
            self.assume(is_same_step, span);
        }
        self.assign(self.now, ahead, span);
        let locations = self.making.schema.locations.clone();
        let guessed = self.at_position(1, &locations);
        let is_there = self.writer.compare(BinaryOp::Eq, guessed, location);
        self.assume(is_there, span);
        self.look_ahead();
        self.move_births(span);
    }

    /// What a list has for the position, of which the first is that.
    fn at_position(&mut self, first: u32, list: &[GlobalId]) -> ExprId {
        let mut values = Vec::new();
        let mut ty = Types::BOOL;
        for &variable in list {
            let place = self.global(variable);
            let value = self.writer.load(place, Span::NONE);
            ty = self.writer.body.expr(value).ty;
            values.push(value);
        }
        self.by_time(first, values, ty)
    }

    /// Whether the writes before and behind this position belong to one step. None if none do.
    pub(super) fn is_joined(&mut self, position: ExprId) -> Option<ExprId> {
        let clock = self.making.clock;
        let joined = self.making.schema.joined.clone();
        let mut found = Vec::new();
        for (number, variable) in (1..).zip(joined) {
            let is_here = clock.is_at(&mut self.writer, position, number);
            let place = self.global(variable);
            let is_joined = self.writer.load(place, Span::NONE);
            found.push(self.writer.both(is_here, is_joined));
        }
        (!found.is_empty()).then(|| self.any(found))
    }

    pub(super) fn ahead(&mut self) -> ExprId {
        match self.own.ahead {
            Some(ahead) => self.writer.read(ahead),
            None => self.never(),
        }
    }

    pub(super) fn set_ahead(&mut self, position: ExprId) {
        if let Some(ahead) = self.own.ahead {
            self.assign(ahead, position, Span::NONE);
        }
    }

    /// The first write of this thread is its next one.
    pub(super) fn look_at_first(&mut self) {
        let first = self.making.schema.ahead[self.thread][0];
        let place = self.global(first);
        let first = self.writer.load(place, Span::NONE);
        self.set_ahead(first);
    }

    /// The next write is looked up.
    fn look_ahead(&mut self) {
        let own = self.making.schema.ahead[self.thread].clone();
        let next = self.at_position(0, &own);
        self.set_ahead(next);
    }

    /// A step begins at this position.
    pub(super) fn begin_step(&mut self) {
        if let Some(since) = self.own.since {
            let now = self.writer.read(self.now);
            self.assign(since, now, Span::NONE);
        }
        for register in self.own.created.clone().into_values() {
            let no = self.writer.constant(0, Types::BOOL);
            self.assign(register, no, Span::NONE);
        }
    }

    /// A thread has been created in this step.
    pub(super) fn note_created(&mut self, child: usize) {
        if let Some(&register) = self.own.created.get(&child) {
            let yes = self.writer.constant(1, Types::BOOL);
            self.assign(register, yes, Span::NONE);
        }
    }

    /// What this step has created begins behind it.
    fn move_births(&mut self, span: Span) {
        let here = self.site();
        let created = self.making.schema.plan.creators.get(&here).cloned();
        for child in created.into_iter().flatten() {
            let (Some(&register), Some(born)) =
                (self.own.created.get(&child), self.making.born[child])
            else {
                continue;
            };
            let is_new = self.writer.read(register);
            let now = self.writer.read(self.now);
            let place = self.global(born);
            self.store_if(vec![is_new], place, now, span);
        }
    }
}

/// By its bytes instead of its name.
fn by_distance(spot: &mut Spot) {
    spot.at = match spot.at {
        At::Named(_, None) => At::Offset(spot.first()),
        At::Named(_, Some(distance)) => At::Distance(distance),
        at => at,
    };
}
