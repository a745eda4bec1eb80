// WITH --unwind 1 OR --unwind 1 --contexts 4
// A thread shows its thread-local variable, and main asks how large it is.
// UNSAFE: main expects another size. Only variables of the thread that asks were looked for, so asking ended the execution.
#include <assert.h>
#include <pthread.h>

unsigned long __CPROVER_OBJECT_SIZE(const void *pointer);

static _Thread_local int own;
static int *shown, may_end;

static void *worker(void *argument)
{
    shown = &own;
    while (!may_end)
        ;
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    int *seen = shown;
    if (seen) {
#ifdef UNSAFE
        assert(__CPROVER_OBJECT_SIZE(seen) != sizeof(int));
#else
        assert(__CPROVER_OBJECT_SIZE(seen) == sizeof(int));
#endif
        may_end = 1;
    }
    return 0;
}
