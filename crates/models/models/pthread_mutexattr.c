/* <pthread.h>: attributes of mutexes to be.

   Only the type changes what a mutex does. The others are stored, checked as glibc checks them, and given back. POSIX does
   not synchronise these objects: two threads that use one without a lock race, as with any variable.

   Assumptions:
   - pthread_mutexattr_setrobust: robust mutexes are refused; a program that asks for one is not judged.
   - pthread_mutexattr_setprotocol, pthread_mutexattr_setprioceiling: priorities are not modelled. */

int pthread_mutexattr_init(__unspool_type_pthread_mutexattr_t *attributes) {
    attributes->kind = 0; /* PTHREAD_MUTEX_DEFAULT, which is PTHREAD_MUTEX_NORMAL */
    attributes->shared = 0;
    attributes->protocol = 0;
    attributes->ceiling = 1; /* the least priority of SCHED_FIFO */
    return 0;
}

/* Leaves a mark by which pthread_mutex_init knows the attributes as destroyed. */
int pthread_mutexattr_destroy(__unspool_type_pthread_mutexattr_t *attributes) {
    attributes->kind = -1;
    return 0;
}

int pthread_mutexattr_settype(__unspool_type_pthread_mutexattr_t *attributes, int kind) {
    if (kind < 0 || kind > 3)
        return 22; /* EINVAL */
    attributes->kind = kind;
    return 0;
}

int pthread_mutexattr_gettype(const __unspool_type_pthread_mutexattr_t *restrict attributes, int *restrict kind) {
    *kind = attributes->kind;
    return 0;
}

/* Names from before POSIX had the types; glibc keeps them. */
int pthread_mutexattr_setkind_np(__unspool_type_pthread_mutexattr_t *attributes, int kind) {
    return pthread_mutexattr_settype(attributes, kind);
}

int pthread_mutexattr_getkind_np(const __unspool_type_pthread_mutexattr_t *attributes, int *kind) {
    return pthread_mutexattr_gettype(attributes, kind);
}

int pthread_mutexattr_setpshared(__unspool_type_pthread_mutexattr_t *attributes, int shared) {
    if (shared != 0 && shared != 1)
        return 22;
    attributes->shared = shared;
    return 0;
}

int pthread_mutexattr_getpshared(const __unspool_type_pthread_mutexattr_t *restrict attributes, int *restrict shared) {
    *shared = attributes->shared;
    return 0;
}

int pthread_mutexattr_setprotocol(__unspool_type_pthread_mutexattr_t *attributes, int protocol) {
    if (protocol < 0 || protocol > 2)
        return 22;
    attributes->protocol = protocol;
    return 0;
}

int pthread_mutexattr_getprotocol(const __unspool_type_pthread_mutexattr_t *restrict attributes, int *restrict protocol) {
    *protocol = attributes->protocol;
    return 0;
}

/* EINVAL outside the priorities that Linux has for SCHED_FIFO, 1 to 99. */
int pthread_mutexattr_setprioceiling(__unspool_type_pthread_mutexattr_t *attributes, int ceiling) {
    if (ceiling < 1 || ceiling > 99)
        return 22;
    attributes->ceiling = ceiling;
    return 0;
}

int pthread_mutexattr_getprioceiling(const __unspool_type_pthread_mutexattr_t *restrict attributes, int *restrict ceiling) {
    *ceiling = attributes->ceiling;
    return 0;
}

int pthread_mutexattr_setrobust(__unspool_type_pthread_mutexattr_t *attributes, int robustness) {
    if (robustness != 0 && robustness != 1)
        return 22;
    if (robustness == 1)
        __unspool_unsupported("robust mutexes (pthread_mutexattr_setrobust with PTHREAD_MUTEX_ROBUST)");
    return 0;
}

/* Always PTHREAD_MUTEX_STALLED. */
int pthread_mutexattr_getrobust(const __unspool_type_pthread_mutexattr_t *restrict attributes, int *restrict robustness) {
    *robustness = 0;
    return 0;
}

int pthread_mutexattr_setrobust_np(__unspool_type_pthread_mutexattr_t *attributes, int robustness) {
    return pthread_mutexattr_setrobust(attributes, robustness);
}

int pthread_mutexattr_getrobust_np(const __unspool_type_pthread_mutexattr_t *attributes, int *robustness) {
    return pthread_mutexattr_getrobust(attributes, robustness);
}
