//! Which model files a program needs: those that define what it uses, and what those use in turn.
//!
//! The files are written so that a definition can be told from its first line: it starts in the first column, and the name is
//! followed by `(` (and the line is not a prototype) or, for an object, by `=`, `[` or `;`. Looking at lines instead of
//! parsing keeps start-up short; taking a file too many costs only the time to parse it.

use std::collections::HashMap;
use std::sync::OnceLock;

use crate::{FILES, PRELUDE};

/// The text of all models that a program using these names needs, as one translation unit with line markers.
/// A compiler's `__builtin_f` stands for `f`. The runtime itself uses `exit`.
pub fn text_for(used: &[&str]) -> String {
    let definitions = definitions();
    let mut chosen = [false; FILES.len()];
    let mut work: Vec<&str> = vec!["exit"];
    for name in used {
        work.push(name);
        match name.strip_prefix("__builtin_") {
            // The sign bit is looked up in memory, by a function of the library.
            Some("signbit" | "signbitf" | "signbitl") => work.push("__signbit"),
            Some(plain) => work.push(plain),
            None => {}
        }
    }
    let mut order = Vec::new();
    while let Some(name) = work.pop() {
        let Some(files) = definitions.get(name) else {
            continue;
        };
        for &file in files {
            if !std::mem::replace(&mut chosen[file], true) {
                order.push(file);
                work.extend(references(FILES[file].text));
            }
        }
    }
    order.sort_unstable();
    let mut text = format!("# 1 \"<unspool>/prelude.h\" 3\n{PRELUDE}");
    for file in order {
        let file = &FILES[file];
        text.push_str(&format!("\n# 1 \"<unspool>/{}\" 3\n", file.name));
        text.push_str(file.text);
    }
    text
}

type Definitions = HashMap<&'static str, Vec<usize>>;

/// Names to the files that define them.
fn definitions() -> &'static Definitions {
    static TABLE: OnceLock<Definitions> = OnceLock::new();
    TABLE.get_or_init(|| {
        let mut table = Definitions::new();
        for (index, file) in FILES.iter().enumerate() {
            for line in file.text.lines() {
                for name in defined_names(line) {
                    let files = table.entry(name).or_default();
                    if files.last() != Some(&index) {
                        files.push(index);
                    }
                }
            }
        }
        table
    })
}

fn defined_names(line: &str) -> impl Iterator<Item = &str> {
    let starts_here = line.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    let is_static = line.starts_with("static ");
    let has_parameters = line.contains('(');
    let is_prototype = has_parameters && line.trim_end().ends_with(';');
    let relevant = starts_here && !is_static && !is_prototype;
    let first_bracket = line.find(['(', '=', '[', ';']).unwrap_or(line.len());
    relevant
        .then(|| identifiers(&line[..first_bracket]).last())
        .flatten()
        .into_iter()
}

/// Names that a file calls, and others of the models' own; words in comments do not count.
fn references(text: &str) -> impl Iterator<Item = &str> {
    let code = text.split("/*").map(|part| match part.split_once("*/") {
        Some((_, code)) => code,
        None => part,
    });
    code.flat_map(|code| {
        identifiers(code).filter(move |word| {
            let end = word.as_ptr() as usize - code.as_ptr() as usize + word.len();
            code[end..].starts_with('(') || word.starts_with("__unspool_") || is_object(word)
        })
    })
}

/// The few objects that models share under C's own names.
fn is_object(name: &str) -> bool {
    matches!(name, "stdin" | "stdout" | "stderr" | "errno" | "environ")
}

fn identifiers(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
        .filter(|word| word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(used: &[&str]) -> Vec<String> {
        text_for(used)
            .lines()
            .filter_map(|line| {
                Some(
                    line.strip_prefix("# 1 \"<unspool>/")?
                        .split_once('"')?
                        .0
                        .to_string(),
                )
            })
            .collect()
    }

    #[test]
    fn a_program_without_library_calls_needs_little() {
        let files = chosen(&["main"]);
        assert!(files.iter().any(|f| f == "process_end.c"));
        assert!(!files.iter().any(|f| f == "printf_core.c"));
    }

    #[test]
    fn what_models_use_comes_along() {
        let files = chosen(&["printf"]);
        for file in ["printf.c", "printf_core.c", "printf_float.c", "streams.c"] {
            assert!(files.iter().any(|f| f == file), "{file}");
        }
        assert!(!files.iter().any(|f| f == "pthread_mutex.c"));
    }

    #[test]
    fn builtins_stand_for_library_functions() {
        assert!(
            chosen(&["__builtin_memcpy"])
                .iter()
                .any(|f| f == "string_memory.c")
        );
        assert!(
            chosen(&["__builtin_signbit"])
                .iter()
                .any(|f| f == "math_classify.c")
        );
    }
}
