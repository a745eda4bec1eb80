//! A program's behaviour twice: compiled by the system's compiler, and in the interpreter.

use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::Command;

use unspool::inputs::InputConfig;
use unspool::pipeline;
use unspool_cfront::compiler_flags;
use unspool_interp::input::RandomInputs;
use unspool_interp::schedule::random::RandomScheduler;
use unspool_interp::{Config, Outcome};
use unspool_ir::verify::verify;
use unspool_ir::{DataModel, Program, text};

use crate::tools::flag;

/// What can be seen of a run from outside.
#[derive(PartialEq, Eq, Debug)]
pub struct Behaviour {
    pub output: Vec<u8>,
    pub status: i32,
}

/// Compiles with `cc` into `folder` and runs.
pub fn compiled(
    source: &Path,
    data_model: DataModel,
    options: &[&str],
    folder: &Path,
) -> Result<Behaviour, String> {
    let stem = source.file_stem().unwrap_or_default().to_string_lossy();
    let binary = folder.join(format!("{stem}{}", flag(data_model)));
    let output = Command::new("cc")
        .args(["-std=gnu11", "-w", flag(data_model)])
        .args(options)
        .arg("-o")
        .args([&binary, source])
        .arg("-lm")
        .output()
        .map_err(|error| format!("cannot run cc: {error}"))?;
    if !output.status.success() {
        let messages = String::from_utf8_lossy(&output.stderr);
        return Err(format!("cc refuses it:\n{messages}"));
    }
    run(&binary)
}

/// Runs a compiled program, and removes it.
pub fn run(binary: &Path) -> Result<Behaviour, String> {
    let run = Command::new(binary)
        .output()
        .map_err(|error| format!("cannot run it: {error}"))?;
    std::fs::remove_file(binary).ok();
    let status = match (run.status.code(), run.status.signal()) {
        (Some(code), _) => code,
        (None, signal) => 128 + signal.unwrap_or(0),
    };
    Ok(Behaviour {
        output: run.stdout,
        status,
    })
}

/// Lowers the file, verifier included.
pub fn lowered(source: &Path, data_model: DataModel) -> Result<Program, String> {
    lowered_with(source, data_model, &[])
}

/// The same with these macros defined.
pub fn lowered_with(
    source: &Path,
    data_model: DataModel,
    defined: &[&str],
) -> Result<Program, String> {
    let standard = std::iter::once("-std=gnu11".to_string());
    let words = standard.chain(defined.iter().map(|name| format!("-D{name}")));
    let flags = compiler_flags::pick(words).expect("complete");
    let config = InputConfig {
        files: vec![source.to_string_lossy().into_owned()],
        compiler: "cc".to_string(),
        flags: flags.flags,
        data_model: Some(data_model),
        ..InputConfig::default()
    };
    unspool::on_a_large_stack(|| {
        pipeline::lowered(&config)
            .map(|work| work.program)
            .map_err(|error| {
                let problems = error.problems();
                let shown = problems.iter().map(|problem| {
                    let place = problem.excerpts.first();
                    let place = place.map(|e| format!("{}:{}: ", e.file, e.line));
                    format!("{}{}", place.unwrap_or_default(), problem.message)
                });
                shown.collect::<Vec<String>>().join("\n")
            })
    })
    .unwrap_or_else(|error| Err(format!("{error:?}")))
}

/// Runs a lowered program.
pub fn interpreted(program: &Program) -> Result<Behaviour, String> {
    let mut output = Vec::new();
    let run = unspool_interp::run(
        program,
        &Config::default(),
        &mut RandomScheduler::new(0, 50),
        &mut RandomInputs::new(0),
        &mut |stream, byte| {
            if stream == 1 {
                output.push(byte);
            }
        },
    );
    let status = match run.outcome {
        Outcome::Finished { status } => status & 0xff,
        Outcome::Aborted { .. } => 134,
        other => {
            let shown = String::from_utf8_lossy(&output);
            let place = other.describe(program);
            return Err(format!("{place}\nafter the output:\n{shown}"));
        }
    };
    Ok(Behaviour { output, status })
}

/// Whether the program's text reads back as the same text, and the verifier accepts what was read.
pub fn round_trip(program: &Program) -> Result<(), String> {
    let printed = text::print(program);
    let read = text::parse(&printed).map_err(|error| format!("its text is unreadable: {error}"))?;
    if let Err(errors) = verify(&read) {
        return Err(format!(
            "the verifier refuses it when read back: {}",
            errors[0]
        ));
    }
    let again = text::print(&read);
    match first_difference(&printed, &again) {
        None => Ok(()),
        Some(difference) => Err(format!("its text changes when read back: {difference}")),
    }
}

/// Why two behaviours differ.
pub fn compare(expected: &Behaviour, found: &Behaviour) -> Result<(), String> {
    let expected_text = String::from_utf8_lossy(&expected.output);
    let found_text = String::from_utf8_lossy(&found.output);
    if let Some(difference) = first_difference(&expected_text, &found_text) {
        return Err(difference);
    }
    // Bytes that are no text.
    if expected.output != found.output {
        return Err("the bytes of the output differ".to_string());
    }
    match expected.status == found.status {
        true => Ok(()),
        false => Err(format!(
            "the exit status is {}, not {}",
            found.status, expected.status
        )),
    }
}

/// The first line in which they differ.
fn first_difference(expected: &str, found: &str) -> Option<String> {
    let mut lines = expected.split('\n').zip(found.split('\n')).enumerate();
    if let Some((index, (expected, found))) = lines.find(|(_, (a, b))| a != b) {
        return Some(format!(
            "line {}: expected `{expected}`, found `{found}`",
            index + 1
        ));
    }
    let lines = |text: &str| text.split('\n').count();
    let (expected, found) = (lines(expected), lines(found));
    (expected != found).then(|| format!("{found} lines instead of {expected}"))
}
