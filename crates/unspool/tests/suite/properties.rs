//! Properties beyond assertions: each violated by a program, and not by its twin that differs in what matters.

use unspool_ir::{Property, PropertyKind};

use crate::invocation::Workplace;

struct Pair {
    name: &'static str,
    property: &'static str,
    text: &'static str,
    /// What to replace, and by what, to make the program safe.
    mended: (&'static str, &'static str),
    /// What the first line says.
    says: &'static str,
}

const THREADS: &str = "#include <pthread.h>\n#include <stdlib.h>\n#include <string.h>\n#include <limits.h>\n#include <stdatomic.h>\n";

const PAIRS: &[Pair] = &[
    Pair {
        name: "plain_counter",
        property: "no-data-race",
        text: "int x;
void *f(void *a) { x++; return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); x = 1; pthread_join(t, 0); return 0; }",
        mended: ("int x;", "atomic_int x;"),
        says: "data race on `x`",
    },
    Pair {
        name: "one_side_locked",
        property: "no-data-race",
        text: "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int x;
void *f(void *a) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); x = 1; pthread_join(t, 0); return 0; }",
        mended: (
            "x = 1;",
            "pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m);",
        ),
        says: "data race on `x`",
    },
    Pair {
        name: "fields_and_elements",
        property: "no-data-race",
        text: "struct s { int a; int b[4]; } s;
void *f(void *a) { s.b[2] = 1; return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); int y = s.b[2]; pthread_join(t, 0); return y < 0; }",
        mended: ("int y = s.b[2]", "int y = s.b[1] + s.a"),
        says: "data race on `s",
    },
    Pair {
        name: "bytes_of_a_copy",
        property: "no-data-race",
        text: "char text[8];
void *f(void *a) { text[5] = 1; return a; }
int main(void) { pthread_t t; char own[8]; pthread_create(&t, 0, f, 0); memcpy(own, text, 6); pthread_join(t, 0); return 0; }",
        mended: ("memcpy(own, text, 6)", "memcpy(own, text, 5)"),
        says: "data race on `text",
    },
    Pair {
        name: "opposite_orders",
        property: "no-deadlock",
        text: "pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
void *f(void *p) { pthread_mutex_lock(&b); pthread_mutex_lock(&a); pthread_mutex_unlock(&a); pthread_mutex_unlock(&b); return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_mutex_lock(&a); pthread_mutex_lock(&b); pthread_mutex_unlock(&b); pthread_mutex_unlock(&a); pthread_join(t, 0); return 0; }",
        mended: (
            "pthread_mutex_lock(&b); pthread_mutex_lock(&a); pthread_mutex_unlock(&a)",
            "pthread_mutex_lock(&a); pthread_mutex_lock(&b); pthread_mutex_unlock(&a)",
        ),
        says: "deadlock",
    },
    Pair {
        name: "lost_signal",
        property: "no-deadlock",
        text: "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER; int ready;
void *f(void *p) { pthread_mutex_lock(&m); ready = 1; pthread_mutex_unlock(&m); return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_mutex_lock(&m); while (!ready) pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m); pthread_join(t, 0); return 0; }",
        // With spurious wake-ups the loop may run for ever.
        mended: ("ready = 1;", "ready = 1; pthread_cond_signal(&c);"),
        says: "deadlock",
    },
    Pair {
        name: "freed_too_early",
        property: "valid-memsafety",
        text: "int *p;
void *f(void *a) { *p = 1; return a; }
int main(void) { pthread_t t; p = malloc(sizeof *p); pthread_create(&t, 0, f, 0); free(p); pthread_join(t, 0); return 0; }",
        mended: (
            "free(p); pthread_join(t, 0);",
            "pthread_join(t, 0); free(p);",
        ),
        says: "use after free",
    },
    Pair {
        name: "freed_twice",
        property: "valid-memsafety",
        text: "void *p; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *f(void *a) { pthread_mutex_lock(&m); void *own = p; pthread_mutex_unlock(&m); free(own); return a; }
int main(void) { pthread_t t; p = malloc(4); pthread_create(&t, 0, f, 0); f(0); pthread_join(t, 0); return 0; }",
        mended: ("void *own = p;", "void *own = p; p = 0;"),
        says: "double free",
    },
    Pair {
        name: "array_in_a_record",
        property: "valid-memsafety",
        text: "struct s { int a[2]; int b; } s; int i;
void *f(void *a) { i = 2; return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); s.a[i] = 1; pthread_join(t, 0); return 0; }",
        mended: ("i = 2;", "i = 1;"),
        says: "index is outside of the array",
    },
    Pair {
        name: "overflow_of_a_sum",
        property: "no-overflow",
        text: "_Atomic int x = INT_MAX - 1;
void *f(void *a) { int y = x + 1; x = y; return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); f(0); pthread_join(t, 0); return 0; }",
        mended: ("INT_MAX - 1", "INT_MAX - 2"),
        says: "signed overflow in addition",
    },
    Pair {
        name: "divided_by_zero",
        property: "division-by-zero",
        text: "_Atomic int x = 1;
void *f(void *a) { x--; return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); int y = 7 / x; pthread_join(t, 0); return y; }",
        mended: ("x = 1;", "x = 2;"),
        says: "division by zero",
    },
    Pair {
        name: "not_joined",
        property: "thread-leak",
        text: "void *f(void *a) { return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); return 0; }",
        mended: ("return 0; }", "pthread_join(t, 0); return 0; }"),
        says: "[thread-leak]",
    },
    Pair {
        name: "not_freed",
        property: "valid-memcleanup",
        text: "int main(void) { int *p = malloc(4); *p = 1; return 0; }",
        mended: ("return 0;", "free(p); return 0;"),
        says: "[valid-memcleanup]",
    },
];

#[test]
fn each_property_is_violated_by_one_of_two_twins() {
    for pair in PAIRS {
        let violating = format!("{THREADS}{}\n", pair.text);
        let mended = violating.replace(pair.mended.0, pair.mended.1);
        assert_ne!(violating, mended, "{}", pair.name);
        let place = Workplace::new(&format!("property_{}", pair.name))
            .with("bad.c", &violating)
            .with("good.c", &mended);
        let options = format!("--property {} --no-spurious-wakeups", pair.property);
        let said = place
            .call(&format!("check bad.c {options}"))
            .expect(10, &[]);
        let first = said.output.lines().next().unwrap_or_default();
        assert!(
            first.starts_with("UNSAFE: ") && first.contains(pair.says),
            "{}: {first}",
            pair.name
        );
        let said = place
            .call(&format!("check good.c {options}"))
            .expect(0, &[]);
        assert!(said.output.starts_with("SAFE: "), "{}", said.output);
    }
}

/// Some threads wait in a circle, though others run.
#[test]
fn circles_of_locks_are_found_while_others_run() {
    let text = "#include <pthread.h>
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
void *f(void *p) { pthread_mutex_lock(&b); pthread_mutex_lock(&a); pthread_mutex_unlock(&a); pthread_mutex_unlock(&b); return p; }
void *g(void *p) { pthread_mutex_lock(&a); pthread_mutex_lock(&b); pthread_mutex_unlock(&b); pthread_mutex_unlock(&a); return p; }
int main(void) { pthread_t t, u; pthread_create(&t, 0, f, 0); pthread_create(&u, 0, g, 0); for (;;); }
";
    let place = Workplace::new("property_local_deadlock").with("a.c", text);
    let said = place
        .call("check a.c --property no-deadlock")
        .expect(10, &[]);
    assert!(
        said.output.contains("2 threads wait for ever"),
        "{}",
        said.output
    );
}

/// The most telling first, and each once.
#[test]
fn several_properties_are_reported_each_once() {
    let text = "#include <pthread.h>
#include <assert.h>
int x;
void *f(void *a) { x++; return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); x++; pthread_join(t, 0); assert(x == 2); return 0; }
";
    let place = Workplace::new("property_several").with("a.c", text);
    let said = place
        .call("check a.c --property all --json a.json")
        .expect(10, &[]);
    let first = said.output.lines().next().unwrap_or_default();
    assert!(first.contains("[unreach-call]"), "{first}");
    assert!(said.output.contains("also: a.c:"), "{}", said.output);
    let stored = std::fs::read_to_string(place.folder.join("a.json")).unwrap();
    let report: serde_json::Value = serde_json::from_str(&stored).unwrap();
    assert_eq!(report["trace"]["violation"]["property"], "unreach-call");
    assert_eq!(report["others"][0]["violation"]["property"], "no-data-race");
    assert_eq!(report["others"].as_array().map(Vec::len), Some(1));
}

/// What fails is told by what it is, though other checks of the same instruction are asked for.
#[test]
fn a_free_of_a_held_lock_is_reported_once() {
    let text = "#include <pthread.h>
#include <stdlib.h>
int main(void) { pthread_mutex_t *m = malloc(sizeof *m); pthread_mutex_init(m, 0); pthread_mutex_lock(m); free(m); return 0; }
";
    let place = Workplace::new("property_once").with("a.c", text);
    let said = place.call("check a.c --json a.json").expect(10, &[]);
    let note = "main took `object1` at a.c:3, and still holds it";
    assert!(said.output.contains(note), "{}", said.output);
    let stored = std::fs::read_to_string(place.folder.join("a.json")).unwrap();
    let report: serde_json::Value = serde_json::from_str(&stored).unwrap();
    assert_eq!(report["trace"]["violation"]["property"], "lock-misuse");
    assert_eq!(report["others"].as_array().map_or(0, Vec::len), 0);
}

/// The page is made of the table, as options, help and rules of SARIF are.
#[test]
fn the_page_of_properties_is_the_table() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/properties.md");
    let page = page();
    if std::env::var_os("UNSPOOL_BLESS").is_some() {
        std::fs::write(path, &page).expect("docs/properties.md");
    }
    let stored = std::fs::read_to_string(path).expect("docs/properties.md");
    assert_eq!(
        stored, page,
        "UNSPOOL_BLESS=1 writes docs/properties.md anew"
    );
}

fn page() -> String {
    let mut page = "# Properties

`unspool check` looks for violations of those that are errors in any C program. `--property NAME` looks for one only, and can be given several times; `--property all` means the usual ones.
`--prp FILE` reads a property file of SV-COMP, in which formulas stand for them. SARIF has a rule for each, named like it, with its weaknesses (CWE).

| property | looked for | violated by | formula of SV-COMP | CWE |
|---|---|---|---|---|
"
    .to_string();
    for property in Property::checkable() {
        let when = match property.kind() {
            PropertyKind::Usual => "usually",
            _ => "by name",
        };
        let formulas = property.formulas().iter();
        let formulas: Vec<String> = formulas.map(|it| format!("`{it}`")).collect();
        let weaknesses = property.weaknesses().iter();
        let weaknesses: Vec<String> = weaknesses.map(u32::to_string).collect();
        page.push_str(&format!(
            "| `{}` | {when} | {} | {} | {} |\n",
            property.name(),
            property.violated_by(),
            formulas.join(", "),
            weaknesses.join(", "),
        ));
    }
    page
}

/// Races that make no difference to what memory contains are none, for those who say so.
#[test]
fn writes_of_the_same_value_may_be_allowed() {
    let program = |own: &str, other: &str| {
        format!(
            "#include <pthread.h>
int flag, seen;
void *f(void *a) {{ {other}; return a; }}
int main(void) {{ pthread_t t; pthread_create(&t, 0, f, 0); {own}; pthread_join(t, 0); return 0; }}
"
        )
    };
    for (name, own, other, is_allowed) in [
        ("same", "flag = 1", "flag = 1", true),
        ("different", "flag = 1", "flag = 2", false),
        ("there_already", "seen = flag", "flag = 0", true),
        ("a_change", "seen = flag", "flag = 1", false),
    ] {
        let place = Workplace::new(&format!("same_value_{name}")).with("a.c", program(own, other));
        let plain = "check a.c --property no-data-race";
        place.call(plain).expect(10, &[]);
        let code = if is_allowed { 0 } else { 10 };
        place
            .call(&format!("{plain} --allow-same-value"))
            .expect(code, &[]);
        let search = "run a.c --races --schedule exhaustive --allow-same-value";
        place.call(search).expect(code, &[]);
    }
}

/// Behind an access that is not valid anything may happen, so nothing is safe that gets there; unless somebody knows better.
#[test]
fn nothing_is_safe_behind_an_invalid_access() {
    let text = "#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int x;
void *f(void *a) { pthread_mutex_lock(&m); x++; return a; }
int main(void)
{
    pthread_t t;
    pthread_mutex_t *unset;
    pthread_mutex_lock(&m);
    pthread_create(&t, 0, f, 0);
    pthread_mutex_unlock(unset);
    x++;
    return 0;
}
";
    let place = Workplace::new("property_invalid_access")
        .with("a.c", text)
        .with("b.c", text.replace("_t *unset;", "_t *unset = &m;"));
    let ask = "--property no-data-race";
    let said = place.call(&format!("check a.c {ask}")).expect(5, &[]);
    let first = said.output.lines().next().unwrap_or_default();
    assert!(
        first.starts_with("UNKNOWN: a.c:10:5: ") && first.contains("not valid"),
        "{first}"
    );
    place
        .call(&format!("check a.c {ask} --invalid-access-ends"))
        .expect(0, &[]);
    // What it may point to makes it a race.
    place.call(&format!("check b.c {ask}")).expect(10, &[]);
}

/// What a section accesses before it ends the process races, what it would access behind that does not, and an assumption that fails is as if it had not been entered.
#[test]
fn sections_race_up_to_where_they_end_the_process() {
    let text = "#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void), __VERIFIER_assume(int);
int x, y, z;
void *f(void *a)
{
    __VERIFIER_atomic_begin();
    y = 1;
    END
    z = 1;
    __VERIFIER_atomic_end();
    return a;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    RACING = 2;
    return 0;
}
";
    for (end, before) in [
        ("if (x == 0) exit(0);", 10),
        ("if (x == 0) abort();", 10),
        ("assert(x);", 10),
        ("x = 1 / x;", 10),
        ("__VERIFIER_assume(x);", 0),
    ] {
        for (racing, code) in [("y", before), ("z", 0)] {
            let place = Workplace::new("property_ending_sections");
            let text = text.replace("END", end).replace("RACING", racing);
            let place = place.with("a.c", text);
            let call = place.call("check a.c --property no-data-race");
            call.expect(code, &[]);
        }
    }
}

/// A section that ends the process, or waits because of what the other thread writes: each keeps the other from happening. This is not followed, and not said to be safe.
#[test]
fn a_race_of_steps_without_an_order_is_unknown() {
    let text = "#include <pthread.h>
#include <stdlib.h>
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
int x; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *f(void *a)
{
    __VERIFIER_atomic_begin();
    if (x == 0) exit(0);
    pthread_mutex_lock(&m);
    __VERIFIER_atomic_end();
    return a;
}
int main(void)
{
    pthread_t t;
    pthread_mutex_lock(&m);
    pthread_create(&t, 0, f, 0);
    x = 1;
    return 0;
}
";
    let place = Workplace::new("property_no_order")
        .with("a.c", text)
        .with("b.c", text.replace("x = 1;", "x = 0;"));
    let ask = "--property no-data-race";
    let said = place.call(&format!("check a.c {ask}")).expect(5, &[]);
    let first = said.output.lines().next().unwrap_or_default();
    assert!(first.starts_with("UNKNOWN: a.c:8:"), "{first}");
    place.call(&format!("check b.c {ask}")).expect(10, &[]);
}

/// Threads that nobody wakes any more, though others run.
#[test]
fn threads_wait_for_ever_while_others_run() {
    let program = |first: &str, second: &str| {
        format!(
            "#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *g(void *p) {{ {second} return p; }}
void *f(void *p) {{ {first} return p; }}
int main(void) {{ pthread_t t; pthread_create(&t, 0, f, 0); for (;;); }}
"
        )
    };
    let lock = "pthread_mutex_lock(&m);";
    let both = format!("{lock} pthread_mutex_unlock(&m);");
    let start = "pthread_t t; pthread_create(&t, 0, g, 0);";
    let join = "pthread_join(t, 0);";
    for (name, first, second, says) in [
        (
            "join_with_a_lock",
            format!("{start} {lock} {join} pthread_mutex_unlock(&m);"),
            both.clone(),
            "2 threads wait for ever",
        ),
        (
            "lock_of_an_ended_thread",
            format!("{start} {join} {both}"),
            lock.to_string(),
            "a thread waits for ever",
        ),
    ] {
        let place = Workplace::new(&format!("for_ever_{name}"))
            .with("bad.c", program(&first, &second))
            .with("good.c", program(&format!("{start} {join} {both}"), &both));
        let ask = "--property no-deadlock --unwind 1 --rounds 3 --accept-bounded";
        let said = place.call(&format!("check bad.c {ask}")).expect(10, &[]);
        assert!(said.output.contains(says), "{name}: {}", said.output);
        place.call(&format!("check good.c {ask}")).expect(0, &[]);
    }
}

/// By whoever executes programs, too: at random, in every way, and when told how.
#[test]
fn runs_end_where_threads_wait_for_ever_while_others_run() {
    let program = |number: u32| {
        format!(
            "#include <pthread.h>
#include <semaphore.h>
static sem_t s[2]; static int flag;
static void *f(void *p) {{ sem_wait(&s[0]); return p; }}
int main(void) {{
    pthread_t t;
    sem_init(&s[0], 0, 0); sem_init(&s[1], 0, 0); pthread_create(&t, 0, f, 0);
    for (;;) {{ flag = !flag; sem_post(&s[{number}]); sem_trywait(&s[{number}]); }}
}}
"
        )
    };
    let place = Workplace::new("runs_wait_for_ever")
        .with("bad.c", program(1))
        .with("good.c", program(0));
    let says = "deadlock: a thread waits for ever";
    for schedule in ["--runs 3", "--schedule exhaustive"] {
        let said = place
            .call(&format!("run bad.c {schedule}"))
            .expect(10, &[says]);
        let again = said
            .errors
            .lines()
            .find_map(|line| line.split_once("--replay "));
        let (_, again) = again.unwrap_or_else(|| panic!("no replay in {}", said.errors));
        let schedule = again.trim_matches(|c: char| !c.is_ascii_digit());
        place
            .call(&format!("run bad.c --replay {schedule}"))
            .expect(10, &[says]);
    }
    let said = place.call("run good.c --schedule exhaustive");
    assert_eq!(said.code, 0, "{}{}", said.output, said.errors);
}

/// Name, options, exit code, program.
type Judged = (&'static str, &'static str, i32, &'static str);

/// Each was once judged wrongly, or not at all.
const ONCE_MISJUDGED: &[Judged] = &[
    (
        "circle_of_c11_mutexes_while_main_runs",
        "--property no-deadlock",
        10,
        "#include <threads.h>
static mtx_t a, b;
static int w(void *p) { mtx_lock(&a); mtx_lock(&b); mtx_unlock(&b); mtx_unlock(&a); return 0; }
static int v(void *p) { mtx_lock(&b); mtx_lock(&a); mtx_unlock(&a); mtx_unlock(&b); return 0; }
int main(void) { thrd_t t, u; mtx_init(&a, mtx_plain); mtx_init(&b, mtx_plain); thrd_create(&t, w, 0); thrd_create(&u, v, 0); for (;;); }
",
    ),
    (
        "circle_of_write_locks_while_main_runs",
        "--property no-deadlock",
        10,
        "#include <pthread.h>
static pthread_rwlock_t a = PTHREAD_RWLOCK_INITIALIZER, b = PTHREAD_RWLOCK_INITIALIZER;
static void *w(void *p) { pthread_rwlock_wrlock(&a); pthread_rwlock_wrlock(&b); pthread_rwlock_unlock(&b); pthread_rwlock_unlock(&a); return 0; }
static void *v(void *p) { pthread_rwlock_wrlock(&b); pthread_rwlock_wrlock(&a); pthread_rwlock_unlock(&a); pthread_rwlock_unlock(&b); return 0; }
int main(void) { pthread_t t, u; pthread_create(&t, 0, w, 0); pthread_create(&u, 0, v, 0); for (;;); }
",
    ),
    (
        "waiting_for_itself_while_main_runs",
        "--property no-deadlock",
        10,
        "#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *w(void *p) { pthread_mutex_lock(&m); pthread_mutex_lock(&m); return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, w, 0); for (;;); }
",
    ),
    (
        "lock_that_was_initialised_again",
        "--property no-deadlock",
        0,
        "#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *w(void *p) { pthread_mutex_lock(&m); return 0; }
static void *x(void *p) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); return 0; }
int main(void) { pthread_t t, q; pthread_create(&t, 0, w, 0); pthread_join(t, 0); pthread_mutex_init(&m, 0);
  pthread_create(&q, 0, x, 0); pthread_mutex_lock(&m); pthread_mutex_unlock(&m); pthread_join(q, 0); return 0; }
",
    ),
    (
        "semaphore_of_one_thread",
        "",
        0,
        "#include <pthread.h>
#include <semaphore.h>
sem_t s; pthread_t t;
void *f(void *p) { sem_post(&s); sem_wait(&s); return 0; }
int main(void) { sem_init(&s, 0, 0); pthread_create(&t, 0, f, 0); pthread_join(t, 0); return 0; }
",
    ),
    (
        "semaphore_of_one_thread_that_is_not_posted",
        "",
        10,
        "#include <pthread.h>
#include <semaphore.h>
sem_t s; pthread_t t;
void *f(void *p) { sem_post(&s); sem_wait(&s); sem_wait(&s); return 0; }
int main(void) { sem_init(&s, 0, 0); pthread_create(&t, 0, f, 0); pthread_join(t, 0); return 0; }
",
    ),
    (
        "last_member_of_a_copied_record",
        "--property no-data-race",
        10,
        "#include <pthread.h>
struct S { int a, b, c, d, e; } s, d;
static void *w(void *p) { s.e = 1; return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, w, 0); d = s; pthread_join(t, 0); return 0; }
",
    ),
    (
        "section_against_a_store",
        "--property no-data-race --allow-same-value",
        10,
        "#include <pthread.h>
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
int x; void *f(void *p) { __VERIFIER_atomic_begin(); x++; __VERIFIER_atomic_end(); return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); x = 1; pthread_join(t, 0); return 0; }
",
    ),
    (
        "race_of_a_loop_that_spins",
        "--spinning-blocks",
        10,
        "#include <pthread.h>
static int stop, data;
static void *w(void *p) { while (!stop); return (void *)(long)data; }
int main(void) { pthread_t t; pthread_create(&t, 0, w, 0); data = 1; stop = 1; pthread_join(t, 0); return 0; }
",
    ),
    (
        "free_while_it_is_used",
        "--property no-data-race",
        10,
        "#include <pthread.h>
#include <stdlib.h>
void *f(void *p) { ++*(int *)p; return 0; }
int main(void) { pthread_t t; int *p = malloc(sizeof *p); *p = 0; pthread_create(&t, 0, f, p); free(p); pthread_join(t, 0); return 0; }
",
    ),
    (
        "free_while_it_is_locked_which_races_too",
        "",
        10,
        "#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t *m;
static void *f(void *p) { pthread_mutex_lock(m); return p; }
int main(void) { pthread_t t; m = calloc(1, sizeof *m); pthread_create(&t, 0, f, 0); free(m); return 0; }
",
    ),
    (
        "waiting_in_a_section_that_a_call_opens",
        "--property no-deadlock --unwind 2 --rounds 3 --accept-bounded",
        0,
        "#include <pthread.h>
#include <semaphore.h>
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
static sem_t s; static volatile int skip;
static int begin(void) { __VERIFIER_atomic_begin(); return skip; }
static void *f(void *p) { if (!begin()) sem_wait(&s); __VERIFIER_atomic_end(); return p; }
int main(void) { pthread_t t; sem_init(&s, 0, 0); pthread_create(&t, 0, f, 0); for (;;) skip = 1; }
",
    ),
    (
        "waiting_while_another_runs_behind_a_false_assumption",
        "--property no-deadlock --unwind 2 --rounds 3",
        0,
        "#include <pthread.h>
#include <semaphore.h>
extern void __VERIFIER_assume(int);
static sem_t s; static volatile int flag;
static void *f(void *p) { sem_wait(&s); return p; }
int main(void) { pthread_t t; sem_init(&s, 0, 0); pthread_create(&t, 0, f, 0); flag = 1; __VERIFIER_assume(flag == 0); for (;;) flag = !flag; }
",
    ),
    (
        "waiting_until_the_program_aborts",
        "--property no-deadlock --unwind 2 --rounds 3 --accept-bounded",
        0,
        "#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
static sem_t s; static int ticks;
static void *f(void *p) { sem_wait(&s); return p; }
int main(void) { pthread_t t; sem_init(&s, 0, 0); pthread_create(&t, 0, f, 0); for (;;) if (++ticks > 9) abort(); }
",
    ),
    (
        "woken_through_a_pointer_made_of_bits",
        "--property no-deadlock --unwind 64 --rounds 1 --accept-bounded",
        5,
        "#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>
static sem_t s; static int ticks;
static void *f(void *p) { sem_wait(&s); return p; }
int main(void) {
    pthread_t t; uintptr_t bits = 0;
    sem_init(&s, 0, 0); pthread_create(&t, 0, f, 0);
    for (int i = 0; i < 64; i++) if ((uintptr_t)&s >> i & 1) bits |= (uintptr_t)1 << i;
    for (;;) { ticks = !ticks; if (ticks) sem_post((sem_t *)bits); }
}
",
    ),
    (
        "locks_released_before_a_join",
        "--property no-deadlock",
        0,
        "#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int x;
void *f(void *p) { pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m); return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_mutex_lock(&m); pthread_mutex_unlock(&m); pthread_join(t, 0); return 0; }
",
    ),
    (
        "variable_of_main_that_returns",
        "",
        0,
        "#include <pthread.h>
void *f(void *p) { *(int *)p = 1; return 0; }
int main(void) { pthread_t t; int x = 0; pthread_create(&t, 0, f, &x); return 0; }
",
    ),
];

#[test]
fn what_was_misjudged_is_judged_rightly() {
    for (name, options, code, text) in ONCE_MISJUDGED {
        let place = Workplace::new(&format!("judged_{name}")).with("a.c", text);
        let said = place.call(&format!("check a.c {options}"));
        assert_eq!(said.code, *code, "{name}: {}{}", said.output, said.errors);
    }
}
