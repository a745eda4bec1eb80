/* <threads.h>: C11 condition variables.

   The same objects as POSIX ones; what follows the first step of a wait is in pthread_cond.c.

   Assumptions:
   - A wait may end without a signal (spurious wake-up), unless --no-spurious-wakeups is given.
   - Reported as lock misuse: waiting without holding the mutex, destroying a variable that threads wait on, and use
     without cnd_init or after destruction.
   - cnd_timedwait: time is not modelled; a wait may time out at any moment, whatever the deadline says. */

int cnd_init(__unspool_type_cnd_t *condition) {
    __unspool_atomic_begin();
    condition->state.waiting = 0;
    condition->state.destroyed = 0;
    condition->mutex = 0;
    condition->made_by_cnd_init = 1;
    __unspool_atomic_end();
    return 0; /* thrd_success */
}

void cnd_destroy(__unspool_type_cnd_t *condition) {
    __unspool_atomic_begin();
    __unspool_assert(condition->made_by_cnd_init, "lock-misuse", "cnd_destroy of a condition variable that is not initialised");
    __unspool_assert(!condition->state.destroyed, "lock-misuse",
                     "cnd_destroy of a condition variable that has been destroyed");
    __unspool_assert(condition->state.waiting == 0, "lock-misuse",
                     "cnd_destroy of a condition variable that threads wait on");
    condition->state.destroyed = 1;
    __unspool_atomic_end();
}

int cnd_signal(__unspool_type_cnd_t *condition) {
    __unspool_atomic_begin();
    __unspool_assert(condition->made_by_cnd_init, "lock-misuse", "cnd_signal of a condition variable that is not initialised");
    __unspool_assert(!condition->state.destroyed, "lock-misuse",
                     "cnd_signal of a condition variable that has been destroyed");
    __unspool_condition_signal(condition);
    __unspool_atomic_end();
    return 0;
}

int cnd_broadcast(__unspool_type_cnd_t *condition) {
    __unspool_atomic_begin();
    __unspool_assert(condition->made_by_cnd_init, "lock-misuse",
                     "cnd_broadcast of a condition variable that is not initialised");
    __unspool_assert(!condition->state.destroyed, "lock-misuse",
                     "cnd_broadcast of a condition variable that has been destroyed");
    __unspool_condition_broadcast(condition);
    __unspool_atomic_end();
    return 0;
}

int cnd_wait(__unspool_type_cnd_t *condition, __unspool_type_mtx_t *mutex) {
    __unspool_atomic_begin();
    __unspool_assert(condition->made_by_cnd_init, "lock-misuse", "cnd_wait on a condition variable that is not initialised");
    __unspool_assert(!condition->state.destroyed, "lock-misuse",
                     "cnd_wait on a condition variable that has been destroyed");
    __unspool_assert(mutex->state.holder >= 0, "lock-misuse", "cnd_wait with a mutex that has been destroyed");
    __unspool_assert(mutex->state.holder == __unspool_self() + 1, "lock-misuse", "cnd_wait without holding the mutex");
    _Bool requested = __unspool_condition_block(condition, mutex);
    __unspool_atomic_end();
    __unspool_condition_await(condition, mutex, requested);
    return 0;
}

/* thrd_error for nanoseconds below 0 or from 1,000,000,000 on; the mutex is not released then. */
int cnd_timedwait(__unspool_type_cnd_t *restrict condition, __unspool_type_mtx_t *restrict mutex,
                  const struct timespec *restrict deadline) {
    _Bool requested = 0;
    _Bool refused = !__unspool_is_deadline(deadline);
    __unspool_atomic_begin();
    __unspool_assert(condition->made_by_cnd_init, "lock-misuse",
                     "cnd_timedwait on a condition variable that is not initialised");
    __unspool_assert(!condition->state.destroyed, "lock-misuse",
                     "cnd_timedwait on a condition variable that has been destroyed");
    __unspool_assert(mutex->state.holder >= 0, "lock-misuse", "cnd_timedwait with a mutex that has been destroyed");
    __unspool_assert(mutex->state.holder == __unspool_self() + 1, "lock-misuse", "cnd_timedwait without holding the mutex");
    if (!refused)
        requested = __unspool_condition_block(condition, mutex);
    __unspool_atomic_end();
    if (refused)
        return 2;                                                                       /* thrd_error */
    return __unspool_condition_await_timeout(condition, mutex, requested) == 0 ? 0 : 4; /* thrd_timedout */
}

/* The name from glibc's headers where time has 64 bits on a 32-bit machine. */
int __cnd_timedwait64(__unspool_type_cnd_t *condition, __unspool_type_mtx_t *mutex,
                      const struct __unspool_timespec64 *deadline) {
    struct timespec usual = __unspool_usual_deadline(deadline);
    return cnd_timedwait(condition, mutex, &usual);
}
