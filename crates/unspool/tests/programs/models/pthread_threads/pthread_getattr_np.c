/* pthread_getattr_np, pthread_getattr_default_np, pthread_setattr_default_np */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_t thread;
pthread_attr_t attributes;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *wait(void *unused) {
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    return 0;
}

#if defined TELLS_THE_DETACH_STATE // SAFE
int main(void) {
    int state = -1;
    pthread_mutex_lock(&mutex);
    pthread_create(&thread, 0, wait, 0);
    assert(pthread_getattr_np(thread, &attributes) == 0);
    assert(pthread_attr_getdetachstate(&attributes, &state) == 0 && state == PTHREAD_CREATE_JOINABLE);
    pthread_attr_destroy(&attributes);
    pthread_detach(thread);
    assert(pthread_getattr_np(thread, &attributes) == 0);
    assert(pthread_attr_getdetachstate(&attributes, &state) == 0 && state == PTHREAD_CREATE_DETACHED);
    pthread_attr_destroy(&attributes);
}
#elif defined OF_A_JOINED_THREAD
int main(void) {
    pthread_create(&thread, 0, wait, 0);
    pthread_join(thread, 0);
    pthread_getattr_np(thread, &attributes); // UNSAFE: pthread_getattr_np of a thread that does not exist (any longer)
}
#elif defined DEFAULTS // SAFE
int main(void) {
    size_t size = 0;
    int state = -1;
    assert(pthread_getattr_default_np(&attributes) == 0);
    assert(pthread_attr_getdetachstate(&attributes, &state) == 0 && state == PTHREAD_CREATE_JOINABLE);
    assert(pthread_attr_setstacksize(&attributes, 1 << 20) == 0);
    assert(pthread_setattr_default_np(&attributes) == 0);
    assert(pthread_getattr_default_np(&attributes) == 0);
    assert(pthread_attr_getstacksize(&attributes, &size) == 0 && size == 1 << 20);
}
#elif defined NO_STACK_AS_A_DEFAULT // SAFE
static char memory[1 << 20];
int main(void) {
    pthread_attr_init(&attributes);
    pthread_attr_setstack(&attributes, memory, sizeof memory);
    assert(pthread_setattr_default_np(&attributes) == EINVAL);
}
#elif defined DETACHED_BY_DEFAULT
int main(void) {
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    assert(pthread_setattr_default_np(&attributes) == 0);
    pthread_create(&thread, 0, wait, 0);
    pthread_join(thread, 0); // UNSAFE: pthread_join of a detached thread
}
#endif
