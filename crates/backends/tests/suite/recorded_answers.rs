//! What verifiers answer that are not installed here. None of these texts was printed by a verifier: they are short forms, written by hand.
//!
//! | files | the signs and their form were read in | from memory, not looked up |
//! |---|---|---|
//! | `cbmc_6_*` | output of CBMC 5.12 here | that version 6 prints the same |
//! | `esbmc_*` | ESBMC's usage page, BenchExec's description, a test of another parser of its states | how the violated property is laid out, its exit statuses |
//! | `klee_*` | BenchExec's description, a walk-through with an `.assert.err`, sources of KTest (version 3) | what it says when it halts, that tests of `klee_silent_exit` are not counted as partial |
//! | `cpachecker_*`, `ultimate_*`, `symbiotic_*`, `satabs_*` | BenchExec's descriptions; a log of Symbiotic | exit statuses (except SATABS) |
//! | `smack_*` | BenchExec's description, the messages in SMACK's `top.py` | exit statuses |
//! | `llbmc_*` | BenchExec's description, llbmc.org, programs that use its header | exit statuses |
//! | `seahorn_*` | SeaHorn's README | exit statuses, what it says when it gives up |
//! | `blitz_*` | exit statuses and options in a driver of CSeq | the text |
//! | `frama-c_*` | Eva's sources of the summary, summaries in public mails | the form of an alarm of a precondition |

use std::path::{Path, PathBuf};

use unspool_backends::{Answer, Evidence, TABLE, Violation, read};

use crate::tools::{folder, row};

/// What an answer should be.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Expected {
    Safe,
    /// Part of what was violated.
    Unsafe(&'static str),
    /// Part of the reason.
    Unknown(&'static str),
}
use Expected::{Safe, Unknown, Unsafe};

/// File, exit status, answer.
const ANSWERS: &[(&str, i32, Expected)] = &[
    ("cbmc_6_failed", 10, Unsafe("assertion: seven (a.c:3)")),
    ("cbmc_6_failed", 0, Unknown("exit status 0")),
    ("cbmc_6_successful", 0, Safe),
    ("cbmc_6_successful", 6, Unknown("exit status 6")),
    ("cbmc_6_out_of_memory", 6, Unknown("Out of memory")),
    ("cbmc_cut_short", 0, Unknown("does not answer")),
    ("cbmc_unknown", 0, Unknown("does not answer")),
    ("esbmc_failed", 1, Unsafe("assertion: seven (a.c:3)")),
    ("esbmc_failed", 0, Unknown("VERIFICATION FAILED")),
    ("esbmc_successful", 0, Safe),
    ("esbmc_successful", 1, Unknown("exit status 1")),
    ("esbmc_timed_out", 1, Unknown("Timed out")),
    ("klee_failed", 0, Unsafe("assertion: seven (a.c:3)")),
    ("klee_failed", 1, Unknown("exit status 1")),
    ("klee_done", 0, Safe),
    ("klee_halted", 0, Unknown("not explored all paths")),
    ("klee_memory_error", 0, Unknown("not explored all paths")),
    (
        "cpachecker_false",
        0,
        Unsafe("reach_error() called in line 8"),
    ),
    ("cpachecker_true", 0, Safe),
    ("cpachecker_true", 1, Unknown("exit status 1")),
    ("cpachecker_unknown", 0, Unknown("incomplete analysis")),
    ("ultimate_false", 0, Unsafe("incorrect")),
    ("ultimate_true", 0, Safe),
    ("ultimate_unknown", 0, Unknown("Timeout")),
    ("smack_error", 1, Unsafe("SMACK found an error")),
    ("smack_no_errors", 0, Safe),
    ("smack_timed_out", 124, Unknown("timed out")),
    ("seahorn_sat", 0, Unsafe("sat")),
    ("seahorn_unsat", 0, Safe),
    ("seahorn_unknown", 0, Unknown("does not know")),
    ("llbmc_error", 0, Unsafe("Error detected")),
    ("llbmc_no_error", 0, Safe),
    ("llbmc_loop_bound", 0, Unknown("not sufficient")),
    ("satabs_failed", 10, Unsafe("VERIFICATION FAILED")),
    ("satabs_successful", 0, Safe),
    ("satabs_parsing_error", 1, Unknown("syntax error")),
    ("blitz_failed", 10, Unsafe("VERIFICATION FAILED")),
    ("blitz_successful", 0, Safe),
    ("symbiotic_false", 0, Unsafe("false(unreach-call)")),
    ("symbiotic_true", 0, Safe),
    ("symbiotic_unknown", 0, Unknown("does not know")),
    ("frama-c_proven", 0, Safe),
    ("frama-c_proven", 3, Unknown("exit status 3")),
    ("frama-c_alarm", 0, Unknown("not sure")),
    ("frama-c_aborted", 1, Unknown("User Error")),
];

fn recorded(file: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recorded");
    folder.join(file)
}

/// Files are called after the verifier.
fn answer_of(file: &str, exit_code: i32) -> Answer {
    let (name, _) = file.split_once('_').expect("a name");
    let folder = folder(&format!("recorded_{file}_{exit_code}"));
    if file == "klee_failed" {
        write_klee_test(&folder.join("klee"));
    }
    let evidence = Evidence {
        exit_code,
        output: recorded(&format!("{file}.txt")),
        errors: folder.join("errors"),
        folder,
    };
    read(&row(name).reader, &evidence)
}

fn write_klee_test(folder: &Path) {
    std::fs::create_dir_all(folder).unwrap();
    std::fs::copy(
        recorded("klee_test000002.assert.err"),
        folder.join("test000002.assert.err"),
    )
    .unwrap();
    let mut test = b"KTEST".to_vec();
    let number = |n: u32| n.to_be_bytes();
    let string = |text: &[u8]| [&number(text.len() as u32), text].concat();
    // The version, one argument, no symbolic arguments, two objects.
    test.extend([number(3), number(1)].concat());
    test.extend(string(b"program.bc"));
    test.extend([number(0), number(0), number(2)].concat());
    for (name, bytes) in [("unspool_0", &[7][..]), ("unspool_1", &[0xfe, 0xff])] {
        test.extend(string(name.as_bytes()));
        test.extend(string(bytes));
    }
    std::fs::write(folder.join("test000002.ktest"), test).unwrap();
    // Another path, without an error.
    std::fs::write(folder.join("test000001.ktest"), b"KTEST").unwrap();
}

#[test]
fn recorded_answers_are_read() {
    for (file, exit_code, expected) in ANSWERS {
        let answer = answer_of(file, *exit_code);
        let fits = match (&answer, expected) {
            (Answer::NoViolation, Safe) => true,
            (Answer::Violations(violations), Unsafe(part)) => {
                violations.len() == 1 && violations[0].check.text.contains(part)
            }
            (Answer::Unknown { why }, Unknown(part)) => why.contains(part),
            _ => false,
        };
        assert!(fits, "{file}, exit status {exit_code}: {answer:?}");
    }
}

/// All that can be run and is not tried, in every direction that it can answer in.
#[test]
fn every_row_has_recorded_answers() {
    for backend in TABLE.iter().filter(|backend| backend.can_run()) {
        if backend.name == "native" {
            continue;
        }
        let of_row = |expected: fn(&Expected) -> bool| {
            let rows = ANSWERS.iter().filter(|(_, _, e)| expected(e));
            let mut names = rows.filter_map(|(file, ..)| file.split('_').next());
            names.any(|name| name == backend.name)
        };
        assert!(of_row(|e| *e == Safe), "{}", backend.name);
        let finds = backend.name != "frama-c";
        assert_eq!(
            of_row(|e| matches!(e, Unsafe(_))),
            finds,
            "{}",
            backend.name
        );
    }
}

fn only_violation(file: &str, exit_code: i32) -> Violation {
    match answer_of(file, exit_code) {
        Answer::Violations(mut violations) if violations.len() == 1 => violations.remove(0),
        other => panic!("{other:?}"),
    }
}

#[test]
fn recorded_values_are_read() {
    let values = |violation: &Violation| -> Vec<(String, u128, Option<u32>)> {
        let assignments = violation.assignments.iter();
        let values = assignments.map(|a| (a.name.clone(), a.value.bits, a.value.width));
        values.collect()
    };
    let cbmc = only_violation("cbmc_6_failed", 10);
    assert_eq!(
        values(&cbmc),
        [
            ("cs_1".to_string(), 0, Some(8)),
            ("cs_1".to_string(), 7, Some(8)),
            ("p".to_string(), 0x200, Some(16))
        ]
    );
    assert_eq!(cbmc.check.line, Some(8));
    assert_eq!(cbmc.check.file.as_deref(), Some("program.c"));
    let esbmc = only_violation("esbmc_failed", 1);
    assert_eq!(
        values(&esbmc),
        [
            ("cs_1".to_string(), 7, Some(8)),
            ("offset".to_string(), 0xfffe, Some(16))
        ]
    );
    assert_eq!(esbmc.check.line, Some(8));
    assert_eq!(esbmc.check.file.as_deref(), Some("program.c"));
    let klee = only_violation("klee_failed", 0);
    assert_eq!(
        values(&klee),
        [
            ("unspool_0".to_string(), 7, Some(8)),
            ("unspool_1".to_string(), 0xfffe, Some(16))
        ]
    );
    assert_eq!(klee.check.line, Some(8));
}

/// Whatever is printed, and whatever the exit status: without a sign there is no verdict.
#[test]
fn garbage_is_no_verdict() {
    let folder = folder("garbage");
    let texts: [&[u8]; 8] = [
        b"",
        b"\0\xff\xfe garbage \x80\n",
        b"[]",
        b"[{\"cProverStatus\": 3}]",
        b"{\"cProverStatus\": \"success\"}",
        b"[{\"result\": [{}]}]",
        b"VERIFICATION",
        b"State 1\n = (\n(1)\nViolated property:\n\nKLEE: done: completed paths = x\n",
    ];
    for backend in TABLE {
        for (number, text) in texts.iter().enumerate() {
            for exit_code in [0, 1, 2, 6, 10, 134, 137] {
                let output = folder.join(format!("{}_{number}", backend.name));
                std::fs::write(&output, text).unwrap();
                let evidence = Evidence {
                    exit_code,
                    errors: output.clone(),
                    output,
                    folder: folder.clone(),
                };
                let answer = read(&backend.reader, &evidence);
                assert!(
                    matches!(answer, Answer::Unknown { .. }),
                    "{} for text {number} and {exit_code}: {answer:?}",
                    backend.name
                );
            }
        }
    }
}

/// Two opposite signs are as good as none.
#[test]
fn contradictions_are_no_verdict() {
    for (safe, violated) in [
        ("smack_no_errors", "smack_error"),
        ("cpachecker_true", "cpachecker_false"),
        ("satabs_successful", "satabs_failed"),
        ("ultimate_true", "ultimate_false"),
        ("esbmc_successful", "esbmc_failed"),
        ("seahorn_unsat", "seahorn_sat"),
    ] {
        let (name, _) = safe.split_once('_').unwrap();
        for exit_code in [0, 1, 10] {
            let evidence = Evidence {
                exit_code,
                output: recorded(&format!("{safe}.txt")),
                errors: recorded(&format!("{violated}.txt")),
                folder: folder("contradictions"),
            };
            let answer = read(&row(name).reader, &evidence);
            assert!(matches!(answer, Answer::Unknown { .. }), "{answer:?}");
        }
    }
}

/// Tests of KLEE that end in the middle have no inputs, and do no harm.
#[test]
fn a_damaged_test_has_no_inputs() {
    let folder = folder("damaged_test");
    write_klee_test(&folder.join("klee"));
    let test = folder.join("klee/test000002.ktest");
    let whole = std::fs::read(&test).unwrap();
    for length in 0..whole.len() {
        std::fs::write(&test, &whole[..length]).unwrap();
        let evidence = Evidence {
            exit_code: 0,
            output: recorded("klee_failed.txt"),
            errors: folder.join("errors"),
            folder: folder.clone(),
        };
        match read(&row("klee").reader, &evidence) {
            Answer::Violations(violations) => assert_eq!(violations[0].assignments, []),
            other => panic!("{other:?}"),
        }
    }
}
