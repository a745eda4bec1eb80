// WITH OR --unwind 1 --contexts 3
// A worker allocates as many numbers as it likes, and marks the first; the one that waits for it looks at the mark.
// UNSAFE: it marks the last one. Only the thread that allocates knew the size: to others every access was outside, and they came to nothing.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

_Bool __VERIFIER_nondet_bool(void);

static int *numbers;

static void *worker(void *argument)
{
    int count = 1 + __VERIFIER_nondet_bool() + __VERIFIER_nondet_bool();
    numbers = calloc(count, sizeof *numbers);
#ifdef UNSAFE
    numbers[count - 1] = 1;
#else
    numbers[0] = 1;
#endif
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    assert(numbers[0] == 1);
    return 0;
}
