/* pthread_setschedparam, pthread_getschedparam, pthread_setschedprio, pthread_setconcurrency */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>

pthread_t thread;

static void *nothing(void *unused) {
    return 0;
}

#if defined ARE_GIVEN_BACK // SAFE
int main(void) {
    int policy = -1;
    struct sched_param parameters = {-1};
    assert(pthread_getschedparam(pthread_self(), &policy, &parameters) == 0);
    assert(policy == SCHED_OTHER && parameters.sched_priority == 0);
    parameters.sched_priority = 10;
    assert(pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameters) == 0);
    assert(pthread_setschedprio(pthread_self(), 11) == 0);
    assert(pthread_getschedparam(pthread_self(), &policy, &parameters) == 0);
    assert(policy == SCHED_FIFO && parameters.sched_priority == 11);
}
#elif defined REFUSED // SAFE
int main(void) {
    struct sched_param parameters = {1};
    assert(pthread_setschedparam(pthread_self(), SCHED_OTHER, &parameters) == EINVAL);
    assert(pthread_setschedparam(pthread_self(), 77, &parameters) == EINVAL);
    assert(pthread_setschedprio(pthread_self(), 1) == EINVAL);
    assert(pthread_setschedprio(pthread_self(), 0) == 0);
}
#elif defined OF_A_JOINED_THREAD
int main(void) {
    struct sched_param parameters = {0};
    pthread_create(&thread, 0, nothing, 0);
    pthread_join(thread, 0);
    pthread_setschedparam(thread, SCHED_OTHER, &parameters); // UNSAFE: pthread_setschedparam of a thread that does
}
#elif defined READING_THAT_OF_NO_THREAD
int main(void) {
    int policy;
    struct sched_param parameters;
    pthread_getschedparam(thread, &policy, &parameters); // UNSAFE: pthread_getschedparam of a thread that does not exist
}
#elif defined PRIORITY_OF_NO_THREAD
int main(void) {
    pthread_setschedprio(thread, 0); // UNSAFE: pthread_setschedprio of a thread that does not exist
}
#elif defined CONCURRENCY // SAFE
int main(void) {
    assert(pthread_getconcurrency() == 0);
    assert(pthread_setconcurrency(4) == 0 && pthread_getconcurrency() == 4);
    assert(pthread_setconcurrency(-1) == EINVAL && pthread_getconcurrency() == 4);
}
#endif
