/* pthread_timedjoin_np, pthread_clockjoin_np */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

int value;
pthread_t thread;
static const struct timespec deadline = {100, 0};

static void *give_value(void *unused) {
    return &value;
}

#if defined JOINS_OR_TIMES_OUT // SAFE
int main(void) {
    void *result = 0;
    pthread_create(&thread, 0, give_value, 0);
    int error = pthread_timedjoin_np(thread, &result, &deadline);
    assert(error == 0 || error == ETIMEDOUT);
    assert(result == (error == 0 ? &value : 0));
    if (error == ETIMEDOUT)
        assert(pthread_join(thread, &result) == 0 && result == &value);
}
#elif defined MAY_JOIN
int main(void) {
    pthread_create(&thread, 0, give_value, 0);
    int error = pthread_timedjoin_np(thread, 0, &deadline);
    assert(error != 0); // UNSAFE: assertion failed
    pthread_join(thread, 0);
}
#elif defined MAY_TIME_OUT
int main(void) {
    pthread_create(&thread, 0, give_value, 0);
    int error = pthread_timedjoin_np(thread, 0, &deadline);
    assert(error != ETIMEDOUT); // UNSAFE: assertion failed
}
#elif defined TIMES_OUT_WHILE_THE_THREAD_WAITS // SAFE
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void *wait(void *unused) {
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    return 0;
}
int main(void) {
    pthread_mutex_lock(&mutex);
    pthread_create(&thread, 0, wait, 0);
    assert(pthread_timedjoin_np(thread, 0, &deadline) == ETIMEDOUT);
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, 0);
}
#elif defined WITHOUT_A_DEADLINE_IT_WAITS // SAFE
int main(void) {
    void *result = 0;
    pthread_create(&thread, 0, give_value, 0);
    assert(pthread_timedjoin_np(thread, &result, 0) == 0 && result == &value);
}
#elif defined BY_THE_MONOTONIC_CLOCK // SAFE
int main(void) {
    void *result = 0;
    pthread_create(&thread, 0, give_value, 0);
    int error = pthread_clockjoin_np(thread, &result, CLOCK_MONOTONIC, &deadline);
    assert(error == 0 || error == ETIMEDOUT);
    assert(result == (error == 0 ? &value : 0));
}
#elif defined INVALID_ARGUMENTS // SAFE
int main(void) {
    struct timespec wrong = {100, 1000000000};
    pthread_create(&thread, 0, give_value, 0);
    assert(pthread_timedjoin_np(thread, 0, &wrong) == EINVAL);
    wrong.tv_nsec = -1;
    assert(pthread_timedjoin_np(thread, 0, &wrong) == EINVAL);
    assert(pthread_clockjoin_np(thread, 0, CLOCK_PROCESS_CPUTIME_ID, &deadline) == EINVAL);
    assert(pthread_timedjoin_np(pthread_self(), 0, &deadline) == EDEADLK);
    pthread_join(thread, 0);
}
#elif defined TWICE
int main(void) {
    pthread_create(&thread, 0, give_value, 0);
    pthread_join(thread, 0);
    pthread_timedjoin_np(thread, 0, &deadline); // UNSAFE: a timed join of a thread that has already been joined
}
#elif defined A_DETACHED_THREAD
int main(void) {
    pthread_create(&thread, 0, give_value, 0);
    pthread_detach(thread);
    pthread_clockjoin_np(thread, 0, CLOCK_REALTIME, &deadline); // UNSAFE: a timed join of a detached thread
}
#elif defined NO_THREAD
int main(void) {
    pthread_timedjoin_np(thread, 0, &deadline); // UNSAFE: a timed join of a thread that does not exist
}
#endif
