//! What each instruction does to the state of a thread.

use unspool_formula::terms::Term;
use unspool_ir::{
    BinaryOp, ExprId, FloatKind, Inst, InstKind, PlaceId, Property, RegId, RmwOp, Type, TypeId,
};
use unspool_passes::points_to::Object;

use crate::answer::{InputKind, Unsupported};
use crate::build::{CheckKind, Shared, Spawned};
use crate::expressions::{digit_agrees, width_of};
use crate::walk::{Path, Walk};

impl Walk<'_, '_> {
    pub(crate) fn instruction(&mut self, inst: &Inst) -> Path {
        // A path ends where a step cannot be made; `None` says so.
        match self.step(inst) {
            Some(()) => Path::GoesOn,
            None => Path::Ends,
        }
    }

    fn step(&mut self, inst: &Inst) -> Option<()> {
        match &inst.kind {
            InstKind::Assign { dst, value } => {
                let value = self.checked_value(*value)?;
                self.set(*dst, value);
            }
            InstKind::Load { dst, place, .. } => {
                let targets = self.targets(*place, false)?;
                let value = self.read(&targets, self.body.place(*place).ty);
                if self.may_be_unset(&targets) {
                    self.note_input(InputKind::Value, value);
                }
                self.set(*dst, value);
            }
            InstKind::Store { place, value, .. } => {
                let value = self.checked_value(*value)?;
                let targets = self.targets(*place, true)?;
                let always = self.build.terms.boolean(true);
                self.write(&targets, self.body.place(*place).ty, value, always);
            }
            InstKind::Rmw {
                op,
                dst,
                place,
                value,
                ..
            } => self.read_modify_write(*op, *dst, *place, *value)?,
            InstKind::CompareExchange {
                ok,
                old,
                place,
                expected,
                desired,
                weak,
                ..
            } => self.compare_exchange((*ok, *old), *place, (*expected, *desired), *weak)?,
            InstKind::Dead(slot) => {
                let object = self.object_of(Object::Slot(self.function, *slot));
                let always = self.build.terms.boolean(true);
                if let Some(object) = object {
                    self.end_object(object, always);
                }
            }
            InstKind::AtomicBegin => {
                if self.depth == 0 {
                    let is_whole = inst.point.is_some();
                    self.state.is_in_section = self.build.terms.boolean(is_whole);
                }
                self.depth += 1;
            }
            InstKind::AtomicEnd => {
                self.depth = self.depth.saturating_sub(1);
                if self.depth == 0 {
                    self.state.is_in_section = self.build.terms.boolean(false);
                }
            }
            InstKind::Spawn {
                dst, args, thread, ..
            } => self.spawn(*dst, args, *thread)?,
            InstKind::SelfId { dst } => {
                let number = self.number_of(*dst, self.record.number);
                self.set(*dst, number);
            }
            InstKind::Finished { dst, thread } => {
                let asked = self.checked_value(*thread)?;
                let value = self.has_finished(asked);
                self.set(*dst, value);
            }
            InstKind::WaitUntil(condition) | InstKind::Assume(condition) => {
                let condition = self.checked_value(*condition)?;
                if matches!(inst.kind, InstKind::WaitUntil(_)) {
                    self.note_wait(condition);
                }
                if self.demand(condition) == Path::Ends {
                    self.note_awaited_lock();
                    return None;
                }
            }
            InstKind::Assert {
                condition,
                property,
                ..
            } => {
                let condition = self.checked_value(*condition)?;
                self.check(CheckKind::Property(*property), condition);
                let is_bound = *property == Property::Unwinding;
                if is_bound && self.narrow_guard(condition) == Path::Ends {
                    return None;
                }
            }
            InstKind::Nondet { dst } => {
                let ty = self.body.regs[dst.index()].ty;
                let width = width_of(&self.program.types, ty);
                let value = self.build.terms.variable("input", width);
                if matches!(self.program.types.get(ty), Type::Float(FloatKind::F80)) {
                    let agrees = digit_agrees(&mut self.build.terms, value);
                    self.build.timeline.constraints.push(vec![agrees]);
                }
                self.note_input(InputKind::Value, value);
                self.set(*dst, value);
            }
            InstKind::Alloc {
                dst, size, align, ..
            } => self.allocate(*dst, *size, *align)?,
            InstKind::Free {
                pointer,
                storage,
                is_unheld,
            } => self.free(*pointer, *storage, *is_unheld)?,
            InstKind::ObjectSize { dst, pointer } => {
                let pointer_value = self.checked_value(*pointer)?;
                let value = self.size_of_object(*pointer, pointer_value, *dst)?;
                self.set(*dst, value);
            }
            InstKind::Unsupported(_) | InstKind::Call { .. } | InstKind::VarArgs { .. } => {
                return self.unsupported(Unsupported::Instruction);
            }
            InstKind::Live(slot) => {
                if let Some(object) = self.object_of(Object::Slot(self.function, *slot)) {
                    self.declare(object);
                }
            }
            InstKind::Hold(lock) | InstKind::Release(lock) => {
                let address = self.checked_value(*lock)?;
                self.note_lock(address, matches!(inst.kind, InstKind::Hold(_)), false);
                self.rely_on_lock(*lock);
            }
            InstKind::Fence(_) | InstKind::Output { .. } => {}
        }
        Some(())
    }

    /// What follows cannot be modelled.
    pub(crate) fn unsupported(&mut self, what: Unsupported) -> Option<()> {
        let never = self.build.terms.boolean(false);
        self.support_only(what, never);
        None
    }

    fn number_of(&mut self, dst: RegId, number: u32) -> Term {
        let ty = self.body.regs[dst.index()].ty;
        let width = width_of(&self.program.types, ty);
        self.build.terms.number(u128::from(number), width)
    }

    fn read_modify_write(
        &mut self,
        op: RmwOp,
        dst: RegId,
        place: PlaceId,
        value: ExprId,
    ) -> Option<()> {
        let value_type = self.body.expr(value).ty;
        let value = self.checked_value(value)?;
        let targets = self.targets(place, true)?;
        let ty = self.body.place(place).ty;
        let old = self.read(&targets, ty);
        if self.may_be_unset(&targets) {
            self.note_input(InputKind::Value, old);
        }
        let new = self.updated(op, (old, ty), (value, value_type));
        if self.meet_demands() == Path::Ends {
            return None;
        }
        let always = self.build.terms.boolean(true);
        self.write(&targets, ty, new, always);
        self.set(dst, old);
        Some(())
    }

    fn updated(&mut self, op: RmwOp, old: (Term, TypeId), value: (Term, TypeId)) -> Term {
        let width = self.build.terms.width(old.0);
        let is_signed = self.program.types.is_signed(value.1);
        let value = self.build.terms.resize(value.0, width, is_signed);
        let op = match op {
            RmwOp::Exchange => return value,
            RmwOp::Nand => {
                let both = self.build.terms.and(old.0, value);
                return self.build.terms.not(both);
            }
            RmwOp::Add => BinaryOp::Add,
            RmwOp::Sub => BinaryOp::Sub,
            RmwOp::And => BinaryOp::And,
            RmwOp::Or => BinaryOp::Or,
            RmwOp::Xor => BinaryOp::Xor,
        };
        self.binary(op, old, (value, old.1))
    }

    fn compare_exchange(
        &mut self,
        (ok, old): (RegId, RegId),
        place: PlaceId,
        (expected, desired): (ExprId, ExprId),
        weak: bool,
    ) -> Option<()> {
        let expected = self.checked_value(expected)?;
        let desired = self.checked_value(desired)?;
        let targets = self.targets(place, true)?;
        let ty = self.body.place(place).ty;
        let found = self.read(&targets, ty);
        if self.may_be_unset(&targets) {
            self.note_input(InputKind::Value, found);
        }
        let mut success = self.build.terms.equal(found, expected);
        if weak {
            let fails = self.build.terms.variable("spurious failure", 1);
            self.note_input(InputKind::SpuriousFailure, fails);
            let holds = self.build.terms.not(fails);
            success = self.build.terms.and(success, holds);
        }
        self.write(&targets, ty, desired, success);
        self.set(old, found);
        self.set(ok, success);
        Some(())
    }

    fn spawn(&mut self, dst: RegId, args: &[ExprId], thread: Option<u32>) -> Option<()> {
        let mut arguments = Vec::with_capacity(args.len());
        for &arg in args {
            arguments.push(self.checked_value(arg)?);
        }
        let number = thread.unwrap_or(0);
        let spawned = Spawned {
            creator: self.thread,
            at: self.at(),
            guard: self.guard(),
            point: self.point(),
            arguments,
        };
        self.build.spawned.insert(number, spawned);
        let created = self.build.texts.iter();
        if let Some(created) = created.map(|text| text.number).position(|n| n == number) {
            self.note_use(Shared::Start(created as u32), true);
        }
        let value = self.number_of(dst, number);
        self.set(dst, value);
        self.state.has_acted = true;
        Some(())
    }

    fn has_finished(&mut self, asked: Term) -> Term {
        let point = self.point();
        let mut any = self.build.terms.boolean(false);
        for thread in 0..self.build.texts.len() {
            let number = self.build.texts[thread].number;
            let build = &mut *self.build;
            let width = build.terms.width(asked);
            let number = build.terms.number(u128::from(number), width);
            let is_asked = build.terms.equal(asked, number);
            if build.terms.is_false(is_asked) {
                continue;
            }
            let asking = (self.thread, &point);
            self.note_use(Shared::End(thread as u32), false);
            self.note_end_use(thread, is_asked);
            let build = &mut *self.build;
            let ended = build.timeline.has_ended(&mut build.terms, thread, asking);
            let here = build.terms.and(is_asked, ended);
            any = build.terms.or(any, here);
        }
        any
    }
}
