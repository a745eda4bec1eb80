/* pthread_rwlock_tryrdlock and pthread_rwlock_trywrlock */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

#if defined CODES
static void *from_outside(void *reading) {
    assert(pthread_rwlock_trywrlock(&lock) == EBUSY);
    assert(pthread_rwlock_tryrdlock(&lock) == (reading ? 0 : EBUSY)); // SAFE
    if (reading)
        pthread_rwlock_unlock(&lock);
    return 0;
}
int main(void) {
    pthread_t other;
    assert(pthread_rwlock_tryrdlock(&lock) == 0);
    assert(pthread_rwlock_tryrdlock(&lock) == 0);
    assert(pthread_rwlock_trywrlock(&lock) == EBUSY);
    pthread_create(&other, 0, from_outside, &lock);
    pthread_join(other, 0);
    pthread_rwlock_unlock(&lock);
    pthread_rwlock_unlock(&lock);
    assert(pthread_rwlock_trywrlock(&lock) == 0);
    assert(pthread_rwlock_trywrlock(&lock) == EBUSY);
    assert(pthread_rwlock_tryrdlock(&lock) == EBUSY);
    pthread_create(&other, 0, from_outside, 0);
    pthread_join(other, 0);
    return 0;
}
#elif defined EITHER_OUTCOME
static void *work(void *unused) {
    int result = pthread_rwlock_tryrdlock(&lock);
    assert(result == 0);     // UNSAFE: assertion failed
    assert(result == EBUSY); // UNSAFE: assertion failed
    return 0;
}
int main(void) {
    pthread_t other;
    pthread_create(&other, 0, work, 0);
    pthread_rwlock_wrlock(&lock);
    pthread_rwlock_unlock(&lock);
    pthread_join(other, 0);
    return 0;
}
#elif defined EITHER_OUTCOME_OF_WRITING
static void *work(void *unused) {
    int result = pthread_rwlock_trywrlock(&lock);
    assert(result == 0);     // UNSAFE: assertion failed
    assert(result == EBUSY); // UNSAFE: assertion failed
    return 0;
}
int main(void) {
    pthread_t other;
    pthread_rwlock_rdlock(&lock);
    pthread_create(&other, 0, work, 0);
    pthread_rwlock_unlock(&lock);
    pthread_join(other, 0);
    return 0;
}
#elif defined READ_DESTROYED
int main(void) {
    pthread_rwlock_destroy(&lock);
    pthread_rwlock_tryrdlock(&lock); // UNSAFE: pthread_rwlock_tryrdlock of a read-write lock that has been destroyed
    return 0;
}
#elif defined WRITE_DESTROYED
int main(void) {
    pthread_rwlock_destroy(&lock);
    pthread_rwlock_trywrlock(&lock); // UNSAFE: pthread_rwlock_trywrlock of a read-write lock that has been destroyed
    return 0;
}
#endif
