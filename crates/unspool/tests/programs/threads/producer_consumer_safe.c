// SAFE
// WITH --races
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

sem_t filled, empty;
int slot;

static void *produce(void *unused) {
    for (int i = 0; i < 2; i++) {
        sem_wait(&empty);
        slot = i + 1;
        sem_post(&filled);
    }
    return 0;
}

int main(void) {
    pthread_t producer;
    sem_init(&filled, 0, 0);
    sem_init(&empty, 0, 1);
    pthread_create(&producer, 0, produce, 0);
    for (int i = 0; i < 2; i++) {
        sem_wait(&filled);
        assert(slot == i + 1);
        sem_post(&empty);
    }
    pthread_join(producer, 0);
    return 0;
}
