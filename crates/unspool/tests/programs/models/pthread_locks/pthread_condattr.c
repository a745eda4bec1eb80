/* pthread_condattr_init and all that sets and gets the attributes of condition variables */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

pthread_condattr_t attributes;

#if defined VALUES
int main(void) {
    clockid_t clock = -1;
    int shared = -1;
    assert(pthread_condattr_init(&attributes) == 0); // SAFE
    assert(pthread_condattr_getclock(&attributes, &clock) == 0 && clock == CLOCK_REALTIME);
    assert(pthread_condattr_getpshared(&attributes, &shared) == 0 && shared == PTHREAD_PROCESS_PRIVATE);
    assert(pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC) == 0);
    assert(pthread_condattr_getclock(&attributes, &clock) == 0 && clock == CLOCK_MONOTONIC);
    assert(pthread_condattr_setclock(&attributes, CLOCK_PROCESS_CPUTIME_ID) == EINVAL);
    assert(pthread_condattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED) == 0);
    assert(pthread_condattr_getpshared(&attributes, &shared) == 0 && shared == PTHREAD_PROCESS_SHARED);
    assert(pthread_condattr_setpshared(&attributes, 2) == EINVAL);
    assert(pthread_condattr_destroy(&attributes) == 0);
    return 0;
}
#elif defined NOT_SYNCHRONISED
static void *work(void *unused) {
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC); // RACE
    return 0;
}
int main(void) {
    // WITH --races
    pthread_t other;
    clockid_t clock;
    pthread_condattr_init(&attributes);
    pthread_create(&other, 0, work, 0);
    pthread_condattr_getclock(&attributes, &clock); // RACE
    pthread_join(other, 0);
    return 0;
}
#endif
