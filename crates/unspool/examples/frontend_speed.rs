//! The front end's time as a ratio to `cc -fsyntax-only`, file by file.
//!
//! `cargo run --release -p unspool --example frontend_speed -- DIR [-m32] [--repeat N] [--files]`
//!
//! For each `.c` and `.i` file below DIR both are started as processes of their own, in turns, `N` times (default 5): `unspool ir --check`,
//! which preprocesses, parses, lowers and verifies, library models included; and `cc -fsyntax-only`. The smallest time of each
//! counts. Files that one of the two refuses are left out and counted.

mod c_files;

use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

struct Measured {
    file: PathBuf,
    ours: Duration,
    compiler: Duration,
}

fn main() -> ExitCode {
    let mut folder = None;
    let mut m32 = false;
    let mut repeat = 5;
    let mut list_files = false;
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "-m32" => m32 = true,
            "--files" => list_files = true,
            "--repeat" => repeat = arguments.next().and_then(|n| n.parse().ok()).unwrap_or(5),
            _ => folder = Some(PathBuf::from(argument)),
        }
    }
    let (Some(folder), Some(unspool)) = (folder, our_binary()) else {
        eprintln!(
            "usage: frontend_speed DIR [-m32] [--repeat N] [--files], after `cargo build --release`"
        );
        return ExitCode::from(2);
    };
    let mut files = Vec::new();
    c_files::collect(&folder, &mut files);
    files.sort();
    let model: &[&str] = if m32 { &["-m32"] } else { &[] };
    let mut measured = Vec::new();
    for file in &files {
        let mut ours = Command::new(&unspool);
        ours.args(["ir", "--check", "-q"]).args(model).arg(file);
        let mut compiler = Command::new("cc");
        compiler.args(["-fsyntax-only", "-w"]).args(model).arg(file);
        if let Some((ours, compiler)) = race(&mut ours, &mut compiler, repeat) {
            measured.push(Measured {
                file: file.clone(),
                ours,
                compiler,
            });
        }
    }
    if list_files {
        for m in &measured {
            let ms = |duration: Duration| duration.as_secs_f64() * 1e3;
            println!(
                "{:6.3}  {:8.2} ms  {:8.2} ms  {}",
                ratio(m),
                ms(m.ours),
                ms(m.compiler),
                m.file.display()
            );
        }
    }
    let mut ratios: Vec<f64> = measured.iter().map(ratio).collect();
    ratios.sort_by(f64::total_cmp);
    if ratios.is_empty() {
        eprintln!("nothing could be measured");
        return ExitCode::FAILURE;
    }
    println!(
        "{} files measured, {} left out; time of the front end relative to cc -fsyntax-only:",
        measured.len(),
        files.len() - measured.len()
    );
    let quantiles = [
        ("smallest", 0.0),
        ("10%", 0.1),
        ("25%", 0.25),
        ("median", 0.5),
        ("75%", 0.75),
        ("90%", 0.9),
        ("largest", 1.0),
    ];
    for (name, quantile) in quantiles {
        let index = (quantile * (ratios.len() - 1) as f64).round() as usize;
        println!("  {name:>8}  {:.3}", ratios[index]);
    }
    ExitCode::SUCCESS
}

fn ratio(measured: &Measured) -> f64 {
    measured.ours.as_secs_f64() / measured.compiler.as_secs_f64().max(1e-9)
}

/// The smallest time of each; None if one of them fails.
fn race(ours: &mut Command, compiler: &mut Command, repeat: u32) -> Option<(Duration, Duration)> {
    let mut best = [Duration::MAX; 2];
    for _ in 0..repeat.max(1) {
        for (best, command) in best.iter_mut().zip([&mut *ours, &mut *compiler]) {
            command
                .stdin(Stdio::null())
                .stdout(Stdio::null())
                .stderr(Stdio::null());
            let start = Instant::now();
            let status = command.status().ok()?;
            *best = start.elapsed().min(*best);
            if !status.success() {
                return None;
            }
        }
    }
    Some((best[0], best[1]))
}

/// The command, which cargo puts one folder above its examples.
fn our_binary() -> Option<PathBuf> {
    let binary = std::env::current_exe()
        .ok()?
        .parent()?
        .parent()?
        .join("unspool");
    binary.is_file().then_some(binary)
}
