//! Bounds every C file of a folder: a table of what came of each, and totals.
//!
//! `cargo run --release -p unspool --example bound_folder -- DIR [--markdown] [--only-refused] [-m32] [-I DIR] [--unwind N] ...`
//!
//! Each `.c` and `.i` file below DIR is a program of its own, bounded as `unspool bound` would with the same options. A line says how
//! many threads, instructions and visible points it has, without and with the reductions, whether something was cut, and
//! how long it took from reading the file on; or why it was refused. Fields are separated by tabs, or are those of a Markdown table.
//! Memory is the most that the process has used for this file, where the system tells. Exits with 1 if a file is refused for a reason that is ours.

mod c_files;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Parser;
use unspool::bound_options::BoundOptions;
use unspool::console::Console;
use unspool::error::Error;
use unspool::inputs::InputConfig;
use unspool::memory_use;
use unspool::pipeline::{self, Goal, Plan};
use unspool::thread_list::threads;
use unspool_cfront::compiler_flags;

#[derive(Parser)]
struct Options {
    folder: PathBuf,

    #[command(flatten)]
    bounds: BoundOptions,

    /// A table for Markdown instead of fields separated by tabs
    #[arg(long)]
    markdown: bool,

    /// Show only the files that are refused
    #[arg(long)]
    only_refused: bool,
}

/// A file that was bounded.
#[derive(Clone, Copy, Default)]
struct Bounded {
    threads: usize,
    instructions: usize,
    /// Without reductions.
    candidates: usize,
    points: usize,
    is_cut: bool,
}

fn main() -> ExitCode {
    let picked = match compiler_flags::pick(std::env::args()) {
        Ok(picked) => picked,
        Err(missing) => {
            eprintln!("{missing}");
            return ExitCode::from(2);
        }
    };
    let options = Options::parse_from(&picked.rest);
    let config = InputConfig {
        flags: picked.flags,
        data_model: picked.data_model,
        ..InputConfig::default()
    };
    let mut files = Vec::new();
    c_files::collect(&options.folder, &mut files);
    files.sort();
    let mut lines = Lines {
        markdown: options.markdown,
    };
    lines.print(&HEADING.map(str::to_string));
    lines.rule();
    let mut totals = Totals::default();
    for file in &files {
        memory_use::forget_peak();
        let start = Instant::now();
        let result = unspool::on_a_large_stack(|| bound(file, &config, &options.bounds));
        let time = start.elapsed();
        let result = result.and_then(|result| result);
        totals.count(&result, time);
        let name = file.strip_prefix(&options.folder).unwrap_or(file);
        if !options.only_refused || result.is_err() {
            lines.print(&row(&name.to_string_lossy(), &result, time));
        }
    }
    println!("{}", totals.describe());
    match totals.bugs {
        0 => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    }
}

const HEADING: [&str; 9] = [
    "file",
    "threads",
    "instructions",
    "points without reductions",
    "points",
    "cut",
    "seconds",
    "memory MB",
    "refused",
];

fn row(name: &str, result: &Result<Bounded, Error>, time: Duration) -> [String; 9] {
    let seconds = format!("{:.3}", time.as_secs_f64());
    let memory = memory_use::peak_bytes().map_or(String::new(), |bytes| (bytes >> 20).to_string());
    let name = name.to_string();
    match result {
        Ok(bounded) => [
            name,
            bounded.threads.to_string(),
            bounded.instructions.to_string(),
            bounded.candidates.to_string(),
            bounded.points.to_string(),
            if bounded.is_cut { "yes" } else { "" }.to_string(),
            seconds,
            memory,
            String::new(),
        ],
        Err(error) => {
            let nothing = String::new;
            let why = reason(error);
            [
                name,
                nothing(),
                nothing(),
                nothing(),
                nothing(),
                nothing(),
                seconds,
                memory,
                why,
            ]
        }
    }
}

/// In one line.
fn reason(error: &Error) -> String {
    let problems = error.problems();
    let first = problems.iter().find(|problem| problem.is_fatal());
    let Some(first) = first else {
        return "refused without a reason".to_string();
    };
    let place = first.excerpts.first();
    let place = place.map(|e| format!("{}:{}: ", e.file, e.line));
    let message = first.message.lines().next().unwrap_or("");
    format!("{}{message}", place.unwrap_or_default())
}

struct Lines {
    markdown: bool,
}

impl Lines {
    fn print(&mut self, fields: &[String]) {
        match self.markdown {
            true => println!("| {} |", fields.join(" | ").replace('\n', " ")),
            false => println!("{}", fields.join("\t")),
        }
    }

    fn rule(&mut self) {
        if self.markdown {
            println!("|{}", "---|".repeat(HEADING.len()));
        }
    }
}

#[derive(Default)]
struct Totals {
    files: usize,
    refused: usize,
    bugs: usize,
    cut: usize,
    sum: Bounded,
    time: Duration,
    slowest: Duration,
}

impl Totals {
    fn count(&mut self, result: &Result<Bounded, Error>, time: Duration) {
        self.files += 1;
        self.time += time;
        self.slowest = self.slowest.max(time);
        match result {
            Ok(bounded) => {
                self.cut += usize::from(bounded.is_cut);
                self.sum.threads += bounded.threads;
                self.sum.instructions += bounded.instructions;
                self.sum.candidates += bounded.candidates;
                self.sum.points += bounded.points;
            }
            Err(error) => {
                self.refused += 1;
                self.bugs += usize::from(matches!(error, Error::Bug(_)));
            }
        }
    }

    fn describe(&self) -> String {
        let Totals {
            files,
            refused,
            bugs,
            cut,
            ..
        } = self;
        let sum = &self.sum;
        format!(
            "{} of {files} files bounded ({cut} with something cut), {refused} refused, {bugs} of these by our mistakes; \
             {} threads, {} instructions, {} visible points without reductions, {} with; {:.1} seconds, {:.1} for the slowest",
            files - refused,
            sum.threads,
            sum.instructions,
            sum.candidates,
            sum.points,
            self.time.as_secs_f64(),
            self.slowest.as_secs_f64(),
        )
    }
}

fn bound(file: &Path, config: &InputConfig, options: &BoundOptions) -> Result<Bounded, Error> {
    let config = InputConfig {
        files: vec![file.to_string_lossy().into_owned()],
        ..config.clone()
    };
    let bounds = options.bounds()?;
    let plan = Plan::to_goal(&config, &bounds, Goal::Reduced);
    let work = pipeline::run(&plan, &Console::silent(), &mut |_, _| Ok(()))?;
    let threads = threads(&work.program);
    let points = work.points.unwrap_or_default();
    Ok(Bounded {
        threads: threads.len(),
        instructions: threads.iter().map(|thread| thread.instructions).sum(),
        candidates: points.candidates,
        points: points.points,
        is_cut: work.bounding.is_some_and(|report| !report.cuts.is_empty()),
    })
}
