/* Locks that prefer writers: a reader waits while a writer waits, also one that reads already. Others do not. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <time.h>

pthread_rwlock_t writers_first = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
struct timespec deadline = {1, 0};
int writing;

static void make(int kind) {
    pthread_rwlockattr_t attributes;
    pthread_rwlockattr_init(&attributes);
    assert(pthread_rwlockattr_setkind_np(&attributes, kind) == 0);
    memset(&lock, 0xff, sizeof lock);
    assert(pthread_rwlock_init(&lock, &attributes) == 0);
}

#if defined BY_THE_INITIALISER
static void *write_it(void *unused) {
    pthread_rwlock_wrlock(&writers_first); // DEADLOCK
    pthread_rwlock_unlock(&writers_first);
    return 0;
}
int main(void) {
    pthread_t other;
    pthread_create(&other, 0, write_it, 0);
    pthread_rwlock_rdlock(&writers_first);
    pthread_rwlock_rdlock(&writers_first); // DEADLOCK
    pthread_rwlock_unlock(&writers_first);
    pthread_rwlock_unlock(&writers_first);
    pthread_join(other, 0);
    return 0;
}
#elif defined BY_AN_INITIALISER_OF_AN_EARLY_GLIBC
pthread_rwlock_t early = {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP}};
static void *write_it(void *unused) {
    pthread_rwlock_wrlock(&early); // DEADLOCK
    pthread_rwlock_unlock(&early);
    return 0;
}
int main(void) {
    pthread_t other;
    pthread_create(&other, 0, write_it, 0);
    pthread_rwlock_rdlock(&early);
    pthread_rwlock_rdlock(&early); // DEADLOCK
    pthread_rwlock_unlock(&early);
    pthread_rwlock_unlock(&early);
    pthread_join(other, 0);
    return 0;
}
#elif defined BY_THE_ATTRIBUTE
static void *write_it(void *unused) {
    pthread_rwlock_wrlock(&lock); // DEADLOCK
    pthread_rwlock_unlock(&lock);
    return 0;
}
int main(void) {
    pthread_t other;
    make(PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
    pthread_create(&other, 0, write_it, 0);
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_rdlock(&lock); // DEADLOCK
    pthread_rwlock_unlock(&lock);
    pthread_rwlock_unlock(&lock);
    pthread_join(other, 0);
    return 0;
}
#elif defined NOT_BY_DEFAULT
static void *write_it(void *unused) {
    pthread_rwlock_wrlock(&lock);
    pthread_rwlock_unlock(&lock);
    return 0;
}
int main(void) {
    pthread_t other;
    pthread_create(&other, 0, write_it, 0);
    pthread_rwlock_rdlock(&lock);
    assert(pthread_rwlock_rdlock(&lock) == 0); // SAFE
    assert(pthread_rwlock_tryrdlock(&lock) == 0);
    assert(pthread_rwlock_timedrdlock(&lock, &deadline) == 0);
    for (int i = 0; i < 4; i++)
        pthread_rwlock_unlock(&lock);
    pthread_join(other, 0);
    return 0;
}
#elif defined NOT_FOR_THE_OTHER_KIND
static void *write_it(void *unused) {
    pthread_rwlock_wrlock(&lock);
    pthread_rwlock_unlock(&lock);
    return 0;
}
int main(void) {
    pthread_t other;
    make(PTHREAD_RWLOCK_PREFER_WRITER_NP);
    pthread_create(&other, 0, write_it, 0);
    pthread_rwlock_rdlock(&lock);
    assert(pthread_rwlock_rdlock(&lock) == 0); // SAFE
    assert(pthread_rwlock_tryrdlock(&lock) == 0);
    for (int i = 0; i < 3; i++)
        pthread_rwlock_unlock(&lock);
    pthread_join(other, 0);
    return 0;
}
#elif defined READING_ONCE
static void *write_it(void *unused) {
    pthread_rwlock_wrlock(&writers_first);
    writing = 1;
    writing = 0;
    pthread_rwlock_unlock(&writers_first);
    return 0;
}
static void *read_it(void *unused) {
    pthread_rwlock_rdlock(&writers_first);
    assert(!writing); // SAFE
    pthread_rwlock_unlock(&writers_first);
    return 0;
}
int main(void) {
    // WITH --races
    pthread_t writer, reader;
    pthread_create(&writer, 0, write_it, 0);
    pthread_create(&reader, 0, read_it, 0);
    read_it(0);
    pthread_join(writer, 0);
    pthread_join(reader, 0);
    return 0;
}
#elif defined READERS_TOGETHER
static void *read_it(void *unused) {
    assert(pthread_rwlock_rdlock(&writers_first) == 0); // SAFE
    return 0;
}
int main(void) {
    pthread_t other;
    pthread_rwlock_rdlock(&writers_first);
    pthread_create(&other, 0, read_it, 0);
    pthread_join(other, 0);
    return 0;
}
#elif defined TWO_WRITERS
static void *write_it(void *unused) {
    assert(pthread_rwlock_wrlock(&writers_first) == 0);
    assert(!writing); // SAFE
    writing = 1;
    writing = 0;
    assert(pthread_rwlock_unlock(&writers_first) == 0);
    return 0;
}
int main(void) {
    // WITH --races
    pthread_t other;
    pthread_create(&other, 0, write_it, 0);
    write_it(0);
    pthread_join(other, 0);
    assert(pthread_rwlock_tryrdlock(&writers_first) == 0);
    return 0;
}
#elif defined TRYING
static void *write_it(void *unused) {
    pthread_rwlock_wrlock(&writers_first);
    pthread_rwlock_unlock(&writers_first);
    return 0;
}
int main(void) {
    pthread_t other;
    pthread_create(&other, 0, write_it, 0);
    pthread_rwlock_rdlock(&writers_first);
    int result = pthread_rwlock_tryrdlock(&writers_first);
    assert(result == 0);     // UNSAFE: assertion failed
    assert(result == EBUSY); // UNSAFE: assertion failed
    return 0;
}
#elif defined A_TIMED_READER
static void *write_it(void *unused) {
    pthread_rwlock_wrlock(&writers_first);
    pthread_rwlock_unlock(&writers_first);
    return 0;
}
int main(void) {
    pthread_t other;
    pthread_create(&other, 0, write_it, 0);
    pthread_rwlock_rdlock(&writers_first);
    int result = pthread_rwlock_timedrdlock(&writers_first, &deadline);
    assert(result == 0);         // UNSAFE: assertion failed
    assert(result == ETIMEDOUT); // UNSAFE: assertion failed
    return 0;
}
#elif defined A_TIMED_WRITER_WITHDRAWS
static void *write_it(void *unused) {
    int result = pthread_rwlock_timedwrlock(&writers_first, &deadline);
    assert(result == 0 || result == ETIMEDOUT);
    if (result == 0)
        pthread_rwlock_unlock(&writers_first);
    return 0;
}
int main(void) {
    pthread_t other;
    pthread_create(&other, 0, write_it, 0);
    assert(pthread_rwlock_rdlock(&writers_first) == 0);
    assert(pthread_rwlock_rdlock(&writers_first) == 0); // SAFE
    pthread_rwlock_unlock(&writers_first);
    pthread_rwlock_unlock(&writers_first);
    pthread_join(other, 0);
    assert(pthread_rwlock_tryrdlock(&writers_first) == 0);
    return 0;
}
#elif defined A_TIMED_WRITER_HOLDS_READERS_BACK
static void *write_it(void *unused) {
    pthread_rwlock_clockwrlock(&writers_first, CLOCK_MONOTONIC, &deadline);
    return 0;
}
int main(void) {
    pthread_t other;
    pthread_rwlock_rdlock(&writers_first);
    pthread_create(&other, 0, write_it, 0);
    assert(pthread_rwlock_tryrdlock(&writers_first) == 0); // UNSAFE: assertion failed
    return 0;
}
#elif defined A_TIMED_WRITER_MAY_GET_IT_LATER
static void *write_it(void *unused) {
    int result = pthread_rwlock_timedwrlock(&writers_first, &deadline);
    assert(result == 0);         // UNSAFE: assertion failed
    assert(result == ETIMEDOUT); // UNSAFE: assertion failed
    return 0;
}
int main(void) {
    pthread_t other;
    pthread_rwlock_rdlock(&writers_first);
    pthread_create(&other, 0, write_it, 0);
    if (pthread_rwlock_tryrdlock(&writers_first) == 0)
        return 0;
    pthread_rwlock_unlock(&writers_first);
    pthread_join(other, 0);
    return 0;
}
#elif defined CODES_OF_THE_WRITER
int main(void) {
    assert(pthread_rwlock_wrlock(&writers_first) == 0);
    assert(pthread_rwlock_wrlock(&writers_first) == EDEADLK); // SAFE
    assert(pthread_rwlock_rdlock(&writers_first) == EDEADLK);
    assert(pthread_rwlock_timedwrlock(&writers_first, &deadline) == EDEADLK);
    assert(pthread_rwlock_trywrlock(&writers_first) == EBUSY);
    assert(pthread_rwlock_unlock(&writers_first) == 0);
    assert(pthread_rwlock_rdlock(&writers_first) == 0);
    assert(pthread_rwlock_timedwrlock(&writers_first, &deadline) == ETIMEDOUT);
    assert(pthread_rwlock_rdlock(&writers_first) == 0);
    return 0;
}
#elif defined WRITING_BY_A_READER
int main(void) {
    pthread_rwlock_rdlock(&writers_first);
    pthread_rwlock_wrlock(&writers_first); // UNSAFE: this thread holds for reading: it waits for itself for ever (deadlock)
    return 0;
}
#elif defined WRITING_BY_A_READER_WITHOUT_A_REPORT
static void *read_it(void *unused) {
    pthread_rwlock_rdlock(&writers_first); // DEADLOCK
    return 0;
}
int main(void) {
    // WITH --ignore=lock-misuse
    pthread_t other;
    pthread_rwlock_rdlock(&writers_first);
    pthread_create(&other, 0, read_it, 0);
    pthread_rwlock_wrlock(&writers_first); // DEADLOCK
    return 0;
}
#elif defined DESTROYED_WHILE_A_WRITER_WAITS
static void *write_it(void *unused) {
    pthread_rwlock_wrlock(&writers_first); // UNSAFE: pthread_rwlock_wrlock of a read-write lock that has been destroyed
    pthread_rwlock_unlock(&writers_first);
    return 0;
}
int main(void) {
    pthread_t other;
    pthread_rwlock_rdlock(&writers_first);
    pthread_create(&other, 0, write_it, 0);
    pthread_rwlock_unlock(&writers_first);
    pthread_rwlock_destroy(&writers_first); // UNSAFE: pthread_rwlock_destroy of a read-write lock that is held
    return 0;
}
#elif defined DESTROYED_WHILE_A_TIMED_WRITER_WAITS
static void *write_it(void *unused) {
    pthread_rwlock_timedwrlock(&writers_first, &deadline); // UNSAFE: a timed wait for writing on a read-write lock that has been destroyed meanwhile
    return 0;
}
int main(void) {
    pthread_t other;
    pthread_rwlock_rdlock(&writers_first);
    pthread_create(&other, 0, write_it, 0);
    if (pthread_rwlock_tryrdlock(&writers_first) == 0)
        return 0;
    pthread_rwlock_unlock(&writers_first);
    pthread_rwlock_destroy(&writers_first); // UNSAFE: pthread_rwlock_destroy of a read-write lock that is held
    return 0;
}
#endif
