//! The models of threads, locks and their kin against what POSIX says, in every interleaving.
//!
//! Each program of `tests/programs/threads` tells on its first line how it can end:
//!
//! ```text
//! // SAFE             it finishes with status 0 and nothing else
//! // UNSAFE: text     some run violates a check, with this text in the report or in the line of the program
//! // DEADLOCK         some run deadlocks
//! // RACE             some run has a data race
//! ```
//!
//! No violation of another kind may occur. The search is exhaustive and must be complete. `races` behind the word
//! makes races in the program count where they are not asked for; races *within the models* count always: a program cannot
//! do anything about them. Beside each `NAME_safe.c` stands a mutated `NAME_unsafe.c`, so that a check that
//! cannot fail is noticed.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use unspool_interp::input::GivenInputs;
use unspool_interp::schedule::given::GivenScheduler;
use unspool_interp::{Config, ExploreConfig, Found, Outcome, RaceAccess, explore, run};
use unspool_ir::{DataModel, Program, Span};

use crate::invocation::Workplace;
use crate::reference::lowered;
use crate::{tools, work_sharing};

#[test]
fn programs_end_as_they_say() {
    let programs = programs();
    assert!(programs.len() >= 60, "only {} programs", programs.len());
    let mut jobs: Vec<(PathBuf, DataModel)> = Vec::new();
    for data_model in tools::data_models("programs_end_as_they_say in ILP32") {
        jobs.extend(programs.iter().map(|program| (program.clone(), data_model)));
    }
    let failures: Vec<String> = work_sharing::map(&jobs, |(program, data_model)| {
        let name = program.file_name().unwrap_or_default().to_string_lossy();
        check(program, *data_model)
            .err()
            .map(|why| format!("{name} in {}: {why}", data_model.name()))
    })
    .into_iter()
    .flatten()
    .collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn every_safe_program_has_an_unsafe_twin() {
    let mut safe = BTreeSet::new();
    let mut unsafe_ones = BTreeSet::new();
    for program in programs() {
        let stem = program.file_stem().unwrap_or_default().to_string_lossy();
        let expectation = expectation(&program).expect("an expectation");
        let (name, set) = match stem.strip_suffix("_safe") {
            Some(name) => (name, &mut safe),
            None => {
                let name = stem.strip_suffix("_unsafe");
                (name.expect("a name in _safe or _unsafe"), &mut unsafe_ones)
            }
        };
        set.insert(name.to_string());
        let says_safe = matches!(expectation.kind, Kind::Safe);
        assert_eq!(says_safe, stem.ends_with("_safe"), "{stem}");
    }
    assert_eq!(safe, unsafe_ones);
}

/// Every shape that glibc's static initialisers have had fits the models' types: no element is left over, and the
/// kind of a mutex is found.
#[test]
fn static_initialisers_fit_without_a_warning() {
    let place = Workplace::new("static_initialisers")
        .with("macros.c", MACROS)
        .with("shapes.c", SHAPES);
    for data_model in tools::data_models("static_initialisers_fit_without_a_warning in ILP32") {
        let flag = tools::flag(data_model);
        for file in ["macros.c", "shapes.c"] {
            let said = place.call(&format!("run {file} {flag}")).expect(0, &[]);
            assert!(
                !said.errors.contains("warning"),
                "{file} {flag}: {}",
                said.errors
            );
        }
    }
}

const MACROS: &str = "#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <threads.h>
pthread_mutex_t normal = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t adaptive = PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP;
pthread_mutex_t recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
pthread_mutex_t error_checking = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
pthread_rwlock_t writers_first = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
pthread_once_t once = PTHREAD_ONCE_INIT;
once_flag flag = ONCE_FLAG_INIT;
int main(void) {
    assert(pthread_mutex_lock(&normal) == 0 && pthread_mutex_trylock(&normal) == 16);
    assert(pthread_mutex_lock(&adaptive) == 0 && pthread_mutex_trylock(&adaptive) == 16);
    assert(pthread_mutex_lock(&recursive) == 0 && pthread_mutex_lock(&recursive) == 0);
    assert(pthread_mutex_lock(&error_checking) == 0 && pthread_mutex_lock(&error_checking) == 35);
    assert(pthread_cond_signal(&condition) == 0);
    assert(pthread_rwlock_wrlock(&lock) == 0 && pthread_rwlock_rdlock(&writers_first) == 0);
    return 0;
}
";

const SHAPES: &str = "#include <assert.h>
typedef int pthread_mutex_t, pthread_cond_t, pthread_rwlock_t;
int pthread_mutex_lock(pthread_mutex_t *);
int pthread_cond_signal(pthread_cond_t *);
int pthread_rwlock_wrlock(pthread_rwlock_t *);
pthread_mutex_t recursive[] = {
    { { 0, 0, 0, 0, 1, 0, 0, { 0, 0 } } },
    { { 0, 0, 0, 0, 1, 0, { 0, 0 } } },
    { { 0, 0, 0, 1, 0, { { 0, 0 } } } },
    { { 0, 0, 0, 1, 0, { 0 } } },
};
pthread_cond_t conditions[] = {
    { { {0}, {0}, {0, 0}, {0, 0}, 0, 0, {0, 0} } },
    { { {0}, {0}, {0, 0}, 0, 0, {0, 0}, 0, 0 } },
    { { 0, 0, 0, 0, 0, (void *) 0, 0, 0 } },
};
pthread_rwlock_t locks[] = {
    { { 0, 0, 0, 0, 0, 0, 0, 0, 0, { 0, 0, 0, 0, 0, 0, 0 }, 0, 2 } },
    { { 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0 } },
    { { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2 } },
};
int main(void) {
    for (int i = 0; i < 4; i++)
        assert(pthread_mutex_lock(&recursive[i]) == 0 && pthread_mutex_lock(&recursive[i]) == 0);
    for (int i = 0; i < 3; i++)
        assert(pthread_cond_signal(&conditions[i]) == 0);
    for (int i = 0; i < 3; i++)
        assert(pthread_rwlock_wrlock(&locks[i]) == 0);
    return 0;
}
";

struct Expectation {
    kind: Kind,
    /// Part of every report.
    text: String,
    races_count: bool,
}

enum Kind {
    Safe,
    Unsafe,
    Deadlock,
    Race,
}

fn expectation(program: &Path) -> Result<Expectation, String> {
    let text = std::fs::read_to_string(program).map_err(|error| error.to_string())?;
    let line = text.lines().next().unwrap_or_default();
    let line = line.strip_prefix("// ").ok_or("no expectation")?;
    let (head, text) = line.split_once(": ").unwrap_or((line, ""));
    let mut words = head.split(' ');
    let kind = match words.next() {
        Some("SAFE") => Kind::Safe,
        Some("UNSAFE") => Kind::Unsafe,
        Some("DEADLOCK") => Kind::Deadlock,
        Some("RACE") => Kind::Race,
        _ => return Err(format!("no such expectation: `{head}`")),
    };
    let mut races_count = matches!(kind, Kind::Race);
    for word in words {
        match word {
            "races" => races_count = true,
            _ => return Err(format!("no such option: `{word}`")),
        }
    }
    Ok(Expectation {
        kind,
        text: text.to_string(),
        races_count,
    })
}

fn check(source: &Path, data_model: DataModel) -> Result<(), String> {
    let expectation = expectation(source)?;
    let program = lowered(source, data_model)?;
    let config = ExploreConfig {
        config: Config {
            detect_races: true,
            ..ExploreConfig::default().config
        },
        ..ExploreConfig::default()
    };
    let exploration = explore(&program, &config);
    if !exploration.complete {
        return Err(format!("not complete after {} states", exploration.states));
    }
    let mut violated = false;
    for found in &exploration.found {
        let is_expected = match &found.outcome {
            Outcome::Finished { status: 0 } => continue,
            Outcome::Race { first, second } => {
                let in_models = [first, second].iter().any(|a| is_of_models(&program, a));
                if !in_models && !expectation.races_count {
                    continue;
                }
                !in_models && matches!(expectation.kind, Kind::Race)
            }
            Outcome::Deadlock { .. } => matches!(expectation.kind, Kind::Deadlock),
            Outcome::AssertionFailed { .. } | Outcome::MemoryError { .. } => {
                matches!(expectation.kind, Kind::Unsafe)
            }
            _ => false,
        };
        let report = found.outcome.describe(&program);
        let line = line_of_program(&program, source, found)?;
        let is_named = report.contains(&expectation.text) || line.contains(&expectation.text);
        if !is_expected || !is_named {
            return Err(format!("unexpected: {report}\n    {}", line.trim()));
        }
        violated = true;
    }
    match (violated, &expectation.kind) {
        (false, Kind::Unsafe | Kind::Deadlock | Kind::Race) => {
            Err(format!("not found in {} states", exploration.states))
        }
        _ if exploration.states > 100_000 => {
            Err(format!("too large: {} states", exploration.states))
        }
        _ => Ok(()),
    }
}

/// The line in which the program itself was when it ended so; empty if that is not in one thread.
fn line_of_program(program: &Program, source: &Path, found: &Found) -> Result<String, String> {
    let Some((thread, _)) = found.outcome.place() else {
        return Ok(String::new());
    };
    let replayed = run(
        program,
        &Config::default(),
        &mut GivenScheduler::new(&found.schedule),
        &mut GivenInputs {
            values: found.inputs.iter().map(|input| input.bits).collect(),
        },
        &mut |_, _| {},
    );
    let text = std::fs::read_to_string(source).map_err(|error| error.to_string())?;
    let stack = replayed.stacks.iter().find(|(owner, _)| *owner == thread);
    let mut activations = stack.iter().flat_map(|(_, stack)| stack);
    let own = activations.find(|activation| !is_in_models(program, activation.span));
    let number = own.map_or(0, |activation| activation.span.line as usize);
    let line = number
        .checked_sub(1)
        .and_then(|index| text.lines().nth(index));
    Ok(line.unwrap_or_default().to_string())
}

/// An access in a model, or, where it is reported in the program's call, to a variable of the models.
fn is_of_models(program: &Program, access: &RaceAccess) -> bool {
    let mut globals = program.globals.iter();
    is_in_models(program, access.span)
        || globals.any(|global| {
            is_in_models(program, global.span)
                && access.object.contains(&format!("`{}`", global.name))
        })
}

fn is_in_models(program: &Program, span: Span) -> bool {
    let file = program.files.get(span.file.index());
    file.is_some_and(|name| name.starts_with("<unspool>/"))
}

fn programs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/threads");
    let mut programs: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the folder of programs")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
        .collect();
    programs.sort();
    programs
}
