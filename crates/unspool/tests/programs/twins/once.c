// WITH --unwind 1 --rounds 2
// A table is filled by whoever needs it first.
// UNSAFE: a flag of one's own instead of pthread_once.
#include <assert.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int table[2], times;

static void fill(void)
{
    times++;
    table[0] = 3;
    table[1] = 4;
}

static int look_up(int index)
{
#ifdef UNSAFE
    static int is_filled;
    if (!is_filled) {
        fill();
        is_filled = 1;
    }
#else
    pthread_once(&once, fill);
#endif
    return table[index];
}

static void *use(void *unused)
{
    assert(look_up(1) == 4);
    return 0;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, 0, use, 0);
    assert(look_up(0) == 3);
    pthread_join(other, 0);
    assert(times == 1);
    return 0;
}
