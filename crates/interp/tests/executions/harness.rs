//! Text programs, checked and executed.

use unspool_interp::input::{GivenInputs, RandomInputs};
use unspool_interp::schedule::Schedule;
use unspool_interp::schedule::given::GivenScheduler;
use unspool_interp::schedule::random::RandomScheduler;
use unspool_interp::{Config, Exploration, ExploreConfig, Found, Outcome, Run, explore, run};
use unspool_ir::Program;

/// Parses and verifies.
pub fn program(text: &str) -> Program {
    let program = match unspool_ir::text::parse(text) {
        Ok(program) => program,
        Err(error) => panic!("{error}\n{text}"),
    };
    if let Err(errors) = unspool_ir::verify::verify(&program) {
        panic!("{errors:?}\n{text}");
    }
    program
}

pub fn run_seed(program: &Program, config: &Config, seed: u64) -> Run {
    let mut scheduler = RandomScheduler::new(seed, 0);
    let mut inputs = RandomInputs::new(seed);
    run(program, config, &mut scheduler, &mut inputs, &mut |_, _| {})
}

pub fn run_given(program: &Program, config: &Config, schedule: &Schedule, inputs: &[u128]) -> Run {
    let mut scheduler = GivenScheduler::new(schedule);
    let mut inputs = GivenInputs {
        values: inputs.to_vec(),
    };
    run(program, config, &mut scheduler, &mut inputs, &mut |_, _| {})
}

/// Runs a program with one thread.
pub fn outcome(text: &str) -> Outcome {
    run_seed(&program(text), &Config::default(), 1).outcome
}

/// Explores, requires completeness, and replays every witness.
pub fn explore_all(program: &Program, config: &ExploreConfig) -> Exploration {
    let exploration = explore(program, config);
    assert!(exploration.complete);
    for found in &exploration.found {
        let again = replay(program, config, found);
        assert_eq!(again.outcome, found.outcome, "{}", found.schedule);
        assert_eq!(again.observed, found.observed, "{}", found.schedule);
    }
    exploration
}

pub fn replay(program: &Program, config: &ExploreConfig, found: &Found) -> Run {
    let inputs: Vec<u128> = found.inputs.iter().map(|input| input.bits).collect();
    // The search goes on behind a race; runs do not.
    let config = Config {
        detect_races: matches!(found.outcome, Outcome::Race { .. }),
        late_starts: config.schedule_bound.is_some(),
        ..config.config.clone()
    };
    run_given(program, &config, &found.schedule, &inputs)
}

/// The final values of the observed globals, as sorted rows.
pub fn final_values(exploration: &Exploration) -> Vec<Vec<u128>> {
    let mut rows: Vec<Vec<u128>> = exploration
        .found
        .iter()
        .filter(|found| matches!(found.outcome, Outcome::Finished { .. }))
        .map(|found| found.observed.iter().map(|o| o.number()).collect())
        .collect();
    rows.sort();
    rows
}

pub fn observing(names: &[&str]) -> ExploreConfig {
    let mut config = ExploreConfig::default();
    config.config.observe = names.iter().map(|name| name.to_string()).collect();
    config
}

/// A `main` that starts the given functions and waits for each.
pub fn main_that_runs(threads: &[&str]) -> String {
    let mut text =
        "entry @main\nfunction @main() -> i32 {\n  reg %0: i32\n  reg %1: bool\nb0:\n".to_string();
    for thread in threads {
        text += &format!("  %0 = spawn &@{thread}, 0:*void\n");
    }
    for id in 1..=threads.len() {
        text +=
            &format!("  atomic_begin\n  %1 = finished {id}:i32\n  wait_until %1\n  atomic_end\n");
    }
    text + "  return 0:i32\n}\n"
}
