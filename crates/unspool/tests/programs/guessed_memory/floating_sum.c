// WITH --unwind 1 --rounds 2
// Two threads add to a sum of floating-point numbers, as atomic steps.
// UNSAFE: one of them reads and writes in two steps.
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static double sum = 0.5;

static void *add(void *unused)
{
    __VERIFIER_atomic_begin();
    sum = sum + 0.25;
    __VERIFIER_atomic_end();
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, add, 0);
#ifndef UNSAFE
    __VERIFIER_atomic_begin();
#endif
    double seen = sum;
    sum = seen + 1.0;
#ifndef UNSAFE
    __VERIFIER_atomic_end();
#endif
    pthread_join(thread, 0);
    assert(sum == 1.75);
    return 0;
}
