/* <pthread.h>: the attributes of a thread that exists, and those of threads created without any.

   Assumptions:
   - pthread_getattr_np: tells the detach state, the policy and the priority of the thread; its stack has the default
     size and no address. */

static __unspool_type_pthread_attr_t default_attributes = {.guard_size = 4096};

int pthread_getattr_np(__unspool_type_pthread_t handle, __unspool_type_pthread_attr_t *attributes) {
    int detach_state = 0;
    int policy = 0;
    int priority = 0;
    __unspool_atomic_begin();
    struct __unspool_thread_record *record = __unspool_record_of(handle);
    _Bool live = __unspool_is_live(record);
    __unspool_assert(live, "thread-misuse", "pthread_getattr_np of a thread that does not exist (any longer)");
    if (live) {
        detach_state = record->life == __unspool_detached;
        if (record->settings != 0) {
            policy = record->settings->policy;
            priority = record->settings->priority;
        }
    }
    __unspool_atomic_end();
    if (!live)
        return 3; /* ESRCH */
    __unspool_type_pthread_attr_t found = {.guard_size = 4096, .stack_size = 8388608};
    found.detach_state = detach_state;
    found.policy = policy;
    found.priority = priority;
    *attributes = found;
    return 0;
}

int pthread_getattr_default_np(__unspool_type_pthread_attr_t *attributes) {
    __unspool_atomic_begin();
    __unspool_type_pthread_attr_t current = default_attributes;
    __unspool_atomic_end();
    *attributes = current;
    if (attributes->stack_size == 0)
        attributes->stack_size = 8388608;
    return 0;
}

/* As in glibc: a stack cannot be the default of several threads, and stack size 0 leaves the size as it is. */
int pthread_setattr_default_np(const __unspool_type_pthread_attr_t *attributes) {
    __unspool_type_pthread_attr_t wanted = *attributes;
    if (wanted.stack_end != 0 || !__unspool_is_priority_of(wanted.policy, wanted.priority))
        return 22; /* EINVAL */
    __unspool_atomic_begin();
    if (wanted.stack_size == 0)
        wanted.stack_size = default_attributes.stack_size;
    default_attributes = wanted;
    __unspool_detached_by_default = wanted.detach_state == 1;
    __unspool_atomic_end();
    return 0;
}
