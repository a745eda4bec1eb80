//! Which C files of a folder lower: one line for each, and a count.
//!
//! `cargo run --release -p unspool --example lower_folder -- DIR [--only-refused] [-m32] [-I DIR] ...`
//!
//! Each `.c` and `.i` file below DIR is a program of its own: parsed, lowered, verified, printed and read back. Exits with 1 if one is refused.

mod c_files;

use std::path::Path;
use std::process::ExitCode;

use unspool::inputs::InputConfig;
use unspool::pipeline;
use unspool_cfront::compiler_flags;
use unspool_ir::text;
use unspool_ir::verify::verify;

fn main() -> ExitCode {
    let picked = match compiler_flags::pick(std::env::args().skip(1)) {
        Ok(picked) => picked,
        Err(missing) => {
            eprintln!("{missing}");
            return ExitCode::from(2);
        }
    };
    let only_refused = picked.rest.iter().any(|word| word == "--only-refused");
    let folder = picked.rest.iter().find(|word| !word.starts_with('-'));
    let config = InputConfig {
        flags: picked.flags,
        data_model: picked.data_model,
        ..InputConfig::default()
    };
    let Some(folder) = folder else {
        eprintln!("usage: lower_folder DIR [--only-refused] [-m32] [-I DIR] ...");
        return ExitCode::from(2);
    };
    let mut files = Vec::new();
    c_files::collect(Path::new(folder), &mut files);
    files.sort();
    let mut refused = 0;
    for file in &files {
        let result = unspool::on_a_large_stack(|| lower(file, &config))
            .unwrap_or_else(|error| Err(format!("{error:?}")));
        match result {
            Ok(()) if only_refused => {}
            Ok(()) => println!("ok       {}", file.display()),
            Err(why) => {
                refused += 1;
                println!("refused  {}: {why}", file.display());
            }
        }
    }
    println!("{} of {} files lower", files.len() - refused, files.len());
    match refused {
        0 => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    }
}

fn lower(file: &Path, config: &InputConfig) -> Result<(), String> {
    let config = InputConfig {
        files: vec![file.to_string_lossy().into_owned()],
        ..config.clone()
    };
    let work = pipeline::lowered(&config);
    let program = match work {
        Ok(work) => work.program,
        Err(error) => {
            let problems = error.problems();
            let first = problems.iter().find(|problem| problem.is_fatal());
            let first = first.ok_or("refused without a reason")?;
            let place = first.excerpts.first();
            let place = place.map(|e| format!("{}:{}: ", e.file, e.line));
            return Err(format!("{}{}", place.unwrap_or_default(), first.message));
        }
    };
    let printed = text::print(&program);
    let read = text::parse(&printed).map_err(|error| format!("unreadable text form: {error}"))?;
    if let Err(errors) = verify(&read) {
        return Err(format!("refused when read back: {}", errors[0]));
    }
    match text::print(&read) == printed {
        true => Ok(()),
        false => Err("its text form changes when read back".to_string()),
    }
}
