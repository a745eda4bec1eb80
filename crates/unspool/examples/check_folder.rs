//! Runs `unspool check` on every task of a folder: a line for each, and a summary of right and wrong verdicts.
//!
//! `cargo run --release -p unspool --example check_folder -- DIR [--ilp32] [--limit SECONDS] [--jobs N] [--only PART] ... [-- OPTIONS OF check]`
//!
//! DIR has a file `expected.tsv` (or `--table FILE` names one): a heading, then fields separated by tabs. The column `task` is the
//! path of a file below DIR, `property` what is checked, `expected` is `true` if it holds in every execution, else `false`. Columns that may
//! be there: `data_model` (`ILP32` or `LP64`), and `options` for this task alone. Lines that begin with `#` are remarks. Tasks of other properties than
//! the one asked for (`--property`, `unreach-call` if nothing is said) are left out.
//!
//! Each task is a process of its own, so that one that crashes or takes all memory is a line of the table. After the limit it is asked to end, and killed if it does not. Time is
//! that of processors, user and system; memory is the most that was seen in use, looked at often (both only where there is `/proc`).
//! `--bounds-to FILE` writes a table of the unsafe tasks with the bounds within which each violation was found as its options: with that as `--table`, other ways (`--schema`, `--backend`) can be
//! compared within the same bounds. `--results-to FILE` writes a table of what came of each task, and `compare_results` makes one of several of them. Exits with 1 if a verdict is wrong, or if the command failed.

use std::collections::BTreeMap;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use clap::Parser;

use crate::tables::{Row, Table};

mod tables;

#[derive(Parser)]
struct Options {
    folder: PathBuf,

    /// The list of tasks, instead of `expected.tsv` in the folder
    #[arg(long)]
    table: Option<PathBuf>,

    /// Which property's tasks are run, and what is asked for
    #[arg(long, default_value = "unreach-call")]
    property: String,

    /// Only tasks whose path contains this (may be repeated)
    #[arg(long, value_name = "PART")]
    only: Vec<String>,

    /// No tasks whose path contains this (may be repeated)
    #[arg(long, value_name = "PART")]
    except: Vec<String>,

    /// Only tasks that are expected to be so: `true` or `false`
    #[arg(long)]
    expected: Option<String>,

    /// Every n-th task only, for a quick look
    #[arg(long, default_value_t = 1, value_name = "N")]
    every: usize,

    /// The data model of tasks for which the table names none
    #[arg(long)]
    ilp32: bool,

    /// Seconds after which a task is ended
    #[arg(long, default_value_t = 60.0, value_name = "SECONDS")]
    limit: f64,

    /// Tasks at a time
    #[arg(long, default_value_t = 1, value_name = "N")]
    jobs: usize,

    /// Keep what the command says, in files of this folder
    #[arg(long, value_name = "FOLDER")]
    logs: Option<PathBuf>,

    /// Write the unsafe tasks, with the bounds that found them, to a table for --table
    #[arg(long, value_name = "FILE")]
    bounds_to: Option<PathBuf>,

    /// Write what came of each task to a table for `compare_results`
    #[arg(long, value_name = "FILE")]
    results_to: Option<PathBuf>,

    /// The command, instead of the one beside this program
    #[arg(long, value_name = "FILE")]
    command: Option<PathBuf>,

    /// Options for `unspool check`
    #[arg(last = true)]
    check: Vec<String>,
}

/// A line of the table.
struct Task {
    path: String,
    /// Whether the property holds.
    expected: bool,
    ilp32: bool,
    options: Vec<String>,
}

fn main() -> ExitCode {
    let options = Options::parse();
    match run(&options) {
        Ok(is_right) => match is_right {
            true => ExitCode::SUCCESS,
            false => ExitCode::FAILURE,
        },
        Err(why) => {
            eprintln!("{why}");
            ExitCode::from(2)
        }
    }
}

fn run(options: &Options) -> Result<bool, String> {
    let command = match &options.command {
        Some(command) => command.clone(),
        None => command_beside_us()?,
    };
    let tasks = tasks(options)?;
    if tasks.is_empty() {
        return Err("no task is left".to_string());
    }
    let scratch = std::env::temp_dir().join(format!("check_folder-{}", std::process::id()));
    let logs = options.logs.as_deref().unwrap_or(&scratch);
    std::fs::create_dir_all(logs).map_err(|why| format!("{}: {why}", logs.display()))?;
    println!("what       verdict   expected  cpu s    s        MB     task");
    let summary = Mutex::new(Summary::default());
    let bounds = Mutex::new(String::from(
        "task\tproperty\texpected\tdata_model\toptions\n",
    ));
    let results = Mutex::new(String::from(RESULTS_HEADING));
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..options.jobs.max(1) {
            scope.spawn(|| {
                while let Some(task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let log = logs.join(task.path.replace('/', "__") + ".log");
                    let ended = check(&command, task, options, &log);
                    let judgement = judge(&ended.verdict, task.expected);
                    if ended.verdict == Verdict::Unsafe
                        && let Ok(mut bounds) = bounds.lock()
                    {
                        bounds.push_str(&bounds_line(task, options, &log));
                    }
                    if let Ok(mut results) = results.lock() {
                        results.push_str(&results_line(task, &ended, judgement));
                    }
                    if let Ok(mut summary) = summary.lock() {
                        println!("{}", line(task, &ended, judgement));
                        summary.count(&ended, judgement);
                    }
                }
            });
        }
    });
    if options.logs.is_none() {
        std::fs::remove_dir_all(&scratch).ok();
    }
    write_table(options.bounds_to.as_deref(), bounds)?;
    write_table(options.results_to.as_deref(), results)?;
    let summary = summary.into_inner().map_err(|why| why.to_string())?;
    println!("{}", summary.describe(tasks.len()));
    Ok(!summary.has_failed())
}

fn write_table(path: Option<&Path>, table: Mutex<String>) -> Result<(), String> {
    let Some(path) = path else {
        return Ok(());
    };
    let table = table.into_inner().map_err(|why| why.to_string())?;
    std::fs::write(path, table).map_err(|why| format!("{}: {why}", path.display()))
}

/// A line for the table of bounds: those that the command itself names for seeing the result again.
fn bounds_line(task: &Task, options: &Options, log: &Path) -> String {
    const BOUNDS: [&str; 8] = [
        "--unwind",
        "--rounds",
        "--contexts",
        "--writes",
        "--unwind-for",
        "--unwind-library",
        "--unwind-loop",
        "--recursion",
    ];
    let said = std::fs::read(log).unwrap_or_default();
    let said = String::from_utf8_lossy(&said);
    let again = said
        .lines()
        .find_map(|line| line.trim().strip_prefix("again with: "));
    let words: Vec<&str> = again.unwrap_or("").split_whitespace().collect();
    let bounds = words.windows(2).filter(|two| BOUNDS.contains(&two[0]));
    let bounds: Vec<String> = bounds.map(|two| two.join(" ")).collect();
    let bounds = match again {
        Some(_) => bounds.join(" "),
        None => task.options.join(" "),
    };
    let model = if task.ilp32 { "ILP32" } else { "LP64" };
    format!(
        "{}\t{}\t{}\t{model}\t{bounds}\n",
        task.path, options.property, task.expected
    )
}

/// Examples stand in a folder below that of the command.
fn command_beside_us() -> Result<PathBuf, String> {
    let us = std::env::current_exe().map_err(|why| why.to_string())?;
    let folder = us.parent().and_then(Path::parent);
    let command = folder.map(|folder| {
        folder
            .join("unspool")
            .with_extension(std::env::consts::EXE_EXTENSION)
    });
    match command {
        Some(command) if command.is_file() => Ok(command),
        _ => Err(
            "there is no `unspool` beside this program: build it, or give --command".to_string(),
        ),
    }
}

fn tasks(options: &Options) -> Result<Vec<Task>, String> {
    let table = match &options.table {
        Some(table) => table.clone(),
        None => options.folder.join("expected.tsv"),
    };
    let table = Table::read(&table)?;
    let property = table.needed_column("property")?;
    let mut tasks = Vec::new();
    let rows = table.rows.iter();
    for row in rows.filter(|row| row.field(property) == options.property) {
        let task = task(&table, row, options.ilp32)?;
        let contains =
            |parts: &[String]| parts.iter().any(|part| task.path.contains(part.as_str()));
        let expected = task.expected.to_string();
        let is_wanted = (options.only.is_empty() || contains(&options.only))
            && !contains(&options.except)
            && options
                .expected
                .as_ref()
                .is_none_or(|wanted| *wanted == expected);
        if is_wanted {
            tasks.push(task);
        }
    }
    Ok(tasks.into_iter().step_by(options.every.max(1)).collect())
}

fn task(table: &Table, row: &Row, ilp32_unless_said: bool) -> Result<Task, String> {
    let path = row.field(table.needed_column("task")?).to_string();
    let optional = |name: &str| table.column(name).map_or("", |column| row.field(column));
    let expected = row.field(table.needed_column("expected")?);
    Ok(Task {
        expected: expected
            .parse()
            .map_err(|_| format!("{path}: `{expected}` is neither true nor false"))?,
        ilp32: match optional("data_model") {
            "" => ilp32_unless_said,
            model => model.eq_ignore_ascii_case("ilp32"),
        },
        options: optional("options")
            .split_whitespace()
            .map(str::to_string)
            .collect(),
        path,
    })
}

/// What the command said, by its exit code and its words.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Verdict {
    Safe,
    /// Within bounds.
    Bounded,
    Unsafe,
    Unknown,
    /// The input was refused.
    Refused,
    /// Ended by us, or at a limit of its own.
    TimeOut,
    /// At its limit of memory.
    OutOfMemory,
    /// No verdict: an internal error, wrong usage, a crash.
    Failed(Option<i32>),
}

impl Verdict {
    fn word(&self) -> String {
        match self {
            Verdict::Safe => "safe".to_string(),
            Verdict::Bounded => "bounded".to_string(),
            Verdict::Unsafe => "unsafe".to_string(),
            Verdict::Unknown => "unknown".to_string(),
            Verdict::Refused => "refused".to_string(),
            Verdict::TimeOut => "time".to_string(),
            Verdict::OutOfMemory => "memory".to_string(),
            Verdict::Failed(Some(code)) => format!("code {code}"),
            Verdict::Failed(None) => "killed".to_string(),
        }
    }
}

struct Ended {
    verdict: Verdict,
    cpu: Option<Duration>,
    time: Duration,
    /// Bytes.
    memory: Option<u64>,
    /// The last thing it said, where there is no verdict.
    note: String,
}

fn check(command: &Path, task: &Task, options: &Options, log: &Path) -> Ended {
    let start = Instant::now();
    let failed = |why: String| Ended {
        verdict: Verdict::Failed(None),
        cpu: None,
        time: start.elapsed(),
        memory: None,
        note: why,
    };
    let output = File::create(log).and_then(|file| Ok((file.try_clone()?, file)));
    let (output, errors) = match output {
        Ok(files) => files,
        Err(why) => return failed(format!("{}: {why}", log.display())),
    };
    let data_model = if task.ilp32 { "ilp32" } else { "lp64" };
    let child = Command::new(command)
        .args([
            "check",
            "--property",
            &options.property,
            "--data-model",
            data_model,
        ])
        .args(&options.check)
        .args(&task.options)
        .arg(options.folder.join(&task.path))
        .stdin(Stdio::null())
        .stdout(output)
        .stderr(errors)
        .spawn();
    let mut child = match child {
        Ok(child) => child,
        Err(why) => return failed(format!("{}: {why}", command.display())),
    };
    let watched = watch(
        &mut child,
        start,
        Duration::from_secs_f64(options.limit.max(0.0)),
    );
    let time = start.elapsed();
    let said = std::fs::read(log).unwrap_or_default();
    let said = String::from_utf8_lossy(&said);
    let status = child.wait().ok().and_then(|status| status.code());
    let verdict = match status {
        _ if watched.is_late => Verdict::TimeOut,
        Some(0) => Verdict::Safe,
        Some(10) => Verdict::Unsafe,
        Some(5) if said.contains("WITHIN BOUNDS") || said.contains("within these bounds") => {
            Verdict::Bounded
        }
        Some(5) if said.contains("(--time-limit) was reached") => Verdict::TimeOut,
        Some(5) if said.contains("(--memory-limit) was reached") => Verdict::OutOfMemory,
        Some(5) => Verdict::Unknown,
        Some(2) => Verdict::Refused,
        status => Verdict::Failed(status),
    };
    let note = match &verdict {
        Verdict::Unknown | Verdict::Refused | Verdict::Failed(_) => note(&said),
        _ => String::new(),
    };
    Ended {
        verdict,
        cpu: watched.cpu,
        time,
        memory: watched.memory,
        note,
    }
}

/// The line that says what is wrong, else the last one.
fn note(said: &str) -> String {
    let mut lines = said.lines().filter(|line| !line.trim().is_empty());
    let problem = lines.clone().find(|line| {
        ["error", "UNKNOWN"]
            .iter()
            .any(|word| line.starts_with(word))
            || line.contains("panicked")
    });
    let line = problem.or_else(|| lines.next_back()).unwrap_or("");
    line.trim().chars().take(150).collect()
}

struct Watched {
    is_late: bool,
    cpu: Option<Duration>,
    memory: Option<u64>,
}

/// Who is asked to end gets so long for ending what it has started.
const TIME_TO_END: Duration = Duration::from_secs(5);

/// A command that is killed leaves a verifier behind, which would go on beside the next task.
#[cfg(unix)]
fn ask_to_end(child: &Child) {
    use rustix::process::{Pid, Signal, kill_process};

    kill_process(Pid::from_child(child), Signal::TERM).ok();
}

#[cfg(not(unix))]
fn ask_to_end(_: &Child) {}

/// Waits for the end, or brings it about.
fn watch(child: &mut Child, start: Instant, limit: Duration) -> Watched {
    let proc = PathBuf::from(format!("/proc/{}", child.id()));
    let mut watched = Watched {
        is_late: false,
        cpu: None,
        memory: None,
    };
    let mut pause = Duration::from_millis(1);
    loop {
        // Its memory can be seen as long as it lives, its time until somebody has asked how it ended.
        watched.memory = watched.memory.max(peak_bytes(&proc));
        let (has_ended, cpu) = processor_time(&proc);
        watched.cpu = cpu.or(watched.cpu);
        if has_ended.unwrap_or_else(|| !matches!(child.try_wait(), Ok(None))) {
            return watched;
        }
        let late = start.elapsed().saturating_sub(limit);
        if !late.is_zero() && !watched.is_late {
            watched.is_late = true;
            ask_to_end(child);
        }
        if late > TIME_TO_END {
            child.kill().ok();
            return watched;
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(50));
    }
}

fn peak_bytes(proc: &Path) -> Option<u64> {
    let status = std::fs::read_to_string(proc.join("status")).ok()?;
    let peak = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = peak.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}

/// Whether the process has ended, and the time that it and the processes that it waited for have used; as far as the system tells.
fn processor_time(proc: &Path) -> (Option<bool>, Option<Duration>) {
    /// In which times are given: the same on all machines with Linux.
    const TICKS_IN_A_SECOND: f64 = 100.0;
    let Ok(stat) = std::fs::read_to_string(proc.join("stat")) else {
        return (None, None);
    };
    // The name of the command stands in parentheses, and may contain anything.
    let Some((_, rest)) = stat.rsplit_once(')') else {
        return (None, None);
    };
    let fields: Vec<&str> = rest.split_whitespace().collect();
    let has_ended = fields.first().map(|&state| matches!(state, "Z" | "X"));
    let times = fields.get(11..15);
    let ticks = times.map(|times| {
        times
            .iter()
            .filter_map(|ticks| ticks.parse::<f64>().ok())
            .sum::<f64>()
    });
    (
        has_ended,
        ticks.map(|ticks| Duration::from_secs_f64(ticks / TICKS_IN_A_SECOND)),
    )
}

/// What a verdict is worth.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Judgement {
    RightUnsafe,
    RightSafe,
    /// Nothing was found within bounds, and there is nothing.
    Bounded,
    /// Nothing was found within bounds, but there is something.
    Missed,
    NoAnswer,
    TimeOut,
    OutOfMemory,
    Refused,
    Failed,
    Wrong,
}

/// In the order of the summary.
const JUDGEMENTS: [(Judgement, &str, &str); 10] = [
    (Judgement::RightUnsafe, "unsafe", "right: unsafe"),
    (Judgement::RightSafe, "safe", "right: safe (complete)"),
    (Judgement::Bounded, "bounded", "safe within bounds"),
    (
        Judgement::Missed,
        "missed",
        "safe within bounds, though unsafe",
    ),
    (Judgement::NoAnswer, "unknown", "unknown"),
    (Judgement::TimeOut, "TIME", "at the limit of time"),
    (Judgement::OutOfMemory, "MEMORY", "at the limit of memory"),
    (Judgement::Refused, "refused", "refused"),
    (Judgement::Failed, "FAILED", "failed without a verdict"),
    (Judgement::Wrong, "WRONG", "WRONG"),
];

impl Judgement {
    fn name(self) -> &'static str {
        let mut rows = JUDGEMENTS.iter();
        rows.find(|row| row.0 == self).map_or("", |row| row.1)
    }
}

fn judge(verdict: &Verdict, expected: bool) -> Judgement {
    match (verdict, expected) {
        (Verdict::Safe, true) => Judgement::RightSafe,
        (Verdict::Unsafe, false) => Judgement::RightUnsafe,
        (Verdict::Safe, false) | (Verdict::Unsafe, true) => Judgement::Wrong,
        (Verdict::Bounded, true) => Judgement::Bounded,
        (Verdict::Bounded, false) => Judgement::Missed,
        (Verdict::Unknown, _) => Judgement::NoAnswer,
        (Verdict::Refused, _) => Judgement::Refused,
        (Verdict::TimeOut, _) => Judgement::TimeOut,
        (Verdict::OutOfMemory, _) => Judgement::OutOfMemory,
        (Verdict::Failed(_), _) => Judgement::Failed,
    }
}

fn line(task: &Task, ended: &Ended, judgement: Judgement) -> String {
    let note = match ended.note.is_empty() {
        true => String::new(),
        false => format!("  # {}", ended.note),
    };
    format!(
        "{:<9}  {:<8}  {:<8}  {:<7}  {:<7}  {:<5}  {}{note}",
        judgement.name(),
        ended.verdict.word(),
        task.expected,
        seconds(ended.cpu),
        seconds(Some(ended.time)),
        megabytes(ended.memory),
        task.path,
    )
}

const RESULTS_HEADING: &str = "task\toptions\twhat\tverdict\texpected\tcpu s\ts\tMB\tnote\n";

fn results_line(task: &Task, ended: &Ended, judgement: Judgement) -> String {
    let fields = [
        task.path.clone(),
        task.options.join(" "),
        judgement.name().to_string(),
        ended.verdict.word(),
        task.expected.to_string(),
        seconds(ended.cpu),
        seconds(Some(ended.time)),
        megabytes(ended.memory),
        ended.note.clone(),
    ];
    fields.map(|field| field.replace('\t', " ")).join("\t") + "\n"
}

fn seconds(time: Option<Duration>) -> String {
    time.map_or(String::new(), |time| format!("{:.2}", time.as_secs_f64()))
}

fn megabytes(bytes: Option<u64>) -> String {
    bytes.map_or(String::new(), |bytes| (bytes >> 20).to_string())
}

#[derive(Default)]
struct Summary {
    counts: BTreeMap<Judgement, usize>,
    cpu: Duration,
    slowest: Duration,
    memory: u64,
}

impl Summary {
    fn count(&mut self, ended: &Ended, judgement: Judgement) {
        *self.counts.entry(judgement).or_default() += 1;
        let cpu = ended.cpu.unwrap_or(ended.time);
        self.cpu += cpu;
        self.slowest = self.slowest.max(cpu);
        self.memory = self.memory.max(ended.memory.unwrap_or(0));
    }

    fn has_failed(&self) -> bool {
        [Judgement::Wrong, Judgement::Failed]
            .iter()
            .any(|it| self.counts.contains_key(it))
    }

    fn describe(&self, tasks: usize) -> String {
        let counts = JUDGEMENTS.iter().filter_map(|(judgement, _, name)| {
            let count = self.counts.get(judgement)?;
            Some(format!("{count:>5}  {name}"))
        });
        let counts: Vec<String> = counts.collect();
        format!(
            "\n{}\n{tasks:>5}  tasks, {:.1} CPU seconds, {:.1} for the slowest, {} MB for the largest",
            counts.join("\n"),
            self.cpu.as_secs_f64(),
            self.slowest.as_secs_f64(),
            self.memory >> 20,
        )
    }
}
