/* pthread_rwlock_clockrdlock and pthread_rwlock_clockwrlock: a lock that is held may be waited for or not, whatever the deadline */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
struct timespec deadline = {1, 0}, wrong = {1, 1000000000}, also_wrong = {1, -1};

#if defined CODES
static void *from_outside(void *reading) {
    assert(pthread_rwlock_clockwrlock(&lock, CLOCK_MONOTONIC, &deadline) == ETIMEDOUT);
    assert(pthread_rwlock_clockrdlock(&lock, CLOCK_MONOTONIC, &deadline) == (reading ? 0 : ETIMEDOUT)); // SAFE
    if (reading)
        pthread_rwlock_unlock(&lock);
    return 0;
}
int main(void) {
    pthread_t other;
    assert(pthread_rwlock_clockrdlock(&lock, CLOCK_MONOTONIC, &deadline) == 0);
    assert(pthread_rwlock_clockrdlock(&lock, CLOCK_MONOTONIC, &deadline) == 0);
    assert(pthread_rwlock_clockwrlock(&lock, CLOCK_MONOTONIC, &deadline) == ETIMEDOUT);
    pthread_create(&other, 0, from_outside, &lock);
    pthread_join(other, 0);
    pthread_rwlock_unlock(&lock);
    pthread_rwlock_unlock(&lock);
    assert(pthread_rwlock_clockwrlock(&lock, CLOCK_MONOTONIC, &deadline) == 0);
    assert(pthread_rwlock_clockwrlock(&lock, CLOCK_MONOTONIC, &deadline) == EDEADLK);
    assert(pthread_rwlock_clockrdlock(&lock, CLOCK_MONOTONIC, &deadline) == EDEADLK);
    pthread_create(&other, 0, from_outside, 0);
    pthread_join(other, 0);
    return 0;
}
#elif defined WRONG_DEADLINES
int main(void) {
    assert(pthread_rwlock_clockrdlock(&lock, CLOCK_MONOTONIC, &wrong) == EINVAL); // SAFE
    assert(pthread_rwlock_clockrdlock(&lock, CLOCK_MONOTONIC, &also_wrong) == EINVAL);
    assert(pthread_rwlock_clockwrlock(&lock, CLOCK_MONOTONIC, &wrong) == EINVAL);
    assert(pthread_rwlock_clockwrlock(&lock, CLOCK_MONOTONIC, &also_wrong) == EINVAL);
    assert(pthread_rwlock_trywrlock(&lock) == 0);
    return 0;
}
#elif defined WRONG_CLOCK
int main(void) {
    assert(pthread_rwlock_clockrdlock(&lock, CLOCK_PROCESS_CPUTIME_ID, &deadline) == EINVAL); // SAFE
    assert(pthread_rwlock_clockwrlock(&lock, CLOCK_PROCESS_CPUTIME_ID, &deadline) == EINVAL);
    assert(pthread_rwlock_clockwrlock(&lock, CLOCK_REALTIME, &deadline) == 0);
    return 0;
}
#elif defined EITHER_OUTCOME
static void *work(void *unused) {
    int result = pthread_rwlock_clockrdlock(&lock, CLOCK_MONOTONIC, &deadline);
    assert(result == 0);         // UNSAFE: assertion failed
    assert(result == ETIMEDOUT); // UNSAFE: assertion failed
    return 0;
}
int main(void) {
    pthread_t other;
    pthread_rwlock_wrlock(&lock);
    pthread_create(&other, 0, work, 0);
    pthread_rwlock_unlock(&lock);
    pthread_join(other, 0);
    return 0;
}
#elif defined EITHER_OUTCOME_OF_WRITING
static void *work(void *unused) {
    int result = pthread_rwlock_clockwrlock(&lock, CLOCK_MONOTONIC, &deadline);
    assert(result == 0);         // UNSAFE: assertion failed
    assert(result == ETIMEDOUT); // UNSAFE: assertion failed
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
    pthread_rwlock_clockrdlock(&lock, CLOCK_MONOTONIC, &deadline); // UNSAFE: pthread_rwlock_clockrdlock of a read-write lock that has been destroyed
    return 0;
}
#elif defined WRITE_DESTROYED
int main(void) {
    pthread_rwlock_destroy(&lock);
    pthread_rwlock_clockwrlock(&lock, CLOCK_MONOTONIC, &deadline); // UNSAFE: pthread_rwlock_clockwrlock of a read-write lock that has been destroyed
    return 0;
}
#endif
