/* <pthread.h>: condition variables.

   A waiting thread sets its bit in the variable and in one mask of all blocked waiters; a signal clears the bits of one
   waiting thread of its choice, a broadcast of all. The waiter goes on when its bit in the common mask is clear and the
   mutex is free. It looks at the common mask, not at the variable, because POSIX lets a program destroy and free the
   variable as soon as all waiters have been woken, before they have run.

   Spurious wake-ups: at each wait it is chosen freely whether a signal is needed at all. Both choices matter. The
   one shows code that does not test its condition again, the other shows signals that come too early or never.

   A timed wait is three steps: release the mutex and block; stop waiting, which the schedule may do at any time, before or
   after a signal; take the mutex. Between the last two a signal can come too late. POSIX: "the associated predicate may be
   true due to an unavoidable race between the expiration of the timeout and the predicate state change".

   POSIX on cancellation: a thread cancelled in a wait has taken the mutex again when its cleanup handlers run, and has not
   consumed a signal if others wait. A request made before the wait is acted upon, so such a thread does not enter
   the queue at all. If one comes during the wait, and the thread is woken up as well, either may happen. But a thread that a
   signal has picked among several is not cancelled: the signal would have to be passed on to one of the others, which is
   as if it had picked that one at first, and that is explored too. So nobody touches the variable after a wake-up.

   The steps after the first are also those of C11's cnd_wait and cnd_timedwait.

   Assumptions:
   - A wait may end without a signal (spurious wake-up), unless --no-spurious-wakeups is given.
   - Reported as lock misuse: waiting without holding the mutex, waiting with another mutex than a
     thread that waits already, destroying a variable that threads wait on, and use after destruction of variable or mutex.
   - A wait releases a recursive mutex once. If it was locked more often it stays locked, as in POSIX and glibc.
   - Threads beyond the first 64 of a program are always woken spuriously, so deadlocks of theirs on a condition
     variable are not seen; with --no-spurious-wakeups their waits are unsupported.
   - pthread_cond_timedwait, pthread_cond_clockwait: time is not modelled; a wait may time out at any moment,
     whatever the deadline says. */

static unsigned long long blocked_threads;

/* Those whose wake-up left nobody behind, until they run. Only in programs that cancel threads. */
static unsigned long long woken_as_last;

static unsigned long long bit_of(int thread) { return thread < 64 ? 1ull << thread : 0; }

int pthread_cond_init(__unspool_type_pthread_cond_t *restrict condition,
                      const __unspool_type_pthread_condattr_t *restrict attributes) {
    __unspool_atomic_begin();
    condition->state.waiting = 0;
    condition->state.destroyed = 0;
    condition->mutex = 0;
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

/* Takes waiters out of the queue. Inside an atomic section only. */
static void unblock(__unspool_type_pthread_cond_t *condition, unsigned long long bits) {
    blocked_threads &= ~bits;
    condition->state.waiting &= ~bits;
    if (condition->state.waiting == 0) {
        condition->mutex = 0;
        if (pthread_cancel)
            woken_as_last |= bits;
    }
}

/* The first step of a wait: releases the mutex and blocks. Whether there is a request to cancel already; it then does not
   block. Inside an atomic section only. */
_Bool __unspool_condition_block(__unspool_type_pthread_cond_t *condition, __unspool_type_pthread_mutex_t *mutex) {
    unsigned long long bit = bit_of(__unspool_self());
    _Bool requested = pthread_cancel && __unspool_cancel_is_due();
    if (mutex->state.depth > 1) {
        mutex->state.depth--;
    } else {
        mutex->state.holder = 0;
        mutex->state.depth = 0;
        __unspool_release(mutex);
    }
    if (bit != 0 && !requested) {
        condition->state.waiting |= bit;
        condition->mutex = mutex;
        blocked_threads |= bit;
    }
    return requested;
}

/* The mutex can be taken: it is free, or a recursive one that the wait did not release. Inside an atomic section only. */
static _Bool is_takable(__unspool_type_pthread_mutex_t *mutex, int self) {
    return mutex->state.holder <= 0 || mutex->state.holder == self + 1;
}

/* Inside an atomic section only. */
static void take_again(__unspool_type_pthread_mutex_t *mutex, int self) {
    __unspool_assert(mutex->state.holder >= 0, "lock-misuse",
                     "the mutex was destroyed while this thread waited on a condition variable with it");
    if (mutex->state.holder == self + 1) {
        mutex->state.depth++;
    } else {
        mutex->state.holder = self + 1;
        mutex->state.depth = 1;
    }
    __unspool_hold(mutex);
}

/* Whether a thread that has been woken up may still act on a request to cancel it. Inside an atomic section only. */
static _Bool may_still_be_cancelled(unsigned long long bit) { return bit == 0 || (woken_as_last & bit) != 0; }

/* The second step of a wait: wakes up and takes the mutex. One step, since between the two nothing can be observed. That a
   thread acts on a request is among the executions without a spurious wake-up; with one it does not. */
void __unspool_condition_await(__unspool_type_pthread_cond_t *condition, __unspool_type_pthread_mutex_t *mutex,
                               _Bool requested) {
    int self = __unspool_self();
    unsigned long long bit = bit_of(self);
    _Bool cancelled = requested;
    if (!__unspool_switch_spurious_wakeups && bit == 0)
        __unspool_unsupported("without spurious wake-ups, a condition variable on which a thread beyond the first 64 waits");
    _Bool spurious = __unspool_switch_spurious_wakeups && !requested && (bit == 0 || __unspool_nondet(_Bool));
    __unspool_atomic_begin();
    _Bool is_due = pthread_cancel && __unspool_cancel_is_due();
    _Bool is_blocked = (blocked_threads & bit) != 0;
    __unspool_wait_until(spurious || is_due || !is_blocked);
    __unspool_wait_until(is_takable(mutex, self)); /* apart, so that reports know which of the two it waits for */
    if (is_blocked) {
        unblock(condition, bit);
        cancelled = is_due && !spurious;
    } else if (pthread_cancel && is_due && !requested) {
        cancelled = may_still_be_cancelled(bit) && __unspool_nondet(_Bool);
    }
    if (pthread_cancel)
        woken_as_last &= ~bit;
    take_again(mutex, self);
    __unspool_atomic_end();
    if (pthread_cancel && cancelled)
        __unspool_cancelled();
}

/* The other steps of a timed wait. 0 or ETIMEDOUT. */
int __unspool_condition_await_timeout(__unspool_type_pthread_cond_t *condition, __unspool_type_pthread_mutex_t *mutex,
                                      _Bool requested) {
    int self = __unspool_self();
    unsigned long long bit = bit_of(self);
    int result = 0;
    _Bool cancelled = requested;
    if (!__unspool_switch_spurious_wakeups && bit == 0)
        __unspool_unsupported("without spurious wake-ups, a condition variable on which a thread beyond the first 64 waits");
    __unspool_atomic_begin();
    _Bool is_blocked = (blocked_threads & bit) != 0;
    if (pthread_cancel && !requested && __unspool_cancel_is_due())
        cancelled = (is_blocked || may_still_be_cancelled(bit)) && __unspool_nondet(_Bool);
    if (is_blocked)
        unblock(condition, bit);
    if ((is_blocked || bit == 0) && !cancelled && (!__unspool_switch_spurious_wakeups || __unspool_nondet(_Bool)))
        result = 110; /* ETIMEDOUT */
    if (pthread_cancel)
        woken_as_last &= ~bit;
    __unspool_atomic_end();
    __unspool_atomic_begin();
    __unspool_wait_until(is_takable(mutex, self));
    take_again(mutex, self);
    __unspool_atomic_end();
    if (pthread_cancel && cancelled)
        __unspool_cancelled();
    return result;
}

/* Recursive and error-checking mutexes tell whether the caller holds them. Inside an atomic section only. */
static _Bool is_refused(__unspool_type_pthread_mutex_t *mutex) {
    int kind = mutex->state.kind_if_i386 | mutex->state.kind_if_x86_64;
    return (kind == 1 || kind == 2) && mutex->state.holder >= 0 && mutex->state.holder != __unspool_self() + 1;
}

/* POSIX leaves "more than one mutex for concurrent" waits undefined. Inside an atomic section only. */
static _Bool is_used_with(__unspool_type_pthread_cond_t *condition, __unspool_type_pthread_mutex_t *mutex) {
    return condition->mutex == 0 || condition->mutex == mutex;
}

/* EPERM for a recursive or error-checking mutex that the caller does not hold. */
int pthread_cond_wait(__unspool_type_pthread_cond_t *restrict condition, __unspool_type_pthread_mutex_t *restrict mutex) {
    _Bool requested = 0;
    __unspool_atomic_begin();
    _Bool refused = is_refused(mutex);
    if (!refused) {
        __unspool_assert(!condition->state.destroyed, "lock-misuse",
                         "pthread_cond_wait on a condition variable that has been destroyed");
        __unspool_assert(mutex->state.holder >= 0, "lock-misuse", "pthread_cond_wait with a mutex that has been destroyed");
        __unspool_assert(mutex->state.holder == __unspool_self() + 1, "lock-misuse",
                         "pthread_cond_wait without holding the mutex");
        __unspool_assert(is_used_with(condition, mutex), "lock-misuse",
                         "pthread_cond_wait with another mutex than a thread that waits on the condition variable already");
        requested = __unspool_condition_block(condition, mutex);
    }
    __unspool_atomic_end();
    if (refused)
        return 1; /* EPERM */
    __unspool_condition_await(condition, mutex, requested);
    return 0;
}

/* EINVAL for nanoseconds below 0 or from 1,000,000,000 on; the mutex is not released then. */
int pthread_cond_timedwait(__unspool_type_pthread_cond_t *restrict condition, __unspool_type_pthread_mutex_t *restrict mutex,
                           const struct timespec *restrict deadline) {
    int refused = 0;
    _Bool requested = 0;
    _Bool is_valid = __unspool_is_deadline(deadline);
    __unspool_atomic_begin();
    if (!is_valid) {
        refused = 22; /* EINVAL */
    } else if (is_refused(mutex)) {
        refused = 1; /* EPERM */
    } else {
        __unspool_assert(!condition->state.destroyed, "lock-misuse",
                         "pthread_cond_timedwait on a condition variable that has been destroyed");
        __unspool_assert(mutex->state.holder >= 0, "lock-misuse",
                         "pthread_cond_timedwait with a mutex that has been destroyed");
        __unspool_assert(mutex->state.holder == __unspool_self() + 1, "lock-misuse",
                         "pthread_cond_timedwait without holding the mutex");
        __unspool_assert(is_used_with(condition, mutex), "lock-misuse",
                         "pthread_cond_timedwait with another mutex than a thread that waits on the condition variable already");
        requested = __unspool_condition_block(condition, mutex);
    }
    __unspool_atomic_end();
    return refused != 0 ? refused : __unspool_condition_await_timeout(condition, mutex, requested);
}

/* EINVAL for a clock other than CLOCK_REALTIME and CLOCK_MONOTONIC, as in glibc. */
int pthread_cond_clockwait(__unspool_type_pthread_cond_t *restrict condition, __unspool_type_pthread_mutex_t *restrict mutex,
                           int clock, const struct timespec *restrict deadline) {
    int refused = 0;
    _Bool requested = 0;
    _Bool is_valid = (clock == 0 || clock == 1) && __unspool_is_deadline(deadline);
    __unspool_atomic_begin();
    if (!is_valid) {
        refused = 22; /* EINVAL */
    } else if (is_refused(mutex)) {
        refused = 1; /* EPERM */
    } else {
        __unspool_assert(!condition->state.destroyed, "lock-misuse",
                         "pthread_cond_clockwait on a condition variable that has been destroyed");
        __unspool_assert(mutex->state.holder >= 0, "lock-misuse",
                         "pthread_cond_clockwait with a mutex that has been destroyed");
        __unspool_assert(mutex->state.holder == __unspool_self() + 1, "lock-misuse",
                         "pthread_cond_clockwait without holding the mutex");
        __unspool_assert(is_used_with(condition, mutex), "lock-misuse",
                         "pthread_cond_clockwait with another mutex than a thread that waits on the condition variable already");
        requested = __unspool_condition_block(condition, mutex);
    }
    __unspool_atomic_end();
    return refused != 0 ? refused : __unspool_condition_await_timeout(condition, mutex, requested);
}

/* The names from glibc's headers where time has 64 bits on a 32-bit machine. */
int __pthread_cond_timedwait64(__unspool_type_pthread_cond_t *condition, __unspool_type_pthread_mutex_t *mutex,
                               const struct __unspool_timespec64 *deadline) {
    struct timespec usual = __unspool_usual_deadline(deadline);
    return pthread_cond_timedwait(condition, mutex, &usual);
}

int __pthread_cond_clockwait64(__unspool_type_pthread_cond_t *condition, __unspool_type_pthread_mutex_t *mutex, int clock,
                               const struct __unspool_timespec64 *deadline) {
    struct timespec usual = __unspool_usual_deadline(deadline);
    return pthread_cond_clockwait(condition, mutex, clock, &usual);
}

/* Those of the threads in the mask, or the others, of the schedule's choice; not those that are none. */
static unsigned long long half_of(unsigned long long threads, unsigned long long mask) {
    unsigned long long inside = threads & mask;
    unsigned long long outside = threads & ~mask;
    if (outside == 0)
        return inside;
    return inside != 0 && __unspool_nondet(_Bool) ? inside : outside;
}

/* Wakes one waiter of the schedule's choice: halved six times, 64 threads are one. Every choice is a `_Bool`, so that a search
   over small domains of inputs makes all of them, and is only made where there is one. Inside an atomic section only. */
void __unspool_condition_signal(__unspool_type_pthread_cond_t *condition) {
    unsigned long long chosen = condition->state.waiting;
    chosen = half_of(chosen, 0x00000000ffffffff);
    chosen = half_of(chosen, 0x0000ffff0000ffff);
    chosen = half_of(chosen, 0x00ff00ff00ff00ff);
    chosen = half_of(chosen, 0x0f0f0f0f0f0f0f0f);
    chosen = half_of(chosen, 0x3333333333333333);
    chosen = half_of(chosen, 0x5555555555555555);
    unblock(condition, chosen);
}

/* Inside an atomic section only. */
void __unspool_condition_broadcast(__unspool_type_pthread_cond_t *condition) {
    unblock(condition, condition->state.waiting);
}

int pthread_cond_signal(__unspool_type_pthread_cond_t *condition) {
    __unspool_atomic_begin();
    __unspool_assert(!condition->state.destroyed, "lock-misuse",
                     "pthread_cond_signal of a condition variable that has been destroyed");
    __unspool_condition_signal(condition);
    __unspool_atomic_end();
    return 0;
}

int pthread_cond_broadcast(__unspool_type_pthread_cond_t *condition) {
    __unspool_atomic_begin();
    __unspool_assert(!condition->state.destroyed, "lock-misuse",
                     "pthread_cond_broadcast of a condition variable that has been destroyed");
    __unspool_condition_broadcast(condition);
    __unspool_atomic_end();
    return 0;
}
