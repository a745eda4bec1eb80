// WITH --unwind 1 --rounds 2 OR --unwind 1 --contexts 3
// A worker sets the first number of a union on its stack, and copies the union as a whole; the one that waits for it looks at that number.
// UNSAFE: it looks at the last one, which was never set. The trace had no value for so many bytes, nor for bytes that came with a copy, and did not replay.
#include <assert.h>
#include <pthread.h>

union numbers {
    int all[10];
    char bytes[40];
};

static union numbers shared;

static void *worker(void *argument)
{
    union numbers own;
    own.all[0] = 1;
    shared = own;
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
#ifdef UNSAFE
    assert(shared.all[9] != 77);
#else
    assert(shared.all[0] != 77);
#endif
    return 0;
}
