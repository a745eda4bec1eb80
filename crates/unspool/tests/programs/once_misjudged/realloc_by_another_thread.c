// WITH OR --unwind 1 --contexts 3
// A worker makes its memory as large as it likes before it hands it over; what was in it stays.
// UNSAFE: it writes the first number again.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

_Bool __VERIFIER_nondet_bool(void);

static int *handed_over;

static void *worker(void *argument)
{
    int *own = malloc(sizeof *own);
    own[0] = 1;
    int count = 1 + __VERIFIER_nondet_bool();
    own = realloc(own, count * sizeof *own);
#ifdef UNSAFE
    own[count - 1] = 2;
#endif
    handed_over = own;
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    assert(handed_over[0] == 1);
    return 0;
}
