//! The verifiers that are installed wherever the project is tested: CBMC, and the compiler.

use std::path::PathBuf;

use unspool_backends::{Answer, DataModel, Found, Outcome, Violation};

use crate::contract::{REST, WORDS};
use crate::tools::{LONG, folder, installed, request, row, run_to_end};

/// Two guesses that must not be 3 and 5 at the same time, though nothing keeps them from it.
const UNSAFE: &str = r#"
int main(void)
{
    unsigned char cs_1, cs_2;
    short signed_one;
    UNSPOOL_COUNTER(3, unsigned char) counter;
    cs_1 = unspool_nondet_u8();
    unspool_assume(cs_1 < 4);
    cs_2 = unspool_nondet_u8();
    unspool_assume(cs_2 >= cs_1 && cs_2 < 6);
    signed_one = unspool_nondet_i16();
    unspool_assume(signed_one == -2);
    counter = cs_2;
    unspool_assert(!(cs_1 == 3 && counter == 5), "assertion: three and five (a.c:7)");
    return 0;
}
"#;

fn written(name: &str, backend: &str, program: &str) -> PathBuf {
    let file = folder(name).join("program with spaces.c");
    std::fs::write(&file, [row(backend).prelude, REST, program].concat()).unwrap();
    file
}

fn answer(backend: &str, found: &Found, name: &str, program: &str) -> Outcome {
    let file = written(name, backend, program);
    run_to_end(&request(backend, found, &file, LONG))
}

fn violations(answer: Answer) -> Vec<Violation> {
    match answer {
        Answer::Violations(violations) => violations,
        other => panic!("{other:?}"),
    }
}

fn last(violation: &Violation, name: &str) -> (u128, Option<u32>) {
    let mut assignments = violation.assignments.iter().rev();
    let assignment = assignments.find(|assignment| assignment.name == name);
    let value = assignment.unwrap_or_else(|| panic!("no {name}")).value;
    (value.bits, value.width)
}

#[test]
fn cbmc_finds_a_violation_and_its_values() {
    let Some(found) = installed("cbmc", "cbmc_finds_a_violation_and_its_values") else {
        return;
    };
    for data_model in [DataModel::Lp64, DataModel::Ilp32] {
        let file = written("cbmc_unsafe", "cbmc", UNSAFE);
        let request = unspool_backends::Request {
            data_model,
            ..request("cbmc", &found, &file, LONG)
        };
        let violations = violations(run_to_end(&request).answer);
        let [violation] = violations.as_slice() else {
            panic!("{violations:?}");
        };
        assert_eq!(violation.check.text, "assertion: three and five (a.c:7)");
        assert!(violation.check.line.is_some());
        assert_eq!(last(violation, "cs_1"), (3, Some(8)));
        assert_eq!(last(violation, "cs_2"), (5, Some(8)));
        assert_eq!(last(violation, "counter"), (5, Some(3)));
        assert_eq!(last(violation, "signed_one"), (0xfffe, Some(16)));
    }
}

#[test]
fn cbmc_finds_no_violation_where_there_is_none() {
    let Some(found) = installed("cbmc", "cbmc_finds_no_violation_where_there_is_none") else {
        return;
    };
    let safe = UNSAFE.replace("cs_2 < 6", "cs_2 < 5");
    assert_eq!(
        answer("cbmc", &found, "cbmc_safe", &safe).answer,
        Answer::NoViolation
    );
    assert_eq!(
        answer("cbmc", &found, "cbmc_words", WORDS).answer,
        Answer::NoViolation
    );
}

#[test]
fn cbmc_keeps_violations_apart() {
    let Some(found) = installed("cbmc", "cbmc_keeps_violations_apart") else {
        return;
    };
    let program = r#"
int main(void)
{
    int guess;
    guess = unspool_nondet_i32();
    unspool_assert(guess != 7, "assertion: seven (a.c:1)");
    unspool_assert(guess != -9, "assertion: minus nine (a.c:2)");
    return 0;
}
"#;
    let file = written("cbmc_two", "cbmc", program);
    let request = unspool_backends::Request {
        all_violations: true,
        ..request("cbmc", &found, &file, LONG)
    };
    let mut violations = violations(run_to_end(&request).answer);
    violations.sort_by(|a, b| b.check.text.cmp(&a.check.text));
    let texts: Vec<&str> = violations.iter().map(|v| v.check.text.as_str()).collect();
    assert_eq!(
        texts,
        ["assertion: seven (a.c:1)", "assertion: minus nine (a.c:2)"]
    );
    assert_eq!(last(&violations[0], "guess"), (7, Some(32)));
    assert_eq!(last(&violations[1], "guess"), (0xffff_fff7, Some(32)));
}

/// Accesses that cannot be made end the execution: in CBMC's own terms some of them could be made.
#[test]
fn cbmc_does_not_go_on_behind_invalid_accesses() {
    let Some(found) = installed("cbmc", "cbmc_does_not_go_on_behind_invalid_accesses") else {
        return;
    };
    let program = |access: &str| {
        format!(
            r#"
char array[4];
int main(void)
{{
    unsigned char size;
    size = unspool_nondet_u8();
    unspool_assume(size < 9);
    char *object;
    object = unspool_alloc(size, 1);
    char *freed;
    freed = unspool_alloc(3, 1);
    char *other;
    other = unspool_alloc(3, 1);
    char *null;
    null = 0;
    unspool_free(freed);
    unspool_free(null);
    {access};
    unspool_assert(0, "assertion: reached (a.c:1)");
    return 0;
}}
"#
        )
    };
    let cases = [
        ("unspool_readable(object, size)", true),
        ("unspool_readable(object, 8)", true),
        ("unspool_readable(object, 9)", false),
        ("unspool_readable(object + 1, size)", false),
        (
            "unspool_writable(array + size, 1); unspool_assume(size < 4)",
            true,
        ),
        (
            "unspool_writable(array + size, 1); unspool_assume(size >= 4)",
            false,
        ),
        ("unspool_writable(array - 1, 1)", false),
        ("unspool_writable(other, 3)", true),
        ("unspool_writable(freed, 1)", false),
        ("unspool_free(freed)", false),
        ("unspool_free(other + 1)", false),
        ("unspool_free(array)", false),
        ("unspool_free(other); unspool_readable(object, size)", true),
        ("unspool_readable(null, 1)", false),
        ("unspool_readable(null + size, 1)", false),
        (
            "unspool_assume(unspool_object_size(object) == size && unspool_object_size(freed) == 3)",
            true,
        ),
    ];
    for (number, (access, is_reached)) in cases.into_iter().enumerate() {
        let name = format!("cbmc_access_{number}");
        let answer = answer("cbmc", &found, &name, &program(access)).answer;
        let was_reached = match answer {
            Answer::NoViolation => false,
            Answer::Violations(_) => true,
            Answer::Unknown { why } => panic!("{access}: {why}"),
        };
        assert_eq!(was_reached, is_reached, "{access}");
    }
}

#[test]
fn what_cbmc_cannot_read_is_no_verdict() {
    let Some(found) = installed("cbmc", "what_cbmc_cannot_read_is_no_verdict") else {
        return;
    };
    let answer = answer(
        "cbmc",
        &found,
        "cbmc_wrong",
        "int main(void) { return missing; }",
    );
    let Answer::Unknown { why } = answer.answer else {
        panic!("{answer:?}");
    };
    assert!(why.contains("missing") && why.contains("line "), "{why}");
}

#[test]
fn the_compiled_program_finds_a_violation() {
    let Some(found) = installed("native", "the_compiled_program_finds_a_violation") else {
        return;
    };
    let outcome = answer("native", &found, "native_unsafe", UNSAFE);
    let violations = violations(outcome.answer);
    assert_eq!(
        violations[0].check.text,
        "assertion: three and five (a.c:7)"
    );
}

#[test]
fn a_seed_repeats_a_violation() {
    let Some(found) = installed("native", "a_seed_repeats_a_violation") else {
        return;
    };
    let file = written("native_seed", "native", UNSAFE);
    let program = file.with_extension("");
    let compiled = std::process::Command::new(&found.path)
        .args(["-w", "-o"])
        .args([&program, &file])
        .status();
    assert!(compiled.unwrap().success());
    let run = |words: &[&str]| {
        let output = std::process::Command::new(&program).args(words).output();
        let output = output.unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        (output.status.code(), text)
    };
    let (status, text) = run(&["--seed", "100"]);
    assert_eq!(status, Some(1), "{text}");
    let words = text
        .lines()
        .find_map(|line| line.strip_prefix("unspool: again with: "));
    let words: Vec<&str> = words.unwrap().split(' ').collect();
    assert_eq!(run(&words), (Some(1), text));
    assert_eq!(run(&["--seed", "x"]).0, Some(2));
}

/// Random executions prove nothing.
#[test]
fn the_compiled_program_never_says_that_there_is_no_violation() {
    let Some(found) = installed("native", "the_compiled_program_never_says...") else {
        return;
    };
    let safe = UNSAFE.replace("cs_2 < 6", "cs_2 < 5");
    let file = written("native_safe", "native", &safe);
    let more = ["--runs".to_string(), "5".to_string()];
    let request = unspool_backends::Request {
        more: &more,
        ..request("native", &found, &file, LONG)
    };
    let outcome = run_to_end(&request);
    let Answer::Unknown { why } = outcome.answer else {
        panic!("{outcome:?}");
    };
    assert!(why.contains("random executions show no violation"), "{why}");
}
