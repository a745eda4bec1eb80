// WITH --unwind 1 --rounds 2
// A thread writes something that nobody else comes to see: what follows in the same atomic section always fails.
// UNSAFE: it does so once the other thread has written.
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __VERIFIER_assume(int);

static int failed, other;

static void *work(void *unused)
{
    __VERIFIER_atomic_begin();
    failed = 1;
#ifdef UNSAFE
    __VERIFIER_assume(other == 1);
#else
    __VERIFIER_assume(other == 2);
#endif
    assert(0);
    __VERIFIER_atomic_end();
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    other = 1;
    return failed;
}
