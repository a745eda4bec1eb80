/* __sync_lock_test_and_set, __sync_lock_release, __sync_synchronize: the lock of GCC's manual */
#include <assert.h>
#include <pthread.h>

static int lock, inside;
static _Bool small_lock;

static void both(void *(*work)(void *)) {
    pthread_t other;
    pthread_create(&other, 0, work, 0);
    work(0);
    pthread_join(other, 0);
}

#if defined LOCKS
static void *work(void *unused) {
    while (__sync_lock_test_and_set(&lock, 1))
        ;
    inside++;
    assert(inside == 1); // SAFE
    inside--;
    __sync_lock_release(&lock);
    return 0;
}
int main(void) {
    both(work);
    assert(lock == 0);
}
#elif defined LOCKS_WITH_A_BOOL
static void *work(void *unused) {
    while (__sync_lock_test_and_set(&small_lock, 1))
        ;
    inside++;
    assert(inside == 1); // SAFE
    inside--;
    __sync_lock_release(&small_lock);
    return 0;
}
int main(void) {
    both(work);
}
#elif defined NEVER_RELEASED
static void *work(void *unused) {
    if (__sync_lock_test_and_set(&lock, 1))
        return 0;
    inside++;
    return 0;
}
int main(void) {
    both(work);
    assert(inside == 1); // SAFE
}
#elif defined WITHOUT_TEST
static void *work(void *unused) {
    __sync_lock_test_and_set(&lock, 1);
    inside++;
    assert(inside == 1); // UNSAFE: assertion failed
    inside--;
    __sync_lock_release(&lock);
    return 0;
}
int main(void) {
    both(work);
}
#elif defined FENCES_DO_NOT_LOCK
static void *work(void *unused) {
    __sync_synchronize();
    inside++;
    __sync_synchronize();
    return 0;
}
int main(void) {
    both(work);
    assert(inside == 2); // UNSAFE: assertion failed
}
#elif defined RACE_FREE
// WITH --races
static void *work(void *unused) {
    while (__sync_lock_test_and_set(&lock, 1))
        ;
    inside++;
    __sync_lock_release(&lock);
    return 0;
}
int main(void) {
    both(work);
    assert(inside == 2); // SAFE
}
#endif
