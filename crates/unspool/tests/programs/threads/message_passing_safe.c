// SAFE
// WITH --races
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int data;
atomic_int ready;

static void *send(void *unused) {
    data = 1;
    atomic_store_explicit(&ready, 1, memory_order_release);
    return 0;
}

static void *receive(void *unused) {
    if (atomic_load_explicit(&ready, memory_order_acquire))
        assert(data == 1);
    return 0;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, send, 0);
    pthread_create(&second, 0, receive, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
