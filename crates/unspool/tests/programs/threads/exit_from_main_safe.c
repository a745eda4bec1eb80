// SAFE
// WITH --races
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

/* When `main` has left by pthread_exit, the last thread to end ends the process, and the handlers run. */
_Atomic int done, handled;

static void handle(void) {
    assert(done == 2);
    handled++;
}

static void *work(void *unused) {
    done++;
    return 0;
}

int main(void) {
    pthread_t first, second;
    atexit(handle);
    pthread_create(&first, 0, work, 0);
    pthread_create(&second, 0, work, 0);
    pthread_exit(0);
}
