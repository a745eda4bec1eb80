// WITH --unwind 1 --rounds 2
// Main hands the number of its arguments to a thread, which adds it to another.
// UNSAFE: main does not wait for the sum.
#include <assert.h>
#include <pthread.h>

static int words;

static void *count(void *number)
{
    words = words + *(int *)number;
    return 0;
}

int main(int argc, char **argv)
{
    pthread_t thread;
    int number = argc;
    if (number < 1 || number > 3)
        return 0;
    pthread_create(&thread, 0, count, &number);
#ifndef UNSAFE
    pthread_join(thread, 0);
#endif
    assert(argv[argc] == 0);
    assert(words == argc);
    return 0;
}
