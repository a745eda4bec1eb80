// SAFE
// WITH --races
/* A spin lock of an atomic flag: testing and setting is one step. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_flag held = ATOMIC_FLAG_INIT;
int count;

static void lock(void) {
    while (atomic_flag_test_and_set_explicit(&held, memory_order_acquire))
        ;
}

static void unlock(void) {
    atomic_flag_clear_explicit(&held, memory_order_release);
}

static void *work(void *unused) {
    lock();
    count++;
    unlock();
    return 0;
}

int main(void) {
    pthread_t other;
    pthread_create(&other, 0, work, 0);
    work(0);
    pthread_join(other, 0);
    assert(count == 2);
    return 0;
}
