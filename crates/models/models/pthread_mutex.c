/* Mutexes: normal, recursive and error-checking.

   Locking waits until the mutex is free; it is then held by the thread, whose number plus one is stored. Relocking a
   normal mutex therefore waits for ever: the self-deadlock POSIX prescribes, found as any deadlock is.
   Reported as lock misuse: unlocking a normal mutex that one does not hold, destroying one that is held,
   and any use after destruction. Recursive and error-checking mutexes answer EPERM and EDEADLK as POSIX says.
   The adaptive kind is a normal one. Robustness, priority protocols and timeouts are not modelled here. */

enum { normal = 0, recursive = 1, error_checking = 2 };

static int kind_of(__unspool_type_pthread_mutex_t *mutex) {
    return mutex->state.kind_if_i386 | mutex->state.kind_if_x86_64;
}

int pthread_mutex_init(__unspool_type_pthread_mutex_t *mutex, const __unspool_type_pthread_mutexattr_t *attributes) {
    int kind = attributes == 0 ? normal : attributes->kind;
    __unspool_atomic_begin();
    mutex->state.holder = 0;
    mutex->state.depth = 0;
    mutex->state.kind_if_i386 = kind;
    mutex->state.kind_if_x86_64 = kind;
    __unspool_atomic_end();
    return 0;
}

int pthread_mutex_destroy(__unspool_type_pthread_mutex_t *mutex) {
    __unspool_atomic_begin();
    __unspool_assert(mutex->state.holder <= 0, "lock-misuse", "pthread_mutex_destroy of a mutex that is held");
    __unspool_assert(mutex->state.holder >= 0, "lock-misuse", "pthread_mutex_destroy of a mutex that has been destroyed");
    mutex->state.holder = -1;
    __unspool_atomic_end();
    return 0;
}

int pthread_mutex_lock(__unspool_type_pthread_mutex_t *mutex) {
    int self = __unspool_self() + 1;
    int result = 0;
    __unspool_atomic_begin();
    if (mutex->state.holder == self && kind_of(mutex) == recursive) {
        mutex->state.depth++;
    } else if (mutex->state.holder == self && kind_of(mutex) == error_checking) {
        result = 35; /* EDEADLK */
    } else {
        __unspool_wait_until(mutex->state.holder <= 0);
        __unspool_assert(mutex->state.holder == 0, "lock-misuse", "pthread_mutex_lock of a mutex that has been destroyed");
        mutex->state.holder = self;
        mutex->state.depth = 1;
    }
    __unspool_atomic_end();
    return result;
}

int pthread_mutex_trylock(__unspool_type_pthread_mutex_t *mutex) {
    int self = __unspool_self() + 1;
    int result = 0;
    __unspool_atomic_begin();
    __unspool_assert(mutex->state.holder >= 0, "lock-misuse", "pthread_mutex_trylock of a mutex that has been destroyed");
    if (mutex->state.holder <= 0) {
        mutex->state.holder = self;
        mutex->state.depth = 1;
    } else if (mutex->state.holder == self && kind_of(mutex) == recursive) {
        mutex->state.depth++;
    } else {
        result = 16; /* EBUSY */
    }
    __unspool_atomic_end();
    return result;
}

int pthread_mutex_unlock(__unspool_type_pthread_mutex_t *mutex) {
    int self = __unspool_self() + 1;
    int result = 0;
    __unspool_atomic_begin();
    int holder = mutex->state.holder;
    int kind = kind_of(mutex);
    __unspool_assert(holder >= 0, "lock-misuse", "pthread_mutex_unlock of a mutex that has been destroyed");
    if (kind == recursive || kind == error_checking) {
        if (holder != self)
            result = 1; /* EPERM */
    } else {
        __unspool_assert(holder != 0, "lock-misuse", "pthread_mutex_unlock of a mutex that is not locked");
        __unspool_assert(holder == 0 || holder == self, "lock-misuse",
                         "pthread_mutex_unlock of a mutex that another thread holds");
    }
    if (result == 0) {
        if (kind == recursive && mutex->state.depth > 1) {
            mutex->state.depth--;
        } else {
            mutex->state.depth = 0;
            mutex->state.holder = 0;
        }
    }
    __unspool_atomic_end();
    return result;
}

int pthread_mutexattr_init(__unspool_type_pthread_mutexattr_t *attributes) {
    attributes->kind = normal;
    attributes->shared = 0;
    return 0;
}

int pthread_mutexattr_destroy(__unspool_type_pthread_mutexattr_t *attributes) { return 0; }

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

int pthread_mutexattr_setpshared(__unspool_type_pthread_mutexattr_t *attributes, int shared) {
    attributes->shared = shared;
    return 0;
}

int pthread_mutexattr_getpshared(const __unspool_type_pthread_mutexattr_t *restrict attributes, int *restrict shared) {
    *shared = attributes->shared;
    return 0;
}

/* Names from before POSIX had the types; glibc keeps them. */
int pthread_mutexattr_setkind_np(__unspool_type_pthread_mutexattr_t *attributes, int kind) {
    return pthread_mutexattr_settype(attributes, kind);
}

int pthread_mutexattr_getkind_np(const __unspool_type_pthread_mutexattr_t *attributes, int *kind) {
    return pthread_mutexattr_gettype(attributes, kind);
}
