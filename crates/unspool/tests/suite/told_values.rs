//! What executions tell of values: where they come from, what gets them, and which of them the violation looked at.

use unspool_report::model::Trace;
use unspool_report::{json, words};

use crate::invocation::Workplace;

const HEAD: &str = "#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
";

/// Of a program that fails.
#[track_caller]
fn trace(name: &str, text: &str) -> Trace {
    let place = Workplace::new(name).with("a.c", format!("{HEAD}{text}"));
    let said = place.call("check a.c --json -").expect(10, &[]);
    let report = json::read(&said.output).expect("a report");
    report.trace.expect("a trace")
}

/// What steps of a thread did that begin with this text.
fn done_by(trace: &Trace, thread: u32, statement: &str) -> Vec<String> {
    let steps = trace.steps.iter();
    let steps = steps.filter(|step| step.thread == thread && step.statement.starts_with(statement));
    steps
        .flat_map(|step| {
            step.events
                .iter()
                .map(|event| words::of_event(trace, event))
        })
        .collect()
}

#[test]
fn threads_do_nothing_needless_at_their_ends() {
    let trace = trace(
        "told_ends",
        "int data, ready, other;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *writer(void *a)
{
    pthread_mutex_lock(&m);
    ready = 1;
    int seen = other;
    if (seen == 0)
        data = seen + 2;
    pthread_mutex_unlock(&m);
    return 0;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    if (ready)
        assert(data == 2);
    return 0;
}
",
    );
    let by_writer: Vec<&str> = trace
        .steps
        .iter()
        .filter(|step| step.thread == 1)
        .map(|step| step.statement.as_str())
        .collect();
    assert_eq!(by_writer, ["pthread_mutex_lock(&m);", "ready = 1;"]);
    assert!(!trace.threads[1].has_ended);
}

#[test]
fn what_the_library_reads_is_an_input_of_what_gets_it() {
    let trace = trace(
        "told_scanned",
        "int k, total;
void *add(void *a) { total += k; return 0; }
int main(void)
{
    pthread_t t;
    int n;
    if (scanf(\"%d\", &k) != 1) return 1;
    if (scanf(\"%d\", &n) != 1) return 1;
    int c = getchar();
    if (n > -5) return 0;
    pthread_create(&t, 0, add, 0);
    pthread_join(t, 0);
    assert(total != -6 || c != 'x');
}
",
    );
    let told = done_by(&trace, 0, "if (scanf");
    assert_eq!(
        told,
        ["input k = -6", "returns 1", "input n = -5", "returns 1"]
    );
    assert_eq!(done_by(&trace, 0, "int c"), ["input c = 120"]);
}

#[test]
fn what_has_no_value_is_said_to_have_none() {
    let trace = trace(
        "told_unset",
        "struct config { int size; int ready; } *instance;
void *make(void *a)
{
    instance = malloc(sizeof *instance);
    if (instance)
        instance->ready = 1;
    return 0;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, make, 0);
    if (instance) {
        int ready = instance->ready;
        assert(ready == 1);
    }
}
",
    );
    let told = done_by(&trace, 0, "int ready");
    assert_eq!(told[0], "reads instance = &object1");
    assert!(
        told[1].starts_with("reads object1.ready, which has no value: "),
        "{told:?}"
    );
    assert_eq!(
        trace.violation.explanation,
        "main read `object1.ready` at a.c:19 before anything was written to it"
    );
}

#[test]
fn floats_are_short_and_seen_to_be_floats() {
    let trace = trace(
        "told_floats",
        "double huge, tiny; float two; long double third; int count;
void *set(void *a)
{
    huge = 1e300;
    tiny = -2.5e-7;
    two = 2;
    third = 0.1L;
    count = 2;
    return 0;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, set, 0);
    pthread_join(t, 0);
    assert(huge < 1 || tiny > 0 || two < 1 || third > 1 || count == 0);
}
",
    );
    for (statement, told) in [
        ("huge =", "writes huge: 0.0 -> 1e300"),
        ("tiny =", "writes tiny: 0.0 -> -2.5e-7"),
        ("two =", "writes two: 0.0 -> 2.0"),
        ("third =", "writes third: 0.0 -> 0.1"),
        ("count =", "writes count: 0 -> 2"),
    ] {
        assert_eq!(done_by(&trace, 1, statement), [told]);
    }
    let types = trace.variables.iter().map(|it| it.c_type.as_deref());
    let types: Vec<&str> = types.flatten().collect();
    assert_eq!(types, ["double", "double", "float", "long double", "int"]);
}

/// Bit-fields have no memory of their own, and the integer that holds them no name.
#[test]
fn witnesses_speak_of_integers_that_c_can_name() {
    let text = "struct flags { unsigned ready : 1; signed delta : 6; int count; } f[2];
union word { float real; unsigned bits; } word;
unsigned long long large;
static int hits;
void *set(void *a)
{
    f[1].ready = 1;
    f[1].count = 3;
    word.real = 1.5f;
    large = -1;
    hits = 4;
    return 0;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, set, 0);
    pthread_join(t, 0);
    helped();
    assert(!f[1].ready || f[1].count != 3 || word.real != 1.5f || large == 0 || hits != 4);
}
";
    let place = Workplace::new("told_witness")
        .with("a.c", format!("{HEAD}void helped(void);\n{text}"))
        .with("b.c", "static int hits;\nvoid helped(void) { hits++; }\n");
    let said = place.call("check a.c b.c --json bug.json --trace none");
    said.expect(10, &[]);
    let graphml = place.call("show bug.json --format graphml").expect(0, &[]);
    let said = graphml.output;
    for expected in [
        "f[1].count == 3;",
        "large == 18446744073709551615u;",
        "hits == 4;",
    ] {
        assert!(said.contains(expected), "{said}");
    }
    for wrong in ["f[1] ==", "word", "hits.1"] {
        assert!(!said.contains(wrong), "{wrong}: {said}");
    }
}

#[test]
fn objects_of_the_heap_have_one_name_whoever_touches_them() {
    let trace = trace(
        "told_heap",
        "struct node { int value; int count; struct node *next; };
int *counter;
void *increment(void *a)
{
    struct node *node = a;
    int old = node->count;
    node->count = old + 1;
    return 0;
}
int main(void)
{
    pthread_t a, b;
    struct node *node = malloc(sizeof *node);
    if (!node) return 0;
    memset(node, 0, sizeof *node);
    counter = &node->count;
    pthread_create(&a, 0, increment, node);
    pthread_create(&b, 0, increment, node);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(*counter == 2);
}
",
    );
    assert_eq!(done_by(&trace, 0, "memset"), ["writes object1"]);
    assert_eq!(
        done_by(&trace, 0, "counter ="),
        ["writes counter: NULL -> &object1.count"]
    );
    let names: Vec<&str> = trace.variables.iter().map(|it| it.name.as_str()).collect();
    let of_object = names.iter().filter(|name| name.starts_with("object"));
    assert_eq!(
        of_object.collect::<Vec<_>>(),
        [
            &"object1",
            &"object1.value",
            &"object1.count",
            &"object1.next"
        ]
    );
    let explanation = &trace.violation.explanation;
    assert!(
        explanation.contains("wrote `object1.count` between the read"),
        "{explanation}"
    );
}

#[test]
fn members_are_called_as_c_calls_them() {
    let trace = trace(
        "told_members",
        "struct s { int tag; union { struct { int a; int b; }; long whole; }; int items[]; };
struct s known;
struct { unsigned ready : 1; int delta : 7; } flags;
struct s *made;
struct pair { int key, value; } table[4];
struct pair *pair;
int *item;
void *t(void *x)
{
    flags.delta = -1;
    known.b = 3;
    made->b = 4;
    made->items[1] = 5;
    pair = &table[2];
    item = &table[1].value;
    item = &made->items[1];
    return 0;
}
int main(void)
{
    pthread_t p;
    made = malloc(sizeof *made + 8);
    if (!made) return 0;
    pthread_create(&p, 0, t, 0);
    pthread_join(p, 0);
    assert(known.b + made->b + *item + pair->key != 12);
}
",
    );
    let expected = [
        "writes flags.{ready,delta}: 0x0 -> 0xfe",
        "writes known.b: 0 -> 3",
        "writes object1.b = 4",
        "writes object1.items[1] = 5",
        "writes pair: NULL -> &table[2]",
        "writes item: NULL -> &table[1].value",
        "writes item: &table[1].value -> &object1.items[1]",
    ];
    let all = done_by(&trace, 1, "");
    let writes = all.iter().filter(|words| words.starts_with("writes"));
    assert_eq!(
        writes.collect::<Vec<_>>(),
        expected.iter().collect::<Vec<_>>()
    );
    assert_eq!(done_by(&trace, 0, "assert")[0], "reads known.b = 3");
}

/// What the library does to a whole object is done to its parts.
#[test]
fn blocks_of_memory_are_told_by_their_parts() {
    let trace = trace(
        "told_blocks",
        "struct config { int a; int b; char name[8]; } config = { 7, 8, \"old\" };
void *reset(void *x) { memset(&config, 0, sizeof config); return 0; }
int main(void)
{
    pthread_t t;
    struct config mine;
    strcpy(config.name, \"new\");
    pthread_create(&t, 0, reset, 0);
    if (config.a == 7) {
        memcpy(&mine, &config, sizeof mine);
        assert(mine.b == 8);
    }
}
",
    );
    assert_eq!(
        done_by(&trace, 0, "strcpy"),
        ["writes config.name = \"new\""]
    );
    assert_eq!(done_by(&trace, 1, "memset"), ["writes config"]);
    let explanation = &trace.violation.explanation;
    assert!(
        explanation.starts_with("thread 1 wrote ") && explanation.contains("`config."),
        "{explanation}"
    );
    let reset = trace.steps.iter().find(|step| step.thread == 1);
    let details = &reset.expect("a step of thread 1").details;
    let told: Vec<String> = details
        .iter()
        .map(|event| words::of_event(&trace, event))
        .collect();
    assert_eq!(
        told[..2],
        ["writes config.a: 7 -> 0", "writes config.b: 8 -> 0"]
    );
    // Nobody else sees it, but the violation looks at it.
    assert_eq!(done_by(&trace, 0, "assert"), ["reads mine.b = 0"]);
}

#[test]
fn a_wait_that_takes_too_long_times_out() {
    let trace = trace(
        "told_timeout",
        "#include <errno.h>
#include <time.h>
int n;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
void *waiter(void *x)
{
    struct timespec until = { 100, 0 };
    int result = 0;
    pthread_mutex_lock(&m);
    while (n == 0 && result != ETIMEDOUT)
        result = pthread_cond_timedwait(&c, &m, &until);
    assert(n == 1);
    return 0;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, waiter, 0);
    pthread_join(t, 0);
}
",
    );
    let told = done_by(&trace, 1, "result = pthread_cond_timedwait");
    assert!(
        told.contains(&"times out and acquires m".to_string()),
        "{told:?}"
    );
}

#[test]
fn the_explanation_is_about_what_the_assertion_looked_at() {
    let worker = "int x, y, z;
void reach_error(void);
int look(void) { return x; }
int checked(int value) { return value + 0; }
void *worker(void *a) { x = 1; y = 2; z = 3; return 0; }
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    BEGIN
    int later = z;
    if (later == 3) {
        END
    }
}
";
    let variants = [
        ("int mine = y;", "assert(mine != 2);", "y"),
        ("int mine = look();", "assert(mine != 1);", "x"),
        ("int it = y; int mine = it * 2;", "assert(mine != 4);", "y"),
        ("int mine = checked(y);", "assert(mine != 2);", "y"),
        (
            "int mine = y; int *at = &mine;",
            "if (*at == 2)\n reach_error();",
            "y",
        ),
    ];
    for (begin, end, looked_at) in variants {
        let text = worker.replace("BEGIN", begin).replace("END", end);
        let trace = trace("told_origins", &text);
        let explanation = &trace.violation.explanation;
        assert!(
            explanation.contains(&format!("`{looked_at}`")),
            "{begin} {end}: {explanation}"
        );
    }
}
