//! How `unspool check` lists an execution: by statements, without what is only the library's business.

use crate::invocation::Workplace;

/// The list that a check of this program shows, without the heading, blanks folded.
#[track_caller]
fn listed(name: &str, text: &str) -> Vec<String> {
    let place = Workplace::new(name).with("a.c", text);
    let said = place.call("check a.c").expect(10, &[]);
    let (_, list) = said.output.split_once("\n\n").expect("a list");
    let fold = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    list.lines().map(fold).collect()
}

#[test]
fn several_statements_of_a_line_are_told_apart() {
    let list = listed(
        "listed_statements",
        "#include <assert.h>
#include <pthread.h>
#define LOCK
int x, y;
void *t(void *p) { x++; y = x; LOCK; y++; return 0; }
int main(void)
{
    pthread_t p; pthread_create(&p, 0, t, 0); pthread_join(p, 0);
    assert(y == 1);
    return 0;
}
",
    );
    let expected = [
        "thread 0",
        "a.c:8 pthread_create(&p, 0, t, 0); creates thread 1",
        "thread 1 (t)",
        "a.c:5 x++; x: 0 -> 1",
        "a.c:5 y = x; x is 1, y: 0 -> 1",
        // The macro may be any number of statements: whose this is, the line leaves open.
        "a.c:5 void *t(void *p) { x++; y = x; LOCK; y++; return 0; } y: 1 -> 2",
        "thread 1 ends",
        "thread 0",
        "a.c:8 pthread_join(p, 0);",
        "a.c:9 assert(y == 1); y is 2",
        "a.c:9 assertion failed: y == 1 [unreach-call]",
    ];
    assert_eq!(list, expected);
}

#[test]
fn long_statements_are_shortened() {
    let list = listed(
        "listed_long",
        "#include <assert.h>
int a_rather_long_name, another_rather_long_name;
int main(void)
{
    a_rather_long_name = another_rather_long_name + another_rather_long_name + 1;
    assert(a_rather_long_name == 0);
    return 0;
}
",
    );
    let expected = "a.c:5 a_rather_long_name = another_rather_long_name + another_r...";
    assert!(list[1].starts_with(expected), "{list:#?}");
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
    let is_call = |line: &&String| {
        line.contains("once")
            || line.contains("readers")
            || line.contains("spin")
            || line.contains("semaphore")
    };
    let calls: Vec<&String> = list.iter().filter(is_call).collect();
    assert_eq!(calls.len(), 9, "{list:#?}");
    for line in calls {
        assert!(line.ends_with(';'), "a note on `{line}`");
    }
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
        "a.c:10 length = (int)strlen(name); reads name, length: 0 -> 5",
        "a.c:11 memcpy(copy, name, sizeof copy); reads name, writes copy",
        "a.c:12 first = nodes; first: NULL -> &nodes[0]",
        "a.c:13 first = &nodes[1]; first: &nodes[0] -> &nodes[1]",
        "a.c:14 printf(\"%s\\n\", copy); reads copy",
    ] {
        assert!(
            list.iter().any(|line| line == expected),
            "{expected} in {list:#?}"
        );
    }
}
