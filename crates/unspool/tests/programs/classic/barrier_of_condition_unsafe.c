/* A barrier made of a mutex and a condition, used again and again. Here whoever waits looks at the number of arrivals,
   which the fastest of the next round changes before the slowest of this one has seen it. */
#include <assert.h>
#include <pthread.h>

enum { threads = 2 };

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t all_here = PTHREAD_COND_INITIALIZER;
int arrived;
int done[threads];

static void barrier(void) {
    pthread_mutex_lock(&mutex);
    if (arrived == threads)
        arrived = 0;
    if (++arrived == threads)
        pthread_cond_broadcast(&all_here);
    while (arrived < threads)
        pthread_cond_wait(&all_here, &mutex); // DEADLOCK
    pthread_mutex_unlock(&mutex);
}

static void *work(void *argument) {
    int self = (int)(long)argument;
    for (int step = 1; step <= 2; step++) {
        done[self] = step;
        barrier();
        assert(done[1 - self] == step);
        barrier();
    }
    return 0;
}

int main(void) {
    pthread_t other;
    pthread_create(&other, 0, work, (void *)1);
    work(0);
    pthread_join(other, 0);
    return 0;
}
