/* Producer and consumer over a bounded buffer. Here the consumer does not say that there is room again. */
#include <assert.h>
#include <pthread.h>

enum { capacity = 1, items = 3 };

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t not_full = PTHREAD_COND_INITIALIZER;
pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER;
int buffer[capacity];
int count, in, out;

static void put(int item) {
    pthread_mutex_lock(&mutex);
    while (count == capacity)
        pthread_cond_wait(&not_full, &mutex); // DEADLOCK
    buffer[in] = item;
    in = (in + 1) % capacity;
    count++;
    pthread_cond_signal(&not_empty);
    pthread_mutex_unlock(&mutex);
}

static int get(void) {
    pthread_mutex_lock(&mutex);
    while (count == 0)
        pthread_cond_wait(&not_empty, &mutex); // DEADLOCK
    int item = buffer[out];
    out = (out + 1) % capacity;
    count--;
    pthread_mutex_unlock(&mutex);
    return item;
}

static void *produce(void *unused) {
    for (int i = 1; i <= items; i++)
        put(i);
    return 0;
}

int main(void) {
    pthread_t producer;
    pthread_create(&producer, 0, produce, 0);
    for (int i = 1; i <= items; i++)
        assert(get() == i);
    pthread_join(producer, 0);
    return 0;
}
