//! `unspool check`: what it says of bounds, when it stops to raise them, and how its results are seen again.

use std::process::Command;

use crate::checking::{ACCOUNT, LOCKED, SERVER, UNLOCKED, output_has, verdict};
use crate::invocation::{Said, Workplace};

/// Goes as deep as an input says.
const RECURSION: &str = "#include <assert.h>
int __VERIFIER_nondet_int(void);
int depth;
void descend(int n)
{
    depth++;
    if (n > 0)
        descend(n - 1);
}
int main(void)
{
    descend(__VERIFIER_nondet_int());
    assert(depth != 6);
    return 0;
}
";

/// More and more threads, of which no two are in the section.
const CROWD: &str = "#include <assert.h>
#include <pthread.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int inside;
void *enter(void *argument)
{
    pthread_mutex_lock(&lock);
    inside++;
    assert(inside == 1);
    inside--;
    pthread_mutex_unlock(&lock);
    return 0;
}
int main(void)
{
    for (;;) {
        pthread_t thread;
        pthread_create(&thread, 0, enter, 0);
    }
}
";

/// What stands behind `again with:`, made by a shell.
#[track_caller]
fn again(place: &Workplace, said: &Said) -> Said {
    let line = said
        .output
        .lines()
        .find(|line| line.contains("again with: "));
    let command = line.and_then(|line| line.split_once("again with: "));
    let (_, command) = command.unwrap_or_else(|| panic!("no command in\n{}", said.output));
    let words = command.strip_prefix("unspool ").expect("our command");
    let output = Command::new("sh")
        .args([
            "-c",
            &format!("\"$0\" {words}"),
            env!("CARGO_BIN_EXE_unspool"),
        ])
        .current_dir(&place.folder)
        .env_remove("CC")
        .output()
        .expect("a shell");
    Said {
        code: output.status.code().expect("no signal ended it"),
        output: String::from_utf8_lossy(&output.stdout).into_owned(),
        errors: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

/// Checks that the command shown gives the same verdict, in one step. The trace may be another.
#[track_caller]
fn is_seen_again(place: &Workplace, said: &Said) {
    let again = again(place, said);
    let first = |said: &Said| said.output.lines().next().unwrap_or("").to_string();
    assert_eq!(first(&again), first(said), "{}", again.errors);
    assert_eq!(again.code, said.code);
    assert!(!again.output.contains("again with"), "{}", again.output);
}

#[test]
fn results_are_seen_again_with_the_command_that_is_shown() {
    let place = Workplace::new("again")
        .with("account.c", ACCOUNT)
        .with("recursion.c", RECURSION)
        .with(
            "pointer.c",
            RECURSION
                .replace(
                    "void descend",
                    "void descend(int);\nvoid (*next)(int) = descend;\nvoid descend",
                )
                .replace("        descend(n", "        next(n"),
        )
        .with("crowd.c", CROWD)
        .with(
            "long.c",
            "#include <assert.h>
int table[1000];
int main(void)
{
    for (int i = 0; i < 1000; i++)
        table[i] = i;
    assert(table[999] != 999);
    return 0;
}
",
        )
        .with(
            "library.c",
            "#include <assert.h>
#include <string.h>
char __VERIFIER_nondet_char(void);
char text[40];
int main(void)
{
    for (int i = 0; i < 30; i++)
        text[i] = __VERIFIER_nondet_char();
    assert(strlen(text) != 23);
    return 0;
}
",
        );
    for (line, code, option) in [
        // Given to a shell as it is, the parentheses would be an error.
        (format!("check account.c {LOCKED}"), 0, "--rounds"),
        (format!("check {UNLOCKED} -- account.c"), 10, "--unwind"),
        ("check recursion.c".to_string(), 10, "--recursion "),
        ("check pointer.c".to_string(), 10, "--recursion "),
        (
            "check recursion.c --rounds 2".to_string(),
            10,
            "--recursion",
        ),
        ("check long.c".to_string(), 10, "--unwind-for 65536"),
        ("check library.c".to_string(), 10, "--unwind-library"),
        ("check crowd.c --max-threads 3".to_string(), 5, "--rounds"),
    ] {
        let said = place.call(&line).expect(code, &[]);
        output_has(&said, &["again with: unspool check ", option]);
        is_seen_again(&place, &said);
    }
}

#[test]
fn what_was_asked_for_exactly_needs_no_command() {
    let place = Workplace::new("not_again").with("a.c", SERVER);
    let said = place.call("check a.c --unwind 1 --rounds 2").expect(5, &[]);
    assert!(!said.output.contains("again with"), "{}", said.output);
    // Nor does what the program does not have.
    let deep = place
        .call("check a.c --rounds 1 --time-limit 2")
        .expect(5, &[]);
    let line = deep.output.lines().find(|line| line.contains("again with"));
    let line = line.expect("a command");
    for option in ["--recursion", "--unwind-library"] {
        assert!(!line.contains(option), "{line}");
    }
    output_has(
        &said,
        &["the search ended because these bounds were asked for"],
    );
}

/// More iterations and rounds do not help where the number of threads is the bound.
#[test]
fn bounds_are_not_raised_where_that_shows_nothing_new() {
    let place = Workplace::new("not_raised")
        .with("crowd.c", CROWD)
        .with("recursion.c", RECURSION);
    let said = place
        .call("check crowd.c --max-threads 3 --property unreach-call")
        .expect(5, &["there may be more than 3 threads"]);
    verdict(
        &said,
        "SAFE WITHIN BOUNDS: no execution with at most 3 threads violates ",
    );
    output_has(
        &said,
        &[
            "there may be more than 3 threads",
            "more iterations and rounds would show nothing new; only a larger --max-threads would",
        ],
    );
    // With three iterations all threads are there.
    let unwind = said
        .output
        .split("again with: unspool check --unwind ")
        .nth(1);
    let unwind = unwind.and_then(|rest| rest.split(' ').next()?.parse::<u32>().ok());
    assert!(unwind.is_some_and(|unwind| unwind < 20), "{}", said.output);
    let said = place
        .call("check recursion.c --recursion 4 --property unreach-call")
        .expect(5, &[]);
    verdict(
        &said,
        "SAFE WITHIN BOUNDS: no execution with at most 4 activations of `descend` violates ",
    );
    output_has(&said, &["only a larger --recursion would"]);
    let said = place
        .call("check recursion.c --recursion 6 --property unreach-call")
        .expect(10, &[]);
    verdict(&said, "UNSAFE: recursion.c:13:");
    let said = place
        .call("check recursion.c --property unreach-call")
        .expect(10, &[]);
    output_has(&said, &[" activations of `descend`, and replayed"]);
}

/// What is unsupported is not reached by more iterations either, but a bug elsewhere is.
#[test]
fn what_is_unsupported_does_not_keep_the_search_going() {
    let text = "#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 5)
        return 0;
    int i = 0;
    while (i < n)
        i++;
    if (n == 4)
        __asm__ volatile(\"incl %0\" : \"+r\"(i));
    assert(i != WRONG);
    return 0;
}
";
    let place = Workplace::new("unsupported_end").with("a.c", text);
    let said = place.call("check a.c -DWRONG=9").expect(5, &[]);
    verdict(&said, "UNKNOWN: a.c:12:");
    output_has(
        &said,
        &[
            "without that: no violation\n",
            "the search ended because more iterations and rounds would show nothing new",
        ],
    );
    verdict(
        &place.call("check a.c -DWRONG=5").expect(10, &[]),
        "UNSAFE: ",
    );
}

/// Only bounds that cut something are part of the sentence.
#[test]
fn loops_that_constants_end_are_not_called_bounded() {
    let place = Workplace::new("said_bounds").with("a.c", ACCOUNT);
    let said = place
        .call(&format!("check a.c {LOCKED} --rounds 1"))
        .expect(5, &[]);
    verdict(
        &said,
        "SAFE WITHIN BOUNDS: no execution with at most 1 round violates ",
    );
    output_has(
        &said,
        &[
            "not covered: schedules that need more than 1 round",
            "more iterations would show nothing new within these --rounds",
        ],
    );
    let said = place.call(&format!("check a.c {UNLOCKED}")).expect(10, &[]);
    assert!(!said.output.contains("iteration"), "{}", said.output);
    let place = Workplace::new("said_bounds_server").with("a.c", SERVER);
    let said = place.call("check a.c --unwind 3 --rounds 1").expect(5, &[]);
    verdict(
        &said,
        "SAFE WITHIN BOUNDS: no execution with at most 3 iterations of each loop that was cut and 1 round violates ",
    );
}

#[test]
fn whether_contexts_are_enough_is_not_asked() {
    let place = Workplace::new("contexts").with("a.c", ACCOUNT);
    let said = place
        .call(&format!("check a.c {LOCKED} --contexts 9"))
        .expect(5, &[]);
    output_has(
        &said,
        &["not known: whether every schedule is covered by 9 contexts (only --rounds can tell)"],
    );
    assert!(!said.output.contains("in time"), "{}", said.output);
    let said = place.call(&format!("check a.c {LOCKED}")).expect(0, &[]);
    output_has(&said, &["are enough for every schedule"]);
}

/// The command that gives the result again writes no files, and says no more than needed.
#[test]
fn again_is_without_output() {
    let place = Workplace::new("again_output").with("a.c", SERVER);
    let line = "check a.c --time-limit 10 --json r.json --html=r.html --trace none --rounds 1 --stats --color never --accept-bounded";
    let said = place.call(line).expect(0, &[]);
    let found = said
        .output
        .lines()
        .find_map(|line| line.split_once("again with: "));
    let (_, again) = found.expect("a command");
    let words: Vec<&str> = again.split(' ').collect();
    let ["unspool", "check", "--unwind", _, rest @ ..] = words.as_slice() else {
        panic!("{again}");
    };
    assert_eq!(rest, ["a.c", "--time-limit", "10", "--rounds", "1"]);
}
