// WITH --unwind 1 --rounds 2
// Peterson's algorithm with sequentially consistent atomics.
// UNSAFE: the turn is given away before one's own wish is shown.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_bool wants[2];
static atomic_int turn;
static int inside;

static void enter(int me)
{
#ifdef UNSAFE
    atomic_store(&turn, 1 - me);
    atomic_store(&wants[me], true);
#else
    atomic_store(&wants[me], true);
    atomic_store(&turn, 1 - me);
#endif
    while (atomic_load(&wants[1 - me]) && atomic_load(&turn) == 1 - me)
        ;
}

static void *work(void *argument)
{
    int me = (int)(long)argument;
    enter(me);
    inside++;
    assert(inside == 1);
    inside--;
    atomic_store(&wants[me], false);
    return 0;
}

int main(void)
{
    pthread_t threads[2];
    for (long i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, work, (void *)i);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    return 0;
}
