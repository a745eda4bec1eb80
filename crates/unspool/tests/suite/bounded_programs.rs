//! Bounded programs end as the programs that they are made of.
//!
//! Random programs are explored before and after bounding, with all reductions, with none, and without one each. What the bounded program can end in, the original can; and the other way round, unless executions were cut, which the assertion at the bound tells.

use unspool::bound_options::Bounds;
use unspool::error::Error;
use unspool::pipeline::{self, Goal};
use unspool_ir::{Program, text};
use unspool_passes::bound::{AtBound, BoundConfig};
use unspool_passes::bounded;
use unspool_passes::reductions::{Reduction, Reductions};

use crate::random_programs::campaign::{self, Answer, Campaign, Subject};
use crate::random_programs::outcomes::Outcomes;

/// The first is enough for all loops of the generator but those with an open end; each program gets one of the others.
const BOUNDS: [(u32, AtBound); 3] = [
    (4, AtBound::Assert),
    (1, AtBound::Assert),
    (2, AtBound::Assume),
];

/// How many reductions each random program is tried without, one at a time; kept programs are without each of them.
const SINGLE_SWITCHES: usize = 3;

#[test]
fn bounded_programs_end_as_their_originals() {
    Campaign {
        test: "bounded_programs",
        topic: None,
        seeds: 0..250,
        least: 150,
        check: &check,
        explain: &explain,
    }
    .run();
}

fn check(subject: &Subject) -> Result<Answer, String> {
    let (always, others) = BOUNDS.split_at(1);
    let chosen = subject.seed.map(|seed| seed as usize % others.len());
    let others = others.iter().enumerate();
    let others = others.filter(|&(index, _)| chosen.is_none_or(|chosen| chosen == index));
    let mut answers = Vec::new();
    for &(unwind, at_bound) in always.iter().chain(others.map(|(_, bounds)| bounds)) {
        let config = config(unwind, at_bound);
        let with = |reductions| compare(subject, &Bounds::new(config.clone(), reductions));
        let without = with(Reductions::NONE)?;
        if without == Answer::TooLarge {
            // States differ in what nobody reads any more: better than nothing, but it does not count.
            with(Reductions::NONE.with(Reduction::DeadCode))?;
        }
        answers.push(without);
        answers.push(with(Reductions::default())?);
    }
    let all: Vec<Reduction> = Reduction::all().collect();
    let (first, count) = match subject.seed {
        Some(seed) => (seed as usize * SINGLE_SWITCHES, SINGLE_SWITCHES),
        None => (0, all.len()),
    };
    for &unwanted in all.iter().cycle().skip(first % all.len()).take(count) {
        let reductions = Reductions::default().without(unwanted);
        answers.push(compare(subject, &Bounds::new(usual(), reductions))?);
    }
    match answers.contains(&Answer::TooLarge) {
        true => Ok(Answer::TooLarge),
        false => Ok(Answer::Right),
    }
}

/// The bounds that most is tried with.
fn usual() -> BoundConfig {
    let (unwind, at_bound) = BOUNDS[0];
    config(unwind, at_bound)
}

fn config(unwind: u32, at_bound: AtBound) -> BoundConfig {
    BoundConfig {
        unwind,
        at_bound,
        instructions: 100_000,
        ..BoundConfig::default()
    }
}

fn compare(subject: &Subject, bounds: &Bounds) -> Result<Answer, String> {
    let wrong = |why: String| {
        let (unwind, reductions) = (bounds.config.unwind, named(bounds.reductions));
        format!("unwound {unwind} times, {reductions}: {why}")
    };
    let work = pipeline::from_lowered(subject.program.clone(), bounds, Goal::Reduced);
    let work = match work {
        Ok(work) => work,
        // Without constants, formats are walked character by character.
        Err(Error::Resource(_)) => return Ok(Answer::TooLarge),
        Err(error) => return Err(wrong(format!("{error:?}"))),
    };
    let program = &work.program;
    keeps_its_text(program).map_err(wrong)?;
    let mut outcomes = Outcomes::of(program, 2 * campaign::most_states());
    if !outcomes.is_complete {
        return Ok(Answer::TooLarge);
    }
    let is_cut = (work.bounding).is_some_and(|report| !report.cuts.is_empty());
    if outcomes.is_cut && !is_cut {
        return Err(wrong(
            "it is cut, though the report says that it is not".to_string(),
        ));
    }
    // An assumption does not tell whether it has ever cut anything.
    outcomes.is_cut |= is_cut && bounds.config.at_bound == AtBound::Assume;
    match outcomes.differ_from(&subject.outcomes, program) {
        Some(difference) => Err(wrong(difference)),
        None => Ok(Answer::Right),
    }
}

fn named(reductions: Reductions) -> String {
    if reductions == Reductions::NONE {
        return "no reductions".to_string();
    }
    let missing = Reduction::all().filter(|it| !reductions.has(*it));
    let missing: Vec<&str> = missing.map(Reduction::name).collect();
    match missing.is_empty() {
        true => "all reductions".to_string(),
        false => format!("all reductions but {}", missing.join(", ")),
    }
}

/// Which reductions are to blame: those without which it goes well, and those that fail alone.
fn explain(subject: &Subject) -> String {
    let fails = |reductions| compare(subject, &Bounds::new(usual(), reductions)).is_err();
    if fails(Reductions::NONE) {
        return "It fails without any reduction.".to_string();
    }
    let all = Reductions::default();
    let needed = Reduction::all().filter(|it| fails(all) && !fails(all.without(*it)));
    let needed: Vec<&str> = needed.map(Reduction::name).collect();
    let alone = Reduction::all().filter(|it| fails(Reductions::NONE.with(*it)));
    let alone: Vec<&str> = alone.map(Reduction::name).collect();
    format!("It goes well without one of {needed:?}; it fails with one of {alone:?} alone.")
}

/// A text read back is the same bounded program.
fn keeps_its_text(program: &Program) -> Result<(), String> {
    let printed = text::print(program);
    let read = text::parse(&printed).map_err(|error| format!("its text is unreadable: {error}"))?;
    match text::print(&read) == printed {
        true => bounded::check(&read),
        false => Err("its text changes when read back".to_string()),
    }
}
