/* pthread_cond_wait as a cancellation point: a request and a wake-up may come both */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
int ready;

#if defined CANCELLATION
static void unlock(void *its_mutex) {
    assert(pthread_mutex_trylock(its_mutex) == EBUSY); // SAFE
    assert(pthread_mutex_unlock(its_mutex) == 0);
}
static void *work(void *unused) {
    pthread_mutex_lock(&mutex);
    pthread_cleanup_push(unlock, &mutex);
    while (!ready)
        pthread_cond_wait(&condition, &mutex);
    pthread_cleanup_pop(1);
    return 0;
}
int main(void) {
    // WITH --no-spurious-wakeups
    pthread_t other;
    void *result;
    pthread_create(&other, 0, work, 0);
    pthread_cancel(other);
    pthread_join(other, &result);
    assert(result == PTHREAD_CANCELED);
    assert(pthread_mutex_lock(&mutex) == 0);
    assert(pthread_cond_destroy(&condition) == 0);
    return 0;
}
#elif defined CANCELLATION_DOES_NOT_TAKE_A_SIGNAL
static void unlock(void *its_mutex) { pthread_mutex_unlock(its_mutex); }
static void *work(void *unused) {
    pthread_mutex_lock(&mutex);
    pthread_cleanup_push(unlock, &mutex);
    while (!ready)
        pthread_cond_wait(&condition, &mutex);
    ready = 0;
    pthread_cleanup_pop(1);
    return 0;
}
static void *sender(void *unused) {
    pthread_mutex_lock(&mutex);
    ready = 1;
    pthread_mutex_unlock(&mutex);
    pthread_cond_signal(&condition);
    return 0;
}
int main(void) {
    // WITH --no-spurious-wakeups
    pthread_t first, third;
    void *result;
    pthread_create(&first, 0, work, 0);
    pthread_create(&third, 0, sender, 0);
    pthread_cancel(first);
    pthread_join(first, &result);
    if (result == PTHREAD_CANCELED)
        work(0); // SAFE
    pthread_join(third, 0);
    return 0;
}
#elif defined CANCELLED_OR_WOKEN_SPURIOUSLY
static void *work(void *unused) {
    pthread_mutex_lock(&mutex);
    pthread_cond_wait(&condition, &mutex);
    assert(!ready); // UNSAFE: assertion failed
    pthread_mutex_unlock(&mutex);
    return 0;
}
int main(void) {
    pthread_t other;
    void *result;
    pthread_create(&other, 0, work, 0);
    pthread_mutex_lock(&mutex);
    pthread_cancel(other);
    ready = 1;
    pthread_mutex_unlock(&mutex);
    pthread_join(other, &result);
    assert(result != PTHREAD_CANCELED); // UNSAFE: assertion failed
    return 0;
}
#elif defined CANCELLED_OR_SIGNALLED
/* The request comes after the signal, before the thread has the mutex. */
static void *work(void *unused) {
    pthread_mutex_lock(&mutex);
    ready = 1;
    pthread_cond_wait(&condition, &mutex);
    return 0;
}
int main(void) {
    // WITH --no-spurious-wakeups
    pthread_t other;
    void *result;
    pthread_create(&other, 0, work, 0);
    pthread_mutex_lock(&mutex);
    if (!ready)
        return 0;
    pthread_cond_signal(&condition);
    pthread_cancel(other);
    pthread_mutex_unlock(&mutex);
    pthread_join(other, &result);
    assert(result == PTHREAD_CANCELED); // UNSAFE: assertion failed
    assert(result != PTHREAD_CANCELED); // UNSAFE: assertion failed
    return 0;
}
#elif defined CANCELLED_OR_WOKEN_BY_A_BROADCAST
static void *work(void *unused) {
    pthread_mutex_lock(&mutex);
    ready = 1;
    pthread_cond_wait(&condition, &mutex);
    return 0;
}
int main(void) {
    // WITH --no-spurious-wakeups
    pthread_t other;
    void *result;
    pthread_create(&other, 0, work, 0);
    pthread_mutex_lock(&mutex);
    if (!ready)
        return 0;
    pthread_cancel(other);
    pthread_cond_broadcast(&condition);
    pthread_cond_destroy(&condition);
    pthread_mutex_unlock(&mutex);
    pthread_join(other, &result);
    assert(result == PTHREAD_CANCELED); // UNSAFE: assertion failed
    assert(result != PTHREAD_CANCELED); // UNSAFE: assertion failed
    return 0;
}
#elif defined CANCELLED_BEFORE_THE_WAIT
/* Neither a spurious wake-up nor a signal saves it, and it takes none. */
static void unlock(void *its_mutex) { pthread_mutex_unlock(its_mutex); }
static void *work(void *unused) {
    pthread_mutex_lock(&mutex);
    pthread_cleanup_push(unlock, &mutex);
    pthread_cancel(pthread_self());
    pthread_cond_wait(&condition, &mutex);
    assert(0); // SAFE
    pthread_cleanup_pop(1);
    return 0;
}
int main(void) {
    pthread_t other;
    void *result;
    pthread_create(&other, 0, work, 0);
    pthread_cond_signal(&condition);
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    pthread_join(other, &result);
    assert(result == PTHREAD_CANCELED);
    return 0;
}
#elif defined CANCELLED_AMONG_TWO
/* One signal for two threads that wait: one of them gets it, whatever happens to the other. */
int waiting, woken;
static void unlock(void *its_mutex) { pthread_mutex_unlock(its_mutex); }
static void *work(void *unused) {
    pthread_mutex_lock(&mutex);
    pthread_cleanup_push(unlock, &mutex);
    waiting++;
    pthread_cond_wait(&condition, &mutex);
    woken++;
    pthread_cleanup_pop(1);
    return 0;
}
int main(void) {
    // WITH --no-spurious-wakeups
    pthread_t first, second;
    pthread_create(&first, 0, work, 0);
    pthread_create(&second, 0, work, 0);
    pthread_mutex_lock(&mutex);
    _Bool both = waiting == 2;
    pthread_cond_signal(&condition);
    pthread_cancel(first);
    pthread_mutex_unlock(&mutex);
    pthread_join(first, 0);
    if (!both)
        return 0;
    pthread_mutex_lock(&mutex);
    _Bool by_first = woken == 1;
    pthread_mutex_unlock(&mutex);
    if (!by_first)
        pthread_join(second, 0);
    assert(woken == 1); // SAFE
    return 0;
}
#endif
