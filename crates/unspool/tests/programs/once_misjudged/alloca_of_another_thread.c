// WITH --unwind 1 OR --unwind 1 --contexts 4
// A thread lends what it has from alloca, and waits until it is given back.
// UNSAFE: the borrower overlooks that it is set before it is lent.
#include <assert.h>
#include <pthread.h>

_Bool __VERIFIER_nondet_bool(void);

static int *lent;

static void *lender(void *argument)
{
    int *own = __builtin_alloca((1 + __VERIFIER_nondet_bool()) * sizeof *own);
    own[0] = 5;
    lent = own;
    while (lent)
        ;
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, lender, 0);
    int *borrowed = lent;
    if (borrowed) {
#ifdef UNSAFE
        assert(*borrowed != 5);
#else
        assert(*borrowed == 5);
#endif
        lent = 0;
    }
    return 0;
}
