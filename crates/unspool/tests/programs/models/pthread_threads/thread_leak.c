/* Threads that are neither joined nor detached when the program ends */
// WITH --property=thread-leak
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

pthread_t thread;

static void *work(void *unused) {
    return 0;
}

static void join_it(void) {
    pthread_join(thread, 0);
}

#if defined NO_THREAD // SAFE
int main(void) {}
#elif defined JOINED // SAFE
int main(void) {
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, 0);
}
#elif defined NOT_JOINED // UNSAFE: the program ends while a thread is neither joined nor detached
int main(void) {
    pthread_create(&thread, 0, work, 0);
    return 0;
}
#elif defined DETACHED // SAFE
int main(void) {
    pthread_create(&thread, 0, work, 0);
    pthread_detach(thread);
}
#elif defined CREATED_DETACHED // SAFE
int main(void) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_create(&thread, &attributes, work, 0);
}
#elif defined CREATED_JOINABLE // UNSAFE: neither joined nor detached
int main(void) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_JOINABLE);
    pthread_create(&thread, &attributes, work, 0);
}
#elif defined ONE_OF_TWO
int main(void) {
    pthread_t other;
    pthread_create(&thread, 0, work, 0);
    pthread_create(&other, 0, work, 0);
    pthread_join(other, 0);
    exit(0); // UNSAFE: neither joined nor detached
}
#elif defined BOTH // SAFE
int main(void) {
    pthread_t other;
    pthread_create(&thread, 0, work, 0);
    pthread_create(&other, 0, work, 0);
    pthread_join(other, 0);
    pthread_detach(thread);
    exit(0);
}
#elif defined DETACHES_ITSELF_TOO_LATE
static void *detach(void *unused) {
    pthread_detach(pthread_self());
    return 0;
}
int main(void) {
    pthread_create(&thread, 0, detach, 0);
    _Exit(0); // UNSAFE: neither joined nor detached
}
#elif defined LEFT_BY_A_TIMED_JOIN
int main(void) {
    pthread_create(&thread, 0, work, 0);
    pthread_tryjoin_np(thread, 0);
    _exit(0); // UNSAFE: neither joined nor detached
}
#elif defined LEFT_BY_QUICK_EXIT
int main(void) {
    pthread_create(&thread, 0, work, 0);
    quick_exit(0); // UNSAFE: neither joined nor detached
}
#elif defined THE_FORTIETH
/* Beyond the first block of records. */
int main(void) {
    for (int i = 0; i < 40; i++) {
        pthread_create(&thread, 0, work, 0);
        if (i < 39)
            pthread_join(thread, 0);
    }
    exit(0); // UNSAFE: neither joined nor detached
}
#elif defined ALL_FORTY // SAFE
int main(void) {
    for (int i = 0; i < 40; i++) {
        pthread_create(&thread, 0, work, 0);
        pthread_join(thread, 0);
    }
    exit(0);
}
#elif defined JOINED_AT_EXIT // SAFE
int main(void) {
    pthread_create(&thread, 0, work, 0);
    atexit(join_it);
}
#elif defined THE_LAST_THREAD_JOINS_MAIN // SAFE
pthread_t first;
static void *join_first(void *unused) {
    pthread_join(first, 0);
    pthread_detach(pthread_self());
    return 0;
}
int main(void) {
    first = pthread_self();
    pthread_create(&thread, 0, join_first, 0);
    pthread_exit(0);
}
#elif defined THE_LAST_THREAD_LEAKS_ITSELF
static void *leak(void *unused) {
    pthread_exit(0); // UNSAFE: neither joined nor detached
}
int main(void) {
    pthread_create(&thread, 0, leak, 0);
    pthread_exit(0); // UNSAFE: neither joined nor detached
}
#elif defined WHAT_ABORTS_MAY_LEAVE_THREADS // UNSAFE: abort
int main(void) {
    pthread_create(&thread, 0, work, 0);
    abort();
}
#endif
