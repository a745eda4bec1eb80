// WITH OR --unwind 1 --contexts 3
// The same, but the reader is executed symbolically before the thread that allocates, and only looks if there is something.
// UNSAFE: there is something before the mark is made.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

_Bool __VERIFIER_nondet_bool(void);

static int *numbers;

static void *reader(void *argument)
{
    int *seen = numbers;
    if (seen)
        assert(seen[0] == 1);
    return argument;
}

static void *writer(void *argument)
{
    int *fresh = calloc(1 + __VERIFIER_nondet_bool(), sizeof *fresh);
#ifdef UNSAFE
    numbers = fresh;
    fresh[0] = 1;
#else
    fresh[0] = 1;
    numbers = fresh;
#endif
    return argument;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], 0, reader, 0);
    pthread_create(&threads[1], 0, writer, 0);
    return 0;
}
