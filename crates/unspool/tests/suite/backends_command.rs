//! `unspool backends`: what it lists, and what it tells about one verifier.

use serde_json::Value;
use unspool_backends::TABLE;

use crate::invocation::{Said, Workplace};
use crate::tools;

fn backends(words: &str) -> Said {
    let place = Workplace::new("backends_command");
    place.call(&format!("backends {words}"))
}

#[test]
fn the_list_has_every_backend() {
    let said = backends("").expect(0, &[]);
    for backend in TABLE {
        let heading = format!("{}\n", backend.name);
        assert!(
            said.output.contains(&heading),
            "{heading} in {}",
            said.output
        );
        assert!(said.output.contains(backend.kind));
    }
    assert!(!said.output.contains('\x1b'));
    assert!(said.output.lines().all(|line| line.chars().count() <= 100));
}

#[test]
fn what_is_installed_is_shown_with_its_version() {
    if !tools::has("cbmc", "what_is_installed_is_shown_with_its_version") {
        return;
    }
    let said = backends("cbmc").expect(0, &[]);
    assert!(said.output.contains("installed: /"), "{}", said.output);
    for part in [
        ", version ",
        "(tried)",
        "--stop-on-fail",
        "__CPROVER_assume",
    ] {
        assert!(said.output.contains(part), "{part} in {}", said.output);
    }
    assert!(!said.output.contains("not installed"));
}

#[test]
fn the_list_as_json() {
    let said = backends("--format json").expect(0, &[]);
    let value: Value = serde_json::from_str(&said.output).expect("JSON");
    let names = value.as_array().expect("a list").iter();
    let names: Vec<&str> = names.filter_map(|row| row["name"].as_str()).collect();
    let expected: Vec<&str> = TABLE.iter().map(|backend| backend.name).collect();
    assert_eq!(names, expected);
    assert_eq!(value[0]["answers"], "tried");
    assert_eq!(value[0]["prelude"], Value::Null);
    let said = backends("svcomp --format json").expect(0, &[]);
    let value: Value = serde_json::from_str(&said.output).expect("JSON");
    assert_eq!(value[0]["can_run"], false);
    assert!(
        value[0]["prelude"]
            .as_str()
            .unwrap()
            .contains("reach_error")
    );
}

#[test]
fn another_name_is_an_error() {
    backends("cbm").expect(1, &["there is no backend `cbm`", "similar names: cbmc"]);
    backends("zzz").expect(1, &["`unspool backends` lists all"]);
}
