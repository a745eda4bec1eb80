// WITH --unwind 1 --rounds 3
// A byte that is also a truth value contains a number that is none.
// UNSAFE: it is claimed that it does not.
#include <assert.h>
#include <pthread.h>

static union {
    _Bool is_set;
    unsigned char byte;
} shared;
static int is_ready;

static void *write(void *unused)
{
    shared.byte = 1;
    shared.is_set = !shared.is_set;
    shared.byte = 2;
    is_ready = 1;
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, write, 0);
    if (is_ready == 1) {
#ifdef UNSAFE
        assert(shared.byte != 2);
#else
        assert(shared.byte == 2);
#endif
    }
    return 0;
}
