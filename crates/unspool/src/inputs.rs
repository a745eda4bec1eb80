//! From the names on the command line to preprocessed texts, the library models last.

use std::io::BufRead;
use std::path::{Path, PathBuf};

use unspool_cfront::compile_commands;
use unspool_cfront::compiler_flags::{PassedFlag, Picked};
use unspool_cfront::preprocess::{self, PreprocessConfig, PreprocessError, Source};
use unspool_cfront::{Input, Missing, Origin, Settings};
use unspool_ir::{DataModel, Program, Property, Span};
use unspool_models::{Switches, WEAK_FAILURES};

use crate::error::Error;
use crate::options::InputOptions;
use crate::problem::{Problem, Severity};

/// How messages call the models; no file of the user has such a name.
pub const MODEL_PREFIX: &str = "<unspool>/";

/// Whether a place is in a model.
pub fn is_in_models(program: &Program, span: Span) -> bool {
    let file = program.files.get(span.file.index());
    file.is_some_and(|name| name.starts_with(MODEL_PREFIX))
}

/// What to compile.
#[derive(Clone, Debug)]
pub struct InputConfig {
    pub files: Vec<String>,
    pub compiler: String,
    pub flags: Vec<PassedFlag>,
    /// None: what the inputs say, or LP64.
    pub data_model: Option<DataModel>,
    /// Folders and files of the user's own models.
    pub models: Vec<PathBuf>,
    pub switches: Switches,
    pub missing: Missing,
    pub error_label: Option<String>,
    /// Properties whose assertions are dropped.
    pub ignored: Vec<Property>,
    /// Properties of operations that are stated as assertions.
    pub checked_operations: Vec<Property>,
    /// Properties that are looked for beside the usual ones: the program is made to check them itself.
    pub on_demand: Vec<Property>,
}

impl Default for InputConfig {
    fn default() -> InputConfig {
        InputConfig {
            files: Vec::new(),
            compiler: "cc".to_string(),
            flags: Vec::new(),
            data_model: None,
            models: Vec::new(),
            switches: Switches::default(),
            missing: Missing::default(),
            error_label: Settings::new(DataModel::default()).error_label,
            ignored: Vec::new(),
            checked_operations: Vec::new(),
            on_demand: Vec::new(),
        }
    }
}

impl InputConfig {
    /// Refuses to write to a file that is read: nothing is lost by a slip of the hand.
    pub fn check_output(&self, output: &str) -> Result<(), Error> {
        let Ok(written) = Path::new(output).canonicalize() else {
            return Ok(());
        };
        let is_it = |file: &String| {
            let file = Path::new(file).canonicalize();
            file.is_ok_and(|file| file == written && file.is_file())
        };
        match self.files.iter().any(is_it) {
            true => Err(Error::Usage {
                message: format!("`{output}` is an input: it would be overwritten"),
                help: "give another name".to_string(),
            }),
            false => Ok(()),
        }
    }

    /// From the command line. `--data-model` is stronger than `-m32`.
    pub fn new(options: &InputOptions, picked: &Picked) -> InputConfig {
        let from_environment = || {
            std::env::var("CC")
                .ok()
                .filter(|compiler| !compiler.trim().is_empty())
        };
        InputConfig {
            files: options.files.clone(),
            compiler: options
                .cc
                .clone()
                .or_else(from_environment)
                .unwrap_or_else(|| "cc".to_string()),
            flags: picked.flags.clone(),
            data_model: options
                .data_model
                .map(DataModel::from)
                .or(picked.data_model),
            models: options.library.models.clone(),
            switches: options.library.switches.0.clone(),
            missing: match options.library.havoc_missing {
                true => Missing::Havoc,
                false => Missing::Refuse,
            },
            error_label: Some(options.library.error_label.clone())
                .filter(|label| !label.is_empty()),
            ignored: options.ignore.clone(),
            checked_operations: Vec::new(),
            on_demand: Vec::new(),
        }
    }

    /// What the front end has to know of it.
    pub fn settings(&self, data_model: DataModel) -> Settings {
        Settings {
            data_model,
            weak_failures: self.switches.is_on(WEAK_FAILURES),
            missing: self.missing,
            error_label: self.error_label.clone(),
        }
    }
}

/// What is there to be made a program of.
pub enum Loaded {
    C {
        inputs: Vec<Input>,
        data_model: DataModel,
        /// Messages of a preprocessor that succeeded.
        warnings: Vec<Problem>,
    },
    /// A printed program.
    Text { name: String, text: Vec<u8> },
}

/// Reads and preprocesses everything.
pub fn load(config: &InputConfig) -> Result<Loaded, Error> {
    let is_printed = |file: &String| file.ends_with(".ir") || file == "-" && stdin_is_printed();
    if config.files.iter().any(is_printed) {
        return load_text(config);
    }
    let mut jobs = collect_jobs(config)?;
    let data_model = agree_on_data_model(config, &jobs)?;
    jobs.extend(added_models(config)?);
    let mut inputs = Vec::with_capacity(jobs.len() + 1);
    let mut warnings = Vec::new();
    let mut problems = Vec::new();
    for job in jobs {
        let preprocess_config = PreprocessConfig {
            compiler: config.compiler.clone(),
            flags: job.flags,
            data_model,
            directory: job.directory,
            spare_headers: unspool_models::HEADERS,
        };
        match preprocess::preprocess(&job.source, &preprocess_config) {
            Ok(done) => {
                if !done.messages.trim().is_empty() {
                    let message = format!(
                        "the preprocessor says about `{}`:\n{}",
                        done.name,
                        done.messages.trim_end()
                    );
                    warnings.push(Problem::new(Severity::Warning, message));
                }
                inputs.push(Input {
                    name: done.name,
                    text: done.text,
                    origin: job.origin,
                });
            }
            Err(error) => problems.push(describe(&error)),
        }
    }
    if problems.iter().any(|p| p.severity == Severity::Error) {
        return Err(Error::Parse(problems));
    }
    if !problems.is_empty() {
        return Err(Error::Unsupported(problems));
    }
    Ok(Loaded::C {
        inputs,
        data_model,
        warnings,
    })
}

/// The models of those library functions that a program uses. Line markers tell where each begins.
pub fn models(used: &[&str], switches: &Switches) -> Vec<Input> {
    vec![Input {
        name: format!("{MODEL_PREFIX}models"),
        text: unspool_models::text_for(used, switches).into_bytes(),
        origin: Origin::Model,
    }]
}

/// One file to preprocess.
struct Job {
    source: Source,
    flags: Vec<PassedFlag>,
    directory: Option<PathBuf>,
    data_model: Option<DataModel>,
    origin: Origin,
}

/// A file that is given twice defines all that is in it twice.
fn check_twice(files: &[String]) -> Result<(), Error> {
    let mut known = Vec::with_capacity(files.len());
    for file in files {
        let path = std::fs::canonicalize(file).unwrap_or_else(|_| PathBuf::from(file));
        if known.contains(&path) {
            return Err(Error::Usage {
                message: format!("`{file}` is given twice"),
                help: "give each file of the program once".to_string(),
            });
        }
        known.push(path);
    }
    Ok(())
}

fn collect_jobs(config: &InputConfig) -> Result<Vec<Job>, Error> {
    check_twice(&config.files)?;
    let mut jobs = Vec::new();
    for file in &config.files {
        if !file.ends_with(".json") {
            jobs.push(Job {
                source: Source::named(file),
                flags: config.flags.clone(),
                directory: None,
                data_model: None,
                origin: Origin::User,
            });
            continue;
        }
        let text = preprocess::read(&Source::named(file))
            .map_err(|error| Error::Parse(vec![describe(&error)]))?;
        let base = std::path::absolute(file).unwrap_or_else(|_| PathBuf::from(file));
        let base = base.parent().unwrap_or(Path::new("/"));
        let commands = compile_commands::parse(&text, base).map_err(|error| {
            Error::input(
                format!("{file}: {error}"),
                "CMake writes one with -DCMAKE_EXPORT_COMPILE_COMMANDS=ON, and `bear -- make` for a Makefile",
            )
        })?;
        for command in commands {
            // Those of our command line come last, where they win.
            let mut flags = command.flags;
            flags.extend(config.flags.iter().cloned());
            jobs.push(Job {
                source: Source::File(command.file),
                flags,
                directory: Some(command.directory),
                data_model: command.data_model,
                origin: Origin::User,
            });
        }
    }
    Ok(jobs)
}

/// The user's own models: each `.c` file of the folders, in the order of their names.
fn added_models(config: &InputConfig) -> Result<Vec<Job>, Error> {
    let mut jobs = Vec::new();
    for path in &config.models {
        let mut files = vec![path.clone()];
        if path.is_dir() {
            let is_c = |file: &PathBuf| file.extension().is_some_and(|e| e == "c" || e == "i");
            files = std::fs::read_dir(path)
                .and_then(Iterator::collect::<Result<Vec<_>, _>>)
                .map_err(|error| {
                    let message = format!("cannot read the folder `{}`: {error}", path.display());
                    Error::input(message, MODELS_HELP)
                })?
                .into_iter()
                .map(|entry| entry.path())
                .filter(is_c)
                .collect();
            files.sort();
            if files.is_empty() {
                let message = format!("there is no `.c` file in the folder `{}`", path.display());
                return Err(Error::input(message, MODELS_HELP));
            }
        }
        jobs.extend(files.into_iter().map(|file| Job {
            source: Source::File(file),
            flags: config.flags.clone(),
            directory: None,
            data_model: None,
            origin: Origin::AddedModel,
        }));
    }
    Ok(jobs)
}

const MODELS_HELP: &str = "--models takes a folder of C files that define library functions; docs/models.md describes them";

fn agree_on_data_model(config: &InputConfig, jobs: &[Job]) -> Result<DataModel, Error> {
    if let Some(data_model) = config.data_model {
        return Ok(data_model);
    }
    let mut said = jobs.iter().filter_map(|job| Some((job, job.data_model?)));
    let Some((first, data_model)) = said.next() else {
        return Ok(DataModel::default());
    };
    match said.find(|(_, other)| *other != data_model) {
        Some((other, _)) => Err(Error::input(
            format!(
                "`{}` and `{}` are compiled for different data models",
                first.source.name(),
                other.source.name()
            ),
            "choose one with --data-model",
        )),
        None => Ok(data_model),
    }
}

fn load_text(config: &InputConfig) -> Result<Loaded, Error> {
    if !config.models.is_empty() {
        return Err(Error::Usage {
            message: "--models cannot be combined with a printed program".to_string(),
            help: "a printed program has its models in it: give the C files it came from"
                .to_string(),
        });
    }
    let [name] = config.files.as_slice() else {
        return Err(Error::Usage {
            message: "a printed program cannot be combined with other files".to_string(),
            help: "a printed program is a whole program: give it alone, or give the C files it came from".to_string(),
        });
    };
    let source = Source::named(name);
    let text = preprocess::read(&source).map_err(|error| Error::Parse(vec![describe(&error)]))?;
    Ok(Loaded::Text {
        name: source.name(),
        text,
    })
}

/// Whether standard input begins like a printed program; C never does. What was looked at is still there to be read.
fn stdin_is_printed() -> bool {
    let mut input = std::io::stdin().lock();
    let begin = input.fill_buf().unwrap_or(&[]);
    begin.trim_ascii_start().starts_with(b"datamodel ")
}

fn describe(error: &PreprocessError) -> Problem {
    let severity = match error {
        PreprocessError::CPlusPlus { .. } => Severity::Unsupported,
        _ => Severity::Error,
    };
    let problem = Problem::new(severity, error.to_string());
    match error {
        // The program refuses to be compiled so, and says why itself.
        PreprocessError::Failed { messages, .. }
            if messages.contains("#error") && !is_about_a_header(messages) =>
        {
            problem
        }
        PreprocessError::Failed { messages, .. } if messages.is_empty() => problem.with_help(
            "it said nothing, as when a signal ends it: try the command yourself, or another compiler with --cc",
        ),
        _ => problem.with_help(error.help()),
    }
}

fn is_about_a_header(messages: &str) -> bool {
    // GCC's words and Clang's.
    ["No such file", "file not found"]
        .iter()
        .any(|words| messages.contains(words))
}
