// Producers claim places of a ring by compare-exchange and fill them, as often as they like; `main` looks at what is there.
// UNSAFE: a place is said to be filled before it is.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef THREADS
#define THREADS 2
#endif
#define SIZE 16

_Bool __VERIFIER_nondet_bool(void);

struct place {
    atomic_int is_filled;
    int value;
};

static struct place ring[SIZE];
static atomic_uint claimed;

static void put(int value)
{
    unsigned mine = atomic_load(&claimed);
    while (!atomic_compare_exchange_strong(&claimed, &mine, mine + 1))
        ;
#ifdef UNSAFE
    atomic_store(&ring[mine % SIZE].is_filled, 1);
    ring[mine % SIZE].value = value;
#else
    ring[mine % SIZE].value = value;
    atomic_store(&ring[mine % SIZE].is_filled, 1);
#endif
}

static void *produce(void *unused)
{
    while (__VERIFIER_nondet_bool())
        put(7);
    return 0;
}

int main(void)
{
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], 0, produce, 0);
    for (int i = 0; i < THREADS; i++)
        if (atomic_load(&ring[i % SIZE].is_filled))
            assert(ring[i % SIZE].value == 7);
    return 0;
}
