// WITH --no-spurious-wakeups
/* One producer and two consumers. Here a consumer that was woken does not look again: `if` instead of `while`. That is
   wrong even where nobody is woken without a reason. */
#include <assert.h>
#include <pthread.h>

enum { capacity = 2, items = 2 };

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER;
int buffer[capacity];
int count;

static void *produce(void *unused) {
    for (int i = 1; i <= items; i++) {
        pthread_mutex_lock(&mutex);
        buffer[count++] = i;
        pthread_cond_signal(&not_empty);
        pthread_mutex_unlock(&mutex);
    }
    return 0;
}

static void *consume(void *unused) {
    pthread_mutex_lock(&mutex);
    if (count == 0)
        pthread_cond_wait(&not_empty, &mutex);
    assert(count > 0); // UNSAFE: assertion failed
    int item = buffer[--count];
    assert(item != 0);
    pthread_mutex_unlock(&mutex);
    return 0;
}

int main(void) {
    pthread_t producer, consumer;
    pthread_create(&producer, 0, produce, 0);
    pthread_create(&consumer, 0, consume, 0);
    consume(0);
    pthread_join(producer, 0);
    pthread_join(consumer, 0);
    return 0;
}
