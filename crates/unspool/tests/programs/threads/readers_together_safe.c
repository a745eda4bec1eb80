// SAFE
// WITH --races
#include <pthread.h>
#include <semaphore.h>

/* Each reader holds the lock until the other has it too: only writers exclude each other. */
pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
pthread_barrier_t both;

static void *hold(void *unused) {
    pthread_rwlock_rdlock(&lock);
    pthread_barrier_wait(&both);
    pthread_rwlock_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t other;
    pthread_barrier_init(&both, 0, 2);
    pthread_create(&other, 0, hold, 0);
    hold(0);
    pthread_join(other, 0);
    return 0;
}
