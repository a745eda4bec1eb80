/* sem_getvalue and sem_post */
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>

sem_t semaphore;
int value = -1;

#if defined VALUES
int main(void) {
    sem_init(&semaphore, 0, 1);
    assert(sem_getvalue(&semaphore, &value) == 0 && value == 1); // SAFE
    sem_post(&semaphore);
    assert(sem_getvalue(&semaphore, &value) == 0 && value == 2);
    sem_wait(&semaphore);
    sem_wait(&semaphore);
    assert(sem_getvalue(&semaphore, &value) == 0 && value == 0);
    return 0;
}
#elif defined OVERFLOW
int main(void) {
    sem_init(&semaphore, 0, SEM_VALUE_MAX - 1);
    assert(sem_post(&semaphore) == 0);
    assert(sem_post(&semaphore) == -1 && errno == EOVERFLOW); // SAFE
    assert(sem_getvalue(&semaphore, &value) == 0 && value == SEM_VALUE_MAX);
    return 0;
}
#elif defined ZERO_WHILE_A_THREAD_WAITS
static void *work(void *unused) {
    sem_wait(&semaphore);
    return 0;
}
int main(void) {
    pthread_t other;
    sem_init(&semaphore, 0, 0);
    pthread_create(&other, 0, work, 0);
    assert(sem_getvalue(&semaphore, &value) == 0 && value == 0); // SAFE
    sem_post(&semaphore);
    pthread_join(other, 0);
    return 0;
}
#elif defined GET_WITHOUT_INITIALISATION
int main(void) {
    sem_getvalue(&semaphore, &value); // UNSAFE: sem_getvalue of a semaphore that is not initialised
    return 0;
}
#elif defined GET_AFTER_DESTRUCTION
int main(void) {
    sem_init(&semaphore, 0, 0);
    sem_destroy(&semaphore);
    sem_getvalue(&semaphore, &value); // UNSAFE: sem_getvalue of a semaphore that has been destroyed
    return 0;
}
#elif defined POST_WITHOUT_INITIALISATION
int main(void) {
    sem_post(&semaphore); // UNSAFE: sem_post of a semaphore that is not initialised
    return 0;
}
#elif defined POST_AFTER_DESTRUCTION
int main(void) {
    sem_init(&semaphore, 0, 0);
    sem_destroy(&semaphore);
    sem_post(&semaphore); // UNSAFE: sem_post of a semaphore that has been destroyed
    return 0;
}
#elif defined RESULT_IS_NOT_SYNCHRONISED
static void *work(void *unused) {
    value = 3; // RACE
    return 0;
}
int main(void) {
    // WITH --races
    pthread_t other;
    sem_init(&semaphore, 0, 1);
    pthread_create(&other, 0, work, 0);
    sem_getvalue(&semaphore, &value); // RACE
    pthread_join(other, 0);
    return 0;
}
#elif defined THE_SEMAPHORE_IS_SYNCHRONISED
static void *work(void *unused) {
    sem_post(&semaphore);
    return 0;
}
int main(void) {
    // WITH --races
    pthread_t other;
    sem_init(&semaphore, 0, 1);
    pthread_create(&other, 0, work, 0);
    assert(sem_getvalue(&semaphore, &value) == 0 && (value == 1 || value == 2)); // SAFE
    pthread_join(other, 0);
    return 0;
}
#endif
