//! Sequential programs have the violations of the threads that they simulate, no more and no less.
//!
//! Random programs are bounded and made sequential by a schema, in all its forms. What the engine finds in the sequential program within some rounds or contexts is compared with an exhaustive
//! search of the bounded program within the same; what it finds must lead back to an execution of the original program. The schema `lr` is also compared with `lazy`, and with the engine on threads.
//! As in `engine_random_programs`, each is also asked whether it can finish with certain statuses.

use std::time::{Duration, Instant};

use unspool::bound_options::Bounds;
use unspool::error::Error;
use unspool::pipeline::{self, Goal};
use unspool::replay::{ReplayConfig, replay};
use unspool::schema_options::Schema;
use unspool::sequential::by_backend::{self, BackendOrder, Said};
use unspool::sequential::{self, SchemaConfig, by_engine, script_run};
use unspool_engine::{Answer as Found, Encoding, Engine, EngineConfig, EngineError};
use unspool_interp::ScheduleBound;
use unspool_interp::schedule::prng::Prng;
use unspool_ir::Program;
use unspool_passes::bound::{AtBound, BoundConfig};
use unspool_passes::reductions::Reductions;
use unspool_schemas::lazy::Schedule;
use unspool_schemas::mu::MOST_WRITES;

use crate::engine_comparison::{Expected, PROPERTIES, with_unwanted_status};
use crate::random_programs::campaign::{self, Answer, Campaign, Subject};
use crate::tools;

const SCHEDULES: [ScheduleBound; 6] = [
    ScheduleBound::Rounds(1),
    ScheduleBound::Rounds(2),
    ScheduleBound::Rounds(3),
    ScheduleBound::Contexts(2),
    ScheduleBound::Contexts(3),
    ScheduleBound::Contexts(5),
];

const TIME_FOR_A_QUERY: Duration = Duration::from_secs(20);

/// What schedules a schema has, and one of its forms.
struct Forms {
    schedules: &'static [ScheduleBound],
    some: fn(ScheduleBound, &mut Prng) -> SchemaConfig,
}

const LAZY: Forms = Forms {
    schedules: &SCHEDULES,
    some: some_lazy,
};

const LR: Forms = Forms {
    schedules: &[
        ScheduleBound::Rounds(1),
        ScheduleBound::Rounds(2),
        ScheduleBound::Rounds(3),
    ],
    some: some_lr,
};

#[test]
fn lazy_programs_have_the_violations_of_their_threads() {
    Campaign {
        test: "sequential_programs",
        topic: None,
        seeds: 0..60,
        least: 40,
        check: &|subject| check(subject, &LAZY),
        explain: &|_| String::new(),
    }
    .run();
}

#[test]
fn lr_programs_have_the_violations_of_their_threads() {
    Campaign {
        test: "lr_programs",
        topic: None,
        seeds: 0..60,
        least: 40,
        check: &|subject| check(subject, &LR),
        explain: &|_| String::new(),
    }
    .run();
}

#[test]
fn mu_programs_have_the_violations_of_their_threads() {
    Campaign {
        test: "mu_programs",
        topic: None,
        seeds: 0..16,
        least: 8,
        check: &|subject| {
            check_with(subject, &|original, bounds, random| {
                check_writes(original, bounds, Schema::Mu, random)
            })
        },
        explain: &|_| String::new(),
    }
    .run();
}

#[test]
fn imu_programs_have_the_violations_of_their_threads() {
    Campaign {
        test: "imu_programs",
        topic: None,
        seeds: 0..30,
        least: 20,
        check: &|subject| {
            check_with(subject, &|original, bounds, random| {
                check_writes(original, bounds, Schema::Imu, random)
            })
        },
        explain: &|_| String::new(),
    }
    .run();
}

/// With as many writes as there can be, violations are those of the search, which has no bound then; with few, there are no others.
fn check_writes(
    original: &Program,
    bounds: &Bounds,
    schema: Schema,
    random: &mut Prng,
) -> Result<(Answer, Vec<i32>), String> {
    let Some(bounded) = bounded(original, bounds)? else {
        return Ok((Answer::TooLarge, Vec::new()));
    };
    let Some(whole) = Expected::of(&bounded, None, 2 * campaign::most_states()) else {
        return Ok((Answer::TooLarge, Vec::new()));
    };
    let is_violated = !whole.answers().0.is_empty();
    let few = 1 + random.below(6) as u32;
    let mut answer = Answer::Right;
    let many = match schema {
        Schema::Mu => MOST_WRITES,
        _ => 1000,
    };
    for writes in [few, many] {
        let config = SchemaConfig {
            schema,
            writes,
            minimal_counters: random.below(2) == 0,
            ..SchemaConfig::default()
        };
        let is_all = has_all_schedules(&bounded, &config)?;
        let wrong = |why: &str| {
            let unwind = bounds.config.unwind;
            format!("unwound {unwind}, {config:?}: {why}")
        };
        if writes == many && !is_all {
            match schema {
                // Longer sequences are not supported.
                Schema::Mu => answer = Answer::TooLarge,
                _ => return Err(wrong("a thousand writes are not enough")),
            }
        }
        match found(original, &bounded, &config).map_err(|why| wrong(&why))? {
            None => answer = Answer::TooLarge,
            Some(true) if !is_violated => {
                return Err(wrong("a violation that the search does not find"));
            }
            Some(false) if is_violated && is_all => {
                return Err(wrong("no violation, the search finds one"));
            }
            Some(_) => {}
        }
    }
    Ok((answer, whole.statuses.iter().copied().collect()))
}

fn has_all_schedules(bounded: &Program, config: &SchemaConfig) -> Result<bool, String> {
    let made = sequential::make(bounded, config, &PROPERTIES);
    let made = made.map_err(|error| format!("{error:?}"))?;
    Ok(made.notes.leaves_no_schedule_out)
}

fn check(subject: &Subject, forms: &Forms) -> Result<Answer, String> {
    check_with(subject, &|original, bounds, random| {
        check_program(original, bounds, forms, random)
    })
}

/// What is to be done with a program, as it is and asserting that it does not finish with certain statuses: the answer, and with which ones it can finish.
pub type Check<'c> = &'c dyn Fn(&Program, &Bounds, &mut Prng) -> Result<(Answer, Vec<i32>), String>;

pub fn check_with(subject: &Subject, check: Check<'_>) -> Result<Answer, String> {
    let mut random = Prng::new(subject.seed.unwrap_or(0));
    let unwind = 1 + random.below(3) as u32;
    let reductions = match random.below(4) {
        0 => Reductions::NONE,
        _ => Reductions::default(),
    };
    let bounds = bounds(unwind, reductions, AtBound::Assert);
    let (answer, statuses) = check(&subject.program, &bounds, &mut random)?;
    let step = statuses.len().div_ceil(2).max(1);
    let mut answers = vec![answer];
    for &status in statuses.iter().step_by(step) {
        if let Some(asserting) = with_unwanted_status(&subject.program, status) {
            let checked = check(&asserting, &bounds, &mut random);
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

pub fn bounds(unwind: u32, reductions: Reductions, at_bound: AtBound) -> Bounds {
    let config = BoundConfig {
        unwind,
        at_bound,
        instructions: 20_000,
        ..BoundConfig::default()
    };
    Bounds::new(config, reductions)
}

fn check_program(
    original: &Program,
    bounds: &Bounds,
    forms: &Forms,
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
    let schedules = forms.schedules;
    let first = random.below(schedules.len() as u64) as usize;
    let mut answer = Answer::Right;
    for number in [first, (first + 2) % schedules.len()] {
        let bound = schedules[number];
        let Some(expected) = Expected::of(&bounded, Some(bound), 8 * most) else {
            answer = Answer::TooLarge;
            continue;
        };
        let config = (forms.some)(bound, random);
        let answers = match config.schema {
            Schema::Lazy => vec![("the engine", found(original, &bounded, &config))],
            _ => asked_about_lr(original, &bounded, &config, bound),
        };
        let judged = judge(answers, &expected)
            .map_err(|why| format!("unwound {}, {config:?}: {why}", bounds.config.unwind))?;
        if judged == Answer::TooLarge {
            answer = Answer::TooLarge;
        }
    }
    Ok((answer, whole.statuses.iter().copied().collect()))
}

/// Who was asked, and whether that found a violation.
type Asked = (&'static str, Result<Option<bool>, String>);

fn asked_about_lr(
    original: &Program,
    bounded: &Program,
    config: &SchemaConfig,
    bound: ScheduleBound,
) -> Vec<Asked> {
    let lazy = SchemaConfig {
        schema: Schema::Lazy,
        ..*config
    };
    vec![
        (
            "the engine on the lr program",
            found(original, bounded, config),
        ),
        (
            "the engine on the lazy program",
            found(original, bounded, &lazy),
        ),
        ("the engine on threads", found_with_threads(bounded, bound)),
    ]
}

/// Everybody finds a violation if and only if the search does.
fn judge(answers: Vec<Asked>, expected: &Expected) -> Result<Answer, String> {
    let is_violated = !expected.answers().0.is_empty();
    let mut judged = Answer::Right;
    for (who, answer) in answers {
        match answer.map_err(|why| format!("{who}: {why}"))? {
            None => judged = Answer::TooLarge,
            Some(is_found) if is_found == is_violated => {}
            Some(true) => return Err(format!("{who}: a violation that the search does not find")),
            Some(false) => return Err(format!("{who}: no violation, the search finds one")),
        }
    }
    Ok(judged)
}

fn some_lazy(bound: ScheduleBound, random: &mut Prng) -> SchemaConfig {
    let mut is = || random.below(2) == 0;
    SchemaConfig {
        schema: Schema::Lazy,
        schedule: schedule(bound),
        decomposed: is(),
        minimal_counters: is(),
        pruning: is(),
        ..SchemaConfig::default()
    }
}

fn some_lr(bound: ScheduleBound, random: &mut Prng) -> SchemaConfig {
    SchemaConfig {
        schema: Schema::Lr,
        schedule: schedule(bound),
        minimal_counters: random.below(2) == 0,
        ..SchemaConfig::default()
    }
}

fn schedule(bound: ScheduleBound) -> Schedule {
    match bound {
        ScheduleBound::Rounds(rounds) => Schedule::Rounds(rounds),
        ScheduleBound::Contexts(contexts) => Schedule::Contexts(contexts),
    }
}

/// Whether the engine finds a violation in the sequential program. None if it does not say.
pub fn found(
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
        deadline: Some(Instant::now() + time_for_engine(config.schema)),
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

/// CBMC on the C text of the lazy program, our engine on the lazy program, our engine on the threads, and the exhaustive search all say the same.
#[test]
fn four_ways_agree() {
    let Some(cbmc) = cbmc() else { return };
    let check = |subject: &Subject| check_in_four_ways(subject, &LAZY, &cbmc);
    Campaign {
        test: "four_ways",
        topic: None,
        seeds: 0..100,
        least: 75,
        check: &check,
        explain: &|_| String::new(),
    }
    .run();
}

/// The same with the schema `lr`.
#[test]
fn four_ways_with_lr_agree() {
    let Some(cbmc) = cbmc() else { return };
    let check = |subject: &Subject| check_in_four_ways(subject, &LR, &cbmc);
    Campaign {
        test: "four_ways_with_lr",
        topic: None,
        seeds: 0..20,
        least: 12,
        check: &check,
        explain: &|_| String::new(),
    }
    .run();
}

/// The same with the schemas that guess writes: what CBMC says of the C text is what our engine says of the program, and with enough writes what the search says.
#[test]
fn cbmc_agrees_about_writes() {
    let Some(cbmc) = cbmc() else { return };
    for schema in [Schema::Mu, Schema::Imu] {
        Campaign {
            test: "cbmc_about_writes",
            topic: None,
            seeds: 0..12,
            least: 6,
            check: &|subject| check_writes_by_cbmc(subject, schema, &cbmc),
            explain: &|_| String::new(),
        }
        .run();
    }
}

fn check_writes_by_cbmc(
    subject: &Subject,
    schema: Schema,
    cbmc: &BackendOrder,
) -> Result<Answer, String> {
    let mut random = Prng::new(subject.seed.unwrap_or(0) + 2000);
    let unwind = 1 + random.below(2) as u32;
    let bounds = bounds(unwind, Reductions::default(), AtBound::Assume);
    let Some(program) = bounded(&subject.program, &bounds)? else {
        return Ok(Answer::TooLarge);
    };
    let whole = Expected::of(&program, None, 2 * campaign::most_states());
    let Some(mut expected) = whole else {
        return Ok(Answer::TooLarge);
    };
    let statuses: Vec<i32> = expected.statuses.iter().copied().collect();
    let mut original = subject.program.clone();
    let mut program = program;
    // Half of the programs with a question about how they finish.
    if random.below(2) == 0 && !statuses.is_empty() {
        let status = statuses[random.below(statuses.len() as u64) as usize];
        let asserting = with_unwanted_status(&subject.program, status);
        original = asserting.unwrap_or(original);
        let Some(asserting) = bounded(&original, &bounds)? else {
            return Ok(Answer::TooLarge);
        };
        program = asserting;
        let whole = Expected::of(&program, None, 2 * campaign::most_states());
        let Some(whole) = whole else {
            return Ok(Answer::TooLarge);
        };
        expected = whole;
    }
    let config = SchemaConfig {
        schema,
        writes: match schema {
            Schema::Mu => 1 + random.below(8) as u32,
            _ => 1 + random.below(3) as u32,
        },
        minimal_counters: random.below(2) == 0,
        ..SchemaConfig::default()
    };
    let is_violated = !expected.answers().0.is_empty();
    let is_all = has_all_schedules(&program, &config)?;
    let wrong = |why: &str| Err(format!("unwound {unwind}, {config:?}: {why}"));
    let by_engine = match found(&original, &program, &config) {
        Ok(answer) => answer,
        Err(why) => return wrong(&why),
    };
    let by_cbmc = match found_by_cbmc(&original, &program, &config, cbmc) {
        Ok(answer) => answer,
        Err(why) => return wrong(&why),
    };
    match (by_engine, by_cbmc) {
        (Some(one), Some(other)) if one != other => wrong(&format!(
            "the engine says {one}, CBMC {other}, the search {is_violated}"
        )),
        (Some(true), _) | (_, Some(true)) if !is_violated => {
            wrong("a violation that the search does not find")
        }
        (Some(false), _) | (_, Some(false)) if is_violated && is_all => {
            wrong("no violation, the search finds one")
        }
        (Some(_), Some(_)) => Ok(Answer::Right),
        _ => Ok(Answer::TooLarge),
    }
}

pub fn cbmc() -> Option<BackendOrder> {
    let backend = unspool_backends::named("cbmc")?;
    if !tools::has("cbmc", "four_ways_agree") {
        return None;
    }
    Some(BackendOrder {
        backend,
        found: unspool_backends::find::find(backend, None).expect("cbmc"),
        compiler: "cc".to_string(),
        more: Vec::new(),
    })
}

fn check_in_four_ways(
    subject: &Subject,
    forms: &Forms,
    cbmc: &BackendOrder,
) -> Result<Answer, String> {
    let mut random = Prng::new(subject.seed.unwrap_or(0) + 1000);
    let unwind = 1 + random.below(2) as u32;
    let bounds = bounds(unwind, Reductions::default(), AtBound::Assume);
    let statuses = match bounded(&subject.program, &bounds)? {
        None => return Ok(Answer::TooLarge),
        Some(bounded) => {
            let whole = Expected::of(&bounded, None, 2 * campaign::most_states());
            whole.map_or(Vec::new(), |it| it.statuses.into_iter().collect())
        }
    };
    // Half of the programs with a question about how they finish: not many fail by themselves.
    let asserting = match random.below(2) {
        0 if !statuses.is_empty() => {
            let status = statuses[random.below(statuses.len() as u64) as usize];
            with_unwanted_status(&subject.program, status)
        }
        _ => None,
    };
    let original = asserting.as_ref().unwrap_or(&subject.program);
    let Some(bounded) = bounded(original, &bounds)? else {
        return Ok(Answer::TooLarge);
    };
    let schedules = forms.schedules;
    let bound = schedules[random.below(schedules.len() as u64) as usize];
    let Some(expected) = Expected::of(&bounded, Some(bound), 8 * campaign::most_states()) else {
        return Ok(Answer::TooLarge);
    };
    let config = (forms.some)(bound, &mut random);
    let answers = vec![
        ("the engine on threads", found_with_threads(&bounded, bound)),
        ("the engine", found(original, &bounded, &config)),
        ("CBMC", found_by_cbmc(original, &bounded, &config, cbmc)),
    ];
    judge(answers, &expected).map_err(|why| format!("unwound {unwind}, {config:?}: {why}"))
}

/// None if it is too large.
pub fn bounded(original: &Program, bounds: &Bounds) -> Result<Option<Program>, String> {
    match pipeline::from_lowered(original.clone(), bounds, Goal::Reduced) {
        Ok(work) => Ok(Some(work.program)),
        Err(Error::Resource(_)) => Ok(None),
        Err(error) => Err(format!("{error:?}")),
    }
}

pub fn found_with_threads(bounded: &Program, bound: ScheduleBound) -> Result<Option<bool>, String> {
    let config = EngineConfig {
        encoding: match bound {
            ScheduleBound::Rounds(rounds) => Encoding::Rounds(rounds),
            ScheduleBound::Contexts(contexts) => Encoding::Contexts(contexts),
        },
        deadline: Some(Instant::now() + TIME_FOR_A_QUERY),
        ..EngineConfig::default()
    };
    let mut engine = match Engine::new(bounded, config) {
        Ok(engine) => engine,
        Err(EngineError::Stopped(_)) => return Ok(None),
        Err(error) => return Err(error.to_string()),
    };
    match engine.violation(&PROPERTIES).map_err(|e| e.to_string())? {
        Found::None => Ok(Some(false)),
        Found::Stopped(_) => Ok(None),
        Found::Found(_) => Ok(Some(true)),
    }
}

pub fn found_by_cbmc(
    original: &Program,
    bounded: &Program,
    config: &SchemaConfig,
    cbmc: &BackendOrder,
) -> Result<Option<bool>, String> {
    let sequential = sequential::make(bounded, config, &PROPERTIES);
    let sequential = sequential.map_err(|error| format!("{error:?}"))?;
    let limits = by_backend::limits(Some(Instant::now() + time_for_cbmc(config.schema)), None);
    let said = by_backend::ask(cbmc, &sequential, limits, &|| false);
    match said.map_err(|error| format!("{error:?}"))?.0 {
        Said::NoViolation => Ok(Some(false)),
        Said::Violation { check, script } => {
            let script = script.ok_or(format!("{check}: no trace"))?;
            let guesses = &sequential.notes.guesses;
            let execution = script_run::counterexample(bounded, guesses, &script, &PROPERTIES)
                .map_err(|why| format!("CBMC, {check}: {why}: {script:?}"))?;
            replay(original, bounded, &execution, &ReplayConfig::default())
                .map_err(|why| why.to_string())?;
            Ok(Some(true))
        }
        Said::Unsupported(what) => Err(format!("CBMC comes to {what}")),
        Said::Unknown(why) => Err(format!("CBMC does not know: {why}")),
        Said::Stopped(_) => Ok(None),
    }
}

/// Of all writes in one sequence, as many as there can be, some are hard. These are left out, unless more is asked for.
pub fn time_for_engine(schema: Schema) -> Duration {
    match (schema, std::env::var_os("UNSPOOL_SEEDS")) {
        (Schema::Mu, None) => TIME_FOR_A_QUERY / 5,
        _ => TIME_FOR_A_QUERY,
    }
}

/// It takes long for some guesses of memory. These are left out, unless more is asked for.
fn time_for_cbmc(schema: Schema) -> Duration {
    match (schema, std::env::var_os("UNSPOOL_SEEDS")) {
        (Schema::Lr | Schema::Mu | Schema::Imu, None) => TIME_FOR_A_QUERY / 2,
        _ => 3 * TIME_FOR_A_QUERY,
    }
}
