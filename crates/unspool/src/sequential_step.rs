//! A step of a check that makes the program sequential first.

use std::sync::Arc;
use std::time::Instant;

use unspool_engine::{Answer, Counterexample, Engine, Minimality};
use unspool_ir::Program;
use unspool_passes::bound::BoundReport;

use crate::check_step::{News, Reach, StepEnd, StepOrder, StepReport, Violation, reach, stopped};
use crate::error::Error;
use crate::sequential::{self, SchemaConfig, by_engine, script_run};
use crate::thread_list;

/// How the program is made sequential.
#[derive(Clone, Debug)]
pub struct SequentialOrder {
    pub config: SchemaConfig,
}

pub fn ask(
    order: &StepOrder,
    way: &SequentialOrder,
    bounded: &Arc<Program>,
    report: &mut StepReport,
    tell: &impl Fn(News),
) -> Result<StepEnd, Error> {
    let start = Instant::now();
    let sequential = sequential::make(bounded, &way.config, &order.properties)?;
    let most = order.bounds.config.instructions;
    let program = match by_engine::bound(&sequential, most) {
        Ok(program) => program,
        Err(Error::Resource(problems)) => return Ok(StepEnd::TooLarge(problems)),
        Err(error) => return Err(error),
    };
    let mut engine = match Engine::new(&program, by_engine::config(&order.engine)) {
        Ok(engine) => engine,
        Err(error) => return stopped(error).map(StepEnd::Stopped),
    };
    report.times.building = start.elapsed();
    tell(News::Built(engine.statistics().clone()));
    let start = Instant::now();
    let answer = engine.violation(&order.properties);
    report.times.violation = start.elapsed();
    report.statistics = engine.statistics().clone();
    match answer {
        Ok(Answer::Found(found)) => {
            let script = by_engine::script(&sequential, &program, &found);
            let properties = &order.properties;
            script_run::counterexample(bounded, &sequential.notes.guesses, &script, properties)
                .map(|found| violation(bounded, found))
                .map_err(|why| {
                    let what =
                        "what was found in the sequential program is no execution of its threads";
                    Error::Bug(format!("{what}: {why}"))
                })
        }
        Ok(Answer::Stopped(why)) => Ok(StepEnd::Stopped(why)),
        Err(error) => stopped(error).map(StepEnd::Stopped),
        Ok(Answer::None) => {
            tell(News::Passed);
            let start = Instant::now();
            let unsupported = reach(engine.unsupported(), |_| None)?;
            let cut = reach(engine.cut(), |_| None)?;
            report.times.completeness = start.elapsed();
            Ok(StepEnd::Passed {
                unsupported,
                cut,
                longer: longer(bounded),
            })
        }
    }
}

/// A violation of which nobody knows how simple it is.
fn violation(bounded: &Arc<Program>, counterexample: Counterexample) -> StepEnd {
    let minimality = Minimality {
        switches: counterexample.switches(),
        is_fewest: false,
        points: 0,
        is_shortest: false,
        inputs_simplest: false,
    };
    StepEnd::Violation(Box::new(Violation {
        counterexample,
        bounded: Arc::clone(bounded),
        minimality,
    }))
}

/// A sequential program does not know what a longer schedule would bring.
fn longer(bounded: &Program) -> Reach {
    match thread_list::threads(bounded).len() < 2 {
        true => Reach::No,
        false => Reach::NotAsked,
    }
}

/// Whether executions are cut, as far as that is known without asking.
pub fn cuts(report: &BoundReport) -> Reach {
    match report.cuts.is_empty() {
        true => Reach::No,
        false => Reach::NotAsked,
    }
}
