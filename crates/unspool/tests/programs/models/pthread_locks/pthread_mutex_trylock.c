/* pthread_mutex_trylock */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_mutex_t normal = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
pthread_mutex_t error_checking = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;

#if defined BY_THE_HOLDER
int main(void) {
    assert(pthread_mutex_trylock(&normal) == 0); // SAFE
    assert(pthread_mutex_trylock(&normal) == EBUSY);
    assert(pthread_mutex_trylock(&error_checking) == 0);
    assert(pthread_mutex_trylock(&error_checking) == EBUSY);
    assert(pthread_mutex_trylock(&recursive) == 0);
    assert(pthread_mutex_trylock(&recursive) == 0);
    assert(pthread_mutex_unlock(&recursive) == 0);
    assert(pthread_mutex_unlock(&recursive) == 0);
    assert(pthread_mutex_unlock(&recursive) == EPERM);
    return 0;
}
#elif defined EITHER_OUTCOME
static void *work(void *unused) {
    int result = pthread_mutex_trylock(&normal);
    assert(result == 0 || result == EBUSY);
    assert(result == 0);     // UNSAFE: assertion failed
    assert(result == EBUSY); // UNSAFE: assertion failed
    return 0;
}
int main(void) {
    pthread_t other;
    pthread_create(&other, 0, work, 0);
    pthread_mutex_lock(&normal);
    pthread_mutex_unlock(&normal);
    pthread_join(other, 0);
    return 0;
}
#elif defined DESTROYED
int main(void) {
    pthread_mutex_destroy(&normal);
    pthread_mutex_trylock(&normal); // UNSAFE: pthread_mutex_trylock of a mutex that has been destroyed
    return 0;
}
#endif
