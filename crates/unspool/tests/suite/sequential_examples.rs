//! The example programs in four ways, as random ones in `sequential_programs`: CBMC on the sequential program, our engine on it, our engine on the threads, and the exhaustive search
//! must agree within the same bounds, for every schema. What takes one of them too long is not compared by it.

use std::path::PathBuf;

use unspool_interp::ScheduleBound;
use unspool_ir::{DataModel, Program};
use unspool_passes::bound::AtBound;
use unspool_passes::reductions::Reductions;
use unspool_schemas::lazy::Schedule;

use unspool::schema_options::Schema;
use unspool::sequential::SchemaConfig;
use unspool::sequential::by_backend::BackendOrder;

use crate::annotated_programs::{programs, read};
use crate::annotations::Kind;
use crate::engine_comparison::Expected;
use crate::random_programs::campaign;
use crate::reference::lowered_with;
use crate::sequential_programs::{bounded, bounds, cbmc, found, found_by_cbmc, found_with_threads};
use crate::{violations, work_sharing};

/// Larger programs, and those with more states, are left to other tests.
const MOST_INSTRUCTIONS: usize = 1_500;
const MOST_STATES: usize = 20_000;

const BOUND: ScheduleBound = ScheduleBound::Rounds(2);

/// How many were compared with the engine on threads, and had a violation.
#[derive(Default, Debug)]
struct Compared {
    by_engine: usize,
    by_cbmc: usize,
    by_search: usize,
    unsafe_ones: usize,
}

#[test]
fn examples_agree_in_four_ways() {
    let Some(cbmc) = cbmc() else { return };
    let every = campaign::one_in(2);
    let sum = agree(Schema::Lazy, |number| {
        (number % every == 0).then_some(&cbmc)
    });
    assert!(sum.by_cbmc >= 50 && sum.by_search >= 60 && sum.unsafe_ones >= 30);
}

/// CBMC takes longer for guessed copies of memory.
#[test]
fn examples_agree_by_lr() {
    let cbmc = cbmc();
    let every = campaign::one_in(6);
    let sum = agree(Schema::Lr, |number| {
        cbmc.as_ref().filter(|_| number % every == 0)
    });
    let is_asked = cbmc.is_none() || sum.by_cbmc >= 15;
    assert!(is_asked && sum.by_engine >= 100 && sum.by_search >= 60 && sum.unsafe_ones >= 30);
}

/// Compares all of them. `cbmc` is who is asked about the program of that number besides.
fn agree<'a>(schema: Schema, cbmc: impl Fn(usize) -> Option<&'a BackendOrder> + Sync) -> Compared {
    let jobs: Vec<(usize, (String, Program))> = examples().into_iter().enumerate().collect();
    let results = work_sharing::map(&jobs, |(number, (name, program))| {
        compare(program, schema, cbmc(*number)).map_err(|why| format!("{name}: {why}"))
    });
    let wrong: Vec<&String> = results.iter().filter_map(|it| it.as_ref().err()).collect();
    assert!(wrong.is_empty(), "{} failures:\n{wrong:#?}", wrong.len());
    let mut sum = Compared::default();
    for one in results.iter().flatten() {
        sum.by_engine += one.by_engine;
        sum.by_cbmc += one.by_cbmc;
        sum.by_search += one.by_search;
        sum.unsafe_ones += one.unsafe_ones;
    }
    eprintln!("{} examples by {}: {sum:?}", jobs.len(), schema.name());
    sum
}

/// Names and programs.
fn examples() -> Vec<(String, Program)> {
    let mut found = Vec::new();
    for path in programs("twins") {
        for definition in [None, Some("UNSAFE")] {
            let program = lowered_with(&path, DataModel::Lp64, definition.as_slice())
                .unwrap_or_else(|why| panic!("{}: {why}", path.display()));
            found.push((format!("{} {definition:?}", path.display()), program));
        }
    }
    let annotated: Vec<PathBuf> = [programs("classic"), programs("threads")].concat();
    for path in annotated {
        let (_, cases) = read(&path).unwrap_or_else(|why| panic!("{why}"));
        for case in cases {
            let is_odd = |kind: Kind| case.expectations.iter().any(|it| it.kind == kind);
            if is_odd(Kind::Unsupported) {
                continue;
            }
            let (program, _) = violations::lowered(&path, &case, DataModel::Lp64)
                .unwrap_or_else(|why| panic!("{}: {why}", path.display()));
            let name = case.name.clone().unwrap_or_default();
            found.push((format!("{} {name}", path.display()), program));
        }
    }
    found
}

fn compare(
    original: &Program,
    schema: Schema,
    cbmc: Option<&BackendOrder>,
) -> Result<Compared, String> {
    let mut compared = Compared::default();
    let mut bounds = bounds(2, Reductions::default(), AtBound::Assume);
    bounds.config.instructions = MOST_INSTRUCTIONS;
    let Some(bounded) = bounded(original, &bounds)? else {
        return Ok(compared);
    };
    let Some(threads) = found_with_threads(&bounded, BOUND)? else {
        return Ok(compared);
    };
    let config = SchemaConfig {
        schema,
        schedule: Schedule::Rounds(2),
        ..SchemaConfig::default()
    };
    let by_cbmc = cbmc.map(|cbmc| found_by_cbmc(original, &bounded, &config, cbmc));
    let others = [
        (
            "the engine on the sequential program",
            found(original, &bounded, &config)?,
        ),
        ("CBMC", by_cbmc.transpose()?.flatten()),
    ];
    for (who, answer) in others {
        if answer.is_some_and(|answer| answer != threads) {
            return Err(format!(
                "{who} says {answer:?}, the engine on threads {threads}"
            ));
        }
    }
    compared.by_engine += usize::from(others[0].1.is_some());
    compared.by_cbmc += usize::from(others[1].1.is_some());
    compared.unsafe_ones += usize::from(threads);
    if let Some(expected) = Expected::of(&bounded, Some(BOUND), MOST_STATES) {
        let is_violated = !expected.answers().0.is_empty();
        compared.by_search += 1;
        // The search tries only some inputs.
        if is_violated && !threads {
            return Err("the search finds a violation, nobody else does".to_string());
        }
    }
    Ok(compared)
}
