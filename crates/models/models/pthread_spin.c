/* <pthread.h>: spin locks, which are mutexes that wait actively.

   Waiting actively and waiting are the same to an observer, so locking blocks.

   Assumptions:
   - Reported as lock misuse: locking a spin lock that the thread holds already (which waits for ever), unlocking one that
     is free or held by another thread, destroying one that is held, and use without initialisation or after destruction. */

enum { spin_is_destroyed = -1, spin_is_uninitialised = 0, spin_is_free = 1, spin_is_held_by_main = 2 };

int pthread_spin_init(__unspool_type_pthread_spinlock_t *lock, int shared) {
    __unspool_atomic_begin();
    *lock = spin_is_free;
    __unspool_atomic_end();
    return 0;
}

int pthread_spin_destroy(__unspool_type_pthread_spinlock_t *lock) {
    __unspool_atomic_begin();
    int state = *lock;
    __unspool_assert(state != spin_is_uninitialised, "lock-misuse",
                     "pthread_spin_destroy of a spin lock that is not initialised");
    __unspool_assert(state <= spin_is_free, "lock-misuse", "pthread_spin_destroy of a spin lock that is held");
    __unspool_assert(state >= 0, "lock-misuse", "pthread_spin_destroy of a spin lock that has been destroyed");
    *lock = spin_is_destroyed;
    __unspool_atomic_end();
    return 0;
}

/* Inside an atomic section only. */
static void take_spin_lock(__unspool_type_pthread_spinlock_t *lock) {
    *lock = __unspool_self() + spin_is_held_by_main;
    __unspool_hold((void *)lock);
}

/* A thread that would wait for itself goes on to the report first, and then into a second section, where it waits. */
int pthread_spin_lock(__unspool_type_pthread_spinlock_t *lock) {
    int own = __unspool_self() + spin_is_held_by_main;
    __unspool_atomic_begin();
    int state = *lock;
    __unspool_wait_until(state <= spin_is_free || state == own);
    __unspool_assert(state >= 0, "lock-misuse", "pthread_spin_lock of a spin lock that has been destroyed");
    __unspool_assert(state != spin_is_uninitialised, "lock-misuse",
                     "pthread_spin_lock of a spin lock that is not initialised");
    _Bool waits_for_itself = state == own;
    __unspool_assert(!waits_for_itself, "lock-misuse",
                     "pthread_spin_lock of a spin lock that this thread holds already: it waits for itself for ever (deadlock)");
    if (!waits_for_itself)
        take_spin_lock(lock);
    __unspool_atomic_end();
    if (waits_for_itself) {
        __unspool_atomic_begin();
        __unspool_wait_until(*lock <= spin_is_free);
        take_spin_lock(lock);
        __unspool_atomic_end();
    }
    return 0;
}

int pthread_spin_trylock(__unspool_type_pthread_spinlock_t *lock) {
    __unspool_atomic_begin();
    int state = *lock;
    __unspool_assert(state >= 0, "lock-misuse", "pthread_spin_trylock of a spin lock that has been destroyed");
    __unspool_assert(state != spin_is_uninitialised, "lock-misuse",
                     "pthread_spin_trylock of a spin lock that is not initialised");
    if (state <= spin_is_free)
        take_spin_lock(lock);
    __unspool_atomic_end();
    return state <= spin_is_free ? 0 : 16; /* EBUSY */
}

int pthread_spin_unlock(__unspool_type_pthread_spinlock_t *lock) {
    __unspool_atomic_begin();
    int state = *lock;
    __unspool_assert(state >= 0, "lock-misuse", "pthread_spin_unlock of a spin lock that has been destroyed");
    __unspool_assert(state != spin_is_uninitialised, "lock-misuse",
                     "pthread_spin_unlock of a spin lock that is not initialised");
    __unspool_assert(state != spin_is_free, "lock-misuse", "pthread_spin_unlock of a spin lock that is not locked");
    __unspool_assert(state <= spin_is_free || state == __unspool_self() + spin_is_held_by_main, "lock-misuse",
                     "pthread_spin_unlock of a spin lock that another thread holds");
    *lock = spin_is_free;
    __unspool_release((void *)lock);
    __unspool_atomic_end();
    return 0;
}
