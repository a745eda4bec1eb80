/* <pthread.h>: joining and detaching threads.

   A join waits until the thread has finished, takes its result and ends the life of its handle. Joining or detaching a
   thread that does not exist, is detached or has been joined is undefined in POSIX; it is reported, and then answered
   as glibc does. Joining oneself gives EDEADLK. Two threads that join each other wait for ever, which is
   found as any deadlock is.

   The timed joins are one step: if the thread has finished by then they join it, else the time is up. Any thread may be
   delayed for any time, so this is all that can happen.

   Assumptions:
   - pthread_join: threads that join each other are found as a deadlock; glibc may notice it and give EDEADLK.
   - pthread_timedjoin_np, pthread_clockjoin_np: time is not modelled; both outcomes are explored, whatever the
     deadline. A deadline that is no valid time gives EINVAL, as the manual says; glibc 2.36 waits instead. */

/* Joins a thread that has finished; what it gives if that cannot be done. Inside an atomic section only. */
static int join_finished(struct __unspool_thread_record *record, void **value) {
    if (record == 0 || record->life == __unspool_joined)
        return 3; /* ESRCH */
    if (record->life == __unspool_detached)
        return 22; /* EINVAL */
    record->life = __unspool_joined;
    *value = record->result;
    return 0;
}

/* Whether there is nothing to wait for. A thread joined or detached by someone else must be reported, not waited for.
   Inside an atomic section only. */
static _Bool has_finished(struct __unspool_thread_record *record, __unspool_type_pthread_t handle) {
    return record == 0 || record->life != __unspool_joinable || __unspool_finished((int)(handle - 1));
}

int pthread_join(__unspool_type_pthread_t handle, void **result) {
    void *value = 0;
    int error = 0;
    if (handle == (unsigned long)__unspool_self() + 1)
        return 35; /* EDEADLK */
    __unspool_atomic_begin();
    struct __unspool_thread_record *record = __unspool_record_of(handle);
    _Bool ready = has_finished(record, handle);
    __unspool_wait_until(ready || (pthread_cancel && __unspool_cancel_is_due()));
    _Bool cancelled = pthread_cancel && __unspool_cancel_is_due() && (!ready || __unspool_nondet(_Bool));
    if (!cancelled) {
        __unspool_assert(record != 0, "thread-misuse", "pthread_join of a thread that does not exist");
        __unspool_assert(record == 0 || record->life != __unspool_detached, "thread-misuse",
                         "pthread_join of a detached thread");
        __unspool_assert(record == 0 || record->life != __unspool_joined, "thread-misuse",
                         "pthread_join of a thread that has already been joined");
        error = join_finished(record, &value);
    }
    __unspool_atomic_end();
    if (pthread_cancel && cancelled)
        __unspool_cancelled();
    if (error == 0 && result != 0)
        *result = value;
    return error;
}

int pthread_tryjoin_np(__unspool_type_pthread_t handle, void **result) {
    void *value = 0;
    int error = 16; /* EBUSY */
    __unspool_atomic_begin();
    struct __unspool_thread_record *record = __unspool_record_of(handle);
    __unspool_assert(record != 0, "thread-misuse", "pthread_tryjoin_np of a thread that does not exist");
    __unspool_assert(record == 0 || record->life != __unspool_detached, "thread-misuse",
                     "pthread_tryjoin_np of a detached thread");
    __unspool_assert(record == 0 || record->life != __unspool_joined, "thread-misuse",
                     "pthread_tryjoin_np of a thread that has already been joined");
    if (has_finished(record, handle))
        error = join_finished(record, &value);
    __unspool_atomic_end();
    if (error == 0 && result != 0)
        *result = value;
    return error;
}

/* Without a deadline it waits as pthread_join does; glibc does so too. */
int pthread_clockjoin_np(__unspool_type_pthread_t handle, void **result, int clock, const struct timespec *deadline) {
    void *value = 0;
    int error = 110; /* ETIMEDOUT */
    if (clock != 0 && clock != 1) /* CLOCK_REALTIME, CLOCK_MONOTONIC */
        return 22; /* EINVAL */
    if (deadline == 0)
        return pthread_join(handle, result);
    if (handle == (unsigned long)__unspool_self() + 1)
        return 35; /* EDEADLK */
    if (deadline->tv_nsec < 0 || deadline->tv_nsec > 999999999)
        return 22; /* EINVAL */
    __unspool_atomic_begin();
    struct __unspool_thread_record *record = __unspool_record_of(handle);
    _Bool ready = has_finished(record, handle);
    _Bool cancelled = pthread_cancel && __unspool_cancel_is_due() && (!ready || __unspool_nondet(_Bool));
    if (!cancelled) {
        __unspool_assert(record != 0, "thread-misuse", "a timed join of a thread that does not exist");
        __unspool_assert(record == 0 || record->life != __unspool_detached, "thread-misuse",
                         "a timed join of a detached thread");
        __unspool_assert(record == 0 || record->life != __unspool_joined, "thread-misuse",
                         "a timed join of a thread that has already been joined");
        if (ready)
            error = join_finished(record, &value);
    }
    __unspool_atomic_end();
    if (pthread_cancel && cancelled)
        __unspool_cancelled();
    if (error == 0 && result != 0)
        *result = value;
    return error;
}

int pthread_timedjoin_np(__unspool_type_pthread_t handle, void **result, const struct timespec *deadline) {
    return pthread_clockjoin_np(handle, result, 0, deadline);
}

int pthread_detach(__unspool_type_pthread_t handle) {
    int error = 0;
    __unspool_atomic_begin();
    struct __unspool_thread_record *record = __unspool_record_of(handle);
    __unspool_assert(record != 0, "thread-misuse", "pthread_detach of a thread that does not exist");
    __unspool_assert(record == 0 || record->life != __unspool_detached, "thread-misuse",
                     "pthread_detach of a thread that is already detached");
    __unspool_assert(record == 0 || record->life != __unspool_joined, "thread-misuse",
                     "pthread_detach of a thread that has been joined");
    if (record == 0 || record->life == __unspool_joined)
        error = 3; /* ESRCH */
    else if (record->life == __unspool_detached)
        error = 22; /* EINVAL */
    else
        record->life = __unspool_detached;
    __unspool_atomic_end();
    return error;
}
