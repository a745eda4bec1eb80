//! `unspool check`: verdicts, exit codes, options, limits, inputs that are none.

use serde_json::Value;

use crate::invocation::{Said, Workplace};

/// Two threads add to a balance; `LOCK` and `UNLOCK` stand where they should hold a lock.
pub const ACCOUNT: &str = "#include <assert.h>
#include <pthread.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int balance;
void *deposit(void *argument)
{
    LOCK;
    int seen = balance;
    balance = seen + 1;
    UNLOCK;
    return 0;
}
int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, deposit, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    assert(balance == 2);
    return 0;
}
";

/// Two threads take turns in a section for ever; it is never safe to say that all of that was looked at.
pub const SERVER: &str = "#include <assert.h>
#include <pthread.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int inside;
void *serve(void *argument)
{
    for (;;) {
        pthread_mutex_lock(&lock);
        inside++;
        assert(inside == 1);
        inside--;
        pthread_mutex_unlock(&lock);
    }
}
int main(void)
{
    pthread_t other;
    pthread_create(&other, 0, serve, 0);
    serve(0);
    return 0;
}
";

const UNLOCKED_TWICE: &str = "#include <pthread.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int main(void)
{
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    pthread_mutex_unlock(&lock);
    return 0;
}
";

pub const LOCKED: &str = "-DLOCK=pthread_mutex_lock(&lock) -DUNLOCK=pthread_mutex_unlock(&lock)";
pub const UNLOCKED: &str = "-DLOCK= -DUNLOCK=";

/// Checks the first line of the output.
#[track_caller]
pub fn verdict(said: &Said, expected: &str) {
    let first = said.output.lines().next().unwrap_or("");
    assert!(
        first.starts_with(expected),
        "`{expected}` expected in\n{}\n{}",
        said.output,
        said.errors
    );
}

#[track_caller]
pub fn output_has(said: &Said, parts: &[&str]) {
    for part in parts {
        assert!(said.output.contains(part), "`{part}` in\n{}", said.output);
    }
}

#[test]
fn an_interleaving_that_goes_wrong_is_found() {
    let place = Workplace::new("check_unsafe").with("a.c", ACCOUNT);
    let said = place.call(&format!("check a.c {UNLOCKED}")).expect(10, &[]);
    verdict(&said, "UNSAFE: a.c:20:");
    let said = place
        .call(&format!("check a.c {UNLOCKED} --unwind 1 --rounds 3"))
        .expect(10, &[]);
    verdict(&said, "UNSAFE: a.c:20:");
    let said = place
        .call(&format!("check a.c {UNLOCKED} --unwind 1 --contexts 6"))
        .expect(10, &[]);
    verdict(&said, "UNSAFE: a.c:20:");
    // The lost update needs a switch back.
    let said = place.call(&format!(
        "check a.c {UNLOCKED} --unwind 1 --rounds 1 --accept-bounded --property unreach-call"
    ));
    verdict(&said.expect(0, &[]), "SAFE WITHIN BOUNDS: ");
}

#[test]
fn what_is_complete_is_safe() {
    let place = Workplace::new("check_safe").with("a.c", ACCOUNT);
    let said = place.call(&format!("check a.c {LOCKED}")).expect(0, &[]);
    verdict(&said, "SAFE: no execution violates any of ");
    output_has(
        &said,
        &["all executions were covered: nothing had to be cut"],
    );
    assert!(
        said.errors
            .contains("looked for: unreach-call, valid-memsafety, "),
        "{}",
        said.errors
    );
    let not = said.errors.split_once("; not: ").map_or("", |(_, not)| not);
    assert!(not.contains("thread-leak"), "{}", said.errors);
    assert!(!not.contains("no-data-race"), "{}", said.errors);
}

/// A verdict means nothing to those who do not know what it is about.
#[test]
fn what_is_not_looked_at_is_said_also_if_quiet() {
    let place = Workplace::new("check_quiet").with("a.c", ACCOUNT);
    let said = place.call(&format!("check -q a.c {LOCKED} --property lock-misuse"));
    let said = said.expect(
        0,
        &["looked for: lock-misuse; not: unreach-call, valid-memsafety"],
    );
    assert_eq!(said.errors.lines().count(), 1, "{}", said.errors);
}

#[test]
fn what_is_bounded_is_never_plainly_safe() {
    let place = Workplace::new("check_bounded").with("a.c", SERVER);
    let line = "check a.c --unwind 2 --rounds 2";
    let said = place.call(line).expect(
        5,
        &[
            "1 loop is cut: longer executions are not considered",
            "a.c:7:",
            "at the bound of 2 iterations",
        ],
    );
    verdict(
        &said,
        "SAFE WITHIN BOUNDS: no execution with at most 2 iterations of each loop that was cut and 2 rounds violates ",
    );
    output_has(
        &said,
        &["not covered: a.c:7:5: this loop may run more than 2 times"],
    );
    let said = place
        .call(&format!("{line} --accept-bounded"))
        .expect(0, &[]);
    verdict(&said, "SAFE WITHIN BOUNDS: ");
    let broken = SERVER.replace(
        "pthread_mutex_lock(&lock);\n        inside++",
        "inside++; pthread_mutex_lock(&lock)",
    );
    assert_ne!(broken, SERVER);
    let place = Workplace::new("check_bounded_twin").with("a.c", broken);
    verdict(&place.call("check a.c").expect(10, &[]), "UNSAFE: a.c:");
    let said = place.call("check a.c --accept-bounded").expect(10, &[]);
    verdict(&said, "UNSAFE: a.c:");
}

#[test]
fn only_what_is_asked_for_is_looked_for() {
    let place = Workplace::new("check_property").with("a.c", UNLOCKED_TWICE);
    let said = place.call("check a.c").expect(10, &[]);
    verdict(&said, "UNSAFE: a.c:7:");
    verdict(
        &place
            .call("check a.c --property lock-misuse")
            .expect(10, &[]),
        "UNSAFE: a.c:7:",
    );
    for options in [
        "--property unreach-call",
        "--property unreach-call --property thread-misuse",
        "--ignore lock-misuse",
    ] {
        let said = place
            .call(&format!("check a.c {options}"))
            .expect(0, &["; not: ", "lock-misuse"]);
        verdict(&said, "SAFE: no execution violates unreach-call");
    }
}

#[test]
fn deepening_gets_to_bugs_that_need_several_iterations() {
    let text = "#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void)
{
    int n = 0;
    while (__VERIFIER_nondet_int())
        n++;
    assert(n != 5);
    return 0;
}
";
    let place = Workplace::new("check_deep").with("a.c", text);
    verdict(&place.call("check a.c").expect(10, &[]), "UNSAFE: a.c:8:");
    verdict(
        &place.call("check a.c --unwind 4 --rounds 1").expect(5, &[]),
        "SAFE WITHIN BOUNDS: ",
    );
    verdict(
        &place
            .call("check a.c --unwind 5 --rounds 1")
            .expect(10, &[]),
        "UNSAFE: ",
    );
}

#[test]
fn loops_that_constants_end_are_gone_through() {
    let text = "#include <assert.h>
int table[1000];
int main(void)
{
    for (int i = 0; i < 1000; i++)
        table[i] = i;
    assert(table[999] != 999);
    return 0;
}
";
    let place = Workplace::new("check_long_loop").with("a.c", text);
    verdict(&place.call("check a.c").expect(10, &[]), "UNSAFE: a.c:7:");
    let safe = text.replace("!= 999", "== 999");
    let place = Workplace::new("check_long_loop_twin").with("a.c", safe);
    verdict(&place.call("check a.c").expect(0, &[]), "SAFE: ");
    // With bounds of the user's own they are left alone.
    let said = place
        .call("check a.c --unwind 2 --rounds 1")
        .expect(5, &["need --unwind-for N"]);
    output_has(&said, &["each one is cut before"]);
}

#[test]
fn limits_are_kept_and_told() {
    let place = Workplace::new("check_limits").with("a.c", SERVER);
    let said = place.call("check a.c --time-limit 1s").expect(5, &[]);
    output_has(
        &said,
        &["the time limit of 1 s (--time-limit) was reached during --unwind "],
    );
    let said = place
        .call("check a.c --unwind 300 --rounds 40 --memory-limit 32M")
        .expect(5, &[]);
    verdict(
        &said,
        "UNKNOWN: the memory limit of 32 MB (--memory-limit) was reached",
    );
    output_has(&said, &["--memory-limit allows more"]);
    let said = place
        .call("check a.c --max-instructions 20")
        .expect(5, &["more than 20 instructions"]);
    verdict(
        &said,
        "UNKNOWN: the bounded program would have too many instructions",
    );
}

#[test]
fn what_is_unsupported_makes_the_answer_unknown_where_it_is_reached() {
    let text = "int __VERIFIER_nondet_int(void);
int main(void)
{
    int n = __VERIFIER_nondet_int(), m = 0;
    if (n > 3 && n < LIMIT)
        __asm__ volatile(\"incl %0\" : \"+r\"(m));
    return m;
}
";
    let place = Workplace::new("check_unsupported").with("a.c", text);
    let said = place.call("check a.c -DLIMIT=9").expect(5, &[]);
    verdict(&said, "UNKNOWN: a.c:6:");
    output_has(
        &said,
        &["an execution gets here, to what is not supported: assembly `incl %0`"],
    );
    verdict(&place.call("check a.c -DLIMIT=3").expect(0, &[]), "SAFE: ");
}

/// What the engine itself cannot follow is as unsupported as what the front end says is.
#[test]
fn what_is_too_large_for_the_engine_is_never_safe() {
    let declarations = "#include <assert.h>\n#include <stdlib.h>\nint __VERIFIER_nondet_int(void);\nint a[20000];\nint main(void)\n{\n";
    for (name, body, expected) in [
        (
            "index",
            "int i = __VERIFIER_nondet_int(); if (i < 0 || i >= 20000) return 0; a[i] = 1; assert(a[5] == 0);",
            "UNKNOWN",
        ),
        (
            "small",
            "int i = __VERIFIER_nondet_int(); if (i < 0 || i >= 8) return 0; int b[9] = {0}; b[i] = 1; assert(b[8] == 0);",
            "SAFE:",
        ),
        (
            "size",
            "int n = __VERIFIER_nondet_int(); if (n < 1 || n > 2000) return 0; int *p = malloc(n * 4); p[0] = n; assert(p[0] != 1500);",
            "UNKNOWN",
        ),
        (
            "fits",
            "int n = __VERIFIER_nondet_int(); if (n < 1 || n > 20) return 0; int *p = malloc(n * 4); p[0] = n; assert(p[0] != 15);",
            "UNSAFE",
        ),
    ] {
        let text = format!("{declarations}{body}\nreturn 0;\n}}\n");
        let place = Workplace::new(&format!("check_too_large_{name}")).with("a.c", text);
        let said = place.call("check a.c --time-limit 60 --accept-bounded");
        verdict(&said, expected);
    }
}

#[test]
fn memory_that_was_never_set_is_replayed() {
    let place = Workplace::new("check_never_set").with(
        "swap.c",
        "#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>
int main(void)
{
    atomic_int *p = malloc(sizeof *p);
    int expected = 7;
    assert(!atomic_compare_exchange_strong(p, &expected, 8) || *p == WANTED);
    return 0;
}
",
    );
    verdict(
        &place.call("check swap.c -DWANTED=9").expect(10, &[]),
        "UNSAFE",
    );
    verdict(
        &place.call("check swap.c -DWANTED=8").expect(0, &[]),
        "SAFE: ",
    );
}

#[test]
fn costs_are_told_if_wanted() {
    let place = Workplace::new("check_stats").with("a.c", ACCOUNT);
    let said = place
        .call(&format!("check a.c {UNLOCKED} --stats"))
        .expect(10, &[]);
    verdict(&said, "UNSAFE: ");
    output_has(
        &said,
        &[
            "phase ",
            "front end",
            "symbolic execution",
            "by the clock; steps run at the same time, and their phases are added up",
            "processor time: ",
            "peak memory: ",
            "clauses",
            "violation",
        ],
    );
    for line in ["--stats json a.c", "a.c --stats=json"] {
        let said = place
            .call(&format!("check {line} {LOCKED} -q"))
            .expect(0, &[]);
        verdict(&said, "SAFE: ");
        let last = said.output.lines().last().unwrap_or("");
        let value: Value = serde_json::from_str(last).expect("JSON");
        assert_eq!(value["verdict"], "safe");
        assert_eq!(value["exit_code"], 0);
        let steps = value["steps"].as_array().expect("steps");
        assert!(steps.iter().any(|step| step["threads"] == 3), "{last}");
        assert!(value["seconds"]["total"].as_f64() > Some(0.0), "{last}");
        assert!(value["cpu_seconds"].as_f64().is_some(), "{last}");
        assert_eq!(value["search_end"], "complete");
    }
}

#[test]
fn wrong_usage_is_explained() {
    let place = Workplace::new("check_usage").with("a.c", UNLOCKED_TWICE);
    for (options, part) in [
        ("--rounds 2 --contexts 3", "cannot be used with"),
        ("--rounds 0", "0 is not in"),
        ("--property nonsense", "all, unreach-call, valid-memsafety"),
        (
            "--property no-data-race --schema lazy",
            "`no-data-race` is not looked for in sequential programs",
        ),
        (
            "--property lock-misuse --ignore lock-misuse",
            "contradicts --ignore lock-misuse",
        ),
        ("--ignore lock-misuse --property lock-misuse", "contradicts"),
        ("--time-limit soon", "such as 90, 90s or 5m"),
        ("--time-limit 3d", "`d` is no unit of time"),
        (
            "--time-limit -1",
            "`-1` is no time that can be waited for; give",
        ),
        (
            "--time-limit 0",
            "`0` is no time that can be waited for; give",
        ),
        ("--memory-limit 0", "`0` is no size"),
        ("--memory-limit -4G", "`-4G` is no size; give"),
        ("--memory-limit 5M", "give at least 32M"),
        ("--rounds -1", "-1 is not in 1..=1000"),
        ("--unwind -1", "-1 is not in 1.."),
        ("--jobs 0", "0 is not in"),
        ("./a.c", "`./a.c` is given twice"),
        ("--no-reduction nothing", "narrow-words"),
        ("--stats=xml", "json"),
        ("--unwind-loop nowhere=2", "there is no function `nowhere`"),
    ] {
        let said = place
            .call(&format!("check a.c {options}"))
            .expect(1, &[part]);
        assert_eq!(said.output, "", "{options}");
    }
    let reductions = "--no-reduction narrow-words --no-reduction slice";
    place
        .call(&format!("check a.c {reductions}"))
        .expect(10, &[]);
    place.call("check a.c --no-reductions").expect(10, &[]);
}

#[test]
fn inputs_that_are_none() {
    let place = Workplace::new("check_inputs")
        .with("empty.c", "")
        .with("binary.c", b"\x7fELF\x02\x01\0\0\0\0")
        .with("prose.c", "Dear Sir or Madam,\nthis is not a program.\n")
        .with("library.c", "int f(void) { return 0; }\n")
        .with(
            "calls.c",
            "int unknown(void);\nint main(void) { return unknown(); }\n",
        );
    for (file, part) in [
        ("missing.c", "cannot read `missing.c`"),
        (".", "`.` is a directory"),
        ("empty.c", "`empty.c` is empty"),
        ("binary.c", "is a binary file"),
        ("prose.c", "prose.c:1:1"),
        ("library.c", "there is no function `main`"),
        ("calls.c", "`unknown`"),
    ] {
        let said = place.call(&format!("check {file}")).expect(2, &[part]);
        assert_eq!(said.output, "", "{file}");
    }
}

#[test]
fn a_bounded_program_is_an_input() {
    let place = Workplace::new("check_ir").with("a.c", ACCOUNT);
    let bound = format!("bound a.c {UNLOCKED} -o a.ir");
    place.call(&bound).expect(0, &[]);
    verdict(&place.call("check a.ir").expect(10, &[]), "UNSAFE: ");
    place
        .call("check a.ir --property lock-misuse")
        .expect(1, &["--property comes too late for a bounded program"]);
}

/// What bounding has cut from it nobody knows, nor which operations ought to have been checked.
#[test]
fn a_bounded_program_is_safe_within_bounds_at_most() {
    let overflows = "#include <limits.h>\n#include <pthread.h>\nint x = INT_MAX - 1;\nvoid *count(void *p) { x++; return p; }\nint main(void) { pthread_t a, b; pthread_create(&a, 0, count, 0); pthread_create(&b, 0, count, 0); return 0; }\n";
    let place = Workplace::new("check_ir_bounds").with("a.c", overflows);
    let said = place.call("check a.c").expect(10, &[]);
    output_has(&said, &["no-overflow", "no-data-race"]);
    place.call("bound a.c -o a.ir").expect(0, &[]);
    let said = place.call("check a.ir").expect(5, &[]);
    verdict(
        &said,
        "SAFE WITHIN BOUNDS: no execution of the bounded program violates unreach-call, valid-memsafety, lock-misuse",
    );
    output_has(&said, &["not covered: what was cut when it was bounded"]);
    let limited = "check a.ir --unwind 1 --rounds 1 --no-reduction checks-left";
    let said = place.call(limited).expect(5, &[]);
    output_has(&said, &["not covered: what was cut when it was bounded"]);
    let all = "unreach-call+lock-misuse+thread-misuse+no-overflow".split('+');
    let asked: Vec<String> = all.map(|name| format!("--property {name}")).collect();
    place
        .call(&format!("check a.ir {}", asked.join(" ")))
        .expect(
            1,
            &["too late for a bounded program: what no-overflow is about is not in it any more"],
        );
}

/// Ranges of values know how often a shared counter is increased.
#[test]
fn counters_need_no_schedules() {
    let program = "#include <assert.h>\n#include <pthread.h>\nint x;\nvoid *count(void *p) { x++; assert(x <= MOST); return p; }\nint main(void) { pthread_t a, b; pthread_create(&a, 0, count, 0); pthread_create(&b, 0, count, 0); return 0; }\n";
    let place = Workplace::new("check_counters").with("a.c", program);
    let asked = "--property unreach-call --property no-overflow";
    let said = place.call(&format!("check a.c -DMOST=2 {asked}"));
    let said = said.expect(0, &[]);
    output_has(
        &said,
        &["whatever the schedule, nothing is left that can fail"],
    );
    let without = format!("check a.c -DMOST=2 {asked} --no-reduction checks-left");
    let said = place.call(&without).expect(0, &[]);
    assert!(!said.output.contains("whatever the schedule"));
    place
        .call(&format!("check a.c -DMOST=1 {asked}"))
        .expect(10, &[]);
}
