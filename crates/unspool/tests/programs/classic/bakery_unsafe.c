/* Lamport's bakery. Here nobody waits for others that are choosing: two may draw the same number, and the one that is
   slower to show it may come first. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { threads = 2 };

atomic_int number[threads];
int count;

static void lock(int self) {
    int highest = 0;
    for (int i = 0; i < threads; i++) {
        int seen = number[i];
        if (seen > highest)
            highest = seen;
    }
    number[self] = highest + 1;
    for (int i = 0; i < threads; i++) {
        if (i == self)
            continue;
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
