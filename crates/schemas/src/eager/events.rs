//! Errors are recorded, to be raised at the end: a simulation knows only there whether what it simulates is an execution.
//!
//! Each assertion of the source has a number; copies of it (iterations of loops, calls) have the same.

use rustc_hash::FxHashMap;
use unspool_ir::{
    BinaryOp, ExprId, GlobalId, InstKind, PlaceKind, Property, Span, Terminator, Types,
};

use crate::block_writer::BlockWriter;
use crate::maker::Maker;

use super::Eager;
use super::thread::{Simulation, constant};

/// What can happen to an execution.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Event {
    Violation(Property, String),
    Unsupported(String),
}

#[derive(Default)]
pub struct Events {
    /// Number 0 stands for none, so the first one is 1.
    list: Vec<(Event, Span)>,
    numbers: FxHashMap<(Event, Span), u128>,
    error: Option<GlobalId>,
}

impl Events {
    /// The variable with the number of the one that has happened.
    pub fn variable(&self) -> Option<GlobalId> {
        self.error
    }

    fn number(&mut self, maker: &mut Maker<'_>, event: Event, span: Span) -> (GlobalId, u128) {
        let error = *self
            .error
            .get_or_insert_with(|| maker.variable("error", Types::U32, 4, Span::NONE));
        let wanted = (event, span);
        let number = match self.numbers.get(&wanted) {
            Some(&known) => known,
            None => {
                self.list.push(wanted.clone());
                let number = self.list.len() as u128;
                self.numbers.insert(wanted, number);
                number
            }
        };
        (error, number)
    }

    /// Behind all checks: whatever was recorded has happened.
    pub fn raise(&self, writer: &mut BlockWriter) {
        let Some(error) = self.error else {
            return;
        };
        for (number, (event, span)) in (1..).zip(&self.list) {
            let place = writer.place(PlaceKind::Global(error), Types::U32);
            let recorded = writer.load(place, *span);
            let number = writer.constant(number, Types::U32);
            let is_other = writer.compare(BinaryOp::Ne, recorded, number);
            match event {
                Event::Violation(property, message) => {
                    let assert = InstKind::Assert {
                        condition: is_other,
                        property: *property,
                        message: message.clone(),
                        detail: None,
                    };
                    writer.put(assert, *span);
                }
                Event::Unsupported(what) => {
                    let (inside, behind) = (writer.reserve(), writer.reserve());
                    let branch = Terminator::Branch {
                        condition: is_other,
                        then: behind,
                        otherwise: inside,
                    };
                    writer.end(branch, *span);
                    writer.begin(inside, *span);
                    writer.put(InstKind::Unsupported(what.clone()), *span);
                    writer.begin(behind, *span);
                }
            }
        }
    }
}

impl<S: Eager> Simulation<'_, '_, '_, S> {
    /// The event happens if the condition does not hold.
    pub fn record_unless(&mut self, condition: ExprId, event: Event, span: Span) {
        if constant(&self.writer.body, condition) == Some(1) {
            return;
        }
        let (inside, behind) = (self.writer.reserve(), self.writer.reserve());
        let branch = Terminator::Branch {
            condition,
            then: behind,
            otherwise: inside,
        };
        self.writer.end(branch, span);
        self.writer.begin(inside, span);
        self.record(event, span);
        self.writer.begin(behind, span);
    }

    /// The event happens here, and the thread goes no further.
    pub fn record(&mut self, event: Event, span: Span) {
        let making = &mut *self.making;
        let (error, number) = making.events.number(&mut making.maker, event, span);
        let place = self.global(error);
        // An execution ends with the first one: whoever has another one behind it stands still before that.
        let recorded = self.writer.load(place, span);
        let none = self.writer.constant(0, Types::U32);
        let is_first = self.writer.compare(BinaryOp::Eq, recorded, none);
        self.writer.put(InstKind::Assume(is_first), span);
        let number = self.writer.constant(number, Types::U32);
        self.writer.store(place, number, span);
        S::end(self);
        self.writer.end(Terminator::Goto(self.stopped), span);
    }
}
