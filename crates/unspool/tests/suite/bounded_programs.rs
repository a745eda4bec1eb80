//! Bounded programs end as the programs that they are made of.
//!
//! Random programs are explored before and after bounding. What the bounded program can end in, the original can; and the other way
//! round, unless executions were cut, which the assertion at the bound tells.

use std::collections::BTreeSet;

use unspool_ir::verify::verify;
use unspool_ir::{InstKind, Program, Span, text};
use unspool_passes::bound::{AtBound, BoundConfig, bound};
use unspool_passes::bounded;

use crate::random_programs::campaign::{self, Answer, Campaign, Subject};
use crate::random_programs::outcomes::Outcomes;

/// The first is enough for all loops of the generator but those with an open end; each program gets one of the others.
const BOUNDS: [(u32, AtBound); 3] = [
    (4, AtBound::Assert),
    (1, AtBound::Assert),
    (2, AtBound::Assume),
];

#[test]
fn bounded_programs_end_as_their_originals() {
    Campaign {
        test: "bounded_programs",
        seeds: 0..300,
        check: &check,
        explain: &|_| String::new(),
    }
    .run();
}

fn check(subject: &Subject) -> Result<Answer, String> {
    let (always, others) = BOUNDS.split_at(1);
    let chosen = subject.seed.map(|seed| seed as usize % others.len());
    let others = others.iter().enumerate();
    let others = others.filter(|&(index, _)| chosen.is_none_or(|chosen| chosen == index));
    for &(unwind, at_bound) in always.iter().chain(others.map(|(_, bounds)| bounds)) {
        let config = BoundConfig {
            unwind,
            at_bound,
            ..BoundConfig::default()
        };
        let answer = compare(subject, &config);
        match answer.map_err(|why| format!("unwound {unwind} times: {why}"))? {
            Answer::Right => {}
            Answer::TooLarge => return Ok(Answer::TooLarge),
        }
    }
    Ok(Answer::Right)
}

fn compare(subject: &Subject, config: &BoundConfig) -> Result<Answer, String> {
    let original = &subject.program;
    let (program, report) = bound(original, config).map_err(|error| error.to_string())?;
    well_formed(&program)?;
    let outcomes = Outcomes::of(&program, 3 * campaign::most_states());
    if !outcomes.is_complete {
        return Ok(Answer::TooLarge);
    }
    if outcomes.is_cut && report.cuts.is_empty() {
        return Err("it is cut, though the report says that it is not".to_string());
    }
    let mut outcomes = outcomes.without_waits_at(&waits_outside_of_the_library(original));
    // An assumption does not tell whether it has ever cut anything.
    outcomes.is_cut |= config.at_bound == AtBound::Assume && !report.cuts.is_empty();
    match outcomes.differ_from(&subject.outcomes, &program) {
        Some(difference) => Err(difference),
        None => Ok(Answer::Right),
    }
}

/// The rules of bounded programs, which a text read back keeps.
fn well_formed(program: &Program) -> Result<(), String> {
    if let Err(errors) = verify(program) {
        return Err(format!("the verifier refuses it: {}", errors[0]));
    }
    bounded::check(program)?;
    let printed = text::print(program);
    let read = text::parse(&printed).map_err(|error| format!("its text is unreadable: {error}"))?;
    match text::print(&read) == printed {
        true => bounded::check(&read),
        false => Err("its text changes when read back".to_string()),
    }
}

/// C has none: these were loops that only wait.
fn waits_outside_of_the_library(program: &Program) -> BTreeSet<Span> {
    let functions = program
        .functions
        .iter()
        .filter(|function| !function.is_model);
    let bodies = functions.filter_map(|function| function.body.as_ref());
    bodies
        .flat_map(|body| &body.blocks)
        .flat_map(|block| &block.insts)
        .filter(|inst| matches!(inst.kind, InstKind::WaitUntil(_)))
        .map(|inst| inst.span)
        .collect()
}
