// WITH --property=no-deadlock --bounds=1,3
// Threads that wait for what nobody who runs on will ever do.
#include "../twin.h"
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <threads.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static sem_t full, other;
static int ready, toggle;

#if defined SEMAPHORE_NEVER_POSTED
static void *work(void *unused) {
    sem_wait(&full); // DEADLOCK
    return unused;
}
static void go_on(void) {
    for (;;) {
        sem_post(TWIN(&other, &full));
        sem_trywait(TWIN(&other, &full));
    }
}

#elif defined POSTED_ONCE_FOR_TWO
static void *work(void *unused) {
    sem_wait(&full);
    TWIN(sem_wait(&full), ); // DEADLOCK
    return unused;
}
static void go_on(void) {
    sem_post(&full);
    for (;;)
        toggle = !toggle;
}

#elif defined POSTED_ON_A_CONDITION
static void *work(void *unused) {
    sem_wait(&full); // DEADLOCK
    return unused;
}
static void go_on(void) {
    for (;;) {
        toggle = !toggle;
        if (toggle)
            sem_post(TWIN(&other, &full));
        if (toggle)
            sem_trywait(TWIN(&other, &full));
    }
}

#elif defined BY_A_POINTER
struct channel {
    sem_t in, out;
};
static struct channel channel;
#define PREPARE sem_init(&channel.in, 0, 0), sem_init(&channel.out, 0, 0)
static void post(sem_t *semaphore) { sem_post(semaphore); }
static void *work(void *unused) {
    sem_t *in = &channel.in;
    sem_wait(in); // DEADLOCK
    return unused;
}
static void go_on(void) {
    for (;;) {
        post(TWIN(&channel.out, &channel.in));
        sem_trywait(TWIN(&channel.out, &channel.in));
    }
}

#elif defined IN_THE_HEAP
struct box {
    sem_t semaphore;
    int toggle;
};
static struct box *box;
#define PREPARE box = malloc(sizeof *box), box->toggle = 0, sem_init(&box->semaphore, 0, 0)
static void *work(void *unused) {
    sem_wait(&box->semaphore); // DEADLOCK
    return unused;
}
static void go_on(void) {
    struct box *own = box;
    for (;;) {
        own->toggle = !own->toggle;
        TWIN(, sem_post(&own->semaphore));
        TWIN(, sem_trywait(&own->semaphore));
    }
}

#elif defined LOST_SIGNAL // WITH --no-spurious-wakeups
static void *work(void *unused) {
    pthread_mutex_lock(&mutex);
    TWIN(, if (!ready)) pthread_cond_wait(&condition, &mutex); // DEADLOCK
    pthread_mutex_unlock(&mutex);
    return unused;
}
static void go_on(void) {
    pthread_mutex_lock(&mutex);
    ready = 1;
    pthread_cond_signal(&condition);
    pthread_mutex_unlock(&mutex);
    for (;;) {
        pthread_mutex_lock(&mutex);
        toggle = !toggle;
        pthread_mutex_unlock(&mutex);
    }
}

#elif defined C11_CONDITION // WITH --no-spurious-wakeups
static mtx_t lock;
static cnd_t changed;
#define PREPARE mtx_init(&lock, mtx_plain), cnd_init(&changed)
static void *work(void *unused) {
    mtx_lock(&lock);
    while (!ready)
        cnd_wait(&changed, &lock); // DEADLOCK
    mtx_unlock(&lock);
    return unused;
}
static void go_on(void) {
    mtx_lock(&lock);
    ready = 1;
    TWIN(, cnd_signal(&changed));
    mtx_unlock(&lock);
    for (;;)
        toggle = !toggle;
}

#elif defined BARRIER_FOR_MORE
static pthread_barrier_t barrier;
#define PREPARE pthread_barrier_init(&barrier, 0, 2)
static void *work(void *unused) {
    pthread_barrier_wait(&barrier); // DEADLOCK
    return unused;
}
static void go_on(void) {
    TWIN(, pthread_barrier_wait(&barrier));
    for (;;)
        toggle = !toggle;
}

#elif defined READER_THAT_STAYS
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static void *work(void *unused) {
    pthread_rwlock_wrlock(&lock); // DEADLOCK
    pthread_rwlock_unlock(&lock);
    return unused;
}
static void go_on(void) {
    pthread_rwlock_rdlock(&lock);
    toggle = ready;
    TWIN(, pthread_rwlock_unlock(&lock));
    for (;;)
        toggle = !toggle;
}

#elif defined ONCE_THAT_NEVER_ENDS
static pthread_once_t once = PTHREAD_ONCE_INIT;
static void make(void) {
    while (TWIN(1, ready < 1)) {
        toggle = !toggle;
        TWIN(, ready = 1);
    }
}
static void *work(void *unused) {
    pthread_once(&once, make); // DEADLOCK
    return unused;
}
static void go_on(void) {
    pthread_once(&once, make); // DEADLOCK
    for (;;)
        toggle = !toggle;
}

#elif defined WAITING_FOR_WHO_WAITS
static void *work(void *unused) {
    sem_wait(&full); // DEADLOCK
    sem_post(&other);
    return unused;
}
static void *more_work(void *unused) {
    sem_wait(&other); // DEADLOCK
    sem_post(&full);
    return unused;
}
#define PREPARE sem_init(&full, 0, TWIN(0, 1))
static void go_on(void) {
    pthread_t thread;
    pthread_create(&thread, 0, more_work, 0);
    for (;;)
        toggle = !toggle;
}

#elif defined JOIN_OF_WHO_WAITS
static void *work(void *unused) {
    sem_wait(&full); // DEADLOCK
    return unused;
}
static void *more_work(void *thread) {
    pthread_join(*(pthread_t *)thread, 0); // DEADLOCK
    return 0;
}
static pthread_t worker;
#define OWN_MAIN
int main(void) {
    pthread_t thread;
    sem_init(&full, 0, TWIN(0, 1));
    pthread_create(&worker, 0, work, 0);
    pthread_create(&thread, 0, more_work, &worker);
    for (;;)
        toggle = !toggle;
}

#elif defined RUNNING_IN_ANOTHER_THREAD
static void *work(void *unused) {
    sem_wait(&full); // DEADLOCK
    return unused;
}
static void *run(void *unused) {
    for (;;) {
        toggle = !toggle;
        TWIN(, sem_post(&full));
        TWIN(, sem_trywait(&full));
    }
    return unused;
}
#define OWN_MAIN
int main(void) {
    pthread_t thread, runner;
    sem_init(&full, 0, 0);
    pthread_create(&thread, 0, work, 0);
    pthread_create(&runner, 0, run, 0);
    pthread_join(thread, 0); // DEADLOCK
    return 0;
}

#elif defined WAITING_IN_MAIN
static void *work(void *unused) {
    for (;;)
        toggle = !toggle;
    return unused;
}
static void go_on(void) {
    TWIN(sem_wait(&full), ); // DEADLOCK
}

#elif defined LEFT_BY_EXIT
static void *work(void *unused) {
    sem_wait(&full); // DEADLOCK
    return unused;
}
static void go_on(void) {
    for (;;) {
        toggle = !toggle;
        if (toggle)
            TWIN(, exit(0));
    }
}

#elif defined LEFT_BY_RETURN
static void *work(void *unused) {
    sem_wait(&full); // DEADLOCK
    return unused;
}
static void go_on(void) {
    while (TWIN(1, !ready))
        toggle = !toggle;
}

#elif defined SPINNING
static atomic_int flag;
static void *work(void *unused) {
    sem_wait(&full); // DEADLOCK
    return unused;
}
static void go_on(void) {
    while (TWIN(1, flag == 0)) {}
    sem_post(&full);
}

#elif defined CALLED_BY_A_POINTER
static void quiet(void) { toggle = !toggle; }
static void waking(void) {
    sem_post(&full);
    sem_trywait(&full);
}
static void (*const steps[])(void) = {quiet, waking};
static void call(void (*step)(void)) {
    for (;;)
        step();
}
static void *work(void *unused) {
    sem_wait(&full); // DEADLOCK
    return unused;
}
static void go_on(void) { call(TWIN(quiet, steps[!ready])); }

#elif defined CREATING_WHO_WAKES
static void *work(void *unused) {
    sem_wait(&full); // DEADLOCK
    return unused;
}
static void *wake(void *unused) {
    sem_post(&full);
    return unused;
}
static void go_on(void) {
    pthread_t thread;
    TWIN(, pthread_create(&thread, 0, wake, 0));
    for (;;)
        toggle = !toggle;
}

#elif defined SECTION_CLOSED_BY_A_CALL
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
static void *work(void *unused) {
    sem_wait(&full); // DEADLOCK
    return unused;
}
static void go_on(void) {
    __VERIFIER_atomic_begin();
    ready = 1;
    __VERIFIER_atomic_end();
    for (;;) {
        toggle = !toggle;
        TWIN(, sem_post(&full));
        TWIN(, sem_trywait(&full));
    }
}

#elif defined TIMED_SEMAPHORE
static void *work(void *unused) {
    struct timespec soon = {1, 0};
    (void)soon;
    TWIN(sem_wait(&full), sem_timedwait(&full, &soon)); // DEADLOCK
    return unused;
}
static void go_on(void) {
    for (;;)
        toggle = !toggle;
}
#endif

#ifndef OWN_MAIN
int main(void) {
    pthread_t thread;
    sem_init(&full, 0, 0);
    sem_init(&other, 0, 0);
#ifdef PREPARE
    PREPARE;
#endif
    pthread_create(&thread, 0, work, 0);
    go_on();
    return 0;
}
#endif
