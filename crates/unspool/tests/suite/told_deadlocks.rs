//! What `unspool run` tells of a deadlock: what each thread waits for, who has it, and what it would take.

use crate::invocation::Workplace;

/// Nobody wakes up by chance.
const EXHAUSTIVE: &str = "--schedule exhaustive --no-spurious-wakeups";

#[track_caller]
fn deadlock(name: &str, text: &str, parts: &[&str]) -> String {
    let head = "#include <pthread.h>\n#include <semaphore.h>\n";
    let place = Workplace::new(name).with("a.c", format!("{head}{text}"));
    place
        .call(&format!("run a.c {EXHAUSTIVE}"))
        .expect(10, parts)
        .errors
}

/// These parts stand in the text in this order.
#[track_caller]
fn in_order(text: &str, parts: &[&str]) {
    let mut rest = text;
    for part in parts {
        let Some(at) = rest.find(part) else {
            panic!("no `{part}` in `{rest}`, of `{text}`");
        };
        rest = &rest[at + part.len()..];
    }
}

#[test]
fn two_locks_in_opposite_orders() {
    let said = deadlock(
        "deadlock_two",
        "struct account { int balance; pthread_mutex_t lock; };
struct account from = {10, PTHREAD_MUTEX_INITIALIZER}, to = {0, PTHREAD_MUTEX_INITIALIZER};
static void move(struct account *a, struct account *b) {
    pthread_mutex_lock(&a->lock);
    pthread_mutex_lock(&b->lock);
    a->balance--;
    b->balance++;
    pthread_mutex_unlock(&b->lock);
    pthread_mutex_unlock(&a->lock);
}
void *one(void *p) { move(&from, &to); return 0; }
void *two(void *p) { move(&to, &from); return 0; }
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, one, 0);
    pthread_create(&b, 0, two, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
}
",
        &[
            "thread 1 waits for to.lock, which thread 2 holds",
            "thread 2 took to.lock here",
            "all take `from.lock` and `to.lock` in the same order",
        ],
    );
    in_order(
        &said,
        &[
            "note: thread 1 (one) at a.c:7 waits for `to.lock`, which thread 2 (two) has held since a.c:6",
            "note: thread 2 (two) at a.c:7 waits for `from.lock`, which thread 1 (one) has held since a.c:6",
            "note: main at a.c:19 waits for the end of thread 1 (one)",
        ],
    );
}

#[test]
fn three_philosophers() {
    let said = deadlock(
        "deadlock_three",
        "pthread_mutex_t forks[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
void *eat(void *p) {
    int left = (int)(long)p, right = (left + 1) % 3;
    pthread_mutex_lock(&forks[left]);
    pthread_mutex_lock(&forks[right]);
    pthread_mutex_unlock(&forks[right]);
    pthread_mutex_unlock(&forks[left]);
    return 0;
}
int main(void) {
    pthread_t threads[3];
    for (long i = 0; i < 3; i++)
        pthread_create(&threads[i], 0, eat, (void *)i);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], 0);
}
",
        &["3 threads wait for each other in a circle"],
    );
    in_order(
        &said,
        &[
            "thread 1 (eat) at a.c:7 waits for `forks[1]`, which thread 2 (eat) has held since a.c:6",
            "thread 2 (eat) at a.c:7 waits for `forks[2]`, which thread 3 (eat) has held since a.c:6",
            "thread 3 (eat) at a.c:7 waits for `forks[0]`, which thread 1 (eat) has held since a.c:6",
            "main at a.c:17 waits for the end of thread 1 (eat)",
        ],
    );
}

#[test]
fn threads_that_join_each_other() {
    let said = deadlock(
        "deadlock_joins",
        "pthread_t first;
void *other(void *p) { pthread_join(first, 0); return 0; }
int main(void) {
    pthread_t t;
    first = pthread_self();
    pthread_create(&t, 0, other, 0);
    pthread_join(t, 0);
}
",
        &["2 threads wait for each other in a circle"],
    );
    in_order(
        &said,
        &[
            "main at a.c:9 waits for the end of thread 1 (other)",
            "thread 1 (other) at a.c:4 waits for the end of main",
        ],
    );
}

#[test]
fn a_lock_that_is_held_while_its_next_owner_is_joined() {
    let said = deadlock(
        "deadlock_mixed",
        "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *other(void *p) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); return 0; }
int main(void) {
    pthread_t t;
    pthread_mutex_lock(&m);
    pthread_create(&t, 0, other, 0);
    pthread_join(t, 0);
    pthread_mutex_unlock(&m);
}
",
        &["2 threads wait for each other in a circle\n"],
    );
    in_order(
        &said,
        &[
            "main at a.c:9 waits for the end of thread 1 (other)",
            "thread 1 (other) at a.c:4 waits for `m`, which main has held since a.c:7",
        ],
    );
}

const SIGNALLED_ONCE: &str = "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
void *waiter(void *p) {
    pthread_mutex_lock(&m);
    pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, waiter, 0);
    pthread_mutex_lock(&m);
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
}
";

#[test]
fn a_signal_that_came_too_early() {
    let said = deadlock(
        "deadlock_signal",
        SIGNALLED_ONCE,
        &[
            "main signalled `c` at a.c:15 when nobody waited for it, and no thread is left to do so again",
        ],
    );
    in_order(
        &said,
        &[
            "thread 1 (waiter) at a.c:7 waits for a signal to `c`",
            "main at a.c:17 waits for the end of thread 1 (waiter)",
        ],
    );
}

#[test]
fn a_signal_that_never_comes() {
    deadlock(
        "deadlock_no_signal",
        &SIGNALLED_ONCE.replace("    pthread_cond_signal(&c);\n", ""),
        &["no thread is left to signal `c`"],
    );
}

/// It has been signalled, and waits for the mutex alone.
#[test]
fn a_woken_thread_waits_for_the_mutex() {
    deadlock(
        "deadlock_woken",
        &SIGNALLED_ONCE
            .replace(
                "    pthread_mutex_unlock(&m);\n    pthread_join",
                "    pthread_join",
            )
            .replace(
                "    pthread_mutex_lock(&m);\n    pthread_cond_signal",
                "    sem_wait(&s);\n    pthread_mutex_lock(&m);\n    pthread_cond_signal",
            )
            .replace(
                "    pthread_cond_wait",
                "    sem_post(&s);\n    pthread_cond_wait",
            )
            .replace(
                "int main(void) {",
                "int main(void) {\n    sem_init(&s, 0, 0);",
            )
            .replace("void *waiter", "sem_t s;\nvoid *waiter"),
        &["thread 1 (waiter) at a.c:9 waits for `m`, which main has held since a.c:18"],
    );
}

#[test]
fn a_semaphore_that_nobody_posts() {
    deadlock(
        "deadlock_semaphore",
        "struct { int x; sem_t free; } pool;
int main(void) {
    sem_init(&pool.free, 0, 1);
    sem_wait(&pool.free);
    sem_wait(&pool.free);
}
",
        &[
            "the only thread left waits for ever",
            "main at a.c:7 waits for semaphore `pool.free`, which is 0",
            "no thread is left to post `pool.free`",
        ],
    );
}

#[test]
fn a_barrier_to_which_too_few_come() {
    deadlock(
        "deadlock_barrier",
        "pthread_barrier_t b;
void *come(void *p) { pthread_barrier_wait(&b); return 0; }
int main(void) {
    pthread_t t;
    pthread_barrier_init(&b, 0, 3);
    pthread_create(&t, 0, come, 0);
    pthread_barrier_wait(&b);
}
",
        &[
            "main at a.c:9 waits for other threads at barrier `b`",
            "thread 1 (come) at a.c:4 waits for other threads at barrier `b`",
            "no other thread is left to come to `b`",
        ],
    );
}

#[test]
fn a_lock_that_its_owner_has_kept() {
    deadlock(
        "deadlock_kept",
        "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *keep(void *p) { pthread_mutex_lock(&m); return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, keep, 0);
    pthread_join(t, 0);
    pthread_mutex_lock(&m);
}
",
        &[
            "main at a.c:9 waits for `m`, which thread 1 (keep) took at a.c:4 and had not given back when it ended",
            "thread 1 has ended without giving back `m`",
        ],
    );
}

#[test]
fn a_lock_for_reading_waits_for_the_writer() {
    let text = "pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
void *read(void *p) { pthread_rwlock_rdlock(&rw); return 0; }
int main(void) {
    pthread_t t;
    pthread_rwlock_wrlock(&rw);
    pthread_create(&t, 0, read, 0);
    pthread_join(t, 0);
}
";
    deadlock(
        "deadlock_reader",
        text,
        &["thread 1 (read) at a.c:4 waits for `rw`, which main has held since a.c:7"],
    );
    deadlock(
        "deadlock_writer",
        &text
            .replace("wrlock", "r")
            .replace("rdlock", "wrlock")
            .replace("_r(", "_rdlock("),
        &["thread 1 (read) at a.c:4 waits for `rw`, which others hold for reading"],
    );
}
