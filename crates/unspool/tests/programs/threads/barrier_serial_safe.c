// SAFE
// WITH --races
#include <assert.h>
#include <pthread.h>

pthread_barrier_t meeting;
int results[2];

static void *work(void *number) {
    results[number != 0] = pthread_barrier_wait(&meeting);
    return 0;
}

int main(void) {
    pthread_t other;
    pthread_barrier_init(&meeting, 0, 2);
    pthread_create(&other, 0, work, &meeting);
    work(0);
    pthread_join(other, 0);
    int serial = (results[0] == PTHREAD_BARRIER_SERIAL_THREAD) + (results[1] == PTHREAD_BARRIER_SERIAL_THREAD);
    assert(serial == 1);
    return 0;
}
