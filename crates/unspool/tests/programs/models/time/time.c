/* time, gettimeofday, settimeofday, difftime: any time from 1970 on */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <sys/time.h>
#include <time.h>

#if defined ANY_TIME
// WITH --domain=0,5,-1
int main(void) {
    time_t now = time(NULL);
    assert(now >= 0);
    assert(now != 5);          // UNSAFE: assertion failed
    assert(now != 0x7fffffff); // UNSAFE: assertion failed
    return 0;
}
#elif defined STORED
int main(void) {
    time_t stored = -1, now = time(&stored);
    assert(stored == now && difftime(5, 7) == -2); // SAFE
    return 0;
}
#elif defined MAY_GO_BACK
int main(void) {
    time_t before = time(NULL), after = time(NULL);
    assert(difftime(after, before) >= 0); // UNSAFE: assertion failed
    return 0;
}
#elif defined TIME_OF_DAY
// WITH --domain=0,999999,1000000,1048575
int main(void) {
    struct timeval now;
    struct timezone zone = {5, 5};
    assert(gettimeofday(&now, &zone) == 0 && zone.tz_minuteswest == 0); // SAFE
    assert(now.tv_sec >= 0 && now.tv_usec >= 0 && now.tv_usec < 1000000);
    assert(settimeofday(&now, NULL) == -1 && errno == EPERM);
    return 0;
}
#elif defined WITH_64_BITS
long long __time64(long long *time);
int __gettimeofday64(long long *time, void *zone);
int main(void) {
    long long now[2] = {-1, -1}, stored = -1;
    assert(__gettimeofday64(now, NULL) == 0 && now[0] >= 0 && now[1] >= 0 && now[1] < 1000000); // SAFE
    assert(__time64(&stored) == stored && stored >= 0);
    return 0;
}
#endif
