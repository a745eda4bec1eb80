/* pthread_cond_wait */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER, another = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
pthread_mutex_t error_checking = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
int ready;

#if defined IN_A_LOOP
static void *work(void *unused) {
    pthread_mutex_lock(&mutex);
    while (!ready)
        assert(pthread_cond_wait(&condition, &mutex) == 0);
    assert(ready); // SAFE
    pthread_mutex_unlock(&mutex);
    return 0;
}
int main(void) {
    // WITH --races
    pthread_t other;
    pthread_create(&other, 0, work, 0);
    pthread_mutex_lock(&mutex);
    ready = 1;
    pthread_cond_signal(&condition);
    pthread_mutex_unlock(&mutex);
    pthread_join(other, 0);
    return 0;
}
#elif defined SPURIOUS_WAKE_UP
static void *work(void *unused) {
    pthread_mutex_lock(&mutex);
    if (!ready)
        pthread_cond_wait(&condition, &mutex);
    assert(ready); // UNSAFE: assertion failed
    pthread_mutex_unlock(&mutex);
    return 0;
}
int main(void) {
    pthread_t other;
    pthread_create(&other, 0, work, 0);
    pthread_mutex_lock(&mutex);
    ready = 1;
    pthread_cond_signal(&condition);
    pthread_mutex_unlock(&mutex);
    pthread_join(other, 0);
    return 0;
}
#elif defined NO_SPURIOUS_WAKE_UP
static void *work(void *unused) {
    pthread_mutex_lock(&mutex);
    if (!ready)
        pthread_cond_wait(&condition, &mutex);
    assert(ready); // SAFE
    pthread_mutex_unlock(&mutex);
    return 0;
}
int main(void) {
    // WITH --no-spurious-wakeups
    pthread_t other;
    pthread_create(&other, 0, work, 0);
    pthread_mutex_lock(&mutex);
    ready = 1;
    pthread_cond_signal(&condition);
    pthread_mutex_unlock(&mutex);
    pthread_join(other, 0);
    return 0;
}
#elif defined NEEDS_A_SIGNAL
int main(void) {
    pthread_mutex_lock(&mutex);
    pthread_cond_wait(&condition, &mutex); // DEADLOCK
    return 0;
}
#elif defined NEEDS_A_SIGNAL_IF_NOTHING_IS_SPURIOUS
int main(void) {
    // WITH --no-spurious-wakeups
    pthread_mutex_lock(&mutex);
    pthread_cond_wait(&condition, &mutex); // DEADLOCK
    assert(0);
}
#elif defined RELEASES_THE_MUTEX
static void *work(void *unused) {
    pthread_mutex_lock(&mutex);
    ready = 1;
    pthread_cond_signal(&condition);
    pthread_mutex_unlock(&mutex);
    return 0;
}
int main(void) {
    pthread_t other;
    pthread_mutex_lock(&mutex);
    pthread_create(&other, 0, work, 0);
    while (!ready)
        pthread_cond_wait(&condition, &mutex);
    pthread_join(other, 0);
    assert(pthread_mutex_trylock(&mutex) == EBUSY); // SAFE
    return 0;
}
#elif defined WAITS_FOR_THE_MUTEX
static void *work(void *unused) {
    pthread_mutex_lock(&mutex); // DEADLOCK
    pthread_cond_wait(&condition, &mutex); // DEADLOCK
    return 0;
}
int main(void) {
    // WITH --no-spurious-wakeups
    pthread_t other;
    pthread_create(&other, 0, work, 0);
    pthread_mutex_lock(&mutex);
    pthread_cond_signal(&condition);
    pthread_join(other, 0); // DEADLOCK
    return 0;
}
#elif defined RECURSIVE_MUTEX
static void *work(void *unused) {
    pthread_mutex_lock(&recursive);
    ready = 1;
    pthread_cond_signal(&condition);
    pthread_mutex_unlock(&recursive);
    return 0;
}
int main(void) {
    pthread_t other;
    pthread_mutex_lock(&recursive);
    pthread_create(&other, 0, work, 0);
    while (!ready)
        pthread_cond_wait(&condition, &recursive);
    assert(pthread_mutex_unlock(&recursive) == 0);
    assert(pthread_mutex_unlock(&recursive) == EPERM); // SAFE
    pthread_join(other, 0);
    return 0;
}
#elif defined RECURSIVE_MUTEX_LOCKED_TWICE
static void *work(void *unused) {
    pthread_mutex_lock(&recursive); // DEADLOCK
    ready = 1;
    pthread_cond_signal(&condition);
    pthread_mutex_unlock(&recursive);
    return 0;
}
int main(void) {
    pthread_t other;
    pthread_mutex_lock(&recursive);
    pthread_mutex_lock(&recursive);
    pthread_create(&other, 0, work, 0);
    while (!ready)
        pthread_cond_wait(&condition, &recursive); // DEADLOCK
    return 0;
}
#elif defined ERROR_CHECKING_MUTEX
int main(void) {
    assert(pthread_cond_wait(&condition, &error_checking) == EPERM); // SAFE
    assert(pthread_cond_wait(&condition, &recursive) == EPERM);
    return 0;
}
#elif defined WITHOUT_THE_MUTEX
int main(void) {
    pthread_cond_wait(&condition, &mutex); // UNSAFE: pthread_cond_wait without holding the mutex
    return 0;
}
#elif defined ANOTHER_THREAD_HAS_THE_MUTEX
static void *work(void *unused) {
    pthread_cond_wait(&condition, &mutex); // UNSAFE: pthread_cond_wait without holding the mutex
    return 0;
}
int main(void) {
    pthread_t other;
    pthread_mutex_lock(&mutex);
    pthread_create(&other, 0, work, 0);
    pthread_join(other, 0);
    return 0;
}
#elif defined DESTROYED_CONDITION
int main(void) {
    pthread_mutex_lock(&mutex);
    pthread_cond_destroy(&condition);
    pthread_cond_wait(&condition, &mutex); // UNSAFE: pthread_cond_wait on a condition variable that has been destroyed
    return 0;
}
#elif defined DESTROYED_MUTEX
int main(void) {
    pthread_mutex_destroy(&mutex);
    pthread_cond_wait(&condition, &mutex); // UNSAFE: pthread_cond_wait with a mutex that has been destroyed
    return 0;
}
#elif defined MUTEX_DESTROYED_MEANWHILE
static void *work(void *unused) {
    pthread_mutex_lock(&mutex);
    ready = 1;
    pthread_cond_wait(&condition, &mutex); // UNSAFE: the mutex was destroyed while this thread waited on a condition variable with it
    return 0;
}
int main(void) {
    // WITH --no-spurious-wakeups
    pthread_t other;
    pthread_create(&other, 0, work, 0);
    pthread_mutex_lock(&mutex);
    int waits = ready;
    pthread_mutex_unlock(&mutex);
    if (waits) {
        pthread_mutex_destroy(&mutex);
        pthread_cond_signal(&condition);
        pthread_join(other, 0);
    }
    return 0;
}
#elif defined TWO_MUTEXES
static void *work(void *its_mutex) {
    pthread_mutex_lock(its_mutex);
    pthread_cond_wait(&condition, its_mutex); // UNSAFE: pthread_cond_wait with another mutex than a thread that waits on the condition variable already
    pthread_mutex_unlock(its_mutex);
    return 0;
}
int main(void) {
    pthread_t other;
    pthread_create(&other, 0, work, &mutex);
    work(&another);
    return 0;
}
// DEADLOCK
#elif defined TWO_MUTEXES_ONE_AFTER_THE_OTHER
static void *work(void *unused) {
    pthread_mutex_lock(&mutex);
    while (ready == 0)
        pthread_cond_wait(&condition, &mutex);
    pthread_mutex_unlock(&mutex);
    pthread_mutex_lock(&another);
    while (ready == 1)
        pthread_cond_wait(&condition, &another);
    pthread_mutex_unlock(&another);
    return 0;
}
int main(void) {
    // WITH --no-spurious-wakeups
    pthread_t other;
    pthread_create(&other, 0, work, 0);
    pthread_mutex_lock(&mutex);
    ready = 1;
    pthread_cond_signal(&condition);
    pthread_mutex_unlock(&mutex);
    pthread_mutex_lock(&another); // SAFE
    ready = 2;
    pthread_cond_signal(&condition);
    pthread_mutex_unlock(&another);
    pthread_join(other, 0);
    return 0;
}
#elif defined THREAD_BEYOND_THE_FIRST_64
static void *nothing(void *unused) { return 0; }
static void *work(void *unused) {
    pthread_mutex_lock(&mutex);
    while (!ready)
        assert(pthread_cond_wait(&condition, &mutex) == 0); // SAFE
    pthread_mutex_unlock(&mutex);
    return 0;
}
int main(void) {
    pthread_t other;
    for (int i = 0; i < 64; i++) {
        pthread_create(&other, 0, nothing, 0);
        pthread_join(other, 0);
    }
    pthread_create(&other, 0, work, 0);
    pthread_mutex_lock(&mutex);
    ready = 1;
    pthread_cond_signal(&condition);
    pthread_mutex_unlock(&mutex);
    pthread_join(other, 0);
    return 0;
}
#elif defined THREAD_BEYOND_THE_FIRST_64_NEVER_SPURIOUSLY
static void *nothing(void *unused) { return 0; }
static void *work(void *unused) {
    pthread_mutex_lock(&mutex);
    pthread_cond_wait(&condition, &mutex); // UNSUPPORTED: a condition variable on which a thread beyond the first 64 waits
    return 0;
}
int main(void) {
    // WITH --no-spurious-wakeups
    pthread_t other;
    for (int i = 0; i < 64; i++) {
        pthread_create(&other, 0, nothing, 0);
        pthread_join(other, 0);
    }
    pthread_create(&other, 0, work, 0);
    pthread_join(other, 0);
    return 0;
}
#endif
