//! Whether executions go beyond what a step has looked at: whether bounds cut any, whether any meets something that is not supported, and whether longer schedules would matter.
//!
//! Only if none does, a program without a violation is safe, and not just within bounds. The engine that has looked for violations answers this too, with what it has learnt, and
//! within some patience: to know it is worth less than to look further.

use std::time::{Duration, Instant};

use unspool_engine::{Answer, Counterexample, Engine, EngineError, Position, Unsupported};
use unspool_formula::solver::Stopped;
use unspool_ir::{Inst, InstKind, Program, Property, Span};
use unspool_passes::layout::LARGEST_ALLOCATION;

use crate::check_step::StepOrder;
use crate::depth::ScheduleBound;
use crate::error::Error;
use crate::thread_list;

/// How long to ask whether an answer is complete.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Patience {
    /// To the end: there is no other step.
    Unlimited,
    /// In proportion to the time that the answer took, since a deeper step may know better; and to the time that the search had taken before this step, since others did not.
    InProportion { before: Duration },
}

/// Whether executions go beyond the bounds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reach {
    No,
    Yes(Option<Beyond>),
    Unknown(Stopped),
    /// There is no such question for this encoding.
    NotAsked,
}

impl Reach {
    /// Of two answers the one that leaves more open.
    fn and(self, other: Reach) -> Reach {
        let openness = |reach: &Reach| match reach {
            Reach::No => 0,
            Reach::NotAsked => 1,
            Reach::Unknown(_) => 2,
            Reach::Yes(_) => 3,
        };
        match openness(&other) > openness(&self) {
            true => other,
            false => self,
        }
    }
}

/// Where an execution leaves the bounds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Beyond {
    pub span: Span,
    /// In words.
    pub what: String,
}

/// How far executions go beyond what was looked at.
#[derive(Clone)]
pub struct Passed {
    pub unsupported: Reach,
    pub cut: Reach,
    pub longer: Reach,
}

impl Passed {
    /// Both engines have to be sure.
    pub fn and(self, other: Passed) -> Passed {
        Passed {
            unsupported: self.unsupported.and(other.unsupported),
            cut: self.cut.and(other.cut),
            longer: self.longer.and(other.longer),
        }
    }
}

/// Whether executions leave what was looked at. `patience`: for the question whether loops run longer.
pub fn completeness(
    order: &StepOrder,
    patience: Patience,
    bounded: &Program,
    engine: &mut Engine<'_>,
    spent: Duration,
) -> Result<Passed, Error> {
    let passed = completeness_of_program(order, patience, bounded, engine, spent)?;
    let is_sequential = thread_list::threads(bounded).len() < 2;
    let longer = match order.depth.schedule {
        _ if is_sequential => Reach::No,
        ScheduleBound::Contexts(_) | ScheduleBound::Writes(_) | ScheduleBound::WritesOfEach(_) => {
            Reach::NotAsked
        }
        // The first thread begins in it.
        ScheduleBound::Rounds(1) => Reach::Yes(None),
        ScheduleBound::Rounds(_) => {
            engine.set_deadline(end_of_patience(order, order.patience, spent));
            reach(engine.longer_schedule(), |_| None)?
        }
    };
    Ok(Passed { longer, ..passed })
}

/// The same without schedules: of those nothing is asked.
pub fn completeness_of_program(
    order: &StepOrder,
    patience: Patience,
    bounded: &Program,
    engine: &mut Engine<'_>,
    spent: Duration,
) -> Result<Passed, Error> {
    // What is not supported leaves nothing to say, whatever else is cut; so it is asked for first.
    engine.set_deadline(end_of_patience(order, order.patience, spent));
    let answer = engine.unsupported();
    let unsupported = reach(answer, |found| {
        describe_unsupported(bounded, found.end, engine.unsupported_at(found.end))
    })?;
    engine.set_deadline(end_of_patience(order, patience, spent));
    let cut = reach(engine.cut(), |found| describe_end(bounded, found.end))?;
    Ok(Passed {
        unsupported,
        cut,
        longer: Reach::NotAsked,
    })
}

fn end_of_patience(order: &StepOrder, patience: Patience, spent: Duration) -> Option<Instant> {
    match patience {
        Patience::Unlimited => order.engine.deadline,
        Patience::InProportion { before } => {
            let end = Instant::now() + Duration::from_secs(1) + 2 * spent + before / 2;
            Some(order.engine.deadline.map_or(end, |last| last.min(end)))
        }
    }
}

pub fn reach(
    answer: Result<Answer, EngineError>,
    describe: impl FnOnce(&Counterexample) -> Option<Beyond>,
) -> Result<Reach, Error> {
    Ok(match answer {
        Ok(Answer::None) => Reach::No,
        Ok(Answer::Found(found)) => Reach::Yes(describe(&found)),
        Ok(Answer::Stopped(why)) => Reach::Unknown(why),
        Err(error) => Reach::Unknown(stopped(error)?),
    })
}

/// Only limits are no error.
pub fn stopped(error: EngineError) -> Result<Stopped, Error> {
    match error {
        EngineError::Stopped(why) => Ok(why),
        EngineError::Solver(_) | EngineError::TooLarge => Err(Error::resource(error.to_string())),
        EngineError::NotBounded(_) | EngineError::NoEnd => Err(Error::Bug(error.to_string())),
    }
}

/// What the engine cannot model.
fn describe_unsupported(
    bounded: &Program,
    end: Position,
    what: Option<Unsupported>,
) -> Option<Beyond> {
    let found = thread_list::place_in_thread(bounded, end.thread, end.block, end.index);
    let what = match (what?, found.and_then(|(_, inst)| Some(&inst?.kind))) {
        (Unsupported::Instruction, Some(InstKind::Unsupported(what))) => what.clone(),
        (Unsupported::Instruction, _) => "an operation that is not modelled".to_string(),
        (Unsupported::LargeAllocation, _) => format!(
            "an allocation of a size that is not constant and above {LARGEST_ALLOCATION} bytes"
        ),
        (Unsupported::Alignment, _) => {
            "an allocation of an alignment that is not a constant power of two".to_string()
        }
        (Unsupported::LargeAccess, _) => "an access that may go to one of very many places".to_string(),
        (Unsupported::MadePointer, _) => {
            "an access to an object by a pointer that was made of a number in a way that is not followed"
                .to_string()
        }
        (Unsupported::LongDouble, _) => {
            "a long double whose leading digit does not agree with its exponent".to_string()
        }
    };
    Some(Beyond {
        span: found.map_or(Span::NONE, |(span, _)| span),
        what: format!("what is not supported: {what}"),
    })
}

/// What stands where an execution leaves the bounds.
fn describe_end(bounded: &Program, end: Position) -> Option<Beyond> {
    let (span, inst) = thread_list::place_in_thread(bounded, end.thread, end.block, end.index)?;
    Some(Beyond {
        span,
        what: cut_in_words(inst?)?.to_string(),
    })
}

fn cut_in_words(inst: &Inst) -> Option<&str> {
    match &inst.kind {
        InstKind::Assert {
            property: Property::Unwinding,
            message,
            ..
        } => Some(message),
        _ => None,
    }
}
