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
                "assertion failed: count == 2 [unreach-call]",
                "a.c:15:",
                "assert(count == 2)",
                "--replay",
            ],
        );
        replay(&place, &said).expect(10, &["assertion failed: count == 2 [", "a.c:15:"]);
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
            "thread 1 waits for b, which thread 2 holds",
            "thread 2 (other) at a.c:",
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
            "holding no lock",
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
    place.call("run loop.c --step-limit 10000").expect(
        5,
        &[
            "limit",
            "--step-limit",
            "loop.c:1:",
            "thread 0 (main) is here",
        ],
    );
    place
        .call("run loop.c --step-limit 10000 --runs 3")
        .expect(5, &["3 of 3 runs reached a limit"]);
    place.call("run assume.c").expect(5, &["assumption"]);
    place
        .call("run assume.c --runs 5")
        .expect(5, &["nothing was tested"]);
}

/// Ends with status 0, 3, or in `abort()`, depending on who is faster.
const SEVERAL_ENDS: &str = "#include <pthread.h>
#include <stdlib.h>
int x;
static void *one(void *unused) { x = 1; return 0; }
static void *two(void *unused) { x = 2; return 0; }
int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, one, 0);
    pthread_create(&second, 0, two, 0);
    int seen = x;
    if (seen == 1)
        abort();
    return seen == 2 ? 3 : 0;
}
";

#[test]
fn it_is_told_how_runs_ended() {
    let place = Workplace::new("ends").with("a.c", SEVERAL_ENDS);
    let said = place.call("run a.c --runs 200").expect(
        0,
        &[
            "200 runs, no violation found: ",
            " finished with status 0, ",
            " finished with status 3 (first with seed ",
            " aborted (first with seed ",
        ],
    );
    let seed = said.errors.split("aborted (first with seed ").nth(1);
    let seed = seed
        .and_then(|rest| rest.split(')').next())
        .expect("a seed");
    place
        .call(&format!("run a.c --seed {seed}"))
        .expect(134, &[]);

    let said = place
        .call("run a.c --schedule exhaustive")
        .expect(0, &["no violation in any interleaving"]);
    for (ending, code) in [
        ("finished with status 0", 0),
        ("finished with status 3", 3),
        ("aborted", 134),
    ] {
        let said = call_command_after(&place, &said, &format!("  {ending}: unspool "));
        assert_eq!(said.expect(code, &[]).errors, "", "{ending}");
    }
    let usual = Workplace::new("usual_end").with("a.c", "int main(void) { return 0; }\n");
    usual
        .call("run a.c --schedule exhaustive")
        .expect(0, &["every execution that ends finishes with status 0"]);
    usual.call("run a.c --runs 7").expect(
        0,
        &["7 runs, no violation found: 7 finished with status 0\n"],
    );
}

const WAITING_LOOP: &str = "#include <pthread.h>
volatile int ready;
static void *set(void *unused) { ready = 1; return 0; }
int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, set, 0);
    while (!ready)
        ;
    return 4;
}
";

#[test]
fn behind_the_end_of_a_schedule_all_threads_get_on() {
    let place = Workplace::new("waiting_loop").with("a.c", WAITING_LOOP);
    for schedule in ["0", "0*50"] {
        let said = place
            .call(&format!("run a.c --replay {schedule} --step-limit 1000000"))
            .expect(4, &[]);
        assert_eq!(said.errors, "");
    }
}

#[test]
fn a_schedule_that_does_not_fit_is_reported() {
    let place = Workplace::new("misfit").with("a.c", WAITING_LOOP);
    for (schedule, part) in [
        ("0,7*3,0", "at step 2 thread 7 does not exist"),
        ("0*20,1*100,0", "thread 1 has ended"),
        ("0*30,1*3,0*1000", "the run ended after "),
    ] {
        place
            .call(&format!("run a.c --replay {schedule}"))
            .expect(4, &["the schedule does not fit the program: ", part]);
    }
}

#[test]
fn a_program_that_never_ends_is_told_so() {
    let text = "#include <pthread.h>\nint x;\nstatic void *spin(void *unused) { for (;;) x = 1; }\n\
                int main(void) {\n    pthread_t thread;\n    pthread_create(&thread, 0, spin, 0);\n    \
                pthread_join(thread, 0);\n    return 0;\n}\n";
    let place = Workplace::new("never_ends").with("a.c", text);
    place
        .call("run a.c --schedule exhaustive")
        .expect(0, &["no execution ends"]);
    // A loop without a visible step is seen only by the limit.
    let place = Workplace::new("never_gets_on").with("a.c", text.replace("x = 1", ""));
    place
        .call("run a.c --schedule exhaustive --step-limit 100000")
        .expect(5, &["limit", "no execution has ended"]);
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
    call_command_after(place, said, "to see it again: unspool ")
}

fn call_command_after(place: &Workplace, said: &Said, before: &str) -> Said {
    let command = said
        .errors
        .split(before)
        .nth(1)
        .and_then(|rest| rest.lines().next())
        .expect("a command");
    let words: Vec<&str> = command
        .split(' ')
        .map(|word| word.trim_matches('\''))
        .collect();
    call_in(&place.folder, &words, "")
}

/// The search is over when there is something to report.
#[test]
fn a_search_stops_at_a_violation() {
    let source = "#include <assert.h>
#include <pthread.h>
int x;
void *add(void *argument) { for (int i = 0; i < 3; i++) x++; return 0; }
int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, add, 0);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
    assert(x == 7);
    return 0;
}
";
    let place = Workplace::new("search_stops").with("a.c", source);
    let states = |said: &str| -> u64 {
        let words: Vec<&str> = said.split_whitespace().collect();
        let position = words.iter().position(|word| word.starts_with("states"));
        let number = position.and_then(|position| words[position - 1].parse().ok());
        number.unwrap_or_else(|| panic!("no number of states in {said}"))
    };
    let wrong = place.call("run a.c --schedule exhaustive").expect(10, &[]);
    let all = place
        .call("run a.c --schedule exhaustive --ignore unreach-call")
        .expect(0, &[]);
    let all = format!("{}{}", all.output, all.errors);
    assert!(states(&wrong.errors) * 10 < states(&all), "{all}");
}
