/* sem_trywait */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

sem_t semaphore;

#if defined CODES
int main(void) {
    sem_init(&semaphore, 0, 1);
    errno = 0;
    assert(sem_trywait(&semaphore) == 0 && errno == 0);
    assert(sem_trywait(&semaphore) == -1 && errno == EAGAIN); // SAFE
    assert(sem_post(&semaphore) == 0);
    assert(sem_trywait(&semaphore) == 0);
    return 0;
}
#elif defined EITHER_OUTCOME
static void *work(void *unused) {
    sem_post(&semaphore);
    return 0;
}
int main(void) {
    pthread_t other;
    sem_init(&semaphore, 0, 0);
    pthread_create(&other, 0, work, 0);
    int result = sem_trywait(&semaphore);
    assert(result == 0);  // UNSAFE: assertion failed
    assert(result == -1); // UNSAFE: assertion failed
    return 0;
}
#elif defined NOT_INITIALISED
int main(void) {
    sem_trywait(&semaphore); // UNSAFE: sem_trywait on a semaphore that is not initialised
    return 0;
}
#elif defined DESTROYED
int main(void) {
    sem_init(&semaphore, 0, 1);
    sem_destroy(&semaphore);
    sem_trywait(&semaphore); // UNSAFE: sem_trywait on a semaphore that has been destroyed
    return 0;
}
#endif
