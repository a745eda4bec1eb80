/* POSIX semaphores, unnamed. sem_wait waits for a positive value. Posting beyond SEM_VALUE_MAX gives EOVERFLOW. Use
   after destruction is reported as lock misuse. sem_wait is never interrupted by a signal (EINTR). Timed waits and named semaphores are not modelled here. */

int sem_init(__unspool_type_sem_t *semaphore, int shared, unsigned value) {
    if (value > 2147483647u) {
        *__errno_location() = 22; /* EINVAL */
        return -1;
    }
    __unspool_atomic_begin();
    semaphore->state.value = value;
    semaphore->state.destroyed = 0;
    __unspool_atomic_end();
    return 0;
}

int sem_destroy(__unspool_type_sem_t *semaphore) {
    __unspool_atomic_begin();
    __unspool_assert(!semaphore->state.destroyed, "lock-misuse", "sem_destroy of a semaphore that has been destroyed");
    semaphore->state.destroyed = 1;
    __unspool_atomic_end();
    return 0;
}

int sem_wait(__unspool_type_sem_t *semaphore) {
    __unspool_atomic_begin();
    __unspool_wait_until(semaphore->state.destroyed || semaphore->state.value > 0);
    __unspool_assert(!semaphore->state.destroyed, "lock-misuse", "sem_wait on a semaphore that has been destroyed");
    semaphore->state.value--;
    __unspool_atomic_end();
    return 0;
}

int sem_trywait(__unspool_type_sem_t *semaphore) {
    __unspool_atomic_begin();
    __unspool_assert(!semaphore->state.destroyed, "lock-misuse", "sem_trywait on a semaphore that has been destroyed");
    _Bool taken = semaphore->state.value > 0;
    if (taken)
        semaphore->state.value--;
    __unspool_atomic_end();
    if (taken)
        return 0;
    *__errno_location() = 11; /* EAGAIN */
    return -1;
}

int sem_post(__unspool_type_sem_t *semaphore) {
    __unspool_atomic_begin();
    __unspool_assert(!semaphore->state.destroyed, "lock-misuse", "sem_post of a semaphore that has been destroyed");
    _Bool full = semaphore->state.value == 2147483647u;
    if (!full)
        semaphore->state.value++;
    __unspool_atomic_end();
    if (!full)
        return 0;
    *__errno_location() = 75; /* EOVERFLOW */
    return -1;
}

int sem_getvalue(__unspool_type_sem_t *restrict semaphore, int *restrict value) {
    __unspool_atomic_begin();
    __unspool_assert(!semaphore->state.destroyed, "lock-misuse", "sem_getvalue of a semaphore that has been destroyed");
    int current = (int)semaphore->state.value;
    __unspool_atomic_end();
    *value = current;
    return 0;
}
