/* <pthread.h>: the attributes of a thread to be.

   A structure that is written and read. Values are accepted and refused as glibc does. Of all of them only the detach
   state has an effect on the thread (pthread_thread.c).

   Assumptions:
   - pthread_attr_init, pthread_attr_destroy: using an attributes object that was never initialised, or after its
     destruction, is not reported; glibc takes both. */

int pthread_attr_init(__unspool_type_pthread_attr_t *attributes) {
    attributes->detach_state = 0;
    attributes->scope = 0;
    attributes->inherit = 0;
    attributes->policy = 0;
    attributes->priority = 0;
    attributes->stack_end = 0;
    attributes->stack_size = 0;
    attributes->guard_size = 4096;
    attributes->has_signal_mask = 0;
    attributes->has_processors = 0;
    return 0;
}

int pthread_attr_destroy(__unspool_type_pthread_attr_t *attributes) { return 0; }

int pthread_attr_setdetachstate(__unspool_type_pthread_attr_t *attributes, int state) {
    if (state != 0 && state != 1)
        return 22; /* EINVAL */
    attributes->detach_state = state;
    return 0;
}

int pthread_attr_getdetachstate(const __unspool_type_pthread_attr_t *attributes, int *state) {
    *state = attributes->detach_state;
    return 0;
}

int pthread_attr_setscope(__unspool_type_pthread_attr_t *attributes, int scope) {
    if (scope == 1)
        return 95; /* ENOTSUP: Linux has system scope only */
    if (scope != 0)
        return 22;
    attributes->scope = scope;
    return 0;
}

int pthread_attr_getscope(const __unspool_type_pthread_attr_t *restrict attributes, int *restrict scope) {
    *scope = attributes->scope;
    return 0;
}

int pthread_attr_setinheritsched(__unspool_type_pthread_attr_t *attributes, int inherit) {
    if (inherit != 0 && inherit != 1)
        return 22;
    attributes->inherit = inherit;
    return 0;
}

int pthread_attr_getinheritsched(const __unspool_type_pthread_attr_t *restrict attributes, int *restrict inherit) {
    *inherit = attributes->inherit;
    return 0;
}

int pthread_attr_setschedpolicy(__unspool_type_pthread_attr_t *attributes, int policy) {
    if (policy < 0 || policy > 2) /* SCHED_OTHER, SCHED_FIFO, SCHED_RR */
        return 22;
    attributes->policy = policy;
    return 0;
}

int pthread_attr_getschedpolicy(const __unspool_type_pthread_attr_t *restrict attributes, int *restrict policy) {
    *policy = attributes->policy;
    return 0;
}

/* The priority must be one of the policy set before. */
int pthread_attr_setschedparam(__unspool_type_pthread_attr_t *restrict attributes,
                               const struct sched_param *restrict parameters) {
    int priority = parameters->sched_priority;
    if (!__unspool_is_priority_of(attributes->policy, priority))
        return 22;
    attributes->priority = priority;
    return 0;
}

int pthread_attr_getschedparam(const __unspool_type_pthread_attr_t *restrict attributes,
                               struct sched_param *restrict parameters) {
    parameters->sched_priority = attributes->priority;
    return 0;
}

/* An empty set, or none, takes the affinity away again. */
int pthread_attr_setaffinity_np(__unspool_type_pthread_attr_t *attributes, size_t size, const void *processors) {
    if (size > sizeof attributes->processors)
        return 22;
    attributes->has_processors = processors != 0 && size != 0;
    if (attributes->has_processors) {
        memset(attributes->processors, 0, sizeof attributes->processors);
        memcpy(attributes->processors, processors, size);
    }
    return 0;
}

/* Without an affinity every processor is in the set. */
int pthread_attr_getaffinity_np(const __unspool_type_pthread_attr_t *attributes, size_t size, void *processors) {
    size_t known = sizeof attributes->processors;
    if (!attributes->has_processors) {
        memset(processors, 255, size);
        return 0;
    }
    for (size_t i = size; i < known; i++)
        if (attributes->processors[i] != 0)
            return 22;
    memcpy(processors, attributes->processors, size < known ? size : known);
    if (size > known)
        memset((char *)processors + known, 0, size - known);
    return 0;
}

int pthread_attr_setsigmask_np(__unspool_type_pthread_attr_t *attributes, const void *mask) {
    attributes->has_signal_mask = mask != 0;
    if (mask != 0)
        memcpy(attributes->signal_mask, mask, sizeof attributes->signal_mask);
    return 0;
}

/* Gives PTHREAD_ATTR_NO_SIGMASK_NP and an empty mask if none is set. */
int pthread_attr_getsigmask_np(const __unspool_type_pthread_attr_t *attributes, void *mask) {
    if (!attributes->has_signal_mask) {
        memset(mask, 0, sizeof attributes->signal_mask);
        return -1;
    }
    memcpy(mask, attributes->signal_mask, sizeof attributes->signal_mask);
    return 0;
}
