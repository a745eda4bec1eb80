// SAFE
// WITH --races
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

/* A thread registers a handler while `main` ends the process: it runs or does not. */
_Atomic int registered;

static void handle(void) {
    assert(registered == 0 || registered == 1);
}

static void *work(void *unused) {
    atexit(handle);
    at_quick_exit(handle);
    registered = 1;
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    return 0;
}
