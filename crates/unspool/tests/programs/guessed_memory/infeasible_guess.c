// WITH --unwind 1 --rounds 3
// A variable is 0 or 1 whatever happens; assertions that fail only if another value is guessed for a later round do not count.
// UNSAFE: one that fails for 1.
#include <assert.h>
#include <pthread.h>

static int x, y;

static void *toggle(void *unused)
{
    x = 1 - x;
    y = x;
    x = 1 - x;
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, toggle, 0);
    int seen = x;
    assert(seen != 7);
    int later = x;
    assert(later == 0 || later == 1);
    assert(y != 7);
#ifdef UNSAFE
    assert(!(seen == 0 && later == 1));
#endif
    return 0;
}
