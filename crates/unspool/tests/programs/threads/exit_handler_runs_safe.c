// SAFE
// WITH --races
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

/* The negative control of exit_from_main: that the handler runs at all, with a key to destroy on the way. */
pthread_key_t key;
int destroyed;

static void destroy(void *value) {
    destroyed = 1;
}

static void handle(void) {
    assert(destroyed && "the handler runs");
}

static void *work(void *unused) {
    pthread_setspecific(key, &key);
    return 0;
}

int main(void) {
    pthread_t thread;
    atexit(handle);
    pthread_key_create(&key, destroy);
    pthread_create(&thread, 0, work, 0);
    pthread_exit(0);
}
