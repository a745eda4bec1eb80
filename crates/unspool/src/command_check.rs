//! `unspool check`: find an execution that goes wrong and show it, or say what was shown instead, and within which bounds.

use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use unspool_cfront::compiler_flags::Picked;
use unspool_interp::Repeat;
use unspool_ir::Property;
use unspool_passes::bound::{AtBound, BoundConfig};
use unspool_passes::{bounded, ignored_properties};
use unspool_report::model::{Minimality, Report, VerdictKind as Verdict};
use unspool_report::words;

use crate::address_dependence;
use crate::assumptions;
use crate::beyond_bounds::Reach;
use crate::bound_options::Bounds;
use crate::bound_report;
use crate::bounding::no_entry;
use crate::bounds_in_words::as_options;
use crate::check_options::{CheckOptions, StatsFormat};
use crate::check_stats::{self, OtherTimes};
use crate::check_step::{StepEnd, StepReport, Violation};
use crate::console::{Console, write_result};
use crate::depth::Depth;
use crate::error::Error;
use crate::inputs::{InputConfig, is_in_models};
use crate::instrumentation;
use crate::interruption;
use crate::lock_order::{self, LockOrder};
use crate::output_options::Format;
use crate::pipeline::{self, Goal, Plan, Work};
use crate::progress::{Progress, duration};
use crate::replay::{self, ReplayConfig};
use crate::replay_program;
use crate::report_files;
use crate::report_making::{self, Asked};
use crate::running_step::{Busy, Phase};
use crate::search::{self, Findings, SearchConfig, SearchEnd};
use crate::sequential::by_backend::BackendOrder;
use crate::shell_words;
use crate::source_loops::SourceLoops;
use crate::telling::{self, Told};
use crate::thread_list;
use crate::verdict::{self, Judgement, Question};

pub fn run(
    options: &CheckOptions,
    picked: &Picked,
    arguments: &[String],
    console: &Console,
) -> Result<u8, Error> {
    let start = Instant::now();
    let mut properties = options.properties(console)?;
    let mut input = InputConfig::new(&options.input, picked);
    instrumentation::ask_for(&mut input, &properties);
    options.output.check(&input)?;
    options.check_schema_options()?;
    let work = lowered(options, &input, &mut properties, console)?;
    let times = OtherTimes {
        front_end: start.elapsed(),
        ..OtherTimes::default()
    };
    let orders = lock_order::look(options, &work, &properties)?;
    let of_executions = properties.iter().copied();
    let of_executions: Vec<Property> = of_executions
        .filter(|property| *property != Property::LockOrder)
        .collect();
    let question = Question {
        program: &work.program,
        properties: &of_executions,
        given: options.given(),
        allow_same_value: options.allow_same_value,
        time: options.time(),
        memory: options.memory(),
        bounds: &|depth: &Depth| options.bounds(depth).ok().map(|bounds| bounds.config),
        again: &|step: &StepReport| {
            let missing = options.missing(&work.program, &step.depth, &step.bounding);
            let missing = missing.ok()??;
            let unneeded = CheckOptions::unneeded_again();
            Some(shell_words::with_options(
                arguments, "check", &missing, &unneeded,
            ))
        },
    };
    let backend = options.backend_options.order(&input)?;
    let findings = match of_executions.is_empty() {
        true => Findings::nothing(),
        false => findings(options, &question, backend, start, console)?,
    };
    let ending = Ending {
        options,
        input: &input,
        work: &work,
        properties: &properties,
        question: &question,
        findings: &findings,
        orders: orders.as_ref(),
        notes: &[],
        start,
        console,
    };
    let code = conclude(&ending, times, || match &orders {
        Some(orders) if of_executions.is_empty() => orders.judgement(&work),
        _ => verdict::judge(&question, &findings),
    })?;
    // The process ends here; taking the programs apart first is wasted time.
    std::mem::forget((work, findings));
    Ok(code)
}

/// All that is known at the end of a check.
pub struct Ending<'a> {
    pub options: &'a CheckOptions,
    pub input: &'a InputConfig,
    pub work: &'a Work,
    pub properties: &'a [Property],
    pub question: &'a Question<'a>,
    pub findings: &'a Findings,
    pub orders: Option<&'a LockOrder>,
    /// What else is to be said of a violation.
    pub notes: &'a [String],
    pub start: Instant,
    pub console: &'a Console,
}

/// Replays what was found, and tells and stores the result. `otherwise`: what is said if there is no violation.
pub fn conclude(
    ending: &Ending<'_>,
    mut times: OtherTimes,
    otherwise: impl FnOnce() -> Judgement,
) -> Result<u8, Error> {
    let &Ending {
        options,
        input,
        work,
        properties,
        question,
        findings,
        orders,
        notes,
        start,
        console,
    } = ending;
    let replay = Instant::now();
    let found = match found(work, question, findings)? {
        Some(mut found) => {
            found.judgement.details.extend_from_slice(notes);
            found
        }
        None => Found::nothing(otherwise()),
    };
    let judgement = found.judgement;
    times.replay = replay.elapsed();
    times.total = start.elapsed();
    let code = verdict::exit_code(judgement.verdict, options.accept_bounded).number();
    let asked = Asked {
        input,
        data_model: work.program.types.data_model,
        properties,
        exit_code: code,
        time: times.total,
    };
    let report = report_making::report(&asked, &work.lines, &judgement, found.told, found.others);
    let statistics = match options.stats {
        None => String::new(),
        Some(StatsFormat::Table) => {
            format!("\n{}", check_stats::tables(findings, &times, console))
        }
        Some(StatsFormat::Json) => {
            check_stats::as_json(&judgement, code, properties, findings, &times)
        }
    };
    let mut written = show(&report, options, &statistics, console)?;
    if let (Ok(()), Some(folder)) = (&written, &options.output.replay) {
        written = write_replay_program(work, found.repeat.as_ref(), folder, console);
    }
    if let Err(error) = written {
        // The verdict has been given; a file that cannot be written does not change it.
        console.error(&error);
        return Ok(match code {
            0 => error.exit_code().number(),
            code => code,
        });
    }
    explain(options, work, findings, &judgement, console);
    if let Some(orders) = orders {
        console.problems(&orders.warnings(work));
    }
    if judgement.verdict != Verdict::Unsafe {
        for remark in assumptions::of_check(work, input) {
            console.remark(&remark);
        }
        // Part of the verdict, which means nothing without it.
        console.verdict(&assumptions::not_checked(properties));
    }
    Ok(code)
}

/// Tells a result, with something behind it, and writes the files that were asked for: the inner error says what cannot be written, when the verdict has been given.
pub fn show(
    report: &Report,
    options: &CheckOptions,
    behind: &str,
    console: &Console,
) -> Result<Result<(), Error>, Error> {
    let config = report_files::listing_config(options.output.trace, console);
    let mut text = report_files::printed(report, Format::Text, &config)?;
    text.push_str(behind);
    match options.output.takes_output() {
        true => console.verdict(text.trim_end()),
        false => write_result(text.as_bytes())?,
    }
    Ok(report_files::write_all(report, &options.output, console))
}

/// The program as it was written, without the assertions that nobody asked about. If it was bounded before, the properties become those that can be looked for.
pub fn lowered(
    options: &CheckOptions,
    input: &InputConfig,
    properties: &mut Vec<Property>,
    console: &Console,
) -> Result<Work, Error> {
    let bounds = Bounds::default();
    let plan = Plan::to_goal(input, &bounds, Goal::Program);
    let mut work = pipeline::run(&plan, console, &mut |_, _| Ok(()))?;
    console.problems(&work.warnings);
    if work.program.entry.is_none() {
        return Err(no_entry());
    }
    let is_bounded = bounded::is_marked(&work.program);
    if is_bounded {
        let too_late = |why: &str| Error::Usage {
            message: format!("--property comes too late for a bounded program: {why}"),
            help: "check the original, or leave out --property".to_string(),
        };
        if !instrumentation::unwanted(properties).is_empty() {
            return Err(too_late("what its other assertions exclude is gone"));
        }
        let left = instrumentation::left_in_bounded(&work.program, properties);
        let missing = properties.iter().find(|property| !left.contains(property));
        if let Some(missing) = missing.filter(|_| options.names_properties()) {
            let name = missing.name();
            return Err(too_late(&format!(
                "what {name} is about is not in it any more"
            )));
        }
        *properties = left;
    } else {
        instrumentation::look_for(&mut work.program, properties);
        if options.is_sequential() {
            // Such a program does not know who holds locks.
            ignored_properties::allow_held_frees(&mut work.program);
        }
    }
    let loops = SourceLoops::of(&work.program);
    loops.check_places(&work.program, &options.others.unwind_loop)?;
    Ok(work)
}

fn findings(
    options: &CheckOptions,
    question: &Question<'_>,
    backend: Option<BackendOrder>,
    start: Instant,
    console: &Console,
) -> Result<Findings, Error> {
    let state: Arc<Mutex<String>> = Arc::default();
    let shown = Arc::clone(&state);
    let mut progress = Progress::start(console, move |time| {
        let what = shown.lock().map_or(String::new(), |what| what.clone());
        format!("{what}{}", duration(time))
    });
    let watcher = |busy: &[Busy]| {
        if let Ok(mut state) = state.lock() {
            *state = in_work(busy);
        }
    };
    let interruption = interruption::watch();
    let config = SearchConfig {
        properties: question.properties.to_vec(),
        given: question.given,
        bounds: &|depth: &Depth| options.bounds(depth),
        invalid_access_ends: options.invalid_access_ends,
        reductions: options.engine_reductions(),
        allow_same_value: options.allow_same_value,
        sequential: &|depth: &Depth| options.sequential(depth, backend.as_ref()),
        deadline: deadline(start, question.time),
        memory: question.memory,
        cores: options.cores(),
        interruption: &interruption,
        watcher: &watcher,
    };
    let original = Arc::new(question.program.clone());
    let findings = search::search(&original, &config);
    progress.finish();
    findings
}

/// Times that no clock can tell are as good as a year.
pub fn deadline(start: Instant, time: Duration) -> Instant {
    const YEAR: Duration = Duration::from_secs(366 * 24 * 3600);
    start + time.min(YEAR)
}

/// What is being done, for the line on the terminal.
fn in_work(busy: &[Busy]) -> String {
    let steps = busy.iter().map(|step| {
        let phase = match step.phase {
            Phase::Bounding => "bounding",
            Phase::Building => "symbolic execution",
            Phase::Solving => "solving",
            Phase::Completing => "no violation, is that complete?",
            Phase::Minimising => "a violation, looking for one that is easier to read",
        };
        let size = step.size.as_ref().map(|size| {
            let what = [("points", size.points), ("terms", size.terms)];
            what.map(|(name, number)| format!(", {number} {name}"))
                .concat()
        });
        format!(
            "{}: {phase}{}; ",
            as_options(&step.depth),
            size.unwrap_or_default()
        )
    });
    steps.collect()
}

/// The violations, if there are any, after they were replayed: the most telling first.
fn found(
    work: &Work,
    question: &Question<'_>,
    findings: &Findings,
) -> Result<Option<Found>, Error> {
    let SearchEnd::Violation { .. } = findings.end else {
        return Ok(None);
    };
    let mut shown: Option<Found> = None;
    for (step, violation) in findings.violations() {
        let report = &findings.steps[step];
        let (judgement, told, repeat) = match told(work, question, (step, report), violation)? {
            Ok(found) => found,
            // If that is all there is, it is the answer.
            Err(judgement) => {
                shown.get_or_insert(Found::nothing(judgement));
                continue;
            }
        };
        match &mut shown {
            Some(first) if first.judgement.verdict == Verdict::Unsafe => {
                first.judgement.details.extend(also(&judgement));
                first.others.push(told);
            }
            _ => {
                shown = Some(Found {
                    judgement,
                    repeat,
                    told: Some(told),
                    others: Vec::new(),
                });
            }
        }
    }
    shown
        .map(Some)
        .ok_or_else(|| Error::Bug("the violation was lost".to_string()))
}

/// What the first one has to say of another violation.
fn also(judgement: &Judgement) -> Option<String> {
    Some(format!("also: {}", judgement.statement))
}

type Telling = (Judgement, Told, Option<Repeat>);

/// A violation, told; or a verdict without one, if it depends on addresses.
fn told(
    work: &Work,
    question: &Question<'_>,
    (step, report): (usize, &StepReport),
    violation: &Violation,
) -> Result<Result<Telling, Judgement>, Error> {
    let (bounded, counterexample) = (&violation.bounded, &violation.counterexample);
    let mut config = ReplayConfig::default();
    config.interpreter.allow_same_value = question.allow_same_value;
    let trace = match replay::replay(&work.program, bounded, counterexample, &config) {
        Ok(trace) => trace,
        Err(error) if error.may_lack_order(bounded, counterexample) => {
            let end = counterexample.end;
            let at = thread_list::place_in_thread(bounded, end.thread, end.block, end.index);
            let place = at.map(|(span, _)| bounded.describe(span));
            let judgement =
                verdict::has_no_order(place.as_deref(), error.actual(), question, (step, report));
            return Ok(Err(judgement));
        }
        Err(error) => match address_dependence::first_use(&work.program) {
            Some(span) => {
                let place = work.program.describe(span);
                let judgement = verdict::depends_on_addresses(
                    (&place, error.actual()),
                    question,
                    (step, report),
                );
                return Ok(Err(judgement));
            }
            None => return Err(Error::Bug(error.to_string())),
        },
    };
    let told = telling::tell(&trace, &work.program, &work.lines, minimality(violation));
    let statement = match (&told.trace.violation.place, trace.outcome.place()) {
        (Some(place), _) => {
            let file = words::place(&told.files, place);
            format!("{file}:{}: {}", place.column, trace.outcome.headline())
        }
        (None, Some((_, span))) if !is_in_models(&work.program, span) => {
            let place = work.program.describe(span);
            format!("{place}: {}", trace.outcome.headline())
        }
        // Such as the end of the process, which stands nowhere in the program.
        (None, _) => trace.outcome.headline(),
    };
    let by = report.asked.as_ref().map(|asked| format!(" by {asked}"));
    let mut details = vec![format!(
        "found{}{}, and replayed on the program as it was written",
        verdict::describe_bounds(&work.program, report),
        by.unwrap_or_default()
    )];
    details.extend(question.again_line(report));
    let judgement = Judgement {
        verdict: Verdict::Unsafe,
        statement,
        details,
        step: Some(step),
    };
    Ok(Ok((judgement, told, trace.repeat)))
}

/// What the engine knows of how simple it is.
fn minimality(violation: &Violation) -> Minimality {
    let known = &violation.minimality;
    Minimality {
        switches: known.switches,
        has_fewest_switches: known.is_fewest,
        is_shortest: known.is_shortest,
        has_simplest_inputs: known.inputs_simplest,
    }
}

/// A verdict, and the execution that it is about.
struct Found {
    judgement: Judgement,
    told: Option<Told>,
    repeat: Option<Repeat>,
    /// Violations of other properties.
    others: Vec<Told>,
}

impl Found {
    /// A verdict without an execution.
    fn nothing(judgement: Judgement) -> Found {
        Found {
            judgement,
            told: None,
            repeat: None,
            others: Vec::new(),
        }
    }
}

/// The execution as a C program, or a word on why there is none.
fn write_replay_program(
    work: &Work,
    repeat: Option<&Repeat>,
    folder: &str,
    console: &Console,
) -> Result<(), Error> {
    match repeat {
        Some(repeat) => {
            let command = replay_program::write(&work.program, repeat, Path::new(folder))?;
            console.remark(&format!("wrote {folder}; build it with: {command}"));
        }
        None => console.remark(&format!(
            "wrote no {folder}: there is no execution to replay"
        )),
    }
    Ok(())
}

/// Where the bounds cut the program, with the lines underlined, if that matters for the verdict.
fn explain(
    options: &CheckOptions,
    work: &Work,
    findings: &Findings,
    judgement: &Judgement,
    console: &Console,
) {
    let is_bounded = matches!(
        judgement.verdict,
        Verdict::SafeWithinBounds | Verdict::Unknown
    );
    if !is_bounded {
        return;
    }
    if let Some(report) = judgement.step.and_then(|step| findings.steps.get(step))
        && let StepEnd::Passed { cut, .. } = &report.end
        && *cut != Reach::No
        && let Ok(bounds) = options.bounds(&report.depth)
    {
        // Behind the bound nothing was looked at.
        let config = BoundConfig {
            at_bound: AtBound::Assume,
            ..bounds.config
        };
        console.problems(&bound_report::warnings(work, &report.bounding, &config));
    }
    if judgement.step.is_none() {
        for report in &findings.steps {
            if let StepEnd::TooLarge(problems) = &report.end {
                console.problems(problems);
                break;
            }
        }
    }
}
