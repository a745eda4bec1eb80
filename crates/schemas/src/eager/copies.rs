//! Loads and stores in one of the copies of a variable, by the time.
//!
//! A scalar is loaded from all copies, and the time chooses among the values; it is stored to all of them, where those of other times get what they have. So there are no jumps, and for a solver
//! each copy is a variable like any other:
//!
//! ```text
//! %0 = load @x           →      %0 = now == 0 ? @x : now == 1 ? @x.1 : @x.2
//! store @x = 5           →      @x = now == 0 ? 5 : @x;  @x.1 = now == 1 ? 5 : @x.1;  @x.2 = now == 2 ? 5 : @x.2
//! ```
//!
//! All else goes different ways for each copy.

use unspool_ir::{ExprId, PlaceId, Span, TypeId, Types};

use super::Eager;
use super::accesses::Accessing;
use super::places::{At, Spot};
use super::thread::Simulation;

impl<S: Eager> Simulation<'_, '_, '_, S> {
    /// The copies of a spot: each with the condition that it is meant, or none if it is the only one.
    fn copies(&mut self, spot: &Spot) -> Vec<(usize, Option<ExprId>)> {
        match self.copies_to_choose_from(spot) {
            1 => vec![(0, None)],
            copies => (0..copies)
                .map(|copy| (copy, Some(self.is_time(copy))))
                .collect(),
        }
    }

    fn copies_to_choose_from(&self, spot: &Spot) -> usize {
        let is_first = self.is_alone() || S::is_in_first_copy(self);
        match spot.is_shared && !is_first {
            false => 1,
            true => self.variable(spot.variable).copies.len(),
        }
    }

    fn is_time(&mut self, time: usize) -> ExprId {
        let now = self.writer.read(self.now);
        let clock = self.making.clock;
        clock.is_at(&mut self.writer, now, time as u32)
    }

    /// One of the values, of which the first one is for this time and the others for those behind it. The time must be that of one of them.
    pub fn by_time(&mut self, first: u32, values: Vec<ExprId>, ty: TypeId) -> ExprId {
        let (clock, now) = (self.making.clock, self.writer.read(self.now));
        let values = (first..).zip(values).map(|(time, value)| {
            let is_meant = match clock.is_unary {
                true if time == first => None,
                true => Some(clock.is_at_least(&mut self.writer, now, time)),
                false => Some(clock.is_at(&mut self.writer, now, time)),
            };
            (is_meant, value)
        });
        let mut values: Vec<(Option<ExprId>, ExprId)> = values.collect();
        if clock.is_unary {
            values.reverse();
        }
        self.choice(values, ty)
    }

    pub fn read_copies(&mut self, spots: &[Spot], ty: TypeId, span: Span) -> ExprId {
        let mut found: Vec<(Option<ExprId>, ExprId)> = Vec::new();
        for spot in spots {
            let mut values = Vec::new();
            for copy in 0..self.copies_to_choose_from(spot) {
                let place = self.place_in(spot, copy, ty);
                values.push(self.writer.load(place, span));
            }
            let value = self.by_time(0, values, ty);
            found.push((spot.is_here, value));
        }
        self.choice(found, ty)
    }

    pub fn write_copies(
        &mut self,
        condition: Option<ExprId>,
        spots: &[Spot],
        (value, ty): (ExprId, TypeId),
        span: Span,
    ) {
        let is_only = spots.len() == 1;
        for spot in spots {
            for (copy, is_meant) in self.copies(spot) {
                let is_here = spot.is_here.filter(|_| !is_only);
                let conditions = condition.into_iter().chain(is_here).chain(is_meant);
                let conditions: Vec<ExprId> = conditions.collect();
                let place = self.place_in(spot, copy, ty);
                self.store_if(conditions, place, value, span);
            }
        }
    }

    /// Stores the value, or what is there already.
    pub fn store_if(&mut self, conditions: Vec<ExprId>, place: PlaceId, value: ExprId, span: Span) {
        let value = match conditions.is_empty() {
            true => value,
            false => {
                let condition = self.all(conditions);
                let ty = self.writer.body.place(place).ty;
                let before = self.writer.load(place, span);
                self.select(condition, value, before, ty)
            }
        };
        self.writer.store(place, value, span);
    }

    /// Whether to store what was loaded changes nothing: not so of a truth value in a byte that may be something else.
    pub fn can_put_back(&self, spots: &[Spot], ty: TypeId) -> bool {
        ty != Types::BOOL
            || spots.iter().all(|spot| {
                let variable = self.variable(spot.variable);
                match spot.at {
                    At::Offset(offset) => variable.is_truth_at(offset),
                    At::Named(_, None) => variable.is_truth_at(spot.first()),
                    At::Named(_, Some(_)) | At::Distance(_) => {
                        variable.parts.iter().all(|part| part.ty == Types::BOOL)
                    }
                }
            })
    }

    /// The same instruction for each copy of each spot, on ways of their own.
    pub fn in_each_copy(&mut self, accessing: &Accessing<'_>, span: Span) {
        let mut ways = Vec::new();
        for spot in accessing.spots {
            for (copy, is_meant) in self.copies(spot) {
                let conditions = spot.is_here.into_iter().chain(is_meant).collect();
                ways.push((conditions, (spot, copy)));
            }
        }
        self.on_ways(ways, span, |simulation, (spot, copy)| {
            let place = simulation.place_in(spot, copy, accessing.ty);
            simulation.put_at(accessing.kind.clone(), place, span);
        });
    }
}
