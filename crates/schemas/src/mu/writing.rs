//! A thread makes its next writes.
//!
//! Positions are written in unary ([`crate::eager::clock`]), so that bit `i - 1` of a position says that write `i` is before it. Bit `i - 1` of `own` says that write `i` is this thread's, and that of `joined` that the next one belongs to the same
//! step. So all that has to be said about many writes at once is said by a few operations on bits:
//!
//! | what | how |
//! |---|---|
//! | all writes between `p` and `q` are this thread's | `(q & ~p & ~own) == 0` |
//! | none of them is | `(q & ~p & own) == 0` |
//! | the positions behind `p` and before `q` are inside of a step | `((q >> 1) & ~p & ~joined) == 0` |
//! | position `q` is not | `(q & ~(q >> 1) & joined) == 0` |
//!
//! Writes of several parts are made together. Each part whose value differs from what is there moves the position by one, and at the position that results, memory must contain all the values. Nobody has to look at the locations of the writes in between: each part that has changed needs one of
//! them, and there are no more of them than such parts.

use unspool_ir::{BinaryOp, ExprId, RegId, Span, TypeId, Types};
use unspool_passes::accesses::access_size;

use crate::eager::gathering::Told;
use crate::eager::places::{At, Spot};
use crate::eager::thread::Simulation;

use super::unwinding::Unwinding;

/// What is to be in memory.
struct Wanted {
    condition: Option<ExprId>,
    spots: Vec<Spot>,
    value: ExprId,
    ty: TypeId,
}

impl Simulation<'_, '_, '_, Unwinding> {
    /// A scalar is written to one of these spots: in one write if it is one part of one type wherever it may be; in none, if it is what is there.
    pub(super) fn make_write(
        &mut self,
        condition: Option<ExprId>,
        spots: &[Spot],
        (value, ty): (ExprId, TypeId),
        span: Span,
    ) {
        let Some(part) = self.only_part(spots, ty) else {
            return self.when(condition, span, |simulation| {
                simulation.store_by_parts(spots, (value, ty), span);
            });
        };
        let value = self.reinterpreted(value, ty, part, span);
        let mut spots = spots.to_vec();
        if part != ty {
            spots.iter_mut().for_each(by_distance);
        }
        let wanted = Wanted {
            condition,
            spots,
            value: self.in_register(value),
            ty: part,
        };
        self.advance(vec![wanted], span);
    }

    /// What a step has gathered is written.
    pub(super) fn make_writes(&mut self, told: Vec<Told>, span: Span) {
        let wanted = told.into_iter().map(|told| Wanted {
            condition: told.condition,
            spots: vec![told.spot],
            value: told.value,
            ty: told.ty,
        });
        self.advance(wanted.collect(), span);
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

    /// To the position behind as many writes as change something, which must be this thread's and of one step.
    fn advance(&mut self, wanted: Vec<Wanted>, span: Span) {
        self.must_be_planned(span);
        let clock = self.making.clock;
        let now = self.writer.read(self.now);
        let mut next = now;
        for wanted in &wanted {
            let before = self.read_copies(&wanted.spots, wanted.ty, span);
            let differs = (self.writer).compare(BinaryOp::Ne, before, wanted.value);
            let conditions = wanted.condition.into_iter().chain([differs]).collect();
            let changes = self.all(conditions);
            let behind = clock.next(&mut self.writer, next);
            let moved = self.select(changes, behind, next, clock.ty);
            next = self.in_register(moved);
        }
        let own = self.own_writes();
        let made = clock.without(&mut self.writer, next, now);
        let foreign = clock.without(&mut self.writer, made, own);
        self.assume_none(foreign, span);
        let is_further = self.making.schema.plan.further.contains(&self.site());
        if let Some(since) = self.own.since.filter(|_| is_further) {
            let since = self.writer.read(since);
            let last = clock.before(&mut self.writer, next);
            let inside = clock.without(&mut self.writer, last, since);
            let joined = self.joined();
            let apart = clock.without(&mut self.writer, inside, joined);
            self.assume_none(apart, span);
        }
        self.assign(self.now, next, span);
        for wanted in wanted {
            let there = self.read_copies(&wanted.spots, wanted.ty, span);
            let mut is_right = self.writer.compare(BinaryOp::Eq, there, wanted.value);
            if let Some(condition) = wanted.condition {
                let is_not_meant = self.writer.not(condition);
                is_right = self.writer.either(is_not_meant, is_right);
            }
            self.assume(is_right, span);
        }
        self.move_births(span);
    }

    /// Of a position to which this thread goes from where it is: that none of its own writes lies between, and that it is not inside of a step.
    pub(super) fn assume_free(&mut self, next: ExprId) {
        let clock = self.making.clock;
        let (now, own) = (self.writer.read(self.now), self.own_writes());
        let passed = clock.without(&mut self.writer, next, now);
        let missed = clock.common(&mut self.writer, passed, own);
        self.assume_none(missed, Span::NONE);
        if self.making.schema.joined.is_some() {
            let before = clock.before(&mut self.writer, next);
            let last = clock.without(&mut self.writer, next, before);
            let joined = self.joined();
            let joined = clock.common(&mut self.writer, last, joined);
            self.assume_none(joined, Span::NONE);
        }
    }

    /// The thread begins here: none of its writes came before.
    pub(super) fn assume_nothing_before(&mut self) {
        let clock = self.making.clock;
        let (now, own) = (self.writer.read(self.now), self.own_writes());
        let early = clock.common(&mut self.writer, now, own);
        self.assume_none(early, Span::NONE);
    }

    /// All own writes have been made.
    pub(super) fn assume_done(&mut self) {
        let clock = self.making.clock;
        let (now, own) = (self.writer.read(self.now), self.own_writes());
        let missing = clock.without(&mut self.writer, own, now);
        self.assume_none(missing, Span::NONE);
    }

    /// There are no such writes: the number has no ones.
    fn assume_none(&mut self, writes: ExprId, span: Span) {
        let clock = self.making.clock;
        let is_none = clock.is_none(&mut self.writer, writes);
        self.assume(is_none, span);
    }

    fn own_writes(&mut self) -> ExprId {
        let own = self.making.schema.own[self.thread];
        let place = self.global(own);
        self.writer.load(place, Span::NONE)
    }

    fn joined(&mut self) -> ExprId {
        match self.making.schema.joined {
            Some(joined) => {
                let place = self.global(joined);
                self.writer.load(place, Span::NONE)
            }
            None => self.writer.constant(0, self.making.clock.ty),
        }
    }

    /// A step begins at this position.
    pub(super) fn begin_step(&mut self) {
        if let Some(since) = self.own.since {
            let now = self.writer.read(self.now);
            self.assign(since, now, Span::NONE);
        }
        let created: Vec<RegId> = self.own.created.values().copied().collect();
        for register in created {
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
