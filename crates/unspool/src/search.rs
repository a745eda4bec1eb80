//! The search for a violation: makes the steps that the strategy names, several at a time, until one of them decides or a limit ends it.
//!
//! Every step runs in a thread of its own, with an engine of its own. The first violation ends the search, and so does the first step that is complete; a step whose answer
//! has become known by another is interrupted. Of a violation the step itself makes a simpler one; in the meantime others stop, but for
//! those with smaller bounds, which are let go on for a moment. Threads are not waited for longer than a moment: what is still busy when the answer
//! is known (bounding, or taking a large formula apart, cannot be interrupted) ends with the process.
//!
//! Memory is one for all steps. When it gets short, the deepest step is put off, and from then on steps run one by one; one for which there is too little even then
//! is given up, and only smaller ones are tried.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use unspool_engine::{EngineConfig, EngineReductions, Finds};
use unspool_formula::solver::{Interrupter, Stopped, memory};
use unspool_ir::{Program, Property};

use crate::beyond_bounds::{Patience, Reach};
use crate::bound_options::Bounds;
use crate::check_step::{News, StepEnd, StepOrder, StepReport, StopReason, Violation};
use crate::depth::{Completeness, Depth, Given};
use crate::error::Error;
use crate::lanes::Lane;
use crate::running_step::{Busy, Phase, RunningStep, deepest_going_on};
use crate::sequential_step::SequentialOrder;
use crate::shared_program::SharedProgram;
use crate::strategy::{Step, Strategy};

/// What to search, and how far.
pub struct SearchConfig<'a> {
    pub properties: Vec<Property>,
    pub given: Given,
    /// How the program is bounded for a step.
    pub bounds: &'a dyn Fn(&Depth) -> Result<Bounds, Error>,
    pub reductions: EngineReductions,
    /// Races that make no difference are none.
    pub allow_same_value: bool,
    /// What lies behind an access that is not valid is nobody's business.
    pub invalid_access_ends: bool,
    /// How steps make programs sequential, if they do.
    pub sequential: &'a dyn Fn(&Depth) -> Option<SequentialOrder>,
    pub deadline: Instant,
    /// Bytes of the process.
    pub memory: Option<u64>,
    pub cores: usize,
    /// Set by the user to end the search.
    pub interruption: &'a AtomicBool,
    /// Hears what is being done whenever that changes.
    pub watcher: &'a dyn Fn(&[Busy]),
}

/// What came of it.
pub struct Findings {
    /// Those that ended, in that order.
    pub steps: Vec<StepReport>,
    /// Those that did not.
    pub unfinished: Vec<Busy>,
    pub end: SearchEnd,
}

impl Findings {
    /// Of a search for nothing.
    pub fn nothing() -> Findings {
        Findings {
            steps: Vec::new(),
            unfinished: Vec::new(),
            end: SearchEnd::NothingLeft,
        }
    }

    /// One for each property, that of the smallest bounds, with the step that found it; the most telling first.
    pub fn violations(&self) -> Vec<(usize, &Violation)> {
        let steps = self.steps.iter().enumerate();
        let mut all: Vec<(usize, &Violation)> = steps
            .flat_map(|(step, report)| violations(report).iter().map(move |it| (step, it)))
            .collect();
        all.sort_by_key(|(step, it)| (it.property, self.steps[*step].depth.size()));
        all.dedup_by_key(|(_, it)| it.property);
        all
    }
}

/// What a step has found.
fn violations(report: &StepReport) -> &[Violation] {
    match &report.end {
        StepEnd::Violations(found) => found,
        _ => &[],
    }
}

/// Why a search ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SearchEnd {
    /// This step has found a violation.
    Violation {
        step: usize,
    },
    /// This step has looked at all executions.
    Complete {
        step: usize,
    },
    /// Who was asked in this step does not know, and will not know more in others.
    Unanswered {
        step: usize,
    },
    /// The strategy has no further step.
    NothingLeft,
    OutOfTime,
    OutOfMemory,
    /// By the user.
    Interrupted,
}

/// How often limits are looked at.
const BETWEEN_LOOKS: Duration = Duration::from_millis(20);

/// For those who have been told to stop.
const GRACE: Duration = Duration::from_millis(500);

/// How long smaller steps are waited for when a larger one has found a violation: as long as that took, within these limits.
const WAIT_FOR_SMALLER: (Duration, Duration) = (Duration::from_millis(100), Duration::from_secs(2));

/// How long violations of other properties are looked for when there is one: as long as that took, within these limits.
const WAIT_FOR_OTHERS: (Duration, Duration) = (Duration::from_secs(1), Duration::from_secs(5));

/// Beyond the limit by this part of it, nothing is waited for.
const FAR_TOO_MUCH: u64 = 8;

/// From this share of the memory on, in percent, only one step goes on.
const SHORT_OF_MEMORY: u64 = 85;

pub fn search(original: &Arc<Program>, config: &SearchConfig<'_>) -> Result<Findings, Error> {
    let (sender, news) = channel();
    let mut search = Search {
        config,
        program: Arc::new(SharedProgram::new(Arc::clone(original))),
        strategy: Strategy::new(config.given),
        running: Vec::new(),
        steps: Vec::new(),
        started: 0,
        spent: Default::default(),
        cores: config.cores.max(1),
        was_short_of_memory: false,
        memory_is_freed_until: None,
        wait_for_smaller: None,
        wait_for_others: None,
        since: Instant::now(),
        sender,
    };
    let mut end = search.run(&news)?;
    let unfinished = search.stop(&news, end);
    if let Some((step, _)) = smallest_violation(&search.steps) {
        if contradict(&search.steps) {
            let what = "one step of the search has found a violation, and another has shown that there is none";
            return Err(Error::Bug(what.to_string()));
        }
        end = SearchEnd::Violation { step };
    } else if let Some(step) = search.steps.iter().position(is_complete) {
        end = SearchEnd::Complete { step };
    }
    Ok(Findings {
        steps: search.steps,
        unfinished,
        end,
    })
}

/// Of those that have ended with one.
fn smallest_violation(steps: &[StepReport]) -> Option<(usize, &StepReport)> {
    let steps = steps.iter().enumerate();
    let found = steps.filter(|(_, report)| !violations(report).is_empty());
    found.min_by_key(|(_, report)| report.depth.size())
}

fn is_complete(step: &StepReport) -> bool {
    matches!(
        step.end,
        StepEnd::Passed {
            unsupported: Reach::No,
            cut: Reach::No,
            longer: Reach::No
        }
    )
}

/// Whether a step has found what another one has shown not to be there.
fn contradict(steps: &[StepReport]) -> bool {
    let mut found = steps.iter().flat_map(violations).map(|it| it.property);
    found.any(|property| {
        let mut complete = steps.iter().filter(|step| is_complete(step));
        complete.any(|step| step.properties.contains(&property))
    })
}

/// Whether there is no violation, but what lies beyond could not be asked to the end.
fn was_interrupted(end: &StepEnd) -> bool {
    let interrupted = Reach::Unknown(Stopped::Interrupted);
    match end {
        StepEnd::Passed {
            unsupported,
            cut,
            longer,
        } => [unsupported, cut, longer].contains(&&interrupted),
        _ => false,
    }
}

struct Search<'a> {
    config: &'a SearchConfig<'a>,
    program: Arc<SharedProgram>,
    strategy: Strategy,
    running: Vec<RunningStep>,
    steps: Vec<StepReport>,
    started: usize,
    /// By lane: the time of steps that ended.
    spent: [Duration; Lane::ALL.len()],
    cores: usize,
    was_short_of_memory: bool,
    /// A step that was stopped needs a moment to give back what it has.
    memory_is_freed_until: Option<Instant>,
    /// There is a violation: how long to wait for one with smaller bounds, which is easier to understand.
    wait_for_smaller: Option<Instant>,
    /// There is a violation: how long to look for those of other properties.
    wait_for_others: Option<Instant>,
    since: Instant,
    sender: Sender<(usize, News)>,
}

impl Search<'_> {
    fn run(&mut self, news: &Receiver<(usize, News)>) -> Result<SearchEnd, Error> {
        loop {
            if let Some(step) = self.look_at_violations() {
                return Ok(SearchEnd::Violation { step });
            }
            while self.running.len() < self.cores && self.is_open() {
                let spent = self.spent();
                match self.strategy.next_step(|lane| spent[lane as usize]) {
                    Some(step) => self.start(step)?,
                    None => break,
                }
            }
            if self.running.is_empty() {
                return Ok(match self.was_short_of_memory {
                    true => SearchEnd::OutOfMemory,
                    false => SearchEnd::NothingLeft,
                });
            }
            match news.recv_timeout(BETWEEN_LOOKS) {
                Ok((number, what)) => {
                    if let Some(end) = self.hear(number, what)? {
                        return Ok(end);
                    }
                    (self.config.watcher)(&self.busy());
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(Error::Bug("the steps of the search are gone".to_string()));
                }
            }
            if Instant::now() >= self.config.deadline {
                return Ok(SearchEnd::OutOfTime);
            }
            if self.config.interruption.load(Ordering::Relaxed) {
                return Ok(SearchEnd::Interrupted);
            }
            self.look_at_budgets();
            if let Some(end) = self.look_at_memory() {
                return Ok(end);
            }
        }
    }

    /// By lane, with what is running.
    fn spent(&self) -> [Duration; Lane::ALL.len()] {
        let mut spent = self.spent;
        for running in &self.running {
            spent[running.step.lane as usize] += running.since.elapsed();
        }
        spent
    }

    fn start(&mut self, step: Step) -> Result<(), Error> {
        let (depth, since) = (step.depth, Instant::now());
        let budget_end = step.budget.and_then(|budget| since.checked_add(budget));
        let deadline = self.config.deadline;
        let interrupter = Interrupter::default();
        let number = self.started;
        self.started += 1;
        let order = StepOrder {
            number,
            depth,
            program: Arc::clone(&self.program),
            bounds: (self.config.bounds)(&depth)?,
            properties: self.open_properties(),
            engine: EngineConfig {
                encoding: depth.schedule.encoding(),
                reductions: self.config.reductions,
                finds: Finds {
                    allow_same_value: self.config.allow_same_value,
                    ..Finds::default()
                },
                deadline: Some(budget_end.map_or(deadline, |end| end.min(deadline))),
                memory: self.config.memory,
                interrupter: Some(interrupter.clone()),
                ..EngineConfig::default()
            },
            invalid_access_ends: self.config.invalid_access_ends,
            deadline,
            interrupter,
            sequential: (self.config.sequential)(&depth),
            patience: match self.config.given.is_fixed() {
                true => Patience::Unlimited,
                false => Patience::InProportion {
                    before: self.since.elapsed(),
                },
            },
        };
        let running = RunningStep::start(step, order, self.sender.clone())?;
        self.running.push(running);
        (self.config.watcher)(&self.busy());
        Ok(())
    }

    /// Takes in what a step tells. Says so if that is the end.
    fn hear(&mut self, number: usize, what: News) -> Result<Option<SearchEnd>, Error> {
        let Some(index) = self.running.iter().position(|r| r.number == number) else {
            return Ok(None);
        };
        let busy = &mut self.running[index].busy;
        let depth = busy.depth;
        match what {
            News::Bounded(report) => {
                busy.phase = Phase::Building;
                let bounds = (self.config.bounds)(&depth)?;
                self.strategy.bounded(&depth, &report, &bounds.config);
            }
            News::Built(size) => {
                busy.phase = Phase::Solving;
                busy.size = Some(size);
            }
            News::Passed => {
                busy.phase = Phase::Completing;
                self.strategy.passed(&depth, Completeness::default());
            }
            News::Found(report) => {
                busy.phase = Phase::Minimising;
                self.running[index].found = Some(report);
                self.begin_to_wait(self.running[index].since);
            }
            News::Ended(report) => {
                let mut running = self.running.remove(index);
                self.spent[running.step.lane as usize] += running.since.elapsed();
                running.leave();
                if running.is_stopped() {
                    self.memory_is_freed_until = Some(Instant::now() + GRACE);
                }
                return Ok(self.ended(*report, &running));
            }
            News::Failed(error) => return Err(error),
        }
        Ok(None)
    }

    fn ended(&mut self, mut report: StepReport, running: &RunningStep) -> Option<SearchEnd> {
        let depth = report.depth;
        let step = self.steps.len();
        let (mut end, mut stop) = (None, None);
        if running.was_covered() && was_interrupted(&report.end) {
            // What the other one knows is known in full.
            report.end = StepEnd::Stopped(Stopped::Interrupted);
        }
        match &report.end {
            StepEnd::Violations(_) => {
                self.begin_to_wait(running.since);
                // Other properties may need more.
                self.strategy.passed(&depth, Completeness::default());
            }
            StepEnd::Passed { cut, longer, .. } => {
                let completeness = Completeness::of(cut, longer);
                if is_complete(&report) {
                    end = Some(SearchEnd::Complete { step });
                }
                self.strategy.passed(&depth, completeness);
                // One that was interrupted itself must not interrupt the one that it was interrupted for.
                if !was_interrupted(&report.end) {
                    self.interrupt_covered();
                }
            }
            StepEnd::Stopped(stopped) => {
                let reason = running.reason(*stopped, self.config.deadline);
                match reason {
                    StopReason::TimeLimit => end = Some(SearchEnd::OutOfTime),
                    StopReason::MemoryLimit => {
                        self.was_short_of_memory = true;
                        self.strategy.refused(&depth);
                    }
                    StopReason::Budget => self.strategy.out_of_budget(&running.step),
                    StopReason::MemoryShort => self.strategy.postpone(&running.step),
                    StopReason::Covered | StopReason::SearchOver | StopReason::Interrupted => {}
                }
                stop = Some(reason);
            }
            StepEnd::TooLarge(_) => self.strategy.too_large(&depth),
            StepEnd::Unanswered(_) => end = Some(SearchEnd::Unanswered { step }),
        }
        report.stop = stop;
        self.steps.push(report);
        end
    }

    /// The properties of which no violation is known.
    fn open_properties(&self) -> Vec<Property> {
        let running = self.running.iter().filter_map(|it| it.found.as_deref());
        let found: Vec<Property> = (self.steps.iter().chain(running))
            .flat_map(violations)
            .map(|violation| violation.property)
            .collect();
        let all = self.config.properties.iter().copied();
        all.filter(|property| !found.contains(property)).collect()
    }

    /// Whether there is something to look for, and time to do so.
    fn is_open(&self) -> bool {
        match self.wait_for_others {
            None => true,
            Some(until) => Instant::now() < until && !self.open_properties().is_empty(),
        }
    }

    /// A step that began then has found a violation.
    fn begin_to_wait(&mut self, since: Instant) {
        let (least, most) = WAIT_FOR_OTHERS;
        let wait = self.since.elapsed().clamp(least, most);
        let until = Instant::now() + wait;
        self.wait_for_others.get_or_insert(until);
        let (least, most) = WAIT_FOR_SMALLER;
        let wait = since.elapsed().clamp(least, most);
        let until = || Instant::now() + wait;
        self.wait_for_smaller.get_or_insert_with(until);
    }

    /// If there is a violation, stops whoever can add nothing to it. The step that has it, when nothing better is to be expected any more.
    fn look_at_violations(&mut self) -> Option<usize> {
        let until = self.wait_for_smaller?;
        if self.is_open() {
            return None;
        }
        let ended = smallest_violation(&self.steps);
        let minimising = (self.running.iter())
            .filter(|running| running.found.is_some())
            .min_by_key(|running| running.busy.depth.size());
        let (depth, number) = match (ended, minimising) {
            (Some((_, ended)), Some(other)) if other.busy.depth.size() < ended.depth.size() => {
                (other.busy.depth, Some(other.number))
            }
            (Some((_, ended)), _) => (ended.depth, None),
            (None, other) => other.map(|other| (other.busy.depth, Some(other.number)))?,
        };
        let is_smaller = |other: &Depth| *other != depth && other.is_within(&depth);
        let is_time_left = Instant::now() < until;
        let mut is_smaller_running = false;
        for running in &mut self.running {
            if is_time_left && running.is_open() && is_smaller(&running.busy.depth) {
                is_smaller_running = true;
            } else if number != Some(running.number) {
                running.stop(StopReason::SearchOver);
            }
        }
        match number {
            None if !is_smaller_running => ended.map(|(step, _)| step),
            _ => None,
        }
    }

    /// Stops the steps whose answer is known by now.
    fn interrupt_covered(&mut self) {
        for running in &mut self.running {
            if running.is_open() && self.strategy.is_covered(&running.busy.depth) {
                running.stop(StopReason::Covered);
            }
        }
    }

    fn look_at_budgets(&mut self) {
        for running in &mut self.running {
            if running.is_over_budget(GRACE) {
                running.stop(StopReason::Budget);
            }
        }
    }

    fn look_at_memory(&mut self) -> Option<SearchEnd> {
        let limit = self.config.memory?;
        let used = memory::of_this_process()?;
        if used > limit.saturating_add(limit / FAR_TOO_MUCH) {
            return Some(SearchEnd::OutOfMemory);
        }
        if self.is_memory_being_freed() {
            return None;
        }
        // Smaller steps may still have room.
        if used > limit
            && let Some(deepest) = deepest_going_on(&mut self.running)
        {
            deepest.stop(StopReason::MemoryLimit);
        } else if used / 100 > limit / 100 * SHORT_OF_MEMORY / 100
            && self.running.len() > 1
            && let Some(deepest) = deepest_going_on(&mut self.running)
        {
            // It is tried again when it has ended.
            self.cores = 1;
            deepest.stop(StopReason::MemoryShort);
        }
        None
    }

    fn is_memory_being_freed(&self) -> bool {
        let is_ahead = |until| Instant::now() < until;
        let mut running = self.running.iter();
        running.any(RunningStep::is_stopped) || self.memory_is_freed_until.is_some_and(is_ahead)
    }

    /// Tells all to stop and waits a moment. Returns those that have not come to an end.
    fn stop(&mut self, news: &Receiver<(usize, News)>, end: SearchEnd) -> Vec<Busy> {
        let reason = match end {
            SearchEnd::OutOfTime => StopReason::TimeLimit,
            SearchEnd::OutOfMemory => StopReason::MemoryLimit,
            SearchEnd::Interrupted => StopReason::Interrupted,
            _ => StopReason::SearchOver,
        };
        for running in &mut self.running {
            running.stop(reason);
        }
        let unfinished = self.busy();
        let last = Instant::now() + GRACE;
        while !self.running.is_empty() {
            let left = last.saturating_duration_since(Instant::now());
            let Ok((number, what)) = news.recv_timeout(left) else {
                break;
            };
            let index = self.running.iter().position(|it| it.number == number);
            let Some(index) = index else {
                continue;
            };
            match what {
                News::Ended(mut report) => {
                    let running = self.running.remove(index);
                    if let StepEnd::Stopped(stopped) = report.end {
                        report.stop = Some(running.reason(stopped, self.config.deadline));
                    }
                    self.steps.push(*report);
                }
                News::Found(report) => self.running[index].found = Some(report),
                News::Failed(_) => {
                    let running = self.running.remove(index);
                    self.steps.extend(running.found.map(|report| *report));
                }
                _ => {}
            }
        }
        // What is not simple yet is known all the same.
        let found = self.running.iter_mut().filter_map(|it| it.found.take());
        self.steps.extend(found.map(|report| *report));
        unfinished
    }

    fn busy(&self) -> Vec<Busy> {
        self.running
            .iter()
            .map(|running| running.busy.clone())
            .collect()
    }
}
