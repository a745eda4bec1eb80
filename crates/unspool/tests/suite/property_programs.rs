//! Every property on small programs, in all of which a twin differs in what matters only.
//!
//! A program of `tests/programs/properties` names its property on the first line, `// WITH --property=NAME`, and says on its lines how it is violated if UNSAFE is defined, in the
//! notation of `annotations`: `// RACE!` and `// DEADLOCK` on the lines of *all* threads that are to blame, `// UNSAFE: message` for what happens in one place, beside the name of the case
//! if that is the end of the program. Without UNSAFE it is right;
//! `TWIN(wrong, right)` of `twin.h` is where the two differ. Most files have many such cases.
//!
//! Programs that run for ever say how far they are looked at (`--bounds=ITERATIONS,ROUNDS`); of the right ones nothing more is demanded than that nothing is found.
//!
//! Both are asked, the exhaustive search of the interpreter and `unspool check --property NAME`: about the right twin, whether anything can go wrong, and about the wrong one, where. The search
//! finds all violations (of races those that nothing undefined comes before): they must be on annotated lines, and each annotated line must be found. `check` shows one of them.
//! Races within the library are told where the program calls it, and are its own mistakes: it calls what is not made for threads.
//!
//! ```text
//! UNSPOOL_PROGRAMS=$PWD/a.c:$PWD/b.c cargo test -p unspool properties_are_violated_where_annotated
//! ```

use std::path::{Path, PathBuf};

use serde_json::Value;
use unspool_ir::{DataModel, Property};

use crate::annotated_programs::{programs, read};
use crate::annotations::{Case, Kind};
use crate::invocation::call_in;
use crate::violations::{self, Violation};
use crate::{tools, work_sharing};

/// Options of `unspool run` that `check` does not have, since it considers all inputs.
const OF_RUN_ONLY: [&str; 2] = ["--domain=", "--uninitialised="];

#[test]
fn properties_are_violated_where_annotated() {
    let chosen = std::env::var_os("UNSPOOL_PROGRAMS");
    let programs: Vec<PathBuf> = match &chosen {
        Some(names) => std::env::split_paths(names).collect(),
        None => programs("properties"),
    };
    let twins: Vec<Twin> = programs.iter().flat_map(|path| twins(path)).collect();
    assert!(chosen.is_some() || twins.len() >= 400, "{}", twins.len());
    let wrong = work_sharing::map(&twins, |twin| {
        let mut troubles = Vec::new();
        match twin.searched() {
            Ok(violations) => troubles.extend(twin.compare("search", &violations, true)),
            Err(why) => troubles.push(twin.at("search", &why)),
        }
        match twin.checked() {
            Ok(violations) => troubles.extend(twin.compare("check", &violations, false)),
            Err(why) => troubles.push(twin.at("check", &why)),
        }
        troubles
    });
    let wrong: Vec<String> = wrong.into_iter().flatten().collect();
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

/// What is not as annotated is noticed, whatever it is.
#[test]
fn wrong_annotations_are_noticed() {
    let path = tools::folder("property_mistakes").join("mistakes.c");
    std::fs::write(&path, MISTAKES).expect("a program");
    let mut said = Vec::new();
    for twin in twins(&path) {
        said.extend(twin.compare("search", &twin.searched().expect("a search"), true));
        said.extend(twin.compare("check", &twin.checked().unwrap_or_default(), false));
    }
    let expected = [
        "ONE_SIDE right: search: nothing is to be found, but data race",
        "ONE_SIDE right: check: nothing is to be found, but data race",
        "ONE_SIDE wrong: search: not annotated in line 14: data race",
        "ONE_SIDE wrong: check: not annotated in line 14: data race",
        "EXCLUDED right: search: nothing is to be found, but data race",
        "EXCLUDED right: check: nothing is to be found, but data race",
        "EXCLUDED wrong: search: excluded in line 23: data race",
        "EXCLUDED wrong: check: excluded in line 23: data race",
        "NOT_THERE wrong: search: not found: the RACE of line 27",
        "NOT_THERE wrong: search: not found: the RACE of line 31",
        "NOT_THERE wrong: check: nothing was found",
    ];
    for expected in expected {
        let is_it = |said: &&String| said.contains(expected);
        assert!(
            said.iter().any(|said| is_it(&said)),
            "{expected}\nis not in\n{said:#?}"
        );
    }
    assert_eq!(said.len(), expected.len(), "{said:#?}");
}

const MISTAKES: &str = "// WITH --property=no-data-race
#include <pthread.h>
static int shared;
static void *work(void *unused);
static void other(void);
int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    other();
    return 0;
}
#if defined ONE_SIDE
static void *work(void *unused) { 
    shared = 1;
    return unused;
}
static void other(void) { shared = 2; } // RACE!
#elif defined EXCLUDED
static void *work(void *unused) {
    shared = 1; // RACE!
    return unused;
}
static void other(void) { shared = 2; } // RACE! // NORACE
#elif defined NOT_THERE
static _Atomic int another;
static void *work(void *unused) {
    another = 1; // RACE!
    return unused;
}
static void other(void) {
    another = 2; // RACE!
}
#endif
";

/// One of two programs, and what must be found in the wrong one.
struct Twin {
    path: PathBuf,
    case: Case,
    is_wrong: bool,
}

/// Both of each case of a file.
fn twins(path: &Path) -> Vec<Twin> {
    let (text, cases) = read(path).unwrap_or_else(|why| panic!("{why}"));
    let is_headed = text.starts_with("// WITH --property=");
    assert!(is_headed, "{}: no property", path.display());
    let twins = cases.into_iter().flat_map(|case| {
        assert!(!case.is_safe, "{}: SAFE without UNSAFE", path.display());
        [false, true].map(|is_wrong| {
            let mut case = case.clone();
            if is_wrong {
                case.options.push("-DUNSAFE".to_string());
            }
            Twin {
                path: path.to_path_buf(),
                case,
                is_wrong,
            }
        })
    });
    twins.collect()
}

impl Twin {
    /// All that the exhaustive search finds: of any kind in the right one, of what is asked about in the wrong one.
    fn searched(&self) -> Result<Vec<Violation>, String> {
        let findings = violations::find(&self.path, &self.case, DataModel::Lp64)?;
        if !self.is_wrong && !findings.finishes && self.case.bounds.is_none() {
            return Err("no execution finishes".to_string());
        }
        let properties = violations::properties(&self.case)?;
        let is_asked_for = |violation: &Violation| {
            let property = violation.property;
            !self.is_wrong
                || violation.is_in_models
                || property.is_some_and(|property| properties.contains(&property))
        };
        let violations = findings.violations.into_iter();
        Ok(violations.filter(is_asked_for).collect())
    }

    /// The violation that `unspool check` shows, if any.
    fn checked(&self) -> Result<Vec<Violation>, String> {
        let kind = if self.is_wrong { "wrong" } else { "right" };
        let stem = self.path.file_stem().unwrap_or_default().to_string_lossy();
        let folder = tools::folder(&format!("property_{stem}_{}_{kind}", self.name()));
        let mut words = vec!["check".to_string(), "-std=gnu11".to_string()];
        words.push(self.path.to_string_lossy().into_owned());
        words.extend(self.case.name.iter().map(|name| format!("-D{name}")));
        let options = self.case.options.iter();
        let is_of_check =
            |option: &&String| !OF_RUN_ONLY.iter().any(|prefix| option.starts_with(prefix));
        words.extend(options.filter(is_of_check).cloned());
        let properties = self.case.properties.iter();
        words.extend(properties.map(|name| format!("--property={name}")));
        words.extend(["--trace=none", "--json=result.json"].map(str::to_string));
        let mut safe = "SAFE: ";
        if let Some((unwind, rounds)) = &self.case.bounds {
            words.extend([format!("--unwind={unwind}"), format!("--rounds={rounds}")]);
            words.push("--accept-bounded".to_string());
            safe = "SAFE";
        }
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let said = call_in(&folder, &words, "");
        match said.code {
            0 if said.output.starts_with(safe) => Ok(Vec::new()),
            10 => {
                let stored = std::fs::read_to_string(folder.join("result.json"));
                let stored = stored.map_err(|error| error.to_string())?;
                let report: Value = serde_json::from_str(&stored).map_err(|e| e.to_string())?;
                Ok(vec![told(&report["trace"]["violation"])?])
            }
            code => Err(format!(
                "unspool {}: code {code}\n{}\n{}",
                words.join(" "),
                said.output,
                said.errors
            )),
        }
    }

    /// What is not as annotated.
    fn compare(&self, who: &str, violations: &[Violation], are_all: bool) -> Vec<String> {
        let mut troubles = Vec::new();
        for violation in violations {
            if !self.is_wrong {
                let what = format!("nothing is to be found, but {}", described(violation));
                troubles.push(self.at(who, &what));
                continue;
            }
            let is_at_the_end = self.case.expectations.iter().any(|expectation| {
                expectation.is_anywhere && violation.message.contains(&expectation.text)
            });
            if violation.lines.is_empty() && !is_at_the_end {
                let what = format!("not in the program: {}", described(violation));
                troubles.push(self.at(who, &what));
            }
            for &line in &violation.lines {
                let what = if self.case.excluded.contains(&(violation.kind, line)) {
                    "excluded"
                } else if !self.is_annotated(violation, line) {
                    "not annotated"
                } else {
                    continue;
                };
                let what = format!("{what} in line {line}: {}", described(violation));
                troubles.push(self.at(who, &what));
            }
        }
        if self.is_wrong && violations.is_empty() && !are_all {
            troubles.push(self.at(who, "nothing was found"));
        }
        if self.is_wrong && are_all {
            for expectation in &self.case.expectations {
                let is_it = |violation: &Violation| {
                    violation.kind == expectation.kind
                        && (expectation.is_anywhere || violation.lines.contains(&expectation.line))
                        && violation.message.contains(&expectation.text)
                };
                if !violations.iter().any(is_it) {
                    let (word, line) = (expectation.kind.word(), expectation.line);
                    let what = format!("not found: the {word} of line {line}");
                    troubles.push(self.at(who, &what));
                }
            }
        }
        // Different executions may end alike.
        troubles.dedup();
        troubles
    }

    fn is_annotated(&self, violation: &Violation, line: u32) -> bool {
        self.case.expectations.iter().any(|expectation| {
            expectation.kind == violation.kind
                && (expectation.is_anywhere || expectation.line == line)
                && violation.message.contains(&expectation.text)
        })
    }

    fn name(&self) -> &str {
        self.case.name.as_deref().unwrap_or("")
    }

    fn at(&self, who: &str, what: &str) -> String {
        let twin = if self.is_wrong { "wrong" } else { "right" };
        let (path, line) = (self.path.display(), self.case.line);
        format!("{path}:{line}: {} {twin}: {who}: {what}", self.name())
    }
}

fn described(violation: &Violation) -> String {
    let lines: Vec<String> = violation.lines.iter().map(u32::to_string).collect();
    format!("{} (lines {})", violation.message, lines.join(", "))
}

/// A violation as a stored result has it.
fn told(violation: &Value) -> Result<Violation, String> {
    let name = violation["property"].as_str().unwrap_or_default();
    let property = Property::from_name(name).ok_or(format!("`{name}` is no property"))?;
    let (kind, places): (Kind, Vec<&Value>) = match property {
        Property::DataRace => {
            let race = &violation["race"];
            let accesses = [&race["first"]["place"], &race["second"]["place"]];
            (Kind::Race, accesses.to_vec())
        }
        Property::Deadlock => {
            let waits = violation["waits"].as_array().into_iter().flatten();
            (Kind::Deadlock, waits.map(|wait| &wait["place"]).collect())
        }
        _ => (Kind::Unsafe, vec![&violation["place"]]),
    };
    let lines = places.iter().filter_map(|place| place["line"].as_u64());
    Ok(Violation {
        kind,
        property: Some(property),
        message: violation["message"]
            .as_str()
            .unwrap_or_default()
            .to_string(),
        lines: lines.filter_map(|line| u32::try_from(line).ok()).collect(),
        is_in_models: false,
    })
}
