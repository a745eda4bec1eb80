// WITH --unwind 1 --rounds 2
// Main writes and ends the process in one step: no thread that still runs sees what it wrote.
// UNSAFE: it only ends its own thread.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int last;

static void *look(void *unused)
{
    last = 1;
    assert(last != 2);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, look, 0);
    __VERIFIER_atomic_begin();
    last = 2;
#ifndef UNSAFE
    exit(0);
#endif
    __VERIFIER_atomic_end();
    pthread_exit(0);
}
