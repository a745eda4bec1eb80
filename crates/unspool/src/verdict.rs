//! What a check says: the verdict, in words that stand alone on one line, and below it what it rests on.
//!
//! Nothing bounded is ever called plainly safe. `SAFE` is for programs all of whose executions were covered; `SAFE WITHIN BOUNDS` says
//! which bounds, what lies beyond them, and why the search did not get there.

use std::time::Duration;

use unspool_engine::Encoding;
use unspool_formula::solver::Stopped;
use unspool_ir::{Program, Property};

use crate::bound_report::counted;
use crate::check_step::{Beyond, Reach, StepEnd, StepReport};
use crate::exit_codes::ExitCode;
use crate::limits::describe_bytes;
use crate::progress::duration;
use crate::search::{Findings, SearchEnd};
use crate::strategy::Depth;

/// The answer to the user's question, but for an unsafe program, where it is the trace that speaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    Unsafe,
    Safe,
    SafeWithinBounds,
    Unknown,
}

/// A verdict in words.
pub struct Judgement {
    pub verdict: Verdict,
    /// What follows the name of the verdict.
    pub statement: String,
    /// Lines below it.
    pub details: Vec<String>,
    /// The step whose bounds were reached, in the findings.
    pub step: Option<usize>,
}

/// The limits of a search, for the reasons why it ended.
#[derive(Clone, Copy, Debug)]
pub struct SearchLimits {
    pub time: Duration,
    pub memory: Option<u64>,
    /// All bounds were given: there was only one step to make.
    pub is_fixed: bool,
}

impl Verdict {
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Unsafe => "UNSAFE",
            Verdict::Safe => "SAFE",
            Verdict::SafeWithinBounds => "SAFE WITHIN BOUNDS",
            Verdict::Unknown => "UNKNOWN",
        }
    }

    pub fn exit_code(self, accept_bounded: bool) -> ExitCode {
        match self {
            Verdict::Unsafe => ExitCode::Violation,
            Verdict::Safe => ExitCode::Success,
            Verdict::SafeWithinBounds if accept_bounded => ExitCode::Success,
            Verdict::SafeWithinBounds | Verdict::Unknown => ExitCode::Unknown,
        }
    }
}

impl Judgement {
    /// The whole text; ends with a newline.
    pub fn text(&self) -> String {
        let mut text = format!("{}: {}\n", self.verdict.name(), self.statement);
        for detail in &self.details {
            text.push_str(&format!("  {detail}\n"));
        }
        text
    }
}

/// Of a search that found no violation.
pub fn judge(
    program: &Program,
    properties: &[Property],
    findings: &Findings,
    limits: &SearchLimits,
) -> Judgement {
    let names = properties.iter().map(|p| p.name()).collect::<Vec<_>>();
    if let SearchEnd::Complete { step } = findings.end
        && let Some(report) = findings.steps.get(step)
    {
        return Judgement {
            verdict: Verdict::Safe,
            statement: format!("no execution violates {}", listed(&names, "or")),
            details: vec![completeness(report)],
            step: Some(step),
        };
    }
    let reason = reason(findings, limits);
    let passed = |report: &StepReport| matches!(report.end, StepEnd::Passed { .. });
    // Steps are made in the order of their depth, and deeper ones may well end first.
    let passed = (findings.steps.iter().enumerate()).filter(|(_, report)| passed(report));
    let deepest = passed.max_by_key(|(_, report)| size_of(&report.depth));
    let Some((step, report)) = deepest else {
        return Judgement {
            verdict: Verdict::Unknown,
            statement: format!("{reason}, before anything was decided"),
            details: Vec::new(),
            step: None,
        };
    };
    let mut details = beyond(program, report);
    if !report.size.can_end && !report.bounding.cuts.is_empty() {
        details.push("no execution of these comes to its end: each one is cut before".to_string());
    }
    details.push(format!("the search ended because {reason}"));
    // What is reached within smaller bounds is reached within larger ones, even if these were not asked to the end.
    let unsupported = findings.steps.iter().find_map(|step| match &step.end {
        StepEnd::Passed {
            cut: Reach::Yes(Some(found)),
            ..
        } if found.is_unsupported => Some(found),
        _ => None,
    });
    if let Some(found) = unsupported {
        return Judgement {
            verdict: Verdict::Unknown,
            statement: format!(
                "{}: {}, which is not supported",
                program.describe(found.span),
                found.what
            ),
            details,
            step: Some(step),
        };
    }
    Judgement {
        verdict: Verdict::SafeWithinBounds,
        statement: format!(
            "no execution with {} violates {}",
            describe(&report.depth),
            listed(&names, "or")
        ),
        details,
        step: Some(step),
    }
}

/// `at most 2 iterations of each loop and 3 rounds`.
pub fn describe(depth: &Depth) -> String {
    let iterations = counted(depth.unwind as usize, "iteration");
    format!(
        "at most {iterations} of each loop and {}",
        describe_schedule(depth.schedule)
    )
}

/// As the options are given.
pub fn as_options(depth: &Depth) -> String {
    let schedule = match depth.schedule {
        Encoding::Rounds(rounds) => format!("--rounds {rounds}"),
        Encoding::Contexts(contexts) => format!("--contexts {contexts}"),
    };
    format!("--unwind {} {schedule}", depth.unwind)
}

/// `a`, `a or b`, `a, b or c`.
pub fn listed(names: &[&str], last: &str) -> String {
    match names {
        [] => String::new(),
        [only] => only.to_string(),
        [others @ .., end] => format!("{} {last} {end}", others.join(", ")),
    }
}

fn describe_schedule(schedule: Encoding) -> String {
    match schedule {
        Encoding::Rounds(rounds) => counted(rounds as usize, "round"),
        Encoding::Contexts(contexts) => counted(contexts as usize, "context"),
    }
}

/// For comparing depths of one search.
fn size_of(depth: &Depth) -> (u64, bool) {
    let schedule = crate::strategy::length(depth.schedule);
    let size = u64::from(depth.unwind) * u64::from(schedule);
    (size, depth.long_loops.is_some())
}

/// Why all executions were covered.
fn completeness(report: &StepReport) -> String {
    let loops = match report.bounding.cuts.is_empty() {
        true => "nothing had to be cut to bound the program".to_string(),
        false => format!(
            "no execution gets beyond {} of a loop",
            counted(report.depth.unwind as usize, "iteration")
        ),
    };
    match report.size.threads {
        0 | 1 => format!("all executions were covered: {loops}"),
        _ => format!(
            "all executions were covered: {loops}, and {} {} enough for every schedule",
            describe_schedule(report.depth.schedule),
            match crate::strategy::length(report.depth.schedule) {
                1 => "is",
                _ => "are",
            }
        ),
    }
}

/// What was not looked at.
fn beyond(program: &Program, report: &StepReport) -> Vec<String> {
    let StepEnd::Passed { cut, longer } = &report.end else {
        return Vec::new();
    };
    let mut lines = Vec::new();
    match cut {
        Reach::No => {}
        Reach::Yes(Some(Beyond {
            is_unsupported: true,
            ..
        })) => lines.push(format!(
            "without that: no violation with {}",
            describe(&report.depth)
        )),
        Reach::Yes(Some(found)) => lines.push(format!(
            "not covered: {}: {}",
            program.describe(found.span),
            found.what
        )),
        Reach::Yes(None) => lines.push("not covered: executions that run longer".to_string()),
        Reach::Unknown(why) => lines.push(format!(
            "not known: whether executions run longer ({})",
            stopped(*why)
        )),
    }
    let schedule = describe_schedule(report.depth.schedule);
    match longer {
        Reach::No => {}
        Reach::Yes(_) => lines.push(format!(
            "not covered: schedules that need more than {schedule}"
        )),
        Reach::Unknown(why) => lines.push(format!(
            "not known: whether {schedule} cover every schedule ({})",
            stopped(*why)
        )),
    }
    lines
}

fn stopped(why: Stopped) -> &'static str {
    match why {
        Stopped::Interrupted | Stopped::OutOfTime | Stopped::OutOfConflicts => {
            "that could not be decided in time"
        }
        Stopped::OutOfMemory => "there was not enough memory to decide that",
    }
}

/// Why the search ended without a decision.
fn reason(findings: &Findings, limits: &SearchLimits) -> String {
    let unfinished: Vec<String> = (findings.unfinished.iter())
        .map(|busy| as_options(&busy.depth))
        .collect();
    let during = match unfinished.first() {
        Some(first) => format!(" during {first}"),
        None => String::new(),
    };
    let too_large = (findings.steps.iter()).find(|s| matches!(s.end, StepEnd::TooLarge(_)));
    match findings.end {
        SearchEnd::OutOfTime => format!(
            "the time limit of {} (--time-limit) was reached{during}",
            duration(limits.time)
        ),
        SearchEnd::OutOfMemory => {
            let limit = limits.memory.map(describe_bytes);
            let limit = limit.map_or(String::new(), |limit| format!(" of {limit}"));
            format!("the memory limit{limit} (--memory-limit) was reached{during}")
        }
        SearchEnd::NothingLeft => match too_large {
            Some(step) => format!(
                "the bounded program would have too many instructions (--max-instructions) with --unwind {}",
                step.depth.unwind
            ),
            None if limits.is_fixed => "these bounds were asked for".to_string(),
            None => "larger bounds would show nothing new".to_string(),
        },
        SearchEnd::Violation { .. } | SearchEnd::Complete { .. } => "it was done".to_string(),
    }
}
