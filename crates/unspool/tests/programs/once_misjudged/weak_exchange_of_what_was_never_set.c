// WITH --unwind 1 --rounds 2 OR --unwind 1 --contexts 2
// A counter in new memory is increased once by a compare-exchange that may fail without a reason.
// UNSAFE: a failure is taken for another value. What was in the memory and whether it fails are two inputs of one instruction; the trace had only one, and did not replay.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int *counter;

static void *worker(void *argument)
{
    int expected = 5;
    _Bool is_done = __atomic_compare_exchange_n(counter, &expected, 6, 1, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
#ifdef UNSAFE
    assert(is_done || expected != 5);
#else
    assert(!is_done || expected == 5);
#endif
    return argument;
}

int main(void)
{
    pthread_t thread;
    counter = malloc(sizeof *counter);
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    return 0;
}
