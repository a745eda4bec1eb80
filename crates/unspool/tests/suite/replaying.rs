//! Counterexamples of bounded programs replay on the originals.

use std::path::PathBuf;

use unspool::bound_options::Bounds;
use unspool::pipeline::{self, Goal};
use unspool::replay::{ReplayConfig, replay};
use unspool::source_lines::SourceLines;
use unspool::trace_list;
use unspool_interp::Outcome;
use unspool_interp::input::Domains;
use unspool_ir::{DataModel, Program};
use unspool_passes::bound::BoundConfig;
use unspool_passes::reductions::Reductions;

use crate::annotated_programs::{programs, read};
use crate::annotations::{Case, Kind};
use crate::found_counterexamples::counterexamples;
use crate::random_programs::campaign::{Answer, Campaign, Subject};
use crate::{violations, work_sharing};

/// Searches of bounded programs need not be complete.
const MOST_STATES: usize = 30_000;

#[test]
fn violations_of_annotated_programs_replay() {
    let chosen = std::env::var_os("UNSPOOL_PROGRAMS");
    let programs: Vec<PathBuf> = match &chosen {
        Some(names) => std::env::split_paths(names).collect(),
        None => ["threads", "classic", "models"]
            .iter()
            .flat_map(|folder| programs(folder))
            .collect(),
    };
    let is_unsafe = |case: &Case| case.expectations.iter().any(|it| it.kind == Kind::Unsafe);
    let jobs: Vec<(PathBuf, Case)> = programs
        .into_iter()
        .flat_map(|path| {
            let cases = read(&path).map_or(Vec::new(), |(_, cases)| cases);
            let cases = cases.into_iter().filter(is_unsafe);
            cases
                .map(move |case| (path.clone(), case))
                .collect::<Vec<_>>()
        })
        .collect();
    let results = work_sharing::map(&jobs, |(path, case)| {
        let (program, options) = violations::lowered(path, case, DataModel::Lp64)?;
        let domains = Domains {
            integers: options.domain.clone(),
        };
        let name = case.name.as_deref().unwrap_or_default();
        replay_all(&program, &domains).map_err(|why| format!("{} {name}: {why}", path.display()))
    });
    let replayed: usize = results.iter().flatten().sum();
    let failures: Vec<String> = results.into_iter().filter_map(Result::err).collect();
    eprintln!(
        "{} programs, {replayed} counterexamples replayed",
        jobs.len()
    );
    assert!(
        failures.is_empty(),
        "{} failures:\n{}",
        failures.len(),
        failures.join("\n")
    );
    assert!(chosen.is_some() || replayed > 200, "{replayed}");
}

#[test]
fn violations_of_random_programs_replay() {
    Campaign {
        test: "replaying",
        seeds: 0..150,
        least: 100,
        check: &|subject: &Subject| {
            replay_all(&subject.program, &Domains::default()).map(|_| Answer::Right)
        },
        explain: &|_| String::new(),
    }
    .run();
}

/// Replays all counterexamples of a program, with and without reductions; how many.
fn replay_all(program: &Program, domains: &Domains) -> Result<usize, String> {
    let mut count = 0;
    for reductions in [Reductions::default(), Reductions::NONE] {
        let config = BoundConfig {
            unwind: 3,
            instructions: 100_000,
            ..BoundConfig::default()
        };
        let bounds = Bounds::new(config, reductions);
        let Ok(work) = pipeline::from_lowered(program.clone(), &bounds, Goal::Reduced) else {
            continue;
        };
        let found = counterexamples(&work.program, domains, MOST_STATES);
        for (outcome, counterexample) in found {
            count += 1;
            let what = outcome.describe(&work.program);
            let config = ReplayConfig::default();
            let trace = replay(program, &work.program, &counterexample, &config);
            let trace = trace.map_err(|error| format!("{what}: {error}"))?;
            if std::env::var_os("UNSPOOL_PROGRAMS").is_some() {
                let lines = trace_list::lines(&trace, program, &SourceLines::default());
                eprintln!("{}", trace_list::text(&lines, &trace, program));
            }
            if place(&trace.outcome) != place(&outcome) {
                return Err(format!("{what}: {}", trace.outcome.describe(program)));
            }
        }
    }
    Ok(count)
}

fn place(outcome: &Outcome) -> Option<unspool_ir::Span> {
    outcome.place().map(|(_, span)| span)
}
