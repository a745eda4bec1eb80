//! How an execution went wrong, in the user's words: what, which thread, where, and how to see it again.

use unspool_interp::input::Input;
use unspool_interp::schedule::Schedule;
use unspool_interp::{Activation, Circumstances, Config, Outcome, Run};
use unspool_ir::Span;
use unspool_report::conflict_words::{access_label, sentences, wait_label};
use unspool_report::words;

use crate::input_words;
use crate::inputs::InputConfig;
use crate::pipeline::Work;
use crate::problem::{Problem, Severity};
use crate::run_options::{RunOptions, UninitialisedName};
use crate::run_retelling;
use crate::shell_words::quote;
use crate::telling::Told;

/// Longer schedules are not printed: nobody reads them, and few shells take them.
const LONGEST_PRINTED_SCHEDULE: usize = 20_000;

/// Of those that had not ended at the limit of steps.
const MOST_THREADS_SHOWN: usize = 8;

pub fn describe(work: &Work, config: &Config, run: &Run) -> Problem {
    let outcome = &run.outcome;
    let mut problem = match outcome {
        Outcome::Unsupported { what, .. } => unsupported(what),
        _ => Problem::new(Severity::Error, outcome.headline()),
    };
    match outcome {
        Outcome::StepLimit => {
            for (thread, stack) in run.stacks.iter().take(MOST_THREADS_SHOWN) {
                let label = format!("{} is here", name(work, run, *thread));
                let own = stack.iter().find(|activation| is_of_user(work, activation));
                let place = own.or(stack.first()).map(|activation| activation.span);
                let place = place.and_then(|span| work.excerpt(span, &label, true));
                problem = problem.with_excerpt(place);
            }
            let more = run.stacks.len().saturating_sub(MOST_THREADS_SHOWN);
            if more > 0 {
                problem = problem.with_note(format!("and {more} more threads"));
            }
        }
        Outcome::Deadlock { .. } | Outcome::Race { .. } => {
            return conflict(work, run, &run_retelling::retell(work, config, run));
        }
        _ => {
            if let Some((thread, span)) = outcome.place() {
                let label = name(work, run, thread);
                problem = problem.with_excerpt(work.excerpt(span, &label, true));
                for (caller, call) in callers(work, run, thread) {
                    problem = problem.with_note(format!(
                        "called by `{caller}` at {}",
                        work.program.describe(call)
                    ));
                }
            }
        }
    }
    match outcome {
        Outcome::AssertionFailed { message, .. } if message.starts_with("label `") => problem
            .with_help("if that is an ordinary label of the program: --error-label ''"),
        Outcome::StepLimit => problem.with_help("raise the limit with --step-limit N"),
        Outcome::AssumeFailed { .. } => problem.with_help(
            "this run says nothing about the program: try another --seed, more --runs, or give --inputs",
        ),
        _ => problem,
    }
}

/// Adds the command that shows this execution again. Where the program is not to blame, there is nothing to see.
pub fn with_replay(
    problem: Problem,
    options: &RunOptions,
    input: &InputConfig,
    run: &Run,
) -> Problem {
    if matches!(
        run.outcome,
        Outcome::Unsupported { .. } | Outcome::StepLimit
    ) {
        return problem;
    }
    match replay_command(options, input, &run.schedule, &run.inputs) {
        Some(command) => problem.with_help(format!("to see it again: {command}")),
        None => problem.with_note(format!(
            "the schedule has {} steps and is too long to print: the same seed gives it again",
            run.schedule.steps()
        )),
    }
}

/// The command that shows an execution again; None if the schedule is too long.
pub fn replay_command(
    options: &RunOptions,
    input: &InputConfig,
    schedule: &Schedule,
    inputs: &[Input],
) -> Option<String> {
    let schedule = schedule.to_string();
    if schedule.len() > LONGEST_PRINTED_SCHEDULE {
        return None;
    }
    let mut words = vec!["unspool".to_string(), "run".to_string()];
    words.extend(input.files.iter().cloned());
    words.extend(input_words::options(input));
    if options.races {
        words.push("--races".to_string());
    }
    if options.uninitialised == UninitialisedName::Any {
        words.extend(["--uninitialised", "any"].map(str::to_string));
    }
    words.extend(["--replay".to_string(), schedule]);
    if !inputs.is_empty() {
        let values: Vec<String> = inputs.iter().map(|input| input.bits.to_string()).collect();
        words.extend(["--inputs".to_string(), values.join(",")]);
    }
    let quoted: Vec<String> = words.iter().map(|word| quote(word)).collect();
    Some(quoted.join(" "))
}

/// How the interpreter ends what it says about a call of a function that is only declared.
const WITHOUT_BODY: &str = ", which has no body";

fn unsupported(what: &str) -> Problem {
    match what.strip_suffix(WITHOUT_BODY) {
        Some(call) => Problem::new(
            Severity::Unsupported,
            format!("{call}, which is neither defined in the given files nor modelled"),
        )
        .with_help("give the file that defines it too, or a model of it with --models DIR"),
        None => Problem::new(Severity::Unsupported, what),
    }
}

/// A race or a deadlock: the places, and who does what there.
fn conflict(work: &Work, run: &Run, told: &Told) -> Problem {
    let (trace, violation) = (&told.trace, &told.trace.violation);
    let mut problem = Problem::new(Severity::Error, violation.message.clone());
    if let (Some(race), Outcome::Race { first, second }) = (&violation.race, &run.outcome) {
        for (access, span, is_second) in [
            (&race.second, second.span, true),
            (&race.first, first.span, false),
        ] {
            let label = access_label(trace, race, access);
            problem = problem.with_excerpt(work.excerpt(span, &label, is_second));
        }
    }
    let known = match &run.circumstances {
        Circumstances::Deadlock(waits) => waits.as_slice(),
        _ => &[],
    };
    for wait in &violation.waits {
        let Some(known) = known.iter().find(|known| known.thread == wait.thread) else {
            continue;
        };
        let label = wait_label(trace, wait);
        problem = problem.with_excerpt(work.excerpt(known.span, &label, true));
        for holder in &known.holders {
            let who = words::thread(trace, holder.thread);
            let label = format!("{who} took {} here", wait.object);
            problem = problem.with_excerpt(work.excerpt(holder.taken.span, &label, false));
        }
    }
    for sentence in sentences(trace, &told.files) {
        problem = problem.with_note(sentence);
    }
    problem.with_note(violation.explanation.clone())
}

/// `thread 1 (worker)`: its outermost function, unless it has ended.
fn name(work: &Work, run: &Run, thread: u32) -> String {
    let start = stack(run, thread)
        .iter()
        .rev()
        .find(|activation| is_of_user(work, activation));
    match start {
        Some(activation) => format!(
            "thread {thread} ({})",
            work.program.function(activation.function).name
        ),
        None => format!("thread {thread}"),
    }
}

fn stack(run: &Run, thread: u32) -> &[Activation] {
    let found = run.stacks.iter().find(|(owner, _)| *owner == thread);
    found.map_or(&[], |(_, stack)| stack)
}

/// In a function of the program, not of the library.
fn is_of_user(work: &Work, activation: &Activation) -> bool {
    activation.span.line > 0 && !work.program.function(activation.function).is_model
}

/// Functions of the user's on the stack below the one that is shown, with their calls.
fn callers<'a>(work: &'a Work, run: &Run, thread: u32) -> impl Iterator<Item = (&'a str, Span)> {
    /// A recursion's stack is long and says little.
    const SHOWN: usize = 8;
    let calls: Vec<(&str, Span)> = stack(run, thread)
        .iter()
        .filter(|activation| is_of_user(work, activation))
        .skip(1)
        .take(SHOWN)
        .map(|activation| {
            let function = work.program.function(activation.function);
            (function.name.as_str(), activation.span)
        })
        .collect();
    calls.into_iter()
}
