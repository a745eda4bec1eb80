/* pthread_mutex_unlock, for each kind of mutex */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_mutex_t normal = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
pthread_mutex_t error_checking = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;

#if defined LETS_ANOTHER_IN
static void *work(void *unused) {
    assert(pthread_mutex_lock(&normal) == 0);
    return 0;
}
int main(void) {
    pthread_t other;
    pthread_mutex_lock(&normal);
    pthread_create(&other, 0, work, 0);
    assert(pthread_mutex_unlock(&normal) == 0); // SAFE
    pthread_join(other, 0);
    return 0;
}
#elif defined NOT_LOCKED
int main(void) {
    pthread_mutex_unlock(&normal); // UNSAFE: pthread_mutex_unlock of a mutex that is not locked
    return 0;
}
#elif defined TWICE
int main(void) {
    pthread_mutex_lock(&normal);
    pthread_mutex_unlock(&normal);
    pthread_mutex_unlock(&normal); // UNSAFE: pthread_mutex_unlock of a mutex that is not locked
    return 0;
}
#elif defined BY_ANOTHER_THREAD
static void *work(void *unused) {
    pthread_mutex_unlock(&normal); // UNSAFE: pthread_mutex_unlock of a mutex that another thread holds
    return 0;
}
int main(void) {
    pthread_t other;
    pthread_mutex_lock(&normal);
    pthread_create(&other, 0, work, 0);
    pthread_join(other, 0);
    return 0;
}
#elif defined RECURSIVE_AND_ERROR_CHECKING
static void *work(void *unused) {
    assert(pthread_mutex_unlock(&recursive) == EPERM); // SAFE
    assert(pthread_mutex_unlock(&error_checking) == EPERM);
    return 0;
}
int main(void) {
    pthread_t other;
    work(0);
    pthread_mutex_lock(&recursive);
    pthread_mutex_lock(&error_checking);
    pthread_create(&other, 0, work, 0);
    pthread_join(other, 0);
    assert(pthread_mutex_unlock(&recursive) == 0);
    assert(pthread_mutex_unlock(&error_checking) == 0);
    return 0;
}
#elif defined DESTROYED
int main(void) {
    pthread_mutex_destroy(&normal);
    pthread_mutex_unlock(&normal); // UNSAFE: pthread_mutex_unlock of a mutex that has been destroyed
    return 0;
}
#endif
