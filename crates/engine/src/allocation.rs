//! Objects that are made and ended by instructions: `alloc`, `free`, and how large an object is.
//!
//! An `alloc` is executed at most once, so its object is known before, and so is its address. What is not is whether it is alive, which is a cell of one bit, and
//! sometimes its size: that is a variable which all threads may use, and which has a value only if the object is made.

use unspool_formula::terms::Term;
use unspool_ir::{BlockId, ExprId, FunctionId, InstKind, RegId, Storage};
use unspool_passes::accesses::{Memory, allocated};
use unspool_passes::layout::LARGEST_ALLOCATION;
use unspool_passes::points_to::Object;

use crate::answer::Unsupported;
use crate::expressions::width_of;
use crate::walk::{Path, Walk};

impl Walk<'_, '_> {
    pub(crate) fn allocate(&mut self, dst: RegId, size: ExprId, align: ExprId) -> Option<()> {
        let size = self.checked_value(size)?;
        let align = self.checked_value(align)?;
        let align = self.build.terms.as_constant(align).and_then(|a| a.to_u64());
        if !align.is_some_and(u64::is_power_of_two) {
            return self.unsupported(Unsupported::Alignment);
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
            if self.support_only(Unsupported::LargeAllocation, fits) == Path::Ends {
                return None;
            }
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

    pub(crate) fn free(
        &mut self,
        pointer: ExprId,
        storage: Storage,
        is_unheld: bool,
    ) -> Option<()> {
        let value = self.checked_value(pointer)?;
        let is_null = self.build.terms.is_zero(value);
        let objects = self.pointed_objects(pointer, value, true)?;
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
        if self.is_valid_access(is_valid) == Path::Ends {
            return None;
        }
        if is_unheld {
            self.check_unheld(&ended);
        }
        for (object, is_here) in ended {
            if storage == Storage::Heap
                && let Some(alive) = self.build.cells.object(object).alive
            {
                self.note_access(alive, true, is_here, None);
            }
            self.end_object(object, is_here);
        }
        Some(())
    }

    pub(crate) fn size_of_object(
        &mut self,
        pointer: ExprId,
        value: Term,
        dst: RegId,
    ) -> Option<Term> {
        let objects = self.pointed_objects(pointer, value, false)?;
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
        match self.is_valid_access(is_valid) {
            Path::GoesOn => Some(size),
            Path::Ends => None,
        }
    }

    /// The objects that a pointer may point into, each with the condition that it does. Only starts count if so asked.
    fn pointed_objects(
        &mut self,
        pointer: ExprId,
        value: Term,
        at_start: bool,
    ) -> Option<Vec<(u32, Term)>> {
        let mut objects = Vec::new();
        let (points_to, cells) = (&self.build.points_to, &self.build.cells);
        points_to.for_each_pointee(self.function, pointer, |target| {
            objects.extend(cells.instances(self.program, target.object, None));
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
        let (thread, body) = (self.thread, self.body);
        let made = &self.build.made_pointers;
        if made.is_made(self.program, thread, body, pointer) {
            let known: Vec<Term> = found.iter().map(|(_, is_here)| *is_here).collect();
            if self.points_to_known(value, &known) == Path::Ends {
                return None;
            }
        }
        Some(found)
    }

    /// Whether the object made there has this storage.
    fn has_storage(
        &self,
        function: FunctionId,
        block: BlockId,
        index: usize,
        wanted: Storage,
    ) -> bool {
        let body = self.program.function(function).body.as_ref();
        let inst = body.and_then(|body| body.block(block).insts.get(index));
        matches!(inst.map(|inst| &inst.kind), Some(InstKind::Alloc { storage, .. }) if *storage == wanted)
    }
}
