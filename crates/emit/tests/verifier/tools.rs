//! Compilers, and CBMC. A tool that is missing is skipped, unless UNSPOOL_REQUIRE_TOOLS is set.

use std::path::PathBuf;
use std::process::Command;

/// Compiles with all warnings as errors, with and without optimisation.
#[track_caller]
pub fn compile(name: &str, text: &str) {
    let source = write(name, text);
    for compiler in ["gcc", "clang"].into_iter().filter(|tool| has(tool)) {
        for level in ["-O0", "-O2"] {
            let mut command = Command::new(compiler);
            command.args([
                "-std=gnu11",
                "-Wall",
                "-Werror",
                level,
                "-c",
                "-o",
                "/dev/null",
            ]);
            let output = command.arg(&source).output().expect("a compiler");
            let errors = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{compiler} {level}: {errors}");
        }
    }
}

/// CBMC reads the text and finds a function to start at.
#[track_caller]
pub fn parse_with_cbmc(name: &str, text: &str) {
    if !has("cbmc") {
        return;
    }
    let source = write(&format!("{name}-cbmc"), text);
    let mut command = Command::new("cbmc");
    let output = command.arg("--show-goto-functions").arg(source).output();
    let output = output.expect("cbmc");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{name}: {errors}");
}

/// Whether all assertions hold; none if CBMC is missing.
pub fn judge_with_cbmc(name: &str, text: &str) -> Option<bool> {
    if !has("cbmc") {
        return None;
    }
    let source = write(name, text);
    let output = Command::new("cbmc").arg(source).output().expect("cbmc");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.contains("VERIFICATION"), "{said}");
    Some(said.contains("VERIFICATION SUCCESSFUL"))
}

fn write(name: &str, text: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("verifier-{name}.c"));
    std::fs::write(&path, text).expect("a file");
    path
}

fn has(tool: &str) -> bool {
    let found = Command::new(tool).arg("--version").output().is_ok();
    assert!(
        found || std::env::var_os("UNSPOOL_REQUIRE_TOOLS").is_none(),
        "{tool} is missing"
    );
    found
}
