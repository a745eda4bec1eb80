/* pthread_mutexattr_init and all that sets and gets the attributes of mutexes */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_mutexattr_t attributes;
pthread_mutex_t mutex;
int value = -1;

#if defined DEFAULTS
int main(void) {
    assert(pthread_mutexattr_init(&attributes) == 0); // SAFE
    assert(pthread_mutexattr_gettype(&attributes, &value) == 0 && value == PTHREAD_MUTEX_DEFAULT);
    assert(pthread_mutexattr_getpshared(&attributes, &value) == 0 && value == PTHREAD_PROCESS_PRIVATE);
    assert(pthread_mutexattr_getprotocol(&attributes, &value) == 0 && value == PTHREAD_PRIO_NONE);
    assert(pthread_mutexattr_getprioceiling(&attributes, &value) == 0 && value == 1);
    assert(pthread_mutexattr_getrobust(&attributes, &value) == 0 && value == PTHREAD_MUTEX_STALLED);
    assert(pthread_mutexattr_destroy(&attributes) == 0);
    return 0;
}
#elif defined TYPE
int main(void) {
    pthread_mutexattr_init(&attributes);
    assert(pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE) == 0); // SAFE
    assert(pthread_mutexattr_gettype(&attributes, &value) == 0 && value == PTHREAD_MUTEX_RECURSIVE);
    assert(pthread_mutexattr_settype(&attributes, -1) == EINVAL);
    assert(pthread_mutexattr_settype(&attributes, 4) == EINVAL);
    pthread_mutex_init(&mutex, &attributes);
    assert(pthread_mutex_lock(&mutex) == 0 && pthread_mutex_lock(&mutex) == 0);
    assert(pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK) == 0);
    pthread_mutex_init(&mutex, &attributes);
    assert(pthread_mutex_lock(&mutex) == 0 && pthread_mutex_lock(&mutex) == EDEADLK);
    return 0;
}
#elif defined TYPE_BY_ITS_OLD_NAME
int pthread_mutexattr_setkind_np(pthread_mutexattr_t *, int);
int pthread_mutexattr_getkind_np(const pthread_mutexattr_t *, int *);
int main(void) {
    pthread_mutexattr_init(&attributes);
    assert(pthread_mutexattr_setkind_np(&attributes, PTHREAD_MUTEX_ERRORCHECK_NP) == 0); // SAFE
    assert(pthread_mutexattr_getkind_np(&attributes, &value) == 0 && value == PTHREAD_MUTEX_ERRORCHECK);
    assert(pthread_mutexattr_setkind_np(&attributes, 9) == EINVAL);
    return 0;
}
#elif defined NORMAL_TYPE
int main(void) {
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_NORMAL);
    pthread_mutex_init(&mutex, &attributes);
    pthread_mutex_lock(&mutex);
    pthread_mutex_lock(&mutex); // UNSAFE: waits for itself for ever
    return 0;
}
#elif defined ADAPTIVE_TYPE
int main(void) {
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ADAPTIVE_NP);
    pthread_mutex_init(&mutex, &attributes);
    pthread_mutex_unlock(&mutex); // UNSAFE: pthread_mutex_unlock of a mutex that is not locked
    return 0;
}
#elif defined SHARING
int main(void) {
    pthread_mutexattr_init(&attributes);
    assert(pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED) == 0); // SAFE
    assert(pthread_mutexattr_getpshared(&attributes, &value) == 0 && value == PTHREAD_PROCESS_SHARED);
    assert(pthread_mutexattr_setpshared(&attributes, 2) == EINVAL);
    assert(pthread_mutex_init(&mutex, &attributes) == 0 && pthread_mutex_lock(&mutex) == 0);
    return 0;
}
#elif defined PROTOCOL
int main(void) {
    pthread_mutexattr_init(&attributes);
    assert(pthread_mutexattr_setprotocol(&attributes, PTHREAD_PRIO_INHERIT) == 0); // SAFE
    assert(pthread_mutexattr_getprotocol(&attributes, &value) == 0 && value == PTHREAD_PRIO_INHERIT);
    assert(pthread_mutexattr_setprotocol(&attributes, 3) == EINVAL);
    assert(pthread_mutex_init(&mutex, &attributes) == 0 && pthread_mutex_lock(&mutex) == 0);
    return 0;
}
#elif defined CEILING
int main(void) {
    pthread_mutexattr_init(&attributes);
    assert(pthread_mutexattr_setprioceiling(&attributes, 99) == 0); // SAFE
    assert(pthread_mutexattr_getprioceiling(&attributes, &value) == 0 && value == 99);
    assert(pthread_mutexattr_setprioceiling(&attributes, 0) == EINVAL);
    assert(pthread_mutexattr_setprioceiling(&attributes, 100) == EINVAL);
    return 0;
}
#elif defined STALLED
int main(void) {
    pthread_mutexattr_init(&attributes);
    assert(pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_STALLED) == 0); // SAFE
    assert(pthread_mutexattr_setrobust(&attributes, 2) == EINVAL);
    assert(pthread_mutexattr_getrobust(&attributes, &value) == 0 && value == PTHREAD_MUTEX_STALLED);
    return 0;
}
#elif defined ROBUST
int main(void) {
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST); // UNSUPPORTED: robust mutexes
    return 0;
}
#elif defined OLD_NAMES
int main(void) {
    int robustness = 7;
    pthread_mutexattr_init(&attributes);
    assert(pthread_mutexattr_setrobust_np(&attributes, PTHREAD_MUTEX_STALLED_NP) == 0);
    assert(pthread_mutexattr_getrobust_np(&attributes, &robustness) == 0);
    assert(robustness == PTHREAD_MUTEX_STALLED); // SAFE
    return 0;
}
#elif defined NOT_SYNCHRONISED
static void *work(void *unused) {
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE); // RACE
    return 0;
}
int main(void) {
    // WITH --races
    pthread_t other;
    pthread_mutexattr_init(&attributes);
    pthread_create(&other, 0, work, 0);
    pthread_mutex_init(&mutex, &attributes); // RACE
    pthread_join(other, 0);
    return 0;
}
#elif defined RESULTS_ARE_NOT_SYNCHRONISED
static void *work(void *unused) {
    value = 3; // RACE
    return 0;
}
int main(void) {
    // WITH --races
    pthread_t other;
    pthread_mutexattr_init(&attributes);
    pthread_create(&other, 0, work, 0);
    pthread_mutexattr_gettype(&attributes, &value); // RACE
    pthread_join(other, 0);
    return 0;
}
#elif defined READ_TOGETHER
static void *work(void *own) {
    assert(pthread_mutex_init(own, &attributes) == 0); // SAFE
    return 0;
}
int main(void) {
    // WITH --races
    pthread_t other;
    pthread_mutex_t another;
    pthread_mutexattr_init(&attributes);
    pthread_create(&other, 0, work, &another);
    work(&mutex);
    pthread_join(other, 0);
    return 0;
}
#endif
