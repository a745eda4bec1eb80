//! `unspool bound`: the report, the bounded program as an input, bounds, refusals.

use std::path::Path;

use unspool_passes::reductions::Reduction;

use crate::invocation::{Said, Workplace};

const COUNTER: &str = "#include <assert.h>
#include <pthread.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int total;
void *add(void *argument)
{
    for (int i = 0; i < 2; i++) {
        int seen = total;
        total = seen + 1;
    }
    return 0;
}
int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, add, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    assert(total == 4);
    return 0;
}
";

const UNLIMITED: &str = "#include <pthread.h>
int __VERIFIER_nondet_int(void), shared;
int deep(int n) { return n <= shared ? 0 : 1 + deep(n - 1); }
void *worker(void *argument) { shared = 1; return 0; }
int main(void)
{
    pthread_t thread;
    while (__VERIFIER_nondet_int())
        pthread_create(&thread, 0, worker, 0);
    return deep(shared);
}
";

#[track_caller]
fn expect_output(said: &Said, parts: &[&str]) {
    for part in parts {
        assert!(said.output.contains(part), "`{part}` in\n{}", said.output);
    }
}

#[test]
fn threads_are_listed_with_the_place_that_starts_them() {
    let place = Workplace::new("bound_threads").with("a.c", COUNTER);
    let said = place.call("bound a.c").expect(0, &[]);
    expect_output(
        &said,
        &[
            "3 threads, ",
            "  main      -",
            "  add       a.c:17:9 (iteration 1)",
            "  add       a.c:17:9 (iteration 2)",
            "nothing is cut",
        ],
    );
    assert_eq!(said.errors, "");
}

#[test]
fn the_bounded_program_is_an_input() {
    let place = Workplace::new("bound_output").with("a.c", COUNTER);
    place.call("bound a.c -o a.ir").expect(0, &[]);
    for file in ["a.c", "a.ir"] {
        let said = place
            .call(&format!("run {file} --schedule exhaustive"))
            .expect(10, &["total == 4", "a.c:20:"]);
        let replay = said.errors.split("to see it again: unspool ").nth(1);
        let replay = replay.unwrap_or("").trim().replace('\'', "");
        place.call(&replay).expect(10, &["total == 4"]);
    }
    let safe = COUNTER.replace(
        "int seen = total;\n        total = seen + 1;",
        "pthread_mutex_lock(&lock); total++; pthread_mutex_unlock(&lock);",
    );
    assert_ne!(safe, COUNTER);
    let place = Workplace::new("bound_output_safe").with("a.c", safe);
    place.call("bound a.c -o a.ir").expect(0, &[]);
    for file in ["a.c", "a.ir"] {
        place
            .call(&format!("run {file} --schedule exhaustive"))
            .expect(0, &["no violation in any interleaving"]);
    }
    // It can be bounded again, and is as finite as it was.
    let said = place.call("bound a.ir").expect(0, &[]);
    expect_output(&said, &["3 threads, ", "nothing is cut"]);
    place
        .call("bound a.c -o nowhere/a.ir")
        .expect(2, &["cannot write `nowhere/a.ir`"]);
}

#[test]
fn what_is_cut_is_underlined() {
    let place = Workplace::new("bound_cuts").with("a.c", UNLIMITED);
    let said = place.call("bound a.c").expect(
        0,
        &[
            "1 loop is cut: longer executions are not considered",
            "a.c:8:",
            "while (__VERIFIER_nondet_int())",
            "at the bound of 2 iterations",
            "--unwind-loop a.c:8=N",
            "1 recursive call is cut",
            "with 3 of `deep` on the stack",
            "--recursion N",
        ],
    );
    expect_output(&said, &["3 threads, ", "cut: 1 loop, 1 recursive call\n"]);
    let said = place
        .call("bound a.c --max-threads 2")
        .expect(0, &["there may be more than 2 threads", "--max-threads N"]);
    expect_output(&said, &["2 threads, ", "1 thread start\n"]);
    let said = place.call("bound a.c -q").expect(0, &[]);
    assert_eq!(said.errors, "");
    expect_output(&said, &["cut: 1 loop, "]);
    place
        .call("bound a.c --unwinding-assertions")
        .expect(0, &["1 loop is cut: longer executions are violations"]);
}

#[test]
fn what_is_cut_in_the_library_is_shown_at_the_call() {
    let text = "#include <string.h>\nint __VERIFIER_nondet_int(void);\nchar text[64];\nint main(void)\n{\n    \
                for (int i = 0; i < 63; i++)\n        text[i] = __VERIFIER_nondet_int();\n    \
                return strlen(text) + 2 * strlen(text);\n}\n";
    let place = Workplace::new("bound_library").with("a.c", text);
    let said = place.call("bound a.c").expect(
        0,
        &[
            "1 loop is cut",
            "a.c:8:12",
            "a.c:8:31",
            "in `strlen`: at the bound of 16 iterations",
            "--unwind-library N",
        ],
    );
    expect_output(&said, &["cut: 1 loop\n"]);
    assert!(!said.errors.contains("<unspool>"), "{}", said.errors);
    let large = "bound a.c --unwind-library 64 --max-instructions 700";
    let said = place
        .call(large)
        .expect(5, &["a.c:8:", "it grew too large in `strlen`"]);
    assert!(!said.errors.contains("<unspool>"), "{}", said.errors);
}

#[test]
fn texts_may_be_chosen() {
    let source = r#"
#include <stdio.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    printf(n > 3 ? "yes: %d\n" : "no, this one is quite a bit longer: %d\n", n);
    puts(n ? "a" : "longer than the bound of library loops");
    return 0;
}
"#;
    let place = Workplace::new("bound_texts").with("a.c", source);
    let said = place.call("bound a.c").expect(0, &[]);
    expect_output(&said, &["1 thread, 1 instruction", "nothing is cut"]);
}

#[test]
fn spinning_for_ever_is_a_deadlock_if_wanted() {
    let source = "
int flag;
int main(void) { while (!__atomic_load_n(&flag, __ATOMIC_SEQ_CST)) ; return 0; }
";
    let place = Workplace::new("bound_spinning").with("a.c", source);
    place.call("bound a.c -o a.ir").expect(0, &[]);
    place
        .call("run a.ir --schedule exhaustive")
        .expect(5, &["nothing was tested"]);
    place
        .call("bound a.c --spinning-blocks -o b.ir")
        .expect(0, &[]);
    place
        .call("run b.ir --schedule exhaustive")
        .expect(10, &["deadlock"]);
}

#[test]
fn that_nothing_is_left_is_said() {
    let source = "int a[300];
int main(void) {
    for (int i = 0; i < 300; i++) a[i] = i;
    return 0;
}
";
    let place = Workplace::new("bound_nothing").with("a.c", source);
    let said = place.call("bound a.c -o a.ir");
    said.expect(0, &["every execution is cut", "need --unwind-for N"]);
    place
        .call("run a.ir --schedule exhaustive")
        .expect(5, &["nothing was tested", "larger bounds may help"]);
    for place_of_loop in ["a.c:3", "a.c:3:5", "./a.c:3", "main"] {
        let said = place.call(&format!("bound a.c --unwind-loop {place_of_loop}=300"));
        expect_output(&said.expect(0, &[]), &["nothing is cut"]);
    }
}

#[test]
fn inputs_are_not_overwritten() {
    let source = "int main(void) { return 0; }\n";
    let place = Workplace::new("bound_overwrite").with("a.c", source);
    for command in ["bound a.c -o a.c", "ir a.c -o ./a.c"] {
        place.call(command).expect(1, &["it would be overwritten"]);
    }
    place.call("bound a.c").expect(0, &[]);
    place
        .call("bound a.c --spinning-blocks --no-reduction spin-loops")
        .expect(1, &["needs the reduction `spin-loops`"]);
}

#[test]
fn the_readme_shows_what_is_printed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let read = |name: &str| std::fs::read_to_string(root.join(name)).expect(name);
    let readme = read("README.md");
    let place = Workplace::new("bound_readme")
        .with("examples/job_counter.c", read("examples/job_counter.c"));
    for command in [
        "loops examples/job_counter.c",
        "bound examples/job_counter.c -o jobs.ir",
    ] {
        let said = place.call(command).expect(0, &[]);
        let shown = format!("$ unspool {command}\n{}{}", said.output, said.errors);
        assert!(readme.contains(&shown), "not in the README:\n{shown}");
    }
}

#[test]
fn unwinding_assertions_are_violations() {
    let text = "int main(void)\n{\n    int i;\n    for (i = 0; i < 10; i++)\n        ;\n    return i;\n}\n";
    let place = Workplace::new("bound_assertions").with("a.c", text);
    let bound = "bound a.c -q -o a.ir --unwind-loop main=";
    place
        .call(&format!("{bound}10 --unwinding-assertions"))
        .expect(0, &[]);
    place.call("run a.ir").expect(10, &[]);
    place
        .call(&format!("{bound}9 --unwinding-assertions"))
        .expect(0, &[]);
    place.call("run a.ir").expect(
        10,
        &["this loop may run more than 9 times [unwinding]", "a.c:4:"],
    );
    place.call(&format!("{bound}9")).expect(0, &[]);
    place.call("run a.ir").expect(5, &["assumption"]);
}

/// Programs that do what POSIX forbids, in one or two ways.
const MISUSES: [(&str, &str); 5] = [
    (
        "relock",
        "pthread_mutex_lock(&lock); pthread_mutex_lock(&lock);",
    ),
    ("unlock", "pthread_mutex_unlock(&lock);"),
    (
        "destroyed",
        "pthread_mutex_destroy(&lock); pthread_mutex_lock(&lock); assert(0);",
    ),
    (
        "joined",
        "pthread_t thread; pthread_create(&thread, 0, add, 0); pthread_mutex_unlock(&lock); \
         pthread_join(thread, 0); pthread_join(thread, 0); assert(total == 1);",
    ),
    (
        "asserted",
        "pthread_t thread; pthread_create(&thread, 0, add, 0); assert(total); total = 5; \
         pthread_join(thread, 0); if (total != 5) pthread_mutex_unlock(&lock);",
    ),
];

#[test]
fn what_is_ignored_is_ignored_from_the_start() {
    for (name, code) in MISUSES {
        let text = format!(
            "#include <assert.h>\n#include <pthread.h>\n\
             pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;\nint total;\n\
             void *add(void *argument) {{ total++; return 0; }}\n\
             int main(void)\n{{\n    {code}\n    return 0;\n}}\n"
        );
        let place = Workplace::new(&format!("bound_ignored_{name}")).with("a.c", text);
        for ignored in [
            "",
            "--ignore lock-misuse",
            "--ignore unreach-call",
            "--ignore lock-misuse --ignore thread-misuse",
            "--ignore lock-misuse --ignore thread-misuse --ignore unreach-call",
        ] {
            let run = "--schedule exhaustive";
            let original = place.call(&format!("run a.c {ignored} {run}"));
            let remarks = ignored.split("--ignore ").skip(1);
            let remarks: Vec<String> = remarks
                .map(|name| format!("not looked at: {}", name.trim()))
                .collect();
            let remarks: Vec<&str> = remarks.iter().map(String::as_str).collect();
            let bound = format!("bound a.c {ignored} -o a.ir");
            place.call(&bound).expect(0, &remarks);
            let verdict = original.errors.lines().next().unwrap_or("");
            let verdict = match original.code {
                // How large the search was is another matter.
                0 => "no violation in any interleaving",
                _ => verdict,
            };
            let said = place.call(&format!("run a.ir {run}"));
            said.expect(original.code, &[verdict]);
        }
    }
}

#[test]
fn it_is_too_late_to_ignore_what_bounding_has_relied_on() {
    let [(_, relock), ..] = MISUSES;
    let text = format!(
        "#include <pthread.h>\npthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;\n\
         int main(void) {{ {relock} return 0; }}\n"
    );
    let place = Workplace::new("bound_ignored_late")
        .with("a.c", text)
        .with("empty.c", "int main(void) { return 0; }\n");
    place
        .call("ir a.c --stop-after bound -o bounded.ir")
        .expect(0, &[]);
    place.call("bound a.c -o reduced.ir").expect(0, &[]);
    place.call("bound empty.c -o empty.ir").expect(0, &[]);
    for file in ["bounded.ir", "reduced.ir", "empty.ir"] {
        for command in ["run", "bound", "loops", "ir"] {
            let options = "--ignore lock-misuse --ignore thread-misuse";
            let again = format!("unspool bound FILE.c {options} -o");
            place
                .call(&format!("{command} {file} {options}"))
                .expect(1, &["too late for a bounded program", &again]);
        }
    }
    // One that is only printed is another matter.
    place.call("ir a.c -o a.ir").expect(0, &[]);
    place
        .call("run a.ir --ignore lock-misuse")
        .expect(10, &["deadlock"]);
    let said = place.call("ir a.c").expect(0, &[]);
    expect_output(&said, &[", lock-misuse, "]);
    let said = place.call("ir a.c --ignore lock-misuse").expect(0, &[]);
    assert!(!said.output.contains(", lock-misuse, "), "{}", said.output);
    place
        .call("bound a.c --ignore valid-memsafety")
        .expect(1, &["after a memory error", "lock-misuse"]);
    place
        .call("bound a.c --ignore unwinding --unwinding-assertions")
        .expect(1, &["--ignore unwinding contradicts"]);
    place.call("bound a.c --ignore unwinding").expect(0, &[]);
}

#[test]
fn races_are_to_be_looked_for_in_the_original() {
    let text = "#include <pthread.h>\nint x;\nvoid *f(void *a) { x = 1; return 0; }\nint main(void) {\n    \
                pthread_t t;\n    pthread_create(&t, 0, f, 0);\n    int y = x;\n    pthread_join(t, 0);\n    \
                return 0;\n}\n";
    let place = Workplace::new("bound_races").with("a.c", text);
    place
        .call("run a.c --races --schedule exhaustive")
        .expect(10, &["data race on `x`"]);
    place.call("bound a.c -o a.ir").expect(0, &[]);
    let warning = "this is a bounded program";
    place
        .call("run a.ir --races --schedule exhaustive")
        .expect(0, &[warning, "unspool run FILE.c --races"]);
    for line in [
        "run a.ir",
        "run a.ir --races -q",
        "run a.c --races --replay 0*99",
    ] {
        let said = place.call(line);
        assert!(!said.errors.contains(warning), "{line}: {}", said.errors);
    }
}

#[test]
fn the_first_thread_is_main_even_if_nothing_of_it_is_left() {
    for (name, text) in [
        ("empty", "int main(void) { return 0; }\n"),
        ("waits", COUNTER),
    ] {
        let place = Workplace::new(&format!("bound_main_{name}")).with("a.c", text);
        let said = place.call("bound a.c -o a.ir").expect(0, &[]);
        expect_output(&said, &["     0  main "]);
        let said = place.call("bound a.ir").expect(0, &[]);
        expect_output(&said, &["     0  main "]);
    }
    let text = "datamodel lp64\nentry @begin\nfunction @begin() -> i32 {\nb0:\n  return 0:i32\n}\n";
    let place = Workplace::new("bound_main_other").with("a.ir", text);
    let said = place.call("bound a.ir").expect(0, &[]);
    expect_output(&said, &["     0  begin "]);
}

#[test]
fn refusals_say_what_to_do() {
    let place = Workplace::new("bound_refusals")
        .with("a.c", COUNTER)
        .with("part.c", "int f(void) { return 1; }\n")
        .with(
            "missing.c",
            "int f(void);\nint main(void) { return f(); }\n",
        );
    place.call("bound a.c --max-instructions 30").expect(
        5,
        &[
            "would have more than 30 instructions",
            "it grew too large here",
            "--unwind-loop FILE.c:LINE=N",
            "--max-instructions N",
        ],
    );
    place
        .call("bound part.c")
        .expect(2, &["there is no function `main`", "all files"]);
    place
        .call("bound missing.c")
        .expect(2, &["`f` is called here", "--havoc-missing"]);
    place.call("bound").expect(1, &["<FILE>"]);
    place
        .call("bound a.c --recursion 0")
        .expect(1, &["--recursion"]);
    place
        .call("bound a.c --max-threads x")
        .expect(1, &["--max-threads"]);
}

#[test]
fn passes_up_to_the_one_that_is_asked_for() {
    let place = Workplace::new("bound_passes").with("a.c", COUNTER);
    let plain = place.call("ir a.c").expect(0, &[]);
    let lowered = place.call("ir a.c --stop-after lower").expect(0, &[]);
    assert_eq!(plain.output, lowered.output);
    assert!(plain.output.contains("call @pthread_create("));
    let bounded = place.call("ir a.c --stop-after bound").expect(0, &[]);
    let dumped = place.call("ir a.c --dump-after bound").expect(0, &[]);
    assert_eq!(bounded.output, dumped.output);
    assert!(bounded.output.contains("spawn thread 2 &@add.2"));
    let larger = place.call("ir a.c --dump-after bound --unwind-loop add=1");
    let larger = larger.expect(0, &[]);
    assert_ne!(larger.output, bounded.output);
    let both = place.call("ir a.c --dump-after lower --dump-after bound");
    let both = both.expect(0, &[]);
    assert_eq!(both.output, format!("{}{}", plain.output, bounded.output));
    place
        .call("ir a.c --dump-after bound --stop-after lower")
        .expect(1, &["`bound` comes after `lower`"]);
    place
        .call("run a.c --dump-after bound")
        .expect(1, &["`run` needs no pass `bound`", "unspool bound FILE -o"]);
    // A part of a program has nothing to start with.
    let part = Workplace::new("bound_part").with("part.c", "int f(void) { return 1; }\n");
    part.call("ir part.c").expect(0, &[]);
    part.call("ir part.c --stop-after bound")
        .expect(2, &["no function `main`"]);
}

/// The number that stands first in the row of the table of visible points that says `what`.
fn points(output: &str, what: &str) -> u32 {
    let row = output.lines().find(|line| line.ends_with(what));
    let number = row.and_then(|row| row.split_whitespace().next());
    let number = number.and_then(|number| number.parse().ok());
    number.unwrap_or_else(|| panic!("no number {what} in:\n{output}"))
}

#[test]
fn reductions_take_points_away_and_can_be_switched_off() {
    let place = Workplace::new("bound_reductions").with("a.c", COUNTER);
    let said = place.call("bound a.c").expect(0, &[]);
    let without = points(&said.output, "without reductions");
    let with = points(&said.output, "with the reductions asked for");
    assert!(with < without, "{}", said.output);
    expect_output(&said, &[&format!("{with} visible points\n")]);
    let said = place.call("bound a.c --no-reductions").expect(0, &[]);
    let all = points(&said.output, "with the reductions asked for");
    assert!(all >= without, "{}", said.output);
    for reduction in Reduction::all() {
        let name = reduction.name();
        let bound = format!("bound a.c -o a.ir --no-reduction {name}");
        place.call(&bound).expect(0, &[]);
        place
            .call("run a.ir --schedule exhaustive")
            .expect(10, &["total == 4"]);
        let help = place.call("ir --help").expect(0, &[]);
        expect_output(&help, &[name]);
    }
    let said = place
        .call("bound a.c --stats --no-reduction slice")
        .expect(0, &[]);
    let row = said.output.lines().find(|line| line.starts_with("slice"));
    assert!(row.is_some_and(|row| row.contains(" off ")), "{row:?}");
}

#[test]
fn what_it_cost() {
    let place = Workplace::new("bound_stats").with("a.c", COUNTER);
    let said = place.call("bound a.c --stats").expect(0, &[]);
    expect_output(&said, &["pass ", "verifier", "lower ", "bound "]);
    let said = place.call("bound --help").expect(0, &[]);
    expect_output(
        &said,
        &[
            "Examples:",
            "--unwind-loop",
            "--no-reduction",
            "Exit codes:",
        ],
    );
}
