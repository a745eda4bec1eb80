/* Read-write locks.

   Any number of readers or one writer. No preference between them: whichever thread the schedule picks. A thread that
   holds the lock for writing and asks again waits for ever (POSIX allows that or EDEADLK), as does a reader
   that asks to write. Readers are counted, not named, so a thread that releases another's read lock goes unnoticed.
   Reported as lock misuse: unlocking what is not locked or what another thread holds for writing, destroying
   a lock that is held, use after destruction. Timed locking is not modelled here; nor is the preference for writers that
   an attribute can ask for: the schedules in which a reader overtakes a waiting writer are explored in any case. */

int pthread_rwlock_init(__unspool_type_pthread_rwlock_t *restrict lock,
                        const __unspool_type_pthread_rwlockattr_t *restrict attributes) {
    __unspool_atomic_begin();
    lock->state.writer = 0;
    lock->state.readers = 0;
    __unspool_atomic_end();
    return 0;
}

int pthread_rwlock_destroy(__unspool_type_pthread_rwlock_t *lock) {
    __unspool_atomic_begin();
    __unspool_assert(lock->state.writer >= 0, "lock-misuse",
                     "pthread_rwlock_destroy of a read-write lock that has been destroyed");
    __unspool_assert(lock->state.writer <= 0 && lock->state.readers == 0, "lock-misuse",
                     "pthread_rwlock_destroy of a read-write lock that is held");
    lock->state.writer = -1;
    __unspool_atomic_end();
    return 0;
}

int pthread_rwlock_rdlock(__unspool_type_pthread_rwlock_t *lock) {
    __unspool_atomic_begin();
    __unspool_wait_until(lock->state.writer <= 0);
    __unspool_assert(lock->state.writer == 0, "lock-misuse",
                     "pthread_rwlock_rdlock of a read-write lock that has been destroyed");
    lock->state.readers++;
    __unspool_atomic_end();
    return 0;
}

int pthread_rwlock_wrlock(__unspool_type_pthread_rwlock_t *lock) {
    __unspool_atomic_begin();
    __unspool_wait_until(lock->state.writer < 0 || (lock->state.writer == 0 && lock->state.readers == 0));
    __unspool_assert(lock->state.writer == 0, "lock-misuse",
                     "pthread_rwlock_wrlock of a read-write lock that has been destroyed");
    lock->state.writer = __unspool_self() + 1;
    __unspool_atomic_end();
    return 0;
}

int pthread_rwlock_tryrdlock(__unspool_type_pthread_rwlock_t *lock) {
    __unspool_atomic_begin();
    __unspool_assert(lock->state.writer >= 0, "lock-misuse",
                     "pthread_rwlock_tryrdlock of a read-write lock that has been destroyed");
    int result = lock->state.writer == 0 ? 0 : 16; /* EBUSY */
    if (result == 0)
        lock->state.readers++;
    __unspool_atomic_end();
    return result;
}

int pthread_rwlock_trywrlock(__unspool_type_pthread_rwlock_t *lock) {
    __unspool_atomic_begin();
    __unspool_assert(lock->state.writer >= 0, "lock-misuse",
                     "pthread_rwlock_trywrlock of a read-write lock that has been destroyed");
    int result = lock->state.writer == 0 && lock->state.readers == 0 ? 0 : 16;
    if (result == 0)
        lock->state.writer = __unspool_self() + 1;
    __unspool_atomic_end();
    return result;
}

int pthread_rwlock_unlock(__unspool_type_pthread_rwlock_t *lock) {
    __unspool_atomic_begin();
    __unspool_assert(lock->state.writer >= 0, "lock-misuse",
                     "pthread_rwlock_unlock of a read-write lock that has been destroyed");
    __unspool_assert(lock->state.writer != 0 || lock->state.readers != 0, "lock-misuse",
                     "pthread_rwlock_unlock of a read-write lock that is not locked");
    if (lock->state.readers != 0) {
        lock->state.readers--;
    } else {
        __unspool_assert(lock->state.writer <= 0 || lock->state.writer == __unspool_self() + 1, "lock-misuse",
                         "pthread_rwlock_unlock of a read-write lock that another thread holds for writing");
        lock->state.writer = 0;
    }
    __unspool_atomic_end();
    return 0;
}

int pthread_rwlockattr_init(__unspool_type_pthread_rwlockattr_t *attributes) {
    attributes->shared = 0;
    attributes->preference = 0;
    return 0;
}

int pthread_rwlockattr_destroy(__unspool_type_pthread_rwlockattr_t *attributes) { return 0; }
