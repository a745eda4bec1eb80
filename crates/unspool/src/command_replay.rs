//! `unspool replay`: make a stored execution again, in the program as it is now, and say whether it still goes wrong.

use std::path::Path;

use clap::Parser;
use unspool_cfront::compiler_flags::{self, Picked};
use unspool_interp::Outcome;
use unspool_ir::Property;
use unspool_passes::{bounded, ignored_properties};
use unspool_report::listing::{self, ListingConfig};
use unspool_report::model::{Minimality, Report, Trace as StoredTrace};
use unspool_report::words;

use crate::bound_options::Bounds;
use crate::bounding::no_entry;
use crate::bounds_in_words::listed;
use crate::command_run::End;
use crate::command_show;
use crate::console::{Console, write_result};
use crate::error::Error;
use crate::exit_codes::ExitCode;
use crate::futures::ExactFutures;
use crate::inputs::InputConfig;
use crate::instrumentation;
use crate::options::{Command, CommandLine, ReplayOptions};
use crate::pipeline::{self, Goal, Plan, Work};
use crate::replay::ReplayConfig;
use crate::replay::stored::{self, Followed, Repetition};
use crate::replay_program;
use crate::report_files;
use crate::shell_words::quote;
use crate::telling;
use crate::unchanged_files::are_unchanged;

/// The name that means standard input.
const STANDARD_INPUT: &str = "-";

pub fn run(options: &ReplayOptions, picked: &Picked, console: &Console) -> Result<u8, Error> {
    if options.report == STANDARD_INPUT && options.files.iter().any(|file| file == STANDARD_INPUT) {
        return Err(Error::Usage {
            message: "the report and the program cannot both be read from standard input"
                .to_string(),
            help: "store one of them in a file".to_string(),
        });
    }
    let report = command_show::read(&options.report)?;
    let Some(trace) = &report.trace else {
        return Err(Error::Usage {
            message: format!("`{}` has no execution to replay", options.report),
            help: format!("the program was found {}", report.verdict.kind.name()),
        });
    };
    // Before anything takes time.
    readable(trace, &options.report)?;
    let mut input = input(options, picked, &report, console)?;
    let names = report.verdict.properties.iter();
    let properties: Vec<Property> = names.filter_map(|name| Property::from_name(name)).collect();
    instrumentation::ask_for(&mut input, &properties);
    let bounds = Bounds::default();
    let plan = Plan::to_goal(&input, &bounds, Goal::Program);
    let mut work = pipeline::run(&plan, console, &mut |_, _| Ok(()))?;
    console.problems(&work.warnings);
    if work.program.entry.is_none() {
        return Err(no_entry());
    }
    ignored_properties::run(&mut work.program, &input.ignored);
    if !bounded::is_marked(&work.program) {
        instrumentation::look_for(&mut work.program, &properties);
    }
    let followed = repeated(&work, trace, &options.report)?;
    let has_own_options =
        !picked.flags.is_empty() || picked.data_model.is_some() || options.cc.is_some();
    let attempt = Attempt {
        work: &work,
        stored: trace,
        followed: &followed,
        is_same_program: !has_own_options && are_unchanged(&report.program, &input.files),
        config: report_files::listing_config(options.trace, console),
    };
    let end = match End::of(&followed.trace.outcome) {
        End::Violation => ExitCode::Violation,
        _ if attempt.is_same_program || !followed.fits() => ExitCode::Unknown,
        _ => ExitCode::Success,
    };
    let text = match end {
        ExitCode::Violation => attempt.still_fails(),
        _ => attempt.no_longer(&input),
    };
    write_result(text.as_bytes())?;
    if let (ExitCode::Violation, Some(folder), Some(repeat)) =
        (end, &options.replay, &followed.trace.repeat)
    {
        let command = replay_program::write(&work.program, repeat, Path::new(folder))?;
        console.remark(&format!("wrote {folder}; build it with: {command}"));
    }
    Ok(end.number())
}

/// A stored execution, made again in this program.
pub fn repeated(work: &Work, trace: &StoredTrace, report: &str) -> Result<Followed, Error> {
    let repetition = readable(trace, report)?;
    let mut config = ReplayConfig::default().interpreter;
    config.detect_races = trace.violation.property == Property::DataRace.name();
    config.futures = ExactFutures::of_whole(&work.program);
    let followed = stored::follow(&work.program, trace, &repetition, &config);
    followed.ok_or_else(|| Error::Bug("the program does not start".to_string()))
}

fn readable(trace: &StoredTrace, report: &str) -> Result<Repetition, Error> {
    Repetition::of(trace).map_err(|wrong| {
        Error::input(
            format!("`{report}`: this report is damaged: {wrong}"),
            "make it anew with `unspool check FILE --json report.json`",
        )
    })
}

/// What the report says about how the files are read, and what the command line adds to it. The compiler is only what the
/// command line says: a file from elsewhere must not say what to execute.
fn input(
    options: &ReplayOptions,
    picked: &Picked,
    report: &Report,
    console: &Console,
) -> Result<InputConfig, Error> {
    let files = match options.files.is_empty() {
        true => checked_files(options, report)?,
        false => &options.files,
    };
    let mut words: Vec<String> = ["unspool", "check"].map(str::to_string).into();
    let mut stored = report.program.options.iter();
    while let Some(word) = stored.next() {
        if word == "--cc" {
            let compiler = stored.next().map_or("", String::as_str);
            if options.cc.is_none() {
                console.remark(&format!(
                    "the report was made with --cc {}: give that again if it matters",
                    quote(compiler)
                ));
            }
            continue;
        }
        words.push(word.clone());
    }
    if let Some(compiler) = &options.cc {
        words.extend(["--cc".to_string(), compiler.clone()]);
    }
    words.push("--".to_string());
    words.extend(files.iter().cloned());
    let damaged = |what: String| {
        let help = "give the files and options on the command line".to_string();
        Error::input(
            format!("the options in the report cannot be used: {what}"),
            help,
        )
    };
    let mut all = compiler_flags::pick(words).map_err(|error| damaged(error.to_string()))?;
    all.flags.extend(picked.flags.iter().cloned());
    all.data_model = picked.data_model.or(all.data_model);
    let line =
        CommandLine::try_parse_from(&all.rest).map_err(|error| damaged(error.to_string()))?;
    match line.command {
        Command::Check(check) => Ok(InputConfig::new(&check.input, &all)),
        _ => Err(damaged("they are of another command".to_string())),
    }
}

/// The files that the report is about, if they are there.
fn checked_files<'a>(options: &ReplayOptions, report: &'a Report) -> Result<&'a [String], Error> {
    let files = &report.program.inputs;
    let stored = quote(&options.report);
    if files.iter().any(|file| file == STANDARD_INPUT) {
        return Err(Error::Usage {
            message: format!(
                "`{}` is about a program that was read from standard input",
                options.report
            ),
            help: format!(
                "give the program again: `unspool replay {stored} prog.c`, or `unspool replay {stored} - < prog.c`"
            ),
        });
    }
    let Some(missing) = files.iter().find(|file| !Path::new(file).exists()) else {
        return Ok(files);
    };
    let names: Vec<String> = files.iter().map(|file| format!("`{file}`")).collect();
    let message = format!(
        "`{}` is about {}, but there is no file `{missing}` here",
        options.report,
        listed(&names, "and")
    );
    let help = format!(
        "names are as in the folder in which `unspool check` ran: replay it there, or say where the program is now: `unspool replay {stored} FILE...`"
    );
    Err(Error::input(message, help))
}

/// What came of following a stored trace.
struct Attempt<'a> {
    work: &'a Work,
    stored: &'a StoredTrace,
    followed: &'a Followed,
    /// Whether the program is the one that was checked, as far as is known.
    is_same_program: bool,
    config: ListingConfig,
}

impl Attempt<'_> {
    fn still_fails(&self) -> String {
        let outcome = &self.followed.trace.outcome;
        let minimality = Minimality::default();
        let (program, lines) = (&self.work.program, &self.work.lines);
        let told = telling::tell(&self.followed.trace, program, lines, minimality);
        let place = match &told.trace.violation.place {
            Some(place) => format!("{}:{}: ", words::place(&told.files, place), place.column),
            None => String::new(),
        };
        let statement = format!("{place}{}", outcome.headline());
        let mut text = listing::headline("STILL FAILS", &statement, &self.config);
        listing::push_sentence(&mut text, &format!("  {}", self.how()), &self.config);
        if self.config.has_trace {
            text.push('\n');
            text.push_str(&listing::listing(&told.trace, &told.files, &self.config));
        }
        text
    }

    /// How it came to a violation again.
    fn how(&self) -> String {
        let message = &self.stored.violation.message;
        let is_same =
            stored::is_same_violation(&self.followed.trace.outcome, &self.stored.violation);
        let since = match self.is_same_program {
            true => format!("{DOES_NOT_FIT_ITSELF}; but"),
            false if is_same => "the program has changed since, but".to_string(),
            false => "the program has changed since, and".to_string(),
        };
        match (self.followed.is_exact, is_same) {
            (true, _) => "the same schedule as in the report leads to the same end".to_string(),
            (false, true) => format!("{since} doing the same still goes wrong"),
            (false, false) => {
                format!("{since} what goes wrong is told in other words: it was `{message}`")
            }
        }
    }

    fn no_longer(&self, input: &InputConfig) -> String {
        let (followed, config) = (self.followed, &self.config);
        let outcome = &followed.trace.outcome;
        let place = match outcome.place() {
            Some((_, span)) => format!(" at {}", self.work.program.describe(span)),
            None => String::new(),
        };
        let end = match outcome {
            Outcome::StepLimit => "it does not come to an end soon".to_string(),
            outcome => outcome.headline(),
        };
        let mut text = match followed.fits() {
            _ if self.is_same_program => {
                listing::headline("DOES NOT FIT", DOES_NOT_FIT_ITSELF, config)
            }
            true => listing::headline(
                "NO LONGER REPRODUCES",
                &self.stored.violation.message,
                config,
            ),
            false => {
                let statement = format!(
                    "of {} reads and writes of variables in the report, the program makes {}",
                    followed.variables, followed.found
                );
                listing::headline("DOES NOT FIT", &statement, config)
            }
        };
        let files: Vec<String> = input.files.iter().map(|file| quote(file)).collect();
        for sentence in [
            format!("  what happens instead: {end}{place}"),
            format!(
                "  this is about one execution only: `unspool check {}` looks at all of them",
                files.join(" ")
            ),
        ] {
            listing::push_sentence(&mut text, &sentence, config);
        }
        text
    }
}

/// The program cannot have changed, so the report has.
const DOES_NOT_FIT_ITSELF: &str = "the schedule in the report does not lead to its violation, though the files are those that were checked: \
     the report was changed or made by another version of unspool, or a header that it does not mention has changed";
