//! The search for a violation: makes the steps that the strategy names, several at a time, until one of them decides or a limit ends it.
//!
//! Every step runs in a thread of its own, with an engine of its own. The first violation ends the search, and so does the first step that is complete; a step whose answer
//! has become known by another is interrupted. Threads are not waited for longer than a moment: what is still busy when the answer
//! is known (bounding, or taking a large formula apart, cannot be interrupted) ends with the process.
//!
//! Memory is one for all steps. When it gets short, the deepest step is put off, and from then on steps run one by one.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use unspool_engine::{EngineConfig, EngineReductions, ScheduleHint, Statistics};
use unspool_formula::solver::{Interrupter, Stopped, memory};
use unspool_ir::{Program, Property};

use crate::STACK_BYTES;
use crate::bound_options::Bounds;
use crate::check_step::{self, News, Patience, Reach, StepEnd, StepOrder, StepReport};
use crate::error::Error;
use crate::strategy::{Completeness, Depth, Given, Lane, Step, Strategy};

/// What to search, and how far.
pub struct SearchConfig<'a> {
    pub properties: Vec<Property>,
    pub given: Given,
    /// How the program is bounded for a step.
    pub bounds: &'a dyn Fn(&Depth) -> Result<Bounds, Error>,
    pub reductions: EngineReductions,
    pub deadline: Instant,
    /// Bytes of the process.
    pub memory: Option<u64>,
    pub cores: usize,
    /// Hears what is being done whenever that changes.
    pub watcher: &'a dyn Fn(&[Busy]),
}

/// A step in work.
#[derive(Clone, Debug)]
pub struct Busy {
    pub depth: Depth,
    pub phase: Phase,
    /// Of the formula, once there is one.
    pub size: Option<Statistics>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    Bounding,
    Building,
    Solving,
    /// There is no violation; whether that is complete is being asked.
    Completing,
}

/// What came of it.
pub struct Findings {
    /// Those that ended, in that order.
    pub steps: Vec<StepReport>,
    /// Those that did not.
    pub unfinished: Vec<Busy>,
    pub end: SearchEnd,
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
    /// The strategy has no further step.
    NothingLeft,
    OutOfTime,
    OutOfMemory,
}

/// How often limits are looked at.
const BETWEEN_LOOKS: Duration = Duration::from_millis(20);

/// For those who have been told to stop.
const GRACE: Duration = Duration::from_millis(500);

/// From this share of the memory on, in percent, only one step goes on.
const SHORT_OF_MEMORY: u64 = 85;

pub fn search(original: &Arc<Program>, config: &SearchConfig<'_>) -> Result<Findings, Error> {
    let (sender, news) = channel();
    let mut search = Search {
        config,
        original,
        strategy: Strategy::new(config.given),
        running: Vec::new(),
        steps: Vec::new(),
        started: 0,
        spent: Default::default(),
        cores: config.cores.max(1),
        was_short_of_memory: false,
        sender,
    };
    let mut end = search.run(&news)?;
    let unfinished = search.stop(&news);
    let is_violation = |step: &StepReport| matches!(step.end, StepEnd::Violation(_));
    if let Some(step) = search.steps.iter().position(is_violation) {
        if let SearchEnd::Complete { .. } = end {
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

fn is_complete(step: &StepReport) -> bool {
    matches!(
        step.end,
        StepEnd::Passed {
            cut: Reach::No,
            longer: Reach::No
        }
    )
}

struct Search<'a> {
    config: &'a SearchConfig<'a>,
    original: &'a Arc<Program>,
    strategy: Strategy,
    running: Vec<Running>,
    steps: Vec<StepReport>,
    started: usize,
    /// By lane: the time of steps that ended.
    spent: [Duration; Lane::ALL.len()],
    cores: usize,
    was_short_of_memory: bool,
    sender: Sender<(usize, News)>,
}

struct Running {
    number: usize,
    step: Step,
    since: Instant,
    /// It was interrupted for that.
    is_over_budget: bool,
    busy: Busy,
    interrupter: Interrupter,
}

impl Search<'_> {
    fn run(&mut self, news: &Receiver<(usize, News)>) -> Result<SearchEnd, Error> {
        loop {
            while self.running.len() < self.cores {
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
            original: Arc::clone(self.original),
            bounds: (self.config.bounds)(&depth)?,
            properties: self.config.properties.clone(),
            engine: EngineConfig {
                encoding: depth.schedule,
                reductions: self.config.reductions,
                hint: ScheduleHint::default(),
                deadline: Some(budget_end.map_or(deadline, |end| end.min(deadline))),
                memory: self.config.memory,
                interrupter: Some(interrupter.clone()),
            },
            interrupter: interrupter.clone(),
            patience: match self.config.given.is_fixed() {
                true => Patience::Unlimited,
                false => Patience::InProportion,
            },
        };
        let news = self.sender.clone();
        let work = move || {
            let made = catch_unwind(AssertUnwindSafe(|| check_step::make(&order, &news)));
            if made.is_err() {
                let error = Error::Bug("a panic, described above".to_string());
                news.send((number, News::Failed(error))).ok();
            }
        };
        std::thread::Builder::new()
            .name(format!("step {number}"))
            .stack_size(STACK_BYTES)
            .spawn(work)
            .map_err(|error| Error::resource(format!("cannot start a thread: {error}")))?;
        self.running.push(Running {
            number,
            step,
            since,
            is_over_budget: false,
            busy: Busy {
                depth,
                phase: Phase::Bounding,
                size: None,
            },
            interrupter,
        });
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
                self.strategy.bounded(&depth, &report);
            }
            News::Built(size) => {
                busy.phase = Phase::Solving;
                busy.size = Some(size);
            }
            News::Passed => {
                busy.phase = Phase::Completing;
                self.strategy.passed(&depth, Completeness::default());
            }
            News::Ended(report) => {
                let running = self.running.remove(index);
                self.spent[running.step.lane as usize] += running.since.elapsed();
                return Ok(self.ended(*report, &running));
            }
            News::Failed(error) => return Err(error),
        }
        Ok(None)
    }

    fn ended(&mut self, report: StepReport, running: &Running) -> Option<SearchEnd> {
        let depth = report.depth;
        let step = self.steps.len();
        let mut end = None;
        match &report.end {
            StepEnd::Violation(_) => end = Some(SearchEnd::Violation { step }),
            StepEnd::Passed { cut, longer } => {
                let completeness = Completeness {
                    is_cut_free: *cut == Reach::No,
                    is_schedule_complete: *longer == Reach::No,
                };
                if completeness.is_cut_free && completeness.is_schedule_complete {
                    end = Some(SearchEnd::Complete { step });
                }
                self.strategy.passed(&depth, completeness);
                // One that was interrupted itself must not interrupt the one that it was interrupted for.
                let interrupted = Reach::Unknown(Stopped::Interrupted);
                if *cut != interrupted && *longer != interrupted {
                    self.interrupt_covered();
                }
            }
            StepEnd::Stopped(Stopped::OutOfMemory) => {
                self.was_short_of_memory = true;
                self.strategy.refused(&depth);
            }
            StepEnd::Stopped(Stopped::OutOfTime) => match Instant::now() >= self.config.deadline {
                true => end = Some(SearchEnd::OutOfTime),
                false => self.strategy.out_of_budget(&running.step),
            },
            StepEnd::Stopped(Stopped::Interrupted) if running.is_over_budget => {
                self.strategy.out_of_budget(&running.step);
            }
            // By us: for memory's sake, or because others know the answer.
            StepEnd::Stopped(Stopped::Interrupted | Stopped::OutOfConflicts) => {}
            StepEnd::TooLarge(_) => self.strategy.too_large(&depth),
        }
        self.steps.push(report);
        end
    }

    /// Stops the steps whose answer is known by now.
    fn interrupt_covered(&self) {
        for running in &self.running {
            let is_open = running.busy.phase != Phase::Completing;
            if is_open && self.strategy.is_covered(&running.busy.depth) {
                running.interrupter.interrupt();
            }
        }
    }

    /// Solving keeps to its budget by itself; what comes before it does not.
    fn look_at_budgets(&mut self) {
        for running in &mut self.running {
            let budget = running.step.budget;
            let is_over = budget.is_some_and(|budget| running.since.elapsed() > budget + GRACE);
            let is_early = matches!(running.busy.phase, Phase::Bounding | Phase::Building);
            if is_over && is_early {
                running.is_over_budget = true;
                running.interrupter.interrupt();
            }
        }
    }

    fn look_at_memory(&mut self) -> Option<SearchEnd> {
        let limit = self.config.memory?;
        let used = memory::of_this_process()?;
        if used > limit {
            return Some(SearchEnd::OutOfMemory);
        }
        // The youngest is the deepest.
        if used / 100 > limit / 100 * SHORT_OF_MEMORY / 100
            && self.running.len() > 1
            && let Some(deepest) = self.running.last()
        {
            self.cores = 1;
            deepest.interrupter.interrupt();
            let step = deepest.step;
            self.strategy.postpone(&step);
        }
        None
    }

    /// Tells all to stop and waits a moment. Returns those that have not come to an end.
    fn stop(&mut self, news: &Receiver<(usize, News)>) -> Vec<Busy> {
        for running in &self.running {
            running.interrupter.interrupt();
        }
        let unfinished = self.busy();
        let last = Instant::now() + GRACE;
        while !self.running.is_empty() {
            let left = last.saturating_duration_since(Instant::now());
            match news.recv_timeout(left) {
                Ok((number, News::Ended(report))) => {
                    self.running.retain(|running| running.number != number);
                    self.steps.push(*report);
                }
                Ok((number, News::Failed(_))) => {
                    self.running.retain(|running| running.number != number);
                }
                Ok(_) => {}
                Err(_) => break,
            }
        }
        unfinished
    }

    fn busy(&self) -> Vec<Busy> {
        self.running
            .iter()
            .map(|running| running.busy.clone())
            .collect()
    }
}
