//! A worker of a swarm: decides instances, one after the other, with engines of its own.
//!
//! The engines are built once. An instance is a set of restrictions to them ([`unspool_engine::Restriction`]), so they keep what they have learnt from one instance to the next. What is to blame for an answer
//! is told to all workers ([`Proven`]): instances about which that says enough are not asked about. Workers that decide cubes have the same formula, and exchange clauses ([`Exchange`]); every other one searches as if
//! there were a violation. With an external verifier, or a schema, each instance is a sequential program instead, which is asked about by itself.
//!
//! When all instances are decided and none has a violation, the engines of the first worker are asked what all of them leave out.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use unspool_engine::{
    Answer, Counterexample, Engine, Minimality, PointOf, Restriction, Statistics, Wanted,
};
use unspool_formula::solver::cadical::{self, Preset};
use unspool_formula::solver::{Exchange, Stopped, memory};
use unspool_ir::{PointId, Program};
use unspool_swarm::cubes::Cut;
use unspool_swarm::proven::Proven;

use crate::beyond_bounds::{self, Passed, Patience, Reach};
use crate::check_step::{self, StepEnd, StepOrder, StepReport, Violation};
use crate::error::Error;
use crate::invalid_accesses;
use crate::questions::Group;
use crate::sequential::by_backend::BackendOrder;
use crate::sequential_step::{self, SequentialOrder};

use super::instances::{Instance, Instances, Taken, Worker};
use super::places::Places;

/// What all workers share.
pub struct Task {
    pub bounded: Arc<Program>,
    /// What is known of the bounded program.
    pub report: Mutex<StepReport>,
    /// Questions that need a schedule, for each engine.
    pub groups: Vec<Group>,
    pub places: Places,
    pub instances: Instances,
    pub proven: Mutex<Proven>,
    /// If instances are made sequential first.
    pub sequential: Option<SequentialOrder>,
    /// By which workers tell each other what they have learnt; one for each of their engines, if they do.
    pub exchanges: Vec<Exchange>,
    /// Instances are cubes, for so many slots.
    pub slots: Option<u32>,
    pub instance_time: Option<Duration>,
    pub exits_on_error: bool,
    /// Everything within the bounds of the schedule is covered, so that it makes sense to ask what is beyond.
    pub covers_everything: bool,
    /// There is a violation: others need not be made easy to read.
    pub has_found: AtomicBool,
    /// Something could not be decided.
    pub has_unknown: AtomicBool,
    /// An instance that names statements which are not there.
    pub beyond: OnceLock<String>,
}

/// What a worker tells.
pub enum Message {
    /// The formula's size.
    Built(Statistics),
    /// There is a violation in this instance, which is made easy to read.
    Found(String, Box<Violation>),
    Decided(Box<Decided>),
    /// What all instances together leave out.
    Completed(Box<StepReport>),
    Failed(Error),
    /// It has nothing left to do.
    Left,
}

pub struct Decided {
    pub name: String,
    pub end: InstanceEnd,
    pub time: Duration,
    pub memory: Option<u64>,
}

pub enum InstanceEnd {
    Safe,
    /// It is safe, as others have shown.
    Implied,
    Unsafe(Box<Violation>),
    Unknown(String),
    /// Stopped because nobody needs it any more.
    Abandoned,
    /// It is hard; others come first.
    Deferred,
}

/// How hard an instance may be at first.
const FIRST_CONFLICTS: u64 = 10_000;

/// Works until nothing is left, or it is interrupted.
pub fn work(task: &Task, order: &StepOrder, worker: u32, sender: &Sender<(u32, Message)>) {
    let tell = |message: Message| {
        sender.send((worker, message)).ok();
    };
    let worked = match &task.sequential {
        None => by_engines(task, order, worker, &tell),
        Some(way) => by_sequential_programs(task, order, way, worker, &tell),
    };
    match worked {
        Ok(()) => tell(Message::Left),
        Err(error) => {
            task.instances.close();
            tell(Message::Failed(error));
        }
    }
}

/// The engines of a worker, and how long it took to build them. None if there was no time for it.
fn engines<'t>(
    task: &'t Task,
    order: &StepOrder,
    worker: u32,
) -> Result<Option<(Engines<'t>, Duration)>, Error> {
    let mut engines = Vec::new();
    let start = Instant::now();
    for group in &task.groups {
        let asks_deadlocks = group.questions.contains(&Wanted::Deadlock);
        let mut config =
            check_step::engine_config(order, group.finds, asks_deadlocks, &task.bounded);
        config.solver = cadical::Config {
            seed: worker,
            preset: match worker % 2 {
                0 => Preset::Default,
                _ => Preset::Satisfiable,
            },
            exchange: task.exchanges.get(engines.len()).cloned(),
            ..cadical::Config::default()
        };
        match Engine::new(&task.bounded, config) {
            Ok(engine) => engines.push((engine, &group.questions[..])),
            Err(error) => {
                beyond_bounds::stopped(error)?;
                return Ok(None);
            }
        }
    }
    Ok(Some((engines, start.elapsed())))
}

fn by_engines(
    task: &Task,
    order: &StepOrder,
    worker: u32,
    tell: &impl Fn(Message),
) -> Result<(), Error> {
    let Some((mut engines, built)) = engines(task, order, worker)? else {
        return Ok(());
    };
    if let Some((engine, _)) = engines.first() {
        tell(Message::Built(engine.statistics().clone()));
    }
    let mut asked = Duration::ZERO;
    let mut report = StepReport::nothing(order);
    let own = Worker {
        number: worker,
        interrupter: order.interrupter.clone(),
    };
    while let Some(taken) = task.instances.take(&own)? {
        let start = Instant::now();
        let end = decide(
            task,
            order,
            &mut engines,
            (&taken, worker),
            &mut report,
            tell,
        );
        // Nobody waits for what will not be decided.
        let end = end.inspect_err(|_| task.instances.close())?;
        let time = start.elapsed();
        asked += time;
        match end {
            InstanceEnd::Deferred => task.instances.defer(worker, time),
            end => {
                let time = time + taken.spent;
                end_instance(task, (&taken.instance, worker), end, time, None, tell);
            }
        }
    }
    if worker == 0 && is_clean(task, order) {
        let mut report = known(task, order);
        report.times.building = built;
        report.times.violation = asked;
        report.statistics = engines
            .first()
            .map_or(Statistics::default(), |(engine, _)| {
                engine.statistics().clone()
            });
        complete(task, order, &mut engines, &mut report)?;
        tell(Message::Completed(Box::new(report)));
    }
    Ok(())
}

/// What is known of the bounded program, to be filled in.
fn known(task: &Task, order: &StepOrder) -> StepReport {
    let known = task.report.lock().unwrap_or_else(PoisonError::into_inner);
    StepReport {
        size: known.size,
        bounding: known.bounding.clone(),
        proofs: known.proofs.clone(),
        asks_schedules: known.asks_schedules,
        times: known.times,
        ..StepReport::nothing(order)
    }
}

/// Tells what came of an instance, unless another worker was first.
fn end_instance(
    task: &Task,
    (instance, worker): (&Instance, u32),
    end: InstanceEnd,
    time: Duration,
    memory_used: Option<u64>,
    tell: &impl Fn(Message),
) {
    task.instances.finish(worker, || {
        let is_found = matches!(end, InstanceEnd::Unsafe(_));
        if is_found {
            task.has_found.store(true, Ordering::Relaxed);
        }
        if let InstanceEnd::Unknown(_) | InstanceEnd::Abandoned = end {
            task.has_unknown.store(true, Ordering::Relaxed);
        }
        tell(Message::Decided(Box::new(Decided {
            name: instance.name(),
            end,
            time,
            memory: memory_used.or_else(memory::of_this_process),
        })));
        is_found && task.exits_on_error
    });
}

/// Whether all were decided, and nothing was found.
fn is_clean(task: &Task, order: &StepOrder) -> bool {
    let flags = [&task.has_found, &task.has_unknown];
    !order.interrupter.is_raised() && flags.iter().all(|flag| !flag.load(Ordering::Relaxed))
}

type Engines<'e> = Vec<(Engine<'e>, &'e [Wanted])>;

fn decide(
    task: &Task,
    order: &StepOrder,
    engines: &mut Engines<'_>,
    (taken, worker): (&Taken, u32),
    report: &mut StepReport,
    tell: &impl Fn(Message),
) -> Result<InstanceEnd, Error> {
    let instance = &taken.instance;
    let numbers = numbers_of(task, instance)?;
    let mut proven = task.proven.lock().unwrap_or_else(PoisonError::into_inner);
    if proven.excludes(&numbers) {
        return Ok(InstanceEnd::Implied);
    }
    drop(proven);
    let restrictions = numbers
        .iter()
        .filter_map(|number| restriction(task, *number));
    let restrictions: Vec<Restriction> = restrictions.collect();
    let deadline = deadline_of(task, order, taken.spent);
    let mut blamed = Vec::new();
    for (engine, questions) in engines {
        engine.restrict(restrictions.iter().copied());
        engine.set_most_conflicts(most_conflicts(taken));
        for wanted in *questions {
            engine.set_deadline(deadline);
            match engine.ask(wanted) {
                Ok(Answer::None) => {
                    blamed.extend(engine.blamed().iter().filter_map(|it| number_of(task, *it)));
                }
                Ok(Answer::Found(found)) => {
                    if !task.instances.claim(worker) {
                        return Ok(InstanceEnd::Abandoned);
                    }
                    engine.set_most_conflicts(None);
                    let asked = (wanted, instance.name());
                    return violation(task, order, engine, asked, *found, report, tell);
                }
                Ok(Answer::Stopped(Stopped::OutOfConflicts)) => {
                    return Ok(InstanceEnd::Deferred);
                }
                Ok(Answer::Stopped(why)) => return Ok(no_answer(task, why)),
                Err(error) => return beyond_bounds::stopped(error).map(|why| no_answer(task, why)),
            }
        }
    }
    let mut proven = task.proven.lock().unwrap_or_else(PoisonError::into_inner);
    proven.add(blamed);
    Ok(InstanceEnd::Safe)
}

/// Of an instance on which so much time was spent before.
fn deadline_of(task: &Task, order: &StepOrder, spent: Duration) -> Option<Instant> {
    let all = order.engine.deadline;
    let own = task.instance_time;
    let own = own.map(|time| Instant::now() + time.saturating_sub(spent));
    match (own, all) {
        (Some(own), Some(all)) => Some(own.min(all)),
        (own, all) => own.or(all),
    }
}

/// Four times as hard as the last time. Cubes are no easier for being put aside: there are few, and all have to be decided.
fn most_conflicts(taken: &Taken) -> Option<u64> {
    match taken.instance {
        Instance::Cube(_) => None,
        Instance::Tiles(_) => FIRST_CONFLICTS.checked_mul(1 << (2 * taken.attempts.min(20))),
    }
}

fn no_answer(task: &Task, why: Stopped) -> InstanceEnd {
    match why {
        Stopped::Interrupted => InstanceEnd::Abandoned,
        Stopped::OutOfMemory => InstanceEnd::Unknown("the memory limit was reached".to_string()),
        Stopped::OutOfTime | Stopped::OutOfConflicts => {
            InstanceEnd::Unknown(match task.instance_time {
                Some(_) => "its time was over".to_string(),
                None => "the time limit was reached".to_string(),
            })
        }
    }
}

/// The first one is made easy to read, and stays within its instance.
fn violation(
    task: &Task,
    order: &StepOrder,
    engine: &mut Engine<'_>,
    (wanted, name): (&Wanted, String),
    found: Counterexample,
    report: &mut StepReport,
    tell: &impl Fn(Message),
) -> Result<InstanceEnd, Error> {
    let property = found.property();
    let property = property.ok_or_else(|| Error::Bug("a violation of no property".to_string()))?;
    let mut violation = Violation {
        property,
        minimality: Minimality::unknown(engine, &found),
        counterexample: found,
        bounded: Arc::clone(&task.bounded),
    };
    if !task.has_found.swap(true, Ordering::Relaxed) {
        tell(Message::Found(name, Box::new(violation.clone())));
        let best = check_step::minimised(order, engine, wanted, &violation.counterexample, report)?;
        if let Some((counterexample, minimality, property)) = best {
            violation.property = property.unwrap_or(violation.property);
            violation.counterexample = counterexample;
            violation.minimality = minimality;
        }
    }
    Ok(InstanceEnd::Unsafe(Box::new(violation)))
}

/// The restrictions of an instance as numbers, ascending.
fn numbers_of(task: &Task, instance: &Instance) -> Result<Vec<u32>, Error> {
    match instance {
        Instance::Tiles(configuration) => {
            if task.beyond.get().is_none()
                && let Some(beyond) = task.places.beyond(configuration)
            {
                task.beyond.set(beyond).ok();
            }
            task.places.sealed(configuration)
        }
        Instance::Cube(cube) => {
            let numbers = cube.cuts.iter().filter_map(|cut| number_of_cut(task, cut));
            let mut numbers: Vec<u32> = numbers.collect();
            numbers.sort_unstable();
            Ok(numbers)
        }
    }
}

/// Cuts are numbered by point, slot, and half.
fn number_of_cut(task: &Task, cut: &Cut) -> Option<u32> {
    let slots = task.slots? + 1;
    let points = task.places.points();
    let before: usize = points.iter().take(cut.thread).map(|(_, count)| count).sum();
    let number = (before + cut.point) as u64 * u64::from(slots) + u64::from(cut.slot);
    u32::try_from(number * 2 + u64::from(cut.is_late)).ok()
}

fn restriction(task: &Task, number: u32) -> Option<Restriction> {
    let Some(slots) = task.slots.map(|slots| slots + 1) else {
        return task.places.restriction(number);
    };
    let (is_late, slot, mut point) = (number % 2 == 1, number / 2 % slots, number / 2 / slots);
    for &(thread, count) in task.places.points() {
        let count = u32::try_from(count).ok()?;
        if point < count {
            let at = PointOf { thread, point };
            return Some(match is_late {
                true => Restriction::NotBefore(at, slot),
                false => Restriction::Before(at, slot),
            });
        }
        point -= count;
    }
    None
}

fn number_of(task: &Task, restriction: Restriction) -> Option<u32> {
    let (at, slot, is_late) = match restriction {
        Restriction::Sealed(point) => return task.places.number_of(point),
        Restriction::NotBefore(at, slot) => (at, slot, true),
        Restriction::Before(at, slot) => (at, slot, false),
    };
    let points = task.places.points();
    let thread = points.iter().position(|(thread, _)| *thread == at.thread)?;
    let cut = Cut {
        thread,
        point: at.point as usize,
        slot,
        is_late,
    };
    number_of_cut(task, &cut)
}

/// What executions do beyond all instances.
fn complete(
    task: &Task,
    order: &StepOrder,
    engines: &mut Engines<'_>,
    report: &mut StepReport,
) -> Result<(), Error> {
    let start = Instant::now();
    let proven = task.proven.lock().unwrap_or_else(PoisonError::into_inner);
    let covers_everything = task.covers_everything || proven.excludes_all();
    drop(proven);
    // A sequential program does not know what a longer schedule would bring.
    let covers_everything = covers_everything && task.sequential.is_none();
    let mut all = Passed {
        unsupported: Reach::No,
        cut: Reach::No,
        longer: match covers_everything {
            true => Reach::No,
            false => Reach::NotAsked,
        },
    };
    for (engine, _) in engines {
        engine.restrict([]);
        engine.set_most_conflicts(None);
        let spent = report.times.violation;
        let patience = Patience::Unlimited;
        let ask = match covers_everything {
            true => beyond_bounds::completeness,
            false => beyond_bounds::completeness_of_program,
        };
        all = all.and(ask(order, patience, &task.bounded, engine, spent)?);
    }
    report.times.completeness += start.elapsed();
    let end = StepEnd::Passed {
        unsupported: all.unsupported,
        cut: all.cut,
        longer: all.longer,
    };
    report.end = invalid_accesses::look_behind(order, report, end)?;
    report.memory = memory::of_this_process();
    Ok(())
}

fn by_sequential_programs(
    task: &Task,
    order: &StepOrder,
    way: &SequentialOrder,
    worker: u32,
    tell: &impl Fn(Message),
) -> Result<(), Error> {
    let own = Worker {
        number: worker,
        interrupter: order.interrupter.clone(),
    };
    while let Some(Taken { instance, .. }) = task.instances.take(&own)? {
        let start = Instant::now();
        let mut report = known(task, order);
        let numbers = numbers_of(task, &instance)?;
        let points = task.places.points_of(&numbers).into_iter();
        let way = SequentialOrder {
            sealed: Arc::new(
                points
                    .map(|(thread, point)| (thread, PointId(point)))
                    .collect(),
            ),
            ..way.clone()
        };
        let ignore = |_| {};
        let mut limited = order.clone();
        limited.engine.deadline = deadline_of(task, order, Duration::ZERO);
        let end = sequential_step::ask(&limited, &way, &task.bounded, &mut report, &ignore);
        let end = match end.inspect_err(|_| task.instances.close())? {
            StepEnd::Violations(found) => match found.into_iter().next() {
                Some(first) => {
                    let mut all = task.report.lock().unwrap_or_else(PoisonError::into_inner);
                    all.asked.clone_from(&report.asked);
                    InstanceEnd::Unsafe(Box::new(first))
                }
                None => return Err(Error::Bug("no violation was found".to_string())),
            },
            StepEnd::Passed {
                unsupported: Reach::Yes(what),
                ..
            } => InstanceEnd::Unknown(match what {
                Some(beyond) => format!("unsupported: {}", beyond.what),
                None => "it reaches something unsupported".to_string(),
            }),
            StepEnd::Passed { .. } => InstanceEnd::Safe,
            StepEnd::Stopped(why) => no_answer(task, why),
            StepEnd::TooLarge(_) => {
                InstanceEnd::Unknown("its sequential program is too large".to_string())
            }
            StepEnd::Unanswered(why) => InstanceEnd::Unknown(why),
        };
        end_instance(
            task,
            (&instance, worker),
            end,
            start.elapsed(),
            report.verifier_memory,
            tell,
        );
    }
    if worker == 0 && is_clean(task, order) {
        let Some((mut engines, built)) = engines(task, order, worker)? else {
            return Ok(());
        };
        let mut report = known(task, order);
        report.asked = Some(way.describe());
        report.remark = way.backend.as_ref().and_then(BackendOrder::remark);
        report.times.building = built;
        complete(task, order, &mut engines, &mut report)?;
        tell(Message::Completed(Box::new(report)));
    }
    Ok(())
}
