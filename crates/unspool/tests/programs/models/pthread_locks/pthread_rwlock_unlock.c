/* pthread_rwlock_unlock */
#include <assert.h>
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

#if defined LETS_A_WRITER_IN
static void *work(void *unused) {
    assert(pthread_rwlock_wrlock(&lock) == 0); // SAFE
    assert(pthread_rwlock_unlock(&lock) == 0);
    return 0;
}
int main(void) {
    pthread_t other;
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_rdlock(&lock);
    pthread_create(&other, 0, work, 0);
    assert(pthread_rwlock_unlock(&lock) == 0);
    assert(pthread_rwlock_unlock(&lock) == 0);
    pthread_join(other, 0);
    return 0;
}
#elif defined LETS_A_READER_IN
static void *work(void *unused) {
    assert(pthread_rwlock_rdlock(&lock) == 0); // SAFE
    assert(pthread_rwlock_unlock(&lock) == 0);
    return 0;
}
int main(void) {
    pthread_t other;
    pthread_rwlock_wrlock(&lock);
    pthread_create(&other, 0, work, 0);
    assert(pthread_rwlock_unlock(&lock) == 0);
    pthread_join(other, 0);
    return 0;
}
#elif defined NOT_LOCKED
int main(void) {
    pthread_rwlock_unlock(&lock); // UNSAFE: pthread_rwlock_unlock of a read-write lock that is not locked
    return 0;
}
#elif defined TOO_OFTEN
int main(void) {
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_unlock(&lock);
    pthread_rwlock_unlock(&lock); // UNSAFE: pthread_rwlock_unlock of a read-write lock that is not locked
    return 0;
}
#elif defined ANOTHER_THREAD_WRITES
static void *work(void *unused) {
    pthread_rwlock_unlock(&lock); // UNSAFE: pthread_rwlock_unlock of a read-write lock that another thread holds for writing
    return 0;
}
int main(void) {
    pthread_t other;
    pthread_rwlock_wrlock(&lock);
    pthread_create(&other, 0, work, 0);
    pthread_join(other, 0);
    return 0;
}
#elif defined OTHER_THREADS_READ
static void *work(void *unused) {
    pthread_rwlock_unlock(&lock); // UNSAFE: pthread_rwlock_unlock of a read-write lock that only other threads hold, for reading
    return 0;
}
int main(void) {
    pthread_t other;
    pthread_rwlock_rdlock(&lock);
    pthread_create(&other, 0, work, 0);
    pthread_join(other, 0);
    return 0;
}
#elif defined OTHERS_READ_AND_ONCE_TOO_OFTEN
static void *work(void *unused) {
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_unlock(&lock);
    pthread_rwlock_unlock(&lock);
    pthread_rwlock_unlock(&lock); // UNSAFE: only other threads hold
    return 0;
}
int main(void) {
    pthread_t other;
    pthread_rwlock_rdlock(&lock);
    pthread_create(&other, 0, work, 0);
    pthread_join(other, 0);
    return 0;
}
#elif defined MANY_READ_LOCKS_OF_ONE_THREAD
static void *work(void *unused) {
    for (int i = 0; i < 5; i++)
        assert(pthread_rwlock_rdlock(&lock) == 0);
    for (int i = 0; i < 5; i++)
        assert(pthread_rwlock_unlock(&lock) == 0); // SAFE
    return 0;
}
int main(void) {
    pthread_t other;
    pthread_rwlock_rdlock(&lock);
    pthread_create(&other, 0, work, 0);
    pthread_join(other, 0);
    assert(pthread_rwlock_unlock(&lock) == 0);
    assert(pthread_rwlock_destroy(&lock) == 0);
    return 0;
}
#elif defined DESTROYED
int main(void) {
    pthread_rwlock_destroy(&lock);
    pthread_rwlock_unlock(&lock); // UNSAFE: pthread_rwlock_unlock of a read-write lock that has been destroyed
    return 0;
}
#endif
