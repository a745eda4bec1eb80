/* pthread_setaffinity_np, pthread_getaffinity_np, pthread_getcpuclockid */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <time.h>

pthread_t thread;

static void *nothing(void *unused) {
    return 0;
}

#if defined IS_GIVEN_BACK // SAFE
int main(void) {
    cpu_set_t set;
    assert(pthread_getaffinity_np(pthread_self(), sizeof set, &set) == 0);
    assert(CPU_ISSET(0, &set));
    CPU_ZERO(&set);
    CPU_SET(0, &set);
    assert(pthread_setaffinity_np(pthread_self(), sizeof set, &set) == 0);
    CPU_SET(1, &set);
    assert(pthread_getaffinity_np(pthread_self(), sizeof set, &set) == 0);
    assert(CPU_ISSET(0, &set) && CPU_COUNT(&set) == 1);
}
#elif defined NO_PROCESSOR // SAFE
int main(void) {
    cpu_set_t set;
    CPU_ZERO(&set);
    assert(pthread_setaffinity_np(pthread_self(), sizeof set, &set) == EINVAL);
    assert(pthread_getaffinity_np(pthread_self(), 0, &set) == EINVAL);
}
#elif defined OF_A_JOINED_THREAD
int main(void) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(0, &set);
    pthread_create(&thread, 0, nothing, 0);
    pthread_join(thread, 0);
    pthread_setaffinity_np(thread, sizeof set, &set); // UNSAFE: pthread_setaffinity_np of a thread that does not exist
}
#elif defined READING_THAT_OF_NO_THREAD
int main(void) {
    cpu_set_t set;
    pthread_getaffinity_np(thread, sizeof set, &set); // UNSAFE: pthread_getaffinity_np of a thread that does not exist
}
#elif defined HAS_A_CLOCK // SAFE
int main(void) {
    clockid_t clock;
    assert(pthread_getcpuclockid(pthread_self(), &clock) == 0);
}
#elif defined CLOCK_OF_NO_THREAD
int main(void) {
    clockid_t clock;
    pthread_getcpuclockid(thread, &clock); // UNSAFE: pthread_getcpuclockid of a thread that does not exist
}
#endif
