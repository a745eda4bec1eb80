/* pthread_mutex_timedlock: a mutex that is held may be waited for or not, whatever the deadline */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

pthread_mutex_t normal = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
pthread_mutex_t error_checking = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
struct timespec deadline = {1, 0}, wrong = {1, 1000000000}, also_wrong = {1, -1};

#if defined FREE
int main(void) {
    assert(pthread_mutex_timedlock(&normal, &deadline) == 0); // SAFE
    assert(pthread_mutex_trylock(&normal) == EBUSY);
    pthread_mutex_unlock(&normal);
    assert(pthread_mutex_timedlock(&normal, &wrong) == 0);
    return 0;
}
#elif defined BY_THE_HOLDER
int main(void) {
    assert(pthread_mutex_timedlock(&normal, &deadline) == 0); // SAFE
    assert(pthread_mutex_timedlock(&normal, &deadline) == ETIMEDOUT);
    assert(pthread_mutex_timedlock(&recursive, &deadline) == 0);
    assert(pthread_mutex_timedlock(&recursive, &deadline) == 0);
    assert(pthread_mutex_unlock(&recursive) == 0 && pthread_mutex_unlock(&recursive) == 0);
    assert(pthread_mutex_unlock(&recursive) == EPERM);
    assert(pthread_mutex_timedlock(&error_checking, &deadline) == 0);
    assert(pthread_mutex_timedlock(&error_checking, &deadline) == EDEADLK);
    return 0;
}
#elif defined WRONG_DEADLINES
int main(void) {
    pthread_mutex_lock(&normal);
    assert(pthread_mutex_timedlock(&normal, &wrong) == EINVAL); // SAFE
    assert(pthread_mutex_timedlock(&normal, &also_wrong) == EINVAL);
    return 0;
}
#elif defined EITHER_OUTCOME
static void *work(void *unused) {
    int result = pthread_mutex_timedlock(&normal, &deadline);
    assert(result == 0 || result == ETIMEDOUT);
    assert(result == 0);         // UNSAFE: assertion failed
    assert(result == ETIMEDOUT); // UNSAFE: assertion failed
    return 0;
}
int main(void) {
    pthread_t other;
    pthread_mutex_lock(&normal);
    pthread_create(&other, 0, work, 0);
    pthread_mutex_unlock(&normal);
    pthread_join(other, 0);
    return 0;
}
#elif defined NO_DEADLOCK
static void *work(void *unused) {
    assert(pthread_mutex_timedlock(&normal, &deadline) == ETIMEDOUT); // SAFE
    return 0;
}
int main(void) {
    pthread_t other;
    pthread_mutex_lock(&normal);
    pthread_create(&other, 0, work, 0);
    pthread_join(other, 0);
    return 0;
}
#elif defined EXCLUDES_OTHERS
int inside;
static void *work(void *unused) {
    if (pthread_mutex_timedlock(&normal, &deadline) == 0) {
        assert(inside == 0); // SAFE
        inside = 1;
        inside = 0;
        pthread_mutex_unlock(&normal);
    }
    return 0;
}
int main(void) {
    // WITH --races
    pthread_t other;
    pthread_create(&other, 0, work, 0);
    work(0);
    pthread_join(other, 0);
    return 0;
}
#elif defined DESTROYED
int main(void) {
    pthread_mutex_destroy(&normal);
    pthread_mutex_timedlock(&normal, &deadline); // UNSAFE: pthread_mutex_timedlock of a mutex that has been destroyed
    return 0;
}
#elif defined RACE_ON_THE_DEADLINE
static void *work(void *unused) {
    deadline.tv_nsec = 5; // RACE
    return 0;
}
int main(void) {
    // WITH --races
    pthread_t other;
    pthread_mutex_lock(&normal);
    pthread_create(&other, 0, work, 0);
    pthread_mutex_timedlock(&normal, &deadline); // RACE
    pthread_join(other, 0);
    return 0;
}
#endif
