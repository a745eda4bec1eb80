// WITH --unwind 1 --rounds 2
// A thread moves one from a cell of an array in a record to another, at an index from outside, under a lock.
// UNSAFE: who adds up the cells does not take the lock.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

struct shelf {
    char label;
    int cells[3];
    pthread_mutex_t lock;
};

static struct shelf shelf = {'a', {1, 1, 1}, PTHREAD_MUTEX_INITIALIZER};

static void *move(void *unused)
{
    unsigned from = (unsigned)__VERIFIER_nondet_int() % 3;
    unsigned to = (from + 1) % 3;
    pthread_mutex_lock(&shelf.lock);
    shelf.cells[from] = shelf.cells[from] - 1;
    shelf.cells[to] = shelf.cells[to] + 1;
    pthread_mutex_unlock(&shelf.lock);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, move, 0);
#ifndef UNSAFE
    pthread_mutex_lock(&shelf.lock);
#endif
    int sum = shelf.cells[0] + shelf.cells[1] + shelf.cells[2];
#ifndef UNSAFE
    pthread_mutex_unlock(&shelf.lock);
#endif
    assert(sum == 3 && shelf.label == 'a');
    return 0;
}
