//! `unspool ir`: print the program.

use unspool_cfront::Missing;
use unspool_cfront::compiler_flags::Picked;
use unspool_ir::{Program, text};

use crate::console::{Console, write_result};
use crate::error::Error;
use crate::exit_codes::ExitCode;
use crate::inputs::InputConfig;
use crate::options::{IrOptions, PassOptions};
use crate::pipeline::{self, PASSES, Pass, Plan, Work};

pub fn run(options: &IrOptions, picked: &Picked, console: &Console) -> Result<u8, Error> {
    let mut config = InputConfig::new(&options.input, picked);
    // Parts of programs can be looked at, too.
    if config.missing == Missing::Refuse {
        config.missing = Missing::Accept;
    }
    if let Some(path) = &options.output {
        config.check_output(path)?;
    }
    let mut printed = String::new();
    let passes = &options.passes;
    let bounds = options.bounds.bounds()?;
    let last = last_pass(passes)?;
    let plan = Plan::to_pass(&config, &bounds, last);
    if let Some(missing) = passes.not_among(&plan.passes) {
        return Err(Error::Usage {
            message: format!(
                "`{}` and `{}` are alternatives: only one of them runs",
                missing.name, last.name
            ),
            help: "call `unspool ir` once for each of them".to_string(),
        });
    }
    let mut dump = |pass: &Pass, work: &Work| {
        if passes.dumps_after(pass) {
            printed.push_str(&print(options, &work.program)?);
        }
        Ok(())
    };
    let work = pipeline::run(&plan, console, &mut dump)?;
    console.problems(&work.warnings);
    if options.check {
        // The process ends here; taking the program apart first is wasted time.
        std::mem::forget(work);
        return Ok(ExitCode::Success.number());
    }
    // Without a wish for certain passes, the result is shown.
    if passes.dump_after.is_empty() {
        printed = print(options, &work.program)?;
    }
    match &options.output {
        None => write_result(printed.as_bytes())?,
        Some(path) => std::fs::write(path, printed).map_err(|error| cannot_write(path, &error))?,
    }
    Ok(ExitCode::Success.number())
}

/// The one to stop after.
pub fn last_pass(options: &PassOptions) -> Result<&'static Pass, Error> {
    let last_shown = options.dump_after.iter().max_by_key(|pass| pass.position());
    match (options.stop_after, last_shown) {
        (Some(stop), Some(shown)) if shown.position() > stop.position() => Err(Error::Usage {
            message: format!("the pass `{}` comes after `{}`", shown.name, stop.name),
            help: "leave --stop-after out: the last pass of --dump-after is the last that runs"
                .to_string(),
        }),
        (Some(stop), _) => Ok(stop),
        (None, Some(shown)) => Ok(shown),
        (None, None) => Ok(&PASSES[0]),
    }
}

pub fn cannot_write(path: &str, error: &std::io::Error) -> Error {
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
