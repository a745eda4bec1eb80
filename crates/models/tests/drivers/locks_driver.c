/* Locks, semaphores, keys and C11 threads against those of the host, where their answers are determined: each scenario is
   played twice, once with the host's functions and real threads, once with the models', and all answers are compared. */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>
#include <time.h>
#include "runtime.h"

#define FUNCTIONS(X)                                                                                                     \
    X(pthread_create) X(pthread_join)                                                                                    \
    X(pthread_mutex_init) X(pthread_mutex_destroy) X(pthread_mutex_lock) X(pthread_mutex_trylock) X(pthread_mutex_unlock) \
    X(pthread_mutex_timedlock) X(pthread_mutex_clocklock) X(pthread_mutex_consistent)                                   \
    X(pthread_mutex_getprioceiling) X(pthread_mutex_setprioceiling)                                                     \
    X(pthread_mutexattr_init) X(pthread_mutexattr_destroy) X(pthread_mutexattr_settype) X(pthread_mutexattr_gettype)    \
    X(pthread_mutexattr_setpshared) X(pthread_mutexattr_getpshared) X(pthread_mutexattr_setprotocol)                    \
    X(pthread_mutexattr_getprotocol) X(pthread_mutexattr_setprioceiling) X(pthread_mutexattr_getprioceiling)            \
    X(pthread_mutexattr_setrobust) X(pthread_mutexattr_getrobust)                                                       \
    X(pthread_cond_init) X(pthread_cond_destroy) X(pthread_cond_wait) X(pthread_cond_timedwait) X(pthread_cond_clockwait) \
    X(pthread_cond_signal) X(pthread_cond_broadcast)                                                                     \
    X(pthread_condattr_init) X(pthread_condattr_destroy) X(pthread_condattr_setpshared) X(pthread_condattr_getpshared)  \
    X(pthread_condattr_setclock) X(pthread_condattr_getclock)                                                           \
    X(pthread_rwlock_init) X(pthread_rwlock_destroy) X(pthread_rwlock_rdlock) X(pthread_rwlock_wrlock)                  \
    X(pthread_rwlock_tryrdlock) X(pthread_rwlock_trywrlock) X(pthread_rwlock_timedrdlock) X(pthread_rwlock_timedwrlock) \
    X(pthread_rwlock_clockrdlock) X(pthread_rwlock_clockwrlock) X(pthread_rwlock_unlock)                                \
    X(pthread_rwlockattr_init) X(pthread_rwlockattr_destroy) X(pthread_rwlockattr_setpshared)                           \
    X(pthread_rwlockattr_getpshared) X(pthread_rwlockattr_setkind_np) X(pthread_rwlockattr_getkind_np)                  \
    X(pthread_spin_init) X(pthread_spin_destroy) X(pthread_spin_lock) X(pthread_spin_trylock) X(pthread_spin_unlock)    \
    X(pthread_barrier_init) X(pthread_barrier_destroy) X(pthread_barrier_wait)                                          \
    X(pthread_barrierattr_init) X(pthread_barrierattr_destroy) X(pthread_barrierattr_setpshared)                        \
    X(pthread_barrierattr_getpshared)                                                                                   \
    X(pthread_key_create) X(pthread_key_delete) X(pthread_setspecific)                                                  \
    X(sem_init) X(sem_destroy) X(sem_wait) X(sem_trywait) X(sem_timedwait) X(sem_clockwait) X(sem_post) X(sem_getvalue) \
    X(thrd_create) X(thrd_join) X(thrd_detach) X(thrd_equal) X(thrd_sleep)                                              \
    X(mtx_init) X(mtx_lock) X(mtx_trylock) X(mtx_timedlock) X(mtx_unlock)                                               \
    X(cnd_init) X(cnd_signal) X(cnd_broadcast) X(cnd_timedwait) X(tss_create) X(tss_set)

struct library {
#define MEMBER(name) int (*name)();
    FUNCTIONS(MEMBER)
    void (*mtx_destroy)(), (*cnd_destroy)(), (*tss_delete)(), (*call_once)();
    void *(*tss_get)(), *(*pthread_getspecific)();
    unsigned long (*thrd_current)();
    int *(*errno_location)();
};

#define DECLARE(name) int model_##name();
FUNCTIONS(DECLARE)
void model_mtx_destroy(), model_cnd_destroy(), model_tss_delete(), model_call_once();
void *model_tss_get(), *model_pthread_getspecific();
unsigned long model_thrd_current();
int *model___errno_location();

#define HOST(name) .name = (void *)name,
#define MODEL(name) .name = model_##name,
static const struct library host = {FUNCTIONS(HOST).mtx_destroy = (void *)mtx_destroy, .cnd_destroy = (void *)cnd_destroy,
    .tss_delete = (void *)tss_delete, .call_once = (void *)call_once, .tss_get = (void *)tss_get,
    .pthread_getspecific = (void *)pthread_getspecific, .thrd_current = (void *)thrd_current,
    .errno_location = (void *)__errno_location};
static const struct library model = {FUNCTIONS(MODEL).mtx_destroy = model_mtx_destroy, .cnd_destroy = model_cnd_destroy,
    .tss_delete = model_tss_delete, .call_once = model_call_once, .tss_get = model_tss_get,
    .pthread_getspecific = model_pthread_getspecific, .thrd_current = model_thrd_current,
    .errno_location = model___errno_location};
static const struct library *lib;

/* What the two libraries have answered so far, and where they were asked. */
enum { answer_limit = 2000 };
struct answer { int line, value; };
static struct answer answers[2][answer_limit];
static int answer_count[2];

static void note(int line, int value) {
    int who = lib == &model;
    if (answer_count[who] < answer_limit)
        answers[who][answer_count[who]++] = (struct answer){line, value};
}
#define ASK(expression) note(__LINE__, expression)
/* For functions that give -1 and set errno. */
#define ASK_WITH_ERRNO(expression)                                                                                       \
    (*lib->errno_location() = 0, note(__LINE__, expression), note(__LINE__, *lib->errno_location()))

/* Memory for an object of either library, zeroed. */
static void *object(void) { return calloc(1, 512); }

static void run_in_a_thread(void *(*start)(void *), void *argument) {
    unsigned long handle;
    lib->pthread_create(&handle, (void *)0, start, argument);
    if (lib == &model)
        test_run_thread((int)handle - 1);
    lib->pthread_join(handle, (void *)0);
}

static struct timespec past = {1, 0}, wrong = {1, 1000000000}, also_wrong = {1, -1};

static void *use_held_mutex(void *mutex) {
    ASK(lib->pthread_mutex_trylock(mutex));
    ASK(lib->pthread_mutex_timedlock(mutex, &past));
    ASK(lib->pthread_mutex_timedlock(mutex, &wrong));
    ASK(lib->pthread_mutex_timedlock(mutex, &also_wrong));
    ASK(lib->pthread_mutex_clocklock(mutex, CLOCK_MONOTONIC, &past));
    ASK(lib->pthread_mutex_clocklock(mutex, CLOCK_REALTIME, &past));
    return 0;
}

static void *unlock_held_mutex(void *mutex) {
    ASK(lib->pthread_mutex_unlock(mutex));
    return 0;
}

static void mutexes(void) {
    void *mutex = object(), *attributes = object();
    lib->pthread_mutexattr_init(attributes);
    for (int kind = 0; kind < 4; kind++) {
        int checks = kind == PTHREAD_MUTEX_RECURSIVE || kind == PTHREAD_MUTEX_ERRORCHECK;
        ASK(lib->pthread_mutexattr_settype(attributes, kind));
        ASK(lib->pthread_mutex_init(mutex, attributes));
        ASK(lib->pthread_mutex_consistent(mutex));
        if (checks)
            ASK(lib->pthread_mutex_unlock(mutex));
        ASK(lib->pthread_mutex_lock(mutex));
        if (checks)
            ASK(lib->pthread_mutex_lock(mutex));
        ASK(lib->pthread_mutex_trylock(mutex));
        if (kind != PTHREAD_MUTEX_ADAPTIVE_NP)
            ASK(lib->pthread_mutex_timedlock(mutex, &past));
        run_in_a_thread(use_held_mutex, mutex);
        if (checks)
            run_in_a_thread(unlock_held_mutex, mutex);
        for (int i = 0; i < (checks ? 6 : 1); i++)
            ASK(lib->pthread_mutex_unlock(mutex));
        ASK(lib->pthread_mutex_timedlock(mutex, &wrong)); /* free: the deadline is not looked at */
        ASK(lib->pthread_mutex_unlock(mutex));
        ASK(lib->pthread_mutex_clocklock(mutex, CLOCK_PROCESS_CPUTIME_ID, &past));
        ASK(lib->pthread_mutex_destroy(mutex));
    }
    ASK(lib->pthread_mutex_init(mutex, (void *)0));
    int ceiling = -5;
    ASK(lib->pthread_mutex_getprioceiling(mutex, &ceiling));
    ASK(lib->pthread_mutex_setprioceiling(mutex, 5, &ceiling));
    ASK(ceiling);
    ASK(lib->pthread_mutexattr_setprotocol(attributes, PTHREAD_PRIO_PROTECT));
    ASK(lib->pthread_mutexattr_setprioceiling(attributes, 7));
    ASK(lib->pthread_mutex_init(mutex, attributes));
    ASK(lib->pthread_mutex_getprioceiling(mutex, &ceiling));
    ASK(ceiling);
    ASK(lib->pthread_mutexattr_destroy(attributes));
}

/* Sets an attribute to each of some values, and asks what it is then. */
static void attribute(int (*set)(), int (*get)(), void *attributes, int from, int to) {
    int value = -77;
    ASK(get(attributes, &value));
    ASK(value);
    for (int i = from; i <= to; i++) {
        ASK(set(attributes, i));
        ASK(get(attributes, &value));
        ASK(value);
    }
}

static void attributes(void) {
    void *mutex = object(), *condition = object(), *lock = object(), *barrier = object();
    ASK(lib->pthread_mutexattr_init(mutex));
    attribute(lib->pthread_mutexattr_settype, lib->pthread_mutexattr_gettype, mutex, -2, 6);
    attribute(lib->pthread_mutexattr_setpshared, lib->pthread_mutexattr_getpshared, mutex, -2, 4);
    attribute(lib->pthread_mutexattr_setprotocol, lib->pthread_mutexattr_getprotocol, mutex, -2, 5);
    attribute(lib->pthread_mutexattr_setprioceiling, lib->pthread_mutexattr_getprioceiling, mutex, -2, 110);
    attribute(lib->pthread_mutexattr_setrobust, lib->pthread_mutexattr_getrobust, mutex, -2, 0);
    ASK(lib->pthread_mutexattr_setrobust(mutex, 2));
    ASK(lib->pthread_mutexattr_destroy(mutex));
    ASK(lib->pthread_condattr_init(condition));
    attribute(lib->pthread_condattr_setpshared, lib->pthread_condattr_getpshared, condition, -2, 4);
    attribute(lib->pthread_condattr_setclock, lib->pthread_condattr_getclock, condition, -2, 12);
    ASK(lib->pthread_condattr_destroy(condition));
    ASK(lib->pthread_rwlockattr_init(lock));
    attribute(lib->pthread_rwlockattr_setpshared, lib->pthread_rwlockattr_getpshared, lock, -2, 4);
    attribute(lib->pthread_rwlockattr_setkind_np, lib->pthread_rwlockattr_getkind_np, lock, -2, 5);
    ASK(lib->pthread_rwlockattr_destroy(lock));
    ASK(lib->pthread_barrierattr_init(barrier));
    attribute(lib->pthread_barrierattr_setpshared, lib->pthread_barrierattr_getpshared, barrier, -2, 4);
    ASK(lib->pthread_barrierattr_destroy(barrier));
}

static void conditions(void) {
    void *mutex = object(), *condition = object(), *attributes = object();
    lib->pthread_mutexattr_init(attributes);
    ASK(lib->pthread_cond_init(condition, (void *)0));
    for (int kind = PTHREAD_MUTEX_NORMAL; kind <= PTHREAD_MUTEX_ERRORCHECK; kind++) {
        lib->pthread_mutexattr_settype(attributes, kind);
        lib->pthread_mutex_init(mutex, attributes);
        if (kind != PTHREAD_MUTEX_NORMAL) {
            ASK(lib->pthread_cond_wait(condition, mutex)); /* not held */
            ASK(lib->pthread_cond_timedwait(condition, mutex, &past));
        }
        lib->pthread_mutex_lock(mutex);
        ASK(lib->pthread_cond_timedwait(condition, mutex, &past));
        ASK(lib->pthread_cond_timedwait(condition, mutex, &wrong));
        ASK(lib->pthread_cond_timedwait(condition, mutex, &also_wrong));
        ASK(lib->pthread_cond_clockwait(condition, mutex, CLOCK_MONOTONIC, &past));
        ASK(lib->pthread_cond_clockwait(condition, mutex, CLOCK_PROCESS_CPUTIME_ID, &past));
        ASK(lib->pthread_cond_clockwait(condition, mutex, CLOCK_MONOTONIC, &wrong));
        ASK(lib->pthread_mutex_trylock(mutex));
        ASK(lib->pthread_mutex_unlock(mutex)); /* it is held again after a wait */
        if (kind == PTHREAD_MUTEX_RECURSIVE)
            ASK(lib->pthread_mutex_unlock(mutex));
    }
    lib->pthread_mutexattr_settype(attributes, PTHREAD_MUTEX_RECURSIVE);
    lib->pthread_mutex_init(mutex, attributes);
    lib->pthread_mutex_lock(mutex);
    lib->pthread_mutex_lock(mutex);
    ASK(lib->pthread_cond_timedwait(condition, mutex, &past)); /* released once, and taken once again */
    for (int i = 0; i < 3; i++)
        ASK(lib->pthread_mutex_unlock(mutex));
    ASK(lib->pthread_cond_signal(condition));
    ASK(lib->pthread_cond_broadcast(condition));
    ASK(lib->pthread_cond_destroy(condition));
}

static void *ask_for_rwlock(void *lock) {
    int got_it = lib->pthread_rwlock_tryrdlock(lock);
    ASK(got_it);
    if (got_it == 0)
        ASK(lib->pthread_rwlock_unlock(lock));
    ASK(lib->pthread_rwlock_trywrlock(lock));
    int got_it_in_time = lib->pthread_rwlock_timedrdlock(lock, &past);
    ASK(got_it_in_time);
    if (got_it_in_time == 0)
        ASK(lib->pthread_rwlock_unlock(lock));
    ASK(lib->pthread_rwlock_timedwrlock(lock, &past));
    ASK(lib->pthread_rwlock_timedrdlock(lock, &wrong));
    ASK(lib->pthread_rwlock_timedwrlock(lock, &also_wrong));
    ASK(lib->pthread_rwlock_clockwrlock(lock, CLOCK_MONOTONIC, &past));
    ASK(lib->pthread_rwlock_clockwrlock(lock, CLOCK_PROCESS_CPUTIME_ID, &past));
    ASK(lib->pthread_rwlock_clockrdlock(lock, CLOCK_PROCESS_CPUTIME_ID, &past));
    return 0;
}

static void rwlocks(void) {
    void *lock = object();
    ASK(lib->pthread_rwlock_init(lock, (void *)0));
    ASK(lib->pthread_rwlock_rdlock(lock));
    ASK(lib->pthread_rwlock_rdlock(lock));
    ASK(lib->pthread_rwlock_trywrlock(lock));
    run_in_a_thread(ask_for_rwlock, lock);
    ASK(lib->pthread_rwlock_unlock(lock));
    ASK(lib->pthread_rwlock_unlock(lock));
    ASK(lib->pthread_rwlock_wrlock(lock));
    ASK(lib->pthread_rwlock_wrlock(lock));
    ASK(lib->pthread_rwlock_rdlock(lock));
    ASK(lib->pthread_rwlock_trywrlock(lock));
    ASK(lib->pthread_rwlock_tryrdlock(lock));
    ASK(lib->pthread_rwlock_timedwrlock(lock, &past));
    ASK(lib->pthread_rwlock_timedrdlock(lock, &past));
    ASK(lib->pthread_rwlock_clockrdlock(lock, CLOCK_REALTIME, &past));
    run_in_a_thread(ask_for_rwlock, lock);
    ASK(lib->pthread_rwlock_unlock(lock));
    ASK(lib->pthread_rwlock_timedwrlock(lock, &wrong)); /* free: the deadline is checked all the same */
    ASK(lib->pthread_rwlock_destroy(lock));
}

static void *ask_for_spin_lock(void *lock) {
    ASK(lib->pthread_spin_trylock(lock));
    return 0;
}

static void spin_locks(void) {
    void *lock = object();
    ASK(lib->pthread_spin_init(lock, PTHREAD_PROCESS_PRIVATE));
    if (lib == &host)
        CHECK(*(int *)lock == 1); /* so a lock that is zero is not a free one */
    ASK(lib->pthread_spin_lock(lock));
    ASK(lib->pthread_spin_trylock(lock));
    run_in_a_thread(ask_for_spin_lock, lock);
    ASK(lib->pthread_spin_unlock(lock));
    ASK(lib->pthread_spin_trylock(lock));
    ASK(lib->pthread_spin_unlock(lock));
    ASK(lib->pthread_spin_destroy(lock));
}

/* Two threads meet; who gets which result is open, but not which results there are. */
static void *barrier;
static int result_of_other;

static void *arrive(void *unused) {
    result_of_other = lib->pthread_barrier_wait(barrier);
    return 0;
}

static void arrive_between_steps(void) {
    test_become(1);
    arrive(0);
}

static void barriers(void) {
    unsigned long handle;
    barrier = object();
    ASK(lib->pthread_barrier_init(barrier, (void *)0, 0));
    ASK(lib->pthread_barrier_init(barrier, (void *)0, ~0u));
    ASK(lib->pthread_barrier_init(barrier, (void *)0, 2));
    for (int round = 0; round < 3; round++) {
        if (lib == &model)
            test_between_steps = arrive_between_steps;
        else
            pthread_create(&handle, 0, arrive, 0);
        int result = lib->pthread_barrier_wait(barrier);
        if (lib == &host)
            pthread_join(handle, 0);
        ASK(result < result_of_other ? result : result_of_other);
        ASK(result < result_of_other ? result_of_other : result);
    }
    ASK(lib->pthread_barrier_destroy(barrier));
    ASK(lib->pthread_barrier_init(barrier, (void *)0, 1));
    ASK(lib->pthread_barrier_wait(barrier));
    ASK(lib->pthread_barrier_wait(barrier));
    ASK(lib->pthread_barrier_destroy(barrier));
}

/* The order in which destructors run, with keys set in another order, one deleted, and values stored again. */
static unsigned keys[6];

static void destroy_first(void *value) {
    ASK(100 + *(int *)value);
    lib->pthread_setspecific(keys[3], value);
}
static void destroy_other(void *value) { ASK(200 + *(int *)value); }
static void destroy_and_store_again(void *value) {
    ASK(300 + *(int *)value);
    lib->pthread_setspecific(keys[4], value);
}

static void *store_values(void *unused) {
    static int values[6] = {0, 1, 2, 3, 4, 5};
    for (int i = 5; i >= 0; i--) {
        ASK(lib->pthread_getspecific(keys[i]) == 0);
        ASK(lib->pthread_setspecific(keys[i], &values[i]));
        ASK(lib->pthread_getspecific(keys[i]) == &values[i]);
    }
    ASK(lib->pthread_setspecific(keys[1], (void *)0));
    ASK(lib->pthread_key_delete(keys[2]));
    return 0;
}

static void thread_specific_data(void) {
    void (*destructors[6])(void *) = {destroy_other, destroy_other, destroy_other, destroy_first, destroy_and_store_again, 0};
    for (int i = 0; i < 6; i++)
        ASK(lib->pthread_key_create(&keys[i], destructors[i]));
    run_in_a_thread(store_values, 0);
    ASK(lib->pthread_key_create(&keys[2], destroy_other));
    ASK(lib->pthread_getspecific(keys[2]) == 0);
    for (int i = 0; i < 6; i++)
        ASK(lib->pthread_key_delete(keys[i]));
    unsigned key;
    int made = 0;
    static unsigned all[PTHREAD_KEYS_MAX + 1];
    while (made <= PTHREAD_KEYS_MAX && lib->pthread_key_create(&all[made], (void *)0) == 0)
        made++;
    ASK(lib->pthread_key_create(&key, (void *)0));
    while (made > 0)
        lib->pthread_key_delete(all[--made]);
}

static void semaphores(void) {
    void *semaphore = object();
    int value;
    ASK_WITH_ERRNO(lib->sem_init(semaphore, 0, (unsigned)SEM_VALUE_MAX + 1));
    ASK_WITH_ERRNO(lib->sem_init(semaphore, 0, 1));
    ASK(lib->sem_getvalue(semaphore, &value));
    ASK(value);
    ASK_WITH_ERRNO(lib->sem_wait(semaphore));
    ASK_WITH_ERRNO(lib->sem_trywait(semaphore));
    ASK_WITH_ERRNO(lib->sem_timedwait(semaphore, &past));
    ASK_WITH_ERRNO(lib->sem_timedwait(semaphore, &wrong));
    ASK_WITH_ERRNO(lib->sem_timedwait(semaphore, &also_wrong));
    ASK_WITH_ERRNO(lib->sem_clockwait(semaphore, CLOCK_MONOTONIC, &past));
    ASK_WITH_ERRNO(lib->sem_clockwait(semaphore, CLOCK_PROCESS_CPUTIME_ID, &past));
    ASK(lib->sem_getvalue(semaphore, &value));
    ASK(value);
    ASK_WITH_ERRNO(lib->sem_post(semaphore));
    ASK_WITH_ERRNO(lib->sem_timedwait(semaphore, &wrong)); /* could be had: the deadline is checked all the same */
    ASK_WITH_ERRNO(lib->sem_post(semaphore));
    ASK_WITH_ERRNO(lib->sem_timedwait(semaphore, &past));
    ASK_WITH_ERRNO(lib->sem_clockwait(semaphore, CLOCK_REALTIME, &past));
    ASK_WITH_ERRNO(lib->sem_trywait(semaphore));
    ASK(lib->sem_destroy(semaphore));
    ASK_WITH_ERRNO(lib->sem_init(semaphore, 0, SEM_VALUE_MAX));
    ASK_WITH_ERRNO(lib->sem_post(semaphore));
    ASK(lib->sem_getvalue(semaphore, &value));
    ASK(value == SEM_VALUE_MAX);
    ASK(lib->sem_destroy(semaphore));
}

static void *c11_mutex;

static int ask_for_c11_mutex(void *timed) {
    ASK(lib->mtx_trylock(c11_mutex));
    if (timed) {
        ASK(lib->mtx_timedlock(c11_mutex, &past));
        ASK(lib->mtx_timedlock(c11_mutex, &wrong));
    }
    return -7;
}

static void run_in_a_c11_thread(int (*start)(void *), void *argument) {
    unsigned long handle;
    int result = 5;
    int created = lib->thrd_create(&handle, start, argument);
    if (lib == &model)
        test_run_thread((int)handle - 1);
    int joined = lib->thrd_join(handle, &result); /* before anything is said: the thread says something too */
    ASK(created);
    ASK(joined);
    ASK(result);
    ASK(lib->thrd_equal(handle, handle) != 0);
    ASK(lib->thrd_equal(handle, lib->thrd_current()) != 0);
}

static int return_nothing(void *unused) { return 0; }

static void detach_a_c11_thread(void) {
    unsigned long handle;
    ASK(lib->thrd_create(&handle, return_nothing, (void *)0));
    ASK(lib->thrd_detach(handle));
    if (lib == &model)
        test_run_thread((int)handle - 1);
}

static int calls;
static void count_call(void) { calls++; }

static tss_t c11_key;
static void destroy_c11_value(void *value) {
    ASK(400);
    if (value != &calls)
        ASK(lib->tss_set(c11_key, value)); /* again and again */
}
static int store_c11_value(void *value) {
    ASK(lib->tss_get(c11_key) == 0);
    ASK(lib->tss_set(c11_key, value));
    ASK(lib->tss_get(c11_key) == value);
    return 3;
}

static void c11(void) {
    void *condition = object(), *flag = object();
    c11_mutex = object();
    for (int type = 0; type < 4; type++) {
        int is_recursive = (type & mtx_recursive) != 0, is_timed = (type & mtx_timed) != 0;
        ASK(lib->mtx_init(c11_mutex, type));
        ASK(lib->mtx_lock(c11_mutex));
        ASK(lib->mtx_trylock(c11_mutex));
        if (is_timed)
            ASK(lib->mtx_timedlock(c11_mutex, &past));
        run_in_a_c11_thread(ask_for_c11_mutex, is_timed ? c11_mutex : 0);
        for (int i = is_recursive ? 2 + is_timed : 1; i > 0; i--)
            ASK(lib->mtx_unlock(c11_mutex));
        lib->mtx_destroy(c11_mutex);
    }
    ASK(lib->mtx_init(c11_mutex, mtx_plain));
    ASK(lib->cnd_init(condition));
    ASK(lib->cnd_signal(condition));
    ASK(lib->cnd_broadcast(condition));
    ASK(lib->mtx_lock(c11_mutex));
    ASK(lib->cnd_timedwait(condition, c11_mutex, &past));
    ASK(lib->cnd_timedwait(condition, c11_mutex, &wrong));
    ASK(lib->mtx_unlock(c11_mutex));
    lib->cnd_destroy(condition);
    ASK(lib->thrd_join(lib->thrd_current(), (void *)0));
    detach_a_c11_thread();
    struct timespec nothing = {0, 0};
    ASK(lib->thrd_sleep(&nothing, (void *)0));
    ASK(lib->thrd_sleep(&wrong, (void *)0));
    calls = 0;
    lib->call_once(flag, count_call);
    lib->call_once(flag, count_call);
    ASK(calls);
    ASK(lib->tss_create(&c11_key, destroy_c11_value));
    run_in_a_c11_thread(store_c11_value, &calls);
    run_in_a_c11_thread(store_c11_value, flag);
    lib->tss_delete(c11_key);
}

static void play(const struct library *library) {
    lib = library;
    mutexes();
    attributes();
    conditions();
    rwlocks();
    spin_locks();
    barriers();
    thread_specific_data();
    semaphores();
    c11();
}

void test_all(void) {
    test_failed_message = "";
    __unspool_switch_spurious_wakeups = 0;
    play(&host);
    if (setjmp(test_stop) == 0)
        play(&model);
    else
        test_fail(__FILE__, answers[1][answer_count[1] - 1].line, test_blocked ? "blocked after this line" : test_failed_message);
    CHECK(answer_count[0] == answer_count[1] && answer_count[0] > 500 && answer_count[0] < answer_limit);
    for (int i = 0; i < answer_count[0] && i < answer_count[1]; i++)
        if (answers[0][i].line != answers[1][i].line || answers[0][i].value != answers[1][i].value) {
            char text[200];
            snprintf(text, sizeof text, "the host says %d (in line %d), the model %d", answers[0][i].value,
                     answers[0][i].line, answers[1][i].value);
            test_fail(__FILE__, answers[1][i].line, text);
        }
    CHECK(test_atomic_depth == 0);
}
