//! `unspool loops`, and the options that give loops their bounds.

use crate::invocation::Workplace;

const LOOPS: &str = "#include <pthread.h>
int shared, flag;
int depth(int n) { return n <= shared ? 1 : 1 + depth(n - 1); }
int twice(int n) { return n <= 0 ? 0 : 2 + twice(n - 1); }
void *worker(void *argument)
{
    while (shared < 10)
        shared++;
    for (int i = 0; i < 5; i++)
        shared += i;
    do shared--;
    while (shared > 0);
    return 0;
}
int unused(void) { while (shared) shared--; return 0; }
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    flag = depth(3) + twice(4);
    pthread_join(thread, 0);
    return 0;
}
";

/// The words of the row for a place.
fn row(output: &str, place: &str) -> String {
    let row = output.lines().find(|line| line.starts_with(place));
    let row = row.unwrap_or_else(|| panic!("no row for {place} in:\n{output}"));
    row.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn every_loop_has_a_row() {
    let place = Workplace::new("loops").with("a.c", LOOPS);
    let said = place.call("loops a.c").expect(
        0,
        &[
            "2 loops are cut",
            "--unwind-loop a.c:7=N",
            "recursion is cut",
        ],
    );
    let row = |place| row(&said.output, place);
    assert_eq!(row("a.c:7:"), "a.c:7:5 worker data-dependent 2 cut");
    assert_eq!(
        row("a.c:9:"),
        "a.c:9:5 worker constant: 5 iterations 5 complete"
    );
    assert_eq!(row("a.c:11:"), "a.c:11:5 worker data-dependent 2 cut");
    assert_eq!(row("a.c:15:"), "a.c:15:20 unused never reached - -");
    assert_eq!(row("a.c:3:"), "a.c:3:5 depth recursion 3 cut");
    assert_eq!(row("a.c:4:"), "a.c:4:5 twice recursion 3 complete");
    assert!(!said.output.contains("<unspool>"), "{}", said.output);
    let said = place.call("loops a.c --all").expect(0, &[]);
    assert!(said.output.contains("<unspool>/"), "{}", said.output);
}

#[test]
fn bounds_of_all_loops_and_of_one() {
    let place = Workplace::new("loop_bounds").with("a.c", LOOPS);
    let bound = |options: &str, at: &str| {
        let said = place
            .call(&format!("loops a.c -q {options}"))
            .expect(0, &[]);
        row(&said.output, at)
    };
    for option in ["--unwind 4", "--unwind-while 4", "--unwind-loop worker=4"] {
        assert_eq!(
            bound(option, "a.c:7:"),
            "a.c:7:5 worker data-dependent 4 cut"
        );
    }
    let one = "--unwind-loop a.c:7=9 --unwind 3";
    assert!(bound(one, "a.c:7:").ends_with("9 cut"));
    assert!(bound(one, "a.c:11:").ends_with("3 cut"));
    // Of two bounds the later one counts.
    let two = "--unwind-loop worker=3 --unwind-loop ./a.c:7=5";
    let named = Workplace::new("loop_bounds_path").with("a.c", LOOPS);
    let said = named.call(&format!("loops ./a.c -q {two}")).expect(0, &[]);
    assert!(row(&said.output, "./a.c:7:").ends_with("5 cut"));
    assert!(row(&said.output, "./a.c:9:").ends_with("3 cut"));
    // A loop that constants decide is cut only if it is longer than it may be.
    assert!(bound("--unwind-for 5", "a.c:9:").ends_with("complete"));
    assert!(bound("--unwind-for 4", "a.c:9:").ends_with("2 cut"));
    assert!(bound("--unwind-loop a.c:9=4", "a.c:9:").ends_with("4 cut"));
    assert!(bound("--unwind-loop a.c:9=5", "a.c:9:").ends_with("5 complete"));
    assert!(bound("--recursion 9", "a.c:3:").ends_with("9 cut"));
}

#[test]
fn places_without_a_loop() {
    let place = Workplace::new("loop_places").with("a.c", LOOPS);
    let refused = |bound: &str, parts: &[&str]| {
        let call = format!("loops a.c --unwind-loop {bound}");
        let said = place.call(&call).expect(1, parts);
        assert_eq!(said.output, "");
    };
    refused(
        "a.c:8=3",
        &[
            "a.c:8: there is no loop on this line",
            "on the lines: 7, 9,",
        ],
    );
    refused(
        "b.c:7=3",
        &["no loop on this line", "files with loops: a.c"],
    );
    // Only whole names of files and folders count.
    refused("c:7=3", &["files with loops: a.c"]);
    refused(
        "workr=3",
        &["there is no function `workr`", "similar names: worker"],
    );
    refused("main=3", &["`main` has no loop", "worker"]);
    for wrong in ["x", "a.c:7", "a.c=3", "worker=", "worker=many", "=3"] {
        refused(wrong, &["FILE.c:LINE=N or FUNCTION=N", "--unwind-loop"]);
    }
    place.call("loops a.c --unwind 0").expect(1, &["--unwind"]);
    place
        .call("loops a.c --no-reduction nonsense")
        .expect(1, &["nonsense", "slice"]);
    let empty = Workplace::new("loop_places_empty").with("a.c", "int main(void) { return 0; }\n");
    empty
        .call("loops a.c --unwind-loop f=2")
        .expect(1, &["no function `f`", "the program has no loops"]);
    let said = empty.call("loops a.c").expect(0, &["nothing is cut"]);
    assert_eq!(said.output, "no loops\n");
}

#[test]
fn loops_that_only_wait_need_no_bound() {
    let text = "#include <pthread.h>\n#include <stdatomic.h>\natomic_int ready;\nint data;\n\
                void *worker(void *argument) { data = 1; ready = 1; return 0; }\n\
                int main(void) {\n    pthread_t thread;\n    \
                pthread_create(&thread, 0, worker, 0);\n    \
                while (!ready)\n        ;\n    return data;\n}\n";
    let place = Workplace::new("spin_loops").with("a.c", text);
    let said = place.call("loops a.c").expect(0, &["nothing is cut"]);
    let found = row(&said.output, "a.c:9:");
    assert!(
        found.ends_with("main spin: its last iteration - -"),
        "{found}"
    );
    let said = place
        .call("loops a.c --no-reduction spin-loops")
        .expect(0, &["1 loop is cut"]);
    assert!(row(&said.output, "a.c:9:").ends_with("data-dependent 2 cut"));
    // A bound for it is not wrong, only without effect.
    place.call("loops a.c --unwind-loop a.c:9=5").expect(0, &[]);
}

#[test]
fn the_limit_of_threads_cuts_too() {
    let text = "#include <pthread.h>
int x;
void *f(void *argument) { x++; return 0; }
void start(pthread_t *thread) { pthread_create(thread, 0, f, 0); }
int main(void)
{
    pthread_t t[9], u[2];
    for (int i = 0; i < 2; i++)
        start(&u[i]);
    for (int i = 0; i < 9; i++) {
        for (int k = 0; k < 3; k++) x++;
        start(&t[i]);
    }
    for (int i = 0; i < 9; i++)
        pthread_join(t[i], 0);
    return 0;
}
";
    let place = Workplace::new("loops_of_threads").with("a.c", text);
    for option in ["", "--unwinding-assertions"] {
        let said = place
            .call(&format!("loops a.c --max-threads 8 {option}"))
            .expect(0, &["1 thread start is cut", "--max-threads N"]);
        assert!(!said.errors.contains("loop"), "{}", said.errors);
        let row = |place| row(&said.output, place);
        assert_eq!(
            row("a.c:8:"),
            "a.c:8:5 main constant: 2 iterations 2 complete"
        );
        assert_eq!(
            row("a.c:10:"),
            "a.c:10:5 main constant: at least 6 iterations 6 too many threads"
        );
        assert_eq!(
            row("a.c:11:"),
            "a.c:11:9 main constant: 3 iterations 3 complete"
        );
        assert_eq!(row("a.c:14:"), "a.c:14:5 main never reached - -");
    }
    let said = place
        .call("loops a.c --max-threads 12")
        .expect(0, &["nothing is cut"]);
    assert!(row(&said.output, "a.c:10:").ends_with("9 complete"));
    let said = place
        .call("loops a.c --max-threads 8 --json")
        .expect(0, &[]);
    assert_eq!(said.output.matches("\"cut\": true").count(), 1);
}

#[test]
fn recursion_through_pointers_is_cut_too() {
    let text = "int x, __VERIFIER_nondet_int(void);\nvoid f(void);\nvoid (*next)(void) = f;\n\
                void f(void) { x++; if (__VERIFIER_nondet_int()) next(); }\n\
                int main(void) { f(); return x; }\n";
    let place = Workplace::new("loops_of_pointers").with("a.c", text);
    place.call("loops a.c").expect(0, &["recursion is cut"]);
}

#[test]
fn what_is_ignored_ends_no_loop() {
    let text = "#include <pthread.h>\npthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;\nint main(void)\n{\n    \
                for (int i = 0; i < 7; i++)\n        pthread_mutex_unlock(&lock);\n    return 0;\n}\n";
    let place = Workplace::new("loops_ignored").with("a.c", text);
    let said = place.call("loops a.c --ignore lock-misuse").expect(0, &[]);
    assert!(row(&said.output, "a.c:5:").ends_with("constant: 7 iterations 7 complete"));
    let said = place.call("loops a.c").expect(0, &[]);
    assert!(!said.output.contains("7 iterations"), "{}", said.output);
}

#[test]
fn for_other_programs() {
    let place = Workplace::new("loops_json").with("a.c", LOOPS);
    let said = place.call("loops a.c --json").expect(0, &[]);
    assert!(said.output.starts_with("[\n") && said.output.ends_with("]\n"));
    for part in [
        "\"kind\": \"constant\"",
        "\"iterations\": 5",
        "\"kind\": \"never-reached\"",
        "\"kind\": \"recursion\"",
        "\"file\": \"a.c\"",
        "\"line\": 7",
        "\"cut\": true",
        "\"bound\": null",
    ] {
        assert!(said.output.contains(part), "{part} in\n{}", said.output);
    }
    assert_eq!(said.errors, "");
}

#[test]
fn loops_of_what_cannot_be_bounded_are_listed_too() {
    let place = Workplace::new("loops_of_parts")
        .with(
            "part.c",
            "int f(int n) {\n    while (n) n--;\n    return n;\n}\n",
        )
        .with("a.c", LOOPS);
    let said = place
        .call("loops part.c")
        .expect(2, &["there is no function `main`"]);
    assert_eq!(row(&said.output, "part.c:2:"), "part.c:2:5 f not known 2 -");
    let said = place
        .call("loops a.c --max-instructions 20")
        .expect(5, &["more than 20 instructions"]);
    assert_eq!(row(&said.output, "a.c:7:"), "a.c:7:5 worker not known 2 -");
    place.call("loops nothing.c").expect(2, &["`nothing.c`"]);
}

/// Loops that execute their bodies `limit` times, each in a function of its own.
const SHAPES: [(&str, &str); 16] = [
    ("while_loop", "while (i < limit) i++;"),
    ("while_either", "while (other > 100 || i < limit) i++;"),
    ("while_chosen", "while (i < (i == 2 ? other : limit)) i++;"),
    ("while_called", "while (less(i, limit)) i++;"),
    ("while_loaded", "while (values[i] == 7) i++;"),
    ("while_empty", "while (i++ < limit) ;"),
    ("for_loop", "for (; i < limit; i++) ;"),
    ("do_loop", "do i++; while (i < limit);"),
    ("do_either", "do i++; while (other > 100 || i < limit);"),
    ("do_called", "do i++; while (less(i, limit));"),
    ("do_empty", "do ; while (++i < limit);"),
    (
        "do_continue",
        "do { i++; if (i == 2) continue; } while (i < limit);",
    ),
    ("goto_last", "again: i++; if (i < limit) goto again;"),
    ("goto_first", "again: if (i < limit) { i++; goto again; }"),
    ("break_first", "for (;;) { if (i >= limit) break; i++; }"),
    ("break_last", "for (;;) { i++; if (i >= limit) break; }"),
];

const LESS: &str = "int less(int a, int b) { return a < b; }";

/// A bound of N allows N executions of the body and the test that follows, whatever option says so.
#[test]
fn a_bound_allows_as_many_iterations_as_it_says() {
    let mut text = format!(
        "int limit = 5, other = 5, __VERIFIER_nondet_int(void); {LESS} \
         int values[] = {{ 7, 7, 7, 7, 7, 0 }};\n"
    );
    let mut calls = String::new();
    for (number, (name, code)) in SHAPES.iter().enumerate() {
        text += &format!("void {name}(void) {{ int i = 0; {code} }}\n");
        calls += &format!("    case {number}: {name}(); break;\n");
    }
    text += &format!(
        "int main(void)\n{{\n    switch (__VERIFIER_nondet_int()) {{\n{calls}    }}\n    return 0;\n}}\n"
    );
    let place = Workplace::new("loop_shapes").with("a.c", text);
    let complete = "5 iterations 5 complete";
    let all_rows = |options: &str, expected: &str| {
        let said = place.call(&format!("loops a.c -q {options}"));
        let said = said.expect(0, &[]);
        for (number, (name, code)) in SHAPES.iter().enumerate() {
            let found = row(&said.output, &format!("a.c:{}:", number + 2));
            let ends = found.ends_with(&format!("{name} constant: {expected}"));
            assert!(ends, "{options}: {code}: {found}");
        }
    };
    let of_each = |bound: u32| -> String {
        let names = SHAPES.iter().map(|(name, _)| name);
        names
            .map(|name| format!(" --unwind-loop {name}={bound}"))
            .collect()
    };
    let cut = "more than 4 iterations 4 cut";
    all_rows("--unwind-for 5 --unwind 1", complete);
    all_rows("--unwind-for 4 --unwind 4", cut);
    all_rows("--unwind-for 0 --unwind 5", complete);
    all_rows("--unwind-for 0 --unwind 4", cut);
    all_rows("--unwind-for 4 --unwind 1", "more than 1 iteration 1 cut");
    all_rows(&of_each(5), complete);
    all_rows(&of_each(4), cut);
}

/// The same where no constant decides: executions of so many iterations are there, longer ones are not.
#[test]
fn a_bound_allows_as_many_executions_as_it_says() {
    for (name, code) in SHAPES {
        let text = format!(
            "#include <pthread.h>\nint limit = 3, other = 3; {LESS} int values[] = {{ 7, 7, 7, 0 }};\n\
             void *worker(void *argument) {{ limit = other = 3; \
             values[0] = values[1] = values[2] = 7; values[3] = 0; return 0; }}\n\
             int main(void)\n{{\n    pthread_t thread;\n    int i = 0;\n    \
             pthread_create(&thread, 0, worker, 0);\n    {code}\n    return 0;\n}}\n"
        );
        let place = Workplace::new(&format!("executions_{name}")).with("a.c", text);
        let bound = "bound a.c -q -o a.ir --unwinding-assertions";
        for option in ["--unwind ", "--unwind-loop main="] {
            place.call(&format!("{bound} {option}3")).expect(0, &[]);
            let run = "run a.ir --schedule exhaustive";
            place.call(run).expect(0, &["no violation"]);
            place.call(&format!("{bound} {option}2")).expect(0, &[]);
            let said = "this loop may run more than 2 times";
            place.call(run).expect(10, &[said, "a.c:9:"]);
        }
    }
}

/// Tests that come out the same each time do not say when a loop ends, even if all else is known.
#[test]
fn a_loop_that_gets_no_nearer_to_its_end_has_the_bound_of_others() {
    let text =
        "int main(void)\n{\n    int go = 1, n = 0;\n\n    while (go) n++;\n    return n;\n}\n";
    let place = Workplace::new("loop_without_progress").with("a.c", text);
    for (bound, expected) in [
        (1, "data-dependent 1 cut"),
        (2, "data-dependent 2 cut"),
        (7, "data-dependent 7 cut"),
    ] {
        for bound in [
            format!("--unwind {bound}"),
            format!("--unwind-loop main={bound}"),
        ] {
            let said = place.call(&format!("loops a.c -q {bound}")).expect(0, &[]);
            let found = row(&said.output, "a.c:5:");
            assert!(found.ends_with(expected), "{bound}: {found}");
        }
    }
}
