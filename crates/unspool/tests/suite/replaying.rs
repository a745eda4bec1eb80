//! Counterexamples of bounded programs replay on the originals.
//!
//! The counterexamples are what an exhaustive search of the bounded program finds: of each program of `tests/programs` that can fail an
//! assertion, and of random ones, bounded with all reductions, with loops that wait made waits, and without reductions. Each must lead to the same violation in
//! the original program, and the schedule that comes of it must repeat that. With UNSPOOL_PROGRAMS (as for
//! `programs_end_as_annotated`) the traces are shown.

use std::path::PathBuf;

use unspool::bound_options::Bounds;
use unspool::pipeline::{self, Goal};
use unspool::replay::{ReplayConfig, ReplayError, replay};
use unspool::source_lines::SourceLines;
use unspool::telling::tell;
use unspool_engine::Counterexample;
use unspool_interp::input::{Domains, GivenInputs};
use unspool_interp::schedule::given::GivenScheduler;
use unspool_interp::{Action, Outcome, Trace, run};
use unspool_ir::{DataModel, Program};
use unspool_passes::bound::BoundConfig;
use unspool_passes::reductions::Reductions;
use unspool_passes::spin_loops::SpinningForEver;
use unspool_report::listing::{ListingConfig, listing};
use unspool_report::model::Minimality;

use crate::annotated_programs::{programs, read};
use crate::annotations::{Case, Kind};
use crate::found_counterexamples::counterexamples;
use crate::random_programs::campaign::{Answer, Campaign, Subject};
use crate::{reference, tools, violations, work_sharing};

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
        topic: None,
        seeds: 0..100,
        least: 70,
        check: &|subject: &Subject| {
            replay_all(&subject.program, &Domains::default()).map(|_| Answer::Right)
        },
        explain: &|_| String::new(),
    }
    .run();
}

/// Where a switch is lost on the way to the original, it is found by searching.
#[test]
fn lost_places_are_searched_for() {
    let mut subject = Prepared::of("lost_places", COUNTER);
    let blind = ReplayConfig {
        most_discrepancies: 0,
        ..ReplayConfig::default()
    };
    subject.replay(&blind).expect("nothing is lost");
    // The accesses to the counter get places that the original does not have.
    let functions = &mut subject.bounded.functions;
    for body in functions.iter_mut().filter_map(|it| it.body.as_mut()) {
        let insts = body.blocks.iter_mut().flat_map(|block| &mut block.insts);
        for inst in insts.filter(|inst| inst.span.line == 5) {
            inst.span.column += 1000;
        }
    }
    let error = subject.replay(&blind);
    assert!(matches!(error, Err(ReplayError::Original(_))), "{error:?}");
    subject.replay(&ReplayConfig::default()).expect("a search");
}

/// A program that does not have the execution is not said to have it, however much is searched.
#[test]
fn other_programs_do_not_replay() {
    let mut subject = Prepared::of("other_programs", COUNTER);
    let other = COUNTER.replace("counter == 2", "counter >= 1");
    subject.original = Prepared::lowered("other_programs", &other);
    let error = subject.replay(&ReplayConfig::default());
    assert!(matches!(error, Err(ReplayError::Original(_))), "{error:?}");
}

/// The same words at another place are another violation.
#[test]
fn violations_elsewhere_are_not_the_same() {
    let mut subject = Prepared::of("violations_elsewhere", COUNTER);
    let moved = COUNTER.replace("    assert(", "    ;\n    assert(");
    assert_ne!(moved, COUNTER);
    subject.original = Prepared::lowered("violations_elsewhere", &moved);
    let error = subject.replay(&ReplayConfig::default());
    assert!(matches!(error, Err(ReplayError::Original(_))), "{error:?}");
}

/// What the engine gets wrong is found on the bounded program, and told.
#[test]
fn wrong_counterexamples_are_refused() {
    let subject = Prepared::of("wrong_counterexamples", COUNTER);
    let refused = |change: &dyn Fn(&mut Counterexample)| {
        let mut wrong = subject.counterexample.clone();
        change(&mut wrong);
        let config = ReplayConfig::default();
        match replay(&subject.original, &subject.bounded, &wrong, &config) {
            Err(error @ ReplayError::Bounded(_)) => error.to_string(),
            other => panic!("{other:?}"),
        }
    };
    let said = refused(&|wrong| wrong.contexts.truncate(wrong.contexts.len() - 1));
    let expected = "expected a violation, but the execution is not over";
    assert!(said.contains(expected), "{said}");
    let said = refused(&|wrong| wrong.contexts.swap(0, 1));
    assert!(said.contains("in context 0, thread 1"), "{said}");
    assert!(said.contains("the thread has not been created"), "{said}");
    let said = refused(&|wrong| {
        wrong.contexts[0].steps.remove(1);
    });
    assert!(said.contains("but `%1 = spawn thread 1"), "{said}");
}

/// Inputs come to those who drew them, past those whose inputs nobody needs; also values that were never set.
#[test]
fn inputs_find_their_way() {
    let subject = Prepared::of("replayed_inputs", INPUTS);
    let trace = subject.replay(&ReplayConfig::default()).expect("a trace");
    let drawn: Vec<(u32, u128)> = trace
        .steps
        .iter()
        .filter_map(|step| match &step.action {
            Action::Input { value, .. } => Some((step.span.line, value.bits)),
            _ => None,
        })
        .collect();
    let zero_or_not = [
        (4, 1),
        (5, 0),
        (6, 0),
        (8, 0),
        (8, 1),
        (8, 1),
        (11, 1),
        (14, 1),
    ];
    assert_eq!(drawn, zero_or_not);
    let mut wrong = subject.counterexample.clone();
    for input in &mut wrong.inputs {
        input.bytes[0] ^= 1;
    }
    let config = ReplayConfig::default();
    let error = replay(&subject.original, &subject.bounded, &wrong, &config);
    assert!(matches!(error, Err(ReplayError::Bounded(_))), "{error:?}");
}

const INPUTS: &str = "#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    int first = __VERIFIER_nondet_int();
    int unused = __VERIFIER_nondet_int();
    int second = __VERIFIER_nondet_int();
    int sum = 0;
    for (int i = 0; i < 3; i++) sum = sum * 2 + __VERIFIER_nondet_int();
    int never_set;
    int array[2];
    int other = array[1];
    int *element = &array[1];
    other++;
    if (never_set == 1)
        assert(!(first == 1 && second == 0 && sum == 3 && *element == 1));
    return 0;
}
";

const COUNTER: &str = "#include <assert.h>
#include <pthread.h>
int counter;
static void *add(void *unused) {
    counter++;
    return unused;
}
int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, add, 0);
    pthread_create(&second, 0, add, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(counter == 2);
}
";

/// A program with a counterexample.
struct Prepared {
    original: Program,
    bounded: Program,
    counterexample: Counterexample,
}

impl Prepared {
    fn of(test: &str, text: &str) -> Prepared {
        let original = Prepared::lowered(test, text);
        let bounds = Bounds::default();
        let work = pipeline::from_lowered(original.clone(), &bounds, Goal::Reduced);
        let bounded = work.expect("a bounded program").program;
        let found = counterexamples(&bounded, &Domains::default(), MOST_STATES);
        let (_, counterexample) = found.into_iter().next().expect("a counterexample");
        Prepared {
            original,
            bounded,
            counterexample,
        }
    }

    fn lowered(test: &str, text: &str) -> Program {
        let path = tools::folder(test).join("program.c");
        std::fs::write(&path, text).expect("a program");
        reference::lowered(&path, DataModel::Lp64).expect("a program")
    }

    fn replay(&self, config: &ReplayConfig) -> Result<Trace, ReplayError> {
        replay(&self.original, &self.bounded, &self.counterexample, config)
    }
}

/// Replays all counterexamples of a program, with and without reductions; how many.
fn replay_all(program: &Program, domains: &Domains) -> Result<usize, String> {
    let mut count = 0;
    let waiting = SpinningForEver::IsBlocked;
    let excluded = SpinningForEver::IsExcluded;
    let ways = [
        (Reductions::default(), excluded),
        (Reductions::default(), waiting),
        (Reductions::NONE, excluded),
    ];
    for (reductions, spinning) in ways {
        let config = BoundConfig {
            unwind: 3,
            instructions: 100_000,
            ..BoundConfig::default()
        };
        let bounds = Bounds {
            spinning,
            ..Bounds::new(config, reductions)
        };
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
                let sources = SourceLines::default();
                let told = tell(&trace, program, &sources, Minimality::default());
                let config = ListingConfig::default();
                eprintln!("{}", listing(&told.trace, &told.files, &config));
            }
            if place(&trace.outcome) != place(&outcome) {
                return Err(format!("{what}: {}", trace.outcome.describe(program)));
            }
            let repeat = trace.repeat.ok_or("no schedule repeats it")?;
            let again = run(
                program,
                &config.interpreter,
                &mut GivenScheduler::new(&repeat.schedule),
                &mut GivenInputs {
                    values: repeat.inputs.iter().map(|input| input.bits).collect(),
                },
                &mut |_, _| {},
            );
            if again.outcome != trace.outcome {
                let again = again.outcome.describe(program);
                return Err(format!("{what}: another end when repeated: {again}"));
            }
        }
    }
    Ok(count)
}

fn place(outcome: &Outcome) -> Option<unspool_ir::Span> {
    outcome.place().map(|(_, span)| span)
}
