/* pthread_cond_timedwait: a wait may time out at any moment, whatever the deadline */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER, another = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t error_checking = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
struct timespec deadline = {1, 0}, wrong = {1, 1000000000}, also_wrong = {1, -1};
int ready;

#if defined NOBODY_SIGNALS
int main(void) {
    // WITH --no-spurious-wakeups
    pthread_mutex_lock(&mutex);
    assert(pthread_cond_timedwait(&condition, &mutex, &deadline) == ETIMEDOUT); // SAFE
    assert(pthread_mutex_unlock(&mutex) == 0);
    assert(pthread_cond_destroy(&condition) == 0);
    return 0;
}
#elif defined SPURIOUS_WAKE_UP
int main(void) {
    pthread_mutex_lock(&mutex);
    int result = pthread_cond_timedwait(&condition, &mutex, &deadline);
    assert(result == 0 || result == ETIMEDOUT);
    assert(result == ETIMEDOUT); // UNSAFE: assertion failed
    assert(result == 0);         // UNSAFE: assertion failed
    return 0;
}
#elif defined EITHER_OUTCOME
static void *work(void *unused) {
    pthread_mutex_lock(&mutex);
    ready = 1;
    pthread_cond_signal(&condition);
    pthread_mutex_unlock(&mutex);
    return 0;
}
int main(void) {
    // WITH --no-spurious-wakeups
    pthread_t other;
    pthread_mutex_lock(&mutex);
    pthread_create(&other, 0, work, 0);
    int result = pthread_cond_timedwait(&condition, &mutex, &deadline);
    assert(result == 0 || (result == ETIMEDOUT && (ready == 0 || ready == 1)));
    assert(result != 0 || ready);
    assert(result != 0);                    // UNSAFE: assertion failed
    assert(result != ETIMEDOUT || ready);   // UNSAFE: assertion failed
    assert(result != ETIMEDOUT || !ready);  // UNSAFE: assertion failed
    pthread_mutex_unlock(&mutex);
    pthread_join(other, 0);
    return 0;
}
#elif defined IN_A_LOOP
static void *work(void *unused) {
    pthread_mutex_lock(&mutex);
    ready = 1;
    pthread_cond_signal(&condition);
    pthread_mutex_unlock(&mutex);
    return 0;
}
int main(void) {
    // WITH --races
    pthread_t other;
    int result = 0;
    pthread_mutex_lock(&mutex);
    pthread_create(&other, 0, work, 0);
    while (!ready && result == 0)
        result = pthread_cond_timedwait(&condition, &mutex, &deadline);
    assert(ready || result == ETIMEDOUT); // SAFE
    pthread_mutex_unlock(&mutex);
    pthread_join(other, 0);
    return 0;
}
#elif defined TIMED_OUT_DOES_NOT_TAKE_A_SIGNAL
static void *work(void *unused) {
    pthread_mutex_lock(&mutex);
    while (!ready)
        pthread_cond_wait(&condition, &mutex); // SAFE
    pthread_mutex_unlock(&mutex);
    return 0;
}
static void *brief(void *unused) {
    pthread_mutex_lock(&mutex);
    if (pthread_cond_timedwait(&condition, &mutex, &deadline) == 0)
        pthread_cond_signal(&condition);
    pthread_mutex_unlock(&mutex);
    return 0;
}
int main(void) {
    // WITH --no-spurious-wakeups
    pthread_t first, second;
    pthread_create(&first, 0, work, 0);
    pthread_create(&second, 0, brief, 0);
    pthread_mutex_lock(&mutex);
    ready = 1;
    pthread_cond_signal(&condition);
    pthread_mutex_unlock(&mutex);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
#elif defined WAITS_FOR_THE_MUTEX
static void *work(void *unused) {
    pthread_mutex_lock(&mutex); // DEADLOCK
    return 0;
}
int main(void) {
    pthread_t other;
    pthread_mutex_lock(&mutex);
    pthread_create(&other, 0, work, 0);
    pthread_cond_timedwait(&condition, &mutex, &deadline); // DEADLOCK
    pthread_join(other, 0); // DEADLOCK
    return 0;
}
#elif defined WRONG_DEADLINES
int main(void) {
    pthread_mutex_lock(&mutex);
    assert(pthread_cond_timedwait(&condition, &mutex, &wrong) == EINVAL); // SAFE
    assert(pthread_cond_timedwait(&condition, &mutex, &also_wrong) == EINVAL);
    assert(pthread_mutex_unlock(&mutex) == 0);
    return 0;
}
#elif defined ERROR_CHECKING_MUTEX
int main(void) {
    assert(pthread_cond_timedwait(&condition, &error_checking, &deadline) == EPERM); // SAFE
    return 0;
}
#elif defined WITHOUT_THE_MUTEX
int main(void) {
    pthread_cond_timedwait(&condition, &mutex, &deadline); // UNSAFE: pthread_cond_timedwait without holding the mutex
    return 0;
}
#elif defined DESTROYED_CONDITION
int main(void) {
    pthread_mutex_lock(&mutex);
    pthread_cond_destroy(&condition);
    pthread_cond_timedwait(&condition, &mutex, &deadline); // UNSAFE: pthread_cond_timedwait on a condition variable that has been destroyed
    return 0;
}
#elif defined DESTROYED_MUTEX
int main(void) {
    pthread_mutex_destroy(&mutex);
    pthread_cond_timedwait(&condition, &mutex, &deadline); // UNSAFE: pthread_cond_timedwait with a mutex that has been destroyed
    return 0;
}
#elif defined TWO_MUTEXES
static void *work(void *its_mutex) {
    pthread_mutex_lock(its_mutex);
    pthread_cond_timedwait(&condition, its_mutex, &deadline); // UNSAFE: pthread_cond_timedwait with another mutex than a thread that waits on the condition variable already
    pthread_mutex_unlock(its_mutex);
    return 0;
}
int main(void) {
    pthread_t other;
    pthread_create(&other, 0, work, &mutex);
    work(&another);
    pthread_join(other, 0);
    return 0;
}
#elif defined CANCELLATION
static void unlock(void *its_mutex) {
    assert(pthread_mutex_unlock(its_mutex) == 0); // SAFE
}
static void *work(void *unused) {
    pthread_mutex_lock(&error_checking);
    pthread_cleanup_push(unlock, &error_checking);
    pthread_cond_timedwait(&condition, &error_checking, &deadline);
    pthread_cleanup_pop(1);
    return 0;
}
int main(void) {
    pthread_t other;
    void *result;
    pthread_create(&other, 0, work, 0);
    pthread_cancel(other);
    pthread_join(other, &result);
    assert(result == PTHREAD_CANCELED || result == 0);
    assert(pthread_mutex_lock(&error_checking) == 0);
    return 0;
}
#elif defined CANCELLED_OR_NOT
static void *work(void *unused) {
    pthread_mutex_lock(&mutex);
    pthread_cond_timedwait(&condition, &mutex, &deadline);
    return 0;
}
int main(void) {
    pthread_t other;
    void *result;
    pthread_create(&other, 0, work, 0);
    pthread_cancel(other);
    pthread_join(other, &result);
    assert(result == PTHREAD_CANCELED); // UNSAFE: assertion failed
    assert(result != PTHREAD_CANCELED); // UNSAFE: assertion failed
    return 0;
}
#elif defined RECURSIVE_MUTEX
pthread_mutex_t recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
int main(void) {
    // WITH --no-spurious-wakeups
    pthread_mutex_lock(&recursive);
    assert(pthread_cond_timedwait(&condition, &recursive, &deadline) == ETIMEDOUT);
    pthread_mutex_lock(&recursive);
    assert(pthread_cond_timedwait(&condition, &recursive, &deadline) == ETIMEDOUT);
    assert(pthread_mutex_unlock(&recursive) == 0);
    assert(pthread_mutex_unlock(&recursive) == 0);
    assert(pthread_mutex_unlock(&recursive) == EPERM); // SAFE
    return 0;
}
#elif defined CANCELLED_OR_TIMED_OUT
/* The request comes during the wait; the time may be up all the same. */
int waiting;
static void *work(void *unused) {
    pthread_mutex_lock(&mutex);
    waiting = 1;
    pthread_cond_timedwait(&condition, &mutex, &deadline);
    pthread_mutex_unlock(&mutex);
    return 0;
}
int main(void) {
    // WITH --no-spurious-wakeups
    pthread_t other;
    void *result;
    pthread_create(&other, 0, work, 0);
    pthread_mutex_lock(&mutex);
    if (!waiting)
        return 0;
    pthread_cancel(other);
    pthread_mutex_unlock(&mutex);
    pthread_join(other, &result);
    assert(result == PTHREAD_CANCELED); // UNSAFE: assertion failed
    assert(result != PTHREAD_CANCELED); // UNSAFE: assertion failed
    return 0;
}
#elif defined CANCELLED_BEFORE_THE_WAIT
static void *work(void *unused) {
    pthread_mutex_lock(&mutex);
    pthread_cancel(pthread_self());
    pthread_cond_timedwait(&condition, &mutex, &deadline);
    assert(0); // SAFE
    return 0;
}
int main(void) {
    pthread_t other;
    void *result;
    pthread_create(&other, 0, work, 0);
    pthread_join(other, &result);
    assert(result == PTHREAD_CANCELED);
    return 0;
}
#elif defined RACE_ON_THE_DEADLINE
static void *work(void *unused) {
    deadline.tv_nsec = 5; // RACE
    return 0;
}
int main(void) {
    // WITH --races
    pthread_t other;
    pthread_create(&other, 0, work, 0);
    pthread_mutex_lock(&mutex);
    pthread_cond_timedwait(&condition, &mutex, &deadline); // RACE
    pthread_join(other, 0);
    return 0;
}
#endif
