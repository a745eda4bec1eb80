/* A ticket lock. Here drawing a ticket is two steps, and two threads may get the same one; whoever draws behind a
   ticket that was served twice waits for ever. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_uint next_ticket, now_serving;
int count;

static void lock(void) {
    unsigned mine = atomic_load(&next_ticket);
    atomic_store(&next_ticket, mine + 1);
    while (atomic_load(&now_serving) != mine)
        ;
}

static void unlock(void) {
    atomic_fetch_add(&now_serving, 1);
}

static void *work(void *unused) {
    lock();
    count++; // RACE
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
    assert(count == 3); // UNSAFE: assertion failed
    return 0;
}
