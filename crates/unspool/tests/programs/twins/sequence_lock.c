// WITH --unwind 2 --rounds 2
// A writer makes a number odd while it writes; readers try again if they have seen an odd number or two different ones.
// UNSAFE: the number is made odd too late.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint sequence;
static atomic_int first, second;

static void *write_both(void *unused)
{
#ifdef UNSAFE
    atomic_store(&first, 1);
    atomic_fetch_add(&sequence, 1);
#else
    atomic_fetch_add(&sequence, 1);
    atomic_store(&first, 1);
#endif
    atomic_store(&second, 1);
    atomic_fetch_add(&sequence, 1);
    return 0;
}

int main(void)
{
    pthread_t writer;
    pthread_create(&writer, 0, write_both, 0);
    unsigned before;
    int one, two;
    do {
        before = atomic_load(&sequence);
        one = atomic_load(&first);
        two = atomic_load(&second);
    } while (before % 2 != 0 || atomic_load(&sequence) != before);
    assert(one == two);
    return 0;
}
