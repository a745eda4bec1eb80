// WITH --unwind 1 --rounds 2
// Two threads swap values: the first leaves an offer, the second answers it.
// UNSAFE: the answer is announced before it is there.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { EMPTY, OFFERED, ANSWERED };

static atomic_int comers, state;
static int offer, answer;

static int exchange(int mine)
{
    if (atomic_fetch_add(&comers, 1) == 0) {
        offer = mine;
        atomic_store(&state, OFFERED);
        while (atomic_load(&state) != ANSWERED)
            ;
        return answer;
    }
    while (atomic_load(&state) != OFFERED)
        ;
    int theirs = offer;
#ifdef UNSAFE
    atomic_store(&state, ANSWERED);
    answer = mine;
#else
    answer = mine;
    atomic_store(&state, ANSWERED);
#endif
    return theirs;
}

static void *work(void *unused)
{
    assert(exchange(1) == 2);
    return 0;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, 0, work, 0);
    assert(exchange(2) == 1);
    pthread_join(other, 0);
    return 0;
}
