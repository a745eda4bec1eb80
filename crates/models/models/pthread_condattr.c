/* <pthread.h>: attributes of condition variables to be.

   They are stored, checked as glibc checks them, and given back; unsynchronised, as those of mutexes are.

   Assumptions:
   - pthread_condattr_setclock: time is not modelled, so it does not matter which clock deadlines refer to. */

int pthread_condattr_init(__unspool_type_pthread_condattr_t *attributes) {
    attributes->shared = 0;
    attributes->clock = 0;
    return 0;
}

int pthread_condattr_destroy(__unspool_type_pthread_condattr_t *attributes) { return 0; }

int pthread_condattr_setpshared(__unspool_type_pthread_condattr_t *attributes, int shared) {
    if (shared != 0 && shared != 1)
        return 22; /* EINVAL */
    attributes->shared = shared;
    return 0;
}

int pthread_condattr_getpshared(const __unspool_type_pthread_condattr_t *restrict attributes, int *restrict shared) {
    *shared = attributes->shared;
    return 0;
}

/* EINVAL for a clock other than CLOCK_REALTIME and CLOCK_MONOTONIC, as in glibc. */
int pthread_condattr_setclock(__unspool_type_pthread_condattr_t *attributes, int clock) {
    if (clock != 0 && clock != 1)
        return 22;
    attributes->clock = clock;
    return 0;
}

int pthread_condattr_getclock(const __unspool_type_pthread_condattr_t *restrict attributes, int *restrict clock) {
    *clock = attributes->clock;
    return 0;
}
