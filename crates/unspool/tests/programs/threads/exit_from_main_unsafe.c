// UNSAFE: done == 2
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

/* When `main` returns, the process ends, whatever the threads have done. */
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
    return 0;
}
