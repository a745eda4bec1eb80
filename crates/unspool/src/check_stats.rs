//! What a check cost: time by phase, and for every step its bounds, the sizes of program and formula, times and memory. As tables and as JSON.
//!
//! Times are those of a clock on the wall, but for the processor's. Steps may run at the same time, so that phases can take longer together than the
//! whole; and memory is that of the whole process.

use std::time::Duration;

use serde_json::{Value, json};
use unspool_ir::Property;

use crate::beyond_bounds::Reach;
use crate::bound_report::with_heading;
use crate::check_step::{StepEnd, StepReport, StopReason};
use crate::console::Console;
use crate::cpu_time;
use crate::depth::ScheduleBound;
use crate::memory_use;
use crate::search::{Findings, SearchEnd};
use crate::text_layout::{Align, table};
use crate::verdict::Judgement;

/// What was spent outside of the search.
#[derive(Clone, Copy, Debug, Default)]
pub struct OtherTimes {
    pub front_end: Duration,
    pub replay: Duration,
    pub total: Duration,
}

/// For people. Ends with a newline.
pub fn tables(findings: &Findings, times: &OtherTimes, console: &Console) -> String {
    let mut text = with_heading(&phase_table(findings, times), console);
    text.push_str("by the clock; steps run at the same time, and their phases are added up\n");
    if let Some(time) = cpu_time::of_this_process() {
        text.push_str(&format!("processor time: {} s\n", seconds(time)));
    }
    if let Some(bytes) = memory_use::peak_bytes() {
        text.push_str(&format!("peak memory: {} MB\n", bytes >> 20));
    }
    text.push('\n');
    text.push_str(&with_heading(&step_table(&findings.steps), console));
    text.push('\n');
    text.push_str(&with_heading(&size_table(&findings.steps), console));
    text
}

/// For programs: one line.
pub fn as_json(
    judgement: &Judgement,
    exit_code: u8,
    properties: &[Property],
    findings: &Findings,
    times: &OtherTimes,
) -> String {
    let names: Vec<&str> = properties.iter().map(|p| p.name()).collect();
    let verdict = judgement.verdict;
    let steps: Vec<Value> = findings.steps.iter().map(step_as_json).collect();
    let phases: serde_json::Map<String, Value> = (phases(findings, times).into_iter())
        .map(|(name, time)| (name.replace(' ', "_"), json!(time.as_secs_f64())))
        .collect();
    let value = json!({
        "verdict": verdict,
        "statement": judgement.statement,
        "details": judgement.details,
        "exit_code": exit_code,
        "properties": names,
        "search_end": search_end(findings.end),
        "deciding_step": judgement.step,
        "seconds": phases,
        "seconds_are": "wall-clock time; of steps, which may run at the same time, added up",
        "cpu_seconds": cpu_time::of_this_process().map(|time| time.as_secs_f64()),
        "peak_memory_bytes": memory_use::peak_bytes(),
        "steps": steps,
    });
    format!("{value}\n")
}

/// In the order in which they come.
fn phases(findings: &Findings, times: &OtherTimes) -> [(&'static str, Duration); 9] {
    let sum = |of: fn(&StepReport) -> Duration| findings.steps.iter().map(of).sum();
    [
        ("front end", times.front_end),
        ("bounding", sum(|step| step.times.bounding)),
        ("analysis", sum(|step| step.statistics.analysis)),
        ("symbolic execution", sum(|step| step.statistics.execution)),
        ("looking for violations", sum(|step| step.times.violation)),
        ("simplifying", sum(|step| step.times.minimising)),
        ("completeness", sum(|step| step.times.completeness)),
        ("replay", times.replay),
        ("total", times.total),
    ]
}

fn phase_table(findings: &Findings, times: &OtherTimes) -> String {
    let mut rows = vec![["phase", "seconds"].map(str::to_string)];
    let phases = phases(findings, times).into_iter();
    rows.extend(phases.map(|(name, time)| [name.to_string(), seconds(time)]));
    table(&rows, &[Align::Left, Align::Right])
}

fn step_table(steps: &[StepReport]) -> String {
    let heading = [
        "unwind",
        "rounds",
        "answer",
        "bounding",
        "building",
        "violation",
        "simplifying",
        "completeness",
        "memory",
    ];
    let mut rows = vec![heading.map(str::to_string)];
    rows.extend(steps.iter().map(|step| {
        let megabytes = step.memory.map(|bytes| format!("{} MB", bytes >> 20));
        [
            unwind(step),
            schedule(step),
            answer_and_reason(step),
            seconds(step.times.bounding),
            seconds(step.times.building),
            seconds(step.times.violation),
            seconds(step.times.minimising),
            seconds(step.times.completeness),
            megabytes.unwrap_or_default(),
        ]
    }));
    let mut align = [Align::Right; 9];
    align[2] = Align::Left;
    table(&rows, &align)
}

fn size_table(steps: &[StepReport]) -> String {
    let heading = [
        "unwind",
        "rounds",
        "threads",
        "instructions",
        "points",
        "cells",
        "terms",
        "nodes",
        "variables",
        "clauses",
        "conflicts",
    ];
    let mut rows = vec![heading.map(str::to_string)];
    rows.extend(steps.iter().map(|step| {
        let formula = &step.statistics;
        [
            unwind(step),
            schedule(step),
            step.size.threads.to_string(),
            step.size.instructions.to_string(),
            step.size.points.to_string(),
            formula.cells.to_string(),
            formula.terms.to_string(),
            formula.nodes.to_string(),
            formula.variables.to_string(),
            formula.clauses.to_string(),
            formula.conflicts.to_string(),
        ]
    }));
    table(&rows, &[Align::Right; 11])
}

fn step_as_json(step: &StepReport) -> Value {
    let formula = &step.statistics;
    let encoding = format!("{}s", step.depth.schedule.noun());
    let length = step.depth.length();
    let (unsupported, cut, longer) = match &step.end {
        StepEnd::Passed {
            unsupported,
            cut,
            longer,
        } => (reach(unsupported), reach(cut), reach(longer)),
        _ => (None, None, None),
    };
    let minimality = match &step.end {
        StepEnd::Violations(found) => found.first().map(|it| it.minimality),
        _ => None,
    };
    json!({
        "unwind": step.depth.unwind,
        "encoding": encoding,
        "length": length,
        "long_loops": step.depth.long_loops.map(|long| long.iterations),
        "answer": answer(&step.end),
        "stopped_by": step.stop.map(StopReason::name),
        "unsupported": unsupported,
        "cut": cut,
        "longer_schedule": longer,
        "switches": minimality.map(|it| it.switches),
        "is_fewest_switches": minimality.map(|it| it.is_fewest),
        "passed_points": minimality.map(|it| it.points),
        "is_shortest": minimality.map(|it| it.is_shortest),
        "inputs_are_simplest": minimality.map(|it| it.inputs_simplest),
        "threads": step.size.threads,
        "instructions": step.size.instructions,
        "points": step.size.points,
        "cells": formula.cells,
        "terms": formula.terms,
        "nodes": formula.nodes,
        "variables": formula.variables,
        "clauses": formula.clauses,
        "conflicts": formula.conflicts,
        "bounding_seconds": step.times.bounding.as_secs_f64(),
        "building_seconds": step.times.building.as_secs_f64(),
        "violation_seconds": step.times.violation.as_secs_f64(),
        "simplifying_seconds": step.times.minimising.as_secs_f64(),
        "completeness_seconds": step.times.completeness.as_secs_f64(),
        "memory_bytes": step.memory,
    })
}

fn answer(end: &StepEnd) -> &'static str {
    match end {
        StepEnd::Violations(_) => "violation",
        StepEnd::Passed {
            unsupported: Reach::No,
            cut: Reach::No,
            longer: Reach::No,
        } => "none, complete",
        StepEnd::Passed { .. } => "none",
        StepEnd::Stopped(_) => "stopped",
        StepEnd::TooLarge(_) => "too large",
        StepEnd::Unanswered(_) => "unanswered",
    }
}

/// `stopped: time limit`.
fn answer_and_reason(step: &StepReport) -> String {
    match step.stop {
        Some(reason) => format!("{}: {}", answer(&step.end), reason.name()),
        None => answer(&step.end).to_string(),
    }
}

fn search_end(end: SearchEnd) -> &'static str {
    match end {
        SearchEnd::Violation { .. } => "violation",
        SearchEnd::Complete { .. } => "complete",
        SearchEnd::Unanswered { .. } => "unanswered",
        SearchEnd::NothingLeft => "nothing left",
        SearchEnd::OutOfTime => "time limit",
        SearchEnd::OutOfMemory => "memory limit",
        SearchEnd::Interrupted => "interrupted",
    }
}

/// Whether something was reached; None if that is not known.
fn reach(reach: &Reach) -> Option<bool> {
    match reach {
        Reach::No => Some(false),
        Reach::Yes(_) => Some(true),
        Reach::Unknown(_) | Reach::NotAsked => None,
    }
}

fn unwind(step: &StepReport) -> String {
    let mark = if step.depth.long_loops.is_some() {
        "+"
    } else {
        ""
    };
    format!("{}{mark}", step.depth.unwind)
}

fn schedule(step: &StepReport) -> String {
    match step.depth.schedule {
        ScheduleBound::Rounds(rounds) => rounds.to_string(),
        other => format!("{} {}s", other.length(), other.noun()),
    }
}

fn seconds(time: Duration) -> String {
    format!("{:.3}", time.as_secs_f64())
}
