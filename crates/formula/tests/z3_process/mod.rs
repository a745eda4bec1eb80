//! Z3 as a program, if it is installed.

use std::io::Write;
use std::process::{Command, Stdio};

/// Whether there is one. If not the test is skipped, or fails where tools are required.
pub fn is_installed() -> bool {
    let found = Command::new("z3").arg("--version").output().is_ok();
    if !found {
        assert!(
            std::env::var_os("UNSPOOL_REQUIRE_TOOLS").is_none(),
            "z3 is missing, and UNSPOOL_REQUIRE_TOOLS is set"
        );
        // Not `eprintln`, which the test harness hides for tests that pass.
        writeln!(std::io::stderr(), "SKIPPED: z3 is missing").ok();
    }
    found
}

/// Its answers to a script, a line each. An error is none.
pub fn answers(script: Vec<u8>) -> Vec<String> {
    let mut child = Command::new("z3")
        .args(["-in", "-smt2"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || input.write_all(&script));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let answers: Vec<String> = text.lines().map(str::to_owned).collect();
    if let Some(error) = answers.iter().find(|answer| answer.starts_with("(error")) {
        panic!("z3 refuses a script: {error}");
    }
    answers
}
