//! Random small concurrent programs, and what an exhaustive search says about them.
//!
//! Whatever changes programs or judges them can be tested by these: a [`campaign`] makes programs from seeds ([`generate`]), explores each in
//! the interpreter ([`outcomes`]), and lets a check compare. A program that fails the check is shrunk ([`shrink`]) and
//! printed. To guard against the bug for ever, save it as `tests/programs/once_wrong/NAME.c`: each campaign begins with the
//! programs in that folder.
//!
//! A program is a tree ([`program`]) that prints as C ([`print`]). [`features`] lists what programs can contain.
//!
//! Seeds mean the same programs until the generator is changed. Longer campaigns, on as many seeds as there is time for, and
//! with larger programs among them:
//!
//! ```text
//! UNSPOOL_SEEDS=1000..20000 UNSPOOL_STATES=300000 cargo test --release -p unspool --test suite bounded_programs
//! ```

pub mod campaign;
mod features;
pub mod generate;
mod native;
pub mod outcomes;
pub mod print;
pub mod program;
mod shrink;
mod size;
mod tidy;

use std::collections::BTreeMap;
use std::time::Duration;

use self::campaign::Subject;
use self::features::{FEATURES, features};
use self::generate::Topic;
use self::program::{Program, Stmt};

/// What a generator is worth that never makes some things happen.
#[test]
fn every_feature_is_generated() {
    let mut counts: BTreeMap<&str, usize> = FEATURES.iter().map(|&name| (name, 0)).collect();
    let topics = [Topic::Races, Topic::Deadlocks, Topic::MemoryErrors];
    let about = topics.into_iter().flat_map(|topic| {
        let seeds = 0..500;
        seeds.map(move |seed| generate::program_about(topic, seed))
    });
    for program in (0..3000).map(generate::program).chain(about) {
        for feature in features(&program) {
            *counts.entry(feature).or_default() += 1;
        }
    }
    assert_eq!(counts.len(), FEATURES.len(), "not in the list: {counts:?}");
    let rare: Vec<_> = counts.iter().filter(|&(_, &count)| count < 5).collect();
    assert!(rare.is_empty(), "{rare:?}");
}

/// Few programs are too large to be explored, and most have something to tell.
#[test]
fn programs_have_many_outcomes_and_few_states() {
    let subjects = campaign::explored("explored_programs", campaign::seeds(0..200));
    let total = subjects.len();
    let complete: Vec<&Subject> = subjects
        .iter()
        .filter(|it| it.outcomes.is_complete)
        .collect();
    let count = |is_wanted: fn(&&&Subject) -> bool| complete.iter().filter(is_wanted).count();
    let many = count(|it| it.outcomes.ends.len() > 1);
    let violations = count(|it| it.outcomes.has_violation());
    let mut states: Vec<usize> = complete.iter().map(|it| it.outcomes.states).collect();
    states.sort_unstable();
    let median = states.get(states.len() / 2).copied().unwrap_or(0);
    let summary = format!(
        "{total} programs, {} explored; of these {many} with several outcomes, {violations} with violations; {median} states in the median",
        complete.len()
    );
    eprintln!("{summary}");
    assert!(complete.len() * 10 >= total * 9, "{summary}");
    assert!(many * 5 >= complete.len() * 3, "{summary}");
    assert!(violations * 4 >= complete.len(), "{summary}");
    assert!((200..5000).contains(&median), "{summary}");
}

/// Shrinking finds the one statement that matters, in any program that has it.
#[test]
fn shrinking_leaves_what_matters() {
    fn has_retry_loop(block: &[Stmt]) -> bool {
        block.iter().any(|statement| {
            matches!(statement, Stmt::AddByExchange { .. })
                || statement
                    .blocks()
                    .into_iter()
                    .any(|block| has_retry_loop(block))
        })
    }
    let fails = |program: &Program| program.workers.iter().any(|it| has_retry_loop(&it.body));
    let mut tried = 0;
    for program in (0..500).map(generate::program).filter(fails) {
        let small = shrink::shrink(&program, Duration::from_secs(10), fails);
        let left: usize = small.workers.iter().map(|worker| worker.body.len()).sum();
        assert_eq!(
            (left, small.main.len(), small.status.len()),
            (1, 0, 0),
            "{small:?}"
        );
        tried += 1;
    }
    assert!(tried > 10, "{tried}");
}
