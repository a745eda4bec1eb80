/* Two kinds of waiters on one condition, producers and consumers. Here only one is woken, perhaps of the wrong kind. */
#include <pthread.h>

enum { capacity = 1 };

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int count;

static void *produce(void *unused) {
    pthread_mutex_lock(&mutex);
    while (count == capacity)
        pthread_cond_wait(&changed, &mutex); // DEADLOCK
    count++;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);
    return 0;
}

static void *consume(void *unused) {
    pthread_mutex_lock(&mutex);
    while (count == 0)
        pthread_cond_wait(&changed, &mutex); // DEADLOCK
    count--;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);
    return 0;
}

int main(void) {
    pthread_t producer, consumers[2];
    pthread_create(&consumers[0], 0, consume, 0);
    pthread_create(&consumers[1], 0, consume, 0);
    pthread_create(&producer, 0, produce, 0);
    produce(0);
    pthread_join(producer, 0);
    pthread_join(consumers[0], 0);
    pthread_join(consumers[1], 0);
    return 0;
}
