/* <unistd.h>, <time.h>, <sched.h>: sleeping and yielding.

   A sleep lasts as long as the schedule likes, which every call does anyway. So it is nothing but a cancellation
   point, and not even a step in programs that cancel no thread. Yielding is nothing at all, since every schedule is
   explored anyway.

   Assumptions:
   - sleep, usleep, nanosleep, clock_nanosleep: time is not modelled; a sleep orders nothing. They are never interrupted
     by a signal, so that nothing of the time remains.
   - pause: never returns, since there are no signals; a program whose threads all wait in it is a deadlock. */

int sched_yield(void) { return 0; }
int pthread_yield(void) { return 0; }

/* 0, or the number of the error. */
static int check_duration(const struct timespec *request) {
    if (request == 0)
        return 14; /* EFAULT */
    if (request->tv_sec < 0 || request->tv_nsec < 0 || request->tv_nsec > 999999999)
        return 22; /* EINVAL */
    return 0;
}

unsigned sleep(unsigned seconds) {
    pthread_testcancel();
    return 0;
}

int usleep(unsigned microseconds) {
    pthread_testcancel();
    return 0;
}

int nanosleep(const struct timespec *request, struct timespec *remaining) {
    int error = check_duration(request);
    pthread_testcancel();
    if (error == 0)
        return 0;
    *__errno_location() = error;
    return -1;
}

/* The clocks that one can sleep by are those of Linux; those of processors have negative numbers. */
int clock_nanosleep(int clock, int flags, const struct timespec *request, struct timespec *remaining) {
    if (clock == 3 || clock == 10 || clock > 11) /* CLOCK_THREAD_CPUTIME_ID, and none */
        return 22;
    if (clock >= 4 && clock <= 6) /* CLOCK_MONOTONIC_RAW, CLOCK_REALTIME_COARSE, CLOCK_MONOTONIC_COARSE */
        return 95;                /* ENOTSUP */
    int error = check_duration(request);
    pthread_testcancel();
    return error;
}

int pause(void) {
    __unspool_atomic_begin();
    __unspool_wait_until(pthread_cancel && __unspool_cancel_is_due());
    __unspool_atomic_end();
    __unspool_cancelled();
}
