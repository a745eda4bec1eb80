/* <pthread.h>: attributes of read-write locks to be.

   They are stored, checked as glibc checks them, and given back; unsynchronised, as those of mutexes are. What the
   preference does is in pthread_rwlock.c. */

int pthread_rwlockattr_init(__unspool_type_pthread_rwlockattr_t *attributes) {
    attributes->shared = 0;
    attributes->preference = 0;
    return 0;
}

int pthread_rwlockattr_destroy(__unspool_type_pthread_rwlockattr_t *attributes) { return 0; }

int pthread_rwlockattr_setpshared(__unspool_type_pthread_rwlockattr_t *attributes, int shared) {
    if (shared != 0 && shared != 1)
        return 22; /* EINVAL */
    attributes->shared = shared;
    return 0;
}

int pthread_rwlockattr_getpshared(const __unspool_type_pthread_rwlockattr_t *restrict attributes, int *restrict shared) {
    *shared = attributes->shared;
    return 0;
}

int pthread_rwlockattr_setkind_np(__unspool_type_pthread_rwlockattr_t *attributes, int preference) {
    if (preference < 0 || preference > 2)
        return 22;
    attributes->preference = preference;
    return 0;
}

int pthread_rwlockattr_getkind_np(const __unspool_type_pthread_rwlockattr_t *restrict attributes, int *restrict preference) {
    *preference = attributes->preference;
    return 0;
}
