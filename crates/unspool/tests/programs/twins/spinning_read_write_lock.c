// WITH --unwind 1 --rounds 2
// A lock in one integer: so many readers, or -1 for a writer.
// UNSAFE: a reader tests for a writer and counts itself in two steps.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int lock;
static int one, two;

static void lock_for_reading(void)
{
#ifdef UNSAFE
    while (atomic_load(&lock) < 0)
        ;
    atomic_fetch_add(&lock, 1);
#else
    for (;;) {
        int seen = atomic_load(&lock);
        if (seen >= 0 && atomic_compare_exchange_strong(&lock, &seen, seen + 1))
            return;
    }
#endif
}

static void lock_for_writing(void)
{
    int expected = 0;
    while (!atomic_compare_exchange_strong(&lock, &expected, -1))
        expected = 0;
}

static void *write_both(void *unused)
{
    lock_for_writing();
    one++;
    two++;
    atomic_store(&lock, 0);
    return 0;
}

int main(void)
{
    pthread_t writer;
    pthread_create(&writer, 0, write_both, 0);
    lock_for_reading();
    assert(one == two);
    atomic_fetch_sub(&lock, 1);
    return 0;
}
