//! The tool-info module for BenchExec (`contrib/benchexec`): its own tests, which are in Python, on the command as it is built.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::tools;

/// Names a Python that has BenchExec; without it, whichever is first in PATH.
const PYTHON: &str = "UNSPOOL_BENCHEXEC_PYTHON";

#[test]
fn benchexec_runs_unspool_and_reads_what_it_says() {
    let python = std::env::var(PYTHON).unwrap_or("python3".to_string());
    if !tools::has_python_module(
        &python,
        "benchexec.tools.template",
        "benchexec_runs_unspool_and_reads_what_it_says",
    ) {
        return;
    }
    let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let output = Command::new(&python)
        .args(["-m", "unittest", "contrib/benchexec/test_unspool.py"])
        .current_dir(&project)
        .env("UNSPOOL", env!("CARGO_BIN_EXE_unspool"))
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .env_remove("CC")
        .stdin(Stdio::null())
        .output()
        .expect("Python starts");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    // Neither empty nor left out.
    assert!(said.trim_end().ends_with("\nOK"), "{said}");
    assert!(!said.contains("Ran 0 tests"), "{said}");
}
