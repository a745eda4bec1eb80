//! `unspool swarm`: decide the executions of a program in many parts, on many cores or machines.

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use sha2::{Digest, Sha256};
use unspool_cfront::compiler_flags::Picked;
use unspool_engine::{EngineConfig, Finds};
use unspool_formula::solver::Interrupter;
use unspool_ir::{Program, Property, text};
use unspool_passes::wakers::Wakers;
use unspool_swarm::coverage::Coverage;
use unspool_swarm::cubes::Cube;
use unspool_swarm::log::{self, InstanceVerdict, Log, Record};
use unspool_swarm::selections::Selections;
use unspool_swarm::tiling;

use crate::bound_options::Bounds;
use crate::check_stats::OtherTimes;
use crate::check_step::{self, Patience, StepEnd, StepOrder, StepReport, Violation};
use crate::command_check::{Ending, conclude, deadline, lowered};
use crate::console::{Console, write_result};
use crate::depth::{Depth, Given, ScheduleBound};
use crate::error::Error;
use crate::exit_codes::ExitCode;
use crate::inputs::InputConfig;
use crate::instrumentation;
use crate::interruption;
use crate::pipeline::Work;
use crate::progress::{self, duration};
use crate::questions::{self, Group};
use crate::search::{Findings, SearchEnd};
use crate::sequential::by_backend::BackendOrder;
use crate::swarm::instances::{Decided, Instances, Tiled};
use crate::swarm::judgement::{self, Swarm};
use crate::swarm::places::Places;
use crate::swarm::pool::{self, Counts, EndReason, PoolConfig, Progress, SwarmEnd};
use crate::swarm::worker::Task;
use crate::swarm_files;
use crate::swarm_options::SwarmOptions;
use crate::verdict::Question;

pub fn run(
    options: &SwarmOptions,
    picked: &Picked,
    arguments: &[String],
    console: &Console,
) -> Result<u8, Error> {
    let start = Instant::now();
    check_options(options)?;
    let properties = options.check.properties(console)?;
    let mut input = InputConfig::new(&options.check.input, picked);
    instrumentation::ask_for(&mut input, &properties);
    options.check.output.check(&input)?;
    let work = lowered(&options.check, &input, &properties, console)?;
    let times = OtherTimes {
        front_end: start.elapsed(),
        ..OtherTimes::default()
    };
    let backend = options.check.backend_options.order(&input)?;
    let swarm = Prepared::new(options, &work, &properties, backend, start)?;
    if options.show_statements {
        write_result(swarm.places.listing(&swarm.bounded).as_bytes())?;
        return Ok(ExitCode::Success.number());
    }
    if let Some(written) = swarm_files::write(options, &input, &swarm)? {
        console.remark(&written);
        return Ok(ExitCode::Success.number());
    }
    let (findings, judged) = decide(options, swarm, &input, console)?;
    let question = Question {
        program: &work.program,
        properties: &properties,
        given: Given {
            unwind: Some(options.depth().unwind),
            schedule: Some(options.depth().schedule),
            ..options.check.given()
        },
        allow_same_value: options.check.allow_same_value,
        time: options.time(),
        memory: options.check.memory(),
        bounds: &|depth: &Depth| options.check.bounds(depth).ok().map(|bounds| bounds.config),
        again: &|_| None,
    };
    let (swarm, end) = &judged;
    let notes = match end.counts.found {
        0 => Vec::new(),
        _ => vec![found_in(end, swarm)],
    };
    let ending = Ending {
        options: &options.check,
        input: &input,
        work: &work,
        properties: &properties,
        question: &question,
        findings: &findings,
        orders: None,
        notes: &notes,
        start,
        console,
    };
    let code = conclude(&ending, times, || {
        judgement::judge(&question, &findings, swarm, end)
    })?;
    // The process ends here; taking the programs apart first is wasted time.
    std::mem::forget((work, findings));
    Ok(code)
}

/// Options that would have no effect are refused.
fn check_options(options: &SwarmOptions) -> Result<(), Error> {
    let usage = |message: &str, help: &str| {
        Err(Error::Usage {
            message: message.to_string(),
            help: help.to_string(),
        })
    };
    let check = &options.check;
    check.check_schema_options()?;
    if check
        .schema
        .is_some_and(|schema| schema != crate::schema_options::Schema::Lazy)
    {
        return usage(
            "only the schema `lazy` has instances",
            "in the others threads run to their ends at once, and are never interrupted: leave --schema out",
        );
    }
    if options.cubes && check.is_sequential() {
        return usage(
            "--cubes are cut out of our engine's formula",
            "leave out --schema and --backend, or --cubes",
        );
    }
    if options.resume && options.log.is_none() && options.cluster.cluster.is_none() {
        return usage(
            "--resume needs the log of the swarm to go on with",
            "give --log FILE, to both runs",
        );
    }
    Ok(())
}

/// A program, and the parts of it that are to be decided.
pub struct Prepared {
    pub common: Common,
    pub bounded: Arc<Program>,
    pub places: Places,
    pub backend: Option<BackendOrder>,
    /// Unless instances are given by a file, or are cubes.
    pub tiled: Option<Tiled>,
    report: StepReport,
    groups: Vec<Group>,
}

/// What every worker has to know.
pub struct Common {
    pub original: Arc<Program>,
    pub depth: Depth,
    pub bounds: Bounds,
    pub properties: Vec<Property>,
    pub deadline: Instant,
    wakers: Arc<OnceLock<Arc<Wakers>>>,
}

impl Common {
    fn order(&self, options: &SwarmOptions, number: usize, interrupter: Interrupter) -> StepOrder {
        StepOrder {
            number,
            depth: self.depth,
            original: Arc::clone(&self.original),
            wakers: Arc::clone(&self.wakers),
            bounds: self.bounds.clone(),
            properties: self.properties.clone(),
            engine: EngineConfig {
                encoding: self.depth.schedule.encoding(),
                reductions: options.check.engine_reductions(),
                finds: Finds {
                    allow_same_value: options.check.allow_same_value,
                    ..Finds::default()
                },
                futures: None,
                deadline: Some(self.deadline),
                memory: options.check.memory(),
                interrupter: Some(interrupter.clone()),
            },
            invalid_access_ends: options.check.invalid_access_ends,
            deadline: self.deadline,
            interrupter,
            patience: Patience::Unlimited,
            sequential: None,
        }
    }
}

impl Prepared {
    fn new(
        options: &SwarmOptions,
        work: &Work,
        properties: &[Property],
        backend: Option<BackendOrder>,
        start: Instant,
    ) -> Result<Prepared, Error> {
        let check = &options.check;
        let depth = options.depth();
        let usual = check.bounds(&depth)?;
        let mut groups = questions::groups(properties, check.allow_same_value, &usual);
        // One program for all questions, so that all speak of the same statements: that in which races are left.
        let keeps_most = groups.iter().find(|group| group.finds.races);
        let bounds = keeps_most.map_or(usual.clone(), |group| group.bounds(&usual));
        let common = Common {
            original: Arc::new(work.program.clone()),
            wakers: Arc::default(),
            depth,
            bounds,
            properties: properties.to_vec(),
            deadline: deadline(start, options.time()),
        };
        let order = common.order(options, 0, Interrupter::default());
        let mut report = StepReport::nothing(&order);
        let bounds = common.bounds.clone();
        let bounded = match check_step::bounded(&order, bounds, &mut report, &|_| {})? {
            Ok(bounded) => bounded,
            Err(StepEnd::TooLarge(problems)) => return Err(Error::Resource(problems)),
            Err(_) => return Err(Error::Bug("the program cannot be bounded".to_string())),
        };
        for group in &mut groups {
            group.questions = check_step::open_questions(&order, group, &bounded, &mut report);
        }
        groups.retain(|group| !group.questions.is_empty());
        let places = Places::of(&bounded, options.seal_blocking);
        let has_tiles = options.config_file.is_none() && !options.cubes;
        Ok(Prepared {
            tiled: has_tiles.then(|| tiled(options, &places)),
            common,
            bounded,
            report,
            places,
            backend,
            groups,
        })
    }

    /// By which a log knows what it is about.
    pub fn fingerprint(&self, options: &SwarmOptions) -> Result<String, Error> {
        let mut hash = Sha256::new();
        hash.update(text::print(&self.bounded));
        let names: Vec<&str> = self.common.properties.iter().map(|p| p.name()).collect();
        let about = format!(
            "{names:?} {:?} {:?} {} {}",
            self.common.depth, options.check.allow_same_value, options.seal_blocking, options.cubes
        );
        hash.update(about);
        if let Some(backend) = &self.backend {
            hash.update(backend.describe());
        }
        if let Some(tiled) = &self.tiled {
            let about = format!(
                "{:?} {:?} {}",
                tiled.tiles, tiled.order, options.picked_window
            );
            hash.update(about);
        }
        if let Some(path) = &options.config_file {
            let mut file = crate::swarm::instances::open(path)?;
            std::io::copy(&mut file, &mut hash).map_err(|error| {
                Error::input(
                    format!("cannot read `{path}`: {error}"),
                    "give a file that can be read",
                )
            })?;
        }
        let digest = hash.finalize();
        Ok(digest
            .iter()
            .take(16)
            .map(|byte| format!("{byte:02x}"))
            .collect())
    }
}

/// The tiles of the program's threads, and which selections of them are instances.
fn tiled(options: &SwarmOptions, places: &Places) -> Tiled {
    let threads = places.sizes();
    let tiles = tiling::tiles(&threads, &options.tiling());
    let selections = Selections::new(tiles.iter().map(Vec::len), options.picked_window);
    let limit = match options.instances_limit {
        0 => u64::MAX,
        limit => limit,
    };
    let all = selections.count().unwrap_or(u128::MAX);
    Tiled {
        order: options.order(selections.count()),
        count: u64::try_from(all).unwrap_or(u64::MAX).min(limit),
        threads,
        tiles,
        selections,
    }
}

/// What a thread can be interrupted at most, each time at another statement.
fn most_stops(schedule: ScheduleBound) -> Option<u32> {
    match schedule {
        ScheduleBound::Rounds(rounds) => Some(rounds),
        // Between two contexts of a thread there is one of another.
        ScheduleBound::Contexts(contexts) => Some(contexts.div_ceil(2)),
        ScheduleBound::Writes(_) | ScheduleBound::WritesOfEach(_) => None,
    }
}

/// What so many instances cover.
fn coverage(
    options: &SwarmOptions,
    tiled: Option<&Tiled>,
    schedule: ScheduleBound,
    instances: u64,
) -> Coverage {
    match tiled {
        _ if options.cubes => Coverage::Everything,
        None => Coverage::Given { instances },
        Some(tiled) => {
            let mut threads = 0..tiled.threads.len();
            let has_choice = threads.any(|thread| tiled.selections.has_choice(thread));
            Coverage::of_selections(
                instances,
                tiled.selections.count(),
                options.picked_window,
                (has_choice, most_stops(schedule)),
            )
        }
    }
}

impl Prepared {
    /// All instances, those to be asked again before others.
    fn instances(&self, options: &SwarmOptions, known: Known) -> Result<Instances, Error> {
        let Known { decided, again, .. } = known;
        if options.cubes {
            let slots = self.common.depth.schedule.length();
            let points: Vec<usize> = self
                .places
                .points()
                .iter()
                .map(|(_, count)| *count)
                .collect();
            let whole = Cube::whole(&points, slots);
            let mut cubes = whole.cut_into(2 * options.check.cores());
            cubes.extend(again.iter().filter_map(|name| whole.named(name)));
            return Ok(Instances::of_cubes(cubes, decided));
        }
        match (&self.tiled, &options.config_file) {
            (Some(tiled), _) => Ok(Instances::of_tiling(tiled.clone(), &again, decided)),
            (None, Some(path)) => Instances::of_file(path, decided),
            (None, None) => Err(Error::Bug("there are no instances".to_string())),
        }
    }
}

/// What a log says.
#[derive(Default)]
struct Known {
    decided: Decided,
    counts: Counts,
    /// Instances to ask first: those with a violation, which has to be found again to be shown.
    again: Vec<String>,
}

/// Opens the log, and reads what it says.
fn open_log(
    options: &SwarmOptions,
    swarm: &Prepared,
    input: &InputConfig,
) -> Result<(Option<Log>, Known), Error> {
    let Some(path) = &options.log else {
        return Ok((None, Known::default()));
    };
    input.check_output(path)?;
    let fingerprint = swarm.fingerprint(options)?;
    let cannot = |error: std::io::Error| {
        Error::input(
            format!("cannot write `{path}`: {error}"),
            "give another file with --log",
        )
    };
    let at = Path::new(path);
    let mut known = Known::default();
    if options.resume && at.exists() {
        known = read_log(path, &fingerprint)?;
        let mut log = Log::append(at).map_err(cannot)?;
        let instances = known.counts.decided();
        log.write(&Record::Resumed { instances }).map_err(cannot)?;
        return Ok((Some(log), known));
    }
    let mut log = Log::create(at).map_err(cannot)?;
    let start = Record::Start {
        version: log::VERSION,
        tool: env!("CARGO_PKG_VERSION").to_string(),
        inputs: input.files.clone(),
        fingerprint,
        instances: swarm.tiled.as_ref().map(|tiled| tiled.count),
    };
    log.write(&start).map_err(cannot)?;
    Ok((Some(log), known))
}

fn read_log(path: &str, fingerprint: &str) -> Result<Known, Error> {
    let mut known = Known::default();
    let mut about = None;
    log::read(Path::new(path), &mut |record| match record {
        Record::Start {
            fingerprint,
            version,
            ..
        } => about = Some((fingerprint, version)),
        Record::Instance(instance) => {
            known.decided.insert(instance.name, instance.verdict);
        }
        Record::Resumed { .. } | Record::End { .. } => {}
    })
    .map_err(|error| {
        Error::input(
            format!("cannot read `{path}`: {error}"),
            "leave out --resume to begin anew",
        )
    })?;
    let is_same = about.is_some_and(|(of, version)| of == fingerprint && version == log::VERSION);
    if !is_same {
        return Err(Error::input(
            format!("`{path}` is not a log of this swarm: the program or the options are others"),
            "give the options of the first run, another --log, or leave out --resume to begin anew",
        ));
    }
    known
        .decided
        .retain(|_, verdict| *verdict != InstanceVerdict::Unknown);
    let found = known
        .decided
        .iter()
        .filter(|(_, verdict)| **verdict == InstanceVerdict::Unsafe);
    let first = found.map(|(name, _)| name).min().cloned();
    if let Some(first) = first {
        known.decided.remove(&first);
        known.again.push(first);
    }
    known
        .decided
        .values()
        .for_each(|verdict| known.counts.add(*verdict));
    Ok(known)
}

/// Runs the workers.
fn decide(
    options: &SwarmOptions,
    swarm: Prepared,
    input: &InputConfig,
    console: &Console,
) -> Result<(Findings, (Swarm, SwarmEnd)), Error> {
    let start = Instant::now();
    let (mut log, known) = open_log(options, &swarm, input)?;
    let before = known.counts;
    let instances = swarm.instances(options, known)?;
    let Prepared {
        common,
        bounded,
        places,
        backend,
        tiled,
        report,
        groups,
    } = swarm;
    let schedule = common.depth.schedule;
    let all = tiled.as_ref().map(|tiled| tiled.count);
    let covered = |instances| coverage(options, tiled.as_ref(), schedule, instances);
    let task = Arc::new(Task {
        bounded,
        report: Mutex::new(report),
        groups,
        places,
        instances,
        proven: Mutex::default(),
        sequential: options.check.sequential(&common.depth, backend.as_ref()),
        slots: options.cubes.then(|| schedule.length()),
        instance_time: options.instance_time,
        exits_on_error: options.exits_on_error(),
        covers_everything: covered(all.unwrap_or(0)) == Coverage::Everything,
        has_found: AtomicBool::new(false),
        has_unknown: AtomicBool::new(false),
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
        workers: options.check.cores(),
        deadline: common.deadline,
        memory: options.check.memory(),
        interruption: &interruption,
        order: &|number, interrupter| common.order(options, number, interrupter),
        before,
        progress: shown,
    };
    let end = pool::run(&task, &config, log.as_mut());
    drawing.finish();
    let end = end?;
    if end.counts.decided() + end.counts.unknown == 0 && end.why == EndReason::NothingLeft {
        return Err(Error::input(
            "there is no instance to decide",
            "a configuration file has an entry for each: {\"s0\": {\"main\": [[1, 6]]}}",
        ));
    }
    let proven = task.proven.lock().unwrap_or_else(PoisonError::into_inner);
    let judged = Swarm {
        coverage: match proven.excludes_all() {
            true => Coverage::Everything,
            false => covered(end.counts.decided()),
        },
        is_cubes: options.cubes,
        time: options.time(),
        memory: options.check.memory(),
    };
    drop(proven);
    if let Some(log) = &mut log {
        let record = Record::End {
            verdict: end_in_words(&end).to_string(),
            instances: end.counts.decided(),
            bugs: end.counts.found,
            seconds: start.elapsed().as_secs_f64(),
        };
        log.write(&record)
            .map_err(|error| Error::resource(format!("cannot write the log: {error}")))?;
    }
    let findings = findings(&task, &end);
    // It may be large, and the process ends soon.
    std::mem::forget(task);
    Ok((findings, (judged, end)))
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
fn end_in_words(end: &SwarmEnd) -> &'static str {
    match end.why {
        _ if end.counts.found > 0 => "unsafe",
        EndReason::OutOfTime => "time limit",
        EndReason::OutOfMemory => "memory limit",
        EndReason::Interrupted => "interrupted",
        EndReason::NothingLeft | EndReason::Found if end.counts.unknown > 0 => "unknown",
        EndReason::NothingLeft | EndReason::Found => "no violation",
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
        let plural = if counts.found == 1 { "" } else { "s" };
        text.push_str(&format!("; {} with a bug{plural}", counts.found));
    }
    if counts.unknown > 0 {
        text.push_str(&format!("; {} without an answer", counts.unknown));
    }
    if progress.is_minimising {
        text.push_str("; a violation, looking for one that is easier to read");
    }
    text
}

/// Which instances have a violation.
fn found_in(end: &SwarmEnd, swarm: &Swarm) -> String {
    let names = end.found_in.join(", ");
    let more = end.counts.found.saturating_sub(end.found_in.len() as u64);
    let more = match more {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let what = if swarm.is_cubes { "part" } else { "instance" };
    match end.why {
        EndReason::Found => format!("found in {what} {names}"),
        _ => format!(
            "{} of {} {what}s have a violation: {names}{more}",
            end.counts.found,
            end.counts.decided() + end.counts.unknown
        ),
    }
}
