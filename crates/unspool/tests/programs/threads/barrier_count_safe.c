// SAFE
// WITH --races
#include <pthread.h>

pthread_barrier_t meeting;

static void *work(void *unused) {
    pthread_barrier_wait(&meeting);
    return 0;
}

int main(void) {
    pthread_t other;
    pthread_barrier_init(&meeting, 0, 2);
    pthread_create(&other, 0, work, 0);
    pthread_barrier_wait(&meeting);
    pthread_join(other, 0);
    return 0;
}
