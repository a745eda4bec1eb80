/* <pthread.h>: the attributes that concern the stack of a thread to be.

   They are stored and given back as glibc does. glibc keeps where a stack ends (it grows downwards), so that
   pthread_attr_getstackaddr after pthread_attr_setstack gives the address behind the stack; so does this.

   Assumptions:
   - pthread_attr_setstack, pthread_attr_setstacksize, pthread_attr_setguardsize: threads have stacks of unlimited size,
     which lie nowhere near the given memory.
   - pthread_attr_getstacksize: the default is 8 MiB; the smallest that can be set is 16384 bytes. */

int pthread_attr_setguardsize(__unspool_type_pthread_attr_t *attributes, size_t size) {
    attributes->guard_size = size;
    return 0;
}

int pthread_attr_getguardsize(const __unspool_type_pthread_attr_t *restrict attributes, size_t *restrict size) {
    *size = attributes->guard_size;
    return 0;
}

int pthread_attr_setstacksize(__unspool_type_pthread_attr_t *attributes, size_t size) {
    if (size < 16384) /* PTHREAD_STACK_MIN */
        return 22;    /* EINVAL */
    attributes->stack_size = size;
    return 0;
}

int pthread_attr_getstacksize(const __unspool_type_pthread_attr_t *restrict attributes, size_t *restrict size) {
    *size = attributes->stack_size != 0 ? attributes->stack_size : 8388608;
    return 0;
}

int pthread_attr_setstackaddr(__unspool_type_pthread_attr_t *attributes, void *end) {
    attributes->stack_end = end;
    return 0;
}

int pthread_attr_getstackaddr(const __unspool_type_pthread_attr_t *restrict attributes, void **restrict end) {
    *end = attributes->stack_end;
    return 0;
}

int pthread_attr_setstack(__unspool_type_pthread_attr_t *attributes, void *stack, size_t size) {
    if (size < 16384)
        return 22;
    attributes->stack_size = size;
    attributes->stack_end = (char *)stack + size;
    return 0;
}

int pthread_attr_getstack(const __unspool_type_pthread_attr_t *restrict attributes, void **restrict stack,
                          size_t *restrict size) {
    *stack = attributes->stack_end == 0 ? 0 : (char *)attributes->stack_end - attributes->stack_size;
    *size = attributes->stack_size;
    return 0;
}
