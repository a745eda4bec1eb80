// WITH --unwind 2 --rounds 2
// Two threads take a token, one of them by a weak compare-exchange, which may fail for no reason: one gets it.
// UNSAFE: both exchanges are weak, and perhaps nobody gets it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int token = 1;
static atomic_int taken;

static void *take(void *unused)
{
    int expected = 1;
    if (atomic_compare_exchange_weak(&token, &expected, 0))
        atomic_fetch_add(&taken, 1);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, take, 0);
    int expected = 1;
#ifdef UNSAFE
    if (atomic_compare_exchange_weak(&token, &expected, 0))
#else
    if (atomic_compare_exchange_strong(&token, &expected, 0))
#endif
        atomic_fetch_add(&taken, 1);
    pthread_join(thread, 0);
    assert(atomic_load(&taken) == 1);
    return 0;
}
