//! Whether "safe" hides something behind an access that is not valid.
//!
//! If memory errors are not looked for, an execution ends where it makes one, and what comes behind is nobody's business. But C does not say that it ends: with a pointer that was never set
//! a mutex may be unlocked that protects something, and what lies behind the end of an array may be anybody's. So before a program is called safe, it is asked
//! whether an execution gets to such an access; if one does the answer is not known, and the place is told. Once, when all else is shown: what is found
//! wrong without that is wrong. `--invalid-access-ends` is for those who know that the process crashes there.

use std::time::Instant;

use unspool_engine::{EngineConfig, Finds};
use unspool_ir::Property;
use unspool_passes::faults;

use crate::beyond_bounds::{self, Beyond, Reach};
use crate::check_step::{StepEnd, StepOrder, StepReport};
use crate::error::Error;
use crate::thread_list;

/// What becomes of the end of a step.
pub fn look_behind(
    order: &StepOrder,
    report: &mut StepReport,
    end: StepEnd,
) -> Result<StepEnd, Error> {
    let is_complete = matches!(
        end,
        StepEnd::Passed {
            unsupported: Reach::No,
            cut: Reach::No,
            longer: Reach::No
        }
    );
    let is_looked_for = order.properties.contains(&Property::MemorySafety);
    if !is_complete || is_looked_for || order.invalid_access_ends {
        return Ok(end);
    }
    let start = Instant::now();
    let (unsupported, longer) = ask(order, report.has_no_schedules())?;
    report.times.completeness += start.elapsed();
    Ok(StepEnd::Passed {
        unsupported,
        cut: Reach::No,
        longer,
    })
}

/// Whether an execution gets to such an access; and whether schedules may be longer, if that is not known yet.
fn ask(order: &StepOrder, asks_longer: bool) -> Result<(Reach, Reach), Error> {
    let shared = order.program.bounded(&order.bounds)?;
    let bounded = &shared.program;
    if !faults::program_may_fail(bounded) {
        return Ok((Reach::No, Reach::No));
    }
    let config = EngineConfig {
        finds: Finds {
            memory_errors: true,
            ..Finds::default()
        },
        ..order.engine.clone()
    };
    let mut engine = match shared.engine(config) {
        Ok(engine) => engine,
        Err(error) => {
            let why = beyond_bounds::stopped(error)?;
            return Ok((Reach::Unknown(why), Reach::No));
        }
    };
    let invalid = beyond_bounds::reach(engine.violation(&[Property::MemorySafety]), |found| {
        let end = found.end;
        let (span, _) = thread_list::place_in_thread(bounded, end.thread, end.block, end.index)?;
        let what = "an access that is not valid, behind which anything may happen (--property valid-memsafety shows how)";
        Some(Beyond {
            span,
            what: what.to_string(),
        })
    })?;
    let longer = match asks_longer && invalid == Reach::No {
        true => beyond_bounds::reach(engine.longer_schedule(), |_| None)?,
        false => Reach::No,
    };
    Ok((invalid, longer))
}
