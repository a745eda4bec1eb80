//! What `unspool run --races` tells of a data race: both accesses, how they got there, with which locks, and why nothing orders them.

use crate::invocation::Workplace;

/// The first race of a program, by exhaustive search; and without one of its lines there is none.
#[track_caller]
fn race(name: &str, text: &str, cure: (&str, &str), parts: &[&str]) {
    let head =
        "#include <pthread.h>\n#include <stdatomic.h>\n#include <stdlib.h>\n#include <string.h>\n";
    let place = Workplace::new(name).with("a.c", format!("{head}{text}"));
    place
        .call("run a.c --races --schedule exhaustive")
        .expect(10, parts);
    assert!(text.contains(cure.0), "nothing to cure");
    let cured = format!("{head}{}", text.replace(cure.0, cure.1));
    let place = place.with("cured.c", cured);
    place
        .call("run cured.c --races --schedule exhaustive")
        .expect(0, &["no violation in any interleaving"]);
}

#[test]
fn without_any_lock() {
    race(
        "race_no_lock",
        "int counter;
void *add(void *p) { counter++; return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, add, 0);
    counter = 5;
    pthread_join(t, 0);
}
",
        ("int counter", "_Atomic int counter"),
        &[
            "error: data race on `counter`",
            "main writes counter, holding no lock",
            "thread 1 reads counter, holding no lock",
            "note: main writes `counter` at a.c:10, holding no lock",
            "note: thread 1 (add) reads `counter` at a.c:6, holding no lock",
            "no lock is held at either access, and nothing else orders them",
        ],
    );
}

#[test]
fn with_a_lock_on_one_side_through_a_pointer() {
    race(
        "race_one_lock",
        "struct queue { pthread_mutex_t lock; int count; };
static void add(struct queue *q) {
    q->count++;
}
void *worker(void *q) {
    struct queue *queue = q;
    pthread_mutex_lock(&queue->lock);
    add(queue);
    pthread_mutex_unlock(&queue->lock);
    return 0;
}
int main(void) {
    pthread_t t;
    struct queue *q = malloc(sizeof *q);
    pthread_mutex_init(&q->lock, 0);
    q->count = 0;
    pthread_create(&t, 0, worker, q);
    /* lock */
    q->count = 5;
    /* unlock */
    pthread_join(t, 0);
    free(q);
}
",
        (
            "    /* lock */\n    q->count = 5;\n",
            "    pthread_mutex_lock(&q->lock);\n    q->count = 5;\n    pthread_mutex_unlock(&q->lock);\n",
        ),
        &[
            "data race on `object1.count`",
            "thread 1 (worker) reads `object1.count` at a.c:7, holding `object1.lock` since a.c:11; `add` was called by `worker` at a.c:12",
            "main writes `object1.count` at a.c:23, holding no lock",
            "`object1` is memory that was allocated at a.c:18",
            "thread 1 holds `object1.lock`, but main holds no lock: a lock keeps out only those who take it",
        ],
    );
}

#[test]
fn with_different_locks_in_a_field() {
    race(
        "race_two_locks",
        "struct { struct { int x, y; } at; } shape;
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
void *move(void *p) {
    pthread_mutex_lock(&a);
    shape.at.y = 1;
    pthread_mutex_unlock(&a);
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, move, 0);
    pthread_mutex_lock(&b);
    shape.at.y = 2;
    pthread_mutex_unlock(&b);
    pthread_join(t, 0);
}
",
        ("(&b)", "(&a)"),
        &[
            "data race on `shape.at.y`",
            "main writes `shape.at.y` at a.c:17, holding `b` since a.c:16",
            "thread 1 (move) writes `shape.at.y` at a.c:9, holding `a` since a.c:8",
            "the same lock would have to be held at both accesses",
        ],
    );
}

#[test]
fn by_a_function_of_the_library() {
    race(
        "race_copy",
        "char text[4];
void *writer(void *p) { memcpy(text, \"abc\", 4); return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    int first = text[1];
    pthread_join(t, 0);
    return first & 0;
}
",
        (
            "    int first = text[1];\n    pthread_join(t, 0);\n",
            "    pthread_join(t, 0);\n    int first = text[1];\n",
        ),
        &[
            "data race on `text[1]`",
            "thread 1 (writer) writes `text[1]` by `memcpy` at a.c:6",
            "main reads `text[1]` at a.c:10",
        ],
    );
}

#[test]
fn atomic_against_plain() {
    race(
        "race_atomic",
        "int x;
void *set(void *p) { __atomic_store_n(&x, 1, __ATOMIC_SEQ_CST); return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, set, 0);
    int seen = x;
    pthread_join(t, 0);
    return seen & 0;
}
",
        ("= x;", "= __atomic_load_n(&x, __ATOMIC_SEQ_CST);"),
        &[
            "thread 1 (set) atomically writes `x` at a.c:6",
            "main reads `x` at a.c:10",
            "the access of thread 1 is atomic, that of main is not: both have to be",
        ],
    );
}

#[test]
fn volatile_is_no_cure() {
    race(
        "race_volatile",
        "volatile int flag;
void *set(void *p) { flag = 1; return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, set, 0);
    int seen = flag;
    pthread_join(t, 0);
    return seen & 0;
}
",
        ("volatile", "_Atomic"),
        &["`volatile` does not order what threads do: use an atomic type or a lock"],
    );
}

#[test]
fn of_different_bytes() {
    race(
        "race_bytes",
        "union { int whole; char parts[4]; } u;
void *set(void *p) { u.whole = 1; return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, set, 0);
    u.parts[2] = 1;
    pthread_join(t, 0);
}
",
        ("    u.parts[2] = 1;\n", ""),
        &["(bytes 0 to 3)", "(byte 2)", "data race on `u.parts[2]`"],
    );
}

/// In the other order it is a use after free.
#[test]
fn with_the_end_of_an_object() {
    let text = "#include <pthread.h>
#include <stdlib.h>
int *shared;
void *use(void *p) { *shared = 1; return 0; }
int main(void) {
    pthread_t t;
    shared = malloc(sizeof *shared);
    *shared = 0;
    pthread_create(&t, 0, use, 0);
    pthread_detach(t);
    free(shared);
}
";
    let place = Workplace::new("race_free").with("a.c", text);
    place.call("run a.c --races --replay 0*6,1*2,0*2").expect(
        10,
        &[
            "data race on `object1`",
            "main frees `object1` by `free` at a.c:11, holding no lock",
            "thread 1 (use) writes `object1` at a.c:4, holding no lock",
            "nothing makes sure that the object is no longer used when its life ends",
        ],
    );
}
