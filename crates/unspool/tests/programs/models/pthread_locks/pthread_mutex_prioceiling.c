/* pthread_mutex_getprioceiling and pthread_mutex_setprioceiling */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_mutex_t plain = PTHREAD_MUTEX_INITIALIZER, mutex;

static void initialise(void) {
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setprotocol(&attributes, PTHREAD_PRIO_PROTECT);
    pthread_mutexattr_setprioceiling(&attributes, 7);
    pthread_mutex_init(&mutex, &attributes);
}

#if defined CODES
int main(void) {
    int ceiling = -1;
    initialise();
    assert(pthread_mutex_getprioceiling(&plain, &ceiling) == EINVAL); // SAFE
    assert(pthread_mutex_setprioceiling(&plain, 5, &ceiling) == EINVAL);
    assert(ceiling == -1);
    assert(pthread_mutex_getprioceiling(&mutex, &ceiling) == 0 && ceiling == 7);
    assert(pthread_mutex_setprioceiling(&mutex, 0, &ceiling) == EINVAL);
    assert(pthread_mutex_setprioceiling(&mutex, 100, &ceiling) == EINVAL);
    ceiling = -1;
    assert(pthread_mutex_setprioceiling(&mutex, 5, &ceiling) == 0 && ceiling == 7);
    assert(pthread_mutex_getprioceiling(&mutex, &ceiling) == 0 && ceiling == 5);
    assert(pthread_mutex_setprioceiling(&mutex, 6, 0) == 0);
    assert(pthread_mutex_lock(&mutex) == 0);
    return 0;
}
#elif defined WAITS_FOR_THE_MUTEX
static void *work(void *unused) {
    pthread_mutex_setprioceiling(&mutex, 5, 0); // DEADLOCK
    return 0;
}
int main(void) {
    pthread_t other;
    initialise();
    pthread_mutex_lock(&mutex);
    pthread_create(&other, 0, work, 0);
    pthread_join(other, 0); // DEADLOCK
    return 0;
}
#elif defined DESTROYED
int main(void) {
    int ceiling;
    initialise();
    pthread_mutex_destroy(&mutex);
    pthread_mutex_getprioceiling(&mutex, &ceiling); // UNSAFE: pthread_mutex_getprioceiling of a mutex that has been destroyed
    return 0;
}
#elif defined SET_WHEN_DESTROYED
int main(void) {
    initialise();
    pthread_mutex_destroy(&mutex);
    pthread_mutex_setprioceiling(&mutex, 5, 0); // UNSAFE: pthread_mutex_setprioceiling of a mutex that has been destroyed
    return 0;
}
#elif defined RESULTS_ARE_NOT_SYNCHRONISED
int ceiling;
static void *work(void *unused) {
    pthread_mutex_setprioceiling(&mutex, 5, &ceiling); // RACE
    return 0;
}
int main(void) {
    // WITH --races
    pthread_t other;
    initialise();
    pthread_create(&other, 0, work, 0);
    pthread_mutex_getprioceiling(&mutex, &ceiling); // RACE
    pthread_join(other, 0);
    return 0;
}
#endif
