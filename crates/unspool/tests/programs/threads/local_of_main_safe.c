// SAFE
// WITH --races
#include <pthread.h>

static void *use(void *number) {
    ++*(int *)number;
    return 0;
}

int main(void) {
    static int shared;
    pthread_t thread;
    pthread_create(&thread, 0, use, &shared);
    pthread_exit(0);
}
