//! Loads, stores and lifetimes, in terms of cells.
//!
//! An address is a term. If it is a constant, the access concerns one place; otherwise all places at which the points-to analysis says
//! it may be, each under the condition that the address is the one. No place at all means that the access is not
//! valid, which ends the execution.

use unspool_formula::terms::Term;
use unspool_ir::{PlaceId, PlaceKind, Property, Type, TypeId};
use unspool_passes::accesses::{Memory, access_size, own_objects};
use unspool_passes::operands::root_of;
use unspool_passes::points_to::Object;

use crate::answer::Unsupported;
use crate::build::{CheckKind, Shared};
use crate::cells::{CellId, CellKind, ObjectIndex};
use crate::config::EngineReduction;
use crate::expressions::width_of;
use crate::walk::{Path, Walk};

/// Where an access takes place: one of these.
pub(crate) struct Target {
    /// The address is this one.
    is_here: Term,
    object: ObjectIndex,
    offset: u64,
}

impl Walk<'_, '_> {
    /// Where a place is. None if the path ends because it is nowhere.
    pub(crate) fn targets(&mut self, place: PlaceId, is_write: bool) -> Option<Vec<Target>> {
        let size = access_size(self.program, self.body.place(place).ty);
        let address = self.address(place);
        if self.meet_demands() == Path::Ends {
            return None;
        }
        let is_deref = matches!(root_of(self.body, place), PlaceKind::Deref(_));
        let Some(candidates) = self.build.cells.candidates(self.thread, place) else {
            let never = self.build.terms.boolean(false);
            self.support_only(Unsupported::LargeAccess, never);
            return None;
        };
        let candidates = candidates.to_vec();
        let width = self.build.terms.width(address);
        let constant = self
            .build
            .terms
            .as_constant(address)
            .and_then(|c| c.to_u64());
        let mut targets = Vec::new();
        let mut valid = Vec::new();
        let mut lives = Vec::new();
        for candidate in candidates {
            let object = self.build.cells.object(candidate.object);
            let (base, is_exact, alive) = (object.base, object.is_exact, object.alive);
            if is_write && object.is_read_only {
                continue;
            }
            let here = base + candidate.offset;
            if constant.is_some_and(|constant| constant != here) {
                continue;
            }
            let terms = &mut self.build.terms;
            let here = terms.number(u128::from(here), width);
            let is_here = terms.equal(address, here);
            if terms.is_false(is_here) {
                continue;
            }
            let mut is_valid = is_here;
            if !is_exact {
                let fits = self.fits(candidate.object, candidate.offset + size);
                is_valid = self.build.terms.and(is_valid, fits);
            }
            if let Some(alive) = alive.filter(|_| is_deref) {
                lives.push((alive, is_here));
                let alive = self.read_cell(alive);
                is_valid = self.build.terms.and(is_valid, alive);
            }
            valid.push(is_valid);
            targets.push(Target {
                is_here,
                object: candidate.object,
                offset: candidate.offset,
            });
        }
        let made = &self.build.made_pointers;
        if is_deref && made.is_reached(self.program, self.thread, self.body, place) {
            let known: Vec<Term> = targets.iter().map(|target| target.is_here).collect();
            if self.points_to_known(address, &known) == Path::Ends {
                return None;
            }
        }
        let somewhere = self.build.terms.or_all(&valid);
        if self.is_valid_access(somewhere) == Path::Ends {
            return None;
        }
        for (alive, is_here) in lives {
            self.note_access(alive, false, is_here, None);
        }
        (!targets.is_empty()).then_some(targets)
    }

    /// Memory is used as it may be only if the condition holds; else that is an error, or the execution ends if nobody asks for errors.
    pub(crate) fn is_valid_access(&mut self, condition: Term) -> Path {
        if !self.build.finds_memory_errors {
            return self.end_unless(condition);
        }
        self.check(CheckKind::Property(Property::MemorySafety), condition);
        match self.build.terms.is_false(condition) {
            true => Path::Ends,
            false => Path::GoesOn,
        }
    }

    /// A pointer that was made of a number is where the points-to analysis says, or at no object at all.
    pub(crate) fn points_to_known(&mut self, address: Term, known: &[Term]) -> Path {
        let terms = &mut self.build.terms;
        let mut conditions = known.to_vec();
        let objects = self.build.cells.objects.iter();
        let spans = objects.map(|object| (object.base, object.base + object.room.max(1)));
        let whole = spans.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)));
        let width = terms.width(address);
        match whole {
            Some((start, end)) => {
                let start = terms.number(u128::from(start), width);
                let end = terms.number(u128::from(end), width);
                conditions.push(terms.less(address, start));
                conditions.push(terms.less_or_equal(end, address));
            }
            // All objects are gone, because nothing seemed to write them: they could be anywhere.
            None => conditions.push(terms.is_zero(address)),
        }
        let is_known = terms.or_all(&conditions);
        self.support_only(Unsupported::MadePointer, is_known)
    }

    /// Whether an object of variable size has so many bytes. One that is only declared has none.
    fn fits(&mut self, object: ObjectIndex, end: u64) -> Term {
        let Some(&size) = self.build.sizes.get(&object) else {
            return self.build.terms.boolean(false);
        };
        let terms = &mut self.build.terms;
        let width = terms.width(size);
        let end = terms.number(u128::from(end), width);
        terms.less_or_equal(end, size)
    }

    /// The value at one of the targets, of a type.
    pub(crate) fn read(&mut self, targets: &[Target], ty: TypeId) -> Term {
        let size = access_size(self.program, ty);
        let mut value = None;
        for target in targets {
            self.note_accesses(target, size, false, target.is_here, None);
            let here = self.read_bytes(target.object, target.offset, size);
            value = Some(match value {
                None => here,
                Some(other) => self.build.terms.ite(target.is_here, here, other),
            });
        }
        let width = width_of(&self.program.types, ty);
        let terms = &mut self.build.terms;
        match value {
            Some(value) if matches!(self.program.types.get(ty), Type::Bool) => {
                terms.is_nonzero(value)
            }
            Some(value) => value,
            None => terms.zero(width),
        }
    }

    /// Whether what is read may have come from memory that was never set.
    pub(crate) fn may_be_unset(&self, targets: &[Target]) -> bool {
        let mut objects = targets.iter().map(|target| target.object);
        objects.any(|object| self.build.cells.object(object).may_be_unset)
    }

    /// Writes a value of a type to one of the targets, if the condition holds.
    pub(crate) fn write(&mut self, targets: &[Target], ty: TypeId, value: Term, condition: Term) {
        let size = access_size(self.program, ty);
        if size == 0 {
            return;
        }
        let value = self.build.terms.resize(value, size as u32 * 8, false);
        let is_only = targets.len() == 1;
        for target in targets {
            let here = match is_only {
                true => condition,
                false => self.build.terms.and(target.is_here, condition),
            };
            self.note_accesses(target, size, true, here, Some(value));
            self.write_bytes(target.object, target.offset, size, value, here);
        }
    }

    /// `written`: the value, all of it.
    fn note_accesses(
        &mut self,
        target: &Target,
        size: u64,
        is_write: bool,
        condition: Term,
        written: Option<Term>,
    ) {
        if self.build.finds_races {
            let cells = self
                .build
                .cells
                .covering(target.object, target.offset, size)
                .to_vec();
            for id in cells {
                let cell = self.build.cells.cell(id);
                let (low, width) = ((cell.offset - target.offset) as u32 * 8, cell.width());
                let part = written.map(|value| self.build.terms.extract(value, low, width));
                self.note_access(id, is_write, condition, part);
            }
        }
    }

    fn read_bytes(&mut self, object: ObjectIndex, offset: u64, size: u64) -> Term {
        let cells = self.build.cells.covering(object, offset, size).to_vec();
        let mut value = None;
        for cell in cells {
            let here = self.read_cell(cell);
            value = Some(match value {
                None => here,
                Some(low) => self.build.terms.concat(here, low),
            });
        }
        match value {
            Some(value) => value,
            None => self.build.terms.zero((size as u32 * 8).max(1)),
        }
    }

    fn write_bytes(
        &mut self,
        object: ObjectIndex,
        offset: u64,
        size: u64,
        value: Term,
        condition: Term,
    ) {
        let cells = self.build.cells.covering(object, offset, size).to_vec();
        for id in cells {
            let cell = self.build.cells.cell(id);
            let (low, width) = ((cell.offset - offset) as u32 * 8, cell.width());
            let part = self.build.terms.extract(value, low, width);
            self.write_cell(id, part, condition);
        }
    }

    pub(crate) fn read_cell(&mut self, id: CellId) -> Term {
        let key = u64::from(id.0);
        let cell = self.build.cells.cell(id);
        match cell.kind {
            CellKind::Constant => self.build.initial[id.index()],
            CellKind::Private => match self.state.private.get(key) {
                Some(value) => value,
                None => self.build.initial[id.index()],
            },
            CellKind::Shared(number) => {
                if let Some(known) = self.state.known.get(key) {
                    return known;
                }
                let text = &self.build.texts[self.thread];
                let here = (self.thread as u32, text.position(self.block, self.index));
                let is_final = cell.last_write.is_none_or(|last| last < here);
                let point = self.point();
                self.note_use(Shared::Cell(number), false);
                let build = &mut *self.build;
                let value = build
                    .timeline
                    .read(&mut build.terms, number, &point, is_final);
                if build.reductions.has(EngineReduction::Forwarding) {
                    self.state.known.insert(key, value);
                }
                value
            }
        }
    }

    pub(crate) fn write_cell(&mut self, id: CellId, value: Term, condition: Term) {
        let key = u64::from(id.0);
        match self.build.cells.cell(id).kind {
            // The survey has seen no write, so this one is never made.
            CellKind::Constant => {}
            CellKind::Private => {
                let old = self.read_cell(id);
                let new = self.build.terms.ite(condition, value, old);
                self.state.private.insert(key, new);
            }
            CellKind::Shared(number) => {
                if self.build.timeline.last.is_some() && self.depth > 0 {
                    let before = self.read_cell(id);
                    self.state.known.insert(key, before);
                }
                self.note_use(Shared::Cell(number), true);
                let build = &mut *self.build;
                let narrow = build.timeline.cells[number as usize].narrow.clone();
                let value = narrow.cut(&mut build.terms, value);
                let executed = self.executed().to_vec();
                let build = &mut *self.build;
                build
                    .timeline
                    .write(&mut build.terms, number, &executed, condition, value);
                self.state.has_acted = true;
                // Of a step that cannot be made nobody sees anything but itself.
                let is_unseen = build.timeline.last.is_some() && self.depth > 0;
                if !is_unseen && !build.reductions.has(EngineReduction::Forwarding) {
                    return;
                }
                if build.terms.is_true(condition) {
                    self.state.known.insert(key, value);
                } else if let Some(old) = self.state.known.get(key) {
                    let new = build.terms.ite(condition, value, old);
                    self.state.known.insert(key, new);
                }
            }
        }
    }

    /// The object ends, if the condition holds.
    pub(crate) fn end_object(&mut self, object: ObjectIndex, condition: Term) {
        self.set_alive(object, false, condition);
    }

    /// Whether the object lives, from now on.
    fn set_alive(&mut self, object: ObjectIndex, is_alive: bool, condition: Term) {
        if let Some(alive) = self.build.cells.object(object).alive {
            let value = self.build.terms.boolean(is_alive);
            self.write_cell(alive, value, condition);
        }
    }

    /// A declaration is passed. Nobody knows the variable before the first one, so only further ones change something.
    pub(crate) fn declare(&mut self, object: ObjectIndex) {
        let info = self.build.cells.object(object);
        if !info.is_redeclared {
            return;
        }
        let cells = info.cells.clone();
        let always = self.build.terms.boolean(true);
        self.set_alive(object, true, always);
        for cell in cells {
            let width = self.build.cells.cell(cell).width();
            let contents = self.build.terms.variable("memory before it is set", width);
            self.write_cell(cell, contents, always);
        }
    }

    pub(crate) fn object_of(&self, object: Object) -> Option<ObjectIndex> {
        self.build.cells.object_of(Memory::Object(object))
    }

    /// The thread ends, and with it what is on its stack.
    pub(crate) fn end_own_objects(&mut self) {
        let always = self.build.terms.boolean(true);
        let text = &self.build.texts[self.thread];
        for memory in own_objects(self.program, self.thread as u32, text) {
            if let Some(object) = self.build.cells.object_of(memory) {
                self.end_object(object, always);
            }
        }
    }
}
