/* <pthread.h>: attributes of read-write locks to be. They are stored, checked as glibc checks them, and given back.

   Assumptions:
   - pthread_rwlockattr_setkind_np: has no effect on who is preferred; all orders are explored. */

int pthread_rwlockattr_init(__unspool_type_pthread_rwlockattr_t *attributes) {
    __unspool_atomic_begin();
    attributes->shared = 0;
    attributes->preference = 0;
    __unspool_atomic_end();
    return 0;
}

int pthread_rwlockattr_destroy(__unspool_type_pthread_rwlockattr_t *attributes) { return 0; }

int pthread_rwlockattr_setpshared(__unspool_type_pthread_rwlockattr_t *attributes, int shared) {
    if (shared != 0 && shared != 1)
        return 22; /* EINVAL */
    __unspool_atomic_begin();
    attributes->shared = shared;
    __unspool_atomic_end();
    return 0;
}

int pthread_rwlockattr_getpshared(const __unspool_type_pthread_rwlockattr_t *restrict attributes, int *restrict shared) {
    __unspool_atomic_begin();
    *shared = attributes->shared;
    __unspool_atomic_end();
    return 0;
}

int pthread_rwlockattr_setkind_np(__unspool_type_pthread_rwlockattr_t *attributes, int preference) {
    if (preference < 0 || preference > 2)
        return 22;
    __unspool_atomic_begin();
    attributes->preference = preference;
    __unspool_atomic_end();
    return 0;
}

int pthread_rwlockattr_getkind_np(const __unspool_type_pthread_rwlockattr_t *restrict attributes, int *restrict preference) {
    __unspool_atomic_begin();
    *preference = attributes->preference;
    __unspool_atomic_end();
    return 0;
}
