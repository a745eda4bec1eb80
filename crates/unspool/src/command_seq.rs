//! `unspool seq`: write a program with threads as one without, for a verifier of sequential programs.

use unspool_cfront::compiler_flags::Picked;
use unspool_emit::threads;
use unspool_ir::text;

use crate::bound_report;
use crate::bounding::no_entry;
use crate::chain::{self, Chain};
use crate::command_ir::{cannot_write, last_pass};
use crate::console::{Console, write_result};
use crate::error::Error;
use crate::exit_codes::ExitCode;
use crate::inputs::InputConfig;
use crate::pipeline::{self, Pass, Plan, Work};
use crate::seq_options::SeqOptions;
use crate::sequential::c_text;
use crate::thread_list;

pub fn run(options: &SeqOptions, picked: &Picked, console: &Console) -> Result<u8, Error> {
    if options.show_chain {
        write_result(chain::usual().as_bytes())?;
        return Ok(ExitCode::Success.number());
    }
    let input = InputConfig::new(&options.input, picked);
    if let Some(path) = &options.output {
        input.check_output(path)?;
    }
    if options.passes.stop_after.is_some() && options.passes.dump_after.is_empty() {
        return Err(Error::Usage {
            message: "--stop-after leaves no sequential program to write".to_string(),
            help: "--dump-after PASS shows the program after a pass".to_string(),
        });
    }
    let bounds = options.bounds.bounds()?;
    let passes = passes(options)?;
    for schema in passes.iter().filter_map(|pass| pass.schema) {
        options.schema_options.check(schema, options.schedule())?;
    }
    let mut plan = Plan::of_passes(&input, &bounds, passes);
    plan.schema = options
        .schema_options
        .config(options.schema, options.schedule());
    plan.checked
        .retain(|property| !input.ignored.contains(property));
    let mut dumped = String::new();
    let mut after = |pass: &Pass, work: &Work| {
        if work.program.entry.is_none() {
            return Err(no_entry());
        }
        if options.passes.dumps_after(pass) {
            dumped.push_str(&text::print(&work.program));
        }
        Ok(())
    };
    let work = pipeline::run(&plan, console, &mut after)?;
    console.problems(&work.warnings);
    write_result(dumped.as_bytes())?;
    let is_written = options.output.is_some() || dumped.is_empty();
    if is_written && options.passes.stop_after.is_none() {
        write(options, &work)?;
    }
    if let Some(report) = &work.bounding {
        console.problems(&bound_report::warnings(&work, report, &bounds.config));
    }
    // The process ends here; taking the program apart first is wasted time.
    std::mem::forget(work);
    Ok(ExitCode::Success.number())
}

/// Those of the chain, or the usual ones.
fn passes(options: &SeqOptions) -> Result<Vec<&'static Pass>, Error> {
    if let Some(path) = &options.chain {
        let Chain { passes, .. } = chain::read(path)?;
        if let Some(missing) = options.passes.not_among(&passes) {
            return Err(Error::Usage {
                message: format!("the chain has no pass `{}` to dump after", missing.name),
                help: "name one of the chain".to_string(),
            });
        }
        return Ok(passes);
    }
    let passes: Vec<&'static Pass> = pipeline::usual(options.schema).collect();
    if let Some(missing) = options.passes.not_among(&passes) {
        return Err(Error::Usage {
            message: format!(
                "the pass `{}` does not run with --schema {}",
                missing.name,
                options.schema.name()
            ),
            help: format!("give --schema {}", missing.name),
        });
    }
    let Some(_) = options.passes.stop_after else {
        return Ok(passes);
    };
    let last = last_pass(&options.passes)?.position();
    let passes = passes.into_iter().filter(|pass| pass.position() <= last);
    Ok(passes.collect())
}

fn write(options: &SeqOptions, work: &Work) -> Result<(), Error> {
    let has_threads = work.sequential.is_none() && thread_list::starts_threads(&work.program);
    let lines = !options.no_line;
    let text = match (has_threads, options.target.0.name) {
        (false, _) => {
            let prelude = options.target.0.prelude;
            c_text::write(&work.program, work.sequential.as_ref(), prelude, lines).text
        }
        (true, "native") => threads::text(&work.program, lines),
        (true, _) => {
            return Err(Error::Usage {
                message: "the chain leaves a program with threads".to_string(),
                help: "end it with a schema, `lazy` or `lr`; --for native writes it with the threads of the system".to_string(),
            });
        }
    };
    match &options.output {
        None => write_result(text.as_bytes()),
        Some(path) => std::fs::write(path, text).map_err(|error| cannot_write(path, &error)),
    }
}
