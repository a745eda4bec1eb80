// WITH --unwind 1 OR --unwind 1 --contexts 4
// A thread lends an array of variable length, on its stack, and waits until it has got it back.
// UNSAFE: it believes that nothing has changed. To other threads every access to such an array was outside of it.
#include <assert.h>
#include <pthread.h>

_Bool __VERIFIER_nondet_bool(void);

static int *lent, is_back;

static void *lender(void *argument)
{
    int count = 1 + __VERIFIER_nondet_bool();
    int array[count];
    array[0] = 1;
    lent = array;
    while (!is_back)
        ;
#ifdef UNSAFE
    assert(array[0] == 1);
#else
    assert(array[0] == 2);
#endif
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, lender, 0);
    int *array = lent;
    if (array) {
        array[0] = 2;
        is_back = 1;
    }
    return 0;
}
