/* clock_gettime, clock_getres, clock_settime, timespec_get: monotonic clocks do not go back, others may */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <stddef.h>
#include <time.h>

#if defined MONOTONIC
int main(void) {
    struct timespec first, second;
    assert(clock_gettime(CLOCK_MONOTONIC, &first) == 0 && clock_gettime(CLOCK_MONOTONIC, &second) == 0);
    assert(second.tv_sec > first.tv_sec || (second.tv_sec == first.tv_sec && second.tv_nsec >= first.tv_nsec)); // SAFE
    assert(first.tv_sec >= 0 && first.tv_nsec >= 0 && first.tv_nsec < 1000000000);
    return 0;
}
#elif defined TIME_PASSES
int main(void) {
    struct timespec first, second;
    clock_gettime(CLOCK_MONOTONIC, &first);
    clock_gettime(CLOCK_MONOTONIC, &second);
    assert(second.tv_nsec >= first.tv_nsec); // UNSAFE: assertion failed
    assert(second.tv_sec == first.tv_sec);   // UNSAFE: assertion failed
    assert(second.tv_nsec == first.tv_nsec); // UNSAFE: assertion failed
    return 0;
}
#elif defined TIME_MAY_STAND_STILL
int main(void) {
    struct timespec first, second;
    clock_gettime(CLOCK_MONOTONIC, &first);
    clock_gettime(CLOCK_MONOTONIC, &second);
    assert(second.tv_sec != first.tv_sec || second.tv_nsec != first.tv_nsec); // UNSAFE: assertion failed
    return 0;
}
#elif defined NANOSECONDS_IN_RANGE
// WITH --domain=0,999999999,1000000000,1073741823,-1
int main(void) {
    struct timespec now;
    assert(clock_gettime(CLOCK_REALTIME, &now) == 0);
    assert(now.tv_sec >= 0 && now.tv_nsec >= 0 && now.tv_nsec < 1000000000); // SAFE
    return 0;
}
#elif defined REAL_TIME_MAY_GO_BACK
int main(void) {
    struct timespec first, second;
    clock_gettime(CLOCK_REALTIME, &first);
    clock_gettime(CLOCK_REALTIME, &second);
    assert(second.tv_sec >= first.tv_sec); // UNSAFE: assertion failed
    return 0;
}
#elif defined OTHERS
int main(void) {
    struct timespec time;
    assert(clock_gettime(77, &time) == -1 && errno == EINVAL); // SAFE
    assert(clock_getres(CLOCK_MONOTONIC, &time) == 0 && time.tv_sec == 0 && time.tv_nsec == 1);
    assert(clock_getres(CLOCK_MONOTONIC, NULL) == 0 && clock_getres(77, NULL) == -1);
    assert(timespec_get(&time, TIME_UTC) == TIME_UTC && timespec_get(&time, 77) == 0);
    errno = 0;
    assert(clock_settime(CLOCK_REALTIME, &time) == -1 && errno == EPERM);
    return 0;
}
#elif defined ACROSS_THREADS
#include <pthread.h>
static struct timespec theirs;
static void *work(void *unused) {
    clock_gettime(CLOCK_MONOTONIC, &theirs);
    return 0;
}
int main(void) {
    pthread_t other;
    struct timespec ours;
    pthread_create(&other, 0, work, 0);
    pthread_join(other, 0);
    clock_gettime(CLOCK_MONOTONIC, &ours);
    assert(ours.tv_sec > theirs.tv_sec || (ours.tv_sec == theirs.tv_sec && ours.tv_nsec >= theirs.tv_nsec)); // SAFE
    return 0;
}
#elif defined WITH_64_BITS
struct timespec_64 {
    long long seconds;
    long nanoseconds;
    int padding;
};
int __clock_gettime64(int clock, struct timespec_64 *time);
int __clock_getres64(int clock, struct timespec_64 *time);
int __timespec_get64(struct timespec_64 *time, int base);
int main(void) {
    struct timespec_64 first = {-1, -1, -1}, second;
    assert(__clock_gettime64(CLOCK_MONOTONIC, &first) == 0 && __clock_gettime64(CLOCK_MONOTONIC, &second) == 0); // SAFE
    assert(first.seconds >= 0 && first.nanoseconds >= 0 && second.seconds >= first.seconds);
    assert(__clock_getres64(CLOCK_MONOTONIC, &first) == 0 && first.nanoseconds == 1 && __timespec_get64(&first, 1) == 1);
    return 0;
}
#endif
