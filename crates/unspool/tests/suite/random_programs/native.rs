//! Random programs end as `cc` makes them end.
//!
//! Each program is compiled and run a few times; how it ends must be among the outcomes that the search has found. The program runs
//! on one processor, so that its executions are sequentially consistent, as ours are, and yields it at
//! random between statements, so that they differ. Inputs are random bits, and a false assumption ends the process by a signal.
//!
//! Atomic sections have no counterpart outside of verifiers, and what happens after an error is undefined: such programs are left out.

use std::collections::BTreeSet;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use unspool_ir::{Function, Property};

use super::campaign::{self, Subject};
use super::outcomes::End;
use super::{generate, print};
use crate::{tools, work_sharing};

/// With UNSPOOL_SEEDS there may be any number.
const PROGRAMS: usize = 20;
const RUNS: usize = 30;
const LONGEST_RUN: Duration = Duration::from_secs(10);

/// What the programs call and the C library does not have, and the rule that there is one processor.
const SUPPORT: &str = "#define _GNU_SOURCE
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>
static unsigned long long state;
static unsigned random_bits(void) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (unsigned)(state >> 20);
}
__attribute__((constructor)) static void prepare(void) {
    cpu_set_t processors;
    CPU_ZERO(&processors);
    CPU_SET(sched_getcpu(), &processors);
    if (sched_setaffinity(0, sizeof processors, &processors) != 0)
        _exit(255);
    state = (strtoull(getenv(\"SEED\"), 0, 10) + 1) * 0x9e3779b97f4a7c15ull;
}
void pause_here(void);
void pause_here(void) {
    for (unsigned times = random_bits() % 4; times > 1; times--)
        sched_yield();
}
_Bool __VERIFIER_nondet_bool(void);
_Bool __VERIFIER_nondet_bool(void) { return random_bits() & 1; }
void __VERIFIER_assume(int condition);
void __VERIFIER_assume(int condition) {
    if (!condition)
        kill(getpid(), SIGKILL);
}
";

/// Not asked for: that variables are used, that comparisons can come out either way, or have operands of one type.
const OPTIONS: &[&str] = &[
    "-std=gnu11",
    "-O0",
    "-fwrapv",
    "-pthread",
    "-Wall",
    "-Wextra",
    "-Wno-unused-but-set-variable",
    "-Wno-unused-but-set-parameter",
    "-Wno-type-limits",
    "-Wno-sign-compare",
    "-Wno-bool-compare",
    "-Wno-int-in-bool-context",
    "-Wno-tautological-compare",
];

#[test]
fn compiled_programs_end_as_explored() {
    let is_usual = std::env::var_os("UNSPOOL_SEEDS").is_none();
    let subjects = campaign::explored("compiled_programs", campaign::seeds(0..70));
    let mut suitable: Vec<&Subject> = subjects.iter().filter(|it| is_suitable(it)).collect();
    if is_usual {
        suitable.truncate(PROGRAMS);
        assert_eq!(suitable.len(), PROGRAMS);
    }
    let folder = tools::folder("compiled_threads");
    let failures: Vec<String> = work_sharing::map(&suitable, |subject| {
        let seed = subject.seed.unwrap_or(0);
        let text = print::c_text_with_pauses(&generate::program(seed));
        let result = compare(&folder.join(format!("seed{seed}")), subject, &text);
        result
            .err()
            .map(|why| format!("seed {seed}: {why}\n{text}"))
    })
    .into_iter()
    .flatten()
    .collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

fn is_suitable(subject: &Subject) -> bool {
    let is_defined = |end: &End| match end {
        End::Finished(_) => true,
        End::AssertionFailed { property, .. } => *property == Property::UnreachCall,
        // A deadlock would run until it is killed.
        _ => false,
    };
    let ends = &subject.outcomes.ends;
    let has_section = |function: &Function| function.name.starts_with("__VERIFIER_atomic");
    subject.outcomes.is_complete
        && !ends.is_empty()
        && ends.iter().all(is_defined)
        && !subject.program.functions.iter().any(has_section)
}

/// `binary` is where to put the compiled program.
fn compare(binary: &Path, subject: &Subject, text: &str) -> Result<(), String> {
    compile(binary, text)?;
    for run in 0..RUNS {
        match run_for_a_while(binary, run)? {
            Some(status) if !is_among(&subject.outcomes.ends, status) => {
                return Err(format!("run {run} ends with {status:?}"));
            }
            Some(_) => {}
            // A thread may spin for ever, which is no outcome.
            None if text.contains("while (") => break,
            None => return Err(format!("run {run} does not end")),
        }
    }
    std::fs::remove_file(binary).ok();
    Ok(())
}

fn compile(binary: &Path, text: &str) -> Result<(), String> {
    let source = binary.with_extension("c");
    let support = binary.with_extension("support.c");
    std::fs::write(&source, text).map_err(|error| error.to_string())?;
    std::fs::write(&support, SUPPORT).map_err(|error| error.to_string())?;
    let output = Command::new("cc")
        .args(OPTIONS)
        .arg("-o")
        .args([binary, &source, &support])
        .output()
        .map_err(|error| format!("cannot run cc: {error}"))?;
    match output.status.success() && output.stderr.is_empty() {
        true => Ok(()),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

/// None if it did not end in time.
fn run_for_a_while(binary: &Path, seed: usize) -> Result<Option<ExitStatus>, String> {
    let mut child = Command::new(binary)
        .env("SEED", seed.to_string())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| format!("cannot run it: {error}"))?;
    let until = Instant::now() + LONGEST_RUN;
    while Instant::now() < until {
        let status = child.try_wait().map_err(|error| error.to_string())?;
        if status.is_some() {
            return Ok(status);
        }
        std::thread::sleep(Duration::from_micros(300));
    }
    child.kill().ok();
    child.wait().ok();
    Ok(None)
}

fn is_among(ends: &BTreeSet<End>, status: ExitStatus) -> bool {
    match (status.code(), status.signal()) {
        (Some(code), _) => ends
            .iter()
            .any(|end| matches!(end, End::Finished(status) if status & 0xff == code)),
        (None, Some(signal)) => {
            signal == SIGKILL
                || signal == SIGABRT
                    && ends
                        .iter()
                        .any(|end| matches!(end, End::AssertionFailed { .. }))
        }
        _ => false,
    }
}

const SIGABRT: i32 = 6;
const SIGKILL: i32 = 9;
