// SAFE
// WITH --races
#include <pthread.h>
#include <semaphore.h>

sem_t done;

static void *work(void *unused) {
    sem_post(&done);
    return 0;
}

int main(void) {
    pthread_t first, second;
    sem_init(&done, 0, 0);
    pthread_create(&first, 0, work, 0);
    pthread_create(&second, 0, work, 0);
    sem_wait(&done);
    sem_wait(&done);
    return 0;
}
