//! What a step writes is gathered and made known at its end.
//!
//! A step is atomic: of what it writes to one part others see only the last value. So a write is one to a register of the simulation, with another one that says that there is something, reads of the same step look there
//! first, and where the step ends what was gathered is written to shared memory. What is the same as before is no write: a lock that is taken and released in one step is not written at all.
//!
//! ```text
//! store @holder = 2        →      holder.own = 2; holder.new = true
//! %0 = load @holder        →      %0 = holder.new ? holder.own : read(holder)
//! store @holder = 0        →      holder.own = 0
//! stop                     →      if (holder.new) write(holder, holder.own);  holder.new = false;  ...
//! ```
//!
//! Who gathers what, and where it is made known, is the plan of [`super::writes`].

use unspool_ir::{ExprId, RegId, Span, TypeId, Types};

use super::Eager;
use super::events::Event;
use super::places::Spot;
use super::thread::Simulation;
use super::writes::{Cell, Gathered, Site};

/// Something that was gathered.
pub struct Told {
    pub condition: Option<ExprId>,
    /// Of one part, as which the value is.
    pub spot: Spot,
    pub value: ExprId,
    pub ty: TypeId,
}

/// The registers of a part.
#[derive(Clone, Copy)]
pub struct Registers {
    value: RegId,
    /// Whether there is one.
    is_new: RegId,
}

impl<S: Eager> Simulation<'_, '_, '_, S> {
    /// For the parts that this thread gathers, in a fixed order.
    pub fn add_gathered(&mut self) {
        let Some(plan) = S::plan(&self.making.schema) else {
            return;
        };
        let own = plan
            .gathered
            .iter()
            .filter(|(thread, _)| *thread == self.thread);
        let cells: Vec<Cell> = own.map(|(_, cell)| *cell).collect();
        for cell in cells {
            let (number, part) = cell;
            let variable = self.variable(number);
            let (first, part) = (variable.copies[0], &variable.parts[part]);
            let (offset, ty) = (part.offset, part.ty);
            let name = self.making.maker.program.global(first).name.clone();
            let registers = Registers {
                value: self.writer.register(&format!("{name}.own.{offset}"), ty),
                is_new: self
                    .writer
                    .register(&format!("{name}.new.{offset}"), Types::BOOL),
            };
            for (register, ty) in [(registers.value, ty), (registers.is_new, Types::BOOL)] {
                let zero = self.writer.constant(0, ty);
                self.assign(register, zero, Span::NONE);
            }
            self.gathered.insert(cell, registers);
        }
    }

    /// The part that is accessed here for sure, if this thread gathers it.
    fn gathered_here(&self) -> Option<(Cell, Registers)> {
        let plan = S::plan(&self.making.schema)?;
        let cell = *plan.sole.get(&(self.thread, self.at))?;
        let registers = self.gathered.get(&cell)?;
        Some((cell, *registers))
    }

    /// A scalar, perhaps from what was gathered.
    pub fn read_gathered(&mut self, spots: &[Spot], ty: TypeId, span: Span) -> ExprId {
        let shared = self.read_spots(spots, ty, span);
        let Some(((number, part), registers)) = self.gathered_here() else {
            return shared;
        };
        let part = self.variable(number).parts[part].ty;
        let (own, is_new) = (
            self.writer.read(registers.value),
            self.writer.read(registers.is_new),
        );
        let own = self.reinterpreted(own, part, ty, span);
        self.select(is_new, own, shared, ty)
    }

    /// A scalar is written, or gathered.
    pub fn write_gathered(
        &mut self,
        condition: Option<ExprId>,
        spots: &[Spot],
        (value, ty): (ExprId, TypeId),
        span: Span,
    ) {
        let Some(((number, part), registers)) = self.gathered_here() else {
            return self.write_spots(condition, spots, (value, ty), span);
        };
        let part = self.variable(number).parts[part].ty;
        let mut value = self.reinterpreted(value, ty, part, span);
        let mut is_new = self.writer.constant(1, Types::BOOL);
        if let Some(condition) = condition {
            let before = self.writer.read(registers.value);
            value = self.select(condition, value, before, part);
            let before = self.writer.read(registers.is_new);
            is_new = self.writer.either(condition, before);
        }
        self.assign(registers.value, value, span);
        self.assign(registers.is_new, is_new, span);
    }

    /// What has to be made known here: at a stop, or before what stands there.
    pub fn tell_gathered(&mut self, is_stop: bool, span: Span) {
        let site = Site {
            thread: self.thread,
            at: self.at,
            is_stop,
        };
        self.is_telling_at_stop = is_stop;
        let plan = S::plan(&self.making.schema);
        let told = plan.and_then(|plan| plan.told.get(&site)).cloned();
        let told: Vec<Gathered> = told.into_iter().flatten().collect();
        let values: Vec<Told> = told.iter().filter_map(|it| self.value_of(*it)).collect();
        if !values.is_empty() {
            S::write_all(self, values, span);
        }
        for gathered in told {
            if let Some(&registers) = self.gathered.get(&gathered.cell) {
                let no = self.writer.constant(0, Types::BOOL);
                self.assign(registers.is_new, no, span);
            }
        }
        self.is_telling_at_stop = false;
    }

    fn value_of(&mut self, gathered: Gathered) -> Option<Told> {
        let registers = *self.gathered.get(&gathered.cell)?;
        let (number, part) = gathered.cell;
        let part = &self.variable(number).parts[part];
        let (spot, ty) = (Spot::of_part(number, part), part.ty);
        let condition = (!gathered.is_sure).then(|| self.writer.read(registers.is_new));
        let value = self.writer.read(registers.value);
        Some(Told {
            condition,
            spot,
            value,
            ty,
        })
    }

    /// Rather no answer than one that does not count all writes.
    pub fn must_be_planned(&mut self, span: Span) {
        let plan = S::plan(&self.making.schema);
        if plan.is_some_and(|plan| !plan.sites.contains(&self.site())) {
            let never = self.writer.constant(0, Types::BOOL);
            let what = "a write to shared memory that was not counted (a defect of the schema)";
            self.record_unless(never, Event::Unsupported(what.to_string()), span);
        }
    }

    /// Where writes are made now.
    pub fn site(&self) -> Site {
        Site {
            thread: self.thread,
            at: self.at,
            is_stop: self.is_telling_at_stop,
        }
    }
}
