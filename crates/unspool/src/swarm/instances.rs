//! Where instances come from: tilings, files, or cubes. Each is made when a worker wants one.
//!
//! A tiling says what its n-th instance is, so nothing is remembered but how many were taken. A file is read by a thread of its own, which waits while nobody wants more. Cubes are a list.
//!
//! Instances may be *deferred*: one that turns out to be hard is taken up again when all others have been tried, with more patience. A bug is often in an easy one, and what was learnt of a hard one is not lost.
//!
//! When all cubes are taken, those who have nothing left to do *help*: they take one that another worker has. Whoever is first to decide it has decided it for all who search in it.

use std::collections::{HashMap, VecDeque};
use std::fs::File;
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use unspool_formula::solver::Interrupter;
use unspool_swarm::configuration::{self, Configuration, ConfigurationError};
use unspool_swarm::cubes::Cube;
use unspool_swarm::log::InstanceVerdict;
use unspool_swarm::selections::{Order, Selections};
use unspool_swarm::tiling::{Interval, ThreadSize};

use crate::error::Error;
use crate::problem::{Excerpt, Problem, Severity};

/// What a log says of instances, by name.
pub type Decided = HashMap<String, InstanceVerdict>;

/// What a worker is to decide.
#[derive(Clone)]
pub enum Instance {
    Tiles(Configuration),
    Cube(Cube),
}

impl Instance {
    pub fn name(&self) -> String {
        match self {
            Instance::Tiles(configuration) => configuration.name.clone(),
            Instance::Cube(cube) => cube.name(),
        }
    }
}

/// The selections of a tiling, in some order, up to a limit.
#[derive(Clone, Debug)]
pub struct Tiled {
    pub threads: Vec<ThreadSize>,
    pub tiles: Vec<Vec<Interval>>,
    pub selections: Selections,
    pub order: Order,
    /// How many instances there are.
    pub count: u64,
}

impl Tiled {
    pub fn instance(&self, place: u64) -> Option<Configuration> {
        if place >= self.count {
            return None;
        }
        let selection = self.selections.at(u128::from(place), self.order)?;
        let threads = self.threads.iter().zip(&self.tiles).zip(selection);
        let threads = threads.map(|((thread, tiles), selected)| {
            let tiles = selected.iter().filter_map(|tile| tiles.get(*tile as usize));
            (thread.name.clone(), joined(tiles))
        });
        Some(Configuration {
            name: format!("s{place}"),
            threads: threads.collect(),
        })
    }
}

/// Tiles that are next to each other are one interval.
fn joined<'t>(tiles: impl Iterator<Item = &'t Interval>) -> Vec<Interval> {
    let mut intervals: Vec<Interval> = Vec::new();
    for tile in tiles {
        match intervals.last_mut() {
            Some(last) if last.last.checked_add(1) == Some(tile.first) => last.last = tile.last,
            _ => intervals.push(*tile),
        }
    }
    intervals
}

/// All instances, for several workers.
pub struct Instances {
    state: Mutex<State>,
    /// Somebody has finished with an instance.
    changed: Condvar,
    /// Those that are decided already, by name.
    done: Decided,
}

struct State {
    source: Source,
    /// In the order in which they were.
    deferred: VecDeque<Taken>,
    /// Taken, and not finished with.
    in_work: Vec<InWork>,
    is_closed: bool,
}

/// An instance that somebody has.
#[derive(Clone)]
pub struct Taken {
    pub instance: Instance,
    /// How often it has been tried before.
    pub attempts: u32,
    /// How long it has been tried before.
    pub spent: Duration,
}

struct InWork {
    taken: Taken,
    workers: Vec<Worker>,
    /// It is known to have a violation: nobody can help.
    is_claimed: bool,
}

/// Who takes instances.
#[derive(Clone)]
pub struct Worker {
    pub number: u32,
    /// Is raised when others have decided what it searches in, and cleared when it takes something else.
    pub interrupter: Interrupter,
}

enum Source {
    None,
    /// Those at certain places come first.
    Tiled {
        of: Tiled,
        next: u64,
        first: Vec<u64>,
        /// How many of these have been taken.
        taken: usize,
    },
    File(Receiver<Result<Configuration, Error>>),
    Cubes(Vec<Cube>),
}

/// How many instances of a file are read ahead.
const READ_AHEAD: usize = 64;

impl Instances {
    fn new(source: Source, done: Decided) -> Instances {
        Instances {
            state: Mutex::new(State {
                source,
                deferred: VecDeque::new(),
                in_work: Vec::new(),
                is_closed: false,
            }),
            changed: Condvar::new(),
            done,
        }
    }

    /// Those that `again` names come first.
    pub fn of_tiling(of: Tiled, again: &[String], done: Decided) -> Instances {
        let places = again
            .iter()
            .filter_map(|name| name.strip_prefix('s')?.parse().ok());
        let source = Source::Tiled {
            of,
            next: 0,
            first: places.collect(),
            taken: 0,
        };
        Instances::new(source, done)
    }

    /// Of a configuration file.
    pub fn of_file(path: &str, done: Decided) -> Result<Instances, Error> {
        let file = open(path)?;
        let (sender, receiver) = sync_channel(READ_AHEAD);
        let path = path.to_string();
        let read = move || {
            let read = configuration::read(file, None, &mut |configuration| {
                sender.send(Ok(configuration)).is_ok()
            });
            if let Err(error) = read {
                sender.send(Err(unreadable(&path, &error))).ok();
            }
        };
        std::thread::Builder::new()
            .spawn(read)
            .map_err(|error| Error::resource(format!("cannot start a thread: {error}")))?;
        Ok(Instances::new(Source::File(receiver), done))
    }

    /// The last one comes first.
    pub fn of_cubes(cubes: Vec<Cube>, done: Decided) -> Instances {
        Instances::new(Source::Cubes(cubes), done)
    }

    /// None at all: they are decided elsewhere.
    pub fn none() -> Instances {
        Instances::new(Source::None, Decided::new())
    }

    pub fn are_none(&self) -> bool {
        matches!(self.state().source, Source::None)
    }

    /// The next one that is not decided, or one to help with. None when all have been finished with, for which it waits.
    pub fn take(&self, worker: &Worker) -> Result<Option<Taken>, Error> {
        let mut state = self.state();
        loop {
            if state.is_closed {
                return Ok(None);
            }
            // Whoever ends everything closes first.
            worker.interrupter.clear();
            while let Some(instance) = state.source.next()? {
                let known = self.done.get(&instance.name());
                if known.is_none_or(|known| *known == InstanceVerdict::Unknown) {
                    let taken = Taken {
                        instance,
                        attempts: 0,
                        spent: Duration::ZERO,
                    };
                    return Ok(Some(state.begin(taken, worker)));
                }
            }
            if let Some(taken) = state.deferred.pop_front() {
                return Ok(Some(state.begin(taken, worker)));
            }
            if state.in_work.is_empty() {
                return Ok(None);
            }
            let can_be_helped =
                |it: &&mut InWork| !it.is_claimed && matches!(it.taken.instance, Instance::Cube(_));
            let cubes = state.in_work.iter_mut().filter(can_be_helped);
            if let Some(fewest) = cubes.min_by_key(|it| it.workers.len()) {
                fewest.workers.push(worker.clone());
                return Ok(Some(fewest.taken.clone()));
            }
            state = self
                .changed
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// The worker knows what comes of the instance that it took, and needs nobody's help any more. False if another one was first.
    pub fn claim(&self, worker: u32) -> bool {
        self.state().claim(worker).is_some()
    }

    /// What the worker took is decided, or given up: `tell` says so, unless another one was first, and says whether nobody needs any more instances. It is called before anybody can
    /// take it that all are decided.
    pub fn finish(&self, worker: u32, tell: impl FnOnce() -> bool) {
        let mut state = self.state();
        if let Some(place) = state.claim(worker) {
            state.is_closed |= tell();
            state.in_work.swap_remove(place);
        }
        drop(state);
        self.changed.notify_all();
    }

    /// What the worker took is put back, to be taken up again when all others have been tried.
    pub fn defer(&self, worker: u32, time: Duration) {
        let mut state = self.state();
        if let Some(place) = state.claim(worker) {
            let mut taken = state.in_work.swap_remove(place).taken;
            taken.attempts += 1;
            taken.spent += time;
            state.deferred.push_back(taken);
        }
        drop(state);
        self.changed.notify_all();
    }

    /// Nobody needs any more.
    pub fn close(&self) {
        self.state().is_closed = true;
        self.changed.notify_all();
    }

    pub fn is_closed(&self) -> bool {
        self.state().is_closed
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn begin(&mut self, taken: Taken, worker: &Worker) -> Taken {
        self.in_work.push(InWork {
            taken: taken.clone(),
            workers: vec![worker.clone()],
            is_claimed: false,
        });
        taken
    }

    /// Ends the help of others. Where it stands, if it is still the worker's.
    fn claim(&mut self, worker: u32) -> Option<usize> {
        let is_own = |it: &Worker| it.number == worker;
        let place = self
            .in_work
            .iter()
            .position(|it| it.workers.iter().any(is_own))?;
        let claimed = &mut self.in_work[place];
        claimed.is_claimed = true;
        claimed.workers.retain(|helper| {
            if !is_own(helper) {
                helper.interrupter.interrupt();
            }
            is_own(helper)
        });
        Some(place)
    }
}

impl Source {
    fn next(&mut self) -> Result<Option<Instance>, Error> {
        Ok(match self {
            Source::None => None,
            Source::Tiled {
                of,
                next,
                first,
                taken,
            } => {
                if let Some(place) = first.get(*taken) {
                    *taken += 1;
                    return Ok(of.instance(*place).map(Instance::Tiles));
                }
                while first.contains(next) {
                    *next += 1;
                }
                *next += 1;
                of.instance(*next - 1).map(Instance::Tiles)
            }
            Source::File(read) => read.recv().ok().transpose()?.map(Instance::Tiles),
            Source::Cubes(cubes) => cubes.pop().map(Instance::Cube),
        })
    }
}

pub fn open(path: &str) -> Result<File, Error> {
    File::open(path).map_err(|error| {
        Error::input(
            format!("cannot read `{path}`: {error}"),
            "`--config-only` writes such a file",
        )
    })
}

pub fn unreadable(path: &str, error: &ConfigurationError) -> Error {
    match error {
        ConfigurationError::Read(error) => Error::input(
            format!("cannot read `{path}`: {error}"),
            "give a file that can be read",
        ),
        ConfigurationError::Wrong { line, column, what } => {
            let text = std::fs::read_to_string(path).ok();
            let lines: Vec<&str> = text.iter().flat_map(|text| text.lines()).collect();
            let is_there = lines.get(line - 1).is_some_and(|text| !text.is_empty());
            // A file that ends too early is wrong behind its last line.
            let (line, column) = match lines.iter().rposition(|text| !text.trim().is_empty()) {
                Some(last) if !is_there => (last + 1, usize::MAX),
                _ => (*line, *column),
            };
            let text = lines.get(line - 1).map(|text| text.to_string());
            Error::Parse(vec![configuration_problem(
                path,
                (line, column),
                text,
                what,
            )])
        }
    }
}

/// Lines of generated files may be very long.
const LONGEST_LINE: usize = 400;

fn configuration_problem(
    path: &str,
    (line, column): (usize, usize),
    text: Option<String>,
    what: &str,
) -> Problem {
    let text = text.filter(|text| text.len() <= LONGEST_LINE);
    let at = text.as_ref().map_or(0, |text| {
        let at = column.saturating_sub(1).min(text.len());
        (0..=at)
            .rev()
            .find(|at| text.is_char_boundary(*at))
            .unwrap_or(0)
    });
    let end = text.as_ref().map_or(0, |text| {
        (at + 1..=text.len())
            .find(|end| text.is_char_boundary(*end))
            .unwrap_or(at)
    });
    let excerpt = Excerpt {
        file: path.to_string(),
        line: u32::try_from(line).unwrap_or(u32::MAX),
        text,
        underline: at..end,
        label: String::new(),
        is_primary: true,
    };
    Problem::new(Severity::Error, what)
        .with_excerpt(Some(excerpt))
        .with_help("an instance is written as \"s0\": {\"thread_0\": [[1, 3]], \"main\": [[1, 6]]}; docs/swarm.md describes the format")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn worker(number: u32) -> Worker {
        Worker {
            number,
            interrupter: Interrupter::default(),
        }
    }

    fn cubes(parts: usize) -> Instances {
        let cubes = Cube::whole(&[8, 8], 3).cut_into(parts);
        Instances::of_cubes(cubes, Decided::new())
    }

    fn tiles(count: u64) -> Tiled {
        let tiles = (0..count as u32).map(|at| Interval {
            first: at,
            last: at,
        });
        Tiled {
            threads: vec![ThreadSize {
                name: "main".to_string(),
                end: count as u32,
            }],
            tiles: vec![tiles.collect()],
            selections: Selections::new([count as usize], 1),
            order: Order::Ascending,
            count,
        }
    }

    fn take(instances: &Instances, worker: &Worker) -> Option<Taken> {
        instances.take(worker).expect("no file is read")
    }

    fn name(taken: Option<Taken>) -> String {
        taken.expect("an instance").instance.name()
    }

    #[test]
    fn who_has_nothing_to_do_helps_the_one_who_is_alone() {
        let instances = cubes(2);
        let workers: Vec<Worker> = (0..4).map(worker).collect();
        let names: Vec<String> = workers
            .iter()
            .map(|it| name(take(&instances, it)))
            .collect();
        assert_eq!(names, ["c1", "c0", "c1", "c0"]);
        let mut told = 0;
        instances.finish(2, || {
            told += 1;
            false
        });
        // Who helped it, or was helped, is told to stop, and says nothing any more.
        let raised = |number: usize| workers[number].interrupter.is_raised();
        assert!(raised(0) && !raised(1) && !raised(2) && !raised(3));
        instances.finish(0, || {
            told += 1;
            true
        });
        assert_eq!(told, 1);
        assert_eq!(name(take(&instances, &workers[0])), "c0");
        assert!(!raised(0));
        // A violation is nothing to help with.
        assert!(instances.claim(3) && !instances.claim(1));
        assert!(raised(0) && raised(1) && !raised(3));
        instances.finish(3, || false);
        assert!(workers.iter().all(|it| take(&instances, it).is_none()));
    }

    #[test]
    fn what_is_deferred_comes_after_all_others() {
        let instances = Instances::of_tiling(tiles(4), &[], Decided::new());
        let worker = worker(0);
        let second = Duration::from_secs(1);
        let mut visited = Vec::new();
        while let Some(taken) = take(&instances, &worker) {
            visited.push((taken.instance.name(), taken.attempts));
            assert_eq!(taken.spent, taken.attempts * second);
            let is_hard = ["s0", "s2"].contains(&&*taken.instance.name());
            match is_hard && taken.attempts < 2 {
                true => instances.defer(0, second),
                false => instances.finish(0, || false),
            }
        }
        let visited: Vec<(&str, u32)> = visited
            .iter()
            .map(|(name, attempts)| (&**name, *attempts))
            .collect();
        let first = [("s0", 0), ("s1", 0), ("s2", 0), ("s3", 0)];
        let later = [("s0", 1), ("s2", 1), ("s0", 2), ("s2", 2)];
        assert_eq!(visited, [first, later].concat());
    }

    #[test]
    fn what_is_asked_again_comes_first_and_once() {
        let done = [
            ("s1", InstanceVerdict::Safe),
            ("s3", InstanceVerdict::Unknown),
        ];
        let done = done.map(|(name, verdict)| (name.to_string(), verdict));
        let again = ["s2".to_string()];
        let instances = Instances::of_tiling(tiles(5), &again, done.into_iter().collect());
        let worker = worker(0);
        let mut visited = Vec::new();
        while let Some(taken) = take(&instances, &worker) {
            visited.push(taken.instance.name());
            instances.finish(0, || false);
        }
        assert_eq!(visited, ["s2", "s0", "s3", "s4"]);
    }

    #[test]
    fn nobody_takes_what_is_closed() {
        let instances = cubes(2);
        let own = worker(0);
        take(&instances, &own);
        instances.close();
        own.interrupter.interrupt();
        assert!(take(&instances, &own).is_none());
        assert!(own.interrupter.is_raised());
    }
}
