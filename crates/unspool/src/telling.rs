//! From an execution of the interpreter to a trace that people read.
//!
//! The interpreter tells what each instruction did ([`unspool_interp::Trace`]); people think in statements, calls and variables. Here the
//! one becomes the other, as data of [`unspool_report::model`]; how it looks is up to the printers.
//!
//! ```text
//! effects ──steps──▶ statements, each with what it did ──relevance──▶ which of them matter ──explanation──▶ why it came to that
//!             │                                                                                        (origins: what the violation looked at)
//!             ├─ variables   names and values as C writes them (heap_types: what objects of the heap are)
//!             ├─ library     calls of the library about threads and locks, in words
//!             ├─ blocks      what other functions of it do to memory (contents: what that contains)
//!             ├─ race        the two accesses of a data race, and why nothing orders them
//!             ├─ deadlock    who waits for what, and who has it
//!             ├─ outside     values from outside, and what gets them
//!             └─ places      lines of files
//! ```

mod accesses;
mod blocks;
mod contents;
mod deadlock;
mod explanation;
mod heap_types;
mod held_free;
mod library;
mod origins;
mod outside;
mod places;
mod race;
mod relevance;
mod steps;
mod variables;

use unspool_interp::{Activation, Outcome, Trace};
use unspool_ir::{FunctionId, Program, Property};
use unspool_report::model;

use crate::source_lines::SourceLines;

use explanation::Known;
use origins::Origins;
use places::Places;
use steps::Steps;

pub use heap_types::HeapTypes;
pub use steps::called_function;
pub use variables::Variables;
use variables::source_name;

/// A trace, and the files that it speaks of.
pub struct Told {
    pub trace: model::Trace,
    pub files: Vec<model::SourceFile>,
}

/// Tells an execution that ended with a violation.
pub fn tell(
    trace: &Trace,
    program: &Program,
    sources: &SourceLines,
    minimality: model::Minimality,
) -> Told {
    let mut places = Places::new(program, sources);
    let Steps {
        steps,
        variables,
        cells,
        written,
        race,
        waits,
        waiting,
        kept,
    } = steps::steps(trace, program, &mut places);
    let mut violation = violation(trace, program, &mut places);
    if let Some(race) = &race {
        violation.message = format!("data race on `{}`", race.object);
    }
    if let Some(wait) = waits.first() {
        (violation.thread, violation.place) = (wait.thread, wait.place);
    }
    (violation.race, violation.waits) = (race, waits);
    let threads = threads(trace, program, &mut places, &steps);
    let mut told = model::Trace {
        threads,
        variables,
        steps,
        violation,
        minimality,
        repeat: repeat(trace),
    };
    let is_conflict = told.violation.race.is_some() || !told.violation.waits.is_empty();
    let happened = told.steps.len() - waiting;
    let last = happened
        .checked_sub(1)
        .and_then(|last| told.steps.get(last));
    let switches = last.map_or(0, |last| last.context as usize);
    let minimality = &mut told.minimality;
    // What the program as it was written needs more, nobody has looked at.
    let is_known = switches <= minimality.switches;
    minimality.has_fewest_switches &= is_known;
    minimality.is_shortest &= is_known;
    minimality.switches = switches;
    let origins = match is_conflict {
        true => Origins {
            steps: conflict_steps(&told),
            ..Origins::default()
        },
        false => origins::of_violation(program, &mut told, &mut places),
    };
    relevance::mark(&mut told, &cells, &origins.steps);
    let known = Known {
        cells: &cells,
        written: &written,
        origins: &origins,
        kept: kept.as_ref(),
    };
    if told.violation.race.is_some() {
        race::explain(&mut told);
    } else if is_conflict {
        let others_go_on = matches!(
            trace.outcome,
            Outcome::Deadlock {
                others_go_on: true,
                ..
            }
        );
        deadlock::explain(&mut told, others_go_on, places.files());
    } else {
        explanation::explain(&mut told, &known, places.files());
    }
    for related in &told.violation.related {
        if let Some(step) = told.steps.get_mut(related.step) {
            step.is_relevant |= is_conflict;
        }
    }
    if told.violation.property.ends_with("misuse") {
        tell_misuse(&mut told);
    }
    Told {
        trace: told,
        files: places.into_files(),
    }
}

/// A call that breaks the rules does not do what it is for.
fn tell_misuse(trace: &mut model::Trace) {
    let Some(last) = trace.steps.last_mut() else {
        return;
    };
    for event in &mut last.events {
        if let model::Event::Library {
            variable,
            words,
            effect,
            ..
        } = event
        {
            let variable = variable.and_then(|variable| trace.variables.get(variable));
            match variable {
                // Where in an object of the heap it is, only the call may tell.
                Some(variable) if variable.name.contains(" + ") => {
                    let object = words.split_once(' ').map_or("", |(_, object)| object);
                    *words = format!("misuses {object}");
                }
                Some(variable) => *words = format!("misuses {}", variable.name),
                None if *effect == model::LibraryEffect::Joins => {
                    *words = "tries to join a thread".to_string();
                }
                None => continue,
            }
            *effect = model::LibraryEffect::Other;
        }
    }
}

fn threads(
    trace: &Trace,
    program: &Program,
    places: &mut Places<'_>,
    steps: &[model::Step],
) -> Vec<model::Thread> {
    let threads = trace.threads.iter().zip(0..).map(|(thread, number)| {
        let is_end =
            |step: &model::Step| step.thread == number && step.events.contains(&model::Event::Ends);
        model::Thread {
            number,
            function: own_name(trace, program, number, thread.function),
            created: thread.created.map(|(by, span)| model::Created {
                by,
                at: places.statement(span).map(|(place, _)| place),
            }),
            has_ended: steps.iter().any(is_end),
        }
    });
    threads.collect()
}

fn violation(trace: &Trace, program: &Program, places: &mut Places<'_>) -> model::Violation {
    let outcome = &trace.outcome;
    let place = outcome.place();
    let stacks = trace.stacks.iter().map(|(thread, stack)| {
        let frames = frames(stack, program, places);
        model::ThreadStack {
            thread: *thread,
            frames,
        }
    });
    let stacks = stacks.collect();
    model::Violation {
        property: property(outcome).to_string(),
        message: message(outcome),
        thread: place.map_or(0, |(thread, _)| thread),
        place: place.and_then(|(_, span)| Some(places.statement(span)?.0)),
        explanation: String::new(),
        related: Vec::new(),
        stacks,
        race: None,
        waits: Vec::new(),
    }
}

/// What happened, without the property.
pub fn message(outcome: &Outcome) -> String {
    match outcome {
        Outcome::AssertionFailed { message, .. } => message.clone(),
        Outcome::MemoryError { kind, .. } => kind.describe(),
        Outcome::ArithmeticError { kind, .. } => kind.describe().to_string(),
        other => other.headline(),
    }
}

/// The name of the property that an execution violates. A check looks only for failing assertions, but a replay in a program that has changed since may end in any way.
pub fn property(outcome: &Outcome) -> &'static str {
    match outcome {
        Outcome::AssertionFailed { property, .. } => property.name(),
        Outcome::MemoryError { .. } => Property::MemorySafety.name(),
        Outcome::Deadlock { .. } => Property::Deadlock.name(),
        Outcome::Race { .. } => Property::DataRace.name(),
        Outcome::ArithmeticError { kind, .. } => kind.property().name(),
        Outcome::UnreachableReached { .. } => "unreachable-code",
        Outcome::Finished { .. }
        | Outcome::Aborted { .. }
        | Outcome::AssumeFailed { .. }
        | Outcome::StepLimit
        | Outcome::Unsupported { .. }
        | Outcome::ResourceLimit { .. } => "none",
    }
}

fn repeat(trace: &Trace) -> model::Repeat {
    let Some(repeat) = &trace.repeat else {
        return model::Repeat::default();
    };
    let inputs = repeat.inputs.iter().map(|input| model::GivenInput {
        thread: input.thread,
        bits: input.bits.to_string(),
    });
    model::Repeat {
        schedule: repeat.schedule.to_string(),
        inputs: inputs.collect(),
    }
}

/// The steps that a race or a deadlock consists of.
fn conflict_steps(trace: &model::Trace) -> Vec<usize> {
    let violation = &trace.violation;
    let accesses = violation.race.iter().flat_map(|race| race.accesses());
    let mut steps: Vec<usize> = accesses.filter_map(|access| access.step).collect();
    for wait in &violation.waits {
        steps.extend(wait.step);
        let holders = wait.holders.iter();
        steps.extend(holders.filter_map(|holder| deadlock::taking(trace, &wait.object, holder)));
    }
    steps
}

/// The program's own activations, innermost first.
fn frames(stack: &[Activation], program: &Program, places: &mut Places<'_>) -> Vec<model::Frame> {
    let own = stack
        .iter()
        .filter(|activation| is_own(program, activation.function));
    let frames = own.map(|activation| model::Frame {
        function: name(program, activation.function),
        at: places.statement(activation.span).map(|(place, _)| place),
    });
    frames.collect()
}

/// The function of the program that a thread runs. The library may start it by one of its own, as it does with the first thread.
fn own_name(trace: &Trace, program: &Program, thread: u32, function: FunctionId) -> String {
    let steps = trace.steps.iter().filter(|step| step.by.thread == thread);
    let stacks = trace.stacks.iter().filter(|(of, _)| *of == thread);
    let mut stacks = steps
        .map(|step| step.stack.as_slice())
        .chain(stacks.map(|(_, stack)| stack.as_slice()));
    let outermost = |stack: &[Activation]| {
        let mut functions = stack.iter().rev().map(|activation| activation.function);
        functions.find(|function| is_own(program, *function))
    };
    let own = match is_own(program, function) {
        true => Some(function),
        false => stacks.find_map(outermost),
    };
    own.map_or("main".to_string(), |own| name(program, own))
}

/// Whether the user wrote it.
fn is_own(program: &Program, function: FunctionId) -> bool {
    let function = program.functions.get(function.index());
    function.is_some_and(|function| !function.is_model && function.span.line > 0)
}

fn name(program: &Program, function: FunctionId) -> String {
    let function = program.functions.get(function.index());
    function.map_or(String::new(), |function| {
        source_name(&function.name).to_string()
    })
}
