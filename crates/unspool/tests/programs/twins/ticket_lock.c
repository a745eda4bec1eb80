// WITH --unwind 1 --rounds 3
// Each draws a ticket, and waits until it is served.
// UNSAFE: drawing is not one step.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint next_ticket, served;
static int inside;

static void *work(void *unused)
{
#ifdef UNSAFE
    unsigned mine = atomic_load(&next_ticket);
    atomic_store(&next_ticket, mine + 1);
#else
    unsigned mine = atomic_fetch_add(&next_ticket, 1);
#endif
    while (atomic_load(&served) != mine)
        ;
    inside++;
    assert(inside == 1);
    inside--;
    atomic_store(&served, mine + 1);
    return 0;
}

int main(void)
{
    pthread_t threads[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], 0, work, 0);
    return 0;
}
