// SAFE
// WITH --races
/* Lamport's bakery (1974): draw a number above all others, and wait for those with lower ones. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { threads = 2 };

atomic_bool choosing[threads];
atomic_int number[threads];
int count;

static void lock(int self) {
    choosing[self] = 1;
    int highest = 0;
    for (int i = 0; i < threads; i++) {
        int seen = number[i];
        if (seen > highest)
            highest = seen;
    }
    number[self] = highest + 1;
    choosing[self] = 0;
    for (int i = 0; i < threads; i++) {
        if (i == self)
            continue;
        while (choosing[i])
            ;
        for (;;) {
            int seen = number[i];
            if (seen == 0 || seen > number[self] || (seen == number[self] && i > self))
                break;
        }
    }
}

static void unlock(int self) {
    number[self] = 0;
}

static void *work(void *argument) {
    int self = (int)(long)argument;
    lock(self);
    count++;
    unlock(self);
    return 0;
}

int main(void) {
    pthread_t other;
    pthread_create(&other, 0, work, (void *)1);
    work(0);
    pthread_join(other, 0);
    assert(count == 2);
    return 0;
}
