/* Spin locks: mutexes that wait actively. Waiting actively and waiting are the same to an observer, so locking
   blocks. Relocking by the holder waits for ever. Unlocking a lock not held by the caller, destroying
   one that is held and use after destruction are reported as lock misuse. */

int pthread_spin_init(__unspool_type_pthread_spinlock_t *lock, int shared) {
    __unspool_atomic_begin();
    *lock = 0;
    __unspool_atomic_end();
    return 0;
}

int pthread_spin_destroy(__unspool_type_pthread_spinlock_t *lock) {
    __unspool_atomic_begin();
    __unspool_assert(*lock <= 0, "lock-misuse", "pthread_spin_destroy of a spin lock that is held");
    __unspool_assert(*lock >= 0, "lock-misuse", "pthread_spin_destroy of a spin lock that has been destroyed");
    *lock = -1;
    __unspool_atomic_end();
    return 0;
}

int pthread_spin_lock(__unspool_type_pthread_spinlock_t *lock) {
    __unspool_atomic_begin();
    __unspool_wait_until(*lock <= 0);
    __unspool_assert(*lock == 0, "lock-misuse", "pthread_spin_lock of a spin lock that has been destroyed");
    *lock = __unspool_self() + 1;
    __unspool_atomic_end();
    return 0;
}

int pthread_spin_trylock(__unspool_type_pthread_spinlock_t *lock) {
    __unspool_atomic_begin();
    __unspool_assert(*lock >= 0, "lock-misuse", "pthread_spin_trylock of a spin lock that has been destroyed");
    int result = *lock == 0 ? 0 : 16; /* EBUSY */
    if (result == 0)
        *lock = __unspool_self() + 1;
    __unspool_atomic_end();
    return result;
}

int pthread_spin_unlock(__unspool_type_pthread_spinlock_t *lock) {
    __unspool_atomic_begin();
    __unspool_assert(*lock >= 0, "lock-misuse", "pthread_spin_unlock of a spin lock that has been destroyed");
    __unspool_assert(*lock != 0, "lock-misuse", "pthread_spin_unlock of a spin lock that is not locked");
    __unspool_assert(*lock <= 0 || *lock == __unspool_self() + 1, "lock-misuse",
                     "pthread_spin_unlock of a spin lock that another thread holds");
    *lock = 0;
    __unspool_atomic_end();
    return 0;
}
