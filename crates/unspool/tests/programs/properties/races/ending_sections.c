// WITH --property=no-data-race
// Atomic sections that end the process: what they access before that they access.
#include "../twin.h"
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int shared, other_one;

#define ALONE(statement)      \
    __VERIFIER_atomic_begin(); \
    statement;                \
    __VERIFIER_atomic_end()

#if defined EXIT
static void *work(void *unused) {
    __VERIFIER_atomic_begin();
    shared = 1; // RACE!
    exit(0);
}
static void other(void) {
    TWIN(shared = 2, ALONE(shared = 2)); // RACE!
}

#elif defined EXIT_SOMETIMES
static void *work(void *unused) {
    __VERIFIER_atomic_begin();
    if (shared == 0) // RACE!
        exit(0);
    __VERIFIER_atomic_end();
    return unused;
}
static void other(void) {
    TWIN(shared = 2, ALONE(shared = 2)); // RACE!
}

#elif defined ABORT
static void *work(void *unused) {
    __VERIFIER_atomic_begin();
    shared = 1; // RACE!
    TWIN(abort(), exit(0));
}
static int other(void) {
    TWIN(return shared, ALONE(int seen = shared); return seen); // RACE!
}

#elif defined FAILING_ASSERTION
static void *work(void *unused) {
    __VERIFIER_atomic_begin();
    shared = 1; // RACE!
    assert(TWIN(other_one, 1));
    __VERIFIER_atomic_end();
    return unused;
}
static void other(void) {
    TWIN(shared++, ALONE(shared++)); // RACE!
}

// Behind the end nothing is accessed.
#elif defined BEHIND_THE_END
static void *work(void *unused) {
    __VERIFIER_atomic_begin();
    TWIN(shared = 1, ); // RACE!
    if (other_one == 0)
        exit(0);
    shared = 1;
    __VERIFIER_atomic_end();
    return unused;
}
static void other(void) {
    shared = 2; // RACE!
}

// A section that waits is none that can be entered, whatever it does before that.
#elif defined WAITS
static pthread_mutex_t never_free = PTHREAD_MUTEX_INITIALIZER;
#define PREPARE pthread_mutex_lock(&never_free)
static void *work(void *unused) {
    __VERIFIER_atomic_begin();
    shared = 1; // RACE!
    TWIN(, pthread_mutex_lock(&never_free));
    exit(0);
}
static void other(void) {
    shared = 2; // RACE!
    exit(0);
}

// Each ends the process, so only one of them is made.
#elif defined BOTH_END
static void *work(void *unused) {
    __VERIFIER_atomic_begin();
    shared = 1; // RACE!
    exit(0);
}
static void other(void) {
    TWIN(, __VERIFIER_atomic_begin());
    shared = 2; // RACE!
    exit(0);
}
#endif

int main(void) {
    pthread_t thread;
#ifdef PREPARE
    PREPARE;
#endif
    pthread_create(&thread, 0, work, 0);
    other();
    pthread_join(thread, 0);
    return 0;
}
