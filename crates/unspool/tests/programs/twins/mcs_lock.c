// WITH --unwind 1 --rounds 3
// The queue lock of Mellor-Crummey and Scott: each waits at its own node until the one before hands over.
// UNSAFE: who hands over also declares the queue to be empty.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node {
    _Atomic(struct node *) next;
    atomic_int must_wait;
};

static _Atomic(struct node *) tail;
static struct node nodes[3];
static int inside;

static void lock(struct node *mine)
{
    atomic_store(&mine->next, 0);
    atomic_store(&mine->must_wait, 1);
    struct node *before = atomic_exchange(&tail, mine);
    if (before) {
        atomic_store(&before->next, mine);
        while (atomic_load(&mine->must_wait))
            ;
    }
}

static void unlock(struct node *mine)
{
    struct node *expected = mine;
    if (!atomic_load(&mine->next) && atomic_compare_exchange_strong(&tail, &expected, 0))
        return;
    while (!atomic_load(&mine->next))
        ;
    struct node *next = atomic_load(&mine->next);
    atomic_store(&next->must_wait, 0);
#ifdef UNSAFE
    atomic_store(&tail, 0);
#endif
}

static void *work(void *argument)
{
    lock(argument);
    inside++;
    assert(inside == 1);
    inside--;
    unlock(argument);
    return 0;
}

static void *work_twice(void *argument)
{
    work(argument);
    return work(&nodes[2]);
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], 0, work_twice, &nodes[0]);
    pthread_create(&threads[1], 0, work, &nodes[1]);
    return 0;
}
