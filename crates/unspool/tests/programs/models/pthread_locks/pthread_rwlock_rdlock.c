/* pthread_rwlock_rdlock */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int writing;

#if defined EXCLUDES_WRITERS
static void *write_it(void *unused) {
    pthread_rwlock_wrlock(&lock);
    writing = 1;
    writing = 0;
    pthread_rwlock_unlock(&lock);
    return 0;
}
int main(void) {
    // WITH --races
    pthread_t other;
    pthread_create(&other, 0, write_it, 0);
    assert(pthread_rwlock_rdlock(&lock) == 0);
    assert(!writing); // SAFE
    assert(pthread_rwlock_unlock(&lock) == 0);
    pthread_join(other, 0);
    return 0;
}
#elif defined READERS_TOGETHER
static void *read_it(void *unused) {
    assert(pthread_rwlock_rdlock(&lock) == 0); // SAFE
    return 0;
}
int main(void) {
    pthread_t other;
    pthread_rwlock_rdlock(&lock);
    pthread_create(&other, 0, read_it, 0);
    pthread_join(other, 0);
    assert(pthread_rwlock_rdlock(&lock) == 0);
    return 0;
}
#elif defined WAITS_FOR_A_WRITER
static void *read_it(void *unused) {
    pthread_rwlock_rdlock(&lock); // DEADLOCK
    return 0;
}
int main(void) {
    pthread_t other;
    pthread_rwlock_wrlock(&lock);
    pthread_create(&other, 0, read_it, 0);
    pthread_join(other, 0); // DEADLOCK
    return 0;
}
#elif defined BY_THE_WRITER
int main(void) {
    pthread_rwlock_wrlock(&lock);
    assert(pthread_rwlock_rdlock(&lock) == EDEADLK); // SAFE
    assert(pthread_rwlock_unlock(&lock) == 0);
    assert(pthread_rwlock_rdlock(&lock) == 0);
    return 0;
}
#elif defined DESTROYED
int main(void) {
    pthread_rwlock_destroy(&lock);
    pthread_rwlock_rdlock(&lock); // UNSAFE: pthread_rwlock_rdlock of a read-write lock that has been destroyed
    return 0;
}
#endif
