// WITH --unwind 2 --rounds 3
// Workers claim jobs by setting a bit; nobody does a job twice.
// UNSAFE: the bit is tested and set in two steps.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define JOBS 2

static atomic_uint claimed;
static atomic_int done[JOBS];

static int claim(int job)
{
    unsigned bit = 1u << job;
#ifdef UNSAFE
    unsigned before = atomic_load(&claimed);
    atomic_store(&claimed, before | bit);
#else
    unsigned before = atomic_fetch_or(&claimed, bit);
#endif
    return (before & bit) == 0;
}

static void *work(void *unused)
{
    for (int job = 0; job < JOBS; job++)
        if (claim(job))
            atomic_fetch_add(&done[job], 1);
    return 0;
}

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, work, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    for (int job = 0; job < JOBS; job++)
        assert(done[job] == 1);
    return 0;
}
