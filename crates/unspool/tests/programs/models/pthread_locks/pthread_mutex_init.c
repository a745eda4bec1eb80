/* pthread_mutex_init and pthread_mutex_destroy */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

pthread_mutex_t mutex;

#if defined WITHOUT_ATTRIBUTES
int main(void) {
    assert(pthread_mutex_init(&mutex, 0) == 0); // SAFE
    assert(pthread_mutex_lock(&mutex) == 0);
    assert(pthread_mutex_trylock(&mutex) == EBUSY);
    assert(pthread_mutex_unlock(&mutex) == 0);
    assert(pthread_mutex_destroy(&mutex) == 0);
    return 0;
}
#elif defined ON_THE_HEAP
int main(void) {
    pthread_mutex_t *allocated = malloc(sizeof(pthread_mutex_t));
    assert(pthread_mutex_init(allocated, 0) == 0);
    assert(pthread_mutex_lock(allocated) == 0); // SAFE
    assert(pthread_mutex_unlock(allocated) == 0);
    assert(pthread_mutex_destroy(allocated) == 0);
    free(allocated);
    return 0;
}
#elif defined AS_ANOTHER_KIND
pthread_mutex_t recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
int main(void) {
    pthread_mutex_destroy(&recursive);
    pthread_mutex_init(&recursive, 0);
    assert(pthread_mutex_trylock(&recursive) == 0);
    assert(pthread_mutex_trylock(&recursive) == EBUSY); // SAFE
    return 0;
}
#elif defined WITH_DESTROYED_ATTRIBUTES
int main(void) {
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_destroy(&attributes);
    pthread_mutex_init(&mutex, &attributes); // UNSAFE: pthread_mutex_init with attributes that have been destroyed
    return 0;
}
#elif defined DESTROY_WHILE_HELD
int main(void) {
    pthread_mutex_lock(&mutex);
    pthread_mutex_destroy(&mutex); // UNSAFE: pthread_mutex_destroy of a mutex that is held
    return 0;
}
#elif defined DESTROY_WHILE_ANOTHER_HOLDS_IT
static void *work(void *unused) {
    pthread_mutex_lock(&mutex); // UNSAFE: pthread_mutex_lock of a mutex that has been destroyed
    pthread_mutex_unlock(&mutex);
    return 0;
}
int main(void) {
    pthread_t other;
    pthread_create(&other, 0, work, 0);
    pthread_mutex_destroy(&mutex); // UNSAFE: pthread_mutex_destroy of a mutex that is held
    pthread_join(other, 0);
    return 0;
}
#elif defined DESTROY_TWICE
int main(void) {
    pthread_mutex_destroy(&mutex);
    pthread_mutex_destroy(&mutex); // UNSAFE: pthread_mutex_destroy of a mutex that has been destroyed
    return 0;
}
#elif defined OVER_GARBAGE
int main(void) {
    memset(&mutex, 0xff, sizeof mutex);
    pthread_mutex_init(&mutex, 0);
    assert(pthread_mutex_lock(&mutex) == 0 && pthread_mutex_unlock(&mutex) == 0 && pthread_mutex_destroy(&mutex) == 0); // SAFE
    return 0;
}
#endif
