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

#if defined OPPOSITE_ORDERS
static void *work(void *unused) {
    pthread_mutex_lock(&first);
    pthread_mutex_lock(&second); // DEADLOCK
    pthread_mutex_unlock(&second);
    pthread_mutex_unlock(&first);
    return unused;
}
static void other(void) {
    pthread_mutex_lock(&TWIN(second, first)); // NODEADLOCK
    pthread_mutex_lock(&TWIN(first, second)); // DEADLOCK
    pthread_mutex_unlock(&first);
    pthread_mutex_unlock(&second);
}

#elif defined ORDERS_BEHIND_A_GATE
static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *unused) {
    pthread_mutex_lock(&gate);
    pthread_mutex_lock(&first);
    pthread_mutex_lock(&second); // DEADLOCK
    pthread_mutex_unlock(&second);
    pthread_mutex_unlock(&first);
    pthread_mutex_unlock(&gate);
    return unused;
}
static void other(void) {
    TWIN(, pthread_mutex_lock(&gate));
    pthread_mutex_lock(&second);
    pthread_mutex_lock(&first); // DEADLOCK
    pthread_mutex_unlock(&first);
    pthread_mutex_unlock(&second);
    TWIN(, pthread_mutex_unlock(&gate));
}

#elif defined THREE_IN_A_CIRCLE
static void *work(void *unused) {
    pthread_mutex_lock(&first);
    pthread_mutex_lock(&second); // DEADLOCK
    pthread_mutex_unlock(&second);
    pthread_mutex_unlock(&first);
    return unused;
}
static void *more_work(void *unused) {
    pthread_mutex_lock(&second);
    pthread_mutex_lock(&third); // DEADLOCK
    pthread_mutex_unlock(&third);
    pthread_mutex_unlock(&second);
    return unused;
}
static int own_main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], 0, work, 0);
    pthread_create(&threads[1], 0, more_work, 0);
    pthread_mutex_lock(&TWIN(third, first));
    pthread_mutex_lock(&TWIN(first, third)); // DEADLOCK
    pthread_mutex_unlock(&first);
    pthread_mutex_unlock(&third);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    return 0;
}
#define OWN_MAIN

#elif defined CIRCLE_WHILE_OTHERS_RUN
static volatile int turns;
static void *work(void *unused) {
    pthread_mutex_lock(&first);
    pthread_mutex_lock(&second); // DEADLOCK
    pthread_mutex_unlock(&second);
    pthread_mutex_unlock(&first);
    return unused;
}
static void *more_work(void *unused) {
    pthread_mutex_lock(&TWIN(second, first));
    pthread_mutex_lock(&TWIN(first, second)); // DEADLOCK
    pthread_mutex_unlock(&first);
    pthread_mutex_unlock(&second);
    return unused;
}
static int own_main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], 0, work, 0);
    pthread_create(&threads[1], 0, more_work, 0);
    turns = 1; // NODEADLOCK
    return 0;
}
#define OWN_MAIN

#elif defined JOIN_WITH_A_LOCK
static void *work(void *unused) {
    pthread_mutex_lock(&first); // DEADLOCK
    pthread_mutex_unlock(&first);
    return unused;
}
static int own_main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_mutex_lock(&first);
    TWIN(, pthread_mutex_unlock(&first));
    pthread_join(thread, 0); // DEADLOCK
    TWIN(pthread_mutex_unlock(&first), );
    return 0;
}
#define OWN_MAIN

#elif defined NEVER_RELEASED
static void *work(void *unused) {
    pthread_mutex_lock(&first);
    TWIN(, pthread_mutex_unlock(&first));
    return unused;
}
static void other(void) {
    pthread_mutex_lock(&first); // DEADLOCK
    pthread_mutex_unlock(&first);
}

#elif defined TRYLOCK_AGAINST_THE_ORDER
static void *work(void *unused) {
    pthread_mutex_lock(&first);
    pthread_mutex_lock(&second); // DEADLOCK
    pthread_mutex_unlock(&second);
    pthread_mutex_unlock(&first);
    return unused;
}
static void other(void) {
    pthread_mutex_lock(&second);
    int failed = TWIN(pthread_mutex_lock, pthread_mutex_trylock)(&first); // DEADLOCK
    if (!failed)
        pthread_mutex_unlock(&first);
    pthread_mutex_unlock(&second);
}

#elif defined TRYLOCK_LOOP
static void *work(void *unused) {
    pthread_mutex_lock(&first);
    TWIN(pthread_mutex_lock(&second), ); // DEADLOCK
    TWIN(pthread_mutex_unlock(&second), );
    pthread_mutex_unlock(&first);
    return unused;
}
static void other(void) {
    pthread_mutex_lock(&second);
    TWIN(pthread_mutex_lock(&first), while (pthread_mutex_trylock(&first))); // DEADLOCK
    pthread_mutex_unlock(&first);
    pthread_mutex_unlock(&second);
}

#elif defined TIMED_LOCK
static void *work(void *unused) {
    pthread_mutex_lock(&first);
    pthread_mutex_lock(&second); // DEADLOCK
    pthread_mutex_unlock(&second);
    pthread_mutex_unlock(&first);
    return unused;
}
static void other(void) {
    struct timespec soon = {1, 0};
    (void)soon;
    pthread_mutex_lock(&second);
    int failed = TWIN(pthread_mutex_lock(&first), pthread_mutex_timedlock(&first, &soon)); // DEADLOCK
    if (!failed)
        pthread_mutex_unlock(&first);
    pthread_mutex_unlock(&second);
}

#elif defined CANCELLED_WITH_A_LOCK
static void unlock(void *mutex) {
    pthread_mutex_unlock(mutex);
}
static void *work(void *unused) {
    pthread_mutex_lock(&first);
    pthread_cleanup_push(unlock, &first);
    pthread_exit(0);
    pthread_cleanup_pop(0);
    return unused;
}
static void *forgetful(void *unused) {
    pthread_mutex_lock(&first);
    pthread_exit(0);
    return unused;
}
static int own_main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, TWIN(forgetful, work), 0);
    pthread_mutex_lock(&first); // DEADLOCK
    pthread_mutex_unlock(&first);
    pthread_join(thread, 0);
    return 0;
}
#define OWN_MAIN

#elif defined LONG_LOOP_IN_A_SECTION
static int sum;
static void *work(void *unused) {
    pthread_mutex_lock(&first);
    for (int i = 0; i < 40; i++)
        sum += i;
    TWIN(, pthread_mutex_unlock(&first));
    return unused;
}
static void other(void) {
    pthread_mutex_lock(&first); // DEADLOCK
    pthread_mutex_unlock(&first);
}
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
