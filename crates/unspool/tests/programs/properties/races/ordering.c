// WITH --property=no-data-race
// What orders accesses of two threads, and what does not.
#define _GNU_SOURCE
#include "../twin.h"
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <threads.h>
#include <time.h>

static int shared;

#if defined ATOMIC_AND_PLAIN
static void *work(void *unused) {
    __atomic_store_n(&shared, 1, __ATOMIC_SEQ_CST); // RACE!
    return unused;
}
static void other(void) {
    TWIN(shared = 2, __atomic_store_n(&shared, 2, __ATOMIC_SEQ_CST)); // RACE!
}

#elif defined RELAXED
static TWIN(int, atomic_int) counter;
static void *work(void *unused) {
    TWIN(counter++, atomic_fetch_add_explicit(&counter, 1, memory_order_relaxed)); // RACE!
    return unused;
}
static void other(void) {
    TWIN(counter++, atomic_fetch_add_explicit(&counter, 1, memory_order_relaxed)); // RACE!
}

#elif defined RELEASE_AND_ACQUIRE
static atomic_int flag;
static void *work(void *unused) {
    TWIN(atomic_store_explicit(&flag, 1, memory_order_release), );
    shared = 1; // RACE!
    TWIN(, atomic_store_explicit(&flag, 1, memory_order_release));
    return unused;
}
static void other(void) {
    if (atomic_load_explicit(&flag, memory_order_acquire))
        shared++; // RACE!
}

#elif defined PLAIN_FLAG
static TWIN(int, atomic_int) flag;
static void *work(void *unused) {
    shared = 1; // NORACE
    flag = 1; // RACE!
    return unused;
}
static void other(void) {
    if (flag) // RACE!
        shared++; // NORACE
}

#elif defined COMPARE_EXCHANGE
static atomic_int owner;
static void claim(void) {
    int nobody = 0;
    TWIN(int taken = owner == 0, int taken = atomic_compare_exchange_strong(&owner, &nobody, 1));
    if (taken) {
        owner = 1;
        shared++; // RACE!
        owner = 0;
    }
}
static void *work(void *unused) {
    claim();
    return unused;
}
static void other(void) {
    claim();
}

#elif defined ONE_MUTEX
static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *unused) {
    pthread_mutex_lock(&first);
    shared++; // RACE!
    pthread_mutex_unlock(&first);
    return unused;
}
static void other(void) {
    pthread_mutex_lock(&TWIN(second, first));
    shared++; // RACE!
    pthread_mutex_unlock(&TWIN(second, first));
}

#elif defined LOCKED_ON_ONE_SIDE
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *unused) {
    pthread_mutex_lock(&mutex);
    shared++; // RACE!
    pthread_mutex_unlock(&mutex);
    return unused;
}
static void other(void) {
    TWIN(, pthread_mutex_lock(&mutex));
    shared++; // RACE!
    TWIN(, pthread_mutex_unlock(&mutex));
}

#elif defined RELEASED_TOO_EARLY
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *unused) {
    pthread_mutex_lock(&mutex);
    shared = 1; // RACE!
    pthread_mutex_unlock(&mutex);
    return unused;
}
static void other(void) {
    pthread_mutex_lock(&mutex);
    int seen = shared; // NORACE
    TWIN(pthread_mutex_unlock(&mutex), );
    shared = seen + 1; // RACE!
    TWIN(, pthread_mutex_unlock(&mutex));
}

#elif defined READERS
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static void *work(void *unused) {
    pthread_rwlock_rdlock(&lock);
    int seen = shared; // RACE!
    pthread_rwlock_unlock(&lock);
    return seen == 7 ? unused : 0;
}
static void other(void) {
    pthread_rwlock_rdlock(&lock);
    TWIN(shared = 1, int own = shared; (void)own); // RACE!
    pthread_rwlock_unlock(&lock);
}

#elif defined READER_AND_WRITER
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static void *work(void *unused) {
    pthread_rwlock_rdlock(&lock);
    int seen = shared; // RACE!
    pthread_rwlock_unlock(&lock);
    return seen == 7 ? unused : 0;
}
static void other(void) {
    TWIN(pthread_rwlock_rdlock(&lock), pthread_rwlock_wrlock(&lock));
    shared = 1; // RACE!
    pthread_rwlock_unlock(&lock);
}

#elif defined ONCE
static pthread_once_t once = PTHREAD_ONCE_INIT;
static void make(void) {
    shared = 1; // RACE!
}
static void *work(void *unused) {
    TWIN(make(), pthread_once(&once, make));
    return unused;
}
static void other(void) {
    pthread_once(&once, make); // NORACE
}

#elif defined BARRIER
static pthread_barrier_t barrier;
#define PREPARE pthread_barrier_init(&barrier, 0, 2)
static void *work(void *unused) {
    TWIN(, shared = 1);
    pthread_barrier_wait(&barrier);
    TWIN(shared = 1, ); // RACE!
    return unused;
}
static void other(void) {
    pthread_barrier_wait(&barrier);
    shared = 2; // RACE!
}

#elif defined SEMAPHORE
static sem_t full;
#define PREPARE sem_init(&full, 0, TWIN(1, 0))
static void *work(void *unused) {
    shared = 1; // RACE!
    sem_post(&full);
    return unused;
}
static void other(void) {
    sem_wait(&full);
    shared++; // RACE!
}

#elif defined CONDITION // WITH --no-spurious-wakeups
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int ready;
static void *work(void *unused) {
    TWIN(, shared = 1); // NORACE
    pthread_mutex_lock(&mutex);
    ready = 1; // NORACE
    pthread_cond_signal(&condition);
    pthread_mutex_unlock(&mutex);
    TWIN(shared = 1, ); // RACE!
    return unused;
}
static void other(void) {
    pthread_mutex_lock(&mutex);
    while (!ready) // NORACE
        pthread_cond_wait(&condition, &mutex);
    pthread_mutex_unlock(&mutex);
    shared++; // RACE!
}

#elif defined MTX
static mtx_t mutex;
#define PREPARE mtx_init(&mutex, mtx_plain)
static void *work(void *unused) {
    mtx_lock(&mutex);
    shared++; // RACE!
    mtx_unlock(&mutex);
    return unused;
}
static void other(void) {
    TWIN(, mtx_lock(&mutex));
    shared++; // RACE!
    TWIN(, mtx_unlock(&mutex));
}

#elif defined SPIN_LOCK
static pthread_spinlock_t lock;
#define PREPARE pthread_spin_init(&lock, 0)
static void *work(void *unused) {
    pthread_spin_lock(&lock);
    shared++; // RACE!
    pthread_spin_unlock(&lock);
    return unused;
}
static void other(void) {
    TWIN(, pthread_spin_lock(&lock));
    shared++; // RACE!
    TWIN(, pthread_spin_unlock(&lock));
}

#elif defined TRYLOCK
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *unused) {
    pthread_mutex_lock(&mutex);
    shared++; // RACE!
    pthread_mutex_unlock(&mutex);
    return unused;
}
static void other(void) {
    int failed = pthread_mutex_trylock(&mutex);
    if (!failed)
        shared++; // NORACE
    else
        TWIN(shared++, ); // RACE!
    if (!failed)
        pthread_mutex_unlock(&mutex);
}

#elif defined TIMED_LOCK
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *unused) {
    pthread_mutex_lock(&mutex);
    shared++; // RACE!
    pthread_mutex_unlock(&mutex);
    return unused;
}
static void other(void) {
    struct timespec soon = {1, 0};
    int failed = pthread_mutex_timedlock(&mutex, &soon);
    if (!failed TWIN(|| 1, ))
        shared++; // RACE!
    if (!failed)
        pthread_mutex_unlock(&mutex);
}

#elif defined RECURSIVE_MUTEX
static pthread_mutex_t mutex = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static void add(void) {
    pthread_mutex_lock(&mutex);
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    TWIN(pthread_mutex_unlock(&mutex), );
    shared++; // RACE!
    TWIN(, pthread_mutex_unlock(&mutex));
}
static void *work(void *unused) {
    add();
    return unused;
}
static void other(void) {
    add();
}

#elif defined BEFORE_CREATION
static void *work(void *unused) {
    shared++; // RACE!
    return unused;
}
static int own_main(void) {
    pthread_t thread;
    TWIN(, shared = 1); // NORACE
    pthread_create(&thread, 0, work, 0);
    TWIN(shared = 1, ); // RACE!
    pthread_join(thread, 0);
    return 0;
}
#define OWN_MAIN

#elif defined BEHIND_A_JOIN
static void *work(void *unused) {
    shared++; // RACE!
    return unused;
}
static int own_main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    TWIN(, pthread_join(thread, 0));
    int seen = shared; // RACE!
    TWIN(pthread_join(thread, 0), );
    return seen == 7;
}
#define OWN_MAIN

#elif defined JOIN_OF_THE_OTHER
static void *work(void *cell) {
    (*(int *)cell)++; // RACE!
    return 0;
}
static int own_main(void) {
    pthread_t first, second;
    int unshared = 0;
    pthread_create(&first, 0, work, &shared);
    pthread_create(&second, 0, work, &unshared);
    pthread_join(TWIN(second, first), 0);
    shared++; // RACE!
    pthread_join(TWIN(first, second), 0);
    return 0;
}
#define OWN_MAIN

#elif defined THROUGH_A_THIRD_THREAD
static pthread_t thread;
static void *inner(void *unused) {
    shared++; // RACE!
    return unused;
}
static void *outer(void *unused) {
    pthread_create(&thread, 0, inner, 0);
    TWIN(, pthread_join(thread, 0));
    return unused;
}
static int own_main(void) {
    pthread_t first;
    pthread_create(&first, 0, outer, 0);
    pthread_join(first, 0);
    shared++; // RACE!
    TWIN(pthread_join(thread, 0), );
    return 0;
}
#define OWN_MAIN

#elif defined AFTER_DETACH
static void *work(void *unused) {
    shared++; // RACE!
    return unused;
}
static int own_main(void) {
    pthread_t thread;
    TWIN(, shared = 1); // NORACE
    pthread_create(&thread, 0, work, 0);
    pthread_detach(thread);
    TWIN(shared = 1, ); // RACE!
    return 0;
}
#define OWN_MAIN

#elif defined CLEANUP_HANDLER
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void clean(void *unused) {
    TWIN(pthread_mutex_unlock(&mutex), );
    shared++; // RACE!
    TWIN(, pthread_mutex_unlock(&mutex));
    (void)unused;
}
static void *work(void *unused) {
    pthread_mutex_lock(&mutex);
    pthread_cleanup_push(clean, 0);
    pthread_exit(0); // NORACE
    pthread_cleanup_pop(0);
    return unused;
}
static void other(void) {
    pthread_mutex_lock(&mutex);
    shared++; // RACE!
    pthread_mutex_unlock(&mutex);
}

#elif defined KEY
static pthread_key_t key;
static int cells[2];
#define PREPARE pthread_key_create(&key, 0)
static void use(int number) {
    pthread_setspecific(key, &cells[number]); // NORACE
    *(int *)pthread_getspecific(key) = 1; // RACE!
}
static void *work(void *unused) {
    use(0);
    return unused;
}
static void other(void) {
    use(TWIN(0, 1));
}

#elif defined DESTRUCTOR_OF_A_KEY
static pthread_key_t key;
static void destroy(void *cell) {
    *(int *)cell = 1; // RACE!
}

static void *work(void *unused) {
    pthread_setspecific(key, &shared);
    return unused;
}
static int own_main(void) {
    pthread_t thread;
    pthread_key_create(&key, destroy);
    pthread_create(&thread, 0, work, 0);
    TWIN(, pthread_join(thread, 0));
    shared = 2; // RACE!
    TWIN(pthread_join(thread, 0), );
    return 0;
}
#define OWN_MAIN

#elif defined REALLOC
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int *cells;
#define PREPARE cells = malloc(sizeof(int)), *cells = 1
static void *work(void *unused) {
    TWIN(, pthread_mutex_lock(&mutex));
    int seen = *cells; // RACE!
    TWIN(, pthread_mutex_unlock(&mutex));
    return seen == 7 ? unused : 0;
}
static void other(void) {
    TWIN(, pthread_mutex_lock(&mutex));
    cells = realloc(cells, 2 * sizeof(int)); // RACE!
    TWIN(, pthread_mutex_unlock(&mutex));
}

#elif defined STREAM_LOCK
static int lines;
#include <stdio.h>
static void count(void) {
    TWIN(, flockfile(stdout));
    lines++; // RACE!
    TWIN(, funlockfile(stdout));
}
static void *work(void *unused) {
    count();
    return unused;
}
static void other(void) {
    count();
}

#elif defined VERIFIER_ATOMIC
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
static void *work(void *unused) {
    __VERIFIER_atomic_begin();
    shared++; // RACE!
    __VERIFIER_atomic_end();
    return unused;
}
static void other(void) {
    TWIN(, __VERIFIER_atomic_begin());
    shared++; // RACE!
    TWIN(, __VERIFIER_atomic_end());
}

#elif defined RELAXED_MESSAGE
// Without UNSAFE this is a race in C11: nothing relaxed orders the data. Both the search and `check` take all atomic accesses as sequentially consistent, as the README says.
static atomic_int flag;
static void *work(void *unused) {
    TWIN(atomic_store_explicit(&flag, 1, memory_order_relaxed), );
    shared = 1; // RACE!
    TWIN(, atomic_store_explicit(&flag, 1, memory_order_relaxed));
    return unused;
}
static void other(void) {
    if (atomic_load_explicit(&flag, memory_order_relaxed))
        shared++; // RACE!
}

#elif defined CALL_ONCE
static once_flag once = ONCE_FLAG_INIT;
static void make(void) {
    shared++; // RACE!
}
static void *work(void *unused) {
    TWIN(make(), call_once(&once, make));
    return unused;
}
static void other(void) {
    TWIN(make(), call_once(&once, make));
}

#elif defined SEMAPHORE_OF_TWO
static sem_t slots;
#define PREPARE sem_init(&slots, 0, TWIN(2, 1))
static void *work(void *unused) {
    sem_wait(&slots);
    shared++; // RACE!
    sem_post(&slots);
    return unused;
}
static void other(void) {
    sem_wait(&slots);
    shared++; // RACE!
    sem_post(&slots);
}

#elif defined ATOMIC_FLAG
static atomic_flag taken = ATOMIC_FLAG_INIT;
static void *work(void *unused) {
    while (atomic_flag_test_and_set(&taken)) {}
    shared++; // RACE!
    atomic_flag_clear(&taken);
    return unused;
}
static void other(void) {
    if (!atomic_flag_test_and_set(&taken) TWIN(|| 1, )) {
        shared++; // RACE!
        TWIN(, atomic_flag_clear(&taken));
    }
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
