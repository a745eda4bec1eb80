/* __atomic_exchange, __atomic_exchange_n, __sync_lock_test_and_set, atomic_exchange: one thread gets each value */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int slot = 1;
static atomic_int shared = 1;
static int taken[2], one = 1;

static void both(void *(*work)(void *)) {
    pthread_t other;
    pthread_create(&other, 0, work, &taken[1]);
    work(&taken[0]);
    pthread_join(other, 0);
}

#if defined BY_VALUE
static void *work(void *mine) {
    *(int *)mine = __atomic_exchange_n(&slot, 0, __ATOMIC_ACQ_REL);
    return 0;
}
int main(void) {
    both(work);
    assert(taken[0] + taken[1] == 1 && slot == 0); // SAFE
}
#elif defined WHO_COMES_FIRST
static void *work(void *mine) {
    *(int *)mine = __atomic_exchange_n(&slot, 0, __ATOMIC_ACQ_REL);
    return 0;
}
int main(void) {
    both(work);
    assert(taken[0]);  // UNSAFE: assertion failed
    assert(!taken[0]); // UNSAFE: assertion failed
}
#elif defined THROUGH_POINTERS
static void *work(void *mine) {
    int nothing = 0;
    __atomic_exchange(&slot, &nothing, (int *)mine, __ATOMIC_SEQ_CST);
    return 0;
}
int main(void) {
    both(work);
    assert(taken[0] + taken[1] == 1 && slot == 0); // SAFE
}
#elif defined STANDARD_HEADER
static void *work(void *mine) {
    *(int *)mine = atomic_exchange(&shared, 0);
    return 0;
}
int main(void) {
    both(work);
    assert(taken[0] + taken[1] == 1 && shared == 0); // SAFE
}
#elif defined IN_TWO_STEPS
static void *work(void *mine) {
    *(int *)mine = atomic_load(&shared);
    atomic_store(&shared, 0);
    return 0;
}
int main(void) {
    both(work);
    assert(taken[0] + taken[1] == 1); // UNSAFE: assertion failed
}
#elif defined OLD_INTERFACE
static void *work(void *mine) {
    if (__sync_lock_test_and_set(&slot, 2) == 1) {
        *(int *)mine = 1;
        __sync_lock_release(&slot);
    }
    return 0;
}
int main(void) {
    both(work);
    assert(taken[0] + taken[1] == 1); // SAFE
    assert(slot == 0 || slot == 2);
}
#elif defined POINTERS
static int *box = &one;
static void *work(void *mine) {
    int *found = __atomic_exchange_n(&box, 0, __ATOMIC_SEQ_CST);
    if (found)
        *(int *)mine = *found;
    return 0;
}
int main(void) {
    both(work);
    assert(taken[0] + taken[1] == 1 && box == 0); // SAFE
}
#endif
