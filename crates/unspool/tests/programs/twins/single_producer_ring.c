// WITH --unwind 1 --rounds 3
// A ring for one producer and one consumer, without locks: each writes one of two indices.
// UNSAFE: the producer moves its index before it has written the value.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define SIZE 2

static int ring[SIZE];
static atomic_uint written, taken;

static void put(int value)
{
    unsigned place = atomic_load(&written);
    while (place - atomic_load(&taken) == SIZE)
        ;
#ifdef UNSAFE
    atomic_store(&written, place + 1);
    ring[place % SIZE] = value;
#else
    ring[place % SIZE] = value;
    atomic_store(&written, place + 1);
#endif
}

static int take(void)
{
    unsigned place = atomic_load(&taken);
    while (atomic_load(&written) == place)
        ;
    int value = ring[place % SIZE];
    atomic_store(&taken, place + 1);
    return value;
}

static void *produce(void *unused)
{
    for (int i = 1; i <= 3; i++)
        put(i);
    return 0;
}

int main(void)
{
    pthread_t producer;
    pthread_create(&producer, 0, produce, 0);
    for (int i = 1; i <= 3; i++)
        assert(take() == i);
    return 0;
}
