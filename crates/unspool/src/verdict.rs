//! What a check says: the verdict, in words that stand alone on one line, and below it what it rests on.
//!
//! Nothing bounded is ever called plainly safe. `SAFE` is for programs all of whose executions were covered; `SAFE WITHIN BOUNDS` says
//! which bounds, what lies beyond them, and why the search did not get there. Why searches end is told in [`crate::search_end`].

use std::time::Duration;

use unspool_formula::solver::Stopped;
use unspool_ir::{Program, Property};
use unspool_passes::bound::BoundConfig;
use unspool_passes::bounded;
use unspool_report::model::VerdictKind as Verdict;

use crate::beyond_bounds::Reach;
use crate::bounds_in_words::{listed, of_program, of_schedule};
use crate::check_step::{StepEnd, StepReport};
use crate::depth::{Completeness, Depth, Given, ScheduleBound, covers};
use crate::exit_codes::ExitCode;
use crate::search::{Findings, SearchEnd};
use crate::search_end;

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

/// What was asked.
pub struct Question<'a> {
    pub program: &'a Program,
    pub properties: &'a [Property],
    pub given: Given,
    /// Races that make no difference are none.
    pub allow_same_value: bool,
    pub time: Duration,
    pub memory: Option<u64>,
    /// How the program is bounded for a step.
    pub bounds: &'a dyn Fn(&Depth) -> Option<BoundConfig>,
    /// A command that makes this step and no other; none if it was asked for like that.
    pub again: &'a dyn Fn(&StepReport) -> Option<String>,
}

/// What a process that gives this verdict ends with.
pub fn exit_code(verdict: Verdict, accept_bounded: bool) -> ExitCode {
    match verdict {
        Verdict::Unsafe => ExitCode::Violation,
        Verdict::Safe => ExitCode::Success,
        Verdict::SafeWithinBounds if accept_bounded => ExitCode::Success,
        Verdict::SafeWithinBounds | Verdict::Unknown => ExitCode::Unknown,
    }
}

impl Question<'_> {
    /// The line that tells how to see the result of a step again.
    pub fn again_line(&self, report: &StepReport) -> Option<String> {
        (self.again)(report).map(|command| format!("again with: {command}"))
    }
}

/// Of a program that was bounded before.
const CUT_BEFORE: &str = "not covered: what was cut when it was bounded, and indices into arrays that are parts of something larger";

/// Of a search that found no violation.
pub fn judge(question: &Question<'_>, findings: &Findings) -> Judgement {
    let program = question.program;
    let names = violated(question.properties);
    if let SearchEnd::Complete { step } = findings.end
        && let Some(report) = findings.steps.get(step)
    {
        let mut details = vec![completeness(program, report)];
        details.extend(asked_line(report));
        details.extend(question.again_line(report));
        let (verdict, whose) = match bounded::is_marked(program) {
            false => (Verdict::Safe, ""),
            true => {
                details[0] = details[0].replacen("all", "of this one all", 1);
                details.insert(0, CUT_BEFORE.to_string());
                (Verdict::SafeWithinBounds, " of the bounded program")
            }
        };
        return Judgement {
            verdict,
            statement: format!("no execution{whose} violates {names}"),
            details,
            step: Some(step),
        };
    }
    let Some((step, report)) = deepest(findings) else {
        let (reason, advice) = search_end::undecided(question, findings);
        let statement = match findings.end {
            SearchEnd::Unanswered { .. } => reason,
            _ => format!("{reason}, before anything was decided"),
        };
        return Judgement {
            verdict: Verdict::Unknown,
            statement,
            details: advice.into_iter().collect(),
            step: None,
        };
    };
    let within = within(program, report);
    let mut details = beyond(program, report);
    if bounded::is_marked(program) {
        details.push(CUT_BEFORE.to_string());
    }
    if !report.size.can_end && !report.bounding.cuts.is_empty() {
        details.push("no execution of these comes to its end: each one is cut before".to_string());
    }
    let reason = search_end::reason(question, findings, report);
    let mut unknown = |statement: String, so_far: &str| {
        details.insert(0, format!("{so_far}: no violation{within}"));
        Some(statement)
    };
    let statement = if findings.end == SearchEnd::Interrupted {
        unknown(reason.clone(), "so far")
    } else if let Some(found) = unsupported(program, findings) {
        unknown(found, "without that")
    } else {
        None
    };
    details.extend(asked_line(report));
    if findings.end != SearchEnd::Interrupted {
        details.push(format!("the search ended because {reason}"));
    }
    details.extend(question.again_line(report));
    let verdict = match statement {
        Some(_) => Verdict::Unknown,
        None => Verdict::SafeWithinBounds,
    };
    Judgement {
        verdict,
        statement: statement.unwrap_or(format!("no execution{within} violates {names}")),
        details,
        step: Some(step),
    }
}

/// What no execution violates. All that are looked for usually have a name together; they are listed where the ones are that are not.
pub fn violated(properties: &[Property]) -> String {
    let usual: Vec<Property> = Property::usual().collect();
    if properties == usual {
        return format!("any of {} properties", usual.len());
    }
    let names: Vec<&str> = properties.iter().map(|p| p.name()).collect();
    listed(&names, "or")
}

/// Who says so, if it is not our engine about threads.
pub fn asked_line(report: &StepReport) -> Option<String> {
    let asked = report.asked.as_ref()?;
    let remark = report.remark.as_ref().map(|remark| format!(" ({remark})"));
    Some(format!(
        "as answered by {asked}{}",
        remark.unwrap_or_default()
    ))
}

/// There is a violation, but only with other addresses than those of the interpreter, by which it cannot be replayed.
pub fn depends_on_addresses(
    (place, replayed): (&str, &str),
    question: &Question<'_>,
    (step, report): (usize, &StepReport),
) -> Judgement {
    let mut details = vec![format!(
        "a violation was found{} for one choice of addresses; replayed with another, {replayed}",
        describe_bounds(question.program, report)
    )];
    details.extend(question.again_line(report));
    Judgement {
        verdict: Verdict::Unknown,
        statement: format!(
            "{place}: the outcome may depend on where objects lie, of which an address is made a number, or compared, here"
        ),
        details,
        step: Some(step),
    }
}

/// Two steps race in which each may keep the other from being made: one ends the process, and cannot be made behind the other.
pub fn has_no_order(
    place: Option<&str>,
    replayed: &str,
    question: &Question<'_>,
    (step, report): (usize, &StepReport),
) -> Judgement {
    let mut details = vec![format!(
        "accesses that conflict were found{}; made one behind the other, {replayed}",
        describe_bounds(question.program, report)
    )];
    details.extend(question.again_line(report));
    let place = place.map_or(String::new(), |place| format!("{place}: "));
    Judgement {
        verdict: Verdict::Unknown,
        statement: format!(
            "{place}an atomic section that accesses memory like another thread may end the process, or wait for ever, and which of them is not followed"
        ),
        details,
        step: Some(step),
    }
}

/// `, found with at most 2 iterations of each loop that was cut and 3 rounds`: of a step that has found a violation.
pub fn describe_bounds(program: &Program, report: &StepReport) -> String {
    let mut bounds = of_program(program, &report.bounding);
    if report.size.threads > 1 {
        bounds.push(of_schedule(report.depth.schedule));
    }
    match bounds.is_empty() {
        true => String::new(),
        false => format!(" with at most {}", listed(&bounds, "and")),
    }
}

/// The step that says most: of those without a violation, and that no other one covers, the deepest, however many were made behind it. One that does not know whether
/// it has left out something unsupported says less than one that does.
fn deepest(findings: &Findings) -> Option<(usize, &StepReport)> {
    let passed = findings.steps.iter().enumerate();
    let passed = passed.filter_map(|(step, report)| match &report.end {
        StepEnd::Passed {
            unsupported,
            cut,
            longer,
        } => {
            let is_known = !matches!(unsupported, Reach::Unknown(_));
            let completeness = Completeness::of(cut, longer);
            Some((step, report, is_known, completeness))
        }
        _ => None,
    });
    let passed: Vec<_> = passed.collect();
    let most = passed
        .iter()
        .max_by_key(|(_, report, is_known, completeness)| {
            let says_less = passed.iter().any(|(_, other, is_other_known, of_other)| {
                (is_other_known | !is_known)
                    && covers(&other.depth, of_other, &report.depth)
                    && !covers(&report.depth, completeness, &other.depth)
            });
            (*is_known, !says_less, report.depth.size())
        });
    most.map(|(step, report, ..)| (*step, *report))
}

/// What makes the answer unknown whatever else was shown. What is reached within smaller bounds is reached within larger ones, even if these were not asked to the end.
pub fn unsupported(program: &Program, findings: &Findings) -> Option<String> {
    let answers = findings.steps.iter().filter_map(|step| match &step.end {
        StepEnd::Passed { unsupported, .. } => Some(unsupported),
        _ => None,
    });
    let found = answers.clone().find_map(|answer| match answer {
        Reach::Yes(found) => Some(found),
        _ => None,
    });
    if let Some(found) = found {
        return Some(match found {
            Some(found) => format!(
                "{}: an execution gets here, to {}",
                program.describe(found.span),
                found.what
            ),
            None => "an execution gets to something that is not supported".to_string(),
        });
    }
    let is_answered = answers.clone().any(|answer| *answer == Reach::No);
    let mut undecided = answers.filter_map(|answer| match answer {
        Reach::Unknown(why) => Some(*why),
        _ => None,
    });
    match undecided.next() {
        Some(why) if !is_answered => Some(format!(
            "whether an execution gets to something that is not supported is not known: {}",
            stopped(why)
        )),
        _ => None,
    }
}

/// Why all executions were covered.
fn completeness(program: &Program, report: &StepReport) -> String {
    let bounds = of_program(program, &report.bounding);
    let bounds = match bounds.is_empty() {
        true => "nothing had to be cut to bound the program".to_string(),
        false => format!("none goes beyond {}", listed(&bounds, "or")),
    };
    let schedules = match report.size.threads {
        0 | 1 => String::new(),
        _ if report.has_no_schedules() => {
            let proofs = listed(&report.proofs, "and");
            format!(", and whatever the schedule, {proofs}")
        }
        _ => format!(", and {}", enough_rounds(report)),
    };
    format!("all executions were covered: {bounds}{schedules}")
}

/// `3 rounds are enough for every schedule`.
fn enough_rounds(report: &StepReport) -> String {
    let verb = if report.depth.length() == 1 {
        "is"
    } else {
        "are"
    };
    let schedule = of_schedule(report.depth.schedule);
    format!("{schedule} {verb} enough for every schedule")
}

/// ` with at most 2 iterations of each loop that was cut and 3 rounds`: only the bounds that executions may go beyond.
pub fn within(program: &Program, report: &StepReport) -> String {
    let StepEnd::Passed { cut, longer, .. } = &report.end else {
        return String::new();
    };
    let mut bounds = match cut {
        Reach::No => Vec::new(),
        _ => of_program(program, &report.bounding),
    };
    if *longer != Reach::No {
        bounds.push(of_schedule(report.depth.schedule));
    }
    match bounds.is_empty() {
        true => String::new(),
        false => format!(" with at most {}", listed(&bounds, "and")),
    }
}

/// What was not looked at.
fn beyond(program: &Program, report: &StepReport) -> Vec<String> {
    let mut lines = beyond_program(program, report);
    lines.extend(beyond_schedule(report));
    lines
}

/// Because a bound of the program cuts it off.
pub fn beyond_program(program: &Program, report: &StepReport) -> Vec<String> {
    let StepEnd::Passed { cut, longer, .. } = &report.end else {
        return Vec::new();
    };
    let mut lines = Vec::new();
    let schedule = of_schedule(report.depth.schedule);
    let bounds = of_program(program, &report.bounding);
    match cut {
        Reach::No if *longer == Reach::No || bounds.is_empty() => {}
        Reach::No => lines.push(format!(
            "covered: within {schedule} no execution goes beyond {}",
            listed(&bounds, "or")
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
        Reach::NotAsked => lines.push("not known: whether executions run longer".to_string()),
    }
    lines
}

/// Because schedules are bounded.
fn beyond_schedule(report: &StepReport) -> Vec<String> {
    let StepEnd::Passed { cut, longer, .. } = &report.end else {
        return Vec::new();
    };
    let mut lines = Vec::new();
    let schedule = of_schedule(report.depth.schedule);
    match longer {
        Reach::No if report.size.threads < 2 || *cut == Reach::No => {}
        Reach::No => lines.push(format!("covered: {}", enough_rounds(report))),
        Reach::Yes(_) => lines.push(format!(
            "not covered: schedules that need more than {schedule}"
        )),
        Reach::Unknown(why) => lines.push(format!(
            "not known: whether every schedule is covered by {schedule} ({})",
            stopped(*why)
        )),
        Reach::NotAsked => {
            let who = match (&report.asked, report.depth.schedule) {
                (_, ScheduleBound::Writes(_) | ScheduleBound::WritesOfEach(_)) => {
                    match report.enough_writes {
                        Some(enough) => format!("--writes {enough} is enough for all"),
                        None => "the bounded program may write more often".to_string(),
                    }
                }
                (Some(_), _) => "a sequential program cannot tell".to_string(),
                (None, _) => "only --rounds can tell".to_string(),
            };
            lines.push(format!(
                "not known: whether every schedule is covered by {schedule} ({who})"
            ));
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check_step::{ProgramSize, StepTimes};
    use unspool_engine::Statistics;
    use unspool_ir::DataModel;
    use unspool_passes::bound::BoundReport;

    fn passed(unwind: u32, unsupported: Reach) -> StepReport {
        StepReport {
            properties: vec![Property::UnreachCall],
            depth: Depth {
                unwind,
                schedule: ScheduleBound::Rounds(2),
                long_loops: None,
            },
            end: StepEnd::Passed {
                unsupported,
                cut: Reach::No,
                longer: Reach::Yes(None),
            },
            stop: None,
            asked: None,
            enough_writes: None,
            proofs: Vec::new(),
            asks_schedules: true,
            remark: None,
            size: ProgramSize {
                threads: 2,
                ..ProgramSize::default()
            },
            bounding: BoundReport::default(),
            statistics: Statistics::default(),
            times: StepTimes::default(),
            memory: None,
            verifier_memory: None,
        }
    }

    /// More rounds say nothing where fewer are enough for every schedule of more iterations.
    #[test]
    fn what_another_step_covers_is_not_told() {
        let step = |unwind, rounds| {
            let mut step = passed(unwind, Reach::No);
            step.depth.schedule = ScheduleBound::Rounds(rounds);
            step.end = StepEnd::Passed {
                unsupported: Reach::No,
                cut: Reach::Yes(None),
                longer: Reach::No,
            };
            step
        };
        for steps in [[step(2, 6), step(3, 3)], [step(3, 3), step(2, 6)]] {
            let told = steps.iter().position(|it| it.depth.unwind == 3);
            assert_eq!(judged(steps.into(), SearchEnd::NothingLeft).step, told);
        }
    }

    fn judged(steps: Vec<StepReport>, end: SearchEnd) -> Judgement {
        let question = Question {
            allow_same_value: false,
            program: &Program::new(DataModel::Lp64),
            properties: &[Property::UnreachCall],
            given: Given::default(),
            time: Duration::from_secs(1),
            memory: None,
            bounds: &|_| None,
            again: &|report| Some(format!("unwind {}", report.depth.unwind)),
        };
        let findings = Findings {
            steps,
            unfinished: Vec::new(),
            end,
        };
        judge(&question, &findings)
    }

    #[test]
    fn what_may_be_unsupported_is_not_called_safe() {
        let unknown = || passed(5, Reach::Unknown(Stopped::OutOfTime));
        let only = judged(vec![unknown()], SearchEnd::OutOfTime);
        assert_eq!(only.verdict, Verdict::Unknown);
        assert_eq!(
            only.statement,
            "whether an execution gets to something that is not supported is not known: that could not be decided in time"
        );
        let smaller = passed(3, Reach::No);
        let both = judged(vec![unknown(), smaller], SearchEnd::OutOfTime);
        assert_eq!(
            (both.verdict, both.step),
            (Verdict::SafeWithinBounds, Some(1))
        );
        let again = both.details.last().map(String::as_str);
        assert_eq!(again, Some("again with: unwind 3"));
        let found = passed(2, Reach::Yes(None));
        let all = judged(
            vec![unknown(), passed(3, Reach::No), found],
            SearchEnd::OutOfTime,
        );
        assert_eq!(all.verdict, Verdict::Unknown);
    }

    #[test]
    fn bounds_that_took_too_long_are_not_recommended() {
        let advice = |unwind: u32, rounds: u32| {
            let mut step = passed(unwind, Reach::No);
            step.depth.schedule = ScheduleBound::Rounds(rounds);
            step.end = StepEnd::Stopped(Stopped::OutOfTime);
            judged(vec![step], SearchEnd::OutOfTime).details.join("\n")
        };
        let recommended = "--time-limit allows more; small bounds need little: --unwind 1 --rounds";
        assert_eq!(advice(3, 3), format!("{recommended} 2"));
        assert_eq!(advice(1, 2), format!("{recommended} 1"));
        assert_eq!(advice(1, 1), "--time-limit allows more");
    }

    #[test]
    fn what_is_interrupted_is_unknown_but_tells_how_far_it_got() {
        let none = judged(Vec::new(), SearchEnd::Interrupted);
        assert_eq!(none.verdict, Verdict::Unknown);
        let some = judged(vec![passed(3, Reach::No)], SearchEnd::Interrupted);
        assert_eq!(some.verdict, Verdict::Unknown);
        assert_eq!(
            some.details[0],
            "so far: no violation with at most 2 rounds"
        );
        let ended = judged(vec![passed(3, Reach::No)], SearchEnd::OutOfTime);
        assert_eq!(ended.verdict, Verdict::SafeWithinBounds);
    }
}
