/* cnd_init, cnd_wait, cnd_timedwait, cnd_signal, cnd_broadcast and cnd_destroy */
#include <assert.h>
#include <string.h>
#include <threads.h>
#include <time.h>

mtx_t mutex;
cnd_t condition;
thrd_t handle;
struct timespec deadline = {1, 0}, wrong = {1, 1000000000};
int ready;

static void initialise(void) {
    assert(mtx_init(&mutex, mtx_plain) == thrd_success);
    assert(cnd_init(&condition) == thrd_success);
}
static int wait_in_a_loop(void *unused) {
    mtx_lock(&mutex);
    while (!ready)
        assert(cnd_wait(&condition, &mutex) == thrd_success);
    mtx_unlock(&mutex);
    return 0;
}
static int wait_once(void *unused) {
    mtx_lock(&mutex);
    if (!ready)
        cnd_wait(&condition, &mutex);
    int result = ready;
    mtx_unlock(&mutex);
    return result;
}

#if defined IN_A_LOOP
int main(void) {
    // WITH --races
    initialise();
    thrd_create(&handle, wait_in_a_loop, 0);
    mtx_lock(&mutex);
    ready = 1;
    assert(cnd_signal(&condition) == thrd_success); // SAFE
    mtx_unlock(&mutex);
    thrd_join(handle, 0);
    cnd_destroy(&condition);
    mtx_destroy(&mutex);
    return 0;
}
#elif defined BROADCAST
int main(void) {
    // WITH --races
    thrd_t second;
    initialise();
    thrd_create(&handle, wait_in_a_loop, 0);
    thrd_create(&second, wait_in_a_loop, 0);
    mtx_lock(&mutex);
    ready = 1;
    assert(cnd_broadcast(&condition) == thrd_success); // SAFE
    mtx_unlock(&mutex);
    thrd_join(handle, 0);
    thrd_join(second, 0);
    cnd_destroy(&condition);
    return 0;
}
#elif defined SIGNAL_WAKES_ONLY_ONE
int main(void) {
    // WITH --no-spurious-wakeups
    thrd_t second;
    initialise();
    thrd_create(&handle, wait_in_a_loop, 0);
    thrd_create(&second, wait_in_a_loop, 0);
    mtx_lock(&mutex);
    ready = 1;
    cnd_signal(&condition);
    mtx_unlock(&mutex);
    thrd_join(handle, 0); // DEADLOCK
    thrd_join(second, 0); // DEADLOCK
    return 0;
}
#elif defined SPURIOUS_WAKE_UP
int main(void) {
    int result;
    initialise();
    thrd_create(&handle, wait_once, 0);
    mtx_lock(&mutex);
    ready = 1;
    cnd_signal(&condition);
    mtx_unlock(&mutex);
    thrd_join(handle, &result);
    assert(result); // UNSAFE: assertion failed
    return 0;
}
#elif defined NO_SPURIOUS_WAKE_UP
int main(void) {
    // WITH --no-spurious-wakeups
    int result;
    initialise();
    thrd_create(&handle, wait_once, 0);
    mtx_lock(&mutex);
    ready = 1;
    cnd_signal(&condition);
    mtx_unlock(&mutex);
    thrd_join(handle, &result);
    assert(result); // SAFE
    return 0;
}
#elif defined NEEDS_A_SIGNAL
int main(void) {
    initialise();
    mtx_lock(&mutex);
    cnd_signal(&condition);
    cnd_broadcast(&condition);
    cnd_wait(&condition, &mutex); // DEADLOCK
    return 0;
}
#elif defined TIMES_OUT
int main(void) {
    // WITH --no-spurious-wakeups
    initialise();
    mtx_lock(&mutex);
    assert(cnd_timedwait(&condition, &mutex, &deadline) == thrd_timedout); // SAFE
    assert(cnd_timedwait(&condition, &mutex, &wrong) == thrd_error);
    assert(mtx_unlock(&mutex) == thrd_success);
    return 0;
}
#elif defined TIMED_EITHER_OUTCOME
static int signal_it(void *unused) {
    mtx_lock(&mutex);
    ready = 1;
    cnd_signal(&condition);
    mtx_unlock(&mutex);
    return 0;
}
int main(void) {
    // WITH --no-spurious-wakeups
    initialise();
    mtx_lock(&mutex);
    thrd_create(&handle, signal_it, 0);
    int result = cnd_timedwait(&condition, &mutex, &deadline);
    assert(result != thrd_success || ready);
    assert(result != thrd_success);            // UNSAFE: assertion failed
    assert(result != thrd_timedout || ready);  // UNSAFE: assertion failed
    assert(result != thrd_timedout || !ready); // UNSAFE: assertion failed
    return 0;
}
#elif defined RECURSIVE_MUTEX_LOCKED_TWICE
static int signal_it(void *unused) {
    mtx_lock(&mutex); // DEADLOCK
    ready = 1;
    cnd_signal(&condition);
    mtx_unlock(&mutex);
    return 0;
}
int main(void) {
    mtx_init(&mutex, mtx_plain | mtx_recursive);
    cnd_init(&condition);
    mtx_lock(&mutex);
    mtx_lock(&mutex);
    thrd_create(&handle, signal_it, 0);
    while (!ready)
        cnd_wait(&condition, &mutex); // DEADLOCK
    return 0;
}
#elif defined WITHOUT_THE_MUTEX
int main(void) {
    initialise();
    cnd_wait(&condition, &mutex); // UNSAFE: cnd_wait without holding the mutex
    return 0;
}
#elif defined TIMED_WITHOUT_THE_MUTEX
int main(void) {
    initialise();
    cnd_timedwait(&condition, &mutex, &deadline); // UNSAFE: cnd_timedwait without holding the mutex
    return 0;
}
#elif defined DESTROYED_MUTEX
int main(void) {
    initialise();
    mtx_destroy(&mutex);
    cnd_wait(&condition, &mutex); // UNSAFE: cnd_wait with a mutex that has been destroyed
    return 0;
}
#elif defined TIMED_WITH_A_DESTROYED_MUTEX
int main(void) {
    initialise();
    mtx_destroy(&mutex);
    cnd_timedwait(&condition, &mutex, &deadline); // UNSAFE: cnd_timedwait with a mutex that has been destroyed
    return 0;
}
#elif defined WAIT_DESTROYED
int main(void) {
    initialise();
    mtx_lock(&mutex);
    cnd_destroy(&condition);
    cnd_wait(&condition, &mutex); // UNSAFE: cnd_wait on a condition variable that has been destroyed
    return 0;
}
#elif defined TIMED_DESTROYED
int main(void) {
    initialise();
    mtx_lock(&mutex);
    cnd_destroy(&condition);
    cnd_timedwait(&condition, &mutex, &deadline); // UNSAFE: cnd_timedwait on a condition variable that has been destroyed
    return 0;
}
#elif defined SIGNAL_DESTROYED
int main(void) {
    initialise();
    cnd_destroy(&condition);
    cnd_signal(&condition); // UNSAFE: cnd_signal of a condition variable that has been destroyed
    return 0;
}
#elif defined BROADCAST_DESTROYED
int main(void) {
    initialise();
    cnd_destroy(&condition);
    cnd_broadcast(&condition); // UNSAFE: cnd_broadcast of a condition variable that has been destroyed
    return 0;
}
#elif defined DESTROY_TWICE
int main(void) {
    initialise();
    cnd_destroy(&condition);
    cnd_destroy(&condition); // UNSAFE: cnd_destroy of a condition variable that has been destroyed
    return 0;
}
#elif defined DESTROY_WITH_A_WAITER
int main(void) {
    initialise();
    thrd_create(&handle, wait_in_a_loop, 0);
    mtx_lock(&mutex);
    ready = 1;
    cnd_destroy(&condition); // UNSAFE: cnd_destroy of a condition variable that threads wait on
    return 0;
}
#elif defined WAIT_WITHOUT_INITIALISATION
int main(void) {
    mtx_init(&mutex, mtx_plain);
    mtx_lock(&mutex);
    cnd_wait(&condition, &mutex); // UNSAFE: cnd_wait on a condition variable that is not initialised
    return 0;
}
#elif defined TIMED_WITHOUT_INITIALISATION
int main(void) {
    mtx_init(&mutex, mtx_plain);
    mtx_lock(&mutex);
    cnd_timedwait(&condition, &mutex, &deadline); // UNSAFE: cnd_timedwait on a condition variable that is not initialised
    return 0;
}
#elif defined SIGNAL_WITHOUT_INITIALISATION
int main(void) {
    cnd_signal(&condition); // UNSAFE: cnd_signal of a condition variable that is not initialised
    return 0;
}
#elif defined BROADCAST_WITHOUT_INITIALISATION
int main(void) {
    cnd_broadcast(&condition); // UNSAFE: cnd_broadcast of a condition variable that is not initialised
    return 0;
}
#elif defined DESTROY_WITHOUT_INITIALISATION
int main(void) {
    cnd_destroy(&condition); // UNSAFE: cnd_destroy of a condition variable that is not initialised
    return 0;
}
#elif defined OVER_GARBAGE
int main(void) {
    memset(&condition, 0xff, sizeof condition);
    initialise();
    assert(cnd_signal(&condition) == thrd_success); // SAFE
    cnd_destroy(&condition);
    return 0;
}
#endif
