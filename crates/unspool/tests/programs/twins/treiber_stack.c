// WITH --unwind 2 --rounds 3
// Treiber's stack on the heap: push and pop by compare-exchange.
// UNSAFE: a pop takes what it has seen without looking whether it is still on top.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

static _Atomic(struct node *) top;
static atomic_int sum;

static void push(int value)
{
    struct node *node = malloc(sizeof *node);
    node->value = value;
    node->next = atomic_load(&top);
    while (!atomic_compare_exchange_strong(&top, &node->next, node))
        ;
}

/// 0 if there is none. Nodes are not given back: no node comes twice.
static int pop(void)
{
    struct node *node = atomic_load(&top);
#ifdef UNSAFE
    if (!node)
        return 0;
    atomic_store(&top, node->next);
#else
    while (node && !atomic_compare_exchange_strong(&top, &node, node->next))
        ;
    if (!node)
        return 0;
#endif
    return node->value;
}

static void *work(void *unused)
{
    atomic_fetch_add(&sum, pop());
    return 0;
}

int main(void)
{
    pthread_t threads[2];
    push(1);
    push(2);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, work, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    assert(sum == 3);
    assert(atomic_load(&top) == 0);
    return 0;
}
