//! How the engine's work grows: tables of time and formula size against rounds, threads and iterations, on three programs.
//!
//! `cargo run --release -p unspool --example check_growth -- [--unsafe] [--limit SECONDS] [--most N] [--only PART] [FILE...] [-- reductions to do without]`
//!
//! The programs stand in the folder `growth`, or are the FILEs: C with `THREADS` defined as the number of threads to make, and wrong if `UNSAFE` is defined. Each is
//! checked with 2 threads, 2 iterations and 2 rounds, and then with more and more of one of the three while the others stay. A row is the first question of `unspool check --unwind U --rounds R`: whether there is a
//! violation. Time is that of processors, in seconds, for building the formula and for solving it; where the system does not tell, time on the clock. Memory is the most that was in use. The ratios are to
//! the row before. A row that takes longer than the limit ends its table.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Parser;
use unspool::bound_options::Bounds;
use unspool::console::Console;
use unspool::error::Error;
use unspool::inputs::InputConfig;
use unspool::memory_use;
use unspool::pipeline::{self, Goal, Plan};
use unspool_cfront::compiler_flags;
use unspool_engine::{
    Answer, Encoding, Engine, EngineConfig, EngineReduction, EngineReductions, Statistics,
};
use unspool_ir::Property;
use unspool_passes::bound::{AtBound, BoundConfig};
use unspool_passes::reductions::Reductions;

#[derive(Parser)]
struct Options {
    /// C programs, instead of our own
    files: Vec<PathBuf>,

    /// With UNSAFE defined
    #[arg(long = "unsafe")]
    is_unsafe: bool,

    /// Seconds for a row
    #[arg(long, default_value_t = 60.0, value_name = "SECONDS")]
    limit: f64,

    /// The largest number of rounds, threads or iterations
    #[arg(long, default_value_t = 8, value_name = "N")]
    most: u32,

    /// Only programs whose path contains this
    #[arg(long, value_name = "PART")]
    only: Option<String>,

    /// Contexts instead of rounds
    #[arg(long)]
    contexts: bool,

    /// Reductions of the engine to do without
    #[arg(last = true)]
    without: Vec<String>,
}

/// What is varied, and where it starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Axis {
    Rounds,
    Threads,
    Unwind,
}

const AXES: [(Axis, &str); 3] = [
    (Axis::Rounds, "rounds"),
    (Axis::Threads, "threads"),
    (Axis::Unwind, "unwind"),
];

/// What stays the same on the other axes, and where each begins.
const USUAL: u32 = 2;

struct Row {
    number: u32,
    answer: &'static str,
    statistics: Statistics,
    building: Duration,
    solving: Duration,
    memory: Option<u64>,
}

fn main() -> ExitCode {
    let options = Options::parse();
    let mut reductions = EngineReductions::default();
    for name in &options.without {
        match EngineReduction::from_name(name) {
            Some(unwanted) => reductions = reductions.without(unwanted),
            None => {
                eprintln!("there is no reduction `{name}`");
                return ExitCode::from(2);
            }
        }
    }
    let files = match options.files.is_empty() {
        true => own_programs(),
        false => options.files.clone(),
    };
    let is_wanted = |file: &&PathBuf| {
        let name = file.to_string_lossy();
        let only = options.only.as_deref();
        only.is_none_or(|part| name.contains(part))
    };
    for file in files.iter().filter(is_wanted) {
        for (axis, name) in AXES {
            println!("\n{}, {name}:\n", file_name(file));
            println!("{}", heading(name));
            if let Err(error) = table(file, axis, &options, reductions) {
                Console::plain().error(&error);
                return ExitCode::FAILURE;
            }
        }
    }
    ExitCode::SUCCESS
}

fn own_programs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/growth");
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    let mut files: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect();
    files.sort();
    files
}

fn file_name(file: &Path) -> String {
    file.file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

fn table(
    file: &Path,
    axis: Axis,
    options: &Options,
    reductions: EngineReductions,
) -> Result<(), Error> {
    let mut before: Option<Row> = None;
    for number in USUAL..=options.most.max(USUAL) {
        let of = |other: Axis| if other == axis { number } else { USUAL };
        let start = Instant::now();
        let measured = unspool::on_a_large_stack(|| {
            let sizes = [of(Axis::Rounds), of(Axis::Threads), of(Axis::Unwind)];
            measure(file, sizes, options, reductions)
        });
        let mut row = measured.and_then(|row| row)?;
        row.number = number;
        println!("{}", line(&row, before.as_ref()));
        if start.elapsed().as_secs_f64() > options.limit || row.answer == "stopped" {
            break;
        }
        before = Some(row);
    }
    Ok(())
}

fn measure(
    file: &Path,
    [rounds, threads, unwind]: [u32; 3],
    options: &Options,
    reductions: EngineReductions,
) -> Result<Row, Error> {
    let mut words = vec![format!("-DTHREADS={threads}")];
    words.extend(options.is_unsafe.then(|| "-DUNSAFE".to_string()));
    let picked = compiler_flags::pick(words).unwrap_or_default();
    let input = InputConfig {
        files: vec![file.to_string_lossy().into_owned()],
        flags: picked.flags,
        ..InputConfig::default()
    };
    let config = BoundConfig {
        unwind,
        threads: threads + 1,
        at_bound: AtBound::Assert,
        ..BoundConfig::default()
    };
    let bounds = Bounds::new(config, Reductions::default());
    let plan = Plan::to_goal(&input, &bounds, Goal::Reduced);
    memory_use::forget_peak();
    let work = pipeline::run(&plan, &Console::silent(), &mut |_, _| Ok(()))?;
    let clock = Clock::start();
    let config = EngineConfig {
        encoding: match options.contexts {
            true => Encoding::Contexts(rounds),
            false => Encoding::Rounds(rounds),
        },
        reductions,
        deadline: Some(Instant::now() + Duration::from_secs_f64(options.limit.max(0.0))),
        ..EngineConfig::default()
    };
    let failed = |error: unspool_engine::EngineError| Error::Bug(error.to_string());
    let mut engine = Engine::new(&work.program, config).map_err(failed)?;
    let building = clock.elapsed();
    let properties: Vec<Property> = Property::all()
        .filter(|property| *property != Property::Unwinding)
        .collect();
    let answer = engine.violation(&properties).map_err(failed)?;
    Ok(Row {
        number: 0,
        answer: match answer {
            Answer::Found(_) => "found",
            Answer::None => "none",
            Answer::Stopped(_) => "stopped",
        },
        statistics: engine.statistics().clone(),
        building,
        solving: clock.elapsed().saturating_sub(building),
        memory: memory_use::peak_bytes(),
    })
}

fn heading(axis: &str) -> String {
    let columns = [
        axis,
        "answer",
        "points",
        "cells",
        "variables",
        "clauses",
        "",
        "conflicts",
        "building",
        "solving",
        "",
        "MB",
    ];
    let line = format!("| {} |", columns.join(" | "));
    format!("{line}\n|{}", "---|".repeat(columns.len()))
}

fn line(row: &Row, before: Option<&Row>) -> String {
    let ratio = |of: &dyn Fn(&Row) -> f64| match before {
        Some(before) if of(before) > 0.0 => format!("x{:.1}", of(row) / of(before)),
        _ => String::new(),
    };
    let sizes = &row.statistics;
    let seconds = |time: Duration| format!("{:.2}", time.as_secs_f64());
    let fields = [
        row.number.to_string(),
        row.answer.to_string(),
        sizes.points.to_string(),
        sizes.cells.to_string(),
        sizes.variables.to_string(),
        sizes.clauses.to_string(),
        ratio(&|row| row.statistics.clauses as f64),
        sizes.conflicts.to_string(),
        seconds(row.building),
        seconds(row.solving),
        ratio(&|row| row.solving.as_secs_f64()),
        row.memory
            .map_or(String::new(), |bytes| (bytes >> 20).to_string()),
    ];
    format!("| {} |", fields.join(" | "))
}

/// Time that the process has used of processors.
struct Clock {
    start: Instant,
    used: Option<Duration>,
}

impl Clock {
    fn start() -> Clock {
        Clock {
            start: Instant::now(),
            used: processor_time(),
        }
    }

    fn elapsed(&self) -> Duration {
        match (processor_time(), self.used) {
            (Some(now), Some(before)) => now.saturating_sub(before),
            _ => self.start.elapsed(),
        }
    }
}

/// Where the system tells; in hundredths of a second.
fn processor_time() -> Option<Duration> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the command stands in parentheses, and may contain anything.
    let (_, rest) = stat.rsplit_once(')')?;
    let fields = rest.split_whitespace().skip(11).take(2);
    let ticks: u64 = fields.filter_map(|field| field.parse::<u64>().ok()).sum();
    Some(Duration::from_millis(ticks * 10))
}
