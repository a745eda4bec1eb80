// WITH --property=no-deadlock
// Threads that wait for signals, numbers and each other's ends.
#include "../twin.h"
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <threads.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int ready;

#if defined NO_SIGNAL // WITH --no-spurious-wakeups
static void *work(void *unused) {
    pthread_mutex_lock(&mutex);
    ready = 1;
    TWIN(, pthread_cond_signal(&condition));
    pthread_mutex_unlock(&mutex);
    return unused;
}
static void other(void) {
    pthread_mutex_lock(&mutex);
    while (!ready)
        pthread_cond_wait(&condition, &mutex); // DEADLOCK
    pthread_mutex_unlock(&mutex);
}

#elif defined SIGNAL_FOR_ONE_OF_TWO // WITH --no-spurious-wakeups
static void await(void) {
    pthread_mutex_lock(&mutex);
    while (!ready)
        pthread_cond_wait(&condition, &mutex); // DEADLOCK
    pthread_mutex_unlock(&mutex);
}
static void *work(void *unused) {
    await();
    return unused;
}
static int own_main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], 0, work, 0);
    pthread_create(&threads[1], 0, work, 0);
    pthread_mutex_lock(&mutex);
    ready = 1;
    TWIN(pthread_cond_signal, pthread_cond_broadcast)(&condition);
    pthread_mutex_unlock(&mutex);
    pthread_join(threads[0], 0); // DEADLOCK
    pthread_join(threads[1], 0); // DEADLOCK
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
