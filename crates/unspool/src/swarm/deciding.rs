//! Decides the instances of a swarm on this machine, with a line on the terminal about how far it is.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use unspool_formula::solver::Exchange;
use unspool_swarm::coverage::Coverage;
use unspool_swarm::followed_log;
use unspool_swarm::log::{INTERRUPTED, Log};

use crate::check_step::{StepEnd, Violation};
use crate::console::Console;
use crate::error::Error;
use crate::interruption;
use crate::progress::{self, duration};
use crate::search::{Findings, SearchEnd};
use crate::sequential_step::SequentialOrder;
use crate::swarm_options::SwarmOptions;

use super::instances::Instances;
use super::judgement::{self, Swarm};
use super::pool::{self, Counts, EndReason, PoolConfig, Progress, SwarmEnd};
use super::prepared::{Prepared, coverage};
use super::worker::Task;

/// What came of a swarm.
pub struct Outcome {
    /// As a search of one step.
    pub findings: Findings,
    pub swarm: Swarm,
    pub end: SwarmEnd,
}

/// Which instances are left to decide.
pub struct Left {
    pub instances: Instances,
    /// What came of the others.
    pub before: Counts,
}

/// Runs the workers.
pub fn decide(
    options: &SwarmOptions,
    swarm: Prepared,
    left: Left,
    log: Option<&mut Log>,
    console: &Console,
) -> Result<Outcome, Error> {
    let Prepared {
        common,
        bounded,
        places,
        backend,
        tiled,
        report,
        groups,
        given,
    } = swarm;
    let Left { instances, before } = left;
    let is_nothing_left = instances.are_none();
    let schedule = common.depth.schedule;
    let all = tiled.as_ref().map(|tiled| tiled.count).or(given);
    let covered = |instances| coverage(options, tiled.as_ref(), schedule, instances);
    let sequential = options.check.sequential(&common.depth, backend.as_ref());
    let task = Arc::new(Task {
        bounded,
        report: Mutex::new(report),
        exchanges: match options.cubes {
            Some(_) => groups.iter().map(|_| Exchange::default()).collect(),
            None => Vec::new(),
        },
        groups,
        places,
        instances,
        proven: Mutex::default(),
        sequential: sequential.map(|way| SequentialOrder {
            is_part: true,
            ..way
        }),
        slots: options.cubes.map(|_| schedule.length()),
        instance_time: options.instance_time,
        exits_on_error: options.exits_on_error(),
        covers_everything: covered(all.unwrap_or(0)).is_everything(),
        has_found: AtomicBool::new(false),
        has_unknown: AtomicBool::new(false),
        beyond: OnceLock::new(),
    });
    let interruption = interruption::watch();
    let shown = Arc::new(Mutex::new(Progress {
        counts: before,
        before: before.decided(),
        ..Progress::default()
    }));
    let watched = Arc::clone(&shown);
    let mut drawing = progress::Progress::start(console, move |time| {
        let progress = watched.lock().unwrap_or_else(PoisonError::into_inner);
        in_work(&progress, all, time)
    });
    let config = PoolConfig {
        workers: if is_nothing_left {
            1
        } else {
            options.check.cores().min(match (options.cubes, all) {
                (None, Some(all)) => usize::try_from(all.max(1)).unwrap_or(usize::MAX),
                _ => usize::MAX,
            })
        },
        deadline: common.deadline,
        memory: options.check.memory(),
        interruption: &interruption,
        order: &|number, interrupter| common.order(options, number, interrupter),
        before,
        progress: shown,
    };
    let end = pool::run(&task, &config, log);
    drawing.finish();
    let end = end?;
    if end.counts.decided() + end.counts.unknown == 0 && end.why == EndReason::NothingLeft {
        return Err(no_instance());
    }
    let proven = task.proven.lock().unwrap_or_else(PoisonError::into_inner);
    let swarm = Swarm {
        coverage: match proven.excludes_all() {
            true if !covered(end.counts.decided()).is_everything() => Coverage::Proved,
            _ => covered(end.counts.decided()),
        },
        all,
        is_cubes: options.cubes.is_some(),
        time: options.time(),
        memory: options.check.memory(),
        goes_on: "with --log FILE, a later run with --resume goes on where this one stopped",
        beyond: task.beyond.get().cloned(),
    };
    drop(proven);
    let findings = findings(&task, &end);
    // It may be large, and the process ends soon.
    std::mem::forget(task);
    Ok(Outcome {
        findings,
        swarm,
        end,
    })
}

pub fn no_instance() -> Error {
    Error::input(
        "there is no instance to decide",
        "a configuration file has an entry for each: {\"s0\": {\"main\": [[1, 6]]}}",
    )
}

/// As a search of one step.
fn findings(task: &Task, end: &SwarmEnd) -> Findings {
    let known = task.report.lock().unwrap_or_else(PoisonError::into_inner);
    let (steps, end) = match (&end.violation, &end.completed) {
        (Some((_, violation)), _) => {
            let found = StepEnd::Violations(vec![Violation::clone(violation)]);
            (vec![known.so_far(found)], SearchEnd::Violation { step: 0 })
        }
        (None, Some(completed)) => {
            let end = judgement::search_end(completed);
            (vec![completed.so_far(completed.end.clone())], end)
        }
        (None, None) => (Vec::new(), SearchEnd::NothingLeft),
    };
    Findings {
        steps,
        unfinished: Vec::new(),
        end,
    }
}

/// For the log.
pub fn end_in_words(end: &SwarmEnd) -> &'static str {
    match end.why {
        EndReason::NothingLeft | EndReason::Found if end.counts.found > 0 => followed_log::UNSAFE,
        EndReason::OutOfTime => "time limit",
        EndReason::OutOfMemory => "memory limit",
        EndReason::Interrupted => INTERRUPTED,
        EndReason::NothingLeft | EndReason::Found if end.counts.unknown > 0 => "unknown",
        EndReason::NothingLeft | EndReason::Found => followed_log::SAFE,
    }
}

/// For the line on the terminal.
fn in_work(progress: &Progress, all: Option<u64>, time: Duration) -> String {
    let counts = progress.counts;
    let mut text = match (all, &progress.size) {
        (_, None) if counts == Counts::default() => {
            return format!("symbolic execution, {}", duration(time));
        }
        (Some(all), _) => {
            let done = counts.decided() + counts.unknown - progress.before;
            progress::of_instances(done, all.saturating_sub(progress.before), time)
        }
        (None, _) => format!("{} decided, {}", counts.decided(), duration(time)),
    };
    if counts.found > 0 {
        text.push_str(&format!("; {} with a bug", counts.found));
    }
    if counts.unknown > 0 {
        text.push_str(&format!("; {} without an answer", counts.unknown));
    }
    if progress.is_minimising {
        text.push_str("; a violation, looking for one that is easier to read");
    }
    text
}
