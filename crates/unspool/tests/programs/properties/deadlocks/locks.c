// WITH --property=no-deadlock
// Threads that wait for locks, for ever or not.
#define _GNU_SOURCE
#include "../twin.h"
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <threads.h>
#include <time.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t second = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t third = PTHREAD_MUTEX_INITIALIZER;

#if defined READ_LOCK_UPGRADED // WITH --ignore=lock-misuse
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static void upgrade(void) {
    pthread_rwlock_rdlock(&lock);
    TWIN(, pthread_rwlock_unlock(&lock));
    pthread_rwlock_wrlock(&lock); // DEADLOCK
    pthread_rwlock_unlock(&lock);
}
static void *work(void *unused) {
    upgrade();
    return unused;
}
static void other(void) {
    upgrade();
}

#elif defined WRITER_BEHIND_A_READER
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static void *work(void *unused) {
    pthread_rwlock_rdlock(&lock);
    TWIN(, pthread_rwlock_unlock(&lock));
    return unused;
}
static void other(void) {
    pthread_rwlock_wrlock(&lock); // DEADLOCK
    pthread_rwlock_unlock(&lock);
}

#elif defined RECURSIVE_MUTEX
static pthread_mutex_t mutex = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static void *work(void *unused) {
    pthread_mutex_lock(&mutex);
    pthread_mutex_lock(&mutex); // NODEADLOCK
    pthread_mutex_unlock(&mutex);
    TWIN(, pthread_mutex_unlock(&mutex));
    return unused;
}
static void other(void) {
    pthread_mutex_lock(&mutex); // DEADLOCK
    pthread_mutex_unlock(&mutex);
}

#elif defined ERROR_CHECKING_MUTEX
static pthread_mutex_t mutex = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static void *work(void *unused) {
    pthread_mutex_lock(&mutex);
    int error = pthread_mutex_lock(&mutex); // NODEADLOCK
    if (error == TWIN(0, EDEADLK))
        pthread_mutex_unlock(&mutex);
    return unused;
}
static void other(void) {
    pthread_mutex_lock(&mutex); // DEADLOCK
    pthread_mutex_unlock(&mutex);
}

#elif defined MTX
static mtx_t left, right;
#define PREPARE mtx_init(&left, mtx_plain), mtx_init(&right, mtx_plain)
static void *work(void *unused) {
    mtx_lock(&left);
    mtx_lock(&right); // DEADLOCK
    mtx_unlock(&right);
    mtx_unlock(&left);
    return unused;
}
static void other(void) {
    mtx_lock(&TWIN(right, left));
    mtx_lock(&TWIN(left, right)); // DEADLOCK
    mtx_unlock(&left);
    mtx_unlock(&right);
}

#elif defined SPIN_LOCK
static pthread_spinlock_t lock;
#define PREPARE pthread_spin_init(&lock, 0)
static void *work(void *unused) {
    pthread_spin_lock(&lock);
    TWIN(, pthread_spin_unlock(&lock));
    return unused;
}
static void other(void) {
    pthread_spin_lock(&lock); // DEADLOCK
    pthread_spin_unlock(&lock);
}

#elif defined STREAM_LOCK
static void *work(void *unused) {
    flockfile(stdout);
    pthread_mutex_lock(&first); // DEADLOCK
    pthread_mutex_unlock(&first);
    funlockfile(stdout);
    return unused;
}
static void other(void) {
    TWIN(pthread_mutex_lock(&first), );
    flockfile(stdout); // DEADLOCK
    funlockfile(stdout);
    TWIN(pthread_mutex_unlock(&first), );
}

#elif defined OUTPUT_UNDER_A_STREAM_LOCK
static void *work(void *unused) {
    flockfile(stdout);
    TWIN(, funlockfile(stdout));
    return unused;
}
static void other(void) {
    puts("done"); // DEADLOCK
}

#elif defined RELOCK // WITH --ignore=lock-misuse
static void *work(void *unused) {
    pthread_mutex_lock(&first);
    TWIN(pthread_mutex_lock(&first), ); // DEADLOCK
    pthread_mutex_unlock(&first);
    return unused;
}
static int own_main(void) {
    work(0);
    return 0;
}
#define OWN_MAIN

#elif defined WRITE_LOCK_TAKEN_AGAIN // WITH --ignore=lock-misuse
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int own_main(void) {
    pthread_rwlock_rdlock(&lock);
    TWIN(pthread_rwlock_wrlock(&lock), pthread_rwlock_rdlock(&lock)); // DEADLOCK
    pthread_rwlock_unlock(&lock);
    TWIN(, pthread_rwlock_unlock(&lock));
    return 0;
}
#define OWN_MAIN
#endif

int main(void) {
#ifdef OWN_MAIN
    return own_main();
#else
    pthread_t thread;
#ifdef PREPARE
    PREPARE;
#endif
    pthread_create(&thread, 0, work, 0);
    other();
    pthread_join(thread, 0);
    return 0;
#endif
}
