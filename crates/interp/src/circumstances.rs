//! What else is known of a race, a deadlock or a `free` of what is held: for reports. Outcomes are compared with each other, and these are not part of them.

use unspool_ir::{InstKind, Span};

use crate::deadlock::CodePosition;
use crate::event::AccessEvent;
use crate::location::{Location, MemoryPlace, instruction};
use crate::machine::{Activation, Machine};
use crate::outcome::{Outcome, RaceAccess};
use crate::race::FoundRace;
use crate::record::Executed;

#[derive(Clone, PartialEq, Debug, Default)]
pub enum Circumstances {
    #[default]
    None,
    /// Of both accesses, the earlier first.
    Race(Box<[AccessCircumstances; 2]>),
    /// What each of the blocked threads waits for.
    Deadlock(Vec<Wait>),
    /// Memory was freed in which somebody has a lock.
    HeldFree(Box<Holder>),
}

/// An access of a race. What stands in [`RaceAccess`] is not repeated.
#[derive(Clone, PartialEq, Debug)]
pub struct AccessCircumstances {
    pub at: Location,
    pub is_read: bool,
    pub is_volatile: bool,
    /// It is the end of the object: a call of `free`, or the end of a local variable's block.
    pub ends_object: bool,
    /// The instruction and the calls that led to it, innermost activation first.
    pub stack: Vec<Activation>,
    /// The locks that the thread held, in the order in which it took them.
    pub held: Vec<TakenLock>,
}

/// A lock that a thread has taken and not given back.
#[derive(Clone, PartialEq, Debug)]
pub struct TakenLock {
    /// Its first byte.
    pub lock: Location,
    /// Where it was taken; if a library model did it, where the program called that.
    pub span: Span,
    /// Innermost activation first.
    pub stack: Vec<Activation>,
}

/// A thread that cannot go on.
#[derive(Clone, PartialEq, Debug)]
pub struct Wait {
    pub thread: u32,
    pub span: Span,
    pub stack: Vec<Activation>,
    /// Where its activations are, the outermost first.
    pub positions: Vec<CodePosition>,
    /// The lock that it would take.
    pub lock: Option<Location>,
    /// What the library function that it has called is about: the first byte behind the first argument.
    pub argument: Option<Location>,
    /// Who has the lock, or what the library function is about if that is a lock.
    pub holders: Vec<Holder>,
    /// The thread whose end it waits for.
    pub unfinished: Option<u32>,
    /// The memory that it has looked at.
    pub reads: Vec<Location>,
    /// The locks that it has, in the order in which it took them.
    pub held: Vec<TakenLock>,
}

/// A thread that has a lock.
#[derive(Clone, PartialEq, Debug)]
pub struct Holder {
    pub thread: u32,
    /// It has kept it.
    pub has_ended: bool,
    pub taken: TakenLock,
}

impl Machine<'_> {
    /// How a run ends that comes to a race.
    pub fn race_outcome(&self, race: &FoundRace) -> Outcome {
        let describe = |(thread, event): &(u32, AccessEvent)| RaceAccess {
            thread: *thread,
            span: event.span,
            is_write: event.is_write,
            is_atomic: event.is_atomic(),
            object: self.memory.ended(event.object).map_or_else(
                || "an ended object".to_string(),
                |object| object.describe(self.program),
            ),
            offset: event.offset,
            size: event.size,
        };
        Outcome::Race {
            first: describe(&race.first),
            second: describe(&race.second),
        }
    }

    /// What else is known of how a run of this machine has ended.
    pub fn circumstances(&self, outcome: &Outcome) -> Circumstances {
        match (outcome, &self.race) {
            (Outcome::Race { .. }, Some(race)) => self.circumstances_of_race(race),
            (Outcome::Deadlock { blocked, .. }, _) => self.circumstances_of_deadlock(blocked),
            (Outcome::AssertionFailed { .. }, _) => {
                let freed = self.freed_lock.into_iter();
                let holder = freed.flat_map(|lock| self.described_holders(lock)).next();
                holder.map_or(Circumstances::None, |it| {
                    Circumstances::HeldFree(Box::new(it))
                })
            }
            _ => Circumstances::None,
        }
    }

    fn circumstances_of_race(&self, race: &FoundRace) -> Circumstances {
        let accesses = [&race.first, &race.second];
        Circumstances::Race(Box::new(
            accesses.map(|(thread, event)| self.circumstances_of(*thread, event)),
        ))
    }

    /// Of threads that wait, each at its place.
    fn circumstances_of_deadlock(&self, blocked: &[(u32, Span)]) -> Circumstances {
        Circumstances::Deadlock(self.waits(blocked))
    }

    fn circumstances_of(&self, thread: u32, event: &AccessEvent) -> AccessCircumstances {
        let mut frames = event.surroundings.frames.to_vec();
        let by = frames.last_mut().map(|innermost| {
            innermost.position = event.position;
            Executed {
                thread,
                depth: event.surroundings.frames.len() as u32,
                function: innermost.function(),
                position: event.position,
            }
        });
        let place = MemoryPlace {
            object: event.object,
            offset: event.offset,
            size: event.size,
        };
        let held = event.surroundings.held.iter();
        AccessCircumstances {
            at: self.location(place, by),
            is_read: event.is_read,
            is_volatile: by.is_some_and(|by| self.is_volatile(by)),
            ends_object: event.ends,
            stack: self.stack_at(frames.into_iter()),
            held: held.map(|held| self.described(held)).collect(),
        }
    }

    fn is_volatile(&self, by: Executed) -> bool {
        let function = self.program.functions.get(by.function.index());
        let body = function.and_then(|function| function.body.as_ref());
        let inst = body.and_then(|body| instruction(body, by.position));
        match inst.map(|inst| &inst.kind) {
            Some(InstKind::Load { access, .. } | InstKind::Store { access, .. }) => access.volatile,
            _ => false,
        }
    }
}
