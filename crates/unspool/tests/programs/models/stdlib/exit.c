/* exit, _Exit, _exit, abort, atexit, on_exit, quick_exit, at_quick_exit, __cxa_atexit */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

int __cxa_atexit(void (*)(void *), void *, void *);

static int x;
static void set_one(void) { x = x * 10 + 1; }
static void set_two(void) { x = x * 10 + 2; }
static void is_21(void) { assert(x == 21); }
static void fails(void) { assert(0); }
static void with_status(int status, void *argument) { x = status + *(int *)argument; }
static void with_argument(void *argument) { assert(x == *(int *)argument); }

#if defined HANDLERS_RUN_LAST_FIRST
int main(void) {
    atexit(is_21); // SAFE
    atexit(set_one);
    atexit(set_two);
    exit(0);
}
#elif defined HANDLERS_RUN_AFTER_MAIN // UNSAFE: assertion failed
int main(void) {
    atexit(fails);
    return 0;
}
#elif defined UNDERSCORE_EXIT_RUNS_NO_HANDLER
int main(void) {
    atexit(fails); // SAFE
    _exit(0);
}
#elif defined CAPITAL_EXIT_RUNS_NO_HANDLER
int main(void) {
    atexit(fails); // SAFE
    _Exit(0);
}
#elif defined QUICK_EXIT_HAS_ITS_OWN_HANDLERS
int main(void) {
    atexit(fails); // SAFE
    at_quick_exit(is_21);
    at_quick_exit(set_one);
    at_quick_exit(set_two);
    quick_exit(0);
}
#elif defined QUICK_EXIT_RUNS_THEM // UNSAFE: assertion failed
int main(void) {
    at_quick_exit(fails);
    quick_exit(0);
}
#elif defined ON_EXIT_GETS_STATUS_AND_ARGUMENT
int main(void) {
    static int three = 3;
    __cxa_atexit(with_argument, &three, 0); // SAFE
    on_exit(with_status, &three);
    exit(0);
}
#elif defined STATUS_IS_TOLD // UNSAFE: finished with status 3
int main(void) {
    exit(3);
}
#elif defined ABORT_ENDS_THE_PROCESS
int main(void) {
    atexit(fails);
    abort(); // UNSAFE: abort
}
#elif defined EXIT_OF_A_THREAD_ENDS_ALL
static void *ends(void *unused) { exit(0); }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, ends, 0);
    pthread_join(t, 0);
    assert(0); // SAFE
}
#endif
