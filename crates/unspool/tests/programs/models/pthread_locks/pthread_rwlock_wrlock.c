/* pthread_rwlock_wrlock */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int writing;

#if defined EXCLUDES_WRITERS
static void *write_it(void *unused) {
    assert(pthread_rwlock_wrlock(&lock) == 0);
    assert(!writing); // SAFE
    writing = 1;
    writing = 0;
    pthread_rwlock_unlock(&lock);
    return 0;
}
int main(void) {
    // WITH --races
    pthread_t other;
    pthread_create(&other, 0, write_it, 0);
    write_it(0);
    pthread_join(other, 0);
    return 0;
}
#elif defined WAITS_FOR_A_READER
static void *write_it(void *unused) {
    pthread_rwlock_wrlock(&lock); // DEADLOCK
    return 0;
}
int main(void) {
    pthread_t other;
    pthread_rwlock_rdlock(&lock);
    pthread_create(&other, 0, write_it, 0);
    pthread_join(other, 0); // DEADLOCK
    return 0;
}
#elif defined WAITS_FOR_ALL_READERS
static void *write_it(void *unused) {
    pthread_rwlock_wrlock(&lock); // DEADLOCK
    return 0;
}
int main(void) {
    pthread_t other;
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_rdlock(&lock);
    pthread_create(&other, 0, write_it, 0);
    pthread_rwlock_unlock(&lock);
    pthread_join(other, 0); // DEADLOCK
    return 0;
}
#elif defined WAITS_FOR_A_WRITER
static void *write_it(void *unused) {
    pthread_rwlock_wrlock(&lock); // DEADLOCK
    return 0;
}
int main(void) {
    pthread_t other;
    pthread_rwlock_wrlock(&lock);
    pthread_create(&other, 0, write_it, 0);
    pthread_join(other, 0); // DEADLOCK
    return 0;
}
#elif defined BY_THE_WRITER
int main(void) {
    assert(pthread_rwlock_wrlock(&lock) == 0);
    assert(pthread_rwlock_wrlock(&lock) == EDEADLK); // SAFE
    assert(pthread_rwlock_unlock(&lock) == 0);
    assert(pthread_rwlock_wrlock(&lock) == 0);
    return 0;
}
#elif defined BY_A_READER
int main(void) {
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_wrlock(&lock); // UNSAFE: pthread_rwlock_wrlock of a read-write lock that this thread holds for reading: it waits for itself for ever (deadlock)
    return 0;
}
#elif defined BY_A_FORMER_READER
int main(void) {
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_unlock(&lock);
    pthread_rwlock_unlock(&lock);
    pthread_rwlock_unlock(&lock);
    pthread_rwlock_unlock(&lock);
    assert(pthread_rwlock_wrlock(&lock) == 0); // SAFE
    return 0;
}
#elif defined DESTROYED
int main(void) {
    pthread_rwlock_destroy(&lock);
    pthread_rwlock_wrlock(&lock); // UNSAFE: pthread_rwlock_wrlock of a read-write lock that has been destroyed
    return 0;
}
#elif defined RELOCK_WITHOUT_A_REPORT
int main(void) {
    // WITH --ignore=lock-misuse
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_wrlock(&lock); // DEADLOCK
    return 0;
}
#elif defined RELOCK_WITHOUT_A_REPORT_UNTIL_ANOTHER_UNLOCKS
static void *unlock(void *unused) {
    pthread_rwlock_unlock(&lock);
    return 0;
}
int main(void) {
    // WITH --ignore=lock-misuse
    pthread_t handle;
    pthread_rwlock_rdlock(&lock);
    pthread_create(&handle, 0, unlock, 0);
    pthread_rwlock_wrlock(&lock);
    pthread_join(handle, 0);
    assert(pthread_rwlock_tryrdlock(&lock) == EBUSY); // SAFE
    return 0;
}
#elif defined BY_A_FORMER_READER_WHILE_ANOTHER_READS
static void *read_it(void *unused) {
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_unlock(&lock);
    return 0;
}
int main(void) {
    pthread_t other;
    pthread_create(&other, 0, read_it, 0);
    for (int i = 0; i < 3; i++)
        pthread_rwlock_rdlock(&lock);
    for (int i = 0; i < 3; i++)
        pthread_rwlock_unlock(&lock);
    assert(pthread_rwlock_wrlock(&lock) == 0); // SAFE
    pthread_rwlock_unlock(&lock);
    pthread_join(other, 0);
    return 0;
}
#elif defined BY_A_READER_THAT_HOLDS_MANY
/* It is not known any more for sure that the thread reads. */
int main(void) {
    for (int i = 0; i < 3; i++)
        pthread_rwlock_rdlock(&lock);
    pthread_rwlock_unlock(&lock);
    pthread_rwlock_wrlock(&lock); // DEADLOCK
    return 0;
}
#endif
