//! The smallest bounds within which each way finds a violation, and what that costs: time, and the size of the formula.
//!
//! `cargo run --release -p unspool --example smallest_bounds -- DIR --table BOUNDS [--limit SECONDS] [--jobs N] [--only PART] ... [--every N]`
//!
//! BOUNDS is a table of unsafe tasks as `unspool bench` writes it (`bounds.tsv`). Loops are unwound as it says. For each way (the engine on threads, and on the sequential program of each schema) the bound on
//! schedules is doubled until the violation is found, and then halved between: rounds, or writes to shared memory. A run is a process of its own with a limit of time; where a smaller bound takes longer than that, the larger one
//! counts. One line for each task and way, then what each way needed in all.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use clap::Parser;
use serde_json::Value;

use crate::tables::Table;

mod tables;

#[derive(Parser)]
struct Options {
    folder: PathBuf,

    /// The unsafe tasks and how far their loops are unwound
    #[arg(long)]
    table: PathBuf,

    /// Only tasks whose path contains this (may be repeated)
    #[arg(long, value_name = "PART")]
    only: Vec<String>,

    /// Every n-th task only
    #[arg(long, default_value_t = 1, value_name = "N")]
    every: usize,

    /// Seconds that one run may take
    #[arg(long, default_value_t = 60, value_name = "SECONDS")]
    limit: u32,

    /// Tasks at a time
    #[arg(long, default_value_t = 1, value_name = "N")]
    jobs: usize,
}

struct Way {
    name: &'static str,
    schema: Option<&'static str>,
    bound: &'static str,
    most: u32,
}

const WAYS: [Way; 5] = [
    Way::new("rounds", None, "--rounds", 16),
    Way::new("lazy", Some("lazy"), "--rounds", 16),
    Way::new("lr", Some("lr"), "--rounds", 16),
    Way::new("mu", Some("mu"), "--writes", 64),
    Way::new("imu", Some("imu"), "--writes", 32),
];

impl Way {
    const fn new(
        name: &'static str,
        schema: Option<&'static str>,
        bound: &'static str,
        most: u32,
    ) -> Way {
        Way {
            name,
            schema,
            bound,
            most,
        }
    }
}

struct Task {
    path: String,
    model: String,
    options: Vec<String>,
}

/// What finding a violation needed.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Needed {
    bound: u32,
    /// Of processors, the whole command.
    seconds: f64,
    variables: u64,
    clauses: u64,
}

enum Run {
    Found(Needed),
    /// No violation within the bound.
    None,
    /// No answer in time.
    Unknown,
}

fn main() -> ExitCode {
    match run(&Options::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::from(2)
        }
    }
}

fn run(options: &Options) -> Result<(), String> {
    let us = std::env::current_exe().map_err(|why| why.to_string())?;
    let folder = us.parent().and_then(Path::parent);
    let command = folder.map(|folder| folder.join("unspool"));
    let command = command.ok_or("there is no `unspool` beside this program")?;
    let tasks = tasks(options)?;
    let next = AtomicUsize::new(0);
    let results: Mutex<Vec<[Option<Needed>; WAYS.len()]>> = Mutex::default();
    println!("task\tway\tbound\tcpu s\tvariables\tclauses");
    std::thread::scope(|scope| {
        for _ in 0..options.jobs.max(1) {
            scope.spawn(|| {
                while let Some(task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let found = WAYS
                        .each_ref()
                        .map(|way| smallest(&command, options, task, way));
                    let Ok(mut results) = results.lock() else {
                        return;
                    };
                    for (way, needed) in WAYS.iter().zip(&found) {
                        println!("{}\t{}\t{}", task.path, way.name, line(needed));
                    }
                    results.push(found);
                }
            });
        }
    });
    let results = results.into_inner().map_err(|why| why.to_string())?;
    summary(&results);
    Ok(())
}

fn tasks(options: &Options) -> Result<Vec<Task>, String> {
    let table = Table::read(&options.table)?;
    let (path, words) = (
        table.needed_column("task")?,
        table.needed_column("options")?,
    );
    let model = table.needed_column("data_model")?;
    let mut tasks = Vec::new();
    for row in &table.rows {
        let path = row.field(path).to_string();
        let is_wanted = |part: &String| path.contains(part.as_str());
        if !options.only.is_empty() && !options.only.iter().any(is_wanted) {
            continue;
        }
        let words: Vec<&str> = row.field(words).split_whitespace().collect();
        let pairs = words.chunks(2);
        let kept = pairs.filter(|pair| !["--rounds", "--contexts", "--writes"].contains(&pair[0]));
        tasks.push(Task {
            options: kept.flatten().map(|word| word.to_string()).collect(),
            model: row.field(model).to_lowercase(),
            path,
        });
    }
    Ok(tasks.into_iter().step_by(options.every.max(1)).collect())
}

/// Doubling, then halving.
fn smallest(command: &Path, options: &Options, task: &Task, way: &Way) -> Option<Needed> {
    let (mut too_small, mut bound) = (0, 1);
    let mut best = loop {
        match check(command, options, task, way, bound) {
            Run::Found(needed) => break needed,
            Run::None | Run::Unknown if bound < way.most => {
                too_small = bound;
                bound *= 2;
            }
            Run::None | Run::Unknown => return None,
        }
    };
    while too_small + 1 < best.bound {
        let middle = (too_small + best.bound) / 2;
        match check(command, options, task, way, middle) {
            Run::Found(needed) => best = needed,
            Run::None | Run::Unknown => too_small = middle,
        }
    }
    Some(best)
}

fn check(command: &Path, options: &Options, task: &Task, way: &Way, bound: u32) -> Run {
    let mut check = Command::new(command);
    check
        .args([
            "check",
            "--property",
            "unreach-call",
            "--stats=json",
            "--jobs",
            "1",
        ])
        .args(["--data-model", &task.model])
        .args(["--time-limit", &options.limit.to_string()])
        .args([way.bound, &bound.to_string()])
        .args(&task.options);
    if let Some(schema) = way.schema {
        check.args(["--schema", schema]);
    }
    let Ok(output) = check.arg(options.folder.join(&task.path)).output() else {
        return Run::Unknown;
    };
    let text = String::from_utf8_lossy(&output.stdout);
    let Some(stats) = text
        .lines()
        .last()
        .and_then(|it| serde_json::from_str::<Value>(it).ok())
    else {
        return Run::Unknown;
    };
    let step = &stats["steps"][0];
    match (output.status.code(), step["answer"].as_str()) {
        (Some(10), _) => Run::Found(Needed {
            bound,
            seconds: stats["cpu_seconds"].as_f64().unwrap_or(f64::NAN),
            variables: step["variables"].as_u64().unwrap_or(0),
            clauses: step["clauses"].as_u64().unwrap_or(0),
        }),
        (_, Some("none")) => Run::None,
        _ => Run::Unknown,
    }
}

fn line(needed: &Option<Needed>) -> String {
    match needed {
        None => "-\t-\t-\t-".to_string(),
        Some(it) => format!(
            "{}\t{:.2}\t{}\t{}",
            it.bound, it.seconds, it.variables, it.clauses
        ),
    }
}

/// Of the tasks that all ways decide, so that sums can be compared.
fn summary(results: &[[Option<Needed>; WAYS.len()]]) {
    let common: Vec<[Needed; WAYS.len()]> = (results.iter())
        .filter(|row| row.iter().all(Option::is_some))
        .map(|row| row.map(|it| it.expect("some")))
        .collect();
    println!(
        "\n{} tasks; {} that all ways find",
        results.len(),
        common.len()
    );
    println!("way\tfound\tmedian bound\tcpu s of all\tmedian variables\tmedian clauses");
    for (number, way) in WAYS.iter().enumerate() {
        let found = results.iter().filter(|row| row[number].is_some()).count();
        let median = |of: &dyn Fn(&Needed) -> u64| {
            let mut all: Vec<u64> = common.iter().map(|row| of(&row[number])).collect();
            all.sort_unstable();
            all.get(all.len() / 2).copied().unwrap_or(0)
        };
        println!(
            "{}\t{found}\t{}\t{:.2}\t{}\t{}",
            way.name,
            median(&|it| it.bound.into()),
            common.iter().map(|row| row[number].seconds).sum::<f64>(),
            median(&|it| it.variables),
            median(&|it| it.clauses),
        );
    }
}
