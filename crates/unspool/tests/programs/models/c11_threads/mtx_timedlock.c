/* mtx_timedlock: a mutex that is held may be waited for or not, whatever the deadline */
#include <assert.h>
#include <threads.h>
#include <time.h>

mtx_t mutex;
thrd_t handle;
struct timespec deadline = {1, 0}, wrong = {1, 1000000000};

#if defined CODES
int main(void) {
    mtx_init(&mutex, mtx_timed);
    assert(mtx_timedlock(&mutex, &deadline) == thrd_success);
    assert(mtx_timedlock(&mutex, &deadline) == thrd_timedout); // SAFE
    assert(mtx_timedlock(&mutex, &wrong) == thrd_error);
    assert(mtx_unlock(&mutex) == thrd_success);
    return 0;
}
#elif defined RECURSIVE
int main(void) {
    mtx_init(&mutex, mtx_timed | mtx_recursive);
    assert(mtx_timedlock(&mutex, &deadline) == thrd_success);
    assert(mtx_timedlock(&mutex, &deadline) == thrd_success); // SAFE
    assert(mtx_unlock(&mutex) == thrd_success);
    assert(mtx_unlock(&mutex) == thrd_success);
    return 0;
}
#elif defined EITHER_OUTCOME
static int work(void *unused) {
    int result = mtx_timedlock(&mutex, &deadline);
    assert(result == thrd_success);  // UNSAFE: assertion failed
    assert(result == thrd_timedout); // UNSAFE: assertion failed
    return 0;
}
int main(void) {
    mtx_init(&mutex, mtx_timed);
    mtx_lock(&mutex);
    thrd_create(&handle, work, 0);
    mtx_unlock(&mutex);
    thrd_join(handle, 0);
    return 0;
}
#elif defined NOT_TIMED
int main(void) {
    mtx_init(&mutex, mtx_plain);
    mtx_timedlock(&mutex, &deadline); // UNSAFE: mtx_timedlock of a mutex that was initialised without mtx_timed
    return 0;
}
#elif defined NOT_INITIALISED
int main(void) {
    mtx_timedlock(&mutex, &deadline); // UNSAFE: mtx_timedlock of a mutex that is not initialised
    return 0;
}
#elif defined DESTROYED
int main(void) {
    mtx_init(&mutex, mtx_timed);
    mtx_destroy(&mutex);
    mtx_timedlock(&mutex, &deadline); // UNSAFE: mtx_timedlock of a mutex that has been destroyed
    return 0;
}
#endif
