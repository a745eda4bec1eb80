//! Spin loops: what they become, and that programs end in the same ways.

mod expect;
mod random_spin_programs;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use random_spin_programs::{OBSERVED, random_program};
use unspool_interp::{ExploreConfig, Outcome, explore};
use unspool_ir::verify::verify;
use unspool_ir::{Program, text};
use unspool_passes::spin_loops::{self, Fate, Obstacle, SpinReport, SpinningForEver};

#[test]
fn loops_run_once() {
    expect::check_folder_as("spin_loops", |program| show(program));
}

#[test]
fn loops_wait() {
    expect::check_folder("spin_loops_blocked", |program| {
        spin_loops::run(program, SpinningForEver::IsBlocked);
    });
}

/// The report, and the program.
fn show(program: &Program) -> String {
    let (changed, report) = transformed(program, SpinningForEver::IsExcluded);
    let mut shown = String::new();
    for found in &report.loops {
        let at = program.describe(found.span);
        let fate = match &found.fate {
            Fate::Waits => "waits".to_string(),
            Fate::RunsOnce => "runs once".to_string(),
            Fate::Stays(Obstacle::InSection) => "stays: in a section".to_string(),
            Fate::Stays(Obstacle::TooManyPaths) => "stays: too many paths".to_string(),
            Fate::Stays(Obstacle::Carries(name)) => format!("stays: carries {name}"),
            Fate::Stays(Obstacle::Effect(at)) => {
                format!("stays: effect at {}", program.describe(*at))
            }
            Fate::Stays(Obstacle::Unclear(at)) => {
                format!("stays: unclear at {}", program.describe(*at))
            }
        };
        shown += &format!("// {at} in @{}: {fate}\n", found.function);
    }
    shown + &text::print(&changed)
}

fn transformed(program: &Program, for_ever: SpinningForEver) -> (Program, SpinReport) {
    let mut changed = program.clone();
    let report = spin_loops::run(&mut changed, for_ever);
    if let Err(errors) = verify(&changed) {
        panic!("{}\n{}", errors[0], text::print(&changed));
    }
    (changed, report)
}

/// How the executions of a program end, with the final contents of globals.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
struct Endings {
    deadlocks: BTreeSet<String>,
    has_race: bool,
    others: BTreeSet<String>,
}

/// None if there are too many states.
fn endings(program: &Program, detect_races: bool) -> Option<Endings> {
    let mut config = ExploreConfig {
        max_states: 4_000,
        ..ExploreConfig::default()
    };
    let is_global = |name: &&str| program.globals.iter().any(|global| global.name == **name);
    let observed = OBSERVED.iter().copied().filter(is_global);
    config.config.observe = observed.map(str::to_string).collect();
    config.config.detect_races = detect_races;
    // A loop without visible steps must not take long to come round to a state that has been seen.
    config.config.max_local_instructions = 100;
    let explored = explore(program, &config);
    if !explored.complete {
        return None;
    }
    let mut endings = Endings::default();
    for found in explored.found {
        match found.outcome {
            Outcome::AssumeFailed { .. } => {}
            Outcome::Race { .. } => endings.has_race = true,
            Outcome::Deadlock { blocked, .. } => {
                let threads: Vec<u32> = blocked.iter().map(|(thread, _)| *thread).collect();
                endings.deadlocks.insert(format!("{threads:?}"));
            }
            outcome => {
                let numbers: Vec<u128> = found.observed.iter().map(|seen| seen.number()).collect();
                endings.others.insert(format!("{outcome:?} {numbers:?}"));
            }
        }
    }
    Some(endings)
}

/// Compares what a program does before and after, in all forms. Returns how many loops were cut in comparisons that
/// were possible.
fn compare(name: &str, program: &Program) -> usize {
    let mut compared = 0;
    let mut before: [Option<Option<Endings>>; 2] = [None, None];
    for (for_ever, detect_races) in [
        (SpinningForEver::IsExcluded, false),
        (SpinningForEver::IsExcluded, true),
        (SpinningForEver::IsBlocked, false),
    ] {
        let (changed, report) = transformed(program, for_ever);
        let is_cut = |fate: &Fate| !matches!(fate, Fate::Stays(_));
        let cut = report.loops.iter().filter(|found| is_cut(&found.fate));
        let cut = cut.count();
        if cut == 0 {
            continue;
        }
        let before =
            before[usize::from(detect_races)].get_or_insert_with(|| endings(program, detect_races));
        let (Some(before), Some(after)) = (before, endings(&changed, detect_races)) else {
            continue;
        };
        let mut expected = before.clone();
        if report.loops.iter().any(|found| found.fate == Fate::Waits) {
            // Where all spin or wait is a deadlock now.
            expected.deadlocks.extend(after.deadlocks.iter().cloned());
        }
        assert_eq!(
            expected,
            after,
            "{name} {for_ever:?} {detect_races}\n{}\n{}",
            text::print(program),
            text::print(&changed)
        );
        compared += cut;
    }
    compared
}

fn read(path: &Path) -> Program {
    let source = fs::read_to_string(path).expect("read the program");
    let name = path.display();
    let program = text::parse(&source).unwrap_or_else(|error| panic!("{name}: {error}"));
    if let Err(errors) = verify(&program) {
        panic!("{name}: {}", errors[0]);
    }
    program
}

#[test]
fn programs_end_in_the_same_ways() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/spin_programs");
    let mut cut = 0;
    let mut count = 0;
    for entry in fs::read_dir(folder).expect("the folder of programs") {
        let path = entry.expect("an entry").path();
        let program = read(&path);
        let explored = endings(&program, false).expect("few states");
        assert!(
            explored.others.len() + explored.deadlocks.len() > 0 || path.ends_with("never_set.ir"),
            "{} does not end",
            path.display()
        );
        cut += compare(&path.display().to_string(), &program);
        count += 1;
    }
    assert!(count >= 12 && cut >= 20, "{count} programs, {cut} loops");
}

#[test]
fn random_programs_end_in_the_same_ways() {
    let mut cut = 0;
    for seed in 0..random_programs() {
        let source = random_program(seed);
        let program = text::parse(&source).unwrap_or_else(|error| panic!("{error}\n{source}"));
        if let Err(errors) = verify(&program) {
            panic!("{}\n{source}", errors[0]);
        }
        cut += compare(&format!("seed {seed}"), &program);
    }
    assert!(cut as u64 > random_programs(), "only {cut} loops");
}

/// A search of minutes can be asked for.
fn random_programs() -> u64 {
    let asked = std::env::var("UNSPOOL_RANDOM_PROGRAMS").ok();
    asked.and_then(|asked| asked.parse().ok()).unwrap_or(120)
}

#[test]
fn a_livelock_is_a_deadlock_only_where_that_is_asked_for() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/spin_programs");
    let program = read(&folder.join("never_set.ir"));
    let nothing = Endings::default();
    assert_eq!(endings(&program, false), Some(nothing.clone()));
    let (excluded, _) = transformed(&program, SpinningForEver::IsExcluded);
    assert_eq!(endings(&excluded, false), Some(nothing));
    let (blocked, _) = transformed(&program, SpinningForEver::IsBlocked);
    let found = endings(&blocked, false).expect("few states");
    assert_eq!(found.deadlocks, BTreeSet::from(["[0, 1]".to_string()]));
    assert!(found.others.is_empty());
}
