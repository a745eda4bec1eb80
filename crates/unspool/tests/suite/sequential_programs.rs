//! Sequential programs have the violations of the threads that they simulate, no more and no less.
//!
//! Random programs are bounded and made sequential by the lazy schema, in all its forms. What the engine finds in the sequential program within some rounds or contexts is compared with an exhaustive
//! search of the bounded program within the same; what it finds must lead back to an execution of the original program.
//! As in `engine_random_programs`, each is also asked whether it can finish with certain statuses.

use std::time::{Duration, Instant};

use unspool::bound_options::Bounds;
use unspool::error::Error;
use unspool::pipeline::{self, Goal};
use unspool::replay::{ReplayConfig, replay};
use unspool::sequential::{self, SchemaConfig, by_engine, script_run};
use unspool_engine::{Answer as Found, Engine, EngineConfig, EngineError};
use unspool_interp::ScheduleBound;
use unspool_interp::schedule::prng::Prng;
use unspool_ir::Program;
use unspool_passes::bound::{AtBound, BoundConfig};
use unspool_passes::reductions::Reductions;
use unspool_schemas::lazy::Schedule;

use crate::engine_comparison::{Expected, PROPERTIES, with_unwanted_status};
use crate::random_programs::campaign::{self, Answer, Campaign, Subject};

const SCHEDULES: [ScheduleBound; 6] = [
    ScheduleBound::Rounds(1),
    ScheduleBound::Rounds(2),
    ScheduleBound::Rounds(3),
    ScheduleBound::Contexts(2),
    ScheduleBound::Contexts(3),
    ScheduleBound::Contexts(5),
];

const TIME_FOR_A_QUERY: Duration = Duration::from_secs(20);

#[test]
fn lazy_programs_have_the_violations_of_their_threads() {
    Campaign {
        test: "sequential_programs",
        seeds: 0..60,
        least: 40,
        check: &check,
        explain: &|_| String::new(),
    }
    .run();
}

fn check(subject: &Subject) -> Result<Answer, String> {
    let mut random = Prng::new(subject.seed.unwrap_or(0));
    let unwind = 1 + random.below(3) as u32;
    let reductions = match random.below(4) {
        0 => Reductions::NONE,
        _ => Reductions::default(),
    };
    let bounds = bounds(unwind, reductions);
    let (answer, statuses) = check_program(&subject.program, &bounds, &mut random)?;
    let step = statuses.len().div_ceil(2).max(1);
    let mut answers = vec![answer];
    for &status in statuses.iter().step_by(step) {
        if let Some(asserting) = with_unwanted_status(&subject.program, status) {
            let checked = check_program(&asserting, &bounds, &mut random);
            let (answer, _) = checked
                .map_err(|why| format!("asserting that the status is not {status}: {why}"))?;
            answers.push(answer);
        }
    }
    match answers.contains(&Answer::TooLarge) {
        true => Ok(Answer::TooLarge),
        false => Ok(Answer::Right),
    }
}

fn bounds(unwind: u32, reductions: Reductions) -> Bounds {
    let config = BoundConfig {
        unwind,
        at_bound: AtBound::Assert,
        instructions: 20_000,
        ..BoundConfig::default()
    };
    Bounds::new(config, reductions)
}

fn check_program(
    original: &Program,
    bounds: &Bounds,
    random: &mut Prng,
) -> Result<(Answer, Vec<i32>), String> {
    let work = pipeline::from_lowered(original.clone(), bounds, Goal::Reduced);
    let bounded = match work {
        Ok(work) => work.program,
        Err(Error::Resource(_)) => return Ok((Answer::TooLarge, Vec::new())),
        Err(error) => return Err(format!("{error:?}")),
    };
    let most = campaign::most_states();
    let Some(whole) = Expected::of(&bounded, None, 2 * most) else {
        return Ok((Answer::TooLarge, Vec::new()));
    };
    let first = random.below(SCHEDULES.len() as u64) as usize;
    let mut answer = Answer::Right;
    for number in [first, (first + 2) % SCHEDULES.len()] {
        let bound = SCHEDULES[number];
        let Some(expected) = Expected::of(&bounded, Some(bound), 8 * most) else {
            answer = Answer::TooLarge;
            continue;
        };
        let is_violated = !expected.answers().0.is_empty();
        let config = some_config(bound, random);
        let wrong = |why: String| format!("unwound {}, {config:?}: {why}", bounds.config.unwind);
        match (
            found(original, &bounded, &config).map_err(wrong)?,
            is_violated,
        ) {
            (None, _) => answer = Answer::TooLarge,
            (Some(is_found), _) if is_found == is_violated => {}
            (Some(true), _) => return Err(wrong("a violation that threads do not have".into())),
            (Some(false), _) => return Err(wrong("no violation, threads have one".into())),
        }
    }
    Ok((answer, whole.statuses.iter().copied().collect()))
}

fn some_config(bound: ScheduleBound, random: &mut Prng) -> SchemaConfig {
    let mut is = || random.below(2) == 0;
    SchemaConfig {
        schedule: match bound {
            ScheduleBound::Rounds(rounds) => Schedule::Rounds(rounds),
            ScheduleBound::Contexts(contexts) => Schedule::Contexts(contexts),
        },
        decomposed: is(),
        minimal_counters: is(),
        pruning: is(),
    }
}

/// Whether the engine finds a violation in the sequential program. None if it does not say.
fn found(
    original: &Program,
    bounded: &Program,
    config: &SchemaConfig,
) -> Result<Option<bool>, String> {
    let sequential = sequential::make(bounded, config, &PROPERTIES);
    let sequential = sequential.map_err(|error| format!("{error:?}"))?;
    let program = match by_engine::bound(&sequential, 2_000_000) {
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
    match engine.violation(&PROPERTIES).map_err(|e| e.to_string())? {
        Found::None => Ok(Some(false)),
        Found::Stopped(_) => Ok(None),
        Found::Found(found) => {
            let script = by_engine::script(&sequential, &program, &found);
            let guesses = &sequential.notes.guesses;
            let execution = script_run::counterexample(bounded, guesses, &script, &PROPERTIES)
                .map_err(|why| format!("{why}: {script:?}"))?;
            replay(original, bounded, &execution, &ReplayConfig::default())
                .map_err(|why| why.to_string())?;
            Ok(Some(true))
        }
    }
}
