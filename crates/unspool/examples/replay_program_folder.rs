//! Finds the violations of the unsafe tasks of a folder and repeats each with real threads: a line for each, and how many there were.
//!
//! `cargo run --release -p unspool --example replay_program_folder -- DIR [--ilp32] [--runs N] [--every N] [--only PART] [-- OPTIONS OF check]`
//!
//! DIR has a file `expected.tsv`, as for `unspool bench`: tasks of the property `unreach-call` that are expected to be `false` are
//! checked with `--replay`, the replay program is compiled with the command that is shown, and run. It is *reproduced* if every
//! run aborts and says what the verdict says. Exits with 1 if something was found and not reproduced.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Output};

use clap::Parser;

#[derive(Parser)]
struct Options {
    folder: PathBuf,

    /// Only tasks whose path contains this (may be repeated)
    #[arg(long, value_name = "PART")]
    only: Vec<String>,

    /// Every n-th task only, for a quick look
    #[arg(long, default_value_t = 1, value_name = "N")]
    every: usize,

    #[arg(long)]
    ilp32: bool,

    /// How often each replay program is run
    #[arg(long, default_value_t = 5, value_name = "N")]
    runs: usize,

    /// Keep the replay programs, in folders of this one
    #[arg(long, value_name = "FOLDER")]
    keep: Option<PathBuf>,

    /// The command, instead of the one beside this program
    #[arg(long, value_name = "FILE")]
    command: Option<PathBuf>,

    /// Options for `unspool check`
    #[arg(last = true)]
    check: Vec<String>,
}

fn main() -> ExitCode {
    let options = Options::parse();
    match run(&options) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::from(2)
        }
    }
}

fn run(options: &Options) -> Result<bool, String> {
    let us = std::env::current_exe().map_err(|why| why.to_string())?;
    let beside = us.parent().and_then(Path::parent);
    let command = options.command.clone();
    let command = command.or_else(|| Some(beside?.join("unspool")));
    let command = command.ok_or("give --command")?;
    let scratch = std::env::temp_dir().join(format!("replay_programs-{}", std::process::id()));
    let scratch = options.keep.as_deref().unwrap_or(&scratch);
    let tasks = tasks(options)?;
    let (mut found, mut reproduced) = (0, 0);
    for task in &tasks {
        let folder = scratch.join(task.replace(['/', '.'], "_"));
        let came = replayed(options, &command, task, &folder);
        let line = match came {
            Ok(None) => "nothing found".to_string(),
            Ok(Some(violation)) => {
                found += 1;
                reproduced += 1;
                format!("reproduced: {violation}")
            }
            Err(why) => {
                found += 1;
                format!("NOT REPRODUCED: {why}")
            }
        };
        println!("{task}\t{line}");
        if options.keep.is_none() {
            std::fs::remove_dir_all(&folder).ok();
        }
    }
    println!(
        "{} tasks, {found} found, {reproduced} reproduced",
        tasks.len()
    );
    Ok(found == reproduced)
}

/// The paths of those that are to be looked at.
fn tasks(options: &Options) -> Result<Vec<String>, String> {
    let table = options.folder.join("expected.tsv");
    let text = std::fs::read_to_string(&table);
    let text = text.map_err(|why| format!("{}: {why}", table.display()))?;
    let mut lines = text.lines();
    let heading: Vec<&str> = lines.next().unwrap_or("").split('\t').collect();
    let column = |name: &str| heading.iter().position(|&field| field == name);
    let (Some(path), Some(property), Some(expected)) =
        (column("task"), column("property"), column("expected"))
    else {
        return Err(format!("{}: a column is missing", table.display()));
    };
    let tasks = lines.filter_map(|line| {
        let fields: Vec<&str> = line.split('\t').collect();
        let field = |column: usize| fields.get(column).copied().unwrap_or("").trim();
        let is_unsafe = field(property) == "unreach-call" && field(expected) == "false";
        let task = field(path);
        let is_wanted =
            options.only.is_empty() || options.only.iter().any(|part| task.contains(part));
        (is_unsafe && is_wanted).then(|| task.to_string())
    });
    Ok(tasks.step_by(options.every.max(1)).collect())
}

/// The violation that was found and reproduced; none if nothing was found.
fn replayed(
    options: &Options,
    command: &Path,
    task: &str,
    folder: &Path,
) -> Result<Option<String>, String> {
    let data_model = if options.ilp32 { "ilp32" } else { "lp64" };
    let check = Command::new(command)
        .args(["check", "--property", "unreach-call", "--time-limit", "60"])
        .args(["--data-model", data_model, "--replay"])
        .arg(folder)
        .args(&options.check)
        .arg(options.folder.join(task))
        .output();
    let (code, said, errors) = read(check)?;
    let verdict = match (
        code,
        said.lines()
            .next()
            .and_then(|it| it.strip_prefix("UNSAFE: ")),
    ) {
        (Some(10), Some(verdict)) => verdict,
        (Some(0 | 5), _) => return Ok(None),
        _ => return Err(format!("check: {}", last_line(&errors))),
    };
    // The program says the line, without the column.
    let (place, message) = verdict.split_once(": ").unwrap_or_default();
    let (line, _) = place.rsplit_once(':').unwrap_or_default();
    let violation = format!("{line}: {message}");
    let build = errors
        .lines()
        .find_map(|line| line.split_once("build it with: "));
    let (_, build) = build.ok_or("no command to compile it")?;
    let build = Command::new("sh").args(["-c", build]).output();
    let (code, _, errors) = read(build)?;
    if code != Some(0) {
        let error = errors.lines().find(|line| line.contains("error"));
        return Err(format!("cc: {}", error.unwrap_or(&errors)));
    }
    for _ in 0..options.runs {
        let (code, _, errors) = read(Command::new(folder.join("replay")).output())?;
        if code.is_some() || !errors.contains(&violation) {
            return Err(format!("status {code:?}: {}", last_line(&errors)));
        }
    }
    Ok(Some(violation))
}

fn read(output: std::io::Result<Output>) -> Result<(Option<i32>, String, String), String> {
    let output = output.map_err(|why| why.to_string())?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (said, errors) = (text(&output.stdout), text(&output.stderr));
    Ok((output.status.code(), said, errors))
}

fn last_line(text: &str) -> &str {
    text.lines().next_back().unwrap_or_default()
}
