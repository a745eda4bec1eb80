// SAFE
// WITH --races
/* A ticket lock: draw a ticket and wait until it is served. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_uint next_ticket, now_serving;
int count;

static void lock(void) {
    unsigned mine = atomic_fetch_add(&next_ticket, 1);
    while (atomic_load(&now_serving) != mine)
        ;
}

static void unlock(void) {
    atomic_fetch_add(&now_serving, 1);
}

static void *work(void *unused) {
    lock();
    count++;
    unlock();
    return 0;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, work, 0);
    pthread_create(&second, 0, work, 0);
    work(0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(count == 3);
    return 0;
}
