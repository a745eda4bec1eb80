//! Instructions that access memory: loads, stores, and both in one.
//!
//! What is a scalar is read, computed and written by the schema's own ways to read and to write. Records as wholes, and what is computed in memory in ways of its own (floats, pointers), are the
//! schema's business as a whole. Where the thread is alone or accesses what nobody shares, memory is what it is.

use unspool_ir::{
    Access, BinaryOp, BlockId, ExprId, ExprKind, InstKind, PlaceId, RmwOp, Span, Terminator,
    TypeId, Types, UnaryOp,
};
use unspool_passes::operands::{for_each_expr_mut, place_of, place_of_mut};

use crate::guesses::InputKind;

use super::Eager;
use super::places::{Spot, Target};
use super::thread::Simulation;

/// An access of a type to one of these spots.
pub struct Accessing<'s> {
    pub kind: &'s InstKind,
    pub spots: &'s [Spot],
    pub ty: TypeId,
}

impl<S: Eager> Simulation<'_, '_, '_, S> {
    /// An instruction that accesses memory. None if nothing is executed behind it.
    pub fn access(&mut self, kind: &InstKind, span: Span) -> Option<()> {
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
        let is_in_place = self.is_in_place(spots);
        let can_write = match is_in_place {
            true => self.can_put_back(spots, ty),
            false => S::can_write(self, spots, ty),
        };
        match *kind {
            InstKind::Load { dst, .. } if is_simple => {
                let value = self.read_gathered(spots, ty, span);
                self.assign(dst, value, span);
            }
            InstKind::Store { value, .. } if is_simple && can_write => {
                self.write_gathered(None, spots, (value, ty), span);
            }
            InstKind::Rmw { op, dst, value, .. }
                if is_number || (op == RmwOp::Exchange && is_simple && can_write) =>
            {
                let before = self.read_gathered(spots, ty, span);
                self.assign(dst, before, span);
                let before = self.writer.read(dst);
                let after = self.updated(op, before, value, ty);
                self.write_gathered(None, spots, (after, ty), span);
            }
            InstKind::CompareExchange {
                ok,
                old,
                expected,
                desired,
                ..
            } if is_number || is_pointer || (ty == Types::BOOL && can_write) => {
                let before = self.read_gathered(spots, ty, span);
                self.assign(old, before, span);
                let before = self.writer.read(old);
                let is_equal = self.writer.compare(BinaryOp::Eq, before, expected);
                self.assign(ok, is_equal, span);
                let is_equal = self.writer.read(ok);
                self.write_gathered(Some(is_equal), spots, (desired, ty), span);
            }
            _ => {
                let accessing = Accessing { kind, spots, ty };
                match is_in_place {
                    true => self.in_each_copy(&accessing, span),
                    false => S::perform(self, &accessing, span),
                }
            }
        }
    }

    /// Whether memory is what it is, whatever the time.
    fn is_in_place(&self, spots: &[Spot]) -> bool {
        self.is_alone() || !spots.iter().any(|spot| spot.is_shared)
    }

    /// A scalar.
    pub fn read_spots(&mut self, spots: &[Spot], ty: TypeId, span: Span) -> ExprId {
        match self.is_in_place(spots) {
            true => self.read_copies(spots, ty, span),
            false => S::read(self, spots, ty, span),
        }
    }

    /// A value of this type, if the condition holds.
    pub fn write_spots(
        &mut self,
        condition: Option<ExprId>,
        spots: &[Spot],
        stored: (ExprId, TypeId),
        span: Span,
    ) {
        match self.is_in_place(spots) {
            true => self.write_copies(condition, spots, stored, span),
            false => S::write(self, condition, spots, stored, span),
        }
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

    /// The first value whose condition holds; the last one needs none.
    pub fn choice(&mut self, values: Vec<(Option<ExprId>, ExprId)>, ty: TypeId) -> ExprId {
        let mut chosen = None;
        for (condition, value) in values.into_iter().rev() {
            chosen = Some(match (condition, chosen) {
                (Some(condition), Some(other)) => self.select(condition, value, other, ty),
                _ => value,
            });
        }
        chosen.unwrap_or_else(|| self.writer.constant(0, ty))
    }

    pub fn select(
        &mut self,
        condition: ExprId,
        then: ExprId,
        otherwise: ExprId,
        ty: TypeId,
    ) -> ExprId {
        let kind = ExprKind::Select(condition, then, otherwise);
        self.writer.body.add_expr(kind, ty)
    }

    /// One of these things, on ways of their own. The last one is where all others are not.
    pub fn on_ways<T>(
        &mut self,
        ways: Vec<(Vec<ExprId>, T)>,
        span: Span,
        mut go: impl FnMut(&mut Self, T),
    ) {
        let behind = self.writer.reserve();
        let last = ways.len().saturating_sub(1);
        for (number, (conditions, way)) in ways.into_iter().enumerate() {
            let next = self.writer.reserve();
            if number < last {
                let condition = self.all(conditions);
                let here = self.writer.reserve();
                self.branch(condition, here, next, span);
                self.writer.begin(here, span);
            }
            go(self, way);
            if number < last {
                self.writer.end(Terminator::Goto(behind), span);
                self.writer.begin(next, span);
            }
        }
        self.writer.begin(behind, span);
    }

    /// Something, if the condition holds.
    pub fn when(&mut self, condition: Option<ExprId>, span: Span, go: impl FnOnce(&mut Self)) {
        let Some(condition) = condition else {
            return go(self);
        };
        let (inside, behind) = (self.writer.reserve(), self.writer.reserve());
        self.branch(condition, inside, behind, span);
        self.writer.begin(inside, span);
        go(self);
        self.writer.end(Terminator::Goto(behind), span);
        self.writer.begin(behind, span);
    }

    pub fn put_at(&mut self, mut kind: InstKind, at: PlaceId, span: Span) {
        if let Some(place) = place_of_mut(&mut kind) {
            *place = at;
        }
        self.writer.put(kind, span);
    }

    pub fn assume(&mut self, condition: ExprId, span: Span) {
        self.writer.put(InstKind::Assume(condition), span);
    }

    pub fn branch(&mut self, condition: ExprId, then: BlockId, otherwise: BlockId, span: Span) {
        let branch = Terminator::Branch {
            condition,
            then,
            otherwise,
        };
        self.writer.end(branch, span);
    }
}
