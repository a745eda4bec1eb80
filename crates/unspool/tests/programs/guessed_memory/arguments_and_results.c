// WITH --unwind 1 --rounds 2
// Two threads return what they were given and one more, one of them by pthread_exit out of a called function.
// UNSAFE: their results are asked for in the wrong order.
#include <assert.h>
#include <pthread.h>

static long started;

static void leave(long number)
{
    pthread_exit((void *)(number + 1));
}

static void *returning(void *number)
{
    started = started + 1;
    return (void *)((long)number + 1);
}

static void *leaving(void *number)
{
    started = started + 1;
    leave((long)number);
    return 0;
}

int main(void)
{
    pthread_t first, second;
    void *one, *two;
    pthread_create(&first, 0, returning, (void *)10);
    pthread_create(&second, 0, leaving, (void *)20);
#ifdef UNSAFE
    pthread_join(second, &one);
    pthread_join(first, &two);
#else
    pthread_join(first, &one);
    pthread_join(second, &two);
#endif
    assert(started >= 1);
    assert((long)one == 11 && (long)two == 21);
    return 0;
}
