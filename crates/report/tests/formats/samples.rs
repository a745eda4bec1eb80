//! Reports to print. Those with a trace are files in `tests/samples`; the others are made of one of them.

use std::path::PathBuf;

use unspool_report::json;
use unspool_report::model::{Report, VerdictKind};
use unspool_report::witness::{WitnessConfig, uuid};

/// Reports whose traces differ in kind, by the names of their files.
pub const TRACES: &[&str] = &["counter", "inputs", "deadlock", "race", "circle"];

pub fn folder(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests")
        .join(name)
}

pub fn text(name: &str) -> String {
    let path = folder("samples").join(format!("{name}.json"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

pub fn report(name: &str) -> Report {
    json::read(&text(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The same for all tests, so that documents are.
pub fn witness_config() -> WitnessConfig {
    WitnessConfig {
        creation_time: "2026-11-16T06:30:00Z".to_owned(),
        uuid: uuid([0x17; 16]),
    }
}

/// A report without a trace.
pub fn traceless(kind: VerdictKind) -> Report {
    let mut report = report("counter");
    report.trace = None;
    report.verdict.kind = kind;
    let (statement, detail, exit_code) = match kind {
        VerdictKind::Unsafe => ("there is an execution that fails", None, 10),
        VerdictKind::Safe => (
            "no execution violates unreach-call, lock-misuse or thread-misuse",
            None,
            0,
        ),
        VerdictKind::SafeWithinBounds => (
            "no execution with at most 4 rounds violates unreach-call",
            Some("the loop at counter.c:12 was cut after 3 iterations"),
            5,
        ),
        VerdictKind::Unknown => ("the time limit of 10 s came before an answer", None, 5),
    };
    report.verdict.statement = statement.to_owned();
    report.verdict.details = detail.map(str::to_owned).into_iter().collect();
    report.verdict.exit_code = exit_code;
    report
}
