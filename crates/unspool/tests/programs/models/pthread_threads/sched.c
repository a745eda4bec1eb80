/* sched_yield, sched_get_priority_min and the others of <sched.h> */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <time.h>

#if defined YIELDING_IS_NO_STEP // SAFE
int shared;
static void *work(void *unused) {
    shared = 1;
    return 0;
}
int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    for (int i = 0; i < 100; i++)
        assert(sched_yield() == 0 && pthread_yield() == 0);
    pthread_join(thread, 0);
}
#elif defined PRIORITIES // SAFE
int main(void) {
    assert(sched_get_priority_min(SCHED_OTHER) == 0 && sched_get_priority_max(SCHED_OTHER) == 0);
    assert(sched_get_priority_min(SCHED_FIFO) == 1 && sched_get_priority_max(SCHED_FIFO) == 99);
    assert(sched_get_priority_min(SCHED_RR) == 1 && sched_get_priority_max(SCHED_RR) == 99);
    errno = 0;
    assert(sched_get_priority_min(77) == -1 && errno == EINVAL);
    errno = 0;
    assert(sched_get_priority_max(-1) == -1 && errno == EINVAL);
}
#elif defined SCHEDULER // SAFE
int main(void) {
    struct sched_param parameters = {5};
    assert(sched_getscheduler(0) == SCHED_OTHER);
    assert(sched_setscheduler(0, SCHED_RR, &parameters) == 0);
    assert(sched_getscheduler(0) == SCHED_RR);
    parameters.sched_priority = 6;
    assert(sched_setparam(0, &parameters) == 0);
    parameters.sched_priority = 0;
    assert(sched_getparam(0, &parameters) == 0 && parameters.sched_priority == 6);
}
#elif defined REFUSED // SAFE
int main(void) {
    struct sched_param parameters = {5};
    errno = 0;
    assert(sched_setscheduler(0, SCHED_OTHER, &parameters) == -1 && errno == EINVAL);
    errno = 0;
    assert(sched_setscheduler(-1, SCHED_RR, &parameters) == -1 && errno == EINVAL);
    errno = 0;
    assert(sched_setparam(0, &parameters) == -1 && errno == EINVAL);
    errno = 0;
    assert(sched_getscheduler(-1) == -1 && errno == EINVAL);
}
#elif defined INTERVAL // SAFE
int main(void) {
    struct timespec interval = {-1, -1};
    assert(sched_rr_get_interval(0, &interval) == 0);
    assert(interval.tv_sec >= 0 && interval.tv_nsec >= 0 && interval.tv_nsec < 1000000000);
}
#elif defined AFFINITY // SAFE
int main(void) {
    cpu_set_t set;
    assert(sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) >= 1);
    CPU_ZERO(&set);
    errno = 0;
    assert(sched_setaffinity(0, sizeof set, &set) == -1 && errno == EINVAL);
    CPU_SET(0, &set);
    assert(sched_setaffinity(0, sizeof set, &set) == 0);
    assert(sched_getcpu() == 0);
}
#elif defined RUNS_ON_THE_FIRST
int main(void) {
    assert(sched_getcpu() != 0); // UNSAFE: assertion failed
}
#elif defined RUNS_ON_THE_SECOND
int main(void) {
    assert(sched_getcpu() == 0); // UNSAFE: assertion failed
}
#elif defined NUMBERS_OF_PROCESSOR_AND_NODE // SAFE
int main(void) {
    unsigned processor = 100, node = 100;
    assert(getcpu(&processor, &node) == 0);
    assert(processor < 100 && node < 100);
}
#elif defined SETS_OF_ANY_SIZE // SAFE
int main(void) {
    cpu_set_t *set = CPU_ALLOC(100);
    size_t size = CPU_ALLOC_SIZE(100);
    CPU_ZERO_S(size, set);
    CPU_SET_S(99, size, set);
    CPU_SET_S(3, size, set);
    assert(CPU_COUNT_S(size, set) == 2 && CPU_ISSET_S(99, size, set));
    CPU_FREE(set);
}
#endif
