//! The table itself, and what is found of it.

use std::path::{Path, PathBuf};
use std::time::Duration;

use unspool_backends::run::command_lines;
use unspool_backends::{DataModel, FindError, Found, Limits, Request, TABLE, Version, find};

use crate::tools::{LONG, request, row};

#[test]
fn rows_are_complete() {
    let mut names: Vec<&str> = TABLE.iter().map(|backend| backend.name).collect();
    for backend in TABLE {
        assert!(!backend.prelude.is_empty() && !backend.how_to_get.is_empty());
        assert_eq!(
            backend.can_run(),
            !backend.commands.is_empty(),
            "{}",
            backend.name
        );
        // Whatever the version is, there are words for it.
        let oldest = backend.commands.last();
        assert!(oldest.is_none_or(|commands| commands.since.is_empty()));
        let last = oldest.and_then(|commands| commands.steps.last());
        assert!(
            last.is_none_or(|step| step.contains("{more}")),
            "{}",
            backend.name
        );
    }
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), TABLE.len());
}

fn found(numbers: &[u32]) -> Found {
    Found {
        path: PathBuf::from("/tools/verifier"),
        version: Some(Version {
            numbers: numbers.to_vec(),
            text: String::new(),
        }),
    }
}

fn line(request: &Request) -> String {
    let lines = command_lines(request, Path::new("/scratch"));
    lines.last().expect("a command").join(" ")
}

#[test]
fn words_depend_on_the_version() {
    let file = Path::new("/a file.c");
    let (old, new) = (found(&[5, 12]), found(&[6, 0, 1]));
    let of = |found| line(&request("cbmc", found, file, LONG));
    assert_eq!(
        of(&old),
        "/tools/verifier --LP64 --trace --stop-on-fail --object-bits 11 /a file.c"
    );
    assert_eq!(
        of(&new),
        "/tools/verifier --LP64 --trace --stop-on-fail --object-bits 11 --no-standard-checks /a file.c"
    );
}

#[test]
fn a_data_model_can_be_part_of_a_word() {
    let (old, new) = (found(&[2, 3]), found(&[4, 1]));
    let of = |found| line(&request("cpachecker", found, Path::new("/a.c"), LONG));
    assert!(
        of(&old).starts_with("/tools/verifier -64 -default "),
        "{}",
        of(&old)
    );
    assert!(
        of(&new).starts_with("/tools/verifier --64 --spec "),
        "{}",
        of(&new)
    );
}

#[test]
fn words_depend_on_what_is_asked_for() {
    let found = found(&[5, 12]);
    let more = ["--more".to_string(), "two words".to_string()];
    let asked = Request {
        data_model: DataModel::Ilp32,
        all_violations: true,
        more: &more,
        ..request("cbmc", &found, Path::new("/a.c"), LONG)
    };
    assert_eq!(
        line(&asked),
        "/tools/verifier --ILP32 --trace --object-bits 11 --more two words /a.c"
    );
}

#[test]
fn limits_that_there_are_not_are_not_told() {
    let found = found(&[7]);
    let of = |time: Option<u64>, memory| {
        let limits = Limits {
            time: time.map(Duration::from_secs),
            memory,
            files: 1,
        };
        line(&request("esbmc", &found, Path::new("/a.c"), limits))
    };
    let common = "/tools/verifier --64 --no-bounds-check --no-pointer-check --no-div-by-zero-check --force-malloc-success";
    assert_eq!(of(None, None), format!("{common} /a.c"));
    assert_eq!(of(Some(7), None), format!("{common} --timeout 7s /a.c"));
    assert_eq!(
        of(Some(0), Some(3 << 20)),
        format!("{common} --timeout 1s --memlimit 3m /a.c")
    );
}

/// What names of files contain is not filled in again.
#[test]
fn names_of_files_stay_as_they_are() {
    let found = found(&[5, 12]);
    let line = line(&request(
        "satabs",
        &found,
        Path::new("/{time}/{folder} [x].c"),
        LONG,
    ));
    assert_eq!(line, "/tools/verifier --64 /{time}/{folder} [x].c");
}

#[test]
fn what_is_missing_is_told_with_how_to_get_it() {
    let Err(error) = find::find(row("blitz"), None) else {
        // Somebody has it.
        return;
    };
    assert!(matches!(error, FindError::NotInstalled { .. }));
    assert!(error.to_string().contains("BLITZ is not installed"));
    assert!(error.help().contains("ASE 2013"), "{}", error.help());
}

#[test]
fn what_cannot_be_run_is_told() {
    let error = find::find(row("svcomp"), None).unwrap_err();
    assert!(matches!(error, FindError::NotRunnable { .. }));
    for command in [
        "/no/such/program",
        "no-such-program",
        env!("CARGO_MANIFEST_DIR"),
    ] {
        let error = find::find(row("cbmc"), Some(command)).unwrap_err();
        assert!(matches!(error, FindError::NoSuchProgram(_)), "{error}");
    }
    // A file that is no program.
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    assert!(find::find(row("cbmc"), Some(file)).is_err());
}

/// Another program under another name does.
#[test]
fn the_user_can_name_a_program() {
    let found = find::find(row("blitz"), Some("sh")).unwrap();
    assert!(found.path.ends_with("sh"), "{found:?}");
}
