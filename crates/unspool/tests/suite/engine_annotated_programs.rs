//! The engine on the programs that say how they can end (`annotated_programs`).
//!
//! Each is bounded, and what the engine finds within a few rounds or contexts is compared with the exhaustive search within the same bounds, if that has few enough
//! states. Whatever the search can do: in a program that is annotated
//! as safe the engine finds nothing.
//!
//! Inputs are any values to the engine, but only some to the search. So where a program draws inputs other than bits,
//! the engine may find more.

use std::path::{Path, PathBuf};

use unspool::bound_options::Bounds;
use unspool::error::Error;
use unspool::pipeline::{self, Goal};
use unspool_engine::{Answer, Encoding, Engine, EngineConfig, EngineError};
use unspool_interp::ScheduleBound;
use unspool_ir::{DataModel, InstKind, Program, Types};
use unspool_passes::bound::{AtBound, BoundConfig};
use unspool_passes::reductions::Reductions;

use crate::annotated_programs::{programs, read};
use crate::annotations::{Case, Kind};
use crate::engine_comparison::{Expected, Formula, PROPERTIES, Question};
use crate::random_programs::campaign;
use crate::{violations, work_sharing};

const SCHEDULES: [ScheduleBound; 2] = [ScheduleBound::Rounds(2), ScheduleBound::Contexts(4)];

/// Programs with more instructions, or more states, are left to the other tests.
const MOST_INSTRUCTIONS: usize = 4_000;
const MOST_STATES: usize = 20_000;

/// How many programs of the library's models are looked at: each so many-th. All of them with UNSPOOL_SEEDS.
const EVERY: usize = 4;

#[test]
fn the_engine_agrees_with_annotations() {
    let every = campaign::one_in(EVERY);
    let mut paths = programs("classic");
    paths.extend(programs("threads"));
    paths.extend(programs("models").into_iter().step_by(every));
    let jobs: Vec<(PathBuf, Case)> = paths
        .iter()
        .flat_map(|path| {
            let (_, cases) = read(path).unwrap_or_else(|why| panic!("{why}"));
            cases.into_iter().map(|case| (path.clone(), case))
        })
        .collect();
    let results = work_sharing::map(&jobs, |(path, case)| {
        let name = case.name.as_deref().unwrap_or("");
        check(path, case).map_err(|why| format!("{} {name}: {why}", path.display()))
    });
    let compared = results
        .iter()
        .filter(|it| matches!(it, Ok(Checked::Compared)))
        .count();
    let wrong: Vec<&String> = results.iter().filter_map(|it| it.as_ref().err()).collect();
    eprintln!("{} cases, {compared} compared", jobs.len());
    assert!(wrong.is_empty(), "{} failures:\n{wrong:#?}", wrong.len());
    assert!(compared * 2 > jobs.len(), "{compared} of {}", jobs.len());
}

enum Checked {
    Compared,
    /// Too large to compare.
    Left,
}

fn check(path: &Path, case: &Case) -> Result<Checked, String> {
    let (lowered, _) = match violations::lowered(path, case, DataModel::Lp64) {
        Ok(lowered) => lowered,
        Err(_)
            if case
                .expectations
                .iter()
                .any(|e| e.kind == Kind::Unsupported) =>
        {
            return Ok(Checked::Left);
        }
        Err(why) => return Err(why),
    };
    let config = BoundConfig {
        unwind: 3,
        at_bound: AtBound::Assert,
        instructions: MOST_INSTRUCTIONS,
        ..BoundConfig::default()
    };
    let bounds = Bounds::new(config, Reductions::default());
    let program = match pipeline::from_lowered(lowered.clone(), &bounds, Goal::Reduced) {
        Ok(work) => work.program,
        Err(Error::Resource(_)) => return Ok(Checked::Left),
        Err(error) => return Err(format!("{error:?}")),
    };
    if case.is_safe && !draws_numbers(&program) {
        for bound in SCHEDULES {
            finds_nothing(&program, bound)?;
        }
    }
    let Some(whole) = Expected::of(&program, None, MOST_STATES) else {
        return Ok(Checked::Left);
    };
    for bound in SCHEDULES {
        let Some(expected) = Expected::of(&program, Some(bound), 4 * MOST_STATES) else {
            return Ok(Checked::Left);
        };
        let question = Question {
            original: &lowered,
            bounded: &program,
            bound,
            formula: Formula::default(),
        };
        match question.compare(&expected, &whole) {
            Err(why) if why.contains("there is none") && draws_numbers(&program) => {}
            Err(why) => return Err(why),
            Ok(_) => {}
        }
    }
    Ok(Checked::Compared)
}

fn finds_nothing(program: &Program, bound: ScheduleBound) -> Result<(), String> {
    let encoding = match bound {
        ScheduleBound::Rounds(rounds) => Encoding::Rounds(rounds),
        ScheduleBound::Contexts(contexts) => Encoding::Contexts(contexts),
    };
    let config = EngineConfig {
        encoding,
        deadline: Some(std::time::Instant::now() + std::time::Duration::from_secs(20)),
        ..EngineConfig::default()
    };
    let mut engine = match Engine::new(program, config) {
        Ok(engine) => engine,
        Err(EngineError::Stopped(_)) => return Ok(()),
        Err(error) => return Err(error.to_string()),
    };
    match engine
        .violation(&PROPERTIES)
        .map_err(|error| error.to_string())?
    {
        Answer::Found(found) => Err(format!(
            "{bound:?}: annotated as safe, but it finds {found:?}"
        )),
        Answer::None | Answer::Stopped(_) => Ok(()),
    }
}

/// Whether there are inputs of which the search tries only some.
fn draws_numbers(program: &Program) -> bool {
    let bodies = program.functions.iter().filter_map(|it| it.body.as_ref());
    let mut drawn = bodies.flat_map(|body| {
        let insts = body.blocks.iter().flat_map(|block| &block.insts);
        insts.filter_map(|inst| match inst.kind {
            InstKind::Nondet { dst } => Some(body.regs[dst.index()].ty),
            _ => None,
        })
    });
    drawn.any(|ty| ty != Types::BOOL)
}
