/* The deadlines of timed waits.

   Time is not modelled, so all that matters of a deadline is whether it is one. A deadline is the program's own variable,
   which no function synchronises: it is looked at outside atomic sections, so that races on it are seen. */

/* POSIX: not if the nanoseconds are "less than zero or greater than or equal to 1000 million". */
_Bool __unspool_is_deadline(const struct timespec *deadline) {
    long nanoseconds = deadline->tv_nsec;
    return nanoseconds >= 0 && nanoseconds < 1000000000;
}

/* For the names from glibc's headers where time has 64 bits on a 32-bit machine. */
struct timespec __unspool_usual_deadline(const struct __unspool_timespec64 *deadline) {
    struct timespec usual = {0, deadline->tv_nsec};
    return usual;
}
