/* <threads.h>: C11 mutexes.

   The same objects as POSIX mutexes, normal or recursive, and the same idea (pthread_mutex.c). But C11 has no error codes for
   misuse: it is undefined, and reported for all types.

   Assumptions:
   - Reported as lock misuse: locking a mutex again that is not recursive, unlocking one that this thread does not hold,
     mtx_timedlock of one made without mtx_timed, mtx_init with a type that C11 does not list, destroying one that is
     held, and use without mtx_init or after destruction.
   - mtx_timedlock: time is not modelled; a mutex that another thread holds may be waited for or not (thrd_timedout),
     whatever the deadline says.
   - mtx_trylock: does not fail without cause, as C23 would allow, since glibc's does not. */

enum { mtx_success = 0, mtx_busy = 1, mtx_error = 2, mtx_timedout = 4 };
enum { mtx_is_recursive = 1, mtx_is_timed = 2 };

/* `type` is mtx_plain (0) or mtx_timed (2), with mtx_recursive (1) or not. Others are misuse, which glibc does not notice. */
int mtx_init(__unspool_type_mtx_t *mutex, int type) {
    __unspool_atomic_begin();
    __unspool_assert(type >= 0 && type <= 3, "lock-misuse", "mtx_init with a type that does not exist");
    mutex->state.holder = 0;
    mutex->state.depth = 0;
    mutex->state.kind_if_i386 = type & mtx_is_recursive;
    mutex->state.kind_if_x86_64 = type & mtx_is_recursive;
    mutex->state.made_by_mtx_init = type & mtx_is_timed ? 2 : 1;
    mutex->ceiling = 0;
    __unspool_atomic_end();
    return mtx_success;
}

void mtx_destroy(__unspool_type_mtx_t *mutex) {
    __unspool_atomic_begin();
    __unspool_assert(mutex->state.made_by_mtx_init != 0, "lock-misuse", "mtx_destroy of a mutex that is not initialised");
    __unspool_assert(mutex->state.holder <= 0, "lock-misuse", "mtx_destroy of a mutex that is held");
    __unspool_assert(mutex->state.holder >= 0, "lock-misuse", "mtx_destroy of a mutex that has been destroyed");
    mutex->state.holder = -1;
    __unspool_atomic_end();
}

/* Takes the mutex, also once more if it is recursive; false if it cannot be had now. Inside an atomic section only. */
static _Bool take_c11_mutex(__unspool_type_mtx_t *mutex) {
    int self = __unspool_self() + 1;
    int holder = mutex->state.holder;
    _Bool is_mine = holder == self && mutex->state.kind_if_x86_64 != 0;
    if (holder > 0 && !is_mine)
        return 0;
    if (is_mine) {
        mutex->state.depth++;
    } else {
        mutex->state.holder = self;
        mutex->state.depth = 1;
    }
    __unspool_hold(mutex);
    return 1;
}

/* A thread that would wait for itself goes on to the report first, and then into a second section, where it waits. */
int mtx_lock(__unspool_type_mtx_t *mutex) {
    __unspool_atomic_begin();
    int holder = mutex->state.holder;
    __unspool_wait_until(holder <= 0 || holder == __unspool_self() + 1);
    __unspool_assert(mutex->state.made_by_mtx_init != 0, "lock-misuse", "mtx_lock of a mutex that is not initialised");
    __unspool_assert(holder >= 0, "lock-misuse", "mtx_lock of a mutex that has been destroyed");
    _Bool taken = take_c11_mutex(mutex);
    __unspool_hold(mutex); /* on each path: also a thread that waits says so for what */
    __unspool_assert(taken, "lock-misuse",
                     "mtx_lock of a mutex that this thread holds already: it waits for itself for ever (deadlock)");
    __unspool_atomic_end();
    if (!taken) {
        __unspool_atomic_begin();
        __unspool_wait_until(mutex->state.holder <= 0);
        take_c11_mutex(mutex);
        __unspool_atomic_end();
    }
    return mtx_success;
}

int mtx_trylock(__unspool_type_mtx_t *mutex) {
    __unspool_atomic_begin();
    __unspool_assert(mutex->state.made_by_mtx_init != 0, "lock-misuse", "mtx_trylock of a mutex that is not initialised");
    __unspool_assert(mutex->state.holder >= 0, "lock-misuse", "mtx_trylock of a mutex that has been destroyed");
    _Bool taken = take_c11_mutex(mutex);
    __unspool_atomic_end();
    return taken ? mtx_success : mtx_busy;
}

/* One step, as pthread_mutex_timedlock is. thrd_error for nanoseconds out of range, if it would have to wait. */
int mtx_timedlock(__unspool_type_mtx_t *restrict mutex, const struct timespec *restrict deadline) {
    int result = mtx_success;
    __unspool_atomic_begin();
    __unspool_assert(mutex->state.made_by_mtx_init != 0, "lock-misuse", "mtx_timedlock of a mutex that is not initialised");
    __unspool_assert(mutex->state.made_by_mtx_init != 1, "lock-misuse",
                     "mtx_timedlock of a mutex that was initialised without mtx_timed");
    __unspool_assert(mutex->state.holder >= 0, "lock-misuse", "mtx_timedlock of a mutex that has been destroyed");
    _Bool taken = take_c11_mutex(mutex);
    __unspool_atomic_end();
    if (!taken)
        result = __unspool_is_deadline(deadline) ? mtx_timedout : mtx_error;
    return result;
}

/* The name from glibc's headers where time has 64 bits on a 32-bit machine. */
int __mtx_timedlock64(__unspool_type_mtx_t *mutex, const struct __unspool_timespec64 *deadline) {
    struct timespec usual = __unspool_usual_deadline(deadline);
    return mtx_timedlock(mutex, &usual);
}

int mtx_unlock(__unspool_type_mtx_t *mutex) {
    __unspool_atomic_begin();
    int holder = mutex->state.holder;
    __unspool_assert(mutex->state.made_by_mtx_init != 0, "lock-misuse", "mtx_unlock of a mutex that is not initialised");
    __unspool_assert(holder >= 0, "lock-misuse", "mtx_unlock of a mutex that has been destroyed");
    __unspool_assert(holder != 0, "lock-misuse", "mtx_unlock of a mutex that is not locked");
    __unspool_assert(holder <= 0 || holder == __unspool_self() + 1, "lock-misuse",
                     "mtx_unlock of a mutex that another thread holds");
    if (mutex->state.depth > 1) {
        mutex->state.depth--;
    } else {
        mutex->state.depth = 0;
        mutex->state.holder = 0;
        __unspool_release(mutex);
    }
    __unspool_atomic_end();
    return mtx_success;
}
