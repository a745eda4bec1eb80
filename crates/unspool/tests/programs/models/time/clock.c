/* clock, times, getrusage: processor time does not go back */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <sys/resource.h>
#include <sys/times.h>
#include <time.h>

#if defined CLOCK
// WITH --domain=0,1,1000
int main(void) {
    clock_t first = clock(), second = clock();
    assert(first >= 0 && second >= first); // SAFE
    return 0;
}
#elif defined CLOCK_MOVES
// WITH --domain=0,1000
int main(void) {
    clock_t first = clock(), second = clock();
    assert(first == second); // UNSAFE: assertion failed
    return 0;
}
#elif defined CLOCK_ENDS
// WITH --domain=0,60000
int main(void) {
    clock_t used = clock();
    assert(sizeof(long) == 8 || used == -1 || used < 1000); // SAFE
    return 0;
}
#elif defined TIMES
int main(void) {
    struct tms used;
    clock_t first = times(&used), second = times(&used);
    assert(second >= first && used.tms_utime >= 0 && used.tms_stime >= 0 && used.tms_cutime == 0); // SAFE
    return 0;
}
#elif defined USAGE
int main(void) {
    struct rusage usage;
    assert(getrusage(RUSAGE_SELF, &usage) == 0); // SAFE
    assert(usage.ru_utime.tv_sec >= 0 && usage.ru_utime.tv_usec < 1000000 && usage.ru_maxrss >= 0 && usage.ru_nivcsw == 0);
    assert(getrusage(77, &usage) == -1 && errno == EINVAL);
    return 0;
}
#endif
