//! The order of locks: `--property lock-order`, and what it proves for `--property no-deadlock`. Each program stands beside a twin that differs in what matters.

use crate::invocation::{Said, Workplace};

const HEAD: &str = "#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#define LOCK(m) pthread_mutex_lock(&(m))
#define UNLOCK(m) pthread_mutex_unlock(&(m))
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER, c = PTHREAD_MUTEX_INITIALIZER;
";

/// Two threads, by default.
const MAIN: &str = "int main(void) { pthread_t t, u; pthread_create(&t, 0, f, 0); pthread_create(&u, 0, g, 0); pthread_join(t, 0); pthread_join(u, 0); return 0; }";

struct Pair {
    name: &'static str,
    /// Some locks are taken in opposite orders.
    text: &'static str,
    /// What to replace, and by what, so that they are not.
    mended: (&'static str, &'static str),
    /// What the first line says of them.
    says: &'static str,
}

const PAIRS: &[Pair] = &[
    Pair {
        name: "two_locks",
        text: "void *f(void *p) { LOCK(a); LOCK(b); UNLOCK(b); UNLOCK(a); return p; }
void *g(void *p) { LOCK(b); LOCK(a); UNLOCK(b); UNLOCK(a); return p; }
MAIN",
        mended: ("LOCK(b); LOCK(a);", "LOCK(a); LOCK(b);"),
        says: "opposite orders: `a` then `b` at bad.c:7, `b` then `a` at bad.c:8; this may be a deadlock (--property no-deadlock",
    },
    Pair {
        name: "circle_of_three",
        text: "void *f(void *p) { LOCK(a); LOCK(b); UNLOCK(b); UNLOCK(a); return p; }
void *g(void *p) { LOCK(b); LOCK(c); UNLOCK(b); UNLOCK(c); return p; }
void *h(void *p) { LOCK(c); LOCK(a); UNLOCK(c); UNLOCK(a); return p; }
int main(void) { pthread_t t, u, v; pthread_create(&t, 0, f, 0); pthread_create(&u, 0, g, 0); pthread_create(&v, 0, h, 0); pthread_join(t, 0); pthread_join(u, 0); pthread_join(v, 0); return 0; }",
        mended: ("LOCK(c); LOCK(a);", "LOCK(a); LOCK(c);"),
        says: "in a circle: `a` then `b` at bad.c:7, `b` then `c` at bad.c:8, `c` then `a` at bad.c:9",
    },
    Pair {
        name: "gate",
        text: "void *f(void *p) { LOCK(c); LOCK(a); LOCK(b); UNLOCK(b); UNLOCK(a); UNLOCK(c); return p; }
void *g(void *p) { LOCK(b); LOCK(a); UNLOCK(b); UNLOCK(a); return p; }
MAIN",
        mended: ("{ LOCK(b); LOCK(a);", "{ LOCK(c); LOCK(b); LOCK(a); UNLOCK(c);"),
        says: "opposite orders: `a` then `b`",
    },
    Pair {
        name: "gate_on_one_path",
        text: "int n; void *f(void *p) { LOCK(c); LOCK(a); LOCK(b); UNLOCK(b); UNLOCK(a); UNLOCK(c); return p; }
void *g(void *p) { int m = n; if (m) LOCK(c); LOCK(b); LOCK(a); UNLOCK(b); UNLOCK(a); if (m) UNLOCK(c); return p; }
void *h(void *p) { n = 1; return p; }
int main(void) { pthread_t t, u, v; pthread_create(&t, 0, f, 0); pthread_create(&u, 0, g, 0); pthread_create(&v, 0, h, 0); pthread_join(t, 0); pthread_join(u, 0); pthread_join(v, 0); return 0; }",
        mended: ("if (m) LOCK(c);", "LOCK(c);"),
        says: "opposite orders: `a` then `b`",
    },
    Pair {
        name: "one_after_the_other",
        text: "void *f(void *p) { LOCK(a); LOCK(b); UNLOCK(b); UNLOCK(a); return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); LOCK(b); LOCK(a); UNLOCK(a); UNLOCK(b); pthread_join(t, 0); return 0; }",
        mended: (
            "LOCK(b); LOCK(a); UNLOCK(a); UNLOCK(b); pthread_join(t, 0);",
            "pthread_join(t, 0); LOCK(b); LOCK(a); UNLOCK(a); UNLOCK(b);",
        ),
        says: "opposite orders",
    },
    Pair {
        name: "before_and_during",
        text: "void *f(void *p) { LOCK(a); LOCK(b); UNLOCK(b); UNLOCK(a); return p; }
void both(void) { LOCK(b); LOCK(a); UNLOCK(a); UNLOCK(b); }
int main(void) { pthread_t t; both(); pthread_create(&t, 0, f, 0); both(); pthread_join(t, 0); return 0; }",
        mended: ("f, 0); both();", "f, 0);"),
        says: "opposite orders",
    },
    Pair {
        name: "tried",
        text: "void *f(void *p) { LOCK(a); LOCK(b); UNLOCK(b); UNLOCK(a); return p; }
void *g(void *p) { LOCK(b); LOCK(a); UNLOCK(a); UNLOCK(b); return p; }
MAIN",
        mended: ("LOCK(b); LOCK(a); UNLOCK(a);", "LOCK(b); if (pthread_mutex_trylock(&a) == 0) UNLOCK(a);"),
        says: "opposite orders",
    },
    Pair {
        name: "held_by_trying",
        text: "void *f(void *p) { LOCK(a); LOCK(b); UNLOCK(b); UNLOCK(a); return p; }
void *g(void *p) { if (pthread_mutex_trylock(&b) == 0) { LOCK(a); UNLOCK(a); UNLOCK(b); } return p; }
MAIN",
        mended: ("LOCK(a); UNLOCK(a); UNLOCK(b); }", "UNLOCK(b); }"),
        says: "opposite orders",
    },
    Pair {
        name: "elements",
        text: "pthread_mutex_t m[3];
void *f(void *p) { LOCK(m[0]); LOCK(m[2]); UNLOCK(m[2]); UNLOCK(m[0]); return p; }
void *g(void *p) { LOCK(m[2]); LOCK(m[0]); UNLOCK(m[0]); UNLOCK(m[2]); return p; }
MAIN",
        mended: ("LOCK(m[2]); LOCK(m[0]); UNLOCK(m[0]); UNLOCK(m[2]);", "LOCK(m[2]); LOCK(m[1]); UNLOCK(m[1]); UNLOCK(m[2]);"),
        says: "opposite orders: `m[0]` then `m[2]`",
    },
    Pair {
        name: "unknown_element",
        text: "pthread_mutex_t m[3]; int i; 
void *f(void *p) { i = 1; LOCK(m[0]); LOCK(m[2]); UNLOCK(m[2]); UNLOCK(m[0]); return p; }
void *g(void *p) { int k = i; LOCK(m[2]); LOCK(m[k & 1]); UNLOCK(m[k & 1]); UNLOCK(m[2]); return p; }
MAIN",
        mended: ("LOCK(m[k & 1]);", "UNLOCK(m[2]); LOCK(m[k & 1]);"),
        says: "opposite orders: `m[0]` then `m[2]`",
    },
    Pair {
        name: "members",
        text: "struct account { int x; pthread_mutex_t m; } one, two;
void *f(void *p) { LOCK(one.m); LOCK(two.m); UNLOCK(two.m); UNLOCK(one.m); return p; }
void *g(void *p) { LOCK(two.m); LOCK(one.m); UNLOCK(two.m); UNLOCK(one.m); return p; }
MAIN",
        mended: ("LOCK(two.m); LOCK(one.m);", "LOCK(one.m); LOCK(two.m);"),
        says: "opposite orders: `one.m` then `two.m`",
    },
    Pair {
        name: "by_pointers",
        text: "void both(pthread_mutex_t *one, pthread_mutex_t *two) { pthread_mutex_lock(one); pthread_mutex_lock(two); pthread_mutex_unlock(two); pthread_mutex_unlock(one); }
void *f(void *p) { both(&a, &b); return p; }
void *g(void *p) { both(&b, &a); return p; }
MAIN",
        mended: ("both(&b, &a)", "both(&a, &b)"),
        says: "opposite orders: `a` then `b`",
    },
    Pair {
        name: "of_the_heap",
        text: "pthread_mutex_t *x, *y;
void *f(void *p) { LOCK(*x); LOCK(*y); UNLOCK(*y); UNLOCK(*x); return p; }
void *g(void *p) { LOCK(*y); LOCK(*x); UNLOCK(*x); UNLOCK(*y); return p; }
int main(void) { pthread_t t, u; x = malloc(sizeof *x);
y = malloc(sizeof *y);
pthread_mutex_init(x, 0); pthread_mutex_init(y, 0);
pthread_create(&t, 0, f, 0); pthread_create(&u, 0, g, 0); pthread_join(t, 0); pthread_join(u, 0); return 0; }",
        mended: ("LOCK(*y); LOCK(*x);", "LOCK(*x); LOCK(*y);"),
        says: "opposite orders: the lock allocated at bad.c:10 then the lock allocated at bad.c:11",
    },
    Pair {
        name: "waiting_for_a_condition",
        text: "pthread_cond_t v = PTHREAD_COND_INITIALIZER;
void *f(void *p) { LOCK(a); LOCK(b); pthread_cond_wait(&v, &a); UNLOCK(b); UNLOCK(a); return p; }
void *g(void *p) { LOCK(a); LOCK(b); UNLOCK(b); pthread_cond_signal(&v); UNLOCK(a); return p; }
MAIN",
        // The wait gives `a` back, and takes it again while it holds `b`.
        mended: ("LOCK(b); pthread_cond_wait(&v, &a);", "pthread_cond_wait(&v, &a); LOCK(b);"),
        says: "opposite orders: `a` then `b` at bad.c:9, `b` then `a` at bad.c:8",
    },
];

fn program(text: &str) -> String {
    format!("{HEAD}{}\n", text.replace("MAIN", MAIN))
}

#[track_caller]
fn first_line(said: &Said, starts: &str) {
    let first = said.output.lines().next().unwrap_or_default();
    assert!(first.contains(starts), "{starts}: {}", said.output);
}

#[test]
fn opposite_orders_are_told() {
    for pair in PAIRS {
        let bad = program(pair.text);
        let good = bad.replacen(pair.mended.0, pair.mended.1, 1);
        assert_ne!(bad, good, "{}", pair.name);
        let place = Workplace::new(&format!("lock_order_{}", pair.name))
            .with("bad.c", &bad)
            .with("good.c", &good);
        let said = place.call("check bad.c --property lock-order");
        let said = said.expect(5, &["warning: locks are taken in", "while it holds"]);
        first_line(&said, "UNKNOWN: locks are taken in ");
        first_line(&said, pair.says);
        let said = place.call("check good.c --property lock-order");
        let said = said.expect(0, &[]);
        first_line(&said, "SAFE: no threads take locks in opposite orders");
        assert!(!said.errors.contains("warning"), "{}", said.errors);
    }
}

#[test]
fn both_places_of_both_threads_are_underlined() {
    let place = Workplace::new("lock_order_places").with("bad.c", program(PAIRS[0].text));
    let said = place.call("check bad.c --property lock-order");
    said.expect(
        5,
        &[
            "thread 1 (f) takes `a` here",
            "thread 1 (f) takes `b` here while it holds `a`",
            "thread 2 (g) takes `b` here",
            "thread 2 (g) takes `a` here while it holds `b`",
        ],
    );
}

/// The others decide, and warnings are shown whatever they say.
#[test]
fn other_properties_decide() {
    let place = Workplace::new("lock_order_and_others").with("bad.c", program(PAIRS[0].text));
    let said = place.call("check bad.c --property lock-order --property unreach-call");
    let said = said.expect(0, &["warning: locks are taken in opposite orders"]);
    first_line(&said, "SAFE: no execution violates unreach-call");
    let said = place.call("check bad.c --property lock-order --property no-deadlock");
    let said = said.expect(10, &["warning: locks are taken in opposite orders"]);
    first_line(&said, "UNSAFE: ");
    let said = place
        .call("check bad.c --property no-deadlock")
        .expect(10, &[]);
    assert!(!said.errors.contains("warning"), "{}", said.errors);
}

#[test]
fn what_is_cut_or_not_looked_at_is_not_safe() {
    let cut =
        "int n; void *f(void *p) { for (int i = 0; i < n; i++) { LOCK(a); UNLOCK(a); } return p; }
void *g(void *p) { LOCK(a); n = 9; UNLOCK(a); return p; }
MAIN";
    let readers = "pthread_rwlock_t x = PTHREAD_RWLOCK_INITIALIZER, y = PTHREAD_RWLOCK_INITIALIZER;
void *f(void *p) { pthread_rwlock_rdlock(&x); pthread_rwlock_wrlock(&y); pthread_rwlock_unlock(&y); pthread_rwlock_unlock(&x); return p; }
void *g(void *p) { pthread_rwlock_rdlock(&y); pthread_rwlock_wrlock(&x); pthread_rwlock_unlock(&x); pthread_rwlock_unlock(&y); return p; }
MAIN";
    let place = Workplace::new("lock_order_open")
        .with("cut.c", program(cut))
        .with("readers.c", program(readers))
        .with("writers.c", program(&readers.replace("rdlock", "wrlock")))
        .with(
            "in_order.c",
            program(
                &readers
                    .replace(
                        "rdlock(&y); pthread_rwlock_wrlock(&x)",
                        "wrlock(&x); pthread_rwlock_wrlock(&y)",
                    )
                    .replace("rdlock", "wrlock"),
            ),
        );
    let said = place.call("check cut.c --property lock-order --unwind 3");
    first_line(
        &said.expect(5, &[]),
        "SAFE WITHIN BOUNDS: no threads take locks in opposite orders with at most 3 iterations",
    );
    let said = place.call("check readers.c --property lock-order");
    first_line(
        &said.expect(5, &[]),
        "UNKNOWN: the order of read locks is not looked at, and there is one at readers.c:8",
    );
    let said = place.call("check writers.c --property lock-order");
    first_line(
        &said.expect(5, &[]),
        "UNKNOWN: locks are taken in opposite orders: `x` then `y`",
    );
    let said = place.call("check in_order.c --property lock-order");
    first_line(&said.expect(0, &[]), "SAFE: ");
}

#[test]
fn sequential_programs_have_no_order_of_locks() {
    let place = Workplace::new("lock_order_sequential").with("bad.c", program(PAIRS[0].text));
    for option in ["--schema lazy", "--backend cbmc"] {
        let said = place.call(&format!("check bad.c --property lock-order {option}"));
        said.expect(
            1,
            &["`lock-order` is not looked for in sequential programs"],
        );
    }
}

/// What a check says that did not look at schedules.
const IN_ORDER: &str = "whatever the schedule, what threads wait for has an order";

/// Name, text, what to replace by what, and the exit code then if it is known.
type Ordered = (
    &'static str,
    &'static str,
    (&'static str, &'static str),
    Option<i32>,
);

/// Programs without deadlocks for which that is proved by the order of waits; with one part replaced by another it is not, and with most there is a deadlock.
const ORDERED: &[Ordered] = &[
    (
        "same_order",
        "void *f(void *p) { LOCK(a); LOCK(b); UNLOCK(b); UNLOCK(a); return p; }
void *g(void *p) { LOCK(a); LOCK(b); UNLOCK(a); UNLOCK(b); return p; }
MAIN",
        ("LOCK(a); LOCK(b); UNLOCK(a)", "LOCK(b); LOCK(a); UNLOCK(a)"),
        Some(10),
    ),
    (
        "exit_of_a_thread",
        "void *f(void *p) { LOCK(a); UNLOCK(a); pthread_exit(p); }
void *g(void *p) { LOCK(a); UNLOCK(a); return p; }
MAIN",
        ("UNLOCK(a); pthread_exit(p);", "pthread_exit(p);"),
        Some(10),
    ),
    (
        "exit_of_main",
        "void *f(void *p) { LOCK(a); UNLOCK(a); return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); LOCK(a); UNLOCK(a); pthread_exit(0); }",
        ("UNLOCK(a); pthread_exit(0);", "pthread_exit(0);"),
        Some(10),
    ),
    (
        "return_of_main",
        "void *f(void *p) { LOCK(a); UNLOCK(a); return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); LOCK(a); return 0; }",
        ("return 0;", "pthread_join(t, 0); return 0;"),
        Some(10),
    ),
    (
        "join_with_the_lock",
        "void *f(void *p) { LOCK(a); UNLOCK(a); return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); LOCK(a); UNLOCK(a); pthread_join(t, 0); return 0; }",
        ("UNLOCK(a); pthread_join(t, 0);", "pthread_join(t, 0); UNLOCK(a);"),
        Some(10),
    ),
    (
        "join_with_another_lock",
        "void *f(void *p) { LOCK(a); UNLOCK(a); return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); LOCK(b); pthread_join(t, 0); UNLOCK(b); return 0; }",
        ("LOCK(b);", "LOCK(b); LOCK(a);"),
        Some(10),
    ),
    (
        "locked_again",
        "void *f(void *p) { LOCK(a); UNLOCK(a); LOCK(a); UNLOCK(a); return p; }
void *g(void *p) { LOCK(a); UNLOCK(a); return p; }
MAIN",
        ("UNLOCK(a); LOCK(a);", "LOCK(a);"),
        Some(10),
    ),
    (
        "local_and_of_the_heap",
        "struct s { int x; pthread_mutex_t m; };
void *f(void *p) { struct s *s = p; LOCK(a); UNLOCK(a); LOCK(s->m); s->x = 1; UNLOCK(s->m); return 0; }
int main(void) { pthread_t t, u; struct s s; struct s *h = malloc(sizeof *h); pthread_mutex_init(&s.m, 0); pthread_mutex_init(&h->m, 0);
pthread_create(&t, 0, f, &s); pthread_create(&u, 0, f, h); LOCK(s.m); UNLOCK(s.m); LOCK(h->m); UNLOCK(h->m); pthread_join(t, 0); pthread_join(u, 0); return 0; }",
        ("UNLOCK(h->m); pthread_join(t, 0); pthread_join(u, 0);", "pthread_join(t, 0); pthread_join(u, 0);"),
        Some(10),
    ),
    (
        "spin_locks",
        "pthread_spinlock_t s; void *f(void *p) { pthread_spin_lock(&s); LOCK(a); UNLOCK(a); pthread_spin_unlock(&s); return p; }
void *g(void *p) { pthread_spin_lock(&s); pthread_spin_unlock(&s); LOCK(a); UNLOCK(a); return p; }
int main(void) { pthread_t t, u; pthread_spin_init(&s, 0); pthread_create(&t, 0, f, 0); pthread_create(&u, 0, g, 0); pthread_join(t, 0); pthread_join(u, 0); return 0; }",
        ("pthread_spin_lock(&s); pthread_spin_unlock(&s); LOCK(a); UNLOCK(a);", "LOCK(a); pthread_spin_lock(&s); pthread_spin_unlock(&s); UNLOCK(a);"),
        Some(10),
    ),
    (
        "overwritten_lock",
        "void *f(void *p) { LOCK(a); UNLOCK(a); return p; }
void *g(void *p) { LOCK(a); UNLOCK(a); return p; }
int main(void) { pthread_t t, u; pthread_create(&t, 0, f, 0); pthread_create(&u, 0, g, 0); pthread_join(t, 0); pthread_join(u, 0); return 0; }",
        ("pthread_join(t, 0);", "memset(&a, 7, sizeof a); pthread_join(t, 0);"),
        // There is a deadlock, but what is found does not replay (exit code 6).
        None,
    ),
    (
        // Whoever signals too early is not seen by any order.
        "condition",
        "pthread_cond_t v = PTHREAD_COND_INITIALIZER; void *f(void *p) { LOCK(a); UNLOCK(a); return p; }
void *g(void *p) { LOCK(a); pthread_cond_signal(&v); UNLOCK(a); return p; }
MAIN",
        ("{ LOCK(a); UNLOCK(a);", "{ LOCK(a); pthread_cond_wait(&v, &a); UNLOCK(a);"),
        Some(10),
    ),
    (
        // Safe as well, but for another reason.
        "trylock",
        "void *f(void *p) { LOCK(a); UNLOCK(a); return p; }
void *g(void *p) { LOCK(a); UNLOCK(a); return p; }
MAIN",
        ("{ LOCK(a); UNLOCK(a);", "{ if (pthread_mutex_trylock(&a) == 0) UNLOCK(a);"),
        None,
    ),
    (
        "semaphore",
        "#include <semaphore.h>
sem_t s; void *f(void *p) { LOCK(a); UNLOCK(a); return p; }
void *g(void *p) { LOCK(a); UNLOCK(a); return p; }
int main(void) { pthread_t t, u; sem_init(&s, 0, 0); pthread_create(&t, 0, f, 0); pthread_create(&u, 0, g, 0); pthread_join(t, 0); pthread_join(u, 0); return 0; }",
        ("{ LOCK(a);", "{ sem_wait(&s); LOCK(a);"),
        Some(10),
    ),
];

#[test]
fn waits_in_order_are_no_deadlock_whatever_the_schedule() {
    for (name, text, (part, other), code) in ORDERED {
        let good = program(text);
        let bad = good.replacen(part, other, 1);
        assert_ne!(bad, good, "{name}");
        let place = Workplace::new(&format!("waits_in_order_{name}"))
            .with("good.c", &good)
            .with("bad.c", &bad);
        let said = place.call("check good.c --property no-deadlock");
        let said = said.expect(0, &[]);
        first_line(&said, "SAFE: no execution violates no-deadlock");
        assert!(said.output.contains(IN_ORDER), "{name}: {}", said.output);
        let said = place.call("check bad.c --property no-deadlock");
        assert!(!said.output.contains(IN_ORDER), "{name}: {}", said.output);
        if let Some(code) = code {
            assert_eq!(said.code, *code, "{name}: {}", said.output);
        }
        // Without the proof, schedules tell the same.
        let said = place.call("check good.c --property no-deadlock --no-reduction waits-in-order");
        let said = said.expect(0, &[]);
        assert!(!said.output.contains(IN_ORDER), "{name}: {}", said.output);
    }
}

#[test]
fn philosophers_who_take_the_lower_fork_first_are_safe() {
    let text = |first: &str, second: &str| {
        format!(
            "pthread_mutex_t forks[5];
void *eat(void *p) {{ int i = (int)(long)p, j = (i + 1) % 5, low = i < j ? i : j, high = i < j ? j : i; (void)low; (void)high;
LOCK(forks[{first}]); LOCK(forks[{second}]); UNLOCK(forks[{second}]); UNLOCK(forks[{first}]); return 0; }}
int main(void) {{ pthread_t t[5]; for (long i = 0; i < 5; i++) pthread_create(&t[i], 0, eat, (void *)i); for (int i = 0; i < 5; i++) pthread_join(t[i], 0); return 0; }}"
        )
    };
    let place = Workplace::new("lock_order_philosophers")
        .with("good.c", program(&text("low", "high")))
        .with("bad.c", program(&text("i", "j")));
    let said = place.call("check good.c --property no-deadlock");
    first_line(
        &said.expect(0, &[]),
        "SAFE: no execution violates no-deadlock",
    );
    let said = place.call("check bad.c --property no-deadlock");
    first_line(&said.expect(10, &[]), "UNSAFE: ");
    let said = place.call("check bad.c --property lock-order");
    first_line(&said.expect(5, &[]), "`forks[4]` then `forks[0]`");
}
