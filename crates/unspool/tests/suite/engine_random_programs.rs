//! The engine finds what an exhaustive search finds, no more and no less.
//!
//! Random programs are bounded, with all reductions of the passes, with none, or without one, and asked about in the engine, with all of its own reductions, with none, without one each, and with other encodings of slots, within
//! some rounds or contexts. Beside the assertions that the programs have, each is asked whether it can finish with certain statuses: some that it can
//! finish with within the schedule's bound, and some that take longer schedules. A status is mixed of all variables.
//!
//! `UNSPOOL_SEEDS=0..1000` asks for more programs. With it, each is tried in more ways.

use unspool::bound_options::Bounds;
use unspool::error::Error;
use unspool::pipeline::{self, Goal};
use unspool_interp::ScheduleBound;
use unspool_interp::schedule::prng::Prng;
use unspool_ir::Program;
use unspool_passes::bound::{AtBound, BoundConfig};
use unspool_passes::reductions::{Reduction, Reductions};

use crate::engine_comparison::{Agreement, Expected, Formula, Question, with_unwanted_status};
use crate::random_programs::campaign::{self, Answer, Campaign, Subject};

const SCHEDULES: [ScheduleBound; 8] = [
    ScheduleBound::Rounds(1),
    ScheduleBound::Rounds(2),
    ScheduleBound::Rounds(3),
    ScheduleBound::Contexts(1),
    ScheduleBound::Contexts(2),
    ScheduleBound::Contexts(3),
    ScheduleBound::Contexts(4),
    ScheduleBound::Contexts(5),
];

#[test]
fn the_engine_finds_what_the_search_finds() {
    Campaign {
        test: "engine_random_programs",
        topic: None,
        seeds: 0..60,
        least: 45,
        check: &check,
        explain: &explain,
    }
    .run();
}

/// How a program is tried.
struct Way {
    bounds: Bounds,
    schedules: Vec<ScheduleBound>,
    formulas: Vec<Formula>,
    statuses: usize,
}

fn check(subject: &Subject) -> Result<Answer, String> {
    let mut answers = Vec::new();
    for way in ways(subject.seed) {
        answers.push(try_way(subject, &way)?);
    }
    Ok(worst(&answers))
}

/// Those of a seed; kept programs are tried in all ways.
fn ways(seed: Option<u64>) -> Vec<Way> {
    let is_long = seed.is_none() || std::env::var_os("UNSPOOL_SEEDS").is_some();
    let mut random = Prng::new(seed.unwrap_or(0));
    let mut formulas = vec![Formula::default()];
    let others = Formula::others();
    match is_long {
        true => formulas.extend(others),
        false => formulas.push(others[random.below(others.len() as u64) as usize]),
    }
    let single: Vec<Reduction> = Reduction::all().collect();
    let missing = single[random.below(single.len() as u64) as usize];
    let mut ways = vec![Way {
        bounds: bounds(3, Reductions::default()),
        schedules: SCHEDULES.to_vec(),
        formulas,
        statuses: if is_long { 4 } else { 2 },
    }];
    let mut second = |unwind, passes| {
        let first = random.below(8) as usize;
        ways.push(Way {
            bounds: bounds(unwind, passes),
            schedules: [first, (first + 3) % 8].map(|it| SCHEDULES[it]).to_vec(),
            formulas: vec![Formula::default()],
            statuses: 2,
        });
    };
    let which = seed.unwrap_or(0) % 3;
    if is_long || which == 0 {
        second(2, Reductions::NONE);
    }
    if is_long || which == 1 {
        second(2, Reductions::default().without(missing));
    }
    if is_long || which == 2 {
        second(1, Reductions::default());
    }
    ways
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

fn try_way(subject: &Subject, way: &Way) -> Result<Answer, String> {
    let wrong = |why: String| {
        let unwind = way.bounds.config.unwind;
        let missing = Reduction::all().filter(|it| !way.bounds.reductions.has(*it));
        let missing: Vec<&str> = missing.map(Reduction::name).collect();
        format!("unwound {unwind} times, passes without {missing:?}: {why}")
    };
    let (answer, statuses) = try_program(&subject.program, way).map_err(&wrong)?;
    let mut answers = vec![answer];
    // Spread over all of them.
    let step = statuses.len().div_ceil(way.statuses.max(1)).max(1);
    for &status in statuses.iter().step_by(step) {
        let Some(asserting) = with_unwanted_status(&subject.program, status) else {
            continue;
        };
        let tried = try_program(&asserting, way);
        let (answer, _) = tried
            .map_err(|why| wrong(format!("asserting that the status is not {status}: {why}")))?;
        answers.push(answer);
    }
    Ok(worst(&answers))
}

/// Also the statuses that the program can finish with.
fn try_program(original: &Program, way: &Way) -> Result<(Answer, Vec<i32>), String> {
    let too_large = Ok((Answer::TooLarge, Vec::new()));
    let work = pipeline::from_lowered(original.clone(), &way.bounds, Goal::Reduced);
    let bounded = match work {
        Ok(work) => work.program,
        Err(Error::Resource(_)) => return too_large,
        Err(error) => return Err(format!("{error:?}")),
    };
    let most = campaign::most_states();
    let Some(mut whole) = Expected::of(&bounded, None, 2 * most) else {
        return too_large;
    };
    whole.count_contexts(&bounded, 6, 8 * most);
    let mut answers = Vec::new();
    for &bound in &way.schedules {
        let Some(expected) = Expected::of(&bounded, Some(bound), 8 * most) else {
            answers.push(Answer::TooLarge);
            continue;
        };
        for &formula in &way.formulas {
            let question = Question {
                original,
                bounded: &bounded,
                bound,
                formula,
            };
            answers.push(match question.compare(&expected, &whole)? {
                Agreement::Same => Answer::Right,
                Agreement::NoAnswer => Answer::TooLarge,
            });
        }
    }
    Ok((worst(&answers), whole.statuses.iter().copied().collect()))
}

fn worst(answers: &[Answer]) -> Answer {
    match answers.contains(&Answer::TooLarge) {
        true => Answer::TooLarge,
        false => Answer::Right,
    }
}

/// Which reductions of the engine are to blame.
fn explain(subject: &Subject) -> String {
    let fails = |passes: Reductions, formula: Formula| {
        let way = Way {
            bounds: bounds(3, passes),
            schedules: SCHEDULES.to_vec(),
            formulas: vec![formula],
            statuses: 4,
        };
        try_way(subject, &way).is_err()
    };
    let needed = Formula::others()
        .into_iter()
        .filter(|it| !fails(Reductions::default(), *it));
    let needed: Vec<Formula> = needed.collect();
    format!(
        "Unwound 3 times, it fails as is usual: {}; without reductions of the passes: {}. It goes well with {needed:?}.",
        fails(Reductions::default(), Formula::default()),
        fails(Reductions::NONE, Formula::default()),
    )
}
