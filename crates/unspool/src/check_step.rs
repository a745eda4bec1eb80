//! One step of a check: bound the program, ask for a violation, and if there is none, whether that says it all.
//!
//! If there is one, that is told at once, and then it is made easier to read while others are being stopped.
//!
//! Steps run in threads of their own and tell by [`News`] how far they are. What they tell last, before they take apart what they have built (which
//! may take a while), is a [`StepReport`].

use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use unspool_engine::{
    Answer, Counterexample, Engine, EngineConfig, EngineError, Minimality, Position, Statistics,
    Unsupported, minimal,
};
use unspool_formula::solver::{Interrupter, Stopped, memory};
use unspool_ir::{Inst, InstKind, Program, Property, Span};
use unspool_passes::bound::BoundReport;
use unspool_passes::layout::LARGEST_ALLOCATION;

use crate::bound_options::Bounds;
use crate::bound_report;
use crate::depth::{Depth, ScheduleBound};
use crate::error::Error;
use crate::pipeline::{self, Goal};
use crate::problem::Problem;
use crate::sequential_step::{self, SequentialOrder};
use crate::thread_list;

/// What to do.
pub struct StepOrder {
    /// Its number, by which it is spoken of.
    pub number: usize,
    pub depth: Depth,
    /// The program as it was written.
    pub original: Arc<Program>,
    pub bounds: Bounds,
    pub properties: Vec<Property>,
    pub engine: EngineConfig,
    /// Of the whole search; what the engine has is that of the step.
    pub deadline: Instant,
    /// Ends the step.
    pub interrupter: Interrupter,
    pub patience: Patience,
    /// If the program is made sequential first: how, and who is asked.
    pub sequential: Option<SequentialOrder>,
}

/// How long to ask whether an answer is complete.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Patience {
    /// To the end: there is no other step.
    Unlimited,
    /// In proportion to the time that the answer took, since a deeper step may know better.
    InProportion,
}

/// What a step tells.
pub enum News {
    Bounded(BoundReport),
    /// The formula's size.
    Built(Statistics),
    /// There is no violation; whether that is complete is not known yet.
    Passed,
    /// There is a violation; an easier one to read is being looked for.
    Found(Box<StepReport>),
    Ended(Box<StepReport>),
    Failed(Error),
}

/// What came of a step, and what it cost.
pub struct StepReport {
    pub depth: Depth,
    pub end: StepEnd,
    /// If it was stopped: why, which only those know who stopped it.
    pub stop: Option<StopReason>,
    /// Who was asked about what, unless that is our engine about threads.
    pub asked: Option<String>,
    /// What has to be known about their answer.
    pub remark: Option<String>,
    /// How many writes would be enough for every schedule, if these are counted and so many are possible.
    pub enough_writes: Option<u32>,
    pub size: ProgramSize,
    pub bounding: BoundReport,
    pub statistics: Statistics,
    pub times: StepTimes,
    /// Of the whole process when the step ended.
    pub memory: Option<u64>,
}

pub enum StepEnd {
    Violation(Box<Violation>),
    /// There is no violation. Whether executions leave what was looked at, and how:
    Passed {
        /// To something that cannot be modelled.
        unsupported: Reach,
        /// By a bound of the program.
        cut: Reach,
        /// By the bound of the schedule.
        longer: Reach,
    },
    Stopped(Stopped),
    /// The bounded program would have been too large.
    TooLarge(Vec<Problem>),
    /// Who was asked does not know: why not.
    Unanswered(String),
}

/// Why a step was stopped before its answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StopReason {
    TimeLimit,
    MemoryLimit,
    /// It had more time than a step gets at first.
    Budget,
    /// Memory got short while others were running: it is tried again when they are done.
    MemoryShort,
    /// Another step has answered what it was about.
    Covered,
    /// Another step has answered everything.
    SearchOver,
    /// By the user.
    Interrupted,
}

impl StopReason {
    /// For tables and for other programs.
    pub fn name(self) -> &'static str {
        match self {
            StopReason::TimeLimit => "time limit",
            StopReason::MemoryLimit => "memory limit",
            StopReason::Budget => "time of a step",
            StopReason::MemoryShort => "short of memory",
            StopReason::Covered => "known by another step",
            StopReason::SearchOver => "answer found",
            StopReason::Interrupted => "interrupted",
        }
    }
}

pub struct Violation {
    pub counterexample: Counterexample,
    /// What it is an execution of.
    pub bounded: Arc<Program>,
    /// How easy it is to read.
    pub minimality: Minimality,
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

/// Where an execution leaves the bounds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Beyond {
    pub span: Span,
    /// In words.
    pub what: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ProgramSize {
    pub threads: usize,
    pub instructions: usize,
    pub points: usize,
    /// Whether the first thread gets to an end within the bounds.
    pub can_end: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct StepTimes {
    pub bounding: Duration,
    /// Analysis, symbolic execution and encoding.
    pub building: Duration,
    /// Looking for a violation.
    pub violation: Duration,
    /// Making the violation easier to read.
    pub minimising: Duration,
    /// Asking whether executions go beyond the bounds.
    pub completeness: Duration,
}

/// How long a violation is made easier to read if it was found at once, and at most.
const TIME_FOR_MINIMISING: (Duration, Duration) = (Duration::from_secs(2), Duration::from_secs(12));

impl StepReport {
    /// What is known before the step is over.
    fn so_far(&self, end: StepEnd) -> StepReport {
        StepReport {
            depth: self.depth,
            end,
            stop: None,
            asked: self.asked.clone(),
            remark: self.remark.clone(),
            enough_writes: self.enough_writes,
            size: self.size,
            bounding: self.bounding.clone(),
            statistics: self.statistics.clone(),
            times: self.times,
            memory: self.memory,
        }
    }
}

/// Does it all. News go out with the number of the step; that nobody listens any more does not matter.
pub fn make(order: &StepOrder, news: &Sender<(usize, News)>) {
    let tell = |what: News| {
        news.send((order.number, what)).ok();
    };
    let mut report = StepReport {
        depth: order.depth,
        end: StepEnd::Stopped(Stopped::Interrupted),
        stop: None,
        asked: None,
        remark: None,
        enough_writes: None,
        size: ProgramSize::default(),
        bounding: BoundReport::default(),
        statistics: Statistics::default(),
        times: StepTimes::default(),
        memory: None,
    };
    let start = Instant::now();
    let original = Program::clone(&order.original);
    let mut work = match pipeline::from_lowered(original, &order.bounds, Goal::Reduced) {
        Ok(work) => work,
        Err(Error::Resource(problems)) => {
            report.times.bounding = start.elapsed();
            report.end = StepEnd::TooLarge(problems);
            return tell(News::Ended(Box::new(report)));
        }
        Err(error) => return tell(News::Failed(error)),
    };
    report.times.bounding = start.elapsed();
    report.bounding = work.bounding.take().unwrap_or_default();
    report.size = size(&work.program);
    tell(News::Bounded(report.bounding.clone()));
    let bounded = Arc::new(work.program);
    let asked = match &order.sequential {
        None => ask(order, &bounded, &mut report, &tell),
        Some(way) => sequential_step::ask(order, way, &bounded, &mut report, &tell),
    };
    match asked {
        Ok(end) => report.end = end,
        Err(error) => return tell(News::Failed(error)),
    }
    report.memory = memory::of_this_process();
    tell(News::Ended(Box::new(report)));
}

fn ask(
    order: &StepOrder,
    bounded: &Arc<Program>,
    report: &mut StepReport,
    tell: &impl Fn(News),
) -> Result<StepEnd, Error> {
    if order.interrupter.is_raised() {
        return Ok(StepEnd::Stopped(Stopped::Interrupted));
    }
    let start = Instant::now();
    let mut engine = match Engine::new(bounded, order.engine.clone()) {
        Ok(engine) => engine,
        Err(error) => return stopped(error).map(StepEnd::Stopped),
    };
    report.times.building = start.elapsed();
    tell(News::Built(engine.statistics().clone()));
    let start = Instant::now();
    let answer = engine.violation(&order.properties);
    report.times.violation = start.elapsed();
    report.statistics = engine.statistics().clone();
    match answer {
        Ok(Answer::Found(found)) => {
            let minimality = Minimality::unknown(&engine, &found);
            let violation = |counterexample, minimality| {
                StepEnd::Violation(Box::new(Violation {
                    counterexample,
                    bounded: Arc::clone(bounded),
                    minimality,
                }))
            };
            let known = report.so_far(violation(Counterexample::clone(&found), minimality));
            tell(News::Found(Box::new(known)));
            let start = Instant::now();
            let until = end_of_minimising(order, &report.times);
            let better = minimal::minimise(&mut engine, &order.properties, &found, until);
            report.times.minimising = start.elapsed();
            return match better {
                Ok((counterexample, minimality)) => Ok(violation(counterexample, minimality)),
                Err(error) => stopped(error).map(|_| violation(*found, minimality)),
            };
        }
        Ok(Answer::Stopped(why)) => return Ok(StepEnd::Stopped(why)),
        Ok(Answer::None) => {}
        Err(error) => return stopped(error).map(StepEnd::Stopped),
    }
    tell(News::Passed);
    let start = Instant::now();
    let end = completeness(
        order,
        order.patience,
        bounded,
        &mut engine,
        report.times.violation,
    )?;
    report.times.completeness = start.elapsed();
    report.statistics = engine.statistics().clone();
    Ok(end)
}

/// As much time again as the violation took, within limits: nobody likes to wait for long after the answer is known.
fn end_of_minimising(order: &StepOrder, times: &StepTimes) -> Instant {
    let spent = times.bounding + times.building + times.violation;
    let (least, most) = TIME_FOR_MINIMISING;
    let end = Instant::now() + (least + spent).min(most);
    end.min(order.deadline)
}

/// Whether executions leave what was looked at. `patience`: for the question whether loops run longer.
pub fn completeness(
    order: &StepOrder,
    patience: Patience,
    bounded: &Program,
    engine: &mut Engine<'_>,
    spent: Duration,
) -> Result<StepEnd, Error> {
    let deadline = |patience| match patience {
        Patience::Unlimited => order.engine.deadline,
        Patience::InProportion => {
            let end = Instant::now() + Duration::from_secs(1) + 2 * spent;
            Some(order.engine.deadline.map_or(end, |last| last.min(end)))
        }
    };
    // What is not supported leaves nothing to say, whatever else is cut; so it is asked for first.
    engine.set_deadline(deadline(order.patience));
    let answer = engine.unsupported();
    let unsupported = reach(answer, |found| {
        describe_unsupported(bounded, found.end, engine.unsupported_at(found.end))
    })?;
    engine.set_deadline(deadline(patience));
    let cut = reach(engine.cut(), |found| describe_end(bounded, found.end))?;
    let is_sequential = thread_list::threads(bounded).len() < 2;
    let longer = match order.depth.schedule {
        _ if is_sequential => Reach::No,
        ScheduleBound::Contexts(_) | ScheduleBound::Writes(_) | ScheduleBound::WritesOfEach(_) => {
            Reach::NotAsked
        }
        ScheduleBound::Rounds(_) => {
            engine.set_deadline(deadline(order.patience));
            reach(engine.longer_schedule(), |_| None)?
        }
    };
    Ok(StepEnd::Passed {
        unsupported,
        cut,
        longer,
    })
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

fn size(program: &Program) -> ProgramSize {
    let threads = thread_list::threads(program);
    ProgramSize {
        threads: threads.len(),
        instructions: threads.iter().map(|thread| thread.instructions).sum(),
        points: threads.iter().map(|thread| thread.points).sum(),
        can_end: bound_report::can_end(program),
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
        what,
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
