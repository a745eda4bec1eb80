//! Runs a verifier on a C file.
//!
//! Its files go to a private folder, in which it also runs: many write where they are started. All limits are enforced here, whatever the verifier makes of
//! the words that tell it about them; it gets the words so that it can end well by itself. How processes are watched and killed is the business of `unspool_processes`.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};
use std::time::{Duration, Instant};

use unspool_processes::{Ended, Printed, ScratchFolder};

use crate::answer::Answer;
use crate::find::{self, Found};
use crate::read::{self, Evidence, last_words};
use crate::table::{Backend, DataModel};

/// What to run, on what.
pub struct Request<'a> {
    pub backend: &'static Backend,
    /// Of [`find::find`].
    pub found: &'a Found,
    pub file: &'a Path,
    pub data_model: DataModel,
    /// The user's C compiler, for verifiers that do not read C themselves.
    pub compiler: &'a str,
    /// Further words for the verifier.
    pub more: &'a [String],
    /// Whether to go on behind the first violation, where the verifier can.
    pub all_violations: bool,
    pub limits: Limits,
}

#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub time: Option<Duration>,
    /// Bytes of main memory, of all processes of the verifier together.
    pub memory: Option<u64>,
    /// Bytes that it may write.
    pub files: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            time: None,
            memory: None,
            files: 2 << 30,
        }
    }
}

/// What came of it.
#[derive(Clone, Debug)]
pub struct Outcome {
    pub answer: Answer,
    /// Why it was stopped, if so; the answer is unknown then.
    pub stopped: Option<Stopped>,
    pub time: Duration,
    /// The most bytes that it was seen to have, if it ran long enough to be seen.
    pub memory: Option<u64>,
}

/// Why a verifier was killed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stopped {
    OutOfTime,
    OutOfMemory,
    /// It wrote without end.
    Endless,
    Interrupted,
}

#[derive(Debug, thiserror::Error)]
pub enum RunError {
    #[error("`{command}` cannot be run: {error}")]
    Start { command: String, error: io::Error },
    #[error("{full_name} needs `{command}`, which is not installed")]
    MissingHelper {
        full_name: &'static str,
        command: String,
    },
    #[error("cannot write a temporary file: {0}")]
    Write(io::Error),
    #[error("`{0}` cannot be run")]
    NotRunnable(&'static str),
}

/// Runs it to its end, or until a limit is reached or `is_interrupted` says so.
pub fn run(request: &Request, is_interrupted: &dyn Fn() -> bool) -> Result<Outcome, RunError> {
    let begin = Instant::now();
    let deadline = request.limits.time.and_then(|time| begin.checked_add(time));
    let numbers = request.found.version.as_ref().map(|v| v.numbers.as_slice());
    let commands = request
        .backend
        .commands_for(numbers)
        .ok_or(RunError::NotRunnable(request.backend.name))?;
    let folder = ScratchFolder::create("backend").map_err(RunError::Write)?;
    let filling = Filling::new(request, folder.path()).map_err(RunError::Write)?;
    let limits = unspool_processes::Limits {
        deadline,
        memory: request.limits.memory,
        files: request.limits.files,
    };
    let mut memory = None;
    let outcome = |answer, stopped, memory| Outcome {
        answer,
        stopped,
        time: begin.elapsed(),
        memory,
    };
    for (number, step) in commands.steps.iter().enumerate() {
        let words = filling.words(step);
        let mut command = command(&words, request, folder.path())?;
        let (ended, printed) =
            unspool_processes::run(&mut command, folder.path(), &limits, is_interrupted)
                .map_err(|error| start_error(&words, error))?;
        memory = printed.memory.max(memory);
        let stopped = match ended {
            Ended::Exited(status) => {
                let is_last = number + 1 == commands.steps.len();
                match answer_of_step(request, status, &printed, folder.path(), is_last) {
                    Some(answer) => return Ok(outcome(answer, None, memory)),
                    None => continue,
                }
            }
            Ended::OutOfTime => Stopped::OutOfTime,
            Ended::OutOfMemory => Stopped::OutOfMemory,
            Ended::Endless => Stopped::Endless,
            Ended::Interrupted => Stopped::Interrupted,
        };
        let answer = Answer::unknown(why_stopped(stopped, &printed));
        return Ok(outcome(answer, Some(stopped), memory));
    }
    Ok(outcome(
        Answer::unknown("there is nothing to run"),
        None,
        None,
    ))
}

/// The words of the commands as they would be run, for showing.
pub fn command_lines(request: &Request, folder: &Path) -> Vec<Vec<String>> {
    let numbers = request.found.version.as_ref().map(|v| v.numbers.as_slice());
    let commands = request.backend.commands_for(numbers);
    let filling = Filling::in_folder(request, folder);
    let steps = commands.map_or(&[][..], |commands| commands.steps);
    steps.iter().map(|step| filling.words(step)).collect()
}

fn command(words: &[String], request: &Request, folder: &Path) -> Result<Command, RunError> {
    let [name, arguments @ ..] = words else {
        return Err(RunError::NotRunnable(request.backend.name));
    };
    // A program of the folder is made by the step before.
    let path = find::program(name).ok_or_else(|| RunError::MissingHelper {
        full_name: request.backend.full_name,
        command: name.clone(),
    })?;
    let path = std::path::absolute(path).map_err(|error| start_error(words, error))?;
    let mut command = Command::new(path);
    command.args(arguments).current_dir(folder);
    Ok(command)
}

fn start_error(words: &[String], error: io::Error) -> RunError {
    RunError::Start {
        command: words.first().cloned().unwrap_or_default(),
        error,
    }
}

/// `None` if all is well and another step follows.
fn answer_of_step(
    request: &Request,
    status: ExitStatus,
    printed: &Printed,
    folder: &Path,
    is_last: bool,
) -> Option<Answer> {
    let Some(exit_code) = status.code() else {
        let words = last_words(&[&printed.output, &printed.errors]);
        let hint = match killed_by_system(status) {
            true => ", perhaps by the system for want of memory",
            false => "",
        };
        return Some(Answer::unknown(format!(
            "it ended with {status}{hint}{words}"
        )));
    };
    if is_last {
        let evidence = Evidence {
            exit_code,
            output: printed.output.clone(),
            errors: printed.errors.clone(),
            folder: folder.to_path_buf(),
        };
        return Some(read::read(&request.backend.reader, &evidence));
    }
    (exit_code != 0).then(|| {
        let words = last_words(&[&printed.output, &printed.errors]);
        Answer::unknown(format!("preparing the file failed with {status}{words}"))
    })
}

#[cfg(unix)]
fn killed_by_system(status: ExitStatus) -> bool {
    const SIGKILL: i32 = 9;
    std::os::unix::process::ExitStatusExt::signal(&status) == Some(SIGKILL)
}

#[cfg(not(unix))]
fn killed_by_system(_: ExitStatus) -> bool {
    false
}

fn why_stopped(stopped: Stopped, printed: &Printed) -> String {
    let what = match stopped {
        Stopped::OutOfTime => "the time limit was reached",
        Stopped::OutOfMemory => "the memory limit was reached",
        Stopped::Endless => "it wrote without end",
        Stopped::Interrupted => "it was interrupted",
    };
    format!("{what}{}", last_words(&[&printed.output, &printed.errors]))
}

/// What stands for the placeholders of the table.
struct Filling<'a> {
    request: &'a Request<'a>,
    folder: String,
    property: PathBuf,
    file: String,
    verifier: String,
}

/// Of SV-COMP.
const PROPERTY: &str = "CHECK( init(main()), LTL(G ! call(reach_error())) )\n";

impl<'a> Filling<'a> {
    fn new(request: &'a Request, folder: &Path) -> io::Result<Filling<'a>> {
        let filling = Filling::in_folder(request, folder);
        std::fs::write(&filling.property, PROPERTY)?;
        Ok(filling)
    }

    fn in_folder(request: &'a Request, folder: &Path) -> Filling<'a> {
        let text = |path: &Path| {
            let absolute = std::path::absolute(path);
            absolute.as_deref().unwrap_or(path).display().to_string()
        };
        Filling {
            request,
            folder: folder.display().to_string(),
            property: folder.join("unreach-call.prp"),
            file: text(request.file),
            verifier: text(&request.found.path),
        }
    }

    fn words(&self, step: &str) -> Vec<String> {
        let mut words = Vec::new();
        // A word without brackets is a group by itself.
        let mut group = Vec::new();
        let (mut is_inside, mut is_wanted) = (false, true);
        for word in step.split_whitespace() {
            let opened = word.strip_prefix(['[', '(']);
            if opened.is_some() {
                is_inside = true;
                is_wanted = !(word.starts_with('(') && self.request.all_violations);
            }
            let word = opened.unwrap_or(word);
            let closed = word.strip_suffix([']', ')']);
            match self.filled(closed.unwrap_or(word)) {
                Some(filled) => group.extend(filled),
                None => is_wanted = false,
            }
            if closed.is_some() || !is_inside {
                words.extend(group.drain(..).filter(|_| is_wanted));
                (is_inside, is_wanted) = (false, true);
            }
        }
        words
    }

    /// The words for a word of the table, `None` if it speaks of a limit that there is not.
    fn filled(&self, word: &str) -> Option<Vec<String>> {
        let split = |words: &str| words.split_whitespace().map(str::to_string).collect();
        let limits = self.request.limits;
        let (ilp32, model) = (DataModel::Ilp32, self.request.data_model);
        match word {
            "{more}" => return Some(self.request.more.to_vec()),
            "{model}" => return Some(split(self.request.backend.model_words(model))),
            "{compiler}" => return Some(split(self.request.compiler)),
            "{width}" => {
                let width = if model == ilp32 { "-m32" } else { "-m64" };
                return Some(split(width));
            }
            _ => {}
        }
        let mut filled = word.replace("{model}", self.request.backend.model_words(model));
        if word.contains("{time}") {
            filled = filled.replace("{time}", &limits.time?.as_secs().max(1).to_string());
        }
        if word.contains("{memory}") {
            filled = filled.replace("{memory}", &(limits.memory? >> 20).max(1).to_string());
        }
        // Paths last: whatever they contain stays as it is.
        let filled = filled.replace("{property}", &self.property.display().to_string());
        let filled = match filled.as_str() {
            "{file}" => self.file.clone(),
            "{verifier}" => self.verifier.clone(),
            _ => filled.replace("{folder}", &self.folder),
        };
        Some(vec![filled])
    }
}
