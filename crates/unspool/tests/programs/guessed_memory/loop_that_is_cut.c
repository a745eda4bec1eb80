// WITH --unwind 2 --rounds 2
// A thread counts as far as something from outside says, which is more than the bound on loops allows to follow.
// UNSAFE: it is claimed that it does not come to two.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static int count;

static void *work(void *unused)
{
    while (__VERIFIER_nondet_int())
        count = count + 1;
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    int seen = count;
#ifdef UNSAFE
    assert(seen != 2);
#else
    assert(seen <= count);
#endif
    return 0;
}
