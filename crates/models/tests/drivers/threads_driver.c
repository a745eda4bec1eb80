/* The thread models, one step at a time: the test plays the scheduler. `test_become` makes the caller another
   thread, `test_run_thread` runs a created one to its end. */
#include "runtime.h"

typedef __unspool_type_pthread_mutex_t mutex;
typedef __unspool_type_pthread_mutexattr_t mutex_attributes;
typedef __unspool_type_pthread_cond_t condition;
typedef __unspool_type_pthread_rwlock_t rwlock;
typedef __unspool_type_pthread_spinlock_t spinlock;
typedef __unspool_type_pthread_barrier_t barrier;
typedef __unspool_type_sem_t semaphore;
typedef __unspool_type_pthread_attr_t attributes;

int model_pthread_create(unsigned long *, const attributes *, void *(*)(void *), void *);
int model_pthread_join(unsigned long, void **);
int model_pthread_detach(unsigned long);
void model_pthread_exit(void *);
unsigned long model_pthread_self(void);
int model_pthread_attr_init(attributes *);
int model_pthread_attr_setdetachstate(attributes *, int);
int model_pthread_once(int *, void (*)(void));
int model_pthread_mutexattr_init(mutex_attributes *), model_pthread_mutexattr_settype(mutex_attributes *, int);
int model_pthread_mutex_init(mutex *, const mutex_attributes *), model_pthread_mutex_destroy(mutex *);
int model_pthread_mutex_lock(mutex *), model_pthread_mutex_trylock(mutex *), model_pthread_mutex_unlock(mutex *);
int model_pthread_cond_init(condition *, const void *), model_pthread_cond_destroy(condition *);
int model_pthread_cond_wait(condition *, mutex *), model_pthread_cond_signal(condition *);
int model_pthread_cond_broadcast(condition *);
int model_pthread_rwlock_rdlock(rwlock *), model_pthread_rwlock_wrlock(rwlock *), model_pthread_rwlock_unlock(rwlock *);
int model_pthread_rwlock_tryrdlock(rwlock *), model_pthread_rwlock_trywrlock(rwlock *), model_pthread_rwlock_destroy(rwlock *);
int model_pthread_spin_init(spinlock *, int), model_pthread_spin_lock(spinlock *), model_pthread_spin_trylock(spinlock *);
int model_pthread_spin_unlock(spinlock *), model_pthread_spin_destroy(spinlock *);
int model_pthread_barrier_init(barrier *, const void *, unsigned), model_pthread_barrier_wait(barrier *);
int model_pthread_barrier_destroy(barrier *);
int model_pthread_key_create(unsigned *, void (*)(void *)), model_pthread_key_delete(unsigned);
int model_pthread_setspecific(unsigned, const void *);
void *model_pthread_getspecific(unsigned);
int model_sem_init(semaphore *, int, unsigned), model_sem_wait(semaphore *), model_sem_trywait(semaphore *);
int model_sem_post(semaphore *), model_sem_getvalue(semaphore *, int *), model_sem_destroy(semaphore *);

static int destroyed_values;
static unsigned key;

static void count_destruction(void *value) { destroyed_values += *(int *)value; }

static void *returns(void *argument) {
    static int value = 5;
    model_pthread_setspecific(key, &value);
    return (char *)argument + 1;
}

static void *exits(void *argument) {
    model_pthread_exit((char *)argument + 2);
    return 0;
}

static void threads(void) {
    static unsigned long handles[80];
    static void *results[80];
    attributes detached;
    EXPECT(model_pthread_key_create(&key, count_destruction), 0);
    CHECK(model_pthread_self() == 1);
    for (int i = 1; i < 80; i++) {
        EXPECT(model_pthread_create(&handles[i], 0, i % 2 ? returns : exits, (void *)(size_t)(100 * i)), 0);
        CHECK(handles[i] == (unsigned long)i + 1);
    }
    EXPECT_BLOCKED(model_pthread_join(handles[70], 0));
    for (int i = 1; i < 80; i++)
        test_run_thread(i);
    for (int i = 1; i < 80; i++) {
        EXPECT(model_pthread_join(handles[i], &results[i]), 0);
        CHECK(results[i] == (void *)(size_t)(100 * i + (i % 2 ? 1 : 2)));
    }
    CHECK(destroyed_values == 40 * 5);
    CHECK(model_pthread_getspecific(key) == 0);
    EXPECT(model_pthread_key_delete(key), 0);
    EXPECT_FAILURE(model_pthread_getspecific(key), "pthread_getspecific with a key that does not exist");
    EXPECT_FAILURE(model_pthread_join(handles[3], 0), "pthread_join of a thread that has already been joined");
    EXPECT_FAILURE(model_pthread_join(0, 0), "pthread_join of a thread that does not exist");
    EXPECT_FAILURE(model_pthread_join(96, 0), "pthread_join of a thread that does not exist");
    EXPECT_FAILURE(model_pthread_join(5000, 0), "pthread_join of a thread that does not exist");
    EXPECT(model_pthread_join(model_pthread_self(), 0), 35);
    model_pthread_attr_init(&detached);
    EXPECT(model_pthread_attr_setdetachstate(&detached, 1), 0);
    EXPECT(model_pthread_create(&handles[0], &detached, exits, 0), 0);
    EXPECT_FAILURE(model_pthread_join(handles[0], 0), "pthread_join of a detached thread");
    EXPECT(model_pthread_create(&handles[0], 0, exits, 0), 0);
    EXPECT(model_pthread_detach(handles[0]), 0);
    EXPECT_FAILURE(model_pthread_detach(handles[0]), "pthread_detach of a thread that is already detached");
    CHECK(test_atomic_depth == 0);
}

static void mutexes(void) {
    static mutex m, recursive;
    static mutex_attributes kind;
    EXPECT(model_pthread_mutex_init(&m, 0), 0);
    EXPECT(model_pthread_mutex_lock(&m), 0);
    test_become(1);
    EXPECT_BLOCKED(model_pthread_mutex_lock(&m));
    EXPECT(model_pthread_mutex_trylock(&m), 16);
    EXPECT_FAILURE(model_pthread_mutex_unlock(&m), "pthread_mutex_unlock of a mutex that another thread holds");
    EXPECT_FAILURE(model_pthread_mutex_destroy(&m), "pthread_mutex_destroy of a mutex that is held");
    test_become(0);
    EXPECT_FAILURE(model_pthread_mutex_lock(&m),
                   "pthread_mutex_lock of a mutex that this thread holds already: it waits for itself for ever (deadlock)");
    EXPECT(model_pthread_mutex_unlock(&m), 0);
    EXPECT_FAILURE(model_pthread_mutex_unlock(&m), "pthread_mutex_unlock of a mutex that is not locked");
    EXPECT(model_pthread_mutex_destroy(&m), 0);
    EXPECT_FAILURE(model_pthread_mutex_lock(&m), "pthread_mutex_lock of a mutex that has been destroyed");
    EXPECT_FAILURE(model_pthread_mutex_destroy(&m), "pthread_mutex_destroy of a mutex that has been destroyed");
    model_pthread_mutexattr_init(&kind);
    EXPECT(model_pthread_mutexattr_settype(&kind, 9), 22);
    EXPECT(model_pthread_mutexattr_settype(&kind, 1), 0);
    model_pthread_mutex_init(&recursive, &kind);
    EXPECT(model_pthread_mutex_lock(&recursive), 0);
    EXPECT(model_pthread_mutex_trylock(&recursive), 0);
    EXPECT(model_pthread_mutex_unlock(&recursive), 0);
    test_become(1);
    EXPECT_BLOCKED(model_pthread_mutex_lock(&recursive));
    EXPECT(model_pthread_mutex_unlock(&recursive), 1);
    test_become(0);
    EXPECT(model_pthread_mutex_unlock(&recursive), 0);
    EXPECT(model_pthread_mutex_destroy(&recursive), 0);
}

/* A signal that comes while another thread waits lets it go on with the mutex; the variable may be gone by then. */
static condition *shared_condition;

static void signal_and_destroy(void) {
    test_become(5);
    EXPECT(model_pthread_cond_signal(shared_condition), 0);
    EXPECT(model_pthread_cond_destroy(shared_condition), 0);
    shared_condition->state.waiting = ~0ull; /* reused memory */
}

static void broadcast(void) {
    test_become(5);
    EXPECT(model_pthread_cond_broadcast(shared_condition), 0);
}

static void wake_ups(void) {
    static condition c, d;
    static mutex m;
    test_become(3);
    test_nondet_value = 0;
    EXPECT(model_pthread_mutex_lock(&m), 0);
    shared_condition = &c;
    test_between_steps = signal_and_destroy;
    EXPECT(model_pthread_cond_wait(&c, &m), 0);
    CHECK(m.state.holder == 4 && c.state.waiting == ~0ull);
    shared_condition = &d;
    test_between_steps = broadcast;
    EXPECT(model_pthread_cond_wait(&d, &m), 0);
    CHECK(m.state.holder == 4);
    EXPECT(model_pthread_mutex_unlock(&m), 0);
    test_become(0);
}

/* A wait that blocks leaves its thread in the queue; the test forgets the half-finished call. */
static void conditions(void) {
    static condition c;
    static mutex m;
    model_pthread_cond_init(&c, 0);
    model_pthread_mutex_init(&m, 0);
    test_nondet_value = 0; /* no spurious wake-up; a signal passes over whom it can */
    EXPECT_FAILURE(model_pthread_cond_wait(&c, &m), "pthread_cond_wait without holding the mutex");
    for (int thread = 0; thread < 3; thread++) {
        test_become(thread);
        EXPECT(model_pthread_mutex_lock(&m), 0);
        EXPECT_BLOCKED(model_pthread_cond_wait(&c, &m));
        CHECK(c.state.waiting == (1ull << (thread + 1)) - 1 && m.state.holder == 0);
    }
    EXPECT_FAILURE(model_pthread_cond_destroy(&c), "pthread_cond_destroy of a condition variable that threads wait on");
    EXPECT(model_pthread_cond_signal(&c), 0);
    CHECK(c.state.waiting == 3); /* the last is not passed over */
    test_nondet_value = 1;
    EXPECT(model_pthread_cond_signal(&c), 0);
    CHECK(c.state.waiting == 2);
    EXPECT(model_pthread_cond_broadcast(&c), 0);
    CHECK(c.state.waiting == 0);
    EXPECT(model_pthread_cond_signal(&c), 0); /* lost */
    test_nondet_value = 1;                    /* spurious wake-up */
    EXPECT(model_pthread_mutex_lock(&m), 0);
    EXPECT(model_pthread_cond_wait(&c, &m), 0);
    CHECK(c.state.waiting == 0 && m.state.holder == 3);
    test_become(70);
    EXPECT(model_pthread_mutex_unlock((test_become(2), &m)), 0);
    test_become(70);
    test_nondet_value = 0;
    EXPECT(model_pthread_mutex_lock(&m), 0);
    EXPECT(model_pthread_cond_wait(&c, &m), 0);
    __unspool_switch_spurious_wakeups = 0;
    EXPECT_FAILURE(model_pthread_cond_wait(&c, &m),
                   "without spurious wake-ups, a condition variable on which a thread beyond the first 64 waits");
    EXPECT(model_pthread_mutex_lock(&m), 0);
    test_become(2);
    EXPECT(model_pthread_mutex_unlock((test_become(70), &m)), 0);
    test_become(2);
    EXPECT(model_pthread_mutex_lock(&m), 0);
    test_nondet_value = 1; /* not looked at */
    EXPECT_BLOCKED(model_pthread_cond_wait(&c, &m));
    EXPECT(model_pthread_cond_broadcast(&c), 0);
    __unspool_switch_spurious_wakeups = 1;
    EXPECT(model_pthread_cond_destroy(&c), 0);
    EXPECT_FAILURE(model_pthread_cond_signal(&c), "pthread_cond_signal of a condition variable that has been destroyed");
    test_become(0);
}

static void other_locks(void) {
    static rwlock lock;
    static spinlock spin;
    static barrier meeting;
    static semaphore s;
    int value = 9;
    EXPECT(model_pthread_rwlock_rdlock(&lock), 0);
    test_become(1);
    EXPECT(model_pthread_rwlock_rdlock(&lock), 0);
    EXPECT(model_pthread_rwlock_trywrlock(&lock), 16);
    EXPECT_FAILURE(model_pthread_rwlock_wrlock(&lock),
                   "pthread_rwlock_wrlock of a read-write lock that this thread holds for reading: it waits for itself for ever (deadlock)");
    test_become(2);
    EXPECT_BLOCKED(model_pthread_rwlock_wrlock(&lock));
    EXPECT_FAILURE(model_pthread_rwlock_unlock(&lock),
                   "pthread_rwlock_unlock of a read-write lock that only other threads hold, for reading");
    test_become(1);
    EXPECT(model_pthread_rwlock_unlock(&lock), 0);
    test_become(0);
    EXPECT(model_pthread_rwlock_unlock(&lock), 0);
    test_become(1);
    EXPECT(model_pthread_rwlock_wrlock(&lock), 0);
    test_become(0);
    EXPECT_BLOCKED(model_pthread_rwlock_rdlock(&lock));
    EXPECT(model_pthread_rwlock_tryrdlock(&lock), 16);
    EXPECT_FAILURE(model_pthread_rwlock_unlock(&lock),
                   "pthread_rwlock_unlock of a read-write lock that another thread holds for writing");
    EXPECT_FAILURE(model_pthread_rwlock_destroy(&lock), "pthread_rwlock_destroy of a read-write lock that is held");
    test_become(1);
    EXPECT(model_pthread_rwlock_unlock(&lock), 0);
    EXPECT_FAILURE(model_pthread_rwlock_unlock(&lock), "pthread_rwlock_unlock of a read-write lock that is not locked");

    EXPECT(model_pthread_spin_init(&spin, 0), 0);
    EXPECT(model_pthread_spin_lock(&spin), 0);
    EXPECT(model_pthread_spin_trylock(&spin), 16);
    EXPECT_FAILURE(model_pthread_spin_lock(&spin),
                   "pthread_spin_lock of a spin lock that this thread holds already: it waits for itself for ever (deadlock)");
    test_become(2);
    EXPECT_BLOCKED(model_pthread_spin_lock(&spin));
    test_become(1);
    EXPECT(model_pthread_spin_unlock(&spin), 0);
    EXPECT_FAILURE(model_pthread_spin_unlock(&spin), "pthread_spin_unlock of a spin lock that is not locked");
    EXPECT(model_pthread_spin_destroy(&spin), 0);
    EXPECT_FAILURE(model_pthread_spin_lock(&spin), "pthread_spin_lock of a spin lock that has been destroyed");

    EXPECT(model_pthread_barrier_init(&meeting, 0, 0), 22);
    EXPECT_FAILURE(model_pthread_barrier_wait(&meeting), "pthread_barrier_wait at a barrier that is not initialised");
    EXPECT(model_pthread_barrier_init(&meeting, 0, 2), 0);
    EXPECT_BLOCKED(model_pthread_barrier_wait(&meeting));
    EXPECT_FAILURE(model_pthread_barrier_destroy(&meeting), "pthread_barrier_destroy of a barrier that threads wait at");
    EXPECT(model_pthread_barrier_wait(&meeting), -1);
    EXPECT_BLOCKED(model_pthread_barrier_destroy(&meeting)); /* the first has not left yet */
    EXPECT_BLOCKED(model_pthread_barrier_wait(&meeting));
    EXPECT(model_pthread_barrier_init(&meeting, 0, 1), 0);
    EXPECT(model_pthread_barrier_wait(&meeting), -1);
    EXPECT(model_pthread_barrier_destroy(&meeting), 0);

    EXPECT(model_sem_init(&s, 0, 1), 0);
    EXPECT(model_sem_wait(&s), 0);
    EXPECT(model_sem_trywait(&s), -1);
    EXPECT_BLOCKED(model_sem_wait(&s));
    EXPECT(model_sem_post(&s), 0);
    EXPECT(model_sem_getvalue(&s, &value), 0);
    CHECK(value == 1);
    EXPECT(model_sem_destroy(&s), 0);
    EXPECT_FAILURE(model_sem_post(&s), "sem_post of a semaphore that has been destroyed");
    test_become(0);
}

static int times_run;
static int control;
static void run_once(void) { times_run++; }
static void run_within(void) { model_pthread_once(&control, run_once); }

void test_all(void) {
    static int other_control;
    /* Threads that the test only pretends to be need a record all the same. */
    for (int thread = 1; thread < 80; thread++)
        __unspool_new_record(thread)->life = __unspool_joinable;
    mutexes();
    wake_ups();
    conditions();
    other_locks();
    threads();
    EXPECT(model_pthread_once(&other_control, run_once), 0);
    EXPECT(model_pthread_once(&other_control, run_once), 0);
    CHECK(times_run == 1);
    EXPECT_BLOCKED(model_pthread_once(&control, run_within));
    CHECK(test_atomic_depth == 0);
}
