/* sem_wait and sem_post */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

sem_t semaphore;
int data, inside;

#if defined WAITS_FOR_A_POST
static void *work(void *unused) {
    data = 1;
    assert(sem_post(&semaphore) == 0);
    return 0;
}
int main(void) {
    // WITH --races
    pthread_t other;
    sem_init(&semaphore, 0, 0);
    pthread_create(&other, 0, work, 0);
    assert(sem_wait(&semaphore) == 0);
    assert(data == 1); // SAFE
    pthread_join(other, 0);
    return 0;
}
#elif defined VALUE_IS_HOW_MANY_MAY_PASS
static void *work(void *unused) {
    sem_wait(&semaphore);
    assert(++inside <= 1); // UNSAFE: assertion failed
    inside--;
    sem_post(&semaphore);
    return 0;
}
int main(void) {
    pthread_t other;
    sem_init(&semaphore, 0, 2);
    pthread_create(&other, 0, work, 0);
    work(0);
    pthread_join(other, 0);
    return 0;
}
#elif defined AS_A_MUTEX
static void *work(void *unused) {
    sem_wait(&semaphore);
    assert(++inside <= 1); // SAFE
    inside--;
    sem_post(&semaphore);
    return 0;
}
int main(void) {
    // WITH --races
    pthread_t other;
    sem_init(&semaphore, 0, 1);
    pthread_create(&other, 0, work, 0);
    work(0);
    pthread_join(other, 0);
    return 0;
}
#elif defined NOBODY_POSTS
int main(void) {
    sem_init(&semaphore, 0, 1);
    sem_wait(&semaphore);
    sem_wait(&semaphore); // DEADLOCK
    return 0;
}
#elif defined NOT_INITIALISED
int main(void) {
    sem_wait(&semaphore); // UNSAFE: sem_wait on a semaphore that is not initialised
    return 0;
}
#elif defined DESTROYED
int main(void) {
    sem_init(&semaphore, 0, 1);
    sem_destroy(&semaphore);
    sem_wait(&semaphore); // UNSAFE: sem_wait on a semaphore that has been destroyed
    return 0;
}
#elif defined DESTROYED_WHILE_A_THREAD_WAITS
static void *work(void *unused) {
    sem_wait(&semaphore); // UNSAFE: sem_wait on a semaphore that has been destroyed
    return 0;
}
int main(void) {
    pthread_t other;
    sem_init(&semaphore, 0, 0);
    pthread_create(&other, 0, work, 0);
    sem_destroy(&semaphore);
    pthread_join(other, 0);
    return 0;
}
#elif defined CANCELLATION
static void *work(void *unused) {
    sem_wait(&semaphore);
    return 0;
}
int main(void) {
    pthread_t other;
    void *result;
    sem_init(&semaphore, 0, 0);
    pthread_create(&other, 0, work, 0);
    pthread_cancel(other);
    pthread_join(other, &result);
    assert(result == PTHREAD_CANCELED); // SAFE
    return 0;
}
#elif defined CANCELLATION_LEAVES_THE_VALUE
static void *work(void *unused) {
    sem_wait(&semaphore);
    return 0;
}
int main(void) {
    pthread_t other;
    void *result;
    int value;
    sem_init(&semaphore, 0, 0);
    pthread_create(&other, 0, work, 0);
    sem_post(&semaphore);
    pthread_cancel(other);
    pthread_join(other, &result);
    sem_getvalue(&semaphore, &value);
    assert((result == PTHREAD_CANCELED && value == 1) || value == 0);
    assert(value == 1); // UNSAFE: assertion failed
    assert(value == 0); // UNSAFE: assertion failed
    return 0;
}
#elif defined CANCELLATION_DISABLED
static void *work(void *unused) {
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, 0);
    sem_post(&semaphore);
    sem_wait(&semaphore);
    sem_wait(&semaphore); // DEADLOCK
    return 0;
}
int main(void) {
    pthread_t other;
    sem_init(&semaphore, 0, 0);
    pthread_create(&other, 0, work, 0);
    pthread_cancel(other);
    pthread_join(other, 0); // DEADLOCK
    return 0;
}
#endif
