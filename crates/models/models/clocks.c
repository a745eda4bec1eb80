/* <time.h>, <sys/time.h>, <sys/times.h>, <sys/resource.h>: clocks.

   Time is not modelled: what a clock shows is chosen at each call, from what POSIX allows. A monotonic clock does not
   go back: all of them, those of processor time included, share one last reading, updated in an atomic section. A
   clock of the time of day may be set, so each reading is a new choice, without any state.

   Times are built, not filtered: nanoseconds below 2^30 are drawn and brought below 10^9, so no choice is thrown
   away.

   On 32-bit machines glibc has these functions twice; the names with 64 are those with a 64-bit time_t.

   Assumptions:
   - time, gettimeofday, CLOCK_REALTIME and others of the time of day: any time from 1970 to 2038; two readings are
     not related, the clock may have been set between them.
   - CLOCK_MONOTONIC and others that cannot be set, clock, times: never go back; at most 18 hours pass between two
     readings.
   - clock_settime, settimeofday: refused (EPERM), as for every unprivileged process.
   - getrusage: the two times and ru_maxrss are any, all else is 0.
   - setitimer, timer_create and timer_settime end the execution as unsupported: no signal ever arrives. */

struct moment {
    int seconds;
    int nanoseconds;
};

static struct moment last_moment;

static int any_nanoseconds(void) {
    int drawn = (int)(__unspool_nondet(unsigned) & 0x3fffffff);
    return drawn < 1000000000 ? drawn : drawn - 1000000000;
}

static int any_microseconds(void) {
    int drawn = (int)(__unspool_nondet(unsigned) & 0xfffff);
    return drawn < 1000000 ? drawn : drawn - 1000000;
}

static int any_seconds(void) { return (int)(__unspool_nondet(unsigned) & 0x7fffffff); }

/* Not before the last one. */
static struct moment later_moment(void) {
    int passed = __unspool_nondet(unsigned short);
    int nanoseconds = any_nanoseconds();
    __unspool_atomic_begin();
    struct moment now = last_moment;
    if (now.seconds > 0x7fffffff - passed)
        passed = 0;
    now.seconds += passed;
    if (passed > 0 || nanoseconds > now.nanoseconds)
        now.nanoseconds = nanoseconds;
    last_moment = now;
    __unspool_atomic_end();
    return now;
}

/* False with EINVAL for a clock that does not exist. */
static _Bool read_clock(int clock, struct moment *now) {
    switch (clock) {
    case 0: case 5: case 8: case 11: /* CLOCK_REALTIME, its coarse and alarm variants, CLOCK_TAI */
        now->seconds = any_seconds();
        now->nanoseconds = any_nanoseconds();
        return 1;
    case 1: case 2: case 3: case 4: case 6: case 7: case 9: /* monotonic, processor time, since boot */
        *now = later_moment();
        return 1;
    default:
        *__errno_location() = 22; /* EINVAL */
        return 0;
    }
}

long time(long *result) {
    int now = any_seconds();
    if (result != 0)
        *result = now;
    return now;
}

long long __time64(long long *result) {
    int now = any_seconds();
    if (result != 0)
        *result = now;
    return now;
}

int clock_gettime(int clock, struct timespec *result) {
    struct moment now;
    if (!read_clock(clock, &now))
        return -1;
    result->tv_sec = now.seconds;
    result->tv_nsec = now.nanoseconds;
    return 0;
}

int __clock_gettime64(int clock, struct __unspool_timespec64 *result) {
    struct moment now;
    if (!read_clock(clock, &now))
        return -1;
    result->tv_sec = now.seconds;
    result->tv_nsec = now.nanoseconds;
    return 0;
}

int clock_getres(int clock, struct timespec *result) {
    if (clock < 0 || clock > 11 || clock == 10) {
        *__errno_location() = 22; /* EINVAL */
        return -1;
    }
    if (result != 0) {
        result->tv_sec = 0;
        result->tv_nsec = 1;
    }
    return 0;
}

int __clock_getres64(int clock, struct __unspool_timespec64 *result) {
    if (result != 0) {
        result->tv_sec = 0;
        result->tv_nsec = 1;
    }
    return clock_getres(clock, 0);
}

static int not_permitted(void) {
    *__errno_location() = 1; /* EPERM */
    return -1;
}

int clock_settime(int clock, const struct timespec *time) { return not_permitted(); }
int __clock_settime64(int clock, const struct __unspool_timespec64 *time) { return not_permitted(); }
int settimeofday(const struct timeval *time, const void *zone) { return not_permitted(); }
int __settimeofday64(const struct __unspool_timeval64 *time, const void *zone) { return not_permitted(); }
int stime(const long *time) { return not_permitted(); }

/* The result is the base, 1 (TIME_UTC), or 0 for any other. */
int timespec_get(struct timespec *result, int base) { return base == 1 && clock_gettime(0, result) == 0 ? 1 : 0; }

int __timespec_get64(struct __unspool_timespec64 *result, int base) {
    return base == 1 && __clock_gettime64(0, result) == 0 ? 1 : 0;
}

/* The time zone, obsolete, is set to Greenwich's. */
int gettimeofday(struct timeval *restrict result, void *restrict zone) {
    if (result != 0) {
        result->tv_sec = any_seconds();
        result->tv_usec = any_microseconds();
    }
    if (zone != 0)
        ((int *)zone)[0] = ((int *)zone)[1] = 0;
    return 0;
}

int __gettimeofday64(struct __unspool_timeval64 *restrict result, void *restrict zone) {
    if (result != 0) {
        result->tv_sec = any_seconds();
        result->tv_usec = any_microseconds();
    }
    return gettimeofday(0, zone);
}

/* Microseconds; -1 where the number exceeds clock_t, as after 36 minutes on a 32-bit machine. */
long clock(void) {
    struct moment now = later_moment();
    long long microseconds = now.seconds * 1000000ll + now.nanoseconds / 1000;
    return microseconds > (long)(~0ul / 2) ? -1 : (long)microseconds;
}

/* In hundredths of a second, which is what sysconf(_SC_CLK_TCK) says. */
long times(void *buffer) {
    struct moment now = later_moment();
    long *times = buffer;
    long ticks = (now.seconds & 0xffffff) * 100 + now.nanoseconds / 10000000;
    if (times != 0) {
        times[0] = ticks;
        times[1] = __unspool_nondet(int) & 0x7fffffff;
        times[2] = times[3] = 0; /* there are no children */
    }
    return ticks;
}

/* Two times, then fourteen numbers, each a long. */
int getrusage(int who, long *usage) {
    if (who < -1 || who > 1) {
        *__errno_location() = 22; /* EINVAL */
        return -1;
    }
    for (int i = 0; i < 18; i++)
        usage[i] = 0;
    usage[0] = any_seconds();
    usage[1] = any_microseconds();
    usage[2] = any_seconds();
    usage[3] = any_microseconds();
    usage[4] = any_seconds();
    return 0;
}

static int no_timers(void) {
    __unspool_unsupported("timers: signals that arrive at some time are not modelled");
    return -1;
}

int setitimer(int timer, const void *restrict interval, void *restrict before) { return no_timers(); }
int timer_create(int clock, void *restrict event, void *restrict timer) { return no_timers(); }
int timer_settime(void *timer, int flags, const void *restrict value, void *restrict before) { return no_timers(); }
int timer_gettime(void *timer, void *value) { return no_timers(); }
int timer_delete(void *timer) { return no_timers(); }
