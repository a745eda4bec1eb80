/* sem_timedwait: a semaphore whose value is 0 may be waited for or not, whatever the deadline */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

sem_t semaphore;
struct timespec deadline = {1, 0}, wrong = {1, 1000000000}, also_wrong = {1, -1};

#if defined CODES
int main(void) {
    sem_init(&semaphore, 0, 1);
    assert(sem_timedwait(&semaphore, &deadline) == 0);
    assert(sem_timedwait(&semaphore, &deadline) == -1 && errno == ETIMEDOUT); // SAFE
    assert(sem_timedwait(&semaphore, &wrong) == -1 && errno == EINVAL);
    errno = 0;
    assert(sem_timedwait(&semaphore, &also_wrong) == -1 && errno == EINVAL);
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
    int result = sem_timedwait(&semaphore, &deadline);
    assert(result == 0 || (result == -1 && errno == ETIMEDOUT));
    assert(result == 0);  // UNSAFE: assertion failed
    assert(result == -1); // UNSAFE: assertion failed
    return 0;
}
#elif defined NOT_INITIALISED
int main(void) {
    sem_timedwait(&semaphore, &deadline); // UNSAFE: sem_timedwait on a semaphore that is not initialised
    return 0;
}
#elif defined DESTROYED
int main(void) {
    sem_init(&semaphore, 0, 1);
    sem_destroy(&semaphore);
    sem_timedwait(&semaphore, &deadline); // UNSAFE: sem_timedwait on a semaphore that has been destroyed
    return 0;
}
#elif defined CANCELLATION
static void *work(void *unused) {
    assert(sem_timedwait(&semaphore, &deadline) == -1);
    return 0;
}
int main(void) {
    pthread_t other;
    void *result;
    sem_init(&semaphore, 0, 0);
    pthread_create(&other, 0, work, 0);
    pthread_cancel(other);
    pthread_join(other, &result);
    assert(result == PTHREAD_CANCELED); // UNSAFE: assertion failed
    assert(result != PTHREAD_CANCELED); // UNSAFE: assertion failed
    return 0;
}
#elif defined RACE_ON_THE_DEADLINE
static void *work(void *unused) {
    deadline.tv_nsec = 5; // RACE
    return 0;
}
int main(void) {
    // WITH --races
    pthread_t other;
    sem_init(&semaphore, 0, 1);
    pthread_create(&other, 0, work, 0);
    sem_timedwait(&semaphore, &deadline); // RACE
    pthread_join(other, 0);
    return 0;
}
#endif
