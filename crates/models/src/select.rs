//! Which model files a program needs: those that define what it uses, and what those use in turn.
//!
//! The tables are made by `build.rs` from the texts of the models.

use crate::tables::{DEFINITIONS, FILES, NEEDS};
use crate::{PRELUDE, Switches};

/// The text of all models that a program using these names needs, as one translation unit with line markers.
/// A compiler's `__builtin_f` stands for `f`. The runtime itself uses `exit`.
pub fn text_for(used: &[&str], switches: &Switches) -> String {
    let mut is_needed = vec![false; FILES.len()];
    let mut work: Vec<usize> = Vec::new();
    for name in used.iter().copied().chain(["exit"]) {
        let library_name = match name.strip_prefix("__builtin_") {
            // The sign bit is looked up in memory, by a function of the library.
            Some("signbit" | "signbitf" | "signbitl") => "__signbit",
            Some(plain) => plain,
            None => name,
        };
        let scoped = format!("__unspool_scoped_{library_name}");
        let entry = format!("__unspool_entry_{library_name}");
        for wanted in [library_name, &scoped, &entry] {
            if let Ok(row) = DEFINITIONS.binary_search_by_key(&wanted, |&(name, _)| name) {
                work.extend_from_slice(DEFINITIONS[row].1);
            }
        }
    }
    while let Some(file) = work.pop() {
        if !std::mem::replace(&mut is_needed[file], true) {
            work.extend_from_slice(NEEDS[file]);
        }
    }
    let constants = switches.constants();
    let mut text = format!(
        "# 1 \"<unspool>/switches\" 3\n{constants}# 1 \"<unspool>/prelude.h\" 3\n{PRELUDE}"
    );
    for (file, _) in FILES.iter().zip(is_needed).filter(|(_, needed)| *needed) {
        text.push_str("\n# 1 \"<unspool>/");
        text.push_str(file.name);
        text.push_str("\" 3\n");
        text.push_str(file.text);
    }
    text
}

/// All names that models define for programs and for each other.
pub fn defined_names() -> impl Iterator<Item = &'static str> {
    DEFINITIONS.iter().map(|&(name, _)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(used: &[&str]) -> Vec<String> {
        text_for(used, &Switches::default())
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
