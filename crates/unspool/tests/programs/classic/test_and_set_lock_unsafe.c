/* A spin lock of an atomic variable. Here testing and setting are two steps: two threads may both find it free. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_bool held;
int count;

static void lock(void) {
    while (atomic_load_explicit(&held, memory_order_acquire))
        ;
    atomic_store_explicit(&held, 1, memory_order_relaxed);
}

static void unlock(void) {
    atomic_store_explicit(&held, 0, memory_order_release);
}

static void *work(void *unused) {
    lock();
    count++; // RACE
    unlock();
    return 0;
}

int main(void) {
    pthread_t other;
    pthread_create(&other, 0, work, 0);
    work(0);
    pthread_join(other, 0);
    assert(count == 2); // UNSAFE: assertion failed
    return 0;
}
