//! A step in work: the thread that makes it, how far it is, and how it is stopped.
//!
//! Every step has a thread of its own, with a large stack. Interrupting one only asks it to end; why it was asked is kept here, since the step itself does not know.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::Sender;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use unspool_engine::Statistics;
use unspool_formula::solver::{Interrupter, Stopped};

use crate::STACK_BYTES;
use crate::check_step::{self, News, StepOrder, StepReport, StopReason};
use crate::depth::Depth;
use crate::error::Error;
use crate::strategy::Step;

/// How far a step is, for those who watch.
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
    /// There is a violation, which is made easier to read.
    Minimising,
}

pub struct RunningStep {
    pub number: usize,
    pub step: Step,
    pub since: Instant,
    pub busy: Busy,
    /// The violation as it is known before the step has ended.
    pub found: Option<Box<StepReport>>,
    interrupter: Interrupter,
    /// Why it was asked to stop.
    stop: Option<StopReason>,
    thread: Option<JoinHandle<()>>,
}

/// The deepest of those that nobody has stopped yet.
pub fn deepest_going_on(running: &mut [RunningStep]) -> Option<&mut RunningStep> {
    let going_on = running.iter_mut().filter(|running| !running.is_stopped());
    going_on.max_by_key(|running| running.busy.depth.size())
}

impl RunningStep {
    /// Starts the thread, whose news go to `news`.
    pub fn start(
        step: Step,
        order: StepOrder,
        news: Sender<(usize, News)>,
    ) -> Result<RunningStep, Error> {
        let number = order.number;
        let interrupter = order.interrupter.clone();
        let work = move || {
            let made = catch_unwind(AssertUnwindSafe(|| check_step::make(&order, &news)));
            if made.is_err() {
                let error = Error::Bug("a panic, described above".to_string());
                news.send((number, News::Failed(error))).ok();
            }
        };
        let thread = std::thread::Builder::new()
            .name(format!("step {number}"))
            .stack_size(STACK_BYTES)
            .spawn(work)
            .map_err(|error| Error::resource(format!("cannot start a thread: {error}")))?;
        Ok(RunningStep {
            number,
            step,
            since: Instant::now(),
            busy: Busy {
                depth: step.depth,
                phase: Phase::Bounding,
                size: None,
            },
            found: None,
            interrupter,
            stop: None,
            thread: Some(thread),
        })
    }

    /// Waits for the thread, which has told its last and has nothing left to do. Only the next thread gets the memory that it has given back: glibc's allocator
    /// keeps that for each thread as long as it runs, and makes new room for a thread that starts before.
    pub fn leave(&mut self) {
        if let Some(thread) = self.thread.take() {
            thread.join().ok();
        }
    }

    /// Asks it to end. The first reason stays.
    pub fn stop(&mut self, why: StopReason) {
        self.stop.get_or_insert(why);
        self.interrupter.interrupt();
    }

    pub fn is_stopped(&self) -> bool {
        self.stop.is_some()
    }

    /// Whether it was stopped because another step has its answer.
    pub fn was_covered(&self) -> bool {
        self.stop == Some(StopReason::Covered)
    }

    /// Whether it may still tell whether there is a violation.
    pub fn is_open(&self) -> bool {
        !matches!(self.busy.phase, Phase::Completing | Phase::Minimising)
    }

    /// Why it has ended without an answer, if solving ended like this. Past `deadline` all is over.
    pub fn reason(&self, stopped: Stopped, deadline: Instant) -> StopReason {
        match (stopped, self.stop) {
            (Stopped::OutOfMemory, _) => StopReason::MemoryLimit,
            (Stopped::OutOfTime | Stopped::OutOfConflicts, _) => match Instant::now() >= deadline {
                true => StopReason::TimeLimit,
                false => StopReason::Budget,
            },
            (Stopped::Interrupted, why) => why.unwrap_or(StopReason::SearchOver),
        }
    }

    /// Solving keeps to its budget by itself; what comes before it does not, and is let go on a little longer.
    pub fn is_over_budget(&self, grace: Duration) -> bool {
        let is_early = matches!(self.busy.phase, Phase::Bounding | Phase::Building);
        let budget = self.step.budget;
        is_early && budget.is_some_and(|budget| self.since.elapsed() > budget + grace)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::depth::ScheduleBound;
    use crate::lanes::Lane;

    fn running(unwind: u32, rounds: u32) -> RunningStep {
        let depth = Depth {
            unwind,
            schedule: ScheduleBound::Rounds(rounds),
            long_loops: None,
        };
        RunningStep {
            number: 0,
            step: Step {
                depth,
                lane: Lane::Careful,
                budget: Some(Duration::ZERO),
            },
            since: Instant::now(),
            busy: Busy {
                depth,
                phase: Phase::Bounding,
                size: None,
            },
            found: None,
            interrupter: Interrupter::default(),
            stop: None,
            thread: None,
        }
    }

    #[test]
    fn the_deepest_is_put_off_once() {
        let mut all = [running(2, 2), running(4, 6), running(6, 3), running(1, 9)];
        let mut put_off = Vec::new();
        while let Some(deepest) = deepest_going_on(&mut all) {
            put_off.push((deepest.busy.depth.unwind, deepest.busy.depth.length()));
            deepest.stop(StopReason::MemoryShort);
        }
        assert_eq!(put_off, [(4, 6), (6, 3), (1, 9), (2, 2)]);
    }

    #[test]
    fn who_stopped_it_says_why() {
        let now = Instant::now();
        let later = now + Duration::from_secs(60);
        let mut step = running(1, 1);
        assert!(step.is_over_budget(Duration::ZERO));
        assert_eq!(step.reason(Stopped::OutOfTime, later), StopReason::Budget);
        assert_eq!(step.reason(Stopped::OutOfTime, now), StopReason::TimeLimit);
        step.stop(StopReason::Covered);
        step.stop(StopReason::SearchOver);
        assert!(step.interrupter.is_raised());
        let reason = |stopped| step.reason(stopped, later);
        assert_eq!(reason(Stopped::Interrupted), StopReason::Covered);
        assert_eq!(reason(Stopped::OutOfMemory), StopReason::MemoryLimit);
    }
}
