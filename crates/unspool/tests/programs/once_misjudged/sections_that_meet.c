// WITH OR --unwind 1 --contexts 5
// A worker says that it is here, and how. It then enters one of two atomic sections, which go on in the same way: with an assumption.
// UNSAFE: somebody is surprised that one that is quiet is here. One section begins with an access that others see and one does not; where they met both were taken for such as happen as a whole or not at all.
#include <assert.h>
#include <pthread.h>

_Bool __VERIFIER_nondet_bool(void);
void __VERIFIER_assume(int condition);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static int is_here, seen;

static void *worker(void *argument)
{
    _Bool is_quiet = __VERIFIER_nondet_bool();
    is_here = is_quiet ? 1 : 2;
    int copy = 0;
    if (is_quiet) {
        __VERIFIER_atomic_begin();
    } else {
        __VERIFIER_atomic_begin();
        copy = seen;
    }
    __VERIFIER_assume(copy == 1);
    __VERIFIER_atomic_end();
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    seen = is_here;
#ifdef UNSAFE
    assert(seen != 1);
#else
    assert(seen != 3);
#endif
    return 0;
}
