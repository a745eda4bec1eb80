//! Which models a program needs: the definitions of what it uses, and of what those use in turn.
//!
//! The tables are made by `build.rs` from the texts of the models.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::switches::{SWITCHES, Switch, Switches, constant_of};
use crate::tables::{DEFINITIONS, FILES, PIECES, PRELUDE_TYPES, PROTOTYPES};

/// A part of a model file, without comments.
pub struct Piece {
    pub file: usize,
    pub line: usize,
    /// If not, it comes along with any definition of its file.
    pub is_definition: bool,
    /// The pieces that define what this one refers to.
    pub needs: &'static [usize],
    /// The prelude's prototypes of what it refers to.
    pub prototypes: &'static [usize],
    pub text: &'static str,
}

/// The text of all models that a program using these names needs, as one translation unit with line markers.
/// A compiler's `__builtin_f` stands for `f`. The runtime itself uses `exit`. What models check on demand comes along if it is looked for.
pub fn text_for(used: &[&str], switches: &Switches) -> String {
    let checks = switches.checks();
    let checks = checks.iter().map(String::as_str);
    let is_needed = pieces_for(used.iter().copied().chain(["exit"]).chain(checks));
    let mut is_file_needed = vec![false; FILES.len()];
    for (piece, _) in PIECES.iter().zip(&is_needed).filter(|(_, needed)| **needed) {
        is_file_needed[piece.file] = true;
    }
    let chosen: Vec<&Piece> = PIECES
        .iter()
        .zip(is_needed)
        .filter(|(piece, is_needed)| {
            *is_needed || (!piece.is_definition && is_file_needed[piece.file])
        })
        .map(|(piece, _)| piece)
        .collect();
    let mut is_declared = vec![false; PROTOTYPES.len()];
    for &prototype in chosen.iter().flat_map(|piece| piece.prototypes) {
        is_declared[prototype] = true;
    }
    let constants = switches.constants();
    let mut text = format!(
        "# 1 \"<unspool>/switches\" 3\n{constants}# 1 \"<unspool>/prelude.h\" 3\n{PRELUDE_TYPES}\n"
    );
    for (prototype, _) in PROTOTYPES.iter().zip(is_declared).filter(|(_, d)| *d) {
        text.push_str(prototype);
        text.push('\n');
    }
    for piece in chosen {
        let name = FILES[piece.file].name;
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "# {} \"<unspool>/{name}\" 3\n{}",
            piece.line, piece.text
        );
    }
    text
}

/// What a modelled function makes use of, directly or not.
pub struct Reached {
    pub switches: Vec<&'static Switch>,
    /// Numbers in the list of files.
    pub files: BTreeSet<usize>,
}

/// Nothing if the function is not modelled.
pub fn reached_from(name: &str) -> Reached {
    let is_needed = pieces_for([name]);
    let needed = PIECES.iter().zip(is_needed).filter(|(_, needed)| *needed);
    let needed: Vec<&Piece> = needed.map(|(piece, _)| piece).collect();
    let is_read = |switch: &&Switch| {
        let constant = constant_of(switch.name);
        needed.iter().any(|piece| piece.text.contains(&constant))
    };
    Reached {
        switches: SWITCHES.iter().filter(is_read).collect(),
        files: needed.iter().map(|piece| piece.file).collect(),
    }
}

/// Which pieces define these names and all that those refer to.
fn pieces_for<'n>(names: impl IntoIterator<Item = &'n str>) -> Vec<bool> {
    let mut is_needed = vec![false; PIECES.len()];
    let mut work: Vec<usize> = Vec::new();
    for name in names {
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
                work.push(DEFINITIONS[row].1);
            }
        }
    }
    while let Some(piece) = work.pop() {
        if !std::mem::replace(&mut is_needed[piece], true) {
            work.extend_from_slice(PIECES[piece].needs);
        }
    }
    is_needed
}

/// All names that models define for programs and for each other.
pub fn defined_names() -> impl Iterator<Item = &'static str> {
    DEFINITIONS.iter().map(|&(name, _)| name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::switches::ON_DEMAND;

    fn chosen(used: &[&str]) -> Vec<String> {
        text_for(used, &Switches::default())
            .lines()
            .filter_map(|line| {
                Some(
                    line.strip_prefix("# ")?
                        .split_once(" \"<unspool>/")?
                        .1
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
    fn what_is_checked_on_demand_comes_along_only_then() {
        for property in ON_DEMAND {
            let mut switches = Switches::default();
            switches.look_for("unreach-call");
            let has_check = |switches: &Switches| {
                let text = text_for(&["pthread_create", "malloc"], switches);
                let name = format!(
                    "void __unspool_on_demand_{}(void) {{",
                    property.replace('-', "_")
                );
                text.contains(&name)
            };
            assert!(!has_check(&switches), "{property}");
            switches.look_for(property);
            assert!(has_check(&switches), "{property}");
        }
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
    fn only_what_is_called_is_taken_from_a_file() {
        let text = text_for(&["pthread_mutex_lock"], &Switches::default());
        assert!(text.contains("int pthread_mutex_lock("));
        assert!(!text.contains("int pthread_mutex_trylock("));
        assert!(!text.contains("/*"));
    }

    /// Other models test whether `pthread_cancel` is there; that must not bring it along.
    #[test]
    fn only_programs_that_cancel_have_the_model_of_it() {
        for name in [
            "sleep",
            "sem_wait",
            "pthread_join",
            "pthread_cond_wait",
            "puts",
        ] {
            let files = chosen(&[name]);
            assert!(!files.iter().any(|f| f == "pthread_cancel.c"), "{name}");
        }
        let files = chosen(&["pthread_cancel"]);
        assert!(files.iter().any(|f| f == "pthread_cancel.c"));
    }

    /// Only with it can threads outlive the main thread, and are they counted.
    #[test]
    fn only_programs_that_exit_from_threads_have_the_model_of_it() {
        let has_it = |names: &[&str]| {
            let text = text_for(names, &Switches::default());
            text.contains("void pthread_exit(void *result) {")
        };
        assert!(!has_it(&[
            "pthread_create",
            "pthread_join",
            "thrd_create",
            "thrd_join"
        ]));
        assert!(!has_it(&["pthread_cancel", "pthread_testcancel"]));
        assert!(has_it(&["pthread_exit"]) && has_it(&["thrd_exit"]));
    }

    #[test]
    fn switches_are_found_through_calls() {
        let names = |function: &str| -> Vec<&str> {
            let reached = reached_from(function);
            reached.switches.iter().map(|switch| switch.name).collect()
        };
        assert_eq!(names("strdup"), ["malloc-failures"]);
        assert_eq!(names("pthread_cond_wait"), ["spurious-wakeups"]);
        assert!(names("strlen").is_empty() && names("nothing").is_empty());
        assert!(reached_from("printf").files.len() > 3);
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
