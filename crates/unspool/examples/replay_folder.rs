//! Asks the engine about every C file of a folder, and replays what it finds.
//!
//! `cargo run --release -p unspool --example replay_folder -- DIR [--rounds N] [--contexts N] [--seconds N] [--list] [-m32] [--unwind N] ...`
//!
//! A line says for each `.c` and `.i` file below DIR how the replay went (or that nothing was found), how many contexts the
//! counterexample has, and what the engine and the replay took. `--list` shows the traces. Exits with 1 if something did not replay.

mod c_files;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Parser;
use unspool::bound_options::BoundOptions;
use unspool::inputs::InputConfig;
use unspool::pipeline::{self, Goal};
use unspool::replay::{ReplayConfig, replay};
use unspool::telling::tell;
use unspool_cfront::compiler_flags;
use unspool_engine::{Answer, Encoding, Engine, EngineConfig};
use unspool_ir::Property;
use unspool_report::listing::{ListingConfig, listing};
use unspool_report::model::Minimality;

#[derive(Parser)]
struct Options {
    folder: PathBuf,

    #[command(flatten)]
    bounds: BoundOptions,

    #[arg(long, default_value_t = 2)]
    rounds: u32,

    /// Instead of rounds
    #[arg(long)]
    contexts: Option<u32>,

    /// For the engine, and each file
    #[arg(long, default_value_t = 20)]
    seconds: u64,

    /// Show the traces
    #[arg(long)]
    list: bool,
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
    let mut files = Vec::new();
    match options.folder.is_file() {
        true => files.push(options.folder.clone()),
        false => c_files::collect(&options.folder, &mut files),
    }
    files.sort();
    let (mut replayed, mut wrong) = (0, 0);
    for file in &files {
        let input = InputConfig {
            files: vec![file.to_string_lossy().into_owned()],
            flags: picked.flags.clone(),
            data_model: picked.data_model,
            ..InputConfig::default()
        };
        let result = unspool::on_a_large_stack(|| check(file, &input, &options));
        let line = match result {
            Ok(Ok(Some(line))) => {
                replayed += 1;
                line
            }
            Ok(Ok(None)) => "-".to_string(),
            Ok(Err(why)) => {
                wrong += usize::from(why.starts_with("WRONG"));
                why
            }
            Err(_) => "WRONG: panic".to_string(),
        };
        println!("{}\t{line}", file.display());
    }
    println!("{} files, {replayed} replayed, {wrong} not", files.len());
    ExitCode::from(u8::from(wrong > 0))
}

/// What came of a counterexample; None if there is none.
fn check(file: &Path, input: &InputConfig, options: &Options) -> Result<Option<String>, String> {
    let bounds = options
        .bounds
        .bounds()
        .map_err(|error| format!("{error:?}"))?;
    let original = pipeline::lowered(input).map_err(|_| "refused".to_string())?;
    let program = original.program.clone();
    let bounded = pipeline::from_lowered(program, &bounds, Goal::Reduced);
    let bounded = bounded.map_err(|_| "too large".to_string())?;
    let start = Instant::now();
    let config = EngineConfig {
        encoding: match options.contexts {
            Some(contexts) => Encoding::Contexts(contexts),
            None => Encoding::Rounds(options.rounds),
        },
        deadline: Some(start + Duration::from_secs(options.seconds)),
        ..EngineConfig::default()
    };
    let mut engine = Engine::new(&bounded.program, config).map_err(|error| error.to_string())?;
    let properties: Vec<Property> = Property::all()
        .filter(|property| *property != Property::Unwinding)
        .collect();
    let counterexample = match engine.violation(&properties) {
        Ok(Answer::Found(found)) => found,
        Ok(Answer::None) => return Ok(None),
        Ok(Answer::Stopped(_)) => return Err("stopped".to_string()),
        Err(error) => return Err(error.to_string()),
    };
    let engine_time = start.elapsed();
    let start = Instant::now();
    let replayed = replay(
        &original.program,
        &bounded.program,
        &counterexample,
        &ReplayConfig::default(),
    );
    let trace = replayed.map_err(|error| format!("WRONG: {error}"))?;
    let replay_time = start.elapsed();
    if options.list {
        let minimality = Minimality::default();
        let told = tell(&trace, &original.program, &original.lines, minimality);
        println!("{}", file.display());
        let config = ListingConfig::default();
        print!("{}", listing(&told.trace, &told.files, &config));
    }
    Ok(Some(format!(
        "{} contexts, {} steps, engine {engine_time:.1?}, replay {replay_time:.1?}: {}",
        counterexample.contexts.len(),
        trace.steps.len(),
        trace.outcome.describe(&original.program)
    )))
}
