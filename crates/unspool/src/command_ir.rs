//! `unspool ir`: print the program.

use unspool_cfront::Missing;
use unspool_cfront::compiler_flags::Picked;
use unspool_ir::{Program, text};

use crate::console::{Console, write_result};
use crate::error::Error;
use crate::exit_codes::ExitCode;
use crate::inputs::InputConfig;
use crate::options::IrOptions;
use crate::pipeline;

pub fn run(options: &IrOptions, picked: &Picked, console: &Console) -> Result<u8, Error> {
    let mut config = InputConfig::new(&options.input, picked);
    // Parts of programs can be looked at, too.
    if config.missing == Missing::Refuse {
        config.missing = Missing::Accept;
    }
    let mut printed = String::new();
    let mut dump = |_: &pipeline::Pass, program: &Program| {
        printed.push_str(&print(options, program)?);
        Ok(())
    };
    let work = pipeline::run(&config, &options.passes, &mut dump)?;
    console.problems(&work.warnings);
    if options.check {
        // The process ends here; taking the program apart first is wasted time.
        std::mem::forget(work);
        return Ok(ExitCode::Success.number());
    }
    // Without a wish for certain passes, the result is shown.
    if options.passes.dump_after.is_empty() {
        printed = print(options, &work.program)?;
    }
    match &options.output {
        None => write_result(printed.as_bytes())?,
        Some(path) => std::fs::write(path, printed).map_err(|error| cannot_write(path, &error))?,
    }
    Ok(ExitCode::Success.number())
}

fn cannot_write(path: &str, error: &std::io::Error) -> Error {
    Error::input(
        format!("cannot write `{path}`: {error}"),
        "check the name and the permissions of the folder",
    )
}

fn print(options: &IrOptions, program: &Program) -> Result<String, Error> {
    let Some(name) = &options.function else {
        return Ok(text::print(program));
    };
    match program.function_named(name) {
        Some(function) => Ok(text::print_function(program, function)),
        None => {
            let defined = program.functions.iter().filter(|f| f.body.is_some());
            let mut known: Vec<&str> = defined.map(|f| f.name.as_str()).collect();
            known.sort_unstable();
            Err(Error::Usage {
                message: format!("there is no function `{name}`"),
                help: format!("there are: {}", known.join(", ")),
            })
        }
    }
}
