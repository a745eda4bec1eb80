// WITH --unwind 2 --rounds 2
// The queue of Michael and Scott: a list with a dummy at its front; the tail may lag one node behind.
// UNSAFE: a node is linked without a compare-exchange, over one that another thread has linked just before.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node {
    int value;
    _Atomic(struct node *) next;
};

static struct node nodes[3];
static _Atomic(struct node *) head = &nodes[0];
static _Atomic(struct node *) tail = &nodes[0];

static void enqueue(struct node *mine, int value)
{
    mine->value = value;
    for (;;) {
        struct node *last = atomic_load(&tail);
        struct node *next = atomic_load(&last->next);
        if (next) {
            atomic_compare_exchange_strong(&tail, &last, next);
            continue;
        }
#ifdef UNSAFE
        atomic_store(&last->next, mine);
#else
        if (!atomic_compare_exchange_strong(&last->next, &next, mine))
            continue;
#endif
        atomic_compare_exchange_strong(&tail, &last, mine);
        return;
    }
}

/// 0 if there is none.
static int dequeue(void)
{
    struct node *first = atomic_load(&head);
    struct node *next = atomic_load(&first->next);
    if (!next)
        return 0;
    atomic_store(&head, next);
    return next->value;
}

static void *produce(void *unused)
{
    enqueue(&nodes[1], 1);
    return 0;
}

int main(void)
{
    pthread_t producer;
    pthread_create(&producer, 0, produce, 0);
    enqueue(&nodes[2], 2);
    pthread_join(producer, 0);
    int one = dequeue(), other = dequeue();
    assert(one + other == 3);
    return 0;
}
