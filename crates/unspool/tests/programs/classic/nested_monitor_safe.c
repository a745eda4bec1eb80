// SAFE
// WITH --races
/* A queue with a lock of its own, used by an object with another lock. The outer lock is not held while waiting
   inside. */
#include <pthread.h>

pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t inner = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER;
int length, uses;

static void append(void) {
    pthread_mutex_lock(&inner);
    length++;
    pthread_cond_signal(&not_empty);
    pthread_mutex_unlock(&inner);
}

static void take(void) {
    pthread_mutex_lock(&inner);
    while (length == 0)
        pthread_cond_wait(&not_empty, &inner);
    length--;
    pthread_mutex_unlock(&inner);
}

static void *produce(void *unused) {
    pthread_mutex_lock(&outer);
    uses++;
    append();
    pthread_mutex_unlock(&outer);
    return 0;
}

int main(void) {
    pthread_t producer;
    pthread_create(&producer, 0, produce, 0);
    pthread_mutex_lock(&outer);
    uses++;
    pthread_mutex_unlock(&outer);
    take();
    pthread_join(producer, 0);
    return 0;
}
