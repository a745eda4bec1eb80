//! Why a search ended without a decision, in words, and what would help.

use std::collections::BTreeSet;

use unspool_passes::bound::{BoundConfig, Cut, CutKind};

use crate::beyond_bounds::Reach;
use crate::bounds_in_words::{as_options, listed};
use crate::check_step::{StepEnd, StepReport};
use crate::depth::{Depth, Given};
use crate::limits::{describe_bytes, describe_time};
use crate::search::{Findings, SearchEnd};
use crate::verdict::Question;

/// Of a search in which some steps passed, `deepest` being the one that is spoken of.
pub fn reason(question: &Question<'_>, findings: &Findings, deepest: &StepReport) -> String {
    match findings.end {
        SearchEnd::NothingLeft => nothing_left(question, findings, deepest),
        _ => limit(question, findings),
    }
}

/// Of a search that has decided nothing; and what to do about it.
pub fn undecided(question: &Question<'_>, findings: &Findings) -> (String, Option<String>) {
    let smaller = match (
        question.given.is_fixed(),
        untried(&question.given, findings),
    ) {
        (true, _) => "; smaller bounds than these need less".to_string(),
        (false, Some(bounds)) => format!("; small bounds need little: {}", as_options(&bounds)),
        (false, None) => String::new(),
    };
    let advice = match findings.end {
        SearchEnd::OutOfTime => Some(format!("--time-limit allows more{smaller}")),
        SearchEnd::OutOfMemory => Some(format!(
            "--memory-limit allows more, --jobs 1 needs less{smaller}"
        )),
        _ => None,
    };
    let reason = match too_large(findings) {
        Some(reason) if findings.end == SearchEnd::NothingLeft => reason,
        _ => limit(question, findings),
    };
    (reason, advice)
}

/// Small bounds that need less than all that was tried in vain.
fn untried(given: &Given, findings: &Findings) -> Option<Depth> {
    let ended = findings.steps.iter().map(|step| &step.depth);
    let unfinished = findings.unfinished.iter().map(|step| &step.depth);
    let tried: Vec<&Depth> = ended.chain(unfinished).collect();
    let small = [2, 1].map(|rounds| Depth {
        unwind: 1,
        schedule: given.schedule_for(rounds),
        long_loops: None,
    });
    let is_within =
        |one: &Depth, other: &Depth| one.unwind <= other.unwind && one.length() <= other.length();
    let mut untried = small.into_iter();
    untried.find(|small| !tried.iter().any(|tried| is_within(tried, small)))
}

fn limit(question: &Question<'_>, findings: &Findings) -> String {
    let during = match findings.unfinished.first() {
        Some(first) => format!(" during {}", as_options(&first.depth)),
        None => String::new(),
    };
    match findings.end {
        SearchEnd::OutOfTime => format!(
            "the time limit of {} (--time-limit) was reached{during}",
            describe_time(question.time)
        ),
        SearchEnd::OutOfMemory => {
            let limit = question.memory.map(describe_bytes);
            let limit = limit.map_or(String::new(), |limit| format!(" of {limit}"));
            format!("the memory limit{limit} (--memory-limit) was reached{during}")
        }
        SearchEnd::Interrupted => format!("the search was interrupted{during}"),
        SearchEnd::Unanswered { step } => match findings.steps.get(step).map(|step| &step.end) {
            Some(StepEnd::Unanswered(why)) => why.clone(),
            _ => "nobody knows".to_string(),
        },
        SearchEnd::NothingLeft | SearchEnd::Violation { .. } | SearchEnd::Complete { .. } => {
            "nothing was left to try".to_string()
        }
    }
}

fn too_large(findings: &Findings) -> Option<String> {
    let is_too_large = |step: &&StepReport| matches!(step.end, StepEnd::TooLarge(_));
    let step = findings.steps.iter().find(is_too_large)?;
    Some(format!(
        "the bounded program would have too many instructions (--max-instructions) with --unwind {}",
        step.depth.unwind
    ))
}

fn nothing_left(question: &Question<'_>, findings: &Findings, deepest: &StepReport) -> String {
    let given = &question.given;
    if given.is_fixed() {
        return "these bounds were asked for".to_string();
    }
    let StepEnd::Passed { cut, longer, .. } = &deepest.end else {
        return "nothing was left to try".to_string();
    };
    let config = (question.bounds)(&deepest.depth).unwrap_or_default();
    let can_move = |cut: &&Cut| given.can_move(cut, &config);
    let is_program_open = *cut != Reach::No && deepest.bounding.cuts.iter().any(|it| can_move(&it));
    if is_program_open && let Some(reason) = too_large(findings) {
        return reason;
    }
    let is_schedule_open = *longer != Reach::No && given.schedule.is_none();
    if is_program_open || is_schedule_open {
        let option = deepest.depth.schedule.option();
        return format!("no larger bounds are tried without --unwind and {option}");
    }
    let nouns = format!("{}s", deepest.depth.schedule.noun());
    let mut text = match (given.unwind, given.schedule) {
        (Some(_), _) => format!("more {nouns} would show nothing new with this --unwind"),
        (None, Some(given)) => {
            let option = given.option();
            format!("more iterations would show nothing new within these {option}")
        }
        (None, None) => format!("more iterations and {nouns} would show nothing new"),
    };
    let fixed = deepest.bounding.cuts.iter().filter(|cut| !can_move(cut));
    let options: BTreeSet<&str> = fixed.map(|cut| option(cut, &config, question)).collect();
    let options: Vec<&str> = options.into_iter().collect();
    if *cut != Reach::No && !options.is_empty() {
        text.push_str(&format!("; only a larger {} would", listed(&options, "or")));
    }
    text
}

/// Which option moves a cut that the search does not move by itself.
fn option(cut: &Cut, config: &BoundConfig, question: &Question<'_>) -> &'static str {
    match cut.what {
        CutKind::Threads => "--max-threads",
        CutKind::Recursion { .. } if cut.bound == config.recursion => "--recursion",
        CutKind::Recursion { .. } => "--unwind-for",
        CutKind::Loop if cut.bound == config.unwind && question.given.unwind.is_some() => {
            "--unwind"
        }
        CutKind::Loop if cut.bound == config.unwind_library => "--unwind-library",
        CutKind::Loop => "--unwind-loop",
    }
}
