// SAFE
// WITH --races
#include <pthread.h>

static void *end(void *unused) {
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, end, 0);
    pthread_join(thread, 0);
    return 0;
}
