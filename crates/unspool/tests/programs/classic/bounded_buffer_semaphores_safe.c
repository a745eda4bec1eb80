// SAFE
// WITH --races
/* Producer and consumer over a bounded buffer, with Dijkstra's three semaphores. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

enum { capacity = 2, items = 3 };

sem_t empty, full, guard;
int buffer[capacity];
int in, out;

static void put(int item) {
    sem_wait(&empty);
    sem_wait(&guard);
    buffer[in] = item;
    in = (in + 1) % capacity;
    sem_post(&guard);
    sem_post(&full);
}

static int get(void) {
    sem_wait(&full);
    sem_wait(&guard);
    int item = buffer[out];
    out = (out + 1) % capacity;
    sem_post(&guard);
    sem_post(&empty);
    return item;
}

static void *produce(void *unused) {
    for (int i = 1; i <= items; i++)
        put(i);
    return 0;
}

int main(void) {
    pthread_t producer;
    sem_init(&empty, 0, capacity);
    sem_init(&full, 0, 0);
    sem_init(&guard, 0, 1);
    pthread_create(&producer, 0, produce, 0);
    for (int i = 1; i <= items; i++)
        assert(get() == i);
    pthread_join(producer, 0);
    sem_destroy(&empty);
    sem_destroy(&full);
    sem_destroy(&guard);
    return 0;
}
