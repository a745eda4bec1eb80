/* The static initialisers of glibc, as they stand in preprocessed input, applied to the models' types. */
#include "runtime.h"

typedef __unspool_type_pthread_mutex_t mutex;
int model_pthread_mutex_lock(mutex *);
int model_pthread_mutex_unlock(mutex *);

enum { NORMAL, RECURSIVE, ERRORCHECK };

static mutex i386_normal = { { 0, 0, 0, NORMAL, 0, { { 0, 0 } } } };
static mutex i386_recursive = { { 0, 0, 0, RECURSIVE, 0, { { 0, 0 } } } };
static mutex i386_older = { { 0, 0, 0, ERRORCHECK, 0, { 0 } } };
static mutex i386_oldest = { { 0, 0, 0, 0, 0, { 0 } } };
static mutex x86_64_normal = { { 0, 0, 0, 0, NORMAL, 0, 0, { 0, 0 } } };
static mutex x86_64_recursive = { { 0, 0, 0, 0, RECURSIVE, 0, 0, { 0, 0 } } };
static mutex x86_64_older = { { 0, 0, 0, 0, ERRORCHECK, 0, { 0, 0 } } };
static mutex zero;

static __unspool_type_pthread_cond_t conditions[] = {
    { { {0}, {0}, {0, 0}, {0, 0}, 0, 0, {0, 0} } },
    { { {0}, {0}, {0, 0}, 0, 0, {0, 0}, 0, 0 } },
    { { 0, 0, 0, 0, 0, (void *) 0, 0, 0 } },
};

static __unspool_type_pthread_rwlock_t locks[] = {
    { { 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0 } },
    { { 0, 0, 0, 0, 0, 0, 0, 0, 0, { 0, 0, 0, 0, 0, 0, 0 }, 0, 2 } },
    { { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 } },
};

static __unspool_type_pthread_once_t once = 0;
static __unspool_type_once_flag flag = { 0 };
static __unspool_type_pthread_spinlock_t spin = 1;

static void is_normal(mutex *m) {
    EXPECT(model_pthread_mutex_lock(m), 0);
    EXPECT_FAILURE(model_pthread_mutex_lock(m),
                   "pthread_mutex_lock of a mutex that this thread holds already: it waits for itself for ever (deadlock)");
    EXPECT(model_pthread_mutex_unlock(m), 0);
}

static void is_recursive(mutex *m) {
    EXPECT(model_pthread_mutex_lock(m), 0);
    EXPECT(model_pthread_mutex_lock(m), 0);
    EXPECT(model_pthread_mutex_unlock(m), 0);
    EXPECT(model_pthread_mutex_unlock(m), 0);
    EXPECT(model_pthread_mutex_unlock(m), 1);
}

static void is_error_checking(mutex *m) {
    EXPECT(model_pthread_mutex_lock(m), 0);
    EXPECT(model_pthread_mutex_lock(m), 35);
    EXPECT(model_pthread_mutex_unlock(m), 0);
    EXPECT(model_pthread_mutex_unlock(m), 1);
}

void test_all(void) {
    is_normal(&i386_normal);
    is_normal(&i386_oldest);
    is_normal(&x86_64_normal);
    is_normal(&zero);
    is_recursive(&i386_recursive);
    is_recursive(&x86_64_recursive);
    is_error_checking(&i386_older);
    is_error_checking(&x86_64_older);
    for (int i = 0; i < 3; i++) {
        CHECK(conditions[i].state.waiting == 0 && conditions[i].state.destroyed == 0);
        CHECK(locks[i].state.writer == 0 && locks[i].state.readers == 0);
    }
    CHECK(once == 0 && flag.state == 0 && spin == 1);
}
