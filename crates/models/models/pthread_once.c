/* pthread_once: the first caller runs the routine, the others wait until it has returned. A routine that calls
   pthread_once on the same control waits for itself, as it would in reality. */

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
        routine();
        __unspool_atomic_begin();
        *control = 2;
        __unspool_atomic_end();
    }
    return 0;
}
