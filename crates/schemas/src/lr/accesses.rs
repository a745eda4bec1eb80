//! Loads and stores in the copy of the round.
//!
//! A scalar is loaded from all copies, and the round chooses among the values; it is stored to all of them, where those of other rounds get what they have. So there are no jumps, and for a solver
//! each copy is a variable like any other:
//!
//! ```text
//! %0 = load @x           →      %0 = round == 0 ? @x : round == 1 ? @x.1 : @x.2
//! store @x = 5           →      @x = round == 0 ? 5 : @x;  @x.1 = round == 1 ? 5 : @x.1;  @x.2 = round == 2 ? 5 : @x.2
//! ```
//!
//! Records as wholes, and what is computed in memory in ways of its own (floats, pointers), go different ways for each copy.

use unspool_ir::{
    Access, BinaryOp, BlockId, ExprId, ExprKind, InstKind, PlaceId, RmwOp, Span, Terminator,
    TypeId, Types, UnaryOp,
};
use unspool_passes::operands::{for_each_expr_mut, place_of, place_of_mut};

use crate::guesses::InputKind;

use super::places::{At, Spot, Target};
use super::thread::Simulation;

impl Simulation<'_, '_, '_> {
    /// An instruction that accesses memory. None if nothing is executed behind it.
    pub(super) fn access(&mut self, kind: &InstKind, span: Span) -> Option<()> {
        let place = place_of(kind)?;
        let mut kind = kind.clone();
        for_each_expr_mut(&mut kind, |expr| *expr = self.expr(*expr));
        let is_write = !matches!(kind, InstKind::Load { .. });
        let target = self.target(place, is_write, span)?;
        if let InstKind::CompareExchange { weak: true, .. } = kind {
            self.weak_compare_exchange(&kind, &target, span);
        } else {
            self.perform(&kind, &target, span);
        }
        Some(())
    }

    /// A guess whether it fails for no reason, and a strong one.
    fn weak_compare_exchange(&mut self, kind: &InstKind, target: &Target, span: Span) {
        let mut strong = kind.clone();
        let InstKind::CompareExchange {
            ok,
            old,
            place,
            failure,
            weak,
            ..
        } = &mut strong
        else {
            return;
        };
        *weak = false;
        let (ok, load) = (
            *ok,
            InstKind::Load {
                dst: *old,
                place: *place,
                access: Access {
                    volatile: false,
                    atomic: Some(*failure),
                },
            },
        );
        let fails = self.guessed_input(InputKind::SpuriousFailure, Types::BOOL, span);
        let (failing, trying) = (self.writer.reserve(), self.writer.reserve());
        let behind = self.writer.reserve();
        self.branch(fails, failing, trying, span);
        self.writer.begin(failing, span);
        self.perform(&load, target, span);
        let no = self.writer.constant(0, Types::BOOL);
        self.assign(ok, no, span);
        self.writer.end(Terminator::Goto(behind), span);
        self.writer.begin(trying, span);
        self.perform(&strong, target, span);
        self.writer.begin(behind, span);
    }

    fn perform(&mut self, kind: &InstKind, target: &Target, span: Span) {
        let spots = match target {
            Target::Local(place) => return self.put_at(kind.clone(), *place, span),
            Target::Spots(spots) => spots,
        };
        let Some(place) = place_of(kind) else { return };
        let ty = self.text.body.place(place).ty;
        let types = &self.making.maker.program.types;
        let is_number = types.is_integer(ty) && ty != Types::BOOL;
        let is_pointer = types.is_pointer(ty);
        let is_simple = types.is_scalar(ty);
        let can_put_back = self.can_put_back(spots, ty);
        match *kind {
            InstKind::Load { dst, .. } if is_simple => {
                let value = self.read(spots, ty, span);
                self.assign(dst, value, span);
            }
            InstKind::Store { value, .. } if is_simple && can_put_back => {
                self.write_to(spots, ty, value, span);
            }
            InstKind::Rmw { op, dst, value, .. }
                if is_number || (op == RmwOp::Exchange && is_simple && can_put_back) =>
            {
                let before = self.read(spots, ty, span);
                self.assign(dst, before, span);
                let before = self.writer.read(dst);
                let after = self.updated(op, before, value, ty);
                self.write_to(spots, ty, after, span);
            }
            InstKind::CompareExchange {
                ok,
                old,
                expected,
                desired,
                ..
            } if is_number || is_pointer || (ty == Types::BOOL && can_put_back) => {
                let before = self.read(spots, ty, span);
                self.assign(old, before, span);
                let before = self.writer.read(old);
                let is_equal = self.writer.compare(BinaryOp::Eq, before, expected);
                self.assign(ok, is_equal, span);
                let is_equal = self.writer.read(ok);
                let after = self.select(is_equal, desired, before, ty);
                self.write_to(spots, ty, after, span);
            }
            _ => self.by_ways(kind, spots, ty, span),
        }
    }

    /// Whether to store what was loaded changes nothing: not so of a truth value in a byte that may be something else.
    fn can_put_back(&self, spots: &[Spot], ty: TypeId) -> bool {
        ty != Types::BOOL
            || spots.iter().all(|spot| {
                let variable = self.variable(spot.variable);
                match spot.at {
                    At::Offset(offset) => variable.is_truth_at(offset),
                    At::Named(place) if !self.has_index(place) => variable.is_truth_at(spot.first),
                    At::Named(_) | At::Distance(_) => {
                        variable.parts.iter().all(|part| part.ty == Types::BOOL)
                    }
                }
            })
    }

    fn updated(&mut self, op: RmwOp, before: ExprId, value: ExprId, ty: TypeId) -> ExprId {
        let op = match op {
            RmwOp::Exchange => return value,
            RmwOp::Add => BinaryOp::Add,
            RmwOp::Sub => BinaryOp::Sub,
            RmwOp::And => BinaryOp::And,
            RmwOp::Or => BinaryOp::Or,
            RmwOp::Xor => BinaryOp::Xor,
            RmwOp::Nand => {
                let both = ExprKind::Binary(BinaryOp::And, before, value);
                let both = self.writer.body.add_expr(both, ty);
                let kind = ExprKind::Unary(UnaryOp::Complement, both);
                return self.writer.body.add_expr(kind, ty);
            }
        };
        let kind = ExprKind::Binary(op, before, value);
        self.writer.body.add_expr(kind, ty)
    }

    /// The copies of a spot: each with the condition that it is meant, or none if it is the only one.
    fn copies(&mut self, spot: &Spot) -> Vec<(usize, Option<ExprId>)> {
        let copies = self.variable(spot.variable).copies.len();
        let known = self.known_round().map(|round| round as usize);
        match (spot.is_shared, known) {
            (false, _) => vec![(0, None)],
            (true, Some(round)) => vec![(round, None)],
            (true, None) => (0..copies)
                .map(|copy| (copy, Some(self.is_round(copy))))
                .collect(),
        }
    }

    pub(super) fn is_round(&mut self, round: usize) -> ExprId {
        let (now, round) = (
            self.writer.read(self.round),
            self.writer.constant(round as u128, self.making.counter),
        );
        self.writer.compare(BinaryOp::Eq, now, round)
    }

    fn read(&mut self, spots: &[Spot], ty: TypeId, span: Span) -> ExprId {
        let mut found: Vec<(Option<ExprId>, ExprId)> = Vec::new();
        for spot in spots {
            let mut values = Vec::new();
            for (copy, is_meant) in self.copies(spot) {
                let place = self.place_in(spot, copy, ty);
                values.push((is_meant, self.writer.load(place, span)));
            }
            let value = self.choice(values, ty);
            found.push((spot.is_here, value));
        }
        self.choice(found, ty)
    }

    /// The first value whose condition holds; the last one needs none.
    fn choice(&mut self, values: Vec<(Option<ExprId>, ExprId)>, ty: TypeId) -> ExprId {
        let mut chosen = None;
        for (condition, value) in values.into_iter().rev() {
            chosen = Some(match (condition, chosen) {
                (Some(condition), Some(other)) => self.select(condition, value, other, ty),
                _ => value,
            });
        }
        chosen.unwrap_or_else(|| self.writer.constant(0, ty))
    }

    pub(super) fn write_to(&mut self, spots: &[Spot], ty: TypeId, value: ExprId, span: Span) {
        let is_only = spots.len() == 1;
        for spot in spots {
            for (copy, is_meant) in self.copies(spot) {
                let is_here = spot.is_here.filter(|_| !is_only);
                let conditions: Vec<ExprId> = is_here.into_iter().chain(is_meant).collect();
                let place = self.place_in(spot, copy, ty);
                self.store_if(conditions, place, value, span);
            }
        }
    }

    /// Stores the value, or what is there already.
    pub(super) fn store_if(
        &mut self,
        conditions: Vec<ExprId>,
        place: PlaceId,
        value: ExprId,
        span: Span,
    ) {
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

    pub(super) fn select(
        &mut self,
        condition: ExprId,
        then: ExprId,
        otherwise: ExprId,
        ty: TypeId,
    ) -> ExprId {
        let kind = ExprKind::Select(condition, then, otherwise);
        self.writer.body.add_expr(kind, ty)
    }

    /// The same instruction for each copy of each spot, on ways of their own. The last one is where all others are not.
    fn by_ways(&mut self, kind: &InstKind, spots: &[Spot], ty: TypeId, span: Span) {
        let mut ways = Vec::new();
        for spot in spots {
            for (copy, is_meant) in self.copies(spot) {
                let conditions = spot.is_here.into_iter().chain(is_meant).collect();
                ways.push((conditions, *spot, copy));
            }
        }
        let behind = self.writer.reserve();
        let last = ways.len().saturating_sub(1);
        for (number, (conditions, spot, copy)) in ways.into_iter().enumerate() {
            let next = self.writer.reserve();
            if number < last {
                let condition = self.all(conditions);
                let here = self.writer.reserve();
                self.branch(condition, here, next, span);
                self.writer.begin(here, span);
            }
            let place = self.place_in(&spot, copy, ty);
            self.put_at(kind.clone(), place, span);
            if number < last {
                self.writer.end(Terminator::Goto(behind), span);
                self.writer.begin(next, span);
            }
        }
        self.writer.begin(behind, span);
    }

    fn put_at(&mut self, mut kind: InstKind, at: PlaceId, span: Span) {
        if let Some(place) = place_of_mut(&mut kind) {
            *place = at;
        }
        self.writer.put(kind, span);
    }

    pub(super) fn branch(
        &mut self,
        condition: ExprId,
        then: BlockId,
        otherwise: BlockId,
        span: Span,
    ) {
        let branch = Terminator::Branch {
            condition,
            then,
            otherwise,
        };
        self.writer.end(branch, span);
    }
}
