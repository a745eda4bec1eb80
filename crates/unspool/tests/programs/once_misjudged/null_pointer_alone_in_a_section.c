// WITH OR --unwind 1 --contexts 3
// A null pointer is dereferenced in an atomic section that touches nothing of others.
// UNSAFE: what stands before the section is seen, though the section ends the execution. It was taken for part of the section, of which nothing is seen.
#include <assert.h>
#include <pthread.h>

_Bool __VERIFIER_nondet_bool(void);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static int seen;

static void *worker(void *argument)
{
    int number = 3;
    int *pointer = __VERIFIER_nondet_bool() && number == 4 ? &number : 0;
#ifdef UNSAFE
    seen = 1;
    __VERIFIER_atomic_begin();
#else
    __VERIFIER_atomic_begin();
    seen = 1;
#endif
    number += *pointer;
    argument = (void *)(long)number;
    __VERIFIER_atomic_end();
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    assert(seen == 0);
    return 0;
}
