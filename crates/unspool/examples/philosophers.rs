//! How long it takes to see that philosophers starve, and that they do not: a table of times against their number.
//!
//! `cargo run --release -p unspool --example philosophers -- 3..20 [--limit SECONDS] [-- options of check]`
//!
//! Dijkstra's dining philosophers: each takes the fork on the left, then the one on the right, eats once and puts them back. If all have taken one, all wait for ever. In the ordered variant each takes
//! the fork with the lower number first, and nobody can. Both are checked by `unspool check --property no-deadlock` for each number in the range (both ends included), as a user
//! does. Told are the verdict, seconds on the clock, and the rounds of the step that decided (none if the order of waits did, for which no schedule is looked at).

use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::Instant;

use clap::Parser;

#[derive(Parser)]
struct Options {
    /// How many philosophers: a number, or a range such as 3..20
    #[arg(value_parser = range, default_value = "3..20")]
    philosophers: (u32, u32),

    /// Seconds for each check
    #[arg(long, default_value_t = 60, value_name = "SECONDS")]
    limit: u32,

    /// Passed on to `unspool check`
    #[arg(last = true)]
    others: Vec<String>,
}

fn range(text: &str) -> Result<(u32, u32), String> {
    let number = |text: &str| text.parse().map_err(|_| format!("`{text}` is no number"));
    match text.split_once("..") {
        Some((first, last)) => Ok((number(first)?, number(last)?)),
        None => Ok((number(text)?, number(text)?)),
    }
}

fn main() -> ExitCode {
    let options = Options::parse();
    let folder = std::env::temp_dir().join(format!("unspool-philosophers-{}", std::process::id()));
    let result = table(&options, &folder);
    std::fs::remove_dir_all(&folder).ok();
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn table(options: &Options, folder: &Path) -> Result<(), String> {
    std::fs::create_dir_all(folder).map_err(|error| error.to_string())?;
    println!("              left first                        lower first");
    println!(
        "{:>4}  {:<18} {:>8} {:>6}  {:<18} {:>8} {:>6}",
        "n", "verdict", "seconds", "rounds", "verdict", "seconds", "rounds"
    );
    let (first, last) = options.philosophers;
    for number in first..=last {
        let classic = check(options, folder, number, false)?;
        let ordered = check(options, folder, number, true)?;
        println!("{number:>4}  {classic}  {ordered}");
    }
    Ok(())
}

/// Verdict, seconds and rounds, as they stand in the table.
fn check(
    options: &Options,
    folder: &Path,
    number: u32,
    is_ordered: bool,
) -> Result<String, String> {
    let file = folder.join(format!("philosophers_{number}_{is_ordered}.c"));
    std::fs::write(&file, program(number, is_ordered)).map_err(|error| error.to_string())?;
    let start = Instant::now();
    let output = Command::new(unspool()?)
        .arg("check")
        .arg(&file)
        .args(["--property", "no-deadlock", "--time-limit"])
        .arg(options.limit.to_string())
        .args(&options.others)
        .output()
        .map_err(|error| error.to_string())?;
    let seconds = start.elapsed().as_secs_f64();
    let said = String::from_utf8_lossy(&output.stdout);
    let verdict = said.split(':').next().unwrap_or_default();
    let rounds = match said.contains("whatever the schedule") {
        true => "-",
        false => said
            .split("--rounds ")
            .nth(1)
            .and_then(|rest| rest.split_whitespace().next())
            .unwrap_or("?"),
    };
    Ok(format!("{verdict:<18} {seconds:>8.2} {rounds:>6}"))
}

/// The command, which is built beside the examples.
fn unspool() -> Result<std::path::PathBuf, String> {
    let example = std::env::current_exe().map_err(|error| error.to_string())?;
    let built = example.parent().and_then(Path::parent);
    let command = built.map(|folder| folder.join("unspool"));
    command
        .filter(|command| command.exists())
        .ok_or_else(|| "build the command first: cargo build --release -p unspool".to_string())
}

fn program(number: u32, is_ordered: bool) -> String {
    let order = match is_ordered {
        true => "    if (first > second) { int other = first; first = second; second = other; }\n",
        false => "",
    };
    format!(
        "#include <pthread.h>
enum {{ number = {number} }};
pthread_mutex_t forks[number];
int meals[number];
void *philosopher(void *argument) {{
    int self = (int)(long)argument, first = self, second = (self + 1) % number;
{order}    pthread_mutex_lock(&forks[first]);
    pthread_mutex_lock(&forks[second]);
    meals[self]++;
    pthread_mutex_unlock(&forks[second]);
    pthread_mutex_unlock(&forks[first]);
    return 0;
}}
int main(void) {{
    pthread_t threads[number];
    for (long i = 0; i < number; i++)
        pthread_create(&threads[i], 0, philosopher, (void *)i);
    for (int i = 0; i < number; i++)
        pthread_join(threads[i], 0);
    return 0;
}}
"
    )
}
