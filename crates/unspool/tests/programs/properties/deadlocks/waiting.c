// WITH --property=no-deadlock
// Threads that wait for signals, numbers and each other's ends.
#include "../twin.h"
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <threads.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int ready;

#if defined LOST_SIGNAL // WITH --no-spurious-wakeups
static void *work(void *unused) {
    pthread_mutex_lock(&mutex);
    ready = 1;
    pthread_cond_signal(&condition);
    pthread_mutex_unlock(&mutex);
    return unused;
}
static void other(void) {
    pthread_mutex_lock(&mutex);
    TWIN(, if (!ready)) pthread_cond_wait(&condition, &mutex); // DEADLOCK
    pthread_mutex_unlock(&mutex);
}

#elif defined TIMED_WAIT // WITH --no-spurious-wakeups
static void *work(void *unused) {
    return unused;
}
static void other(void) {
    struct timespec soon = {1, 0};
    (void)soon;
    pthread_mutex_lock(&mutex);
    TWIN(pthread_cond_wait(&condition, &mutex), pthread_cond_timedwait(&condition, &mutex, &soon)); // DEADLOCK
    pthread_mutex_unlock(&mutex);
}

#elif defined C11_CONDITION // WITH --no-spurious-wakeups
static mtx_t lock;
static cnd_t changed;
#define PREPARE mtx_init(&lock, mtx_plain), cnd_init(&changed)
static void *work(void *unused) {
    mtx_lock(&lock);
    ready = 1;
    TWIN(, cnd_signal(&changed));
    mtx_unlock(&lock);
    return unused;
}
static void other(void) {
    mtx_lock(&lock);
    while (!ready)
        cnd_wait(&changed, &lock); // DEADLOCK
    mtx_unlock(&lock);
}

#elif defined BARRIER_FOR_MORE
static pthread_barrier_t barrier;
#define PREPARE pthread_barrier_init(&barrier, 0, TWIN(3, 2))
static void *work(void *unused) {
    pthread_barrier_wait(&barrier); // DEADLOCK
    return unused;
}
static void other(void) {
    pthread_barrier_wait(&barrier); // DEADLOCK
}

#elif defined SEMAPHORE_NEVER_POSTED
static sem_t full;
#define PREPARE sem_init(&full, 0, 0)
static void *work(void *unused) {
    TWIN(, sem_post(&full));
    return unused;
}
static void other(void) {
    sem_wait(&full); // DEADLOCK
}

#elif defined SEMAPHORES_TAKEN_APART
static sem_t slots;
#define PREPARE sem_init(&slots, 0, TWIN(2, 3))
static void *work(void *unused) {
    sem_wait(&slots); // NODEADLOCK
    sem_wait(&slots); // DEADLOCK
    sem_post(&slots);
    sem_post(&slots);
    return unused;
}
static void other(void) {
    sem_wait(&slots); // NODEADLOCK
    sem_wait(&slots); // DEADLOCK
    sem_post(&slots);
    sem_post(&slots);
}

#elif defined TRY_WAIT
static sem_t full;
#define PREPARE sem_init(&full, 0, 0)
static void *work(void *unused) {
    return unused;
}
static void other(void) {
    TWIN(sem_wait, sem_trywait)(&full); // DEADLOCK
}

#elif defined TIMED_SEMAPHORE
static sem_t full;
#define PREPARE sem_init(&full, 0, 0)
static void *work(void *unused) {
    return unused;
}
static void other(void) {
    struct timespec soon = {1, 0};
    (void)soon;
    TWIN(sem_wait(&full), sem_timedwait(&full, &soon)); // DEADLOCK
}

#elif defined JOIN_IN_A_CIRCLE
static pthread_t threads[2];
static sem_t both;
#define PREPARE sem_init(&both, 0, 0)
static void *work(void *unused) {
    sem_wait(&both);
    pthread_join(threads[1], 0); // DEADLOCK
    return unused;
}
static void *more_work(void *unused) {
    sem_wait(&both);
    TWIN(pthread_join(threads[0], 0), ); // DEADLOCK
    return unused;
}
static int own_main(void) {
    sem_init(&both, 0, 0);
    pthread_create(&threads[0], 0, work, 0);
    pthread_create(&threads[1], 0, more_work, 0);
    sem_post(&both);
    sem_post(&both);
    TWIN(pthread_exit(0), pthread_join(threads[0], 0));
    return 0;
}
#define OWN_MAIN

#elif defined JOIN_OF_WHO_WAITS
static sem_t go;
static void *work(void *unused) {
    sem_wait(&go); // DEADLOCK
    return unused;
}
static int own_main(void) {
    pthread_t thread;
    sem_init(&go, 0, 0);
    pthread_create(&thread, 0, work, 0);
    TWIN(, sem_post(&go));
    pthread_join(thread, 0); // DEADLOCK
    TWIN(sem_post(&go), );
    return 0;
}
#define OWN_MAIN

#elif defined EXIT_OF_MAIN
static sem_t go;
static void *work(void *unused) {
    sem_wait(&go); // DEADLOCK
    return unused;
}
static int own_main(void) {
    pthread_t thread;
    sem_init(&go, 0, 0);
    pthread_create(&thread, 0, work, 0);
    TWIN(pthread_exit(0), );
    return 0;
}
#define OWN_MAIN

#elif defined LAST_IN_A_CHAIN
static sem_t steps[2];
static void *work(void *unused) {
    sem_wait(&steps[0]); // DEADLOCK
    sem_post(&steps[1]);
    return unused;
}
static int own_main(void) {
    pthread_t thread;
    sem_init(&steps[0], 0, TWIN(0, 1));
    sem_init(&steps[1], 0, 0);
    pthread_create(&thread, 0, work, 0);
    sem_wait(&steps[1]); // DEADLOCK
    pthread_join(thread, 0);
    return 0;
}
#define OWN_MAIN

#elif defined ONCE_WITHIN_ONCE
static pthread_once_t outer = PTHREAD_ONCE_INIT, inner = PTHREAD_ONCE_INIT;
static void make_inner(void) {
    ready = 1;
}
static void make(void) {
    pthread_once(&TWIN(outer, inner), make_inner); // DEADLOCK
}
static void *work(void *unused) {
    return unused;
}
static void other(void) {
    pthread_once(&outer, make);
}

#elif defined FLAG_THAT_IS_WAITED_FOR
static atomic_int flag;
static sem_t go;
#define PREPARE sem_init(&go, 0, 0)
static void *work(void *unused) {
    while (!flag) {} // NODEADLOCK
    sem_post(&go);
    return unused;
}
static void other(void) {
    flag = 1;
    sem_wait(&go); // NODEADLOCK
    TWIN(sem_wait(&go), ); // DEADLOCK
}

#elif defined JOIN_OF_MAIN
static pthread_t main_thread;
static void *work(void *unused) {
    pthread_join(main_thread, 0); // DEADLOCK
    return unused;
}
static int own_main(void) {
    pthread_t thread;
    main_thread = pthread_self();
    pthread_create(&thread, 0, work, 0);
    TWIN(pthread_join(thread, 0), pthread_exit(0)); // DEADLOCK
    return 0;
}
#define OWN_MAIN

#elif defined JOIN_OF_ITSELF
static sem_t go;
#define PREPARE sem_init(&go, 0, 0)
static void *work(void *unused) {
    if (pthread_join(pthread_self(), 0) == TWIN(0, EDEADLK)) // NODEADLOCK
        sem_post(&go);
    return unused;
}
static void other(void) {
    sem_wait(&go); // DEADLOCK
}

#elif defined LONG_LOOP_BEFORE_A_POST
static sem_t go;
static unsigned sum;
#define PREPARE sem_init(&go, 0, 0)
static void *work(void *unused) {
    for (int i = 0; i < 300; i++)
        sum = sum * 3 + 1;
    TWIN(, sem_post(&go));
    return unused;
}
static void other(void) {
    sem_wait(&go); // DEADLOCK
}

#elif defined CALL_ONCE_WITHIN_ONCE
static once_flag outer = ONCE_FLAG_INIT, inner = ONCE_FLAG_INIT;
static void make_inner(void) {
    ready = 1;
}
static void make(void) {
    call_once(&TWIN(outer, inner), make_inner); // DEADLOCK
}
static void *work(void *unused) {
    return unused;
}
static void other(void) {
    call_once(&outer, make);
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
