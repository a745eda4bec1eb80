/* <pthread.h>: pthread_once.

   The first caller runs the routine, the others wait until it has returned. If the routine does not return
   because the thread exits or is cancelled in it, a cleanup handler takes the control back to its first state: POSIX
   wants it to be as if pthread_once had never been called, so the next caller runs the routine.
   A routine that calls pthread_once on the same control waits for itself, as it would in reality. */

static void forget_the_call(void *control) {
    __unspool_atomic_begin();
    *(__unspool_type_pthread_once_t *)control = 0;
    __unspool_atomic_end();
}

int pthread_once(__unspool_type_pthread_once_t *control, void (*routine)(void)) {
    _Bool first = 0;
    __unspool_atomic_begin();
    __unspool_wait_until(*control != 1);
    if (*control == 0) {
        *control = 1;
        first = 1;
    }
    __unspool_atomic_end();
    if (first) {
        struct __unspool_cleanup handler;
        __unspool_push_cleanup(&handler, forget_the_call, control);
        routine();
        __unspool_pop_cleanup(&handler);
        __unspool_atomic_begin();
        *control = 2;
        __unspool_atomic_end();
    }
    return 0;
}
