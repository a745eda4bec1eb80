/* The intrinsics over the host's libc, for running models natively. A spawned thread runs only when the test says so, and to
   its end: in a real thread, for the sake of thread-local variables, but no two run at the same time. A wait that
   cannot be satisfied or a failed check jumps out to the test. */
#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <malloc.h>
#include "runtime.h"

char test_output[3][65536];
int test_output_length[3];
const char *test_failed_message;
int test_blocked;
int test_atomic_depth;
unsigned long long test_nondet_value;
void (*test_between_steps)(void);
jmp_buf test_stop;

static int current, created;
static _Bool finished[256];
static jmp_buf thread_end[256];

int __unspool_self(void) { return current; }
_Bool __unspool_finished(int thread) { return finished[thread]; }

int __unspool_spawn(void (*start)(), void *first, void *second) {
    int thread = ++created;
    test_spawned[thread].start = start;
    test_spawned[thread].first = first;
    test_spawned[thread].second = second;
    return thread;
}

/* What models say of who holds a lock must be true. */
static struct {
    void *lock;
    int holder;
} held[64];
static int held_count;

static int position_of_lock(void *lock) {
    int i = 0;
    while (i < held_count && held[i].lock != lock)
        i++;
    return i;
}

void __unspool_hold(void *lock) {
    int i = position_of_lock(lock);
    if (test_atomic_depth == 0 || (i < held_count && held[i].holder != current) || i == 64)
        test_fail("runtime.c", __LINE__, "a lock is held by two, outside a section, or one of too many");
    else if (i == held_count) {
        held[i].lock = lock;
        held[i].holder = current;
        held_count++;
    }
}

void __unspool_release(void *lock) {
    int i = position_of_lock(lock);
    if (test_atomic_depth == 0 || i == held_count || held[i].holder != current)
        test_fail("runtime.c", __LINE__, "a lock is released that the thread does not hold, or outside a section");
    else
        held[i] = held[--held_count];
}

struct test_spawned test_spawned[256];

static _Bool stopped;

static void *run_natively(void *spawned) {
    struct test_spawned *new = spawned;
    jmp_buf outside;
    memcpy(&outside, &test_stop, sizeof outside);
    stopped = setjmp(test_stop) != 0;
    if (!stopped && setjmp(thread_end[current]) == 0)
        new->start(new->first, new->second);
    memcpy(&test_stop, &outside, sizeof outside);
    return 0;
}

void test_run_thread(int thread) {
    int before = current;
    pthread_t native;
    current = thread;
    if (pthread_create(&native, 0, run_natively, &test_spawned[thread]) != 0 || pthread_join(native, 0) != 0)
        abort();
    finished[thread] = 1;
    current = before;
    if (stopped)
        longjmp(test_stop, 1);
}

void test_become(int thread) { current = thread; }

_Noreturn void __unspool_exit_thread(void) { longjmp(thread_end[current], 1); }

void __unspool_wait_until(_Bool condition) {
    if (!condition) {
        test_blocked = 1;
        test_atomic_depth = 0;
        longjmp(test_stop, 1);
    }
}

void __unspool_assume(_Bool condition) { __unspool_wait_until(condition); }

void __unspool_assert(_Bool condition, const char *property, const char *message, ...) {
    (void)property;
    if (!condition) {
        test_failed_message = message;
        test_atomic_depth = 0;
        longjmp(test_stop, 1);
    }
}

void __unspool_unsupported(const char *what) { __unspool_assert(0, "", what); }

int __unspool_switch_spurious_wakeups = 1;
int __unspool_switch_weak_failures = 1;
int __unspool_switch_malloc_failures;
int __unspool_switch_create_failures;

void __unspool_atomic_begin(void) { test_atomic_depth++; }

void __unspool_atomic_end(void) {
    if (--test_atomic_depth == 0 && test_between_steps != 0) {
        void (*others)(void) = test_between_steps;
        int before = current;
        test_between_steps = 0;
        others();
        current = before;
    }
}

void *__unspool_alloc(size_t size) { return malloc(size); }

void *__unspool_alloc_aligned(size_t alignment, size_t size) {
    void *memory = 0;
    size_t least = sizeof(void *);
    return posix_memalign(&memory, alignment < least ? least : alignment, size) == 0 ? memory : 0;
}

void __unspool_free(void *pointer) { free(pointer); }
size_t __unspool_object_size(void *pointer) { return malloc_usable_size(pointer); }
_Noreturn void __unspool_exit(int status) { exit(status); }
_Noreturn void __unspool_abort(void) { abort(); }

void __unspool_output(int descriptor, int byte) {
    test_output[descriptor][test_output_length[descriptor]++] = (char)byte;
}

unsigned long long unspool_test_nondet(void) { return test_nondet_value; }

int test_failures;

void test_fail(const char *file, int line, const char *text) {
    if (test_failures++ < 20)
        printf("%s:%d: %s\n", file, line, text);
}

static unsigned long long random_state = 0x9e3779b97f4a7c15ull;

unsigned long long test_random(void) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state;
}

int main(void) {
    test_all();
    if (test_failures)
        printf("%d failures\n", test_failures);
    return test_failures != 0;
}
