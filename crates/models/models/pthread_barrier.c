/* Barriers. The last thread to arrive changes the generation and gets PTHREAD_BARRIER_SERIAL_THREAD (-1); the others
   wait for that change. Destroying a barrier waits until all who were let go have left it, as in glibc, so that
   its memory may be freed then. Destroying a barrier with threads waiting at it, and use after destruction or
   without initialisation, are reported as lock misuse. */

int pthread_barrier_init(__unspool_type_pthread_barrier_t *restrict barrier,
                         const __unspool_type_pthread_barrierattr_t *restrict attributes, unsigned count) {
    if (count == 0)
        return 22; /* EINVAL */
    __unspool_atomic_begin();
    barrier->state.needed = count;
    barrier->state.arrived = 0;
    barrier->state.generation = 0;
    barrier->state.leaving = 0;
    __unspool_atomic_end();
    return 0;
}

int pthread_barrier_destroy(__unspool_type_pthread_barrier_t *barrier) {
    __unspool_atomic_begin();
    __unspool_wait_until(barrier->state.needed == 0 || barrier->state.arrived != 0 || barrier->state.leaving == 0);
    __unspool_assert(barrier->state.needed != 0, "lock-misuse", "pthread_barrier_destroy of a barrier that is not initialised");
    __unspool_assert(barrier->state.arrived == 0, "lock-misuse", "pthread_barrier_destroy of a barrier that threads wait at");
    barrier->state.needed = 0;
    __unspool_atomic_end();
    return 0;
}

int pthread_barrier_wait(__unspool_type_pthread_barrier_t *barrier) {
    _Bool last = 0;
    __unspool_atomic_begin();
    __unspool_assert(barrier->state.needed != 0, "lock-misuse", "pthread_barrier_wait at a barrier that is not initialised");
    unsigned generation = barrier->state.generation;
    if (++barrier->state.arrived == barrier->state.needed) {
        last = 1;
        barrier->state.arrived = 0;
        barrier->state.generation++;
        barrier->state.leaving += barrier->state.needed - 1;
    }
    __unspool_atomic_end();
    if (last)
        return -1;
    __unspool_atomic_begin();
    __unspool_wait_until(barrier->state.generation != generation);
    barrier->state.leaving--;
    __unspool_atomic_end();
    return 0;
}

int pthread_barrierattr_init(__unspool_type_pthread_barrierattr_t *attributes) {
    attributes->shared = 0;
    return 0;
}

int pthread_barrierattr_destroy(__unspool_type_pthread_barrierattr_t *attributes) { return 0; }
