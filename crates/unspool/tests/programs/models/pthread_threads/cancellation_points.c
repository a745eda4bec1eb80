/* The functions that act on a cancellation: each blocks, or would pass, in a thread that is cancelled */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <time.h>
#include <unistd.h>

pthread_t thread, other;
int passed;
sem_t semaphore;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static const struct timespec moment = {0, 1};

static void *expect_cancellation(void *(*start)(void *)) {
    void *result;
    pthread_create(&thread, 0, start, 0);
    pthread_cancel(thread);
    pthread_join(thread, &result);
    return result;
}

static void unlock(void *unused) {
    assert(pthread_mutex_trylock(&mutex) != 0);
    assert(pthread_mutex_unlock(&mutex) == 0);
}

/* Of the functions that return by themselves: the request is pending before, so they do not. */
static void *cancelled_in(void (*function)(void)) {
    pthread_cancel(pthread_self());
    function();
    assert(0);
    return 0;
}

#if defined SEM_WAIT // SAFE
static void *wait(void *unused) {
    sem_wait(&semaphore);
    return 0;
}
int main(void) {
    sem_init(&semaphore, 0, 0);
    assert(expect_cancellation(wait) == PTHREAD_CANCELED);
    int value;
    sem_getvalue(&semaphore, &value);
    assert(value == 0);
}
#elif defined SEM_WAIT_THAT_ALSO_GETS_ITS_POST // SAFE
/* Either happens, but not both. */
static void *wait(void *unused) {
    sem_wait(&semaphore);
    return &semaphore;
}
int main(void) {
    void *result;
    int value;
    sem_init(&semaphore, 0, 0);
    pthread_create(&thread, 0, wait, 0);
    pthread_cancel(thread);
    sem_post(&semaphore);
    pthread_join(thread, &result);
    sem_getvalue(&semaphore, &value);
    assert(value == (result == PTHREAD_CANCELED));
}
#elif defined SEM_WAIT_MAY_TAKE_A_POST_INSTEAD
/* POSIX leaves open what happens if the event occurs before the request is acted upon. */
static void *wait(void *unused) {
    sem_wait(&semaphore);
    return &semaphore;
}
int main(void) {
    void *result;
    sem_init(&semaphore, 0, 0);
    pthread_create(&thread, 0, wait, 0);
    pthread_cancel(thread);
    sem_post(&semaphore);
    pthread_join(thread, &result);
    assert(result == PTHREAD_CANCELED); // UNSAFE: assertion failed
}
#elif defined SEM_TIMEDWAIT // SAFE
static void *wait(void *unused) {
    for (;;)
        sem_timedwait(&semaphore, &moment);
}
int main(void) {
    sem_init(&semaphore, 0, 0);
    assert(expect_cancellation(wait) == PTHREAD_CANCELED);
}
#elif defined PTHREAD_COND_WAIT // SAFE
/* The mutex is held again when the handlers run. */
static void *wait(void *unused) {
    pthread_mutex_lock(&mutex);
    pthread_cleanup_push(unlock, 0);
    for (;;)
        pthread_cond_wait(&condition, &mutex);
    pthread_cleanup_pop(0);
    return 0;
}
int main(void) {
    assert(expect_cancellation(wait) == PTHREAD_CANCELED);
    assert(pthread_mutex_trylock(&mutex) == 0);
}
#elif defined PTHREAD_COND_WAIT_WITHOUT_A_HANDLER
static void *wait(void *unused) {
    pthread_mutex_lock(&mutex);
    for (;;)
        pthread_cond_wait(&condition, &mutex);
    return 0;
}
int main(void) {
    expect_cancellation(wait);
    pthread_mutex_lock(&mutex); // DEADLOCK
}
#elif defined PTHREAD_COND_WAIT_TAKES_NO_SIGNAL_ALONG // SAFE
/* POSIX: a cancelled thread does not consume a signal if others wait. */
// WITH --no-spurious-wakeups
int ready;
static void *wait(void *unused) {
    pthread_mutex_lock(&mutex);
    pthread_cleanup_push(unlock, 0);
    while (!ready)
        pthread_cond_wait(&condition, &mutex);
    pthread_cond_signal(&condition);
    pthread_cleanup_pop(1);
    return 0;
}
int main(void) {
    pthread_create(&thread, 0, wait, 0);
    pthread_create(&other, 0, wait, 0);
    pthread_mutex_lock(&mutex);
    ready = 1;
    pthread_cancel(thread);
    pthread_cond_signal(&condition);
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, 0);
    pthread_join(other, 0);
}
#elif defined PTHREAD_COND_TIMEDWAIT // SAFE
static void *wait(void *unused) {
    pthread_mutex_lock(&mutex);
    pthread_cleanup_push(unlock, 0);
    for (;;)
        pthread_cond_timedwait(&condition, &mutex, &moment);
    pthread_cleanup_pop(0);
    return 0;
}
int main(void) {
    assert(expect_cancellation(wait) == PTHREAD_CANCELED);
    assert(pthread_mutex_trylock(&mutex) == 0);
}
#elif defined PTHREAD_JOIN // SAFE
/* The thread that was not joined can still be. */
static void *wait(void *unused) {
    sem_wait(&semaphore);
    return &semaphore;
}
static void *join_other(void *unused) {
    pthread_join(other, 0);
    return 0;
}
int main(void) {
    void *result;
    sem_init(&semaphore, 0, 0);
    pthread_create(&other, 0, wait, 0);
    assert(expect_cancellation(join_other) == PTHREAD_CANCELED);
    sem_post(&semaphore);
    assert(pthread_join(other, &result) == 0 && result == &semaphore);
}
#elif defined PTHREAD_JOIN_MAY_SUCCEED_INSTEAD
static void *wait(void *unused) {
    sem_wait(&semaphore);
    return 0;
}
static void *join_other(void *unused) {
    pthread_join(other, 0);
    return &semaphore;
}
int main(void) {
    void *result;
    sem_init(&semaphore, 0, 0);
    pthread_create(&other, 0, wait, 0);
    pthread_create(&thread, 0, join_other, 0);
    pthread_cancel(thread);
    sem_post(&semaphore);
    pthread_join(thread, &result);
    assert(result == PTHREAD_CANCELED); // UNSAFE: assertion failed
}
#elif defined PTHREAD_TIMEDJOIN_NP // SAFE
static void join_main(void) {
    pthread_timedjoin_np(other, 0, &moment);
}
static void *join(void *unused) {
    return cancelled_in(join_main);
}
int main(void) {
    other = pthread_self();
    assert(expect_cancellation(join) == PTHREAD_CANCELED);
}
#elif defined SLEEP // SAFE
static void call(void) {
    sleep(1);
}
static void *sleeper(void *unused) {
    return cancelled_in(call);
}
int main(void) {
    assert(expect_cancellation(sleeper) == PTHREAD_CANCELED);
}
#elif defined USLEEP // SAFE
static void call(void) {
    usleep(1);
}
static void *sleeper(void *unused) {
    return cancelled_in(call);
}
int main(void) {
    assert(expect_cancellation(sleeper) == PTHREAD_CANCELED);
}
#elif defined NANOSLEEP // SAFE
static void call(void) {
    nanosleep(&moment, 0);
}
static void *sleeper(void *unused) {
    return cancelled_in(call);
}
int main(void) {
    assert(expect_cancellation(sleeper) == PTHREAD_CANCELED);
}
#elif defined CLOCK_NANOSLEEP // SAFE
static void call(void) {
    clock_nanosleep(CLOCK_MONOTONIC, 0, &moment, 0);
}
static void *sleeper(void *unused) {
    return cancelled_in(call);
}
int main(void) {
    assert(expect_cancellation(sleeper) == PTHREAD_CANCELED);
}
#elif defined PAUSE // SAFE
static void *wait(void *unused) {
    pause();
    return 0;
}
int main(void) {
    assert(expect_cancellation(wait) == PTHREAD_CANCELED);
}
#elif defined READ // SAFE
static void call(void) {
    char byte;
    read(0, &byte, 1);
}
static void *reader(void *unused) {
    return cancelled_in(call);
}
int main(void) {
    assert(expect_cancellation(reader) == PTHREAD_CANCELED);
}
#elif defined WRITE // SAFE
static void call(void) {
    write(1, "x", 1);
}
static void *writer(void *unused) {
    return cancelled_in(call);
}
int main(void) {
    assert(expect_cancellation(writer) == PTHREAD_CANCELED);
}
#elif defined PTHREAD_MUTEX_LOCK_IS_NONE
/* POSIX: pthread_mutex_lock is not a cancellation point. */
static void *wait(void *unused) {
    pthread_mutex_lock(&mutex); // DEADLOCK
    return 0;
}
int main(void) {
    pthread_mutex_lock(&mutex);
    pthread_create(&thread, 0, wait, 0);
    pthread_cancel(thread);
    pthread_join(thread, 0); // DEADLOCK
}
#endif
