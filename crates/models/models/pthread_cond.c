/* Condition variables.

   A waiting thread sets its bit in the variable and in one mask of all blocked waiters; a signal clears the bits of one
   waiting thread of its choice, a broadcast of all. The waiter goes on when its bit in the common mask is clear and the
   mutex is free. It looks at the common mask, not at the variable, because POSIX lets a program destroy and free the
   variable as soon as all waiters have been woken, before they have run.

   Spurious wake-ups happen: at each wait it is chosen freely whether a signal is needed at all. Both choices matter. The
   one shows code that does not test its condition again, the other shows signals that come too early or never.

   Threads numbered 64 and above always wake spuriously, which POSIX allows; deadlocks of theirs on a condition
   variable are not seen. Waiting without holding the mutex, destroying a variable with waiters, and use
   after destruction are reported as lock misuse. Timed waits, cancellation and the `cnd_` names of C11 are not
   modelled here. */

static unsigned long long blocked_threads;

static unsigned long long bit_of(int thread) { return thread < 64 ? 1ull << thread : 0; }

int pthread_cond_init(__unspool_type_pthread_cond_t *restrict condition,
                      const __unspool_type_pthread_condattr_t *restrict attributes) {
    __unspool_atomic_begin();
    condition->state.waiting = 0;
    condition->state.destroyed = 0;
    __unspool_atomic_end();
    return 0;
}

int pthread_cond_destroy(__unspool_type_pthread_cond_t *condition) {
    __unspool_atomic_begin();
    __unspool_assert(!condition->state.destroyed, "lock-misuse",
                     "pthread_cond_destroy of a condition variable that has been destroyed");
    __unspool_assert(condition->state.waiting == 0, "lock-misuse",
                     "pthread_cond_destroy of a condition variable that threads wait on");
    condition->state.destroyed = 1;
    __unspool_atomic_end();
    return 0;
}

int pthread_cond_wait(__unspool_type_pthread_cond_t *restrict condition, __unspool_type_pthread_mutex_t *restrict mutex) {
    int self = __unspool_self();
    unsigned long long bit = bit_of(self);
    _Bool spurious = bit == 0 || __unspool_nondet(_Bool);
    /* Release the mutex and block, in one step. */
    __unspool_atomic_begin();
    __unspool_assert(!condition->state.destroyed, "lock-misuse",
                     "pthread_cond_wait on a condition variable that has been destroyed");
    __unspool_assert(mutex->state.holder == self + 1, "lock-misuse", "pthread_cond_wait without holding the mutex");
    unsigned depth = mutex->state.depth;
    mutex->state.holder = 0;
    mutex->state.depth = 0;
    condition->state.waiting |= bit;
    blocked_threads |= bit;
    __unspool_atomic_end();
    /* Wake up and take the mutex, in one step: between the two nothing can be observed. */
    __unspool_atomic_begin();
    __unspool_wait_until((spurious || (blocked_threads & bit) == 0) && mutex->state.holder <= 0);
    __unspool_assert(mutex->state.holder == 0, "lock-misuse",
                     "the mutex was destroyed while a thread was in pthread_cond_wait");
    if (blocked_threads & bit) {
        blocked_threads &= ~bit;
        condition->state.waiting &= ~bit;
    }
    mutex->state.holder = self + 1;
    mutex->state.depth = depth;
    __unspool_atomic_end();
    return 0;
}

int pthread_cond_signal(__unspool_type_pthread_cond_t *condition) {
    __unspool_atomic_begin();
    __unspool_assert(!condition->state.destroyed, "lock-misuse",
                     "pthread_cond_signal of a condition variable that has been destroyed");
    /* From the lowest on, each waiter is taken or passed over; the last is taken. Every choice is a `_Bool`, so that a
       search over small domains of inputs makes all of them. */
    unsigned long long chosen;
    unsigned long long others = condition->state.waiting;
    do {
        chosen = others & (0 - others);
        others &= ~chosen;
    } while (others != 0 && !__unspool_nondet(_Bool));
    condition->state.waiting &= ~chosen;
    blocked_threads &= ~chosen;
    __unspool_atomic_end();
    return 0;
}

int pthread_cond_broadcast(__unspool_type_pthread_cond_t *condition) {
    __unspool_atomic_begin();
    __unspool_assert(!condition->state.destroyed, "lock-misuse",
                     "pthread_cond_broadcast of a condition variable that has been destroyed");
    blocked_threads &= ~condition->state.waiting;
    condition->state.waiting = 0;
    __unspool_atomic_end();
    return 0;
}

int pthread_condattr_init(__unspool_type_pthread_condattr_t *attributes) {
    attributes->shared = 0;
    attributes->clock = 0;
    return 0;
}

int pthread_condattr_destroy(__unspool_type_pthread_condattr_t *attributes) { return 0; }
