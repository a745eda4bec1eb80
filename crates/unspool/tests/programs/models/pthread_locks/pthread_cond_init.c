/* pthread_cond_init and pthread_cond_destroy */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition;
int waits;

static void *work(void *unused) {
    pthread_mutex_lock(&mutex);
    waits = 1;
    pthread_cond_wait(&condition, &mutex);
    pthread_mutex_unlock(&mutex);
    return 0;
}

#if defined INIT_AND_DESTROY
int main(void) {
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    assert(pthread_cond_init(&condition, 0) == 0); // SAFE
    assert(pthread_cond_destroy(&condition) == 0);
    assert(pthread_cond_init(&condition, &attributes) == 0);
    assert(pthread_cond_signal(&condition) == 0);
    return 0;
}
#elif defined DESTROY_TWICE
int main(void) {
    pthread_cond_destroy(&condition);
    pthread_cond_destroy(&condition); // UNSAFE: pthread_cond_destroy of a condition variable that has been destroyed
    return 0;
}
#elif defined DESTROY_WITH_A_WAITER
int main(void) {
    // WITH --no-spurious-wakeups
    pthread_t other;
    pthread_create(&other, 0, work, 0);
    pthread_mutex_lock(&mutex);
    if (waits)
        pthread_cond_destroy(&condition); // UNSAFE: pthread_cond_destroy of a condition variable that threads wait on
    return 0;
}
#elif defined FREED_AFTER_A_BROADCAST
pthread_cond_t *allocated;
static void *wait_for_it(void *unused) {
    pthread_mutex_lock(&mutex);
    if (!waits)
        pthread_cond_wait(allocated, &mutex);
    pthread_mutex_unlock(&mutex);
    return 0;
}
int main(void) {
    // WITH --no-spurious-wakeups
    pthread_t other;
    allocated = malloc(sizeof *allocated);
    pthread_cond_init(allocated, 0);
    pthread_create(&other, 0, wait_for_it, 0);
    pthread_mutex_lock(&mutex);
    waits = 1;
    pthread_cond_broadcast(allocated);
    pthread_cond_destroy(allocated); // SAFE
    free(allocated);
    pthread_mutex_unlock(&mutex);
    pthread_join(other, 0);
    return 0;
}
#elif defined OVER_GARBAGE
int main(void) {
    memset(&condition, 0xff, sizeof condition);
    pthread_cond_init(&condition, 0);
    assert(pthread_cond_signal(&condition) == 0 && pthread_cond_destroy(&condition) == 0); // SAFE
    return 0;
}
#elif defined WAIT_AFTER_GARBAGE
int main(void) {
    memset(&condition, 0xff, sizeof condition);
    pthread_cond_init(&condition, 0);
    pthread_mutex_lock(&mutex);
    pthread_cond_wait(&condition, &mutex); // DEADLOCK
    return 0;
}
#endif
