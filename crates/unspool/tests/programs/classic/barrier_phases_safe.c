// SAFE
// WITH --races
/* Work in phases: everybody writes its own cell, then reads its neighbour's. One barrier stands behind the writing,
   another behind the reading. */
#include <assert.h>
#include <pthread.h>

enum { threads = 2, phases = 2 };

pthread_barrier_t barrier;
int cell[threads];

static void *work(void *argument) {
    int self = (int)(long)argument;
    int neighbour = (self + 1) % threads;
    for (int phase = 1; phase <= phases; phase++) {
        cell[self] = phase;
        pthread_barrier_wait(&barrier);
        assert(cell[neighbour] == phase);
        pthread_barrier_wait(&barrier);
    }
    return 0;
}

int main(void) {
    pthread_t others[threads];
    pthread_barrier_init(&barrier, 0, threads);
    for (long i = 1; i < threads; i++)
        pthread_create(&others[i], 0, work, (void *)i);
    work(0);
    for (int i = 1; i < threads; i++)
        pthread_join(others[i], 0);
    pthread_barrier_destroy(&barrier);
    return 0;
}
