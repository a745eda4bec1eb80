//! KLEE: messages on the terminal, and a folder with a test (`test000001.ktest`) for each path, beside which stands a file with the error if there
//! is one (`test000001.assert.err`).
//!
//! There is no violation if it explored all paths to their ends: `KLEE: done` says so, and nothing says that it gave up on something. Errors of other kinds
//! than assertions (a pointer out of bounds) are executions that end without a word in our programs; still they make the answer unknown, since paths may be missing.

use std::path::{Path, PathBuf};

use super::{Evidence, lines_of};
use crate::answer::{Answer, Assignment, FailedCheck, Value, Violation};

/// Where the commands of the table let it write.
const FOLDER: &str = "klee";

/// What says that paths are missing.
const GAVE_UP: &[&str] = &[
    "HaltTimer invoked",
    "halting execution",
    "killing",
    "over memory cap",
    "max-time",
    "KLEE: ERROR:",
];

pub fn read(evidence: &Evidence) -> Answer {
    let violations = violations(&evidence.folder.join(FOLDER));
    if evidence.exit_code != 0 {
        return evidence.unclear("it failed");
    }
    if !violations.is_empty() {
        return Answer::Violations(violations);
    }
    let (mut is_done, mut gave_up) = (false, false);
    for line in evidence.lines() {
        if let Some(rest) = line.strip_prefix("KLEE: done: completed paths =") {
            is_done = rest.trim().parse::<u64>().is_ok();
        }
        let partial = line.strip_prefix("KLEE: done: partially completed paths =");
        gave_up |= partial.is_some_and(|rest| rest.trim() != "0");
        gave_up |= GAVE_UP.iter().any(|words| line.contains(words));
    }
    match (is_done, gave_up) {
        (true, false) => Answer::NoViolation,
        (true, true) => evidence.unclear("it has not explored all paths"),
        (false, _) => evidence.unclear("it does not answer"),
    }
}

fn violations(folder: &Path) -> Vec<Violation> {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return Vec::new();
    };
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let mut errors: Vec<PathBuf> = paths.filter(|path| is_assertion(path)).collect();
    errors.sort();
    errors.iter().filter_map(|path| violation(path)).collect()
}

fn is_assertion(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str());
    name.is_some_and(|name| name.starts_with("test") && name.ends_with(".assert.err"))
}

fn violation(error: &Path) -> Option<Violation> {
    let mut check = FailedCheck::default();
    for line in lines_of(error) {
        if let Some(text) = line.strip_prefix("Error: ASSERTION FAIL:") {
            check.text = text.trim().to_string();
        } else if let Some(file) = line.strip_prefix("File:") {
            check.file = Some(file.trim().to_string());
        } else if let Some(line) = line
            .strip_prefix("Line:")
            .or_else(|| line.strip_prefix("line:"))
        {
            check.line = line.trim().parse().ok();
        }
    }
    if check.text.is_empty() {
        return None;
    }
    // Without its two endings, the name is that of the test.
    let test = error.with_extension("").with_extension("ktest");
    let bytes = std::fs::read(test).unwrap_or_default();
    Some(Violation {
        check,
        assignments: inputs(&bytes).unwrap_or_default(),
    })
}

/// The objects of a test: numbers of 32 bits with the highest byte first, and byte strings with their lengths in front.
fn inputs(bytes: &[u8]) -> Option<Vec<Assignment>> {
    let mut rest = Bytes(bytes.strip_prefix(b"KTEST")?);
    let version = rest.number()?;
    for _ in 0..rest.number()? {
        rest.string()?;
    }
    if version >= 2 {
        // Symbolic arguments of the program: how many, how long.
        rest.number()?;
        rest.number()?;
    }
    let mut inputs = Vec::new();
    for _ in 0..rest.number()? {
        let name = String::from_utf8_lossy(rest.string()?).into_owned();
        let value = Value::from_bytes(rest.string()?);
        inputs.extend(value.map(|value| Assignment { name, value }));
    }
    Some(inputs)
}

struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    fn number(&mut self) -> Option<u32> {
        let (number, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(u32::from_be_bytes(*number))
    }

    fn string(&mut self) -> Option<&'a [u8]> {
        let length = usize::try_from(self.number()?).ok()?;
        let (string, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(string)
    }
}
