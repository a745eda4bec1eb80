/* mtx_init, mtx_lock, mtx_trylock, mtx_unlock and mtx_destroy */
#include <assert.h>
#include <string.h>
#include <threads.h>

mtx_t mutex;
thrd_t handle;
int inside;

#if defined EXCLUDES_OTHERS
static int work(void *unused) {
    assert(mtx_lock(&mutex) == thrd_success);
    assert(inside == 0); // SAFE
    inside = 1;
    inside = 0;
    assert(mtx_unlock(&mutex) == thrd_success);
    return 0;
}
int main(void) {
    // WITH --races
    assert(mtx_init(&mutex, mtx_plain) == thrd_success);
    thrd_create(&handle, work, 0);
    work(0);
    thrd_join(handle, 0);
    mtx_destroy(&mutex);
    return 0;
}
#elif defined TYPES
int main(void) {
    assert(mtx_init(&mutex, mtx_timed) == thrd_success); // SAFE
    assert(mtx_init(&mutex, mtx_timed | mtx_recursive) == thrd_success);
    assert(mtx_init(&mutex, mtx_plain | mtx_recursive) == thrd_success);
    return 0;
}
#elif defined NO_SUCH_TYPE
int main(void) {
    mtx_init(&mutex, 4); // UNSAFE: mtx_init with a type that does not exist
    return 0;
}
#elif defined WAITS_FOR_THE_HOLDER
static int work(void *unused) {
    mtx_lock(&mutex); // DEADLOCK
    return 0;
}
int main(void) {
    mtx_init(&mutex, mtx_plain | mtx_recursive);
    mtx_lock(&mutex);
    thrd_create(&handle, work, 0);
    thrd_join(handle, 0); // DEADLOCK
    return 0;
}
#elif defined RECURSIVE
static int busy(void *unused) {
    assert(mtx_trylock(&mutex) == thrd_busy); // SAFE
    return 0;
}
int main(void) {
    mtx_init(&mutex, mtx_plain | mtx_recursive);
    assert(mtx_lock(&mutex) == thrd_success);
    assert(mtx_lock(&mutex) == thrd_success);
    assert(mtx_trylock(&mutex) == thrd_success);
    assert(mtx_unlock(&mutex) == thrd_success);
    assert(mtx_unlock(&mutex) == thrd_success);
    thrd_create(&handle, busy, 0);
    thrd_join(handle, 0);
    assert(mtx_unlock(&mutex) == thrd_success);
    mtx_destroy(&mutex);
    return 0;
}
#elif defined TRYLOCK
int main(void) {
    mtx_init(&mutex, mtx_plain);
    assert(mtx_trylock(&mutex) == thrd_success);
    assert(mtx_trylock(&mutex) == thrd_busy); // SAFE
    return 0;
}
#elif defined TRYLOCK_EITHER_OUTCOME
static int work(void *unused) {
    int result = mtx_trylock(&mutex);
    assert(result == thrd_success); // UNSAFE: assertion failed
    assert(result == thrd_busy);    // UNSAFE: assertion failed
    return 0;
}
int main(void) {
    mtx_init(&mutex, mtx_plain);
    mtx_lock(&mutex);
    thrd_create(&handle, work, 0);
    mtx_unlock(&mutex);
    thrd_join(handle, 0);
    return 0;
}
#elif defined RELOCK
int main(void) {
    mtx_init(&mutex, mtx_plain);
    mtx_lock(&mutex);
    mtx_lock(&mutex); // UNSAFE: mtx_lock of a mutex that this thread holds already: it waits for itself for ever (deadlock)
    return 0;
}
#elif defined UNLOCK_A_FREE_ONE
int main(void) {
    mtx_init(&mutex, mtx_plain);
    mtx_unlock(&mutex); // UNSAFE: mtx_unlock of a mutex that is not locked
    return 0;
}
#elif defined UNLOCK_BY_ANOTHER
static int work(void *unused) {
    mtx_unlock(&mutex); // UNSAFE: mtx_unlock of a mutex that another thread holds
    return 0;
}
int main(void) {
    mtx_init(&mutex, mtx_plain | mtx_recursive);
    mtx_lock(&mutex);
    thrd_create(&handle, work, 0);
    thrd_join(handle, 0);
    return 0;
}
#elif defined DESTROY_WHILE_HELD
int main(void) {
    mtx_init(&mutex, mtx_plain);
    mtx_lock(&mutex);
    mtx_destroy(&mutex); // UNSAFE: mtx_destroy of a mutex that is held
    return 0;
}
#elif defined DESTROY_TWICE
int main(void) {
    mtx_init(&mutex, mtx_plain);
    mtx_destroy(&mutex);
    mtx_destroy(&mutex); // UNSAFE: mtx_destroy of a mutex that has been destroyed
    return 0;
}
#elif defined LOCK_DESTROYED
int main(void) {
    mtx_init(&mutex, mtx_plain);
    mtx_destroy(&mutex);
    mtx_lock(&mutex); // UNSAFE: mtx_lock of a mutex that has been destroyed
    return 0;
}
#elif defined TRYLOCK_DESTROYED
int main(void) {
    mtx_init(&mutex, mtx_plain);
    mtx_destroy(&mutex);
    mtx_trylock(&mutex); // UNSAFE: mtx_trylock of a mutex that has been destroyed
    return 0;
}
#elif defined UNLOCK_DESTROYED
int main(void) {
    mtx_init(&mutex, mtx_plain);
    mtx_destroy(&mutex);
    mtx_unlock(&mutex); // UNSAFE: mtx_unlock of a mutex that has been destroyed
    return 0;
}
#elif defined LOCK_WITHOUT_INITIALISATION
int main(void) {
    mtx_lock(&mutex); // UNSAFE: mtx_lock of a mutex that is not initialised
    return 0;
}
#elif defined TRYLOCK_WITHOUT_INITIALISATION
int main(void) {
    mtx_trylock(&mutex); // UNSAFE: mtx_trylock of a mutex that is not initialised
    return 0;
}
#elif defined UNLOCK_WITHOUT_INITIALISATION
int main(void) {
    mtx_unlock(&mutex); // UNSAFE: mtx_unlock of a mutex that is not initialised
    return 0;
}
#elif defined DESTROY_WITHOUT_INITIALISATION
int main(void) {
    mtx_destroy(&mutex); // UNSAFE: mtx_destroy of a mutex that is not initialised
    return 0;
}
#elif defined RELOCK_WITHOUT_A_REPORT
int main(void) {
    // WITH --ignore=lock-misuse
    mtx_init(&mutex, mtx_plain);
    mtx_lock(&mutex);
    mtx_lock(&mutex); // DEADLOCK
    return 0;
}
#elif defined RELOCK_WITHOUT_A_REPORT_UNTIL_ANOTHER_UNLOCKS
static int unlock(void *unused) {
    mtx_unlock(&mutex);
    return 0;
}
int main(void) {
    // WITH --ignore=lock-misuse
    mtx_init(&mutex, mtx_plain);
    mtx_lock(&mutex);
    thrd_create(&handle, unlock, 0);
    mtx_lock(&mutex);
    thrd_join(handle, 0);
    assert(mtx_trylock(&mutex) == thrd_busy); // SAFE
    return 0;
}
#elif defined OVER_GARBAGE
int main(void) {
    memset(&mutex, 0xff, sizeof mutex);
    mtx_init(&mutex, mtx_plain);
    assert(mtx_lock(&mutex) == thrd_success && mtx_trylock(&mutex) == thrd_busy); // SAFE
    assert(mtx_unlock(&mutex) == thrd_success);
    mtx_destroy(&mutex);
    return 0;
}
#endif
