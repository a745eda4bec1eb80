// WITH --unwind 1 --rounds 2
// A thread computes what is no number, and a zero without a sign; who reads them finds just these.
// UNSAFE: it is claimed that what is read is equal to itself.
#include <assert.h>
#include <pthread.h>

static double shared = 1.0, zero = 1.0;
static int is_ready;

static void *compute(void *unused)
{
    double nothing = 0.0;
    shared = nothing / nothing;
    zero = nothing;
    is_ready = 1;
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, compute, 0);
    if (is_ready == 1) {
        assert(1.0 / zero > 0.0);
#ifdef UNSAFE
        assert(shared == shared);
#else
        assert(shared != shared);
#endif
    }
    return 0;
}
