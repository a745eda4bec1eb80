/* Mutual exclusion for two threads, as one may think of it before Dekker. Here the wish to go in is declared only after
   a look at the other's. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_bool wants[2];
atomic_int turn;
int count;

static void lock(int self) {
    int other = 1 - self;
    while (wants[other])
        while (turn != self)
            ;
    wants[self] = 1;
}

static void unlock(int self) {
    turn = 1 - self;
    wants[self] = 0;
}

static void *work(void *argument) {
    int self = (int)(long)argument;
    lock(self);
    count++; // RACE
    unlock(self);
    return 0;
}

int main(void) {
    pthread_t other;
    pthread_create(&other, 0, work, (void *)1);
    work(0);
    pthread_join(other, 0);
    assert(count == 2); // UNSAFE: assertion failed
    return 0;
}
