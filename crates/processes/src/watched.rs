//! Runs a program to its end, or to a limit.
//!
//! It prints into files of a folder: with pipes, whoever has inherited the other end could keep us waiting for ever.
//! What it may use is looked at every few milliseconds, the more expensive things less often.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use crate::group::{ProcessGroup, Usage};
use crate::{cpu_time, memory};

/// The longest time between two looks at the running program.
const LONGEST_PAUSE: Duration = Duration::from_millis(10);

/// How often memory and files are looked at.
const MEASURING_INTERVAL: Duration = Duration::from_millis(50);

/// What a program may use. `None` is as much as it likes.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub deadline: Option<Instant>,
    /// Bytes in main memory, of all processes of the group and their descendants together.
    pub memory: Option<u64>,
    /// Bytes in the folder, with those that were there before.
    pub files: u64,
}

/// How it ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// By itself, be it well or badly.
    Exited(ExitStatus),
    /// It was killed for one of these.
    OutOfTime,
    OutOfMemory,
    /// It wrote more than it may.
    Endless,
    /// Somebody wanted an end.
    Interrupted,
}

/// What a program has printed, as two files; and what it needed.
#[derive(Clone, Debug)]
pub struct Printed {
    pub output: PathBuf,
    pub errors: PathBuf,
    /// The most main memory that its group and its descendants were seen to have. Programs that end soon end unseen.
    pub memory: Option<u64>,
    /// As the system counts it, when it has ended. Where it was killed, with the time on processors of all that ran then.
    pub usage: Option<Usage>,
}

impl Printed {
    fn in_folder(folder: &Path) -> Printed {
        Printed {
            output: folder.join("output"),
            errors: folder.join("errors"),
            memory: None,
            usage: None,
        }
    }

    /// The last bytes of what was printed, errors behind the rest.
    pub fn end(&self, bytes: u64) -> String {
        let mut text = last_bytes(&self.output, bytes).unwrap_or_default();
        let errors = last_bytes(&self.errors, bytes).unwrap_or_default();
        if !errors.is_empty() {
            if !text.is_empty() && !text.ends_with('\n') {
                text.push('\n');
            }
            text.push_str(&errors);
        }
        text
    }
}

/// Runs the command with its output in files of `folder`. Returns when it has ended and what it has started is killed, but for what has detached itself from it as a daemon does. The error is that it could not be
/// started or watched.
pub fn run(
    command: &mut Command,
    folder: &Path,
    limits: &Limits,
    is_interrupted: &dyn Fn() -> bool,
) -> io::Result<(Ended, Printed)> {
    let mut printed = Printed::in_folder(folder);
    command
        .stdin(Stdio::null())
        .stdout(File::create(&printed.output)?)
        .stderr(File::create(&printed.errors)?);
    let mut group = ProcessGroup::start(command)?;
    let stopped = watch(
        &mut group,
        folder,
        limits,
        is_interrupted,
        &mut printed.memory,
    )?;
    let running = stopped.and_then(|_| cpu_time::of_group(group.id()));
    let (status, mut usage) = match stopped {
        None => group.end()?,
        Some(_) => group.end_with_descendants()?,
    };
    usage.cpu = usage.cpu.max(running.unwrap_or_default());
    printed.usage = Some(usage);
    Ok((stopped.unwrap_or(Ended::Exited(status)), printed))
}

/// Why it is to be stopped; `None` if it has ended.
fn watch(
    group: &mut ProcessGroup,
    folder: &Path,
    limits: &Limits,
    is_interrupted: &dyn Fn() -> bool,
    most: &mut Option<u64>,
) -> io::Result<Option<Ended>> {
    let mut pause = Duration::from_micros(500);
    let mut next_measuring = Instant::now();
    loop {
        // A program that exhausts the disk or the memory at once may have ended before it is looked at: then it says so itself.
        if group.has_ended()? {
            return Ok(None);
        }
        if is_interrupted() {
            return Ok(Some(Ended::Interrupted));
        }
        let now = Instant::now();
        if limits.deadline.is_some_and(|deadline| now >= deadline) {
            return Ok(Some(Ended::OutOfTime));
        }
        if now >= next_measuring {
            next_measuring = now + MEASURING_INTERVAL;
            *most = memory::of_group(group.id()).max(*most);
            if let Some(limit) = limits.memory
                && most.is_some_and(|used| used > limit)
            {
                return Ok(Some(Ended::OutOfMemory));
            }
            if bytes_in(folder, FOLDERS_DEEP) > limits.files {
                return Ok(Some(Ended::Endless));
            }
        }
        std::thread::sleep(pause);
        pause = LONGEST_PAUSE.min(pause * 2);
    }
}

/// How deep files are looked for: verifiers write folders of results.
const FOLDERS_DEEP: u32 = 4;

fn bytes_in(folder: &Path, deep: u32) -> u64 {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return 0;
    };
    let entries = entries.filter_map(|entry| entry.ok());
    let bytes = entries.map(|entry| match entry.metadata() {
        Ok(data) if data.is_dir() && deep > 0 => bytes_in(&entry.path(), deep - 1),
        Ok(data) if data.is_file() => data.len(),
        _ => 0,
    });
    bytes.fold(0, u64::saturating_add)
}

fn last_bytes(path: &Path, bytes: u64) -> io::Result<String> {
    let mut file = File::open(path)?;
    let length = file.metadata()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(bytes)))?;
    let mut text = Vec::new();
    file.take(bytes).read_to_end(&mut text)?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}
