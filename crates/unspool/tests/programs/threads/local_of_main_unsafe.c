// UNSAFE: shared
#include <pthread.h>

static void *use(void *number) {
    ++*(int *)number;
    return 0;
}

int main(void) {
    int shared = 0;
    pthread_t thread;
    pthread_create(&thread, 0, use, &shared);
    pthread_exit(0);
}
