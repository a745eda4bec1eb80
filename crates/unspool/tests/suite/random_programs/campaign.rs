//! Many random programs through one check, and the smallest that fails it.

use std::fmt::Write;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::Duration;

use unspool_ir::{DataModel, Inst, InstKind, Program};

use super::generate::Topic;
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

/// What programs are put through.
pub struct Campaign<'a> {
    /// Names the folder of its files.
    pub test: &'a str,
    /// What its programs are about, if that is anything in particular.
    pub topic: Option<Topic>,
    /// Unless UNSPOOL_SEEDS asks for others.
    pub seeds: Range<u64>,
    /// How many of their programs must be small enough.
    pub least: usize,
    /// Tells what is wrong.
    pub check: &'a (dyn Fn(&Subject) -> Result<Answer, String> + Sync),
    /// Looks for the reason, in a program that is small and fails the check.
    pub explain: &'a (dyn Fn(&Subject) -> String + Sync),
}

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

/// Whether UNSPOOL_SEEDS is set.
pub fn is_asked_for_more() -> bool {
    std::env::var_os(SEEDS).is_some()
}

/// Of many programs each so many-th is looked at, or all of them if more is asked for by UNSPOOL_SEEDS.
pub fn one_in(usually: usize) -> usize {
    match std::env::var_os(SEEDS) {
        Some(_) => 1,
        None => usually,
    }
}

/// Programs with more states are not looked at: they take too long, and small ones show the same bugs. UNSPOOL_STATES
/// asks for another number.
pub fn most_states() -> usize {
    let asked_for = std::env::var("UNSPOOL_STATES").ok();
    asked_for.and_then(|n| n.parse().ok()).unwrap_or(10_000)
}

const SEEDS: &str = "UNSPOOL_SEEDS";

/// Each failure takes a while to shrink.
const MOST_SHRUNK: usize = 3;

const TIME_TO_SHRINK: Duration = Duration::from_secs(120);

impl Campaign<'_> {
    /// Puts the programs of the seeds, and those that were kept, through the check. Panics with all failures, shrunk.
    pub fn run(&self) {
        let folder = tools::folder(self.test);
        let kept = work_sharing::map(&kept_programs(), |path| {
            let trouble = self.checked(None, path).err()?;
            Some(format!(
                "{}: {}",
                path.display(),
                self.report(None, path, &trouble)
            ))
        });
        let mut failures: Vec<String> = kept.into_iter().flatten().collect();
        let seeds: Vec<u64> = seeds(self.seeds.clone()).collect();
        let results = work_sharing::map(&seeds, |&seed| {
            let path = folder.join(format!("seed{seed}.c"));
            write(&path, &self.program(seed));
            self.checked(Some(seed), &path)
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
                true => self.shrunk(&folder, seed, trouble),
                false => format!("seed {seed} (not shrunk): {}", trouble.text()),
            });
        }
        let (test, count) = (self.test, seeds.len());
        eprintln!("{test}: {count} programs, {too_large} of them too large to explore");
        assert!(
            failures.is_empty(),
            "{} failures:\n{}",
            failures.len(),
            failures.join("\n\n")
        );
        assert!(
            count - too_large >= self.least || std::env::var_os(SEEDS).is_some(),
            "only {} programs of {count} have been compared",
            count - too_large
        );
    }

    fn program(&self, seed: u64) -> program::Program {
        match self.topic {
            Some(topic) => generate::program_about(topic, seed),
            None => generate::program(seed),
        }
    }

    fn checked(&self, seed: Option<u64>, path: &Path) -> Result<Answer, Trouble> {
        let program = lowered(path, DataModel::Lp64).map_err(Trouble::Refused)?;
        let result = catch_unwind(AssertUnwindSafe(|| {
            let subject = Subject::of(seed, program);
            match subject.outcomes.is_complete {
                true => (self.check)(&subject),
                false => Ok(Answer::TooLarge),
            }
        }));
        match result {
            Ok(result) => result.map_err(Trouble::Wrong),
            Err(panic) => {
                let text = panic.downcast_ref::<String>().map(String::as_str);
                let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
                let text = text.unwrap_or_default();
                Err(Trouble::Panic(format!("panic: {text}")))
            }
        }
    }

    /// A report with the smallest program that fails like that of the seed.
    fn shrunk(&self, folder: &Path, seed: u64, trouble: &Trouble) -> String {
        let path = folder.join(format!("shrunk{seed}.c"));
        let try_it = |program: &program::Program| {
            write(&path, program);
            self.checked(Some(seed), &path).err()
        };
        let small = shrink::shrink(&self.program(seed), TIME_TO_SHRINK, |candidate| {
            try_it(candidate).is_some_and(|other| other.is_like(trouble))
        });
        let again = try_it(&small);
        let again = again.as_ref().unwrap_or(trouble);
        let mut report = format!("seed {seed}: {}\n", self.report(Some(seed), &path, again));
        for (number, line) in print::c_text(&small).lines().enumerate() {
            writeln!(report, "{:3}  {line}", number + 1).ok();
        }
        let path = path.display();
        report + &format!("To keep it: cp {path} crates/unspool/tests/programs/once_wrong/NAME.c")
    }

    fn report(&self, seed: Option<u64>, path: &Path, trouble: &Trouble) -> String {
        let reason = match (trouble, lowered(path, DataModel::Lp64)) {
            (Trouble::Wrong(_), Ok(program)) => (self.explain)(&Subject::of(seed, program)),
            _ => String::new(),
        };
        format!("{}\n{reason}", trouble.text())
    }
}

impl Subject {
    fn of(seed: Option<u64>, program: Program) -> Subject {
        let outcomes = Outcomes::of(&program, most_states());
        Subject {
            seed,
            program,
            outcomes,
        }
    }
}

/// The programs of seeds, with their outcomes as far as they could be found.
pub fn explored(test: &str, seeds: Range<u64>) -> Vec<Subject> {
    let folder = tools::folder(test);
    work_sharing::map(&seeds.collect::<Vec<u64>>(), |&seed| {
        let path = folder.join(format!("seed{seed}.c"));
        write(&path, &generate::program(seed));
        let program = lowered(&path, DataModel::Lp64);
        let program = program.unwrap_or_else(|why| panic!("seed {seed}: {why}"));
        Subject::of(Some(seed), program)
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

    fn is_like(&self, other: &Trouble) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(other)
    }
}

fn write(path: &Path, program: &program::Program) {
    std::fs::write(path, print::c_text(program)).expect("a program");
}

/// Programs that once showed a bug.
fn kept_programs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/once_wrong");
    let mut programs: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the folder of kept programs")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
        .collect();
    programs.sort();
    programs
}

/// A store that gets lost is noticed, and the program that shows it is small.
#[test]
fn wrong_programs_are_noticed_and_shrunk() {
    fn without_a_store(program: &Program) -> Program {
        let mut program = program.clone();
        let functions = program.functions.iter_mut().filter(|it| !it.is_model);
        let blocks = functions
            .filter_map(|it| it.body.as_mut())
            .flat_map(|body| &mut body.blocks);
        for block in blocks {
            let is_store = |inst: &Inst| matches!(inst.kind, InstKind::Store { .. });
            if let Some(position) = block.insts.iter().rposition(is_store) {
                block.insts.remove(position);
                break;
            }
        }
        program
    }
    let campaign = Campaign {
        test: "wrong_programs",
        topic: None,
        seeds: 0..20,
        least: 0,
        check: &|subject| {
            let outcomes = Outcomes::of(&without_a_store(&subject.program), most_states());
            match outcomes.differ_from(&subject.outcomes, &subject.program) {
                Some(difference) => Err(difference),
                None => Ok(Answer::Right),
            }
        },
        explain: &|_| "Because a store is lost.".to_string(),
    };
    let folder = tools::folder(campaign.test);
    let noticed = campaign.seeds.clone().find_map(|seed| {
        let path = folder.join(format!("seed{seed}.c"));
        write(&path, &generate::program(seed));
        Some((seed, campaign.checked(Some(seed), &path).err()?))
    });
    let (seed, trouble) = noticed.expect("a difference");
    let report = campaign.shrunk(&folder, seed, &trouble);
    assert!(report.contains("Because a store is lost."), "{report}");
    assert!(report.lines().count() < 35, "{report}");
}
