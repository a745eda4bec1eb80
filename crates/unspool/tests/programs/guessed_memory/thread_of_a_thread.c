// WITH --unwind 1 --rounds 2
// A thread creates another, which goes on with its work.
// UNSAFE: it does not wait for the other's end.
#include <assert.h>
#include <pthread.h>

static int work;

static void *inner(void *given)
{
    work = work + *(int *)given;
    return 0;
}

static void *outer(void *unused)
{
    pthread_t thread;
    static int given = 2;
    work = 1;
    pthread_create(&thread, 0, inner, &given);
#ifndef UNSAFE
    pthread_join(thread, 0);
#endif
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, outer, 0);
    pthread_join(thread, 0);
    assert(work == 3);
    return 0;
}
