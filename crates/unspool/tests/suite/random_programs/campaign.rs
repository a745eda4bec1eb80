//! Many random programs through one check, and the smallest that fails it.

use std::fmt::Write;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::Duration;

use unspool_ir::{DataModel, Program};

use super::outcomes::Outcomes;
use super::{generate, print, program, shrink};
use crate::reference::lowered;
use crate::{tools, work_sharing};

/// What is checked: a program with all its outcomes.
pub struct Subject {
    /// None for a program that was kept.
    pub seed: Option<u64>,
    pub program: Program,
    pub outcomes: Outcomes,
}

/// What came of a check that found nothing wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    Right,
    /// It would take too long to tell.
    TooLarge,
}

/// Tells what is wrong.
pub type Check<'a> = &'a (dyn Fn(&Subject) -> Result<Answer, String> + Sync);

/// The seeds of UNSPOOL_SEEDS (as `0..100`), or else those given.
pub fn seeds(usual: Range<u64>) -> Range<u64> {
    let Some(asked_for) = std::env::var_os(SEEDS) else {
        return usual;
    };
    let text = asked_for.to_string_lossy();
    let numbers = text.split_once("..").map(|(a, b)| (a.parse(), b.parse()));
    match numbers {
        Some((Ok(from), Ok(to))) => from..to,
        _ => panic!("{SEEDS} is `{text}`, not like `0..100`"),
    }
}

/// Programs with more states are not looked at: they take too long, and small ones show the same bugs. UNSPOOL_STATES
/// asks for another number.
pub fn most_states() -> usize {
    let asked_for = std::env::var("UNSPOOL_STATES").ok();
    asked_for.and_then(|n| n.parse().ok()).unwrap_or(20_000)
}

const SEEDS: &str = "UNSPOOL_SEEDS";

/// Each failure takes a while to shrink.
const MOST_SHRUNK: usize = 3;

const TIME_TO_SHRINK: Duration = Duration::from_secs(120);

/// Puts the programs of the seeds, and those that were kept, through a check. Panics with all failures, shrunk.
pub fn run(test: &str, usual_seeds: Range<u64>, check: Check) {
    let folder = tools::folder(test);
    let mut failures: Vec<String> = work_sharing::map(&kept_programs(), |path| {
        let result = checked(None, path, check);
        result
            .err()
            .map(|why| format!("{}: {}", path.display(), why.text()))
    })
    .into_iter()
    .flatten()
    .collect();
    let seeds: Vec<u64> = seeds(usual_seeds).collect();
    let results = work_sharing::map(&seeds, |&seed| {
        let path = folder.join(format!("seed{seed}.c"));
        write(&path, &generate::program(seed));
        checked(Some(seed), &path, check)
    });
    let mut too_large = 0;
    let mut failed: Vec<(u64, &Trouble)> = Vec::new();
    for (&seed, result) in seeds.iter().zip(&results) {
        match result {
            Ok(Answer::Right) => {}
            Ok(Answer::TooLarge) => too_large += 1,
            Err(trouble) => failed.push((seed, trouble)),
        }
    }
    for (number, (seed, trouble)) in failed.into_iter().enumerate() {
        failures.push(match number < MOST_SHRUNK {
            true => shrunk(&folder, seed, trouble, check),
            false => format!("seed {seed} (not shrunk): {}", trouble.text()),
        });
    }
    let count = seeds.len();
    eprintln!("{test}: {count} programs, {too_large} of them too large to explore");
    assert!(
        failures.is_empty(),
        "{} failures:\n{}",
        failures.len(),
        failures.join("\n\n")
    );
    // If most were, little would have been tested.
    assert!(
        too_large * 5 <= count,
        "{too_large} of {count} programs are too large"
    );
}

/// The programs of seeds, with their outcomes as far as they could be found.
pub fn explored(test: &str, seeds: Range<u64>) -> Vec<Subject> {
    let folder = tools::folder(test);
    work_sharing::map(&seeds.collect::<Vec<u64>>(), |&seed| {
        let path = folder.join(format!("seed{seed}.c"));
        write(&path, &generate::program(seed));
        let program = lowered(&path, DataModel::Lp64);
        let program = program.unwrap_or_else(|why| panic!("seed {seed}: {why}"));
        let outcomes = Outcomes::of(&program, most_states());
        Subject {
            seed: Some(seed),
            program,
            outcomes,
        }
    })
}

/// Why a program fails. When it is shrunk, the kind stays.
enum Trouble {
    /// The front end does not take it.
    Refused(String),
    Wrong(String),
    Panic(String),
}

impl Trouble {
    fn text(&self) -> &str {
        match self {
            Trouble::Refused(text) | Trouble::Wrong(text) | Trouble::Panic(text) => text,
        }
    }
}

fn checked(seed: Option<u64>, path: &Path, check: Check) -> Result<Answer, Trouble> {
    let program = lowered(path, DataModel::Lp64).map_err(Trouble::Refused)?;
    let result = catch_unwind(AssertUnwindSafe(|| {
        let outcomes = Outcomes::of(&program, most_states());
        if !outcomes.is_complete {
            return Ok(Answer::TooLarge);
        }
        check(&Subject {
            seed,
            program,
            outcomes,
        })
    }));
    match result {
        Ok(result) => result.map_err(Trouble::Wrong),
        Err(panic) => {
            let text = panic.downcast_ref::<String>().cloned();
            let text = text.or_else(|| panic.downcast_ref::<&str>().map(|text| text.to_string()));
            let text = text.unwrap_or_default();
            Err(Trouble::Panic(format!("panic: {text}")))
        }
    }
}

/// A report with the smallest program that fails like that of the seed.
fn shrunk(folder: &Path, seed: u64, trouble: &Trouble, check: Check) -> String {
    let path = folder.join(format!("shrunk{seed}.c"));
    let try_it = |program: &program::Program| {
        write(&path, program);
        checked(Some(seed), &path, check).err()
    };
    let small = shrink::shrink(&generate::program(seed), TIME_TO_SHRINK, |candidate| {
        try_it(candidate)
            .is_some_and(|other| std::mem::discriminant(&other) == std::mem::discriminant(trouble))
    });
    let again = try_it(&small);
    let why = again.as_ref().unwrap_or(trouble).text();
    let mut report = format!("seed {seed}: {why}\n");
    for (number, line) in print::c_text(&small).lines().enumerate() {
        writeln!(report, "{:3}  {line}", number + 1).ok();
    }
    let path = path.display();
    report + &format!("To keep it: cp {path} crates/unspool/tests/programs/random/NAME.c")
}

fn write(path: &Path, program: &program::Program) {
    std::fs::write(path, print::c_text(program)).expect("a program");
}

/// Programs that once showed a bug.
fn kept_programs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/random");
    let mut programs: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the folder of kept programs")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
        .collect();
    programs.sort();
    programs
}
