//! Puts the results of several runs of `check_folder` beside each other: a table in Markdown, on standard output.
//!
//! `cargo run --release -p unspool --example compare_results -- TABLE [--show COLUMN] ... NAME=RESULTS ...`
//!
//! TABLE is the list of tasks that `check_folder --table` was given: it says which rows there are, and in which order. `--show` takes over a column of it, under its own heading. RESULTS
//! is what a run wrote by `--results-to`; its column is called NAME, and says what came of the task (the first word of `check_folder`) and the seconds of processor time that it took, or those by the clock where they came to the limit.

use std::collections::HashMap;
use std::path::Path;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;

use crate::tables::{Row, Table};

mod tables;

#[derive(Parser)]
struct Options {
    /// The list of tasks
    table: PathBuf,

    /// A column of the list that is shown too (may be repeated)
    #[arg(long, value_name = "COLUMN")]
    show: Vec<String>,

    /// What a run wrote, and how to call it
    #[arg(required = true, value_name = "NAME=RESULTS")]
    results: Vec<String>,
}

/// What a run did with each task: `unsafe 0.13`.
struct Run {
    name: String,
    cells: HashMap<Key, String>,
}

/// A task may be there with several options.
type Key = (String, String);

fn main() -> ExitCode {
    match compare(&Options::parse()) {
        Ok(table) => {
            print!("{table}");
            ExitCode::SUCCESS
        }
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

fn compare(options: &Options) -> Result<String, String> {
    let table = Table::read(&options.table)?;
    let shown: Result<Vec<usize>, String> = options
        .show
        .iter()
        .map(|name| table.needed_column(name))
        .collect();
    let shown = shown?;
    let runs: Result<Vec<Run>, String> = options.results.iter().map(|named| run(named)).collect();
    let runs = runs?;
    let names = runs.iter().map(|run| run.name.as_str());
    let heading: Vec<&str> = options
        .show
        .iter()
        .map(String::as_str)
        .chain(names)
        .collect();
    let mut lines = markdown_line(&heading) + &"|---".repeat(heading.len()) + "|\n";
    let key_of = keys(&table)?;
    for row in &table.rows {
        let key = key_of(row);
        let own = shown.iter().map(|column| row.field(*column));
        let results = runs
            .iter()
            .map(|run| run.cells.get(&key).map_or("", String::as_str));
        lines += &markdown_line(&own.chain(results).collect::<Vec<&str>>());
    }
    Ok(lines)
}

fn run(named: &str) -> Result<Run, String> {
    let (name, path) = named
        .split_once('=')
        .ok_or_else(|| format!("`{named}` is not NAME=RESULTS"))?;
    let table = Table::read(Path::new(path))?;
    let (what, cpu, clock) = (
        table.needed_column("what")?,
        table.needed_column("cpu s")?,
        table.needed_column("s")?,
    );
    let key_of = keys(&table)?;
    let cell = |row: &Row| {
        let what = row.field(what);
        // A limit of time is one by the clock.
        let seconds = match row.field(cpu) {
            cpu if !cpu.is_empty() && what != "TIME" => cpu,
            _ => row.field(clock),
        };
        format!("{what} {seconds}")
    };
    Ok(Run {
        name: name.to_string(),
        cells: table
            .rows
            .iter()
            .map(|row| (key_of(row), cell(row)))
            .collect(),
    })
}

fn keys(table: &Table) -> Result<impl Fn(&Row) -> Key + use<>, String> {
    let (task, options) = (table.needed_column("task")?, table.column("options"));
    Ok(move |row: &Row| {
        let options = options.map_or("", |options| row.field(options));
        (row.field(task).to_string(), options.to_string())
    })
}

fn markdown_line(cells: &[&str]) -> String {
    format!("| {} |\n", cells.join(" | "))
}
