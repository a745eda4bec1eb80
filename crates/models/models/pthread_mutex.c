/* <pthread.h>: mutexes, normal, recursive and error-checking.

   Locking waits until the mutex is free; it is then held by the thread, whose number plus one is stored. A thread that
   locks a normal mutex again waits for itself for ever, as POSIX prescribes; this is reported as such, because the
   program as a whole need not come to a standstill with it. Recursive mutexes count; they and error-checking ones answer
   EPERM, the latter also EDEADLK.

   Timed locking is one step, which takes the mutex if it is free at that moment and gives up otherwise: the moment is the
   schedule's choice, so both outcomes are explored whenever both are possible, and no such wait is part of a deadlock.

   Assumptions:
   - Reported as lock misuse: relocking a normal mutex, unlocking one that is free or held by another thread,
     destroying a mutex that is held, and any use after destruction.
   - A mutex that is all zero is an initialised normal mutex, as it is in glibc. One that was never initialised is what its
     bytes say: with --uninitialised any it may be reported as held already, or as destroyed.
   - The adaptive kind is a normal one. Recursive mutexes are counted without a limit (no EAGAIN).
   - pthread_mutex_timedlock, pthread_mutex_clocklock: time is not modelled; a mutex that another thread holds may be
     waited for or not (ETIMEDOUT), whatever the deadline says.
   - pthread_mutex_getprioceiling, pthread_mutex_setprioceiling: priorities are not modelled; a mutex
     with a priority protocol is locked like any other. */

enum { normal = 0, recursive = 1, error_checking = 2 };

static int kind_of(__unspool_type_pthread_mutex_t *mutex) {
    return mutex->state.kind_if_i386 | mutex->state.kind_if_x86_64;
}

static void take_mutex(__unspool_type_pthread_mutex_t *mutex, int self) {
    mutex->state.holder = self;
    mutex->state.depth = 1;
}

int pthread_mutex_init(__unspool_type_pthread_mutex_t *mutex, const __unspool_type_pthread_mutexattr_t *attributes) {
    int kind = normal;
    int ceiling = 0;
    if (attributes != 0) {
        kind = attributes->kind;
        __unspool_assert(kind >= 0, "lock-misuse", "pthread_mutex_init with attributes that have been destroyed");
        if (attributes->protocol == 2) /* PTHREAD_PRIO_PROTECT */
            ceiling = attributes->ceiling;
    }
    __unspool_atomic_begin();
    mutex->state.holder = 0;
    mutex->state.depth = 0;
    mutex->state.kind_if_i386 = kind;
    mutex->state.kind_if_x86_64 = kind;
    mutex->ceiling = ceiling;
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

/* A thread that would wait for itself goes on to the report first, and then into a second section, where it waits. */
int pthread_mutex_lock(__unspool_type_pthread_mutex_t *mutex) {
    int self = __unspool_self() + 1;
    int result = 0;
    _Bool waits_for_itself = 0;
    __unspool_atomic_begin();
    int holder = mutex->state.holder;
    if (holder == self && kind_of(mutex) == recursive) {
        mutex->state.depth++;
    } else if (holder == self && kind_of(mutex) == error_checking) {
        result = 35; /* EDEADLK */
    } else {
        __unspool_wait_until(holder <= 0 || holder == self);
        __unspool_assert(holder >= 0, "lock-misuse", "pthread_mutex_lock of a mutex that has been destroyed");
        waits_for_itself = holder == self;
        __unspool_assert(!waits_for_itself, "lock-misuse",
                         "pthread_mutex_lock of a mutex that this thread holds already: it waits for itself for ever (deadlock)");
        if (!waits_for_itself)
            take_mutex(mutex, self);
    }
    __unspool_hold(mutex); /* on each of these paths */
    __unspool_atomic_end();
    if (waits_for_itself) {
        __unspool_atomic_begin();
        __unspool_wait_until(mutex->state.holder <= 0);
        take_mutex(mutex, self);
        __unspool_hold(mutex);
        __unspool_atomic_end();
    }
    return result;
}

int pthread_mutex_trylock(__unspool_type_pthread_mutex_t *mutex) {
    int self = __unspool_self() + 1;
    int result = 0;
    __unspool_atomic_begin();
    int holder = mutex->state.holder;
    __unspool_assert(holder >= 0, "lock-misuse", "pthread_mutex_trylock of a mutex that has been destroyed");
    if (holder <= 0)
        take_mutex(mutex, self);
    else if (holder == self && kind_of(mutex) == recursive)
        mutex->state.depth++;
    else
        result = 16; /* EBUSY */
    if (result == 0)
        __unspool_hold(mutex);
    __unspool_atomic_end();
    return result;
}

/* Inside an atomic section only. */
static int lock_or_time_out(__unspool_type_pthread_mutex_t *mutex) {
    int self = __unspool_self() + 1;
    int holder = mutex->state.holder;
    if (holder == self && kind_of(mutex) == error_checking)
        return 35; /* EDEADLK */
    if (holder > 0 && !(holder == self && kind_of(mutex) == recursive))
        return 110; /* ETIMEDOUT */
    if (holder == self)
        mutex->state.depth++;
    else
        take_mutex(mutex, self);
    __unspool_hold(mutex);
    return 0;
}

/* The deadline is looked at only if the thread "would have blocked", as POSIX says. */
static int check_deadline(int result, const struct timespec *deadline) {
    return result == 110 && !__unspool_is_deadline(deadline) ? 22 /* EINVAL */ : result;
}

int pthread_mutex_timedlock(__unspool_type_pthread_mutex_t *restrict mutex, const struct timespec *restrict deadline) {
    __unspool_atomic_begin();
    __unspool_assert(mutex->state.holder >= 0, "lock-misuse", "pthread_mutex_timedlock of a mutex that has been destroyed");
    int result = lock_or_time_out(mutex);
    __unspool_atomic_end();
    return check_deadline(result, deadline);
}

/* EINVAL for a clock other than CLOCK_REALTIME and CLOCK_MONOTONIC, as in glibc. */
int pthread_mutex_clocklock(__unspool_type_pthread_mutex_t *restrict mutex, int clock,
                            const struct timespec *restrict deadline) {
    if (clock != 0 && clock != 1)
        return 22; /* EINVAL */
    __unspool_atomic_begin();
    __unspool_assert(mutex->state.holder >= 0, "lock-misuse", "pthread_mutex_clocklock of a mutex that has been destroyed");
    int result = lock_or_time_out(mutex);
    __unspool_atomic_end();
    return check_deadline(result, deadline);
}

/* The names from glibc's headers where time has 64 bits on a 32-bit machine. */
int __pthread_mutex_timedlock64(__unspool_type_pthread_mutex_t *mutex, const struct __unspool_timespec64 *deadline) {
    struct timespec usual = __unspool_usual_deadline(deadline);
    return pthread_mutex_timedlock(mutex, &usual);
}

int __pthread_mutex_clocklock64(__unspool_type_pthread_mutex_t *mutex, int clock,
                                const struct __unspool_timespec64 *deadline) {
    struct timespec usual = __unspool_usual_deadline(deadline);
    return pthread_mutex_clocklock(mutex, clock, &usual);
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
        __unspool_assert(holder <= 0 || holder == self, "lock-misuse",
                         "pthread_mutex_unlock of a mutex that another thread holds");
    }
    if (result == 0) {
        if (kind == recursive && mutex->state.depth > 1) {
            mutex->state.depth--;
        } else {
            mutex->state.depth = 0;
            mutex->state.holder = 0;
            __unspool_release(mutex);
        }
    }
    __unspool_atomic_end();
    return result;
}

/* EINVAL: only a robust mutex can be inconsistent, and there are none here. */
int pthread_mutex_consistent(__unspool_type_pthread_mutex_t *mutex) {
    __unspool_atomic_begin();
    __unspool_assert(mutex->state.holder >= 0, "lock-misuse", "pthread_mutex_consistent of a mutex that has been destroyed");
    __unspool_atomic_end();
    return 22; /* EINVAL */
}

int pthread_mutex_consistent_np(__unspool_type_pthread_mutex_t *mutex) { return pthread_mutex_consistent(mutex); }

/* EINVAL unless the mutex was initialised with the protocol PTHREAD_PRIO_PROTECT. */
int pthread_mutex_getprioceiling(const __unspool_type_pthread_mutex_t *restrict mutex, int *restrict ceiling) {
    __unspool_atomic_begin();
    __unspool_assert(mutex->state.holder >= 0, "lock-misuse",
                     "pthread_mutex_getprioceiling of a mutex that has been destroyed");
    int current = mutex->ceiling;
    __unspool_atomic_end();
    if (current == 0)
        return 22; /* EINVAL */
    *ceiling = current;
    return 0;
}

/* POSIX: "shall attempt to lock the mutex as if by a call to pthread_mutex_lock()", and release it after the change. */
int pthread_mutex_setprioceiling(__unspool_type_pthread_mutex_t *restrict mutex, int ceiling, int *restrict former) {
    int self = __unspool_self() + 1;
    __unspool_atomic_begin();
    int current = mutex->ceiling;
    _Bool refused = current == 0 || ceiling < 1 || ceiling > 99;
    if (!refused) {
        __unspool_wait_until(mutex->state.holder <= 0 || mutex->state.holder == self);
        __unspool_assert(mutex->state.holder >= 0, "lock-misuse",
                         "pthread_mutex_setprioceiling of a mutex that has been destroyed");
        mutex->ceiling = ceiling;
    }
    __unspool_atomic_end();
    if (refused)
        return 22; /* EINVAL */
    if (former != 0)
        *former = current;
    return 0;
}
