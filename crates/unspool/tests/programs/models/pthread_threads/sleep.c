/* sleep, usleep, nanosleep, clock_nanosleep, pause */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

int shared;
pthread_t thread;

static void *write_one(void *unused) {
    shared = 1;
    return 0;
}

#if defined RESULTS // SAFE
int main(void) {
    struct timespec moment = {0, 1000};
    assert(sleep(1) == 0);
    assert(usleep(10) == 0);
    assert(nanosleep(&moment, 0) == 0);
    assert(clock_nanosleep(CLOCK_MONOTONIC, 0, &moment, 0) == 0);
    assert(clock_nanosleep(CLOCK_REALTIME, TIMER_ABSTIME, &moment, 0) == 0);
}
#elif defined INVALID_TIMES // SAFE
int main(void) {
    struct timespec moment = {0, 1000000000};
    errno = 0;
    assert(nanosleep(&moment, 0) == -1 && errno == EINVAL);
    assert(clock_nanosleep(CLOCK_MONOTONIC, 0, &moment, 0) == EINVAL);
    moment.tv_nsec = -1;
    errno = 0;
    assert(nanosleep(&moment, 0) == -1 && errno == EINVAL);
    moment.tv_sec = -1;
    moment.tv_nsec = 0;
    errno = 0;
    assert(nanosleep(&moment, 0) == -1 && errno == EINVAL);
}
#elif defined INVALID_CLOCKS // SAFE
int main(void) {
    struct timespec moment = {0, 1000};
    assert(clock_nanosleep(CLOCK_THREAD_CPUTIME_ID, 0, &moment, 0) == EINVAL);
    assert(clock_nanosleep(1000, 0, &moment, 0) == EINVAL);
    assert(clock_nanosleep(CLOCK_MONOTONIC_COARSE, 0, &moment, 0) == ENOTSUP);
}
#elif defined ORDER_NOTHING
/* A sleep is no synchronisation: the other thread may take even longer. */
int main(void) {
    pthread_create(&thread, 0, write_one, 0);
    sleep(10);
    assert(shared == 1); // UNSAFE: assertion failed
    pthread_join(thread, 0);
}
#elif defined PAUSE
int main(void) {
    pause(); // DEADLOCK
}
#elif defined PAUSE_WHILE_ANOTHER_ENDS_THE_PROCESS // SAFE
#include <stdlib.h>
static void *leave(void *unused) {
    exit(0);
}
int main(void) {
    pthread_create(&thread, 0, leave, 0);
    pause();
    assert(0);
}
#endif
