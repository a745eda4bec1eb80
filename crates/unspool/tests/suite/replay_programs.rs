//! Replay programs: what `check --replay` writes is compiled by the system's compiler and fails with real threads as the verdict says.

use std::path::Path;
use std::process::{Command, Output};

use crate::invocation::Workplace;
use crate::tools;

/// A program that goes wrong, and options for `check`.
struct Wrong {
    name: &'static str,
    options: &'static str,
    text: &'static str,
}

/// Everything but the `main` that each program has is behind this.
const HEADERS: &str = "#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int nondet_int(void);
#define CREATE(number, function) pthread_t t##number; pthread_create(&t##number, 0, function, (void *)number)
#define JOIN(number) pthread_join(t##number, 0)
";

const PROGRAMS: &[Wrong] = &[
    Wrong {
        name: "all_wait",
        options: "--property no-deadlock",
        text: "
pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER, two = PTHREAD_MUTEX_INITIALIZER;
void *take(void *unused) {
    pthread_mutex_lock(&two);
    pthread_mutex_lock(&one);
    pthread_mutex_unlock(&one);
    pthread_mutex_unlock(&two);
    return 0;
}
int main(void) {
    CREATE(1, take);
    pthread_mutex_lock(&one);
    pthread_mutex_lock(&two);
    pthread_mutex_unlock(&two);
    pthread_mutex_unlock(&one);
    JOIN(1);
}",
    },
    Wrong {
        name: "race",
        options: "--property no-data-race",
        text: "
int shared, other;
void *add(void *unused) {
    shared = shared + 1;
    other = 1;
    return 0;
}
int main(void) {
    CREATE(1, add); CREATE(2, add);
    JOIN(1); JOIN(2);
}",
    },
    Wrong {
        name: "race_of_free",
        options: "--property no-data-race",
        text: "
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
struct node { int value; } *node;
void *release(void *unused) {
    pthread_mutex_lock(&lock);
    free(node);
    pthread_mutex_unlock(&lock);
    return 0;
}
int main(void) {
    node = malloc(sizeof *node);
    CREATE(1, release);
    node->value = 3;
    JOIN(1);
}",
    },
    Wrong {
        name: "one_waits",
        options: "--property no-deadlock --unwind 1 --rounds 3",
        text: "
sem_t full;
int seen;
void *take(void *unused) {
    for (int i = 0; i < 2; i++) {
        sem_wait(&full);
        seen++;
    }
    return 0;
}
int main(void) {
    sem_init(&full, 0, 0);
    CREATE(1, take);
    sem_post(&full);
    for (;;) {}
}",
    },
    Wrong {
        name: "pointers",
        options: "",
        text: "
struct node { struct node *next; } nodes[2];
_Atomic(struct node *) top;
typedef int (*function)(void);
static int one(void) { return 1; }
static int two(void) { return 2; }
_Atomic(function) chosen = one;
int lost;
void *push(void *argument) {
    struct node *node = &nodes[(long)argument - 1], *seen = atomic_load(&top);
    node->next = seen;
    if (!atomic_compare_exchange_strong(&top, &seen, node)) lost = 1;
    atomic_exchange(&chosen, two);
    return 0;
}
int main(void) {
    CREATE(1, push); CREATE(2, push);
    JOIN(1); JOIN(2);
    assert(!lost || atomic_load(&chosen)() == 1);
}",
    },
    Wrong {
        name: "mutex",
        options: "",
        text: "
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int shared;
void *add(void *unused) {
    pthread_mutex_lock(&lock);
    int seen = shared;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    shared = seen + 1;
    pthread_mutex_unlock(&lock);
    return 0;
}
int main(void) {
    CREATE(1, add); CREATE(2, add);
    JOIN(1); JOIN(2);
    assert(shared == 2);
}",
    },
    Wrong {
        name: "condition",
        options: "",
        text: "
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
int items;
void *take(void *unused) {
    pthread_mutex_lock(&lock);
    if (items == 0)
        pthread_cond_wait(&filled, &lock);
    items--;
    assert(items >= 0);
    pthread_mutex_unlock(&lock);
    return 0;
}
int main(void) {
    CREATE(1, take); CREATE(2, take);
    pthread_mutex_lock(&lock);
    items = 1;
    pthread_cond_broadcast(&filled);
    pthread_mutex_unlock(&lock);
    JOIN(1);
}",
    },
    Wrong {
        name: "rwlock",
        options: "",
        text: "
pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int value;
void *raise(void *unused) {
    pthread_rwlock_rdlock(&lock);
    int seen = value;
    value = seen + 1;
    pthread_rwlock_unlock(&lock);
    return 0;
}
int main(void) {
    CREATE(1, raise); CREATE(2, raise);
    JOIN(1); JOIN(2);
    pthread_rwlock_wrlock(&lock);
    assert(value == 2);
    pthread_rwlock_unlock(&lock);
}",
    },
    Wrong {
        name: "semaphore",
        options: "",
        text: "
sem_t free_places;
int inside;
void *enter(void *unused) {
    sem_wait(&free_places);
    inside++;
    assert(inside == 1);
    inside--;
    sem_post(&free_places);
    return 0;
}
int main(void) {
    sem_init(&free_places, 0, 2);
    CREATE(1, enter); CREATE(2, enter);
    JOIN(1); JOIN(2);
}",
    },
    Wrong {
        name: "barrier",
        options: "",
        text: "
pthread_barrier_t both;
int first, second;
void *work(void *number) {
    if (number == (void *)1)
        first = 1;
    pthread_barrier_wait(&both);
    if (number == (void *)2)
        second = first + 1;
    return 0;
}
int main(void) {
    pthread_barrier_init(&both, 0, 2);
    CREATE(1, work); CREATE(2, work);
    JOIN(1);
    assert(second == 2);
}",
    },
    Wrong {
        name: "once",
        options: "",
        text: "
pthread_once_t once = PTHREAD_ONCE_INIT;
int made, looked;
void make(void) { made = made + 1; }
void *use(void *unused) {
    pthread_once(&once, make);
    looked = looked + made;
    return 0;
}
int main(void) {
    CREATE(1, use); CREATE(2, use);
    JOIN(1); JOIN(2);
    assert(looked == 2);
}",
    },
    Wrong {
        name: "atomics",
        options: "",
        text: "
atomic_int top = 1;
atomic_long sum;
_Atomic unsigned char narrow = 250;
void *push(void *number) {
    int seen = atomic_load(&top);
    while (!atomic_compare_exchange_weak(&top, &seen, seen * 2))
        ;
    atomic_fetch_add(&sum, seen);
    narrow += 3;
    return 0;
}
int main(void) {
    CREATE(1, push); CREATE(2, push);
    JOIN(1); JOIN(2);
    assert(top != 4 || sum != 3 || narrow != 0);
}",
    },
    Wrong {
        name: "heap",
        options: "",
        text: "
struct node { int value; struct node *next; };
struct node *head;
void push(int value) {
    struct node *node = malloc(sizeof *node);
    node->value = value;
    node->next = head;
    head = node;
}
void *add(void *number) { push((int)(long)number); return 0; }
int main(void) {
    push(0);
    CREATE(1, add); CREATE(2, add);
    JOIN(1); JOIN(2);
    int sum = 0;
    while (head) {
        struct node *gone = head;
        sum += gone->value;
        head = gone->next;
        free(gone);
    }
    assert(sum == 3);
}",
    },
    Wrong {
        name: "records",
        options: "",
        text: "
struct inner { short s; char text[5]; };
struct pair { int left; struct inner in; double right; } one = {1, {2, \"abc\"}, 3}, two;
union both { int i; struct { unsigned char low, high; } b; } mixed = { .i = 0x0102 };
struct pair swapped(struct pair given) {
    struct pair result = given;
    result.left = (int)given.right;
    result.right = given.left;
    return result;
}
void *copy(void *unused) {
    two = one;
    return 0;
}
int main(void) {
    CREATE(1, copy);
    one = swapped(one);
    JOIN(1);
    struct pair back = swapped(two);
    assert(strcmp(back.in.text, \"abc\") == 0 && mixed.b.low == 2);
    assert(back.left + back.right == 4);
}",
    },
    Wrong {
        name: "function_pointers",
        options: "",
        text: "
int value = 5;
int twice(int x) { return 2 * x; }
int more(int x) { return x + 1; }
int (*table[])(int) = { twice, more };
int (*chosen)(int) = more;
void *choose(void *number) { chosen = table[0]; return 0; }
void *apply(void *number) { int (*f)(int) = chosen; value = f(value); return 0; }
int main(void) {
    CREATE(1, choose); CREATE(2, apply);
    JOIN(1); JOIN(2);
    assert(value == 6);
}",
    },
    Wrong {
        name: "variadic",
        options: "",
        text: "
int total;
int sum(int count, ...) {
    va_list list;
    va_start(list, count);
    int result = 0;
    for (int i = 0; i < count; i++) {
        result += va_arg(list, int);
        result += (int)va_arg(list, double);
        result += va_arg(list, long long) > 5000000000;
    }
    va_end(list);
    return result;
}
void *add(void *unused) { total = sum(2, 1, 2.5, 6000000000LL, 3, 4.5, 1LL) + total; return 0; }
int main(void) {
    CREATE(1, add); CREATE(2, add);
    JOIN(1); JOIN(2);
    printf(\"%d %s %5.2f|%c\\n\", total, \"done\", 1.25, 'x');
    assert(total == 22);
}",
    },
    Wrong {
        name: "bit_fields",
        options: "",
        text: "
struct flags { int a : 3; unsigned b : 7; unsigned long long c : 40; char d; } flags = { 1, 2, 3, 'x' };
struct __attribute__((packed)) odd { char c; int i; short s; } odd = { 1, 2, 3 };
void *first(void *unused) { flags.a = -2; return 0; }
void *second(void *unused) { flags.b = 100; return 0; }
int main(void) {
    CREATE(1, first); CREATE(2, second);
    JOIN(1); JOIN(2);
    assert(odd.i == 2 && flags.c == 3 && flags.d == 'x');
    assert(flags.a == -2 && flags.b == 100);
}",
    },
    Wrong {
        name: "floats",
        options: "",
        text: "
double balance = 0.1;
float rate = 1.5f;
long double wide = 2.5L;
void *grow(void *unused) { double seen = balance; balance = seen * rate + (double)wide; return 0; }
int main(void) {
    CREATE(1, grow); CREATE(2, grow);
    JOIN(1); JOIN(2);
    assert(balance != 0.1 * 1.5 + 2.5);
}",
    },
    Wrong {
        name: "thread_locals",
        options: "",
        text: "
_Thread_local int mine = 3;
int all;
void *work(void *number) { mine += (int)(long)number; int seen = all; all = seen + mine; return 0; }
int main(void) {
    CREATE(1, work); CREATE(2, work);
    JOIN(1); JOIN(2);
    assert(mine == 3);
    assert(all == 9);
}",
    },
    Wrong {
        name: "inputs",
        options: "--havoc-missing",
        text: "
int key, found;
unsigned short word;
void *set(void *unused) { key = nondet_int(); return 0; }
int main(void) {
    CREATE(1, set);
    int wanted = nondet_int();
    if (wanted > 1000 && wanted % 7 == 3 && key == wanted + 1)
        found = 1;
    JOIN(1);
    assert(!found);
}",
    },
    Wrong {
        name: "uninitialised",
        options: "",
        text: "
struct pair { int left; char right; };
int result;
void *look(void *given) { struct pair *pair = given; result = pair->left + pair->right; return 0; }
int main(void) {
    struct pair pair;
    int never_set;
    pthread_t t;
    int *heap = malloc(2 * sizeof(int));
    pair.right = 1;
    pthread_create(&t, 0, look, &pair);
    pthread_join(t, 0);
    assert(result != 1234 || never_set != 77 || heap[1] != -5);
}",
    },
    Wrong {
        name: "spurious",
        options: "",
        text: "
atomic_int state;
int tries;
int main(void) {
    int expected = 0;
    while (!atomic_compare_exchange_weak(&state, &expected, 1))
        tries++;
    assert(tries != 2);
}",
    },
    Wrong {
        name: "sizes",
        options: "",
        text: "
void __CPROVER_havoc_object(void *);
struct { int left, right; } global = { 1, 2 };
int main(void) {
    int local = 3;
    int *grown = realloc(calloc(2, sizeof(int)), 3 * sizeof(int));
    __CPROVER_havoc_object(&global);
    __CPROVER_havoc_object(&local);
    assert(grown[1] != 0 || global.right != 77 || local != -5);
}",
    },
    Wrong {
        name: "misuse",
        options: "",
        text: "
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
void *leave(void *unused) { pthread_mutex_unlock(&lock); return 0; }
int main(void) {
    pthread_mutex_lock(&lock);
    CREATE(1, leave);
    JOIN(1);
}",
    },
    Wrong {
        name: "ends_of_threads",
        options: "",
        text: "
int ended;
void *work(void *unused) { ended++; pthread_exit(0); }
void *judge(void *unused) { assert(ended < 2); return 0; }
int main() {
    CREATE(1, work); CREATE(2, work); CREATE(3, judge);
    pthread_exit(0);
}",
    },
    Wrong {
        name: "switches_and_loops",
        options: "",
        text: "
static unsigned char table[] = { 9, 8, 7, 250 };
int state, wide[3][2] = { { 1, 2 }, { 3 } };
static int step(int now) {
    switch (now) {
    case 0: return 1;
    case 1 ... 3: return now * 2;
    case -5: return 0;
    default: return now - 7;
    }
}
void *run(void *unused) {
    for (int i = 0; i < 3; i++)
        state = step(state);
    return 0;
}
int main() {
    int counts[state + 2];
    counts[1] = table[3];
    CREATE(1, run); CREATE(2, run);
    JOIN(1); JOIN(2);
    assert((unsigned char)(counts[1] + 10) == 4 && wide[1][0] == 3);
    assert(state != 2);
}",
    },
];

/// Compiles and runs what is in `replay`, as the command that was shown says.
fn built(place: &Workplace, said: &str, flags: &str) -> String {
    let line = said
        .lines()
        .find_map(|line| line.split_once("cc -g -pthread "));
    let (_, rest) = line.unwrap_or_else(|| panic!("a command in\n{said}"));
    let command = format!("cc -g -pthread {flags} {rest}");
    let output = shell(&place.folder, &command);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{command}\n{errors}");
    errors
}

fn shell(folder: &Path, command: &str) -> Output {
    let mut shell = Command::new("sh");
    shell.args(["-c", command]).current_dir(folder);
    shell.output().expect("a shell")
}

/// The first line of a verdict without the word, and without the column; of a deadlock without the place, since the program stops at one of several.
fn violation(said: &str) -> String {
    let line = said.lines().next().unwrap_or_default();
    let text = line.strip_prefix("UNSAFE: ");
    let parts = text.and_then(|text| text.split_once(": "));
    let (place, message) = parts.unwrap_or_else(|| panic!("a violation expected in\n{said}"));
    if message.starts_with("deadlock: ") {
        return message.to_string();
    }
    let (line, _) = place.rsplit_once(':').expect("a column");
    format!("{line}: {message}")
}

#[track_caller]
fn fails_as(place: &Workplace, violation: &str) {
    let output = shell(&place.folder, "exec replay/replay");
    let errors = String::from_utf8_lossy(&output.stderr);
    // By `abort`: no code of its own.
    assert_eq!(output.status.code(), None, "{violation}: {errors}");
    assert!(errors.contains(violation), "`{violation}` in\n{errors}");
}

/// A folder with a replay program of this text, and the violation.
fn replayed(name: &str, text: &str, options: &str) -> (Workplace, String) {
    let place = Workplace::new(&format!("replay_program_{name}"));
    let place = place.with("a.c", format!("{HEADERS}{text}"));
    let line = format!("check a.c --time-limit 60 --replay replay {options}");
    let said = place.call(&line).expect(10, &[]);
    // The compiler finds nothing to complain about.
    assert_eq!(built(&place, &said.errors, "-Wall -Werror"), "");
    (place, violation(&said.output))
}

#[test]
fn programs_fail_as_the_verdict_says() {
    for data_model in tools::data_models("programs_fail_as_the_verdict_says") {
        let flag = tools::flag(data_model);
        for Wrong {
            name,
            options,
            text,
        } in PROGRAMS
        {
            let options = format!("{options} {flag}");
            let (place, violation) = replayed(&format!("{name}{flag}"), text, &options);
            for _ in 0..3 {
                fails_as(&place, &violation);
            }
        }
    }
}

fn program(name: &str) -> &'static str {
    let found = PROGRAMS.iter().find(|program| program.name == name);
    found.expect("a program of the table").text
}

#[test]
fn a_hundred_runs_are_the_same() {
    let (place, violation) = replayed("hundred", program("condition"), "");
    for _ in 0..100 {
        fails_as(&place, &violation);
    }
}

#[test]
fn several_files_are_one_program() {
    let place = Workplace::new("replay_program_files")
        .with("inc/shared.h", "extern int shared;\nvoid *add(void *);\n")
        .with(
            "a.c",
            "#include <assert.h>\n#include <pthread.h>\n#include \"shared.h\"
static int own = 1;
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, add, &own);
    pthread_create(&b, 0, add, &own);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(shared == 2);
}\n",
        )
        .with(
            "src/b.c",
            "#include \"shared.h\"\nint shared;\nstatic int own;
void *add(void *by) { own = shared; shared = own + *(int *)by; return 0; }\n",
        );
    let said = place.call("check a.c src/b.c -Iinc --replay replay");
    let said = said.expect(10, &[]);
    built(&place, &said.errors, "-Wall -Werror");
    fails_as(&place, &violation(&said.output));
}

#[test]
fn what_does_not_fit_ends_with_status_3() {
    // Each turns a line of the schedule into one that the program does not follow.
    let edits = [
        ("an end that comes too late", "{0, ", "{0, 1"),
        ("another thread", "{1, ", "{2, "),
        ("a thread that is not there", "{1, ", "{7, "),
    ];
    let (place, violation) = replayed("edited", program("mutex"), "");
    let path = place.folder.join("replay/schedule.h");
    let schedule = std::fs::read_to_string(&path).expect("a schedule");
    let (head, contexts) = schedule
        .split_once("unspool_contexts[] = {\n")
        .expect("contexts");
    for (what, from, to) in edits {
        let mut is_edited = false;
        let lines = contexts.lines().map(|line| {
            let edited = line.replacen(from, to, 1);
            let is_this = !is_edited && edited != line;
            is_edited |= is_this;
            if is_this { edited } else { line.to_string() }
        });
        let lines: Vec<String> = lines.collect();
        assert!(is_edited, "{what}: {contexts}");
        let text = format!("{head}unspool_contexts[] = {{\n{}\n", lines.join("\n"));
        std::fs::write(&path, text).expect("a file");
        shell(
            &place.folder,
            "cc -g -pthread -std=gnu17 -o replay/replay replay/replay.c replay/runtime.c",
        );
        let output = shell(&place.folder, "exec replay/replay");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(3), "{what}: {errors}");
        assert!(errors.contains("not as recorded"), "{what}: {errors}");
        assert!(!errors.contains(&violation), "{what}: {errors}");
    }
}

#[test]
fn switches_are_told_when_asked_for() {
    let (place, _) = replayed("traced", program("mutex"), "");
    let run = |command| {
        let output = shell(&place.folder, command);
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let traced = run("UNSPOOL_TRACE=1 exec replay/replay");
    assert!(traced.contains("thread 1 runs, at a.c:"), "{traced}");
    assert!(!run("exec replay/replay").contains("runs, at"));
}

#[test]
fn folders_of_others_are_left_alone() {
    let place = Workplace::new("replay_program_folders")
        .with("a.c", format!("{HEADERS}{}", program("semaphore")))
        .with("mine/replay.c", "int mine;\n")
        .with("notes/notes.txt", "notes\n")
        .with("file", "no folder\n");
    let check = |folder: &str| place.call(&format!("check a.c --replay {folder}"));
    check("mine").expect(1, &["replay.c", "nothing was written"]);
    check("notes").expect(1, &["notes.txt", "nothing was written"]);
    check("file").expect(2, &["cannot use `file`"]);
    let left = std::fs::read_to_string(place.folder.join("mine/replay.c"));
    assert_eq!(left.expect("a file"), "int mine;\n");
    assert!(!place.folder.join("notes/runtime.c").exists());
    // One's own are written again, also beside what was compiled.
    check("deep/new").expect(10, &[]);
    std::fs::write(place.folder.join("deep/new/replay"), "").expect("a file");
    check("deep/new").expect(10, &[]);
}

#[test]
fn a_debugger_shows_the_lines_and_variables_of_the_source() {
    if !tools::has(
        "gdb",
        "a_debugger_shows_the_lines_and_variables_of_the_source",
    ) {
        return;
    }
    let (place, violation) = replayed("debugged", program("records"), "");
    let mut parts = violation.split(':');
    let line = parts.nth(1).expect("a line").to_string();
    let commands = "-ex 'break unspool_violation' -ex run -ex backtrace -ex 'print two.in.text' -ex 'print one'";
    let output = shell(
        &place.folder,
        &format!("gdb -q -batch -nx {commands} replay/replay 2>&1"),
    );
    let said = String::from_utf8_lossy(&output.stdout);
    // Its name may be told with its folder.
    let at = format!("a.c:{line}");
    let is_main = |line: &str| line.contains(" main () at ") && line.ends_with(&at);
    assert!(said.lines().any(is_main), "`{at}` in\n{said}");
    assert!(said.contains("\"abc\\000\""), "{said}");
    assert!(said.contains("left = "), "{said}");
}
