// WITH --unwind 1 OR --unwind 1 --contexts 4
// A thread shows its thread-local variable. When the thread has ended, so has the variable, and reading it is not possible any more.
// UNSAFE: main does not wait for the end. The variable was taken to live on, and an execution was found that is none.
#include <assert.h>
#include <pthread.h>

static _Thread_local int own;
static int *shown;

static void *worker(void *argument)
{
    own = 5;
    shown = &own;
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
#ifndef UNSAFE
    pthread_join(thread, 0);
#endif
    int *seen = shown;
    if (seen)
        assert(*seen == 0);
    return 0;
}
