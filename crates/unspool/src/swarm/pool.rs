//! The workers of a swarm together: starts them, writes down what they tell, and ends them at a limit or when nobody needs more.
//!
//! Workers are threads. They are told to end by their interrupters, and waited for no longer than a moment: what cannot be interrupted (bounding, taking a large formula apart) ends with the process.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use unspool_engine::Statistics;
use unspool_formula::solver::{Interrupter, memory};
use unspool_swarm::log::{InstanceRecord, InstanceVerdict, Log, Record, Tally};

use crate::STACK_BYTES;
use crate::check_step::{StepOrder, StepReport, Violation};
use crate::error::Error;

use super::worker::{self, Decided, InstanceEnd, Message, Task};

/// How to run it.
pub struct PoolConfig<'a> {
    pub workers: usize,
    pub deadline: Instant,
    pub memory: Option<u64>,
    /// Set by the user to end the swarm.
    pub interruption: &'a AtomicBool,
    /// What a worker has to know, with its interrupter.
    pub order: &'a dyn Fn(usize, Interrupter) -> StepOrder,
    /// What is known from an earlier run.
    pub before: Counts,
    /// For those who watch.
    pub progress: Arc<Mutex<Progress>>,
}

/// How many instances ended how.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    pub safe: u64,
    pub implied: u64,
    pub found: u64,
    pub unknown: u64,
}

impl Counts {
    pub fn decided(&self) -> u64 {
        self.safe + self.implied + self.found
    }

    /// As logs tell it.
    pub fn tally(&self) -> Tally {
        Tally {
            instances: self.decided(),
            implied: self.implied,
            bugs: self.found,
            unknown: self.unknown,
        }
    }

    pub fn of_tally(tally: Tally) -> Counts {
        Counts {
            safe: tally.instances.saturating_sub(tally.implied + tally.bugs),
            implied: tally.implied,
            found: tally.bugs,
            unknown: tally.unknown,
        }
    }

    pub fn add(&mut self, verdict: InstanceVerdict) {
        *match verdict {
            InstanceVerdict::Safe => &mut self.safe,
            InstanceVerdict::Implied => &mut self.implied,
            InstanceVerdict::Unsafe => &mut self.found,
            InstanceVerdict::Unknown => &mut self.unknown,
        } += 1;
    }
}

/// How far it is.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    pub counts: Counts,
    /// Of those of an earlier run.
    pub before: u64,
    /// There is a violation that is made easy to read.
    pub is_minimising: bool,
    pub size: Option<Statistics>,
}

/// What came of it.
pub struct SwarmEnd {
    pub why: EndReason,
    pub counts: Counts,
    /// Names of instances with a violation, the first ones found.
    pub found_in: Vec<String>,
    /// Why instances are unknown: the first reason.
    pub unknown: Option<(String, String)>,
    pub violation: Option<(String, Box<Violation>)>,
    /// What all instances together leave out, if they have no violation.
    pub completed: Option<Box<StepReport>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EndReason {
    /// All instances were decided, or nobody can.
    NothingLeft,
    /// There is a violation, and nobody asks for more.
    Found,
    OutOfTime,
    OutOfMemory,
    Interrupted,
}

/// How often limits are looked at.
const BETWEEN_LOOKS: Duration = Duration::from_millis(20);

/// For those who have been told to stop.
const GRACE: Duration = Duration::from_millis(500);

const MOST_NAMES: usize = 20;

pub fn run(
    task: &Arc<Task>,
    config: &PoolConfig<'_>,
    log: Option<&mut Log>,
) -> Result<SwarmEnd, Error> {
    let (sender, messages) = channel();
    let mut interrupters = Vec::new();
    for number in 0..config.workers.max(1) {
        let is_over = config.interruption.load(Ordering::Relaxed)
            || Instant::now() >= config.deadline
            || task.instances.is_closed();
        if number > 0 && is_over {
            break;
        }
        let interrupter = Interrupter::default();
        let order = (config.order)(number, interrupter.clone());
        interrupters.push(interrupter);
        let (task, sender) = (Arc::clone(task), sender.clone());
        let work = move || {
            let work = || worker::work(&task, &order, number as u32, &sender);
            if std::panic::catch_unwind(std::panic::AssertUnwindSafe(work)).is_err() {
                let error = Error::Bug("a panic, described above".to_string());
                sender.send((number as u32, Message::Failed(error))).ok();
            }
        };
        std::thread::Builder::new()
            .name(format!("worker {number}"))
            .stack_size(STACK_BYTES)
            .spawn(work)
            .map_err(|error| Error::resource(format!("cannot start a thread: {error}")))?;
    }
    drop(sender);
    let mut pool = Pool {
        task,
        config,
        log,
        working: interrupters.iter().map(|_| true).collect(),
        interrupters,
        end: SwarmEnd {
            why: EndReason::NothingLeft,
            counts: config.before,
            found_in: Vec::new(),
            unknown: None,
            violation: None,
            completed: None,
        },
        finder: None,
        first: None,
    };
    let why = pool.watch(&messages)?;
    pool.end.why = why;
    pool.stop(&messages)?;
    if pool.end.violation.is_none()
        && let Some((name, violation)) = pool.first.take()
    {
        pool.end.counts.add(InstanceVerdict::Unsafe);
        pool.end.found_in.push(name.clone());
        pool.end.violation = Some((name, violation));
    }
    Ok(pool.end)
}

struct Pool<'a, 'l> {
    task: &'a Task,
    config: &'a PoolConfig<'a>,
    log: Option<&'l mut Log>,
    interrupters: Vec<Interrupter>,
    working: Vec<bool>,
    end: SwarmEnd,
    /// The worker whose violation ends the swarm.
    finder: Option<usize>,
    /// A violation before it was made easy to read.
    first: Option<(String, Box<Violation>)>,
}

impl Pool<'_, '_> {
    fn watch(&mut self, messages: &Receiver<(u32, Message)>) -> Result<EndReason, Error> {
        while self.working.iter().any(|working| *working) {
            match messages.recv_timeout(BETWEEN_LOOKS) {
                Ok((worker, message)) => self.hear(worker as usize, message)?,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if self.task.exits_on_error && self.end.violation.is_some() {
                return Ok(EndReason::Found);
            }
            if Instant::now() >= self.config.deadline {
                return Ok(EndReason::OutOfTime);
            }
            if self.config.interruption.load(Ordering::Relaxed) {
                return Ok(EndReason::Interrupted);
            }
            let used = memory::of_this_process();
            if let (Some(used), Some(limit)) = (used, self.config.memory)
                && used > limit
            {
                return Ok(EndReason::OutOfMemory);
            }
        }
        Ok(EndReason::NothingLeft)
    }

    fn hear(&mut self, worker: usize, message: Message) -> Result<(), Error> {
        match message {
            Message::Built(size) => self.show(|progress| progress.size = Some(size)),
            Message::Found(name, violation) => {
                self.first = Some((name, violation));
                self.show(|progress| progress.is_minimising = true);
                if self.task.exits_on_error && self.finder.is_none() {
                    self.finder = Some(worker);
                    self.task.instances.close();
                    let others = self.interrupters.iter().enumerate();
                    let others = others.filter(|(number, _)| *number != worker);
                    others.for_each(|(_, other)| other.interrupt());
                }
            }
            Message::Decided(decided) => self.decided(worker, *decided)?,
            Message::Completed(report) => self.end.completed = Some(report),
            Message::Failed(error) => return Err(error),
            Message::Left => {
                if let Some(working) = self.working.get_mut(worker) {
                    *working = false;
                }
            }
        }
        Ok(())
    }

    fn decided(&mut self, worker: usize, decided: Decided) -> Result<(), Error> {
        let Decided {
            name,
            end,
            time,
            memory,
        } = decided;
        let (verdict, what) = match end {
            InstanceEnd::Abandoned | InstanceEnd::Deferred => return Ok(()),
            InstanceEnd::Safe => (InstanceVerdict::Safe, None),
            InstanceEnd::Implied => (InstanceVerdict::Implied, None),
            InstanceEnd::Unknown(why) => {
                self.end.unknown.get_or_insert((name.clone(), why.clone()));
                (InstanceVerdict::Unknown, Some(why))
            }
            InstanceEnd::Unsafe(violation) => {
                let property = violation.property.name().to_string();
                if self.end.found_in.len() < MOST_NAMES {
                    self.end.found_in.push(name.clone());
                }
                self.end.violation.get_or_insert((name.clone(), violation));
                (InstanceVerdict::Unsafe, Some(property))
            }
        };
        self.end.counts.add(verdict);
        let counts = self.end.counts;
        self.show(|progress| {
            progress.counts = counts;
            progress.is_minimising &= verdict != InstanceVerdict::Unsafe;
        });
        let Some(log) = &mut self.log else {
            return Ok(());
        };
        let record = Record::Instance(InstanceRecord {
            name,
            verdict,
            what,
            seconds: (time.as_secs_f64() * 1e6).round() / 1e6,
            memory,
            worker: worker as u32,
        });
        log.write(&record)
            .map_err(|error| Error::resource(format!("cannot write the log: {error}")))
    }

    fn show(&self, change: impl FnOnce(&mut Progress)) {
        if let Ok(mut progress) = self.config.progress.lock() {
            change(&mut progress);
        }
    }

    /// Tells all to end, and hears what they still have to say.
    fn stop(&mut self, messages: &Receiver<(u32, Message)>) -> Result<(), Error> {
        self.task.instances.close();
        self.interrupters.iter().for_each(Interrupter::interrupt);
        let end = Instant::now() + GRACE;
        while self.working.iter().any(|working| *working) {
            let left = end.saturating_duration_since(Instant::now());
            match messages.recv_timeout(left) {
                Ok((worker, message)) => self.hear(worker as usize, message)?,
                Err(_) => break,
            }
        }
        Ok(())
    }
}
