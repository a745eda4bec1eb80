// WITH --unwind 2 --rounds 3
// C11 threads count under a mutex, and wake who waits for the last one.
// UNSAFE: the count is changed before the mutex is taken.
#include <assert.h>
#include <threads.h>

static mtx_t lock;
static cnd_t all_here;
static int here;

static int arrive(void *unused)
{
#ifdef UNSAFE
    here++;
    mtx_lock(&lock);
#else
    mtx_lock(&lock);
    here++;
#endif
    if (here == 2)
        cnd_signal(&all_here);
    mtx_unlock(&lock);
    return 0;
}

int main(void)
{
    thrd_t threads[2];
    mtx_init(&lock, mtx_plain);
    cnd_init(&all_here);
    for (int i = 0; i < 2; i++)
        thrd_create(&threads[i], arrive, 0);
    for (int i = 0; i < 2; i++)
        thrd_join(threads[i], 0);
    mtx_lock(&lock);
    assert(here == 2);
    mtx_unlock(&lock);
    return 0;
}
