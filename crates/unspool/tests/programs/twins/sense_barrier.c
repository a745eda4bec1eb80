// WITH --unwind 1 --rounds 3
// A barrier that can be used again: its sense changes each time.
// UNSAFE: the last one in lets the others go before it has set the count for the next time.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int missing = 2;
static atomic_int sense;
static atomic_int phase[2];

static void wait_for_all(int *own_sense)
{
    *own_sense = !*own_sense;
    if (atomic_fetch_sub(&missing, 1) == 1) {
#ifdef UNSAFE
        atomic_store(&sense, *own_sense);
        atomic_store(&missing, 2);
#else
        atomic_store(&missing, 2);
        atomic_store(&sense, *own_sense);
#endif
    } else {
        while (atomic_load(&sense) != *own_sense)
            ;
    }
}

static void *work(void *argument)
{
    int me = (int)(long)argument;
    int own_sense = 0;
    for (int i = 1; i <= 2; i++) {
        atomic_store(&phase[me], i);
        wait_for_all(&own_sense);
        assert(atomic_load(&phase[1 - me]) >= i);
        assert(atomic_load(&missing) >= 1);
    }
    return 0;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, 0, work, (void *)1L);
    work((void *)0L);
    return 0;
}
