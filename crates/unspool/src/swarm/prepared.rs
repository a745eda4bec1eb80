//! What a swarm is about, before anything is decided: the bounded program, its places, and what its instances are.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use sha2::{Digest, Sha256};
use unspool_engine::{EngineConfig, Finds};
use unspool_formula::solver::Interrupter;
use unspool_ir::{Program, Property, text};
use unspool_swarm::coverage::Coverage;
use unspool_swarm::cubes::Cube;
use unspool_swarm::selections::Selections;
use unspool_swarm::tiling;

use crate::beyond_bounds::Patience;
use crate::bound_options::Bounds;
use crate::check_step::{self, StepEnd, StepOrder, StepReport};
use crate::command_check::deadline;
use crate::depth::{Depth, ScheduleBound};
use crate::error::Error;
use crate::pipeline::Work;
use crate::questions::{self, Group};
use crate::sequential::by_backend::BackendOrder;
use crate::shared_program::SharedProgram;
use crate::swarm_files;
use crate::swarm_options::SwarmOptions;

use super::instances::{Instances, Tiled};
use super::known::Known;
use super::places::Places;

/// A program, and the parts of it that are to be decided.
pub struct Prepared {
    pub common: Common,
    pub bounded: Arc<Program>,
    pub places: Places,
    pub backend: Option<BackendOrder>,
    /// Unless instances are given by a file, or are cubes.
    pub tiled: Option<Tiled>,
    /// How many instances are given by a file.
    pub given: Option<u64>,
    pub report: StepReport,
    pub groups: Vec<Group>,
}

/// What every worker has to know.
pub struct Common {
    pub program: Arc<SharedProgram>,
    pub depth: Depth,
    pub bounds: Bounds,
    pub properties: Vec<Property>,
    pub deadline: Instant,
}

impl Common {
    pub fn order(
        &self,
        options: &SwarmOptions,
        number: usize,
        interrupter: Interrupter,
    ) -> StepOrder {
        StepOrder {
            number,
            depth: self.depth,
            program: Arc::clone(&self.program),
            bounds: self.bounds.clone(),
            properties: self.properties.clone(),
            engine: EngineConfig {
                encoding: self.depth.schedule.encoding(),
                reductions: options.check.engine_reductions(),
                finds: Finds {
                    allow_same_value: options.check.allow_same_value,
                    ..Finds::default()
                },
                deadline: Some(self.deadline),
                memory: options.check.memory(),
                interrupter: Some(interrupter.clone()),
                ..EngineConfig::default()
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
    pub fn new(
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
            program: Arc::new(SharedProgram::new(Arc::new(work.program.clone()))),
            depth,
            bounds,
            properties: properties.to_vec(),
            deadline: deadline(start, options.time()),
        };
        let order = common.order(options, 0, Interrupter::default());
        let mut report = StepReport::nothing(&order);
        let bounded = match check_step::bounded(&order, &common.bounds, &mut report, &|_| {})? {
            Ok(bounded) => bounded,
            Err(StepEnd::TooLarge(problems)) => return Err(Error::Resource(problems)),
            Err(_) => return Err(Error::Bug("the program cannot be bounded".to_string())),
        };
        for group in &mut groups {
            group.questions = check_step::open_questions(&order, group, &bounded, &mut report);
        }
        groups.retain(|group| !group.questions.is_empty());
        let places = Places::of(&bounded.program, options.seal_blocking);
        let given = match &options.config_file {
            Some(path) => Some(swarm_files::count_instances(
                Path::new(path),
                places.names(),
            )?),
            None => None,
        };
        let has_tiles = options.config_file.is_none() && options.cubes.is_none();
        Ok(Prepared {
            tiled: has_tiles.then(|| tiled(options, &places)),
            common,
            bounded: bounded.program,
            report,
            places,
            backend,
            groups,
            given,
        })
    }

    /// Of the program, and of what is asked about it.
    pub fn fingerprint_of_program(&self, options: &SwarmOptions) -> String {
        let mut hash = Sha256::new();
        hash.update(text::print(&self.bounded));
        let names: Vec<&str> = self.common.properties.iter().map(|p| p.name()).collect();
        let about = format!(
            "{names:?} {:?} {:?} {} {:?}",
            self.common.depth, options.check.allow_same_value, options.seal_blocking, options.cubes
        );
        hash.update(about);
        hash.update(format!("{}", options.check.invalid_access_ends));
        if let Some(way) = options
            .check
            .sequential(&self.common.depth, self.backend.as_ref())
        {
            hash.update(format!("{} {:?}", way.describe(), way.config));
        }
        if let Some(backend) = &self.backend {
            hash.update(format!("{:?}", backend.more));
        }
        shown(hash)
    }

    /// By which a log knows what it is about: the program and its instances.
    pub fn fingerprint(&self, options: &SwarmOptions) -> Result<String, Error> {
        let mut hash = Sha256::new();
        hash.update(self.fingerprint_of_program(options));
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
        Ok(shown(hash))
    }
}

fn shown(hash: Sha256) -> String {
    let digest = hash.finalize();
    digest
        .iter()
        .take(16)
        .map(|byte| format!("{byte:02x}"))
        .collect()
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
pub fn coverage(
    options: &SwarmOptions,
    tiled: Option<&Tiled>,
    schedule: ScheduleBound,
    instances: u64,
) -> Coverage {
    match tiled {
        _ if options.cubes.is_some() => Coverage::Everything,
        None => Coverage::Given { instances },
        Some(tiled) => {
            let mut threads = 0..tiled.threads.len();
            let has_choice = threads.any(|thread| tiled.selections.has_choice(thread));
            Coverage::of_selections(
                instances,
                tiled.selections.count(),
                options.picked_window,
                (has_choice, most_stops(schedule)),
                options.seal_blocking,
            )
        }
    }
}

impl Prepared {
    /// All instances, those to be asked again before others.
    pub fn instances(&self, options: &SwarmOptions, known: Known) -> Result<Instances, Error> {
        let Known { decided, again, .. } = known;
        if let Some(parts) = options.cubes {
            let slots = self.common.depth.schedule.length();
            let points: Vec<usize> = self
                .places
                .points()
                .iter()
                .map(|(_, count)| *count)
                .collect();
            let whole = Cube::whole(&points, slots);
            let mut cubes = whole.cut_into(parts as usize);
            cubes.sort_by_key(|cube| again.contains(&cube.name()));
            return Ok(Instances::of_cubes(cubes, decided));
        }
        match (&self.tiled, &options.config_file) {
            (Some(tiled), _) => Ok(Instances::of_tiling(tiled.clone(), &again, decided)),
            (None, Some(path)) => Instances::of_file(path, decided),
            (None, None) => Err(Error::Bug("there are no instances".to_string())),
        }
    }
}
