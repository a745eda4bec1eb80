//! What an exhaustive search finds in one case of an annotated program, with the lines of the program to blame.

use std::path::Path;

use clap::Parser;
use unspool::error::Error;
use unspool::futures::ExactFutures;
use unspool::inputs::{InputConfig, MODEL_PREFIX};
use unspool::instrumentation;
use unspool::options::{Command, CommandLine};
use unspool::pipeline;
use unspool::problem::Problem;
use unspool::run_options::RunOptions;
use unspool_cfront::compiler_flags;
use unspool_interp::input::{Domains, GivenInputs};
use unspool_interp::schedule::given::GivenScheduler;
use unspool_interp::{Config, ExploreConfig, Found, Outcome, RaceAccess, explore, run};
use unspool_ir::{DataModel, Program, Property, Span};

use crate::annotations::{Case, Kind};

/// A search must be complete with this many.
const MOST_STATES: usize = 100_000;

/// What came of a case.
pub struct Findings {
    pub violations: Vec<Violation>,
    /// Whether some execution finishes with status 0.
    pub finishes: bool,
    pub states: usize,
}

pub struct Violation {
    pub kind: Kind,
    /// What is violated, if it has a name.
    pub property: Option<Property>,
    /// In the user's words.
    pub message: String,
    /// Lines of the program: of a deadlock those of all threads, of a race those of both accesses. May be empty.
    pub lines: Vec<u32>,
    /// Whether no program can be blamed for it, so that no annotation excuses it.
    pub is_in_models: bool,
}

/// Compiles and explores; an error if that is impossible or too much.
pub fn find(source: &Path, case: &Case, data_model: DataModel) -> Result<Findings, String> {
    let (options, input) = command(source, case, data_model)?;
    let program = match lower(&input) {
        Ok(program) => program,
        Err(error) => {
            let mut expectations = case.expectations.iter();
            let problems = error.problems();
            let problems = problems.iter().filter(|problem| problem.is_fatal());
            return match expectations.any(|e| e.kind == Kind::Unsupported) {
                true => Ok(refused(source, problems)),
                false => Err(problems.map(describe).collect::<Vec<_>>().join("\n    ")),
            };
        }
    };
    search(&program, source, case, &options)
}

/// The program of a case as it was written, and the options that it is to be explored with.
pub fn lowered(
    source: &Path,
    case: &Case,
    data_model: DataModel,
) -> Result<(Program, RunOptions), String> {
    let (options, input) = command(source, case, data_model)?;
    match lower(&input) {
        Ok(program) => Ok((program, options)),
        Err(error) => {
            let problems = error.problems();
            let problems: Vec<String> = problems.iter().map(describe).collect();
            Err(problems.join("\n    "))
        }
    }
}

fn search(
    program: &Program,
    source: &Path,
    case: &Case,
    options: &RunOptions,
) -> Result<Findings, String> {
    let config = ExploreConfig {
        config: Config {
            // For those within the models, which count always.
            detect_races: true,
            uninitialised: options.uninitialised.into(),
            stuck_threads: properties(case)?.contains(&Property::Deadlock),
            futures: ExactFutures::of_whole(program),
            ..ExploreConfig::default().config
        },
        domains: Domains {
            integers: options.domain.clone(),
        },
        max_states: MOST_STATES,
        ..ExploreConfig::default()
    };
    let exploration = explore(program, &config);
    let states = exploration.states;
    if !exploration.complete {
        let limits = exploration.outcomes().filter(|outcome| is_limit(outcome));
        let limits: String = limits
            .map(|outcome| format!(", {}", outcome.describe(program)))
            .collect();
        return Err(format!(
            "the search is not complete: {states} states{limits}"
        ));
    }
    let judge = Judge {
        program,
        source,
        config: &config.config,
        races_count: options.races
            || properties(case)?.contains(&Property::DataRace)
            || case.expectations.iter().any(|e| e.kind == Kind::Race),
    };
    let mut violations = Vec::new();
    for found in &exploration.found {
        violations.extend(judge.violation(found)?);
    }
    let mut outcomes = exploration.outcomes();
    Ok(Findings {
        violations,
        finishes: outcomes.any(|outcome| *outcome == Outcome::Finished { status: 0 }),
        states,
    })
}

/// What a user would call to explore the case.
fn command(
    source: &Path,
    case: &Case,
    data_model: DataModel,
) -> Result<(RunOptions, InputConfig), String> {
    let mut words: Vec<String> = ["unspool", "run", "-std=gnu11", "--cc=cc"]
        .map(str::to_string)
        .to_vec();
    words.push(format!("--data-model={}", data_model.name()));
    words.extend(case.name.iter().map(|name| format!("-D{name}")));
    words.extend(case.options.iter().cloned());
    words.push(source.to_string_lossy().into_owned());
    let picked = compiler_flags::pick(words).map_err(|missing| missing.to_string())?;
    let line = CommandLine::try_parse_from(&picked.rest).map_err(|error| error.to_string())?;
    let Command::Run(options) = line.command else {
        return Err("not the command `run`".to_string());
    };
    let mut input = InputConfig::new(&options.input, &picked);
    instrumentation::ask_for(&mut input, &properties(case)?);
    Ok((options, input))
}

/// Those that it names.
pub fn properties(case: &Case) -> Result<Vec<Property>, String> {
    let names = case.properties.iter();
    let properties = names.map(|name| {
        let property = Property::from_name(name);
        property.ok_or(format!("`{name}` is no property"))
    });
    properties.collect()
}

fn lower(input: &InputConfig) -> Result<Program, Error> {
    unspool::on_a_large_stack(|| pipeline::lowered(input).map(|work| work.program))
        .unwrap_or_else(Err)
}

/// The violations of a program that is not accepted at all.
fn refused<'a>(source: &Path, problems: impl Iterator<Item = &'a Problem>) -> Findings {
    let source = source.to_string_lossy();
    let violations = problems.map(|problem| {
        let own = problem.excerpts.iter().filter(|e| e.file == source);
        Violation {
            kind: Kind::Unsupported,
            property: None,
            message: problem.message.clone(),
            lines: own.map(|excerpt| excerpt.line).collect(),
            is_in_models: false,
        }
    });
    Findings {
        violations: violations.collect(),
        finishes: false,
        states: 0,
    }
}

fn describe(problem: &Problem) -> String {
    let place = problem.excerpts.first();
    let place = place.map(|excerpt| format!("{}:{}: ", excerpt.file, excerpt.line));
    format!("{}{}", place.unwrap_or_default(), problem.message)
}

fn is_limit(outcome: &Outcome) -> bool {
    matches!(outcome, Outcome::StepLimit | Outcome::ResourceLimit { .. })
}

/// Finds out what an outcome means, and the way to the lines of the program itself.
struct Judge<'a> {
    program: &'a Program,
    source: &'a Path,
    config: &'a Config,
    /// Those in the program; others count always.
    races_count: bool,
}

impl Judge<'_> {
    /// None if the execution ended well.
    fn violation(&self, found: &Found) -> Result<Option<Violation>, String> {
        let outcome = &found.outcome;
        let mut violation = Violation {
            kind: Kind::Unsafe,
            property: outcome.property(),
            message: outcome.headline(),
            lines: Vec::new(),
            is_in_models: false,
        };
        match outcome {
            // What an assumption excludes is no execution of the program.
            Outcome::Finished { status: 0 } | Outcome::AssumeFailed { .. } => return Ok(None),
            Outcome::Race { first, second } => {
                let accesses = [first, second];
                violation.kind = Kind::Race;
                violation.is_in_models = accesses.iter().any(|access| self.is_of_models(access));
                if !violation.is_in_models && !self.races_count {
                    return Ok(None);
                }
                violation.message = outcome.describe(self.program);
                let lines = accesses.iter().filter_map(|access| self.line(access.span));
                violation.lines = lines.collect();
            }
            Outcome::Deadlock { blocked, .. } => {
                let threads: Vec<u32> = blocked.iter().map(|&(thread, _)| thread).collect();
                violation.kind = Kind::Deadlock;
                violation.lines = self.lines_of(found, &threads)?;
            }
            other => {
                if matches!(other, Outcome::Unsupported { .. }) {
                    violation.kind = Kind::Unsupported;
                }
                let thread = other.place().map(|(thread, _)| thread);
                violation.lines = self.lines_of(found, thread.as_slice())?;
            }
        }
        Ok(Some(violation))
    }

    /// Where these threads were, in the program's own code, when it ended so.
    fn lines_of(&self, found: &Found, threads: &[u32]) -> Result<Vec<u32>, String> {
        let steps = found.schedule.steps() + 1;
        let config = Config {
            // The search goes on behind a race, a run does not.
            detect_races: false,
            // The search limits each step, a run all of them.
            max_instructions: self.config.max_instructions.saturating_mul(steps),
            ..self.config.clone()
        };
        let replayed = run(
            self.program,
            &config,
            &mut GivenScheduler::new(&found.schedule),
            &mut GivenInputs {
                values: found.inputs.iter().map(|input| input.bits).collect(),
            },
            &mut |_, _| {},
        );
        // A run goes on while anybody can.
        let is_local = matches!(
            found.outcome,
            Outcome::Deadlock {
                others_go_on: true,
                ..
            }
        );
        if replayed.outcome != found.outcome && !is_local {
            return Err(format!(
                "{}: another end when replayed: {}",
                found.outcome.describe(self.program),
                replayed.outcome.describe(self.program)
            ));
        }
        let stacks = replayed.stacks.iter();
        let stacks = stacks.filter(|(owner, _)| threads.contains(owner));
        Ok(stacks
            .filter_map(|(_, stack)| stack.iter().find_map(|a| self.line(a.span)))
            .collect())
    }

    fn line(&self, span: Span) -> Option<u32> {
        let file = self.program.files.get(span.file.index())?;
        (Path::new(file) == self.source && span.line > 0).then_some(span.line)
    }

    /// An access in a model, or, where it is reported in the program's call, to a variable of the models.
    fn is_of_models(&self, access: &RaceAccess) -> bool {
        let mut globals = self.program.globals.iter();
        self.is_in_models(access.span)
            || globals.any(|global| {
                self.is_in_models(global.span)
                    && access.object.contains(&format!("`{}`", global.name))
            })
    }

    fn is_in_models(&self, span: Span) -> bool {
        let file = self.program.files.get(span.file.index());
        file.is_some_and(|name| name.starts_with(MODEL_PREFIX))
    }
}
