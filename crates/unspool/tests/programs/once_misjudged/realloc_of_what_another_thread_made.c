// WITH OR --unwind 1 --contexts 3
// A worker allocates as much as it likes; main makes it larger. So many numbers are copied as there were.
// UNSAFE: main expects two of them.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

_Bool __VERIFIER_nondet_bool(void);

static int *numbers, count;

static void *worker(void *argument)
{
    count = 1 + __VERIFIER_nondet_bool();
    numbers = malloc(count * sizeof *numbers);
    for (int i = 0; i < 2; i++)
        if (i < count)
            numbers[i] = 7;
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    int *larger = realloc(numbers, 4 * sizeof *larger);
#ifndef UNSAFE
    if (count == 2)
#endif
        assert(larger[0] == 7 && larger[1] == 7);
    return 0;
}
