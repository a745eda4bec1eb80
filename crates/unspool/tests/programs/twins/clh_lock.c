// WITH --unwind 1 --rounds 2
// The queue lock of Craig, Landin and Hagersten: each waits for the node of the one before.
// UNSAFE: taking the place at the end of the queue is not one step.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node {
    atomic_int is_locked;
};

static struct node nodes[3];
static _Atomic(struct node *) tail = &nodes[2];
static int inside;

static void *work(void *argument)
{
    struct node *mine = argument;
    atomic_store(&mine->is_locked, 1);
#ifdef UNSAFE
    struct node *before = atomic_load(&tail);
    atomic_store(&tail, mine);
#else
    struct node *before = atomic_exchange(&tail, mine);
#endif
    while (atomic_load(&before->is_locked))
        ;
    inside++;
    assert(inside == 1);
    inside--;
    atomic_store(&mine->is_locked, 0);
    return 0;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, 0, work, &nodes[0]);
    work(&nodes[1]);
    pthread_join(other, 0);
    return 0;
}
