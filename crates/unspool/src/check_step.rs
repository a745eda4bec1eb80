//! One step of a check: bound the program, ask for violations, and if there is none, whether that says it all.
//!
//! The first one is told at once, and then it is made easier to read while others are being stopped; then violations of other properties are asked for. Data races and deadlocks
//! are asked of an engine of their own ([`crate::questions`]): what they need makes formulas larger, and accesses that only races need are no business of assertions. What needs no schedule ([`crate::schedule_free`]) is not asked.
//!
//! Steps run in threads of their own and tell by [`News`] how far they are. What they tell last, when they have taken apart what they had built, is a [`StepReport`].

use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use unspool_engine::{
    Answer, Counterexample, Engine, EngineConfig, Finds, Minimality, Statistics, Wanted, minimal,
};
use unspool_formula::solver::{Interrupter, Stopped, memory};
use unspool_ir::{InstKind, Program, Property};
use unspool_passes::bound::BoundReport;
use unspool_passes::bounded;

use crate::beyond_bounds::{Passed, Patience, Reach, completeness, stopped};
use crate::bound_options::Bounds;
use crate::bound_report;
use crate::depth::Depth;
use crate::error::Error;
use crate::futures::BoundedFutures;
use crate::invalid_accesses;
use crate::problem::Problem;
use crate::questions::{self, Group};
use crate::schedule_free;
use crate::sequential_step::{self, SequentialOrder};
use crate::shared_program::{SharedBounded, SharedProgram};
use crate::thread_list;

/// What to do.
#[derive(Clone)]
pub struct StepOrder {
    /// Its number, by which it is spoken of.
    pub number: usize,
    pub depth: Depth,
    pub program: Arc<SharedProgram>,
    pub bounds: Bounds,
    pub properties: Vec<Property>,
    pub engine: EngineConfig,
    /// What lies behind an access that is not valid is nobody's business.
    pub invalid_access_ends: bool,
    /// Of the whole search; what the engine has is that of the step.
    pub deadline: Instant,
    /// Ends the step.
    pub interrupter: Interrupter,
    pub patience: Patience,
    /// If the program is made sequential first: how, and who is asked.
    pub sequential: Option<SequentialOrder>,
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
    /// What it looked for.
    pub properties: Vec<Property>,
    pub end: StepEnd,
    /// If it was stopped: why, which only those know who stopped it.
    pub stop: Option<StopReason>,
    /// Who was asked about what, unless that is our engine about threads.
    pub asked: Option<String>,
    /// What has to be known about their answer.
    pub remark: Option<String>,
    /// How many writes would be enough for every schedule, if these are counted and so many are possible.
    pub enough_writes: Option<u32>,
    /// Why some questions were not asked: there is no violation, whatever the schedule.
    pub proofs: Vec<&'static str>,
    /// Others were asked, of all schedules.
    pub asks_schedules: bool,
    pub size: ProgramSize,
    pub bounding: BoundReport,
    pub statistics: Statistics,
    pub times: StepTimes,
    /// Of the whole process when the step ended.
    pub memory: Option<u64>,
    /// Of an external verifier, the most that was seen.
    pub verifier_memory: Option<u64>,
}

#[derive(Clone)]
pub enum StepEnd {
    /// Never none; one for each property, the most telling first.
    Violations(Vec<Violation>),
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

#[derive(Clone)]
pub struct Violation {
    pub property: Property,
    pub counterexample: Counterexample,
    /// What it is an execution of.
    pub bounded: Arc<Program>,
    /// How easy it is to read.
    pub minimality: Minimality,
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
const TIME_FOR_MINIMISING: (Duration, Duration) = (Duration::from_secs(1), Duration::from_secs(12));

impl StepReport {
    /// Of a step that has not begun.
    pub fn nothing(order: &StepOrder) -> StepReport {
        StepReport {
            depth: order.depth,
            properties: order.properties.clone(),
            end: StepEnd::Stopped(Stopped::Interrupted),
            stop: None,
            asked: None,
            remark: None,
            enough_writes: None,
            proofs: Vec::new(),
            asks_schedules: false,
            size: ProgramSize::default(),
            bounding: BoundReport::default(),
            statistics: Statistics::default(),
            times: StepTimes::default(),
            memory: None,
            verifier_memory: None,
        }
    }

    /// Nobody was asked about schedules: there is a proof for each question.
    pub fn has_no_schedules(&self) -> bool {
        !self.proofs.is_empty() && !self.asks_schedules
    }

    /// What is known before the step is over.
    pub fn so_far(&self, end: StepEnd) -> StepReport {
        StepReport {
            depth: self.depth,
            properties: self.properties.clone(),
            end,
            stop: None,
            asked: self.asked.clone(),
            remark: self.remark.clone(),
            enough_writes: self.enough_writes,
            proofs: self.proofs.clone(),
            asks_schedules: self.asks_schedules,
            size: self.size,
            bounding: self.bounding.clone(),
            statistics: self.statistics.clone(),
            times: self.times,
            memory: self.memory,
            verifier_memory: self.verifier_memory,
        }
    }
}

/// Does it all. News go out with the number of the step; that nobody listens any more does not matter.
pub fn make(order: &StepOrder, news: &Sender<(usize, News)>) {
    let tell = |what: News| {
        news.send((order.number, what)).ok();
    };
    let mut report = StepReport::nothing(order);
    let end = ask_all(order, &mut report, &tell);
    let end = end.and_then(|end| invalid_accesses::look_behind(order, &mut report, end));
    match end {
        Ok(end) => report.end = end,
        Err(error) => return tell(News::Failed(error)),
    }
    report.memory = memory::of_this_process();
    tell(News::Ended(Box::new(report)));
}

/// All groups of questions, one after the other.
fn ask_all(
    order: &StepOrder,
    report: &mut StepReport,
    tell: &impl Fn(News),
) -> Result<StepEnd, Error> {
    if let Some(way) = &order.sequential {
        let bounded = match bounded(order, &order.bounds, report, tell)? {
            Ok(bounded) => bounded,
            Err(end) => return Ok(end),
        };
        return sequential_step::ask(order, way, &bounded.program, report, tell);
    }
    let mut violations: Vec<Violation> = Vec::new();
    let mut passed: Option<Passed> = None;
    let allow_same_value = order.engine.finds.allow_same_value;
    for group in questions::groups(&order.properties, allow_same_value, &order.bounds) {
        let bounds = group.bounds(&order.bounds);
        let bounded = match bounded(order, &bounds, report, tell)? {
            Ok(bounded) => bounded,
            Err(end) => match violations.is_empty() {
                true => return Ok(end),
                false => break,
            },
        };
        match ask(order, &group, &bounded, &mut violations, report, tell)? {
            GroupEnd::Passed(end) => {
                passed = Some(passed.map_or(end.clone(), |known| known.and(end)));
            }
            GroupEnd::Violated => {}
            GroupEnd::Stopped(why) if violations.is_empty() => return Ok(StepEnd::Stopped(why)),
            GroupEnd::Stopped(_) => break,
        }
    }
    violations.sort_by_key(|violation| violation.property);
    Ok(match (violations.is_empty(), passed) {
        (false, _) => StepEnd::Violations(violations),
        (
            true,
            Some(Passed {
                unsupported,
                cut,
                longer,
            }),
        ) => StepEnd::Passed {
            unsupported,
            cut,
            longer,
        },
        (true, None) => StepEnd::Stopped(Stopped::Interrupted),
    })
}

/// The bounded program, or how the step ends without it.
pub fn bounded(
    order: &StepOrder,
    bounds: &Bounds,
    report: &mut StepReport,
    tell: &impl Fn(News),
) -> Result<Result<SharedBounded, StepEnd>, Error> {
    let start = Instant::now();
    let bounded = order.program.bounded(bounds);
    report.times.bounding += start.elapsed();
    let bounded = match bounded {
        Ok(bounded) => bounded,
        Err(Error::Resource(problems)) => return Ok(Err(StepEnd::TooLarge(problems))),
        Err(error) => return Err(error),
    };
    report.bounding = bounded.report.clone();
    report.size = size(&bounded.program);
    tell(News::Bounded(report.bounding.clone()));
    Ok(Ok(bounded))
}

enum GroupEnd {
    Passed(Passed),
    Violated,
    Stopped(Stopped),
}

fn ask(
    order: &StepOrder,
    group: &Group,
    shared: &SharedBounded,
    violations: &mut Vec<Violation>,
    report: &mut StepReport,
    tell: &impl Fn(News),
) -> Result<GroupEnd, Error> {
    if order.interrupter.is_raised() {
        return Ok(GroupEnd::Stopped(Stopped::Interrupted));
    }
    let start = Instant::now();
    let bounded = &shared.program;
    let open = open_questions(order, group, shared, report);
    if open.is_empty() {
        report.times.completeness += start.elapsed();
        tell(News::Passed);
        return Ok(GroupEnd::Passed(Passed {
            unsupported: Reach::No,
            cut: Reach::No,
            longer: Reach::No,
        }));
    }
    let asks_deadlocks = open.contains(&Wanted::Deadlock);
    let config = engine_config(order, group.finds, asks_deadlocks, bounded);
    let mut engine = match shared.engine(config) {
        Ok(engine) => engine,
        Err(error) => return stopped(error).map(GroupEnd::Stopped),
    };
    report.times.building += start.elapsed();
    tell(News::Built(engine.statistics().clone()));
    let known = violations.len();
    for question in open {
        let mut question = Some(question);
        while let Some(wanted) = question.take() {
            if !violations.is_empty() {
                engine.set_deadline(Some(end_of_minimising(order, &report.times)));
            }
            let start = Instant::now();
            let answer = engine.ask(&wanted);
            report.times.violation += start.elapsed();
            report.statistics = engine.statistics().clone();
            match answer {
                Ok(Answer::Found(found)) => {
                    let property = found.property();
                    let property = property
                        .ok_or_else(|| Error::Bug("a violation of no property".to_string()))?;
                    let first = Violation {
                        property,
                        minimality: Minimality::unknown(&engine, &found),
                        counterexample: Counterexample::clone(&found),
                        bounded: Arc::clone(bounded),
                    };
                    if violations.is_empty() {
                        let end = StepEnd::Violations(vec![first.clone()]);
                        tell(News::Found(Box::new(report.so_far(end))));
                    }
                    let best = minimised(order, &mut engine, &wanted, &found, report)?;
                    violations.push(match best {
                        Some((counterexample, minimality, property)) => Violation {
                            property: property.unwrap_or(first.property),
                            counterexample,
                            minimality,
                            ..first
                        },
                        None => first,
                    });
                    question = questions::without(&wanted, violations);
                }
                Ok(Answer::None) => {}
                Ok(Answer::Stopped(_)) | Err(_) if !violations.is_empty() => {}
                Ok(Answer::Stopped(why)) => return Ok(GroupEnd::Stopped(why)),
                Err(error) => return stopped(error).map(GroupEnd::Stopped),
            }
        }
    }
    if violations.len() > known {
        return Ok(GroupEnd::Violated);
    }
    tell(News::Passed);
    let start = Instant::now();
    let spent = report.times.violation;
    let end = completeness(order, order.patience, bounded, &mut engine, spent)?;
    report.times.completeness += start.elapsed();
    report.statistics = engine.statistics().clone();
    Ok(GroupEnd::Passed(end))
}

/// Those of a group that need a schedule; for the others the report gets a proof.
pub fn open_questions(
    order: &StepOrder,
    group: &Group,
    bounded: &SharedBounded,
    report: &mut StepReport,
) -> Vec<Wanted> {
    let mut open = Vec::new();
    for wanted in &group.questions {
        match schedule_free::left(wanted, bounded, order.bounds.reductions) {
            Ok(left) => open.push(left),
            Err(proof) => report.proofs.push(proof),
        }
    }
    report.asks_schedules |= !open.is_empty();
    open
}

/// How an engine is made for what it has to find.
pub fn engine_config(
    order: &StepOrder,
    finds: Finds,
    asks_deadlocks: bool,
    bounded: &Arc<Program>,
) -> EngineConfig {
    let mut config = EngineConfig {
        finds,
        ..order.engine.clone()
    };
    let original = &order.program.original;
    let is_whole = !bounded::is_marked(original);
    if asks_deadlocks && is_whole && goes_on(bounded) {
        let wakers = Arc::clone(order.program.wakers());
        let futures = BoundedFutures::of(wakers, original, Arc::clone(bounded));
        config.futures = Some(Arc::new(futures));
    }
    config
}

/// Whether executions may go on behind what is in the program: there is something left of a bound, or of a loop that waits.
fn goes_on(bounded: &Program) -> bool {
    let bodies = bounded.functions.iter().filter_map(|it| it.body.as_ref());
    let blocks = bodies.flat_map(|body| &body.blocks);
    let mut insts = blocks.flat_map(|block| &block.insts);
    insts.any(|inst| match inst.kind {
        InstKind::Assume(_) => true,
        InstKind::Assert { property, .. } => property == Property::Unwinding,
        _ => false,
    })
}

pub type Minimised = (Counterexample, Minimality, Option<Property>);

/// The same violation, or one of another property that was asked for, easier to read.
pub fn minimised(
    order: &StepOrder,
    engine: &mut Engine<'_>,
    wanted: &Wanted,
    found: &Counterexample,
    report: &mut StepReport,
) -> Result<Option<Minimised>, Error> {
    let start = Instant::now();
    let until = end_of_minimising(order, &report.times);
    let better = minimal::minimise(engine, wanted, found, until);
    report.times.minimising += start.elapsed();
    Ok(match better {
        Ok((counterexample, minimality)) => {
            let property = counterexample.property();
            Some((counterexample, minimality, property))
        }
        Err(error) => stopped(error).map(|_| None)?,
    })
}

/// As much time again as the violation took, within limits: nobody likes to wait for long after the answer is known.
fn end_of_minimising(order: &StepOrder, times: &StepTimes) -> Instant {
    let spent = times.bounding + times.building + times.violation;
    let (least, most) = TIME_FOR_MINIMISING;
    let now = Instant::now();
    // What is known has to be told before the time is over.
    let left = order.deadline.saturating_duration_since(now);
    now + (least + spent).min(most).min(left / 2)
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
