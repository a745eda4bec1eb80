//! What a swarm says. Instances without a violation say nothing about executions that none of them has, so what they cover stands beside every verdict.

use std::time::Duration;

use unspool_ir::Program;
use unspool_report::model::VerdictKind as Verdict;
use unspool_swarm::coverage::Coverage;

use crate::beyond_bounds::Reach;
use crate::check_step::{StepEnd, StepReport};
use crate::limits::{describe_bytes, describe_time};
use crate::search::{Findings, SearchEnd};
use crate::verdict::{self, Judgement, Question};

use super::pool::{Counts, EndReason, SwarmEnd};

/// What there was to decide.
pub struct Swarm {
    pub coverage: Coverage,
    /// How many instances there are, if that is known.
    pub all: Option<u64>,
    /// Whether the instances are cubes.
    pub is_cubes: bool,
    pub time: Duration,
    pub memory: Option<u64>,
    /// How it can be gone on with after an interruption.
    pub goes_on: &'static str,
    /// A word about instances that do not fit the program.
    pub beyond: Option<String>,
}

/// Of a swarm without a violation. `findings` has what all instances leave out, if that was asked.
pub fn judge(
    question: &Question<'_>,
    findings: &Findings,
    swarm: &Swarm,
    end: &SwarmEnd,
) -> Judgement {
    let Some(report) = findings.steps.first() else {
        return undecided(swarm, end);
    };
    if !swarm.coverage.is_everything() {
        return partial(question, findings, report, swarm, end);
    }
    let mut judgement = verdict::judge(question, findings);
    let mut details = vec![how_many(swarm, end.counts)];
    if !swarm.is_cubes && judgement.verdict != Verdict::Safe {
        details.push(format!("covered: {}", swarm.coverage.in_words()));
    }
    details.extend(swarm.beyond.clone());
    let at = 1.min(judgement.details.len());
    judgement.details.splice(at..at, details);
    judgement
}

/// How a search ends that has asked these questions only.
pub fn search_end(report: &StepReport) -> SearchEnd {
    let is_complete = matches!(
        report.end,
        StepEnd::Passed {
            unsupported: Reach::No,
            cut: Reach::No,
            longer: Reach::No
        }
    );
    match is_complete {
        true => SearchEnd::Complete { step: 0 },
        false => SearchEnd::NothingLeft,
    }
}

/// There is no violation in the instances, and there are executions that none of them has.
fn partial(
    question: &Question<'_>,
    findings: &Findings,
    report: &StepReport,
    swarm: &Swarm,
    end: &SwarmEnd,
) -> Judgement {
    let program: &Program = question.program;
    let names = verdict::violated(question.properties);
    let within = verdict::within(program, report);
    let mut details = vec![
        format!("covered: {}", swarm.coverage.in_words()),
        how_many(swarm, end.counts),
    ];
    details.extend(swarm.beyond.clone());
    details.extend(verdict::beyond_program(program, report));
    details.extend(verdict::asked_line(report));
    details.push(
        "more is covered with a larger --picked-window or --instances-limit, and everything within these bounds by `unspool check`, or by --cubes"
            .to_string(),
    );
    let statement = format!("no execution of an instance{within} violates {names}");
    match verdict::unsupported(program, findings) {
        Some(unsupported) => {
            details.insert(0, format!("without that: {statement}"));
            Judgement {
                verdict: Verdict::Unknown,
                statement: unsupported,
                details,
                step: Some(0),
            }
        }
        None => Judgement {
            verdict: Verdict::SafeWithinBounds,
            statement,
            details,
            step: Some(0),
        },
    }
}

/// Not all instances have an answer.
fn undecided(swarm: &Swarm, end: &SwarmEnd) -> Judgement {
    let counts = end.counts;
    let (statement, advice) = match end.why {
        EndReason::OutOfTime => (
            format!(
                "the time limit of {} (--time-limit) was reached",
                describe_time(swarm.time)
            ),
            Some(swarm.goes_on),
        ),
        EndReason::OutOfMemory => {
            let limit = swarm.memory.map(describe_bytes);
            let limit = limit.map_or(String::new(), |limit| format!(" of {limit}"));
            (
                format!("the memory limit{limit} (--memory-limit) was reached"),
                Some("--jobs 1 needs less, --memory-limit allows more"),
            )
        }
        EndReason::Interrupted => ("the swarm was interrupted".to_string(), Some(swarm.goes_on)),
        EndReason::NothingLeft | EndReason::Found => match &end.unknown {
            Some((name, why)) => (
                format!(
                    "{} no answer; of the first, {name}: {why}",
                    some_have(
                        counts.unknown,
                        counts.unknown + counts.decided(),
                        what_of(swarm)
                    )
                ),
                Some("--instance-time allows more, smaller bounds and shorter tiles need less"),
            ),
            None => ("not all instances were decided".to_string(), None),
        },
    };
    let mut details = Vec::new();
    if counts.decided() > 0 {
        details.push(format!("so far: no violation; {}", how_many(swarm, counts)));
    }
    details.extend(advice.map(str::to_string));
    Judgement {
        verdict: Verdict::Unknown,
        statement,
        details,
        step: None,
    }
}

/// `2 of 100 instances have a violation`.
pub fn with_violation(found: u64, all: u64, what: &str) -> String {
    format!("{} a violation", some_have(found, all, what))
}

fn some_have(some: u64, all: u64, what: &str) -> String {
    let plural = if all == 1 { "" } else { "s" };
    let have = if some == 1 { "has" } else { "have" };
    format!("{some} of {all} {what}{plural} {have}")
}

fn what_of(swarm: &Swarm) -> &'static str {
    match swarm.is_cubes {
        true => "part",
        false => "instance",
    }
}

/// `decided: 100 instances, 20 of them by what others had shown`.
pub fn how_many(swarm: &Swarm, counts: Counts) -> String {
    let what = what_of(swarm);
    let plural = if counts.decided() == 1 { "" } else { "s" };
    let mut text = format!("decided: {} {what}{plural}", counts.decided());
    if swarm.is_cubes {
        text.push_str(" of the space of schedules");
    }
    if counts.implied > 0 {
        text.push_str(&format!(
            ", {} of them by what others had shown",
            counts.implied
        ));
    }
    text
}
