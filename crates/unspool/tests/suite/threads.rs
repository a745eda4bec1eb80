//! Threaded programs: the run that ends badly is found, and happens again when it is replayed.

use crate::invocation::{Said, Workplace, call_in};

const LOST_UPDATE: &str = "#include <assert.h>
#include <pthread.h>
int count;
static void *increment(void *unused) {
    int seen = count;
    count = seen + 1;
    return 0;
}
int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, increment, 0);
    pthread_create(&second, 0, increment, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(count == 2);
    return 0;
}
";

const OPPOSITE_LOCKS: &str = "#include <pthread.h>
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static void *one(void *unused) {
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return 0;
}
static void *other(void *unused) {
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a);
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    return 0;
}
int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, one, 0);
    pthread_create(&second, 0, other, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
";

#[test]
fn a_lost_update_is_found_and_replayed() {
    let place = Workplace::new("lost_update").with("a.c", LOST_UPDATE);
    for options in [
        "--runs 200",
        "--runs 200 --schedule pct",
        "--schedule exhaustive",
    ] {
        let said = place.call(&format!("run a.c {options}")).expect(
            10,
            &[
                "assertion failed",
                "a.c:15:",
                "assert(count == 2)",
                "--replay",
            ],
        );
        replay(&place, &said).expect(10, &["assertion failed", "a.c:15:"]);
    }
    // A seed says as much as a schedule.
    let said = place.call("run a.c --runs 200").expect(10, &["with seed"]);
    let seed = said
        .errors
        .split("with seed ")
        .nth(1)
        .and_then(|rest| rest.lines().next());
    let seed = seed.expect("a seed");
    place
        .call(&format!("run a.c --seed {seed}"))
        .expect(10, &["assertion failed"]);
}

#[test]
fn the_same_program_with_a_lock_is_fine() {
    let locked = LOST_UPDATE
        .replace(
            "int count;",
            "int count; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;",
        )
        .replace("int seen", "pthread_mutex_lock(&m); int seen")
        .replace("seen + 1;", "seen + 1; pthread_mutex_unlock(&m);");
    let place = Workplace::new("no_lost_update").with("a.c", locked);
    place
        .call("run a.c --runs 200 --races")
        .expect(0, &["200 runs, no violation found"]);
    place
        .call("run a.c --runs 200 --schedule pct")
        .expect(0, &["no violation found"]);
    place
        .call("run a.c --schedule exhaustive --races")
        .expect(0, &["no violation in any interleaving"]);
    place
        .call("run a.c --schedule exhaustive --state-limit 3")
        .expect(5, &["--state-limit"]);
}

#[test]
fn a_deadlock_is_found_and_replayed() {
    let place = Workplace::new("deadlock").with("a.c", OPPOSITE_LOCKS);
    let said = place.call("run a.c --runs 500").expect(
        10,
        &[
            "deadlock",
            "thread 1 (one) waits here",
            "thread 2 (other) waits here",
            "pthread_mutex_lock(&b)",
        ],
    );
    replay(&place, &said).expect(10, &["deadlock"]);
    place
        .call("run a.c --schedule exhaustive")
        .expect(10, &["deadlock"]);
    let ordered = OPPOSITE_LOCKS.replace(
        "lock(&b);\n    pthread_mutex_lock(&a)",
        "lock(&a);\n    pthread_mutex_lock(&b)",
    );
    let place = Workplace::new("no_deadlock").with("a.c", ordered);
    place
        .call("run a.c --runs 500")
        .expect(0, &["no violation found"]);
}

#[test]
fn a_race_names_both_accesses() {
    let racy = LOST_UPDATE.replace("    assert(count == 2);\n", "");
    let place = Workplace::new("race").with("a.c", racy);
    place.call("run a.c --runs 50").expect(0, &[]);
    let said = place.call("run a.c --runs 50 --races").expect(
        10,
        &[
            "data race on",
            "count",
            "thread 1",
            "thread 2",
            "of 4 bytes by",
            "a.c:",
        ],
    );
    replay(&place, &said).expect(10, &["data race"]);
}

#[test]
fn inputs_are_reported_and_replayed() {
    let text = "int __VERIFIER_nondet_int(void);\nvoid reach_error(void);\nint main(void) {\n    \
                int x = __VERIFIER_nondet_int();\n    int y = __VERIFIER_nondet_int();\n    \
                if (x == 1 && y == 2)\n        reach_error();\n    return 0;\n}\n";
    let place = Workplace::new("inputs").with("a.c", text);
    place
        .call("run a.c --inputs 1,2")
        .expect(10, &["reach_error", "a.c:7:", "--inputs 1,2"]);
    place.call("run a.c --inputs 1,3").expect(0, &[]);
    place
        .call("run a.c --schedule exhaustive --domain 0,1,2")
        .expect(10, &["--inputs 1,2"]);
    place.call("run a.c --schedule exhaustive").expect(0, &[]);
    let said = place.call("run a.c --runs 2000").expect(10, &[]);
    replay(&place, &said).expect(10, &["reach_error"]);
}

#[test]
fn limits_and_excluded_runs_are_unknown() {
    let place = Workplace::new("limits")
        .with(
            "loop.c",
            "int main(void) { for (volatile int i = 0;; i++) ; }\n",
        )
        .with(
            "assume.c",
            "void __VERIFIER_assume(int);\nint main(void) { __VERIFIER_assume(0); return 0; }\n",
        );
    place
        .call("run loop.c --step-limit 10000")
        .expect(5, &["limit", "--step-limit"]);
    place
        .call("run loop.c --step-limit 10000 --runs 3")
        .expect(5, &["3 of 3 runs reached a limit"]);
    place.call("run assume.c").expect(5, &["assumption"]);
    place
        .call("run assume.c --runs 5")
        .expect(5, &["nothing was tested"]);
}

#[test]
fn memory_errors_are_shown_in_the_callers_line() {
    let text = "#include <string.h>\n#include <stdlib.h>\nint main(void) {\n    char *p = malloc(4);\n    \
                strcpy(p, \"too long\");\n    return 0;\n}\n";
    let place = Workplace::new("memory").with("a.c", text);
    place
        .call("run a.c")
        .expect(10, &["out of bounds", "a.c:5:", "strcpy"]);
}

/// Calls again with the command that the report recommends.
fn replay(place: &Workplace, said: &Said) -> Said {
    let command = said
        .errors
        .split("to see it again: unspool ")
        .nth(1)
        .and_then(|rest| rest.lines().next())
        .expect("a command");
    let words: Vec<&str> = command
        .split(' ')
        .map(|word| word.trim_matches('\''))
        .collect();
    call_in(&place.folder, &words, "")
}
