// SAFE
// WITH --races
/* A barrier made of a mutex and a condition, used again and again. Whoever waits, waits for the round to be over, which
   it stays. */
#include <assert.h>
#include <pthread.h>

enum { threads = 2 };

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t all_here = PTHREAD_COND_INITIALIZER;
int arrived, round_number;
int done[threads];

static void barrier(void) {
    pthread_mutex_lock(&mutex);
    int mine = round_number;
    if (++arrived == threads) {
        arrived = 0;
        round_number++;
        pthread_cond_broadcast(&all_here);
    }
    while (round_number == mine)
        pthread_cond_wait(&all_here, &mutex);
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
