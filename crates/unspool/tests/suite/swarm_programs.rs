//! The instances of a swarm have the violations of the program: no more, and together no fewer.
//!
//! Random programs are bounded and cut into tiles. With as many tiles in each instance as there are rounds, some instance has a violation if and only if the exhaustive search finds one within these rounds; with fewer, none has one that the search does
//! not find. Each execution that is found is replayed, and stands still only where its instance lets it. What is to blame for an instance without a violation excludes one by itself. Some instances are also made sequential
//! by the schema `lazy`, where no violation may be missing, and all schedules are cut into cubes, which must find the same too, by two engines that tell each other all that they have learnt.
//!
//! Data races and deadlocks are asked for in programs that are about them, and compared with the engine's own answer for the whole program, which other tests compare with the search.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use unspool::bound_options::Bounds;
use unspool::error::Error;
use unspool::pipeline::{self, Goal};
use unspool::questions::Group;
use unspool::replay::{ReplayConfig, replay};
use unspool::sequential::{self, SchemaConfig, by_engine};
use unspool::swarm::instances::Tiled;
use unspool::swarm::places::Places;
use unspool_engine::{
    Answer as Found, Counterexample, Encoding, Engine, EngineConfig, EngineError, Finds, Position,
    Restriction, Wanted,
};
use unspool_formula::solver::Exchange;
use unspool_formula::solver::cadical::{self, Preset};
use unspool_interp::ScheduleBound;
use unspool_interp::schedule::prng::Prng;
use unspool_ir::{PointId, Program};
use unspool_passes::bound::BoundConfig;
use unspool_passes::bounded;
use unspool_passes::reductions::Reductions;
use unspool_schemas::lazy::Schedule;
use unspool_swarm::configuration::Configuration;
use unspool_swarm::cubes::Cube;
use unspool_swarm::selections::{Order, Selections};
use unspool_swarm::tiling::{TilingConfig, WindowSize, tiles};

use crate::engine_comparison::{Expected, PROPERTIES};
use crate::random_programs::campaign::{self, Answer, Campaign, Subject};
use crate::random_programs::generate::Topic;
use crate::sequential_programs::check_with;

const TIME_FOR_A_QUERY: Duration = Duration::from_secs(20);

const MOST_INSTANCES: u128 = 40;

#[test]
fn instances_together_have_the_violations_of_the_program() {
    Campaign {
        test: "swarm_programs",
        topic: None,
        seeds: 0..240,
        least: 200,
        check: &|subject| check_with(subject, &check_program),
        explain: &|_| String::new(),
    }
    .run();
}

#[test]
fn instances_together_have_the_races_of_the_program() {
    Campaign {
        test: "swarm_race_programs",
        topic: Some(Topic::Races),
        seeds: 0..60,
        least: 45,
        check: &|subject| check_states(subject, &Wanted::Race),
        explain: &|_| String::new(),
    }
    .run();
}

#[test]
fn instances_together_have_the_deadlocks_of_the_program() {
    Campaign {
        test: "swarm_deadlock_programs",
        topic: Some(Topic::Deadlocks),
        seeds: 0..60,
        least: 45,
        check: &|subject| check_states(subject, &Wanted::Deadlock),
        explain: &|_| String::new(),
    }
    .run();
}

/// Races or deadlocks.
fn check_states(subject: &Subject, wanted: &Wanted) -> Result<Answer, String> {
    let mut random = Prng::new(subject.seed.unwrap_or(0));
    let finds = Finds {
        races: *wanted == Wanted::Race,
        deadlocks: *wanted == Wanted::Deadlock,
        ..Finds::default()
    };
    let group = Group {
        finds,
        questions: Vec::new(),
    };
    let config = BoundConfig {
        unwind: 1 + random.below(2) as u32,
        instructions: 20_000,
        ..BoundConfig::default()
    };
    let bounds = group.bounds(&Bounds::new(config, Reductions::default()));
    let work = pipeline::from_lowered(subject.program.clone(), &bounds, Goal::Reduced);
    let bounded = match work {
        Ok(work) => work.program,
        Err(Error::Resource(_)) => return Ok(Answer::TooLarge),
        Err(error) => return Err(format!("{error:?}")),
    };
    let rounds = 1 + random.below(3) as u32;
    let config = EngineConfig {
        encoding: Encoding::Rounds(rounds),
        finds,
        deadline: Some(Instant::now() + TIME_FOR_A_QUERY),
        ..EngineConfig::default()
    };
    let engine = match Engine::new(&bounded, config) {
        Ok(engine) => engine,
        Err(EngineError::Stopped(_)) => return Ok(Answer::TooLarge),
        Err(error) => return Err(error.to_string()),
    };
    let mut swarm = Swarm {
        original: &subject.program,
        bounded: &bounded,
        places: Places::of(&bounded, random.below(2) == 0),
        rounds,
        engine,
        partners: Vec::new(),
        wanted: wanted.clone(),
    };
    swarm.partners = partners(&bounded, rounds, finds)?;
    let Some(whole) = swarm.ask(&[])? else {
        return Ok(Answer::TooLarge);
    };
    let checked = swarm.check(whole.is_some(), &mut random);
    checked.map_err(|why| format!("{rounds} rounds: {why}"))
}

fn check_program(
    original: &Program,
    bounds: &Bounds,
    random: &mut Prng,
) -> Result<(Answer, Vec<i32>), String> {
    let bounded = match pipeline::from_lowered(original.clone(), bounds, Goal::Reduced) {
        Ok(work) => work.program,
        Err(Error::Resource(_)) => return Ok((Answer::TooLarge, Vec::new())),
        Err(error) => return Err(format!("{error:?}")),
    };
    let rounds = 1 + random.below(3) as u32;
    let most = campaign::most_states();
    let bound = Some(ScheduleBound::Rounds(rounds));
    let whole = Expected::of(&bounded, None, 2 * most);
    let expected = Expected::of(&bounded, bound, 8 * most);
    let (Some(whole), Some(expected)) = (whole, expected) else {
        return Ok((Answer::TooLarge, Vec::new()));
    };
    let is_violated = !expected.answers().0.is_empty();
    let config = EngineConfig {
        encoding: Encoding::Rounds(rounds),
        deadline: Some(Instant::now() + TIME_FOR_A_QUERY),
        ..EngineConfig::default()
    };
    let engine = match Engine::new(&bounded, config) {
        Ok(engine) => engine,
        Err(EngineError::Stopped(_)) => return Ok((Answer::TooLarge, Vec::new())),
        Err(error) => return Err(error.to_string()),
    };
    let mut swarm = Swarm {
        original,
        bounded: &bounded,
        places: Places::of(&bounded, random.below(2) == 0),
        rounds,
        engine,
        partners: partners(&bounded, rounds, Finds::default())?,
        wanted: Wanted::Checks(PROPERTIES.to_vec()),
    };
    let statuses: Vec<i32> = whole.statuses.iter().copied().collect();
    match swarm.check(is_violated, random) {
        Ok(answer) => Ok((answer, statuses)),
        Err(why) => Err(format!(
            "{rounds} rounds, unwound {}: {why}",
            bounds.config.unwind
        )),
    }
}

struct Swarm<'p> {
    original: &'p Program,
    bounded: &'p Program,
    places: Places,
    rounds: u32,
    engine: Engine<'p>,
    /// They have an exchange.
    partners: Vec<Engine<'p>>,
    wanted: Wanted,
}

/// Two engines that exchange all that they learn.
fn partners(bounded: &Program, rounds: u32, finds: Finds) -> Result<Vec<Engine<'_>>, String> {
    let exchange = Exchange::every(1);
    let presets = [Preset::Default, Preset::Satisfiable];
    let engines = presets.map(|preset| {
        let config = EngineConfig {
            encoding: Encoding::Rounds(rounds),
            finds,
            deadline: Some(Instant::now() + TIME_FOR_A_QUERY),
            solver: cadical::Config {
                preset,
                exchange: Some(exchange.clone()),
                ..cadical::Config::default()
            },
            ..EngineConfig::default()
        };
        Engine::new(bounded, config).map_err(|error| error.to_string())
    });
    engines.into_iter().collect()
}

impl Swarm<'_> {
    fn check(&mut self, is_violated: bool, random: &mut Prng) -> Result<Answer, String> {
        let cubes = self.cubes()?;
        let picked = 1 + random.below(u64::from(self.rounds)) as u32;
        let few = self.tiles(picked, is_violated, random)?;
        let enough = self.tiles(self.rounds, is_violated, random)?;
        let (Some(cubes), Some(few), Some(enough)) = (cubes, few, enough) else {
            return Ok(Answer::TooLarge);
        };
        match (few, enough, cubes) {
            (_, found, _) if found != is_violated => Err(format!(
                "as many tiles as rounds: {found}, the search: {is_violated}"
            )),
            (_, _, found) if found != is_violated => {
                Err(format!("cubes: {found}, the search: {is_violated}"))
            }
            (true, ..) if !is_violated => {
                Err("few tiles: a violation that the search does not find".to_string())
            }
            _ => Ok(Answer::Right),
        }
    }

    /// Whether an instance has a violation. None if that is not known.
    fn tiles(
        &mut self,
        picked: u32,
        is_violated: bool,
        random: &mut Prng,
    ) -> Result<Option<bool>, String> {
        let tiled = some_tiling(&self.places, picked, random);
        let (mut any, mut any_sequential) = (false, false);
        let mut compared = 0;
        for place in 0..tiled.count {
            let instance = tiled.instance(place).ok_or("an instance is missing")?;
            let wrong = |why: String| format!("{instance:?}: {why}");
            let Some(found) = self.instance(&instance).map_err(wrong)? else {
                return Ok(None);
            };
            let is_about_steps = matches!(self.wanted, Wanted::Checks(_));
            if is_about_steps && compared < 2 && random.below(4) == 0 {
                compared += 1;
                match self.sequential(&instance).map_err(wrong)? {
                    None => return Ok(None),
                    Some(false) if found => {
                        return Err(wrong("only the engine finds a violation".to_string()));
                    }
                    // A sequential program may also stand still where an execution could end, though it does not.
                    Some(other) => any_sequential |= other,
                }
            }
            any |= found;
        }
        match any_sequential && !is_violated {
            true => Err(
                "a sequential program has a violation that the search does not find".to_string(),
            ),
            false => Ok(Some(any)),
        }
    }

    fn sealed(&self, instance: &Configuration) -> Result<Vec<u32>, String> {
        let sealed = self.places.sealed(instance);
        sealed.map_err(|error| format!("{error:?}"))
    }

    fn instance(&mut self, instance: &Configuration) -> Result<Option<bool>, String> {
        let sealed = self.sealed(instance)?;
        let restrictions = sealed
            .iter()
            .filter_map(|number| self.places.restriction(*number));
        let restrictions: Vec<Restriction> = restrictions.collect();
        let Some(found) = self.ask(&restrictions)? else {
            return Ok(None);
        };
        let Some(found) = found else {
            let blamed = self.engine.blamed().to_vec();
            if !blamed.iter().all(|it| restrictions.contains(it)) {
                return Err("what is blamed does not hold".to_string());
            }
            return match self.ask(&blamed)? {
                None => Ok(None),
                Some(None) => Ok(Some(false)),
                Some(Some(_)) => Err("what is blamed is not enough".to_string()),
            };
        };
        let points = self.places.points_of(&sealed);
        self.stands_still_where_it_may(&found, &points)?;
        replay(
            self.original,
            self.bounded,
            &found,
            &ReplayConfig::default(),
        )
        .map_err(|why| why.to_string())?;
        Ok(Some(true))
    }

    /// The violation, or that there is none. None if that is not known.
    fn ask(
        &mut self,
        restrictions: &[Restriction],
    ) -> Result<Option<Option<Counterexample>>, String> {
        ask(&mut self.engine, &self.wanted, restrictions)
    }

    /// Where a thread goes on behind a context of another one, there is no sealed point.
    fn stands_still_where_it_may(
        &self,
        found: &Counterexample,
        sealed: &HashSet<(u32, u32)>,
    ) -> Result<(), String> {
        let mut last = None;
        for context in &found.contexts {
            let Some(first) = context.steps.first() else {
                continue;
            };
            if last != Some(context.thread)
                && let Some(point) = point_at(self.bounded, first)
                && sealed.contains(&(context.thread, point.0))
            {
                return Err(format!(
                    "thread {} stood still at {point:?}",
                    context.thread
                ));
            }
            last = Some(context.thread);
        }
        Ok(())
    }

    /// Whether the sequential program of an instance has a violation.
    fn sequential(&self, instance: &Configuration) -> Result<Option<bool>, String> {
        let points = self.places.points_of(&self.sealed(instance)?).into_iter();
        let sealed = points
            .map(|(thread, point)| (thread, PointId(point)))
            .collect();
        let config = SchemaConfig {
            schedule: Schedule::Rounds(self.rounds),
            ..SchemaConfig::default()
        };
        let made = sequential::make_sealed(self.bounded, &config, &PROPERTIES, &sealed)
            .map_err(|error| format!("{error:?}"))?;
        let program = match by_engine::bound(&made, 2_000_000) {
            Ok(program) => program,
            Err(Error::Resource(_)) => return Ok(None),
            Err(error) => return Err(format!("{error:?}")),
        };
        let engine = EngineConfig {
            deadline: Some(Instant::now() + TIME_FOR_A_QUERY),
            ..EngineConfig::default()
        };
        let mut engine = match Engine::new(&program, by_engine::config(&engine)) {
            Ok(engine) => engine,
            Err(EngineError::Stopped(_)) => return Ok(None),
            Err(error) => return Err(error.to_string()),
        };
        match engine
            .violation(&PROPERTIES)
            .map_err(|error| error.to_string())?
        {
            Found::None => Ok(Some(false)),
            Found::Found(_) => Ok(Some(true)),
            Found::Stopped(_) => Ok(None),
        }
    }

    /// Whether a part of the schedules has a violation.
    fn cubes(&mut self) -> Result<Option<bool>, String> {
        let points: Vec<(u32, usize)> = self.places.points().to_vec();
        let counts: Vec<usize> = points.iter().map(|(_, count)| *count).collect();
        let mut any = false;
        let cubes = Cube::whole(&counts, self.rounds).cut_into(16);
        for (number, cube) in cubes.into_iter().enumerate() {
            let restrictions = cube.cuts.iter().map(|cut| {
                let at = unspool_engine::PointOf {
                    thread: points[cut.thread].0,
                    point: cut.point as u32,
                };
                match cut.is_late {
                    true => Restriction::NotBefore(at, cut.slot),
                    false => Restriction::Before(at, cut.slot),
                }
            });
            let restrictions: Vec<Restriction> = restrictions.collect();
            let partner = &mut self.partners[number % 2];
            match ask(partner, &self.wanted, &restrictions)? {
                None => return Ok(None),
                Some(found) => any |= found.is_some(),
            }
        }
        Ok(Some(any))
    }
}

/// The violation, or that there is none. None if that is not known.
fn ask(
    engine: &mut Engine<'_>,
    wanted: &Wanted,
    restrictions: &[Restriction],
) -> Result<Option<Option<Counterexample>>, String> {
    engine.restrict(restrictions.iter().copied());
    match engine.ask(wanted).map_err(|error| error.to_string())? {
        Found::Stopped(_) => Ok(None),
        Found::None => Ok(Some(None)),
        Found::Found(found) => Ok(Some(Some(*found))),
    }
}

fn point_at(bounded: &Program, at: &Position) -> Option<PointId> {
    let threads = bounded::threads(bounded);
    let thread = threads.iter().find(|it| it.number == at.thread)?;
    let body = bounded.function(thread.function).body.as_ref()?;
    let block = body.blocks.get(at.block.index())?;
    match block.insts.get(at.index) {
        Some(inst) => inst.point,
        None => block.point,
    }
}

/// Windows grow until there are few instances.
fn some_tiling(places: &Places, picked: u32, random: &mut Prng) -> Tiled {
    let threads = places.sizes();
    let mut window = 1 + random.below(3) as u32;
    let shift = (random.below(2) == 0).then(|| random.below(100));
    loop {
        let config = TilingConfig {
            window: WindowSize::Statements(window),
            picked,
            shift,
        };
        let tiles = tiles(&threads, &config);
        let selections = Selections::new(tiles.iter().map(Vec::len), picked);
        let count = selections.count().filter(|count| *count <= MOST_INSTANCES);
        if let Some(count) = count {
            return Tiled {
                threads,
                tiles,
                selections,
                order: Order::Random { seed: 5 },
                count: count as u64,
            };
        }
        window += 1;
    }
}
