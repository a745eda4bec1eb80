//! A step of a check that makes the program sequential first.

use std::sync::Arc;
use std::time::{Duration, Instant};

use unspool_backends::run::Stopped as Ended;
use unspool_engine::{
    Answer, Counterexample, Engine, Minimality, PointOf, Restriction, Statistics,
};
use unspool_formula::solver::Stopped;
use unspool_ir::{InstKind, Program, Property, Span};
use unspool_passes::bound::BoundReport;
use unspool_schemas::{Sealed, Sequential};

use crate::beyond_bounds::{Beyond, Patience, Reach, completeness, stopped};
use crate::check_step::{News, StepEnd, StepOrder, StepReport, Violation};
use crate::error::Error;
use crate::sequential::by_backend::{self, BackendOrder, Said};
use crate::sequential::{self, SchemaConfig, by_engine, script_run};
use crate::thread_list;

/// How the program is made sequential, and who is asked about that.
#[derive(Clone)]
pub struct SequentialOrder {
    pub config: SchemaConfig,
    /// None: our engine.
    pub backend: Option<BackendOrder>,
    /// Points at which no thread stands still.
    pub sealed: Arc<Sealed>,
    /// It is a part of a swarm: what lies beyond all parts is asked when they are decided.
    pub is_part: bool,
}

impl SequentialOrder {
    /// Who is asked about what.
    pub fn describe(&self) -> String {
        let who = match &self.backend {
            None => "our engine".to_string(),
            Some(backend) => backend.describe(),
        };
        let schema = self.config.schema.name();
        format!("{who} on the sequential program (schema {schema})")
    }
}

/// Asks whoever is to be asked.
pub fn ask(
    order: &StepOrder,
    way: &SequentialOrder,
    bounded: &Arc<Program>,
    report: &mut StepReport,
    tell: &impl Fn(News),
) -> Result<StepEnd, Error> {
    let sequential = sequential::make_sealed(bounded, &way.config, &order.properties, &way.sealed)?;
    report.asked = Some(way.describe());
    report.enough_writes = sequential.notes.enough_writes;
    match &way.backend {
        None => ask_engine(order, way, &sequential, bounded, report, tell),
        Some(backend) => ask_backend(order, (way, backend), &sequential, bounded, report, tell),
    }
}

fn ask_engine(
    order: &StepOrder,
    way: &SequentialOrder,
    sequential: &Sequential,
    bounded: &Arc<Program>,
    report: &mut StepReport,
    tell: &impl Fn(News),
) -> Result<StepEnd, Error> {
    let start = Instant::now();
    let most = order.bounds.config.instructions;
    let program = match by_engine::bound(sequential, most) {
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
            let script = by_engine::script(sequential, &program, &found);
            let guesses = &sequential.notes.guesses;
            match script_run::counterexample(bounded, guesses, &script, &order.properties) {
                Ok(found) => violation(bounded, found),
                Err(why) => confirmed(order, way, bounded, report, &why),
            }
        }
        Ok(Answer::Stopped(why)) => Ok(StepEnd::Stopped(why)),
        Err(error) => stopped(error).map(StepEnd::Stopped),
        Ok(Answer::None) => {
            tell(News::Passed);
            let start = Instant::now();
            // Of longer schedules nothing is known anyway: for longer loops nobody should have to wait.
            let longer = whether_longer(bounded, sequential);
            if way.is_part {
                return Ok(StepEnd::Passed {
                    unsupported: Reach::NotAsked,
                    cut: Reach::NotAsked,
                    longer,
                });
            }
            let patience = match longer {
                Reach::No => order.patience,
                _ => Patience::InProportion {
                    before: Duration::ZERO,
                },
            };
            let spent = report.times.violation;
            let end = completeness(order, patience, &program, &mut engine, spent)?;
            report.times.completeness = start.elapsed();
            Ok(StepEnd::Passed {
                unsupported: end.unsupported,
                cut: end.cut,
                longer,
            })
        }
    }
}

fn ask_backend(
    order: &StepOrder,
    (way, backend): (&SequentialOrder, &BackendOrder),
    sequential: &Sequential,
    bounded: &Arc<Program>,
    report: &mut StepReport,
    tell: &impl Fn(News),
) -> Result<StepEnd, Error> {
    let start = Instant::now();
    tell(News::Built(Statistics::default()));
    let limits = by_backend::limits(order.engine.deadline, order.engine.memory);
    let is_interrupted = || order.interrupter.is_raised();
    let (said, memory) = by_backend::ask(backend, sequential, limits, &is_interrupted)?;
    report.verifier_memory = memory;
    report.times.violation = start.elapsed();
    if let (Said::NoViolation, remark @ Some(_)) = (&said, backend.remark()) {
        report.remark = remark;
    }
    let name = backend.describe();
    let passed = |unsupported| StepEnd::Passed {
        unsupported,
        cut: cuts(&report.bounding),
        longer: whether_longer(bounded, sequential),
    };
    Ok(match said {
        Said::NoViolation => passed(Reach::No),
        Said::Unsupported(what) => passed(Reach::Yes(Some(Beyond {
            span: Span::NONE,
            what,
        }))),
        Said::Unknown(why) => StepEnd::Unanswered(format!("{name} gave no answer: {why}")),
        Said::Stopped(Ended::OutOfTime) => StepEnd::Stopped(Stopped::OutOfTime),
        Said::Stopped(Ended::OutOfMemory) => StepEnd::Stopped(Stopped::OutOfMemory),
        Said::Stopped(Ended::Interrupted) => StepEnd::Stopped(Stopped::Interrupted),
        Said::Stopped(Ended::Endless) => {
            StepEnd::Unanswered(format!("{name} wrote without end and was stopped"))
        }
        Said::Violation { check, script } => {
            let replayed = match script {
                None => Err("it shows no trace that can be read".to_string()),
                Some(script) => {
                    let guesses = &sequential.notes.guesses;
                    script_run::counterexample(bounded, guesses, &script, &order.properties)
                }
            };
            match replayed {
                Ok(found) => violation(bounded, found)?,
                Err(why) => confirmed(order, way, bounded, report, &format!("`{check}`: {why}"))?,
            }
        }
    })
}

/// Of a violation that cannot be replayed as it was told: what our engine finds in the threads within the same bounds. Nothing is shown that does not replay.
/// That happens when the violation depends on contents of memory that traces do not tell, or on where objects lie; and when it is none, since
/// the sequential program does not see the end of every object.
fn confirmed(
    order: &StepOrder,
    way: &SequentialOrder,
    bounded: &Arc<Program>,
    report: &mut StepReport,
    why: &str,
) -> Result<StepEnd, Error> {
    let start = Instant::now();
    let mut engine = match Engine::new(bounded, order.engine.clone()) {
        Ok(engine) => engine,
        Err(error) => return stopped(error).map(StepEnd::Stopped),
    };
    engine.restrict(way.sealed.iter().map(|(thread, point)| {
        Restriction::Sealed(PointOf {
            thread: *thread,
            point: point.0,
        })
    }));
    let answer = engine.violation(&order.properties);
    report.times.minimising = start.elapsed();
    Ok(match answer {
        Ok(Answer::Found(found)) => {
            if let Some(asked) = &mut report.asked {
                asked.push_str(", whose answer our engine confirmed on the threads");
            }
            violation(bounded, *found)?
        }
        Ok(Answer::None) => StepEnd::Unanswered(format!(
            "the sequential program has a violation that could not be replayed ({why}), and our engine finds none in the threads within these bounds"
        )),
        Ok(Answer::Stopped(why)) => StepEnd::Stopped(why),
        Err(error) => StepEnd::Stopped(stopped(error)?),
    })
}

/// A violation of which nobody knows how simple it is.
fn violation(bounded: &Arc<Program>, counterexample: Counterexample) -> Result<StepEnd, Error> {
    let minimality = Minimality {
        switches: counterexample.switches(),
        is_fewest: false,
        points: 0,
        is_shortest: false,
        inputs_simplest: false,
    };
    let end = counterexample.end;
    let place = thread_list::place_in_thread(bounded, end.thread, end.block, end.index);
    let property = match place.and_then(|(_, inst)| inst).map(|inst| &inst.kind) {
        Some(InstKind::Assert { property, .. }) => *property,
        Some(_) => Property::MemorySafety,
        None => return Err(Error::Bug("a violation of no property".to_string())),
    };
    Ok(StepEnd::Violations(vec![Violation {
        property,
        counterexample,
        bounded: Arc::clone(bounded),
        minimality,
    }]))
}

/// A sequential program does not know what a longer schedule would bring, unless its bound leaves none out.
fn whether_longer(bounded: &Program, sequential: &Sequential) -> Reach {
    let has_all = sequential.notes.leaves_no_schedule_out;
    match has_all || thread_list::threads(bounded).len() < 2 {
        true => Reach::No,
        false => Reach::NotAsked,
    }
}

/// Whether executions are cut, as far as that is known without asking.
fn cuts(report: &BoundReport) -> Reach {
    match report.cuts.is_empty() {
        true => Reach::No,
        false => Reach::NotAsked,
    }
}
