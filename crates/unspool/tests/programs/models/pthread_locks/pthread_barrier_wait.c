/* pthread_barrier_init, pthread_barrier_wait and pthread_barrier_destroy */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

pthread_barrier_t barrier;
int arrived[2], serial;

#if defined ALL_HAVE_ARRIVED
static void *work(void *number) {
    arrived[number != 0] = 1;
    pthread_barrier_wait(&barrier);
    assert(arrived[number == 0]); // SAFE
    return 0;
}
int main(void) {
    // WITH --races
    pthread_t other;
    assert(pthread_barrier_init(&barrier, 0, 2) == 0);
    pthread_create(&other, 0, work, &barrier);
    work(0);
    pthread_join(other, 0);
    assert(pthread_barrier_destroy(&barrier) == 0);
    return 0;
}
#elif defined ONE_SERIAL_THREAD
static void *work(void *unused) {
    int result = pthread_barrier_wait(&barrier);
    assert(result == 0 || result == PTHREAD_BARRIER_SERIAL_THREAD);
    return (void *)(long)result;
}
int main(void) {
    pthread_t first, second;
    void *results[3];
    pthread_barrier_init(&barrier, 0, 3);
    pthread_create(&first, 0, work, 0);
    pthread_create(&second, 0, work, 0);
    results[0] = work(0);
    pthread_join(first, &results[1]);
    pthread_join(second, &results[2]);
    assert((results[0] != 0) + (results[1] != 0) + (results[2] != 0) == 1); // SAFE
    return 0;
}
#elif defined ANY_SERIAL_THREAD
static void *work(void *unused) {
    if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD)
        serial = 1;
    return 0;
}
int main(void) {
    pthread_t other;
    pthread_barrier_init(&barrier, 0, 2);
    pthread_create(&other, 0, work, 0);
    if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD)
        serial = 2;
    pthread_join(other, 0);
    assert(serial != 1); // UNSAFE: assertion failed
    assert(serial != 2); // UNSAFE: assertion failed
    return 0;
}
#elif defined TOO_FEW
int main(void) {
    pthread_barrier_init(&barrier, 0, 2);
    pthread_barrier_wait(&barrier); // DEADLOCK
    return 0;
}
#elif defined ALONE
int main(void) {
    pthread_barrier_init(&barrier, 0, 1);
    assert(pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD); // SAFE
    assert(pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD);
    return 0;
}
#elif defined REUSE
int step[2];
static void *work(void *number) {
    int own = number != 0;
    for (int i = 1; i <= 3; i++) {
        step[own] = i;
        pthread_barrier_wait(&barrier);
        assert(step[!own] >= i && step[!own] <= i + 1); // SAFE
    }
    return 0;
}
int main(void) {
    pthread_t other;
    pthread_barrier_init(&barrier, 0, 2);
    pthread_create(&other, 0, work, &barrier);
    work(0);
    pthread_join(other, 0);
    return 0;
}
#elif defined REUSE_FOR_EVER
static void *work(void *number) {
    for (;;)
        pthread_barrier_wait(&barrier); // SAFE
}
int main(void) {
    pthread_t first, second;
    pthread_barrier_init(&barrier, 0, 2);
    pthread_create(&first, 0, work, 0);
    pthread_create(&second, 0, work, 0);
    return 0;
}
#elif defined MORE_THREADS_THAN_ARE_NEEDED
static void *work(void *unused) {
    pthread_barrier_wait(&barrier); // DEADLOCK
    return 0;
}
int main(void) {
    pthread_t first, second;
    pthread_barrier_init(&barrier, 0, 2);
    pthread_create(&first, 0, work, 0);
    pthread_create(&second, 0, work, 0);
    work(0);
    pthread_join(first, 0);  // DEADLOCK
    pthread_join(second, 0); // DEADLOCK
    return 0;
}
#elif defined FREED_BY_ONE_OF_THEM
static void *work(void *shared) {
    if (pthread_barrier_wait(shared) == PTHREAD_BARRIER_SERIAL_THREAD) {
        pthread_barrier_destroy(shared); // SAFE
        free(shared);
    }
    return 0;
}
int main(void) {
    pthread_t other;
    pthread_barrier_t *shared = malloc(sizeof *shared);
    pthread_barrier_init(shared, 0, 2);
    pthread_create(&other, 0, work, shared);
    work(shared);
    pthread_join(other, 0);
    return 0;
}
#elif defined NEEDS_NOBODY
int main(void) {
    assert(pthread_barrier_init(&barrier, 0, 0) == EINVAL); // SAFE
    return 0;
}
#elif defined WAIT_WITHOUT_INITIALISATION
int main(void) {
    pthread_barrier_wait(&barrier); // UNSAFE: pthread_barrier_wait at a barrier that is not initialised
    return 0;
}
#elif defined WAIT_AFTER_DESTRUCTION
int main(void) {
    pthread_barrier_init(&barrier, 0, 1);
    pthread_barrier_destroy(&barrier);
    pthread_barrier_wait(&barrier); // UNSAFE: pthread_barrier_wait at a barrier that has been destroyed
    return 0;
}
#elif defined DESTROY_WITHOUT_INITIALISATION
int main(void) {
    pthread_barrier_destroy(&barrier); // UNSAFE: pthread_barrier_destroy of a barrier that is not initialised
    return 0;
}
#elif defined DESTROY_TWICE
int main(void) {
    pthread_barrier_init(&barrier, 0, 1);
    pthread_barrier_destroy(&barrier);
    pthread_barrier_destroy(&barrier); // UNSAFE: pthread_barrier_destroy of a barrier that has been destroyed
    return 0;
}
#elif defined DESTROY_WHILE_A_THREAD_WAITS
static void *work(void *unused) {
    pthread_barrier_wait(&barrier); // UNSAFE: pthread_barrier_wait at a barrier that has been destroyed
    return 0;
}
int main(void) {
    pthread_t other;
    pthread_barrier_init(&barrier, 0, 2);
    pthread_create(&other, 0, work, 0);
    pthread_barrier_destroy(&barrier); // UNSAFE: pthread_barrier_destroy of a barrier that threads wait at
    pthread_join(other, 0);
    return 0;
}
#elif defined ATTRIBUTES
int main(void) {
    pthread_barrierattr_t attributes;
    int shared = -1;
    memset(&attributes, 0xff, sizeof attributes);
    assert(pthread_barrierattr_init(&attributes) == 0);
    assert(pthread_barrierattr_getpshared(&attributes, &shared) == 0 && shared == PTHREAD_PROCESS_PRIVATE);
    assert(pthread_barrierattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED) == 0); // SAFE
    assert(pthread_barrierattr_getpshared(&attributes, &shared) == 0 && shared == PTHREAD_PROCESS_SHARED);
    assert(pthread_barrierattr_setpshared(&attributes, 2) == EINVAL);
    assert(pthread_barrier_init(&barrier, &attributes, 1) == 0);
    assert(pthread_barrierattr_destroy(&attributes) == 0);
    assert(pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD);
    return 0;
}
#elif defined OVER_GARBAGE
int main(void) {
    memset(&barrier, 0xff, sizeof barrier);
    pthread_barrier_init(&barrier, 0, 1);
    assert(pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD && pthread_barrier_destroy(&barrier) == 0); // SAFE
    return 0;
}
#elif defined ONE_LEAVES_LATE
static void *work(void *unused) {
    pthread_barrier_wait(&barrier); // SAFE
    return 0;
}
int main(void) {
    pthread_t late, next;
    pthread_barrier_init(&barrier, 0, 2);
    pthread_create(&late, 0, work, 0);
    work(0);
    pthread_create(&next, 0, work, 0); /* the second round may end before the first of `late` has */
    work(0);
    pthread_join(late, 0);
    pthread_join(next, 0);
    return 0;
}
#elif defined ATTRIBUTES_ARE_NOT_SYNCHRONISED
pthread_barrierattr_t attributes;
static void *work(void *unused) {
    pthread_barrierattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED); // RACE
    return 0;
}
int main(void) {
    // WITH --races
    pthread_t other;
    int shared;
    pthread_barrierattr_init(&attributes);
    pthread_create(&other, 0, work, 0);
    pthread_barrierattr_getpshared(&attributes, &shared); // RACE
    pthread_join(other, 0);
    return 0;
}
#endif
