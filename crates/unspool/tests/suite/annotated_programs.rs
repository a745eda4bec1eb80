//! The library's models against what POSIX and C say, in every interleaving.
//!
//! The programs of `tests/programs/models`, `threads` and `classic` say on their lines how they can end (`annotations`
//! tells how). The search is exhaustive, in both data models, and must be complete. Every violation that it finds must
//! be annotated, and every annotation must be found. Data races in the program count where they are asked for; races
//! *within the models* count always: a program cannot do anything about them.
//!
//! In `threads` and `classic` a mutated `NAME_unsafe.c` stands beside each `NAME_safe.c`, so that a check that cannot fail is
//! noticed.
//!
//! While writing such programs, the variable UNSPOOL_PROGRAMS makes the test run only the files that it names, separated by
//! colons, and say for each case how many states it has:
//!
//! ```text
//! UNSPOOL_PROGRAMS=$PWD/a.c:$PWD/b.c cargo test -p unspool programs_end_as_annotated -- --nocapture
//! ```

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use unspool_ir::DataModel;

use crate::annotations::{self, Case, Expectation, Kind};
use crate::violations::{self, Findings, Violation};
use crate::{tools, work_sharing};

#[test]
fn programs_end_as_annotated() {
    let chosen = std::env::var_os("UNSPOOL_PROGRAMS");
    let programs: Vec<PathBuf> = match &chosen {
        Some(names) => std::env::split_paths(names).collect(),
        None => ["models", "threads", "classic"]
            .iter()
            .flat_map(|folder| programs(folder))
            .collect(),
    };
    let mut failures = Vec::new();
    let mut jobs: Vec<Job> = Vec::new();
    let data_models = tools::data_models("programs_end_as_annotated in ILP32");
    for path in programs {
        match jobs_of(&path, &data_models) {
            Ok(of_file) => jobs.extend(of_file),
            Err(why) => failures.push(why),
        }
    }
    let results = work_sharing::map(&jobs, |job| {
        let checked = job.check();
        if chosen.is_some() {
            eprintln!("{}", job.summary(&checked));
        }
        checked.failures
    });
    failures.extend(results.into_iter().flatten());
    assert!(
        failures.is_empty(),
        "{} failures:\n{}",
        failures.len(),
        failures.join("\n")
    );
}

#[test]
fn every_safe_program_has_an_unsafe_twin() {
    for (folder, at_least) in [("threads", 80), ("classic", 50)] {
        let programs = programs(folder);
        assert!(programs.len() >= at_least, "few programs in {folder}");
        let mut safe = BTreeSet::new();
        let mut unsafe_ones = BTreeSet::new();
        for program in programs {
            let stem = program.file_stem().unwrap_or_default().to_string_lossy();
            let (name, set) = match stem.strip_suffix("_safe") {
                Some(name) => (name, &mut safe),
                None => {
                    let name = stem.strip_suffix("_unsafe");
                    (name.expect("a name in _safe or _unsafe"), &mut unsafe_ones)
                }
            };
            set.insert(name.to_string());
            let (_, cases) = read(&program).unwrap_or_else(|why| panic!("{why}"));
            for case in cases {
                assert_eq!(case.is_safe, stem.ends_with("_safe"), "{stem}");
            }
        }
        assert_eq!(safe, unsafe_ones);
    }
}

/// What is not as annotated is noticed, whatever it is.
#[test]
fn mistakes_are_noticed() {
    let path = tools::folder("annotation_mistakes").join("mistakes.c");
    std::fs::write(&path, MISTAKES).expect("a program");
    let jobs = jobs_of(&path, &[DataModel::Lp64]).expect("cases");
    let said: Vec<String> = jobs.iter().flat_map(|job| job.check().failures).collect();
    let expected = [
        "9: NOT_ANNOTATED in lp64: not annotated: UNSAFE `assertion failed",
        "8: NOT_ANNOTATED in lp64: not found: UNSAFE assertion failed (",
        "12: ANOTHER_MESSAGE in lp64: not annotated: UNSAFE `assertion failed",
        "12: ANOTHER_MESSAGE in lp64: not found: UNSAFE division by zero (",
        "17: ANOTHER_LINE in lp64: not annotated: DEADLOCK `deadlock: the only thread left waits for ever` (",
        "16: ANOTHER_LINE in lp64: not found: DEADLOCK  (",
        "19: ANOTHER_STATUS in lp64: not annotated: UNSAFE the program finished with status 3 (",
        "21: NEVER_ENDS in lp64: no execution finishes (",
        "23: TOO_LARGE in lp64: the search is not complete: ",
        "25: IS_MISSING in lp64: ",
        "28: NOT_C in lp64: ",
        "39: A_RACE in lp64: not annotated: RACE `data race on `shared`",
    ];
    assert_eq!(said.len(), expected.len(), "{}", said.join("\n"));
    for (said, expected) in said.iter().zip(expected) {
        let expected = format!("{}:{expected}", path.display());
        assert!(said.starts_with(&expected), "{said}\nis not\n{expected}");
    }
}

const MISTAKES: &str = "#include <assert.h>
#include <pthread.h>
int shared;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
#if defined NOT_ANNOTATED
int main(void) {
    assert(!shared); // UNSAFE: assertion failed
    assert(shared);
}
#elif defined ANOTHER_MESSAGE
int main(void) { assert(shared); } // UNSAFE: division by zero
#elif defined ANOTHER_LINE // WITH --no-spurious-wakeups
int main(void) {
    pthread_t thread;
    pthread_mutex_lock(&mutex); // DEADLOCK
    pthread_cond_wait(&condition, &mutex);
}
#elif defined ANOTHER_STATUS // SAFE
int main(void) { return 3; }
#elif defined NEVER_ENDS // SAFE
int main(void) { for (;;) shared = !shared; }
#elif defined TOO_LARGE // SAFE
int main(void) { for (;;) shared++; }
#elif defined IS_MISSING // SAFE
int unknown(void);
int main(void) { return unknown(); }
#elif defined NOT_C // SAFE
int main(void) { return }
#elif defined A_RACE // SAFE
// WITH --races
static void *work(void *unused) {
    shared = 1;
    return 0;
}
int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    int seen = shared;
    return 0;
}
#endif
";

/// One case in one data model.
struct Job {
    path: PathBuf,
    text: Arc<str>,
    case: Arc<Case>,
    data_model: DataModel,
}

struct Checked {
    /// None if the search was impossible.
    states: Option<usize>,
    failures: Vec<String>,
}

impl Job {
    fn check(&self) -> Checked {
        match violations::find(&self.path, &self.case, self.data_model) {
            Err(why) => Checked {
                states: None,
                failures: vec![self.at(self.case.line, &why)],
            },
            Ok(findings) => Checked {
                states: Some(findings.states),
                failures: self.compare(&findings),
            },
        }
    }

    fn compare(&self, findings: &Findings) -> Vec<String> {
        let states = findings.states;
        let mut failures = Vec::new();
        for violation in &findings.violations {
            let mut expectations = self.case.expectations.iter();
            if violation.is_in_models
                || !expectations.any(|expectation| self.fits(expectation, violation))
            {
                let line = violation.lines.first().copied();
                let what = format!(
                    "not annotated: {} {} ({states} states)",
                    violation.kind.word(),
                    with_lines(violation)
                );
                failures.push(self.at(line.unwrap_or(self.case.line), &what));
            }
        }
        for expectation in &self.case.expectations {
            let mut violations = findings.violations.iter();
            if !violations.any(|violation| self.fits(expectation, violation)) {
                let what = format!(
                    "not found: {} {} ({states} states)",
                    expectation.kind.word(),
                    expectation.text
                );
                failures.push(self.at(expectation.line, &what));
            }
        }
        if self.case.is_safe && findings.violations.is_empty() && !findings.finishes {
            let what = format!("no execution finishes ({states} states)");
            failures.push(self.at(self.case.line, &what));
        }
        // Different threads may end alike.
        failures.dedup();
        failures
    }

    fn fits(&self, expectation: &Expectation, violation: &Violation) -> bool {
        let is_named = violation.message.contains(&expectation.text);
        expectation.kind == violation.kind
            && match expectation.is_anywhere {
                true => is_named || self.is_on_a_line(&expectation.text, violation),
                false => is_named && violation.lines.contains(&expectation.line),
            }
    }

    fn is_on_a_line(&self, text: &str, violation: &Violation) -> bool {
        violation.kind == Kind::Unsafe
            && self.text.lines().zip(1..).any(|(line, number)| {
                violation.lines.contains(&number)
                    && annotations::without_comment(line).contains(text)
            })
    }

    fn at(&self, line: u32, what: &str) -> String {
        format!("{}:{line}: {}: {what}", self.path.display(), self.name())
    }

    fn name(&self) -> String {
        let name = self.case.name.as_deref();
        let data_model = self.data_model.name();
        name.map_or(data_model.to_string(), |name| {
            format!("{name} in {data_model}")
        })
    }

    fn summary(&self, checked: &Checked) -> String {
        let name = self.name();
        let file = self.path.file_name().unwrap_or_default().to_string_lossy();
        let verdict = match checked.failures.is_empty() {
            true => "as annotated",
            false => "FAILED",
        };
        match checked.states {
            Some(states) => format!("{file}: {name}: {verdict}, {states} states"),
            None => format!("{file}: {name}: {verdict}"),
        }
    }
}

fn with_lines(violation: &Violation) -> String {
    let lines: Vec<String> = violation.lines.iter().map(u32::to_string).collect();
    match lines.as_slice() {
        [] => violation.message.clone(),
        [_] => format!("`{}`", violation.message),
        _ => format!("`{}` on lines {}", violation.message, lines.join(", ")),
    }
}

fn jobs_of(path: &Path, data_models: &[DataModel]) -> Result<Vec<Job>, String> {
    let (text, cases) = read(path)?;
    let mut jobs = Vec::new();
    for case in cases.into_iter().map(Arc::new) {
        jobs.extend(data_models.iter().map(|&data_model| Job {
            path: path.to_path_buf(),
            text: text.clone(),
            case: case.clone(),
            data_model,
        }));
    }
    Ok(jobs)
}

/// The text of a program, and its cases.
pub fn read(path: &Path) -> Result<(Arc<str>, Vec<Case>), String> {
    let name = path.display();
    let text = std::fs::read_to_string(path).map_err(|error| format!("{name}: {error}"))?;
    let cases = annotations::cases(&text)
        .map_err(|malformed| format!("{name}:{}: {}", malformed.line, malformed.why))?;
    Ok((text.into(), cases))
}

/// All below a folder of the test programs.
pub fn programs(folder: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let mut folders = vec![root.join(folder)];
    let mut programs = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder of programs") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "c") {
                programs.push(path);
            }
        }
    }
    programs.sort();
    programs
}
