/* <semaphore.h>: unnamed semaphores.

   sem_wait waits for a positive value. A thread that waits on a semaphore which is then destroyed goes on to report
   that: so the misuse is found on the line of the wait, whoever came first. A timed wait is one step, as
   pthread_mutex_timedlock is. sem_wait and the timed waits are cancellation points: a request made before the call acts;
   if one and a post come during the wait, POSIX leaves open which is acted upon.

   Assumptions:
   - Reported as lock misuse: destroying a semaphore that threads wait on (on the line of the wait), and use without sem_init
     or after destruction.
   - A wait is never interrupted by a signal (no EINTR).
   - A thread that is cancelled takes no post along; glibc 2.36 may lose the wake-up of another waiter then.
   - sem_timedwait, sem_clockwait: time is not modelled; a semaphore whose value is 0 may be waited for or
     not (ETIMEDOUT), whatever the deadline says. */

enum { semaphore_is_uninitialised, semaphore_is_initialised, semaphore_is_destroyed };

/* Inside an atomic section only. */
static int semaphore_failure(int error) {
    *__errno_location() = error;
    return -1;
}

/* EINVAL for a value beyond SEM_VALUE_MAX. */
int sem_init(__unspool_type_sem_t *semaphore, int shared, unsigned value) {
    int result = 0;
    __unspool_atomic_begin();
    if (value > 2147483647u) {
        result = semaphore_failure(22); /* EINVAL */
    } else {
        semaphore->state.value = value;
        semaphore->state.life = semaphore_is_initialised;
    }
    __unspool_atomic_end();
    return result;
}

int sem_destroy(__unspool_type_sem_t *semaphore) {
    __unspool_atomic_begin();
    int life = semaphore->state.life;
    __unspool_assert(life != semaphore_is_destroyed, "lock-misuse", "sem_destroy of a semaphore that has been destroyed");
    __unspool_assert(life != semaphore_is_uninitialised, "lock-misuse", "sem_destroy of a semaphore that is not initialised");
    semaphore->state.life = semaphore_is_destroyed;
    __unspool_atomic_end();
    return 0;
}

int sem_wait(__unspool_type_sem_t *semaphore) {
    pthread_testcancel();
    __unspool_atomic_begin();
    int life = semaphore->state.life;
    unsigned value = semaphore->state.value;
    _Bool due = pthread_cancel && __unspool_cancel_is_due();
    __unspool_wait_until(value > 0 || life != semaphore_is_initialised || due);
    _Bool cancelled = due && (value == 0 || __unspool_nondet(_Bool));
    __unspool_assert(life != semaphore_is_destroyed, "lock-misuse", "sem_wait on a semaphore that has been destroyed");
    __unspool_assert(life != semaphore_is_uninitialised, "lock-misuse", "sem_wait on a semaphore that is not initialised");
    if (!cancelled && value > 0)
        semaphore->state.value = value - 1;
    __unspool_atomic_end();
    if (pthread_cancel && cancelled)
        __unspool_cancelled();
    return 0;
}

int sem_trywait(__unspool_type_sem_t *semaphore) {
    int result = 0;
    __unspool_atomic_begin();
    int life = semaphore->state.life;
    __unspool_assert(life != semaphore_is_destroyed, "lock-misuse", "sem_trywait on a semaphore that has been destroyed");
    __unspool_assert(life != semaphore_is_uninitialised, "lock-misuse", "sem_trywait on a semaphore that is not initialised");
    if (semaphore->state.value > 0)
        semaphore->state.value--;
    else
        result = semaphore_failure(11); /* EAGAIN */
    __unspool_atomic_end();
    return result;
}

/* Inside an atomic section only. */
static int wait_or_time_out(__unspool_type_sem_t *semaphore) {
    if (semaphore->state.value == 0)
        return semaphore_failure(110); /* ETIMEDOUT */
    semaphore->state.value--;
    return 0;
}

/* The deadline is checked in any case, as in glibc. */
int sem_timedwait(__unspool_type_sem_t *restrict semaphore, const struct timespec *restrict deadline) {
    int result = 0;
    pthread_testcancel();
    _Bool is_valid = __unspool_is_deadline(deadline);
    __unspool_atomic_begin();
    int life = semaphore->state.life;
    __unspool_assert(life != semaphore_is_destroyed, "lock-misuse", "sem_timedwait on a semaphore that has been destroyed");
    __unspool_assert(life != semaphore_is_uninitialised, "lock-misuse",
                     "sem_timedwait on a semaphore that is not initialised");
    _Bool due = pthread_cancel && __unspool_cancel_is_due();
    _Bool cancelled = due && (semaphore->state.value == 0 || __unspool_nondet(_Bool));
    if (!cancelled)
        result = is_valid ? wait_or_time_out(semaphore) : semaphore_failure(22); /* EINVAL */
    __unspool_atomic_end();
    if (pthread_cancel && cancelled)
        __unspool_cancelled();
    return result;
}

/* EINVAL for a clock other than CLOCK_REALTIME and CLOCK_MONOTONIC, as in glibc. */
int sem_clockwait(__unspool_type_sem_t *restrict semaphore, int clock, const struct timespec *restrict deadline) {
    int result = 0;
    pthread_testcancel();
    _Bool is_valid = (clock == 0 || clock == 1) && __unspool_is_deadline(deadline);
    __unspool_atomic_begin();
    int life = semaphore->state.life;
    __unspool_assert(life != semaphore_is_destroyed, "lock-misuse", "sem_clockwait on a semaphore that has been destroyed");
    __unspool_assert(life != semaphore_is_uninitialised, "lock-misuse",
                     "sem_clockwait on a semaphore that is not initialised");
    _Bool due = pthread_cancel && __unspool_cancel_is_due();
    _Bool cancelled = due && (semaphore->state.value == 0 || __unspool_nondet(_Bool));
    if (!cancelled)
        result = is_valid ? wait_or_time_out(semaphore) : semaphore_failure(22);
    __unspool_atomic_end();
    if (pthread_cancel && cancelled)
        __unspool_cancelled();
    return result;
}

/* The names from glibc's headers where time has 64 bits on a 32-bit machine. */
int __sem_timedwait64(__unspool_type_sem_t *semaphore, const struct __unspool_timespec64 *deadline) {
    struct timespec usual = __unspool_usual_deadline(deadline);
    return sem_timedwait(semaphore, &usual);
}

int __sem_clockwait64(__unspool_type_sem_t *semaphore, int clock, const struct __unspool_timespec64 *deadline) {
    struct timespec usual = __unspool_usual_deadline(deadline);
    return sem_clockwait(semaphore, clock, &usual);
}

/* EOVERFLOW beyond SEM_VALUE_MAX. */
int sem_post(__unspool_type_sem_t *semaphore) {
    int result = 0;
    __unspool_atomic_begin();
    int life = semaphore->state.life;
    __unspool_assert(life != semaphore_is_destroyed, "lock-misuse", "sem_post of a semaphore that has been destroyed");
    __unspool_assert(life != semaphore_is_uninitialised, "lock-misuse", "sem_post of a semaphore that is not initialised");
    if (semaphore->state.value < 2147483647u)
        semaphore->state.value++;
    else
        result = semaphore_failure(75); /* EOVERFLOW */
    __unspool_atomic_end();
    return result;
}

/* The number of waiting threads is never given (as a negative value), as in glibc. */
int sem_getvalue(__unspool_type_sem_t *restrict semaphore, int *restrict value) {
    __unspool_atomic_begin();
    int life = semaphore->state.life;
    __unspool_assert(life != semaphore_is_destroyed, "lock-misuse", "sem_getvalue of a semaphore that has been destroyed");
    __unspool_assert(life != semaphore_is_uninitialised, "lock-misuse",
                     "sem_getvalue of a semaphore that is not initialised");
    unsigned current = semaphore->state.value;
    __unspool_atomic_end();
    *value = (int)current;
    return 0;
}
