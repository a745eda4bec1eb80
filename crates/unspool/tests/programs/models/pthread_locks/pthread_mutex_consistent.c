/* pthread_mutex_consistent: no mutex is robust here */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

#if defined NOT_ROBUST
int main(void) {
    pthread_mutex_lock(&mutex);
    assert(pthread_mutex_consistent(&mutex) == EINVAL); // SAFE
    return 0;
}
#elif defined OLD_NAME
int main(void) {
    pthread_mutex_lock(&mutex);
    assert(pthread_mutex_consistent_np(&mutex) == EINVAL); // SAFE
    return 0;
}
#elif defined DESTROYED
int main(void) {
    pthread_mutex_destroy(&mutex);
    pthread_mutex_consistent(&mutex); // UNSAFE: pthread_mutex_consistent of a mutex that has been destroyed
    return 0;
}
#endif
