//! Every library function that is modelled is called by some test: a program of `tests/programs`, or a driver that runs the
//! models natively.
//!
//! A call is an identifier before a parenthesis, outside of comments and of declarations, which the programs write from the
//! first column. A driver also names functions in macros (`model_f`, `AGREE(f, ...)`), and in tables `X(f)` whose entries it
//! extends by pasting (`model_##name##l`), so there every word of an indented line counts.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// What programs write where the name is one that macros of the system's headers expand to, and objects.
const SPELLED: &[(&str, &str)] = &[
    ("__ctype_get_mb_cur_max", "MB_CUR_MAX"),
    ("__errno_location", "errno"),
    ("__pthread_unregister_cancel", "pthread_cleanup_pop"),
    (
        "__pthread_unregister_cancel_restore",
        "pthread_cleanup_pop_restore_np",
    ),
    ("__pthread_unwind_next", "pthread_cleanup_push"),
    ("__register_atfork", "pthread_atfork"),
    ("__sched_cpualloc", "CPU_ALLOC"),
    ("__sched_cpucount", "CPU_COUNT"),
    ("__sched_cpufree", "CPU_FREE"),
    ("environ", "environ"),
    ("stderr", "stderr"),
    ("stdin", "stdin"),
    ("stdout", "stdout"),
];

/// What headers redirect to by a label in the declaration, before and after the name that programs write: `sscanf` is
/// `__isoc99_sscanf`, and with 64-bit time `sem_timedwait` is `__sem_timedwait64`.
const REDIRECTED: &[(&str, &str)] = &[("__isoc99_", ""), ("__isoc23_", ""), ("__", "64")];

#[test]
fn every_modelled_function_is_tested() {
    let tested = tested_names();
    let untested: Vec<&str> = unspool_models::defined_names()
        .filter(|name| !name.starts_with("__unspool_"))
        .filter(|name| !is_tested(name, &tested))
        .collect();
    assert!(
        untested.is_empty(),
        "{} modelled functions are in no test:\n{}",
        untested.len(),
        untested.join("\n")
    );
}

/// The test can fail: mentioned in a comment, or declared only, is not called.
#[test]
fn mentions_and_declarations_do_not_count() {
    let mut calls = Calls::default();
    calls.add_program("/* f() */ // g()\nint h(int);\nint k(void) { return l (1); }\n    m(n);\n");
    assert_eq!(calls.called, names(&["l", "m"]));
    assert!(calls.words.is_superset(&names(&["return", "n"])) && !calls.words.contains("h"));
    let mut calls = Calls::default();
    calls.add_driver(
        "int model_f(int);\n    CHECK(model_g(1));\n    X(h)\n    model_##name##l(x)\n",
    );
    assert!(!calls.called.contains("f"));
    assert!(calls.called.is_superset(&names(&["g", "h", "hl"])));
}

fn is_tested(name: &str, tested: &Calls) -> bool {
    let mut redirected = REDIRECTED
        .iter()
        .filter_map(|(before, after)| name.strip_prefix(before)?.strip_suffix(after));
    let mut spelled = SPELLED.iter().filter(|(own, _)| *own == name);
    tested.called.contains(name)
        || redirected.any(|plain| tested.called.contains(plain))
        || spelled.any(|(_, word)| tested.words.contains(*word))
}

fn tested_names() -> Calls {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut calls = Calls::default();
    for path in c_files(&own.join("tests/programs")) {
        calls.add_program(&text_of(&path));
    }
    for path in c_files(&own.join("../models/tests/drivers")) {
        calls.add_driver(&text_of(&path));
    }
    calls
}

/// What the tests call, and all words in their code.
#[derive(Default)]
struct Calls {
    called: BTreeSet<String>,
    words: BTreeSet<String>,
}

impl Calls {
    fn add_program(&mut self, text: &str) {
        for (word, rest) in code_words(text) {
            if rest.trim_start().starts_with('(') {
                self.called.insert(word.to_string());
            }
            self.words.insert(word.to_string());
        }
    }

    fn add_driver(&mut self, text: &str) {
        let suffixes: BTreeSet<&str> = text
            .split("model_##name##")
            .skip(1)
            .map(leading_word)
            .collect();
        for (word, rest) in code_words(text) {
            let name = word.strip_prefix("model_").unwrap_or(word);
            self.called.insert(name.to_string());
            if word == "X" {
                let entry = leading_word(rest.trim_start_matches('('));
                self.called
                    .extend(suffixes.iter().map(|suffix| format!("{entry}{suffix}")));
            }
        }
    }
}

/// The words of a C file that do not belong to comments or to declarations, each with what follows it on its line.
fn code_words(text: &str) -> Vec<(&str, &str)> {
    let mut words = Vec::new();
    let mut is_comment = false;
    for line in text.lines() {
        let is_indented = line.starts_with([' ', '\t']) || line.starts_with('#');
        let mut rest = line;
        // From the first column a declaration, up to the body of a function if that begins on the same line.
        let mut is_code = is_indented;
        while !rest.is_empty() {
            if is_comment {
                let Some((_, behind)) = rest.split_once("*/") else {
                    break;
                };
                is_comment = false;
                rest = behind;
            } else if rest.starts_with("//") {
                break;
            } else if let Some(behind) = rest.strip_prefix("/*") {
                is_comment = true;
                rest = behind;
            } else {
                let word = leading_word(rest);
                if word.is_empty() {
                    is_code |= rest.starts_with(['{', '=']);
                    let mut characters = rest.chars();
                    characters.next();
                    rest = characters.as_str();
                } else {
                    rest = &rest[word.len()..];
                    if is_code {
                        words.push((word, rest));
                    }
                }
            }
        }
    }
    words
}

fn leading_word(text: &str) -> &str {
    let end = text.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
    &text[..end.unwrap_or(text.len())]
}

fn c_files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let entries =
        std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    for entry in entries {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(c_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "c") {
            found.push(path);
        }
    }
    found
}

fn text_of(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn names(words: &[&str]) -> BTreeSet<String> {
    words.iter().map(|word| word.to_string()).collect()
}
