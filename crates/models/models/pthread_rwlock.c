/* <pthread.h>: read-write locks.

   Any number of readers or one writer. The number of read locks is counted, and also which threads hold one, so that an
   unlock by a thread that holds none is noticed. That record is two bits per thread and lock: a thread that holds three read
   locks or more on one lock at the same time may be a reader, or not, from then on until nobody reads.

   A thread that has the lock for writing and locks it again gets EDEADLK, as in glibc. A thread that has it for reading and
   locks it for writing waits for itself for ever, which is reported before it does.

   POSIX leaves open whether a reader must wait while a writer waits. By default it need not, as in glibc. For the kind
   PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP it must: a writer that cannot have the lock announces itself, which is
   a step of its own, and no reader begins until no writer holds the lock or waits. A thread that reads already and
   locks for reading again then waits for the writer, which waits for it. PTHREAD_RWLOCK_PREFER_WRITER_NP is like the
   default: glibc's readers do not wait there either.

   Assumptions:
   - Reported as lock misuse: unlocking what is not locked or what only other threads hold, write-locking what the thread
     itself holds for reading, destroying a lock that is held, and use after destruction. Of threads
     beyond the first 64 of a program it is not known which read locks they hold; one that has held three or more read
     locks of a lock at a time waits for itself without a report, so that only a deadlock of the whole program shows it.
   - Readers are never held back because a writer waits (glibc's default; POSIX leaves it open), unless the lock is of the
     kind PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP. A deadlock that needs a preference for writers is only found in
     locks of that kind.
   - There is no limit to the number of read locks (no EAGAIN).
   - pthread_rwlock_timedrdlock, pthread_rwlock_timedwrlock, pthread_rwlock_clockrdlock, pthread_rwlock_clockwrlock: time is not
     modelled; a lock that is held may be waited for or not (ETIMEDOUT), whatever the deadline says. */

int pthread_rwlock_init(__unspool_type_pthread_rwlock_t *restrict lock,
                        const __unspool_type_pthread_rwlockattr_t *restrict attributes) {
    int preference = attributes == 0 ? 0 : attributes->preference;
    __unspool_atomic_begin();
    lock->state.writer = 0;
    lock->state.readers = 0;
    lock->state.preference_if_i386 = preference;
    lock->state.preference_if_x86_64 = preference;
    lock->state.padding.preference_if_early = preference;
    lock->waiting_writers = 0;
    lock->read_low = 0;
    lock->read_high = 0;
    __unspool_atomic_end();
    return 0;
}

int pthread_rwlock_destroy(__unspool_type_pthread_rwlock_t *lock) {
    __unspool_atomic_begin();
    __unspool_assert(lock->state.writer >= 0, "lock-misuse",
                     "pthread_rwlock_destroy of a read-write lock that has been destroyed");
    __unspool_assert(lock->state.writer <= 0 && lock->state.readers == 0, "lock-misuse",
                     "pthread_rwlock_destroy of a read-write lock that is held");
    lock->state.writer = -1;
    __unspool_atomic_end();
    return 0;
}

static unsigned long long bit_of_reader(void) {
    int self = __unspool_self();
    return self < 64 ? 1ull << self : 0;
}

/* PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP */
static _Bool prefers_writers(__unspool_type_pthread_rwlock_t *lock) {
    return (lock->state.preference_if_i386 | lock->state.preference_if_x86_64 |
            lock->state.padding.preference_if_early) == 2;
}

/* Whether this thread may hold the lock for reading, and whether it does for sure. Inside an atomic section only. */
static _Bool may_be_reader(__unspool_type_pthread_rwlock_t *lock) {
    return ((lock->read_low | lock->read_high) & bit_of_reader()) != 0;
}

static _Bool is_reader(__unspool_type_pthread_rwlock_t *lock) {
    return ((lock->read_low ^ lock->read_high) & bit_of_reader()) != 0;
}

/* Whether the lock can be had. Inside an atomic section only. */
static _Bool is_free_for_reading(__unspool_type_pthread_rwlock_t *lock) {
    return lock->state.writer <= 0 && lock->waiting_writers == 0;
}

static _Bool is_free_for_writing(__unspool_type_pthread_rwlock_t *lock) {
    return lock->state.writer <= 0 && lock->state.readers == 0;
}

/* Counts in two bits: 0, 1, 2, and 3 for ever. Inside an atomic section only. */
static void begin_reading(__unspool_type_pthread_rwlock_t *lock) {
    unsigned long long bit = bit_of_reader();
    unsigned long long high = lock->read_high;
    lock->read_high = high | (lock->read_low & bit);
    lock->read_low = (lock->read_low ^ bit) | (high & bit);
    lock->state.readers++;
}

static void end_reading(__unspool_type_pthread_rwlock_t *lock) {
    unsigned long long bit = bit_of_reader();
    unsigned long long high = lock->read_high;
    unsigned long long low = lock->read_low;
    if ((high & low & bit) == 0) {
        lock->read_low = (low & ~bit) | (high & bit);
        lock->read_high = high & ~bit;
    }
    if (--lock->state.readers == 0) {
        lock->read_low = 0;
        lock->read_high = 0;
    }
}

/* Only a writer holds the lock as others understand it: alone. Inside an atomic section only. */
static void begin_writing(__unspool_type_pthread_rwlock_t *lock) {
    lock->state.writer = __unspool_self() + 1;
    __unspool_hold(lock);
}

/* EDEADLK if the calling thread holds the lock for writing. */
int pthread_rwlock_rdlock(__unspool_type_pthread_rwlock_t *lock) {
    int self = __unspool_self() + 1;
    int result = 0;
    __unspool_atomic_begin();
    int writer = lock->state.writer;
    __unspool_wait_until(writer < 0 || writer == self || is_free_for_reading(lock));
    __unspool_assert(writer >= 0, "lock-misuse", "pthread_rwlock_rdlock of a read-write lock that has been destroyed");
    if (writer == self)
        result = 35; /* EDEADLK */
    else
        begin_reading(lock);
    __unspool_atomic_end();
    return result;
}

/* EDEADLK if the calling thread holds the lock for writing. If it holds it for reading it waits for itself: it goes on to
   the report first, and then into a second section, where it waits. So does a thread that announces itself. */
int pthread_rwlock_wrlock(__unspool_type_pthread_rwlock_t *lock) {
    int self = __unspool_self() + 1;
    __unspool_atomic_begin();
    int writer = lock->state.writer;
    _Bool waits_for_itself = is_reader(lock);
    _Bool announces = prefers_writers(lock);
    _Bool at_once = writer < 0 || writer == self || is_free_for_writing(lock);
    __unspool_wait_until(at_once || waits_for_itself || announces);
    __unspool_assert(writer >= 0, "lock-misuse", "pthread_rwlock_wrlock of a read-write lock that has been destroyed");
    __unspool_assert(!waits_for_itself, "lock-misuse",
                     "pthread_rwlock_wrlock of a read-write lock that this thread holds for reading: "
                     "it waits for itself for ever (deadlock)");
    if (!at_once && announces)
        lock->waiting_writers++;
    if (at_once && writer != self)
        begin_writing(lock);
    if (!at_once && !announces)
        __unspool_hold(lock); /* a thread that waits says for what; one that reads already does not get past the next section */
    __unspool_atomic_end();
    if (!at_once) {
        __unspool_atomic_begin();
        __unspool_wait_until(is_free_for_writing(lock));
        __unspool_assert(lock->state.writer >= 0, "lock-misuse",
                         "pthread_rwlock_wrlock of a read-write lock that has been destroyed");
        if (announces)
            lock->waiting_writers--;
        begin_writing(lock);
        __unspool_atomic_end();
    }
    return at_once && writer == self ? 35 /* EDEADLK */ : 0;
}

int pthread_rwlock_tryrdlock(__unspool_type_pthread_rwlock_t *lock) {
    __unspool_atomic_begin();
    __unspool_assert(lock->state.writer >= 0, "lock-misuse",
                     "pthread_rwlock_tryrdlock of a read-write lock that has been destroyed");
    _Bool is_free = is_free_for_reading(lock);
    if (is_free)
        begin_reading(lock);
    __unspool_atomic_end();
    return is_free ? 0 : 16; /* EBUSY */
}

int pthread_rwlock_trywrlock(__unspool_type_pthread_rwlock_t *lock) {
    __unspool_atomic_begin();
    __unspool_assert(lock->state.writer >= 0, "lock-misuse",
                     "pthread_rwlock_trywrlock of a read-write lock that has been destroyed");
    _Bool is_free = is_free_for_writing(lock);
    if (is_free)
        begin_writing(lock);
    __unspool_atomic_end();
    return is_free ? 0 : 16; /* EBUSY */
}

/* One step, as pthread_mutex_timedlock is. Inside an atomic section only. */
static int read_or_time_out(__unspool_type_pthread_rwlock_t *lock) {
    if (lock->state.writer == __unspool_self() + 1)
        return 35; /* EDEADLK */
    if (!is_free_for_reading(lock))
        return 110; /* ETIMEDOUT */
    begin_reading(lock);
    return 0;
}

static int write_or_time_out(__unspool_type_pthread_rwlock_t *lock) {
    if (lock->state.writer == __unspool_self() + 1)
        return 35;
    if (!is_free_for_writing(lock))
        return 110;
    begin_writing(lock);
    return 0;
}

/* Whether a writer whose time is not up yet announces itself and waits. Inside an atomic section only. */
static _Bool begin_to_wait(__unspool_type_pthread_rwlock_t *lock, int result) {
    _Bool waits = result == 110 && prefers_writers(lock);
    if (waits)
        lock->waiting_writers++;
    return waits;
}

/* The second step of a writer that has announced itself: takes the lock or gives up. */
static int stop_to_wait(__unspool_type_pthread_rwlock_t *lock) {
    __unspool_atomic_begin();
    __unspool_assert(lock->state.writer >= 0, "lock-misuse",
                     "a timed wait for writing on a read-write lock that has been destroyed meanwhile");
    lock->waiting_writers--;
    int result = write_or_time_out(lock);
    __unspool_atomic_end();
    return result;
}

/* In this and the next three the deadline is checked in any case, which POSIX allows and glibc does. */
int pthread_rwlock_timedrdlock(__unspool_type_pthread_rwlock_t *restrict lock, const struct timespec *restrict deadline) {
    if (!__unspool_is_deadline(deadline))
        return 22; /* EINVAL */
    __unspool_atomic_begin();
    __unspool_assert(lock->state.writer >= 0, "lock-misuse",
                     "pthread_rwlock_timedrdlock of a read-write lock that has been destroyed");
    int result = read_or_time_out(lock);
    __unspool_atomic_end();
    return result;
}

int pthread_rwlock_timedwrlock(__unspool_type_pthread_rwlock_t *restrict lock, const struct timespec *restrict deadline) {
    if (!__unspool_is_deadline(deadline))
        return 22; /* EINVAL */
    __unspool_atomic_begin();
    __unspool_assert(lock->state.writer >= 0, "lock-misuse",
                     "pthread_rwlock_timedwrlock of a read-write lock that has been destroyed");
    int result = write_or_time_out(lock);
    _Bool waits = begin_to_wait(lock, result);
    __unspool_atomic_end();
    return waits ? stop_to_wait(lock) : result;
}

/* EINVAL for a clock other than CLOCK_REALTIME and CLOCK_MONOTONIC, as in glibc. */
int pthread_rwlock_clockrdlock(__unspool_type_pthread_rwlock_t *restrict lock, int clock,
                               const struct timespec *restrict deadline) {
    if ((clock != 0 && clock != 1) || !__unspool_is_deadline(deadline))
        return 22; /* EINVAL */
    __unspool_atomic_begin();
    __unspool_assert(lock->state.writer >= 0, "lock-misuse",
                     "pthread_rwlock_clockrdlock of a read-write lock that has been destroyed");
    int result = read_or_time_out(lock);
    __unspool_atomic_end();
    return result;
}

int pthread_rwlock_clockwrlock(__unspool_type_pthread_rwlock_t *restrict lock, int clock,
                               const struct timespec *restrict deadline) {
    if ((clock != 0 && clock != 1) || !__unspool_is_deadline(deadline))
        return 22; /* EINVAL */
    __unspool_atomic_begin();
    __unspool_assert(lock->state.writer >= 0, "lock-misuse",
                     "pthread_rwlock_clockwrlock of a read-write lock that has been destroyed");
    int result = write_or_time_out(lock);
    _Bool waits = begin_to_wait(lock, result);
    __unspool_atomic_end();
    return waits ? stop_to_wait(lock) : result;
}

/* The names from glibc's headers where time has 64 bits on a 32-bit machine. */
int __pthread_rwlock_timedrdlock64(__unspool_type_pthread_rwlock_t *lock, const struct __unspool_timespec64 *deadline) {
    struct timespec usual = __unspool_usual_deadline(deadline);
    return pthread_rwlock_timedrdlock(lock, &usual);
}

int __pthread_rwlock_timedwrlock64(__unspool_type_pthread_rwlock_t *lock, const struct __unspool_timespec64 *deadline) {
    struct timespec usual = __unspool_usual_deadline(deadline);
    return pthread_rwlock_timedwrlock(lock, &usual);
}

int __pthread_rwlock_clockrdlock64(__unspool_type_pthread_rwlock_t *lock, int clock,
                                   const struct __unspool_timespec64 *deadline) {
    struct timespec usual = __unspool_usual_deadline(deadline);
    return pthread_rwlock_clockrdlock(lock, clock, &usual);
}

int __pthread_rwlock_clockwrlock64(__unspool_type_pthread_rwlock_t *lock, int clock,
                                   const struct __unspool_timespec64 *deadline) {
    struct timespec usual = __unspool_usual_deadline(deadline);
    return pthread_rwlock_clockwrlock(lock, clock, &usual);
}

int pthread_rwlock_unlock(__unspool_type_pthread_rwlock_t *lock) {
    int self = __unspool_self() + 1;
    __unspool_atomic_begin();
    int writer = lock->state.writer;
    __unspool_assert(writer >= 0, "lock-misuse", "pthread_rwlock_unlock of a read-write lock that has been destroyed");
    __unspool_assert(writer != 0 || lock->state.readers != 0, "lock-misuse",
                     "pthread_rwlock_unlock of a read-write lock that is not locked");
    if (lock->state.readers != 0) {
        __unspool_assert(may_be_reader(lock) || self > 64, "lock-misuse",
                         "pthread_rwlock_unlock of a read-write lock that only other threads hold, for reading");
        end_reading(lock);
    } else {
        __unspool_assert(writer <= 0 || writer == self, "lock-misuse",
                         "pthread_rwlock_unlock of a read-write lock that another thread holds for writing");
        lock->state.writer = 0;
        __unspool_release(lock);
    }
    __unspool_atomic_end();
    return 0;
}
