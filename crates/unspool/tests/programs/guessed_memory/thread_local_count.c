// WITH --unwind 2 --rounds 2
// Each thread counts in a variable of its own.
// UNSAFE: in one that they share.
#include <assert.h>
#include <pthread.h>

#ifdef UNSAFE
static int count;
#else
static _Thread_local int count;
#endif
static int done;

static void *work(void *unused)
{
    count = count + 1;
    done = done + 1;
    count = count + 1;
    assert(count == 2);
    return unused;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, work, 0);
    pthread_create(&second, 0, work, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
#ifndef UNSAFE
    assert(count == 0);
#endif
    return 0;
}
