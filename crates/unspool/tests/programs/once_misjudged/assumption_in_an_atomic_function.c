// WITH OR --unwind 1 --contexts 3
// A function whose name makes it an atomic section assumes what never holds, of its argument only.
// UNSAFE: what stands before the call is seen. It was taken for part of the section, of which nothing is seen.
#include <assert.h>
#include <pthread.h>

_Bool __VERIFIER_nondet_bool(void);
void __VERIFIER_assume(int condition);

static int seen;

static void __VERIFIER_atomic_expect(int number)
{
#ifndef UNSAFE
    seen = 1;
#endif
    __VERIFIER_assume(number > 5);
}

static void *worker(void *argument)
{
    int number = __VERIFIER_nondet_bool();
#ifdef UNSAFE
    seen = 1;
#endif
    __VERIFIER_atomic_expect(number);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    assert(seen == 0);
    return 0;
}
