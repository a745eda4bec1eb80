//! `unspool bound`: make the bounded program, and say what it is like.

use unspool_cfront::compiler_flags::Picked;
use unspool_ir::text;

use crate::assumptions;
use crate::bound_report;
use crate::command_ir::cannot_write;
use crate::console::{Console, write_result};
use crate::error::Error;
use crate::exit_codes::ExitCode;
use crate::inputs::InputConfig;
use crate::options::BoundCommandOptions;
use crate::pipeline::{self, Goal, Plan};

pub fn run(options: &BoundCommandOptions, picked: &Picked, console: &Console) -> Result<u8, Error> {
    let input = InputConfig::new(&options.input, picked);
    let bounds = options.bounds.bounds()?;
    if let Some(path) = &options.output {
        input.check_output(path)?;
    }
    let plan = Plan::to_goal(&input, &bounds, Goal::Reduced);
    let work = pipeline::run(&plan, console, &mut |_, _| Ok(()))?;
    console.problems(&work.warnings);
    let Some(report) = &work.bounding else {
        return Err(Error::Bug("bounding left no report".to_string()));
    };
    if let Some(path) = &options.output {
        let printed = text::print(&work.program);
        std::fs::write(path, printed).map_err(|error| cannot_write(path, &error))?;
    }
    let mut page = bound_report::page(&work, report, console);
    if options.stats {
        page.push('\n');
        page.push_str(&bound_report::costs(&work.costs, console));
    }
    write_result(page.as_bytes())?;
    console.problems(&bound_report::warnings(&work, report, &bounds.config));
    for remark in assumptions::not_looked_at(&input) {
        console.remark(&remark);
    }
    // The process ends here; taking the program apart first is wasted time.
    std::mem::forget(work);
    Ok(ExitCode::Success.number())
}
