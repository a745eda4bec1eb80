// WITH --unwind 1 --rounds 2
// Two threads make sure that something is set up, once, and use it.
// UNSAFE: one of them relies on the other.
#include <assert.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int value, times;

static void set_up(void)
{
    value = 4;
    times = times + 1;
}

static void *use(void *unused)
{
    pthread_once(&once, set_up);
    assert(value == 4);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, use, 0);
#ifndef UNSAFE
    pthread_once(&once, set_up);
#endif
    assert(value == 4 && times == 1);
    return 0;
}
