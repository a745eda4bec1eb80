// SAFE
// WITH --races
/* Peterson's mutual exclusion for two threads (Peterson 1981), with sequentially consistent atomics. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int interested[2];
atomic_int turn;
int inside;

static void lock(int self) {
    int other = 1 - self;
    interested[self] = 1;
    turn = other;
    while (interested[other] && turn == other)
        ;
}

static void unlock(int self) {
    interested[self] = 0;
}

static void *work(void *argument) {
    int self = (int)(long)argument;
    for (int i = 0; i < 2; i++) {
        lock(self);
        inside++;
        assert(inside == 1);
        inside--;
        unlock(self);
    }
    return 0;
}

int main(void) {
    pthread_t other;
    pthread_create(&other, 0, work, (void *)1);
    work(0);
    pthread_join(other, 0);
    return 0;
}
