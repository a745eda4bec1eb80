//! Tools that not every machine has, and folders. A test without its tool says so on the terminal and passes, unless the variable
//! UNSPOOL_REQUIRE_TOOLS is set, which turns every such skip into a failure.

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use unspool_backends::run::Limits;
use unspool_backends::{Backend, DataModel, Found, Outcome, Request, find, named, run};

/// An empty folder for one test.
pub fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::remove_dir_all(&path).ok();
    std::fs::create_dir_all(&path).expect("a folder for temporary files");
    path
}

/// The verifier, if it is installed. If not, skips visibly on behalf of `test`.
pub fn installed(name: &str, test: &str) -> Option<Found> {
    let found = find::find(row(name), None).ok();
    if found.is_none() {
        skip(test, name);
    }
    found
}

pub fn row(name: &str) -> &'static Backend {
    named(name).expect("a row of this name")
}

pub fn skip(test: &str, tool: &str) {
    assert!(
        std::env::var_os("UNSPOOL_REQUIRE_TOOLS").is_none(),
        "{test} needs {tool}, which is missing, and UNSPOOL_REQUIRE_TOOLS is set"
    );
    // Not `eprintln`, which the test harness hides for tests that pass.
    writeln!(std::io::stderr(), "SKIPPED: {test}: {tool} is missing").ok();
}

/// Enough for all that is to end by itself, on a busy machine.
pub const LONG: Limits = Limits {
    time: Some(Duration::from_secs(60)),
    memory: None,
    files: 1 << 30,
};

/// A request with nothing special.
pub fn request<'a>(
    name: &str,
    found: &'a Found,
    file: &'a std::path::Path,
    limits: Limits,
) -> Request<'a> {
    Request {
        backend: row(name),
        found,
        file,
        data_model: DataModel::Lp64,
        compiler: "cc",
        more: &[],
        all_violations: false,
        limits,
    }
}

pub fn run_to_end(request: &Request) -> Outcome {
    run::run(request, &|| false).expect("a verifier that can be run")
}
