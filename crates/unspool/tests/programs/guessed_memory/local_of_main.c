// WITH --unwind 1 --rounds 2
// A thread writes to a local variable of main, which it gets a pointer to.
// UNSAFE: main looks before the thread has ended.
#include <assert.h>
#include <pthread.h>

static void *write(void *where)
{
    int *target = where;
    *target = 1;
    *target = *target + 1;
    return 0;
}

int main(void)
{
    int local = 2;
    pthread_t thread;
    pthread_create(&thread, 0, write, &local);
#ifndef UNSAFE
    pthread_join(thread, 0);
#endif
    assert(local == 2);
    return 0;
}
