// WITH OR --unwind 1 --contexts 3
// A worker allocates four or eight bytes, and main asks how many they are.
// UNSAFE: main expects four. To other threads the size was any number, or none.
#include <assert.h>
#include <malloc.h>
#include <pthread.h>
#include <stdlib.h>

_Bool __VERIFIER_nondet_bool(void);

static char *bytes;

static void *worker(void *argument)
{
    bytes = malloc(__VERIFIER_nondet_bool() ? 8 : 4);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    size_t size = malloc_usable_size(bytes);
#ifdef UNSAFE
    assert(size == 4);
#else
    assert(size == 4 || size == 8);
#endif
    return 0;
}
