//! What the end of an execution is told by: names of objects, locks that are held, calls that are open, and the step in which a thread waits.

use unspool_interp::{Activation, Location, ObjectName, TakenLock};
use unspool_ir::Span;
use unspool_report::model::{Event, Frame, HeldLock, LibraryEffect, Place, Step};

use super::{Telling, running_models};
use crate::telling::{frames, name};

impl Telling<'_, '_> {
    /// The name of a lock or the like, of which a byte is given, and its number among the variables.
    pub fn library_object(&mut self, at: &Location) -> (String, usize) {
        let part = self.variables.part(at);
        let (path, _) = self.split_path(&part);
        let name = format!("{}{path}", self.variables.object_name(&at.object));
        let variable = self.variables.object_part(at, path, name.clone(), None);
        (name, variable)
    }

    pub fn memory_name(&mut self, at: &Location) -> String {
        self.variables.name(at)
    }

    pub fn object_name(&mut self, object: &ObjectName) -> String {
        self.variables.object_name(object)
    }

    pub fn place(&mut self, span: Span) -> Option<Place> {
        self.places.statement(span).map(|(place, _)| place)
    }

    pub fn held(&mut self, locks: &[TakenLock]) -> Vec<HeldLock> {
        let mut held = Vec::with_capacity(locks.len());
        for taken in locks {
            held.push(HeldLock {
                name: self.library_object(&taken.lock).0,
                at: self.place(taken.span),
                stack: self.frames(&taken.stack),
            });
        }
        held
    }

    /// The program's own activations, innermost first.
    pub fn frames(&mut self, stack: &[Activation]) -> Vec<Frame> {
        frames(stack, self.program, self.places)
    }

    /// The library function in which a thread is, if it is in one.
    pub fn library_function(&self, stack: &[Activation]) -> Option<String> {
        let models = running_models(self.program, stack);
        models.last().map(|id| name(self.program, id))
    }

    /// The last step of a thread in a statement.
    pub fn last_step(&self, thread: u32, place: Option<Place>) -> Option<usize> {
        let is_it = |step: &Step| step.thread == thread && step.place == place;
        self.steps.iter().rposition(is_it)
    }

    /// The step that tells of a thread that it waits; it is made, unless the thread's last step says so already.
    pub fn wait_step(
        &mut self,
        thread: u32,
        (span, stack): (Span, &[Activation]),
        event: Event,
    ) -> usize {
        let found = self.places.statement(span);
        let place = found.as_ref().map(|(place, _)| *place);
        let is_wait = |event: &Event| {
            let Event::Library { effect, .. } = event else {
                return false;
            };
            *effect == LibraryEffect::Waits
        };
        let last = self.steps.iter().rposition(|step| step.thread == thread);
        if let Some(last) = last
            && let Some(step) = self.steps.get(last)
            && step.place == place
            && step.events.last().is_some_and(is_wait)
        {
            return last;
        }
        self.begin_step(thread, found, stack);
        self.push(event);
        self.steps.len() - 1
    }
}
