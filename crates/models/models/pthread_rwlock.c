/* <pthread.h>: read-write locks.

   Any number of readers or one writer. No preference between them: whichever thread the schedule picks. The number of
   read locks is counted, and also which threads hold one, so that an unlock by a thread that holds none is noticed. That
   record is two bits per thread and lock: a thread that holds three read locks or more on one lock at the same time is
   taken for a reader from then on until nobody reads.

   A thread that has the lock for writing and locks it again gets EDEADLK, as in glibc. A thread that has it for reading and
   locks it for writing waits for itself for ever, which is reported before it does.

   Assumptions:
   - Reported as lock misuse: unlocking what is not locked or what only other threads hold, write-locking what the thread
     itself holds for reading, destroying a lock that is held, and use after destruction. Of threads
     beyond the first 64 of a program it is not known which read locks they hold.
   - A preference for writers or readers (pthread_rwlockattr_setkind_np) is not modelled: a reader may overtake a waiting
     writer and the other way round.
   - There is no limit to the number of read locks (no EAGAIN).
   - pthread_rwlock_timedrdlock, pthread_rwlock_timedwrlock, pthread_rwlock_clockrdlock, pthread_rwlock_clockwrlock: time is not
     modelled; a lock that is held may be waited for or not (ETIMEDOUT), whatever the deadline says. */

int pthread_rwlock_init(__unspool_type_pthread_rwlock_t *restrict lock,
                        const __unspool_type_pthread_rwlockattr_t *restrict attributes) {
    __unspool_atomic_begin();
    lock->state.writer = 0;
    lock->state.readers = 0;
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

/* Whether this thread is known to hold the lock for reading. Inside an atomic section only. */
static _Bool is_reader(__unspool_type_pthread_rwlock_t *lock) {
    return ((lock->read_low | lock->read_high) & bit_of_reader()) != 0;
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

static void begin_writing(__unspool_type_pthread_rwlock_t *lock) { lock->state.writer = __unspool_self() + 1; }

/* EDEADLK if the calling thread holds the lock for writing. */
int pthread_rwlock_rdlock(__unspool_type_pthread_rwlock_t *lock) {
    int self = __unspool_self() + 1;
    int result = 0;
    __unspool_atomic_begin();
    int writer = lock->state.writer;
    __unspool_wait_until(writer <= 0 || writer == self);
    __unspool_assert(writer >= 0, "lock-misuse", "pthread_rwlock_rdlock of a read-write lock that has been destroyed");
    if (writer == self)
        result = 35; /* EDEADLK */
    else
        begin_reading(lock);
    __unspool_atomic_end();
    return result;
}

/* EDEADLK if the calling thread holds the lock for writing. If it holds it for reading it waits for itself: it goes on to
   the report first, and then into a second section, where it waits. */
int pthread_rwlock_wrlock(__unspool_type_pthread_rwlock_t *lock) {
    int self = __unspool_self() + 1;
    int result = 0;
    _Bool waits_for_itself = 0;
    __unspool_atomic_begin();
    int writer = lock->state.writer;
    waits_for_itself = is_reader(lock);
    __unspool_wait_until(writer < 0 || writer == self || waits_for_itself || (writer == 0 && lock->state.readers == 0));
    __unspool_assert(writer >= 0, "lock-misuse", "pthread_rwlock_wrlock of a read-write lock that has been destroyed");
    __unspool_assert(!waits_for_itself, "lock-misuse",
                     "pthread_rwlock_wrlock of a read-write lock that this thread holds for reading: "
                     "it waits for itself for ever (deadlock)");
    if (writer == self)
        result = 35; /* EDEADLK */
    else if (!waits_for_itself)
        begin_writing(lock);
    __unspool_atomic_end();
    if (waits_for_itself) {
        __unspool_atomic_begin();
        __unspool_wait_until(lock->state.writer <= 0 && lock->state.readers == 0);
        begin_writing(lock);
        __unspool_atomic_end();
    }
    return result;
}

int pthread_rwlock_tryrdlock(__unspool_type_pthread_rwlock_t *lock) {
    __unspool_atomic_begin();
    __unspool_assert(lock->state.writer >= 0, "lock-misuse",
                     "pthread_rwlock_tryrdlock of a read-write lock that has been destroyed");
    _Bool is_free = lock->state.writer <= 0;
    if (is_free)
        begin_reading(lock);
    __unspool_atomic_end();
    return is_free ? 0 : 16; /* EBUSY */
}

int pthread_rwlock_trywrlock(__unspool_type_pthread_rwlock_t *lock) {
    __unspool_atomic_begin();
    __unspool_assert(lock->state.writer >= 0, "lock-misuse",
                     "pthread_rwlock_trywrlock of a read-write lock that has been destroyed");
    _Bool is_free = lock->state.writer <= 0 && lock->state.readers == 0;
    if (is_free)
        begin_writing(lock);
    __unspool_atomic_end();
    return is_free ? 0 : 16; /* EBUSY */
}

/* One step, as pthread_mutex_timedlock is. The deadline is checked in any case, which POSIX allows and glibc does.
   Inside an atomic section only. */
static int read_or_time_out(__unspool_type_pthread_rwlock_t *lock, const struct timespec *deadline) {
    if (deadline->tv_nsec < 0 || deadline->tv_nsec >= 1000000000)
        return 22; /* EINVAL */
    if (lock->state.writer == __unspool_self() + 1)
        return 35; /* EDEADLK */
    if (lock->state.writer > 0)
        return 110; /* ETIMEDOUT */
    begin_reading(lock);
    return 0;
}

static int write_or_time_out(__unspool_type_pthread_rwlock_t *lock, const struct timespec *deadline) {
    if (deadline->tv_nsec < 0 || deadline->tv_nsec >= 1000000000)
        return 22; /* EINVAL */
    if (lock->state.writer == __unspool_self() + 1)
        return 35; /* EDEADLK */
    if (lock->state.writer > 0 || lock->state.readers != 0)
        return 110; /* ETIMEDOUT */
    begin_writing(lock);
    return 0;
}

int pthread_rwlock_timedrdlock(__unspool_type_pthread_rwlock_t *restrict lock, const struct timespec *restrict deadline) {
    __unspool_atomic_begin();
    __unspool_assert(lock->state.writer >= 0, "lock-misuse",
                     "pthread_rwlock_timedrdlock of a read-write lock that has been destroyed");
    int result = read_or_time_out(lock, deadline);
    __unspool_atomic_end();
    return result;
}

int pthread_rwlock_timedwrlock(__unspool_type_pthread_rwlock_t *restrict lock, const struct timespec *restrict deadline) {
    __unspool_atomic_begin();
    __unspool_assert(lock->state.writer >= 0, "lock-misuse",
                     "pthread_rwlock_timedwrlock of a read-write lock that has been destroyed");
    int result = write_or_time_out(lock, deadline);
    __unspool_atomic_end();
    return result;
}

/* EINVAL for a clock other than CLOCK_REALTIME and CLOCK_MONOTONIC, as in glibc. */
int pthread_rwlock_clockrdlock(__unspool_type_pthread_rwlock_t *restrict lock, int clock,
                               const struct timespec *restrict deadline) {
    if (clock != 0 && clock != 1)
        return 22; /* EINVAL */
    __unspool_atomic_begin();
    __unspool_assert(lock->state.writer >= 0, "lock-misuse",
                     "pthread_rwlock_clockrdlock of a read-write lock that has been destroyed");
    int result = read_or_time_out(lock, deadline);
    __unspool_atomic_end();
    return result;
}

int pthread_rwlock_clockwrlock(__unspool_type_pthread_rwlock_t *restrict lock, int clock,
                               const struct timespec *restrict deadline) {
    if (clock != 0 && clock != 1)
        return 22; /* EINVAL */
    __unspool_atomic_begin();
    __unspool_assert(lock->state.writer >= 0, "lock-misuse",
                     "pthread_rwlock_clockwrlock of a read-write lock that has been destroyed");
    int result = write_or_time_out(lock, deadline);
    __unspool_atomic_end();
    return result;
}

/* The names from glibc's headers where time has 64 bits on a 32-bit machine. */
int __pthread_rwlock_timedrdlock64(__unspool_type_pthread_rwlock_t *lock, const struct __unspool_timespec64 *deadline) {
    struct timespec usual = {0, deadline->tv_nsec};
    return pthread_rwlock_timedrdlock(lock, &usual);
}

int __pthread_rwlock_timedwrlock64(__unspool_type_pthread_rwlock_t *lock, const struct __unspool_timespec64 *deadline) {
    struct timespec usual = {0, deadline->tv_nsec};
    return pthread_rwlock_timedwrlock(lock, &usual);
}

int __pthread_rwlock_clockrdlock64(__unspool_type_pthread_rwlock_t *lock, int clock,
                                   const struct __unspool_timespec64 *deadline) {
    struct timespec usual = {0, deadline->tv_nsec};
    return pthread_rwlock_clockrdlock(lock, clock, &usual);
}

int __pthread_rwlock_clockwrlock64(__unspool_type_pthread_rwlock_t *lock, int clock,
                                   const struct __unspool_timespec64 *deadline) {
    struct timespec usual = {0, deadline->tv_nsec};
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
        __unspool_assert(is_reader(lock) || self > 64, "lock-misuse",
                         "pthread_rwlock_unlock of a read-write lock that only other threads hold, for reading");
        end_reading(lock);
    } else {
        __unspool_assert(writer <= 0 || writer == self, "lock-misuse",
                         "pthread_rwlock_unlock of a read-write lock that another thread holds for writing");
        lock->state.writer = 0;
    }
    __unspool_atomic_end();
    return 0;
}
