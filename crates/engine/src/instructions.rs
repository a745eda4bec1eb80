//! What each instruction does to the state of a thread.

use unspool_formula::terms::Term;
use unspool_ir::{
    BinaryOp, ExprId, Inst, InstKind, PlaceId, Property, RegId, RmwOp, Storage, TypeId,
};
use unspool_passes::accesses::{Memory, allocated};
use unspool_passes::layout::LARGEST_ALLOCATION;
use unspool_passes::points_to::Object;

use crate::build::{CheckKind, Shared, Spawned};
use crate::expressions::width_of;
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
                    self.note_input(value);
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
                    self.set_alive(object, false, always);
                }
            }
            InstKind::AtomicBegin => {
                if self.depth == 0 {
                    self.state.has_section_point = inst.point.is_some();
                }
                self.depth += 1;
            }
            InstKind::AtomicEnd => self.depth = self.depth.saturating_sub(1),
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
                if self.demand(condition) == Path::Ends {
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
                if *property == Property::Unwinding {
                    let (terms, guard) = (&mut self.build.terms, self.state.guard);
                    self.state.guard = self.build.guards.and(terms, guard, condition)?;
                }
            }
            InstKind::Nondet { dst } => {
                let ty = self.body.regs[dst.index()].ty;
                let width = width_of(&self.program.types, ty);
                let value = self.build.terms.variable("input", width);
                self.note_input(value);
                self.set(*dst, value);
            }
            InstKind::Alloc {
                dst,
                size,
                align,
                storage,
            } => self.allocate(*dst, *size, *align, *storage)?,
            InstKind::Free { pointer, storage } => self.free(*pointer, *storage)?,
            InstKind::ObjectSize { dst, pointer } => {
                let pointer_value = self.checked_value(*pointer)?;
                let value = self.size_of_object(*pointer, pointer_value, *dst)?;
                self.set(*dst, value);
            }
            InstKind::Unsupported(_) | InstKind::Call { .. } | InstKind::VarArgs { .. } => {
                return self.unsupported();
            }
            // A declaration is passed at most once, and nobody knows the object before.
            InstKind::Live(_)
            | InstKind::Fence(_)
            | InstKind::Hold(_)
            | InstKind::Release(_)
            | InstKind::Output { .. } => {}
        }
        Some(())
    }

    /// What follows cannot be modelled.
    fn unsupported(&mut self) -> Option<()> {
        let never = self.build.terms.boolean(false);
        self.check(CheckKind::Unsupported, never);
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
            self.note_input(old);
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
        if self.may_be_unset(&targets) && !weak {
            self.note_input(found);
        }
        let mut success = self.build.terms.equal(found, expected);
        if weak {
            let fails = self.build.terms.variable("spurious failure", 1);
            self.note_input(fails);
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
            let build = &mut *self.build;
            let ended = build.timeline.has_ended(&mut build.terms, thread, asking);
            let here = build.terms.and(is_asked, ended);
            any = build.terms.or(any, here);
        }
        any
    }

    fn allocate(&mut self, dst: RegId, size: ExprId, align: ExprId, _: Storage) -> Option<()> {
        let size = self.checked_value(size)?;
        let align = self.checked_value(align)?;
        let align = self.build.terms.as_constant(align).and_then(|a| a.to_u64());
        if !align.is_some_and(u64::is_power_of_two) {
            return self.unsupported();
        }
        let object = allocated(self.function, self.block, self.index);
        let memory = Memory::Object(object);
        let index = self.build.cells.object_of(memory)?;
        let info = self.build.cells.object(index);
        let (base, is_exact) = (info.base, info.is_exact);
        if !is_exact {
            let terms = &mut self.build.terms;
            let width = terms.width(size);
            let most = terms.number(u128::from(LARGEST_ALLOCATION), width);
            let fits = terms.less_or_equal(size, most);
            self.check(CheckKind::Unsupported, fits);
            let (terms, guard) = (&mut self.build.terms, self.state.guard);
            self.state.guard = self.build.guards.and(terms, guard, fits)?;
            if let Some(&variable) = self.build.sizes.get(&index) {
                let terms = &mut self.build.terms;
                let size = terms.resize(size, terms.width(variable), false);
                let is_size = terms.equal(variable, size);
                let is_absent = terms.not(self.build.guards.term(self.state.guard));
                self.build
                    .timeline
                    .constraints
                    .push(vec![is_absent, is_size]);
            }
        }
        let width = self.program.types.data_model.pointer_bits();
        let address = self.build.terms.number(u128::from(base), width);
        self.set(dst, address);
        Some(())
    }

    /// The objects that a pointer may point into, each with the condition that it does. Only starts count if so asked.
    fn pointed_objects(
        &mut self,
        pointer: ExprId,
        value: Term,
        at_start: bool,
    ) -> Vec<(u32, Term)> {
        let mut objects = Vec::new();
        let threads = self.build.texts.len() as u32;
        self.build
            .points_to
            .for_each_pointee(self.function, pointer, |target| {
                let instances = match target.object {
                    Object::Global(global) if self.program.global(global).thread_local => (0
                        ..threads)
                        .map(|thread| Memory::Instance(global, thread))
                        .collect(),
                    Object::Function(_) | Object::VarArgs(_) => Vec::new(),
                    object => vec![Memory::Object(object)],
                };
                let found = instances.into_iter();
                objects.extend(found.filter_map(|memory| self.build.cells.object_of(memory)));
            });
        objects.sort_unstable();
        objects.dedup();
        let terms = &mut self.build.terms;
        let width = terms.width(value);
        let mut found = Vec::new();
        for object in objects {
            let info = self.build.cells.object(object);
            let base = terms.number(u128::from(info.base), width);
            let is_here = if at_start {
                terms.equal(value, base)
            } else {
                let offset = terms.subtract(value, base);
                let room = terms.number(u128::from(info.room), width);
                terms.less_or_equal(offset, room)
            };
            if !terms.is_false(is_here) {
                found.push((object, is_here));
            }
        }
        found
    }

    fn free(&mut self, pointer: ExprId, storage: Storage) -> Option<()> {
        let value = self.checked_value(pointer)?;
        let is_null = self.build.terms.is_zero(value);
        let objects = self.pointed_objects(pointer, value, true);
        let mut valid = vec![is_null];
        let mut ended = Vec::new();
        for (object, is_here) in objects {
            let info = self.build.cells.object(object);
            let Memory::Object(Object::Alloc {
                function,
                block,
                index,
            }) = info.memory
            else {
                continue;
            };
            let alive = info.alive;
            if !self.has_storage(function, block, index as usize, storage) {
                continue;
            }
            let mut is_valid = is_here;
            if let Some(alive) = alive {
                let alive = self.read_cell(alive);
                is_valid = self.build.terms.and(is_valid, alive);
            }
            valid.push(is_valid);
            ended.push((object, is_here));
        }
        let is_valid = self.build.terms.or_all(&valid);
        if self.demand(is_valid) == Path::Ends {
            return None;
        }
        for (object, is_here) in ended {
            self.set_alive(object, false, is_here);
        }
        Some(())
    }

    /// Whether the object made there has this storage.
    fn has_storage(
        &self,
        function: unspool_ir::FunctionId,
        block: unspool_ir::BlockId,
        index: usize,
        wanted: Storage,
    ) -> bool {
        let body = self.program.function(function).body.as_ref();
        let inst = body.and_then(|body| body.block(block).insts.get(index));
        matches!(inst.map(|inst| &inst.kind), Some(InstKind::Alloc { storage, .. }) if *storage == wanted)
    }

    fn size_of_object(&mut self, pointer: ExprId, value: Term, dst: RegId) -> Option<Term> {
        let objects = self.pointed_objects(pointer, value, false);
        let width = width_of(&self.program.types, self.body.regs[dst.index()].ty);
        let mut size = self.build.terms.zero(width);
        let mut valid = Vec::new();
        for (object, is_here) in objects {
            let info = self.build.cells.object(object);
            let (room, is_exact, alive) = (info.room, info.is_exact, info.alive);
            let here = match self.build.sizes.get(&object) {
                Some(&size) if !is_exact => self.build.terms.resize(size, width, false),
                _ => self.build.terms.number(u128::from(room), width),
            };
            let mut is_valid = is_here;
            if let Some(alive) = alive {
                let alive = self.read_cell(alive);
                is_valid = self.build.terms.and(is_valid, alive);
            }
            valid.push(is_valid);
            size = self.build.terms.ite(is_here, here, size);
        }
        let is_valid = self.build.terms.or_all(&valid);
        match self.demand(is_valid) {
            Path::GoesOn => Some(size),
            Path::Ends => None,
        }
    }
}
