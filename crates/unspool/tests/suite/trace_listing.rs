//! How `unspool check` lists an execution: by statements, without what is only the library's business.

use unspool_report::{json, words};

use crate::invocation::Workplace;

/// What a check of this program says of each step: thread, place, statement, what it did. Those that do not matter are in parentheses.
#[track_caller]
fn listed(name: &str, text: &str) -> Vec<String> {
    let place = Workplace::new(name).with("a.c", text);
    let said = place.call("check a.c --json -").expect(10, &[]);
    let report = json::read(&said.output).expect("a report");
    let files = &report.program.files;
    let trace = report.trace.expect("a trace");
    let lines = trace.steps.iter().map(|step| {
        let place = step
            .place
            .map_or(String::new(), |it| words::place(files, &it));
        let events = words::of_step(&trace, step, None).join(", ");
        let line = format!("{}: {place} {} {events}", step.thread, step.statement);
        match step.is_relevant {
            true => line.trim_end().to_string(),
            false => format!("({})", line.trim_end()),
        }
    });
    lines.collect()
}

#[test]
fn several_statements_of_a_line_are_told_apart() {
    let list = listed(
        "listed_statements",
        "#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#define NOTHING
#define BOTH x += 1; x += 1
int x, y; void *q;
void *t(void *p) { x++; y = x; q = NULL; NOTHING; y++; q = p; return NULL; }
void *u(void *p) { x = 5; BOTH; y += 5; return 0; }
int main(void)
{
    pthread_t p; pthread_create(&p, 0, t, 0); pthread_join(p, 0); u(NULL);
    assert(y == 1);
    return 0;
}
",
    );
    let expected = [
        "0: a.c:11 pthread_create(&p, 0, t, 0); creates thread 1",
        "1: a.c:7 x++; writes x: 0 -> 1",
        "1: a.c:7 y = x; reads x = 1, writes y: 0 -> 1",
        "(1: a.c:7 q = NULL; writes q: NULL -> NULL)",
        "1: a.c:7 y++; writes y: 1 -> 2",
        "(1: a.c:7 q = p; writes q: NULL -> NULL)",
        "(1:   ends)",
        "0: a.c:11 pthread_join(p, 0); joins thread 1",
        "0: a.c:8 x = 5; writes x: 1 -> 5",
        "0: a.c:8 BOTH; writes x: 5 -> 6, writes x: 6 -> 7",
        "0: a.c:8 y += 5; writes y: 2 -> 7",
        "0: a.c:12 assert(y == 1); reads y = 7",
    ];
    assert_eq!(list, expected);
}

#[test]
fn the_innermost_statement_is_told() {
    let list = listed(
        "listed_innermost",
        "#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
struct pair { int key; void *left; } *pair;
int x; pthread_t a, b;
void *t(void *p) { return NULL; }
int main(void)
{
    pair = malloc(sizeof *pair); pair->left = NULL; *pair = (struct pair){ .key = 1 };
    pthread_create(&a, NULL, t, NULL); pthread_create(&b, NULL, t, NULL);
    if (pthread_join(a,   // the first
                     NULL))
        return 1;
    x = ({ int y = pair->key; y + 1; }); x++;
    if (x) assert(pair->left != NULL);
    return 0;
}
",
    );
    for expected in [
        "pair->left = NULL;",
        "*pair = (struct pair){ .key = 1 };",
        "a.c:10 pthread_create(&a, NULL, t, NULL); creates thread 1",
        "a.c:10 pthread_create(&b, NULL, t, NULL); creates thread 2",
        "a.c:11 if (pthread_join(a, NULL)) reads a = 2, joins thread 1",
        "x = ({ int y = pair->key; y + 1; });",
        "x++; writes x: 2 -> 3",
        "if (x) reads x = 3",
        "a.c:15 assert(pair->left != NULL);",
    ] {
        assert!(
            list.iter().any(|line| line.contains(expected)),
            "{expected} in {list:#?}"
        );
    }
}

#[test]
fn the_violation_is_at_the_innermost_statement() {
    let text = "#include <assert.h>
int x;
int main(void) { int y = x; if (y == 0) assert(x); return 0; }
";
    let place = Workplace::new("listed_violation").with("a.c", text);
    let said = place.call("check a.c").expect(10, &[]);
    assert!(
        said.output.starts_with("UNSAFE: a.c:3:41: "),
        "{}",
        said.output
    );
}

#[test]
fn no_line_is_wider_than_the_terminal() {
    let text = "#include <assert.h>
int a_rather_long_name_of_a_variable, another_rather_long_name_of_a_variable;
int main(void)
{
    a_rather_long_name_of_a_variable = another_rather_long_name_of_a_variable + another_rather_long_name_of_a_variable + 1;
    assert(a_rather_long_name_of_a_variable == 0);
    return 0;
}
";
    let place = Workplace::new("listed_long").with("a.c", text);
    let said = place.call("check a.c").expect(10, &[]);
    let (_, list) = said.output.split_once("\n\n").expect("a list");
    let (list, _) = list
        .split_once("\n\n")
        .expect("the violation behind the list");
    assert!(
        list.contains("a_rather_long_name_of_a_variable = an"),
        "{list}"
    );
    assert!(list.contains("..."), "{list}");
    for line in list.lines() {
        assert!(line.chars().count() <= 100, "{line}");
    }
}

#[test]
fn what_only_the_library_understands_is_not_shown() {
    let list = listed(
        "listed_library",
        "#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
typedef struct { int part; } anonymous;
anonymous own;
pthread_rwlock_t readers = PTHREAD_RWLOCK_INITIALIZER;
pthread_once_t once = PTHREAD_ONCE_INIT;
pthread_spinlock_t spin;
sem_t semaphore;
void begin(void)
{
    own.part = 1;
}
void *work(void *argument)
{
    pthread_once(&once, begin);
    pthread_rwlock_wrlock(&readers);
    own.part++;
    pthread_rwlock_unlock(&readers);
    pthread_spin_lock(&spin);
    pthread_spin_unlock(&spin);
    sem_wait(&semaphore);
    return 0;
}
int main(void)
{
    pthread_t thread;
    pthread_spin_init(&spin, 0);
    sem_init(&semaphore, 0, 1);
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, 0);
    assert(own.part != 2);
    return 0;
}
",
    );
    for expected in [
        "pthread_rwlock_wrlock(&readers); acquires readers for writing)",
        "pthread_rwlock_unlock(&readers); releases readers)",
        "pthread_spin_init(&spin, 0); initialises spin",
        "pthread_spin_lock(&spin); acquires spin",
        "sem_init(&semaphore, 0, 1); initialises semaphore",
        "sem_wait(&semaphore); takes one from semaphore: 1 -> 0",
    ] {
        let is_told = |line: &String| line.ends_with(expected);
        assert!(list.iter().any(is_told), "{expected} in {list:#?}");
    }
    let is_internal = |line: &&String| line.contains("state") || line.contains("__");
    assert_eq!(list.iter().find(is_internal), None);
    assert!(
        list.iter().any(|line| line.contains("own.part: 1 -> 2")),
        "{list:#?}"
    );
}

#[test]
fn of_strings_the_library_is_said_to_read_them() {
    let list = listed(
        "listed_strings",
        "#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
char name[8] = \"hello\", copy[8];
struct node { struct node *next; int value; } nodes[2], *first;
int length;
void *work(void *argument)
{
    length = (int)strlen(name);
    memcpy(copy, name, sizeof copy);
    first = nodes;
    first = &nodes[1];
    printf(\"%s\\n\", copy);
    return 0;
}
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, 0);
    assert(length != 5 || copy[0] != 'h' || first == nodes);
    return 0;
}
",
    );
    for expected in [
        "1: a.c:10 length = (int)strlen(name); reads name = \"hello\", writes length: 0 -> 5",
        "1: a.c:11 memcpy(copy, name, sizeof copy); reads name = \"hello\", writes copy = \"hello\"",
        "1: a.c:12 first = nodes; writes first: NULL -> &nodes[0]",
        "1: a.c:13 first = &nodes[1]; writes first: &nodes[0] -> &nodes[1]",
        "1: a.c:14 printf(\"%s\\n\", copy); reads copy = \"hello\"",
    ] {
        assert!(
            list.iter().any(|line| line.contains(expected)),
            "{expected} in {list:#?}"
        );
    }
}

#[test]
fn calls_of_one_line_are_told_one_by_one() {
    let list = listed(
        "listed_calls",
        "#include <assert.h>
#include <pthread.h>
#define ADD(v) do { pthread_mutex_lock(&a); v++; pthread_mutex_unlock(&a); } while (0)
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
int x;
void *work(void *argument)
{
    pthread_mutex_lock(&b); ADD(x); pthread_mutex_unlock(&b);
    return 0;
}
int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, work, 0);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
    assert(x != 2);
    return 0;
}
",
    );
    let all = list.join("\n");
    for expected in [
        "joins thread 1",
        "joins thread 2",
        "acquires a, writes x: 0 -> 1, releases a",
    ] {
        assert!(all.contains(expected), "{expected} in {list:#?}");
    }
}

/// Macros of the library keep values in variables of their own, whose names only it may use; a user who does so is taken at their word.
#[test]
fn variables_of_library_macros_are_not_shown() {
    let text = "#include <assert.h>
#include <stdatomic.h>
atomic_int value;
int main(void)
{
    int __own = 1, *__pointer = &__own;
    int old = atomic_exchange(&value, 5);
    atomic_store(&value, old + *__pointer);
    assert(value == 5);
    return 0;
}
";
    let place = Workplace::new("listed_macros").with("a.c", text);
    let said = place.call("check a.c --trace full").expect(10, &[]);
    for part in ["sets __own = 1", "sets __pointer = &__own", "sets old = 0"] {
        assert!(said.output.contains(part), "{}", said.output);
    }
    assert!(!said.output.contains("__atomic"), "{}", said.output);
}
