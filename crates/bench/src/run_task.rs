//! One tool on one task: started in a private folder, watched from outside, its answer read.
//!
//! The limits that count are those of the clock and of the memory of all its processes, whoever reaches them. A tool that knows of limits should have
//! time to say what it knows, so that it is killed only a little beyond them; a right verdict that comes then is too late all the same (`judgement.rs`).
//!
//! **Memory** is the most that was seen of the whole group, looked at every 50 ms, or what the system counted for one process, if that is more. The
//! latter is never less than what *we* have in use, since processes begin as copies of who starts them, and so counts only above that; or, as an upper bound that no limit
//! is compared with, for programs that end before anybody has looked. Unspool knows its own peak.
//!
//! **Processor time** is that of the tool and of the children that it has waited for; of a tool that is killed, of all that ran then.

use std::io::Read;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use unspool_processes::{Ended, Limits, Printed, ScratchFolder, memory, run};

use crate::answer::{Unclear, Verdict};
use crate::selection::Task;
use crate::tool::{TaskLimits, Tool, ToolKind};
use crate::unspool_answer;

/// How long a tool may take to stop.
const GRACE: Duration = Duration::from_secs(3);

/// What a tool may write.
const MOST_FILES: u64 = 4 << 30;

/// How much of what a tool prints is read; answers stand at the beginning or at the end.
const MOST_READ: u64 = 1 << 20;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// With an answer, if only that there is none.
    Finished,
    OutOfTime,
    OutOfMemory,
    /// It crashed, or its answer cannot be read.
    Failed,
}

/// What came of a run, before anybody judges.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Measured {
    pub end: End,
    pub verdict: Verdict,
    pub cpu_seconds: Option<f64>,
    pub wall_seconds: f64,
    pub memory_bytes: Option<u64>,
    pub unwind: Option<u64>,
    /// Rounds, contexts or writes: what `encoding` says.
    pub rounds: Option<u64>,
    pub encoding: Option<String>,
    pub steps: Option<u64>,
    /// By the clock: of the step that decided, and the sum of all others, which may have run at the same time.
    pub deciding_seconds: Option<f64>,
    pub other_steps_seconds: Option<f64>,
    pub variables: Option<u64>,
    pub clauses: Option<u64>,
    /// `0`, `signal 11`, `killed`; nothing if it was not started.
    pub exit: String,
    /// The line that says why there is no verdict.
    pub note: String,
    /// The bounds that decided, as options of `check`.
    pub bounds: Option<String>,
}

impl Measured {
    /// Else there is nothing that is worth keeping: the next time it may be.
    pub fn was_started(&self) -> bool {
        self.end != End::Failed || !self.exit.is_empty()
    }

    fn without_run(end: End, verdict: Verdict, note: String) -> Measured {
        Measured {
            end,
            verdict,
            cpu_seconds: None,
            wall_seconds: 0.0,
            memory_bytes: None,
            unwind: None,
            rounds: None,
            encoding: None,
            steps: None,
            deciding_seconds: None,
            other_steps_seconds: None,
            variables: None,
            clauses: None,
            exit: String::new(),
            note,
            bounds: None,
        }
    }
}

/// What came of it, and what it printed. `None` if somebody wanted an end.
pub fn run_task(
    tool: &Tool,
    task: &Task,
    options: &[String],
    limits: &TaskLimits,
    is_interrupted: &dyn Fn() -> bool,
) -> Option<(Measured, String)> {
    let failed = |note: String| {
        let measured = Measured::without_run(End::Failed, Verdict::None, note);
        Some((measured, String::new()))
    };
    let scratch = match ScratchFolder::create("bench") {
        Ok(scratch) => scratch,
        Err(why) => return failed(format!("cannot make a folder for temporary files: {why}")),
    };
    let Some(words) = tool.command(task, options, scratch.path(), limits) else {
        let note = format!("not asked for {}", task.property);
        let measured = Measured::without_run(End::Finished, Verdict::Refused, note);
        return Some((measured, String::new()));
    };
    let [program, arguments @ ..] = &words[..] else {
        return failed("the command is empty".to_string());
    };
    let mut command = Command::new(program);
    command.args(arguments);
    if !tool.is_unspool() {
        command.current_dir(scratch.path());
    }
    let start = Instant::now();
    let outer = Limits {
        deadline: start.checked_add(limits.time + GRACE),
        memory: limits.memory.map(|bytes| bytes + bytes / 16),
        files: MOST_FILES,
    };
    let (ended, printed) = match run(&mut command, scratch.path(), &outer, is_interrupted) {
        Ok(result) => result,
        Err(why) => return failed(format!("`{program}` cannot be run: {why}")),
    };
    if ended == Ended::Interrupted {
        return None;
    }
    let wall = start.elapsed();
    let output = beginning_and_end(&printed.output);
    let said = format!("{output}\n{}", beginning_and_end(&printed.errors));
    let mut measured = read(tool, &ended, &words, &output, &said);
    measured.wall_seconds = wall.as_secs_f64();
    measured.cpu_seconds = printed.usage.map(|usage| usage.cpu.as_secs_f64());
    let known = known_memory(&printed, measured.memory_bytes);
    if limits.memory.is_some_and(|limit| known > Some(limit)) {
        measured.end = End::OutOfMemory;
    }
    measured.memory_bytes = known.or(printed.usage.map(|usage| usage.memory));
    if wall > limits.time {
        measured.end = End::OutOfTime;
    }
    Some((measured, said))
}

/// The answer, without what was used. `said` is the output, and errors behind it.
fn read(tool: &Tool, ended: &Ended, words: &[String], output: &str, said: &str) -> Measured {
    let (status, killed_for) = match ended {
        Ended::Exited(status) => (Some(*status), None),
        Ended::OutOfTime => (None, Some((End::OutOfTime, ""))),
        Ended::OutOfMemory => (None, Some((End::OutOfMemory, ""))),
        Ended::Endless => (None, Some((End::Failed, "it wrote more than it may"))),
        Ended::Interrupted => (None, Some((End::Failed, ""))),
    };
    if let Some((end, note)) = killed_for {
        let mut measured = Measured::without_run(end, Verdict::None, note.to_string());
        measured.exit = "killed".to_string();
        return measured;
    }
    let exit = status.and_then(|status| status.code());
    let mut measured = Measured::without_run(End::Finished, Verdict::None, String::new());
    measured.exit = match exit {
        Some(code) => code.to_string(),
        None => status.map_or(String::new(), |status| status.to_string()),
    };
    let verdict = match &tool.kind {
        ToolKind::Described(description) => description.signs.read(exit, said, words),
        ToolKind::Unspool { .. } => unspool_answer::read(exit, output).map(|answer| {
            if let Some(end) = answer.stopped_at {
                measured.end = end;
            }
            measured.memory_bytes = answer.peak_memory;
            measured.unwind = answer.unwind;
            measured.rounds = answer.length;
            measured.encoding = answer.encoding;
            measured.steps = answer.steps;
            measured.deciding_seconds = answer.deciding_seconds;
            measured.other_steps_seconds = answer.other_steps_seconds;
            measured.variables = answer.variables;
            measured.clauses = answer.clauses;
            measured.bounds = answer.bounds;
            answer.verdict
        }),
    };
    match verdict {
        Ok(verdict) => {
            measured.verdict = verdict;
            if matches!(verdict, Verdict::Unknown | Verdict::Refused) {
                measured.note = unspool_answer::note(said);
            }
        }
        Err(Unclear(why)) => {
            measured.end = End::Failed;
            let note = unspool_answer::note(said);
            measured.note = match note.is_empty() {
                true => why,
                false => format!("{why}: {note}"),
            };
        }
    }
    measured
}

/// What is certain. What the system counts for a process begins with what *we* have, and says something only above that. `told`: what the tool itself says.
fn known_memory(printed: &Printed, told: Option<u64>) -> Option<u64> {
    let of_one = printed.usage.map(|usage| usage.memory);
    let its_own = of_one.filter(|bytes| Some(*bytes) > memory::peak_of_this_process());
    // Who tells knows better than who has looked now and then.
    its_own.max(told).max(printed.memory)
}

/// All of a file, or its beginning and its end if it is large.
fn beginning_and_end(path: &Path) -> String {
    let Ok(mut file) = std::fs::File::open(path) else {
        return String::new();
    };
    let length = file.metadata().map_or(0, |data| data.len());
    let mut bytes = Vec::new();
    (&mut file).take(MOST_READ / 2).read_to_end(&mut bytes).ok();
    if length > MOST_READ {
        use std::io::{Seek, SeekFrom};
        bytes.extend(b"\n...\n");
        file.seek(SeekFrom::Start(length - MOST_READ / 2)).ok();
    }
    file.take(MOST_READ / 2).read_to_end(&mut bytes).ok();
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
pub mod tests {
    use super::*;

    /// A finished run without a verdict.
    pub fn measured(cpu_seconds: f64) -> Measured {
        Measured {
            cpu_seconds: Some(cpu_seconds),
            wall_seconds: cpu_seconds,
            memory_bytes: Some(1 << 20),
            exit: "0".to_string(),
            ..Measured::without_run(End::Finished, Verdict::None, String::new())
        }
    }

    #[test]
    fn of_much_output_both_ends_are_read() {
        let scratch = ScratchFolder::create("run-task-test").unwrap();
        let file = scratch.path().join("output");
        std::fs::write(&file, "short").unwrap();
        assert_eq!(beginning_and_end(&file), "short");
        let long = "first".to_string() + &"x".repeat(2 << 20) + "last";
        std::fs::write(&file, long).unwrap();
        let read = beginning_and_end(&file);
        assert!(read.starts_with("first") && read.ends_with("last"));
        assert!(read.len() < 2 << 20);
        assert_eq!(beginning_and_end(&scratch.path().join("none")), "");
    }
}
