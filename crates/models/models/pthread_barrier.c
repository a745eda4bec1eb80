/* <pthread.h>: barriers.

   The last thread to arrive changes the generation, by which the others know that they may go, and gets
   PTHREAD_BARRIER_SERIAL_THREAD. POSIX gives it to "one unspecified thread". That is no restriction: nothing can be observed of a
   thread's arrival before all have arrived, so for each thread there is a schedule that differs in nothing else
   and in which it arrives last. For the same reason a thread that comes back early may be kept from arriving until those of
   the round before have left. Two generations then suffice, and a program that goes round for ever has finitely many states.

   Assumptions:
   - Reported as lock misuse: destroying a barrier that threads wait at, and use without initialisation or after destruction.
   - pthread_barrier_destroy: waits until all who were let go have left the barrier, as in glibc, so that its
     memory may be freed then. */

/* EINVAL for a count of 0. */
int pthread_barrier_init(__unspool_type_pthread_barrier_t *restrict barrier,
                         const __unspool_type_pthread_barrierattr_t *restrict attributes, unsigned count) {
    if (count == 0 || count > 2147483647u)
        return 22; /* EINVAL */
    __unspool_atomic_begin();
    barrier->state.needed = count;
    barrier->state.arrived = 0;
    barrier->state.generation = 0;
    barrier->state.leaving = 0;
    barrier->state.destroyed = 0;
    __unspool_atomic_end();
    return 0;
}

int pthread_barrier_destroy(__unspool_type_pthread_barrier_t *barrier) {
    __unspool_atomic_begin();
    __unspool_wait_until(barrier->state.needed == 0 || barrier->state.arrived != 0 || barrier->state.leaving == 0);
    __unspool_assert(!barrier->state.destroyed, "lock-misuse", "pthread_barrier_destroy of a barrier that has been destroyed");
    __unspool_assert(barrier->state.needed != 0 || barrier->state.destroyed, "lock-misuse",
                     "pthread_barrier_destroy of a barrier that is not initialised");
    __unspool_assert(barrier->state.arrived == 0, "lock-misuse", "pthread_barrier_destroy of a barrier that threads wait at");
    barrier->state.needed = 0;
    barrier->state.destroyed = 1;
    __unspool_atomic_end();
    return 0;
}

int pthread_barrier_wait(__unspool_type_pthread_barrier_t *barrier) {
    _Bool last = 0;
    __unspool_atomic_begin();
    __unspool_wait_until(barrier->state.needed == 0 || barrier->state.leaving == 0);
    __unspool_assert(!barrier->state.destroyed, "lock-misuse", "pthread_barrier_wait at a barrier that has been destroyed");
    __unspool_assert(barrier->state.needed != 0 || barrier->state.destroyed, "lock-misuse",
                     "pthread_barrier_wait at a barrier that is not initialised");
    _Bool generation = barrier->state.generation;
    if (++barrier->state.arrived == barrier->state.needed) {
        last = 1;
        barrier->state.arrived = 0;
        barrier->state.generation = !generation;
        barrier->state.leaving = barrier->state.needed - 1;
    }
    __unspool_atomic_end();
    if (last)
        return -1; /* PTHREAD_BARRIER_SERIAL_THREAD */
    __unspool_atomic_begin();
    __unspool_wait_until(barrier->state.generation != generation);
    barrier->state.leaving--;
    __unspool_atomic_end();
    return 0;
}

/* The attributes are unsynchronised, as those of mutexes are. */
int pthread_barrierattr_init(__unspool_type_pthread_barrierattr_t *attributes) {
    attributes->shared = 0;
    return 0;
}

int pthread_barrierattr_destroy(__unspool_type_pthread_barrierattr_t *attributes) { return 0; }

int pthread_barrierattr_setpshared(__unspool_type_pthread_barrierattr_t *attributes, int shared) {
    if (shared != 0 && shared != 1)
        return 22; /* EINVAL */
    attributes->shared = shared;
    return 0;
}

int pthread_barrierattr_getpshared(const __unspool_type_pthread_barrierattr_t *restrict attributes, int *restrict shared) {
    *shared = attributes->shared;
    return 0;
}
