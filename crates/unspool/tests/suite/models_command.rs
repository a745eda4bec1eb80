//! `unspool models`: what it lists, what it tells about one function, and what it says about others.

use std::io::{BufRead, BufReader};
use std::process::Stdio;

use crate::invocation::{Said, Workplace, call_in};
use unspool_models::{SWITCHES, WEAK_FAILURES};

fn models(words: &[&str]) -> Said {
    let place = Workplace::new("models_command");
    let mut all = vec!["models"];
    all.extend(words);
    call_in(&place.folder, &all, "")
}

#[track_caller]
fn expect_output(said: &Said, parts: &[&str]) {
    for part in parts {
        assert!(
            said.output.contains(part),
            "`{part}` is missing in:\n{}",
            said.output
        );
    }
}

#[test]
fn the_list_has_every_function() {
    let said = models(&[]).expect(0, &[]);
    assert_eq!(said.errors, "");
    let words: Vec<&str> = said.output.split_whitespace().collect();
    for file in unspool_models::documentation() {
        for name in file.names() {
            assert!(words.contains(&name), "{name} of {}", file.file);
        }
    }
    expect_output(&said, &["<pthread.h>\n", "__atomic_*"]);
    // No colours and no overlong lines where there is no terminal.
    assert!(!said.output.contains('\x1b'));
    assert!(said.output.lines().all(|line| line.chars().count() <= 100));
}

#[test]
fn one_function() {
    let said = models(&["pthread_cond_wait"]).expect(0, &[]);
    expect_output(
        &said,
        &[
            "int pthread_cond_wait(pthread_cond_t *restrict",
            "<pthread.h>, pthread_cond.c:",
            "Assumptions:\n",
            "Changed by --no-spurious-wakeups",
        ],
    );
    // What is said about other functions only is not shown.
    assert!(!said.output.contains("pthread_cond_clockwait:"));
    let said = models(&["--color", "always", "pthread_cond_wait"]).expect(0, &[]);
    assert!(said.output.starts_with('\x1b'), "{}", said.output);
}

#[test]
fn the_line_is_that_of_the_definition() {
    for file in unspool_models::documentation() {
        let source = unspool_models::files().iter().find(|f| f.name == file.file);
        let text = source.expect("the file").text;
        for function in &file.functions {
            let line = text.lines().nth(function.line - 1).expect("a line");
            assert!(line.contains(&function.name), "{line}");
        }
    }
}

#[test]
fn every_switch_changes_a_function() {
    let files = unspool_models::documentation();
    for switch in SWITCHES.iter().filter(|s| s.name != WEAK_FAILURES) {
        let mut names = files.iter().flat_map(|file| &file.functions);
        assert!(
            names.any(|f| unspool_models::reached_from(&f.name)
                .switches
                .contains(&switch)),
            "{}",
            switch.name
        );
    }
}

#[test]
fn names_by_pattern_and_by_header() {
    let said = models(&["pthread_mutex_*lock"]).expect(0, &[]);
    expect_output(
        &said,
        &[
            "pthread_mutex_lock(",
            "pthread_mutex_trylock(",
            "pthread_mutex_unlock(",
        ],
    );
    assert!(!said.output.contains("int pthread_mutex_init("));
    for header in ["pthread.h", "<pthread.h>"] {
        let said = models(&["--header", header]).expect(0, &[]);
        expect_output(&said, &["pthread_mutex_lock"]);
        assert!(!said.output.contains("strlen"), "{}", said.output);
    }
    models(&["--header", "nosuch.h"]).expect(1, &["nothing of <nosuch.h>", "pthread.h"]);
    models(&["strlen", "--header", "pthread.h"])
        .expect(1, &["`strlen` is modelled, but not for this header"]);
}

#[test]
fn what_is_not_modelled() {
    let said = models(&["pthread_mutex_lokc"]).expect(
        1,
        &[
            "`pthread_mutex_lokc` is not modelled",
            "similar names: pthread_mutex_lock",
            "--models DIR",
            "--havoc-missing",
        ],
    );
    assert_eq!(said.output, "");
    models(&["no_such_*"]).expect(1, &["named like `no_such_*`"]);
    // What is known is shown nevertheless.
    let said = models(&["strlen", "no_such_function"]).expect(1, &["`no_such_function`"]);
    expect_output(&said, &["size_t strlen(const char *"]);
}

#[test]
fn builtins_and_atomics() {
    let said = models(&["__builtin_memcpy"]).expect(0, &[]);
    expect_output(&said, &["void *memcpy("]);
    let said = models(&["__atomic_load_n", "atomic_fetch_add"]).expect(0, &[]);
    expect_output(
        &said,
        &["understood by the front end", "sequentially consistent"],
    );
}

#[test]
fn the_source_of_a_model() {
    let said = models(&["pthread_once", "--source"]).expect(0, &[]);
    let mut files = unspool_models::files().iter();
    let file = files.find(|file| file.name == "pthread_once.c");
    assert_eq!(said.output, file.expect("the file").text);
    models(&["--source"]).expect(1, &["NAME"]);
}

#[test]
fn for_other_programs() {
    let said = models(&["pthread_mutex_lock", "--json"]).expect(0, &[]);
    expect_output(
        &said,
        &[
            "\"name\": \"pthread_mutex_lock\"",
            "\"file\": \"pthread_mutex.c\"",
            "\"pthread.h\"",
        ],
    );
    assert!(said.output.starts_with("[\n") && said.output.ends_with("]\n"));
    let said = models(&["--markdown"]).expect(0, &[]);
    assert_eq!(
        said.output,
        unspool_models::page(&unspool_models::documentation())
    );
}

#[test]
fn headers_and_names_that_do_not_go_together() {
    models(&["pthread_mutex_lock", "--header", "stdio.h"]).expect(
        1,
        &["`pthread_mutex_lock` is modelled, but not for this header"],
    );
    models(&["stdio.h"]).expect(1, &["is no function", "--header stdio.h"]);
}

#[test]
fn a_reader_that_goes_away() {
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_unspool"))
        // More than a pipe holds.
        .args(["models", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut line = String::new();
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    output.read_line(&mut line).expect("a line");
    drop(output);
    let rest = child.wait_with_output().expect("the command ends");
    assert_eq!(String::from_utf8_lossy(&rest.stderr), "");
    assert!(rest.status.success());
}

#[test]
fn the_help_teaches() {
    let said = models(&["--help"]).expect(0, &[]);
    expect_output(
        &said,
        &[
            "Examples:",
            "--header semaphore.h",
            "--source",
            "Exit codes:",
        ],
    );
}
