// WITH --unwind 1 --rounds 3
// Readers count themselves while they use the data; an update replaces the data, waits until no reader is left, and destroys the old.
// UNSAFE: it does not wait.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct data {
    int value, copy;
};

static _Atomic(struct data *) data;
static atomic_int readers;

static struct data *make(int value)
{
    struct data *made = malloc(sizeof *made);
    made->value = value;
    made->copy = value;
    return made;
}

static void *update(void *unused)
{
    struct data *old = atomic_exchange(&data, make(2));
#ifndef UNSAFE
    while (atomic_load(&readers) != 0)
        ;
#endif
    old->copy = -1; // Of no use to anybody any more.
    return 0;
}

int main(void)
{
    pthread_t updater;
    atomic_store(&data, make(1));
    pthread_create(&updater, 0, update, 0);
    atomic_fetch_add(&readers, 1);
    struct data *mine = atomic_load(&data);
    assert(mine->value == mine->copy);
    atomic_fetch_sub(&readers, 1);
    pthread_join(updater, 0);
    return 0;
}
