//! The passes from a program to a bounded one, as the pipeline runs them.

use unspool_ir::Property;
use unspool_passes::bound::{self, AtBound, BoundError};
use unspool_passes::points_to::PointsTo;
use unspool_passes::spin_loops;
use unspool_passes::{
    atomic_sections, compact, copy_propagation, dead_code, slice, straighten, visible_points, webs,
};

use crate::error::Error;
use crate::pipeline::{Plan, Work};
use crate::problem::{Problem, Severity};
use crate::schema_options::Schema;
use crate::sequential::{self, SchemaConfig};

/// What a program without `main` is told.
pub fn no_entry() -> Error {
    Error::input(
        "there is no function `main` to start with",
        "give all files of the program; `unspool ir` also accepts parts of one",
    )
}

pub fn spin_loops(plan: &Plan<'_>, work: &mut Work) -> Result<(), Error> {
    work.spins = spin_loops::run(&mut work.program, plan.bounds.spinning);
    Ok(())
}

pub fn bound(plan: &Plan<'_>, work: &mut Work) -> Result<(), Error> {
    let asserts = plan.bounds.config.at_bound == AtBound::Assert;
    if asserts && plan.input.ignored.contains(&Property::Unwinding) {
        return Err(Error::Usage {
            message: "--ignore unwinding contradicts --unwinding-assertions".to_string(),
            help: "without both, executions that go beyond a bound are not considered".to_string(),
        });
    }
    let bounded = bound::bound(&work.program, &plan.bounds.config);
    let (program, report) = bounded.map_err(|error| describe(work, &error))?;
    work.program = program;
    // That of a sequential program is nobody's business: all of it is ours.
    work.bounding.get_or_insert(report);
    work.is_bounded = true;
    Ok(())
}

pub fn webs(_: &Plan<'_>, work: &mut Work) -> Result<(), Error> {
    webs::run(&mut work.program);
    Ok(())
}

pub fn atomic_sections(_: &Plan<'_>, work: &mut Work) -> Result<(), Error> {
    atomic_sections::run(&mut work.program);
    Ok(())
}

pub fn straighten(_: &Plan<'_>, work: &mut Work) -> Result<(), Error> {
    straighten::run(&mut work.program);
    Ok(())
}

pub fn copy_propagation(_: &Plan<'_>, work: &mut Work) -> Result<(), Error> {
    copy_propagation::run(&mut work.program);
    Ok(())
}

pub fn dead_code(plan: &Plan<'_>, work: &mut Work) -> Result<(), Error> {
    let program = &mut work.program;
    if plan.bounds.config.keeps_races {
        let points_to = PointsTo::of(program);
        visible_points::mark_conflicts(program, &points_to, &plan.bounds.reductions);
    }
    dead_code::run(program);
    visible_points::clear(program);
    Ok(())
}

pub fn slice(plan: &Plan<'_>, work: &mut Work) -> Result<(), Error> {
    let program = &mut work.program;
    let points_to = PointsTo::of(program);
    if plan.bounds.config.keeps_races {
        visible_points::mark_conflicts(program, &points_to, &plan.bounds.reductions);
    }
    slice::run(program, &points_to);
    visible_points::clear(program);
    Ok(())
}

pub fn compact(_: &Plan<'_>, work: &mut Work) -> Result<(), Error> {
    compact::run(&mut work.program);
    Ok(())
}

pub fn visible_points(plan: &Plan<'_>, work: &mut Work) -> Result<(), Error> {
    let points_to = PointsTo::of(&work.program);
    let reductions = &plan.bounds.reductions;
    let counts = visible_points::run(&mut work.program, &points_to, reductions);
    work.points = Some(counts);
    Ok(())
}

pub fn lazy(plan: &Plan<'_>, work: &mut Work) -> Result<(), Error> {
    make_sequential(plan, Schema::Lazy, work)
}

pub fn lr(plan: &Plan<'_>, work: &mut Work) -> Result<(), Error> {
    make_sequential(plan, Schema::Lr, work)
}

pub fn mu(plan: &Plan<'_>, work: &mut Work) -> Result<(), Error> {
    make_sequential(plan, Schema::Mu, work)
}

pub fn imu(plan: &Plan<'_>, work: &mut Work) -> Result<(), Error> {
    make_sequential(plan, Schema::Imu, work)
}

fn make_sequential(plan: &Plan<'_>, schema: Schema, work: &mut Work) -> Result<(), Error> {
    let config = SchemaConfig {
        schema,
        ..plan.schema
    };
    let made = sequential::make(&work.program, &config, &plan.checked)?;
    work.program = made.program;
    work.sequential = Some(made.notes);
    work.is_bounded = false;
    Ok(())
}

fn describe(work: &Work, error: &BoundError) -> Error {
    match error {
        BoundError::NoEntry => no_entry(),
        BoundError::TooLarge {
            span, library_call, ..
        } => {
            let excerpt = match library_call {
                None => work.excerpt(*span, "it grew too large here", true),
                Some(call) => {
                    let label = format!("it grew too large in `{}`", call.function);
                    work.excerpt(call.span, &label, true)
                }
            };
            let problem = Problem::new(Severity::Error, error.to_string())
                .with_excerpt(excerpt)
                .with_help("`unspool loops` lists the loops; bound the long ones with --unwind-loop FILE.c:LINE=N, or all with --unwind N and --unwind-for N")
                .with_help("or allow more with --max-instructions N");
            Error::Resource(vec![problem])
        }
    }
}
