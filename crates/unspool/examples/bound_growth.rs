//! How bounding grows: the bound of loops is doubled five times.
//!
//! `cargo run --release -p unspool --example bound_growth -- FILE [--from N] [--times N] [-m32] [-I DIR] [--unwind-for N] ...`
//!
//! The program is bounded with `--unwind N`, then 2N, 4N, ..., as `unspool bound` would. A line for each says how large the
//! bounded program is, how many visible points it has, how long the passes took (the front end not counted) and the most
//! memory that was in use, each with its ratio to the line before. Time and memory in proportion to the size is what has to be seen.

use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;
use unspool::bound_options::BoundOptions;
use unspool::console::Console;
use unspool::error::Error;
use unspool::inputs::InputConfig;
use unspool::memory_use;
use unspool::pipeline::{self, Goal, PASSES, Plan};
use unspool::thread_list::threads;
use unspool_cfront::compiler_flags;

#[derive(Parser)]
struct Options {
    file: String,

    /// The first bound
    #[arg(long, default_value_t = 4)]
    from: u32,

    /// How often it is doubled
    #[arg(long, default_value_t = 5)]
    times: u32,

    #[command(flatten)]
    bounds: BoundOptions,
}

#[derive(Clone, Copy)]
struct Measured {
    instructions: usize,
    points: usize,
    time: Duration,
    /// None where the system does not tell.
    memory: Option<u64>,
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
    let input = InputConfig {
        files: vec![options.file.clone()],
        flags: picked.flags,
        data_model: picked.data_model,
        ..InputConfig::default()
    };
    println!("unwind  instructions         points                seconds            memory MB");
    let mut before: Option<Measured> = None;
    for step in 0..=options.times {
        let mut bounds = options.bounds.clone();
        bounds.unwind = options.from << step;
        let measured = unspool::on_a_large_stack(|| measure(&input, &bounds));
        let measured = match measured.and_then(|measured| measured) {
            Ok(measured) => measured,
            Err(error) => {
                Console::plain().error(&error);
                return ExitCode::FAILURE;
            }
        };
        println!("{}", line(bounds.unwind, &measured, before.as_ref()));
        before = Some(measured);
    }
    ExitCode::SUCCESS
}

fn line(unwind: u32, now: &Measured, before: Option<&Measured>) -> String {
    let seconds = |measured: &Measured| measured.time.as_secs_f64();
    let megabytes = |measured: &Measured| measured.memory.map_or(0.0, |m| m as f64 / 1e6);
    let ratio = |of: &dyn Fn(&Measured) -> f64| match before {
        Some(before) if of(before) > 0.0 => format!("x{:<5.2}", of(now) / of(before)),
        _ => " ".repeat(6),
    };
    format!(
        "{unwind:>6}  {:>12} {}  {:>12} {}  {:>9.3} {}  {:>9.1} {}",
        now.instructions,
        ratio(&|m| m.instructions as f64),
        now.points,
        ratio(&|m| m.points as f64),
        seconds(now),
        ratio(&seconds),
        megabytes(now),
        ratio(&megabytes),
    )
}

fn measure(input: &InputConfig, options: &BoundOptions) -> Result<Measured, Error> {
    let bounds = options.bounds()?;
    let plan = Plan::to_goal(input, &bounds, Goal::Reduced);
    memory_use::forget_peak();
    let work = pipeline::run(&plan, &Console::silent(), &mut |_, _| Ok(()))?;
    let memory = memory_use::peak_bytes();
    let bounding = work.costs.iter().filter(|cost| cost.pass != PASSES[0].name);
    let threads = threads(&work.program);
    Ok(Measured {
        instructions: threads.iter().map(|thread| thread.instructions).sum(),
        points: threads.iter().map(|thread| thread.points).sum(),
        time: bounding
            .map(|cost| cost.time.unwrap_or_default() + cost.verifying)
            .sum(),
        memory,
    })
}
